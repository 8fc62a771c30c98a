"""The entry for the menu of a desktop, as docs/commands.md gives it."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.markdown import ROOT

(ENTRY,) = re.findall(
    r"```ini\n(\[Desktop Entry\]\n.*?)```", (ROOT / "docs/commands.md").read_text("utf-8"), re.DOTALL
)


def test_the_entry_opens_the_app_in_a_terminal() -> None:
    """It runs the command that is installed, says both languages of the program, and what desktops ask for."""
    read = configparser.RawConfigParser(delimiters="=")
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(ENTRY)
    entry = dict(read["Desktop Entry"])
    assert (entry["Type"], entry["Exec"], entry["Terminal"]) == ("Application", "scorekeeper", "true")
    assert {"Name", "Comment", "Comment[es]", "GenericName", "GenericName[es]"} <= entry.keys()
    assert all(entry[name].endswith(";") for name in ("Categories", "Keywords"))


def test_the_validator_of_desktops_finds_no_fault(tmp_path: Path) -> None:
    """`desktop-file-validate` says nothing."""
    if shutil.which("desktop-file-validate") is None:
        pytest.skip("desktop-file-validate is not here; install it with apt install desktop-file-utils")
    (tmp_path / "scorekeeper.desktop").write_text(ENTRY, encoding="utf-8")
    ran = subprocess.run(
        ["desktop-file-validate", "scorekeeper.desktop"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")
