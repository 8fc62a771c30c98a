"""What changes on a page by itself, and the streams that send it."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple

from htpy import Renderable
from starlette.responses import Response, StreamingResponse

from scorekeeper.web.devices import JOINED, KEEPER, SCREEN, Role
from scorekeeper.web.keeper import hand_region, keeper_region, rounds_region
from scorekeeper.web.own_hand import hand_status
from scorekeeper.web.shared_table import Told
from scorekeeper.web.standing import screen_region, standing_region
from scorekeeper.web.visit import Made, Sharing, Visit

MOST_MARK = 80
"""Characters of what stands for a round; a longer one is of no page of ours."""

PATIENCE = 15.0
"""Seconds after which a silent stream says that it is still there."""


class Region(NamedTuple):
    """What changes on a page: who may follow it, and what it shows of a round `at` and for a player."""

    roles: frozenset[Role]
    show: Callable[[Sharing, str, str], Renderable]


REGIONS: Mapping[str, Region] = {
    "status": Region(JOINED, lambda share, at, player: hand_status(share.table, at, player)),
    "standing": Region(JOINED, lambda share, _at, player: standing_region(share.table, player)),
    "hand": Region(KEEPER, lambda share, at, player: hand_region(share.table, at, player)),
    "keeper": Region(KEEPER, lambda share, _at, _player: keeper_region(share.table)),
    "rounds": Region(KEEPER, lambda share, _at, _player: rounds_region(share.table)),
    "screen": Region(SCREEN, lambda share, _at, _player: screen_region(share)),
}


async def follow(visit: Visit) -> Response:
    """Send a region whenever it changes, until the device goes away or is sent away; the keeper asks for a player."""
    if visit.request.method == "HEAD":  # a page asks whether it may still follow
        return Response()
    name = visit.request.url.path.rpartition("/")[2]
    made: Made = visit.request.app.state.made
    device = visit.visitor.device
    # what strangers send along is nothing to it, or they could have it drawn again and again
    at = visit.sent.get("at", "")[:MOST_MARK] if device else ""

    def event() -> bytes | None:
        known = next((other for other in visit.share.devices.all if device and other.id == device.id), None)
        if device and known is None:
            return None
        player = visit.sent.get("player", "") if visit.is_keeper else (known and known.player) or ""
        return made.once(
            lambda: event_of(REGIONS[name].show(visit.share, at, player)), "event", name, at, player
        )

    return stream_of(visit.table, event)


def event_of(region: Renderable) -> str:
    """Return a region as a stream sends it."""
    return f"data: {json.dumps(str(region))}\n\n"


def stream_of(source: Told, event: Callable[[], bytes | None]) -> Response:
    """Return what sends an event whenever it is another one, until there is none."""

    async def stream() -> AsyncIterator[bytes]:
        yield b"retry: 1000\n\n"
        version, sent = source.version, b""
        while (shown := event()) is not None:
            if shown != sent:
                sent = shown
                yield shown
            if not await source.newer(version, PATIENCE):
                yield b": still here\n\n"
            version = source.version

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"cache-control": "no-store"})
