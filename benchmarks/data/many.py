"""Stores with many games, for measuring and for looking at screens: the same every time.

`python -m benchmarks.data.many FOLDER COUNT` fills a folder that SCOREKEEPER_HOME can then name.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import RoundScored, Started
from scorekeeper.game.log import GameLog, begin_game
from scorekeeper.game.round import Entry, Out, Points
from scorekeeper.storage import open_store
from scorekeeper.system import paths

PEOPLE = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jo", "Kai", "Lea")
BOOKS = ("classic", "tedmontgomery", "hastings")
SETS = (9, 9, 9, 12)
LATEST = date(2026, 11, 20)
UNFINISHED = 0.05
BATCH = 500


def log(number: int, rng: Random, shelf: Shelf) -> GameLog:
    """Return the log of a game; the higher its number, the longer ago."""
    day = LATEST - timedelta(days=number)
    at = datetime(day.year, day.month, day.day, 19, 30, tzinfo=UTC)
    book = shelf.book(rng.choice(BOOKS))
    players = tuple(rng.sample(PEOPLE, rng.randint(3, 5)))
    log = begin_game(
        Started(
            title=f"{day:%A} game",
            date=day,
            set_size=rng.choice(SETS),
            players=players,
            book=book.id,
            rules=book.rules,
        ),
        at,
    )
    rounds = len(log.game.ahead)
    played = rng.randrange(rounds) if rng.random() < UNFINISHED else rounds
    for step in range(1, played + 1):
        out = rng.choice(players)
        entries: dict[str, Entry | None] = {
            name: Points(rng.randint(1, 60)) for name in players if name != out
        }
        scored = RoundScored(round=step, ending=Out(out), entries=entries)
        log = log.after(scored, at + timedelta(minutes=6 * step))
    return log


def logs(count: int) -> Iterator[GameLog]:
    """Yield the logs of so many games, the one longest ago first."""
    rng, shelf = Random(7), Shelf(paths.shipped_folder("rules"))
    return (log(number, rng, shelf) for number in range(count - 1, -1, -1))


def fill(folder: Path, count: int) -> Path:
    """Keep so many games in a folder and return the file they are in."""
    store, games = open_store(folder / "games.db"), logs(count)
    for first in range(0, count, BATCH):
        store.add_games(next(games) for _game in range(min(BATCH, count - first)))
    store.close()
    return store.place


if __name__ == "__main__":
    sys.stdout.write(f"{fill(Path(sys.argv[1]), int(sys.argv[2]))}\n")
