"""What is really on a printed page: its ink, its words, its size. No part of the program."""

import io
import re
import struct
import zlib
from collections.abc import Iterator

from pypdf import PdfReader

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


def squeezed(text: str) -> str:
    """Return a text without spaces and line ends, which a PDF's text layer does not keep."""
    return re.sub(r"\s+", "", text)


def numbers(text: str) -> list[int]:
    """Return every number of a text."""
    return [int(found) for found in re.findall(r"\d+", text)]


def inked(png: bytes) -> tuple[int, int, int, int, int, int]:
    """Return where a picture is not white, as left, top, right, bottom, and its width and height.

    Reads 8-bit RGB and RGBA without interlacing, as Typst writes them.
    """
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    channels = {2: 3, 6: 4}[colour]
    rows = list(_rows(zlib.decompress(b"".join(_chunks(png))), width * channels, channels))
    white = b"\xff" * (width * channels)
    dark = [number for number, row in enumerate(rows) if row != white]
    left = min(_first_ink(rows[number]) for number in dark) // channels
    right = max(len(white) - 1 - _first_ink(rows[number][::-1]) for number in dark) // channels
    return left, dark[0], right, dark[-1], width, height


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
    above = bytearray(length)
    for at in range(0, len(data), length + 1):
        row = bytearray(data[at + 1 : at + 1 + length])
        match data[at]:
            case 1:
                for i in range(step, length):
                    row[i] = (row[i] + row[i - step]) & 255
            case 2:
                row = bytearray((here + up) & 255 for here, up in zip(row, above, strict=True))
            case 3:
                for i in range(length):
                    before = row[i - step] if i >= step else 0
                    row[i] = (row[i] + (before + above[i]) // 2) & 255
            case 4:
                for i in range(length):
                    row[i] = (row[i] + _paeth(row, above, i, step)) & 255
        yield bytes(row)
        above = row


def _paeth(row: bytearray, above: bytearray, i: int, step: int) -> int:
    left = row[i - step] if i >= step else 0
    corner = above[i - step] if i >= step else 0
    up = above[i]
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
