"""The portable form of a game: one TOML file, read strictly and written exactly.

A file is read into the changes that make its game, each applied like any other change, so that a
file can hold nothing that the table could not. What is refused is refused whole, with the key path
(rounds and calls counted from 0, as TOML tools do). Which rule books there are comes in as a function.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from scorekeeper.bounds import check_entry
from scorekeeper.documents import read_toml, write_whole
from scorekeeper.errors import Impossible, Malformed, NotFound, nearest
from scorekeeper.events import (
    CallMade,
    Change,
    Finished,
    GameLog,
    RoundScored,
    Started,
    TieDrawn,
    apply,
    begin,
    start,
)
from scorekeeper.game import Blocked, Call, Ending, Entry, Game, Hand, Out, Pips, Points
from scorekeeper.gamefile import FORMAT, show_game
from scorekeeper.players import clean_players, clean_title
from scorekeeper.rules import RuleBook, Rules, Value, complete, plain, read_changes, value_of, with_changes
from scorekeeper.tiles import parse_tiles
from scorekeeper.words import _

Books = Callable[[str], RuleBook]
"""Gives the rule book of an id, or raises NotFound."""

Table = TypeVar("Table", bound=msgspec.Struct)
Read = TypeVar("Read")


class CallTable(msgspec.Struct, kw_only=True):
    """`[[rounds.calls]]`."""

    kind: str
    player: str
    caught_by: str | None = None
    effect: str | None = None
    note: str | None = None


class RoundTable(msgspec.Struct, kw_only=True):
    """`[[rounds]]`."""

    double: int
    started_with: int | None = None
    ended: str | None = None
    out: str | None = None
    open_foot: int | None = None
    note: str = ""
    hands: dict[str, Any] = {}
    pips: dict[str, Any] = {}
    double_blank: str | None = None
    blank_halves: dict[str, Any] = {}
    points: dict[str, Any] = {}
    calls: tuple[Any, ...] = ()


class GameTable(msgspec.Struct, kw_only=True):
    """The whole file."""

    format: str
    title: str = ""
    date: date
    set: int
    players: tuple[str, ...]
    rules: str
    first_starter: str | None = None
    tie_draw: tuple[str, ...] = ()
    finished: bool = False
    carries_rules: bool = False
    house: dict[str, Any] = {}
    rounds: tuple[Any, ...] = ()
    rules_in_force: dict[str, Any] | None = None


def read_game(path: Path, books: Books) -> Game:
    """Read a game file. Raises Malformed that names file and key path, Unavailable if unreadable."""
    return _read(path, books)[1]


def read_log(path: Path, books: Books, at: datetime, by: str | None = None) -> GameLog:
    """Read a game file as the events that make its game, all at one time. Raises as `read_game`."""
    first, *others = _read(path, books)[0]
    assert isinstance(first, Started)
    log = begin(first, at, by)
    for change in others:
        log = log.after(change, at, by)
    return log


def write_game(path: Path, game: Game) -> None:
    """Write a game file whole, or leave what was there. Raises Unavailable if it cannot be written."""
    write_whole(path, show_game(game).encode())


def _read(path: Path, books: Books) -> tuple[tuple[Change, ...], Game]:
    tables = read_toml(path)
    try:
        return game_of(tables, books)
    except Malformed as error:
        raise error.within(str(path)) from None


def game_of(tables: Mapping[str, Any], books: Books) -> tuple[tuple[Change, ...], Game]:
    """Return the changes that a file's tables stand for, and the game that they make."""
    if tables.get("format", FORMAT) != FORMAT:
        raise Malformed(
            _("the format is {found!r}; a game says {right!r}").format(found=tables["format"], right=FORMAT),
            "format",
        )
    told = _table(GameTable, tables, "")
    started = _started(told, books)
    changes: list[Change] = [started]
    game = _at("set", start, started)
    for index, rows in enumerate(told.rounds):
        for place, change in _round(game, index, rows):
            changes.append(change)
            game = _at(place, apply, change, game)
    for place, change in _closing(told):
        changes.append(change)
        game = _at(place, apply, change, game)
    return tuple(changes), game


def _closing(told: GameTable) -> Iterator[tuple[str, Change]]:
    if told.tie_draw:
        yield "tie_draw", TieDrawn(told.tie_draw)
    if told.finished:
        yield "finished", Finished()


def _started(told: GameTable, books: Books) -> Started:
    players = _at("players", clean_players, told.players)
    house = _at("house", read_changes, told.house)
    first = told.first_starter
    if first is not None and first not in players:
        raise Malformed(
            _("nobody called {name!r} sits at this table; {hint}").format(
                name=first, hint=nearest(first, players)
            ),
            "first_starter",
        )
    return Started(
        title=_at("title", clean_title, told.title),
        date=told.date,
        set_size=told.set,
        players=players,
        book=_at("rules", clean_title, told.rules),
        rules=_rules(told, house, books),
        house=house,
        first_starter=first,
    )


def _rules(told: GameTable, house: Mapping[str, Value], books: Books) -> Rules:
    """Return the rules in force as the file carries them; else its rule book with the house's changes."""
    if told.rules_in_force is None:
        if told.carries_rules:
            raise Malformed(
                _("the end of the file is missing: it says that it carries [rules_in_force]"), "carries_rules"
            )
        book = _at("rules", books, told.rules)
        return _at("house", with_changes, book.rules, house)
    rules = _at("rules_in_force", _complete, told.rules_in_force)
    for key, value in house.items():
        if value != (found := value_of(rules, key)):
            raise Malformed(
                _("{value} contradicts [rules_in_force], which says {found}; change it there as well").format(
                    value=plain(value), found=plain(found)
                ),
                f"house.{key}",
            )
    return rules


def _complete(tables: Mapping[str, Value]) -> Rules:
    return complete(read_changes(tables))


def _at(place: str, read: Callable[..., Read], *values: Any) -> Read:
    """Read or apply something; say where in the file it stands if it is faulty."""
    try:
        return read(*values)
    except Malformed as error:
        raise Malformed(error.message, _under(place, error.where)) from None
    except (Impossible, NotFound) as error:
        raise Malformed(str(error), place) from None


def _round(game: Game, index: int, rows: Any) -> Iterator[tuple[str, Change]]:
    """Yield the changes of one `[[rounds]]`, each with its place in the file."""
    place, number = f"rounds[{index}]", index + 1
    told = _table(RoundTable, rows, place)
    wanted = _at(place, game.round, number).double
    if told.double != wanted:
        raise Malformed(
            _("round {number} is {wanted}-{wanted} in this game's schedule, not {double}-{double}").format(
                number=number, wanted=wanted, double=told.double
            ),
            f"{place}.double",
        )
    scored = RoundScored(
        round=number,
        entries=_entries(game, told, place),
        ending=_ending(told, place),
        started_with=told.started_with,
        note=told.note,
    )
    if scored != RoundScored(round=number, ending=None, started_with=None, note=""):
        yield place, scored
    for position, row in enumerate(told.calls):
        where = f"{place}.calls[{position}]"
        yield where, CallMade(number, Call(**msgspec.structs.asdict(_table(CallTable, row, where))))


def _ending(told: RoundTable, place: str) -> Ending | None:
    ended = ("out", "blocked")
    if told.ended is not None and told.ended not in ended:
        raise Malformed(
            _("{word!r} is not how a round ends; {hint}").format(
                word=told.ended, hint=nearest(told.ended, ended)
            ),
            f"{place}.ended",
        )
    if (told.ended == "out") != (told.out is not None):
        raise Malformed(_('`out` names who went out, and goes with ended = "out"'), f"{place}.out")
    if told.open_foot is not None and told.ended != "blocked":
        raise Malformed(_('`open_foot` goes with ended = "blocked"'), f"{place}.open_foot")
    if told.ended is None:
        return None
    return Blocked(told.open_foot) if told.out is None else Out(told.out)


def _entries(game: Game, told: RoundTable, place: str) -> dict[str, Entry]:
    """Return what was entered for every hand, by player."""
    entries: dict[str, Entry] = {}
    for where, name, entry in _each_entry(game, told, place):
        player = _at(where, game.player, name)
        if player in entries:
            raise Malformed(_("{name} is entered twice in this round").format(name=player), where)
        if told.out is not None and player == _at(f"{place}.out", game.player, told.out):
            raise Malformed(
                _("{name} went out, so nothing can be left in that hand").format(name=player), where
            )
        _at(where, check_entry, game, player, entry)
        entries[player] = entry
    return entries


def _each_entry(game: Game, told: RoundTable, place: str) -> Iterator[tuple[str, str, Entry]]:
    _check_pips(told, place)
    for name, text in told.hands.items():
        where = f"{place}.hands.{name}"
        tiles = _at(where, parse_tiles, _typed(str, text, where), game.set_size)
        yield where, name, Hand(tiles)
    for name, count in told.pips.items():
        where = f"{place}.pips.{name}"
        blanks = _typed(int, told.blank_halves.get(name, 0), f"{place}.blank_halves.{name}")
        yield where, name, Pips(_typed(int, count, where), name == told.double_blank, blanks)
    for name, count in told.points.items():
        where = f"{place}.points.{name}"
        yield where, name, Points(_typed(int, count, where))


def _check_pips(told: RoundTable, place: str) -> None:
    """Raise Malformed where a blank is told of somebody whose pips are not given."""
    holder = [] if told.double_blank is None else [("double_blank", told.double_blank)]
    for key, name in [*holder, *(("blank_halves", name) for name in told.blank_halves)]:
        if name not in told.pips:
            raise Malformed(
                _("{name!r} has no pips in this round, so no blanks beside them; {hint}").format(
                    name=name, hint=nearest(name, told.pips)
                ),
                f"{place}.{key}",
            )


def _typed(kind: type[Any], value: Any, place: str) -> Any:
    if type(value) is kind:
        return value
    right = {str: _('text such as "5-0 3-2"'), int: _("a whole number")}[kind]
    raise Malformed(_("{value!r} does not fit; {right} would do").format(value=value, right=right), place)


def _table(kind: type[Table], rows: Any, place: str) -> Table:
    """Read one table strictly; the values of free tables within it are read later."""
    fields = kind.__struct_fields__
    if not isinstance(rows, Mapping):
        raise Malformed(_("a table belongs here, with {names}").format(names=", ".join(fields)), place)
    for key in rows:
        if key not in fields:
            raise Malformed(
                _("there is no such key; {hint}").format(hint=nearest(key, fields)), _under(place, key)
            )
    try:
        return msgspec.convert(rows, kind, builtin_types=(date, datetime))
    except msgspec.ValidationError as error:
        told, _dollar, path = str(error).replace("`", "").partition(" - at $.")
        raise Malformed(told, _under(place, path)) from None


def _under(place: str, key: str) -> str:
    return ".".join(filter(None, (place, key)))
