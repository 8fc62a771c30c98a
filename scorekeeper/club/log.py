"""What happened at an event, in its order, the event that follows from it, and sentences about it.

As with games nothing is ever changed or removed, and undo and redo are entries too.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from scorekeeper.club.events import (
    Club,
    ClubEventKind,
    ClubPerson,
    ClubStarted,
    PeopleSet,
    SittingDrawn,
    apply_to_club,
    start_club,
)
from scorekeeper.errors import Impossible
from scorekeeper.game import Redone, Undone, clean_by
from scorekeeper.text import N_, _, join_with_commas, ngettext

NAMED = 8
"""Of more people than these a sentence tells how many they are."""


class ClubEvent(msgspec.Struct, frozen=True):
    """Something that happened: numbered from 1, with the time and, where known, who entered it."""

    number: int
    at: datetime
    by: str | None
    what: ClubEventKind


class ClubLog(msgspec.Struct, frozen=True):
    """Everything that happened, and the event that follows from it; `in_force` are numbers of changes."""

    events: tuple[ClubEvent, ...]
    club: Club
    in_force: tuple[int, ...]

    def after(self, what: ClubEventKind, at: datetime, by: str | None = None) -> "ClubLog":
        """Return the log with one more entry. Raises ScorekeeperError if it cannot be."""
        event = ClubEvent(len(self.events) + 1, at, clean_by(by), what)
        return replay_club((*self.events, event))


def replay_club(events: Iterable[ClubEvent]) -> ClubLog:
    """Return the log that these entries make. Raises ScorekeeperError if they contradict each other."""
    events = tuple(events)
    started = events[0].what if events else None
    if not isinstance(started, ClubStarted):
        raise Impossible(_("The first change of this event is missing, so it cannot be read."))
    standing, undone = [(1, start_club(started))], list[tuple[int, Club]]()
    for event in events[1:]:
        match event.what:
            case Undone():
                if len(standing) < 2:
                    raise Impossible(_("There is nothing to undo."))
                undone.append(standing.pop())
            case Redone():
                if not undone:
                    raise Impossible(_("There is nothing to redo."))
                standing.append(undone.pop())
            case change:
                standing.append((event.number, apply_to_club(change, standing[-1][1])))
                undone.clear()
    return ClubLog(events, standing[-1][1], tuple(number for number, _club in standing))


class ClubSentence(msgspec.Struct, frozen=True):
    """A line of the log."""

    number: int
    at: datetime
    by: str | None
    in_force: bool
    sentence: str


def describe_club(log: ClubLog) -> tuple[ClubSentence, ...]:
    """Return a sentence about everything that happened."""
    return tuple(
        ClubSentence(
            event.number,
            event.at,
            event.by,
            event.number in log.in_force or isinstance(event.what, Undone | Redone),
            _sentence(event.what),
        )
        for event in log.events
    )


def _sentence(what: ClubEventKind) -> str:
    match what:
        case Undone():
            return _("The last change was undone.")
        case Redone():
            return _("The last undone change was made again.")
        case ClubStarted():
            return _("The event “{title}” began.", title=what.title)
        case PeopleSet() if len(what.people) <= NAMED:
            return _("On the roster: {people}.", people=join_with_commas([*map(_person, what.people)]))
        case PeopleSet():
            one, many = "{count} person was put on the roster.", "{count} people were put on the roster."
            return ngettext(one, many, len(what.people))
        case SittingDrawn():
            one, many = (
                "Sitting {sitting} was drawn: {count} table.",
                "Sitting {sitting} was drawn: {count} tables.",
            )
            return ngettext(one, many, len(what.tables), sitting=what.sitting)
    if len(what.tables) > 1:
        one, many = "Totals of {count} table were entered.", "Totals of {count} tables were entered."
        return ngettext(one, many, len(what.tables))
    (entry,) = what.tables
    totals = join_with_commas([f"{name} {points}" for name, points in entry.totals.items()])
    sentence = N_("Sitting {sitting}, table {table}: {totals}.")
    return _(sentence, sitting=entry.sitting, table=entry.table, totals=totals)


def _person(person: ClubPerson) -> str:
    return person.name if person.here else _("{name} (away)", name=person.name)
