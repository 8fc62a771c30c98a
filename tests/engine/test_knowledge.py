"""What can be known of hands: every answer is exact, and never more than the facts bear."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

from scorekeeper.engine.bits import BIT, mask_of, tiles_of
from scorekeeper.engine.hands import HeldHand, Hidden, Later, Showing, Unseen, unseen
from scorekeeper.tiles import Tile, full_set, parse_tiles
from tests.conftest import by_cases
from tests.tables import after, dealt, ruled, rules

TILES = full_set(6)


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles of a double-six set."""
    return parse_tiles(text, 6)


def bits(text: str) -> int:
    """Read tiles of a double-six set as bits."""
    return mask_of(tiles(text))


def left_of(text: str, hands: list[HeldHand], yard: int, whole: bool = True) -> Unseen:
    """Return what is known where only these tiles were not seen."""
    seen = mask_of(TILES) & ~bits(text)
    return unseen(6, seen, hands, yard, whole, Later())


@by_cases
def test_counts_settle_what_a_hand_holds(left: str, hidden: int, asked: str, answer: bool | None) -> None:
    """With few tiles unseen, their number alone can say who holds one."""
    known = left_of(left, [HeldHand((), hidden)], len(tiles(left)) - hidden)
    assert known.holds((0,), bits(asked)) is answer


def test_what_one_cannot_hold_another_must() -> None:
    """Of two hands and no yard, a tile that one lacks is in the other."""
    lacking = HeldHand((), 1)
    lacking.rule_out(bits("6-5"))
    known = left_of("6-5 4-3", [lacking, HeldHand((), 1)], 0)
    assert (known.holds((0,), bits("6-5")), known.holds((1,), bits("6-5"))) == (False, True)


def test_tiles_are_moved_out_of_the_way_to_find_room() -> None:
    """A chain of hands that each lack something is worked out to its end."""
    first, second, third = HeldHand((), 1), HeldHand((), 1), HeldHand((), 1)
    first.rule_out(bits("4-3 2-1"))
    second.rule_out(bits("2-1"))
    known = left_of("6-5 4-3 2-1", [first, second, third], 0)
    assert [known.holds((seat,), bits("4-3")) for seat in range(3)] == [False, True, False]


def test_only_as_many_tiles_move_as_there_is_room_for() -> None:
    """Of two tiles that can be with the first or the second one is with each, as the others leave one place."""
    first, second, third = HeldHand((), 2), HeldHand((), 1), HeldHand((), 1)
    second.rule_out(bits("4-3 2-1"))
    third.rule_out(bits("6-5 6-4"))
    known = left_of("6-5 6-4 4-3 2-1", [first, second, third], 0)
    for seat, pair in product((0, 1), ("6-5 6-4", "4-3 2-1")):
        assert known.holds((seat,), bits(pair)) is (seat == 0 or pair == "6-5 6-4")
    assert (known.holds((1,), bits("6-5")), known.holds((2,), bits("2-1"))) == (None, None)


YARD = 3
"""Stands for the yard beside three seats."""


class Spot(NamedTuple):
    """Where tiles can lie: in a hand or in the yard, or in the yard until a draw that nobody saw."""

    seat: int
    hidden: Hidden
    drawn_at: int | None = None

    def takes(self, tile: Tile, known: Unseen) -> bool:
        """Whether the tile can lie here, if it shows as it does later."""
        showing = dict(known.showings).get(tile)
        if self.hidden.lacks & BIT[tile] or (showing is not None and showing.holder != self.seat):
            return False
        return showing is None or self.drawn_at is None or self.drawn_at < showing.moment


def any_unseen(rng: Random) -> tuple[Unseen, list[Spot]]:
    """Return some unseen tiles and the spots where they can lie; mostly such that there is a way."""
    tiles = tuple(rng.sample(TILES, rng.randint(1, 5)))
    lying = [rng.randrange(rng.randint(1, 5)) for _tile in tiles]
    spots, showings = [], {}
    for place in sorted(set(lying)):
        own = [tile for tile, where in zip(tiles, lying, strict=True) if where == place]
        seat, drawn_at = rng.randrange(3), rng.randrange(4) if len(own) == 1 and rng.random() < 0.5 else None
        share = rng.choice((0, 0, 0.3, 0.8)) if drawn_at is None else 0
        lacks = mask_of(tile for tile in tiles if tile not in own and rng.random() < share)
        size = len(own) if drawn_at is not None else rng.choice((None, *[len(own)] * 8, len(own) + 1))
        spots.append(Spot(seat, Hidden(size, lacks), drawn_at))
        for tile in own:
            if rng.random() < 0.3:
                showings[tile] = Showing(seat, 4 if drawn_at is not None else rng.randrange(5))
    spots.append(Spot(YARD, Hidden(0)))
    draws = tuple((spot.seat, spot.drawn_at) for spot in spots if spot.drawn_at is not None)
    groups = tuple((spot.seat, spot.hidden) for spot in spots if spot.drawn_at is None)
    return Unseen(mask_of(tiles), groups, tuple(showings.items()), draws), spots


def ways(known: Unseen, spots: list[Spot]) -> Iterator[dict[Tile, Spot]]:
    """Yield each way in which the tiles can lie."""
    able = [[spot for spot in spots if spot.takes(tile, known)] for tile in tiles_of(known.tiles)]
    for places in product(*able):
        if all(spot.hidden.size in (None, sum(place is spot for place in places)) for spot in spots):
            yield dict(zip(tiles_of(known.tiles), places, strict=True))


def test_every_answer_is_that_of_all_ways_in_which_the_tiles_can_lie() -> None:
    """True where the tile is there in all ways, None where it is in some; nothing is held where there is no way."""
    rng = Random(18)
    found = []
    for _time in range(600):
        known, spots = any_unseen(rng)
        seats = rng.sample(range(3), rng.randint(1, 2))
        asked = rng.sample(tiles_of(known.tiles), min(rng.randint(1, 2), known.tiles.bit_count()))
        held = {
            any(way[tile].seat in seats and way[tile].drawn_at is None for tile in asked)
            for way in ways(known, spots)
        }
        found.append(None if len(held) == 2 else held == {True})
        assert known.holds(seats, mask_of(asked)) is found[-1]
    assert min(found.count(answer) for answer in (True, False, None)) > 40


def test_sizes_that_cannot_be_are_no_reason_to_hold_anything() -> None:
    """More tiles than there is room for, or fewer, lie in no way at all."""
    for size in (1, 3):
        assert Unseen(bits("6-5 4-3"), ((0, Hidden(size)),)).holds((0,), bits("6-5")) is False
    fewer_than_none = ((0, Hidden(3)), (YARD, Hidden(-1)))
    assert Unseen(bits("6-5 4-3"), fewer_than_none).holds((0,), bits("6-5")) is False


def test_a_table_of_unknown_size_leaves_everything_open() -> None:
    """Where nobody knows how many tiles lie there, no count settles anything."""
    assert left_of("6-5 4-3 2-1", [HeldHand((), 1)], 1, whole=False).holds((0,), bits("6-5")) is None


def test_a_revealed_tile_comes_from_the_group_that_leaves_most_open() -> None:
    """The oldest hidden tiles that it can be among are one fewer, unless it was just drawn."""
    hand = HeldHand((), 2)
    hand.rule_out(bits("6-5"))
    hand.draw(None)
    hand.give_up(Tile(4, 3), newest=False)
    hand.give_up(Tile(6, 5), newest=True)
    assert hand.hidden == [Hidden(1, bits("6-5"))]


def test_a_hand_of_unknown_size_stays_one() -> None:
    """Laying a tile does not tell how many are left."""
    hand = HeldHand((), None)
    hand.give_up(Tile(4, 3), newest=False)
    assert (hand.size, hand.empty, HeldHand().empty) == (None, False, True)


def test_counts_show_that_a_tile_cannot_be_held() -> None:
    """All sixes must be with Cy, so Ben cannot lay one."""
    state = dealt(rules(), "6-1 6-2 6-3 0-0", "1?", "3?", yard=19, double=6, set_size=6)
    state.hands[2].hidden[0] = Hidden(3, mask_of(tile for tile in TILES if not tile.shows(6)))
    assert ruled(after(state, "Ana 6-1"), "Ben 6-4") == "conduct.misplay cannot-hold"
