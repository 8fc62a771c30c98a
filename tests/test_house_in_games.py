"""A rule that the table took away stays away in the game's file."""

from pathlib import Path

import pytest

from scorekeeper import folders
from scorekeeper.cli import run
from scorekeeper.files import read_game
from tests.conftest import SHELF


def test_a_rule_taken_away_stays_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Started without the repeat clause, kept, exported and read back: still without it."""
    monkeypatch.setenv(folders.HOME_VARIABLE, str(tmp_path))
    run(["new", "--players", "Ana,Ben", "--rules", "tedmontgomery", "--house", "little.again=false"])
    assert run(["export", "last", "-o", str(tmp_path / "game.toml")]) == 0
    game = read_game(tmp_path / "game.toml", SHELF.book)
    assert (game.rules.little.again, dict(game.house)) == (None, {"little.again": None})
