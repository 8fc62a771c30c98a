"""Turns a table into a game: a new one for `import`, or what a table says of a game that there is, for `key`.

What cannot be right is refused with its line; what may be right, and would surprise somebody, is a doubt. Nothing is
stored here.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from difflib import SequenceMatcher
from itertools import chain, pairwise
from typing import NamedTuple

from msgspec.structs import replace

from scorekeeper.checks import game_findings
from scorekeeper.dates import show_short_day
from scorekeeper.errors import Impossible, Malformed, at_place
from scorekeeper.game import (
    HAS_LEFT,
    Call,
    CallMade,
    Change,
    Finished,
    Game,
    GameLog,
    PlayerJoined,
    PlayerLeft,
    RoundScored,
    Started,
    Stay,
    begin_game,
    keyed_round,
    lookalikes,
    name_key,
    naming_round,
    says_out,
    says_sits_out,
    seem_running,
    shared_fields,
    takeover_change,
    without_entries,
)
from scorekeeper.reading import NOTHING, Line, WrittenCell, WrittenTable, fault, label_of, parse_day
from scorekeeper.rules import RuleBook, Value, doubles_in_periods
from scorekeeper.text import N_, _, folded, join_and, join_with_commas
from scorekeeper.tiles import SET_SIZES

_WHOLE = re.compile(r"-?\d{1,6}")


class KeyedSheet(NamedTuple):
    """What a table says of a game: the game with nothing else entered, and the totals as written."""

    game: Game
    totals: Mapping[str, int]


class ImportHints(NamedTuple):
    """Where somebody says what a table leaves open, in the words of the face that asks."""

    set_size: str
    players: str
    numbers: str
    rules: str


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
    hints: ImportHints
    own_rules: bool = True
    """Whether a table that names its rule book is read by that one."""


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
    table, changes = _seated(table, names), list[PlayerJoined | PlayerLeft]()
    for name in table.names:
        points = 0
        for stay in _stays(table, _numbers(table, game), name, name in game.players):
            points += stay.points
            if stay != Stay(name, left=stay.left):
                given = points if stay.points else None
                changes.append(PlayerJoined(player=name, round=stay.joined, begins=stay.begins, points=given))
            if stay.left:
                changes.append(PlayerLeft(player=name, round=stay.left))
    return tuple(sorted(changes, key=lambda change: (change.round or 0, isinstance(change, PlayerLeft))))


def _seated(table: WrittenTable, names: Mapping[str, str]) -> WrittenTable:
    """Return a table with the player in the place of each name in it."""
    players = tuple(names[name] for name in table.names)
    if len({*players}) < len(players):
        raise Malformed(_("The first line of a sheet has a column twice; each player has one."))
    others = [name for name in names if names[name] != name]
    out = {name_key(name) + end: f"{names[name]} out" for name in others for end in ("", " out")}

    def renamed(row: Mapping[str, WrittenCell]) -> Mapping[str, WrittenCell]:
        return {names[name]: cell for name, cell in row.items()}

    def seated(line: Line) -> Line:
        cells, running, given = map(renamed, (line.cells, line.running, line.given))
        ended = out.get(name_key(line.ended), line.ended)
        return line._replace(cells=cells, running=running, given=given, ended=ended)

    rounds, totals = tuple(map(seated, table.rounds)), tuple(map(seated, table.totals))
    return table._replace(names=players, rounds=rounds, totals=totals)


def _stays(table: WrittenTable, numbers: Sequence[int], name: str, was_there: bool) -> list[Stay]:
    """Return when a player was at the table; the first stay of somebody who `was_there` has begun before.

    Who has an empty cell in the last round alone is not entered yet.
    """
    stays, given, cell, last = [Stay(name)] * was_there, "", "", max(numbers, default=0)
    alone = len(numbers) == 1 and "rules" in table.facts

    def came(number: int) -> Stay:
        points = int(given) if given.isdecimal() else 0
        return Stay(name, number, None, points, "given" if points else "before" if stays else "zero")

    for number, line in sorted(zip(numbers, table.rounds, strict=True), key=lambda pair: pair[0]):
        cell, given = line.cells[name].text, line.given.get(name, NOTHING).text or given
        out = name_key(line.ended) in (name_key(name), name_key(f"{name} out"))
        there = cell != HAS_LEFT if cell or out else number == last and (was_there or alone)
        if there and not was_there:
            stays.append(came(number))
            given = ""
        elif was_there and not there:
            stays[-1] = replace(stays[-1], left=number)
        was_there = there
    if not stays or (given and not was_there):  # comes in the next round, or was gone before
        gone = last + 1 if stays or cell == HAS_LEFT else None
        stays.append(replace(came(last + 1), left=gone))
    return stays


def _numbers(table: WrittenTable, game: Game) -> list[int]:
    """Return the number of each round of a table. Raises Malformed for one that the game has not."""
    planned = _planned(table, game)
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
            sentence = N_("Round {double}-{double} is on the sheet more often than this game plays it.")
            raise fault(_(sentence, double=label.number), line.at)
        numbers.append(left[0])
    return numbers


def _planned(table: WrittenTable, game: Game) -> list[int]:
    """Return the double of each round of a game; another one that started a round changes those to come."""
    if not any(line.began for line in table.rounds):
        return [game.round(number).double for number in range(1, game.last_scheduled + 1)]
    planned, begun = list[int](), list[int]()
    while len(begun) < game.last_scheduled:
        due = doubles_in_periods(game.earlier, game.rules, game.set_size, begun)
        if not due:
            break
        label = label_of(table.rounds[len(begun)].began) if len(begun) < len(table.rounds) else None
        planned.append(due[0])
        begun.append(label.number if label else due[0])
    return planned


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
    ours = "rules" in table.facts
    if not ours:
        _refuse_helpers(table, plan.hints)
    table = _seated(table, names)
    running, doubts = _is_running(table, plan)
    if running:
        table = _as_points(table)
    elif not ours and not any(line.ended for line in table.rounds):
        _refuse_empty_winner(table)
    started = Started(
        title=table.title,
        date=_day(table.day, plan),
        set_size=plan.set_size or _set_of(table, plan.hints),
        players=table.names,
        book=plan.book.id,
        rules=plan.book.rules,
        house=plan.house,
    )
    numbers = _numbers(table, Game(**shared_fields(started, Game)))
    log = begin_game(replace(started, stays=tuple(_late_stays(table, numbers))), plan.at)
    table = _with_winners(table, log.game)
    log = _with_rounds(log, table, numbers, plan.at)
    game = log.game
    _check_totals(table, game, numbers, before)
    doubts += _doubts(table, game, plan)
    if "finished" in table.facts or not (
        ours or game.missing or game.complete or game.date >= plan.at.date()
    ):
        log = log.after(Finished(), plan.at)
    notes = (_("Its running totals were turned into points."),) if running else ()
    return ReadGame(log, notes, tuple(doubts))


def _late_stays(table: WrittenTable, numbers: Sequence[int]) -> Iterator[Stay]:
    """Yield when the players of a new game were at the table, unless it was all the time."""
    for name in table.names:
        for stay in _stays(table, numbers, name, was_there=False):
            if stay.joined == min(numbers):  # a table without its first rounds still tells who began
                stay = replace(stay, joined=1)
            if stay != Stay(name):
                yield stay


def _with_rounds(log: GameLog, table: WrittenTable, numbers: Sequence[int], at: datetime) -> GameLog:
    """Return the log with every round of a table, in their order, and what each was charged for."""
    sheet = read_sheet(table, log.game).game
    for number, line in sorted(zip(numbers, table.rounds, strict=True), key=lambda pair: pair[0]):
        change = takeover_change(log.game, sheet, number)
        if began := label_of(line.began):
            change = replace(change or RoundScored(round=number), started_with=began.number)
        if change is not None:
            log = log.after(change, at)
            for charge in _charges(log.game, number, line):
                log = log.after(charge, at)
    return log


def _with_winners(table: WrittenTable, game: Game) -> WrittenTable:
    """Return a table of other people in which the one 0 of a round says who went out, if rules let that count 0."""
    scoring, rounds = game.rules.scoring, list[Line]()
    for line in table.rounds:
        zeros = [name for name, cell in line.cells.items() if _points(cell) == 0]
        sure = len(zeros) == 1 and not line.ended and "rules" not in table.facts
        if sure and scoring.out == 0 and scoring.blocked != "low-hand-zero":
            line = line._replace(ended=f"{zeros[0]} out")
        rounds.append(line)
    return table._replace(rounds=tuple(rounds))


def _doubts(table: WrittenTable, game: Game, plan: ImportPlan) -> Iterator[str]:
    """Yield what would surprise somebody about a game: its day, alike names, and what was entered."""
    if table.half_day and plan.day is None:
        yield undated(game.date)
    yield from (pair.sentence for pair in lookalikes(game.players))
    errors = [finding for finding in game_findings(game) if finding.level == "error"]
    yield from (naming_round(game.round(error.round), error.message) for error in errors)
    if game.missing:
        rounds = dict.fromkeys(f"{missing.double}-{missing.double}" for missing in game.missing)
        yield _("Not everybody is entered in {rounds}.", rounds=join_and([*rounds]))


def _charges(game: Game, number: int, line: Line) -> Iterator[Change]:
    """Yield what explains more points on a line than were left in a hand: a marker, or calls that were missed."""
    marker, missed = (rules := game.rules_of(number)).scoring.marker, rules.little.points
    for name, cell in line.cells.items() if marker or missed else ():
        more = (_points(cell) or 0) - game.points[number - 1].get(name, 0)
        if 0 < more == marker:
            yield RoundScored(round=number, marked=(*game.round(number).marked, name))
        elif more > 0 and missed and more % missed == 0:
            call = Call("chickenlittle", name, effect="points")
            yield from [CallMade(number, call)] * (more // missed)


def _day(cell: WrittenCell, plan: ImportPlan) -> date:
    """Return the day of a game. Raises Malformed for a text that is no day, may be two, or is still to come."""
    if not cell.text:
        return plan.day or plan.at.date()
    with at_place(_("line {number}", number=cell.line)):
        return parse_day(cell.text, plan.at.date())


def undated(day: date) -> str:
    """Return the sentence about a game for which a file names no day."""
    return _("The file names no day for it, so {day} is taken.", day=show_short_day(day))


def _set_of(table: WrittenTable, hints: ImportHints) -> int:
    """Return the smallest set with all the doubles of a table. Raises Malformed if no round names one."""
    for size in SET_SIZES:
        if [str(size)] == table.facts.get("set"):
            return size
    if _is_counted(table):
        sentence = N_("The rounds are only counted here, so say which set it was: {how}.")
        raise fault(_(sentence, how=hints.set_size), table.rounds[0].at)
    labels = [(label.number, line.at) for line in table.rounds if (label := label_of(line.at.text))]
    if not labels:
        raise fault(N_("“{text}” is not a round; write its double, such as 9-9."), table.rounds[0].at)
    highest, cell = max(labels)
    if highest > max(SET_SIZES):
        raise fault(_("No set has the double {double}-{double}.", double=highest), cell)
    return next(size for size in SET_SIZES if size >= highest)


def _refuse_helpers(table: WrittenTable, hints: ImportHints) -> None:
    """Raise Malformed for a column that is about no player: it adds up, it counts, or it alone has no total."""
    totals = {name for line in table.totals[-1:] for name, cell in line.cells.items() if cell.text}
    rows = [{name: _points(cell) for name, cell in line.cells.items()} for line in table.rounds]
    for name in table.names:
        own = [row[name] for row in rows]
        others = [sum(points or 0 for other, points in row.items() if other != name) for row in rows]
        is_sum = len(own) > 1 and own == others and len(table.names) > 2
        counts = len(own) > 2 and own == [*range(1, len(own) + 1)]
        no_total = totals and name not in totals and any(line.cells[name].text for line in table.rounds)
        if is_sum or counts or no_total:
            sentence = N_("“{name}” may be no player; say who played: {how}.")
            raise fault(_(sentence, name=name, how=hints.players), table.rounds[0].at)


def _points(cell: WrittenCell) -> int | None:
    return int(cell.text) if _WHOLE.fullmatch(cell.text) else 0 if cell.text and says_out(cell.text) else None


def _is_away(cell: WrittenCell) -> bool:
    return not cell.text or cell.text == HAS_LEFT or says_sits_out(cell.text)


def _is_running(table: WrittenTable, plan: ImportPlan) -> tuple[bool, list[str]]:
    """Return whether the numbers are running totals, and what is in doubt about that.

    The totals of the file tell; without any, that none falls, for whoever went out has the same as before, not 0.
    """
    if plan.running is not None or "rules" in table.facts:
        return bool(plan.running), []
    there = [
        [(name, cell) for name, cell in line.cells.items() if not _is_away(cell)] for line in table.rounds
    ]
    cells = [{name: _points(cell) for name, cell in row} for row in there]
    rows = [{name: points for name, points in row.items() if points is not None} for row in cells]
    if rows != cells or any(cell.text for line in table.rounds for cell in line.running.values()):
        return False, []
    totals = table.totals[-1] if table.totals else None
    if totals and totals.rounds in (0, len(rows)):
        written = {name: _points(cell) for name, cell in totals.cells.items() if cell.text}
        last = {name: points for row in rows for name, points in row.items()}
        sums = {name: sum(row.get(name, 0) for row in rows) for name in last}
        return written == last != sums, []
    if seem_running(rows):
        return True, []
    if all(line.ended for line in table.rounds) or not _may_be_running(rows):
        return False, []
    return False, [_("These may be running totals, or points; say which: {how}.", how=plan.hints.numbers)]


def _may_be_running(rows: Sequence[Mapping[str, int]]) -> bool:
    """Whether numbers look like running totals, although they may be points, or most of them do."""
    columns = [[row[name] for row in rows if name in row] for name in dict.fromkeys(chain(*rows))]
    growing = sum(all(before <= after for before, after in pairwise(column)) for column in columns)
    if all(0 in row.values() for row in rows):
        return len(rows) > 3 and growing == len(columns)
    if len(rows) > 2:  # one slip of the pen does not make points of them
        return 2 * growing + (len(rows) > 3) > len(columns)
    return growing == len(columns) and any(column[0] == column[-1] > 0 for column in columns if column[1:])


def _as_points(table: WrittenTable) -> WrittenTable:
    """Return a table with points in the place of running totals. Raises Malformed where one falls."""
    last, rounds = dict[str, int](), list[Line]()
    for line in table.rounds:
        cells = dict(line.cells)
        for name, cell in line.cells.items():
            total = _points(cell)
            if not _is_away(cell) and (total is None or total < last.get(name, 0)):
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
        points = sum(sum(points.values()) for points in game.points[number - 1 : number])
        if line.summed.text and _whole(line.summed) != points:
            sentence = N_("The points of this line make {points}, not {text}.")
            raise fault(_(sentence, points=points, text=line.summed.text), line.summed)
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
