"""Never so many connections that the program has no room left for anything else."""

import socket
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from scorekeeper.web.host import Host
from tests.web.table import new_game


def test_where_too_many_are_connected_the_next_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks beyond the most connections is told to come later; when others have gone, there is room again."""
    monkeypatch.setattr("scorekeeper.web.host.MOST", 4)
    host = Host(*new_game(tmp_path), "127.0.0.1", 0)
    host.start()
    with ExitStack() as wires:
        for _wire in range(4):
            wires.enter_context(socket.create_connection(("127.0.0.1", host.port))).sendall(b"GET")
        assert httpx.get(host.screen_address).status_code == 503
    assert httpx.get(host.screen_address).status_code == 200
    host.stop()


def test_the_address_of_a_phone_is_not_taken_from_what_it_sends(tmp_path: Path) -> None:
    """Wrong PINs are counted by the address that a connection comes from, whatever a header says."""
    host = Host(*new_game(tmp_path), "127.0.0.1", 0)
    host.start()
    answers = [
        httpx.post(
            host.table_address,
            data={"pin": "x", "watch": "1"},
            headers={"origin": host.origin, "x-forwarded-for": f"192.168.1.{number}"},
        ).status_code
        for number in range(7)
    ]
    host.stop()
    assert answers == [403] * 5 + [429] * 2
