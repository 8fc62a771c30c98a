"""The server of a shared table: which addresses there are, who may use each, and what every answer carries.

Whatever is not allowed in `ROUTES` is refused. Pages come from `pages`, entries go through `entries`.
"""

import json
from asyncio import create_task
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from functools import lru_cache, partial, wraps
from pathlib import Path
from typing import NamedTuple

import msgspec
from htpy import Renderable
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorekeeper.errors import Impossible, NotFound, ScorekeeperError
from scorekeeper.game import Round, RoundScored, find_player
from scorekeeper.system import language_of
from scorekeeper.text import ENGLISH, Language, _, isolating, language, spoken
from scorekeeper.web import pages
from scorekeeper.web.attempts import Attempts, TooMany
from scorekeeper.web.devices import LASTING, Device, Devices, Role
from scorekeeper.web.entries import (
    Changed,
    Unusual,
    entered,
    last_change,
    preview,
    storing_double_blank,
    storing_ending,
    storing_hand,
    tapped,
    undoing,
)
from scorekeeper.web.pages import OUT, Chosen, Typed, Visitor
from scorekeeper.web.roster import (
    Newcomer,
    arrival_page,
    departure_page,
    lookalike_questions,
    players_page,
    storing_arrival,
    storing_break,
    storing_departure,
)
from scorekeeper.web.shared_table import SharedTable

READING = ("GET", "HEAD")
"""Methods that change nothing."""

MOST = 4096
"""Bytes of a body; a typed hand takes two hundred."""

TYPED = ("typed", "reason", "name", "points")
"""Fields of forms that people type into; no refusal loses them."""

MOST_MADE = 500
"""Pages and regions that are remembered at once, far more than the people at a table ask for."""

MOST_MARK = 80
"""Characters of what stands for a round; a longer one is of no page of ours."""

PATIENCE = 15.0
"""Seconds after which a silent stream says that it is still there."""

STATIC = Path(__file__).with_name("static")
FILES = {"style.css": "text/css", "share.js": "text/javascript", "icon.svg": "image/svg+xml"}

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
"""What every answer carries."""


class Sharing(msgspec.Struct, frozen=True):
    """What is shared: the table, who has joined, and where it is found."""

    table: SharedTable
    devices: Devices
    attempts: Attempts
    origin: str
    """Such as `http://192.168.1.23:8321`; the only one that is served."""
    qr: str
    """The QR code as a drawing."""
    private: bool
    """Whether the big screen needs the PIN too."""
    theme: str
    language: Language
    """That of whoever keeps score, for what is stored."""

    @property
    def table_address(self) -> str:
        """What the QR code holds."""
        return f"{self.origin}/j/{self.devices.code}"


class Made:
    """What is made once for everybody who sees the same, and anew when there is something new to see."""

    def __init__(self, table: SharedTable) -> None:
        self._table = table
        self._version = -1
        self._made: dict[tuple[str, ...], bytes] = {}

    def once(self, make: Callable[[], str], *key: str) -> bytes:
        """Return what was made in the language in use under this key, or make it."""
        if self._version != self._table.version:
            self._version = self._table.version
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

    @property
    def device(self) -> Device:
        """The device, where only those who have joined may ask."""
        assert self.visitor.device is not None, "the routes let only joined devices in"
        return self.visitor.device

    @property
    def round(self) -> Round | None:
        """The round at the table."""
        return self.share.table.round

    @property
    def player(self) -> str:
        """The player whose phone asks."""
        assert self.device.player is not None, "the routes let only players in"
        return self.device.player


def cookie_name(code: str) -> str:
    """Return what the cookie of a table is called; browsers keep the cookies of all ports of a computer together."""
    return f"seat-{code}"


class OtherGame(Impossible):
    """A form or a link was made for another game than the one at the table."""


View = Callable[[Visit], Awaitable[Response]]
ANYBODY = frozenset[Role]({"visitor", "player", "watcher", "keeper", "screen"})
JOINED = frozenset[Role]({"player", "watcher", "keeper"})
SCREEN = JOINED | frozenset[Role]({"screen"})
PLAYER, KEEPER = frozenset[Role]({"player"}), frozenset[Role]({"keeper"})


class Access(NamedTuple):
    """An address, the method, who may use it, and what answers."""

    method: str
    path: str
    roles: frozenset[Role]
    view: View


def _page(content: Renderable, status: int = 200) -> Response:
    return HTMLResponse(str(content), status, headers={"cache-control": "no-store"})


def _seated(visit: Visit, response: Response, secret: str) -> Response:
    name = cookie_name(visit.share.devices.code)
    response.set_cookie(name, secret, max_age=LASTING, httponly=True, samesite="strict")
    return response


def _go(path: str) -> Response:
    return RedirectResponse(path, 303)


HOME: Mapping[Role, str] = {
    "player": "/hand",
    "watcher": "/standing",
    "keeper": "/keeper",
    "screen": "/screen",
}


async def home(visit: Visit) -> Response:
    """Lead a device to its page."""
    if visit.visitor.device is None:
        sentence = _("Scan the QR code of the table, or type the address that stands below it.")
        joining = _knows_code(visit.share, visit.request)
        return _page(pages.plain_page(visit.visitor, _("Join the table"), sentence, joining=joining), 403)
    return _go(HOME[visit.visitor.role])


async def join_page(visit: Visit) -> Response:
    """Show how to join, or lead a device that has joined to its page."""
    if visit.request.path_params["code"].lower() != visit.share.devices.code:
        raise NotFound(_("There is no table at this address; scan the QR code again."))
    if visit.visitor.device is not None:
        return _go(HOME[visit.visitor.role])
    return _join(visit)


def _join(visit: Visit, fault: str = "", status: int = 200) -> Response:
    game, taken = visit.share.table.game, visit.share.devices.taken
    return _page(pages.join_page(visit.visitor, game, taken, fault, visit.sent.get("pin", "")), status)


async def join(visit: Visit) -> Response:
    """Let a device in that knows the PIN."""
    if visit.request.path_params["code"].lower() != visit.share.devices.code:
        raise NotFound(_("There is no table at this address; scan the QR code again."))
    address = visit.request.client.host if visit.request.client else ""
    if visit.visitor.device is not None:
        return _go(HOME[visit.visitor.role])
    attempts, devices = visit.share.attempts, visit.share.devices
    try:
        attempts.check(address)
        devices.check_pin(visit.sent.get("pin", ""))
    except TooMany as error:
        response = _join(visit, str(error), 429)
        response.headers["retry-after"] = str(error.seconds)
        return response
    except Impossible as error:
        attempts.wrong(address)
        return _join(visit, str(error), 403)
    try:
        if "watch" in visit.sent:
            return _seated(visit, _go("/standing"), devices.join("watcher"))
        player = find_player(visit.share.table.game.at_table, visit.sent.get("player", ""))
        secret = devices.join("player", player)
    except ScorekeeperError as error:
        return _join(visit, str(error), 409)
    await visit.share.table.tell()
    return _seated(visit, _go("/hand"), secret)


async def keeper_link(visit: Visit) -> Response:
    """Make the device that opens the link first the keeper's."""
    if visit.visitor.role == "keeper":
        return _go("/keeper")
    if visit.request.method == "HEAD":  # somebody looks where the link leads; it stays unused
        return Response()
    devices = visit.share.devices
    secret = devices.use_keeper_link(visit.request.path_params["secret"])
    if visit.visitor.device is not None:
        devices.remove(visit.visitor.device.id)
    device = devices.of(secret)
    await visit.share.table.tell()
    visitor = replace(visit.visitor, device=device, role="keeper")
    return _seated(visit, _page(_keeper_page(visit.share, visitor)), secret)


async def hand(visit: Visit) -> Response:
    """Show a player's own hand."""
    played = visit.round
    if sentence := _nothing_to_enter(visit, played):
        return _waiting(visit, sentence)
    assert played is not None
    return _hand(visit, played, entered(visit.share.table.game, played.number, visit.player))


def _waiting(visit: Visit, sentence: str, typed: str = "", status: int = 200) -> Response:
    shown = pages.waiting_page(visit.visitor, visit.share.table, visit.player, sentence, typed)
    return _page(shown, status)


def _nothing_to_enter(visit: Visit, played: Round | None) -> str:
    """Return why a player has no hand to enter now; empty if there is one."""
    if played is None:
        return _("You have nothing to enter any more.")
    game = visit.share.table.game
    if visit.player not in game.at_table:
        return _("You have left the table. Whoever keeps score can let you come back.")
    if visit.player not in game.dealt_in(played.number):
        return _("You do not play in this round.")
    return ""


def _hand(visit: Visit, played: Round, typed: Typed, status: int = 200) -> Response:
    return _page(pages.hand_page(visit.visitor, visit.share.table, played, visit.player, typed), status)


async def save_hand(visit: Visit) -> Response:
    """Store a player's own hand of the round at the table."""
    played, sent = visit.round, visit.sent
    if sentence := _nothing_to_enter(visit, played):
        return _waiting(visit, _stale_game(visit) or sentence, sent.get("typed", ""), 409)
    assert played is not None
    if stale := _stale(visit, played):
        return _hand(visit, played, Typed(sent.get("typed", ""), fault=stale), 409)
    return await _save(
        visit, played, visit.player, lambda typed, status: _hand(visit, played, typed, status), "/hand"
    )


def _stale(visit: Visit, played: Round) -> str:
    """Return why a form is out of date; empty if it is not."""
    if sentence := _stale_game(visit):
        return sentence
    if visit.sent.get("round") != str(played.number):
        return _(
            "This was typed for another round; now it is {round}. Look again and save it if it is right.",
            round=pages.round_name(played),
        )
    if visit.sent.get("player") != visit.player:
        return _(
            "This phone now has the seat of {name}. Look again and save it if it is right.", name=visit.player
        )
    return ""


def _stale_game(visit: Visit) -> str:
    """Return why a form or a link of another game is not taken; empty if it is of the game at the table."""
    if visit.sent.get("game") == visit.visitor.game:
        return ""
    return _(
        "That was for the last game; now the table plays another one. Look again before you save anything."
    )


def _of_this_game(view: View) -> View:
    """Return a view that refuses what was made for another game."""

    @wraps(view)
    async def answer(visit: Visit) -> Response:
        if sentence := _stale_game(visit):
            raise OtherGame(sentence)
        return await view(visit)

    return answer


async def _save(
    visit: Visit, played: Round, player: str, show: Callable[[Typed, int], Response], done: str
) -> Response:
    """Store a hand as it was sent, or show the form again with what was typed and what is to be said about it."""
    sent, keeper = visit.sent, visit.visitor.role == "keeper"
    typed, reason = sent.get("typed", ""), sent.get("reason", "")
    game = visit.share.table.game
    if tile := sent.get("tap"):
        return show(_with(preview(game, played.number, player, tapped(typed, tile)), sent), 200)
    out = sent.get("do") == "out"
    text = OUT if out else typed
    try:
        deed = storing_hand(
            played.number, player, text, sent.get("sure"), reason, held=sent.get("held"), may_clear=keeper
        )
        await visit.share.table.do(deed, _name_of(visit))
    except Unusual as asked:
        return show(_with(Typed(typed, questions=asked.questions, out=out), sent), 422)
    except Changed as error:
        return show(replace(_with(Typed(typed, fault=str(error)), sent), held=None), 409)
    except ScorekeeperError as error:
        return show(_with(Typed(typed, fault=str(error)), sent), 422)
    return _go(done)


def _with(typed: Typed, sent: Mapping[str, str]) -> Typed:
    """Return a hand with what its form sent along."""
    reason = sent.get("reason", "")
    return replace(typed, reason=reason, corrects=bool(reason) or typed.corrects, held=sent.get("held"))


def _name_of(visit: Visit) -> str:
    """Return who enters, in the language of whoever keeps score."""
    with spoken(visit.share.language), isolating(False):
        return pages.device_name(visit.device)


async def counts(visit: Visit) -> Response:
    """Say what a hand counts while it is typed."""
    if fault := _stale_game(visit):
        return JSONResponse({"counts": "", "fault": fault})
    played = visit.round
    player = visit.device.player or visit.sent.get("player", "")
    if visit.visitor.role == "keeper":
        played = visit.share.table.game.round(_number(visit.sent.get("round")))
    if played is None:
        return JSONResponse({"counts": "", "fault": ""})
    found = preview(
        visit.share.table.game,
        played.number,
        find_player(visit.share.table.game.players, player),
        visit.sent.get("typed", ""),
    )
    return JSONResponse({"counts": found.counts, "fault": found.fault})


async def close(visit: Visit) -> Response:
    """Close the round, asked for by the player who went out."""
    return await _close(visit, "/close", visit.player, "/hand")


async def _close(visit: Visit, action: str, player: str | None, done: str) -> Response:
    """Close a round, for a player who went out or for the keeper; ask first who had 0-0 if nobody said so."""
    table, number = visit.share.table, _number(visit.sent.get("round"))
    answer, _colon, name = visit.sent.get("blank", "").partition(":")
    table.check_closable(number, player)
    holders = table.may_hide_double_blank(number)
    if holders and answer == "had" and player is None:
        await table.do(storing_double_blank(number, name), _name_of(visit))
    elif holders and answer != "nobody":
        asked = pages.double_blank_page(
            visit.visitor, table.game, table.game.round(number), holders, action, choose=player is None
        )
        return _page(asked, 422)
    await table.close_round(number, player)
    return _go(done)


async def standing(visit: Visit) -> Response:
    """Show the standing."""
    return _same(visit, lambda: pages.standing_page(visit.visitor, visit.share.table), "standing")


async def screen(visit: Visit) -> Response:
    """Show the big screen."""
    share = visit.share
    return _same(
        visit, lambda: pages.screen_page(visit.visitor, _screen_region(share), share.theme), "screen"
    )


def _same(visit: Visit, make: Callable[[], Renderable], name: str) -> Response:
    """Return a page that is the same for everybody with a role."""
    made: Made = visit.request.app.state.made
    content = made.once(lambda: str(make()), "page", name, visit.visitor.role)
    return HTMLResponse(content, headers={"cache-control": "no-store"})


async def keeper(visit: Visit) -> Response:
    """Show the keeper's phone."""
    return _page(_keeper_page(visit.share, visit.visitor))


def _keeper_page(share: Sharing, visitor: Visitor, fault: str = "") -> Renderable:
    return pages.keeper_page(visitor, _keeper_region(share), fault)


def _keeper_region(share: Sharing) -> Renderable:
    return pages.keeper_region(share.table, last_change(share.table.kept.log))


async def keeper_hand(visit: Visit) -> Response:
    """Show any hand of any round."""
    game = visit.share.table.game
    played, player = _cell(visit)
    typed = entered(game, played.number, player)
    return _page(pages.keeper_hand_page(visit.visitor, game, played, player, typed))


def _cell(visit: Visit) -> tuple[Round, str]:
    game = visit.share.table.game
    played = game.round(_number(visit.sent.get("round")))
    return played, find_player(game.players_of(played.number), visit.sent.get("player", ""))


async def save_keeper_hand(visit: Visit) -> Response:
    """Store any hand of any round."""
    played, player = _cell(visit)

    def show(typed: Typed, status: int) -> Response:
        return _page(
            pages.keeper_hand_page(visit.visitor, visit.share.table.game, played, player, typed), status
        )

    here = visit.round
    done = "/keeper" if here is not None and here.number == played.number else "/keeper/rounds"
    return await _save(visit, played, player, show, done)


async def ending(visit: Visit) -> Response:
    """Show how a round ended."""
    played = visit.share.table.game.round(_number(visit.sent.get("round")))
    return _ending(visit, played, pages.chosen_ending(played))


def _ending(visit: Visit, played: Round, chosen: Chosen, status: int = 200) -> Response:
    return _page(pages.ending_page(visit.visitor, visit.share.table.game, played, chosen), status)


async def save_ending(visit: Visit) -> Response:
    """Store how a round ended."""
    sent = visit.sent
    played = visit.share.table.game.round(_number(sent.get("round")))
    chosen = Chosen(
        sent.get("ending", ""),
        sent.get("foot", ""),
        double="double" in sent,
        marked=tuple(key.removeprefix(pages.MARKED) for key in sent if key.startswith(pages.MARKED)),
    )
    try:
        deed = storing_ending(played.number, chosen, sent.get("sure") == chosen.sure)
        await visit.share.table.do(deed, _name_of(visit))
    except Unusual as asked:
        return _ending(visit, played, replace(chosen, questions=asked.questions), 422)
    except ScorekeeperError as error:
        return _ending(visit, played, replace(chosen, fault=str(error)), 422)
    return _go("/keeper")


async def keeper_close(visit: Visit) -> Response:
    """Close the round at the table."""
    return await _close(visit, "/keeper/close", None, "/keeper")


async def undo(visit: Visit) -> Response:
    """Undo the change that the keeper saw as the last one."""
    await visit.share.table.do(undoing(_number(visit.sent.get("change"))), _name_of(visit))
    return _go("/keeper")


async def rounds(visit: Visit) -> Response:
    """Show all rounds."""
    return _page(pages.rounds_page(visit.visitor, visit.share.table))


async def players(visit: Visit) -> Response:
    """Show who sits at the table."""
    return _players(visit, Newcomer())


def _players(visit: Visit, newcomer: Newcomer, status: int = 200) -> Response:
    return _page(players_page(visit.visitor, visit.share.table.game, newcomer), status)


async def arrival(visit: Visit) -> Response:
    """Show what somebody who comes can begin with; a name that cannot be is shown again."""
    name, game = visit.sent.get("name", ""), visit.share.table.game
    try:
        newcomer = Newcomer(name, questions=lookalike_questions(game, name))
        return _page(arrival_page(visit.visitor, game, newcomer))
    except ScorekeeperError as error:
        return _players(visit, Newcomer(name, fault=str(error)), 422)


async def save_arrival(visit: Visit) -> Response:
    """Seat somebody who comes late, or comes back."""
    sent = visit.sent
    newcomer = Newcomer(sent.get("name", ""), sent.get("begins", ""), sent.get("points", ""))
    try:
        await visit.share.table.do(storing_arrival(newcomer, sent.get("sure")), _name_of(visit))
    except Unusual as asked:
        newcomer = replace(newcomer, questions=asked.questions)
    except ScorekeeperError as error:
        newcomer = replace(newcomer, fault=str(error))
    else:
        return _go("/keeper/players")
    return _page(arrival_page(visit.visitor, visit.share.table.game, newcomer), 422)


async def departure(visit: Visit) -> Response:
    """Ask whether somebody leaves."""
    name = find_player(visit.share.table.game.at_table, visit.sent.get("name", ""))
    return _page(departure_page(visit.visitor, name))


async def save_departure(visit: Visit) -> Response:
    """Let somebody leave."""
    await visit.share.table.do(storing_departure(visit.sent.get("name", "")), _name_of(visit))
    return _go("/keeper/players")


async def save_break(visit: Visit) -> Response:
    """Let somebody sit out the round that is due, or play it after all."""
    sent, number = visit.sent, _number(visit.sent.get("round"))
    deed = storing_break(number, sent.get("name", ""), plays="plays" in sent)
    await visit.share.table.do(deed, _name_of(visit))
    return _go("/keeper/players")


async def devices(visit: Visit) -> Response:
    """Show who has joined."""
    known = visit.share.devices
    return _page(pages.devices_page(visit.visitor, known.all, known.pin))


async def remove(visit: Visit) -> Response:
    """Send a device away."""
    visit.share.devices.remove(visit.sent.get("device", ""))
    await visit.share.table.tell()
    return _go("/keeper/devices")


async def renew_pin(visit: Visit) -> Response:
    """Make a new PIN."""
    visit.share.devices.renew_pin()
    await visit.share.table.tell()
    return _go("/keeper/devices")


async def static(visit: Visit) -> Response:
    """Return one of the few files of the pages."""
    name = visit.request.path_params["name"]
    if name not in FILES:
        raise NotFound(_("There is no such page."))
    return FileResponse(STATIC / name, media_type=FILES[name], headers={"cache-control": "max-age=3600"})


def _screen_region(share: Sharing) -> Renderable:
    invitation = pages.invitation(share.table_address, share.devices.pin, share.qr)
    return pages.screen_region(share.table, _began(share.table), invitation)


def _began(table: SharedTable) -> datetime:
    """Return when the round at the table began: when the one before was entered last, or the game began."""
    played, events = table.round, table.kept.log.events
    number = len(table.game.rounds) + 1 if played is None else played.number
    earlier = (
        event.at
        for event in reversed(events)
        if isinstance(event.what, RoundScored) and event.what.round < number
    )
    return next(earlier, events[0].at)


REGIONS: Mapping[str, Callable[[Sharing, str, str], Renderable]] = {
    "status": lambda share, at, player: pages.hand_status(share.table, at, player),
    "standing": lambda share, _at, _player: pages.standing_region(share.table),
    "keeper": lambda share, _at, _player: _keeper_region(share),
    "rounds": lambda share, _at, _player: pages.rounds_region(share.table),
    "screen": lambda share, _at, _player: _screen_region(share),
}


def _event(share: Sharing, name: str, at: str, player: str) -> str:
    """Return a region as an event of a stream; the round of the page and the player matter to `status` alone."""
    return f"data: {json.dumps(str(REGIONS[name](share, at, player)))}\n\n"


async def live(visit: Visit) -> Response:
    """Send a region whenever it changes, until the device goes away or is sent away."""
    name, at = visit.request.url.path.rpartition("/")[2], visit.sent.get("at", "")[:MOST_MARK]
    made: Made = visit.request.app.state.made
    chosen = wanted_language(visit.request.headers.get("accept-language", ""))
    table, device = visit.share.table, visit.visitor.device
    if visit.request.method == "HEAD":  # a page asks whether it may still follow
        return Response()

    def follower() -> str | None:
        """Return whose phone follows, where that matters; None once the device was sent away."""
        if device is None:
            return ""
        found = (one.player or "" for one in visit.share.devices.all if one.id == device.id)
        return next((player if name == "status" else "" for player in found), None)

    async def stream() -> AsyncIterator[bytes]:
        yield b"retry: 1000\n\n"
        sent = b""
        while (player := follower()) is not None:
            version, make = table.version, partial(_event, visit.share, name, at, player)
            with spoken(chosen), isolating():
                event = made.once(make, "event", name, at, player)
            if event != sent:
                sent = event
                yield event
            if not await table.newer(version, PATIENCE):
                yield b": still here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"cache-control": "no-store"})


LIVE: Mapping[str, frozenset[Role]] = {
    "status": JOINED,
    "standing": JOINED,
    "keeper": KEEPER,
    "rounds": KEEPER,
    "screen": SCREEN,
}

ROUTES = (
    Access("GET", "/", ANYBODY, home),
    Access("GET", "/j/{code}", ANYBODY, join_page),
    Access("GET", "/J/{code}", ANYBODY, join_page),
    Access("POST", "/j/{code}", ANYBODY, join),
    Access("GET", "/k/{secret}", ANYBODY, keeper_link),
    Access("GET", "/static/{name}", ANYBODY, static),
    Access("GET", "/screen", SCREEN, screen),
    Access("GET", "/standing", JOINED, standing),
    Access("GET", "/hand", PLAYER, hand),
    Access("POST", "/hand", PLAYER, save_hand),
    Access("POST", "/close", PLAYER, _of_this_game(close)),
    Access("GET", "/counts", PLAYER | KEEPER, counts),
    Access("GET", "/keeper", KEEPER, keeper),
    Access("GET", "/keeper/hand", KEEPER, _of_this_game(keeper_hand)),
    Access("POST", "/keeper/hand", KEEPER, _of_this_game(save_keeper_hand)),
    Access("GET", "/keeper/ending", KEEPER, _of_this_game(ending)),
    Access("POST", "/keeper/ending", KEEPER, _of_this_game(save_ending)),
    Access("POST", "/keeper/close", KEEPER, _of_this_game(keeper_close)),
    Access("POST", "/keeper/undo", KEEPER, _of_this_game(undo)),
    Access("GET", "/keeper/rounds", KEEPER, rounds),
    Access("GET", "/keeper/players", KEEPER, players),
    Access("GET", "/keeper/join", KEEPER, _of_this_game(arrival)),
    Access("POST", "/keeper/join", KEEPER, _of_this_game(save_arrival)),
    Access("GET", "/keeper/leave", KEEPER, _of_this_game(departure)),
    Access("POST", "/keeper/leave", KEEPER, _of_this_game(save_departure)),
    Access("POST", "/keeper/sits-out", KEEPER, _of_this_game(save_break)),
    Access("GET", "/keeper/devices", KEEPER, devices),
    Access("POST", "/keeper/remove", KEEPER, remove),
    Access("POST", "/keeper/pin", KEEPER, renew_pin),
    *(Access("GET", f"/live/{name}", roles, live) for name, roles in LIVE.items()),
)
"""Every address, its method and who may use it; whatever is not here is refused."""


@lru_cache(64)
def wanted_language(accepted: str) -> Language:
    """Return the first available language of an `Accept-Language` header; the most wanted stands first."""
    for wish in accepted.split(",")[:8]:
        found = language_of(wish.partition(";")[0].strip())
        if found is not None:
            return found
    return ENGLISH


def _number(text: str | None) -> int:
    """Return a number of a form. Raises NotFound for anything else, which no page of ours sends."""
    if text is None or not text.isdecimal() or len(text) > 6:
        raise NotFound(_("There is no such page."))
    return int(text)


def _visitor(share: Sharing, request: Request) -> Visitor:
    secret = request.cookies.get(cookie_name(share.devices.code))
    device = share.devices.of(secret) if secret else None
    if device is not None:
        share.devices.heard_of(device)
    role: Role = device.role if device is not None else "visitor" if share.private else "screen"
    return Visitor(device, role, share.table.name, share.devices.code, share.table.id)


def _knows_code(share: Sharing, request: Request) -> bool:
    """Whether somebody may be told the table's code: it is on the big screen, or they had joined before."""
    return not share.private or cookie_name(share.devices.code) in request.cookies


async def _answer(share: Sharing, access: Access, request: Request) -> Response:
    visitor = _visitor(share, request)
    sent = dict(request.query_params)
    if access.method == "POST":
        sent = (
            {name: str(value) for name, value in (await request.form()).items()} if _is_form(request) else {}
        )

    def refused(status: int, heading: str, sentence: str) -> Response:
        typed = [sent.get(name, "") for name in TYPED] if access.method == "POST" else []
        joining = visitor.device is None and _knows_code(share, request)
        return _page(pages.plain_page(visitor, heading, sentence, typed, joining=joining), status)

    if visitor.role not in access.roles:
        sentence = _("This page is not for this phone.") if visitor.device else _("Join the table first.")
        return refused(403, _("Not allowed"), sentence)
    try:
        return await access.view(Visit(share, request, visitor, sent))
    except OtherGame as error:
        heading = _("Not saved") if access.method == "POST" else _("Another game")
        return refused(409, heading, str(error))
    except NotFound as error:
        return refused(404, _("Not found"), str(error))
    except ScorekeeperError as error:
        return refused(409, _("Not saved"), str(error))


def _is_form(request: Request) -> bool:
    """Whether a body is coded as the forms of our pages are."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/x-www-form-urlencoded"


def _endpoint(access: Access) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        with spoken(wanted_language(request.headers.get("accept-language", ""))), isolating():
            return await _answer(request.app.state.share, access, request)

    return answer


class Guard:
    """Refuses what no page of ours sends: another host, a write from elsewhere, a long body. Adds the headers."""

    def __init__(self, app: ASGIApp, origin: str) -> None:
        self._app, self._origin = app, origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None and scope["method"] not in READING:
            body = await _body(receive)
            if body is None:
                return
            if len(body) > MOST:
                refusal = Response("This is too long.", 413)
            receive = _replayed(body, receive)
        await (refusal or self._app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower().removesuffix(":80")
        if f"http://{host}" != self._origin:
            return Response("This server does not serve that host.", 421)
        origin = headers.get(b"origin", b"").decode("latin-1")
        if scope["method"] not in READING and origin != self._origin:
            return Response("Writes are taken from this table's own pages only.", 403)
        return None


async def _body(receive: Receive) -> bytes | None:
    """Return a body, or its beginning if it is too long; None if the sender went away before its end."""
    body, more = b"", True
    while more and len(body) <= MOST:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a body that was read already, then whatever else comes."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def application(share: Sharing) -> ASGIApp:
    """Return the server of a table as an ASGI application; it opens the table when it starts."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        watching = create_task(share.table.watch())
        try:
            yield
        finally:
            watching.cancel()
            await share.table.close()

    app = Starlette(
        routes=[Route(access.path, _endpoint(access), methods=[access.method]) for access in ROUTES],
        lifespan=lifespan,
        exception_handlers={400: _unreadable, 404: _no_such_page, 405: _no_such_page, 500: _failed},
    )
    app.state.share = share
    app.state.made = Made(share.table)
    return Guard(app, share.origin)


async def _no_such_page(request: Request, _error: Exception) -> Response:
    return _plain(request, 404, lambda: (_("Not found"), _("There is no such page.")))


async def _unreadable(request: Request, _error: Exception) -> Response:
    return _plain(request, 400, lambda: (_("Not saved"), _("This form cannot be read.")))


async def _failed(request: Request, _error: Exception) -> Response:
    """Say that the program has a fault; the server goes on."""
    return _plain(
        request,
        500,
        lambda: (
            _("Something went wrong"),
            _("The program has a fault here; go back and try again. What you typed is kept on your phone."),
        ),
    )


def _plain(request: Request, status: int, words: Callable[[], tuple[str, str]]) -> Response:
    share: Sharing = request.app.state.share
    with spoken(wanted_language(request.headers.get("accept-language", ""))):
        return _page(pages.plain_page(_visitor(share, request), *words()), status)
