"""Tries an installed program as its users do: `python tools/smoke.py [scorekeeper]`.

It needs nothing but Python, and starts the command that it is given, so it can try an installation that has no tests.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

WAIT = 120
"""Seconds that a command may take, on a slow machine too."""


class Failed(Exception):
    """The program does not do what it is for."""


def smoke(command: str, folder: Path) -> None:
    """Start a game, enter a round, settle a dispute, print a sheet, share the table; raise Failed if one fails."""
    path = shutil.which(command)
    if path is None:
        raise Failed(f"{command}: no such command")
    program = str(Path(path).absolute())
    environment = {**os.environ, "SCOREKEEPER_HOME": str(folder / "home"), "PYTHONUTF8": "1"}
    environment.pop("PYTHONPATH", None)

    def run(*words: str) -> str:
        ran = subprocess.run(
            [program, *words], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8",
            timeout=WAIT, check=False,
        )  # fmt: skip
        if ran.returncode:
            raise Failed(f"{' '.join(words)}: status {ran.returncode}, {ran.stderr}")
        return ran.stdout

    print(run("--version").strip())
    run("new", "--players", "Ana,Ben,Carla", "--rules", "hastings")
    run("round", "last", "--out", "Ana", "Ben=5-0 3-2", "Carla=23")
    totals = [place["total"] for place in json.loads(run("standings", "last", "--json"))["standings"]]
    expect("standings", totals, [0, 23, 35])
    ruling = json.loads(run("judge", "play", "--player", "Ann", "--tile", "5-3", "--ends", "5 2 8", "--json"))
    expect("judge", ruling["verdict"], "legal")
    run("sheet", "last", "-o", "sheet.pdf")
    expect("sheet", (folder / "sheet.pdf").read_bytes()[:5], b"%PDF-")
    with subprocess.Popen(
        [program, "share", "last", "--address", "127.0.0.1", "--port", "0", "--json"],
        cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
    ) as sharing:  # fmt: skip
        try:
            assert sharing.stdout is not None
            table = json.loads(sharing.stdout.readline())["table"]
            with urllib.request.urlopen(table, timeout=WAIT) as page:
                expect("share", "<h1" in page.read().decode(), True)
        finally:
            sharing.terminate()


def expect(what: str, actual: object, expected: object) -> None:
    """Raise Failed if something is not as expected, else say that it works."""
    if actual != expected:
        raise Failed(f"{what}: {actual!r}, not {expected!r}")
    print(f"{what}: works")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        try:
            smoke(*(sys.argv[1:] or ["scorekeeper"]), folder=Path(scratch))
        except Failed as failed:
            sys.exit(f"failed: {failed}")
