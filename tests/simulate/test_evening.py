"""One simulated evening: whole games, the project's own points and places, calls on the last tile."""

from collections.abc import Mapping
from random import Random

import pytest

from scorekeeper.engine import State, played_round, round_result
from scorekeeper.game import Round, standings
from scorekeeper.rules import Rules, Value, with_changes
from scorekeeper.simulate import evening
from scorekeeper.simulate.evening import POLICIES, Evening, play_evening
from tests.conftest import BOOKS, CLASSIC, SHELF, by_cases

TALKING = "tedmontgomery"
"""A rule book by which forgetting the call on the last tile costs something."""


def played(
    rules: Rules, policy: str = "heaviest", set_size: int = 6, players: int = 2, seed: int = 1
) -> Evening:
    """Return an evening."""
    return play_evening(rules, set_size, players, POLICIES[policy], Random(seed).random)


def changed(book: str = "classic", **house: Value) -> Rules:
    """Return the rules of a book with changes; `__` stands for the dot in a key."""
    return with_changes(
        SHELF.book(book).rules, {key.replace("__", "."): value for key, value in house.items()}
    )


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_an_evening_ends_under_every_book(book) -> None:
    """All rounds of the book are played, and everybody has points."""
    found = played(book.rules, "random", book.rules.set.default, 3)
    assert found.rounds >= 1
    assert 0 <= found.blocked <= found.rounds
    assert len(found.totals) == 3
    assert list(found.totals) == sorted(found.totals)


def test_the_same_random_numbers_give_the_same_evening() -> None:
    """Nothing else is random."""
    assert played(CLASSIC, "random") == played(CLASSIC, "random")
    assert played(CLASSIC, "random") != played(CLASSIC, "random", seed=2)


@by_cases
def test_as_many_rounds_are_played_as_the_rules_say(house: Mapping[str, Value], rounds: int) -> None:
    """A game has all doubles of the set, or so many rounds as were agreed."""
    assert played(changed(**house)).rounds == rounds


def test_a_game_to_a_target_ends_with_the_target() -> None:
    """The last total reaches the target, and without the last round none did."""
    found = played(changed(rounds__length="target-score", rounds__target=150))
    assert found.totals[-1] >= 150
    assert found.rounds != 7


def test_places_are_those_of_a_kept_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The totals are the points of the rounds, in the order of the standing that a game has."""
    seen = []
    monkeypatch.setattr(evening, "standings", lambda game: seen.append(game) or standings(game))
    found = played(CLASSIC, set_size=9, players=4)
    (game,) = seen
    assert found.totals == tuple(place.total for place in standings(game).standings)
    assert sum(found.totals) == sum(sum(points.values()) for points in game.points)
    assert found.blocked == sum(played.out is None for played in game.rounds)


def test_points_for_a_call_count_also_for_who_went_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a forgotten call costs points, the totals of the evening have them, whoever went out."""
    seen, results = [], []
    monkeypatch.setattr(evening, "standings", lambda game: seen.append(game) or standings(game))
    monkeypatch.setattr(evening, "FORGOTTEN", 1.0)

    def watched(state: State, number: int) -> Round:
        results.append((played := played_round(state, number), round_result(state)))
        return played

    monkeypatch.setattr(evening, "played_round", watched)
    for seed in range(4):
        played(changed(TALKING, little__points=5), players=3, seed=seed)
    kept_rounds = [one for game in seen for one in game.rounds]
    found = [result for played, result in results if any(played is one for one in kept_rounds)]
    assert [dict(points) for game in seen for points in game.points] == [dict(one.points) for one in found]
    assert any(one.out and one.points[one.out] for one in found)


def test_the_double_blank_costs_what_the_rules_say() -> None:
    """Twice the points cost twice as much, and where it counts nothing it costs nothing."""
    costs = [
        played(changed(scoring__double_blank=points), set_size=9, players=4).double_blank
        for points in (0, 25, 50)
    ]
    assert costs[0] == 0 < costs[1]
    assert costs[2] == 2 * costs[1]


def test_one_round_at_half_time_of_none_leads_nobody_astray() -> None:
    """In an evening of one round everybody leads at half time, so a leader wins."""
    assert played(changed(rounds__length="fixed", rounds__count=1)).leader_won


ANNOUNCE = ("before-next-play", "before-called", "before-hand-leaves-table")
CHALLENGE = ("one-circuit", "automatic", "before-next-turn")
PENALTY = ("draw-1", "draw-2", "draw-1-and-skip")


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize(("turn", "policy"), enumerate(POLICIES))
def test_calls_are_made_challenged_and_paid(
    at: int, turn: int, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever two of way of playing, windows and penalty meet, rounds come to their end, and a call decides some."""
    monkeypatch.setattr(evening, "FORGOTTEN", 0.5)
    announce, challenge, penalty = ANNOUNCE[at], CHALLENGE[(at + turn) % 3], PENALTY[(at + 2 * turn) % 3]
    rules = changed(
        "wikipedia",
        little__announce=announce,
        little__challenge=challenge,
        little__penalty=penalty,
    )
    found = [played(rules, policy, set_size=9, players=4, seed=seed) for seed in range(2)]
    assert 0 < sum(one.by_call for one in found) < sum(one.rounds for one in found)


@pytest.mark.parametrize(("house"), [{"little__mode": "off"}, {"little__penalty": "none"}])
def test_no_call_decides_where_forgetting_costs_nothing(house: Mapping[str, Value]) -> None:
    """Without a penalty nothing would have been different."""
    assert sum(played(changed(TALKING, **house), seed=seed).by_call for seed in range(3)) == 0


def test_no_call_decides_where_nobody_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody calls in time."""
    monkeypatch.setattr(evening, "FORGOTTEN", 0.0)
    assert sum(played(SHELF.book(TALKING).rules, seed=seed).by_call for seed in range(3)) == 0


def test_a_round_that_nobody_can_begin_is_dealt_anew() -> None:
    """Where nobody holds the double and the rules say to shuffle again, that is done, and all rounds are played."""
    rules = changed(start__source="held", start__missing="reshuffle", deal__hand_size={"any": 5})
    assert played(rules, players=3).rounds == 7
