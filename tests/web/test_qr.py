"""The QR code is read back from what a terminal shows."""

import pytest
import zxingcpp

from scorekeeper.web.host import qr_drawing, qr_text

ADDRESSES = [
    "http://192.168.1.23:8321/j/7kq2",
    "http://192.168.123.123:65535/j/zzzz",
    "http://127.0.0.1:1/j/2222",
    "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8321/j/7kq2",
]
LIGHT = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""Whether the halves of a cell are light."""
SCALE = 4


def read(text: str) -> str:
    """Read a code from the cells of a terminal, whose drawn halves are light."""
    rows = [[255 * LIGHT[cell][half] for cell in line] for line in text.splitlines() for half in (0, 1)]
    ink = [[light for light in row for _n in range(SCALE)] for row in rows for _n in range(SCALE)]
    pixels = memoryview(bytes(pixel for row in ink for pixel in row))
    found = zxingcpp.read_barcode(pixels.cast("B", (len(ink), len(ink[0]))))
    return "" if found is None else found.text


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_phone_reads_the_address_from_a_terminal(address: str) -> None:
    """The code leads to the table's address, in capital letters."""
    assert read(qr_text(address)) == address.upper()
    assert set(qr_text(address).split("\n")[-1]) == {"█"}


def test_a_phone_reads_the_keepers_link_from_a_terminal() -> None:
    """A link with a secret keeps its small letters, and its code fits a small terminal."""
    link = "http://192.168.123.123:65535/k/aB3-_x9QzR7tYk2LmN5pWs"
    drawn = qr_text(link, secret=True)
    assert read(drawn) == link
    assert len(drawn.splitlines()) <= 21


@pytest.mark.parametrize("address", ADDRESSES[:3])
def test_a_code_fits_a_small_terminal(address: str) -> None:
    """With an address of a home network it leaves six of 24 lines for the words below it."""
    lines = qr_text(address).splitlines()
    assert (len(lines) <= 18, max(map(len, lines)) <= 80) == (True, True)
    assert len(set(map(len, lines))) == 1


def test_the_drawing_has_the_same_code() -> None:
    """The picture on pages is dark on light with a white border, whatever the page's colours are."""
    drawing = qr_drawing(ADDRESSES[0])
    assert drawing.startswith("<svg")
    assert ('fill="#fff"' in drawing, 'stroke="#000"' in drawing) == (True, True)
