"""Rules of play one by one."""

from random import Random
from typing import Any

import pytest

from scorekeeper.engine.actions import Action, draw_tile, lay_tile, pass_turn
from scorekeeper.engine.bits import BIT, tiles_of
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.hands import Hidden
from scorekeeper.engine.opening import find_start
from scorekeeper.engine.play import can, do, options, verify
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import why_not_ruled_on
from scorekeeper.engine.state import State
from scorekeeper.errors import Malformed
from scorekeeper.tiles import Tile, full_set, parse_tiles
from tests.conftest import cases
from tests.tables import after, books_of, dealt, ending, midway, play, ruled, rules

HELD = {"start__source": "held", "start__turn": "double-is-turn"}
FREE = {"turn__must_play": "may-draw-and-pass", "turn__drawn_tile": "may-play"}


def shown(action: Action) -> str:
    """Return an option of the player on turn: what is done, the tile and the place."""
    return " ".join(str(part) for part in (action.kind, action.tile, action.on) if part is not None)


@pytest.mark.parametrize("case", cases("play"), ids=lambda case: case["claim"])
def test_a_round_goes_by_its_rules(case: dict[str, Any]) -> None:
    """Each action is ruled on as the case says, and the round stands as it says afterwards."""
    for own in books_of(case):
        state = play(case, own)
        found = {
            "ended": ending(state),
            "sizes": [hand.size for hand in state.hands],
            "lacks": [" ".join(map(str, tiles_of(group.lacks))) for group in state.hands[1].hidden],
            "options": [shown(action) for action in options(state)] if "options" in case else [],
        }
        assert {name: found[name] for name in found if name in case} == {
            name: case[name] for name in case if name in found
        }


def refusal(state: State, action: Action) -> Reason | None:
    """Return why an action cannot stand."""
    try:
        verify(state, action)
    except Refusal as refused:
        return refused.reason
    return None


def test_g1_a_tile_that_cannot_be_the_drawn_one_stays() -> None:
    """G1: where the yard has other tiles only, a tile that fits was held before."""
    state = dealt(rules(**FREE), "6-1 6-2 6-3 6-4", "1?", "3?", yard=19, double=6, set_size=6)
    after(state, "Ana 6-1", "Ben draw")
    state.hands[1].hidden[1] = Hidden(1, BIT[Tile(6, 5)])
    assert ruled(state, "Ben 6-5") == "turn.drawn_tile older"


def test_a_toe_without_a_place_goes_on_an_open_double_blank() -> None:
    """0-0 is an open double like any other, whatever other ends show a blank."""
    hands = ("6-1 1-0 5-5", "6-0 0-0 4-4", "6-3 2-0 3-3")
    state = dealt(rules(start__toes=3), *hands, double=6, set_size=6, starter=0)
    after(state, "Ana 6-1", "Ben 6-0", "Cy 6-3", "Ana 1-0 on 6-1", "Ben 0-0 on 6-0", "Cy 2-0")
    open_ends = feet_of(state).open_ends
    assert open_ends is not None
    assert open_ends.free(0) == [Tile(1, 0), Tile(0, 0), Tile(0, 0)]


def test_which_double_starts_may_depend_on_hidden_hands() -> None:
    """Where no double is known of, a hidden hand may have one; where all are known, everybody draws."""
    reason = Reason("start.missing", "needs-held", {"doubles": (Tile(1, 1), Tile(0, 0))})
    own = rules(**HELD, start__missing="next-lower")
    assert find_start(dealt(own, "8-8 5-1", "3?", double=1)).needs == (reason,)
    assert find_start(dealt(own, "8-8 5-1", "6-5", double=1)).answer == "all-draw"


def test_blanks_that_fit_everything_are_not_ruled_on() -> None:
    """The reason comes from the key's value."""
    why = why_not_ruled_on(rules(trains__wild_blanks=True))
    assert (why and why.id, why_not_ruled_on(rules())) == ("not-ruled-on", None)


def test_a_tile_has_to_be_named() -> None:
    """Laying nothing is no action."""
    with pytest.raises(Malformed, match="No tile is named"):
        verify(midway(rules(), "5-3", "4?"), Action(0, "lay"))


def test_a_drawn_tile_stays_where_a_situation_says_that_it_was_drawn() -> None:
    """Where a draw ends the turn, nothing is laid after it."""
    state = midway(rules(turn__drawn_tile="may-not-play"), "5-3 6-1", "4?", ends=(5,))
    state.drawn = 1
    assert ruled(state, "Ana 5-3") == "turn.drawn_tile stays"


def test_a_situation_may_begin_with_the_starting_double() -> None:
    """Without a layout the double is laid all the same."""
    state = midway(rules(**HELD), "9-9 6-1", "4?", laid="8-8 7-1")
    state.started, state.table.double = False, -1
    after(state, "Ana 9-9")
    assert (state.started, state.table.laid_of(7), feet_of(state).start_left) == (True, 1, 4)


PLACES: list[tuple[tuple[int, int] | None, str, int, Reason | None]] = [
    (None, "5-3", 5, None),
    (None, "5-3", 3, Reason("conduct.misplay", "no-end", {"number": 3})),
    (None, "6-1", 5, Reason("conduct.misplay", "no-match", {"tile": Tile(6, 1), "number": 5})),
    ((6, 0), "6-1", 6, None),
    ((6, 0), "5-3", 5, Reason("foot.lock", "bare", {"double": Tile(6, 6), "laid": 0, "toes": 3})),
    ((0, 1), "5-3", 5, Reason("foot.lock", "incomplete", {"double": Tile(0, 0), "laid": 1, "toes": 3})),
]


@pytest.mark.parametrize(("foot", "tile", "place", "reason"), PLACES)
def test_a_place_may_be_told_as_a_number(
    foot: tuple[int, int] | None, tile: str, place: int, reason: Reason | None
) -> None:
    """In a situation an end is the number that it shows; it has to be there, and to be that of the open foot."""
    state = midway(rules(), "5-3 6-1", "4?", ends=(5,), foot=foot)
    assert refusal(state, lay_tile(0, *parse_tiles(tile, 9), place)) == reason


def test_a_tile_elsewhere_waits_for_the_toes_of_the_starting_double() -> None:
    """The reason has all that the sentence wants: the double, its toes and those it has."""
    facts = {"double": Tile(9, 9), "laid": 1, "toes": 4}
    found = refusal(midway(rules(), "5-3", "4?", toes=1), lay_tile(0, Tile(5, 3)))
    assert found == Reason("start.toes", "incomplete", facts)


def test_what_fits_is_named_from_the_highest() -> None:
    """Whoever passes though able hears every tile that would fit."""
    state = midway(rules(), "5-3 9-8 6-5 8-5", "4?", ends=(5,))
    facts = {"tiles": (Tile(8, 5), Tile(6, 5), Tile(5, 3))}
    assert refusal(state, draw_tile(0)) == Reason("turn.must_play", "able-several", facts)
    assert refusal(state, pass_turn(0)) == Reason("turn.must_play", "able-several", facts)


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
