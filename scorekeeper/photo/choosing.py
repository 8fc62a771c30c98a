"""Goes from bars to tiles: looks across each bar, finds the corners, reads both halves, chooses among what overlaps.

Knows tiles and sets, no games and no rules. Whatever is not clear is kept, and is not sure: a tile that was not seen
at all is worse, since nobody looks for it.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from scorekeeper.photo.bars import Numbers, Picture, find_bars, numbers
from scorekeeper.photo.network import CORNERS, VALUES, Network, moved
from scorekeeper.photo.seen import Expected, SeenTile
from scorekeeper.tiles import Tile

LARGEST, SMALLEST = 1600, 1000
"""A larger picture is shrunk and a smaller one grown, to so many pixels along its longer side."""

SURE = 0.8
"""How likely a reading is that needs no second look."""

_BAR = 0.82
"""How much of a tile's width a bar usually spans."""
_BESIDE = ((2.03, 0), (-2.03, 0), (0, 1.03), (0, -1.03))
"""Where tiles lie that touch another one, in halves from it."""
_HOPEFUL, _LIKELY = 0.2, 0.5
"""How likely a tile is that is looked at again, and one that is told."""
_OVERLAP, _SAME = 0.2, 0.65
"""How much of a tile another one may seem to cover, and how much where both are the same one."""
_ELSEWHERE = 0.1
"""How likely a tile is that is known to be elsewhere."""
_OUTSIDE = 0.06
"""How much of a tile's length may lie outside the picture, before it counts as cut."""


class _Guess(NamedTuple):
    outline: Numbers
    is_tile: float
    """How likely it is a tile."""
    halves: tuple[int, int]
    confidence: float


def seen_tiles(picture: Picture, expected: Expected, network: Network) -> tuple[SeenTile, ...]:
    """Return the tiles in a picture, from top to bottom."""
    fitting = fitted(picture)
    if min(fitting.shape[:2]) < 24:
        return ()
    near = hopeful(fitting, bar_outlines(find_bars(fitting)), network)
    beside = [moved(near, np.tile(numbers(step), (len(near), 4, 1))) for step in _BESIDE]
    outlines = hopeful(fitting, np.concatenate([near, *beside]), network)
    return told(best(read(fitting, outlines, expected, network)), expected, fitting.shape)


def hopeful(picture: Picture, outlines: Numbers, network: Network) -> Numbers:
    """Return the outlines that may be those of a tile, with their corners put right; one for each place."""
    answers = network.look(picture, outlines)
    likely = answers.tile > _HOPEFUL
    outlines = moved(outlines[likely], answers.moved[likely])
    return outlines[apart(overlaps(outlines), answers.tile[likely], _SAME)]


def fitted(picture: Picture) -> Picture:
    """Return the picture in the size in which tiles are looked for."""
    high, wide = picture.shape[:2]
    scale = min(LARGEST / max(high, wide), max(SMALLEST / max(high, wide), 1))
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)


def bar_outlines(bars: Numbers) -> Numbers:
    """Return where a tile would lie across each bar."""
    across = bars[:, 2:4]
    along = across[:, ::-1] * numbers([1, -1])
    corners = CORNERS[:, :1] * along[:, None] + CORNERS[:, 1:] * across[:, None]
    return numbers(bars[:, None, :2] + corners * bars[:, 4, None, None] / _BAR)


def overlaps(outlines: Numbers) -> Numbers:
    """Return for each two outlines how much of the smaller one the other covers."""
    covers = np.eye(len(outlines), dtype=np.float32)
    for first, second in combinations(range(len(outlines)), 2):
        one, other = outlines[first], outlines[second]
        if (one.max(0) > other.min(0)).all() and (other.max(0) > one.min(0)).all():
            shared, _points = cv2.intersectConvexConvex(one, other)
            smaller = max(min(cv2.contourArea(one), cv2.contourArea(other)), 1)
            covers[first, second] = covers[second, first] = shared / smaller
    return covers


def apart(covers: Numbers, rank: Numbers, most: float) -> list[int]:
    """Return the numbers of outlines, the best first, of which none covers more than that part of another."""
    kept: list[int] = []
    for number in np.argsort(-rank, kind="stable").tolist():
        if (covers[number, kept] <= most).all():
            kept.append(number)
    return kept


def best(guesses: Sequence[_Guess]) -> list[_Guess]:
    """Return guesses that do not lie on each other: the likelier ones, but two in place of one across them.

    What another guess lies across is less likely.
    """
    rank = numbers([guess.confidence for guess in guesses])
    covers = overlaps(numbers([guess.outline for guess in guesses]))
    kept = apart(covers, rank, _OVERLAP)
    for number in tuple(kept):
        others = [other for other in kept if other != number]
        free = np.flatnonzero((covers[:, others] <= _OVERLAP).all(1) & (np.arange(len(rank)) != number))
        instead = free[apart(covers[np.ix_(free, free)], rank[free], _OVERLAP)]
        if rank[instead].sum() > 1.2 * rank[number]:
            kept = [*others, *instead.tolist()]
    rival = np.where((covers > _OVERLAP) & (covers < _SAME), rank, 0).max(1, initial=0)
    return [
        guesses[number]._replace(confidence=float(rank[number] ** 2 / (rank[number] + rival[number])))
        for number in kept
    ]


def read(picture: Picture, outlines: Numbers, expected: Expected, network: Network) -> list[_Guess]:
    """Return what is within each outline, looked at from both ends."""
    first = network.look(picture, outlines)
    second = network.look(picture, np.roll(outlines, 2, axis=1))
    likely = (likelihood(first.values, expected) + likelihood(second.values[:, ::-1], expected)) / 2
    tile = np.sqrt(first.tile * second.tile)
    guesses = []
    for outline, is_tile, table in zip(outlines, tile.tolist(), likely, strict=True):
        left, right = divmod(int(table.argmax()), VALUES)
        guesses.append(_Guess(outline, is_tile, (left, right), is_tile * float(table[left, right])))
    return guesses


def likelihood(values: Numbers, expected: Expected) -> Numbers:
    """Return how likely each pair of halves is."""
    values = values - values.max(2, keepdims=True)
    values[..., expected.highest + 1 :] = -np.inf
    part = np.exp(values)
    part /= part.sum(2, keepdims=True)
    table = part[:, 0, :, None] * part[:, 1, None, :]
    for high, low in expected.elsewhere:
        table[:, [high, low], [low, high]] *= _ELSEWHERE
    return table


def told(guesses: Sequence[_Guess], expected: Expected, shape: Sequence[int]) -> tuple[SeenTile, ...]:
    """Return the guesses that are told, and whether each is sure."""
    ranked = sorted(guesses, key=lambda guess: -guess.is_tile)
    chosen = [
        guess
        for number, guess in enumerate(ranked)
        if guess.is_tile > _LIKELY or number < (expected.count or 0)
    ]
    size = numbers(shape[1::-1])
    seen: list[SeenTile] = []
    for guess in sorted(chosen, key=lambda guess: -guess.confidence):
        tile = Tile(*guess.halves)
        length = float(np.hypot(*(guess.outline[1] - guess.outline[0])))
        outside = max(float((-guess.outline).max()), float((guess.outline - size).max())) / length
        surplus = expected.count is not None and len(seen) >= expected.count
        known = tile in expected.elsewhere or any(tile == other.tile for other in seen)
        sure = guess.confidence > SURE and outside < _OUTSIDE and not surplus and not known
        corners = tuple((float(x), float(y)) for x, y in np.clip(guess.outline / size, 0, 1).tolist())
        seen.append(SeenTile(guess.halves, corners, round(guess.confidence, 3), sure))
    return tuple(sorted(seen, key=lambda tile: min(y for _x, y in tile.outline)))
