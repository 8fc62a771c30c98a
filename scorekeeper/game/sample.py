"""A sample game for the demo and for pictures: a family evening with a double-nine set, half played.

It has what real evenings have: tiles and counted pips side by side, a blocked round, Chickenlittle, a
correction three rounds later, an undone slip, a round half entered. It is the same every time.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from scorekeeper.game.events import CallMade, EventKind, RoundScored, Started, Undone
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.notation import WentOut, parse_entry
from scorekeeper.game.round import Blocked, Call, Ending, Entry, Out
from scorekeeper.rules import RuleBook

SAMPLE_BOOK = "tedmontgomery"
"""The rule book that the sample is played by."""

PLAYERS = ("Ana", "Ben", "Carla", "Dan")
_SET_SIZE = 9
_BEGAN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
_BETWEEN = timedelta(minutes=6)


def sample_game(book: RuleBook) -> GameLog:
    """Return the sample's log, played by a rule book's rules."""
    log = begin_game(
        Started(
            title="Friday night",
            date=_BEGAN.date(),
            set_size=_SET_SIZE,
            players=PLAYERS,
            book=book.id,
            rules=book.rules,
            first_starter="Dan",
        ),
        _BEGAN,
    )
    for step, what in enumerate(_happened(), start=1):
        log = log.after(what, _BEGAN + step * _BETWEEN)
    return log


def _happened() -> Iterator[EventKind]:
    yield _round(1, Out("Ana"), {"Ben": "6-4 5-0", "Carla": "8-7 9-3 2-2", "Dan": "9-8 1-0"})
    yield _round(2, Out("Ben"), {"Ana": "12+5", "Carla": "25", "Dan": "9-7 6-6 8-4"})
    yield CallMade(3, Call("chickenlittle", "Carla", caught_by="Ben", effect="draw-1-and-skip"))
    yield _round(3, Out("Carla"), {"Ana": "9-6 8-3 2-1", "Ben": "5-5 6-2 9-1", "Dan": "33"})
    yield _round(4, Out("Ana"), {"Ben": "14", "Carla": "19", "Dan": "7-3 5-2 4-1"})
    yield _round(5, Blocked(8), {"Ana": "8-0 3-1", "Ben": "9-7 6-1", "Carla": "31", "Dan": "0-0 4-3"})
    yield _round(6, Out("Dan"), {"Ana": "9-5 1-1", "Ben": "18", "Carla": "6-3 2-0"})
    yield RoundScored(round=4, entries=_entries({"Carla": "9-9 6-5"}), reason="two tiles were under the cup")
    yield CallMade(7, Call("chickenlittle", "Ben"))
    yield RoundScored(round=7, entries=_entries({"Dan": "91"}))
    yield Undone()
    yield RoundScored(round=7, entries=_entries({"Dan": "19", "Ana": "5-4 2-0"}))


def _round(number: int, ending: Ending, hands: Mapping[str, str]) -> RoundScored:
    return RoundScored(round=number, ending=ending, entries=_entries(hands))


def _entries(hands: Mapping[str, str]) -> dict[str, Entry | None]:
    read = {name: parse_entry(text, _SET_SIZE) for name, text in hands.items()}
    return {name: entry for name, entry in read.items() if not isinstance(entry, WentOut)}
