"""Everything that can happen in a game, each kind as one frozen value.

Values without behaviour: `apply` applies them, `log` keeps them in their order. A kind is stored under its
tag, so a tag never changes its meaning.
"""

import datetime as dt
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import force_setattr

from scorekeeper.errors import Malformed
from scorekeeper.game.round import Call, Ending, Entry, KeptRuling, Overruled
from scorekeeper.game.seating import Begins, NightTable, SeatTurn, Stays
from scorekeeper.rules import RulePeriods, Rules, Value, read_changes


class Started(msgspec.Struct, frozen=True, tag="started", omit_defaults=True, kw_only=True):
    """A game began, with the whole rules in force, not a reference to a rule book.

    A field that `Game` has too is taken over by its name.
    """

    title: str
    date: dt.date
    set_size: int
    players: tuple[str, ...]
    book: str
    rules: Rules
    house: Mapping[str, Value] = {}
    first_starter: str | None = None
    earlier: RulePeriods = ()
    """Rules of earlier rounds, where a game is taken over that had its rules changed."""
    stays: Stays = ()
    """Who came late or left, where a game is taken over."""
    turn: SeatTurn | None = None
    """Who began a round before the seats changed, where a game is taken over."""
    colours: Mapping[str, int] = {}
    """The players' places in a palette, their own from earlier games."""
    club: NightTable | None = None

    def __post_init__(self) -> None:
        """Type the house's values, which come back from the disk as plain lists and tables."""
        force_setattr(self, "house", read_changes(self.house))


class RoundScored(msgspec.Struct, frozen=True, tag="round-scored", omit_defaults=True, kw_only=True):
    """Something of a round was entered or corrected; what is unset stays as it was.

    A field that `Round` has too is taken over by its name. An entry of None takes the player's entry away
    again. `overruled` are warnings that the table keeps the entry against.
    """

    round: int
    entries: Mapping[str, Entry | None] = {}
    ending: Ending | UnsetType | None = UNSET
    started_with: int | UnsetType | None = UNSET
    began: str | UnsetType | None = UNSET
    note: str | UnsetType = UNSET
    out_on_double: bool | UnsetType = UNSET
    marked: tuple[str, ...] | UnsetType = UNSET
    reason: str | None = None
    overruled: tuple[Overruled, ...] = ()


class RoundCleared(msgspec.Struct, frozen=True, tag="round-cleared", omit_defaults=True):
    """All of a round but its calls and rulings was taken away, to be entered anew."""

    round: int
    reason: str | None = None


class CallMade(msgspec.Struct, frozen=True, tag="call-made"):
    """Somebody called, or was caught."""

    round: int
    call: Call


class PenaltyServed(msgspec.Struct, frozen=True, tag="penalty-served"):
    """What a call imposed has been done; calls of a round count from 0."""

    round: int
    call: int


class RulingKept(msgspec.Struct, frozen=True, tag="ruling-kept"):
    """The table keeps how a dispute was settled."""

    round: int
    ruling: KeptRuling


class RulesChanged(msgspec.Struct, frozen=True, tag="rules-changed", omit_defaults=True, kw_only=True):
    """The table changed rules (keys with their values), for the rounds that have not begun.

    With `count_again` earlier rounds are counted by them too, as far as hands were entered.
    """

    changes: Mapping[str, Value]
    reason: str | None = None
    count_again: bool = False

    def __post_init__(self) -> None:
        """Type the values, which come back from the disk as plain lists and tables."""
        with suppress(Malformed):  # what is no rule is refused when it is applied
            force_setattr(self, "changes", read_changes(self.changes))


class TieDrawn(msgspec.Struct, frozen=True, tag="tie-drawn"):
    """Players who tied drew tiles for the place; the best draw first."""

    order: tuple[str, ...]


class PlayerJoined(msgspec.Struct, frozen=True, tag="player-joined", omit_defaults=True, kw_only=True):
    """Somebody came late, or came back; by default to play from the next round that has not begun.

    `points` is what the player has from then on, where the table gives a number (`begins` "given"), and `colour`
    the place in a palette.
    """

    player: str
    round: int | None = None
    begins: Begins = "zero"
    points: int | None = None
    colour: int | None = None


class PlayerLeft(msgspec.Struct, frozen=True, tag="player-left", omit_defaults=True, kw_only=True):
    """Somebody left, and plays no round from this one on; by default from the first without an entry."""

    player: str
    round: int | None = None
    reason: str | None = None


class PlayerRenamed(msgspec.Struct, frozen=True, tag="player-renamed"):
    """A player has another name, in all rounds."""

    player: str
    name: str


class SeatsChanged(msgspec.Struct, frozen=True, tag="seats-changed"):
    """The players sit in another order, clockwise, from the next round on.

    Whoever is not named, having left, keeps a column behind those who are.
    """

    players: tuple[str, ...]


class DayChanged(msgspec.Struct, frozen=True, tag="day-changed"):
    """The game was played on another day."""

    date: dt.date


class ColourChosen(msgspec.Struct, frozen=True, tag="colour-chosen"):
    """Somebody has another colour from this game on: another place in the palette."""

    player: str
    colour: int


class TotalsHidden(msgspec.Struct, frozen=True, tag="totals-hidden"):
    """The table wants to see no totals before the end, or wants to see them after all."""

    hidden: bool = True


class Finished(msgspec.Struct, frozen=True, tag="finished", omit_defaults=True):
    """The table calls the game over; it is locked."""

    reason: str | None = None


class Reopened(msgspec.Struct, frozen=True, tag="reopened", omit_defaults=True):
    """A finished game was opened again."""

    reason: str | None = None


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """The last change that stands was taken back."""


class Redone(msgspec.Struct, frozen=True, tag="redone"):
    """The last change taken back was made again."""


Change: TypeAlias = (
    Started
    | RoundScored
    | RoundCleared
    | CallMade
    | PenaltyServed
    | RulingKept
    | RulesChanged
    | TieDrawn
    | PlayerJoined
    | PlayerLeft
    | PlayerRenamed
    | SeatsChanged
    | DayChanged
    | ColourChosen
    | TotalsHidden
    | Finished
    | Reopened
)
EventKind: TypeAlias = Change | Undone | Redone


def shared_fields(value: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a value that `kind` has too, those that are set, by name.

    >>> shared_fields(RoundScored(round=3, reason="miscounted"), PlayerLeft)
    {'round': 3, 'reason': 'miscounted'}
    """
    names = _shared_names(type(value), kind)
    return {name: field for name in names if (field := getattr(value, name)) is not UNSET}


@cache
def _shared_names(kind: type[msgspec.Struct], other: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in other.__struct_fields__)
