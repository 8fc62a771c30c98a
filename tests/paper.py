"""What is really on a printed page: its ink, its words, its size. No part of the program."""

import io
import re
import struct
import zlib
from collections.abc import Iterator
from itertools import accumulate

from pypdf import PdfReader
from pypdf.generic import PdfObject, StreamObject

POINTS_PER_MM = 72 / 25.4


def page_texts(pdf: bytes) -> list[str]:
    """Return the text layer of every page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return the width and height of every page in millimetres, to a tenth."""
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(pdf)).pages]
    return [
        (round(float(box.width) / POINTS_PER_MM, 1), round(float(box.height) / POINTS_PER_MM, 1))
        for box in boxes
    ]


def drawn_pages(pdf: bytes) -> list[object]:
    """Return all that a viewer draws of every page: its boxes, its instructions, and the fonts and pictures in these.

    What is left out is nowhere to be seen: who made the file, and in which order its parts are stored.
    """
    return [
        _resolved(page, "/Parent", "/StructParents", "/Annots") for page in PdfReader(io.BytesIO(pdf)).pages
    ]


def _resolved(value: object, *without: str) -> object:
    """Return an object of a PDF with the objects that it refers to in their places."""
    value = value.get_object() if isinstance(value, PdfObject) else value
    if isinstance(value, list):
        return [_resolved(item) for item in value]
    if not isinstance(value, dict):
        return value
    packing = ("/Length", "/Filter", "/DecodeParms") if isinstance(value, StreamObject) else ()
    parts = {key: _resolved(item) for key, item in value.items() if key not in (*without, *packing)}
    return (parts, value.get_data()) if isinstance(value, StreamObject) else parts


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Return the width, the height and all the pixels of a picture."""
    width, height, _channels, rows = _read(png)
    return width, height, b"".join(rows)


def colours(png: bytes) -> list[list[bytes]]:
    """Return the rows of a picture as the colours of its pixels."""
    _width, _height, channels, rows = _read(png)
    return [[row[at : at + 3] for at in range(0, len(row), channels)] for row in rows]


def squeezed(text: str) -> str:
    """Return a text without spaces and line ends, which a PDF's text layer does not keep."""
    return re.sub(r"\s+", "", text)


def numbers(text: str) -> list[int]:
    """Return every number of a text."""
    return [int(found) for found in re.findall(r"\d+", text)]


def inked(png: bytes) -> tuple[int, int, int, int, int, int]:
    """Return where a picture is not white, as left, top, right, bottom, and its width and height."""
    width, height, channels, rows = _read(png)
    white = b"\xff" * (width * channels)
    dark = [number for number, row in enumerate(rows) if row != white]
    left = min(_first_ink(rows[number]) for number in dark) // channels
    right = max(len(white) - 1 - _first_ink(rows[number][::-1]) for number in dark) // channels
    return left, dark[0], right, dark[-1], width, height


def _read(png: bytes) -> tuple[int, int, int, list[bytes]]:
    """Return width, height, channels and rows of a picture: 8-bit RGB or RGBA, not interlaced, as Typst writes it."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    channels = {2: 3, 6: 4}[colour]
    return (
        width,
        height,
        channels,
        [*_rows(zlib.decompress(b"".join(_chunks(png))), width * channels, channels)],
    )


def _chunks(png: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IDAT":
            yield png[at + 8 : at + 8 + size]
        at += 12 + size


def _first_ink(row: bytes) -> int:
    return len(row) - len(row.lstrip(b"\xff"))


def _rows(data: bytes, length: int, step: int) -> Iterator[bytes]:
    """Undo the filters of a PNG, row by row."""
    above = bytes(length)
    for at in range(0, len(data), length + 1):
        row = data[at + 1 : at + 1 + length]
        match data[at]:
            case 1:
                row = _beside(row, step)
            case 2:
                row = _below(row, above)
            case 3:
                row = _between(row, above, step)
            case 4:
                row = _nearest(row, above, step)
        yield row
        above = row


def _beside(more: bytes, step: int) -> bytes:
    """Add to every byte the one to its left."""
    row = bytearray(len(more))
    for channel in range(step):
        row[channel::step] = bytes(total & 255 for total in accumulate(more[channel::step]))
    return bytes(row)


def _below(more: bytes, above: bytes) -> bytes:
    """Add to every byte the one above: all at once, as two large numbers without a carry from byte to byte."""
    low = int.from_bytes(b"\x7f" * len(more))
    one, other = int.from_bytes(more), int.from_bytes(above)
    return (((one & low) + (other & low)) ^ ((one ^ other) & ~low)).to_bytes(len(more))


def _between(more: bytes, above: bytes, step: int) -> bytes:
    """Add to every byte the mean of those to its left and above."""
    row = bytearray(step)
    for place, (byte, up) in enumerate(zip(more, above, strict=True)):
        row.append((byte + (row[place] + up) // 2) & 255)
    return bytes(row[step:])


def _nearest(more: bytes, above: bytes, step: int) -> bytes:
    """Add to every byte that of its neighbours which continues them best (Paeth's choice)."""
    row = bytearray(step)
    for place, (byte, up, corner) in enumerate(zip(more, above, bytes(step) + above, strict=False)):
        left = row[place]
        if left == corner:
            row.append((byte + up) & 255)
        elif up == corner:
            row.append((byte + left) & 255)
        else:
            guess = left + up - corner
            row.append((byte + min((left, up, corner), key=lambda value: abs(guess - value))) & 255)
    return bytes(row[step:])
