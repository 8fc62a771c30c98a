"""What can happen in a game, and what is refused."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.game.apply import start_game
from scorekeeper.game.events import (
    CallMade,
    Finished,
    PlayerRenamed,
    Reopened,
    RoundCleared,
    RoundScored,
    Undone,
)
from scorekeeper.game.log import (
    Event,
    begin_game,
    corrected_cells,
    replay_events,
    values_before,
)
from scorekeeper.game.round import Call, Out, Pips, SitsOut
from tests.build import AT, after, event_of, log_of, new_log, scored, started
from tests.conftest import cases


@pytest.mark.parametrize("case", cases("refused"), ids=lambda case: case["name"])
def test_what_cannot_be_is_refused(case: dict[str, Any]) -> None:
    """The last that happens in a case is refused with its sentence."""
    *before, last = case.get("happened", ())
    log = log_of({**case, "happened": before})
    with pytest.raises(ScorekeeperError, match=re.escape(case["refused"])):
        after(log, event_of(last))


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({"size": 7}, "There is no set 7; sets are 6, 9, 12"),
        ({"players": [f"P{number}" for number in range(8)], "size": 6}, "8 hands of 5 need 40 tiles"),
        ({"first": "Dan"}, "Nobody called “Dan”"),
    ],
)
def test_a_game_that_cannot_begin_is_refused(case: dict[str, Any], sentence: str) -> None:
    """Its set, its tiles and who begins have to be there."""
    with pytest.raises(ScorekeeperError, match=sentence):
        log_of(case)


def test_a_game_starts_once() -> None:
    """A log has one start, and it comes first."""
    with pytest.raises(ScorekeeperError, match=r"A game that goes on cannot start again\."):
        after(new_log(), started())
    for events in ([], [Event(1, AT, None, Finished())]):
        with pytest.raises(ScorekeeperError, match="The first change of this game is missing"):
            replay_events(events)


@pytest.mark.parametrize("name", ["A\x1b[2J", "x" * 61])
def test_who_makes_an_entry_has_a_name_that_can_be_shown(name: str) -> None:
    """A name that a terminal would obey, or of a page, is refused, at the start and later."""
    said = "The name of the person who makes this entry has at most 60 letters and no control characters"
    with pytest.raises(ScorekeeperError, match=said):
        new_log().after(scored(1, "Ana"), AT, name)
    with pytest.raises(ScorekeeperError, match=said):
        begin_game(started(), AT, name)


def test_what_is_not_said_stays() -> None:
    """A correction changes what it names and nothing else (peers' bug: editing zeroes the round)."""
    log = after(new_log(), scored(1, "Ana", Ben="10", Cy="20"), scored(1, Cy="21"))
    assert log.game.round(1).entries == {"Ben": Pips(10), "Cy": Pips(21)}
    assert log.game.round(1).out == "Ana"


def test_penalty_outlives_a_correction() -> None:
    """A call stays with its round when the round's scores change (peers' bug: penalty lost on edit)."""
    caught = CallMade(1, Call("chickenlittle", "ben", "ana"))
    log = after(new_log("little.points=5"), caught, scored(1, "Ana", Ben="10", Cy="1"), scored(1, Ben="11"))
    assert log.game.round(1).calls == (Call("chickenlittle", "Ben", "Ana"),)
    assert log.game.total("Ben") == 16


def test_cleared_round_keeps_its_calls() -> None:
    """Clearing a round takes its entries away, not what was called in it."""
    log = after(
        new_log(), CallMade(1, Call("chickenlittle", "Ben")), scored(1, "Ana", Ben="4"), RoundCleared(1)
    )
    assert (log.game.round(1).entries, log.game.round(1).ending) == ({}, None)
    assert len(log.game.round(1).calls) == 1


def test_cleared_last_round_is_to_be_played_again() -> None:
    """A last round without anything in it has not begun."""
    log = after(new_log(), scored(1, "Ana", Ben="4", Cy="1"), scored(2, "Ben"), RoundCleared(2))
    assert (len(log.game.rounds), log.game.ahead[0]) == (1, 8)


def test_entry_of_none_is_taken_out() -> None:
    """An entry may be taken out again; that is not the same as zero."""
    entered = scored(1, Ben="10", Cy="4")
    log = after(new_log(), entered, RoundScored(round=1, entries={"Ben": None}, note="x"))
    assert log.game.missing[1].player == "Ben"


def test_going_out_takes_the_hand_away() -> None:
    """Whoever turns out to have gone out has nothing left."""
    log = after(new_log(), scored(1, Ben="10"), RoundScored(round=1, ending=Out("ben")))
    assert (log.game.round(1).out, dict(log.game.round(1).entries)) == ("Ben", {})


def test_started_game_keeps_its_starter() -> None:
    """The name of who begins is the one at the table, however it was typed."""
    assert start_game(started(first="cy")).first_starter == "Cy"


def test_finish_and_reopen() -> None:
    """A finished game takes changes again once it is reopened."""
    log = after(new_log(), Finished(), Reopened(), scored(1, "Ana"))
    assert (log.game.finished, log.game.rounds[0].out) == (False, "Ana")


def test_undo_reaches_the_first_change() -> None:
    """Undo goes back to the start and not beyond (peers' bug: undo dead at the first event)."""
    log = after(new_log(), scored(1, "Ana"), Undone())
    assert log.game.rounds == ()
    assert len(log.events) == 3
    with pytest.raises(Impossible):
        log.after(Undone(), AT)


def test_later_rounds_follow_a_corrected_start() -> None:
    """Where doubles follow each other, a start corrected later moves the doubles of the rounds after it."""
    log = after(
        new_log("start.next_double=relative"),
        scored(1, "Ana"),
        scored(2, "Ben"),
        RoundScored(round=1, started_with=6),
    )
    assert [played.double for played in log.game.rounds] == [9, 5]


def test_table_may_play_past_its_target() -> None:
    """A round after the target is reached is kept, though nobody is asked for it."""
    house = ("rounds.length=target-score", "rounds.target=50")
    log = after(new_log(*house), scored(1, "Ana", Ben="60", Cy="1"))
    assert (log.game.current, log.game.rounds_total, log.game.complete) == (None, 1, True)
    assert len(after(log, scored(2, "Ben")).game.rounds) == 2


def test_what_changes_a_complete_round_is_a_correction() -> None:
    """A slip put right while the round is still being entered is none; who gets a new name takes it along."""
    log = new_log().after(scored(1, "Ana", Ben="4"), AT).after(scored(1, Ben="5"), AT)
    complete = log.after(scored(1, Cy="6"), AT)
    assert corrected_cells(complete) == frozenset()
    corrected = complete.after(scored(1, Cy="7"), AT)
    assert corrected_cells(corrected) == {(1, "Cy")}
    assert corrected_cells(corrected.after(PlayerRenamed("Cy", "Dan"), AT)) == {(1, "Dan")}
    assert corrected_cells(corrected.after(scored(1, Cy="6"), AT)) == frozenset()
    told = complete.after(scored(1, Cy="6+0-0"), AT)
    assert corrected_cells(told) == frozenset()
    assert corrected_cells(told.after(scored(1, Cy="8+0-0"), AT)) == {(1, "Cy")}


def test_what_stood_in_a_cell_before_stays_in_sight() -> None:
    """Each value with the reason for which it was changed, also under the player's new name."""
    log = after(
        new_log(),
        scored(1, "Ana", Ben="4", Cy="6"),
        replace(scored(1, Cy="7"), reason="misread"),
        RoundScored(round=1, ending=Out("Ben"), entries={"Cy": SitsOut()}),
        PlayerRenamed("Cy", "Dan"),
    )
    before = {cell.player: values for cell, values in values_before(log).items()}
    assert before == {"Ana": ("went out",), "Ben": ("4",), "Dan": ("6 (misread)", "7")}
