"""The log in sentences."""

import pytest

from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.events import (
    CallMade,
    EventKind,
    Finished,
    PenaltyServed,
    PlayerJoined,
    PlayerLeft,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    RulingKept,
    TieDrawn,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.log import Event, replay_events
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.round import Blocked, Call, KeptRuling, Out, Points
from tests.build import AT, new_log, scored

FIRST = scored(1, "Ana", Ben="21", Cy="5-0 3-2")

TOLD: list[tuple[list[EventKind], str]] = [
    ([], "The game began: Ana, Ben and Cy, double-nine, rules classic."),
    ([FIRST], "Round 9-9: Ana went out. Ben 21, Cy 10."),
    (
        [FIRST, RoundScored(round=1, entries={"Ben": Points(91)}, reason="counted again")],
        "Round 9-9: Ben 21 → 91. (counted again)",
    ),
    ([FIRST, scored(1, Ben="9-9 2-1")], "Round 9-9: Ben 21 → 9-9 2-1."),
    ([FIRST, scored(1, Ben="21+0-0")], "Round 9-9: Ben 21 → 71 with 0-0."),
    ([FIRST, FIRST], "Round 9-9: Nothing changed."),
    ([FIRST, RoundScored(round=1, entries={"Ben": None})], "Round 9-9: Ben's 21 was removed."),
    (
        [scored(1, Ben="21"), RoundScored(round=1, entries={"Ben": None})],
        "Round 9-9: Ben's 21 was removed.",
    ),
    (
        [FIRST, RoundScored(round=1, ending=Out("Ben"))],
        "Round 9-9: Ben went out. Before: Ana went out. Ben's 21 was removed.",
    ),
    (
        [FIRST, scored(1, "Ben", Ana="12")],
        "Round 9-9: Ben went out. Before: Ana went out. Ana 12. Ben's 21 was removed.",
    ),
    ([RoundScored(round=1, ending=Blocked())], "Round 9-9: The round was blocked."),
    (
        [FIRST, RoundScored(round=1, ending=Blocked())],
        "Round 9-9: The round was blocked. Before: Ana went out.",
    ),
    (
        [FIRST, RoundScored(round=1, ending=Blocked(4))],
        "Round 9-9: The round was blocked, with 4-4 short of toes. Before: Ana went out.",
    ),
    ([FIRST, RoundScored(round=1, ending=None)], "Round 9-9: The round is not over. Before: Ana went out."),
    ([RoundScored(round=1, began="ben")], "Round 9-9: Ben began the round."),
    (
        [RoundScored(round=1, began="Ben"), RoundScored(round=1, began=None)],
        "Round 9-9: Nobody said who began the round. Before: Ben began the round.",
    ),
    ([RoundScored(round=1, started_with=7)], "Round 9-9: 7-7 started the round."),
    (
        [RoundScored(round=1, started_with=7), RoundScored(round=1, started_with=6)],
        "Round 9-9: 6-6 started the round. Before: 7-7 started the round.",
    ),
    (
        [RoundScored(round=2, note="late"), RoundScored(round=2, note="early")],
        "Round 8-8: The note is “early”; it was “late”.",
    ),
    ([RoundScored(round=2, note="late {hour}")], "Round 8-8: The note is “late {hour}”."),
    (
        [RoundScored(round=2, note="late"), RoundScored(round=2, note="")],
        "Round 8-8: The note “late” was removed.",
    ),
    (
        [
            RulingKept(
                1, KeptRuling(question="May I?", answer="No", reason="7-7 is open.", book="Ours says so.")
            )
        ],
        "Round 9-9: The judge was asked: May I? No. 7-7 is open. (Ours says so.)",
    ),
    (
        [
            RulingKept(
                1,
                KeptRuling(
                    question="May I?",
                    answer="No",
                    reason="7-7 is open.",
                    told=("Player: Ana", "Tile: 4-4"),
                    book="Ours.",
                ),
            )
        ],
        "Round 9-9: The judge was asked: May I? No. 7-7 is open. (Ours.) Facts: Player: Ana; Tile: 4-4.",
    ),
    (
        [CallMade(1, Call("chickenlittle", "Ben", "Ana", "draw-1-and-skip")), PenaltyServed(1, 0)],
        "Round 9-9: Ben has served the penalty.",
    ),
    ([FIRST, RoundCleared(1)], "Round 9-9 was cleared."),
    ([FIRST, RoundCleared(1, "wrong game")], "Round 9-9 was cleared. (wrong game)"),
    ([CallMade(1, Call("chickenlittle", "ben"))], "Round 9-9: Ben called Chickenlittle."),
    (
        [CallMade(1, Call("chickenlittle", "Ben", "Ana", "draw-1", "after Cy"))],
        "Round 9-9: Ana caught Ben, who had not called Chickenlittle. The penalty is to draw 1 tile. (after Cy)",
    ),
    (
        [CallMade(1, Call("chickenlittle", "Ben", None, "skip"))],
        "Round 9-9: Ben did not call Chickenlittle. The penalty is to miss a turn.",
    ),
    (
        [CallMade(1, Call("misplay", "Ben", None, "sings"))],
        "Round 9-9: “misplay” was noted for Ben. The penalty is “sings”.",
    ),
    ([CallMade(1, Call("misplay", "Ben", "Cy"))], "Round 9-9: “misplay” was noted for Ben, caught by Cy."),
    ([TieDrawn(("Cy", "Ana"))], "Tiles were drawn for the place; best first: Cy and Ana."),
    ([Finished()], "The game was finished."),
    ([FIRST, Finished("late")], "The game ended early, after 1 of 10 rounds. (late)"),
    (
        [FIRST, TotalsHidden(True), PlayerJoined(player="Dan", begins="highest")],
        "Dan joined in round 2 with the highest total of the table.",
    ),
    (
        [FIRST, TotalsHidden(True), PlayerLeft(player="Ben"), PlayerJoined(player="Ben", begins="before")],
        "Ben plays again from round 2 with as many points as before.",
    ),
    ([FIRST, TotalsHidden(True), TotalsHidden(False)], "Totals are shown again."),
    ([FIRST, scored(2, Cy="-"), scored(2, "Cy", Ben="4")], "Round 8-8: Cy went out. Ben 4."),
    ([Finished(), Reopened()], "The game was opened again."),
    ([FIRST, Undone()], "Undone: Round 9-9: Ana went out. Ben 21, Cy 10."),
    ([FIRST, Undone(), Redone()], "Redone: Round 9-9: Ana went out. Ben 21, Cy 10."),
]


@pytest.mark.parametrize(("happened", "sentence"), TOLD, ids=[sentence for _happened, sentence in TOLD])
def test_last_change_is_told(happened: list[EventKind], sentence: str) -> None:
    """The last thing that happened is told in this sentence."""
    log = new_log()
    for what in happened:
        log = log.after(what, AT)
    assert describe_events(log, shipped_wording)[-1].sentence == sentence


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
