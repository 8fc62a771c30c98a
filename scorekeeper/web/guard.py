"""What every answer carries, in which language it speaks, and what is refused before anybody looks at it."""

from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from scorekeeper.system import language_of
from scorekeeper.text import ENGLISH, N_, Language, _, isolating, spoken

READING = ("GET", "HEAD")
"""Methods that change nothing."""

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
"""What the server adds to every answer, also to one that comes from no page."""


@lru_cache(64)
def wanted_language(accepted: str) -> Language:
    """Return the first available language of an `Accept-Language` header; the most wanted stands first."""
    for wish in accepted.split(",")[:8]:
        found = language_of(wish.partition(";")[0].strip())
        if found is not None:
            return found
    return ENGLISH


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
