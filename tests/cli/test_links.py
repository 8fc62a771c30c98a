"""A command that writes a file writes it where it was told to, and nowhere else: never through a link to a file."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CASES, Cli

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights here")

SITUATION = str(next((CASES.parent / "situations" / "scenarios").glob("*.toml")))
WRITERS = {
    "export": "export last -o {file}.toml",
    "judge -o": f"judge {SITUATION} -o {{file}}.pdf",
    "judge --save": f"judge {SITUATION} --save {{file}}.toml",
    "sheet": "sheet -o {file}.pdf",
    "sheet of pages": "sheet last last -o {file}.svg",
    "export --all": "export --all --format toml -o {folder}",
}
"""Every command that writes files where a person says."""


def place(writer: str, game: str, home: Path) -> Path:
    """Return the first file that a command writes."""
    if writer == "export --all":
        return home / "out" / f"{game}.toml"
    word = WRITERS[writer].split()[-1].format(file=home / "out" / "file")
    return Path(word.replace(".svg", "-1.svg"))


def words(writer: str, home: Path, *more: str) -> list[str]:
    """Return a command that writes into the folder `out`."""
    return [
        *(word.format(file=home / "out" / "file", folder=home / "out") for word in WRITERS[writer].split()),
        *more,
    ]


LINKS: dict[str, Callable[[Path, Path], object]] = {
    "to a file": lambda link, far: (far.write_text("old"), link.symlink_to(far)),
    "to nothing": lambda link, far: link.symlink_to(far),
    "to a link": lambda link, far: (
        far.write_text("old"),
        (link.parent / "other").symlink_to(far),
        link.symlink_to("other"),
    ),
    "to a folder": lambda link, far: (far.mkdir(), link.symlink_to(far)),
}


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("kind", LINKS)
@pytest.mark.parametrize("writer", WRITERS)
def test_nothing_is_written_through_a_link(
    writer: str, kind: str, force: list[str], cli: Cli, game: str, home: Path, tmp_path: Path
) -> None:
    """One sentence that names the link; it stays, and so does what it leads to, also with `--force`."""
    link, far = place(writer, game, home), tmp_path / "far"
    link.parent.mkdir()
    LINKS[kind](link, far)
    target = link.readlink()
    ran = cli(*words(writer, home, *force))
    assert (ran.status, ran.err.count("\n"), str(link) in ran.err) == (2, 1, True), ran.err
    assert link.readlink() == target
    assert (far.exists(), far.is_file() and far.read_text()) == {
        "to nothing": (False, False),
        "to a folder": (True, False),
    }.get(kind, (True, "old"))
    assert not far.is_dir() or not any(far.iterdir())


@pytest.mark.parametrize("writer", WRITERS)
def test_a_folder_may_be_a_link(writer: str, cli: Cli, game: str, home: Path, tmp_path: Path) -> None:
    """Only the file itself may not be one."""
    (tmp_path / "far").mkdir()
    (home / "out").symlink_to(tmp_path / "far")
    cli(*words(writer, home))
    assert place(writer, game, home).is_file()


def test_the_usual_name_of_a_sheet_is_not_that_of_a_link(
    cli: Cli, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link to nothing has its name already, so the sheet gets the next one."""
    home.mkdir()
    monkeypatch.chdir(home)
    usual = cli("sheet").out.strip()
    Path(usual).unlink()
    Path(usual).symlink_to(tmp_path / "far")
    assert cli("sheet").out.strip() == usual.replace(".pdf", " (2).pdf")
    assert not (tmp_path / "far").exists()


def test_a_link_to_a_device_is_the_device(cli: Cli, game: str, home: Path) -> None:
    """What is no file is written as it is."""
    (home / "null.toml").symlink_to("/dev/null")
    assert cli("export", game, "-o", home / "null.toml").status == 0
    assert (home / "null.toml").is_symlink()
