"""The log in sentences."""

import pytest

from scorekeeper.game.events import (
    CallMade,
    EventKind,
    Finished,
    PenaltyServed,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    RulingKept,
    TieDrawn,
    Undone,
)
from scorekeeper.game.log import Event, replay_events
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.round import Blocked, Call, KeptRuling, Out, Points
from tests.build import AT, new_log, scored

FIRST = scored(1, "Ana", Ben="21", Cy="5-0 3-2")

TOLD: list[tuple[list[EventKind], str]] = [
    ([], "The game began: Ana, Ben and Cy, double-nine, rules classic."),
    ([FIRST], "Round 9-9: Ana went out; Ben 21, Cy 10"),
    (
        [FIRST, RoundScored(round=1, entries={"Ben": Points(91)}, reason="counted again")],
        "Round 9-9: Ben 21 → 91 (counted again)",
    ),
    ([FIRST, scored(1, Ben="9-9 2-1")], "Round 9-9: Ben 21 → 9-9 2-1"),
    ([FIRST, FIRST], "Round 9-9: nothing changed"),
    ([FIRST, RoundScored(round=1, entries={"Ben": None})], "Round 9-9: Ben 21 taken out"),
    ([scored(1, Ben="21"), RoundScored(round=1, entries={"Ben": None})], "Round 9-9: Ben 21 taken out"),
    (
        [FIRST, RoundScored(round=1, ending=Out("Ben"))],
        "Round 9-9: Ana went out → Ben went out; Ben 21 → out",
    ),
    (
        [FIRST, scored(1, "Ben", Ana="12")],
        "Round 9-9: Ana went out → Ben went out; Ana out → 12, Ben 21 → out",
    ),
    ([RoundScored(round=1, ending=Blocked())], "Round 9-9: blocked"),
    ([FIRST, RoundScored(round=1, ending=Blocked())], "Round 9-9: Ana went out → blocked"),
    (
        [FIRST, RoundScored(round=1, ending=Blocked(4))],
        "Round 9-9: Ana went out → blocked, 4-4 short of toes",
    ),
    ([FIRST, RoundScored(round=1, ending=None)], "Round 9-9: Ana went out → not over"),
    ([RoundScored(round=1, started_with=7)], "Round 9-9: started with 7-7"),
    (
        [RoundScored(round=1, started_with=7), RoundScored(round=1, started_with=6)],
        "Round 9-9: started with 7-7 → 6-6",
    ),
    (
        [RoundScored(round=2, note="late"), RoundScored(round=2, note="early")],
        "Round 8-8: note “late” → “early”",
    ),
    ([RoundScored(round=2, note="late {hour}")], "Round 8-8: note “late {hour}”"),
    ([RoundScored(round=2, note="late"), RoundScored(round=2, note="")], "Round 8-8: note “late” taken out"),
    (
        [
            RulingKept(
                1, KeptRuling(question="May I?", answer="No", reason="7-7 is open.", book="Ours says so.")
            )
        ],
        "Round 9-9: ruling: May I? No. 7-7 is open. (Ours says so.)",
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
        "Round 9-9: ruling: May I? No. 7-7 is open. (Ours.) What was told: Player: Ana; Tile: 4-4.",
    ),
    (
        [CallMade(1, Call("chickenlittle", "Ben", "Ana", "draw-1-and-skip")), PenaltyServed(1, 0)],
        "Round 9-9: Ben has served the penalty",
    ),
    ([FIRST, RoundCleared(1)], "Round 9-9 was cleared"),
    ([FIRST, RoundCleared(1, "wrong game")], "Round 9-9 was cleared (wrong game)"),
    ([CallMade(1, Call("chickenlittle", "ben"))], "Round 9-9: chickenlittle of Ben"),
    (
        [CallMade(1, Call("chickenlittle", "Ben", "Ana", "draw-1", "after Cy"))],
        "Round 9-9: chickenlittle of Ben, caught by Ana, draw-1 (after Cy)",
    ),
    ([TieDrawn(("Cy", "Ana"))], "Tiles were drawn for the place; best first: Cy and Ana."),
    ([Finished()], "The game was finished."),
    ([Finished(), Reopened()], "The game was opened again."),
    ([FIRST, Undone()], "Undone: Round 9-9: Ana went out; Ben 21, Cy 10"),
    ([FIRST, Undone(), Redone()], "Redone: Round 9-9: Ana went out; Ben 21, Cy 10"),
]


@pytest.mark.parametrize(("happened", "sentence"), TOLD, ids=[sentence for _happened, sentence in TOLD])
def test_last_change_is_told(happened: list[EventKind], sentence: str) -> None:
    """The last thing that happened is told in this sentence."""
    log = new_log()
    for what in happened:
        log = log.after(what, AT)
    assert describe_events(log)[-1].sentence == sentence


def test_an_old_name_is_told_with_pictures() -> None:
    """Who entered something long ago, before names were checked, is shown and not obeyed."""
    log = replay_events([*new_log().events, Event(2, AT, "A\x1b[2J\nna\x9b", FIRST)])
    assert describe_events(log)[-1].by == "A␛[2J␊na�"


def test_taken_back_is_marked_and_kept() -> None:
    """A change taken back stays in the log, marked; made again, it is in force once more."""
    log = new_log().after(FIRST, AT, "Ben").after(Undone(), AT)
    assert [told.in_force for told in describe_events(log)] == [True, False, True]
    assert [told.in_force for told in describe_events(log.after(Redone(), AT))] == [True, True, True, True]
    assert (describe_events(log)[1].by, describe_events(log)[1].at) == ("Ben", AT)
