"""The register of checks: every check is in it once, and what it finds is what it is registered for."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper import checks
from scorekeeper.checks.findings import Check, checked_round
from scorekeeper.checks.round import CHECKS, game_findings
from scorekeeper.formats.game_file import read_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from tests.checks.test_checks import FOUND, entered
from tests.conftest import CASES

FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"
GAMES = [
    path
    for path in sorted((CASES / "checks").glob("*.toml"))
    if "# finds: refused" not in path.read_text(encoding="utf-8")
]


def written() -> Iterator[Check]:
    """Yield every check of the modules of the package."""
    for module in pkgutil.iter_modules(checks.__path__):
        values = vars(import_module(f"scorekeeper.checks.{module.name}")).values()
        yield from (value for value in values if isinstance(value, Check))


@pytest.fixture(scope="module")
def games(shelf: Shelf) -> list[Game]:
    """Return the games of all case files that can be read, and those of the single rounds."""
    return [*(read_game(path, shelf.book) for path in GAMES), *map(entered, FOUND)]


def test_every_check_is_registered_once() -> None:
    """A check that a module holds is run, and none is run twice."""
    assert len(CHECKS) == len(set(CHECKS))
    assert set(CHECKS) == set(written())


def test_a_check_that_makes_another_needless_runs_before_it() -> None:
    """What `unless` names stands earlier in the register, and looks at the same rounds."""
    for number, one in enumerate(CHECKS):
        if one.unless is not None:
            assert one.unless in CHECKS[:number]
            assert one.unless.scope == one.scope


def test_the_facts_of_entries_are_registered() -> None:
    """Every fact that entries can break has a check: those that `docs/formats.md` lists."""
    listed = re.findall(r"^\| `([A-Z]\d+)` \|", FORMATS.read_text(encoding="utf-8"), re.MULTILINE)
    assert {fact for one in CHECKS for fact in one.facts} == set(listed)


@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.find.__name__)
def test_a_check_finds_something_in_the_cases(one: Check, games: list[Game]) -> None:
    """Some case shows each check at work, with each of its facts, and with its own level."""
    rounds = [
        checked_round(game, played)
        for game in games
        for played in game.rounds
        if played.blocked or one.scope != "blocked"
    ]
    found = [finding for checked in rounds for finding in one.findings(checked)]
    assert {finding.fact for finding in found} == set(one.facts)
    assert {finding.level for finding in found} == {one.level}


def test_the_whole_game_is_checked_in_rounds_without_an_error(games: list[Game]) -> None:
    """A check of the scope `game` finds nothing where entries cannot be true."""
    whole_game = {fact for one in CHECKS if one.scope == "game" for fact in one.facts}
    for game in games:
        wrong = {finding.round for finding in game_findings(game) if finding.level == "error"}
        assert not [one for one in game_findings(game) if one.fact in whole_game and one.round in wrong]
