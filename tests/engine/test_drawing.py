"""The table as a picture and as an outline: what is printed can be read back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.drawing import draw_layout, outline
from scorekeeper.engine.layout import Layout
from scorekeeper.engine.play import do
from scorekeeper.engine.state import State, begin_round
from tests.conftest import SHELF
from tests.pictures import read
from tests.random_player import any_action, dealt
from tests.tables import after, rules
from tests.tables import dealt as table

HANDS = ("9-1 1-1 5-2", "9-2 6-1 7-5", "9-3 7-1 5-4")


def finished(book: str, size: int, players: int, seed: int) -> State:
    """Play a random round to its end."""
    rng = Random(seed)
    state, yard = dealt(SHELF.book(book).rules, size, players, seed % (size + 1), rng)
    played = begin_round(state)
    while played.outcome is None and (action := any_action(played, yard, rng)) is not None:
        do(played, action)
    return played


def layout_of(state: State) -> Layout:
    """Return the layout of a round."""
    assert state.layout is not None
    return state.layout


def test_a_picture_shows_doubles_crosswise_and_the_open_foot() -> None:
    """Toes are spread to both sides, open ends and empty toes are marked."""
    state = after(table(rules(), *HANDS, "9-4 5-5"), "Ana 9-1", "Ben 9-2", "Cy 9-3", "Dot 9-4")
    assert draw_layout(layout_of(state)).splitlines() == ["‹1:9─┳9┳─9:3›", "‹2:9─┻9┻─9:4›"]


def test_an_open_foot_is_marked() -> None:
    """Empty toes that must be filled first look different from those that need not be."""
    state = after(table(rules(start__toes=3), *HANDS), "Ana 9-1", "Ben 9-2", "Cy 9-3", "Ana 1-1", "Ben 6-1")
    layout = layout_of(state)
    assert draw_layout(layout, bound=1).count("○") == 2
    assert (draw_layout(layout).count("○"), draw_layout(layout).count("·")) == (0, 2)


def test_an_empty_table_is_an_empty_picture() -> None:
    """Before the starting double there is nothing to draw."""
    assert (draw_layout(Layout(9)), outline(Layout(9))) == ("", "")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["classic", "ymi", "hastings", "tedmontgomery"]), st.integers(0, 10_000))
def test_a_double_nine_round_of_four_fits_80_columns_and_reads_back(book: str, seed: int) -> None:
    """The picture of a whole round is no wider than a terminal, and shows all there is."""
    state = finished(book, 9, 4, seed)
    picture = draw_layout(layout_of(state), state.table.bound)
    assert max(map(len, picture.splitlines())) <= 80
    assert read(picture, 9) == state.layout


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([(12, 6), (18, 10), (15, 3), (6, 2)]), st.integers(0, 10_000))
def test_large_rounds_become_outlines_that_read_back(table: tuple[int, int], seed: int) -> None:
    """Whatever the set, what is printed fits 80 columns and shows all there is."""
    state = finished("classic", *table, seed)
    for text in (
        draw_layout(layout_of(state)),
        outline(layout_of(state)),
        draw_layout(layout_of(state), width=20),
    ):
        assert read(text, table[0]) == state.layout
    assert max(map(len, draw_layout(layout_of(state)).splitlines())) <= 80


@pytest.mark.parametrize("width", [12, 16, 20])
def test_long_rows_of_an_outline_are_wrapped(width: int) -> None:
    """A row that is too long goes on below, behind a plus sign."""
    state = finished("classic", 9, 2, 7)
    text = outline(layout_of(state), width=width)
    assert "+ " in text
    assert read(text, 9) == state.layout
