"""A quick question starts neither the store nor the app nor the sheets."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CASES

HEAVY = (
    *("textual", "rich", "sqlite3", "typst", "asyncio"),
    *("scorekeeper.storage.store", "scorekeeper.tui", "scorekeeper.formats.export"),
)

QUICK = [
    ["score", "6-5 0-0"],
    ["standings", str(CASES / "games" / "f2.toml")],
    ["check", str(CASES / "games" / "f1.toml")],
]


@pytest.mark.parametrize("words", QUICK, ids=lambda words: words[0])
def test_quick_command_loads_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    """Commands on a hand or a file import no Textual, no SQLite, no Typst."""
    loaded = _loaded(words, tmp_path)
    assert not {name for name in loaded for heavy in HEAVY if name == heavy or name.startswith(f"{heavy}.")}


def test_blank_sheet_loads_neither_store_nor_judge(tmp_path: Path) -> None:
    """A sheet to be filled by hand waits for nothing that has to do with games played or disputes."""
    loaded = _loaded(["sheet", "--set", "9", "-o", str(tmp_path / "blank.pdf")], tmp_path)
    assert "typst" in loaded
    assert not loaded & {
        "sqlite3",
        "asyncio",
        "scorekeeper.storage.store",
        "scorekeeper.judge.ruling",
        "scorekeeper.game.game",
    }


def _loaded(words: list[str], home: Path) -> set[str]:
    """Return the modules that a command loads."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scorekeeper", *words],
        capture_output=True, text=True, check=True, env={"SCOREKEEPER_HOME": str(home), "PATH": ""},
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "scorekeeper.cli" in loaded
    return loaded
