"""A request at a shared table: who asks what of which table, and what several answers have in common."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import NamedTuple, TypeVar

import msgspec
from htpy import Node, Renderable
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from scorekeeper.errors import Impossible
from scorekeeper.game import PlayerMark, Round
from scorekeeper.session import Session, unsaid
from scorekeeper.text import _, isolating, language, spoken
from scorekeeper.web.devices import LASTING, Attempts, Device, Devices, device_name
from scorekeeper.web.page import Visitor, number_in, page
from scorekeeper.web.shared_table import SharedTable, Told

MOST_MADE = 500
"""Pages and regions that are remembered at once, far more than the people at a table ask for."""


T = TypeVar("T")


class Sharing(msgspec.Struct, frozen=True):
    """What is shared: the table, who has joined, and where it is found."""

    table: SharedTable
    devices: Devices
    attempts: Attempts
    origin: str
    """Such as `http://192.168.1.23:8321`; the only one that is served."""
    qr: Callable[[], str]
    """Returns the QR code as a drawing; made when a page shows it first."""
    private: bool
    """Whether the big screen needs the PIN too."""
    theme: str

    @property
    def table_address(self) -> str:
        """What the QR code holds."""
        return f"{self.origin}/j/{self.devices.code}"


class Made:
    """What is made once for everybody who sees the same, and anew when there is something new to see."""

    def __init__(self, source: Told) -> None:
        self._source = source
        self._version = -1
        self._made: dict[tuple[str, ...], bytes] = {}

    def once(self, make: Callable[[], str], *key: str) -> bytes:
        """Return what was made in the language in use under this key, or make it."""
        if self._version != self._source.version:
            self._version = self._source.version
            self._made.clear()
        named = (*key, language().code)
        if len(self._made) >= MOST_MADE:
            self._made.clear()
        if named not in self._made:
            self._made[named] = make().encode()
        return self._made[named]


class Visit(NamedTuple):
    """A request that may be answered: what is shared, who asks, and what was sent."""

    share: Sharing
    request: Request
    visitor: Visitor
    sent: Mapping[str, str]
    picture: bytes | None = None
    """A photo that was sent; empty if none was chosen, None where the form takes none."""

    @property
    def device(self) -> Device:
        """The device, where only those who have joined may ask."""
        assert self.visitor.device is not None, "the routes let only joined devices in"
        return self.visitor.device

    @property
    def table(self) -> SharedTable:
        """The table."""
        return self.share.table

    @property
    def round(self) -> Round | None:
        """The round at the table."""
        return self.table.round

    @property
    def player(self) -> str:
        """The player whose phone asks."""
        assert self.device.player is not None, "the routes let only players in"
        return self.device.player

    @property
    def number(self) -> int:
        """The number of the round that was sent. Raises NotFound if there is none."""
        return number_in(self.sent.get("round"))

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return self.request.client.host if self.request.client else ""

    @property
    def is_keeper(self) -> bool:
        """Whether it is the keeper's phone."""
        return self.visitor.role == "keeper"

    def asked(self, question: str, number: int) -> Round | None:
        """Return the round of this number as long as a question about it is open."""
        played = unsaid(self.table.game, self.table.answers).get(question)
        return played if played is not None and played.number == number else None

    async def do(self, deed: Callable[[Session], T]) -> T:
        """Do something with the game; its log names the device in the language of whoever keeps score."""
        with spoken(None), isolating(False):
            by = device_name(self.device)
        return await self.table.do(deed, by)

    def page(
        self, heading: str, *content: Node, status: int = 200, mark: PlayerMark | None = None, aside: str = ""
    ) -> Response:
        """Answer with a page for whoever asks."""
        return answer_page(page(self.visitor, heading, *content, mark=mark, aside=aside), status)

    def same_page(self, make: Callable[[], Renderable], name: str) -> Response:
        """Answer with a page that is the same for everybody with a role, and a seat if they have one."""
        made: Made = self.request.app.state.made
        content = made.once(lambda: str(make()), "page", name, self.visitor.role, self.visitor.player)
        return answer_page(content)


def cookie_name(code: str) -> str:
    """Return what the cookie of a table is called; browsers keep the cookies of all ports of a computer together."""
    return f"seat-{code}"


class OtherGame(Impossible):
    """A form or a link was made for another game than the one at the table."""


View = Callable[[Visit], Awaitable[Response]]


def answer_page(content: Renderable | bytes, status: int = 200) -> Response:
    """Return a page as an answer that no browser keeps."""
    sent = content if isinstance(content, bytes) else str(content)
    return HTMLResponse(sent, status, headers={"cache-control": "no-store"})


def seated(devices: Devices, response: Response, secret: str) -> Response:
    """Return an answer with the cookie by which its device is known from now on."""
    name = cookie_name(devices.code)
    response.set_cookie(name, secret, max_age=LASTING, httponly=True, samesite="strict")
    return response


def go_to(path: str) -> Response:
    """Return an answer that leads to another page."""
    return RedirectResponse(path, 303)


def stale_game(visit: Visit) -> str:
    """Return why a form or a link of another game is not taken; empty if it is of the game at the table."""
    if visit.sent.get("game") == visit.visitor.game:
        return ""
    return _(
        "That was for the last game; now the table plays another one. Look again before you save anything."
    )


def of_this_game(view: View) -> View:
    """Return a view that refuses what was made for another game."""

    @wraps(view)
    async def answer(visit: Visit) -> Response:
        if sentence := stale_game(visit):
            raise OtherGame(sentence)
        return await view(visit)

    return answer
