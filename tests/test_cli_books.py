"""`scorekeeper rules` prints what `books` writes, and says by its exit status how it went."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper import folders
from scorekeeper.cli.books import rules
from scorekeeper.errors import Malformed, NotFound, Unavailable

SOUND = 'format = "scorekeeper-rules/1"\nid = "ours"\ntitle = "Ours"\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own; return the folder of house packs."""
    monkeypatch.setenv(folders.HOME_VARIABLE, str(tmp_path))
    folders.house_packs().mkdir(parents=True)
    return folders.house_packs()


def run(*words: str) -> Result:
    """Run one of the commands."""
    return CliRunner().invoke(rules, words)


def test_all_books_are_listed() -> None:
    """Shipped books are there from the start."""
    told = run("list")
    assert told.exit_code == 0
    assert "hastings" in told.stdout
    assert len(json.loads(run("list", "--json").stdout)["books"]) == 20


def test_a_broken_house_book_is_listed_with_its_fault(home: Path) -> None:
    """One broken file hides no other book."""
    (home / "broken.toml").write_text("a = = 1", encoding="utf-8")
    (home / "ours.toml").write_text(SOUND, encoding="utf-8")
    told = run("list")
    assert (told.exit_code, "ours" in told.stdout) == (0, True)
    assert "broken.toml" in told.stderr
    assert len(json.loads(run("list", "--json").stdout)["unusable"]) == 1
    assert run("show", "hastings").exit_code == 0


def test_a_book_is_shown() -> None:
    """As text for people and as data for programs."""
    assert "Hastings family (hastings)" in run("show", "hastings").stdout
    assert json.loads(run("show", "hastings", "--json").stdout)["id"] == "hastings"


def test_books_are_compared() -> None:
    """Naming a book twice changes nothing."""
    told = run("compare", "hastings", "ymi", "hastings")
    assert told.stdout == run("compare", "hastings", "ymi").stdout
    assert "Nobody can play" not in told.stdout
    data = json.loads(run("compare", "hastings", "ymi", "--json").stdout)
    assert [book["id"] for book in data["books"]] == ["hastings", "ymi"]


@pytest.mark.parametrize(
    "words", [("compare", "hastings"), ("compare", "ymi", "ymi"), ("compare",), ("show",)]
)
def test_wrong_usage_is_status_2(words: tuple[str, ...]) -> None:
    """Two books are needed to compare, and one to show."""
    assert run(*words).exit_code == 2


def test_an_unknown_book_is_refused() -> None:
    """The refusal is ours, for the command line to print."""
    assert isinstance(run("show", "hasting").exception, NotFound)


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        (SOUND, 0, "ours.toml can be used."),
        (SOUND + "[set]\nsizes = [6]\ndefault = 6", 0, "can be used; mind the 1 remark above."),
        (SOUND + "[scoring]\nowt = 1", 1, "did you mean scoring.out?"),
        (SOUND + "[scoring]\nowt = 1\nblocked = 1", 1, "cannot be used: 2 faults."),
    ],
)
def test_a_pack_is_checked(text: str, status: int, told: str, tmp_path: Path) -> None:
    """Sound is 0, faulty is 1, and every fault is named."""
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    checked = run("check", str(path))
    assert (checked.exit_code, told in checked.stdout) == (status, True)
    data = json.loads(run("check", str(path), "--json").stdout)
    assert data["ok"] is (status == 0)


def test_what_cannot_be_read_is_no_finding(tmp_path: Path) -> None:
    """A missing file and a file that is no TOML are refused as a whole."""
    path = tmp_path / "x.toml"
    assert isinstance(run("check", str(path)).exception, Unavailable)
    path.write_text("a = = 1", encoding="utf-8")
    assert isinstance(run("check", str(path)).exception, Malformed)
