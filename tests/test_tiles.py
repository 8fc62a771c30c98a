"""Tiles are read in every notation that people use, and printed in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Malformed
from scorekeeper.tiles import (
    SET_SIZES,
    Tile,
    full_set,
    parse_tile,
    parse_tiles,
    repeated,
    set_name,
    show_tiles,
)
from tests.conftest import by_cases

sets = st.sampled_from(SET_SIZES)
any_tile = st.builds(Tile, st.integers(0, 18), st.integers(0, 18))


@given(any_tile)
def test_a_printed_tile_reads_back(tile: Tile) -> None:
    """What is printed reads back as the same tile."""
    assert parse_tile(str(tile), 18) == tile


@given(st.integers(0, 18), st.integers(0, 18))
def test_a_tile_is_the_same_from_either_end(one: int, other: int) -> None:
    """The order of its halves makes no difference, neither for equality nor in sets."""
    assert Tile(one, other) == Tile(other, one) == (max(one, other), min(one, other))
    assert hash(Tile(one, other)) == hash(Tile(other, one))


@given(any_tile)
def test_the_repr_of_a_tile_is_the_tile(tile: Tile) -> None:
    """What Python shows of a tile is Python for the same tile."""
    assert eval(repr(tile), {"Tile": Tile}) == tile


@given(st.lists(any_tile, unique=True))
def test_printed_tiles_read_back(tiles: list[Tile]) -> None:
    """A printed hand reads back as the same hand, in the same order."""
    assert parse_tiles(show_tiles(tiles), 18) == tuple(tiles)


@given(st.text(), sets)
def test_any_text_is_tiles_or_a_refusal(text: str, highest: int) -> None:
    """Any text is a list of tiles or is refused with our error."""
    try:
        tiles = parse_tiles(text, highest)
    except Malformed:
        return
    assert set(tiles) <= set(full_set(highest))


@pytest.mark.parametrize("text", ["6-4", "4-6", "6|4", "[6|4]", "6:4", "[4:6]", "64", "46"])
def test_a_tile_may_be_written_in_many_ways(text: str) -> None:
    """Order and separator do not matter."""
    assert parse_tile(text, 9) == Tile(6, 4)


@by_cases
def test_a_fault_names_its_token_and_position(text: str, told: str) -> None:
    """A refusal names the wrong word and its position."""
    with pytest.raises(Malformed) as refused:
        parse_tiles(text, 9)
    assert str(refused.value) == told


def test_two_digits_are_no_tile_in_a_large_set() -> None:
    """Beyond double-nine, 64 could mean more than one thing."""
    with pytest.raises(Malformed, match="In a double-twelve set “64” has to be written 6-4"):
        parse_tile("64", 12)


@by_cases
def test_a_set_has_its_tiles_and_pips(highest: int, tiles: int, pips: int) -> None:
    """Each set has the number of tiles and pips of the sets in shops."""
    assert len(full_set(highest)) == tiles
    assert sum(tile.pips for tile in full_set(highest)) == pips
    assert set_name(highest).startswith("double-")


def test_a_tile_knows_its_halves() -> None:
    """Doubles, blanks and the half across are told apart."""
    assert Tile(4, 4).is_double
    assert Tile(5, 0).one_blank
    assert not Tile(0, 0).one_blank
    assert Tile(5, 2).shows(2)
    assert (Tile(5, 2).other(5), Tile(5, 2).other(2)) == (2, 5)


def test_tiles_in_two_hands_are_found() -> None:
    """A tile in two hands is reported once, the highest first."""
    hands = [[Tile(1, 0), Tile(6, 4)], [Tile(6, 4), Tile(1, 0)], [Tile(3, 3)]]
    assert repeated(hands) == (Tile(6, 4), Tile(1, 0))
