"""Finds what may be the bar across the middle of a tile: a thin line, dark on a light tile or light on a dark one.

A tile is looked for where a bar is, since blanks and tiles that touch have one too. Most of what is found here is no
bar; the network decides.
"""

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[Any]
"""Height, width and the colours blue, green, red."""
Numbers: TypeAlias = NDArray[Any]
"""Coordinates are x and y in pixels."""

MOST = 260
"""Bars that are looked at in one picture; a woven cloth has thousands."""

_SHRUNK = ((1, (9, 19)), (2, (13, 25)), (4, (13, 25)))
"""By how much the picture is shrunk, and the thickest bar, in pixels then, of each of two searches."""
_DARKER = (0.88, 0.64)
"""How dark a bar is at most beside the tile."""
_REVERSED = (255 * 12 / (np.arange(256) + 12)).astype(np.uint8)
"""Turns light into dark, so that the bar of a black tile is dark on a light one, in a dark room too."""
_SHORTEST = 20
_SIDES = np.linspace(-0.42, 0.42, 13, dtype=np.float32)
"""Where along a bar the tile beside it is looked at, in lengths of the bar."""


def numbers(values: Any) -> Numbers:
    """Return the values as an array of 32-bit floats."""
    return np.asarray(values, np.float32)


def find_bars(picture: Picture) -> Numbers:
    """Return the likely bars, the likeliest first: rows of middle, direction, length and thickness."""
    colours = np.stack(cv2.split(picture))
    light, colour = (cv2.GaussianBlur(part, (3, 3), 0) for part in (colours.max(0), colours.min(0)))
    shades = (light, cv2.LUT(light, _REVERSED), colour)  # black bars, bars of black tiles, coloured bars
    found = [_lit(_lines(shade), shade) for shade in shades]
    return _distinct(np.concatenate(found))[:MOST, :6]


def _lines(light: Picture) -> Numbers:
    """Return dark lines: rows of middle, direction, length, thickness and contrast."""
    lines = [np.zeros((0, 7), np.float32)]
    for shrunk, kernels in _SHRUNK:
        scale = numbers([shrunk, shrunk, 1, 1, shrunk, shrunk, 1])
        small = cv2.resize(light, None, fx=1 / shrunk, fy=1 / shrunk, interpolation=cv2.INTER_AREA)
        for kernel in kernels:
            filled = cv2.morphologyEx(small, cv2.MORPH_CLOSE, _disc(kernel))
            part = (small.astype(np.float32) + 4) / (filled.astype(np.float32) + 4)
            for darker in _DARKER:
                mask: Picture = ((part < darker) & (filled > 28)).astype(np.uint8)
                thick = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(int(kernel * 0.4) | 1))
                thin = mask & (
                    1 - cv2.dilate(thick, np.ones((3, 3), np.uint8))
                )  # without pips that touch the bar
                lines.extend(_measured(shapes, part) * scale for shapes in (mask, thin))
    return np.concatenate(lines)


def _disc(size: int) -> Any:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))


def _measured(shapes: Picture, part: Numbers) -> Numbers:
    """Return the connected shapes that are long, thin and full, and pairs of them with a spinner between."""
    count, labels = cv2.connectedComponents(shapes, connectivity=8)
    y, x = np.nonzero(shapes.view(bool))
    label = labels[y, x]
    area = np.maximum(np.bincount(label, minlength=count), 1)
    mean_x, mean_y = (np.bincount(label, at, count) / area for at in (x, y))
    off_x, off_y = x - mean_x[label], y - mean_y[label]
    xx, yy, xy = (np.bincount(label, of, count) / area for of in (off_x**2, off_y**2, off_x * off_y))
    contrast = 1 - np.bincount(label, part[y, x], count) / area
    spread = np.hypot(xx - yy, 2 * xy)
    length, thickness = (np.sqrt(6 * np.maximum(xx + yy + sign * spread, 0.02)) for sign in (1, -1))
    thickness = np.maximum(thickness, 1)
    angle = np.arctan2(2 * xy, xx - yy) / 2
    rows = np.stack(
        [mean_x + 0.5, mean_y + 0.5, np.cos(angle), np.sin(angle), length, thickness, contrast], 1
    )
    slim, full = length / thickness, area / (length * thickness)
    good = (area >= 8) & (slim > 1.6) & (slim < 30) & (full > 0.6) & (length < max(shapes.shape) / 3)
    good[0] = False
    long = good & (slim > 3) & (length >= _SHORTEST / 1.6) & (area >= 20)
    return np.concatenate([rows[long], _joined(rows[good & (length >= 6)])]).astype(np.float32)


def _joined(rows: Numbers) -> Numbers:
    """Return pairs of lines of one length that lie in one line, as a bar is that a spinner covers in the middle."""
    rows = rows[np.argsort(-rows[:, 4] * rows[:, 6])[:400]]
    middle, direction, length = rows[:, :2], rows[:, 2:4], rows[:, 4]
    between = middle[None] - middle[:, None]
    along = np.einsum("ijk,ik->ij", between, direction)
    aside = np.abs(np.einsum("ijk,ik->ij", between, direction[:, ::-1] * [1, -1]))
    alike = np.abs(direction @ direction.T) > 0.97
    gap = np.abs(along) - (length[:, None] + length[None]) / 2
    longer, shorter = np.maximum.outer(length, length), np.minimum.outer(length, length)
    fits = alike & (gap > 0) & (gap < 2 * shorter) & (aside < 0.12 * longer) & (shorter > 0.7 * longer)
    first, second = np.nonzero(np.triu(fits, 1))
    pairs = (rows[first] + rows[second]) / 2
    pairs[:, 2:4] = rows[first, 2:4]
    pairs[:, 4] = 2 * pairs[:, 4] + gap[first, second]
    return pairs


def _lit(lines: Numbers, light: Picture) -> Numbers:
    """Return the lines that have about the same light on both sides."""
    middle, along, length = lines[:, None, :2], lines[:, None, 2:4], lines[:, 4, None, None]
    aside = along[..., ::-1] * numbers([-1, 1]) * np.maximum(0.12 * length, lines[:, 5, None, None] * 1.1)
    at = middle + along * length * _SIDES[:, None]
    above, below, inside = (_light_at(light, place) for place in (at + aside, at - aside, at))
    lower, higher = np.minimum(above[:, -3], below[:, -3]), np.maximum(above[:, -3], below[:, -3])
    bright = float(np.percentile(light[::4, ::4], 98))
    lit = (lower > 0.15 * bright) & (lower > 0.6 * higher) & (inside[:, 4] < 0.85 * lower)
    return lines[lit & (lines[:, 4] >= _SHORTEST)]


def _light_at(light: Picture, places: Numbers) -> Numbers:
    """Return the light at the places of each line, lowest first."""
    x, y = (np.clip(places[..., axis].astype(int), 0, light.shape[1 - axis] - 1) for axis in (0, 1))
    return np.sort(light[y, x].astype(np.float32), axis=1)


def _distinct(lines: Numbers) -> Numbers:
    """Return the lines without those that another one, which is clearer, already stands for."""
    lines = lines[np.argsort(-lines[:, 6] * np.minimum(lines[:, 4], 400), kind="stable")][:3000]
    kept: list[int] = []
    for number, line in enumerate(lines):
        others = lines[kept]
        longer = np.maximum(others[:, 4], line[4])
        near = np.hypot(*(others[:, :2] - line[:2]).T) < 0.2 * longer
        same = (
            near
            & (np.abs(others[:, 2:4] @ line[2:4]) > 0.95)
            & (longer < 1.3 * np.minimum(others[:, 4], line[4]))
        )
        if not same.any():
            kept.append(number)
        if len(kept) == MOST:
            break
    return lines[kept]
