"""One game in short: who came where, with how many points, in how many rounds.

It follows from the game alone, and is all that the figures over many games are counted from.
"""

from datetime import date

import msgspec

from scorekeeper.game import Game
from scorekeeper.ranking import standings

VERSION = 1
"""Raised whenever a summary says something else than before; older ones are then counted anew."""


class Seat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One player's part in one game: the place, and points in all and by the round."""

    player: str
    rank: int
    won: bool
    total: int
    rounds: int
    """Rounds in which the player was entered; `points` were made in these."""
    rounds_won: int
    points: int
    best_round: int | None
    """The lowest round other than zero."""
    worst_round: int | None


class Summary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game in short; `seats` are the players, the first place first."""

    title: str
    date: date
    set_size: int
    book: str
    finished: bool
    rounds: int
    rounds_total: int | None
    seats: tuple[Seat, ...]
    ahead_since: int | None = None
    """The round since which the first alone has the fewest points; None where nobody does."""


def summary(game: Game) -> Summary:
    """Return a game in short."""
    table = standings(game)
    seats = []
    for place in table.standings:
        entered = [points for points in place.by_round if points is not None]
        seats.append(
            Seat(
                player=place.player,
                rank=place.rank,
                won=place.player in table.winners,
                total=place.total,
                rounds=len(entered),
                rounds_won=place.rounds_won,
                points=sum(entered),
                best_round=place.lowest_nonzero,
                worst_round=max(entered, default=None),
            )
        )
    return Summary(
        title=game.title,
        date=game.date,
        set_size=game.set_size,
        book=game.book,
        finished=bool(table.winners),
        rounds=table.rounds_played,
        rounds_total=table.rounds_total,
        seats=tuple(seats),
        ahead_since=_ahead_since(game, seats[0].player),
    )


def _ahead_since(game: Game, first: str) -> int | None:
    """Return the round since which a player alone has the fewest points."""
    others = [name for name in game.players if name != first]
    since = None
    for number in range(len(game.rounds), 0, -1):
        if game.total(first, number) >= min(game.total(name, number) for name in others):
            break
        since = number
    return since
