"""What cannot be true of a round's entries, and what is odd."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.checks.findings import Finding, overruled_by
from scorekeeper.checks.round import game_findings, round_findings
from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.game_file import read_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Blocked, Overruled, TileEntry
from tests.build import AT, new_log, scored
from tests.conftest import CASES, cases

NO_TILES = "no tiles"
"""Stands in a case for a hand of tiles that holds none, which nobody can type."""

FOUND = cases("findings")


def entered(case: dict[str, Any]) -> Game:
    """Return a new game in which a case's round was entered."""
    hands = {name: text for name, text in case["hands"].items() if text != NO_TILES}
    what = scored(case.get("round", 1), case.get("out"), **hands)
    empty = {name: TileEntry(()) for name in case["hands"] if name not in hands}
    what = replace(what, entries={**what.entries, **empty})
    if "started_with" in case:
        what = replace(what, started_with=case["started_with"])
    if "open_foot" in case:
        what = replace(what, ending=Blocked(case["open_foot"]))
    return new_log(*case.get("house", ())).after(what, AT).game


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case["name"])
def test_findings(case: dict[str, Any]) -> None:
    """The findings about a round are these, by level, fact, player and sentence."""
    game, number = entered(case), case.get("round", 1)
    found = round_findings(game, game.round(number))
    told = [f"{one.level} {one.fact} {one.player or '-'}: {one.message}" for one in found]
    assert told == case["found"]
    assert all(one.round == number for one in found)


FILES = sorted((CASES / "checks").glob("*.toml"))


def _expected(path: Path) -> tuple[str, list[str]]:
    """Return what is found in a case's game, from its second line, and the sentences, from the lines below."""
    _claim, finds, *others = path.read_text(encoding="utf-8").splitlines()
    sentences = [line.removeprefix("# says: ") for line in others if line.startswith("# says: ")]
    return finds.removeprefix("# finds: "), sentences


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_game_file(path: Path, shelf: Shelf) -> None:
    """A game file has the findings that its head names, each in its sentence; `nothing` for a near miss."""
    expected, sentences = _expected(path)
    if expected == "refused":
        with pytest.raises(ScorekeeperError):
            read_game(path, shelf.book)
        return
    found = game_findings(read_game(path, shelf.book))
    labels = [f"{one.level} {one.fact} {one.player or ''}".strip() for one in found]
    assert "; ".join(labels or ["nothing"]) == expected
    assert [one.message for one in found] == sentences


def test_a_warning_is_overruled_by_fact_and_player_and_an_error_never() -> None:
    """What the table said to a finding is found again; an error stays one, whatever was said."""
    kept = Overruled("D5", "Ben", "Ben has nothing left.")
    game = new_log().after(replace(scored(1, Ben="0"), overruled=(kept,)), AT).game
    warning = Finding("warning", "D5", 1, "Ben", "")
    assert overruled_by(game, warning) == kept
    assert overruled_by(game, replace(warning, fact="D1")) is None
    assert overruled_by(game, replace(warning, player="Cy")) is None
    assert overruled_by(game, replace(warning, level="error")) is None
