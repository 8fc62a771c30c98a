"""Connections that only take room are ended, and never so many that nobody else gets in."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from scorekeeper.web.connections import MOST, PER_ADDRESS, SPARED, Connection, most_connections
from scorekeeper.web.host import Host
from tests.web.table import new_game

resource = pytest.importorskip("resource")  # not on Windows


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """Return a table that is open at a free port of this computer, and soon tired of who is silent."""
    monkeypatch.setattr("scorekeeper.web.connections.SILENT", 0.1)
    host = Host(*new_game(tmp_path), "127.0.0.1", 0)
    host.start()
    yield host
    host.stop()


def connected(host: Host) -> socket.socket:
    """Return a connection that has asked for nothing yet."""
    address, _colon, port = host.origin.removeprefix("http://").rpartition(":")
    return socket.create_connection((address, int(port)), timeout=5)


def asking(host: Host, path: str, method: str = "GET", *more: str) -> bytes:
    """Return the head of a request."""
    lines = (f"{method} {path} HTTP/1.1", f"Host: {host.origin.removeprefix('http://')}", *more, "", "")
    return "\r\n".join(lines).encode()


def ended(wire: socket.socket) -> bool:
    """Return whether a connection is ended without another word."""
    try:
        return wire.recv(1) == b""
    except ConnectionResetError:
        return True


SENT = {
    "nothing": lambda _host: b"",
    "half a head": lambda _host: b"GET / HT",
    "half a head after a page": lambda host: asking(host, "/static/icon.svg", "HEAD") + b"GET / HT",
    "half a body": lambda host: (
        asking(host, "/hand", "POST", f"Origin: {host.origin}", "Content-Length: 9") + b"a"
    ),
}


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
def test_who_asks_for_nothing_whole_is_sent_away(host: Host, sent: object) -> None:
    """A connection that sends nothing, or never ends what it began, is ended."""
    assert callable(sent)
    with connected(host) as wire:
        wire.sendall(sent(host))
        while not ended(wire):
            pass


def test_who_follows_stays(host: Host) -> None:
    """A stream in which nothing happens is no silent connection."""
    with connected(host) as wire:
        wire.sendall(asking(host, "/live/screen"))
        while b"data: " not in wire.recv(65536):
            pass
        wire.settimeout(0.5)
        with pytest.raises(TimeoutError):
            wire.recv(1)


def test_where_too_many_are_connected_the_next_one_is_sent_away(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the most connections a new one is ended at once; when others have gone, there is room again."""
    monkeypatch.setattr("scorekeeper.web.connections.SILENT", 60)
    monkeypatch.setattr(Connection, "most", 3)
    with ExitStack() as wires:
        for _wire in range(3):
            wires.enter_context(connected(host)).sendall(b"GET")
        assert ended(wires.enter_context(connected(host)))
    assert httpx.get(host.screen_address).status_code == 200


async def test_one_address_does_not_take_the_room_of_others() -> None:
    """Of one address only so many connections are taken, of this computer itself any number."""
    config = uvicorn.Config(lambda: None, log_config=None, ws="none")
    state = ServerState()

    def refused(address: str) -> bool:
        transport = Mock(asyncio.Transport)
        transport.get_extra_info = lambda name: (address, 4000) if name == "peername" else None
        connection = Connection(config, state, {})
        connection.connection_made(transport)
        if transport.abort.called:
            connection.connection_lost(ConnectionAbortedError())
        return bool(transport.abort.called)

    assert [refused("192.168.1.50") for _wire in range(PER_ADDRESS + 1)] == [False] * PER_ADDRESS + [True]
    assert not refused("192.168.1.51")
    assert not any(refused("127.0.0.1") for _wire in range(2 * PER_ADDRESS))


LIMITS = [
    ((256, resource.RLIM_INFINITY), MOST), ((1024, 1024), 1024 - SPARED), ((1024, 1 << 20), MOST),
    ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), MOST), ((64, 64), 1),
]  # fmt: skip


@pytest.mark.parametrize(("limits", "most"), LIMITS)
def test_descriptors_are_left_for_everything_else(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], most: int
) -> None:
    """There are fewer connections than descriptors, of which the program takes as many as it may."""
    now = limits[0]

    def taken(_kind: int, wanted: tuple[int, int]) -> None:
        nonlocal now
        now = wanted[0]

    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    monkeypatch.setattr(resource, "setrlimit", taken)
    assert most_connections() == most
    assert now == resource.RLIM_INFINITY or now >= min(most + SPARED, limits[1] if limits[1] > 0 else now)
