"""The QR code is read back from what a terminal shows."""

import pytest
import zxingcpp

from scorekeeper.web.host import HALVES, qr_drawing, qr_text

ADDRESSES = [
    "http://192.168.1.23:8321/j/7kq2",
    "http://192.168.123.123:65535/j/zzzz",
    "http://127.0.0.1:1/j/2222",
    "http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8321/j/7kq2",
]
WHOLE = {cell: halves for halves, cell in HALVES.items()}
SCALE = 4


def read(text: str, *, dark: bool) -> str:
    """Read a code from the cells of a terminal, whose drawn halves are dark, or light on a dark ground."""
    rows = [[WHOLE[cell][half] for cell in line] for line in text.splitlines() for half in (0, 1)]
    ink = [
        [0 if drawn == dark else 255 for drawn in row for _n in range(SCALE)]
        for row in rows
        for _n in range(SCALE)
    ]
    pixels = memoryview(bytes(pixel for row in ink for pixel in row))
    found = zxingcpp.read_barcode(pixels.cast("B", (len(ink), len(ink[0]))))
    return "" if found is None else found.text


@pytest.mark.parametrize("dark", [True, False], ids=["dark on light", "light on dark"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_phone_reads_the_address_from_a_terminal(address: str, dark: bool) -> None:
    """The code leads to the table's address, in capital letters, on light and on dark terminals."""
    assert read(qr_text(address, dark=dark), dark=dark) == address.upper()


def test_a_phone_reads_the_keepers_link_from_a_terminal() -> None:
    """A link with a secret keeps its small letters, and its code fits a small terminal."""
    link = "http://192.168.123.123:65535/k/aB3-_x9QzR7tYk2LmN5pWs"
    drawn = qr_text(link, secret=True)
    assert read(drawn, dark=True) == link
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
