"""Python in a process of its own, for what a test cannot do in its own."""

import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def python(*words: object, cwd: Path = ROOT, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Run Python with these words to its end, and return its status and what it printed."""
    usual = {"capture_output": True, "encoding": "utf-8", "timeout": 60, "check": False}
    return subprocess.run([sys.executable, *map(str, words)], cwd=cwd, **{**usual, **options})
