"""The bands on small terminals and with few words: as large as there is room for, and never beyond it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from scorekeeper.game.badges import player_letters
from scorekeeper.tui.base.colours import DARK, LEADS, Badge
from scorekeeper.tui.widgets.bands import Band, drawn_bands
from scorekeeper.tui.widgets.letters import centred, inked

SIX = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn")
TWELVE = (*SIX, "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")

ROWS = {
    (SIX, 140, 50): 5,
    (SIX[:2], 140, 40): 10,
    (TWELVE, 200, 50): 5,
    (TWELVE, 120, 30): 3,
    (SIX, 80, 24): 3,
    (TWELVE, 45, 30): 1,
}
"""How many rows the points are high, by players and terminal."""


def bands(players: tuple[str, ...], **told: str) -> tuple[Band, ...]:
    """Return a band for each player, twenty points apart."""
    letters = player_letters([players])
    usual = {"rank": "", "arrow": "", "gap": "", "last": "", **told}
    rounds = (20, None) if usual["rank"] else ()
    return tuple(
        Band(name, Badge(letters[name], "#ff0000"), total=20 * place + 95, by_round=rounds, **usual)
        for place, name in enumerate(players)
    )


def drawn(players: tuple[str, ...], width: int, height: int, **told: str) -> list[str]:
    """Return the rows of the bands in so many columns and rows."""
    return drawn_bands(bands(players, **told), DARK, width, height).plain.split("\n")


def stands_in(rows: list[str], figure: str, size: int) -> bool:
    """Whether a figure of a size, 0 for plain letters, stands in these rows, from a whole row or half of one on."""
    for drawn in (inked(figure, size), centred(figure, size, 5 * size + 2) if size else ()):
        parts = [part.rstrip() for part in drawn if part.strip()]
        starts = range(len(rows) - len(parts) + 1) if parts else ()
        if any(all(part in row for part, row in zip(parts, rows[at:], strict=False)) for at in starts):
            return True
    return False


def rows_of_points(rows: list[str]) -> int:
    """Return how many rows the first player's 95 takes in large letters; 1 in the terminal's own."""
    size = next((size for size in range(4, 0, -1) if stands_in(rows, "95", size)), 0)
    return (5 * size + 1) // 2 or 1


@pytest.mark.parametrize(("players", "width", "height"), ROWS)
def test_points_are_as_large_as_the_room_allows(players: tuple[str, ...], width: int, height: int) -> None:
    """Two players have points of ten rows at 140x40; more make them smaller, and twelve stand in two columns."""
    rows = drawn(players, width - 4, height - 6, rank="1", gap=LEADS)
    assert rows_of_points(rows) == ROWS[players, width, height]


@given(
    st.lists(st.text("AbcÉñ ’王Ω", min_size=1, max_size=20), min_size=1, max_size=12, unique=True),
    st.integers(45, 200),
    st.integers(12, 60),
    st.sampled_from(["", "1"]),
)
def test_nothing_stands_beyond_the_room(names: list[str], width: int, height: int, rank: str) -> None:
    """Whoever plays, bands fill their room and no more, with all that can be said of a player or a name alone."""
    rows = drawn((*names,), width, height, rank=rank, arrow="▲", gap="+1234", last="last +57")
    assert len(rows) == height
    assert max(map(cell_len, rows)) <= width


@pytest.mark.parametrize("count", range(1, 13))
def test_bands_differ_by_a_row_at_most_and_the_leaders_is_never_lower(count: int) -> None:
    """Nobody's is higher than that of whoever is ahead, and a row lower at the most, at any height."""
    told = [
        band._replace(badge=Badge("X", f"#{at:06x}"), by_round=())
        for at, band in enumerate(bands(TWELVE[:count], rank="1"))
    ]
    colours = [band.badge.colour for band in told]
    styles = {kind + colour for colour in colours for kind in ("", "bold reverse ")}
    for height in range(12, 50):
        rows, halves = drawn_bands(told, DARK, 50, height), Counter[str]()
        for span in rows.spans:
            if str(span.style) in styles:
                halves[str(span.style)[-7:]] += 1 if rows.plain[span.start] in "▀▄" else 2
        high = [halves[colour] for colour in colours]
        assert max(high) == high[0], (height, high)
        assert high[0] - min(high) <= 2, (height, high)


def test_a_player_without_a_place_has_a_name_alone() -> None:
    """Before the first round, and while totals are hidden, nothing but the letter and the name is shown."""
    for height in (2, 4, 6):
        words = " ".join(drawn(("Ana", "王芳"), 40, height)).replace("▀", " ").split()
        assert words == ["A", "Ana", "王", "王芳"], height
