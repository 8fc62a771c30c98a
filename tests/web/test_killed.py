"""A server that is killed, and phones that go away: what was sent is stored or not, never half."""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from scorekeeper.game import EntryCell, held_entry, show_held
from scorekeeper.storage import open_store
from scorekeeper.system import close_left, left_open
from scorekeeper.web.host import Host
from tests.waiting import PATIENCE, eventually
from tests.web.served import Process


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """Return a table of Ana, Ben, Carla and Dot."""
    with Process(tmp_path) as server:
        yield server


@contextmanager
def joined(server: Process) -> Iterator[httpx.Client]:
    """Return Ana's phone."""
    origin = server.found["address"]
    with httpx.Client(base_url=origin, headers={"origin": origin}, timeout=PATIENCE) as phone:
        sent = {"pin": server.found["pin"], "player": "Ana"}
        assert phone.post(server.found["table"], data=sent).status_code == 303
        yield phone


def test_phones_that_go_away_end_nothing(server: Process) -> None:
    """Readers that close their connection in the middle of an answer harm neither the server nor the others."""
    place = server.found["address"].removeprefix("http://")
    asks = f"GET /screen HTTP/1.1\r\nHost: {place}\r\n\r\n".encode()
    for _time in range(10):
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            wire.sendall(asks * 20)
    with joined(server) as ana:
        assert ana.get("/hand").status_code == 200
    assert server.process.poll() is None


def test_the_terminal_says_what_is_wrong_with_the_store(server: Process) -> None:
    """The command that shares a game prints why nothing can be saved, and goes on."""
    server.command("delete", "last")
    eventually(lambda: "deleted" in server.errors.read_text(encoding="utf-8"), "the fault")
    assert server.process.poll() is None


def stored(home: Path) -> tuple[int, str]:
    """Return how many events the game has, and Ana's hand."""
    store = open_store(home / "games.db")
    kept = store.game(store.find("last"))
    store.close()
    return len(kept.log.events), show_held(held_entry(kept.game, EntryCell(1, "Ana")))


def _shared_game(home: Path) -> str:
    """Return the id of the game."""
    store = open_store(home / "games.db")
    game_id = store.find("last")
    store.close()
    return game_id


@pytest.mark.parametrize("times", [3, pytest.param(100, marks=pytest.mark.full)])
def test_a_server_killed_in_the_middle_of_a_post(tmp_path: Path, server: Process, times: int) -> None:
    """Whenever it is killed, a hand is stored whole or not at all, an answer means stored, and the phone goes on."""
    game_id = _shared_game(tmp_path)
    with joined(server) as ana:
        for number in range(times):
            typed = f"{number + 1}+20+3"
            answered: list[int] = []

            def post(typed: str = typed, answered: list[int] = answered) -> None:
                try:
                    sent = {"game": game_id, "round": "1", "player": "Ana", "typed": typed}
                    answered.append(ana.post("/hand", data=sent).status_code)
                except httpx.HTTPError:
                    pass

            before, sending = stored(tmp_path), threading.Thread(target=post)
            sending.start()
            sending.join(number * 0.037 % 0.12)
            server.end(signal.SIGKILL)
            sending.join()
            after = stored(tmp_path)
            assert after in (before, (before[0] + 1, f"{number + 24}")), after
            if answered:
                assert (answered, after) == ([303], (before[0] + 1, f"{number + 24}"))
            server.start()
            assert ana.get("/hand").status_code == 200
    server.command("check", "last")


def test_a_server_killed_while_the_places_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Started again, it covers what was covered; commands tell the winner at any time."""
    one_round = ("--house", "rounds.length=fixed", "--house", "rounds.count=1")
    with Process(tmp_path, "Ana,Ben", *one_round) as server:
        with httpx.Client(
            base_url=server.found["address"], follow_redirects=True, timeout=PATIENCE
        ) as keeper:
            keeper.get(server.found["keeper"])
            server.command("round", "last", "--out", "Ana", "Ben=6-4")
            eventually(lambda: "The game is over." in keeper.get("/keeper").text)
            game = _shared_game(tmp_path)
            sent = {"game": game, "places": "0"}
            keeper.post("/keeper/next-place", data=sent, headers={"origin": server.found["address"]})
        server.end(signal.SIGKILL)
        capsys.readouterr()
        server.command("standings", "last")
        assert "Ana" in capsys.readouterr().out
        server.start()
        page = httpx.get(server.found["screen"], timeout=PATIENCE).text
        assert ("Ben" in page, "Ana" in page) == (True, False)


def test_a_killed_server_leaves_its_table_open_at_the_same_address(tmp_path: Path, server: Process) -> None:
    """Opened again without a port, the table has the one of before; ended by Ctrl+C it is not left open."""
    games, game_id = tmp_path / "games.db", _shared_game(tmp_path)
    assert not left_open(games, game_id)  # it is open now
    server.end(signal.SIGKILL)
    assert left_open(games, game_id)
    again = Host(games, game_id, "127.0.0.1")
    assert (again.origin, again.moved) == (server.found["address"], False)
    again.start()
    again.stop()
    assert not left_open(games, game_id)
    server.start()
    server.end(signal.SIGINT)
    assert not left_open(games, game_id)


def test_what_is_left_open_can_be_put_away(tmp_path: Path, server: Process) -> None:
    """After that it is not left open; a table that is open somewhere stays so."""
    games, game_id = tmp_path / "games.db", _shared_game(tmp_path)
    close_left(games, game_id)
    server.end(signal.SIGKILL)
    assert left_open(games, game_id)
    close_left(games, game_id)
    assert not left_open(games, game_id)
