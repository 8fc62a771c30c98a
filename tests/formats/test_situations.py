"""Situations as files: written as they are read, and told as people type."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.formats.disputes import as_situation, situation_text
from scorekeeper.judge.told import Foot
from tests.conftest import SHELF, read_situation
from tests.judge.test_situations import files

TABLE = {
    "format": "scorekeeper-situation/1",
    "set": 9,
    "round": 9,
    "players": ["Ana", "Ben"],
    "rules": "classic",
    "question": {"ask": "options", "player": "Ana"},
}


@pytest.mark.parametrize("path", [*files("scenarios"), *files("depends"), *files("settled")])
def test_a_situation_that_is_written_is_read_as_the_same(path: Path) -> None:
    """Nothing is lost on the way to a file and back."""
    situation = read_situation(path, SHELF.book)
    assert as_situation(tomllib.loads(situation_text(situation)), SHELF.book) == situation


@pytest.mark.parametrize(
    ("table", "foot", "ends"),
    [
        ({"foot": 6}, Foot(6), None),
        ({"foot": "6 1"}, Foot(6, 1), None),
        ({"foot": "6 1", "ends": ""}, Foot(6, 1), ()),
        ({"ends": "5 2 8"}, None, (5, 2, 8)),
    ],
)
def test_a_table_is_told_in_a_file_in_numbers(
    table: dict[str, Any], foot: Foot | None, ends: tuple[int, ...] | None
) -> None:
    """An open foot and open ends may be written as texts of numbers."""
    situation = as_situation({**TABLE, "table": table}, SHELF.book)
    assert (situation.foot, situation.ends) == (foot, ends)


@pytest.mark.parametrize(
    "table", [{"foot": "double six"}, {"foot": "6 one"}, {"ends": "none"}, {"ends": "5, 2"}]
)
def test_a_file_is_read_strictly(table: dict[str, Any]) -> None:
    """What people say is no notation of files, where nobody sees how it was understood."""
    with pytest.raises(Malformed, match=r"^table\.(foot|ends): “.*” is not a"):
        as_situation({**TABLE, "table": table}, SHELF.book)
