"""A shared table for tests, whose pages are asked for in this process."""

import re
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import httpx
from starlette.routing import compile_path

from scorekeeper.game import Change
from scorekeeper.session import Session
from scorekeeper.storage import open_store
from scorekeeper.web.devices import Attempts, Devices, Role
from scorekeeper.web.host import qr_drawing
from scorekeeper.web.server import ROUTES, application
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.visit import Sharing, cookie_name
from tests import servers
from tests.build import AT, new_log
from tests.waiting import PATIENCE

ORIGIN = "http://192.168.1.23:8321"
QR = qr_drawing(ORIGIN)
PLAYERS = ("Ana", "Ben", "Carla", "Dot")


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def new_game(folder: Path, *house: str, **options: object) -> tuple[Path, str]:
    """Store a new game; return the file of the store and the game's id."""
    games = folder / "games.db"
    if servers.current is not None:
        return games, open_store(games).add_games([new_log(*house, **{"players": PLAYERS, **options})])[0].id
    content, game_id = _stored(*house, **options)
    games.write_bytes(content)
    return games, game_id


@cache
def _stored(*house: str, **options: object) -> tuple[bytes, str]:
    """Return a store with a new game as a file holds it, and the game's id; made once, since that takes a while."""
    with TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "games.db")
        game_id = store.add_games([new_log(*house, **{"players": PLAYERS, **options})])[0].id
        store.close()
        return store.place.read_bytes(), game_id


def at_keyboard(games: Path, game_id: str, deed: Callable[[Session], object]) -> None:
    """Do something with a game as another program does."""
    session = Session(open_store(games), lambda: AT)
    session.open(game_id)
    deed(session)
    session.store.close()


class Phone:
    """A phone at the table: what it asks for is answered in this process."""

    def __init__(self, table: "Table", secret: str | None, address: str = "192.168.1.50") -> None:
        transport = httpx.ASGITransport(table.app, raise_app_exceptions=False, client=(address, 4000))
        cookies = {cookie_name(table.devices.code): secret} if secret else {}
        self.game_id = table.game_id
        self.client = httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, cookies=cookies, timeout=PATIENCE
        )

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Ask for a page of the game at the table, unless the path names another."""
        return await self.client.get(
            httpx.URL(path, params={"game": self.game_id, **_asked(path)}), headers=headers
        )

    async def post(self, path: str, origin: str | None = ORIGIN, **fields: str) -> httpx.Response:
        """Send a form of the game at the table, from our own pages unless another origin is given, or none."""
        headers = {} if origin is None else {"origin": origin}
        return await self.client.post(path, data={"game": self.game_id, **fields}, headers=headers)


def _asked(path: str) -> dict[str, str]:
    """Return what a path asks for."""
    return dict(httpx.URL(path).params)


class Table:
    """A game of Ana, Ben, Carla and Dot that is open to phones."""

    def __init__(
        self, folder: Path, games: Path, game_id: str, *, private: bool = False,
        log: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        self.games, self.game_id, self.clock = games, game_id, Clock()
        self.file = folder / "shared" / f"{game_id}.json"
        self.devices = Devices(self.file, self.clock)
        self.shared = SharedTable(games, game_id, self.devices, log)
        attempts = Attempts(self.clock)
        self.share = Sharing(self.shared, self.devices, attempts, ORIGIN, lambda: QR, private, "")
        self.app = application(self.share)

    async def __aenter__(self) -> Self:
        """Open the game."""
        await self.shared.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        await self.shared.close()

    def phone(
        self, role: Role = "visitor", player: str | None = None, address: str = "192.168.1.50"
    ) -> Phone:
        """Return a phone that has joined as this, or a visitor's."""
        return Phone(self, self.secret(role, player), address)

    def secret(self, role: Role, player: str | None = None) -> str | None:
        """Let a device in, and return the secret of its cookie; None for a visitor."""
        if role in ("visitor", "screen"):
            return None
        if role == "keeper":
            return self.devices.use_keeper_link(self.devices.new_keeper_link())
        return self.devices.join(role, player)

    async def at_keyboard(self, *changes: Change) -> None:
        """Change the game as another program does, and let the table see it."""
        at_keyboard(self.games, self.game_id, lambda session: session.keep(*changes))
        await self.shared.look()

    async def enter(self, number: int = 1, **hands: str) -> None:
        """Enter hands at a phone, sure of what is unusual; `o` is out."""
        keeper = self.phone("keeper")
        for player, typed in hands.items():
            answer = await keeper.post(
                "/keeper/hand", round=str(number), player=player, typed=typed, sure=typed
            )
            assert answer.status_code == 303, said(answer)
        self.devices.remove(self.devices.all[-1].id)


@asynccontextmanager
async def open_table(
    folder: Path,
    *house: str,
    private: bool = False,
    log: Callable[[str], None] | None = None,
    **options: object,
) -> AsyncIterator[Table]:
    """Open a new game to phones."""
    async with Table(folder, *new_game(folder, *house, **options), private=private, log=log) as table:
        yield table


NO_PAGES = "/live/", "/static/", "/result.png"
"""How addresses begin of what is live, a file or a picture."""
PAGES = {one.path: one.roles for one in ROUTES if one.method == "GET" and not one.path.startswith(NO_PAGES)}
"""The addresses of all pages, and for whom each is."""


def not_toured(paths: Collection[str]) -> set[str]:
    """Return which pages none of these paths opens."""
    return {page for page in PAGES if not any(map(compile_path(page)[0].match, paths))}


def said(answer: httpx.Response) -> str:
    """Return the words of a page, without its tags."""
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", answer.text).split()))
