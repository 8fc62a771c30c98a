"""Facts as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Malformed
from scorekeeper.judge.said import show_fact
from scorekeeper.judge.telling import _READERS, Around, read_fact
from tests.conftest import cases

TABLE = Around(9, ("Ana", "Anabel", "Ben van Dyk", "Oli"))
LARGE = Around(12, ("Ana", "Ben"))


@pytest.mark.parametrize("case", cases("telling"))
def test_a_fact_is_read_as_it_is_typed(case) -> None:
    """Short forms mean what a player means by them."""
    around = LARGE if case.get("set") == 12 else TABLE
    assert read_fact(case["fact"], case["typed"], around) == case["means"]


@pytest.mark.parametrize("case", cases("telling-said"))
def test_a_fact_is_said_back(case) -> None:
    """The person sees at once what was understood."""
    assert show_fact(case["fact"], case["typed"], TABLE) == case["said"]


@pytest.mark.parametrize("case", cases("telling-refused"))
def test_what_cannot_be_read_says_what_would_be_right(case) -> None:
    """One sentence, with an example or the nearest name."""
    with pytest.raises(Malformed, match=case["says"]):
        read_fact(case["fact"], case["typed"], TABLE)


@given(st.sampled_from(sorted(_READERS)), st.text(max_size=30), st.sampled_from([TABLE, LARGE]))
def test_any_text_is_read_or_refused(name, text, around) -> None:
    """Nothing typed breaks the program, and what is read can be said back."""
    try:
        read_fact(name, text, around)
    except Malformed:
        return
    assert isinstance(show_fact(name, text, around), str)
