"""A dozen sheets are the same, to the byte, as when somebody last looked at them."""

import pytest

from tests.golden_sheets import FOLDER, GOLDEN, made
from tests.paper import page_texts


@pytest.mark.parametrize("name", GOLDEN)
def test_sheets_are_as_they_were(name):
    """Each sheet equals its golden file; its words are compared first, since they say more than bytes."""
    kept, now = (FOLDER / name).read_bytes(), made(name)
    if name.endswith(".pdf"):
        assert page_texts(now) == page_texts(kept)
    assert now == kept


def test_no_golden_file_is_left_over():
    """Every file in the folder belongs to a sheet."""
    assert {path.name for path in FOLDER.iterdir()} == set(GOLDEN)
