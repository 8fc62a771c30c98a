"""Which tiles on the table offer an open end, where players name places or do not."""

from scorekeeper.engine.feet import OpenEnds
from scorekeeper.tiles import Tile, parse_tiles


def threes(*laid: str) -> OpenEnds:
    """Return 9-9 with toes that show three threes, and then these tiles, `5-3` on any of them, `5-3 6-3` on 6-3."""
    open_ends = OpenEnds(Tile(9, 9), 4, 9)
    for number, text in ((9, "9-1 9-9"), (9, "9-3 9-9"), (1, "3-1 9-1"), *((3, each) for each in laid)):
        lay(open_ends, text, number)
    return open_ends


def lay(open_ends: OpenEnds, text: str, number: int = 3) -> None:
    """Lay a tile, on a place where one is named."""
    tile, *on = parse_tiles(text, 9)
    open_ends.lay(tile, number, on[0] if on else None, 3)


def free(open_ends: OpenEnds, number: int = 3) -> str:
    """Return the places with a number that may be empty."""
    return " ".join(map(str, open_ends.free(number)))


def test_doubles_offer_their_empty_toes() -> None:
    """The starting double has two of four left, 3-3 all three, and the tile below it nothing."""
    open_ends = threes("3-3 9-3")
    assert (free(open_ends, 9), free(open_ends), free(open_ends, 1)) == ("9-9 9-9", "3-1 3-3 3-3 3-3", "")


def test_a_tile_of_which_nobody_said_it_leaves_a_place_that_is_named() -> None:
    """5-3 lies on either three until another tile lies on one of them; then no three is free."""
    open_ends = threes("5-3")
    assert free(open_ends) == "9-3 3-1"
    lay(open_ends, "4-3 9-3")
    assert free(open_ends) == ""


def test_tiles_move_round_to_free_a_place() -> None:
    """5-3 can leave 9-3 for 3-1 only, where 4-3 lies unless it lies on 8-3; nothing lies where nothing was."""
    assert free(threes("5-3", "4-3")) == ""
    open_ends = threes("5-3")
    lay(open_ends, "9-8 9-9", 9)
    lay(open_ends, "8-3 9-8", 8)
    assert free(open_ends) == "9-3 3-1 8-3"
    lay(open_ends, "4-3")
    assert free(open_ends) == "9-3 3-1 8-3"
    lay(open_ends, "7-3 9-3")
    assert free(open_ends) == ""
    open_ends = threes("5-3")
    lay(open_ends, "9-8 9-9", 9)
    lay(open_ends, "8-3 9-8", 8)
    lay(open_ends, "4-3 3-1")
    assert free(open_ends) == "8-3"


def test_a_toe_of_a_double_may_be_the_tile_that_moves() -> None:
    """Where an open double binds nobody, its places are ends like others."""
    open_ends = threes("3-3 9-3", "5-3", "4-3 3-1")
    assert free(open_ends) == "3-3 3-3 3-3"
    open_ends = threes("3-3 9-3", "8-3 3-3", "7-3 3-3", "6-3", "5-3 3-3")
    assert free(open_ends) == ""
