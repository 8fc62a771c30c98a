"""A table writes its own book: only the differences, readable, and never over another."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Impossible, Malformed, ScorekeeperError, Unavailable
from scorekeeper.formats import house_rules
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.wording import Wording
from tests.conftest import SHIPPED

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
    changes: dict[str, Any], tmp_path: Path, shelf: Shelf, words: Wording
) -> None:
    """The file has exactly the rules that were picked."""
    base = shelf.book("tedmontgomery")
    text = house_rules.house_book_text(base, "Our Table", changes, words)
    house_rules.save_house_book(shelf, tmp_path, text, "our-table")
    ours = Shelf(SHIPPED, tmp_path).book("our-table")
    assert ours.rules == with_changes(base.rules, changes)
    assert ours.stated - base.stated >= set(changes) - base.stated
    assert ours.title == "Our Table"


def test_a_saved_book_reads_like_one(shelf: Shelf, words: Wording) -> None:
    """Each rule is below its sentence, and only differences are written."""
    changes = {"scoring.double_blank": 100, "scoring.out": 0, "start.toes": 4}
    assert house_rules.house_book_text(shelf.book("hastings"), "Sunday table", changes, words) == (
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


@pytest.mark.parametrize(
    ("title", "book_id"),
    [
        ("Our Table", "our-table"),
        ("  ¡Pollito! ", "pollito"),
        ("../../etc", "etc"),
        ("Сорока", "сорока"),
        ("7", "7"),
    ],
)
def test_an_id_comes_from_the_title(title: str, book_id: str) -> None:
    """Letters of any language and digits are kept, the rest becomes a hyphen."""
    assert house_rules.id_of(title) == book_id


@pytest.mark.parametrize("title", ["", "...", "a\nb", "x" * 81])
def test_a_title_that_will_not_do_is_refused(title: str) -> None:
    """A title needs a letter, on one line, and not too many of them."""
    with pytest.raises(Malformed):
        house_rules.id_of(title)


@given(st.text())
def test_any_title_is_an_id_or_a_refusal(title: str) -> None:
    """No title leads outside the folder."""
    try:
        found = house_rules.id_of(title)
    except ScorekeeperError:
        return
    assert found
    assert not set(found) & set("/\\.: ")


def test_another_book_is_not_written_over(tmp_path: Path, shelf: Shelf) -> None:
    """A book is replaced only with `replace`."""
    house_rules.save_house_book(shelf, tmp_path, "one", "ours")
    with pytest.raises(Impossible, match="already a rule book ours"):
        house_rules.save_house_book(shelf, tmp_path, "two", "ours")
    path = house_rules.save_house_book(shelf, tmp_path, "three", "ours", replace=True)
    assert path.read_text(encoding="utf-8") == "three"
    assert [found.name for found in tmp_path.iterdir()] == ["ours.toml"]


def test_the_name_of_a_shipped_book_is_taken(tmp_path: Path, shelf: Shelf) -> None:
    """A shipped book's id is refused even with `replace`."""
    with pytest.raises(Impossible, match="hastings is the id of a shipped book"):
        house_rules.save_house_book(shelf, tmp_path, "", "hastings", replace=True)


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path, shelf: Shelf) -> None:
    """A file in place of the folder gives a sentence, not a crash, and leaves nothing behind."""
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    with pytest.raises(Unavailable, match="cannot be created"):
        house_rules.save_house_book(shelf, blocked, "", "ours")
    (tmp_path / "ours.toml").mkdir()
    with pytest.raises(Unavailable, match="cannot be written"):
        house_rules.save_house_book(shelf, tmp_path, "", "ours", replace=True)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["file", "ours.toml"]


def test_an_edited_book_keeps_what_it_said_of_itself(tmp_path: Path, words: Wording) -> None:
    """An edited book keeps its game, summary, sources and marks; a mark disappears with its rule."""
    (tmp_path / "ours.toml").write_text(
        'format = "scorekeeper-rules/1"\nid = "ours"\ntitle = "Old"\ngame = "chickenfoot"\nsummary = "Mild."\n'
        'inferred = ["scoring.out", "foot.toes"]\nagree = ["turn.plays"]\n[scoring]\nout = -5\n[foot]\ntoes = 1\n'
    )
    shelf = Shelf(SHIPPED, tmp_path)
    head = shelf.head("ours")
    text = house_rules.house_book_text(shelf.book("classic"), "Old", {"scoring.out": -9}, words, head)
    house_rules.save_house_book(shelf, tmp_path, text, house_rules.house_book_id("Old", head), replace=True)
    ours = Shelf(SHIPPED, tmp_path).book("ours")
    assert (ours.summary, ours.inferred, list(ours.choices)) == ("Mild.", {"scoring.out"}, ["turn.plays"])
    assert Shelf(SHIPPED, tmp_path).head("ours").game == "chickenfoot"
    assert ours.rules.scoring.out == -9
    assert house_rules.house_book_id("New", head) == "new"


def test_a_book_never_comes_to_rest_on_itself(tmp_path: Path, words: Wording) -> None:
    """A book cannot replace a book that it extends, directly or through others."""
    classic = Shelf(SHIPPED).book("classic")
    house_rules.save_house_book(
        Shelf(SHIPPED), tmp_path, house_rules.house_book_text(classic, "One", {"foot.toes": 1}, words), "one"
    )
    one = Shelf(SHIPPED, tmp_path)
    text = house_rules.house_book_text(one.book("one"), "Two", {"scoring.out": -1}, words)
    house_rules.save_house_book(one, tmp_path, text, "two", base="one")
    both = Shelf(SHIPPED, tmp_path)
    assert both.rests_on("two") == ("two", "one", "classic")
    with pytest.raises(Impossible, match="rests on one"):
        house_rules.save_house_book(both, tmp_path, text, "one", base="two", replace=True)


def test_a_draft_is_the_book_as_it_would_be(shelf: Shelf) -> None:
    """In a draft, changed rules are stated and no longer left open."""
    base = shelf.book("tedmontgomery")
    draft = house_rules.draft(base, "Ours", {"scoring.double_blank": 35})
    assert draft.rules == with_changes(base.rules, {"scoring.double_blank": 35})
    assert draft.basis("scoring.double_blank") == "stated"
    assert "scoring.double_blank" not in draft.choices
