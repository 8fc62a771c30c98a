"""Whether small hands can be made of the tiles that are left: exact where it is cheap, else never a false no."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.checks.feasibility import Need, impossible_together
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.tiles import Tile, full_set, parse_tiles
from tests.conftest import CLASSIC

FEW = parse_tiles("1-0 2-0 1-1 3-0", 9)
"""Eight pips in all."""


def test_only_the_hands_that_clash_are_named() -> None:
    """A hand that can be made beside the others is left out of the group that cannot be."""
    one, three, five, twelve = Need("Ana", 1), Need("Ben", 3), Need("Cy", 5), Need("Dot", 12)
    assert impossible_together([three, five], FEW, CLASSIC) == ()
    assert impossible_together([three, five, twelve], FEW, CLASSIC) == (twelve,)
    assert impossible_together([one, three, five], FEW, CLASSIC) == (one, three, five)


def test_more_ways_than_are_looked_at_prove_nothing() -> None:
    """Where blanks count one each, twelve points are made in thousands of ways: nothing is called impossible."""
    rules = with_changes(CLASSIC, {"scoring.blank_tile": 1})
    needs = [Need("Ana", 1), *(Need(name, 12, in_points=True) for name in ("Ben", "Cy"))]
    assert (
        impossible_together(needs, parse_tiles(" ".join(f"{pips}-0" for pips in range(1, 19)), 18), rules)
        == ()
    )


def test_hands_above_twelve_are_not_looked_at() -> None:
    """Twelve cannot be made of eight pips; thirteen neither, but that is never claimed."""
    assert impossible_together([Need("Ana", 12)], FEW, CLASSIC) == (Need("Ana", 12),)
    assert impossible_together([Need("Ana", 13)], FEW, CLASSIC) == ()
    assert impossible_together([], FEW, CLASSIC) == ()


def test_a_tile_that_is_worth_twelve_is_used() -> None:
    """The heaviest tile of the smallest hands counts, in pips as in points."""
    heavy = parse_tiles("6-6", 9)
    assert impossible_together([Need("Ana", 12)], heavy, CLASSIC) == ()
    assert impossible_together([Need("Ana", 12, in_points=True)], heavy, CLASSIC) == ()


def test_a_tile_is_in_one_hand() -> None:
    """A hand is made of each tile once, and two hands never of the same one."""
    assert impossible_together([Need("Ana", 2)], parse_tiles("1-0", 9), CLASSIC) == (Need("Ana", 2),)
    pair = [Need("Ana", 3), Need("Ben", 4)]
    assert impossible_together(pair, parse_tiles("3-0 1-0", 9), CLASSIC) == tuple(pair)
    assert impossible_together(pair, parse_tiles("3-0 1-0 3-1", 9), CLASSIC) == ()


def test_of_hands_alike_no_more_are_named_than_clash() -> None:
    """Two hands of two can be made of 2-0 and 1-1; of three hands, three are too many, of four, three still."""
    twos = [Need(name, 2) for name in ("Ana", "Ben", "Cy", "Dot")]
    tiles = parse_tiles("2-0 1-1", 9)
    assert impossible_together(twos[:2], tiles, CLASSIC) == ()
    assert impossible_together(twos[:3], tiles, CLASSIC) == tuple(twos[:3])
    assert impossible_together(twos, tiles, CLASSIC) == tuple(twos[:3])
    others = [Need("Eli", 1), *twos[:3], Need("Fay", 3)]
    assert impossible_together(others, parse_tiles("1-0 2-0 1-1 3-0", 9), CLASSIC) == tuple(twos[:3])


def test_hands_are_named_from_the_smallest() -> None:
    """However they were entered, a group is in the order of what its hands count."""
    ones = [Need("Ana", 5), Need("Ben", 1), Need("Cy", 1)]
    assert impossible_together(ones, parse_tiles("1-0 5-0", 9), CLASSIC) == (ones[1], ones[2])
    fives = [Need("Ana", 5), Need("Ben", 5), Need("Cy", 1), Need("Dot", 1)]
    assert impossible_together(fives, parse_tiles("1-0 5-0", 9), CLASSIC) == (fives[2], fives[3])


@pytest.mark.parametrize(
    ("need", "tiles", "possible"),
    [
        (Need("Ana", 3, blanks=2), "1-0 2-0", True),
        (Need("Ana", 3, blanks=1), "1-0 2-0", False),
        (Need("Ana", 3, blanks=1), "1-0 1-1", True),
        (Need("Ana", 3, blanks=3), "1-0 2-0", False),
        (Need("Ana", 3, holds_double_blank=False), "2-1 0-0", True),
        (Need("Ana", 0, holds_double_blank=True), "2-1", True),
        (Need("Ana", 0, holds_double_blank=False), "0-0", False),
        (Need("Ana", 0), "0-0", True),
        (Need("Ana", 0), "1-0", False),
        (Need("Ana", 3), "0-0 2-1", True),
    ],
)
def test_what_is_known_of_a_hand_narrows_what_it_is_made_of(need: Need, tiles: str, possible: bool) -> None:
    """So many tiles with one blank, 0-0 or not; 0-0 that is held is not among the tiles to choose from."""
    found = impossible_together([need], parse_tiles(tiles, 9), CLASSIC)
    assert found == (() if possible else (need,))


@pytest.mark.parametrize(
    ("need", "possible"),
    [(Need("Ana", 2), True), (Need("Ana", 2, in_points=True), False), (Need("Ana", 5, in_points=True), True)],
)
def test_pips_and_points_are_two_measures(need: Need, possible: bool) -> None:
    """Where a tile with a blank counts five flat, 2-0 is two pips and five points."""
    rules = with_changes(CLASSIC, {"scoring.blank_tile": 5})
    assert (impossible_together([need], parse_tiles("2-0", 9), rules) == ()) is possible


def test_both_measures_are_kept_apart_in_one_round() -> None:
    """One hand counted in pips and one in points do not share a tile."""
    rules = with_changes(CLASSIC, {"scoring.blank_tile": 5})
    both = [Need("Ana", 2), Need("Ben", 5, in_points=True)]
    assert impossible_together(both, parse_tiles("2-0", 9), rules) == tuple(both)
    assert impossible_together(both, parse_tiles("2-0 7-0", 9), rules) == ()


@given(
    st.lists(st.sampled_from(full_set(6)), unique=True, max_size=8), st.lists(st.integers(1, 12), max_size=4)
)
def test_the_search_agrees_with_trying_everything(tiles: list[Tile], amounts: list[int]) -> None:
    """Hands can be made exactly if the tiles can be shared out so that each counts what it should."""
    needs = [Need(f"P{number}", amount) for number, amount in enumerate(sorted(amounts))]

    def shared_out(left: tuple[Tile, ...], wanted: tuple[int, ...]) -> bool:
        if not wanted:
            return True
        return any(
            sum(tile.pips for tile in hand) == wanted[0]
            and shared_out(tuple(tile for tile in left if tile not in hand), wanted[1:])
            for size in range(1, len(left) + 1)
            for hand in combinations(left, size)
        )

    possible = shared_out(tuple(tiles), tuple(need.amount for need in needs))
    assert (impossible_together(needs, tiles, CLASSIC) == ()) is possible


def test_hands_in_points_distinguish_no_pips() -> None:
    """Where blanks count one each, two hands of twelve need 24 of the 18 tiles: few ways, as pips do not count."""
    rules = with_changes(CLASSIC, {"scoring.blank_tile": 1})
    needs = [Need(name, 12, in_points=True) for name in ("Ana", "Ben")]
    tiles = parse_tiles(" ".join(f"{pips}-0" for pips in range(1, 19)), 18)
    assert impossible_together(needs, tiles, rules) == tuple(needs)
    assert impossible_together(needs[:1], tiles, rules) == ()


@pytest.mark.parametrize("blank", [None, 1])
def test_hands_in_pips_distinguish_no_points_and_no_blanks(blank: int | None) -> None:
    """Ten hands of eight cannot be made of a double-six set: settled, as tiles with the same pips are one kind."""
    rules = with_changes(CLASSIC, {} if blank is None else {"scoring.blank_tile": blank})
    eights = [Need(f"P{number}", 8) for number in range(10)]
    assert impossible_together(eights, full_set(6), rules) == tuple(eights)
    assert impossible_together(eights[:9], full_set(6), rules) == ()


def test_many_hands_alike_are_settled() -> None:
    """Which of the hands that are alike takes which tiles makes no difference, so the search does not try it."""
    tiles = parse_tiles("1-0 2-0 1-1 3-0 2-1 4-0 3-1 2-2 5-0 4-1 3-2 6-0 5-1 4-2 3-3", 6)
    sixes = [Need(f"P{number}", 6) for number in range(9)]
    assert impossible_together(sixes[:8], tiles, CLASSIC) == ()
    assert impossible_together(sixes, tiles, CLASSIC) == tuple(sixes)


def test_a_way_takes_no_tile_twice() -> None:
    """Twelve pips are made in some hundred ways; with tiles taken twice there were too many to settle the ones."""
    rules = with_changes(CLASSIC, {"scoring.blank_tile": 1})
    ones = [Need("Ana", 1), Need("Ben", 1)]
    others = [Need("Cy", 12), Need("Dot", 5, in_points=True)]
    assert impossible_together([*ones, *others], full_set(9), rules) == tuple(ones)


@pytest.mark.parametrize(
    ("amounts", "tiles", "possible"),
    [
        ((2, 6, 9), "1-0 1-1 2-2 4-1 5-4", True),
        ((4, 4, 4, 8), "1-0 1-1 2-0 2-2 3-0 4-3 5-2 5-3", True),
        ((4, 7), "3-1 5-3", False),
        ((5, 5, 5, 6, 7, 7, 7, 8, 9, 9, 9, 9, 9, 9), "", False),
        ((5, 5, 6, 7, 7, 7, 8, 9, 9, 9, 9, 9, 9, 9), "", True),
    ],
    ids=["each of other ways", "alike but the last", "the last has no way", "long", "given up"],
)
def test_hands_are_tried_in_every_way_until_the_search_gives_up(
    amounts: tuple[int, ...], tiles: str, possible: bool
) -> None:
    """Hands of one double-six set, or of few tiles: a search that grows too long says nothing against them."""
    needs = [Need(f"P{number}", amount) for number, amount in enumerate(amounts)]
    free = parse_tiles(tiles, 9) if tiles else full_set(6)
    assert (impossible_together(needs, free, CLASSIC) == ()) is possible
