"""Places, and what decided them."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from scorekeeper.game.apply import apply_event
from scorekeeper.game.events import Finished, PlayerJoined, PlayerLeft, TieDrawn
from scorekeeper.game.game import Game
from scorekeeper.game.ranking import ended_early, explain_places, standings, standings_so_far
from tests.build import AT, new_log, played, scored
from tests.conftest import cases


def _game(case: dict[str, Any]) -> Game:
    ties = [f"winning.ties={case['ties']}"] if "ties" in case else []
    game = played(case["rounds"], case["out"], *ties, *case.get("house", []))
    return apply_event(TieDrawn(tuple(case["draw"])), game) if "draw" in case else game


@pytest.mark.parametrize("case", cases("ranking"), ids=lambda case: case["name"])
def test_places(case: dict[str, Any]) -> None:
    """The places of a case are as it says."""
    places = standings(_game(case)).standings
    assert [one.player for one in places] == case["order"]
    assert [one.rank for one in places] == case["ranks"]
    assert [one.decided_by or "" for one in places] == case["decided"]


@pytest.mark.parametrize("case", cases("ranking"), ids=lambda case: case["name"])
def test_places_are_explained(case: dict[str, Any]) -> None:
    """What decided all places is said while the game goes on, and who won once it is over."""
    game = _game(case)
    over = apply_event(Finished(), game)
    assert standings(game).explanation == case["said"]
    assert explain_places(game, standings(game)) == case["said"]
    assert explain_places(over, standings(over)) == case["won"]


def test_nobody_is_first_before_the_first_round() -> None:
    """Nothing is said of places that no round has decided."""
    game = played([], [])
    assert explain_places(game, standings(game)) == ""


def test_player_without_a_nonzero_round_is_behind() -> None:
    """Somebody all of whose rounds are zero has no lowest round, and loses that tie-breaker."""
    ties = 'winning.ties=["lowest-nonzero-round"]'
    game = played([[0, 0, 5], [0, 5, 5]], ["Ben", ""], "scoring.out=-5", ties)
    sentence = "Ben and Ana both have 0; only Ben has a round that is not zero."
    assert standings(game).explanation == sentence


def _whole_game(*house: str) -> Game:
    rounds = [[0, 3, 5]] * 9 + [[0, 2, 5]]
    return played(rounds, ["Ana"] * 10, *house)


def test_clear_win_is_explained_by_its_gap() -> None:
    """Where nobody tied, the explanation is who won and by how much."""
    table = standings(_whole_game())
    assert table.complete
    assert table.winners == ("Ana",)
    assert table.explanation == "Ana wins with 0, 29 points fewer than Ben."


def test_tie_to_be_drawn_is_asked_for() -> None:
    """A finished game with a tie that a drawn tile settles says that they draw."""
    game = played([[5, 5, 9]] * 10, [""] * 10, 'winning.ties=["draw-a-tile", "share"]')
    assert standings(game).explanation == "Ana and Ben both have 50: they draw a tile for the place."


def test_three_who_share_a_place_are_named_at_once() -> None:
    """One sentence names all who share a place, or have to draw a tile for it."""
    level = [[5, 5, 5]] * 10
    assert standings(played(level, [""] * 10, 'winning.ties=["share"]')).explanation == (
        "Ana, Ben and Cy all have 50: they share the place."
    )
    assert standings(played(level, [""] * 10, 'winning.ties=["draw-a-tile", "share"]')).explanation == (
        "Ana, Ben and Cy all have 50: they draw a tile for the place."
    )


def test_missing_players_are_named_by_round() -> None:
    """A game with gaps names who is missing where, and has no winner."""
    game = apply_event(scored(3, "Ana", Ben="4"), played([[0, 3, 5]], ["Ana"]))
    table = standings(game)
    assert (table.winners, table.rounds_played) == ((), 1)
    assert (
        table.explanation == "Round 2 (8-8) still to come: Ana, Ben and Cy. Round 3 (7-7) still to come: Cy."
    )
    assert table.missing[-1] == {"round": 3, "double": 7, "player": "Cy"}


def test_not_entered_is_not_zero() -> None:
    """A player not entered in a round has null there, one who went out has 0."""
    table = standings(apply_event(scored(1, "Ana", Ben="4"), played([], [])))
    assert {one.player: one.by_round for one in table.standings} == {"Ana": (0,), "Ben": (4,), "Cy": (None,)}


def test_corrected_round_counts_in_a_finished_table() -> None:
    """A correction after the last round changes totals and places at once."""
    game = apply_event(scored(10, "Ben", Ana="90"), replace(_whole_game(), finished=False))
    assert standings(game).winners == ("Ben",)


def test_a_half_entered_round_puts_nobody_ahead() -> None:
    """What people are shown counts complete rounds: a hand entered alone moves no place, and no total."""
    game = apply_event(scored(2, None, Ana="30"), played([[0, 12, 60]], ["Ana"]))
    assert [(one.player, one.total) for one in standings_so_far(game).standings] == [
        ("Ana", 0),
        ("Ben", 12),
        ("Cy", 60),
    ]
    assert all(len(one.by_round) == 1 for one in standings_so_far(game).standings)
    assert standings(game).standings[0].player == "Ben"


def test_a_game_called_over_counts_its_complete_rounds() -> None:
    """A round that somebody is missing from wins nothing for them, and the reason says that it does not count."""
    half = apply_event(scored(2, None, Ana="30", Ben="50"), played([[0, 12, 60]], ["Ana"]))
    game = apply_event(Finished(), half)
    table = standings(game)
    assert game.over
    assert (table.winners, table.standings[0].total) == (("Ana",), 0)
    assert table.explanation == (
        "Ana wins with 0, 12 points fewer than Ben. The game ended early, after 1 of 10 rounds. "
        "Round 2 (8-8) does not count; still to come: Cy."
    )


def test_a_game_to_a_target_that_ended_early_says_after_how_many_rounds() -> None:
    """Without a number of rounds to play, only those that were played are named."""
    game = apply_event(
        Finished(), played([[0, 5, 9]], ["Ana"], "rounds.length=target-score", "rounds.target=200")
    )
    assert game.rounds_total is None
    assert ended_early(game) == "The game ended early, after 1 round."


def test_a_game_without_a_complete_round_is_won_by_nobody() -> None:
    """Somebody who was never entered has not won, though no points stand against the name."""
    game = apply_event(Finished(), apply_event(scored(1, "Ana", Ben="4"), played([], [])))
    assert not game.over
    assert standings(game).winners == ()


def test_a_win_by_one_point_is_one_point() -> None:
    """The gap is what the second has more."""
    game = played([[0, 3, 5]] * 9 + [[28, 2, 5]], ["Ana"] * 9 + [""])
    assert standings(game).explanation == "Ana wins with 28, 1 point fewer than Ben."


def test_one_round_won_is_one_round() -> None:
    """Whoever is ahead won one round, in the singular; the other won none."""
    game = played([[0, 5, 9], [5, 0, 9]], ["Ana", ""], 'winning.ties=["most-rounds-won"]')
    assert standings(game).explanation == "Ana and Ben both have 5; Ana won 1 round, Ben 0."


def test_a_tie_in_a_game_that_goes_on_is_shared() -> None:
    """A tile is drawn at the end, and nothing is explained before but ties."""
    ties = 'winning.ties=["draw-a-tile", "share"]'
    assert standings(played([[5, 5, 9]], [""], ties)).explanation == (
        "Ana and Ben both have 5: they share the place."
    )
    assert standings(played([[5, 6, 9]], [""], ties)).explanation == ""
    assert standings(played([], [], ties)).explanation == ""


def test_a_game_that_goes_on_counts_what_is_entered_and_has_no_winner() -> None:
    """A hand of a round half entered is in the total, and nobody has won."""
    table = standings(apply_event(scored(2, None, Ana="30"), played([[0, 12, 60]], ["Ana"])))
    assert [(one.player, one.total) for one in table.standings] == [("Ben", 12), ("Ana", 30), ("Cy", 60)]
    assert (table.winners, table.complete) == ((), False)


def test_of_two_who_left_the_one_who_stayed_longer_is_ahead() -> None:
    """Whoever plays on is ahead of both, with however many points; who came back plays on."""
    log = new_log(players=("Ana", "Ben", "Cy", "Dot")).after(scored(1, "Ana", Ben="4", Cy="90", Dot="95"), AT)
    log = log.after(PlayerLeft(player="Ana"), AT)
    log = log.after(scored(2, "Ben", Cy="5", Dot="5"), AT).after(PlayerLeft(player="Ben"), AT)
    assert [(one.player, one.decided_by, one.left) for one in standings(log.game).standings] == [
        ("Cy", "lowest-total", None),
        ("Dot", "left", None),
        ("Ben", "left", 3),
        ("Ana", None, 2),
    ]
    back = standings(log.after(PlayerJoined(player="Ana"), AT).game).standings
    assert [one.player for one in back] == ["Ana", "Cy", "Dot", "Ben"]


def test_places_are_values_that_say_no_more_than_they_have_to() -> None:
    """A place of somebody who was there all along says nothing about coming and leaving; none can be changed."""
    table = standings(played([[0, 12, 60]], ["Ana"]))
    place = table.standings[0]
    assert msgspec.to_builtins(place) == {
        "rank": 1,
        "player": "Ana",
        "total": 0,
        "rounds_won": 1,
        "lowest_nonzero": None,
        "by_round": (0,),
        "decided_by": "lowest-total",
    }
    for value, name in ((table, "title"), (place, "player")):
        with pytest.raises(AttributeError):
            setattr(value, name, "Cy")
