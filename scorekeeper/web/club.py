"""A club evening on the network: the wall, the host's phone, and each table of the sitting open to its own phones.

Every table is an ordinary shared game, at a port, with a code, a PIN and devices of its own: a phone of one has no
way to another. Here is what belongs to all: who sits where, what is still out, the standing. Whoever knows the host's
address is the host.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from scorekeeper.errors import NotFound, ScorekeeperError
from scorekeeper.session import ClubSession
from scorekeeper.storage import Place, open_store
from scorekeeper.system import now
from scorekeeper.text import _
from scorekeeper.web import host
from scorekeeper.web.club_pages import ClubSeen, host_page, wall_page, wall_region
from scorekeeper.web.live import event_of, stream_of
from scorekeeper.web.page import Visitor, plain_page
from scorekeeper.web.server import Guard, static_file
from scorekeeper.web.shared_table import Told
from scorekeeper.web.visit import Made, answer_page, go_to

LOOK = 0.3
"""Seconds between two looks for what was entered or drawn."""

MOST_SERVERS = 40
"""Tables for whose phones there should be connections."""


class ClubHost(Told):
    """An event that is open to phones: `seen` is what there is to see of it."""

    def __init__(
        self, games: Place, club_id: str, address: str | None, port: int | None, theme: str,
        log: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Bind the address. Raises Unavailable if binding fails."""
        super().__init__()
        self._games, self.id, self.theme, self._log = games, club_id, theme, log
        self._socket = host.bound_socket(address or host.home_address(), port)
        self._address, self.port = self._socket.getsockname()[:2]
        self.origin, self.alone = host.origin_of(self._address, self.port), host.is_alone(self._address)
        self.moved, self._table_port = port is None and self.port != host.PORT, 0 if port == 0 else None
        self.host_path = f"/host/{secrets.token_hex(6)}"
        self._qr, self._tables = host.qr_drawing(self.origin), dict[str, host.Host]()
        self._session = ClubSession(open_store(games), now)
        self.seen: ClubSeen

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until an interrupt. Raises ScorekeeperError if the event cannot be read."""
        try:
            asyncio.run(self._serve(ready))
        finally:
            self._stop([*self._tables])

    def _stop(self, games: Sequence[str]) -> None:
        """Close tables to their phones, all at once."""
        with ThreadPoolExecutor(MOST_SERVERS) as ends:
            list(ends.map(host.Host.stop, map(self._tables.pop, games)))

    async def _serve(self, ready: Callable[[], None]) -> None:
        host.most_connections(MOST_SERVERS)
        with self._socket, closing(self._session.store):
            self.seen = self._look()
            watching = asyncio.create_task(self._watch())
            await host.PhoneServer(club_application(self), ready).serve_at(self._socket)
            watching.cancel()

    async def _watch(self) -> None:
        """Look for what others draw and enter, until this is cancelled; what goes wrong is told once."""
        trouble = ""
        while True:
            await asyncio.sleep(LOOK)
            seen, why = self.seen, ""
            try:
                if trouble or self._session.store.others_wrote():
                    seen = self._look()
            except ScorekeeperError as error:
                why = str(error)
            if why and why != trouble:
                self._log(why)
            trouble = why
            if seen != self.seen:
                self.seen = seen
                await self.tell()

    def _look(self) -> ClubSeen:
        """Read the event, open each table of the running sitting, and close those that are no more."""
        self._session.open(self.id)
        club, results, sitting = self._session.club, self._session.results, self._session.sitting
        self._stop([game for game in self._tables if game not in club.game_ids])
        for number, result in enumerate(results, start=1):
            if result.sitting == sitting and result.table.game not in self._tables:
                try:
                    self._tables[result.table.game] = self._opened(result.table.game, number)
                except ScorekeeperError as error:
                    self._log(str(error))
        running = tuple(result for result in results if result.sitting == sitting)
        standing = self._session.standing()
        return ClubSeen(
            club.started.title, sitting, running, standing, {**self._tables}, self.origin, self._qr
        )

    def _opened(self, game: str, number: int) -> host.Host:
        """Return a table that is open to its phones, at a port of its own that stays."""
        port, usual = self._table_port, min(self.port + number, 65535)
        table = host.Host(self._games, game, self._address, port, private=True, log=self._log, usual=usual)
        table.start()
        return table


def club_application(club: ClubHost) -> ASGIApp:
    """Return the server of what belongs to all tables; these have their own."""
    made = Made(club)

    def visitor(request: Request) -> Visitor:
        return Visitor(None, "visitor", club.seen.title, "", club.id, request.url.path)

    async def live(request: Request) -> Response:
        if request.method == "HEAD":  # a page asks whether it may still follow
            return Response()
        return stream_of(club, lambda: made.once(lambda: event_of(wall_region(club.seen))))

    async def keep_score(request: Request) -> Response:
        table = club.seen.shared.get(request.path_params["game"])
        if table is None:
            raise NotFound
        return go_to(table.new_keeper_address())

    async def missing(request: Request, _error: Exception) -> Response:
        return answer_page(plain_page(visitor(request), _("Not found"), _("There is no such page.")), 404)

    routes: dict[str, Callable[[Request], Any]] = {
        "/": lambda request: answer_page(wall_page(visitor(request), club.seen, club.theme)),
        "/live/wall": live,
        "/static/{name}": lambda request: static_file(request.path_params["name"]),
        club.host_path: lambda request: answer_page(host_page(visitor(request), club.seen)),
        f"{club.host_path}/{{game}}": keep_score,
    }
    app = Starlette(
        routes=[Route(path, answer) for path, answer in routes.items()],
        exception_handlers=dict.fromkeys((404, 405, NotFound), missing),
    )
    return Guard(app, club.origin)
