"""Reads situations (`scorekeeper-situation/1`) from TOML files.

As strict as `records`: whatever does not belong is refused with its place in the file and the nearest
key or value that does. Whether the position can be at all is a matter of `impossible`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from scorekeeper.engine import Dealt, parse_action, split_mark
from scorekeeper.errors import Malformed, nearest
from scorekeeper.formats.records import (
    MOST_ACTIONS,
    check_keys,
    check_table,
    convert,
    read_file,
    read_hand,
    read_house,
)
from scorekeeper.judge import UNKNOWN, Ask, Foot, Question, Situation
from scorekeeper.rules import RuleBook
from scorekeeper.text import _
from scorekeeper.tiles import parse_tile, parse_tiles

SITUATION_FORMAT = "scorekeeper-situation/1"
MOST_TILES = 200

Part = TypeVar("Part")

FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "play": (("player", "tile"), ("on", "drawn", "played")),
    "draw": (("player",), ("drew",)),
    "pass": (("player",), ("drew", "tile")),
    "keep": (("player", "tile"), ()),
    "closed": (("double",), ()),
    "round-over": (("player",), ()),
    "starting-double": ((), ("held", "earlier", "yard_has")),
    "starter": (("drawn",), ()),
    "chickenlittle": (("player", "events"), ()),
    "score": ((), ("hand", "player", "ended")),
    "misplay": (("events",), ()),
}
"""For every question the fields that it needs, and those that it may have."""


class StartTable(msgspec.Struct, frozen=True):
    """`[table] start` as the file has it."""

    toes: int | None = None


class FootTable(msgspec.Struct, frozen=True):
    """`[table] foot` as the file has it."""

    double: int
    toes: int | None = None


class TableTable(msgspec.Struct, frozen=True, kw_only=True):
    """`[table]` as the file has it."""

    start: dict[str, Any] = {}
    foot: dict[str, Any] | None = None
    ends: tuple[int, ...] | None = None
    laid: str = ""
    yard: int | None = None


class SituationFile(msgspec.Struct, frozen=True, kw_only=True):
    """A situation as the file has it."""

    format: str
    set: int
    round: int
    players: tuple[str, ...]
    rules: str
    table: dict[str, Any] = {}
    hands: dict[str, str | int] = {}
    question: dict[str, Any]
    house: dict[str, Any] = {}


class QuestionTable(msgspec.Struct, frozen=True, kw_only=True):
    """`[question]` as the file has it; `FIELDS` says what belongs to which question."""

    ask: Ask
    player: str | None = None
    tile: str | None = None
    on: int | None = None
    drawn: bool | dict[str, str] = False
    played: int = 0
    drew: int = 0
    double: int | None = None
    hand: str = ""
    held: dict[str, str] = {}
    earlier: tuple[int, ...] = ()
    yard_has: str = ""
    events: tuple[str, ...] = ()
    ended: str | None = None


def read_situation(path: Path, book: Callable[[str], RuleBook]) -> Situation:
    """Read a situation; `book` finds a rule book by its id.

    Raises Malformed that names the file and the place in it, Unavailable if it cannot be read.
    """
    return read_file(path, lambda data: as_situation(data, book))


def as_situation(data: dict[str, Any], book: Callable[[str], RuleBook]) -> Situation:
    """Turn the tables of a file into a situation. Raises Malformed, or NotFound for an unknown rule book."""
    if data.get("format") != SITUATION_FORMAT:
        raise Malformed(
            _("the format is {found!r}; a situation says {right!r}").format(
                found=data.get("format"), right=SITUATION_FORMAT
            ),
            "format",
        )
    file = convert(data, SituationFile)
    check_table(file.set, file.round, None, file.players)
    book(file.rules)
    table = _within("table", lambda: convert(file.table, TableTable))
    start = _within("table.start", lambda: convert(table.start, StartTable))
    highest = file.set
    return Situation(
        set_size=highest,
        double=file.round,
        players=file.players,
        rules=file.rules,
        house=read_house(file.house),
        toes=_count(start.toes, "table.start.toes"),
        foot=None if table.foot is None else _foot(table.foot, highest),
        ends=None if table.ends is None else _numbers(table.ends, highest, "table.ends"),
        laid=_within("table.laid", lambda: parse_tiles(table.laid, highest)),
        yard=_count(table.yard, "table.yard"),
        hands=_hands(file),
        question=_within("question", lambda: _question(file)),
    )


def _within(where: str, read: Callable[[], Part]) -> Part:
    """Read one part; what is refused names the place."""
    try:
        return read()
    except Malformed as error:
        place = f"{where}.{error.where}" if error.where else where
        raise Malformed(error.message, place, error.at) from None


def _count(count: int | None, where: str) -> int | None:
    if count is not None and not 0 <= count <= MOST_TILES:
        raise Malformed(_("{count} is no number of tiles").format(count=count), where)
    return count


def _number(number: int, highest: int, where: str) -> int:
    if not 0 <= number <= highest:
        raise Malformed(
            _("no tile of this set shows {number}; 0 to {highest} would do").format(
                number=number, highest=highest
            ),
            where,
        )
    return number


def _numbers(numbers: tuple[int, ...], highest: int, where: str) -> tuple[int, ...]:
    if len(numbers) > MOST_TILES:
        raise Malformed(_("no table has more than {most} open ends").format(most=MOST_TILES), where)
    return tuple(_number(number, highest, f"{where}[{place}]") for place, number in enumerate(numbers))


def _foot(table: dict[str, Any], highest: int) -> Foot:
    foot = _within("table.foot", lambda: convert(table, FootTable))
    return Foot(_number(foot.double, highest, "table.foot.double"), _count(foot.toes, "table.foot.toes"))


def _hands(file: SituationFile) -> tuple[Dealt, ...]:
    _within("hands", lambda: check_keys(file.hands, file.players))
    return tuple(_hand(name, file) for name in file.players)


def _hand(name: str, file: SituationFile) -> Dealt:
    """Read a hand: tiles, or how many; a hand that is not there is unknown."""
    hand = file.hands.get(name)
    if hand is None:
        return UNKNOWN
    if isinstance(hand, int):
        return Dealt((), _count(hand, f"hands.{name}"))
    return read_hand(name, hand, file.set)


def _question(file: SituationFile) -> Question:
    """Read the question. Raises Malformed that names the field, not yet that it is in the question."""
    _check_fields(file.question)
    asked = convert(file.question, QuestionTable)
    highest, players = file.set, file.players
    drawn = asked.drawn if isinstance(asked.drawn, dict) else {}
    if asked.ask == "starter" and not drawn:
        raise Malformed(_('who drew which tile is missing; write { Ana = "6-4" }'), "drawn")
    if asked.ask != "starter" and drawn:
        raise Malformed(_("this is true or false here"), "drawn")
    if asked.ended not in (None, "blocked"):
        raise Malformed(
            _("{word!r} is no end of a round to score here; known are blocked").format(word=asked.ended),
            "ended",
        )
    return Question(
        ask=asked.ask,
        seat=None if asked.player is None else _seat(asked.player, players, "player"),
        tile=None if asked.tile is None else _within("tile", lambda: parse_tile(asked.tile or "", highest)),
        on=None if asked.on is None else _number(asked.on, highest, "on"),
        drawn=asked.drawn is True,
        played=_count(asked.played, "played") or 0,
        drew=max(_count(asked.drew, "drew") or 0, int(asked.ask == "pass" and asked.tile is not None)),
        double=None if asked.double is None else _number(asked.double, highest, "double"),
        hand=_within("hand", lambda: parse_tiles(asked.hand, highest)),
        held=_by_seat(asked.held, players, "held", lambda text: parse_tiles(text, highest)),
        earlier=_numbers(asked.earlier, highest, "earlier"),
        yard_has=_within("yard_has", lambda: parse_tiles(asked.yard_has, highest)),
        draws=_by_seat(drawn, players, "drawn", lambda text: parse_tile(text, highest)),
        events=_events(asked.events, players, highest, wrong=asked.ask == "misplay"),
        blocked=asked.ended is not None,
    )


def _check_fields(question: Mapping[str, Any]) -> None:
    """Raise Malformed for an unknown question, a field that is not its own, or one that it lacks."""
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in FIELDS:
        raise Malformed(
            _("{ask!r} is no question; {hint}").format(ask=ask, hint=nearest(str(ask), get_args(Ask))), "ask"
        )
    needed, possible = FIELDS[ask]
    check_keys(question, ("ask", *needed, *possible))
    for field in needed:
        if field not in question:
            raise Malformed(_("the question {ask} needs this field").format(ask=ask), field)
    if ask == "score" and ("hand" in question) == ("player" in question):
        raise Malformed(_("a score needs a hand, or else a player whose hand is given"), "hand")


def _seat(name: str, players: tuple[str, ...], where: str) -> int:
    if name not in players:
        raise Malformed(
            _("{name!r} is nobody at this table; {hint}").format(name=name, hint=nearest(name, players)),
            where,
        )
    return players.index(name)


def _by_seat(
    texts: Mapping[str, str], players: tuple[str, ...], where: str, read: Callable[[str], Part]
) -> dict[int, Part]:
    """Read a table of players."""
    return {
        _seat(name, players, where): _within(f"{where}.{name}", lambda text=text: read(text))  # type: ignore[misc]
        for name, text in texts.items()
    }


def _events(events: tuple[str, ...], players: tuple[str, ...], highest: int, wrong: bool) -> tuple[str, ...]:
    """Check that every event can be read, and that the wrong one is marked where one is asked about."""
    if len(events) > MOST_ACTIONS:
        raise Malformed(_("no round has more than {most} actions").format(most=MOST_ACTIONS), "events")
    marks = 0
    for place, event in enumerate(events):
        text, mark = split_mark(event)
        marks += mark
        _within(f"events[{place}]", lambda text=text: parse_action(text, players, highest))  # type: ignore[misc]
    if marks != int(wrong):
        raise Malformed(
            _("exactly one event is marked with ! as the wrong one")
            if wrong
            else _("no event is marked with ! in this question"),
            "events",
        )
    return events
