"""What every answer carries, and what is refused before anybody looks at it."""

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

READING = ("GET", "HEAD")
"""Methods that change nothing."""

MOST = 4096
"""Bytes of a body; a typed hand takes two hundred."""

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
