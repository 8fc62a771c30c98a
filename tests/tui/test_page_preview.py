"""Pictures are read as they were drawn, whatever way PNG packed them."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.sheets.content import RulingPart, blank_sheet
from scorekeeper.sheets.small_print import Chapter
from scorekeeper.tui.widgets.page_preview import FAINT, as_text, ink, on_paper

RGBA, CHANNELS = 6, 4


def png(rows: list[bytes], filters: list[int]) -> bytes:
    """Pack rows of bytes as a PNG, each predicted as its number says."""
    above, data = bytes(len(rows[0])), b""
    for row, number in zip(rows, filters, strict=True):
        data += bytes([number]) + bytes(
            (value - guess(number, row, above, at)) % 256 for at, value in enumerate(row)
        )
        above = row
    header = struct.pack(">IIBBBBB", len(rows[0]) // CHANNELS, len(rows), 8, RGBA, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def guess(number: int, row: bytes, above: bytes, at: int) -> int:
    """Return what PNG predicts for a byte."""
    left = row[at - CHANNELS] if at >= CHANNELS else 0
    corner = above[at - CHANNELS] if at >= CHANNELS else 0
    up = above[at]
    near = left + up - corner
    paeth = min((abs(near - left), 0, left), (abs(near - up), 1, up), (abs(near - corner), 2, corner))[2]
    return [0, left, up, (left + up) // 2, paeth][number]


@given(st.data(), st.integers(1, 6), st.integers(1, 6))
def test_a_picture_is_read_as_it_was_drawn(data, width: int, height: int) -> None:
    """Every prediction of PNG gives back the points."""
    rows = [data.draw(st.binary(min_size=width * CHANNELS, max_size=width * CHANNELS)) for _ in range(height)]
    filters = data.draw(st.lists(st.integers(0, 4), min_size=height, max_size=height))
    read = ink(png(rows, filters))
    assert [len(row) for row in read] == [width] * height
    for row, points in zip(rows, read, strict=True):
        for at, point in enumerate(points):
            *shades, seen = row[at * CHANNELS : (at + 1) * CHANNELS]
            dark = (1 - sum(shades) / 3 / 255) * seen / 255
            assert point == pytest.approx(dark**FAINT)


def test_what_is_left_over_has_paper_beside_it() -> None:
    """A letter has two points by four; the last ones may have fewer."""
    assert on_paper(((1.0,), (1.0,), (0.0,), (0.0,), (1.0,))).plain == "▘\n▘"
    assert on_paper(()).plain == ""


def test_a_page_keeps_its_greys() -> None:
    """Ink is dark and paper is white in every theme, and faint lines are between."""
    full, half, none = on_paper(((1.0, 1.0, 0.5, 0.5, 0.0, 0.0),) * 4).spans
    assert [str(one.style) for one in (full, half, none)] == [
        "#000000 on #000000",
        "#808080 on #808080",
        "#ffffff on #ffffff",
    ]


def test_a_page_too_small_to_be_read_is_written_as_text(shelf) -> None:
    """Names and rounds of a sheet, the places of a result and the chapters of a card, in the columns there are."""
    sheet = blank_sheet(shelf.book("classic"), 9, ("Ana", "Ben"), title="Friday")
    lines = as_text(sheet, "classic", 30).plain.splitlines()
    assert [line.split() for line in lines[1:5]] == [["Friday"], [], ["Ana", "Ben"], ["9-9"]]
    assert {len(line) for line in lines} == {30}
    assert "Ana" not in as_text(sheet, "result", 30).plain
    card = replace(sheet, chapters=(Chapter("Going out", ()),))
    assert "Going out" in as_text(card, "rules-card", 30).plain
    ruling = RulingPart(question="May I draw?", answer="Yes.", reason="No tile fits.")
    assert "No tile fits." in as_text(replace(sheet, rulings=(ruling,)), "ruling", 30).plain
