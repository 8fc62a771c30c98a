"""The wheel, alone and outside the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, without network, and return the folder it was unpacked into."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "installed")
    return folder / "installed"


def _run(unpacked: Path, *words: str) -> str:
    """Run the unpacked command, in a folder where nothing of the checkout is found."""
    start = "import sys; sys.path.insert(0, sys.argv.pop(1)); from scorekeeper.__main__ import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", start, str(unpacked), *words],
        cwd=unpacked.parent, check=True, capture_output=True, text=True,
        env={**os.environ, "SCOREKEEPER_HOME": str(unpacked.parent / "home")}, timeout=60,
    )  # fmt: skip
    return ran.stdout


def test_wheel_carries_its_data(unpacked: Path) -> None:
    """Rule packs and type marker are in the wheel; tests are not."""
    package = unpacked / "scorekeeper"
    packs = {path.name for path in (ROOT / "rules" / "packs").glob("*.toml")}
    assert {path.name for path in (package / "data" / "rules" / "packs").glob("*.toml")} == packs
    assert (package / "py.typed").exists()
    assert not (unpacked / "tests").exists()


def test_wheel_knows_its_packs(unpacked: Path) -> None:
    """The unpacked wheel reads the packs that it carries, not those of the checkout."""
    start = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from scorekeeper.system import shipped_folder; from scorekeeper.formats import Shelf;"
        "shelf = Shelf(shipped_folder('rules')); [shelf.book(name) for name in shelf.ids()];"
        "print(shipped_folder('rules'), *shelf.ids())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", start, str(unpacked)],
        cwd=unpacked.parent, check=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    place, *packs = ran.stdout.split()
    assert place == str(unpacked / "scorekeeper" / "data" / "rules")
    assert {"classic", "hastings", "tedmontgomery"} <= set(packs)


def test_wheel_keeps_a_game(unpacked: Path) -> None:
    """The unpacked wheel starts a game and tells where it stands."""
    game = _run(unpacked, "new", "--players", "Ana,Ben", "--rules", "hastings").strip()
    _run(unpacked, "round", game, "--out", "Ana", "Ben=5-0")
    told = json.loads(_run(unpacked, "standings", game, "--json"))
    assert [one["total"] for one in told["standings"]] == [0, 30]


def test_wheel_prints_a_sheet(unpacked: Path) -> None:
    """The unpacked wheel prints a sheet as PDF."""
    sheet = unpacked.parent / "sheet.pdf"
    _run(unpacked, "sheet", "--set", "9", "--players", "Ana,Ben", "-o", str(sheet))
    assert sheet.read_bytes().startswith(b"%PDF-")
