"""What holds whatever happens: laws of the engine on random rounds under every rule book."""

from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.actions import Action
from scorekeeper.engine.play import do, options, verify
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.engine.state import State, begin_round
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.tiles import Tile
from tests.conftest import FOOT_BOOKS
from tests.laws import broken, replays
from tests.random_player import any_action, dealt

PLAYED = FOOT_BOOKS
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
books = st.sampled_from(PLAYED)
seeds = st.integers(0, 2**32)


def random_round(book: RuleBook, size: int, players: int, seed: int) -> tuple[State, list[Tile], Random]:
    """Deal a round; rejects what cannot be dealt."""
    rng = Random(seed)
    try:
        setup, yard = dealt(book.rules, size, players, rng.randrange(size + 1), rng)
    except Impossible:
        assume(False)
    return begin_round(setup), yard, rng


@few
@given(books, st.sampled_from([6, 9, 12]), st.integers(2, 8), seeds)
def test_laws_hold_on_every_table_and_a_round_ends(
    book: RuleBook, size: int, players: int, seed: int
) -> None:
    """D8, D10, D11, D15: tiles, parities and feet are right after every action, and play comes to an end."""
    state, yard, rng = random_round(book, size, players, seed)
    while state.outcome is None:
        action = any_action(state, yard, rng)
        assert action is not None
        do(state, action)
        assert broken(state, yard) == []
    assert len(state.history) < 5000


@few
@given(books, st.sampled_from([6, 9]), st.integers(2, 5), seeds)
def test_a_printed_record_replays_to_the_same_state(
    book: RuleBook, size: int, players: int, seed: int
) -> None:
    """Writing the actions down and reading them again loses nothing."""
    state, yard, rng = random_round(book, size, players, seed)
    while state.outcome is None and (action := any_action(state, yard, rng)) is not None:
        do(state, action)
    assert replays(state)


def verdict(state: State, action: Action) -> str:
    """Return what is ruled on an action."""
    try:
        return "depends" if verify(state, action) else "legal"
    except Refusal:
        return "illegal"
    except Malformed:
        return "malformed"


def hiding(setup: Setup, shown: float, rng: Random) -> Setup:
    """Return the setup with only some of the tiles known."""
    hands = []
    for hand in setup.hands:
        known = [tile for tile in hand.known if rng.random() < shown]
        rng.shuffle(known)
        hands.append(Dealt(tuple(known), len(hand.known) - len(known)))
    return setup._replace(hands=tuple(hands))


@few
@given(books, st.integers(2, 4), seeds, st.floats(0, 0.9))
def test_knowing_more_only_settles_what_depended(
    book: RuleBook, players: int, seed: int, shown: float
) -> None:
    """With some tiles hidden a verdict is the true one or `depends`, never its opposite."""
    state, yard, rng = random_round(book, 6, players, seed)
    blind = begin_round(hiding(state.setup, shown, rng))
    while state.outcome is None and blind.outcome is None:
        action = any_action(state, yard, rng)
        if action is None:
            break
        for seat in range(players):
            for kind in ("draw", "pass"):
                asked = Action(seat, kind)
                assert verdict(blind, asked) in (verdict(state, asked), "depends")
        do(state, action)
        hidden = action.kind == "draw" and rng.random() < 0.5
        do(blind, Action(action.seat, "draw") if hidden else action)


@few
@given(books, seeds, st.randoms())
def test_a_verdict_does_not_depend_on_the_order_of_facts(book: RuleBook, seed: int, shuffled: Random) -> None:
    """Hands written down in another order are ruled on alike."""
    state, yard, rng = random_round(book, 9, 3, seed)
    mixed = [Dealt(tuple(shuffled.sample(hand.known, len(hand.known)))) for hand in state.setup.hands]
    other = begin_round(state.setup._replace(hands=tuple(mixed)))
    for _step in range(40):
        assert options(state) == options(other)
        action = any_action(state, yard, rng)
        if action is None:
            break
        do(state, action)
        do(other, action)
