"""Figures as words and bars."""

import pytest
from msgspec.structs import replace

from scorekeeper.history.figures import (
    game_outcome,
    outcome_with_others,
    player_portrait,
    rounds_played_of,
    show_bar,
    show_faced,
    show_periods,
)
from scorekeeper.history.past import Past, past_games
from scorekeeper.history.statistics import faced, played_periods, player_records
from scorekeeper.history.summary import summarise
from tests.build import AT, new_log, played, scored

ONE_ROUND = ("rounds.length=fixed", "rounds.count=1")


def pasts(*games: object) -> tuple[Past, ...]:
    """Return games as past ones."""
    return past_games([(str(at), summarise(game)) for at, game in enumerate(games)], {})  # type: ignore[arg-type]


def test_portrait_of_a_winner() -> None:
    """A player's portrait has eight lines."""
    won = played([(0, 10, 20)], ["Ana"], *ONE_ROUND)
    shared = played([(3, 3, 20)], [""], *ONE_ROUND, 'winning.ties=["share"]')
    assert dict(player_portrait(player_records(pasts(won, shared))[0])) == {
        "Games": "2, the first on 20 Nov 2026; 2 finished",
        "Wins": "2 of 2 finished games, 100%; 1 of them shared",
        "Rounds": "2, 1 won",
        "Average": "1.5 points per round",
        "Best game": "0  Friday night, 20 Nov 2026",
        "Worst game": "3  Friday night, 20 Nov 2026",
        "Best round": "3, leaving out the rounds without points",
        "Worst round": "3",
    }


def test_portrait_of_somebody_who_never_finished() -> None:
    """A missing figure is shown as a mark, never as zero."""
    told = dict(player_portrait(player_records(pasts(new_log().game))[0]))
    assert [told[what] for what in ("Best game", "Best round", "Worst round")] == ["·", "·", "·"]
    assert (told["Wins"], told["Average"]) == ("0 of 0 finished games, ·", "· points per round")


def test_a_bar_is_as_long_as_its_share() -> None:
    """The largest value fills the width; every other one, even zero, has at least half a column."""
    assert [show_bar(value, 8, 4) for value in (8, 4, 0)] == ["━━━━", "━━", "╸"]
    assert show_bar(0, 0, 4) == "╸"


def test_time_has_a_bar_and_its_number() -> None:
    """Each period has its date, a bar, the average and the games."""
    games = pasts(played([(5, 0, 20)], ["Ben"], *ONE_ROUND))
    assert show_periods(played_periods(games, "Ana", alike=True), 4) == (
        ("20 Nov 2026", "━━━━", "5.0  1 game, 0 won"),
    )
    assert show_periods((), 4) == ()


def test_two_against_each_other() -> None:
    """How often each one was ahead is shown once they have finished a game."""
    going_on = faced(pasts(played([(0, 1, 2)], ["Ana"])), "Ana", alike=True)[0]
    assert show_faced(going_on) == "Ana and Ben sat in 1 game together."
    over = faced(pasts(played([(0, 1, 2)], ["Ana"], *ONE_ROUND)), "Ana", alike=True)[0]
    assert show_faced(over).endswith("In the one that was finished Ana was ahead.")


@pytest.mark.parametrize(
    ("outcomes", "sentence"),
    [
        ((0, 1, 0), "In the one that was finished Ben was ahead."),
        ((0, 0, 1), "In the one that was finished they were level."),
        ((2, 0, 0), "Of 2 finished games Ana was ahead in 2."),
        ((3, 1, 1), "Of 5 finished games Ana was ahead in 3, Ben was ahead in 1 and they were level in 1."),
    ],
)
def test_what_never_happened_is_not_counted(outcomes: tuple[int, int, int], sentence: str) -> None:
    """Only outcomes that there were are named, and one game needs no number."""
    going_on = faced(pasts(played([(0, 1, 2)], ["Ana"])), "Ana", alike=True)[0]
    ahead, behind, level = outcomes
    told = show_faced(replace(going_on, ahead=ahead, behind=behind, level=level))
    assert told.endswith(sentence)


def test_how_a_game_came_out() -> None:
    """A game says who won, who is ahead, or that it has not begun; how far it is, and who else sat there."""
    target = ("rounds.length=target-score", "rounds.target=100")
    games = pasts(
        played([(0, 1, 2)], ["Ana"], *ONE_ROUND),
        played([(5, 5, 5)], [""], *ONE_ROUND, 'winning.ties=["share"]'),
        played([(0, 10, 20), (9, 10, 0)], ["Ana", "Cy"]),
        new_log().game,
        new_log().after(scored(1, Ben="7"), AT).game,
        played([(0, 1, 2)], ["Ana"], *target),
    )
    assert [(outcome_with_others(one), rounds_played_of(one)) for one in games] == [
        ("Ana won with 0 · Ben, Cy", "finished"),
        ("Ana, Ben and Cy won with 5", "finished"),
        ("Ana ahead with 9 · Cy, Ben", "2 of 10"),
        ("not begun · Ana, Ben, Cy", "0 of 10"),
        ("first round begun · Ana, Ben, Cy", "0 of 10"),
        ("Ana ahead with 0 · Ben, Cy", "1 round"),
    ]


def test_hidden_totals_are_told_nowhere_before_the_end() -> None:
    """A game that hides its totals says that it does, and not who is ahead."""
    game = replace(played([(0, 1, 2)], ["Ana"]), hidden=True)
    (one,) = pasts(game)
    assert game_outcome(one) == "totals are hidden until the end"
    assert outcome_with_others(one) == "totals are hidden until the end · Ana, Ben, Cy"
    (over,) = pasts(replace(played([(0, 1, 2)], ["Ana"], *ONE_ROUND), hidden=True))
    assert game_outcome(over) == "Ana won with 0"
    assert outcome_with_others(over) == "Ana won with 0 · Ben, Cy"
