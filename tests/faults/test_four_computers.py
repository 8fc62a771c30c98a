"""Four computers enter into one game while connections are cut and the server crashes, on both kinds of store."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.errors import ScorekeeperError, Unavailable
from scorekeeper.game.events import RoundScored, Undone
from scorekeeper.game.round import Points
from scorekeeper.session.app_session import AppSession
from scorekeeper.session.session import Session
from scorekeeper.storage import open_store
from scorekeeper.storage.places import Place, ServerAddress
from scorekeeper.storage.store import KeptGame
from scorekeeper.system.paths import HOME_VARIABLE
from tests import servers
from tests.build import AT, started

PLAYERS = ("Ana", "Ben", "Cy", "Dot")
ACTIONS = (
    *("enter",) * 3,
    *("undo", "look", "cut", "mend", "silence", "lose an answer", "end all", "crash"),
)

Step = tuple[int, str]


@pytest.fixture(scope="module")
def own_server() -> Iterator[servers.OwnServer]:
    """Return a server that may be crashed."""
    server = servers.OwnServer()
    yield server
    server.stop()


class Computer:
    """One of four, with its own network to the server if there is one."""

    def __init__(self, number: int, place: Place, server: servers.OwnServer | None) -> None:
        self.number, self.server = number, server
        self.wire = None if server is None else servers.Wire(server.socket)
        if self.wire is not None and isinstance(place, ServerAddress):
            place = self.wire.address(place)
        self.evening = AppSession.at(place)
        self.acknowledged: list[RoundScored] = []
        self._count = 0

    def do(self, action: str) -> None:
        """Do something, as a person or as bad luck does."""
        with suppress(ScorekeeperError):  # it was refused, and the person was told
            self._do(action)
        self._note()

    def _do(self, action: str) -> None:
        match action:
            case "enter":
                self._count += 1
                count = 100 * self.number + self._count
                hand = {PLAYERS[self.number]: Points(count)}
                self.evening.keep(RoundScored(round=1 + self._count % 3, entries=hand))
            case "undo":
                self.evening.keep(Undone())
            case "look":
                self.evening.look_again()
        if self.wire is not None and self.server is not None:
            self._fail(self.wire, self.server, action)

    def _fail(self, wire: servers.Wire, server: servers.OwnServer, action: str) -> None:
        match action:
            case "cut":
                wire.open = False
                wire.cut()
            case "mend":
                wire.open = True
                wire.flows.set()
            case "silence":
                wire.flows.clear()
            case "lose an answer":
                wire.loses_answers = True
            case "end all":
                server.cut()
            case "crash":
                server.kill_a_process()

    def _note(self) -> None:
        """Remember what the app shows as saved."""
        events = self.evening.kept.log.events
        self.acknowledged += [
            event.what
            for event in events
            if isinstance(event.what, RoundScored)
            and PLAYERS[self.number] in event.what.entries
            and event.what not in self.acknowledged
        ]

    def recover(self) -> None:
        """Wait until everything is seen."""
        if self.wire is not None:
            self.wire.open, self.wire.loses_answers = True, False
            self.wire.flows.set()
        end = time.monotonic() + 60
        while True:
            try:
                self.evening.store.others_wrote()
                if not Session.look_again(self.evening):
                    break
            except ScorekeeperError:
                pass
            assert time.monotonic() < end
            time.sleep(0.05)
        self._note()

    def close(self) -> None:
        """Turn it off."""
        self.evening.store.close()
        if self.wire is not None:
            self.wire.close()


def once_back(deed: Callable[[], KeptGame]) -> KeptGame:
    """Do something with a store as soon as its server is back from a crash that it may only notice now."""
    end = time.monotonic() + 30
    while True:
        try:
            return deed()
        except Unavailable:
            assert time.monotonic() < end
            time.sleep(0.1)


def play(place: Place, server: servers.OwnServer | None, steps: list[Step]) -> None:
    """Let four computers do all this in one game, and compare what they show in the end."""
    with ExitStack() as running:
        first = running.enter_context(closing(open_store(place)))
        game_id = once_back(lambda: first.create(started(players=PLAYERS), AT)).id
        computers = [running.enter_context(closing(Computer(each, place, server))) for each in range(4)]
        for one in computers:
            one.evening.open(game_id)
        for number, action in steps:
            computers[number].do(action)
        for one in computers:
            one.recover()
        deadline = time.monotonic() + 20
        while [*unlike(computers)]:
            assert time.monotonic() < deadline
            time.sleep(0.05)
            for one in computers:
                one.recover()
        log = once_back(lambda: first.game(game_id)).log
        events = [event.what for event in log.events]
        for one in computers:
            assert one.evening.kept.log == log
            for what in one.acknowledged:
                assert events.count(what) == 1


def unlike(computers: list[Computer]) -> Iterator[Computer]:
    """Yield the computers that show something else than the first."""
    for one in computers:
        if one.evening.kept.log.events != computers[0].evening.kept.log.events:
            yield one


STEPS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(ACTIONS)), min_size=5, max_size=40)
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.timeout(600)  # a busy machine takes its time for so many crashes
@pytest.mark.parametrize("examples", [8, pytest.param(300, marks=pytest.mark.full)])
def test_four_computers_on_a_server(
    own_server: servers.OwnServer, examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing acknowledged is lost or stored twice, and in the end every computer shows the same game."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))

    @settings(max_examples=examples, suppress_health_check=QUIET)
    @given(STEPS)
    def played(steps: list[Step]) -> None:
        play(own_server.address, own_server, steps)

    played()


@settings(max_examples=20, suppress_health_check=QUIET)
@given(steps=STEPS)
def test_four_windows_on_a_file(steps: list[Step], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with four windows on one file."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    play(tmp_path / "games.db", None, steps)
