"""Badges and tiles on pages: as in the app, and as on a table."""

from itertools import pairwise
from pathlib import Path

import pytest

from scorekeeper import web
from scorekeeper.game.badges import ON_DARK, ON_LIGHT
from scorekeeper.tiles import Tile
from scorekeeper.web.tiles import halves, pips, tile_picture


@pytest.mark.parametrize("number", range(19))
def test_a_half_has_its_pips(number: int) -> None:
    """Each half has as many pips as it counts, inside it, apart from one another, and the same turned round."""
    placed = pips(number)
    assert len(placed) == len(set(placed)) == number
    assert all(10 <= x <= 90 and 10 <= y <= 90 for x, y in placed)
    assert all((x - a) ** 2 + (y - b) ** 2 >= 12**2 for (x, y), (a, b) in pairwise(sorted(placed)))
    assert sorted(placed) == sorted((round(100 - x, 1), round(100 - y, 1)) for x, y in placed)


@pytest.mark.parametrize("highest", [6, 9, 18])
def test_a_set_has_all_its_halves_once(highest: int) -> None:
    """The drawings of a set are named by their numbers, as tiles refer to them."""
    drawn = halves(highest)
    assert drawn.count("<symbol") == highest + 1
    assert drawn.count("<circle") == sum(range(highest + 1))
    assert all(f'id="half{number}"' in drawn for number in range(highest + 1))


def test_a_tile_is_made_of_two_halves() -> None:
    """The higher half stands above the lower one."""
    drawn = tile_picture(Tile(6, 4))
    assert drawn.index("#half6") < drawn.index("#half4")


def test_pages_have_the_colours_of_the_app() -> None:
    """The style sheet names the colour of each place in both palettes."""
    styles = (Path(web.__file__).parent / "static" / "style.css").read_text(encoding="utf-8")
    for place, (light, dark) in enumerate(zip(ON_LIGHT, ON_DARK, strict=True)):
        assert f".badge{place} {{ --on-light: {light}; --on-dark: {dark}; }}" in styles
