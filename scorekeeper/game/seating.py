"""Who sits at the table in which round: players who came late, and players who left.

`players` of a game are all who ever played, in seating order. A player without a `Stay` plays every
round. Knows no score; `roster` decides what a latecomer begins with.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.rules import FEWEST_PLAYERS, MOST_PLAYERS
from scorekeeper.text import N_, _

Begins = Literal["zero", "before", "highest", "average", "given"]
"""What somebody who comes begins with: nothing, the points of before for somebody who comes back, the table's
highest total, its average, or a given number."""


class Stay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player sits at the table from round `joined` on, and is gone from round `left` on, if ever."""

    player: str
    joined: int = 1
    left: int | None = None
    points: int = 0
    """Added to the player's own when the stay begins."""
    begins: Begins = "zero"

    def covers(self, number: int) -> bool:
        """Whether the player plays in this round."""
        return self.joined <= number and (self.left is None or number < self.left)


Stays = tuple[Stay, ...]


class NightTable(msgspec.Struct, frozen=True):
    """The table of a club night that a game is played at, in which sitting; the night by its id."""

    event: str
    sitting: int
    table: int


class SeatTurn(msgspec.Struct, frozen=True):
    """Who began a round; from there the start goes round the table as people sit now."""

    round: int
    player: str


def stays_of(stays: Stays, player: str) -> Stays:
    """Return when a player was at the table, first to last; one stay of the whole game by default."""
    return tuple(stay for stay in stays if stay.player == player) or (Stay(player),)


def in_order(stays: Iterable[Stay], players: Sequence[str]) -> Stays:
    """Return stays in the order of the seats, each player's first to last.

    What says no more than that somebody plays the whole game is left out.
    """
    partial = [stay for stay in stays if stay != Stay(stay.player)]
    return tuple(sorted(partial, key=lambda stay: (players.index(stay.player), stay.joined)))


def ended_stays(player: str, begun: Iterable[Stay], ends: Iterable[int]) -> Stays:
    """Return a player's stays, first to last, from those that began late and the rounds it was gone from.

    Somebody who left before ever coming late was there from the start. Raises Impossible if a player left
    more often than it was there.
    """
    stays, gone = sorted(begun, key=lambda stay: stay.joined), sorted(ends)
    if gone and (not stays or gone[0] < stays[0].joined):
        stays.insert(0, Stay(player))
    if len(gone) > len(stays):
        raise Impossible(_("{name} left more often than {name} was there.", name=player))
    return (*(replace(stay, left=left) for stay, left in zip(stays, gone, strict=False)), *stays[len(gone) :])


def check_stays(stays: Stays, players: Sequence[str]) -> None:
    """Raise Impossible or Malformed for a stay that cannot be, or a table that is too empty or too full."""
    for stay in stays:
        if stay.player not in players:
            raise Malformed(_("Nobody called “{name}” sits at this table.", name=stay.player))
        if stay.points < 0:
            raise Impossible(_("{name} cannot begin with fewer than 0 points.", name=stay.player))
        if stay.joined < 1 or (stay.left is not None and stay.left < stay.joined):
            sentence = N_("{name} cannot play from round {joined} on and be gone from round {left} on.")
            raise Impossible(_(sentence, name=stay.player, joined=stay.joined, left=stay.left))
    for player in players:
        own = stays_of(stays, player)
        for earlier, later in pairwise(own):
            if earlier.left is None or later.joined <= earlier.left:
                raise Impossible(
                    _("{name} sits at the table already in round {number}.", name=player, number=later.joined)
                )
    for number in rounds_reseated(stays):
        count = len(players_in_round(stays, players, number))
        if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
            sentence = N_("A table seats {least} to {most} players; round {number} would have {count}.")
            facts = {"least": FEWEST_PLAYERS, "most": MOST_PLAYERS, "number": number, "count": count}
            raise Impossible(_(sentence, **facts))


def rounds_reseated(stays: Stays) -> tuple[int, ...]:
    """Return the rounds in which others sit at the table than before, round 1 among them."""
    numbers = {1, *(stay.joined for stay in stays), *(stay.left for stay in stays if stay.left is not None)}
    return tuple(sorted(numbers))


def players_in_round(stays: Stays, players: Sequence[str], number: int) -> tuple[str, ...]:
    """Return who plays in a round, in the order of their seats."""
    if not stays:
        return tuple(players)
    return tuple(name for name in players if any(stay.covers(number) for stay in stays_of(stays, name)))


def next_seat(players: Sequence[str], player: str, here: Sequence[str]) -> str:
    """Return who sits next after a player, clockwise, among those who are here.

    >>> next_seat(["Ana", "Ben", "Cy"], "Ana", ["Ana", "Cy"])
    'Cy'
    """
    index = players.index(player) + 1
    return next(name for name in (*players[index:], *players[:index]) if name in here)
