"""A hand from a photo: the way to take one, the line of photos, and the page that shows what was seen.

A form with a file is read here, because Starlette writes files of forms to the disk; photos are counted one after the
other for the whole table, and nothing of a picture outlives its request. The tiles that were seen stand in fields, so
that everything can be corrected without scripts and with a screen reader; with scripts the frames on the picture can
be tapped as well. Nothing is used before that.
"""

import re
from asyncio import get_running_loop
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from math import atan2, degrees, hypot

import htpy as h
from htpy import Node, Renderable
from starlette.responses import Response

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import Game, Round
from scorekeeper.photo import SeenPhoto, SeenTile, can_read_photos, read_photo
from scorekeeper.rules import score_tiles
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import Tile, parse_tile, tokens
from scorekeeper.web.page import sent_along, tick
from scorekeeper.web.rounds import round_name
from scorekeeper.web.visit import Visit

MOST_PHOTO = 20 * 2**20
"""Bytes of a photo; one of 50 megapixels from a phone has fewer. The script of the pages sends half a million."""

MOST_AT_ONCE = 8
"""Photos that are sent, wait or are counted at once: they lie in memory."""

TILE_FIELD = "tile"
"""How the names of the fields begin that have the tiles of a photo."""

_SPARE = 0.04
"""Half the length of the frame of a tile that a person adds, in widths of the picture."""

_STEEP = 45
"""Degrees from which the numbers lie along their tile: those of tiles side by side would cover each other."""

_BOUNDARY = re.compile(r'multipart/form-data;.*boundary="?([^";]+)', re.IGNORECASE)
_NAME = re.compile(rb'name="([^"]*)"')


def parse_photo_form(body: bytes, content_type: str) -> tuple[dict[str, str], bytes]:
    r"""Return the fields of a form, and its picture; empty where there is none.

    >>> form = b'--x\r\n; name="typed"\r\n\r\n6-4\r\n--x\r\n; name="photo"\r\n\r\nJPEG\r\n--x--'
    >>> parse_photo_form(form, "multipart/form-data; boundary=x")
    ({'typed': '6-4'}, b'JPEG')
    """
    fields: dict[str, str] = {}
    picture = b""
    boundary = _BOUNDARY.match(content_type)
    for part in body.split(b"\r\n--" + boundary[1].encode()) if boundary else ():
        head, _blank, content = part.partition(b"\r\n\r\n")
        named = _NAME.search(head)
        name = named[1].decode(errors="replace") if named else ""
        if name == "photo":
            picture = content
        elif name:
            fields[name] = content.decode(errors="replace")
    return fields, picture


class PhotoLine:
    """The photos of a table: one is counted at a time, the others wait in the order in which they came."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, "photo")
        self._here = 0
        self._waiting: list[str] = []

    @contextmanager
    def room(self) -> Iterator[None]:
        """Give a photo room while it is sent and counted. Raises Impossible if there are too many."""
        if self._here >= MOST_AT_ONCE:
            raise Impossible(_("Too many photos come at once; try again in a moment."))
        self._here += 1
        try:
            yield
        finally:
            self._here -= 1

    async def read(self, device: str, picture: bytes, highest: int, elsewhere: Collection[Tile]) -> SeenPhoto:
        """Return what is seen in a photo once its turn has come. Raises ScorekeeperError if it cannot be counted."""
        if not picture:
            raise Malformed(_("Choose a photo first."))
        if len(picture) > MOST_PHOTO:
            raise Malformed(
                _("This picture has more than {most} MB; make it smaller.", most=MOST_PHOTO // 2**20)
            )
        counting = partial(read_photo, picture, highest, elsewhere)
        self._waiting.append(device)
        try:
            return await get_running_loop().run_in_executor(self._worker, copy_context().run, counting)
        finally:
            self._waiting.remove(device)

    def progress(self, device: str) -> str:
        """Return how far the photo of a device has come."""
        if device not in self._waiting:
            return _("The photo is being sent.")
        before = self._waiting.index(device)
        if not before:
            return _("The tiles are being counted.")
        return ngettext(
            "{n} other photo is counted first.", "{n} other photos are counted first.", before, n=before
        )


def photo_field(action: str) -> Node:
    """Return the way to the camera, a part of a form that `action` takes too; nothing where no photo can be read."""
    if not can_read_photos():
        return None
    return h.label(".photo")[
        h.span(".button")[_("Photo")],
        h.input(
            "#photo",
            type="file",
            name="photo",
            accept="image/*",
            capture="environment",
            data_action=f"{action}/photo",
            data_lost=_("The photo did not arrive; take it again."),
        ),
    ]


def photo_button(action: str) -> Node:
    """Return what stands at the end of such a form: how far a photo is, and without scripts what sends it."""
    if not can_read_photos():
        return None
    return h.fragment[
        h.p("#progress.hint", role="status"),
        h.div(".unscripted")[
            h.button(formaction=f"{action}/photo", formenctype="multipart/form-data")[_("Count the photo")],
            h.p(".hint")[_("At most {most} MB.", most=MOST_PHOTO // 2**20), " ", kept_nowhere()],
        ],
    ]


def kept_nowhere() -> str:
    """Return what happens to a photo."""
    return _("The photo is counted on the computer of this table, and neither kept nor sent on.")


def photo_words(game: Game, played: Round, typed: str) -> str:
    """Return how many tiles are seen, what they count, and the question whether that is all.

    Raises Malformed for what is no tile. A tile may stand there twice.
    """
    tiles = [parse_tile(word, game.set_size) for _position, word in tokens(typed)]
    count = score_tiles(tiles, game.rules_of(played.number)).total
    points = ngettext("{count} point", "{count} points", count)
    return ngettext(
        "I see {n} tile, {points}. Is that all?",
        "I see {n} tiles, {points}. Is that all of them?",
        len(tiles),
        n=len(tiles),
        points=points,
    )


def photo_page(visit: Visit, played: Round, player: str, photo: SeenPhoto, fault: str, pad: Node) -> Response:
    """Show a photo with a frame on each tile, and the tiles to correct; nothing of it is in the hand yet."""
    sent, action = visit.sent, visit.request.url.path.removesuffix("/photo")
    typed, fields = sent.get("typed", ""), [*photo.tiles, None]
    words = photo_words(visit.table.game, played, " ".join(str(seen.tile) for seen in photo.tiles))
    doubt = doubt_words(sum(not tile.sure for tile in photo.tiles))
    return visit.page(
        _("{name}'s photo", name=player),
        h.form("#look", method="post", action=action, autocomplete="off")[
            [
                sent_along(**{name: sent[name]})
                for name in ("game", "round", "player", "held", "reason")
                if name in sent
            ],
            h.input("#typed", type="hidden", name="typed", value=typed),
            h.p("#seen.status", role="status", tabindex="-1")[words],
            h.p("#doubt.questions", hidden=not doubt)[doubt],
            _framed(photo),
            h.p(".hint.scripted")[_("Tap a tile to correct it, and beside them to add one.")],
            h.p("#counts.counts.fault", role="status")[fault],
            h.ol(".seen")[[_tile_field(number, tile) for number, tile in enumerate(fields, 1)]],
            tick("add", _("Add these to what was typed: {typed}", typed=typed), False)
            if typed.strip()
            else None,
            h.div(".buttons")[
                h.button(".main", name="do", value="take")[_("Take these")],
                h.button(name="do", value="back")[_("Back")],
                photo_field(action),
            ],
            photo_button(action),
            h.p(".hint.scripted")[kept_nowhere()],
        ],
        h.section("#sheet", hidden=True, aria_label=_("Correct a tile"))[
            h.div(".buttons")[
                h.button("#cross", type="button")[_("No tile")], h.button("#close", type="button")[_("Close")]
            ],
            pad,
        ],
        aside=round_name(played),
    )


def doubt_words(doubtful: int) -> str:
    """Return that some tiles need a second look; empty if none does."""
    if not doubtful:
        return ""
    return ngettext(
        "{n} tile with a question mark needs a second look.",
        "{n} tiles with a question mark need a second look.",
        doubtful,
        n=doubtful,
    )


def _tile_field(number: int, tile: SeenTile | None) -> Renderable:
    """Return the field of a tile, or an empty one for a tile that was not seen."""
    doubtful = tile is not None and not tile.sure
    if tile is None:
        label = _("One more tile")
    elif doubtful:
        label = _("Tile {number}: look again", number=number)
    else:
        label = _("Tile {number}", number=number)
    name = f"{TILE_FIELD}{number}"
    return h.li(class_={"doubtful": doubtful})[
        h.input(
            id=name,
            name=name,
            value=str(tile.tile) if tile is not None else "",
            aria_label=label,
            data_settled=_("Tile {number}", number=number),
            autocapitalize="off",
            maxlength="9",
        )
    ]


def _framed(photo: SeenPhoto) -> Renderable:
    wide, high = photo.size
    frames = [_frame(number, tile, wide, high) for number, tile in enumerate(photo.tiles, 1)]
    spare = SeenTile(
        (0, 0), ((-_SPARE, -_SPARE), (_SPARE, -_SPARE), (_SPARE, _SPARE), (-_SPARE, _SPARE)), 0, True
    )
    words = ngettext(
        "The photo, with a frame on {n} tile.",
        "The photo, with a frame on {n} tiles.",
        len(frames),
        n=len(frames),
    )
    picture = "data:image/jpeg;base64," + b64encode(photo.picture).decode()
    return h.svg(".shot", viewBox=f"0 0 {wide} {high}", role="img", aria_label=words)[
        h.image(href=picture, width=str(wide), height=str(high)),
        frames,
        _frame(len(frames) + 1, spare, wide, wide, spare=True),
    ]


def _frame(number: int, tile: SeenTile, wide: int, high: int, *, spare: bool = False) -> Renderable:
    corners = [(x * wide, y * high) for x, y in tile.outline]
    x, y = (f"{sum(corner[axis] for corner in corners) / 4:.0f}" for axis in (0, 1))
    along = [corners[1][axis] - corners[0][axis] for axis in (0, 1)]
    turn = (degrees(atan2(along[1], along[0])) + 90) % 180 - 90
    size = max(hypot(*along) / 4, wide / 26)
    return h.g(
        class_=["frame", {"doubtful": not tile.sure, "spare unplaced": spare}],
        data_tile=f"{TILE_FIELD}{number}",
    )[
        h.polygon(points=" ".join(f"{x:.0f},{y:.0f}" for x, y in corners)),
        h.text(
            x=x,
            y=y,
            font_size=f"{size:.0f}",
            transform=f"rotate({turn:.0f} {x} {y})" if abs(turn) > _STEEP else None,
        )["" if spare else f"{tile.tile}{'' if tile.sure else '?'}"],
    ]


def taken_tiles(sent: Mapping[str, str]) -> str:
    """Return what a person takes from a photo, as it would be typed; added to what was typed if they say so.

    >>> taken_tiles({"tile1": "6-4", "tile2": "", "tile3": "5-5", "typed": "3-2", "add": "1"})
    '3-2 6-4 5-5'
    """
    tiles = [text.strip() for name, text in sent.items() if name.startswith(TILE_FIELD) and text.strip()]
    return " ".join([sent["typed"], *tiles] if "add" in sent and sent.get("typed") else tiles)
