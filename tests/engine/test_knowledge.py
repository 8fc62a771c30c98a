"""What can be known of hands: every answer is exact, and never more than the facts bear."""

import pytest

from scorekeeper.engine.knowledge import HeldHand, Hidden, unseen
from scorekeeper.tiles import Tile, full_set, parse_tiles
from tests.tables import after, dealt, midway, ruled, rules

TILES = full_set(6)


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles of a double-six set."""
    return parse_tiles(text, 6)


def seen_but(text: str) -> list[Tile]:
    """Return all tiles but some."""
    return [tile for tile in TILES if tile not in tiles(text)]


@pytest.mark.parametrize(
    ("left", "hidden", "asked", "answer"),
    [
        ("6-5 4-3", 1, "6-5", None),
        ("6-5 4-3", 2, "6-5", True),
        ("6-5 4-3", 1, "6-5 4-3", True),
        ("6-5 4-3", 1, "6-1", False),
        ("6-5 4-3", 0, "6-5", False),
    ],
)
def test_counts_settle_what_a_hand_holds(left: str, hidden: int, asked: str, answer: bool | None) -> None:
    """With few tiles unseen, their number alone can say who holds one."""
    known = unseen(6, seen_but(left), [HeldHand((), hidden)], len(tiles(left)) - hidden)
    assert known.holds((0,), tiles(asked)) is answer


def test_what_one_cannot_hold_another_must() -> None:
    """Of two hands and no yard, a tile that one lacks is in the other."""
    lacking = HeldHand((), 1)
    lacking.rule_out(tiles("6-5"))
    known = unseen(6, seen_but("6-5 4-3"), [lacking, HeldHand((), 1)], 0)
    assert (known.holds((0,), tiles("6-5")), known.holds((1,), tiles("6-5"))) == (False, True)


def test_tiles_are_moved_out_of_the_way_to_find_room() -> None:
    """A chain of hands that each lack something is worked out to its end."""
    first, second, third = HeldHand((), 1), HeldHand((), 1), HeldHand((), 1)
    first.rule_out(tiles("4-3 2-1"))
    second.rule_out(tiles("2-1"))
    known = unseen(6, seen_but("6-5 4-3 2-1"), [first, second, third], 0)
    assert [known.holds((seat,), tiles("4-3")) for seat in range(3)] == [False, True, False]


def test_a_yard_or_table_of_unknown_size_leaves_everything_open() -> None:
    """Where nobody knows how many tiles lie elsewhere, no count settles anything."""
    hand = HeldHand((), 1)
    assert unseen(6, seen_but("6-5 4-3"), [hand], None).holds((0,), tiles("6-5")) is None
    assert unseen(6, seen_but("6-5 4-3 2-1"), [hand], 1, whole=False).holds((0,), tiles("6-5")) is None


def test_a_revealed_tile_comes_from_the_group_that_leaves_most_open() -> None:
    """The oldest hidden tiles that it can be among are one fewer, unless it was just drawn."""
    hand = HeldHand((), 2)
    hand.rule_out(tiles("6-5"))
    hand.draw(None)
    hand.reveal(Tile(4, 3), newest=False)
    hand.reveal(Tile(6, 5), newest=True)
    assert hand.hidden == [Hidden(1, frozenset(tiles("6-5")))]


def test_a_hand_of_unknown_size_stays_one() -> None:
    """Laying a tile does not tell how many are left."""
    hand = HeldHand((), None)
    hand.reveal(Tile(4, 3), newest=False)
    assert (hand.size, hand.empty, HeldHand().empty) == (None, False, True)
    assert hand != "hand"


def test_who_drew_and_passed_had_no_match() -> None:
    """Under must-play a draw shows what a hand lacks, and later plays are held against it."""
    state = dealt(rules(), "6-1 6-2 0-0", "4?", double=6, set_size=6)
    after(state, "Ana 6-1", "Ben draw 3-3", "Ben pass", "Ana 6-2")
    assert ruled(state, "Ben 6-4") == "turn.must_play held-back"


def test_counts_show_that_a_tile_cannot_be_held() -> None:
    """All sixes must be with Cy, so Ben cannot lay one."""
    state = dealt(rules(), "6-1 6-2 6-3 0-0", "1?", "3?", yard=19, double=6, set_size=6)
    state.hands[2].hidden[0] = Hidden(3, frozenset(tile for tile in TILES if not tile.shows(6)))
    assert ruled(after(state, "Ana 6-1"), "Ben 6-4") == "conduct.misplay cannot-hold"


def test_all_the_unseen_tiles_may_fit() -> None:
    """When whatever a player can hold would fit, drawing is refused though no tile was seen."""
    state = midway(rules(), "2?", "4?", ends=tuple(range(10)))
    assert ruled(state, "Ana draw") == "turn.must_play surely-able"


def test_a_drawn_tile_that_nobody_saw_makes_a_pass_depend() -> None:
    """Whether it had to be laid depends on what it shows."""
    state = after(midway(rules(), "8-1", "4?", ends=(5,)), "Ana draw")
    assert ruled(state, "Ana pass") == "depends: turn.drawn_tile needs-drawn"


def test_equal_hands_are_equal() -> None:
    """Hands compare by what is known of them."""
    assert HeldHand(tiles("6-5 4-3")) == HeldHand(tiles("4-3 6-5"))
