"""Draws scenes of tiles on a table, as a phone might see them, with what is on each tile and where it lies.

The network of `scorekeeper.photo` learns from these scenes alone, and the tests read them. A seed draws the same
scene again. What a scene looks like is made up: no photo was used. Whoever changes what is drawn raises `VERSION`,
and trains the network anew (`tools/train_tiles.py`).
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

VERSION = 1

LOOKS = ("black pips", "coloured pips", "ivory", "spinner", "black tiles", "numerals")
GROUNDS = ("plain dark", "plain light", "felt", "wood", "white cloth", "woven cloth", "pattern")
WAYS = ("apart", "touching", "line", "rack")

Pixels = NDArray[Any]
Colour = NDArray[Any]


class LaidTile(NamedTuple):
    """A tile in a scene: what its halves show, and its corners, beginning at the first half."""

    halves: tuple[int, int]
    outline: Pixels


class Scene(NamedTuple):
    """A drawn picture, and the tiles that are in it."""

    picture: Pixels
    tiles: Sequence[LaidTile]
    look: str
    ground: str
    way: str


class Look(NamedTuple):
    """How the tiles of one set are made."""

    kind: str
    body: Colour
    side: Colour
    pips: Sequence[Colour]
    bar: Colour
    bar_size: tuple[float, float]
    spinner: float
    brass: Colour
    corner: float
    pip_size: float
    spread: tuple[float, float]
    rim: float
    dent: float
    shine: float
    bevel: float
    from_left: float
    font: int


def draw_scene(
    seed: int, highest: int, look: str, ground: str, way: str,
    size: tuple[int, int] = (480, 360), half: float = 45.0, tiles: int = 8, calm: bool = False,
) -> Scene:  # fmt: skip
    """Return a scene; `half` is how many pixels wide a tile is. A calm one has good light and a steady hand."""
    rng = np.random.default_rng(seed)
    picture = draw_ground(rng, ground, size)
    style = make_look(rng, look)
    clutter(rng, picture, 0 if calm else int(rng.integers(0, 4)))
    laid = place(rng, way, size, half, tiles)
    light = rng.uniform(-0.12, 0.12, 2) * half
    hands = [(int(a), int(b)) for a, b in rng.integers(0, highest + 1, (len(laid), 2))]
    if way == "rack":
        draw_rack(rng, picture, laid)
    for outline in laid:
        cast_shadow(rng, picture, outline, light)
    seen = []
    for outline, halves in zip(laid, hands, strict=True):
        side = np.concatenate([outline, outline + light * rng.uniform(0.3, 0.9)]).astype(np.float32)
        cv2.fillConvexPoly(picture, np.int32(cv2.convexHull(side)), style.side.tolist(), cv2.LINE_AA)
        paste(picture, draw_face(rng, style, halves, max(24, int(half * 1.2))), outline)
        seen.append(LaidTile(halves, outline))
    if way == "rack":
        draw_lip(rng, picture, laid)
    return Scene(take_photo(rng, picture, calm), seen, look, ground, way)


# What tiles look like.


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return a colour; the hue goes from 0 to 180."""
    dot = np.uint8(
        [[[int(hue) % 180, int(np.clip(saturation, 0, 1) * 255), int(np.clip(value, 0, 1) * 255)]]]
    )
    return cv2.cvtColor(dot, cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def make_look(rng: np.random.Generator, kind: str) -> Look:
    """Return how a set of this kind is made."""
    body = hsv(rng.uniform(12, 32), rng.uniform(0, 0.12), rng.uniform(0.8, 1))
    if kind == "ivory" or rng.random() < 0.2:
        body = hsv(rng.uniform(14, 30), rng.uniform(0.12, 0.4), rng.uniform(0.75, 0.98))
    elif rng.random() < 0.06:
        body = hsv(rng.uniform(0, 180), rng.uniform(0.2, 0.5), rng.uniform(0.75, 1))
    if kind == "black tiles":
        body = hsv(rng.uniform(0, 180), rng.uniform(0, 0.5), rng.uniform(0.04, 0.26))
    dark = hsv(rng.uniform(0, 180), rng.uniform(0, 0.3), rng.uniform(0.02, 0.25))
    white = hsv(rng.uniform(12, 32), rng.uniform(0, 0.2), rng.uniform(0.75, 1))
    ink = white if kind == "black tiles" else dark
    one_colour = kind in ("black pips", "ivory") or rng.random() < (0.15 if kind == "coloured pips" else 0.6)
    if one_colour and kind == "coloured pips":
        ink = hsv(rng.uniform(0, 180), rng.uniform(0.5, 1), rng.uniform(0.1, 0.7))
    pips = [ink if one_colour else pip_colour(rng, body, ink) for _value in range(19)]
    bar = ink if rng.random() < 0.9 else pip_colour(rng, body, ink)
    return Look(
        kind,
        body,
        np.clip(body * rng.uniform(0.3, 0.9), 0, 255) if rng.random() < 0.75 else dark,
        pips,
        bar,
        (rng.uniform(0.6, 1.0), rng.uniform(0.02, 0.085)),
        rng.uniform(0.035, 0.09) if kind == "spinner" or (kind != "numerals" and rng.random() < 0.12) else 0,
        hsv(rng.uniform(10, 30), rng.uniform(0, 0.8), rng.uniform(0.35, 0.95)),
        rng.uniform(0.02, 0.16),
        rng.uniform(0.08, 0.125),
        (rng.uniform(0.24, 0.345), rng.uniform(0.24, 0.345)),
        rng.uniform(0.5, 0.95) if rng.random() < 0.3 else 0,
        rng.uniform(0.5, 1.7) if rng.random() < 0.65 else 0,
        rng.uniform(0.1, 0.4) if rng.random() < 0.5 else 0,
        rng.uniform(-60, 40) if rng.random() < 0.5 else 0,
        rng.normal(0, 0.012),
        int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX])),
    )


def pip_colour(rng: np.random.Generator, body: Colour, ink: Colour) -> Colour:
    """Return a colour that can be seen on the tile."""
    for _try in range(10):
        colour = hsv(rng.uniform(0, 180), rng.uniform(0.45, 1), rng.uniform(0.15, 1))
        if rng.random() < 0.15:
            colour = hsv(0, 0, rng.uniform(0.05, 0.62))
        if np.abs(colour - body).max() > 70:
            return colour
    return ink


def pip_places(rng: np.random.Generator, value: int) -> tuple[list[tuple[float, float]], int]:
    """Return where the pips of a half lie, from -1 to 1 along the tile and across, and how many rows they need."""
    if value <= 9:
        grid = list(product((-1, 0, 1), repeat=2))
        corners = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
        edges, middle = [(0, -1), (0, 1)], [(0, 0)]
        places = {
            0: [], 1: middle, 2: corners[:2], 3: corners[:2] + middle, 4: corners, 5: corners + middle,
            6: corners + edges, 7: corners + edges + middle, 8: [at for at in grid if at != (0, 0)], 9: grid,
        }[value]  # fmt: skip
        if value in (2, 3) and rng.random() < 0.5:
            places = [(along, -across) for along, across in places]
        turned, rows = 0.08 if value in (6, 7) else 0, 3
        if value == 2 and rng.random() < 0.05:
            places = [(0, -1), (0, 1)]
    else:
        rows = 4 if value <= 12 else 5 if value <= 15 else 6
        inner = np.linspace(-1, 1, value - 2 * rows) if value - 2 * rows > 1 else [0.0]
        if value - 2 * rows in (2, 3) and rng.random() < 0.3:
            inner = np.asarray(inner) * rng.choice([1 / 3, 0.6])
        places = [(float(at), side) for at in np.linspace(-1, 1, rows) for side in (-1, 1)]
        places += [(float(at), 0) for at in inner]
        turned = 0.25
    if rng.random() < turned:
        places = [(across, along) for along, across in places]
    return places, rows


def draw_face(rng: np.random.Generator, look: Look, halves: tuple[int, int], half: int) -> Pixels:
    """Return a tile seen from above, its first half left, with how much of each pixel it covers as fourth colour."""
    face = np.zeros((half, 2 * half, 3), np.float32)
    face[:] = look.body * rng.uniform(0.94, 1.04)
    if look.bevel:
        edge = np.zeros((half, 2 * half), np.float32)
        cv2.rectangle(edge, (0, 0), (2 * half - 1, half - 1), 1, max(1, int(half * rng.uniform(0.04, 0.14))))
        face += cv2.GaussianBlur(edge, (0, 0), half * 0.03)[..., None] * look.bevel
    tall, thick = (half * part / 2 for part in look.bar_size)
    corners = np.float32([[half - thick, half / 2 - tall], [half + thick, half / 2 + tall]])
    cv2.rectangle(face, *np.int32(corners * 16), look.bar.tolist(), -1, cv2.LINE_AA, 4)
    if look.spinner:
        disc(face, (half, half / 2), look.spinner * half * 1.25, look.brass * 0.5)
        disc(face, (half, half / 2), look.spinner * half, look.brass)
    for value, sign in zip(halves, (-1, 1), strict=True):
        middle = np.float32([half + sign * (0.5 + look.from_left) * half, half / 2])
        if look.kind == "numerals":
            draw_numeral(rng, face, look, value, middle, half)
        else:
            draw_pips(rng, face, look, value, middle, half)
    cover = np.zeros((half, 2 * half), np.uint8)
    radius = int(look.corner * half)
    cv2.rectangle(cover, (radius, 0), (2 * half - 1 - radius, half - 1), 255, -1)
    cv2.rectangle(cover, (0, radius), (2 * half - 1, half - 1 - radius), 255, -1)
    for x, y in product((radius, 2 * half - 1 - radius), (radius, half - 1 - radius)):
        cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([face, cover.astype(np.float32)])


def draw_pips(
    rng: np.random.Generator, face: Pixels, look: Look, value: int, middle: Pixels, half: int
) -> None:
    """Draw the pips of a half."""
    places, rows = pip_places(rng, value)
    size, spread = look.pip_size, np.float32(look.spread)
    if rows > 3:
        size = {4: rng.uniform(0.065, 0.1), 5: rng.uniform(0.055, 0.08), 6: rng.uniform(0.045, 0.068)}[rows]
        spread = np.float32([rng.uniform(0.31, 0.375), rng.uniform(0.29, 0.36)])
        size = min(size, 0.84 * float(spread.min()) / (rows - 1))
    elif rng.random() < 0.1:
        size *= rng.uniform(0.85, 1.1)
    radius, colour = size * half, look.pips[value]
    turn = rng.uniform(0, 6.3)
    light = np.float32([np.cos(turn), np.sin(turn)])
    for spot in places:
        at = middle + (np.float32(spot) * spread + rng.normal(0, 0.006, 2)) * half
        if look.rim:
            disc(face, at, radius * 1.12, look.body * look.rim)
        disc(face, at, radius, colour)
        if look.dent:
            disc(face, at + light * radius * 0.35, radius * 0.6, np.clip(colour * look.dent, 0, 255))
        if look.shine:
            disc(face, at - light * radius * 0.4, radius * look.shine, np.full(3, 250.0))


def disc(face: Pixels, at: Any, radius: float, colour: Colour) -> None:
    """Draw a disc, at parts of pixels."""
    x, y = (round(float(part) * 16) for part in at)
    cv2.circle(face, (x, y), max(1, round(radius * 16)), colour.tolist(), -1, cv2.LINE_AA, 4)


def draw_numeral(
    rng: np.random.Generator, face: Pixels, look: Look, value: int, middle: Pixels, half: int
) -> None:
    """Draw a half that shows its number in digits; a 6 and a 9 are underlined."""
    text, thick = str(value), max(1, half // 16)
    wanted = rng.uniform(0.45, 0.62) * half
    (wide, high), _below = cv2.getTextSize(text, look.font, 1, thick)
    scale = min(wanted / high, 0.8 * half / wide)
    (wide, high), _below = cv2.getTextSize(text, look.font, scale, thick)
    plate = np.zeros((half, half), np.uint8)
    x, y = (half - wide) // 2, (half + high) // 2
    cv2.putText(plate, text, (x, y), look.font, scale, 255, thick, cv2.LINE_AA)
    if value in (6, 9):
        cv2.line(plate, (x, y + half // 12), (x + wide, y + half // 12), 255, thick, cv2.LINE_AA)
    turns = rng.choice([1, 3]) if rng.random() < 0.85 else rng.integers(4)
    cover = np.rot90(plate, turns)[..., None] / np.float32(255)
    left = int(np.clip(middle[0] - half / 2, 0, half))
    part = face[:, left : left + half]
    part[:] = part * (1 - cover) + cover * look.pips[value]


# Where tiles lie.


def place(rng: np.random.Generator, way: str, size: tuple[int, int], half: float, tiles: int) -> list[Pixels]:
    """Return the outlines of tiles that lie in this way, as a camera sees them that is not quite above."""
    middle = np.float32(size) / 2
    if way == "apart":
        flat = scattered(rng, np.float32(size) / half, tiles)
    elif way == "line":
        flat = chained(rng, tiles)
    else:
        flat = side_by_side(
            rng, tiles, np.float32(size) / half, 1 if way == "rack" else int(rng.integers(1, 4))
        )
    turn = rng.normal(0, 0.06) if way == "rack" else rng.uniform(0, 6.3)
    if way == "apart":
        turn = 0.0
    round_about = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    flat = [(outline @ round_about) * half for outline in flat]
    everything = np.concatenate(flat)
    shift = (everything.max(0) + everything.min(0)) / 2
    if way != "apart":
        shift = shift + rng.normal(0, 0.15, 2) * half
    tilt = rng.normal(0, 0.12, 2) / max(size)
    seen = []
    for outline in flat:
        away = outline - (0 if way == "apart" else shift)
        at = away / (1 + away @ tilt)[:, None] + middle
        inside = at.mean(0)
        if (inside > 0.35 * half).all() and (inside < np.float32(size) - 0.35 * half).all():
            seen.append(at.astype(np.float32))
    return seen


def rectangle(x: float, y: float, turn: float) -> Pixels:
    """Return the outline of a tile whose middle lies there."""
    corners = np.float32([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]])
    round_about = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return corners @ round_about + np.float32([x, y])


def scattered(rng: np.random.Generator, size: Pixels, tiles: int) -> list[Pixels]:
    """Return tiles anywhere that do not lie on each other, some cut by the edge."""
    chosen: list[Pixels] = []
    inset = 0.4 if rng.random() < 0.15 else 1.0
    for _try in range(tiles * 12):
        x, y = (rng.uniform(-0.5, 0.5, 2) * np.maximum(size - 2 * inset, 0.1)).tolist()
        outline = rectangle(x, y, rng.uniform(0, 6.3))
        if all(cv2.intersectConvexConvex(outline, other * 1.0)[0] < 0.01 for other in chosen):
            chosen.append(outline)
        if len(chosen) == tiles:
            break
    return chosen


def side_by_side(rng: np.random.Generator, tiles: int, size: Pixels, rows: int) -> list[Pixels]:
    """Return rows of tiles that stand side by side."""
    gap = rng.choice([0.0, rng.uniform(0, 0.05), rng.uniform(0, 0.3)])
    across = max(1, min(int(size[0] / (1 + gap)), -(-tiles // rows)))
    step, deep = 1 + gap, 2 + rng.choice([0.0, 0.03, 0.2])
    chosen = []
    for number in range(tiles):
        row, column = divmod(number, across)
        jolt = rng.normal(0, 0.02 if gap < 0.06 else 0.05, 3) if rng.random() < 0.7 else np.zeros(3)
        upright = np.pi / 2 * rng.choice([1, -1])
        x, y = column * step + max(0, jolt[0] * (gap > 0)), row * deep + jolt[1]
        chosen.append(rectangle(x, y, upright + jolt[2] * gap))
    return chosen


def chained(rng: np.random.Generator, tiles: int) -> list[Pixels]:
    """Return tiles in a line, end to end, some of them across it."""
    chosen, x = [], 0.0
    for _number in range(tiles):
        gap = rng.choice([0, rng.uniform(0, 0.12)])
        if rng.random() < 0.25:
            chosen.append(rectangle(x + 0.5, rng.normal(0, 0.05), np.pi / 2 * rng.choice([1, -1])))
            x += 1 + gap
        else:
            chosen.append(
                rectangle(x + 1, rng.normal(0, 0.03), np.pi * rng.integers(2) + rng.normal(0, 0.02))
            )
            x += 2 + gap
    return chosen


# The table and what else is on it.


def waves(
    rng: np.random.Generator, size: tuple[int, int], coarse: tuple[int, int], colours: int = 1
) -> Pixels:
    """Return smooth noise around 0."""
    small = rng.normal(0, 1, (coarse[1], coarse[0], colours)).astype(np.float32)
    smooth = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC)
    return smooth if smooth.ndim == 3 else smooth[..., None]


def draw_ground(rng: np.random.Generator, kind: str, size: tuple[int, int]) -> Pixels:
    """Return what the tiles lie on."""
    wide, high = size
    picture = np.zeros((high, wide, 3), np.float32)
    saturation = rng.random() ** 1.5
    value = rng.uniform(0.5, 0.95) if kind == "plain light" else rng.uniform(0.03, 0.5)
    if kind == "white cloth":
        saturation, value = rng.uniform(0, 0.15), rng.uniform(0.75, 1)
    if kind == "wood":
        picture[:] = hsv(rng.uniform(5, 22), rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.95))
        picture += waves(rng, size, (int(rng.integers(2, 6)), int(rng.integers(20, 80)))) * rng.uniform(5, 25)
        for y in np.arange(rng.uniform(0, high), high, rng.uniform(60, 200)):
            cv2.line(
                picture, (0, int(y)), (wide, int(y + rng.normal(0, 4))), (30, 30, 40), int(rng.integers(1, 3))
            )
        return picture
    picture[:] = hsv(rng.uniform(0, 180), saturation, value)
    picture += waves(rng, size, (4, 3)) * rng.uniform(2, 14)
    if kind in ("felt", "white cloth", "pattern"):
        picture += rng.normal(0, rng.uniform(2, 14), (high, wide, 1))
    if kind == "white cloth":
        picture += waves(rng, size, (int(rng.integers(3, 12)), int(rng.integers(3, 12)))) * rng.uniform(3, 14)
    if kind == "felt":
        picture += waves(rng, size, (wide // 4, high // 4), 3) * rng.uniform(2, 14)
    if kind == "woven cloth":
        weave(rng, picture)
    if kind == "pattern":
        for _blot in range(int(rng.integers(20, 120))):
            at = np.int32(rng.uniform(0, 1, 2) * size)
            reach = (rng.uniform(2, 22, 2)).astype(int)
            colour = hsv(rng.uniform(0, 180), rng.random(), rng.random()).tolist()
            cv2.ellipse(
                picture, at.tolist(), reach.tolist(), rng.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA
            )
    return picture


def weave(rng: np.random.Generator, picture: Pixels) -> None:
    """Weave threads into a cloth."""
    high, wide = picture.shape[:2]
    turn, step = rng.uniform(0, 3.2), rng.uniform(3, 16)
    x, y = np.meshgrid(np.arange(wide), np.arange(high))
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    threads = np.sin(along * 6.3 / step + (np.sin(across * 3.15 / step) > 0) * 3.15)
    cloth = threads * np.cos(across * 6.3 / step / rng.choice([1, 2, 3]))
    picture += cloth[..., None].astype(np.float32) * rng.uniform(8, 50)


def clutter(rng: np.random.Generator, picture: Pixels, things: int) -> None:
    """Lay other things on the table: pens, coins, cards, tiles that lie on their faces."""
    high, wide = picture.shape[:2]
    for _thing in range(things):
        at, colour = (
            np.int32(rng.uniform(0, 1, 2) * (wide, high)),
            hsv(rng.uniform(0, 180), rng.random(), rng.random()),
        )
        kind, reach = rng.integers(5), rng.uniform(0.04, 0.2) * wide
        if kind == 0:
            cv2.circle(picture, at.tolist(), int(reach * 0.6), colour.tolist(), -1, cv2.LINE_AA)
        elif kind == 1:
            end = at + np.int32(rng.normal(0, 1, 2) * reach * 1.5)
            cv2.line(
                picture, at.tolist(), end.tolist(), colour.tolist(), int(rng.integers(2, 12)), cv2.LINE_AA
            )
        elif kind == 2:
            ink = np.zeros((high, wide), np.uint8)
            cv2.putText(ink, "Score 12 8 0", at.tolist(), 0, rng.uniform(0.4, 1.5), 255, 2, cv2.LINE_AA)
            picture += (colour - picture) * (ink[..., None] / np.float32(255))
        else:
            body = hsv(rng.uniform(0, 180), rng.uniform(0, 0.6), rng.uniform(0.1, 1)).tolist()
            corners = rectangle(0, 0, rng.uniform(0, 6.3)) * reach + at
            cv2.fillConvexPoly(picture, np.int32(corners + reach * 0.06), (20, 20, 20), cv2.LINE_AA)
            cv2.fillConvexPoly(picture, np.int32(corners), body, cv2.LINE_AA)
            if rng.random() < 0.4:
                cv2.circle(picture, at.tolist(), int(reach * 0.15), colour.tolist(), -1, cv2.LINE_AA)


def draw_rack(rng: np.random.Generator, picture: Pixels, laid: Sequence[Pixels]) -> None:
    """Draw the back of a rack behind the tiles."""
    everything = np.concatenate(laid)
    (left, top), (right, bottom) = everything.min(0), everything.max(0)
    tall = bottom - top
    colour = hsv(rng.uniform(5, 25), rng.uniform(0.1, 0.8), rng.uniform(0.2, 0.9)).tolist()
    corner = (int(left - tall * 0.2), int(top + tall * rng.uniform(-0.3, 0.6)))
    cv2.rectangle(picture, corner, (int(right + tall * 0.2), int(bottom + tall * 0.3)), colour, -1)


def draw_lip(rng: np.random.Generator, picture: Pixels, laid: Sequence[Pixels]) -> None:
    """Draw the lip of a rack, which covers the feet of the tiles."""
    everything = np.concatenate(laid)
    (left, top), (right, bottom) = everything.min(0), everything.max(0)
    tall = bottom - top
    colour = hsv(rng.uniform(5, 25), rng.uniform(0.1, 0.8), rng.uniform(0.2, 0.9)).tolist()
    corner = (int(left - tall * 0.2), int(bottom - tall * rng.uniform(-0.01, 0.05)))
    cv2.rectangle(picture, corner, (int(right + tall * 0.2), int(bottom + tall * 0.4)), colour, -1)


def cast_shadow(rng: np.random.Generator, picture: Pixels, outline: Pixels, light: Pixels) -> None:
    """Darken the table beside a tile."""
    size = float(np.hypot(*(outline[1] - outline[0])) / 2)
    low, high = (
        np.int32(np.floor(outline.min(0) - size * 0.5)),
        np.int32(np.ceil(outline.max(0) + size * 0.5)),
    )
    low, high = np.maximum(low, 0), np.minimum(high, picture.shape[1::-1])
    if (high <= low).any():
        return
    mask = np.zeros((high - low)[::-1], np.float32)
    cv2.fillConvexPoly(mask, np.int32(outline + light * rng.uniform(1, 2.5) - low), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), size * rng.uniform(0.03, 0.15)) * rng.uniform(0.1, 0.7)
    part = picture[low[1] : high[1], low[0] : high[0]]
    part *= 1 - mask[..., None]


def paste(picture: Pixels, face: Pixels, outline: Pixels) -> None:
    """Lay a face into the picture."""
    high, wide = face.shape[:2]
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    end = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, picture.shape[1::-1])
    if (end <= low).any():
        return
    corners = np.float32([[0, 0], [wide, 0], [wide, high], [0, high]])
    laid = cv2.getPerspectiveTransform(corners, np.float32(outline - low))
    part = cv2.warpPerspective(face, laid, (end - low).tolist(), flags=cv2.INTER_AREA)
    cover = part[..., 3:] / 255
    under = picture[low[1] : end[1], low[0] : end[0]]
    under[:] = under * (1 - cover) + part[..., :3] * cover


# The camera.


def take_photo(rng: np.random.Generator, picture: Pixels, calm: bool) -> Pixels:
    """Return what a camera makes of it: light, shadows, glare, a shaking hand, noise, JPEG."""
    high, wide = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, wide), np.linspace(-0.5, 0.5, high))
    across = rng.normal(0, 0.1 if calm else 0.3, 2)
    seen = picture * (1 + across[0] * x + across[1] * y)[..., None].astype(np.float32)
    if calm:
        seen = cv2.GaussianBlur(seen, (0, 0), 0.7) + rng.normal(0, 2, seen.shape)
        return np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        turn = rng.uniform(0, 6.3)
        beyond = (x - rng.uniform(-0.4, 0.4)) * np.cos(turn) + (y - rng.uniform(-0.4, 0.4)) * np.sin(turn)
        seen *= (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-beyond * rng.uniform(20, 200))))[..., None]
    seen *= rng.uniform(0.85, 1.15, 3)
    seen *= rng.uniform(0.25, 1.1) if rng.random() < 0.5 else rng.uniform(0.75, 1.2)
    for _glare in range(int(rng.integers(1, 4)) if rng.random() < 0.3 else 0):
        at, reach = rng.uniform(-0.5, 0.5, 2), rng.uniform(0.02, 0.2, 2)
        seen += np.exp(-(((x - at[0]) / reach[0]) ** 2) - ((y - at[1]) / reach[1]) ** 2)[
            ..., None
        ] * rng.uniform(40, 240)
    seen = 255 * (np.clip(seen, 0, 255) / 255) ** rng.uniform(0.7, 1.4)
    soft = rng.uniform(0.3, 1.4) if rng.random() < 0.7 else rng.uniform(0.5, 2.4)
    seen = cv2.GaussianBlur(seen, (0, 0), soft)
    if rng.random() < 0.1:
        shake = np.zeros((9, 9), np.float32)
        cv2.line(shake, (4, 4), np.int32(rng.uniform(0, 8, 2)).tolist(), 1.0)
        seen = cv2.filter2D(seen, -1, shake / shake.sum())
    seen += rng.normal(0, rng.uniform(0, 9), seen.shape)
    shot = np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))]
        shot = cv2.imdecode(cv2.imencode(".jpg", shot, quality)[1], cv2.IMREAD_COLOR)
    return shot
