"""One event over many tables, as one person sees it: people come, sittings are drawn, totals are entered.

Every change is made again on top of those that others made first, unless the two concern each other.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

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
    club_standing,
    describe_club,
    draw_sitting,
    replay_club,
    table_results,
)
from scorekeeper.errors import Impossible
from scorekeeper.game import EventTable, GameLog, Started, begin_game, name_key, shared_fields
from scorekeeper.session.session import MOST_DESCRIBED
from scorekeeper.storage import (
    ClubOvertaken,
    KeptClub,
    Store,
    change_club,
    club_games,
    keep_club,
    kept_club,
)
from scorekeeper.text import N_, _


class ClubSession:
    """An open event: `by` is who changes it, `kept` the version that was seen last."""

    def __init__(self, store: Store, clock: Callable[[], datetime], by: str | None = None) -> None:
        self.store = store
        self.by = by
        self.now = clock
        self.kept: KeptClub

    def start(self, started: ClubStarted) -> None:
        """Store a new event and open it."""
        log = replay_club([ClubEvent(1, self.now(), self.by, started)])
        self._take(keep_club(self.store, log))

    def open(self, club_id: str) -> None:
        """Open a stored event by its full id, or look at it again."""
        self._take(kept_club(self.store, club_id))

    def _take(self, kept: KeptClub) -> None:
        self.kept = kept
        self.__dict__.pop("games", None)

    @property
    def club(self) -> Club:
        """Where the event stands."""
        return self.kept.club

    @cached_property
    def games(self) -> Mapping[str, GameLog]:
        """The games of all tables, as they were when the event was opened or changed."""
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
        out = (one.sitting for one in self.results if one.totals is None)
        return min(out, default=len(self.club.sittings))

    def keep(self, change: ClubEventKind, new: Sequence[ClubTable] = ()) -> None:
        """Store a change; `new` are tables that need a game.

        Raises Impossible if it concerns what others did first, and ScorekeeperError for any other refusal.
        """
        known, games = len(self.kept.log.events), self.games
        begun = [self._game_of(change, table) for table in new]
        while True:  # whenever others are faster, somebody's change is made
            try:
                self._take(change_club(self.store, self.kept, change, self.now(), self.by, begun, games))
                return
            except ClubOvertaken as overtaken:
                self._take(overtaken.kept)
                if not overtaken.came or any(_concerns(change, came.what) for came in overtaken.came):
                    raise self._refusal(overtaken, self.kept.log.events[known:]) from None

    def _game_of(self, change: ClubEventKind, table: ClubTable) -> GameLog:
        """Return the game of a table that begins."""
        assert isinstance(change, SittingDrawn), "only a draw makes tables"
        started = self.club.started
        sentence = N_("{title}, sitting {sitting}, table {table}")
        title = _(sentence, title=started.title, sitting=change.sitting, table=table.number)
        place = EventTable(self.kept.id, change.sitting, table.number)
        facts = shared_fields(started, Started) | {"title": title, "players": table.players, "club": place}
        return begin_game(Started(**facts), self.now(), self.by)

    def _refusal(self, overtaken: ClubOvertaken, came: Sequence[ClubEvent]) -> Impossible:
        """Return what others did first, at the end, and that a change was not saved."""
        if not came:
            return Impossible(str(overtaken))
        who, lines = self.store.elsewhere(self.kept.id), describe_club(self.kept.log)[-len(came) :]
        told = [(line.by or who.get(line.number, _("Another window")), line.sentence) for line in lines]
        sentences = [
            _("{name}: {sentences}", name=name, sentences=sentence)
            for name, sentence in told[-MOST_DESCRIBED:]
        ]
        sentence = N_("{came} Your change was not saved; make it again if it is still right.")
        return Impossible(_(sentence, came=" ".join(sentences)))

    def draw(self, sitting: int, chance: Callable[[], float]) -> DrawnSitting:
        """Return tables for a sitting, of which those that have begun stay; nothing is stored."""
        begun = [one.table for one in self.results if one.sitting == sitting and one.begun]
        return draw_sitting(self.club, sitting, begun, chance)

    def keep_draw(self, sitting: int, drawn: DrawnSitting) -> None:
        """Store the tables of a sitting, and begin the game of each that has none."""
        new = [table for table in drawn.tables if not table.game]
        self.keep(SittingDrawn(sitting, drawn.tables), new)

    def enter(self, totals: Sequence[TableTotals]) -> None:
        """Store totals of tables. Raises Impossible for a table whose game is over: that one counts."""
        for entry in totals:
            table = self.club.table(entry.sitting, entry.table)
            if table.game in self.games and self.games[table.game].game.over:
                sentence = N_(
                    "Table {table} of sitting {sitting} has its whole sheet, which counts; correct that with "
                    "scorekeeper round {game}."
                )
                raise Impossible(_(sentence, table=entry.table, sitting=entry.sitting, game=table.game))
        self.keep(TotalsEntered(tuple(totals)))


def _concerns(change: ClubEventKind, came: ClubEventKind) -> bool:
    """Whether a change must not follow one that was not seen by whoever makes it."""
    match change, came:
        case PeopleSet(), PeopleSet():
            mine, theirs = ({name_key(person.name) for person in one.people} for one in (change, came))
            return not mine.isdisjoint(theirs)
        case TotalsEntered(), TotalsEntered():
            first, second = ({(entry.sitting, entry.table) for entry in one.tables} for one in (change, came))
            return not first.isdisjoint(second)
        case (PeopleSet(), SittingDrawn() | TotalsEntered()) | (TotalsEntered(), PeopleSet()):
            return False
    return True
