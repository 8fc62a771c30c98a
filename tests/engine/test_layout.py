"""The tiles on the table as a tree."""

from scorekeeper.engine.layout import Layout
from scorekeeper.tiles import Tile


def small() -> Layout:
    """Return 9-9 with 9-1 and 1-1 in a row."""
    layout = Layout(9)
    layout.begin(Tile(9, 9), 4)
    layout.lay(Tile(9, 1), Tile(9, 9), 3)
    layout.lay(Tile(1, 1), Tile(9, 1), 3)
    return layout


def test_a_copy_goes_its_own_way() -> None:
    """What is laid on a copy does not lie on the original."""
    layout, twin = small(), small().copy()
    assert layout == twin
    twin.lay(Tile(9, 2), Tile(9, 9), 3)
    assert (Tile(9, 2) in twin, Tile(9, 2) in layout, layout == twin) == (True, False, False)


def test_doubles_offer_their_empty_toes() -> None:
    """The starting double has three of four left, 1-1 all three, and 9-1 nothing."""
    layout = small()
    assert layout.room == {Tile(9, 9): 3, Tile(1, 1): 3}
    assert layout.places[1] == [Tile(1, 1)]


def test_a_layout_is_no_other_thing() -> None:
    """Comparing with something else is simply false."""
    assert small() != "layout"
