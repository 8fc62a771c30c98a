"""Which round is at the table, and which one players may still correct."""

import pytest

from scorekeeper.game import EventKind, Finished, RoundCleared
from tests.build import AT, new_log, scored

ALL = {"Ben": "4", "Carla": "5", "Dot": "6"}

ONE_ROUND = ("rounds.length=fixed", "rounds.count=1")

CASES: dict[str, tuple[tuple[str, ...], list[EventKind], int | None, int | None]] = {
    "nothing is entered": ((), [], 1, None),
    "a hand is missing": ((), [scored(1, out="Ana", Ben="4", Carla="5")], 1, None),
    "the ending is missing": ((), [scored(1, Ana="3", **ALL)], 1, None),
    "everything is in": ((), [scored(1, out="Ana", **ALL)], 2, 1),
    "the next round has a hand": ((), [scored(1, out="Ana", **ALL), scored(2, Ben="4")], 2, None),
    "somebody went out of the next round": ((), [scored(1, out="Ana", **ALL), scored(2, out="Ben")], 2, None),
    "a player sits out the next round": ((), [scored(1, out="Ana", **ALL), scored(2, Ben="-")], 2, 1),
    "an earlier round lacks its ending": ((), [scored(1, Ana="3", **ALL), scored(2, out="Ana", **ALL)], 3, 2),
    "a round is cleared": ((), [scored(1, out="Ana", **ALL), scored(2, Ben="4"), RoundCleared(1)], 1, None),
    "the last round lacks its ending": (ONE_ROUND, [scored(1, Ana="3", **ALL)], 1, None),
    "the last round is closed": (ONE_ROUND, [scored(1, out="Ana", **ALL)], None, 1),
    "the game is finished": ((), [scored(1, Ana="3", **ALL), Finished()], None, None),
}


@pytest.mark.parametrize(("house", "changes", "at_table", "correctable"), CASES.values(), ids=CASES)
def test_a_round_closes_when_every_hand_and_the_ending_are_in(
    house: tuple[str, ...], changes: list[EventKind], at_table: int | None, correctable: int | None
) -> None:
    """The last round stays at the table until then; the one before may be corrected until the next has a hand."""
    log = new_log(*house, players=("Ana", "Ben", "Carla", "Dot"))
    for change in changes:
        log = log.after(change, AT)
    found = [one and one.number for one in (log.game.open_round, log.game.correctable)]
    assert found == [at_table, correctable]
