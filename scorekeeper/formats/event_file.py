"""The files of an event over many tables: all of it as `scorekeeper-event/1`, roster and totals as CSV."""

import csv
import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

import msgspec
import tomli_w

from scorekeeper.club import Club, ClubPerson, ClubStarted, Missed, ScoredBy, TableTotals
from scorekeeper.errors import Malformed, at_place, nearest
from scorekeeper.formats.game_file import Books, log_of, show_game
from scorekeeper.game import GameLog, name_key, parse_names, shared_fields
from scorekeeper.reading import answered
from scorekeeper.rules import build_rules, plain_value, read_changes, rule_values
from scorekeeper.system import Source, csv_lines, parse_toml, read_at, read_table, read_toml
from scorekeeper.text import _, whole_number

EVENT_FORMAT = "scorekeeper-event/1"


class SeatedTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`[[tables]]`: a table in a sitting, its totals where they were entered, and its game as a game file has it."""

    sitting: int
    table: int
    players: tuple[str, ...]
    totals: dict[str, int] = {}
    game: str = ""


class EventTables(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The whole file."""

    format: str
    title: str
    date: dt.date
    set: int
    rules: str
    sittings: int
    fewest: int
    most: int
    by: ScoredBy
    missed: Missed
    house: dict[str, Any] = {}
    people: tuple[ClubPerson, ...] = ()
    tables: tuple[SeatedTable, ...] = ()
    rules_in_force: dict[str, Any]


class EventFile(NamedTuple):
    """What a file says of an event: its start, its roster, its tables, and the game of each that has one."""

    started: ClubStarted
    people: tuple[ClubPerson, ...]
    tables: tuple[tuple[SeatedTable, GameLog | None], ...]


def show_event(club: Club, games: Mapping[str, GameLog]) -> str:
    """Return the text of an event's file; `games` are those of its tables."""
    started = club.started
    tables = tuple(
        SeatedTable(
            sitting=sitting,
            table=table.number,
            players=table.players,
            totals=dict(club.totals.get((sitting, table.number), {})),
            game=show_game(games[table.game].game) if table.game in games else "",
        )
        for sitting, drawn in enumerate(club.sittings, start=1)
        for table in drawn
    )
    whole = EventTables(
        **shared_fields(started, EventTables)
        | {
            "format": EVENT_FORMAT,
            "set": started.set_size,
            "rules": started.book,
            "house": _plain(started.house),
            "people": tuple(club.people.values()),
            "tables": tables,
            "rules_in_force": _plain(rule_values(started.rules)),
        }
    )
    return tomli_w.dumps(msgspec.to_builtins(whole, builtin_types=(dt.date,)), multiline_strings=True)


def _plain(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return rules as TOML has them; `false` stands for one that is removed."""
    return {key: False if value is None else plain_value(value) for key, value in changes.items()}


def read_event(path: Source, books: Books, at: dt.datetime) -> EventFile:
    """Read the file of an event. Raises Malformed with file and key path, or Unavailable if it cannot be read."""
    tables = read_toml(path)
    with at_place(str(path)):
        if tables.get("format") != EVENT_FORMAT:
            sentence = _(
                "This is not the file of an event, which says format = “{right}”.", right=EVENT_FORMAT
            )
            raise Malformed(sentence, "format")
        whole = read_table(EventTables, tables, "")
        started = shared_fields(whole, ClubStarted) | {
            "set_size": whole.set,
            "book": whole.rules,
            "house": read_at("house", read_changes, whole.house),
            "rules": read_at(
                "rules_in_force", build_rules, read_at("rules_in_force", read_changes, whole.rules_in_force)
            ),
        }
        games = [
            read_at(f"tables[{number}].game", _game, table.game, books, at)
            for number, table in enumerate(whole.tables)
        ]
        return EventFile(ClubStarted(**started), whole.people, tuple(zip(whole.tables, games, strict=True)))


def _game(text: str, books: Books, at: dt.datetime) -> GameLog | None:
    return log_of(parse_toml(text.encode()), books, at) if text else None


def list_as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a list as CSV, with its header."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


ROSTER, TOTALS = ("name", "table", "apart", "together", "here"), ("sitting", "table", "name", "points")
"""The columns of a roster, and of totals."""


def roster_rows(club: Club) -> Iterator[Sequence[object]]:
    """Yield the roster as the rows of a list."""
    for person in club.people.values():
        wishes = (", ".join(names) for names in (person.apart, person.together))
        yield person.name, person.table or "", *wishes, _("yes") if person.here else _("no")


def read_roster(text: str, club: Club) -> tuple[ClubPerson, ...]:
    """Return the people of a CSV text; what it has no column for stays as it is. Raises Malformed with the line."""
    people = []
    for line, cells in _rows(text, ROSTER, ROSTER[:1]):
        with at_place(_("line {number}", number=line)):
            known = club.people.get(name_key(cells["name"]))
            facts = msgspec.structs.asdict(known) if known else {}
            facts |= {
                name: parse_names(cells[name].replace(";", ","))
                for name in ("apart", "together")
                if name in cells
            }
            if "table" in cells:
                facts["table"] = _number(cells["table"], "table") if cells["table"] else None
            if "here" in cells:
                facts["here"] = _is_here(cells["here"])
            people.append(ClubPerson(**facts | {"name": cells["name"]}))
    return tuple(people)


def _is_here(cell: str) -> bool:
    if cell and answered(cell) not in ("y", "n"):
        raise Malformed(
            _("“{cell}” does not say whether somebody is here; write yes or no.", cell=cell), "here"
        )
    return answered(cell) != "n"


def read_totals(text: str, sitting: int) -> tuple[TableTotals, ...]:
    """Return the totals of a CSV text, of this sitting where it says none. Raises Malformed with the line.

    Lines without points are tables that are still out.
    """
    totals: dict[tuple[int, int], dict[str, int]] = {}
    for line, cells in _rows(text, TOTALS, TOTALS[1:]):
        with at_place(_("line {number}", number=line)):
            if not cells["points"]:
                continue
            numbers = (
                _number(cells.get("sitting") or str(sitting), "sitting"),
                _number(cells["table"], "table"),
            )
            entered = totals.setdefault(numbers, {})
            if cells["name"] in entered:
                raise Malformed(_("{name} is named twice here.", name=cells["name"]))
            entered[cells["name"]] = _number(cells["points"], "points")
    return tuple(TableTotals(*numbers, entered) for numbers, entered in totals.items())


def _number(cell: str, column: str) -> int:
    number = whole_number(cell)
    if number is None or abs(number) > 1_000_000:
        raise Malformed(_("“{cell}” is no number of the column {column}.", cell=cell, column=column))
    return number


def _rows(text: str, columns: Sequence[str], needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines of a CSV text with their cells by column. Raises Malformed for other columns than these."""
    lines = [(line, [" ".join(cell.split()) for cell in cells]) for line, cells in csv_lines(text)]
    lines = [(line, cells) for line, cells in lines if any(cells)]
    header = [cell.casefold() for cell in lines[0][1]] if lines else []
    for column in header:
        if column not in columns:
            raise Malformed(
                _("There is no column “{column}”; {hint}", column=column, hint=nearest(column, columns))
            )
    if missing := [column for column in needed if column not in header]:
        raise Malformed(
            _("The column {column} is missing; the first line names the columns.", column=missing[0])
        )
    for line, cells in lines[1:]:
        yield line, dict(zip(header, [*cells, *[""] * len(header)], strict=False))
