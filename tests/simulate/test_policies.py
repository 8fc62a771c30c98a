"""The four ways of playing."""

from random import Random

import pytest

from scorekeeper.engine import Action, State, Train, draw_tile, lay_tile, pass_turn
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.simulate.evening import NAMES, POLICIES
from scorekeeper.simulate.figures import usual_players
from scorekeeper.tiles import Tile
from tests.conftest import BOOKS

CHOICES = (
    lay_tile(0, Tile(6, 4), 6),
    lay_tile(0, Tile(6, 4), 4),
    lay_tile(0, Tile(5, 5), 5),
    lay_tile(0, Tile(3, 3), 3),
    lay_tile(0, Tile(7, 3), 3),
    pass_turn(0),
)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("heaviest", lay_tile(0, Tile(7, 3), 3)),
        ("doubles-first", lay_tile(0, Tile(5, 5), 5)),
        ("keep-doubles", lay_tile(0, Tile(7, 3), 3)),
    ],
)
def test_each_way_of_playing_picks_its_tile(policy: str, expected: Action) -> None:
    """Of equally heavy tiles the one with the higher number is laid, whatever the order of the actions."""
    for actions in (CHOICES, CHOICES[::-1]):
        assert POLICIES[policy](actions, lambda: 0.0) == expected


@pytest.mark.parametrize("policy", sorted(POLICIES.keys() - {"random"}))
def test_a_tile_is_laid_rather_than_none(policy: str) -> None:
    """Nobody draws or passes who can lay a tile, were it the double blank; else they draw or pass."""
    blank = lay_tile(0, Tile(0, 0), 0)
    assert POLICIES[policy]([draw_tile(0), blank], lambda: 0.0) == blank
    assert POLICIES[policy]([draw_tile(0)], lambda: 0.0) == draw_tile(0)


@pytest.mark.parametrize("policy", sorted(POLICIES.keys() - {"random"}))
def test_the_place_is_the_own_train_or_the_higher_number(policy: str) -> None:
    """Where one tile fits in several places, it is laid on the player's own train, or by its higher number."""
    own = lay_tile(1, Tile(6, 4), Train(1))
    others = [lay_tile(1, Tile(6, 4), Train()), lay_tile(1, Tile(6, 4), Train(0))]
    assert POLICIES[policy]([*others, own], lambda: 0.0) == own
    assert POLICIES[policy]([CHOICES[1], CHOICES[0]], lambda: 0.0) == CHOICES[0]


def test_random_play_picks_each_action_as_often() -> None:
    """The random number alone says which action it is, draws and passes among them."""
    numbers = [at / len(CHOICES) for at in range(len(CHOICES))]
    assert [POLICIES["random"](CHOICES, lambda at=at: at) for at in numbers] == list(CHOICES)  # type: ignore[misc]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_what_is_picked_is_legal_under_every_book(book: RuleBook, policy: str) -> None:
    """A round comes to its end under every rule book, each action verified."""
    random = Random(5)
    players = NAMES[: usual_players(book.rules, book.rules.set.default)]
    state = State.deal(book, players, random.shuffle)
    while state.result is None:
        action = POLICIES[policy](state.legal_actions(), random.random)
        assert state.verify(action) == ()
        state.do(action)
