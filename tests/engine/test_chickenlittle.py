"""Chickenlittle: windows, challenges and penalties; each test names its paragraph of the catalogue."""

from random import Random

import pytest

from scorekeeper.engine.actions import Action, challenge, little
from scorekeeper.engine.bits import mask_of
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.play import do, verify
from scorekeeper.engine.result import round_result
from scorekeeper.engine.state import State
from scorekeeper.engine.turns import calls_that_count
from scorekeeper.errors import Malformed
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.tiles import Tile
from tests.conftest import BOOKS as EVERY_BOOK
from tests.conftest import SHELF
from tests.tables import after, dealt, midway, ruled, rules

WINDOWS = ("before-next-play", "before-next-turn-ends", "before-hand-leaves-table", "before-called")

MAX_SILENT = ("Ana 6-4", "Ben 4-1")
"""Ana lays her next-to-last tile in silence, and Ben plays."""


def table(yard: int = 20, **changes: object) -> State:
    """Return Max (Ana) with two tiles before three others, a penalty being in force."""
    own = rules(little__mode="penalty", **changes)
    hands = ("6-4 5-3", "4-1 8-2 8-4 9-9", "7-1 8-3 7-6 1-0", "9-7 8-5 7-5 7-0")
    return midway(own, *hands, ends=(6, 2), yard=yard)


SKIP = {"little__penalty": "draw-1-and-skip", "little__again": "skip"}


def counting(state: State) -> list[Action]:
    """Return the calls and challenges that would change something."""
    assert state.calls is not None
    return calls_that_count(state)


BOOKS = [
    ("tedmontgomery", "lost-turn"),
    ("wikipedia", "owes"),
    ("no-draw", "owes"),
    ("club-sheet", "owes"),
    ("hastings", "nothing"),
    ("ymi", "nothing"),
]


@pytest.mark.parametrize(("book", "penalty"), BOOKS)
def test_scenario_9_forgotten_and_noticed_in_time(book: str, penalty: str) -> None:
    """E9: one tile at once, one tile and the turn, or nothing at all."""
    hands = ("6-4 5-3", "4-1 8-2 8-4 9-9", "7-1 8-3 7-6 1-0", "9-7 8-5 7-5 7-0")
    state = after(midway(SHELF.book(book).rules, *hands, ends=(6, 2)), *MAX_SILENT)
    if penalty == "nothing":
        assert ruled(state, "Cy challenges Ana").startswith("little.mode")
        return
    after(state, "Cy challenges Ana", "Ana little", "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Ana 5-3") == f"little.penalty {penalty}"


@pytest.mark.parametrize("book", ["tedmontgomery", "wikipedia", "no-draw", "club-sheet"])
def test_scenario_10_noticed_too_late(book: str) -> None:
    """E10: once the offender has laid the last tile, the round is over."""
    own = SHELF.book(book).rules
    hands = ("6-4 3-2", "4-1 8-2 8-4 9-9", "7-1 8-3 7-6 1-0", "9-7 8-5 7-5 7-0")
    state = after(midway(own, *hands, ends=(6, 2)), *MAX_SILENT, "Cy 7-1", "Dot 9-7")
    if state.calls is not None and state.calls.owed:
        return
    assert ruled(after(state, "Ana 3-2"), "Ben challenges Ana") == "scoring.out over"


def test_g6_the_window_stays_open_until_somebody_lays_a_tile() -> None:
    """G6: a neighbour who only draws and passes closes nothing."""
    state = after(table(), "Ana 6-4")
    state.hands[1].mask = 0
    after(state, "Ben draw 9-8", "Ben pass")
    assert ruled(state, "Cy challenges Ana") == "little.announce still-time"
    assert ruled(after(state, "Ana little"), "Cy challenges Ana") == "little.announce said"


def test_the_window_may_close_with_the_next_turn() -> None:
    """With `before-next-turn-ends` the neighbour's pass is enough."""
    state = after(table(little__announce="before-next-turn-ends"), "Ana 6-4")
    assert ruled(state, "Cy challenges Ana") == "little.announce still-time"
    assert ruled(after(state, "Ben 4-1"), "Cy challenges Ana") == "legal"


@pytest.mark.parametrize("window", ["before-called", "before-hand-leaves-table"])
def test_the_window_may_close_with_the_challenge(window: str) -> None:
    """Nothing has to be laid before somebody objects, and calling first is in time."""
    state = after(table(little__announce=window), "Ana 6-4")
    assert ruled(state, "Cy challenges Ana") == "legal"
    assert ruled(after(state, "Ana little"), "Cy challenges Ana") == "little.announce said"


def test_a_hand_that_has_left_the_table_cannot_call_any_more() -> None:
    """With `before-hand-leaves-table` a call after the next action is late."""
    state = after(table(little__announce="before-hand-leaves-table"), *MAX_SILENT, "Ana little")
    assert ruled(state, "Cy challenges Ana") == "legal"


def test_whoever_is_called_before_anybody_objects_may_call_later() -> None:
    """With `before-called` a call after the next play is still in time."""
    state = after(table(little__announce="before-called"), *MAX_SILENT, "Ana little")
    assert ruled(state, "Cy challenges Ana") == "little.announce said"


def test_an_automatic_penalty_needs_no_challenge() -> None:
    """The tile is owed as soon as the next player has played; saying so changes nothing."""
    state = after(table(little__challenge="automatic"), *MAX_SILENT)
    assert state.calls is not None
    assert (state.calls.owed, ruled(state, "Cy challenges Ana")) == ({0: 1}, "legal")
    assert after(state, "Cy challenges Ana").calls is not None
    assert state.calls.times == [1, 0, 0, 0]


@pytest.mark.parametrize("announce", ["before-next-play", "before-called"])
def test_an_objection_may_lapse_when_the_next_turn_begins(announce: str) -> None:
    """With `before-next-turn` it is too late once that player acts again, not when the neighbour has finished."""
    state = table(little__challenge="before-next-turn", little__announce=announce)
    state.table.yard = state.table.reserve
    after(state, *MAX_SILENT, "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Cy challenges Ana") == "legal"
    assert ruled(after(state, "Ana pass"), "Cy challenges Ana") == "little.challenge turn-begun"


def test_one_circuit_lasts_until_the_offender_acts_again() -> None:
    """Before that an objection stands, after it not."""
    state = after(table(), *MAX_SILENT, "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Ben challenges Ana") == "legal"
    state = after(table(), *MAX_SILENT, "Cy 7-1", "Dot 9-7", "Ana draw 8-0", "Ana pass")
    assert ruled(state, "Ben challenges Ana") == "little.challenge not-last"


def test_g8_the_tile_is_drawn_at_once_and_the_next_turn_is_normal() -> None:
    """G8: the penalty draw is out of turn and uses none."""
    state = after(table(), *MAX_SILENT, "Cy challenges Ana", "Ana draw 8-6", "Cy 7-1", "Dot 9-7")
    assert (state.hands[0].size, ruled(state, "Ana 8-6")) == (2, "conduct.misplay fits-nowhere")
    assert ruled(state, "Ana draw") == "legal"


def test_two_tiles_are_drawn_one_after_the_other() -> None:
    """With `draw-2` a second one is owed after the first, as long as one can be drawn; play goes on then."""
    caught = after(table(little__penalty="draw-2"), *MAX_SILENT, "Cy challenges Ana", "Ana draw")
    assert caught.calls is not None
    assert (caught.calls.owed, ruled(caught, "Ana draw")) == ({0: 1}, "legal")
    paid = after(caught, "Ana draw")
    assert (paid.calls and paid.calls.owed, ruled(paid, "Ana draw")) == ({}, "turn.plays not-on-turn")
    last = after(table(1, little__penalty="draw-2"), *MAX_SILENT, "Cy challenges Ana", "Ana draw")
    assert ruled(last, "Ana draw") == "turn.plays not-on-turn"


def test_g8_the_lost_turn_is_a_draw_that_is_not_played() -> None:
    """G8: the turn is over with the draw; saying pass as well does no harm."""
    state = after(table(**SKIP), *MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Ana pass") == "little.penalty draw-first"
    after(state, "Ana draw 7-2")
    assert ruled(state, "Ana 7-2") == "little.penalty lost-turn"
    assert ruled(after(state, "Ana pass"), "Ben 8-2") != "turn.plays not-on-turn"


def test_g7_on_one_tile_still_the_call_is_due_again() -> None:
    """G7: with an empty yard the turn is simply lost, and silence costs another one without a draw."""
    state = after(table(yard=0, **SKIP), *MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7")
    after(state, "Ana pass", "Ben 8-2", "Cy challenges Ana", "Cy 8-3", "Dot pass")
    assert state.calls is not None
    assert (state.calls.skips, state.calls.times[0]) == ({0: False}, 2)
    assert ruled(state, "Ana 5-3") == "little.penalty lost-turn"
    state.table.yard = 3
    assert ruled(state, "Ana draw") == "little.penalty lost-turn"


def test_g7_calling_again_in_time_costs_nothing() -> None:
    """G7: the repeated call closes the matter."""
    state = after(table(yard=0, **SKIP), *MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7")
    after(state, "Ana pass", "Ana little")
    assert ruled(state, "Cy challenges Ana") == "little.announce said"


def test_a_call_with_the_next_to_last_tile_is_in_time() -> None:
    """The call may come just before the tile is laid."""
    state = after(table(), "Ana little", *MAX_SILENT)
    assert ruled(state, "Cy challenges Ana") == "little.announce said"


def test_a_hand_of_unknown_size_makes_a_challenge_depend() -> None:
    """Whether the call was due depends on the number of tiles, and the penalty is noted all the same."""
    state = midway(rules(little__mode="penalty"), "6-4 *", "4-1 8-2", ends=(6, 2))
    assert ruled(state, "Ben challenges Ana") == "depends: little.challenge needs-last-tile"
    assert ruled(after(state, "Ben challenges Ana"), "Ana 6-4") == "little.penalty owes"


def test_points_are_charged_only_where_a_table_wants_them() -> None:
    """A house rule may add points for every time somebody was caught."""
    state = after(table(little__points=10), *MAX_SILENT, "Cy challenges Ana", "Ana draw 8-0")
    state.hands[1].mask &= mask_of((Tile(8, 2),))
    assert after(state, "Cy 7-1", "Dot 9-7", "Ana draw 8-7", "Ana pass", "Ben 8-2").outcome is not None
    assert round_result(state).points["Ana"] == 31 + 10


def test_whoever_plays_out_of_the_window_of_another_closes_only_that() -> None:
    """With `before-hand-leaves-table` two players on their last tile are kept apart."""
    state = table(little__announce="before-hand-leaves-table")
    state.hands[1].mask &= mask_of(
        (
            Tile(4, 1),
            Tile(8, 2),
        )
    )
    after(state, "Ana 6-4", "Ben 4-1")
    assert (ruled(state, "Ana little"), ruled(state, "Cy challenges Ben")) == ("legal", "legal")
    assert ruled(after(state, "Ben little"), "Cy challenges Ben") == "little.announce said"


def test_a_call_is_for_the_last_tile_or_the_one_about_to_be() -> None:
    """With two tiles a player calls only on turn, with more never; where nobody has to call, whenever."""
    state = table()
    state.hands[1].mask &= mask_of(
        (
            Tile(4, 1),
            Tile(8, 2),
        )
    )
    assert (ruled(state, "Ana little"), ruled(state, "Ben little")) == ("legal", "little.announce too-early")
    courtesy = midway(rules(little__mode="courtesy"), "6-4 5-3 9-8", "4?", ends=(6,))
    assert (ruled(courtesy, "Ana little"), ruled(courtesy, "Ben little")) == ("legal", "legal")


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", ["off", "courtesy"])
def test_a_call_that_costs_nothing_is_let_pass_under_every_book(mode: str, window: str) -> None:
    """With tiles to spare too, whoever is on turn and whatever the book says of the moment to call."""
    for book in EVERY_BOOK:
        own = with_changes(book.rules, read_changes({"little.mode": mode, "little.announce": window}))
        state = State.deal(own, ("Ana", "Ben", "Cy"), Random(1).shuffle)
        assert [state.do(little(seat)) for seat in range(3)] == [(), (), ()]


def test_a_call_and_a_challenge_are_done_for_certain() -> None:
    """Nothing has to be settled about them afterwards."""
    state = after(table(), "Ana 6-4")
    assert do(state, little(0)) == ()
    state = after(table(), *MAX_SILENT)
    assert do(state, challenge(2, 0)) == ()
    assert state.doubts == []


def test_a_challenge_of_a_hand_of_unknown_size_is_noted_as_a_doubt() -> None:
    """What would settle it is asked for once the round is over."""
    state = midway(rules(little__mode="penalty"), "6-4 *", "4-1 8-2", ends=(6, 2))
    [reason] = do(state, challenge(1, 0))
    assert (reason.key, reason.id) == ("little.challenge", "needs-last-tile")
    assert state.doubts == [(1, (reason,))]


def test_a_challenge_names_a_player() -> None:
    """Nobody can be said to have forgotten."""
    with pytest.raises(Malformed, match="Nobody is challenged"):
        verify(table(), Action(1, "challenge"))


@pytest.mark.parametrize("penalty", [{}, SKIP])
def test_a_call_that_comes_after_the_challenge_saves_nothing(penalty: dict[str, object]) -> None:
    """Whoever was caught stays caught, and once is enough: nobody objects to the same silence again."""
    state = after(table(**penalty), *MAX_SILENT, "Cy challenges Ana", "Ana little")
    assert ruled(state, "Dot challenges Ana") == "little.penalty once"
    assert state.calls is not None
    assert state.calls.times == [1, 0, 0, 0]


def test_whoever_is_silent_about_another_last_tile_is_challenged_again() -> None:
    """Once is enough for one silence; the next is a new one."""
    state = after(table(), *MAX_SILENT, "Cy challenges Ana", "Ana draw 7-2", "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Ben challenges Ana") == "little.challenge not-last"
    assert ruled(after(state, "Ana 7-2", "Ben 9-9"), "Dot challenges Ana") == "legal"


def test_a_call_in_time_is_not_punished_by_itself() -> None:
    """With an automatic penalty a call closes the window, just before the tile is laid or just after."""
    for calls in (("Ana 6-4", "Ana little"), ("Ana little", "Ana 6-4")):
        state = after(table(little__challenge="automatic"), *calls, "Ben 4-1")
        assert state.calls is not None
        assert (state.calls.owed, state.calls.times) == ({}, [0, 0, 0, 0])


def test_an_objection_before_the_automatic_penalty_is_the_penalty() -> None:
    """Somebody caught while the window is open is not caught again when it closes."""
    window = {"little__announce": "before-hand-leaves-table", "little__challenge": "automatic"}
    state = after(table(**window), "Ana 6-4", "Cy challenges Ana", "Ben 4-1")
    assert state.calls is not None
    assert state.calls.times == [1, 0, 0, 0]


@pytest.mark.parametrize(("yard", "ruling"), [(1, "little.penalty owes"), (0, "turn.must_play able")])
def test_a_tile_is_owed_as_long_as_one_can_be_drawn(yard: int, ruling: str) -> None:
    """G8: the last tile of the yard is drawn for a penalty; an empty yard cancels it."""
    state = after(
        table(yard=yard + table().table.reserve), *MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7"
    )
    feet_of(state).set_ends(5, 1)
    assert ruled(state, "Ana pass") == ruling
    assert ruled(state, "Ana 5-3") == ("legal" if yard == 0 else ruling)


@pytest.mark.parametrize("announce", ["before-next-play", "before-called"])
def test_an_objection_lapses_when_the_offender_acts_again(announce: str) -> None:
    """One circuit is over for somebody who passes on the last tile."""
    state = after(table(yard=0, little__announce=announce), *MAX_SILENT, "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Ben challenges Ana") == "legal"
    assert ruled(after(state, "Ana pass"), "Ben challenges Ana") == "little.challenge too-late"


def test_a_penalty_concerns_one_last_tile() -> None:
    """After the draw there are two tiles and nothing to have forgotten."""
    state = after(table(), *MAX_SILENT, "Cy challenges Ana", "Ana draw 8-6")
    assert ruled(state, "Dot challenges Ana") == "little.challenge not-last"


def test_what_was_said_concerns_one_last_tile() -> None:
    """A call and a penalty are spent with the tile that was laid, also where nobody knows how many are left."""
    own = rules(little__mode="penalty")
    state = after(midway(own, "6-4 *", "4-1 8-2", ends=(6,)), "Ana little", "Ana 6-4")
    assert ruled(state, "Ben challenges Ana") == "depends: little.challenge needs-last-tile"
    own = rules(little__mode="penalty", **SKIP)
    state = midway(own, "6-4 *", "8-2 9-9", ends=(6, 2), yard=0)
    after(state, "Ben challenges Ana", "Ana pass", "Ben 8-2")
    assert ruled(state, "Ben challenges Ana") == "little.penalty once"
    assert ruled(after(state, "Ana 6-4"), "Ben challenges Ana") == "depends: little.challenge needs-last-tile"


def test_the_window_of_the_last_seat_closes_with_the_turn_of_the_first() -> None:
    """With `before-next-turn-ends` the seats go round, and only somebody on the last tile has forgotten."""
    own = rules(little__mode="penalty", little__announce="before-next-turn-ends")
    state = midway(own, "6-4 5-3 9-8", "4-1 8-2 8-3", "7-6 1-0", ends=(6, 7))
    after(state, "Ana 6-4", "Ben 4-1")
    assert ruled(state, "Cy challenges Ana") == "little.challenge not-last"
    after(state, "Cy 7-6")
    assert ruled(state, "Ben challenges Cy") == "little.announce still-time"
    feet_of(state).set_ends(5, 1)
    assert ruled(after(state, "Ana 5-3"), "Ben challenges Cy") == "legal"


def test_a_window_that_a_tile_closes_stays_open_until_one_is_laid() -> None:
    """G6: passes all round close nothing, though an objection lapses with the next turn."""
    own = rules(little__mode="penalty", little__challenge="one-circuit")
    state = after(midway(own, "6-4 5-3", "9-9 8-8", ends=(6,), yard=0), "Ana 6-4", "Ben pass")
    assert ruled(state, "Ben challenges Ana") == "little.announce still-time"


def test_the_call_is_due_again_only_where_the_rules_repeat_the_penalty() -> None:
    """G7: elsewhere, and with two tiles, the lost turn settles the matter."""
    once = {"little__penalty": "draw-1-and-skip", "little__again": False}
    caught = (*MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7")
    state = after(table(yard=0, **once), *caught, "Ana pass", "Ben 8-2")
    assert ruled(state, "Cy challenges Ana") == "little.penalty once"
    state = after(table(**SKIP), *caught, "Ana draw 8-0", "Ben 8-2")
    assert ruled(state, "Cy challenges Ana") == "little.challenge not-last"


def test_a_player_who_owes_a_tile_cannot_pass() -> None:
    """G8: the draw is due before anything else, a pass included."""
    state = after(table(), *MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7")
    assert ruled(state, "Ana pass") == "little.penalty owes"
    assert ruled(after(state, "Ana draw 8-0"), "Ana pass") != "little.penalty owes"


def test_a_turn_lost_again_has_no_draw() -> None:
    """G7: who was caught again on the last tile loses the turn alone, though the yard has tiles by now."""
    state = after(table(yard=0, **SKIP), *MAX_SILENT, "Cy challenges Ana", "Cy 7-1", "Dot 9-7")
    after(state, "Ana pass", "Ben 8-2", "Cy challenges Ana", "Cy 8-3", "Dot pass")
    state.table.yard = 3
    assert (ruled(state, "Ana draw"), ruled(state, "Ana pass")) == ("little.penalty lost-turn", "legal")


def test_the_calls_that_count_are_listed() -> None:
    """Who is on turn with two tiles may call ahead, who is on one may still call; others may object then."""
    state = table()
    assert counting(state) == [little(0)]
    after(state, "Ana 6-4")
    assert counting(state) == [little(0)]
    after(state, "Ben 4-1")
    assert counting(state) == [challenge(1, 0), challenge(2, 0), challenge(3, 0)]


def test_a_call_that_was_made_is_listed_no_more() -> None:
    """Whoever has called has nothing left to say, and nobody may object."""
    state = after(table(), "Ana little")
    assert counting(state) == []
    assert counting(after(state, "Ana 6-4", "Ben 4-1")) == []


def test_who_was_caught_cannot_be_caught_once_more() -> None:
    """The penalty is one (G8): after the first objection nobody has anything to say about that tile."""
    state = after(table(**SKIP), "Ana 6-4", "Ben 4-1")
    assert challenge(2, 0) in counting(state)
    assert counting(after(state, "Cy challenges Ana")) == []


def test_nothing_counts_once_the_round_is_over() -> None:
    """Ana goes out on a tile she never called: the round is over, and nobody may object any more."""
    hands = ("6-4 3-2", "4-1 8-2 8-4 9-9", "7-1 8-3 7-6 1-0", "9-7 8-5 7-5 7-0")
    own = rules(little__mode="penalty", little__challenge="one-circuit")
    state = after(midway(own, *hands, ends=(6, 2)), "Ana 6-4", "Ben 4-1", "Cy 7-1", "Dot 9-7")
    assert counting(state) != []
    assert counting(after(state, "Ana 3-2")) == []


def test_nobody_calls_before_anybody_is_on_turn() -> None:
    """Two tiles are called ahead by whoever is on turn, and before the first tile that is nobody."""
    assert counting(dealt(rules(little__mode="penalty"), "6-4 5-3 2-1", "4-1 8-2")) == []
