"""`scorekeeper rules` prints what `books` writes, and says by its exit status how it went."""

import json
from pathlib import Path

import pytest

from scorekeeper import folders
from scorekeeper.cli import run

SOUND = 'format = "scorekeeper-rules/1"\nid = "ours"\ntitle = "Ours"\n'
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own; return the folder of house packs."""
    monkeypatch.setenv(folders.HOME_VARIABLE, str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    folders.house_packs().mkdir(parents=True)
    return folders.house_packs()


def ask(capture: Capture, *words: str) -> tuple[int, str, str]:
    """Run one of the commands; return its status and what it printed."""
    status = run(("rules", *words))
    return (status, *capture.readouterr())


def test_all_books_are_listed(capsys: Capture) -> None:
    """Shipped books are there from the start."""
    status, told, _complaints = ask(capsys, "list")
    assert (status, "hastings" in told) == (0, True)
    assert len(json.loads(ask(capsys, "list", "--json")[1])["books"]) == 20


def test_a_broken_house_book_is_listed_with_its_fault(home: Path, capsys: Capture) -> None:
    """One broken file hides no other book."""
    (home / "broken.toml").write_text("a = = 1", encoding="utf-8")
    (home / "ours.toml").write_text(SOUND, encoding="utf-8")
    status, told, complaints = ask(capsys, "list")
    assert (status, "ours" in told, "broken.toml" in complaints) == (0, True, True)
    assert len(json.loads(ask(capsys, "list", "--json")[1])["unusable"]) == 1
    assert ask(capsys, "show", "hastings")[0] == 0


def test_a_book_is_shown(capsys: Capture) -> None:
    """As text for people and as data for programs."""
    assert ask(capsys, "show", "hastings")[1].startswith("Hastings family (hastings)\n====")
    assert json.loads(ask(capsys, "show", "hastings", "--json")[1])["id"] == "hastings"


def test_books_are_compared(capsys: Capture) -> None:
    """Naming a book twice changes nothing."""
    _status, told, _complaints = ask(capsys, "compare", "hastings", "ymi", "hastings")
    assert told == ask(capsys, "compare", "hastings", "ymi")[1]
    assert "Nobody can play" not in told
    data = json.loads(ask(capsys, "compare", "hastings", "ymi", "--json")[1])
    assert [book["id"] for book in data["books"]] == ["hastings", "ymi"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare", "hastings"), "Name at least two different rule books."),
        (("compare", "ymi", "ymi"), "Name at least two different rule books."),
        (("compare",), "Missing argument"),
        (("show", "hasting"), "did you mean hastings?"),
        (("check", "/nowhere/x.toml"), "cannot be read"),
        (("check", "/"), "this is not a file"),
    ],
)
def test_what_cannot_be_done_is_status_2(words: tuple[str, ...], told: str, capsys: Capture) -> None:
    """Wrong usage, unknown books and unreadable files are one sentence on standard error."""
    status, printed, complaint = ask(capsys, *words)
    assert (status, printed, complaint.count("\n")) == (2, "", 1)
    assert told in complaint


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        (SOUND, 0, "ours.toml can be used."),
        (SOUND + "[set]\nsizes = [6]\ndefault = 6", 0, "can be used; mind the 1 remark above."),
        (SOUND + "[scoring]\nowt = 1", 1, "did you mean scoring.out?"),
        (SOUND + "[scoring]\nowt = 1\nblocked = 1", 1, "cannot be used: 2 faults."),
    ],
)
def test_a_pack_is_checked(text: str, status: int, told: str, tmp_path: Path, capsys: Capture) -> None:
    """Sound is 0, faulty is 1, and every fault is named."""
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    found, printed, _complaints = ask(capsys, "check", str(path))
    assert (found, told in printed) == (status, True)
    assert json.loads(ask(capsys, "check", str(path), "--json")[1])["ok"] is (status == 0)


def test_a_file_that_is_no_toml_is_status_2(tmp_path: Path, capsys: Capture) -> None:
    """What cannot be read at all has no findings."""
    path = tmp_path / "x.toml"
    path.write_text("a = = 1", encoding="utf-8")
    assert ask(capsys, "check", str(path))[0] == 2
