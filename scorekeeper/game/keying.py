"""A whole sheet keyed back from paper, cell by cell, beside what the game has already.

A cell is one player's hand in one round. What stands on paper are points, so a plain number is taken as
points here; everything else is read as on any entry line (`notation`). An empty cell was not keyed, which
is never zero.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from scorekeeper import reading
from scorekeeper.errors import Malformed, at_place
from scorekeeper.game.apply import apply_event
from scorekeeper.game.events import RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.names import name_key
from scorekeeper.game.notation import OUT, WentOut, parse_entry, show_entry
from scorekeeper.game.round import Blocked, Ending, Entry, EntryCell, Out, Pips, Points, Round, SitsOut
from scorekeeper.text import N_, _

HAS_LEFT, NOT_ENTERED = "left", "?"
"""What a cell says of somebody who is gone, and of somebody who is there and not entered, where it must."""

_BLOCKED = re.compile(r"b?[, ]*(\d{1,2})(?:-\d{1,2})?(?: [^,]*)?")

CellValue: TypeAlias = int | WentOut | SitsOut | None
"""What a cell counts: points, WentOut for the player who went out, SitsOut; None where nothing was keyed."""


class Correction(NamedTuple):
    """A cell that the game has already, and that a sheet has otherwise."""

    player: str
    entered: CellValue
    written: CellValue


def cell_change(played: Round, player: str, entry: Entry | WentOut | None) -> RoundScored:
    """Return the change that gives a player an entry, lets them go out, or with None takes the entry away."""
    if isinstance(entry, WentOut):
        return RoundScored(round=played.number, ending=Out(player))
    if played.out == player:
        return RoundScored(round=played.number, ending=None, entries={player: entry})
    return RoundScored(round=played.number, entries={player: entry})


def keyed_change(game: Game, number: int, player: str, typed: str) -> RoundScored:
    """Return the change that a cell makes. Raises Malformed if it cannot be read."""
    played = game.round(number)
    read = parse_entry(typed, game.set_size, "cell")
    entry = read if read is None or isinstance(read, WentOut) else as_points(read)
    # Points may be 0 for more reasons than pips: a blocked round may let the lowest hand off.
    scoring = game.rules_of(number).scoring
    free = played.blocked or played.out not in (None, player)
    certain = scoring.out == 0 and scoring.double_blank != 0 and scoring.blocked != "low-hand-zero"
    if entry == Points(0) and certain and not free:
        entry = WentOut()
    return cell_change(played, player, entry)


def keyed_round(sheet: Game, record: Game, number: int, ended: str, cells: Mapping[str, str]) -> Game:
    """Return a sheet of the record's game with the entries of one round: how it ended, and each player's cell.

    Raises Malformed with the player, and Impossible.
    """
    if (ending := _ending(sheet, ended)) is not None:
        sheet = apply_event(RoundScored(round=number, ending=ending), sheet)
    for player, cell in cells.items():
        if cell not in ("", HAS_LEFT, NOT_ENTERED) and not _has_gone_out(sheet, number, player, cell):
            sheet = _with_cell(sheet, record, number, player, cell)
    return sheet


def _has_gone_out(sheet: Game, number: int, player: str, cell: str) -> bool:
    """Whether a cell has the points of the player who went out, with or without those for calls or a marker."""
    if sheet.round(number).out != player:
        return False
    rules = sheet.rules_of(number)
    more = int(cell) - rules.scoring.out if cell.removeprefix("-").isdecimal() else -1
    charged = more > 0 and (
        more == rules.scoring.marker or (rules.little.points > 0 and more % rules.little.points == 0)
    )
    return charged or more == 0 or cell == str(sheet.points[number - 1][player])


def _with_cell(sheet: Game, record: Game, number: int, player: str, cell: str) -> Game:
    """Return the sheet with the hand in one cell; a number equal to the record's points is taken as points."""
    played, counted = sheet.round(number), counted_value(record, number, player)
    with at_place(player):
        if isinstance(counted, int) and cell == str(counted):
            what = cell_change(played, player, Points(counted))
        elif reading.day_of_year(cell) is not None:
            sentence = N_(
                "“{text}” is a date, which a spreadsheet makes of a tile such as 6-4; write the points."
            )
            raise Malformed(_(sentence, text=cell))
        elif re.fullmatch(r"\d+,\d+", cell):  # on a line of tiles it would be their sum
            raise Malformed(_("“{text}” is not a whole number; write the points.", text=cell))
        else:
            what = keyed_change(sheet, number, player, cell)
        if played.out is not None and what.ending not in (UNSET, Out(played.out)):
            sentence = N_("“{text}” is impossible: on this line {name} went out.")
            raise Malformed(_(sentence, text=cell, name=played.out))
    return apply_event(what, sheet)


def _ending(game: Game, cell: str) -> Ending | None:
    """Parse the end of a round, as exports write it or shorter (`Ana`, `b`, `b4`)."""
    word = name_key(cell)
    endings: dict[str, Ending | None] = {name.casefold(): Out(name) for name in game.players}
    endings |= {"": None, "blocked": Blocked()}
    endings |= {f"{name} out".casefold(): Out(name) for name in game.players}
    if word in endings:
        return endings[word]
    if foot := _BLOCKED.fullmatch(word.removeprefix("blocked")):
        return Blocked(int(foot[1]))
    if word != NOT_ENTERED and reading.says_blocked(word):
        return Blocked()
    with suppress(Malformed):
        return Out(game.player(word.removesuffix(" out")))
    sentence = N_(
        "“{word}” is not an ending; write who went out, b for blocked, or b4 for a block short of toes on 4-4."
    )
    raise Malformed(_(sentence, word=cell))


def seem_running(rows: Sequence[Mapping[str, int]], least: int = 4) -> bool:
    """Whether the numbers on the lines of a sheet are running totals: none falls, in so many steps at least.

    The points of rounds hardly ever rise for everybody, and each round that is not blocked has a 0.
    """
    steps = rising_steps(rows)
    return (
        steps is not None and steps >= least and len(rows) > 2 and not all(0 in row.values() for row in rows)
    )


def rising_steps(rows: Sequence[Mapping[str, int]]) -> int | None:
    """Return from how many numbers to the next of the same player there is no fall; None where one falls."""
    columns: dict[str, list[int]] = {}
    for row in rows:
        for name, number in row.items():
            columns.setdefault(name, []).append(number)
    steps = [before <= after for column in columns.values() for before, after in pairwise(column)]
    return len(steps) if all(steps) else None


def as_points(entry: Entry) -> Entry:
    """Return the entry with a plain count taken as points, as paper has them.

    >>> as_points(Pips(23)), as_points(Pips(9, double_blank=True))
    (Points(count=23), Pips(count=9, double_blank=True, blank_halves=0))
    """
    if isinstance(entry, Pips) and not entry.double_blank and not entry.blank_halves:
        return Points(entry.count)
    return entry


def means_out(game: Game, played: Round, entry: Entry | WentOut | None) -> bool:
    """Whether 0 typed for a hand can only mean that the player went out (fact D5)."""
    return entry == Pips(0) and game.rules_of(played.number).scoring.double_blank != 0 and played.out is None


def without_entries(game: Game) -> Game:
    """Return the game with no hand entered, for a sheet of it; calls stay, for they cost points."""
    rounds = tuple(
        Round(played.number, played.double, played.started_with, calls=played.calls, began=played.began)
        for played in game.rounds
    )
    return replace(game, rounds=rounds, finished=False)


def counted_value(game: Game, number: int, player: str) -> CellValue:
    """Return what a cell of the record counts."""
    held = held_entry(game, EntryCell(number, player))
    return held if held is None or isinstance(held, WentOut | SitsOut) else game.points[number - 1][player]


def paper_value(game: Game, number: int, player: str) -> CellValue:
    """Return what a keyed cell shows on paper: points as they stand there, whatever the rules would add."""
    entry = game.round(number).entries.get(player)
    return entry.count if isinstance(entry, Points) else counted_value(game, number, player)


def agree(game: Game, sheet: Game, number: int, player: str) -> bool:
    """Whether a cell of a sheet agrees with the record."""
    played, other = game.round(number), sheet.round(number)
    if player in (played.out, other.out):
        return played.out == other.out
    entry = played.entries.get(player)
    if entry is None or entry == other.entries.get(player):
        return player not in other.entries or entry is not None
    return counted_value(game, number, player) == paper_value(sheet, number, player)


def sheet_corrections(game: Game, sheet: Game, number: int) -> tuple[Correction, ...]:
    """Return what a sheet would correct in a round, player by player; what is empty in either corrects nothing."""
    cells = (
        Correction(name, counted_value(game, number, name), paper_value(sheet, number, name))
        for name in game.players_of(number)
        if not agree(game, sheet, number, name)
    )
    return tuple(cell for cell in cells if cell.entered is not None and cell.written is not None)


def takeover_change(game: Game, sheet: Game, number: int, reason: str | None = None) -> RoundScored | None:
    """Return the change that gives the game what a sheet has of a round; None if they agree.

    What the sheet leaves empty stays as it is.
    """
    before, after = game.round(number), sheet.round(number)
    entries = {name: entry for name, entry in after.entries.items() if not agree(game, sheet, number, name)}
    ending: Ending | UnsetType | None = UNSET
    if (after.out != before.out and after.out is not None) or (after.blocked and not before.blocked):
        ending = after.ending
    elif before.out in entries:
        ending = None
    if not entries and ending is UNSET:
        return None
    return RoundScored(round=number, entries=entries, ending=ending, reason=reason)


def held_entry(game: Game, cell: EntryCell) -> Entry | WentOut | None:
    """Return what a cell holds: an entry, WentOut, or nothing."""
    played = game.round(cell.round)
    return WentOut() if played.out == cell.player else played.entries.get(cell.player)


def show_held(entry: Entry | WentOut | None) -> str:
    """Return what a cell holds as it would be typed there.

    >>> show_held(Points(23)), show_held(WentOut()), show_held(None), show_held(Pips(9, double_blank=True))
    ('23', 'o', '', '9+0-0')
    """
    if entry is None:
        return ""
    if isinstance(entry, WentOut):
        return OUT
    return str(entry.count) if isinstance(entry, Points) else show_entry(entry)


def keying_order(game: Game, by_player: bool) -> tuple[EntryCell, ...]:
    """Return every cell of a sheet in the order of keying: down the players, or along the rounds."""
    numbers = range(1, game.last_number + 1)
    cells = [EntryCell(number, name) for number in numbers for name in game.players_of(number)]
    return tuple(sorted(cells, key=lambda cell: game.players.index(cell.player)) if by_player else cells)


def first_empty_cell(game: Game, by_player: bool) -> EntryCell:
    """Return the first cell with nothing in it; the very first where none is empty."""
    order = keying_order(game, by_player)
    return next((cell for cell in order if held_entry(game, cell) is None), order[0])
