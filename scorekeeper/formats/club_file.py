"""The files of a club night: all of it as `scorekeeper-event/1`, roster and totals as CSV."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from scorekeeper.club import Club, ClubEvent, ClubLog, ClubPerson, ClubTable, TableTotals, replay_club
from scorekeeper.errors import Malformed, at_place, misfit, nearest
from scorekeeper.game import Event, GameLog, name_key, parse_names, replay_events
from scorekeeper.reading import answered
from scorekeeper.system import Source, checked_id, csv_lines, read_at, read_bytes
from scorekeeper.text import N_, _, whole_number

CLUB_FORMAT = "scorekeeper-event/1"


class ClubFile(msgspec.Struct):
    """The whole file, JSON: the night's id, all that happened at it, and at each table by the id of its game."""

    format: str
    id: str
    events: tuple[ClubEvent, ...]
    games: dict[str, tuple[Event, ...]]


def show_club(club_id: str, log: ClubLog, games: Mapping[str, GameLog]) -> bytes:
    """Return a club night's file; `games` are those of its tables."""
    played = {game_id: game.events for game_id, game in games.items()}
    whole = msgspec.json.encode(ClubFile(CLUB_FORMAT, club_id, log.events, played), enc_hook=dict)
    return msgspec.json.format(whole, indent=2) + b"\n"


def read_club(path: Source) -> tuple[str, ClubLog, dict[str, GameLog]]:
    """Read the file of a club night: its id, its log, its games. Raises Malformed with the place, or Unavailable."""
    data = read_bytes(path)
    with at_place(str(path)):
        try:
            file = msgspec.json.decode(data, type=ClubFile)
        except msgspec.ValidationError as error:
            raise misfit(error, msgspec.json.decode(data)) from None
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise Malformed(_("This is not the file of an event, or it is damaged.")) from None
        if file.format != CLUB_FORMAT:
            raise Malformed(_("The file of an event says “{right}”.", right=CLUB_FORMAT), "format")
        read_at("id", checked_id, file.id)
        for game_id in file.games:
            read_at("games", checked_id, game_id)
        log = read_at("events", replay_club, file.events)
        games = {key: read_at(f"games.{key}", replay_events, events) for key, events in file.games.items()}
        return file.id, log, games


ROSTER, TOTALS = ClubPerson.__struct_fields__, ("sitting", "table", "name", "points")
"""The columns of a roster, and of totals."""


def read_roster(text: str, club: Club) -> Iterator[ClubPerson]:
    """Yield the people of a CSV text; what it has no column for stays as it is. Raises Malformed with the line."""
    for cells in _rows(text, ROSTER, ROSTER[:1]):
        known = club.people.get(name_key(cells["name"])) or ClubPerson("")
        wishes = [wish for wish in ("apart", "together") if wish in cells]
        facts: dict[str, Any] = {wish: parse_names(cells[wish].replace(";", ",")) for wish in wishes}
        if "table" in cells:
            facts["table"] = _number(cells, "table") if cells["table"] else None
        if here := cells.get("here"):
            facts["here"] = answered(here) == "y"
            if answered(here) not in ("y", "n"):
                fault = _("“{cell}” does not say who is here; write yes or no.", cell=here)
                raise Malformed(fault, cells["line"])
        yield replace(known, name=cells["name"], **facts)


def read_totals(text: str, sitting: int) -> list[TableTotals]:
    """Return the totals of a CSV text, of this sitting where it says none. Raises Malformed with the line.

    Lines without points are tables that are still out.
    """
    totals: dict[tuple[int, int], dict[str, int]] = {}
    for cells in _rows(text, TOTALS, TOTALS[1:]):
        if cells["points"]:
            number = _number(cells, "sitting") if cells.get("sitting") else sitting
            entered = totals.setdefault((number, _number(cells, "table")), {})
            if name_key(cells["name"]) in map(name_key, entered):
                raise Malformed(_("{name} has a total already.", name=cells["name"]), cells["line"])
            entered[cells["name"]] = _number(cells, "points")
    return [TableTotals(*numbers, entered) for numbers, entered in totals.items()]


def typed_totals(sitting: int, table: ClubTable, words: Sequence[str]) -> TableTotals:
    """Return the totals of a table as people type them: `Ana=124 Ben=98`, or numbers in the order of the seats.

    Raises Malformed for anything else.
    """
    parts = [word.rpartition("=") for word in words]
    names = [name.strip() for name, _equals, _points in parts if name] or table.players
    points = [number for *_name, typed in parts if (number := whole_number(typed)) is not None]
    if not len(parts) == len(points) == len(names) == len({*map(name_key, names)}):
        sentence = N_(
            "Table {table} needs {count} whole numbers, such as 124 98 77, or each with a name, Ana=124."
        )
        raise Malformed(_(sentence, table=table.number, count=len(table.players)))
    return TableTotals(sitting, table.number, dict(zip(names, points, strict=True)))


def read_sizes(text: str) -> tuple[int, int]:
    """Return how many people a table has, at least and at most, such as 5 or 4-6. Raises Malformed."""
    least, _dash, largest = text.partition("-")
    fewest, most = whole_number(least), whole_number(largest or least)
    if fewest is None or most is None:
        raise Malformed(_("“{text}” is not how many sit at a table; write 5 or 4-6.", text=text))
    return fewest, most


def _number(cells: Mapping[str, str], column: str) -> int:
    number = whole_number(cells[column])
    if number is None or abs(number) > 1_000_000:
        sentence = _("“{cell}” is no number of the column {column}.", cell=cells[column], column=column)
        raise Malformed(sentence, cells["line"])
    return number


def _rows(text: str, columns: Sequence[str], needed: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the cells of each line by column, and the line. Raises Malformed for other columns than these."""
    lines = [(line, [" ".join(cell.split()) for cell in cells]) for line, cells in csv_lines(text)]
    lines = [(line, cells) for line, cells in lines if any(cells)]
    header = [cell.casefold() for cell in lines[0][1]] if lines else []
    for column in header:
        if column not in columns:
            hint = nearest(column, columns)
            raise Malformed(_("There is no column “{column}”; {hint}", column=column, hint=hint))
    if missing := [column for column in needed if column not in header]:
        raise Malformed(_("The first line names no column {column}.", column=missing[0]))
    for number, cells in lines[1:]:
        line = {"line": _("line {number}", number=number)}
        yield line | dict(zip(header, [*cells, *[""] * len(header)], strict=False))
