"""Parts of the picture of a table, line by line."""

import pytest

from scorekeeper.drawing import Block, draw_foot, draw_start, draw_trains, mirrored


def rows(letters: str) -> list[Block]:
    """Return a row of tiles of one line for each letter."""
    return [Block([f"{letter}›"], 0) for letter in letters]


FEET = {
    "": ["╭7╮", "┤ │", "╰7╯"],
    "a": ["╭7╮", "┤ ├─a›", "╰7╯"],
    "ab": ["╭7┬─a›", "┤ ├─b›", "╰7╯"],
    "abc": ["╭7┬─a›", "┤ ├─b›", "╰7┴─c›"],
    "abcd": ["╭7┬─a›", "│ ├─b›", "┤ ├─c›", "╰7┴─d›"],
    "abcde": ["╭7┬─a›", "│ ├─b›", "┤ ├─c›", "│ ├─d›", "╰7┴─e›"],
}
"""A double as it lies crosswise, by the rows that lead away from it."""


@pytest.mark.parametrize("beyond", FEET)
def test_a_foot_lies_crosswise_and_is_joined_in_the_middle(beyond: str) -> None:
    """It is as high as its toes and three lines at least; what lies before it joins on in the middle."""
    foot = draw_foot("7", rows(beyond))
    assert foot.lines == FEET[beyond]
    assert foot.lines[foot.anchor].startswith("┤")


STARTS = {
    "": ["┏9┓", "┗9┛"],
    "a": ["┏9┳─a›", "┗9┛"],
    "ab": ["‹a─┳9┳─b›", "   ┗9┛"],
    "abc": ["‹a─┳9┳─b›", "   ┗9┻─c›"],
    "abcdef": ["‹a─┳9┳─d›", "‹b─┫ ┣─e›", "‹c─┻9┻─f›"],
}
"""The starting double with its toes on both sides."""


@pytest.mark.parametrize("toes", STARTS)
def test_toes_of_the_start_lie_on_both_sides(toes: str) -> None:
    """The first half lies on the left, as seen from the other side; the double is two lines high at least."""
    assert draw_start("9", rows(toes)) == STARTS[toes]


def test_toes_of_the_start_lie_on_one_side_where_there_is_no_room() -> None:
    """All of them are drawn on the right."""
    assert draw_start("9", rows("abc"), spread=False) == ["┏9┳─a›", "┃ ┣─b›", "┗9┻─c›"]


def test_trains_leave_the_engine_one_below_the_other() -> None:
    """The engine is as high as there are trains; words before them are in one column."""
    two = [("Ana", "│12│4│›"), ("Ben, marked", "·")]
    assert draw_trains("12", two) == ["┏12┳─ Ana          │12│4│›", "┗12┻─ Ben, marked  ·"]
    three = [("Ana", "a"), ("Ben", "b"), ("Cy", "c")]
    assert draw_trains("9", three) == ["┏9┳─ Ana  a", "┃ ┣─ Ben  b", "┗9┻─ Cy   c"]


def test_a_mirrored_line_can_still_be_read() -> None:
    """Ends and walls turn round, numbers of two digits do not."""
    assert mirrored("│12│3│─│4│10│›") == "‹│10│4│─│3│12│"
    assert mirrored("┤ ├─│7│?│") == "│?│7│─┤ ├"
