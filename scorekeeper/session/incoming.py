"""Games that come in from files, our own and tables that people made, up to where somebody agrees to keep them.

Faces show what was understood, ask about names and doubts, and store all of the games in one step, or none.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from scorekeeper.dates import show_short_day
from scorekeeper.errors import Impossible, Malformed, NotFound, at_place
from scorekeeper.formats import ImportPlan, near_name, read_log, read_new_game, read_sheets, undated
from scorekeeper.game import GameLog, name_key
from scorekeeper.history import Summary, summarise
from scorekeeper.reading import WrittenTable, games_in, tables_in
from scorekeeper.rules import RuleBook, Value
from scorekeeper.session.library import book_and_rules, shelf
from scorekeeper.system import Source, read_bytes
from scorekeeper.text import N_, _, join_and, join_with_commas, ngettext
from scorekeeper.tiles import set_name

MOST_FAULTS = 20
"""How many faults are named at once."""

_OURS = b"scorekeeper-"
"""What every file of ours says in its first lines."""

Found: TypeAlias = tuple[Source, GameLog | WrittenTable]
"""A game of ours or a table, and the file that has it."""


class Incoming(NamedTuple):
    """A game that somebody wants to keep, how it was understood, and what would surprise somebody about it."""

    file: Source
    log: GameLog
    table: WrittenTable | None = None
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where it stands."""
        if self.table is None or self.table.rounds[0].at.line < 2:
            return str(self.file)
        return _("{file}, line {line}", file=self.file, line=self.table.rounds[0].at.line)

    @property
    def sentence(self) -> str:
        """How it was understood: when, how many rounds, whose totals, and what was left out."""
        game, table = self.log.game, self.table
        facts = {
            "place": self.place,
            "day": show_short_day(game.date),
            "title": game.title,
            "rounds": ngettext("{count} round", "{count} rounds", game.rounds_played),
            "set": set_name(game.set_size),
            "totals": join_with_commas([f"{name} {game.total(name)}" for name in game.players]),
        }
        sentence = (
            N_("{place}: {day}, “{title}”, {rounds} of {set}: {totals}.")
            if game.title
            else N_("{place}: {day}, {rounds} of {set}: {totals}.")
        )
        parts = [_(sentence, **facts), *self.notes]
        if table and table.totals:
            parts.append(_("The totals are those of the file."))
        if table and not table.day.text and (sentence := undated(game.date)) not in self.doubts:
            parts.append(sentence)
        if table and table.left_out:
            parts.append(_("Left out: {columns}.", columns=join_with_commas(table.left_out)))
        return " ".join(parts)


def read_files(files: Iterable[Source], players: Collection[str], at: datetime) -> Iterator[Found]:
    """Yield what is in files; `players` are the only ones, if anybody is named.

    Raises Unavailable for a file that cannot be read, Malformed with name and line for one that is not understood.
    """
    for file in files:
        if file.suffix == ".toml" or _OURS in read_bytes(file)[:200]:
            yield file, read_log(file, shelf().book, at)
            continue
        sheets = read_sheets(file)
        with at_place(str(file)):
            tables = tables_in(sheets, players, closed=bool(players))
        if not tables:
            raise Malformed(_("There is no table in this file."), str(file))
        yield from ((file, table) for table in tables)


def near_names(tables: Iterable[Found], known: Sequence[str]) -> Mapping[str, str]:
    """Return the name that may be meant by each new one in tables: of a known player, or from another table."""
    seated = {name_key(name): name for name in known}
    near = dict[str, str]()
    for _file, table in tables:
        names = table.names if isinstance(table, WrittenTable) else ()
        keys = {name_key(name) for name in names}
        others = [name for key, name in seated.items() if key not in keys]
        for name in names:
            if name_key(name) not in seated and (other := near_name(name, others)):
                near[name] = other
        seated |= {name_key(name): name for name in names if name_key(name) not in seated}
    return near


def read_games(
    tables: Iterable[Found], plan: ImportPlan, known: Sequence[str], same: Mapping[str, str]
) -> list[Incoming]:
    """Read what was found into games; `same` has the player for names that stand for somebody else.

    Raises Malformed with everything that is wrong, each with its file and line.
    """
    spelled = {name_key(name): name for name in known}
    before, faults, games = dict[str, int](), list[str](), list[Incoming]()
    books = shelf()
    planned = partial(_by_own_rules, plan, rules=cache(book_and_rules), usual=cache(books.usual_book))
    for file, table in tables:
        if isinstance(table, GameLog):
            games.append(Incoming(file, table))
            continue
        names = {name: same.get(name) or spelled.setdefault(name_key(name), name) for name in table.names}
        named = _games_named(file, table) if plan.own_rules else ()
        try:
            game = read_new_game(table, planned(table, named), names, before)
        except (Malformed, Impossible, NotFound) as error:
            faults.append(": ".join(filter(None, (str(file), table.sheet, str(error)))))
            continue
        before |= {name: before.get(name, 0) + game.log.game.total(name) for name in game.log.game.players}
        notes, doubts = game.notes, game.doubts
        facts = {"game": join_and([books.games()[game_id] for game_id in named]), "how": plan.hints.rules}
        if len(named) > 1:
            doubts += (_("The file names {game}; say which rules were played by: {how}.", **facts),)
        elif named and game.log.game.book != plan.book.id:
            notes += (_("The file names {game}, so its usual rules are taken.", game=facts["game"]),)
        games.append(Incoming(file, game.log, table, notes, doubts))
    if more := len(faults) - MOST_FAULTS:
        faults[MOST_FAULTS:] = [_("… and {count} more.", count=more)] if more > 0 else []
    if faults:
        raise Malformed("\n".join(faults))
    return games


def doubting_kept(games: Iterable[Incoming], kept: Iterable[Summary]) -> list[Incoming]:
    """Return games from tables with a doubt where one of that day, players and points is kept already."""
    known = {part for summary in kept for part in (_evening(summary), _evening(summary)[1:])}
    doubt, doubting = _("A game of these players with these points is kept already."), list[Incoming]()
    for game in games:
        evening = _evening(summarise(game.log.game))
        again = game.table is not None and (evening if game.table.day.text else evening[1:]) in known
        doubting.append(game._replace(doubts=(*game.doubts, doubt)) if again else game)
    return doubting


def _evening(summary: Summary) -> tuple[object, ...]:
    """Return what is the same in a game that is brought in twice, the day first."""
    seats = ((name_key(seat.player), seat.total, seat.best_round, seat.worst_round) for seat in summary.seats)
    return summary.date, summary.rounds, frozenset(seats)


def _games_named(file: Source, table: WrittenTable) -> tuple[str, ...]:
    """Return the ids of the games that a table without rules of its own names, or else its file."""
    return () if table.facts.get("rules") else table.games or games_in(Path(str(file)).stem)


def _by_own_rules(
    plan: ImportPlan,
    table: WrittenTable,
    named: Sequence[str],
    *,
    rules: Callable[..., tuple[RuleBook, dict[str, Value]]],
    usual: Callable[[str], str],
) -> ImportPlan:
    """Return the plan with the rules that a table names, or the usual ones of the only game named."""
    own = table.facts.get("rules", ()) or [usual(game) for game in named if len(named) == 1]
    if not (own and plan.own_rules):
        return plan
    book, house = rules(own[0], tuple(table.facts.get("house", ())))
    return plan._replace(book=book, house=house)
