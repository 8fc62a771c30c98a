"""Games for tests, in one line: `played(rounds)`, `started(…)`; programs that tests start use them, too."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import EventKind, RoundScored, Started
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.notation import parse_entry
from scorekeeper.game.round import Blocked, Entry, Out
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.session.library import parse_house
from scorekeeper.system import paths

SHELF = Shelf(paths.shipped_folder("rules"))

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
DAY = date(2026, 11, 20)
PLAYERS = ("Ana", "Ben", "Cy")


def started(
    *house: str,
    players: Sequence[str] = PLAYERS,
    size: int = 9,
    first: str | None = None,
    title: str = "Friday night",
    day: date = DAY,
    book: str = "classic",
) -> Started:
    """Return the start of a game under a book's rules with these changes."""
    changes = parse_house(house)
    rules = with_changes(SHELF.book(book).rules, changes)
    return Started(
        title=title,
        date=day,
        set_size=size,
        players=tuple(players),
        book=book,
        rules=rules,
        house=changes,
        first_starter=first,
    )


def new_log(*house: str, **options: object) -> GameLog:
    """Return the log of a new game."""
    return begin_game(started(*house, **options), AT)  # type: ignore[arg-type]


def scored(number: int, out: str | None = None, **hands: str) -> RoundScored:
    """Return the entry of a round: hands as typed; `out` is who went out, `blocked` that nobody did."""
    read = {name: parse_entry(text, 9) for name, text in hands.items()}
    entries: dict[str, Entry | None] = {
        name: hand for name, hand in read.items() if not isinstance(hand, str)
    }
    if out is None:
        return RoundScored(round=number, entries=entries)
    return RoundScored(round=number, entries=entries, ending=Blocked() if out == "blocked" else Out(out))


def event_of(told: Mapping[str, Any]) -> EventKind:
    """Return an event of a case: `scored` with `out` and hands, or as it is stored; `none` is taken away."""
    if "scored" in told:
        hands = dict(told)
        return scored(hands.pop("scored"), hands.pop("out", None), **hands)
    fields = {**told, **dict.fromkeys(told.get("none", ()))}
    return msgspec.convert(fields, EventKind)  # type: ignore[arg-type]


def after(log: GameLog, *happened: EventKind) -> GameLog:
    """Return the log after some more happened."""
    for what in happened:
        log = log.after(what, AT)
    return log


def evening(*house: str, **options: object) -> GameLog:
    """Return a game of Ana, Ben and Cy after two rounds: 12, 20 and 33 points."""
    return after(
        new_log(*house, **options), scored(1, "Ana", Ben="10", Cy="33"), scored(2, "Cy", Ana="12", Ben="10")
    )


def log_of(case: Mapping[str, Any]) -> GameLog:
    """Return the log of a case: a new game or an `evening`, and what happened."""
    begin = evening if "evening" in case else new_log
    options = {name: case[name] for name in ("players", "size", "first") if name in case}
    log = begin(*case.get("house", ()), **options)
    return after(log, *map(event_of, case.get("happened", ())))


def played(rounds: Sequence[Sequence[int]], out: Sequence[str], *house: str) -> Game:
    """Return a game with these points by round; the players who went out by round, "" for nobody."""
    log = new_log(*house)
    for number, (points, winner) in enumerate(zip(rounds, out, strict=True), start=1):
        hands = {name: f"={count}" for name, count in zip(PLAYERS, points, strict=True) if name != winner}
        log = log.after(scored(number, winner or None, **hands), AT)
    return log.game
