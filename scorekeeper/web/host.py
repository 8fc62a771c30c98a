"""Opens a table to phones and closes it again: in a program of its own, or beside the app in a thread."""

import asyncio
import errno
import io
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import zip_longest
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.errors import NotFound, ScorekeeperError, Unavailable
from scorekeeper.storage import StorePlace, local_file
from scorekeeper.system import Claim, forget_shared, shared_file
from scorekeeper.text import N_, _
from scorekeeper.web.devices import Attempts, Devices
from scorekeeper.web.server import HEADERS, application
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.visit import Sharing

if TYPE_CHECKING:
    import segno


PORT = 8321
"""The usual port, so that a phone finds the table again after a restart."""

ALONE = "127.0.0.1"
"""The address under which only this computer finds itself."""

BROADCAST = IPv4Address("255.255.255.255")

WAITING = 100
"""How many may wait for the server while it starts."""

MOST_CONNECTIONS = 500
"""Connections at once, many times what the phones at a table open."""


class _Connection(H11Protocol):
    """A connection that answers what is no request as all else, with `HEADERS`, or not at all after an answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; where many more are connected than are answered, end at once."""
        super().connection_made(transport)
        if len(self.connections) > (self.limit_concurrency or 0) + self.config.backlog:
            transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            head = (
                b"HTTP/1.1 400 Bad Request",
                b"content-type: text/plain; charset=utf-8",
                b"connection: close",
            )
            lines = (*head, *(b": ".join(header) for header in HEADERS), b"", msg.encode())
            self.transport.write(b"\r\n".join(lines))
        self.transport.close()


class PhoneServer(uvicorn.Server):
    """A server of pages for phones that says when it can be reached."""

    def __init__(self, app: ASGIApp, ready: Callable[[], None]) -> None:
        most = most_connections()
        config = uvicorn.Config(
            app, http=_Connection, proxy_headers=False,
            limit_concurrency=most, backlog=1 + most // 5,  # which are taken, and refused, at once
            headers=[(name.decode(), value.decode()) for name, value in HEADERS],
            log_config=None, access_log=False, log_level="critical",
            timeout_graceful_shutdown=1, server_header=False, date_header=False, ws="none",
        )  # fmt: skip
        super().__init__(config)
        self._ready = ready

    async def serve_at(self, bound: socket.socket) -> None:
        """Serve until it should exit."""
        if hasattr(signal, "pthread_sigmask"):  # a phone that goes away must not end the program
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
        await self.serve([bound])
        for connection in self.server_state.connections:  # made in the last moment
            connection.transport.abort()
        await asyncio.sleep(0)  # until they are closed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


class Host:
    """A table that is open to phones."""

    def __init__(
        self, games: StorePlace, game_id: str, address: str | None = None, port: int | None = None, *,
        private: bool = False, theme: str = "", before: "Host | None" = None,
        log: Callable[[str], None] | None = None, usual: int | None = None,
    ) -> None:  # fmt: skip
        """Bind the address. Raises Impossible if the game is shared already, and Unavailable if binding fails.

        `before` shares another game until it is stopped here, once this one is claimed: whoever joined there comes
        along, and finds this game at the same address if that is still free; else `usual` is the port to try. `log`
        is told what is wrong with the store while the game is shared, in the server's thread. A game that was left
        open has its address again.
        """
        self.game_id, self._beside = game_id, local_file(games)
        kept = shared_file(self._beside, game_id)
        self._claim = Claim(kept)
        if before is not None:
            before.stop()
        try:
            wanted = before.port if before else usual or port_in(self._claim.left)
            self._socket = bound_socket(address or home_address(), port, wanted)
        except ScorekeeperError:
            self._claim.close()
            raise
        host, bound = self._socket.getsockname()[:2]
        self.port: int = bound
        self.origin, self.alone = origin_of(host, bound), is_alone(host)
        self.moved = port is None and bound != (wanted or PORT)
        """Whether the usual port was taken, so that phones with the usual address find something else."""
        self._claim.tell(self.origin)
        self.devices: Devices = Devices(kept, time.time, host, before.devices if before else None)
        table = SharedTable(games, game_id, self.devices, log)
        self.share = Sharing(
            table, self.devices, Attempts(time.monotonic), self.origin, cache(lambda: qr_drawing(self.table_address)),
            private, theme,
        )  # fmt: skip
        self._server: PhoneServer | None = None
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_left = False

    @property
    def table_address(self) -> str:
        """What the QR code holds."""
        return self.share.table_address

    @property
    def screen_address(self) -> str:
        """The big screen."""
        return f"{self.origin}/screen"

    def new_keeper_address(self) -> str:
        """Return a link that makes one device the keeper's."""
        return f"{self.origin}/k/{self.devices.new_keeper_link()}"

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until `stop` or an interrupt. Raises ScorekeeperError if the game cannot be read."""
        asyncio.run(self._serve(ready))

    async def _serve(self, ready: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        with self._socket, self._claimed():
            await self.share.table.open()
            self._server = PhoneServer(application(self.share), ready)
            await self._server.serve_at(self._socket)
        if isinstance(self.share.table.trouble, NotFound):  # it was deleted meanwhile
            forget_shared(self._beside, self.game_id)

    @contextmanager
    def _claimed(self) -> Iterator[None]:
        """Keep the game claimed; note at the end that it was closed to phones, unless it is left open."""
        try:
            yield
        finally:
            if not self._is_left:
                self._claim.tell("")
            self._claim.close()

    def start(self) -> None:
        """Serve in a thread until `stop`; return once phones can come. Raises ScorekeeperError if they cannot."""
        ready, failed = Event(), list[Exception]()

        def serve() -> None:
            try:
                self.run(ready.set)
            except Exception as error:  # noqa: BLE001, whoever started the thread raises it
                failed.append(error)
            finally:  # also if it is stopped before phones can come
                ready.set()

        self._thread = Thread(target=serve, name="share", daemon=True)
        self._thread.start()
        ready.wait()
        if failed:
            raise failed[0]

    def stop(self, *, left: bool = False) -> None:
        """Stop serving, and wait until what was being stored is stored; it is closed unless it is `left` open."""
        self._is_left = left
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(5)

    @property
    def is_open(self) -> bool:
        """Whether phones are served, after `start`."""
        return self._thread is not None and self._thread.is_alive()

    def remove(self, device_id: str) -> None:
        """Send a device away."""
        self.devices.remove(device_id)
        self._in_loop(self.share.table.tell())

    def renew_pin(self) -> None:
        """Make a new PIN."""
        self.devices.renew_pin()
        self._in_loop(self.share.table.tell())

    def _in_loop(self, deed: Coroutine[Any, Any, None]) -> None:
        """Do something where the server runs, and wait for it."""
        assert self._loop is not None, "the server was started"
        asyncio.run_coroutine_threadsafe(deed, self._loop).result(5)


def most_connections(servers: int = 1) -> int:
    """Return how many connections there may be at once: half of the files that may be open, which are made enough.

    The other half is for connections that wait or are being refused, and for the store.
    """
    files = 2 * MOST_CONNECTIONS * servers
    if sys.platform != "win32":  # which has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = files if hard < 0 else min(files, hard)  # below zero there is no limit
        if 0 <= soft < files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files // 2


def home_address() -> str:
    """Return this computer's address on its network, or `ALONE` if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the way out is looked up
        except OSError:
            return ALONE
        return str(probe.getsockname()[0])


def bound_socket(address: str, port: int | None, usual: int | None = None) -> socket.socket:
    """Return a socket that is bound to an address; without a port, to the usual one, or a free one if that is taken.

    Others can reach it from then on. Raises Unavailable if the address is not this computer's, or the port is taken.
    """
    try:
        family, _type, _protocol, _name, socket_address = socket.getaddrinfo(
            address, port or PORT, type=socket.SOCK_STREAM
        )[0]
        if not _is_opened_by_phones(str(socket_address[0])):
            sentence = N_(
                "Phones cannot open {address}; name the one address of this computer that they use."
            )
            raise Unavailable(_(sentence, address=address))
        return _bound(family, address, (usual or PORT) if port is None else port)
    except UnicodeError:  # what is no name at all
        raise _not_ours(address) from None
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return _bound(family, address, 0)
        raise _refusal(address, port, error) from None


def _is_opened_by_phones(host: str) -> bool:
    """Whether a browser opens this address, and names it as it stands here.

    None opens one of a whole network, or of one of this computer's networks by its name; each writes an older address
    within a newer one in its own way.
    """
    ip = ip_address(host.partition("%")[0])
    within = isinstance(ip, IPv6Address) and (ip.is_link_local or ip.ipv4_mapped is not None)
    return not (ip.is_unspecified or ip.is_multicast or ip == BROADCAST or within)


def port_in(origin: str) -> int | None:
    """Return the port of an address as `origin_of` writes it; None if there is none.

    >>> port_in("http://192.168.1.23:8322"), port_in("http://[fe80::1]:8321"), port_in("")
    (8322, 8321, None)
    """
    port = origin.rpartition(":")[2]
    return int(port) if port.isdecimal() else None


def is_alone(address: str) -> bool:
    """Whether this address is found by this computer alone."""
    return ip_address(address.partition("%")[0]).is_loopback


def origin_of(address: str, port: int) -> str:
    """Return an address and a port as browsers write them: without the usual port of pages."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once only then
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address, port))
        bound.listen(WAITING)
    except OSError:
        bound.close()
        raise
    return bound


def _refusal(address: str, port: int | None, error: OSError) -> Unavailable:
    if error.errno == errno.EADDRINUSE:
        sentence = N_("Port {port} is used by another program; choose another with --port, or leave it out.")
        return Unavailable(_(sentence, port=port))
    if error.errno == errno.EACCES:
        return Unavailable(_("Port {port} needs an administrator; choose one above 1023.", port=port))
    return _not_ours(address)


def _not_ours(address: str) -> Unavailable:
    return Unavailable(
        _("{address} is no address of this computer; leave --address out to find it.", address=address)
    )


def qr_drawing(address: str) -> str:
    """Return a QR code as an SVG element, dark on light whatever the page's colours are."""
    drawn = io.BytesIO()
    _code(address).save(drawn, kind="svg", xmldecl=False, svgns=True, border=4, light="#fff", omitsize=True)
    return drawn.getvalue().decode()


def qr_text(address: str, *, secret: bool = False, scale: int = 1) -> str:
    """Return a QR code as lines of half blocks, which draw what is light.

    An address with a `secret` keeps its small letters, which takes a larger code.
    """
    code = _code(address, secret=secret)
    rows = [
        list(row) for row in code.matrix_iter(scale=scale, border=2)
    ]  # half a border is enough on a screen
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows[0]))
    return "\n".join(
        "".join("█▀▄ "[2 * upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs
    )


def _code(address: str, *, secret: bool = False) -> "segno.QRCode":
    """Return the smallest code: in capital letters, which addresses without a secret may have."""
    import segno  # takes a while, and no phone needs it to come

    return segno.make(address if secret else address.upper(), error="l", micro=False, boost_error=True)
