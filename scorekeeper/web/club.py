"""A club evening on the network: the wall, the host's phone, and each table of the sitting open to its own phones.

Every table is an ordinary shared game, at a port, with a code, a PIN and devices of its own: a phone of one has no
way to another. Here is what belongs to all: who sits where, what is still out, the standing.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from scorekeeper.errors import Impossible, NotFound, ScorekeeperError
from scorekeeper.session import ClubSession
from scorekeeper.storage import Place, local_file, open_store
from scorekeeper.system import Claim, now, shared_file
from scorekeeper.text import _
from scorekeeper.web.club_pages import ClubSeen, SharedAt, host_page, pin_page, wall_page, wall_region
from scorekeeper.web.devices import Attempts, Devices, TooMany
from scorekeeper.web.host import (
    PORT,
    Host,
    PhoneServer,
    bound_socket,
    home_address,
    is_alone,
    most_connections,
    origin_of,
    qr_drawing,
)
from scorekeeper.web.live import event_of, stream_of
from scorekeeper.web.page import Visitor, plain_page
from scorekeeper.web.server import MOST_BYTES, Guard, read_form, static_file
from scorekeeper.web.shared_table import Told
from scorekeeper.web.visit import Made, answer_page, cookie_name, go_to, seated

LOOK = 0.3
"""Seconds between two looks for what was entered or drawn."""

MOST_SERVERS = 40
"""Tables for whose phones there should be connections."""


class ClubHost(Told):
    """An event that is open to phones: `seen` is what all may see, `tables` are the shared ones by game."""

    def __init__(
        self, games: Place, club_id: str, address: str | None, port: int | None, theme: str,
        log: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Bind the address. Raises Impossible if the event is shared already, and Unavailable if binding fails."""
        super().__init__()
        kept = shared_file(local_file(games), club_id)
        self._claim = Claim(kept)
        try:
            self._socket = bound_socket(address or home_address(), port)
        except ScorekeeperError:
            self._claim.close()
            raise
        self._address, self.port = self._socket.getsockname()[:2]
        self._free_ports = port == 0
        self.moved = port is None and self.port != PORT
        self.origin, self.alone = origin_of(self._address, self.port), is_alone(self._address)
        self._claim.tell(self.origin)
        self.devices = Devices(kept, time.time, self._address)
        self.attempts = Attempts(time.monotonic)
        self.theme, self._log, self._games, self.id = theme, log, games, club_id
        self.qr = cache(lambda: qr_drawing(self.origin))
        self.tables: dict[str, Host | None] = {}
        """None for one that could not be shared, of which the log was told."""
        self.seen: ClubSeen
        self._session: ClubSession
        self._worker = ThreadPoolExecutor(1, "club")

    @property
    def host_address(self) -> str:
        """Where the host's phone sees all tables."""
        return f"{self.origin}/host"

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until an interrupt. Raises ScorekeeperError if the event cannot be read."""
        try:
            asyncio.run(self._serve(ready))
        finally:
            self._worker.shutdown()
            opened = [table for table in self.tables.values() if table is not None]
            with ThreadPoolExecutor(len(opened) or 1) as ends:
                list(ends.map(Host.stop, opened))

    async def _serve(self, ready: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        most_connections(MOST_SERVERS)
        with self._socket, closing(self._claim):
            await loop.run_in_executor(self._worker, self._open)
            watching = asyncio.create_task(self._watch(loop))
            await PhoneServer(club_application(self), ready).serve_at(self._socket)
            watching.cancel()
            await loop.run_in_executor(self._worker, self._session.store.close)

    def _open(self) -> None:
        self._session = ClubSession(open_store(self._games), now)
        self.seen = self._look()

    async def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look for what others draw and enter, until this is cancelled; what goes wrong is told once."""
        trouble = ""
        while True:
            await asyncio.sleep(LOOK)
            try:
                seen = await loop.run_in_executor(self._worker, self._look_again)
            except ScorekeeperError as error:
                if str(error) != trouble:
                    trouble = str(error)
                    self._log(trouble)
                continue
            trouble = ""
            if seen != self.seen:
                self.seen = seen
                await self.tell()

    def _look_again(self) -> ClubSeen:
        return self._look() if self._session.store.others_wrote() else self.seen

    def _look(self) -> ClubSeen:
        """Read the event, open each table of the running sitting, and close those that are no more."""
        self._session.open(self.id)
        club, results, sitting = self._session.club, self._session.results, self._session.sitting
        tables = {game: table for game, table in self.tables.items() if game in club.game_ids}
        for gone in self.tables.keys() - tables.keys():
            if (table := self.tables[gone]) is not None:
                table.stop()
        for number, result in enumerate(results, start=1):
            if result.sitting == sitting and result.table.game not in tables:
                tables[result.table.game] = self._opened(result.table.game, number)
        self.tables = tables
        running = tuple(one for one in results if one.sitting == sitting)
        shared = {
            game: SharedAt(table.table_address, table.devices.pin)
            for game, table in tables.items()
            if table is not None
        }
        return ClubSeen(club.started.title, sitting, running, self._session.standing(), shared)

    def _opened(self, game: str, number: int) -> Host | None:
        """Open a table to its phones, at a port of its own that stays; tell the log if that cannot be."""
        usual = self.port + number
        port = 0 if self._free_ports or usual > 65535 else None
        try:
            table = Host(
                self._games,
                game,
                self._address,
                port,
                private=True,
                theme=self.theme,
                log=self._log,
                usual=usual,
            )
            table.start()
        except ScorekeeperError as error:
            self._log(str(error))
            return None
        return table


async def _wall(request: Request) -> Response:
    """Show what hangs on the wall, to everybody."""
    club: ClubHost = request.app.state.club
    content = request.app.state.made.once(
        lambda: str(wall_page(_visitor(request), club.seen, club.origin, club.qr(), club.theme)), "page"
    )
    return HTMLResponse(content, headers={"cache-control": "no-store"})


async def _live(request: Request) -> Response:
    """Send what hangs on the wall whenever it changes."""
    club, made = request.app.state.club, request.app.state.made
    if request.method == "HEAD":
        return Response()
    return stream_of(
        club,
        lambda: made.once(lambda: event_of(wall_region(club.seen, club.origin, club.qr())), "event"),
    )


async def _static(request: Request) -> Response:
    return static_file(request.path_params["name"])


def _visitor(request: Request) -> Visitor:
    """Return who asks, as one that has joined no table."""
    club: ClubHost = request.app.state.club
    return Visitor(None, "visitor", club.seen.title, club.devices.code, club.id, request.url.path)


def _is_host(request: Request) -> bool:
    devices: Devices = request.app.state.club.devices
    device = devices.of(request.cookies.get(cookie_name(devices.code), ""))
    if device is not None:
        devices.heard_of(device)
    return device is not None


async def _host(request: Request) -> Response:
    """Show the host all tables, or ask for the host's PIN."""
    if not _is_host(request):
        return answer_page(pin_page(_visitor(request)))
    return answer_page(host_page(_visitor(request), request.app.state.club.seen))


async def _join_host(request: Request) -> Response:
    """Let the host's phone in that knows the PIN."""
    club: ClubHost = request.app.state.club
    form = await read_form(request, MOST_BYTES)
    address = request.client.host if request.client else ""
    try:
        club.attempts.check(address)
        club.devices.check_pin(form[0].get("pin", "") if form else "")
    except TooMany as error:
        return answer_page(pin_page(_visitor(request), str(error)), 429)
    except Impossible as error:
        club.attempts.wrong(address)
        return answer_page(pin_page(_visitor(request), str(error)), 403)
    return seated(club.devices, go_to("/host"), club.devices.join("keeper"))


async def _keep_score(request: Request) -> Response:
    """Let the host's phone keep score at a table."""
    club: ClubHost = request.app.state.club
    table = club.tables.get(request.path_params["game"])
    if not _is_host(request):
        return answer_page(pin_page(_visitor(request)), 403)
    if table is None:
        raise NotFound(_("There is no such page."))
    response = go_to(f"{table.origin}/keeper")
    device = table.devices.of(request.cookies.get(cookie_name(table.devices.code), ""))
    if request.method == "HEAD" or (device is not None and device.role == "keeper"):
        return response
    if device is not None:
        table.devices.remove(device.id)
    return seated(table.devices, response, table.devices.join("keeper"))


ROUTES = (
    Route("/", _wall),
    Route("/live/wall", _live),
    Route("/static/{name}", _static),
    Route("/host", _host),
    Route("/host", _join_host, methods=["POST"]),
    Route("/host/{game}", _keep_score),
)
"""Every address of an event; the tables have their own."""


def club_application(club: ClubHost) -> ASGIApp:
    """Return the server of what belongs to all tables."""
    app = Starlette(
        routes=ROUTES,
        exception_handlers={404: _no_such_page, 405: _no_such_page, NotFound: _no_such_page},
    )
    app.state.club, app.state.made = club, Made(club)
    return Guard(app, club.origin)


async def _no_such_page(request: Request, _error: Exception) -> Response:
    page = plain_page(_visitor(request), _("Not found"), _("There is no such page."))
    return answer_page(page, 404)
