"""Sitting out a round: at the table, but not in this round."""

import pytest

from scorekeeper.errors import Impossible
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.events import PlayerLeft, PlayerRenamed, RoundCleared, RoundScored, Undone
from scorekeeper.game.game import next_starter
from scorekeeper.game.keying import cell_change
from scorekeeper.game.log import GameLog
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.progress import RoundPoints, game_progress
from scorekeeper.game.ranking import fewer_rounds, standings
from scorekeeper.game.round import SitsOut
from tests.build import AT, new_log, scored


def evening(*house: str, first: str | None = None) -> GameLog:
    """Return a game of three in whose second round Cy sits out, who had 3 points before."""
    log = new_log(*house, first=first).after(scored(1, "Ana", Ben="10", Cy="3"), AT)
    return log.after(scored(2, "Ben", Ana="8", Cy="-"), AT)


def test_who_sits_out_has_no_points_and_is_not_missing() -> None:
    """The round is complete without them, counts nothing, and has no value in `by_round`."""
    game = evening().game
    [cy] = [place for place in standings(game).standings if place.player == "Cy"]
    assert (game.missing, game.rounds_played, game.dealt_in(2)) == ((), 2, ("Ana", "Ben"))
    assert (cy.total, cy.by_round, cy.rounds_won) == (3, (3, None), 0)
    [doing] = [one for one in game_progress(game) if one.player == "Cy"]
    assert (doing.running, doing.best_round, doing.worst_round) == ((3, 3), *[RoundPoints(1, 3)] * 2)


def test_sitting_out_can_be_undone_and_entered_over() -> None:
    """Undo, an empty entry and a hand each let the player play after all; clearing the round does too."""
    before = new_log().after(scored(1, "Ana", Ben="10", Cy="3"), AT).after(scored(2, "Ben", Ana="8"), AT)
    log = before.after(scored(2, Cy="-"), AT)
    assert log.after(Undone(), AT).game == before.game
    assert log.after(scored(2, Cy=""), AT).game == before.game
    assert log.after(scored(2, Cy="5"), AT).game.total("Cy") == 8
    assert log.after(scored(2, "Cy", Ben="4"), AT).game.rounds[1].sits_out == ()
    assert log.after(RoundCleared(2), AT).game.rounds_played == 1


TOLD = {
    "sits out": ((), "Round 8-8: Cy sits out."),
    "plays after all": (("5",), "Round 8-8: Cy plays after all: 5."),
    "was a slip": (("",), "Round 8-8: Cy does not sit out after all."),
    "sits out in place of a hand": (("5", "-"), "Round 8-8: Cy sits out; before that: 5."),
}


@pytest.mark.parametrize("case", TOLD)
def test_the_log_tells_who_sits_out(case: str) -> None:
    """Each way in and out is a sentence, with what stood there before."""
    typed, told = TOLD[case]
    log = new_log().after(scored(1, "Ana", Ben="10", Cy="3"), AT)
    for one in ("-", *typed):
        log = log.after(scored(2, Cy=one), AT)
    assert describe_events(log, shipped_wording)[-1].sentence == told


def test_at_least_two_play() -> None:
    """Nobody sits out, and nobody leaves, where one player alone would be left."""
    log = new_log().after(scored(1, Ana="-"), AT)
    with pytest.raises(Impossible, match="At least 2 play a round, so Ana and Ben cannot sit out round 1"):
        log.after(scored(1, Ben="-"), AT)
    with pytest.raises(Impossible, match="At least 2 play a round, so Ana cannot sit out round 1"):
        log.after(PlayerLeft(player="Ben", round=1), AT)


def test_nobody_goes_out_and_sits_out() -> None:
    """One entry that says both is refused; a later one replaces the earlier."""
    with pytest.raises(Impossible, match="Cy sits out this round, so Cy cannot have gone out"):
        new_log().after(scored(1, "Cy", Cy="-"), AT)
    log = new_log().after(scored(1, "Cy", Ana="3", Ben="4"), AT)
    sat = log.after(cell_change(log.game.rounds[0], "Cy", SitsOut()), AT).game.rounds[0]
    assert (sat.sits_out, sat.out) == (("Cy",), None)


def test_lowest_hand_goes_free_among_those_who_play() -> None:
    """In a blocked round the lowest hand of those who play is free, whoever sits out."""
    log = new_log("scoring.blocked=low-hand-zero").after(scored(1, "blocked", Ana="3", Ben="9", Cy="-"), AT)
    assert log.game.points == ({"Ana": 0, "Ben": 9},)


def test_the_start_goes_past_who_sits_out() -> None:
    """Where the start goes round the table, the next of those who play begins."""
    log = evening("start.later_starter=rotate-left", first="Ben")
    assert [next_starter(log.game, number) for number in (1, 2, 3)] == ["Ben", "Ana", "Ben"]


def test_who_sits_out_has_not_begun_the_round() -> None:
    """It is refused, whichever of the two is said first."""
    with pytest.raises(Impossible, match=r"Cy sits out this round, so Cy cannot have begun it\."):
        evening().after(RoundScored(round=2, began="Cy"), AT)
    with pytest.raises(Impossible, match="cannot have begun it"):
        evening().after(RoundScored(round=3, began="Cy"), AT).after(scored(3, Cy="-"), AT)


def test_a_name_takes_its_seat_out_along() -> None:
    """Somebody who has another name still sits out."""
    assert evening().after(PlayerRenamed("Cy", "Cyril"), AT).game.rounds[1].entries["Cyril"] == SitsOut()


def test_who_played_fewer_rounds_is_named() -> None:
    """Everybody who played fewer rounds is told of, with those who played as many; whoever left is not."""
    table = standings(evening().game)
    assert [(place.player, place.fewer_rounds) for place in table.standings] == [
        ("Cy", 1),
        ("Ana", 0),
        ("Ben", 0),
    ]
    assert table.explanation == "Cy has played one round fewer."
    twice = evening().after(scored(3, "Ben", Ana="8", Cy="-"), AT)
    assert fewer_rounds(standings(twice.game).standings) == ["Cy has played 2 rounds fewer."]
    both = evening().after(scored(3, "Ben", Ana="-", Cy="8"), AT)
    assert fewer_rounds(standings(both.game).standings) == ["Ana and Cy have each played one round fewer."]
    gone = both.after(PlayerLeft(player="Cy"), AT)
    assert fewer_rounds(standings(gone.game).standings) == ["Ana has played one round fewer."]


def test_a_round_that_lacks_somebody_is_not_one_fewer() -> None:
    """Who is only not entered yet has not played fewer rounds."""
    log = new_log().after(scored(1, "Ana", Ben="10", Cy="3"), AT).after(scored(2, Ben="4", Cy="9"), AT)
    assert [place.fewer_rounds for place in standings(log.game).standings] == [0, 0, 0]
