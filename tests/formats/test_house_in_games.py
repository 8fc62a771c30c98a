"""A rule that the table removed stays removed in the game's file."""

from collections.abc import Callable
from pathlib import Path

from scorekeeper.formats.game_file import read_game
from tests.conftest import SHELF, Ran


def test_a_rule_taken_away_stays_away(tmp_path: Path, cli: Callable[..., Ran]) -> None:
    """Started without the repeat clause, kept, exported and read back: still without it."""
    cli("new", "--players", "Ana,Ben", "--rules", "tedmontgomery", "--house", "little.again=false")
    assert cli("export", "last", "-o", tmp_path / "game.toml").status == 0
    game = read_game(tmp_path / "game.toml", SHELF.book)
    assert (game.rules.little.again, dict(game.house)) == (None, {"little.again": None})
