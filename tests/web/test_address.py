"""The address and the port of a shared table."""

import socket
from pathlib import Path

import httpx
import pytest

from scorekeeper.errors import Unavailable
from scorekeeper.web.host import ALONE, Host, bound_socket, home_address, is_alone, origin_of
from tests.waiting import PATIENCE
from tests.web.table import new_game


@pytest.fixture
def taken() -> socket.socket:
    """Return a socket that listens on a port of this computer."""
    with socket.create_server((ALONE, 0)) as listening:
        yield listening


def test_the_home_address_is_one_of_this_computer() -> None:
    """A server can be bound to the address that is found."""
    with bound_socket(home_address(), 0) as bound:
        assert bound.getsockname()[1] > 0


def test_without_a_network_only_this_computer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no way out, the address is this computer's own."""

    def unreachable(_socket: socket.socket, _address: object) -> None:
        raise OSError(101, "Network is unreachable")

    class Lonely(socket.socket):
        connect = unreachable  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Lonely)
    assert home_address() == ALONE


def test_the_usual_port_or_a_free_one(monkeypatch: pytest.MonkeyPatch, taken: socket.socket) -> None:
    """Without a port the usual one is taken; where that is used, a free one."""
    monkeypatch.setattr("scorekeeper.web.host.PORT", taken.getsockname()[1])
    with bound_socket(ALONE, None) as bound:
        assert bound.getsockname()[1] not in (0, taken.getsockname()[1])
    monkeypatch.setattr("scorekeeper.web.host.PORT", bound_port := _free())
    with bound_socket(ALONE, None) as bound:
        assert bound.getsockname()[1] == bound_port


def _free() -> int:
    with socket.create_server((ALONE, 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def test_a_chosen_port_that_is_taken_is_told(taken: socket.socket) -> None:
    """A port that another program uses is refused, with what to do."""
    port = taken.getsockname()[1]
    with pytest.raises(Unavailable, match=f"Port {port} is used by another program; choose another"):
        bound_socket(ALONE, port)


@pytest.mark.parametrize("address", ["192.0.2.77", "no.such.name.invalid", "::2", "a..b", "a" * 300])
def test_an_address_of_another_computer_is_told(address: str) -> None:
    """An address that is not this computer's is refused by its name."""
    with pytest.raises(Unavailable, match=f"{address} is no address of this computer"):
        bound_socket(address, 0)


def test_a_port_for_administrators_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port below 1024 that needs an administrator is refused with what to do."""

    def forbidden(_socket: socket.socket, _address: object) -> None:
        raise PermissionError(13, "Permission denied")

    class Guarded(socket.socket):
        bind = forbidden  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Guarded)
    with pytest.raises(Unavailable, match="Port 80 needs an administrator; choose one above 1023"):
        bound_socket(ALONE, 80)


EVERYBODY = ("0.0.0.0", "0", "00", "0.0", "0x0", "::", "::0", "255.255.255.255", "4294967295", "224.0.0.1")
"""Addresses of all networks or of everybody on one, as they may be written."""


@pytest.mark.parametrize("address", [*EVERYBODY, "::ffff:127.0.0.1", "fe80::1%1"])
def test_an_address_that_no_phone_opens_is_told(address: str) -> None:
    """It would stand in a QR code that leads nowhere."""
    with pytest.raises(Unavailable, match=f"Phones cannot open {address}"):
        bound_socket(address, 0)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "LocalHost"])
def test_the_address_that_is_told_is_served(tmp_path: Path, address: str) -> None:
    """However the address was written: whoever opens what is told finds the table."""
    host = Host(*new_game(tmp_path), address, 0)
    host.start()
    try:
        assert httpx.get(host.screen_address, timeout=PATIENCE).status_code == 200
        assert httpx.URL(host.origin).host == "127.0.0.1"
    finally:
        host.stop()


ORIGINS = [
    ("192.168.1.23", 8321, "http://192.168.1.23:8321"),
    ("192.168.1.23", 80, "http://192.168.1.23"),
    ("::1", 8321, "http://[::1]:8321"),
]


@pytest.mark.parametrize(("address", "port", "origin"), ORIGINS)
def test_an_address_is_written_as_browsers_write_it(address: str, port: int, origin: str) -> None:
    """The usual port of pages is left out, and six groups stand in brackets."""
    assert origin_of(address, port) == origin


@pytest.mark.parametrize(("address", "alone"), [(ALONE, True), ("::1", True), ("fe80::1%eth0", False)])
def test_this_computer_alone_is_known(address: str, alone: bool) -> None:
    """An address that other computers cannot reach is told apart."""
    assert is_alone(address) == alone
