"""Turns a table into a game: a new one for `import`, or what a table says of a game that there is, for `key`.

What cannot be right is refused with its line; what may be right, and would surprise somebody, is a doubt. Nothing is
stored here.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from scorekeeper.checks import game_findings
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import (
    Begins,
    Finished,
    Game,
    GameLog,
    PlayerJoined,
    PlayerLeft,
    Started,
    Stay,
    begin_game,
    ended_stays,
    keyed_round,
    lookalikes,
    name_key,
    naming_round,
    says_out,
    seem_running,
    takeover_change,
    without_entries,
)
from scorekeeper.reading import NOTHING, Line, WrittenCell, WrittenTable, fault, label_of, parse_day
from scorekeeper.rules import RuleBook, Value
from scorekeeper.text import N_, _, folded, join_and, join_with_commas
from scorekeeper.tiles import SET_SIZES

_WHOLE = re.compile(r"-?\d{1,6}")


class KeyedSheet(NamedTuple):
    """What a table says of a game: the game with nothing else entered, and the totals as written."""

    game: Game
    totals: Mapping[str, int]


class ImportPlan(NamedTuple):
    """What is known of the games in tables, beside what the tables say."""

    book: RuleBook
    house: Mapping[str, Value]
    set_size: int | None
    running: bool | None
    """Whether the numbers are running totals, where somebody says so."""
    day: date | None
    """The day of a game whose table names none; that of the moment where nobody says so."""
    at: datetime


class ReadGame(NamedTuple):
    """A game as a table has it, what is to be said of it, and what would surprise somebody."""

    log: GameLog
    notes: tuple[str, ...]
    doubts: tuple[str, ...]


def read_sheet(table: WrittenTable, game: Game) -> KeyedSheet:
    """Read a table of this game.

    Raises Malformed with the line, the round, the player and what is wrong; Impossible for impossible entries.
    """
    table = _seated(table, {name: game.player(name) for name in table.names})
    if not table.rounds and not table.totals:
        raise Malformed(_("The table has no rounds."))
    sheet = without_entries(game)
    for number, line in zip(_numbers(table, game), table.rounds, strict=True):
        where = _("line {line}, round {double}-{double}", line=line.at.line, double=game.round(number).double)
        try:
            cells = {name: cell.text for name, cell in line.cells.items()}
            sheet = keyed_round(sheet, game, number, line.ended, cells)
        except Malformed as error:
            raise Malformed(error.message, ", ".join(filter(None, (where, error.where)))) from None
        except Impossible as error:
            raise error.within(where) from None
    written = [pair for line in table.totals for pair in line.cells.items() if pair[1].text]
    return KeyedSheet(sheet, {name: _whole(cell) for name, cell in written})


def read_company(table: WrittenTable, game: Game) -> tuple[PlayerJoined | PlayerLeft, ...]:
    """Return who joins and who leaves, by a table that is read into a game of which nothing was entered yet.

    Names that nobody has are new players, unless a player of the game has no column: then they are faults, which
    `read_sheet` tells. Whoever has an empty cell in a round that others have played past was not there.
    """
    names = {name: name for name in table.names}
    for name in table.names:
        with suppress(Malformed):
            names[name] = game.player(name)
    if any(played.under_way for played in game.rounds) or not {*game.players} <= {*names.values()}:
        return ()
    table = _seated(table, names)
    changes = [
        change
        for name in table.names
        for change in _comings(table, _numbers(table, game), name, name in game.players)
    ]
    return tuple(sorted(changes, key=lambda change: (change.round or 0, isinstance(change, PlayerLeft))))


def _seated(table: WrittenTable, names: Mapping[str, str]) -> WrittenTable:
    """Return a table with the player in the place of each name in it."""
    players = tuple(names[name] for name in table.names)
    if len({*players}) < len(players):
        raise Malformed(_("The first line of a sheet has a column twice; each player has one."))
    out = {
        name_key(name) + end: f"{names[name]} out"
        for name in names
        if names[name] != name
        for end in ("", " out")
    }

    def own(cells: Mapping[str, WrittenCell]) -> Mapping[str, WrittenCell]:
        return {names[name]: cell for name, cell in cells.items()}

    rounds, totals = (
        tuple(
            line._replace(
                cells=own(line.cells),
                running=own(line.running),
                ended=out.get(name_key(line.ended), line.ended),
            )
            for line in lines
        )
        for lines in (table.rounds, table.totals)
    )
    return table._replace(names=players, rounds=rounds, totals=totals, given=own(table.given))


def _comings(
    table: WrittenTable, numbers: Sequence[int], name: str, was_there: bool
) -> Iterator[PlayerJoined | PlayerLeft]:
    """Yield when a player came and left; who has an empty cell in the last round alone is not entered yet."""
    known, points = was_there, table.given.get(name, NOTHING).text

    def joined(number: int) -> PlayerJoined:
        stands = int(points) if points.isdecimal() else 0
        begins: Begins = "given" if stands else "before" if known else "zero"
        return PlayerJoined(player=name, round=number, begins=begins, points=stands or None)

    last = max(numbers, default=0)
    for number, line in sorted(zip(numbers, table.rounds, strict=True), key=lambda pair: pair[0]):
        out = name_key(line.ended) in (name_key(name), name_key(f"{name} out"))
        there = bool(line.cells[name].text) or out or (number == last and was_there)
        if there and not was_there:
            yield joined(number)
            known, points = True, ""
        elif was_there and not there:
            yield PlayerLeft(player=name, round=number)
        was_there = there
    if not known:  # who has not played yet comes in the next round
        yield joined(last + 1)


def _numbers(table: WrittenTable, game: Game) -> list[int]:
    """Return the number of each round of a table. Raises Malformed for one that the game has not."""
    planned = [game.round(number).double for number in range(1, game.last_scheduled + 1)]
    if _is_counted(table, planned):
        if len(table.rounds) > len(planned):
            raise fault(_("This game has {last} rounds.", last=len(planned)), table.rounds[len(planned)].at)
        return [*range(1, len(table.rounds) + 1)]
    numbers: list[int] = []
    for line in table.rounds:
        label = label_of(line.at.text)
        fitting = [number for number, double in enumerate(planned, 1) if label and label.number == double]
        left = [number for number in fitting if number not in numbers]
        if not label or not fitting:
            sentence = N_(
                "“{word}” is not a round of this game that is still to come; its rounds are {doubles}."
            )
            doubles = join_with_commas([f"{double}-{double}" for double in planned])
            raise fault(_(sentence, word=line.at.text, doubles=doubles), line.at)
        if not left:
            sentence = (
                N_("Round {double}-{double} is on the sheet twice.")
                if len(fitting) == 1
                else N_(
                    "Round {double}-{double} is on the sheet {lines} times; this game plays it {rounds} times."
                )
            )
            facts = {"double": label.number, "lines": len(fitting) + 1, "rounds": len(fitting)}
            raise fault(_(sentence, **facts), line.at)
        numbers.append(left[0])
    return numbers


def _is_counted(table: WrittenTable, planned: Sequence[int] = (1, 0)) -> bool:
    """Whether the rounds of a table are counted, 1 2 3 …, or not named at all. Raises Malformed if it may be."""
    labels = [label_of(line.at.text) for line in table.rounds]
    if not any(line.at.text for line in table.rounds):
        return True
    counts = [label.number for label in labels if label and not label.double]
    up = all(later == earlier + 1 for earlier, later in pairwise(counts))
    if table.doubles or len(counts) < max(2, len(labels)) or not up or counts == [*planned[: len(counts)]]:
        return False
    if counts[0] == 1 and planned[0] > planned[1]:
        return True
    sentence = N_(
        "The rounds {first}, {second} … may be counted, or doubles; write doubles as {first}-{first}."
    )
    raise fault(_(sentence, first=counts[0], second=counts[1]), table.rounds[0].at)


def read_new_game(
    table: WrittenTable, plan: ImportPlan, names: Mapping[str, str], before: Mapping[str, int]
) -> ReadGame:
    """Read a table into a game of its own; `names` has the player for each name in it.

    `before` are everybody's totals in the tables before it, which the last line of a file may add up. Raises
    Malformed with the line, or Impossible.
    """
    if not table.rounds:
        raise Malformed(_("The table has no rounds."))
    _refuse_helpers(table)
    table = _seated(table, names)
    running, doubts = _is_running(table) if plan.running is None else (plan.running, [])
    if running:
        table = _as_points(table)
    elif not any(line.ended for line in table.rounds):
        _refuse_empty_winner(table)
    started = Started(
        title=table.title,
        date=_day(table.day, plan),
        set_size=plan.set_size or _set_of(table),
        players=table.names,
        book=plan.book.id,
        rules=plan.book.rules,
        house=plan.house,
    )
    numbers = _numbers(table, begin_game(started, plan.at).game)
    stays = tuple(stay for name in table.names for stay in _stays(table, numbers, name))
    log = begin_game(replace(started, stays=stays), plan.at)
    sheet = read_sheet(table, log.game).game
    for number in range(1, len(sheet.rounds) + 1):
        if (change := takeover_change(log.game, sheet, number)) is not None:
            log = log.after(change, plan.at)
    game = log.game
    _check_totals(table, game, numbers, before)
    doubts += [pair.sentence for pair in lookalikes(game.players)]
    errors = [finding for finding in game_findings(game) if finding.level == "error"]
    doubts += [naming_round(game.round(error.round), error.message) for error in errors]
    if game.missing:
        rounds = dict.fromkeys(f"{missing.double}-{missing.double}" for missing in game.missing)
        doubts.append(_("Not everybody is entered in {rounds}.", rounds=join_and([*rounds])))
    elif not game.complete and game.date < plan.at.date():
        log = log.after(Finished(), plan.at)
    return ReadGame(
        log, (_("Its running totals were turned into points."),) if running else (), tuple(doubts)
    )


def _stays(table: WrittenTable, numbers: Sequence[int], name: str) -> list[Stay]:
    """Return when a player of a new game was at the table, unless it was all the time."""
    changes = [*_comings(table, numbers, name, was_there=False)]
    left = [change.round or 1 for change in changes if isinstance(change, PlayerLeft)]
    first = min(numbers)  # a table without its first rounds still tells who began
    came = [
        Stay(name, 1 if change.round == first else change.round or 1, None, change.points or 0, change.begins)
        for change in changes
        if isinstance(change, PlayerJoined)
    ]
    return [stay for stay in ended_stays(name, came, left) if stay != Stay(name)]


def _day(cell: WrittenCell, plan: ImportPlan) -> date:
    """Return the day of a game. Raises Malformed for a text that is no day, may be two, or is still to come."""
    if not cell.text:
        return plan.day or plan.at.date()
    try:
        return parse_day(cell.text, plan.at.date())
    except Malformed as error:
        raise error.within(_("line {number}", number=cell.line)) from None


def _set_of(table: WrittenTable) -> int:
    """Return the smallest set with all the doubles of a table. Raises Malformed if no round names one."""
    if _is_counted(table):
        raise fault(
            N_("The rounds are only counted here, so say which set it was: --set 12."), table.rounds[0].at
        )
    labels = [(label.number, line.at) for line in table.rounds if (label := label_of(line.at.text))]
    highest, cell = max(labels, default=(0, NOTHING))
    if highest > max(SET_SIZES):
        raise fault(_("No set has the double {double}-{double}.", double=highest), cell)
    return next(size for size in SET_SIZES if size >= highest)


def _refuse_helpers(table: WrittenTable) -> None:
    """Raise Malformed for a column that is about no player: it adds up, it counts, or it alone has no total."""
    totals = (
        {name: cell for name, cell in table.totals[-1].cells.items() if cell.text} if table.totals else {}
    )
    rows = [{name: _points(cell) for name, cell in line.cells.items()} for line in table.rounds]
    for name in table.names:
        own = [row[name] for row in rows]
        others = [sum(points or 0 for other, points in row.items() if other != name) for row in rows]
        is_sum = len(own) > 1 and own == others and len(table.names) > 2
        counts = len(own) > 2 and own == [*range(1, len(own) + 1)]
        if (
            is_sum
            or counts
            or (totals and name not in totals and any(line.cells[name].text for line in table.rounds))
        ):
            sentence = N_("“{name}” may be no player; --players says who played.")
            raise fault(_(sentence, name=name), table.rounds[0].at)


def _points(cell: WrittenCell) -> int | None:
    return int(cell.text) if _WHOLE.fullmatch(cell.text) else 0 if cell.text and says_out(cell.text) else None


def _is_running(table: WrittenTable) -> tuple[bool, list[str]]:
    """Return whether the numbers are running totals, and what is in doubt about that.

    The totals of the file tell; without any, that none falls, for whoever went out has the same as before, not 0.
    """
    cells = [{name: _points(cell) for name, cell in line.cells.items() if cell.text} for line in table.rounds]
    rows = [{name: points for name, points in row.items() if points is not None} for row in cells]
    if rows != cells or any(cell.text for line in table.rounds for cell in line.running.values()):
        return False, []
    totals = table.totals[-1] if table.totals else None
    if totals and totals.rounds in (0, len(rows)):
        written = {name: _points(cell) for name, cell in totals.cells.items() if cell.text}
        last = {name: points for row in rows for name, points in row.items()}
        return written == last and written != {
            name: sum(row.get(name, 0) for row in rows) for name in last
        }, []
    if seem_running(rows):
        return True, []
    zeros = all(0 in row.values() for row in rows)
    rising = all(
        row.get(name, 0) >= points for before, row in pairwise(rows) for name, points in before.items()
    )
    stayed = len(rows) == 2 and any(
        points and points == rows[0].get(name) for name, points in rows[1].items()
    )
    if not rising or all(line.ended for line in table.rounds) or not (len(rows) > 3 if zeros else stayed):
        return False, []
    return False, [_("These may be running totals, or points; --running or --points says which.")]


def _as_points(table: WrittenTable) -> WrittenTable:
    """Return a table with points in the place of running totals. Raises Malformed where one falls."""
    last, rounds = dict[str, int](), list[Line]()
    for line in table.rounds:
        cells = dict(line.cells)
        for name, cell in line.cells.items():
            total = _points(cell)
            if cell.text and (total is None or total < last.get(name, 0)):
                raise fault(N_("“{text}” is not a running total here."), cell)
            if total is not None:
                cells[name] = WrittenCell(str(total - last.get(name, 0)), cell.line)
                last[name] = total
        rounds.append(line._replace(cells=cells, summed=NOTHING))
    return table._replace(rounds=tuple(rounds))


def _refuse_empty_winner(table: WrittenTable) -> None:
    """Raise Malformed where nobody has 0 and a cell is empty: of who went out, or of who was not there."""
    for line in table.rounds:
        empty = [name for name, cell in line.cells.items() if not cell.text]
        if empty and not any(_points(cell) == 0 for cell in line.cells.values()):
            sentence = N_(
                "Nobody has 0 here, and {names} nothing: write 0 for who went out, - for who was not there."
            )
            raise fault(_(sentence, names=join_and(empty)), line.at)


def _check_totals(table: WrittenTable, game: Game, numbers: Sequence[int], before: Mapping[str, int]) -> None:
    """Raise Malformed for a total in the file that differs from that of the game."""
    for line in table.totals:
        until = numbers[line.rounds - 1] if 0 < line.rounds < len(numbers) else None
        for name, cell in line.cells.items():
            total = game.total(name, until)
            if cell.text and _whole(cell) != before.get(name, 0) + total:
                _compare(cell, name, total)
    for number, line in zip(numbers, table.rounds, strict=True):
        points = sum(game.points[number - 1].values())
        if line.summed.text and _whole(line.summed) != points:
            raise fault(
                _("The points of this line make {points}, not {text}.", points=points, text=line.summed.text),
                line.summed,
            )
        for name, cell in line.running.items():
            _compare(cell, name, game.total(name, number))


def _compare(cell: WrittenCell, name: str, total: int) -> None:
    if cell.text and _whole(cell) != total:
        sentence = N_("The file's total for {name} is {written}; its rounds make {total}.")
        raise fault(_(sentence, name=name, written=cell.text, total=total), cell)


def _whole(cell: WrittenCell) -> int:
    if not _WHOLE.fullmatch(cell.text):
        raise fault(N_("“{text}” is not a total; write a number."), cell)
    return int(cell.text)


def near_name(name: str, known: Collection[str]) -> str | None:
    """Return the known name that somebody may have meant by one that nobody has, if there is one.

    >>> near_name("Ana M.", ["Ben", "Ana"]), near_name("Anna", ["Ana"]), near_name("Bob", ["Ben"])
    ('Ana', 'Ana', None)
    """
    words = folded(name).split()
    for other in known:
        others = folded(other).split()
        same_first = words[0] == others[0] and 1 in (len(words), len(others))
        if same_first or SequenceMatcher(None, "".join(words), "".join(others)).ratio() >= 0.8:
            return other
    return None
