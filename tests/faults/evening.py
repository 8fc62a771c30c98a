"""An evening of entries, always the same, and what of it a file of kept games holds."""

from collections.abc import Callable
from datetime import timedelta
from functools import cache

from msgspec.structs import replace

from scorekeeper.game.badges import player_colours
from scorekeeper.game.events import EventKind, Redone, RoundScored, Undone
from scorekeeper.game.log import Event, GameLog, begin_game
from scorekeeper.game.notation import parse_entry
from scorekeeper.game.round import Out
from scorekeeper.storage import open_store
from scorekeeper.storage.places import StorePlace
from tests.build import AT, PLAYERS, started

SECOND = timedelta(seconds=1)


def changes() -> list[EventKind]:
    """Return ten rounds entered hand by hand, each with a slip that is corrected, undone and done again."""
    evening: list[EventKind] = []
    for number in range(1, 11):
        out, *others = PLAYERS
        evening.append(RoundScored(round=number, ending=Out(out)))
        for count, name in enumerate(others):
            evening.append(_entered(number, name, f"{number}{count}"))
        evening.append(_entered(number, others[0], str(number), reason="a slip"))
        evening += [Undone(), Redone()]
    return evening


def _entered(number: int, name: str, text: str, reason: str | None = None) -> RoundScored:
    entry = parse_entry(text, 9)
    assert not isinstance(entry, str)
    return RoundScored(round=number, entries={name: entry}, reason=reason)


@cache
def whole() -> GameLog:
    """Return the game after the evening."""
    log = begin_game(replace(started(), colours=player_colours(PLAYERS, {})), AT)
    for place, what in enumerate(changes(), start=1):
        log = log.after(what, AT + place * SECOND)
    return log


def enter(
    path: StorePlace, acknowledge: Callable[[int], None] | None = None, most: int | None = None
) -> None:
    """Keep the evening, or so many changes of it; `acknowledge` is told how many events are kept."""
    store = open_store(path)
    kept = store.create(started(), AT)
    for place, what in enumerate(changes()[:most], start=1):
        if acknowledge is not None:
            acknowledge(place)
        kept = store.append(kept, [what], AT + place * SECOND)
    if acknowledge is not None:
        acknowledge(len(kept.log.events))
    store.close()


def kept_of(path: StorePlace) -> tuple[Event, ...]:
    """Return the events of the only game that a file holds, none where it holds no game.

    Fails where they are not how the evening began.
    """
    store = open_store(path)
    try:
        listed = store.list()
        events = store.game(listed[0].id).log.events if listed else ()
    finally:
        store.close()
    assert events == whole().events[: len(events)]
    return events
