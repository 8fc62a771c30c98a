"""From the PNG that Typst draws to how dark each point is."""

import struct
import zlib
from collections.abc import Iterator
from typing import TypeAlias

Ink: TypeAlias = tuple[tuple[float, ...], ...]
"""Rows of points, each from 0 for paper to 1 for black."""

SIGNATURE = 8
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
"""Bytes of a point, by PNG's number for the kind of colour."""

FAINT = 0.5
"""The power that a point's darkness is raised to, so that a line thinner than a point is still seen."""


def ink(png: bytes) -> Ink:
    """Return how dark each point of a PNG with eight bits a channel is; what is transparent is paper."""
    width, _height, _depth, kind = struct.unpack_from(">IIBB", png, 16)
    data = zlib.decompress(b"".join(body for name, body in _chunks(png) if name == b"IDAT"))
    channels = CHANNELS[kind]
    rows, before = [], bytes(width * channels)
    for start in range(0, len(data), width * channels + 1):
        before = _unfiltered(data[start], data[start + 1 : start + 1 + width * channels], before, channels)
        rows.append(tuple(_dark(before[at : at + channels]) for at in range(0, len(before), channels)))
    return tuple(rows)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = SIGNATURE
    while at < len(png):
        length, name = struct.unpack_from(">I4s", png, at)
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def _unfiltered(kind: int, row: bytes, above: bytes, channels: int) -> bytes:
    """Undo PNG's prediction of a row from what is left of it and above it."""
    out = bytearray(row)
    for at, value in enumerate(row):
        left = out[at - channels] if at >= channels else 0
        corner = above[at - channels] if at >= channels else 0
        guess = (0, left, above[at], (left + above[at]) // 2, _nearest(left, above[at], corner))[kind]
        out[at] = (value + guess) & 0xFF
    return bytes(out)


def _nearest(left: int, above: int, corner: int) -> int:
    """Return which of the three is nearest to `left + above - corner`, as Paeth has it."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))


def _dark(point: bytes) -> float:
    seen = point[-1] / 255 if len(point) in (2, 4) else 1.0
    shades = point[:3] if len(point) > 2 else point[:1]
    shade = (1 - sum(shades) / len(shades) / 255) * seen
    return float(shade**FAINT)
