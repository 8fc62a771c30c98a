"""A table writes its own book: only the differences, readable, and never over another."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Impossible, Malformed, ScorekeeperError, Unavailable
from scorekeeper.formats.rule_packs import (
    PackHead,
    Shelf,
    edited_book,
    house_book_text,
    id_of,
    save_house_book,
)
from scorekeeper.rules.rulebook import with_changes
from tests.conftest import SHIPPED, by_cases

CHANGES: list[dict[str, Any]] = [
    {"scoring.double_blank": 100},
    {"little.again": None, "foot.call": 'Chick "{n}"'},
    {
        "deal.hand_size": {"9": {"4": 9}, "any": "42/n"},
        "yard.reserve": {"2": 2, "any": 1},
        "yard.empty": "round-ends",
    },
    {"winning.ties": ("share",), "set.sizes": (9, 12, 15), "set.teams": True},
    {},
]


@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: " ".join(changes) or "none")
def test_a_saved_book_reads_back_as_the_rules_chosen(
    changes: dict[str, Any], tmp_path: Path, shelf: Shelf
) -> None:
    """The file has exactly the rules that were picked."""
    base = shelf.book("tedmontgomery")
    assert save_house_book(Shelf(SHIPPED, tmp_path), base, "Our Table", changes, None) == "our-table"
    ours = Shelf(SHIPPED, tmp_path).book("our-table")
    assert ours.rules == with_changes(base.rules, changes)
    assert ours.stated - base.stated >= set(changes) - base.stated
    assert ours.title == "Our Table"


def test_a_saved_book_reads_like_one(shelf: Shelf) -> None:
    """Each rule is below its sentence, and only differences are written."""
    changes = {"scoring.double_blank": 100, "scoring.out": 0, "start.toes": 4}
    text = house_book_text(shelf.book("hastings"), "sunday-table", "Sunday table", changes, None)
    assert text == (
        "# Only what differs from Hastings family (hastings) is written here.\n"
        'format = "scorekeeper-rules/1"\n'
        'id = "sunday-table"\n'
        'title = "Sunday table"\n'
        'extends = "hastings"\n'
        "\n"
        "[scoring]\n"
        "# The double blank left in a hand counts 100 points.\n"
        "double_blank = 100\n"
    )


@by_cases
def test_an_id_comes_from_the_title(title: str, book_id: str) -> None:
    """Letters of any language and digits are kept, the rest becomes a hyphen."""
    assert id_of(title) == book_id


@pytest.mark.parametrize("title", ["", "...", "a\nb", "x" * 81])
def test_a_title_that_will_not_do_is_refused(title: str) -> None:
    """A title needs a letter, on one line, and not too many of them."""
    with pytest.raises(Malformed):
        id_of(title)


@given(st.text())
def test_any_title_is_an_id_or_a_refusal(title: str) -> None:
    """No title leads outside the folder."""
    try:
        found = id_of(title)
    except ScorekeeperError:
        return
    assert found
    assert not set(found) & set("/\\.: ")


def save(folder: Path, title: str, out: int, *, base: str = "classic", edited: str = "") -> str:
    """Save a book with other points for going out, perhaps an edited one, and return its id."""
    shelf = Shelf(SHIPPED, folder)
    kept = shelf.head(edited) if edited else None
    return save_house_book(shelf, shelf.book(base), title, {"scoring.out": out}, kept)


def test_another_book_is_not_written_over(tmp_path: Path) -> None:
    """Only an edited book takes its own place; under another title it is another book."""
    save(tmp_path, "Ours", -1)
    with pytest.raises(Impossible, match="already a rule book ours"):
        save(tmp_path, "Ours", -2)
    assert save(tmp_path, "Ours", -3, edited="ours") == "ours"
    assert Shelf(SHIPPED, tmp_path).book("ours").rules.scoring.out == -3
    assert save(tmp_path, "Theirs", -3, edited="ours") == "theirs"
    assert {found.name for found in tmp_path.iterdir()} == {"ours.toml", "theirs.toml"}


def test_the_name_of_a_shipped_book_is_taken(tmp_path: Path) -> None:
    """A shipped book's id is refused."""
    with pytest.raises(Impossible, match="hastings is the id of a shipped book"):
        save(tmp_path, "Hastings", -1)


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    """A file in place of the folder gives a sentence, not a crash, and leaves nothing behind."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    shelf = Shelf(SHIPPED)
    classic, kept = shelf.book("classic"), PackHead(format="", id="ours", title="Ours")
    with pytest.raises(Unavailable, match="cannot be created"):
        save_house_book(Shelf(SHIPPED, blocked), classic, "Ours", {}, None)
    (tmp_path / "ours.toml").mkdir()
    with pytest.raises(Unavailable, match="cannot be written"):
        save_house_book(Shelf(SHIPPED, tmp_path), classic, "Ours", {}, kept)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["file", "ours.toml"]


def test_an_edited_book_keeps_what_it_said_of_itself(tmp_path: Path) -> None:
    """An edited book keeps its game, summary, sources and marks; a mark disappears with its rule."""
    (tmp_path / "ours.toml").write_text(
        'format = "scorekeeper-rules/1"\nid = "ours"\ntitle = "Old"\ngame = "chickenfoot"\nsummary = "Mild."\n'
        'inferred = ["scoring.out", "foot.toes"]\nagree = ["turn.plays"]\n[scoring]\nout = -5\n[foot]\ntoes = 1\n'
    )
    assert save(tmp_path, "Old", -9, edited="ours") == "ours"
    ours = Shelf(SHIPPED, tmp_path).book("ours")
    assert (ours.summary, ours.inferred, list(ours.choices)) == ("Mild.", {"scoring.out"}, ["turn.plays"])
    assert Shelf(SHIPPED, tmp_path).head("ours").game == "chickenfoot"
    assert ours.rules.scoring.out == -9


def test_a_book_never_comes_to_rest_on_itself(tmp_path: Path) -> None:
    """A book cannot replace a book that it extends, directly or through others."""
    save(tmp_path, "One", -1)
    save(tmp_path, "Two", -2, base="one")
    assert Shelf(SHIPPED, tmp_path).rests_on("two") == ("two", "one", "classic")
    with pytest.raises(Impossible, match="rests on one"):
        save(tmp_path, "One", -3, base="two", edited="one")


def test_a_draft_is_the_book_as_it_would_be(shelf: Shelf) -> None:
    """In a edited_book, changed rules are stated and no longer left open."""
    base = shelf.book("tedmontgomery")
    ours = edited_book(base, "Ours", {"scoring.double_blank": 35})
    assert ours.rules == with_changes(base.rules, {"scoring.double_blank": 35})
    assert ours.basis("scoring.double_blank") == "stated"
    assert "scoring.double_blank" not in ours.choices
