"""What `make run` and `make test` do before they run anything."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import python
from tests.waiting import PATIENCE
from tools import setup

ROOT = Path(__file__).parents[1]
posix = pytest.mark.skipif(os.name == "nt", reason="the stand-ins for programs are shell scripts")

UV = """#!/bin/sh
echo "$@" >> "$LOG"
case "$1" in
  venv) shift 3; mkdir -p "$1/bin"; ln -s "$PYTHON" "$1/bin/python" ;;
  pip) test -z "$BREAK" || { echo "$BREAK"; exit 1; } ;;
esac
"""
"""A stand-in for `uv`, which notes what it is asked for, and says $BREAK instead of installing anything."""


class Checkout:
    """A folder like a checkout, and a stand-in for `uv` that needs no network."""

    def __init__(self, folder: Path) -> None:
        self.root, self.log = folder / "checkout", folder / "log"
        (self.root / "tools").mkdir(parents=True)
        for name in ("pyproject.toml", "tools/setup.py"):
            shutil.copy(ROOT / name, self.root / name)
        programs = folder / "programs"
        programs.mkdir()
        (programs / "uv").write_text(UV)
        (programs / "uv").chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "LOG": str(self.log),
            "PYTHON": sys.executable,
        }

    def set_up(self, *words: str, breaks: str = "") -> subprocess.CompletedProcess[str]:
        """Set up what some words name; the installation may break off with a text."""
        return python("tools/setup.py", *words, cwd=self.root, env={**self.environment, "BREAK": breaks})

    def asked(self) -> list[str]:
        """Return what `uv` was asked for since the last time: its first words."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a checkout that was never set up."""
    return Checkout(tmp_path)


@posix
def test_the_program_is_installed_alone_and_once(checkout: Checkout) -> None:
    """The first set-up says how long it takes and installs no test tools; the second one does nothing."""
    first = checkout.set_up("program")
    assert first.stdout.startswith("Setting up .venv, once: about 15 seconds\n"), first.stdout + first.stderr
    assert [line.split()[0] for line in checkout.asked()] == ["venv", "pip"]
    second = checkout.set_up("program")
    assert (second.stdout, second.returncode, checkout.asked()) == ("", 0, [])


@posix
def test_the_tests_add_what_they_need(checkout: Checkout) -> None:
    """What is installed stays; the groups of the tests are added, and what changes later brings both along."""
    checkout.set_up("program")
    checkout.asked()
    checkout.set_up("test")
    (asked,) = checkout.asked()
    assert asked.endswith("--editable . --group drawn --group test")
    os.utime(checkout.root / "pyproject.toml", (4e9, 4e9))
    assert checkout.set_up("program").stdout.startswith("Bringing .venv up to date")
    assert checkout.asked() == [asked]


@posix
@pytest.mark.parametrize("damage", ["stopped", "no Python", "no folder", "a file"])
def test_what_is_half_made_is_made_anew(checkout: Checkout, damage: str) -> None:
    """A set-up that was stopped, or whose Python is gone, is made anew, and works."""
    checkout.set_up("program")
    venv = checkout.root / ".venv"
    if damage == "stopped":
        (venv / "left-over").touch()
        assert checkout.set_up("drawn", breaks="Stopped.").returncode == 1
    elif damage == "no Python":
        (venv / "bin" / "python").unlink()
    else:
        shutil.rmtree(venv)
    if damage == "a file":
        venv.touch()
    checkout.asked()
    assert checkout.set_up("program").returncode == 0
    assert [line.split()[0] for line in checkout.asked()] == ["venv", "pip"]
    assert not (venv / "left-over").exists()


@posix
def test_without_a_network_one_sentence_says_so(checkout: Checkout) -> None:
    """Who has no network reads so, and nothing of what the installer printed."""
    refused = checkout.set_up("program", breaks="error: dns error: failed to look up address information")
    assert (refused.stderr, refused.returncode) == (f"{setup.NO_NETWORK}\n", 1)


@posix
def test_any_other_fault_is_told_as_it_is(checkout: Checkout) -> None:
    """What the installer says of another fault stands there whole."""
    assert checkout.set_up("program", breaks="No space left on device").stderr == "No space left on device\n"


def test_a_python_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.9 is refused with its version, and with the command that helps."""
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(setup, "version_info", (3, 9))
    with pytest.raises(setup.Refused, match=r"this is 3\.9\..*python3\.13 tools/setup\.py run"):
        setup.check_python()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_a_part_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    """Where Debian's Python has no `venv`, the sentence has the command that installs it."""
    (tmp_path / f"{module}.py").write_text("raise ImportError\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(setup.Refused, match="apt install python3-venv"):
        setup.check_python()


def test_an_old_python_can_read_it() -> None:
    """Python 3.6 can parse the script, so that it can say that it is too old."""
    ast.parse((ROOT / "tools" / "setup.py").read_text(encoding="utf-8"), feature_version=(3, 6))


def test_a_run_of_the_tests_says_what_it_skipped_and_why(tmp_path: Path) -> None:
    """The last lines of a run name each test that was skipped, and what to install for it."""
    (tmp_path / "test_part.py").write_text(
        'import pytest\n\ndef test_part():\n    pytest.skip("install the part")\n'
    )
    options = [
        "-c",
        str(ROOT / "pyproject.toml"),
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "install the part" in ran.stdout, ran.stdout + ran.stderr
