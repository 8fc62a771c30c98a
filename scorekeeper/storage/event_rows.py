"""Converts events and games to database rows and back.

Reading trusts nothing: a damaged row raises one of `UNREADABLE`. There is no SQL here, and no file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from scorekeeper.errors import Damaged, Impossible, ScorekeeperError
from scorekeeper.game import Event, EventKind
from scorekeeper.text import N_, _, join_with_commas

UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, RecursionError, ScorekeeperError)
"""The exceptions that reading a damaged row may raise."""

_NEWER = re.compile(r"Invalid value '(.*)' - at `\$\.type`")
_encoder = msgspec.json.Encoder(enc_hook=dict)
_what = msgspec.json.Decoder(EventKind)
_names = msgspec.json.Decoder(tuple[str, ...])


class Listed(msgspec.Struct, frozen=True):
    """A line of the list of games."""

    id: str
    title: str
    players: tuple[str, ...]
    started: datetime
    changed: datetime
    complete: bool


class Origin(NamedTuple):
    """Who entered an event, and at which computer; None where it is not known."""

    person: str | None
    computer: str | None


class EventRow(NamedTuple):
    """An event as it is stored."""

    number: int
    at: str
    by: str | None
    what: str
    person: str | None
    computer: str | None

    @property
    def origin(self) -> Origin:
        """Who entered it where."""
        return Origin(self.person, self.computer)


class GameRow(NamedTuple):
    """A game as it is stored, with its events."""

    id: str
    title: str
    players: str
    started: str
    changed: str
    turn: int
    complete: bool
    hidden: bool
    events: tuple[EventRow, ...]


class Digest:
    """What was stored of another store, to compare it with what is read back."""

    def __init__(self) -> None:
        import hashlib  # only moving and restoring need it

        self.games = 0
        self._sum = hashlib.sha256()

    def add(self, row: GameRow) -> None:
        """Take another game into account, whatever its turn."""
        self.games += 1
        self._sum.update(repr(row._replace(turn=0)).encode())

    def compare(self, rows: Iterable[GameRow]) -> None:
        """Raise Damaged unless these are the same games in the same order."""
        other = Digest()
        for row in rows:
            other.add(row)
        if other._sum.digest() != self._sum.digest():
            raise Damaged(_("What was stored is not what was read, so nothing was moved."))


def by_change(own: Iterable[Sequence[Any]], taken: Iterable[Sequence[Any]]) -> list[str]:
    """Return the ids of the games of two stores as one, the one changed first first, from rows with id and time.

    The games of each store stay in their order, which a clock that went backwards does not change.
    """
    from heapq import merge  # only moving needs it

    return [game_id for game_id, _changed in merge(own, taken, key=_moment)]


def _moment(row: Sequence[Any]) -> float:
    try:
        return _time(row[1]).timestamp()
    except UNREADABLE:
        return 0.0


def row_of(game_id: str, event: Event) -> tuple[str, int, str, str | None, str]:
    """Return the row of an event."""
    return game_id, event.number, stamp(event.at), event.by, as_json(event.what)


def events(rows: Iterable[Sequence[Any]]) -> Iterator[Event]:
    """Yield the events of rows with number, time, person and event."""
    for place, event in enumerate(some_events(rows), start=1):
        if event.number != place:
            raise Impossible(_("change {number} is missing", number=place))
        yield event


def some_events(rows: Iterable[Sequence[Any]]) -> Iterator[Event]:
    """Yield the events of rows with number, time, person and event, whichever they are."""
    for number, at, by, what in rows:
        yield Event(number, _time(at), None if by is None else _text(by), _what.decode(what))


def player_names(players: Any) -> str:
    """Return the players that a row names, separated by commas; "" if the row is damaged."""
    try:
        return join_with_commas(_names.decode(players))
    except UNREADABLE:
        return ""


def why_unreadable(game_id: str, error: Exception) -> str:
    """Return why a game cannot be read: it has an unknown kind of event, or is damaged."""
    if newer := _NEWER.match(str(error)):
        sentence = N_(
            "The game {name} has a change of an unknown kind ({kind}); open it with a newer scorekeeper."
        )
        return _(sentence, name=game_id, kind=newer[1])
    sentence = N_(
        "The game {name} is damaged and cannot be read ({why}); scorekeeper restore lists the backups, "
        "and scorekeeper delete {name} takes it off the list."
    )
    return _(sentence, name=game_id, why=str(error).rstrip("."))


def line(row: Sequence[Any]) -> Listed:
    """Return the line of the list of games for a row."""
    game_id, title, player_names, started, changed, complete = row
    return Listed(
        _text(game_id),
        _text(title),
        _names.decode(player_names),
        _time(started),
        _time(changed),
        bool(complete),
    )


def as_json(value: object) -> str:
    """Return a value of the core as JSON for the database."""
    return _encoder.encode(value).decode()


def stamp(at: datetime) -> str:
    """Return a time as text for the database."""
    return at.isoformat()


def _time(found: str) -> datetime:
    return datetime.fromisoformat(found)


def _text(found: object) -> str:
    return msgspec.convert(found, str).encode().decode()
