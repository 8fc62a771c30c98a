"""Converts events and games to database rows and back, and says who enters events at this computer.

Reading trusts nothing: a damaged row raises one of `UNREADABLE`. There is no SQL here, and no file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.game import Event, EventKind
from scorekeeper.text import N_, _

UNREADABLE = (msgspec.DecodeError, ValueError, TypeError, RecursionError, ScorekeeperError)
"""The exceptions that reading a damaged row may raise."""

_NEWER = re.compile(r"Invalid value '(.*)' - at `\$\.type`")
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
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


@cache
def here() -> Origin:
    """Return the user of this account, and this computer."""
    import getpass  # only writing needs them
    import platform

    try:
        person = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        person = ""
    return Origin(_shown(person), _shown(platform.node()))


def _shown(name: str) -> str | None:
    """Return a name as it can be stored and shown; None if there is none."""
    clean = "".join(letter for letter in name if letter.isprintable()).encode(errors="replace").decode()
    return clean[:80] or None


def events(rows: Iterable[Sequence[Any]]) -> Iterator[Event]:
    """Yield the events of rows with number, time, person and event."""
    for place, (number, at, by, what) in enumerate(rows, start=1):
        if number != place:
            raise Impossible(_("change {number} is missing", number=place))
        yield Event(number, datetime.fromisoformat(at), None if by is None else _text(by), _what.decode(what))


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


def listed(row: Sequence[Any]) -> Listed:
    """Return the line of the list of games for a row, even for one that is damaged."""
    game_id, title, names, started, changed, complete = row
    try:
        return Listed(
            _text(game_id),
            _text(title),
            _names.decode(names),
            datetime.fromisoformat(started),
            datetime.fromisoformat(changed),
            bool(complete),
        )
    except UNREADABLE:
        name = str(game_id).encode(errors="replace").decode()
        return Listed(name, _("(damaged)"), (), _LONG_AGO, _LONG_AGO, False)


def as_json(value: object) -> str:
    """Return a value of the core as JSON for the database."""
    return _encoder.encode(value).decode()


def _text(found: object) -> str:
    return msgspec.convert(found, str).encode().decode()
