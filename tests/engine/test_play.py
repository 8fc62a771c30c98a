"""Rules of play one by one; where the catalogue settles an ambiguity, the test names its paragraph."""

from random import Random

import pytest

from scorekeeper.engine.actions import Action, challenge, draw_tile, lay_tile, little, pass_turn
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.hands import Hidden
from scorekeeper.engine.opening import find_start
from scorekeeper.engine.play import can, do, options, verify
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import verify_ruled_on
from scorekeeper.engine.state import State
from scorekeeper.errors import Malformed
from scorekeeper.tiles import Tile, full_set
from tests.tables import after, dealt, midway, ruled, rules

HELD = {"start__source": "held", "start__turn": "double-is-turn"}
FREE = {"turn__must_play": "may-draw-and-pass", "turn__drawn_tile": "may-play"}


def ending(state: State) -> tuple[str, str, int | None] | None:
    """Return how a round ended, by which rule, and the double short of toes."""
    outcome = state.outcome
    return None if outcome is None else (outcome.ended, outcome.rule, outcome.open_foot)


def test_a_double_from_a_hand_nobody_saw_starts_the_round() -> None:
    """A hidden hand may lay the starting double, and holds a tile fewer afterwards."""
    state = after(dealt(rules(**HELD), "3?", "5-5 4-4 3-3"), "Ana 9-9")
    assert (state.started, state.hands[0].size) == (True, 2)


def test_g1_after_a_voluntary_draw_only_the_drawn_tile_is_laid() -> None:
    """G1: an older tile that fits stays in the hand, the drawn one may be laid or kept."""
    state = after(midway(rules(**FREE), "5-3 6-1", "4?", ends=(5,)), "Ana draw 5-4")
    assert ruled(state, "Ana 5-3") == "turn.drawn_tile only-drawn"
    assert (ruled(state, "Ana 5-4"), ruled(state, "Ana pass")) == ("legal", "legal")


def test_g1_a_tile_nobody_saw_may_be_the_drawn_one() -> None:
    """G1: a tile that was not known before may have been drawn just now, surely so if it cannot have been held."""
    state = after(midway(rules(**FREE), "5-3 1?", "4?", ends=(5,)), "Ana draw")
    assert ruled(state, "Ana 5-4") == "depends: turn.drawn_tile needs-tile"
    assert ruled(state, "Ana 5-3") == "turn.drawn_tile older"
    state = after(midway(rules(**FREE), "5-3", "4?", ends=(5,)), "Ana draw")
    assert ruled(state, "Ana 5-4") == "legal"


def test_g1_a_tile_that_cannot_be_the_drawn_one_stays() -> None:
    """G1: where the yard has other tiles only, a tile that fits was held before."""
    state = dealt(rules(**FREE), "6-1 6-2 6-3 6-4", "1?", "3?", yard=19, double=6, set_size=6)
    after(state, "Ana 6-1", "Ben draw")
    state.hands[1].hidden[1] = Hidden(1, frozenset({Tile(6, 5)}))
    assert ruled(state, "Ben 6-5") == "turn.drawn_tile older"


def test_g4_a_foot_with_some_toes_needs_fewer() -> None:
    """G4: with one toe laid and two tiles free the foot can still be closed, and stays open."""
    laid = "9-6 6-1 6-2 6-3 6-4 6-5"
    own = rules(foot__uncloseable="closed")
    state = after(midway(own, "6-6 5-3", "7-6 8-8", "4?", ends=(6, 5), laid=laid), "Ana 6-6", "Ben 7-6")
    assert ruled(state, "Cy 5-4") == "foot.lock incomplete"


def test_g4_reserved_tiles_count_as_free_because_nobody_has_seen_them() -> None:
    """G4: only what the table shows proves that a foot cannot be closed."""
    laid = "9-6 6-1 6-2 6-3 6-4 6-5"
    own = rules(foot__uncloseable="ends-round", yard__reserve=3)
    state = after(midway(own, "6-6 5-3", "4?", ends=(6,), laid=laid, yard=3), "Ana 6-6")
    assert ending(state) is None


@pytest.mark.parametrize("choice", ["closed", "ends-round"])
def test_g15_an_unfinished_start_is_played_to_exhaustion(choice: str) -> None:
    """G15: what is done about feet that cannot be closed does not touch the starting double."""
    state = dealt(rules(foot__uncloseable=choice, start__toes=6), "6-1", "5-1", yard=0, double=6, set_size=6)
    assert ruled(state, "Ben pass") == "legal"
    assert ending(after(state, "Ben pass", "Ana 6-1")) == ("out", "scoring.out", None)


def test_g16_a_reserve_is_not_touched_by_penalties() -> None:
    """G16, G8: the penalty draw falls away where only reserved tiles are left."""
    own = rules(little__mode="penalty", yard__reserve=2)
    state = midway(own, "6-4 5-4", "4-1 8-2 8-4", "7-1 8-3", ends=(6, 2), yard=2)
    after(state, "Ana 6-4", "Ben 4-1", "Cy challenges Ana", "Cy 7-1")
    assert ruled(state, "Ana draw") == "yard.reserve kept"
    assert ruled(state, "Ana pass") == "legal"


def test_g17_a_block_takes_a_full_circuit_of_passes() -> None:
    """G17: everybody has passed with nothing to draw since the last tile was laid."""
    state = midway(rules(), "1-0", "3-0 8-1", "7-3", ends=(5, 8), yard=0)
    after(state, "Ana pass", "Ben 8-1", "Cy pass")
    assert ending(state) is None
    assert ending(after(midway(rules(), "1-0", "3-0", ends=(5,), yard=0), "Ana pass", "Ben pass")) is not None


def test_g17_a_turn_lost_to_a_penalty_is_no_pass() -> None:
    """G17: it proves nothing, so the player has to pass in the next turn as well."""
    own = rules(little__mode="penalty", little__penalty="draw-1-and-skip")
    state = midway(own, "6-4 9-0", "4-3 8-0 8-1", "9-1 7-1", ends=(6, 2), yard=0)
    after(state, "Ana 6-4", "Ben 4-3", "Cy challenges Ana", "Cy pass", "Ana pass", "Ben pass", "Cy pass")
    assert ending(state) is None
    assert ending(after(state, "Ana pass")) == ("blocked", "yard.empty", None)


def test_g17_a_player_who_may_not_play_on_after_a_double_has_passed() -> None:
    """G17: whoever must lay another tile and has none passes with an empty yard like anybody else."""
    own = rules(foot__again="must-play-again")
    state = midway(own, "5-5 9-0", "8-0 8-1", ends=(5,), yard=0)
    assert ending(after(state, "Ana 5-5", "Ana pass", "Ben pass")) == ("blocked", "yard.empty", 5)


def test_g18_who_lays_the_double_scores_too() -> None:
    """G18: the round ends at once, blocked, and nobody is out."""
    own = rules(foot__uncloseable="ends-round")
    laid = "9-6 6-1 6-2 6-3 6-4 6-5 7-6"
    state = after(midway(own, "6-6 5-3", "4?", ends=(6,), laid=laid), "Ana 6-6")
    assert ending(state) == ("blocked", "foot.uncloseable", 6)
    assert options(state) == []


def test_g18_going_out_comes_before_the_end_by_a_foot() -> None:
    """G18: whoever lays such a double as the last tile is out."""
    laid = "9-6 6-1 6-2 6-3 6-4 6-5 7-6"
    state = after(midway(rules(foot__uncloseable="ends-round"), "6-6", "4?", ends=(6,), laid=laid), "Ana 6-6")
    assert ending(state) == ("out", "ending.double_out", None)


def test_g21_anybody_starts_a_line_and_only_the_count_matters() -> None:
    """G21: two lines by one player are as good as one by each."""
    own = rules(start__toes="per-player")
    state = dealt(own, "9-1 9-2 5-4", "8-7 6-1", "9-3 7-7")
    after(state, "Ana 9-1", "Ben draw 8-8", "Ben pass", "Cy 9-3", "Ana 9-2")
    assert ruled(state, "Ben 6-1") == "legal"


def test_g11_in_the_last_round_everybody_draws_for_the_double_blank() -> None:
    """G11: there is no lower double than 0-0."""
    state = dealt(rules(**HELD, start__missing="next-lower"), "6-6 5-1", "5-5", double=0)
    assert ruled(state, "Ana 6-6") == "start.next_double other-round"
    assert ruled(after(state, "Ana draw 0-0"), "Ana 0-0") == "start.missing everybody-draws"
    assert ruled(after(state, "Ben draw 7-3"), "Ana 0-0") == "legal"


def test_g13_without_any_double_players_draw_until_one_is_held() -> None:
    """G13: then the highest held starts, as long as it is not above the round's own."""
    state = dealt(rules(**HELD, start__missing="next-lower"), "8-8 5-1", "6-5", double=4)
    after(state, "Ana draw 7-7", "Ben draw 6-4")
    after(state, "Ben draw 3-3", "Ana draw 2-2")
    assert ruled(state, "Ana 2-2") == "start.missing higher-held-by"
    assert ruled(state, "Ben 3-3") == "legal"


@pytest.mark.parametrize("missing", ["next-lower", "agree", "all-draw"])
def test_whoever_drew_a_double_unseen_may_lay_it_once_all_have_drawn(missing: str) -> None:
    """Only those who drew before the others can have the double now; nobody had it before."""
    state = dealt(rules(**HELD, start__missing=missing), "2?", "2?", double=0)
    assert ruled(state, "Ana draw") == "depends: start.missing needs-held"
    after(state, "Ana draw")
    assert (ruled(state, "Ana draw"), ruled(state, "Ben draw")) == ("start.missing once-each", "legal")
    after(state, "Ben draw")
    assert (ruled(state, "Ana draw"), ruled(state, "Ben 0-0")) == (
        "depends: start.missing needs-held",
        "legal",
    )
    assert [group.lacks for group in state.hands[1].hidden] == [{Tile(0, 0)}, set()]


def test_who_drew_passes_the_next_turn_like_anybody_else() -> None:
    """A pass right after a draw that ended the turn adds nothing; once others have passed it has to be allowed."""
    own = rules(turn__drawn_tile="may-not-play")
    state = after(midway(own, "5-3", "4-1", ends=(7,), yard=1), "Ana draw 7-1", "Ben pass")
    assert ruled(state, "Ana pass") == "turn.must_play able"
    state = after(
        midway(own, "5-3", "4-1", ends=(7,), yard=1), "Ana draw 3-1", "Ana pass", "Ben pass", "Ana pass"
    )
    assert ending(state) == ("blocked", "yard.empty", None)


def test_g14_drawn_tiles_stay_in_the_hand() -> None:
    """G14: nobody gives back what was drawn for the double."""
    state = after(dealt(rules(**HELD), "6-6", "5-5"), "Ana draw 8-8", "Ben draw 9-9", "Ben 9-9")
    assert [hand.size for hand in state.hands] == [2, 1]


def test_a_lower_double_may_depend_on_hidden_hands() -> None:
    """Whether 8-8 starts depends on whether anybody holds 9-9."""
    state = dealt(rules(**HELD, start__missing="next-lower"), "8-8 5-1", "3?")
    assert ruled(state, "Ana 8-8") == "depends: start.missing needs-higher"
    assert ruled(state, "Ana draw") == "start.missing held"


def test_a_lower_double_shows_that_nobody_held_a_higher_one() -> None:
    """Once it lies, the higher ones are in no hand that was hidden then."""
    state = after(dealt(rules(**HELD, start__missing="next-lower"), "8-8 5-1", "3?"), "Ana 8-8")
    assert state.hands[1].hidden == [Hidden(3, frozenset({Tile(9, 9)}))]


def test_a_toe_without_a_place_goes_on_an_open_double_blank() -> None:
    """0-0 is an open double like any other, whatever other ends show a blank."""
    hands = ("6-1 1-0 5-5", "6-0 0-0 4-4", "6-3 2-0 3-3")
    state = dealt(rules(start__toes=3), *hands, double=6, set_size=6, starter=0)
    after(state, "Ana 6-1", "Ben 6-0", "Cy 6-3", "Ana 1-0 on 6-1", "Ben 0-0 on 6-0", "Cy 2-0")
    layout = feet_of(state).layout
    assert layout is not None
    assert layout.free(0) == [Tile(1, 0), Tile(0, 0), Tile(0, 0)]


def test_which_double_starts_may_depend_on_hidden_hands() -> None:
    """Where no double is known of, a hidden hand may have one; where all are known, everybody draws."""
    reason = Reason("start.missing", "needs-held", {"doubles": (Tile(1, 1), Tile(0, 0))})
    own = rules(**HELD, start__missing="next-lower")
    assert find_start(dealt(own, "8-8 5-1", "3?", double=1)).needs == (reason,)
    assert find_start(dealt(own, "8-8 5-1", "6-5", double=1)).answer == "all-draw"


def test_looking_for_the_double_may_depend_on_hidden_hands() -> None:
    """Whether to draw for 9-9 depends on whether anybody holds it."""
    state = dealt(rules(**HELD), "8-8 5-1", "3?")
    assert ruled(state, "Ana draw") == "depends: start.missing needs-held"


def test_a_toe_may_follow_at_once_where_the_double_is_no_turn() -> None:
    """A held double that does not use the turn leaves it with its player."""
    state = after(dealt(rules(start__source="held"), "9-9 9-1", "9-2 5-1"), "Ana 9-9")
    assert (ruled(state, "Ana 9-1"), ruled(state, "Ben 9-2")) == ("legal", "turn.plays not-on-turn")


@pytest.mark.parametrize(
    ("starter", "first", "other"),
    [(-1, "Ben 9-2", "Ana 9-1"), (0, "Ben 9-2", "Ana 9-1"), (1, "Ana 9-1", "Ben 9-2")],
)
def test_a_double_laid_out_may_use_the_turn(starter: int, first: str, other: str) -> None:
    """Where it does, the next seat lays the first toe, and nobody else."""
    own = rules(start__turn="double-is-turn")
    state = after(dealt(own, "9-9 9-1 5-5", "9-2 5-1", starter=starter), "Ana 9-9")
    assert (ruled(state, first), ruled(state, other) == "legal") == ("legal", False)


def test_a_double_that_must_be_covered_is_no_way_out_while_tiles_can_be_drawn() -> None:
    """The player draws in the same turn; with nothing to draw the double ends the round."""
    own = rules(ending__double_out="must-cover")
    state = after(midway(own, "5-5", "4?", ends=(5,)), "Ana 5-5")
    assert (ending(state), ruled(state, "Ana draw"), ruled(state, "Ana pass")) == (
        None,
        "legal",
        "turn.draws draw-first",
    )
    assert ending(after(state, "Ana draw 8-8", "Ana pass")) is None
    state = after(midway(own, "5-5", "4?", ends=(5,), yard=0), "Ana 5-5")
    assert ending(state) == ("out", "ending.double_out", None)


def test_with_nothing_to_draw_even_the_free_must_play() -> None:
    """Whoever may draw and pass cannot pass while able where no tile is left to draw."""
    state = midway(rules(**FREE), "5-3 6-1", "4?", ends=(5,), yard=0)
    assert ruled(state, "Ana pass") == "turn.must_play able"


def test_a_draw_until_it_fits_ends_with_the_yard() -> None:
    """When no tile is left, a player who drew in vain passes."""
    own = rules(turn__draws="until-playable")
    state = after(midway(own, "6-1", "4?", ends=(5,), yard=1), "Ana draw 8-8")
    assert ruled(state, "Ana pass") == "legal"


@pytest.mark.parametrize(
    ("drawn", "ruling"),
    [("must-play", "turn.draws until-playable-unseen"), ("may-play", "depends: turn.drawn_tile needs-drawn")],
)
def test_an_unseen_draw_may_have_to_be_followed_by_another(drawn: str, ruling: str) -> None:
    """Whether a player who draws until it fits may stop depends on a tile nobody saw."""
    own = rules(turn__draws="until-playable", turn__drawn_tile=drawn)
    state = after(midway(own, "6-1", "4?", ends=(5,)), "Ana draw")
    assert ruled(state, "Ana pass") == ruling
    assert ruled(state, "Ana draw") == "depends: turn.draws needs-drawn"


def test_after_a_double_another_tile_has_to_follow_where_it_is_asked_for() -> None:
    """Unable to lay it, the player draws, and passes only then."""
    state = midway(rules(foot__again="must-play-again"), "5-5 6-1", "4?", ends=(5, 6))
    after(state, "Ana 5-5")
    assert ruled(state, "Ana pass") == "turn.draws draw-first"
    assert ruled(after(state, "Ana draw 8-8"), "Ana pass") == "legal"


def test_a_double_does_not_bind_others_without_the_strict_lock() -> None:
    """Its empty toes are open ends like any other, and a foot finished so is finished."""
    state = midway(rules(foot__lock="doubler-must-cover"), "5-5 6-1 9-9", "5-1 7-2", ends=(5, 6))
    after(state, "Ana 5-5", "Ana 6-1")
    assert (state.table.bound, feet_of(state).ends[5]) == (-1, 3)
    assert ruled(state, "Ben 7-2") == "conduct.misplay fits-nowhere"


def test_the_place_may_be_told_as_a_number_where_no_layout_is_known() -> None:
    """In a situation an end is the number that it shows."""
    state = midway(rules(), "5-3 6-1", "4?", ends=(5,))
    answers = {on: can(state, Action(0, "lay", Tile(5, 3), on)) for on in (5, 3, 6)}
    assert answers == {5: True, 3: False, 6: False}


def test_a_place_told_as_a_number_has_to_be_that_of_the_open_foot() -> None:
    """With 6-6 open nothing goes on a five."""
    state = midway(rules(), "5-3 6-1", "4?", ends=(5,), foot=(6, 0))
    assert not can(state, Action(0, "lay", Tile(5, 3), 5))
    assert can(state, Action(0, "lay", Tile(6, 1), 6))


def test_a_tile_that_fits_twice_needs_its_number() -> None:
    """Without a layout the sentence names the number."""
    state = midway(rules(), "5-3", "4?", ends=(5, 3))
    assert ruled(state, "Ana 5-3").endswith("add the place, such as: 5-3 on 5")


def test_options_are_all_that_surely_stands() -> None:
    """Tiles with each place that makes a difference, or the draw where none fits."""
    state = midway(rules(), "5-3 6-1", "4?", ends=(5, 3))
    assert [(action.kind, action.on) for action in options(state)] == [("lay", 5), ("lay", 3)]
    state = midway(rules(), "8-1", "4?", ends=(5, 3))
    assert [action.kind for action in options(state)] == ["draw"]


def test_nothing_is_called_once_the_round_is_over() -> None:
    """Calls and challenges end with the round."""
    state = after(midway(rules(little__mode="penalty"), "5-3", "4?", ends=(5,)), "Ana 5-3")
    assert not any(can(state, action) for action in (little(0), challenge(1, 0)))


def test_blanks_that_fit_everything_are_not_ruled_on() -> None:
    """The refusal comes from the key's value."""
    with pytest.raises(Refusal) as caught:
        verify_ruled_on(rules(trains__wild_blanks=True))
    assert caught.value.reason.id == "not-ruled-on"


def test_a_tile_has_to_be_named() -> None:
    """Laying nothing is no action."""
    with pytest.raises(Malformed, match="No tile is named"):
        verify(midway(rules(), "5-3", "4?"), Action(0, "lay"))


def test_a_drawn_tile_stays_where_a_situation_says_that_it_was_drawn() -> None:
    """Where a draw ends the turn, nothing is laid after it."""
    state = midway(rules(turn__drawn_tile="may-not-play"), "5-3 6-1", "4?", ends=(5,))
    state.drawn = 1
    assert ruled(state, "Ana 5-3") == "turn.drawn_tile stays"


def test_whoever_draws_first_has_begun() -> None:
    """Where nobody said who begins, the first to act does."""
    state = after(dealt(rules(), "5-3 6-1", "9-2"), "Ana draw 8-8")
    assert (state.turn, ruled(state, "Ben 9-2")) == (0, "turn.plays not-on-turn")


def test_a_situation_may_begin_with_the_starting_double() -> None:
    """Without a layout the double is laid all the same."""
    state = midway(rules(**HELD), "9-9 6-1", "4?", laid="8-8 7-1")
    state.started, state.table.double = False, -1
    after(state, "Ana 9-9")
    assert (state.started, state.table.laid_of(7), feet_of(state).start_left) == (True, 1, 4)


def refusal(state: State, action: Action) -> Reason:
    """Return why an action cannot stand."""
    with pytest.raises(Refusal) as caught:
        verify(state, action)
    return caught.value.reason


def two_fives(*further: str) -> State:
    """Return a round whose open ends are 5 on 9-5, 5 on 5-1, 2 and 3, then these actions; Ben is to move."""
    hands = ("9-5 9-2 5-1 5-2 5-4 8-8", "9-1 9-3 5-5 5-3 6-5 8-5")
    state = dealt(rules(), *hands, starter=0)
    return after(state, "Ana 9-5", "Ben 9-1", "Ana 9-2", "Ben 9-3", "Ana 5-1 on 9-1", *further)


def test_the_starting_double_is_laid_by_who_holds_it() -> None:
    """Naming it is not enough where it is held; where it was laid out, it is named once."""
    state = dealt(rules(**HELD), "5-3 6-1", "9-9 1-1")
    assert ruled(state, "Ana 9-9") == "conduct.misplay held-by-other"
    assert ruled(dealt(rules(**HELD), "5-3", "6-1"), "Ana 9-9") == "conduct.misplay not-held"
    state = after(dealt(rules(), "9-1 5-3", "6-1 9-2"), "Ana 9-1")
    assert ruled(state, "Ben 9-9") == "conduct.misplay on-table"


def test_naming_the_double_that_lies_there_is_no_turn() -> None:
    """Whoever names it first lays the first toe only if it is their turn."""
    state = after(dealt(rules(), "9-1 5-3", "9-2 6-1", starter=0), "Ben 9-9")
    assert (ruled(state, "Ben 9-2"), ruled(state, "Ana 9-1")) == ("turn.plays not-on-turn", "legal")


def test_a_double_that_was_held_is_not_named_once_it_lies() -> None:
    """In a situation nothing was done before, and still the starting double is a tile like any other."""
    assert ruled(midway(rules(**HELD), "5-3", "4?", ends=(5,)), "Ana 9-9") == "conduct.misplay fits-nowhere"


def test_of_equal_ends_the_first_stands_for_all() -> None:
    """Whoever asks what may be laid is told each number once, however many ends show it."""
    places = {action.on for action in options(two_fives()) if action.tile == Tile(6, 5)}
    assert places == {5}
    places = {action.on for action in options(two_fives()) if action.tile == Tile(5, 3)}
    assert places == {5, 3}


def test_nobody_acts_out_of_turn() -> None:
    """Before anything happened and after a pass it is another player's turn, whatever the first one did."""
    state = midway(rules(), "8-7", "5-1", ends=(5,), yard=0)
    assert ruled(state, "Ben 5-1") == "turn.plays not-on-turn"
    assert ruled(after(state, "Ana pass"), "Ana 8-7") == "turn.plays not-on-turn"


def test_an_open_double_blank_binds_like_any_other() -> None:
    """With 0-0 short of toes nothing is laid elsewhere, whether the place is named or not."""
    state = midway(rules(), "5-3 6-0", "4?", ends=(5,), foot=(0, 1))
    facts = {"double": Tile(0, 0), "laid": 1, "toes": 3}
    for place in (None, 5):
        assert refusal(state, lay_tile(0, Tile(5, 3), place)) == Reason("foot.lock", "incomplete", facts)
    assert ruled(state, "Ana 6-0") == "legal"


def test_a_toe_without_a_place_goes_on_the_open_double() -> None:
    """Other ends with its number stay as they are, and cannot be named either."""
    state = two_fives("Ben 5-5 on 5-1")
    assert ruled(state, "Ana 5-2 on 9-5") == "foot.lock bare"
    after(state, "Ana 5-2", "Ben 5-3", "Ana 5-4")
    assert ruled(state, "Ben 6-5 on 9-5") == "legal"


def test_a_tile_without_a_place_leaves_open_on_which_of_two_equal_ends_it_lies() -> None:
    """Either may be named later; then the other is the one that is taken."""
    for first, second in (("5-1", "9-5"), ("9-5", "5-1")):
        state = two_fives("Ben 6-5")
        assert ruled(state, f"Ana 5-4 on {second}") == "legal"
        after(state, f"Ana 5-4 on {first}")
        assert ruled(state, f"Ben 5-3 on {second}") == "conduct.misplay taken"


def test_a_tile_that_fits_twice_asks_for_a_place_on_the_table() -> None:
    """The example is a tile that lies there."""
    assert ruled(two_fives(), "Ben 5-3") == (
        "malformed: 5-3 fits on 5 and on 3; add the place, such as: 5-3 on 9-5"
    )


def test_a_place_without_an_end_is_refused_by_its_number() -> None:
    """Neither number of the tile, nor one of its numbers that no end shows."""
    state = midway(rules(), "5-3 6-1", "4?", ends=(5,))
    no_end = refusal(state, lay_tile(0, Tile(5, 3), 3))
    assert no_end == Reason("conduct.misplay", "no-end", {"number": 3})
    no_match = refusal(state, lay_tile(0, Tile(6, 1), 5))
    assert no_match == Reason("conduct.misplay", "no-match", {"tile": Tile(6, 1), "number": 5})


def test_a_tile_elsewhere_waits_for_the_toes_of_the_starting_double() -> None:
    """The reason has all that the sentence wants: the double, its toes and those it has."""
    state = midway(rules(), "5-3", "4?", toes=1)
    facts = {"double": Tile(9, 9), "laid": 1, "toes": 4}
    assert refusal(state, lay_tile(0, Tile(5, 3))) == Reason("start.toes", "incomplete", facts)


def test_a_tile_remembered_on_the_table_is_in_no_hand() -> None:
    """In a situation nobody lays or draws what was seen to lie there."""
    state = midway(rules(), "1?", "4?", ends=(5,), laid="5-3")
    assert ruled(state, "Ana 5-3") == "conduct.misplay on-table"
    assert ruled(state, "Ana draw 5-3") == "conduct.misplay on-table"


def test_what_fits_is_named_from_the_highest() -> None:
    """Whoever passes though able hears every tile that would fit."""
    state = midway(rules(), "5-3 9-8 6-5 8-5", "4?", ends=(5,))
    facts = {"tiles": (Tile(8, 5), Tile(6, 5), Tile(5, 3))}
    assert refusal(state, draw_tile(0)) == Reason("turn.must_play", "able-several", facts)
    assert refusal(state, pass_turn(0)) == Reason("turn.must_play", "able-several", facts)


def test_who_may_draw_or_pass_draws_first() -> None:
    """Where nobody must play, an able player who did not draw is asked to draw; so is one who is not able."""
    for own in (rules(**FREE), rules()):
        assert ruled(midway(own, "8-7", "4?", ends=(5,)), "Ana pass") == "turn.draws draw-first"
    assert ruled(midway(rules(**FREE), "5-3", "4?", ends=(5,)), "Ana pass") == "turn.draws draw-first"


def test_an_able_player_whose_hand_nobody_saw_may_have_had_to_play() -> None:
    """Passing without a draw is refused for the missing draw, whatever the hidden tiles are."""
    assert ruled(midway(rules(), "2?", "4?", ends=(5,)), "Ana pass") == "turn.draws draw-first"


UNTIL = {"turn__draws": "until-playable"}


@pytest.mark.parametrize("yard", [1, 2])
def test_a_draw_until_it_fits_goes_on_to_the_last_tile(yard: int) -> None:
    """With a tile left another draw is due, with none the turn may end."""
    own = rules(**UNTIL)
    state = after(midway(own, "6-1", "4?", ends=(5,), yard=yard), "Ana draw 8-8")
    assert ruled(state, "Ana pass") == ("legal" if yard == 1 else "turn.draws until-playable")


@pytest.mark.parametrize(
    ("drawn", "keeps", "ruling"),
    [
        ("5-4", "must-play", "turn.drawn_tile must-play"),
        ("5-4", "may-play", "legal"),
        ("8-8", "must-play", "turn.draws until-playable"),
        ("8-8", "may-play", "turn.draws until-playable"),
    ],
)
def test_whether_a_drawn_tile_that_fits_may_be_kept(drawn: str, keeps: str, ruling: str) -> None:
    """Drawing until a tile fits ends with one that does; whether it is laid is another rule."""
    own = rules(**UNTIL, turn__drawn_tile=keeps)
    state = after(midway(own, "6-1", "4?", ends=(5,)), f"Ana draw {drawn}")
    assert ruled(state, "Ana pass") == ruling


def test_who_is_sure_to_have_drawn_a_tile_that_fits_draws_no_more() -> None:
    """Only tiles with a five are left unseen, so the one just drawn fits, whichever it is."""
    seen = " ".join(str(tile) for tile in full_set(9) if 5 not in tile and tile != Tile(6, 4))
    state = midway(rules(turn__draws="until-playable"), "6-4", "3?", "3?", ends=(5,), laid=seen, yard=4)
    assert ruled(after(state, "Ana draw"), "Ana draw") == "turn.draws fits-unseen"


def test_a_player_who_is_named_begins_a_dealt_round() -> None:
    """Where the double is laid out, the first player begins unless another is named."""
    dealt_round = State.deal(rules(), ("Ana", "Ben", "Cy"), Random(7).shuffle, starter="Ben")
    assert dealt_round.name(dealt_round.turn) == "Ben"


def test_a_reason_shows_its_rule_and_facts_where_nobody_has_the_words() -> None:
    """Programs that have not read the rule book's words still see which rule it is."""
    assert str(Reason("turn.draws", "one", {"player": "Ana"})) == "turn.draws: one (player Ana)"


def test_where_several_tiles_are_laid_in_a_turn_a_drawn_one_is_the_last() -> None:
    """The turn goes on after a tile that was held, and is over after one that was drawn."""
    own = rules(turn__plays="many")
    held = after(midway(own, "5-1 1-0", "4?", ends=(5,)), "Ana 5-1")
    assert ruled(held, "Ana 1-0") == "legal"
    drawn = after(midway(own, "8-7 1-0", "4?", ends=(5,)), "Ana draw 5-1", "Ana 5-1")
    assert ruled(drawn, "Ana 1-0") == "turn.plays one"


def test_a_place_is_named_only_on_a_table_of_which_the_tiles_are_known() -> None:
    """In the middle of a round told in numbers, nobody can say where the starting double has room."""
    assert (
        ruled(midway(rules(), "9-5", "4?", ends=(5,)), "Ana 9-5 on start") == "conduct.misplay no-such-place"
    )


@pytest.mark.parametrize("text", ["Ana marks", "Ana unmarks", "Ana 9-1 on own", "Ana 9-1 on public"])
def test_without_trains_there_is_neither_a_train_nor_a_marker(text: str) -> None:
    """What a record says of trains is refused by the rule on them."""
    state = dealt(rules(), "9-1 5-3", "9-2 6-1", starter=0)
    assert ruled(state, text) == "trains.ownership no-trains"
    assert not state.table.marked(0)


def test_nothing_of_a_turn_is_left_in_the_next() -> None:
    """Whoever is on turn has not laid or drawn in it, and owes no tile."""
    state = midway(rules(), "5-3 8-7", "4?", ends=(5,))
    do(state, lay_tile(0, Tile(5, 3)))
    assert (state.turn, state.played, state.again, state.drew, state.drawn) == (1, False, False, False, 0)


def test_a_place_that_must_be_named_is_no_refusal() -> None:
    """What fits on two ends cannot be done without one of them, and is listed with each."""
    state = midway(rules(), "6-2 5-3", "4-1", ends=(6, 2))
    assert not can(state, lay_tile(0, Tile(6, 2)))
    assert state.legal_actions() == [lay_tile(0, Tile(6, 2), 6), lay_tile(0, Tile(6, 2), 2)]
    assert state.do(state.legal_actions()[1]) == ()
    assert feet_of(state).ends[2] == 0
    assert feet_of(state).ends[6] == 2
