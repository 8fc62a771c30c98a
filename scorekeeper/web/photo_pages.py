"""A hand from a photo: the way to take one, and the page on which a person looks at what was seen, before it is used.

The tiles stand in fields, so that everything can be corrected without scripts and with a screen reader; with scripts
the frames on the picture can be tapped as well.
"""

from base64 import b64encode
from collections.abc import Mapping
from math import atan2, degrees, hypot

import htpy as h
from htpy import Node, Renderable

from scorekeeper.game import Game, Round
from scorekeeper.photo import SeenPhoto, SeenTile, can_read_photos
from scorekeeper.rules import score_tiles
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import parse_tile, tokens
from scorekeeper.web.page import Visitor, page, sent_along, tick
from scorekeeper.web.photos import MOST_PHOTO
from scorekeeper.web.round_pages import round_name

TILE_FIELD = "tile"
"""How the names of the fields begin that have the tiles of a photo."""

_SPARE = 0.04
"""Half the length of the frame of a tile that a person adds, in widths of the picture."""

_STEEP = 45
"""Degrees from which the numbers lie along their tile: those of tiles side by side would cover each other."""


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


def photo_page(
    visitor: Visitor,
    played: Round,
    player: str,
    photo: SeenPhoto,
    words: str,
    fault: str,
    sent: Mapping[str, str],
    action: str,
    pad: Node,
) -> Renderable:
    """Return a photo with a frame on each tile, and the tiles to correct; nothing of it is in the hand yet."""
    typed, fields = sent.get("typed", ""), [*photo.tiles, None]
    doubt = doubt_words(sum(not tile.sure for tile in photo.tiles))
    return page(
        visitor,
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
