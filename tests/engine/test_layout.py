"""The tiles on the table as a tree."""

from scorekeeper.engine.feet import Layout
from scorekeeper.tiles import Tile, parse_tiles


def small() -> Layout:
    """Return 9-9 with 9-1 and 1-1 in a row."""
    layout = Layout(9)
    layout.begin(Tile(9, 9), 4)
    layout.lay(Tile(9, 1), Tile(9, 9), 3)
    layout.lay(Tile(1, 1), Tile(9, 1), 3)
    return layout


def test_doubles_offer_their_empty_toes() -> None:
    """The starting double has three of four left, 1-1 all three, and 9-1 nothing."""
    layout = small()
    assert layout.room == {Tile(9, 9): 3, Tile(1, 1): 3}
    assert layout.places[1] == [Tile(1, 1)]


def test_a_layout_is_no_other_thing() -> None:
    """Comparing with something else is simply false."""
    assert small() != "layout"


def threes(*laid: str) -> Layout:
    """Return 9-9 with toes that show three threes, and then these tiles, `5-3` on any of them, `5-3 6-3` on 6-3."""
    layout = Layout(9)
    layout.begin(Tile(9, 9), 4)
    for text in ("9-1 9-9", "9-3 9-9", "3-1 9-1", *laid):
        tile, *on = parse_tiles(text, 9)
        layout.lay(tile, on[0] if on else layout.places[3][0], 3, guessed=not on)
    return layout


def test_a_tile_of_which_nobody_said_it_leaves_a_place_that_is_named() -> None:
    """5-3 lies on 9-3 until another tile does; then it lies on 3-1, which shows no end any more."""
    layout = threes("5-3")
    assert (layout.lies_on[Tile(5, 3)], layout.places[3]) == (Tile(9, 3), [Tile(3, 1)])
    layout = threes("5-3", "4-3 9-3")
    assert (layout.lies_on[Tile(5, 3)], layout.places[3]) == (Tile(3, 1), [])
    assert not layout.could_offer(Tile(9, 3))


def test_tiles_move_round_to_free_a_place() -> None:
    """5-3 can leave 9-3 for 3-1 only, which 4-3 leaves for 8-3; 4-3 cannot stay, nor can it go where nothing was."""
    layout = threes("5-3", "4-3")
    assert not layout.could_offer(Tile(9, 3))
    layout = threes("5-3", "9-8 9-9", "8-3 9-8", "4-3 3-1")
    assert not layout.could_offer(Tile(9, 3))
    layout = threes("5-3", "9-8 9-9", "8-3 9-8", "4-3")
    assert (layout.lies_on[Tile(4, 3)], layout.could_offer(Tile(9, 3))) == (Tile(3, 1), True)
    layout.lay(Tile(7, 3), Tile(9, 3), 3)
    assert [layout.lies_on[tile] for tile in (Tile(5, 3), Tile(4, 3))] == [Tile(3, 1), Tile(8, 3)]


def test_a_toe_of_a_double_may_be_the_tile_that_moves() -> None:
    """Where an open double binds nobody, its places are ends like others."""
    layout = threes("3-3 9-3", "5-3")
    assert layout.lies_on[Tile(5, 3)] == Tile(3, 1)
    layout.lay(Tile(4, 3), Tile(3, 1), 3)
    assert (layout.lies_on[Tile(5, 3)], layout.room[Tile(3, 3)]) == (Tile(3, 3), 2)
    layout = threes("3-3 9-3", "8-3 3-3", "7-3 3-3")
    layout.lay(Tile(6, 3), Tile(3, 3), 3, guessed=True)
    layout.lay(Tile(5, 3), Tile(3, 3), 3)
    assert (layout.lies_on[Tile(6, 3)], layout.room[Tile(3, 3)], layout.places[3]) == (Tile(3, 1), 0, [])
