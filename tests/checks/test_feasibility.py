"""Whether small hands can be made of the tiles that are left: exact where it is cheap, else never a false no."""

from scorekeeper.checks.feasibility import Need, impossible_together
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.tiles import parse_tiles
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
