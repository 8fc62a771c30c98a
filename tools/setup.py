"""Sets up the program in `.venv`, and runs it or its tests: `python3 tools/setup.py run`, `… test`. `make` calls it.

It needs nothing but Python, and an old Python must be able to read it, to be told that it is too old. Where `uv` is
at hand, that installs. What was stopped in the middle, or lost its Python, is made anew.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from sys import version_info

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".installed"
"""What is installed, a word for each; empty while something is being installed."""
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
OLDEST = (3, 11)

GROUPS = {"run": [], "program": [], "test": ["test", "drawn"], "all": ["test", "drawn", "lint"]}
"""What each word of the command line installs beside the program; other words are groups of pyproject.toml."""

NO_PYTHON = (
    "scorekeeper needs Python 3.11 or later, and this is {}. Install a newer one, then start this with it: "
    "python3.13 tools/setup.py run"
)
NO_VENV = (
    "{} cannot make virtual environments, because a part of it is missing. On Debian and Ubuntu this installs it: "
    "sudo apt install python3-venv"
)
NO_NETWORK = "The packages could not be fetched. Is there a network? Start this again when there is."
_NO_ANSWER = re.compile(
    r"NewConnectionError|ConnectTimeout|NameResolutionError|ProxyError|dns error|error sending request"
)
_PACKAGE = re.compile(
    r"(?:Collecting|Downloading|Building|Preparing metadata for) ([A-Za-z0-9_.-]+)|Installing collected"
)


class Refused(Exception):
    """The set-up cannot go on; its text says what helps."""


def set_up(groups: "list[str]") -> None:
    """Install the program and some groups of pyproject.toml, if they are not installed as the sources are now."""
    installed = installed_groups()
    usable = is_usable()
    if usable and {"program", *groups} <= set(installed) and not is_outdated():
        return
    start = time.monotonic()
    if not usable:
        check_python()
    doing = "Bringing .venv up to date" if usable and installed else "Setting up .venv, once"
    print(f"{doing}: about {'a minute' if groups else '15 seconds'}", flush=True)
    if not usable:
        make_folder()
    STAMP.write_text("")
    wanted = sorted({"program", *groups, *installed})
    install([group for group in wanted if group != "program"])
    STAMP.write_text("\n".join(wanted))
    print(f"Done in {time.monotonic() - start:.0f} seconds.", flush=True)


def installed_groups() -> "list[str]":
    """Return what an earlier run installed to its end."""
    return STAMP.read_text().split() if STAMP.exists() else []


def is_usable() -> bool:
    """Tell whether `.venv` is whole: its Python starts, something can install into it, and no run broke off."""
    if STAMP.exists() and not installed_groups():
        return False
    probe = "import sys" if shutil.which("uv") else "import pip"
    try:
        return subprocess.call([str(BIN / "python"), "-c", probe], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def is_outdated() -> bool:
    """Tell whether what decides about an installation has changed since."""
    sources = [ROOT / "pyproject.toml", *ROOT.glob("tools/build_*.py"), *ROOT.glob("translations/*/*/*.po")]
    return max(path.stat().st_mtime for path in sources) > STAMP.stat().st_mtime


def check_python() -> None:
    """Raise Refused where this Python cannot make `.venv`: it is too old, or lacks a part."""
    if shutil.which("uv"):
        return  # uv finds a Python, or fetches one
    if version_info < OLDEST:
        raise Refused(NO_PYTHON.format("{}.{}".format(*version_info)))
    if (
        subprocess.call(
            [sys.executable, "-c", "import venv; from ensurepip import version"], stderr=subprocess.DEVNULL
        )
        != 0
    ):
        raise Refused(NO_VENV.format(sys.executable))


def make_folder() -> None:
    """Make `.venv` anew."""
    shutil.rmtree(str(VENV), ignore_errors=True)
    if VENV.exists():
        VENV.unlink()
    uv = ["uv", "venv", "--python", ">={}.{}".format(*OLDEST)]
    run([*(uv if shutil.which("uv") else [sys.executable, "-m", "venv"]), str(VENV)])


def install(groups: "list[str]") -> None:
    """Install the program, so that changes of its sources count at once, and some groups."""
    chosen = [word for group in groups for word in ("--group", group)]
    python = str(BIN / "python")
    if shutil.which("uv"):
        run(["uv", "pip", "install", "--python", python, "--editable", ".", *chosen])
        return
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--retries", "1"]
    if groups:
        run([*pip, "install", "--upgrade", "pip>=25.1"])  # the first that knows groups
    run([*pip, "install", "--editable", ".", *chosen])


def run(command: "list[str]") -> None:
    """Run a command, and show on a terminal which package it is at. Raises Refused where it fails."""
    lines = []
    environment = dict(os.environ, PYTHONUNBUFFERED="1")
    with subprocess.Popen(
        command, cwd=str(ROOT), env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
    ) as process:  # fmt: skip
        for line in process.stdout:
            lines.append(line)
            match = _PACKAGE.search(line)
            if match and sys.stdout.isatty():
                print(f"\r\033[K  {match.group(1) or 'installing'}", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
    if process.returncode != 0:
        output = "".join(lines)
        raise Refused(NO_NETWORK if _NO_ANSWER.search(output) else output.strip())


def main(words: "list[str]") -> int:
    """Set up what the words name, and run what they say. Returns the exit status."""
    os.chdir(str(ROOT))
    try:
        set_up([group for word in words for group in GROUPS.get(word, [word])])
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Start it again to set it up.", file=sys.stderr)
        return 130
    if words == ["run"]:
        return subprocess.call([str(BIN / "scorekeeper")])
    if words == ["test"]:
        print(
            "The tests take about four minutes. What was skipped, and why, is listed at the end.", flush=True
        )
        return subprocess.call([str(BIN / "python"), "-m", "pytest"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
