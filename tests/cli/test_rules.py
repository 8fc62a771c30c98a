"""`scorekeeper rules` prints what `books` writes, and says by its exit status how it went."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.system import paths
from tests.conftest import Ran

SOUND = 'format = "scorekeeper-rules/1"\nid = "ours"\ntitle = "Ours"\n'
Cli = Callable[..., Ran]


def test_all_books_are_listed(cli: Cli) -> None:
    """Shipped books are there from the start."""
    told = cli("rules", "list")
    assert (told.status, "hastings" in told.out) == (0, True)
    assert len(json.loads(cli("rules", "list", "--json").out)["books"]) == 27


def test_a_broken_house_book_is_listed_with_its_fault(cli: Cli) -> None:
    """One broken file hides no other book."""
    paths.house_rules_folder().mkdir(parents=True)
    (paths.house_rules_folder() / "broken.toml").write_text("a = = 1", encoding="utf-8")
    (paths.house_rules_folder() / "ours.toml").write_text(SOUND, encoding="utf-8")
    told = cli("rules", "list")
    assert (told.status, "ours" in told.out, "broken.toml" in told.err) == (0, True, True)
    assert len(json.loads(cli("rules", "list", "--json").out)["unusable"]) == 1
    assert cli("rules", "show", "hastings").status == 0


def test_a_book_is_shown(cli: Cli) -> None:
    """As text for people and as data for programs."""
    assert cli("rules", "show", "hastings").out.startswith("Hastings family (hastings)\n====")
    assert json.loads(cli("rules", "show", "hastings", "--json").out)["id"] == "hastings"


def test_books_are_compared(cli: Cli) -> None:
    """Naming a book twice changes nothing."""
    told = cli("rules", "compare", "hastings", "ymi", "hastings")
    assert told == cli("rules", "compare", "hastings", "ymi")
    assert "Nobody can play" not in told.out
    data = json.loads(cli("rules", "compare", "hastings", "ymi", "--json").out)
    assert [book["id"] for book in data["books"]] == ["hastings", "ymi"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("compare", "hastings", "mexican-train"), "are for different games"),
        (("compare", "hastings"), "Name at least two rule books."),
        (("compare", "ymi", "ymi"), "Name at least two rule books."),
        (("compare",), "Missing argument 'BOOK BOOK…'."),
        (("show", "hasting"), "did you mean hastings?"),
        (("check", "/nowhere/x.toml"), "cannot be read"),
        (("check", "/"), "it is a folder, a pipe or a device, not a file."),
    ],
)
def test_what_cannot_be_done_is_status_2(words: tuple[str, ...], fault: str, cli: Cli) -> None:
    """Wrong usage, unknown books and unreadable files are one sentence on standard error."""
    told = cli("rules", *words)
    assert (told.status, told.out, told.err.count("\n")) == (2, "", 1)
    assert fault in told.err


@pytest.mark.parametrize(
    ("text", "status", "verdict"),
    [
        (SOUND, 0, "ours.toml can be used."),
        (SOUND + "[set]\nsizes = [6]\ndefault = 6", 0, "can be used; see the 1 remark above."),
        (SOUND + "[scoring]\nowt = 1", 1, "did you mean scoring.out?"),
        (SOUND + "[scoring]\nowt = 1\nblocked = 1", 1, "cannot be used: 2 faults."),
    ],
)
def test_a_pack_is_checked(text: str, status: int, verdict: str, tmp_path: Path, cli: Cli) -> None:
    """Sound is 0, faulty is 1, and every fault is named."""
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    told = cli("rules", "check", path)
    assert (told.status, verdict in told.out) == (status, True)
    assert json.loads(cli("rules", "check", path, "--json").out)["ok"] is (status == 0)


def test_where_a_checked_pack_belongs_is_said(tmp_path: Path, cli: Cli) -> None:
    """A sound pack that is not yet among the rule books is told its folder; one that is there is not."""
    paths.house_rules_folder().mkdir(parents=True)
    for folder, told in ((tmp_path, True), (paths.house_rules_folder(), False)):
        (folder / "ours.toml").write_text(SOUND, encoding="utf-8")
        out = cli("rules", "check", folder / "ours.toml").out
        assert (f"put it into {paths.house_rules_folder()};" in out) is told


def test_a_file_that_is_no_toml_is_status_2(tmp_path: Path, cli: Cli) -> None:
    """What cannot be read at all has no findings."""
    path = tmp_path / "x.toml"
    path.write_text("a = = 1", encoding="utf-8")
    assert cli("rules", "check", path).status == 2


def test_rules_alone_shows_its_help(cli: Cli) -> None:
    """`rules` without more lists what it can do, as help, not as a fault."""
    ran = cli("rules")
    assert (ran.status, ran.err) == (0, "")
    assert "compare  Show where rule books of one game differ." in ran.out
