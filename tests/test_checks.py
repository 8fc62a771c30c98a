"""What cannot be true of a round's entries, and what is odd."""

import pytest

from scorekeeper.checks import round_findings
from scorekeeper.events import RoundScored
from scorekeeper.game import Hand
from tests.build import AT, new_log, scored

FOUND: list[tuple[RoundScored, list[str], list[str]]] = [
    (scored(1, "Ana", Ben="5-0", Cy="4-1"), [], []),
    (scored(1, "Ana", Ben="9-9"), [], ["error D4 Ben"]),
    (scored(1, "Ana", Ben="5-0", Cy="5-0"), [], ["error D4 Cy"]),
    (scored(1, "Ana", Ben="0-0", Cy="0-0"), [], ["error D3 Cy"]),
    (scored(1, "Ana", Ben="0-0", Cy="5+0-0"), [], ["error D3 Cy"]),
    (scored(10, "Ana", Ben="0-0"), [], ["error D3 Ben"]),
    (scored(10, "Ana", Ben="5+0-0"), [], ["error D3 Ben"]),
    (scored(1, "Ana", Ben="0"), [], ["warning D5 Ben"]),
    (scored(1, "Ana", Ben="0+0-0"), [], []),
    (scored(1, "Ana", Ben="0"), ["scoring.double_blank=0"], []),
    (RoundScored(round=1, entries={"Ben": Hand(())}), ["scoring.double_blank=0"], ["warning D5 Ben"]),
    (scored(1, Ana="1", Ben="2", Cy="3"), [], ["warning D1 None"]),
    (scored(1, "blocked", Ana="1", Ben="2", Cy="3"), [], []),
    (scored(1, Ana="1", Ben="2"), [], []),
    (scored(1, "Ana", Ben="=9"), [], []),
]


@pytest.mark.parametrize(("what", "house", "expected"), FOUND)
def test_findings(what: RoundScored, house: list[str], expected: list[str]) -> None:
    """The findings about a round are these, by level, fact and player."""
    game = new_log(*house).after(what, AT).game
    found = round_findings(game, game.round(what.round))
    assert [f"{one.level} {one.fact} {one.player}" for one in found] == expected
    assert all(one.message and one.round == what.round for one in found)
