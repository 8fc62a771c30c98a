"""The man page and the entry for the menu of a desktop say what the commands are, and are shown as meant."""

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from scorekeeper.cli import COMMANDS
from tests.markdown import ROOT
from tools import made
from tools.man_page import roff

PAGE = ROOT / "docs" / "scorekeeper.1"
READERS = {"man": ["man", "--warnings", "-l"], "mandoc": ["mandoc", "-Tlint", "-W", "error"]}
"""Programs that show man pages, and how they say what is wrong with one; that ours has no date is a mere warning."""


def shown() -> str:
    """Return what somebody reads, as one line."""
    text = re.sub(r"\\f[BR]|\\&", "", PAGE.read_text(encoding="utf-8"))
    for typed in re.findall(r"\\\[u([0-9A-F]{4})\]", text):
        text = text.replace(rf"\[u{typed}]", chr(int(typed, 16)))
    for letter in "\\-'\"`~^":
        text = text.replace(roff(letter), letter)
    return " ".join(text.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_in_it(name: str) -> None:
    """With what it is for, what each option does, and an example."""
    text = shown().replace("`", "")
    for ctx in made.in_group(name):
        said = [made.usage(ctx), *made.paragraphs(ctx.command.help or ""), made.example(ctx)]
        said += [part for option in made.options(ctx) for part in option]
        assert [part for part in said if " ".join(part.replace("`", "").split()) not in text] == []


@pytest.mark.parametrize("reader", READERS)
def test_programs_that_show_man_pages_find_no_fault(reader: str) -> None:
    """No word and no macro is one that they do not know, and none begins with a dot that is taken for a macro."""
    if shutil.which(reader) is None:
        pytest.skip(f"{reader} is not here; install it, for instance with apt install {reader}")
    ran = subprocess.run(
        [*READERS[reader], str(PAGE)],
        capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert ran.stderr == ""
    if reader == "man":
        assert "scorekeeper simulate --rules classic --house scoring.double_blank=25" in " ".join(
            ran.stdout.split()
        )


def test_an_option_is_typed_as_it_is_shown() -> None:
    """Hyphens stay hyphens, also when they are copied from the page."""
    assert click.unstyle(roff("--by -o")) == r"\-\-by \-o"


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
