"""The server killed, the client killed, a move killed: nothing acknowledged is lost, nothing is stored twice."""

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from textwrap import dedent

import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.formats import EXPORTS
from scorekeeper.storage import check_store, move_store, open_store
from scorekeeper.storage.places import ServerAddress, StorePlace
from tests import servers
from tests.build import AT, scored, started
from tests.faults.evening import SECOND, changes, kept_of
from tests.processes import python
from tests.waiting import PATIENCE, eventually

ROOT = Path(__file__).parent.parent.parent
SEED = 20261122


@pytest.fixture(scope="module")
def own_server() -> Iterator[servers.OwnServer]:
    """Return a server that may be crashed."""
    server = servers.OwnServer()
    yield server
    server.stop()


def schema_on(server: servers.OwnServer, name: str) -> ServerAddress:
    """Return the address of a new schema on a server."""
    servers.execute(server.address, f"create schema {name}")
    return ServerAddress(f"{server.uri}&options=-csearch_path%3D{name}")


class Writer(threading.Thread):
    """Enters one number after another, all different, as a patient program does."""

    def __init__(self, address: ServerAddress) -> None:
        super().__init__(daemon=True)
        self.store = open_store(address)
        self.kept = self.store.create(started(), AT)
        self.acknowledged = 0
        self.ended = False

    def run(self) -> None:
        """Enter numbers until it is ended."""
        while not self.ended:
            number = self.acknowledged + 1
            with suppress(Unavailable):  # asked for again, the same append is looked up
                self.kept = self.store.append(self.kept, [scored(1, Ben=f"={number}")], AT + number * SECOND)
                self.acknowledged = number

    def end(self) -> None:
        """Wait for the last answer."""
        self.ended = True
        self.join(PATIENCE)
        assert not self.is_alive()
        self.store.close()


@pytest.mark.parametrize(
    ("kills", "how"),
    [
        (6, "kill_a_process"),
        (2, "crash"),
        pytest.param(100, "kill_a_process", marks=pytest.mark.full),
        pytest.param(100, "crash", marks=pytest.mark.full),
    ],
)
def test_a_server_killed_in_the_middle_of_appends(
    own_server: servers.OwnServer, kills: int, how: str
) -> None:
    """Whatever is acknowledged is there once, in its order, and what waited for the server follows."""
    luck = random.Random(SEED + kills)
    address = schema_on(own_server, f"{how}{kills}")
    writer = Writer(address)
    writer.start()
    for _kill in range(kills):
        before = writer.acknowledged
        eventually(lambda goal=before + 3: writer.acknowledged >= goal, "what was entered")
        time.sleep(luck.random() * 0.02)
        if how == "crash":
            own_server.crash()
            own_server.start()
        else:
            own_server.kill_a_process()
    goal = writer.acknowledged + 3
    eventually(lambda: writer.acknowledged >= goal, "what was entered")
    writer.end()
    with closing(open_store(address)) as other:
        entered = [
            event.what.entries["Ben"].count  # type: ignore[union-attr]
            for event in other.game(writer.kept.id).log.events[1:]
        ]
    assert entered == list(range(1, len(entered) + 1))
    assert len(entered) - writer.acknowledged in (0, 1)


@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.full)])
def test_a_client_killed_in_the_middle_of_an_evening(kills: int) -> None:
    """Killed at any moment, it has left what it acknowledged and at most one entry more."""
    luck = random.Random(SEED)
    for _kill in range(kills):
        address = servers.new_address()
        wanted = luck.randint(0, len(changes()))
        with subprocess.Popen(
            [sys.executable, "-m", "tests.faults.writer", address.secret],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        ) as writer:  # fmt: skip
            assert writer.stdout is not None
            acknowledged = [int(writer.stdout.readline()) for _entry in range(wanted)]
            time.sleep(luck.random() * 0.01)
            writer.send_signal(signal.SIGKILL)
            acknowledged += map(int, writer.stdout.read().split())
        time.sleep(0.05)  # what it asked for last may still be on its way
        kept = kept_of(address)
        assert max(acknowledged, default=0) <= len(kept) <= max(acknowledged, default=0) + 1


def exports(place: StorePlace) -> dict[str, str]:
    """Return the exports of all games of a store, by id."""
    with closing(open_store(place)) as store:
        return {
            one.id: b"".join(form.show(store.game(one.id).game) for form in EXPORTS.values())
            for one in store.list(-1)
        }


def filled(path: Path, games: int) -> Path:
    """Return the path of a file with so many games, some deleted, some names merged."""
    with closing(open_store(path)) as store:
        for number in range(games):
            kept = store.create(started(), AT + number * SECOND)
            if number % 3 == 0:
                kept = store.append(kept, [scored(1, "Ana", Ben="5-0", Cy="7")], AT + number * SECOND, "Zoë")
            if number % 10 == 9:
                store.delete(kept.id)
        store.put_together("Ana", "Anna")
    return path


@pytest.mark.parametrize("games", [40, pytest.param(1000, marks=pytest.mark.full)])
def test_games_move_there_and_back(tmp_path: Path, games: int) -> None:
    """Every export is the same byte for byte, as are order, deleted games, people, computers and the source."""
    source, server, back = filled(tmp_path / "games.db", games), servers.new_address(), tmp_path / "back.db"
    before = source.read_bytes()
    assert move_store(source, server) == move_store(server, back) == games
    assert source.read_bytes() == before
    assert exports(source) == exports(server) == exports(back)
    lists = [
        (
            store.list(-1),
            store.list(-1, deleted=True),
            store.same_players(),
            store.origins(store.find("last")),
        )
        for store in map(open_store, (source, server, back))
    ]
    assert lists[0] == lists[1] == lists[2]
    assert check_store(server) == (games, ())


def _moved(source: StorePlace, target: StorePlace, at: int) -> subprocess.CompletedProcess[str]:
    """Move games in a process that is killed at a step; with 0 it prints how many steps it took."""
    program = """
        import os, signal, sys
        from itertools import count
        from scorekeeper.storage import move_store
        from scorekeeper.storage.places import parse_place
        places, at, steps = [parse_place(name) for name in sys.argv[1:3]], int(sys.argv[3]), count(1)
        sys.setprofile(lambda *_: next(steps) == at and os.kill(os.getpid(), signal.SIGKILL))
        move_store(*places)
        sys.setprofile(None)
        print(next(steps))
        """
    names = [place.secret if isinstance(place, ServerAddress) else str(place) for place in (source, target)]
    return python("-c", dedent(program), *names, at)


@pytest.mark.parametrize("points", [2, pytest.param(20, marks=pytest.mark.full)])
@pytest.mark.parametrize("there", [True, False])
def test_a_move_killed_in_the_middle(tmp_path: Path, points: int, there: bool) -> None:
    """The source is whole and the target has nothing; afterwards the same move succeeds."""
    source: StorePlace = filled(tmp_path / "games.db", 15)
    if not there:
        address = servers.new_address()
        move_store(source, address)
        source = address
    whole = exports(source)
    steps = int(_moved(source, servers.new_address() if there else tmp_path / "first.db", 0).stdout)
    for point in range(points):
        target: StorePlace = servers.new_address() if there else tmp_path / f"{point}.db"
        ran = _moved(source, target, 1 + point * steps // points)
        assert ran.returncode == -signal.SIGKILL
        assert exports(source) == whole
        assert exports(target) == {}
        assert move_store(source, target) == 15
        assert exports(target) == whole
