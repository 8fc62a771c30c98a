"""One club night, as one person sees it: people come, sittings are drawn, totals are entered.

Every change is made again on top of those that others made first, unless the two concern each other.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from scorekeeper.club import (
    Club,
    ClubEvent,
    ClubEventKind,
    ClubStanding,
    ClubStarted,
    ClubTable,
    DrawnSitting,
    PeopleSet,
    ScoredBy,
    SittingDrawn,
    TableResult,
    TableTotals,
    TotalsEntered,
    as_drawn,
    club_standing,
    draw_sitting,
    replay_club,
    table_results,
)
from scorekeeper.errors import Impossible
from scorekeeper.formats import read_sizes
from scorekeeper.game import GameLog, NightTable, Started, begin_game, name_key, shared_fields
from scorekeeper.rules import RuleBook
from scorekeeper.session.session import MOST_DESCRIBED, TRIES, told_by
from scorekeeper.storage import ClubOvertaken, KeptClub, Store, change_club, club_games, keep_club, kept_club
from scorekeeper.system import local_time
from scorekeeper.text import N_, _


class ClubSession:
    """An open club night: `kept` is the version that was seen last."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self.store, self.now = store, clock
        self.kept: KeptClub

    def start(self, title: str, book: RuleBook, set_size: int, sizes: str, **facts: Any) -> None:
        """Store a new club night of today and open it; `sizes` is how many share a table, such as 4-6."""
        fewest, most = read_sizes(sizes)
        started = ClubStarted(
            title=title, date=local_time(self.now()).date(), set_size=set_size, book=book.id, rules=book.rules,
            fewest=fewest, most=most, **facts,
        )  # fmt: skip
        self.begin(started)

    def begin(self, started: ClubStarted) -> None:
        """Store a new club night and open it."""
        self._take(keep_club(self.store, replay_club([ClubEvent(1, self.now(), None, started)])))

    def open(self, club_id: str) -> None:
        """Open a stored club night by its full id, or look at it again."""
        self._take(kept_club(self.store, club_id))

    def _take(self, kept: KeptClub) -> None:
        self.kept = kept
        self.__dict__.pop("games", None)

    @property
    def club(self) -> Club:
        """Where the night stands."""
        return self.kept.club

    @cached_property
    def games(self) -> Mapping[str, GameLog]:
        """The games of all tables, as they were when the night was opened or changed."""
        return club_games(self.store, self.club.game_ids)

    @property
    def results(self) -> tuple[TableResult, ...]:
        """What all tables have."""
        return table_results(self.club, self.games)

    def standing(self, by: ScoredBy | None = None, after: int | None = None) -> ClubStanding:
        """Return the standing; as `club_standing`."""
        return club_standing(self.club, self.games, by, after)

    @property
    def sitting(self) -> int:
        """The sitting that is played: the first of which a table is out, else the last that is drawn; 0 before."""
        out = (result.sitting for result in self.results if result.totals is None)
        return min(out, default=len(self.club.sittings))

    def keep(self, change: ClubEventKind, new: Sequence[GameLog] = ()) -> None:
        """Store a change, with the `new` games of tables that have none.

        Raises Impossible if it concerns what others did first, or others are faster each time; ScorekeeperError for
        any other refusal.
        """
        seen = self.games
        for left in reversed(range(TRIES)):
            known = len(self.kept.log.events)
            try:
                self._take(change_club(self.store, self.kept, change, self.now(), new, seen))
                return
            except ClubOvertaken:
                self.open(self.kept.id)
                came = self.kept.log.events[known:]
                if not came:
                    raise
                if not left or any(_concerns(change, event.what) for event in came):
                    who, lines = self.store.elsewhere(self.kept.id), self.kept.log.sentences[known:]
                    account = told_by(lines[-MOST_DESCRIBED:], who)
                    sentence = N_("{came} Your change was not saved; make it again if it is still right.")
                    raise Impossible(_(sentence, came=account)) from None

    def draw(self, sitting: int, chance: Callable[[], float]) -> DrawnSitting:
        """Return tables for a sitting, of which those that have begun stay; nothing is stored."""
        begun = [result.table for result in self.results if result.sitting == sitting and result.begun]
        return draw_sitting(self.club, sitting, begun, chance)

    def seats(self, sitting: int | None = None) -> DrawnSitting:
        """Return the seats of a sitting, by default of the one that is played; what is not ideal about them."""
        number = sitting or self.sitting or 1
        return as_drawn(self.club, number, self.club.tables(number))

    def keep_draw(self, drawn: DrawnSitting) -> DrawnSitting:
        """Store the tables of a sitting, and begin the game of each that has none; return them with these."""
        new = [self._begun(drawn.sitting, table) for table in drawn.tables if not table.game]
        self.keep(SittingDrawn(drawn.sitting, drawn.tables), new)
        return replace(drawn, tables=self.club.tables(drawn.sitting))

    def _begun(self, sitting: int, table: ClubTable) -> GameLog:
        started, origin = self.club.started, NightTable(self.kept.id, sitting, table.number)
        sentence = N_("{title}, sitting {sitting}, table {table}")
        title = _(sentence, title=started.title, sitting=sitting, table=table.number)
        facts = shared_fields(started, Started) | {"title": title, "players": table.players, "club": origin}
        return begin_game(Started(**facts), self.now())

    def enter(self, totals: Sequence[TableTotals]) -> None:
        """Store totals of tables. Raises Impossible for a table whose game is over: that one counts."""
        sentence = N_(
            "Table {table} of sitting {sitting} has its whole sheet, which counts; correct that with "
            "scorekeeper round {game}."
        )
        for entry in totals:
            game = self.club.table(entry.sitting, entry.table).game
            if game in self.games and self.games[game].game.over:
                raise Impossible(_(sentence, table=entry.table, sitting=entry.sitting, game=game))
        self.keep(TotalsEntered(tuple(totals)))


def _concerns(change: ClubEventKind, came: ClubEventKind) -> bool:
    """Whether a change must not follow one that was not seen by whoever makes it."""
    match change, came:
        case PeopleSet(), PeopleSet():
            mine, theirs = ({name_key(person.name) for person in kind.people} for kind in (change, came))
            return not mine.isdisjoint(theirs)
        case TotalsEntered(), TotalsEntered():
            new, old = ({(entry.sitting, entry.table) for entry in kind.tables} for kind in (change, came))
            return not new.isdisjoint(old)
        case (PeopleSet(), SittingDrawn() | TotalsEntered()) | (TotalsEntered(), PeopleSet()):
            return False
    return True
