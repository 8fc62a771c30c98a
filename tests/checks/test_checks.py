"""What cannot be true of a round's entries, and what is odd."""

from pathlib import Path

import pytest

from scorekeeper.checks.round import game_findings, round_findings
from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.game_file import read_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import TileEntry
from tests.build import AT, new_log, scored
from tests.conftest import CASES

FOUND: list[tuple[RoundScored, list[str], list[str]]] = [
    (scored(1, "Ana", Ben="5-0", Cy="4-1"), [], []),
    (scored(1, "Ana", Ben="9-9"), [], ["error D4 Ben"]),
    (scored(1, "Ana", Ben="5-0", Cy="5-0"), [], ["error D4 Cy"]),
    (scored(1, "Ana", Ben="0-0", Cy="0-0"), [], ["error D3 Cy"]),
    (scored(1, "Ana", Ben="0-0", Cy="5+0-0"), [], ["error D3 Cy"]),
    (scored(10, "Ana", Ben="0-0"), [], ["error D3 Ben"]),
    (scored(10, "Ana", Ben="5+0-0"), [], ["error D3 Ben"]),
    (scored(1, Ben="0"), [], ["warning D5 Ben"]),
    (scored(1, Ben="0", Cy="0"), [], ["error D5 Cy"]),
    (scored(1, "Ana", Ben="0"), [], ["error D5 Ben"]),
    (scored(1, "blocked", Ben="0"), [], ["error D5 Ben", "warning D12 None"]),
    (scored(1, "blocked", Ben="=0"), ["scoring.blocked=low-hand-zero"], ["warning D12 None"]),
    (scored(1, "Ana", Ben="0"), ["ending.double_out=must-cover"], []),
    (scored(1, "Ana", Ben="0+0-0"), [], []),
    (scored(1, "Ana", Ben="0"), ["scoring.double_blank=0"], []),
    (RoundScored(round=1, entries={"Ben": TileEntry(())}), ["scoring.double_blank=0"], ["warning D5 Ben"]),
    (scored(1, Ana="1", Ben="2", Cy="3"), [], ["warning D1 None"]),
    (scored(1, "blocked", Ana="1", Ben="2", Cy="3"), [], ["warning D12 None"]),
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


FILES = sorted((CASES / "checks").glob("*.toml"))


def _expected(path: Path) -> str:
    """Return the second line of a case: what is found in that game, in order."""
    return path.read_text(encoding="utf-8").splitlines()[1].removeprefix("# finds: ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_game_file(path: Path, shelf: Shelf) -> None:
    """A game file has the findings that its second line names; `nothing` for a near miss."""
    expected = _expected(path)
    if expected == "refused":
        with pytest.raises(ScorekeeperError):
            read_game(path, shelf.book)
        return
    found = game_findings(read_game(path, shelf.book))
    labels = [f"{one.level} {one.fact} {one.player or ''}".strip() for one in found]
    assert "; ".join(labels or ["nothing"]) == expected


def test_every_fact_of_entries_has_two_files() -> None:
    """Each fact that entries can break has a file that breaks it and two or more in all."""
    facts = [path.stem.split("_")[0] for path in FILES]
    counts = {number: facts.count(f"d{number}") for number in range(1, 19) if facts.count(f"d{number}")}
    assert list(counts) == [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 16, 17, 18]
    assert min(counts.values()) >= 3
