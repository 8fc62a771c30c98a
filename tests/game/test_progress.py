"""How people are doing: gaps, places won and lost, best rounds, and who can still win."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.game.events import Finished, PlayerJoined, PlayerLeft, RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.progress import RoundPoints, can_win, game_progress, half_entered
from scorekeeper.game.ranking import standings
from scorekeeper.game.round import Blocked
from tests.build import after, evening, new_log, played, scored
from tests.random_games import books, random_game

FOUR = ("rounds.length=fixed", "rounds.count=4", "little.points=0")


def test_gap_movement_and_rounds() -> None:
    """Gap, places won and lost, best and worst round and the running totals are those of the table."""
    game = played([[0, 20, 5], [40, 0, 10], [0, 3, 5]], ["Ana", "Ben", "Ana"], *FOUR)
    first, second, third = game_progress(game)
    assert [(one.player, one.gap, one.moved) for one in (first, second, third)] == [
        ("Cy", 0, 0),
        ("Ben", 3, 0),
        ("Ana", 20, 0),
    ]
    assert (first.best_round, first.worst_round) == (RoundPoints(1, 5), RoundPoints(2, 10))
    assert third.running == (0, 40, 40)
    before = replace(game, rounds=game.rounds[:2])
    assert {one.player: one.moved for one in game_progress(before)} == {"Cy": 1, "Ben": 1, "Ana": -2}


def test_nothing_to_tell_at_the_start() -> None:
    """Before anything is entered nobody has moved, and everybody can win."""
    for one in game_progress(new_log().game):
        assert (one.gap, one.moved, one.best_round, one.worst_round, one.running, one.can_win) == (
            0,
            None,
            None,
            None,
            (),
            True,
        )


def test_company_in_the_running_totals() -> None:
    """A latecomer's totals begin where the latecomer did; a leaver's end."""
    log = after(
        evening(),
        PlayerLeft(player="Ben"),
        PlayerJoined(player="Dan", begins="given", points=9),
        scored(3, Ana="4"),
    )
    told = {one.player: one for one in game_progress(log.game)}
    assert (told["Dan"].running, told["Ben"].running) == ((None, None, 9), (10, 20, None))
    assert (told["Dan"].moved, told["Ben"].can_win) == (None, False)


def test_whoever_leaves_moves_nobody_up() -> None:
    """Places are won and lost among those who are still there."""
    log = after(new_log(), scored(1, "Ana", Ben="4", Cy="9"), scored(2, "Ana", Ben="4", Cy="9"))
    log = after(log, PlayerLeft(player="Ana"))
    assert {one.player: one.moved for one in game_progress(log.game)} == {"Ben": 0, "Cy": 0, "Ana": None}


def test_winners_can_win_when_it_is_over() -> None:
    """Once the game is over, those who won are those who can."""
    log = after(evening(), Finished())
    assert (can_win(log.game), standings(log.game).winners) == (frozenset({"Ana"}), ("Ana",))


BLANKS_FREE = ("rounds.length=fixed", "rounds.count=3", "scoring.double_blank=0", "little.points=0")
ALL = {"Ana", "Ben", "Cy"}
FAR = {
    "tiles that are left": (([[0, 0, 900]] * 3, ["Ana"] * 3, *FOUR), {"Ana", "Ben"}),
    "just enough": (([[0, 0, 120]] * 2, ["Ana"] * 2, *BLANKS_FREE), ALL),
    "one point too many": (([[0, 0, 121]] * 2, ["Ana"] * 2, *BLANKS_FREE), {"Ana", "Ben"}),
    "penalties without a bound": (([[0, 0, 900]] * 3, ["Ana"] * 3, *FOUR[:2], "little.points=5"), ALL),
    "a target": (([[0, 0, 90]], ["Ana"], "rounds.length=target-score", "rounds.target=100"), ALL),
    "going out wins points": (([[0, 300, 0]] * 3, [""] * 3, *FOUR, "scoring.out=-1000"), ALL),
}


@pytest.mark.parametrize("case", FAR)
def test_who_can_still_win(case: str) -> None:
    """Who cannot win is told by the tiles that are left, and only where there is a bound."""
    (points, out, *house), able = FAR[case]
    assert can_win(played(points, out, *house)) == able


def test_lowest_hand_may_yet_go_free() -> None:
    """A hand entered in a round that goes on may count nothing in the end, where the lowest goes free."""
    house = ("scoring.blocked=low-hand-zero", "rounds.length=fixed", "rounds.count=1", "little.points=0")
    log = after(
        new_log(*house),
        RoundScored(round=1, entries=scored(1, Ana="=999", Ben="1").entries, ending=Blocked()),
    )
    assert can_win(log.game) == {"Ana", "Ben", "Cy"}


@given(st.integers(0, 2**32))
def test_whoever_wins_could_always_win(seed: int) -> None:
    """In a game that was really played, nobody who wins was ever said to be unable to."""
    rng = Random(seed)
    game = _some_game(rng)
    assert game.complete or game.rules.rounds.length != "all-doubles"
    for length in range(len(game.rounds)):
        so_far = replace(game, rounds=game.rounds[:length])
        assert set(standings(game).winners) <= can_win(so_far)


def _some_game(rng: Random) -> Game:
    book = rng.choice([book for book in books() if 9 in book.rules.set.sizes])
    return random_game(book, 9, rng.randint(2, 4), rng)


def test_a_round_with_somebody_missing_is_half_entered() -> None:
    """One that nobody has entered yet is not, nor one that is whole."""
    log = after(new_log(), scored(1, "Ana", Ben="5", Cy="7"), scored(2, Ben="5"))
    assert half_entered(log.game) == ("8-8",)
