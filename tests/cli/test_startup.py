"""A command loads only what it uses."""

from pathlib import Path

import pytest

from scorekeeper.storage import open_store
from tests.build import AT, scored, started
from tests.conftest import CASES
from tests.processes import python

ROOT = CASES.parent
CODE = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, sep="\\n", file=sys.stderr))
from scorekeeper.__main__ import main
main()
"""

QUICK = [
    (["score", "6-5 0-0"], "web tui sheets storage judge engine checks history"),
    (["standings", str(CASES / "games" / "f2.toml")], "web tui sheets storage judge engine history"),
    (["check", str(CASES / "games" / "f1.toml")], "web tui sheets storage judge engine history"),
    (["export", str(CASES / "games" / "f2.toml")], "web tui sheets storage judge engine checks history"),
    (
        ["judge", str(next((ROOT / "situations" / "scenarios").glob("*.toml")))],
        "web tui sheets storage history reading",
    ),
    (
        ["judge", str(next((ROOT / "records" / "valid").glob("*.toml")))],
        "web tui sheets storage history reading",
    ),
    (["rules", "list"], "web tui sheets storage judge engine checks history reading"),
    (["sheet", "--set", "9", "-o", "blank.pdf"], "web tui storage judge engine checks history game.game"),
]
"""Commands on a hand or a file, and the packages that have nothing to do with them."""

STORED = [
    (["round", "last", "--out", "Ana", "Ben=4", "Cy=9"], "web tui sheets judge engine"),
    (["undo", "last"], "web tui sheets judge engine checks"),
    (["hide", "last"], "web tui sheets judge engine checks"),
    (["log", "last"], "web tui sheets judge engine checks"),
]
"""The same for commands on a stored game."""

WEB = {"starlette", "uvicorn", "htpy", "markupsafe", "segno", "anyio", "h11"}
LIBRARIES = {
    "tui": {"textual", "rich.console", "asyncio"},
    "sheets": {"typst"},
    "storage": {"sqlite3"},
    "web": WEB,
}
"""What only one package needs; `rich.cells`, which knows widths, loads nothing else of its library."""


@pytest.mark.parametrize(("words", "idle"), QUICK, ids=lambda words: words[0])
def test_a_command_loads_only_what_it_uses(words: list[str], idle: str, tmp_path: Path) -> None:
    """Commands on a hand or a file load no package, and no library, that has nothing to do with them."""
    assert _loaded_in_vain(words, idle, tmp_path) == set()


@pytest.mark.parametrize(("words", "idle"), STORED, ids=lambda words: words[0])
def test_a_command_on_a_stored_game_loads_only_what_it_uses(
    words: list[str], idle: str, tmp_path: Path
) -> None:
    """A change to a stored game loads neither the judge nor the engine, and checks only for entries."""
    store = open_store(tmp_path / "games.db")
    store.append(store.create(started(), AT), [scored(1, None, Ben="4")], AT)
    store.close()
    assert _loaded_in_vain(words, idle, tmp_path) == set()


def _loaded_in_vain(words: list[str], idle: str, home: Path) -> set[str]:
    loaded = _run(words, home)
    assert "scorekeeper.cli" in loaded
    packages = {f"scorekeeper.{name}" for name in idle.split()}
    libraries = {name for package in idle.split() for name in LIBRARIES.get(package, ())}
    return {
        name
        for name in loaded
        if any(name.startswith(f"{package}.") for package in packages)
        or name in libraries
        or name.startswith("psycopg")
        or name in packages - {f"scorekeeper.{one}" for one in PACKAGES}
    }


PACKAGES = ("web", "tui", "sheets", "storage", "judge", "engine", "checks", "history", "reading")
"""Their faces may be loaded: a face alone loads nothing."""


def _run(words: list[str], home: Path) -> set[str]:
    """Run a command, and return the modules that were loaded when it ended."""
    ran = python("-c", CODE, *words, cwd=home, env={"SCOREKEEPER_HOME": str(home), "PATH": ""})
    assert "Traceback" not in ran.stderr, ran.stderr
    return set(ran.stderr.splitlines())
