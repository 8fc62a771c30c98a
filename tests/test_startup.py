"""A quick question starts neither the store nor the app nor the sheets."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CASES

HEAVY = ("textual", "rich", "sqlite3", "typst", "scorekeeper.store", "scorekeeper.tui", "asyncio")

QUICK = [
    ["score", "6-5 0-0"],
    ["standings", str(CASES / "games" / "f2.toml")],
    ["check", str(CASES / "games" / "f1.toml")],
]


@pytest.mark.parametrize("words", QUICK, ids=lambda words: words[0])
def test_quick_command_loads_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    """Commands on a hand or a file import no Textual, no SQLite, no Typst."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scorekeeper", *words],
        capture_output=True, text=True, check=True, env={"SCOREKEEPER_HOME": str(tmp_path), "PATH": ""},
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "scorekeeper.cli" in loaded
    assert not {name for name in loaded for heavy in HEAVY if name == heavy or name.startswith(f"{heavy}.")}
