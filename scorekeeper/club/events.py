"""What can happen at a club night, each kind as one frozen value; the night as it stands; its log, with undo.

A kind is stored under its tag, so a tag never changes its meaning. Nothing in a log is ever changed or removed.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr, replace

from scorekeeper.errors import Impossible, Malformed, nearest
from scorekeeper.game import (
    Redone,
    Sentence,
    Undone,
    check_numbers,
    clean_title,
    find_player,
    name_key,
    typed_name,
    undo_or_redo,
)
from scorekeeper.rules import MOST_PLAYERS, Rules, Value, deal, read_changes
from scorekeeper.text import N_, _, join_and, join_with_commas

ScoredBy = Literal["points", "place", "mean"]
"""What the standing adds up: points as counted, places at the table, or points in percent of the table's mean."""

Missed = Literal["worst", "average"]
"""What a missed sitting counts: the worst score that anybody has in it, or the average of one's own others."""

FEWEST_SEATS, MOST_SEATS = 3, 8
"""How many people a table of a club night has."""


class ClubStarted(msgspec.Struct, frozen=True, tag="club-started", omit_defaults=True, kw_only=True):
    """A club night began, with the whole rules that all its tables play by."""

    title: str
    date: dt.date
    set_size: int
    book: str
    rules: Rules
    house: Mapping[str, Value] = {}
    sittings: int = 3
    fewest: int = 4
    most: int = 6
    by: ScoredBy = "mean"
    missed: Missed = "worst"

    def __post_init__(self) -> None:
        """Type the house's values, which come back from the disk as plain lists and tables."""
        force_setattr(self, "house", read_changes(self.house))


class ClubPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody on the roster: here or not, at which table for good, and with whom at a table or never."""

    name: str
    here: bool = True
    table: int | None = None
    apart: tuple[str, ...] = ()
    together: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The name, and where the person is not here, that."""
        return self.name if self.here else _("{name} (away)", name=self.name)


class PeopleSet(msgspec.Struct, frozen=True, tag="people-set"):
    """These people are on the roster from now on, as it says here; others stay as they are."""

    people: tuple[ClubPerson, ...]


class ClubTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a table in a sitting, and the id of the game that they play."""

    number: int = msgspec.field(name="table")
    players: tuple[str, ...]
    game: str = ""


class SittingDrawn(msgspec.Struct, frozen=True, tag="sitting-drawn"):
    """These are the tables of a sitting, all of them."""

    sitting: int
    tables: tuple[ClubTable, ...]


class TableTotals(msgspec.Struct, frozen=True):
    """What each player of a table has at the end of a sitting."""

    sitting: int
    table: int
    totals: Mapping[str, int]


class TotalsEntered(msgspec.Struct, frozen=True, tag="totals-entered"):
    """Totals of tables were entered, or entered again; a table whose game is over counts by that game."""

    tables: tuple[TableTotals, ...]


ClubChange: TypeAlias = ClubStarted | PeopleSet | SittingDrawn | TotalsEntered
ClubEventKind: TypeAlias = ClubChange | Undone | Redone


class Club(msgspec.Struct, frozen=True, kw_only=True):
    """Where a club night stands."""

    started: ClubStarted
    people: Mapping[str, ClubPerson] = {}
    """The roster, by the keys of the names."""
    sittings: tuple[tuple[ClubTable, ...], ...] = ()
    """The tables of each sitting that was drawn."""
    totals: Mapping[tuple[int, int], Mapping[str, int]] = {}
    """The totals that were entered, by sitting and table."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody on the roster."""
        return tuple(person.name for person in self.people.values())

    @property
    def game_ids(self) -> tuple[str, ...]:
        """The ids of the games of all tables."""
        return tuple(table.game for tables in self.sittings for table in tables)

    def person(self, name: str) -> ClubPerson:
        """Return somebody on the roster. Raises Malformed, naming the nearest, if nobody has this name."""
        if name_key(name) not in self.people:
            hint = nearest(name, self.names)
            raise Malformed(_("Nobody on the roster is called “{name}”; {hint}", name=name, hint=hint))
        return self.people[name_key(name)]

    def tables(self, sitting: int) -> tuple[ClubTable, ...]:
        """Return the tables of a sitting. Raises Impossible if it is not drawn yet."""
        if not 1 <= sitting <= len(self.sittings):
            raise Impossible(_("Sitting {number} is not drawn yet; draw it first.", number=sitting))
        return self.sittings[sitting - 1]

    def check_due(self, sitting: int) -> None:
        """Raise Impossible for a sitting that is neither drawn nor the next one."""
        if not 1 <= sitting <= len(self.sittings) + 1:
            raise Impossible(_("Sitting {number} comes next.", number=len(self.sittings) + 1))

    def table(self, sitting: int, number: int) -> ClubTable:
        """Return a table. Raises Impossible, saying which there are, if the sitting has no such table."""
        tables = {table.number: table for table in self.tables(sitting)}
        if number not in tables:
            known = ", ".join(map(str, tables))
            sentence = N_("Sitting {sitting} has no table {table}; its tables are {known}.")
            raise Impossible(_(sentence, sitting=sitting, table=number, known=known))
        return tables[number]


def start_club(started: ClubStarted) -> Club:
    """Return a club night at its start. Raises ScorekeeperError if it cannot be played."""
    fewest, most = started.fewest, started.most
    if not FEWEST_SEATS <= fewest <= most <= MOST_SEATS:
        sentence = N_("Tables of {fewest} to {most} cannot be; a table has {least} to {limit} people.")
        raise Impossible(_(sentence, fewest=fewest, most=most, least=FEWEST_SEATS, limit=MOST_SEATS))
    for count in range(fewest, most + 1):
        deal(started.rules, started.set_size, count)
    title = clean_title(started.title)
    if not title:
        raise Malformed(_("An event needs a title."))
    return Club(started=replace(started, title=title))


def apply_to_club(what: ClubEventKind, club: Club) -> Club:
    """Return the night after a change. Raises ScorekeeperError if it cannot be."""
    match what:
        case PeopleSet():
            return replace(club, people=_roster(club, what.people))
        case SittingDrawn():
            return replace(club, sittings=_seated(club, what.sitting, what.tables))
        case TotalsEntered():
            if not what.tables:
                raise Malformed(_("There are no totals here; enter those of a table at least."))
            new = {(entry.sitting, entry.table): _checked_totals(club, entry) for entry in what.tables}
            return replace(club, totals={**club.totals, **new})
    raise Impossible(_("An event begins once."))


def _roster(club: Club, people: Sequence[ClubPerson]) -> Mapping[str, ClubPerson]:
    named = {name_key(who.name): replace(who, name=typed_name(who.name)) for who in people}
    after = replace(club, people={**club.people, **named})

    def others(names: Sequence[str], own: str) -> tuple[str, ...]:
        known = dict.fromkeys(after.person(name).name for name in names)
        return tuple(name for name in known if name != own)

    return {
        key: replace(who, apart=others(who.apart, who.name), together=others(who.together, who.name))
        for key, who in after.people.items()
    }


def _seated(club: Club, sitting: int, tables: tuple[ClubTable, ...]) -> tuple[tuple[ClubTable, ...], ...]:
    club.check_due(sitting)
    names = [club.person(name).name for table in tables for name in table.players]
    numbers = {table.number for table in tables}
    fits = tables and all(2 <= len(table.players) <= MOST_PLAYERS for table in tables)
    if not fits or len(numbers) < len(tables) or len(set(names)) < len(names):
        raise Impossible(_("A sitting needs tables with numbers of their own, and everybody at one of them."))
    return (*club.sittings[: sitting - 1], tables, *club.sittings[sitting:])


def _checked_totals(club: Club, entry: TableTotals) -> Mapping[str, int]:
    """Return totals by the names of the roster. Raises ScorekeeperError unless all who sit there have one."""
    players = club.table(entry.sitting, entry.table).players
    totals = {find_player(players, name): points for name, points in entry.totals.items()}
    if missing := [name for name in players if name not in totals]:
        sentence = N_("Table {table} lacks the total of {names}; enter all of the table at once.")
        raise Malformed(_(sentence, table=entry.table, names=join_and(missing)))
    return {name: totals[name] for name in players}


NAMED = 8
"""Of more people than these a sentence tells how many they are."""


class ClubEvent(msgspec.Struct, frozen=True):
    """Something that happened: numbered from 1, with the time and, where known, who entered it."""

    number: int
    at: dt.datetime
    by: str | None
    what: ClubEventKind


class ClubLog(msgspec.Struct, frozen=True):
    """Everything that happened, and the night that follows from it; `in_force` are numbers of changes."""

    events: tuple[ClubEvent, ...]
    club: Club
    in_force: tuple[int, ...]

    @property
    def game_ids(self) -> set[str]:
        """The ids of all games that tables ever had, also by draws that were undone or made anew."""
        draws = [event.what for event in self.events if isinstance(event.what, SittingDrawn)]
        return {table.game for drawn in draws for table in drawn.tables}

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """A sentence about everything that happened."""
        taken_back = (event.number for event in self.events if isinstance(event.what, Undone | Redone))
        kept = {*self.in_force, *taken_back}
        return tuple(
            Sentence(event.number, event.at, event.by, _sentence(event.what), event.number in kept)
            for event in self.events
        )

    def after(self, what: ClubEventKind, at: dt.datetime) -> "ClubLog":
        """Return the log with one more entry. Raises ScorekeeperError if it cannot be."""
        return replay_club((*self.events, ClubEvent(len(self.events) + 1, at, None, what)))


def replay_club(events: Iterable[ClubEvent]) -> ClubLog:
    """Return the log that these entries make. Raises ScorekeeperError if they contradict each other."""
    events = tuple(events)
    check_numbers(event.number for event in events)
    started = events[0].what if events else None
    if not isinstance(started, ClubStarted):
        raise Impossible(_("The first change of this event is missing, so it cannot be read."))
    standing, undone = [(1, start_club(started))], list[tuple[int, Club]]()
    for event in events[1:]:
        if isinstance(event.what, Undone | Redone):
            undo_or_redo(event.what, standing, undone)
        else:
            standing.append((event.number, apply_to_club(event.what, standing[-1][1])))
            undone.clear()
    return ClubLog(events, standing[-1][1], tuple(number for number, _club in standing))


def _sentence(what: ClubEventKind) -> str:
    match what:
        case Undone():
            return _("The last change was undone.")
        case Redone():
            return _("The last undone change was made again.")
        case ClubStarted():
            return _("The event “{title}” began.", title=what.title)
        case PeopleSet() if len(what.people) <= NAMED:
            return _("On the roster: {people}.", people=join_with_commas([who.shown for who in what.people]))
        case PeopleSet():
            return _("People put on the roster: {count}.", count=len(what.people))
        case SittingDrawn():
            drawn = N_("Sitting {sitting} was drawn; tables: {count}.")
            return _(drawn, sitting=what.sitting, count=len(what.tables))
    if len(what.tables) > 1:
        return _("Tables whose totals were entered: {count}.", count=len(what.tables))
    (entry,) = what.tables
    totals = join_with_commas([f"{name} {points}" for name, points in entry.totals.items()])
    sentence = N_("Sitting {sitting}, table {table}: {totals}.")
    return _(sentence, sitting=entry.sitting, table=entry.table, totals=totals)
