"""Points that only trains have: markers at the end, and the last tile a double."""

import pytest

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.formats.game_file import read_game, show_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.events import PlayerRenamed, RoundScored
from scorekeeper.game.log import GameLog
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.progress import can_win
from scorekeeper.game.round import Out, entry_score
from tests.build import AT, new_log, scored
from tests.conftest import CASES, by_cases

TRAINS = ("trains.ownership=own-and-public", "scoring.out_on_double=doubled", "scoring.marker=5")


def round_of(log: GameLog, **said: object) -> GameLog:
    """Return the log with more of its first round said."""
    return log.after(RoundScored(round=1, **said), AT)  # type: ignore[arg-type]


def evening(*house: str) -> GameLog:
    """Return a game whose first round ended with Ana going out."""
    return new_log(*TRAINS, *house).after(scored(1, "Ana", Ben="10", Cy="=7"), AT)


def test_a_file_says_who_was_marked_and_that_a_double_went_out(shelf: Shelf) -> None:
    """A marker costs its price, a double as the last tile doubles all hands that were not counted at the table."""
    game = read_game(CASES / "games" / "trains.toml", shelf.book)
    assert game.points == (
        {"Ana": 0, "Ben": 27, "Cy": 10, "Dot": 11},
        {"Ana": 36, "Ben": 5, "Cy": 7, "Dot": 17},
    )
    assert '\nmarked = ["Ben", "Dot"]\nout_on_double = true\n' in show_game(game)


def test_each_part_of_the_points_is_named() -> None:
    """The doubling and the marker are lines of their own."""
    game = round_of(evening(), out_on_double=True, marked=("ben",)).game
    [played] = game.rounds
    assert [(line.rule, line.points) for line in entry_score(game.rules, played, "Ben").lines] == [
        ("pips", 10),
        ("scoring.out_on_double", 10),
    ]
    assert game.points == ({"Ana": 0, "Ben": 25, "Cy": 7},)


def test_points_that_the_table_counted_are_taken_as_they_are() -> None:
    """Neither a marker nor a double as the last tile changes them, whoever else was marked."""
    game = round_of(evening(), out_on_double=True, marked=("Ana", "Ben", "Cy")).game
    assert game.points == ({"Ana": 5, "Ben": 25, "Cy": 7},)


def test_a_round_of_plain_rules_is_not_doubled() -> None:
    """Where the rules do not ask for it, neither changes the points."""
    log = evening("scoring.out_on_double=plain", "scoring.marker=0")
    assert round_of(log, out_on_double=True, marked=("Ben",)).game.points == log.game.points


def test_another_ending_is_not_out_on_a_double() -> None:
    """What was said of one ending is not said of the next; a note leaves it as it was."""
    log = round_of(evening(), out_on_double=True)
    assert round_of(log, note="late").game.rounds[0].out_on_double
    assert not log.after(scored(1, "Ben", Ana="3"), AT).game.rounds[0].out_on_double
    assert (
        round_of(log, ending=Out("Ana"), out_on_double=False).game
        == round_of(evening(), ending=Out("Ana")).game
    )


def test_only_who_went_out_did_so_on_a_double() -> None:
    """A blocked round has no last tile."""
    with pytest.raises(Impossible, match="Nobody went out, so nobody went out with a double"):
        round_of(new_log(*TRAINS).after(scored(1, "blocked", Ana="1"), AT), out_on_double=True)


@by_cases
def test_only_players_have_trains(name: str, fault: str) -> None:
    """A marker belongs to somebody who plays the round."""
    log = new_log(*TRAINS).after(scored(1, "Ana", Ben="1", Cy="-"), AT)
    with pytest.raises((Impossible, Malformed), match=fault):
        round_of(log, marked=(name,))


def test_a_marker_alone_shows_that_a_round_is_played() -> None:
    """It goes with its player's name, and is taken off again."""
    log = round_of(new_log(*TRAINS), marked=("Ben", "Ana"))
    assert log.game.rounds[0].under_way
    assert log.after(PlayerRenamed("Ben", "Bea"), AT).game.rounds[0].marked == ("Ana", "Bea")
    assert round_of(log, marked=()).game.rounds == ()


def test_the_log_tells_of_markers_and_doubles() -> None:
    """Each is a sentence, and so is taking it back."""
    log = round_of(round_of(evening(), out_on_double=True, marked=("Cy",)), out_on_double=False, marked=())
    told = [line.sentence for line in describe_events(log, shipped_wording)]
    assert told[-2:] == [
        "Round 9-9: The last tile was a double. The train of Cy was marked at the end.",
        "Round 9-9: The last tile was no double. No train was marked at the end.",
    ]


def test_who_can_win_counts_doubled_hands() -> None:
    """A last round can cost the leader twice the set, and a marker."""
    house = ("rounds.length=fixed", "rounds.count=2")
    far = scored(1, "Ana", Ben="=400", Cy="0")
    assert "Ben" not in can_win(new_log(*house).after(far, AT).game)
    assert "Ben" in can_win(new_log(*house, *TRAINS).after(far, AT).game)
