"""What comes over the wire: too many connections, what is no request, and the headers of every answer."""

import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from select import select

import httpx
import pytest

from scorekeeper.web.host import Host, most_connections
from scorekeeper.web.server import HEADERS, ROUTES
from tests.conftest import by_cases
from tests.waiting import PATIENCE
from tests.web.table import new_game


def unprotected(answer: httpx.Response) -> list[str]:
    """Return the headers of protection that an answer has not, or has twice."""
    return [
        name.decode() for name, value in HEADERS if answer.headers.get_list(name.decode()) != [value.decode()]
    ]


def test_every_answer_carries_its_protection(host: Host) -> None:
    """Pages, refusals, redirections, files and faults have the same headers, each once, for whoever asks."""
    own = {"origin": host.origin}
    with (
        httpx.Client(base_url=host.origin, headers=own, timeout=PATIENCE) as keeper,
        httpx.Client(headers=own, timeout=PATIENCE) as visitor,
    ):
        keeper.get(host.new_keeper_address())
        for access in ROUTES:
            path = access.path.format(code=host.devices.code, secret="x", name="style.css")
            method = "HEAD" if path.startswith("/live/") else access.method
            for phone in (keeper, visitor):
                assert unprotected(phone.request(method, f"{host.origin}{path}")) == [], access
        for answer in (
            visitor.get(f"{host.origin}/nothing"),
            visitor.get(host.origin, headers={"host": "evil.example"}),
            visitor.post(host.table_address, headers={"origin": "null"}),
            visitor.post(host.table_address, content=b"x" * 5000),
        ):
            assert (answer.is_error, unprotected(answer)) == (True, [])


NO_REQUESTS = {
    "words": [b"NONSENSE\r\n\r\n"],
    "no host": [b"GET / HTTP/1.1\r\n\r\n"],
    "zeros": [bytes(1000)],
    "two lengths": [b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"],
    "a broken body": [b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzzz\r\n"],
}


@pytest.mark.parametrize("sent", NO_REQUESTS.values(), ids=NO_REQUESTS)
def test_what_is_no_request_is_told_so_with_the_same_protection(host: Host, sent: list[bytes]) -> None:
    """The answer is a refusal in words with every header, and the connection is closed."""
    head, _blank, body = exchanged(host, *sent).partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    assert (status, body) == (b"HTTP/1.1 400 Bad Request", b"Invalid HTTP request received.")
    assert {b": ".join(header) for header in HEADERS} <= set(lines)


def test_a_request_that_breaks_off_after_its_answer_is_closed(
    host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    """It gets no second answer, and nothing is written across the screen of the computer."""
    head = b"POST /hand HTTP/1.1\r\nhost: evil.example\r\ntransfer-encoding: chunked\r\n\r\n"
    assert exchanged(host, head, b"zzz\r\n").count(b"HTTP/1.1 ") == 1
    assert caplog.messages == []


def exchanged(host: Host, *sent: bytes) -> bytes:
    """Send pieces over one wire, wait a little for what comes after each, and return all of it."""
    got = b""
    with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE) as wire:
        for piece in sent[:-1]:
            wire.sendall(piece)
            got += wire.recv(65536)
        wire.sendall(sent[-1])
        with suppress(ConnectionResetError):
            while piece := wire.recv(65536):
                got += piece
    return got


def test_where_too_many_are_connected_the_next_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks beyond the most connections is told to come later; when others have gone, there is room again."""
    monkeypatch.setattr("scorekeeper.web.host.MOST_CONNECTIONS", 4)
    host = Host(*new_game(tmp_path), "127.0.0.1", 0)
    host.start()
    with ExitStack() as wires:
        for _wire in range(4):
            wires.enter_context(socket.create_connection(("127.0.0.1", host.port))).sendall(b"GET")
        assert (refused := httpx.get(host.screen_address, timeout=PATIENCE)).status_code == 503
        assert unprotected(refused) == []
    assert httpx.get(host.screen_address, timeout=PATIENCE).status_code == 200
    host.stop()


def test_far_too_many_silent_connections_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Those that ask nothing take no more files than there are, and once they have gone, there is room again."""
    monkeypatch.setattr("scorekeeper.web.host.MOST_CONNECTIONS", 20)
    host = Host(*new_game(tmp_path), "127.0.0.1", 0)
    host.start()
    with ExitStack() as opened:
        wires = list[socket.socket]()
        for number in range(60):
            wires.append(opened.enter_context(socket.create_connection(("127.0.0.1", host.port))))
            if number >= 25:  # one after the other: whoever comes too fast is kept waiting by the system
                assert select(wires[-1:], [], [], PATIENCE)[0], "one that is too many is not ended"
        assert len(select(wires, [], [], 0)[0]) == 35
    assert httpx.get(host.screen_address, timeout=PATIENCE).status_code == 200
    assert caplog.messages == []
    host.stop()


@by_cases
def test_as_many_connections_as_the_system_allows_files(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int | None, most: int
) -> None:
    """A low limit is raised as far as the system lets it, and what it cannot be raised to is no connection."""
    resource = pytest.importorskip("resource", reason="only here there is such a limit")
    told = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _limit: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _limit, both: told.append(both))
    assert most_connections() == most
    assert told == ([] if raised is None else [(raised, hard)])


def test_the_address_of_a_phone_is_not_taken_from_what_it_sends(host: Host) -> None:
    """Wrong PINs are counted by the address that a connection comes from, whatever a header says."""
    answers = [
        httpx.post(
            host.table_address,
            data={"pin": "x", "watch": "1"},
            headers={"origin": host.origin, "x-forwarded-for": f"192.168.1.{number}"},
            timeout=PATIENCE,
        ).status_code
        for number in range(7)
    ]
    assert answers == [403] * 5 + [429] * 2
