"""Reads situations (`scorekeeper-situation/1`) from TOML files.

Reads strictly: an unknown key or value is refused with its place in the file and the nearest valid one. The class
of each question in `judge` declares its fields, and decides whether the position is possible.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from scorekeeper.engine import Dealt, Train, parse_action, parse_train, split_mark
from scorekeeper.errors import Malformed, misfit, nearest
from scorekeeper.formats.round_records import (
    MOST_ACTIONS,
    RECORD_FORMAT,
    as_record,
    check_keys,
    check_table,
    convert,
    read_file,
    read_hand,
    read_house,
)
from scorekeeper.game import find_player
from scorekeeper.judge import (
    QUESTIONS,
    UNKNOWN,
    FileField,
    Foot,
    LaidNow,
    OpenOn,
    Question,
    RecordOrSituation,
    Situation,
    TrainTold,
)
from scorekeeper.rules import RuleBook
from scorekeeper.text import _
from scorekeeper.tiles import Tile, parse_tile, parse_tiles

SITUATION_FORMAT = "scorekeeper-situation/1"
MOST_TILES = 200

Part = TypeVar("Part")


class StartTable(msgspec.Struct, frozen=True):
    """`[table] start`."""

    toes: int | None = None


class FootTable(msgspec.Struct, frozen=True):
    """`[table] foot`."""

    double: int
    toes: int | None = None


class TableTable(msgspec.Struct, frozen=True, kw_only=True):
    """`[table]`."""

    start: dict[str, Any] = {}
    foot: dict[str, Any] | None = None
    ends: tuple[int, ...] | None = None
    laid: str = ""
    yard: int | None = None
    open: tuple[str, ...] = ()
    first_turn: tuple[str, ...] = ()
    laid_now: tuple[str, ...] = ()


class TrainTable(msgspec.Struct, frozen=True, kw_only=True):
    """One line of `[trains]`."""

    end: int | None = None
    marker: bool = False


class SituationFile(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a situation file."""

    format: str
    set: int
    round: int
    players: tuple[str, ...]
    rules: str
    started_with: int | None = None
    table: dict[str, Any] = {}
    trains: dict[str, dict[str, Any]] | None = None
    hands: dict[str, str | int] = {}
    question: dict[str, Any]
    house: dict[str, Any] = {}


def read_dispute(path: Path, book: Callable[[str], RuleBook]) -> RecordOrSituation:
    """Read a situation or a record, depending on the file's format; `book` finds a rule book by its id.

    Raises Malformed with the file and the place in it, Unavailable if it cannot be read.
    """
    return read_file(path, lambda data: as_dispute(data, book))


def as_dispute(data: dict[str, Any], book: Callable[[str], RuleBook]) -> RecordOrSituation:
    """Turn the tables of a file into a situation or a record, depending on the format. Raises as `as_situation`."""
    if data.get("format") == SITUATION_FORMAT:
        return as_situation(data, book)
    if data.get("format") == RECORD_FORMAT:
        return as_record(data, book)
    raise Malformed(
        _(
            "The format is “{found}”; a situation says “{one}”, a round record “{other}”.",
            found=data.get("format", ""),
            one=SITUATION_FORMAT,
            other=RECORD_FORMAT,
        ),
        "format",
    )


def as_situation(data: dict[str, Any], book: Callable[[str], RuleBook]) -> Situation:
    """Convert the tables of a file to a situation. Raises Malformed, or NotFound for an unknown rule book."""
    if data.get("format") != SITUATION_FORMAT:
        raise Malformed(
            _(
                "The format is “{found}”; a situation says “{right}”.",
                found=data.get("format", ""),
                right=SITUATION_FORMAT,
            ),
            "format",
        )
    file = convert(data, SituationFile)
    check_table(file.set, file.round, None, file.players)
    book(file.rules)
    table = _within("table", lambda: convert(file.table, TableTable))
    start = _within("table.start", lambda: convert(table.start, StartTable))
    _check_one_layout(file)
    highest = file.set
    return Situation(
        set_size=highest,
        double=file.round,
        started_with=None
        if file.started_with is None
        else _number(file.started_with, highest, "started_with"),
        players=file.players,
        rules=file.rules,
        house=read_house(file.house),
        toes=_count(start.toes, "table.start.toes"),
        foot=None if table.foot is None else _foot(table.foot, highest),
        ends=None if table.ends is None else _numbers(table.ends, highest, "table.ends"),
        laid=_within("table.laid", lambda: parse_tiles(table.laid, highest)),
        trains=None if file.trains is None else _within("trains", lambda: _trains(file)),
        open_doubles=_within("table.open", lambda: _open_doubles(table.open, file)),
        first_turn=_within(
            "table.first_turn", lambda: tuple(_read_seat(name, file) for name in table.first_turn)
        ),
        laid_now=_within("table.laid_now", lambda: _laid_now(table.laid_now, file)),
        yard=_count(table.yard, "table.yard"),
        hands=_hands(file),
        question=_within("question", lambda: _question(file)),
    )


def _check_one_layout(file: SituationFile) -> None:
    """Raise Malformed for a table told both as open ends and as trains."""
    feet = [name for name in ("start", "foot", "ends") if name in file.table]
    if file.trains is not None and feet:
        sentence = _(
            "[trains] and table.{name} do not go together; a round has trains, or open ends and feet.",
            name=feet[0],
        )
        raise Malformed(sentence, f"table.{feet[0]}")


def _trains(file: SituationFile) -> dict[int, TrainTold]:
    """Read how each train stands. Raises Malformed with its name."""
    found = {}
    for name, told in (file.trains or {}).items():
        train = _within(name, lambda name=name: _train(name.replace("_", " "), file))  # type: ignore[misc]
        table = _within(name, lambda told=told: convert(told, TrainTable))  # type: ignore[misc]
        end = None if table.end is None else _number(table.end, file.set, f"{name}.end")
        if table.marker and train >= len(file.players):
            raise Malformed(_("A public train is open to all and has no marker."), f"{name}.marker")
        found[train] = TrainTold(end, table.marker)
    return found


def _train(name: str, file: SituationFile, seat: int = 0) -> int:
    """Return the number of a train: its owner's seat, or behind all seats for a public one."""
    train = parse_train(name, seat, file.players)
    return train.owner if train.owner >= 0 else len(file.players) + train.number - 1


def _open_doubles(lines: tuple[str, ...], file: SituationFile) -> tuple[OpenOn, ...]:
    """Read open doubles such as `Ana 7` and `public 4`."""
    found = []
    for place, line in enumerate(lines):
        name, _space, number = line.rpartition(" ")
        if not name or not number.isdecimal():
            raise Malformed(
                _(
                    "“{line}” is not an open double; write the train and the number, such as Ana 7.",
                    line=line,
                ),
                f"[{place}]",
            )
        train = _within(f"[{place}]", lambda name=name: _train(name, file))  # type: ignore[misc]
        found.append(OpenOn(train, _number(int(number), file.set, f"[{place}]")))
    return tuple(found)


def _laid_now(lines: tuple[str, ...], file: SituationFile) -> tuple[LaidNow, ...]:
    """Read the tiles that the player of the question has laid in this turn, such as `7-7 on own`."""
    player = file.question.get("player", file.players[0])
    seat = _within("player", lambda: _read_seat(player, file)) if lines else 0
    found = []
    for place, line in enumerate(lines):
        text = f"{file.players[seat]} {line}"
        action = _within(f"[{place}]", lambda text=text: parse_action(text, file.players, file.set))  # type: ignore[misc]
        if action.tile is None or not isinstance(action.on, Train):
            raise Malformed(
                _("“{line}” needs a tile and its train, such as 7-7 on own.", line=line), f"[{place}]"
            )
        train = action.on.owner if action.on.owner >= 0 else len(file.players) + action.on.number - 1
        found.append(LaidNow(action.tile, train))
    return tuple(found)


def _within(where: str, read: Callable[[], Part]) -> Part:
    """Read one part, and add its place to errors."""
    try:
        return read()
    except Malformed as error:
        between = "." if error.where and not error.where.startswith("[") else ""
        raise Malformed(error.message, f"{where}{between}{error.where}", error.at) from None


def _count(count: int | None, where: str) -> int | None:
    if count is not None and not 0 <= count <= MOST_TILES:
        raise Malformed(_("{count} is not a number of tiles.", count=count), where)
    return count


def _number(number: int, highest: int, where: str) -> int:
    if not 0 <= number <= highest:
        raise Malformed(
            _("No tile of this set shows {number}; use 0 to {highest}.", number=number, highest=highest),
            where,
        )
    return number


def _numbers(numbers: tuple[int, ...], highest: int, where: str) -> tuple[int, ...]:
    if len(numbers) > MOST_TILES:
        raise Malformed(_("No table has more than {most} open ends.", most=MOST_TILES), where)
    return tuple(_number(number, highest, f"{where}[{place}]") for place, number in enumerate(numbers))


def _foot(table: dict[str, Any], highest: int) -> Foot:
    foot = _within("table.foot", lambda: convert(table, FootTable))
    return Foot(_number(foot.double, highest, "table.foot.double"), _count(foot.toes, "table.foot.toes"))


def _hands(file: SituationFile) -> tuple[Dealt, ...]:
    """Read the hands; those in `[question]` go before those in `[hands]`."""
    asked = _of_type(file.question.get("hands", {}), dict[str, str | int])
    for hands, where in ((file.hands, "hands"), (asked, "question.hands")):
        _within(where, lambda hands=hands: check_keys(hands, file.players))  # type: ignore[misc]
    hands = {**file.hands, **asked}
    return tuple(_hand(name, hands, file) for name in file.players)


def _hand(name: str, hands: Mapping[str, str | int], file: SituationFile) -> Dealt:
    """Read a hand: tiles, or their number; a missing hand is unknown."""
    hand = hands.get(name)
    if hand is None:
        return UNKNOWN
    if isinstance(hand, int):
        return Dealt((), _count(hand, f"hands.{name}"))
    return read_hand(name, hand, file.set)


def _question(file: SituationFile) -> Question:
    """Read the question. Raises Malformed with the field, without `question` before it."""
    kind = _kind(file.question)
    fields = kind.file_fields()
    hands = ("hands",) if kind.names_hands else ()
    check_keys(file.question, ("ask", *(field.name for field in fields), *hands))
    for field in fields:
        if field.needed and field.name not in file.question:
            raise Malformed(_("The question {ask} needs this field.", ask=kind.ask), field.name)
    given = (field for field in fields if field.name in file.question)
    return kind(**{field.attribute: _field(file, field) for field in given})


def _kind(question: Mapping[str, Any]) -> type[Question]:
    """Return the class of a question. Raises Malformed for an unknown one."""
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in QUESTIONS:
        raise Malformed(
            _("“{ask}” is not a question; {hint}", ask=ask, hint=nearest(str(ask), QUESTIONS)), "ask"
        )
    return QUESTIONS[ask]


def _field(file: SituationFile, field: FileField) -> Any:
    """Read a field of the question. Raises Malformed with its name."""
    reader, value = READERS[field.kind], file.question[field.name]
    return _within(field.name, lambda: reader.read(_of_type(value, reader.type), file))


def _of_type(value: Any, kind: Any) -> Any:
    """Convert a value to the type of a field. Raises Malformed."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise misfit(error, value) from None


class FieldReader(NamedTuple):
    """How to read a kind of field: its type in a file, and the function that converts it."""

    type: Any
    read: Callable[[Any, SituationFile], Any]
    """Convert a value. Raises Malformed with a place inside the field."""


def _read_seat(name: str, file: SituationFile) -> int:
    return file.players.index(find_player(file.players, name))


def _read_tile(text: str, file: SituationFile) -> Tile:
    return parse_tile(text, file.set)


def _read_tiles(text: str, file: SituationFile) -> tuple[Tile, ...]:
    return parse_tiles(text, file.set)


def _read_number(number: int, file: SituationFile) -> int:
    return _number(number, file.set, "")


def _read_numbers(numbers: tuple[int, ...], file: SituationFile) -> tuple[int, ...]:
    return _numbers(numbers, file.set, "")


def _read_count(count: int, _file: SituationFile) -> int:
    return _count(count, "") or 0


def _read_flag(value: bool | dict[str, Any], _file: SituationFile) -> bool:
    if isinstance(value, dict):
        raise Malformed(_("This is true or false here."))
    return value


def _read_tile_of_each(texts: dict[str, str] | bool, file: SituationFile) -> dict[int, Tile]:
    return {} if isinstance(texts, bool) else _by_seat(texts, file, _read_tile)


def _read_points_of_each(points: dict[str, int], file: SituationFile) -> dict[int, int]:
    return {_read_seat(name, file): each for name, each in points.items()}


def _read_tiles_of_each(texts: dict[str, str], file: SituationFile) -> dict[int, tuple[Tile, ...]]:
    return _by_seat(texts, file, _read_tiles)


def _by_seat(
    texts: Mapping[str, str], file: SituationFile, read: Callable[[str, SituationFile], Part]
) -> dict[int, Part]:
    """Read a table of players."""
    return {
        _read_seat(name, file): _within(name, lambda text=text: read(text, file))  # type: ignore[misc]
        for name, text in texts.items()
    }


def _read_events(events: tuple[str, ...], file: SituationFile) -> tuple[str, ...]:
    """Parse every event, to find malformed ones."""
    if len(events) > MOST_ACTIONS:
        raise Malformed(_("No round has more than {most} actions.", most=MOST_ACTIONS))
    for place, event in enumerate(events):
        text, _mark = split_mark(event)
        _within(f"[{place}]", lambda text=text: parse_action(text, file.players, file.set))  # type: ignore[misc]
    return events


def _read_place(place: int | str, file: SituationFile) -> int | Train:
    """Read a number that an end shows, or a train from the view of the player who is asked about."""
    if isinstance(place, int):
        return _number(place, file.set, "")
    player = file.question.get("player")
    seat = _read_seat(player, file) if isinstance(player, str) else 0
    return parse_train(place, seat, file.players)


def _read_ending(word: str, _file: SituationFile) -> bool:
    if word != "blocked":
        raise Malformed(_("“{word}” is not an ending that can be scored here; write blocked.", word=word))
    return True


def _read_start(word: str, _file: SituationFile) -> bool:
    if word != "start":
        raise Malformed(_("“{word}” is not a place here; write start.", word=word))
    return True


READERS: Mapping[str, FieldReader] = {
    "player": FieldReader(str, _read_seat),
    "tile": FieldReader(str, _read_tile),
    "tiles": FieldReader(str, _read_tiles),
    "number": FieldReader(int, _read_number),
    "numbers": FieldReader(tuple[int, ...], _read_numbers),
    "count": FieldReader(int, _read_count),
    "flag": FieldReader(bool | dict[str, Any], _read_flag),
    "tile of each": FieldReader(bool | dict[str, str], _read_tile_of_each),
    "points of each": FieldReader(dict[str, int], _read_points_of_each),
    "tiles of each": FieldReader(dict[str, str], _read_tiles_of_each),
    "events": FieldReader(tuple[str, ...], _read_events),
    "place": FieldReader(int | str, _read_place),
    "start": FieldReader(str, _read_start),
    "ending": FieldReader(str, _read_ending),
}
"""The reader for each kind of field that a question can have."""
