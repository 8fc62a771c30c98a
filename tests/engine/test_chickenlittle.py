"""Chickenlittle: windows, challenges and penalties."""

from random import Random
from typing import Any

import pytest

from scorekeeper.engine.actions import Action, challenge, little
from scorekeeper.engine.notation import show_action
from scorekeeper.engine.play import do, verify
from scorekeeper.engine.result import round_result
from scorekeeper.engine.state import State
from scorekeeper.engine.turns import calls_that_count
from scorekeeper.errors import Malformed
from scorekeeper.rules import read_changes, with_changes
from scorekeeper.rules.rulebook import key_choices
from tests.conftest import BOOKS, case_file
from tests.tables import after, books_of, dealt, ending, midway, play, ruled, rules

CALLS = case_file("calls.toml")
TABLE = CALLS["table"]


@pytest.mark.parametrize("case", CALLS["case"], ids=lambda case: case["claim"])
def test_a_call_costs_what_the_rules_say(case: dict[str, Any]) -> None:
    """Each action is ruled on as the case says, and what is owed, counted and left to say is as it says."""
    for own in books_of(case, TABLE["rules"]):
        state = play(TABLE | case, own)
        found: dict[str, object] = {
            "sizes": [hand.size for hand in state.hands],
            "count": [show_action(state, action) for action in calls_that_count(state)],
            "ended": ending(state),
        }
        if state.calls is not None:
            found["caught"] = state.calls.times
            found["owes"] = {state.name(seat): tiles for seat, tiles in state.calls.owed.items()}
        assert {name: found[name] for name in found if name in case} == {
            name: case[name] for name in case if name in found
        }


def penalty(**changes: object) -> State:
    """Return Ana with two tiles before one other player, where forgetting to call is penalised."""
    return midway(rules(little__mode="penalty", **changes), "6-4 5-3", "4-1 8-2 9-9", ends=(6, 2))


def test_points_are_charged_only_where_a_table_wants_them() -> None:
    """A house rule may add points for every time somebody was caught."""
    case = {
        "hands": ["6-4 5-3", "4-1 8-2", "7-1 8-3"],
        "ends": [6, 2],
        "script": [
            "Ana 6-4",
            "Ben 4-1",
            "Cy challenges Ana",
            "Ana draw 9-0",
            "Cy 7-1",
            "Ana draw 9-7",
            "Ana 9-7",
            "Ben 8-2",
        ],
    }
    state = play(case, rules(little__mode="penalty", little__points=10))
    assert (ending(state), round_result(state).points["Ana"]) == ("out scoring.out", 8 + 9 + 10)


@pytest.mark.parametrize("window", key_choices("little.announce"))
@pytest.mark.parametrize("mode", ["off", "courtesy"])
def test_a_call_that_costs_nothing_is_let_pass_under_every_book(mode: str, window: str) -> None:
    """With tiles to spare too, whoever is on turn and whatever the book says of the moment to call."""
    for book in BOOKS:
        own = with_changes(book.rules, read_changes({"little.mode": mode, "little.announce": window}))
        state = State.deal(own, ("Ana", "Ben", "Cy"), Random(1).shuffle)
        assert [state.do(little(seat)) for seat in range(3)] == [(), (), ()]


def test_a_call_and_a_challenge_are_done_for_certain() -> None:
    """Nothing has to be settled about them afterwards."""
    state = after(penalty(), "Ana 6-4")
    assert do(state, little(0)) == ()
    state = after(penalty(), "Ana 6-4", "Ben 4-1")
    assert (do(state, challenge(1, 0)), state.doubts) == ((), [])


def test_a_turn_lost_again_has_no_draw() -> None:
    """Who was caught again on the last tile loses the turn alone, though the yard has tiles by now."""
    state = penalty(little__penalty="draw-1-and-skip", little__again="skip")
    state.table.yard = 0
    after(state, "Ana 6-4", "Ben 4-1", "Ben challenges Ana", "Ana pass", "Ben 8-2", "Ben challenges Ana")
    state.table.yard = 3
    assert (ruled(state, "Ana draw"), ruled(state, "Ana pass")) == ("little.penalty lost-turn", "legal")


def test_a_challenge_of_a_hand_of_unknown_size_is_noted_as_a_doubt() -> None:
    """What would settle it is asked for once the round is over."""
    state = midway(rules(little__mode="penalty"), "6-4 *", "4-1 8-2", ends=(6, 2))
    [reason] = do(state, challenge(1, 0))
    assert (reason.key, reason.id) == ("little.challenge", "needs-last-tile")
    assert state.doubts == [(1, (reason,))]


def test_a_challenge_names_a_player() -> None:
    """Nobody can be said to have forgotten."""
    with pytest.raises(Malformed, match="Nobody is challenged"):
        verify(penalty(), Action(1, "challenge"))


def test_nobody_calls_before_anybody_is_on_turn() -> None:
    """Two tiles are called ahead by whoever is on turn, and before the first tile that is nobody."""
    assert calls_that_count(dealt(rules(little__mode="penalty"), "6-4 5-3 2-1", "4-1 8-2")) == []
