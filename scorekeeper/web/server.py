"""The server of a shared table: which addresses there are, who may use each, and who answers.

Whatever is not allowed in `ROUTES` is refused; what comes from elsewhere, before anybody looks at it. Entries go
through `entries`.
"""

from asyncio import create_task, timeout
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from scorekeeper.errors import Impossible, NotFound, ScorekeeperError, Unanswered
from scorekeeper.system import language_of
from scorekeeper.text import N_, Language, _, isolating, spoken
from scorekeeper.web import joining, keeper, live, own_hand, roster, rounds, standing
from scorekeeper.web.devices import ANYBODY, JOINED, KEEPER, PLAYER, SCREEN, Role, TooMany
from scorekeeper.web.page import Visitor, explained, plain_page
from scorekeeper.web.photos import MOST_PHOTO, PhotoLine, parse_photo_form
from scorekeeper.web.visit import (
    Made,
    OtherGame,
    Sharing,
    View,
    Visit,
    answer_page,
    cookie_name,
    of_this_game,
)

READING = ("GET", "HEAD")
"""Methods that change nothing."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
"""What the server adds to every answer, also to one that comes from no page."""

MOST_BYTES = 4096
"""Bytes of a form; a typed hand takes two hundred."""

PATIENCE = 120
"""Seconds that a form may take to come; a phone that left the network in the middle of a photo says nothing more."""

TYPED = ("typed", "reason", "name", "points")
"""Fields of forms that people type into; no refusal loses them."""

STATIC = Path(__file__).with_name("static")

FILES = {"style.css": "text/css", "share.js": "text/javascript", "icon.svg": "image/svg+xml"}


class Access(NamedTuple):
    """An address, the method, who may use it, and what answers."""

    method: str
    path: str
    roles: frozenset[Role]
    view: View
    most: int = MOST_BYTES
    """Bytes that a form may have."""


async def static(visit: Visit) -> Response:
    """Return one of the few files of the pages."""
    return static_file(visit.request.path_params["name"])


def static_file(name: str) -> Response:
    """Return a file of the pages. Raises NotFound if it is none of theirs."""
    if name not in FILES:
        raise NotFound(_("There is no such page."))
    return FileResponse(STATIC / name, media_type=FILES[name], headers={"cache-control": "max-age=3600"})


ROUTES = (
    Access("GET", "/", ANYBODY, joining.home),
    Access("GET", "/j/{code}", ANYBODY, joining.join_page),
    Access("GET", "/J/{code}", ANYBODY, joining.join_page),
    Access("POST", "/j/{code}", ANYBODY, joining.join),
    Access("GET", "/k/{secret}", ANYBODY, keeper.keeper_link),
    Access("GET", "/static/{name}", ANYBODY, static),
    Access("GET", "/screen", SCREEN, standing.screen),
    Access("GET", "/standing", JOINED, standing.standing),
    Access("GET", "/result.png", JOINED, standing.picture),
    Access("GET", "/hand", PLAYER, own_hand.hand),
    Access("POST", "/hand", PLAYER, own_hand.save_hand),
    Access("POST", "/hand/photo", PLAYER, own_hand.save_hand, MOST_BYTES + MOST_PHOTO),
    Access("GET", "/photo", PLAYER | KEEPER, own_hand.photo_progress),
    Access("GET", "/counts", PLAYER | KEEPER, own_hand.counts),
    Access("GET", "/began", PLAYER | KEEPER, of_this_game(rounds.question)),
    Access("POST", "/began", PLAYER | KEEPER, of_this_game(rounds.save_began)),
    Access("GET", "/ending", PLAYER | KEEPER, of_this_game(rounds.ending)),
    Access("POST", "/ending", PLAYER | KEEPER, of_this_game(rounds.save_ending)),
    Access("GET", "/last-tile", PLAYER | KEEPER, of_this_game(rounds.question)),
    Access("POST", "/last-tile", PLAYER | KEEPER, of_this_game(rounds.save_last_tile)),
    Access("GET", "/double-blank", PLAYER | KEEPER, of_this_game(rounds.question)),
    Access("POST", "/double-blank", PLAYER | KEEPER, of_this_game(rounds.save_double_blank)),
    Access("GET", "/keeper", KEEPER, keeper.keeper),
    Access("GET", "/keeper/hand", KEEPER, of_this_game(keeper.keeper_hand)),
    Access("POST", "/keeper/hand", KEEPER, of_this_game(keeper.save_keeper_hand)),
    Access(
        "POST",
        "/keeper/hand/photo",
        KEEPER,
        of_this_game(keeper.save_keeper_hand),
        MOST_BYTES + MOST_PHOTO,
    ),
    Access("POST", "/keeper/next-place", KEEPER, of_this_game(keeper.next_place)),
    Access("POST", "/keeper/undo", KEEPER, of_this_game(keeper.undo)),
    Access("GET", "/keeper/rounds", KEEPER, keeper.rounds),
    Access("GET", "/keeper/players", KEEPER, roster.players),
    Access("GET", "/keeper/join", KEEPER, of_this_game(roster.arrival)),
    Access("POST", "/keeper/join", KEEPER, of_this_game(roster.save_arrival)),
    Access("GET", "/keeper/leave", KEEPER, of_this_game(roster.departure)),
    Access("POST", "/keeper/leave", KEEPER, of_this_game(roster.save_departure)),
    Access("POST", "/keeper/sits-out", KEEPER, of_this_game(roster.save_break)),
    Access("GET", "/keeper/devices", KEEPER, joining.phones),
    Access("POST", "/keeper/remove", KEEPER, joining.remove),
    Access("POST", "/keeper/pin", KEEPER, joining.renew_pin),
    *(Access("GET", f"/live/{name}", region.roles, live.follow) for name, region in live.REGIONS.items()),
)
"""Every address, its method and who may use it; whatever is not here is refused."""


def _visitor(share: Sharing, request: Request) -> Visitor:
    secret = request.cookies.get(cookie_name(share.devices.code))
    device = share.devices.of(secret) if secret else None
    if device is not None:
        share.devices.heard_of(device)
    role: Role = device.role if device is not None else "visitor" if share.private else "screen"
    called = "scorekeeper" if role == "visitor" else share.table.name
    return Visitor(device, role, called, share.devices.code, share.table.id, request.url.path)


async def read_form(request: Request, most: int) -> tuple[dict[str, str], bytes | None] | None:
    """Return the fields of a form, and the photo of one that takes photos; None if it is too long.

    Of a photo that is too large the rest is read and dropped, because browsers show no answer before all is sent.
    """
    takes_photo, body, size = most > MOST_BYTES, bytearray(), 0
    try:
        async with timeout(PATIENCE):
            async for part in request.stream():
                size += len(part)
                if size > (4 * most if takes_photo else most):
                    return None
                body += part[: most - len(body)]
    except TimeoutError:
        raise ClientDisconnect from None
    kind = request.headers.get("content-type", "")
    if takes_photo and kind.startswith("multipart/"):
        return parse_photo_form(bytes(body), kind)
    return dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True)), None


def _endpoint(access: Access) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers an address; photos, of which a few lie in memory, a few at once."""

    async def answer(request: Request) -> Response:
        if access.most == MOST_BYTES:
            return await _answered(access, request)
        try:
            with request.app.state.photos.room():
                return await _answered(access, request)
        except Impossible as error:
            return _plain(request, 503, _("Not saved"), str(error))

    return answer


async def _answered(access: Access, request: Request) -> Response:
    share: Sharing = request.app.state.share
    visitor = _visitor(share, request)
    sent, picture = dict(request.query_params), None
    may_ask = visitor.role in access.roles
    if access.method == "POST" and (may_ask or access.most == MOST_BYTES):
        form = await read_form(request, access.most)
        if form is None:
            return Response("This is too long.", 413)
        sent, picture = form

    def refused(status: int, heading: str, sentence: str) -> Response:
        typed = [sent.get(name, "") for name in TYPED] if access.method == "POST" else []
        return answer_page(plain_page(visitor, heading, sentence, typed), status)

    if not may_ask:
        sentence = _("This page is not for this phone.") if visitor.device else _("Join the table first.")
        return refused(403, _("Not allowed"), sentence)
    try:
        return await access.view(Visit(share, request, visitor, sent, picture))
    except OtherGame as error:
        heading = _("Not saved") if access.method == "POST" else _("Another game")
        return refused(409, heading, str(error))
    except TooMany as error:
        response = refused(429, _("Join the table"), str(error))
        response.headers["retry-after"] = str(error.seconds)
        return response
    except NotFound as error:
        return refused(404, _("Not found"), str(error))
    except ScorekeeperError as error:
        heading = _("Perhaps saved") if isinstance(error, Unanswered) else _("Not saved")
        return refused(409, heading, explained(error, visitor.role))


@lru_cache(64)
def wanted_language(accepted: str) -> Language | None:
    """Return the first available language of an `Accept-Language` header, most wanted first; None: the host's."""
    for wish in accepted.split(",")[:8]:
        language = language_of(wish.partition(";")[0].strip())
        if language is not None:
            return language
    return None


class Guard:
    """Refuses another host and a write from elsewhere, which no page of ours sends; speaks the visitor's language."""

    def __init__(self, app: ASGIApp, origin: str) -> None:
        self._app, self._origin = app, origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused: tuple[str, int] | None = None
        if f"http://{headers.get('host', '').lower().removesuffix(':80')}" != self._origin:
            refused = N_("This server does not serve that host."), 421
        elif scope["method"] not in READING and headers.get("origin") != self._origin:
            refused = N_("Writes are taken from this table's own pages only."), 403
        with spoken(wanted_language(headers.get("accept-language", ""))), isolating():
            answer = self._app if refused is None else Response(_(refused[0]), refused[1])
            await answer(scope, receive, send)


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
        exception_handlers={404: _no_such_page, 405: _no_such_page, ClientDisconnect: _gone, 500: _failed},
    )
    app.state.share = share
    app.state.made = Made(share.table)
    app.state.photos = PhotoLine()
    return Guard(app, share.origin)


async def _no_such_page(request: Request, _error: Exception) -> Response:
    return _plain(request, 404, _("Not found"), _("There is no such page."))


async def _gone(_request: Request, _error: Exception) -> Response:
    """Answer somebody who went away before their form was sent whole; nothing is stored."""
    return Response(status_code=400)


async def _failed(request: Request, _error: Exception) -> Response:
    """Say that the program has a fault; the server goes on."""
    sentence = _("The program has a fault here; go back and try again. What you typed is kept on your phone.")
    return _plain(request, 500, _("Something went wrong"), sentence)


def _plain(request: Request, status: int, heading: str, sentence: str) -> Response:
    return answer_page(plain_page(_visitor(request.app.state.share, request), heading, sentence), status)
