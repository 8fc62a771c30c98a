"""The board of large letters: as large as there is room for, and never beyond it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from scorekeeper.game.badges import player_letters
from scorekeeper.tui.base.colours import LEADS, Badge
from scorekeeper.tui.table.scoreboard import HEADS
from scorekeeper.tui.widgets.board import BoardLine, board, enlarged

SIX = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn")
TWELVE = (*SIX, "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")

ROWS = {
    (SIX, 140, 40): 5,
    (SIX[:2], 140, 40): 8,
    (TWELVE, 140, 40): 3,
    (TWELVE, 200, 50): 5,
    (SIX, 80, 24): 3,
    (TWELVE, 80, 24): 3,
    (TWELVE, 45, 30): 1,
}
"""How many rows the points are high, by players and terminal."""


def lines(players: tuple[str, ...], **told: str) -> tuple[BoardLine, ...]:
    """Return a line for each player, twenty points apart."""
    letters = player_letters([players])
    return tuple(
        BoardLine(
            name,
            Badge(letters[name], "red"),
            rank=f"{place + 1}",
            points=f"{20 * place + 95}",
            gap=f"+{20 * place}" if place else LEADS,
            **told,
        )
        for place, name in enumerate(players)
    )


def drawn(players: tuple[str, ...], width: int, height: int) -> list[str]:
    """Return the rows of a board on a terminal of this size, beside margins, title, two sentences and keys."""
    return board(lines(players), width - 4, height - 4).plain.split("\n")


def rows_of_points(rows: list[str]) -> int:
    """Return how many rows the first player's 95 takes in large letters; 1 in the terminal's own."""
    for scale in range(5, 0, -1):
        parts = [part.rstrip() for part in enlarged("95", scale) if part.strip()]
        if all(part in row for part, row in zip(parts, rows, strict=False)):
            return len(parts)
    return 1


@pytest.mark.parametrize(("players", "width", "height"), ROWS)
def test_points_are_as_large_as_the_room_allows(players: tuple[str, ...], width: int, height: int) -> None:
    """Six players have letters of five rows at 140x40; more players or less room make them smaller."""
    assert rows_of_points(drawn(players, width, height)) == ROWS[players, width, height]


@given(
    st.lists(st.text("AbcÉñ ’王Ω", min_size=1, max_size=20), min_size=1, max_size=12, unique=True),
    st.integers(45, 200),
    st.integers(30, 60),
)
def test_nothing_stands_beyond_the_room(names: list[str], width: int, height: int) -> None:
    """Whoever plays, a board is never wider or higher than its room, with all that can be said of a player."""
    rows = board(lines((*names,), arrow="▲", last="+57"), width, height, [("8", *HEADS)]).plain.split("\n")
    assert len(rows) <= height
    assert max(map(cell_len, rows)) <= width


@pytest.mark.parametrize(
    ("width", "heads"), [(80, "last total behind"), (76, "total behind"), (45, "total behind")]
)
def test_numbers_stand_right_below_their_heads(width: int, heads: str) -> None:
    """The points of the last round are told where they can be as large as the gap; two columns are in one grid."""
    shown = board(lines(SIX, last="+57"), width - 4, 24, [("", *HEADS)]).plain.split("\n")[1:]
    assert shown[0].split() == heads.split()
    assert any(enlarged(LEADS)[0].strip() in row for row in shown) == (width > 45)
    assert any(LEADS in row for row in shown) == (width == 45)
    head = board(lines(TWELVE, arrow="▲"), 198, 40, [("", *HEADS), ("", *"..", "gap")]).plain.split("\n")[0]
    assert enlarged("gap")[0].strip() in head[:94] == head[-94:]
    ends = [shown[0].index(head) + len(head) for head in heads.split()]
    assert all(
        any(row[end - 1 : end].strip() and not row[end : end + 2].strip() for row in shown) for end in ends
    )


def test_a_long_name_is_written_in_full_beside_larger_ones() -> None:
    """A name that does not fit in large letters has the terminal's own, in two lines where it has two words."""
    shown = board(lines(("Bartholomew", "Eva")), 60, 12).plain
    assert "Bartholomew" in shown
    assert enlarged("Eva", 1)[1].rstrip() in shown
    rows = board(lines(("Grandmother Josephine", *TWELVE[1:])), 78, 20).plain.split("\n")
    first = next(place for place, row in enumerate(rows) if "Grandmother" in row)
    assert "Josephine" in rows[first + 1]


def test_a_name_in_other_letters_is_left_as_it_is() -> None:
    """Large letters are Latin; any other name is written in the terminal's own beside large points."""
    rows = drawn(("王芳", "Ana"), 80, 24)
    assert any("王芳" in row for row in rows)
    assert rows_of_points(rows) > 1
