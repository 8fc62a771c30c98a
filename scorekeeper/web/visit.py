"""A request at a shared table: who asks what of which table, and what several answers have in common."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import NamedTuple, TypeVar

import msgspec
from htpy import Renderable
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.game import OUT, Round, tiles_elsewhere
from scorekeeper.reading import Unclear
from scorekeeper.session import Session, numbers_in, unsaid
from scorekeeper.text import _, isolating, language, spoken
from scorekeeper.web.devices import LASTING, Attempts, Device, Devices, device_name
from scorekeeper.web.entries import Changed, Unusual, preview, store_hand, tapped
from scorekeeper.web.hand_pages import Typed, tile_pad
from scorekeeper.web.page import Visitor, explained
from scorekeeper.web.photo_pages import photo_page, photo_words, taken_tiles
from scorekeeper.web.round_pages import address_of
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

    def asks(self, question: str, number: int) -> bool:
        """Whether a question is still open, of this round."""
        played = unsaid(self.table.game, self.table.announced).get(question)
        return played is not None and played.number == number

    async def do(self, deed: Callable[[Session], T]) -> T:
        """Do something with the game; its log names the device in the language of whoever keeps score."""
        with spoken(None), isolating(False):
            by = device_name(self.device)
        return await self.table.do(deed, by)


def cookie_name(code: str) -> str:
    """Return what the cookie of a table is called; browsers keep the cookies of all ports of a computer together."""
    return f"seat-{code}"


class OtherGame(Impossible):
    """A form or a link was made for another game than the one at the table."""


View = Callable[[Visit], Awaitable[Response]]


def answer_page(content: Renderable, status: int = 200) -> Response:
    """Return a page as an answer that no browser keeps."""
    return HTMLResponse(str(content), status, headers={"cache-control": "no-store"})


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


async def answer_hand(
    visit: Visit, played: Round, player: str, show: Callable[[Typed, int], Response], done: str
) -> Response:
    """Store a hand as it was sent, or show the form again with what was typed and what is to be said about it."""
    sent, keeper = visit.sent, visit.visitor.role == "keeper"
    typed, reason = sent.get("typed", ""), sent.get("reason", "")
    game, announced = visit.table.game, visit.table.announced
    if visit.picture is not None:
        return await _answer_photo(visit, played, player, show)
    if sent.get("do") in ("take", "back"):
        return show(_with(_looked_at(visit, played, player), sent), 200)
    if tile := sent.get("tap"):
        return show(_with(preview(game, announced, played.number, player, tapped(typed, tile)), sent), 200)
    if means := sent.get("means"):
        typed = means
        await visit.table.announce(lambda announcements: announcements.note(numbers=numbers_in(means)))
    out = sent.get("do") == "out"
    text = OUT if out else typed
    try:
        number, sure, held = played.number, sent.get("sure"), sent.get("held")
        was_last = await visit.do(
            lambda session: store_hand(
                session, number, player, text, sure, reason, held=held, is_keeper=keeper
            )
        )
    except Unusual as asked:
        return show(_with(Typed(typed, questions=asked.questions, out=out), sent), 422)
    except Changed as error:
        return show(replace(_with(Typed(typed, fault=str(error)), sent), held=None), 409)
    except Unclear as error:
        return show(_with(Typed(typed, fault=str(error), ways=error.choices), sent), 422)
    except ScorekeeperError as error:
        return show(_with(Typed(typed, fault=explained(error, visit.visitor.role)), sent), 422)
    return after_entry(visit, played.number, done, was_last=was_last)


async def _answer_photo(
    visit: Visit, played: Round, player: str, show: Callable[[Typed, int], Response]
) -> Response:
    """Show what is seen in a photo, or the form again with what was typed and why nothing is seen."""
    sent, game, line = visit.sent, visit.table.game, visit.request.app.state.photos
    elsewhere = [tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles]
    try:
        photo = await line.read(visit.device.id, visit.picture, game.set_size, elsewhere)
    except ScorekeeperError as error:
        return show(_with(Typed(sent.get("typed", ""), fault=str(error)), sent), 422)
    tiles = " ".join(str(seen.tile) for seen in photo.tiles)
    fault = preview(game, visit.table.announced, played.number, player, tiles).fault
    action = visit.request.url.path.removesuffix("/photo")
    words, pad = photo_words(game, played, tiles), tile_pad(game, played, player, "", "look")
    return answer_page(photo_page(visit.visitor, played, player, photo, words, fault, sent, action, pad))


def _looked_at(visit: Visit, played: Round, player: str) -> Typed:
    """Return the hand with the tiles of a photo, or with what was typed before."""
    before, taken = visit.sent.get("typed", ""), taken_tiles(visit.sent)
    takes = visit.sent["do"] == "take"
    typed = preview(
        visit.table.game, visit.table.announced, played.number, player, taken if takes else before
    )
    return replace(typed, before=before if takes and "add" not in visit.sent else "")


def after_entry(visit: Visit, number: int, done: str, *, was_last: bool) -> Response:
    """Return what follows an entry: after the last hand of a round, what nobody has said of it."""
    left = [question for question in ("last-tile", "double-blank") if visit.asks(question, number)]
    return go_to(address_of(f"/{left[0]}", visit.table.id, number) if was_last and left else done)


def _with(typed: Typed, sent: Mapping[str, str]) -> Typed:
    """Return a hand with what its form sent along."""
    reason = sent.get("reason", "")
    return replace(typed, reason=reason, corrects=bool(reason) or typed.corrects, held=sent.get("held"))
