"""A dozen sheets look the same as when somebody last looked at them."""

import pytest

from tests.golden_sheets import FOLDER, GOLDEN, made
from tests.paper import drawn_pages, page_texts, pixels


@pytest.mark.parametrize("name", GOLDEN)
def test_sheets_are_as_they_were(name):
    """Each sheet has the words, boxes and pixels of its golden file, whichever release of Typst drew it."""
    kept, now = (FOLDER / name).read_bytes(), made(name)
    if name.endswith(".pdf"):
        assert page_texts(now) == page_texts(kept)
        assert drawn_pages(now) == drawn_pages(kept)
    elif name.endswith(".png"):
        assert pixels(now) == pixels(kept)
    else:
        assert now == kept


def test_a_sheet_that_looks_otherwise_is_noticed():
    """A letter, a line, a font or a paper that differs is a difference; who made the file is none."""
    pdf = (FOLDER / "pocket-9x4.pdf").read_bytes()
    assert drawn_pages(pdf.replace(b"Typst 0.15", b"Typst 9.99")) == drawn_pages(pdf)
    others = [(FOLDER / name).read_bytes() for name in GOLDEN if name.endswith(".pdf")]
    assert sum(drawn_pages(other) == drawn_pages(pdf) for other in others) == 1


def test_no_golden_file_is_left_over():
    """Every file in the folder belongs to a sheet."""
    assert {path.name for path in FOLDER.iterdir()} == set(GOLDEN)
