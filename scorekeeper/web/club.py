"""A club evening on the network: the wall, the host's phone, and each table of the sitting open to its own phones.

Every table is an ordinary shared game, at a port, with a code, a PIN and devices of its own: a phone of one has no
way to another. Here is what belongs to all: who sits where, what is still out, the standing. Whoever knows the host's
address is the host.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, NamedTuple

import htpy as h
from htpy import Node, Renderable
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from scorekeeper.club import ClubStanding, TableResult, still_out
from scorekeeper.dates import show_decimal
from scorekeeper.errors import NotFound, ScorekeeperError
from scorekeeper.game import name_key
from scorekeeper.session import ClubSession
from scorekeeper.storage import StorePlace, open_store
from scorekeeper.system import now
from scorekeeper.text import _, join_and
from scorekeeper.web import host
from scorekeeper.web.joining import qr_picture
from scorekeeper.web.live import event_of, stream_of
from scorekeeper.web.page import Visitor, page, plain_page
from scorekeeper.web.server import Guard, static_file
from scorekeeper.web.shared_table import Told
from scorekeeper.web.visit import Made, answer_page, go_to

LOOK = 0.3
"""Seconds between two looks for what was entered or drawn."""

MOST_SERVERS = 40
"""Tables for whose phones there should be connections."""


ON_A_LEAF = 30
"""How many names or places a page of the wall has, and a third of it tables."""


class ClubSeen(NamedTuple):
    """A club night as it stands: the tables of the sitting that is played, the standing, where phones join."""

    title: str
    sitting: int
    tables: tuple[TableResult, ...]
    standing: ClubStanding
    shared: Mapping[str, host.Host]
    """The tables that are open to phones, by game; no page for everybody shows their PINs."""
    origin: str
    qr: str

    def table(self, result: TableResult) -> Node:
        """Return the name of a table, which leads its phones there."""
        words, shared = _("Table {table}", table=result.table.number), self.shared.get(result.table.game)
        return h.a(href=shared.table_address)[words] if shared else words


class ClubHost(Told):
    """A club night that is open to phones: `seen` is what there is to see of it."""

    def __init__(
        self, games: StorePlace, club_id: str, address: str | None, port: int | None, theme: str,
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
        """Serve until an interrupt. Raises ScorekeeperError if the night cannot be read."""
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
        """Read the night, open each table of the running sitting, and close those that are no more."""
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


def wall_page(visitor: Visitor, seen: ClubSeen, theme: str) -> Renderable:
    """Return the wall."""
    region = h.section("#wall", data_live="/live/wall")[wall_region(seen)]
    bell = h.p[h.label[_("Bell at"), " ", h.input(type="time", data_bell=True)]]
    return page(visitor, seen.title, region, bell, wide=True, theme=theme)


def wall_region(seen: ClubSeen) -> Renderable:
    """Return all pages of the wall; the script shows one after the other."""
    missing = [table_out for table_out in seen.standing.missing if table_out.sitting == seen.sitting]
    words = _("Sitting {sitting}", sitting=seen.sitting) if seen.sitting else _("No seats are drawn yet.")
    seats = [(name, result) for result in seen.tables for name in result.table.players]
    seats.sort(key=lambda seat: name_key(seat[0]))
    tables = [
        h.li[h.strong[seen.table(result)], h.bdi[join_and(result.table.players)], h.span[_state(result)]]
        for result in seen.tables
    ]
    standing = seen.standing.standing
    places = [
        h.li[h.span[f"{row.rank}."], h.bdi[row.player], h.strong[show_decimal(row.score)]] for row in standing
    ]
    return h.fragment[
        h.div(".line")[
            h.div[h.p(".status")[words], [h.p(".missing")[sentence] for sentence in still_out(missing)]],
            h.div(".corner")[
                h.div[
                    h.p(".clock")[h.span(data_now=True)],
                    h.p(".hint")[_("Your phone:")],
                    h.p(".hint.whole")[seen.origin],
                ],
                qr_picture(seen.origin, seen.qr),
            ],
        ],
        _leaves(_("Seats"), [h.li[h.bdi[name], h.strong[seen.table(result)]] for name, result in seats]),
        _leaves(_("Tables"), tables, ON_A_LEAF // 3, "long"),
        _leaves(_("Standing"), places),
    ]


def _state(result: TableResult) -> str:
    return _("still out") if result.totals is None else "✓"


def _leaves(heading: str, rows: Sequence[Node], most: int = ON_A_LEAF, kind: str = "") -> Node:
    parts = [rows[start : start + most] for start in range(0, len(rows), most)]
    return [
        h.section(class_=["leaf", kind])[
            h.h2[heading, f" {number}/{len(parts)}" if len(parts) > 1 else None], h.ul[part]
        ]
        for number, part in enumerate(parts, start=1)
    ]


def host_page(visitor: Visitor, seen: ClubSeen) -> Renderable:
    """Return all tables of the sitting: what is out, how the phones of each join, and a way to keep its score."""
    return page(
        visitor,
        _("Sitting {sitting}", sitting=seen.sitting),
        [_host_table(visitor, seen, result) for result in seen.tables],
        h.p[h.a(".button", href="/")[_("Standing")]],
    )


def _host_table(visitor: Visitor, seen: ClubSeen, result: TableResult) -> Node:
    shared = seen.shared.get(result.table.game)
    return [
        h.h2[_("Table {table}", table=result.table.number), " · ", _state(result)],
        h.p[join_and(result.table.players)],
        [
            h.p(".address")[h.a(href=shared.table_address)[shared.table_address]],
            h.p(".pin")[_("PIN {pin}", pin=shared.devices.pin)],
            h.p[h.a(".button", href=f"{visitor.path}/{result.table.game}")[_("Keep score")]],
        ]
        if shared
        else None,
    ]
