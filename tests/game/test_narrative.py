"""The log in sentences."""

from typing import Any

import pytest

from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.events import (
    CallMade,
    Redone,
    Undone,
)
from scorekeeper.game.log import Event, replay_events
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.round import Call
from tests.build import AT, log_of, new_log, scored
from tests.conftest import cases

FIRST = scored(1, "Ana", Ben="21", Cy="5-0 3-2")


@pytest.mark.parametrize("case", cases("told"), ids=lambda case: case["told"])
def test_last_change_is_told(case: dict[str, Any]) -> None:
    """The last thing that happened is told in this sentence."""
    assert describe_events(log_of(case), shipped_wording)[-1].sentence == case["told"]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (Call("chickenlittle", "Ben", effect="none"), "Ben announced the last tile."),
        (Call("chickenlittle", "Ben", effect="draw-1"), "Ben did not announce the last tile."),
        (Call("chickenlittle", "Ben", "Cy"), "Cy caught Ben, who had not announced the last tile."),
    ],
)
def test_a_call_at_a_table_of_trains_is_of_the_last_tile(call: Call, sentence: str) -> None:
    """Where players have trains, nobody calls Chickenlittle."""
    log = new_log("trains.ownership=own-and-public").after(CallMade(1, call), AT)
    assert sentence in describe_events(log, shipped_wording)[-1].sentence


def test_an_old_name_is_told_with_pictures() -> None:
    """Who entered something long ago, before names were checked, is shown and not obeyed."""
    log = replay_events([*new_log().events, Event(2, AT, "A\x1b[2J\nna\x9b", FIRST)])
    assert describe_events(log, shipped_wording)[-1].by == "A␛[2J␊na�"


def test_taken_back_is_marked_and_kept() -> None:
    """A change taken back stays in the log, marked; made again, it is in force once more."""
    log = new_log().after(FIRST, AT, "Ben").after(Undone(), AT)
    assert [told.in_force for told in describe_events(log, shipped_wording)] == [True, False, True]
    assert [told.in_force for told in describe_events(log.after(Redone(), AT), shipped_wording)] == [
        True,
        True,
        True,
        True,
    ]
    assert (describe_events(log, shipped_wording)[1].by, describe_events(log, shipped_wording)[1].at) == (
        "Ben",
        AT,
    )


def test_an_undo_names_who_entered_it_at_another_computer() -> None:
    """Where no name was given, the computer's is; nobody undoes their own under that name."""
    log = new_log().after(scored(1, Ana="12"), AT).after(Undone(), AT)
    entered = describe_events(log, shipped_wording)[1].sentence
    assert describe_events(log, shipped_wording, 1, {2: "lea at vm"})[0].sentence == (
        f"Undone, an entry by lea at vm: {entered}"
    )
    assert (
        describe_events(log, shipped_wording, 1, {2: "lea at vm", 3: "lea at vm"})[0].sentence
        == f"Undone: {entered}"
    )
