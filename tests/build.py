"""Games for tests, in one line: `played(rounds)`, `started(…)`."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from scorekeeper.game.events import RoundScored, Started
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.notation import parse_entry
from scorekeeper.game.round import Blocked, Entry, Out
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.session.library import parse_house
from tests.strategies import CLASSIC

AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PLAYERS = ("Ana", "Ben", "Cy")


def started(
    *house: str, players: Sequence[str] = PLAYERS, size: int = 9, first: str | None = None
) -> Started:
    """Return the start of a game under classic rules with these changes."""
    changes = parse_house(house)
    return Started(
        title="Friday night",
        date=date(2026, 11, 20),
        set_size=size,
        players=tuple(players),
        book="classic",
        rules=with_changes(CLASSIC, changes),
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


def played(rounds: Sequence[Sequence[int]], out: Sequence[str], *house: str) -> Game:
    """Return a game with these points by round; the players who went out by round, "" for nobody."""
    log = new_log(*house)
    for number, (points, winner) in enumerate(zip(rounds, out, strict=True), start=1):
        hands = {name: f"={count}" for name, count in zip(PLAYERS, points, strict=True) if name != winner}
        log = log.after(scored(number, winner or None, **hands), AT)
    return log.game
