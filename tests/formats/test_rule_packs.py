"""Shipped books say what the catalogue says; a faulty pack breaks nothing but itself."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Malformed, NotFound, ScorekeeperError, Unavailable
from scorekeeper.formats.rule_packs import Shelf, house_book_text
from scorekeeper.formats.rule_words import wording
from scorekeeper.rules.dealing import hand_size
from scorekeeper.rules.rulebook import is_optional, key_types, rule_values, value_of
from scorekeeper.rules.wording import Wording
from scorekeeper.text import spoken
from tests import catalogues
from tests.catalogues import language_of
from tests.conftest import BOOKS, CASES, CLASSIC, FOOT_BOOKS, SHELF, SHIPPED, by_cases, case_file, cases

ASSIGNED = json.loads((CASES / "assignments.json").read_text(encoding="utf-8"))["books"]
TRAIN_BOOKS = json.loads((CASES / "train_books.json").read_text(encoding="utf-8"))
HEAD = 'format = "scorekeeper-rules/1"\nid = "{id}"\ntitle = "T"\n'


def pack(folder: Path, name: str, text: str = "") -> Path:
    """Write a pack with a proper head."""
    path = folder / f"{name}.toml"
    path.write_text(HEAD.format(id=name) + text, encoding="utf-8")
    return path


def as_json(value: Any) -> Any:
    """Return a value as a JSON file gives it back."""
    return json.loads(json.dumps(value, default=dict))


def test_the_books_of_the_catalogues_ship(shelf: Shelf) -> None:
    """The books of both catalogues ship, and the base."""
    assert shelf.ids()[0] == "classic"
    assert set(shelf.ids()) == {"classic", *ASSIGNED, *TRAIN_BOOKS}


@pytest.mark.parametrize("name", ASSIGNED)
def test_each_book_says_what_the_catalogue_says(name: str, shelf: Shelf) -> None:
    """Value and basis of every key in every book are those of the catalogue."""
    book = shelf.book(name)
    here, usual = as_json(rule_values(book.rules)), as_json(rule_values(CLASSIC))
    said = ASSIGNED[name]["keys"]
    assert {key: (here.get(key), book.basis(key)) for key in key_types()} == {
        key: (said[key]["value"], said[key]["basis"]) if key in said else (usual.get(key), "unstated")
        for key in key_types()
    }


@pytest.mark.parametrize("name", TRAIN_BOOKS)
def test_each_train_book_says_what_its_catalogue_says(name: str, shelf: Shelf) -> None:
    """Value, basis and choices of every key in every book of trains are those of the catalogue."""
    book, row = shelf.book(name), TRAIN_BOOKS[name]
    here = as_json(rule_values(book.rules))
    assert {key: [here.get(key), book.basis(key)] for key in row["keys"]} == row["keys"]
    assert as_json(dict(book.choices)) == row["choices"]
    told = row["extends"], row["title"], row.get("game", "mexican-train")
    assert (shelf.head(name).extends, book.title, book.game) == told


@by_cases
def test_hands_of_the_train_books(name: str, hands: str, shelf: Shelf) -> None:
    """With a double-twelve set, two to eight players draw what the catalogue says."""
    rules = shelf.book(name).rules
    assert [hand_size(rules, 12, players) for players in range(2, 9)] == [int(n) for n in hands.split()]


MARKS = {"~": "inferred", "amb:": "ambiguous", "hub: ~": "inferred", "unstated": "unstated"}
"""How section C marks what a source does not state."""


def marked_basis(says: str) -> str:
    """Return the basis that section C gives a value by its mark."""
    return next((basis for mark, basis in MARKS.items() if says.startswith(mark)), "stated")


@pytest.mark.parametrize("name", ASSIGNED)
def test_a_book_differs_from_the_catalogue_only_for_a_reason(name: str) -> None:
    """Where the basis is not the one that the catalogue marks, the reason is written beside it."""
    said = ASSIGNED[name]["keys"]
    assert {key for key, row in said.items() if row["basis"] != marked_basis(row["says"])} == {
        key for key, row in said.items() if "why" in row
    }


@pytest.mark.parametrize("case", cases("disputes"), ids=lambda case: case["dispute"])
def test_each_dispute_is_settled_as_the_catalogue_settles_it(case: dict[str, Any]) -> None:
    """Every book, the silent ones too, has the value that gives the catalogue's verdict."""
    told = {book.id: as_json(value_of(book.rules, case["key"])) for book in FOOT_BOOKS}
    assert told == dict.fromkeys(told, case["others"]) | case.get("books", {})


@pytest.mark.parametrize("name", ASSIGNED)
def test_each_book_leaves_open_what_its_source_leaves_open(name: str, shelf: Shelf) -> None:
    """The choices of a source are asked for, and the book's own value is one of them."""
    book = shelf.book(name)
    assert as_json(dict(book.choices)) == ASSIGNED[name]["choices"]
    assert all(value_of(book.rules, key) in offered for key, offered in book.choices.items())
    assert book.to_agree == set(ASSIGNED[name].get("to_agree", []))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_each_book_introduces_itself(book: Any) -> None:
    """Title, summary, what is peculiar and sources are whole lines of our own."""
    for text in (book.summary, book.peculiar, *book.sources):
        assert text.endswith(".")
    assert book.title


def test_the_base_sets_every_key(shelf: Shelf) -> None:
    """Nothing but optional rules is left out of the base; where no source says anything, its value is a custom."""
    base = shelf.book("classic")
    assert base.own == {key for key in key_types() if not is_optional(key)}
    texts = wording(SHIPPED).keys.items()
    customs = {key for key, text in texts if str(value_of(base.rules, key)) in text.custom}
    assert {"conduct.misplay", "deal.shuffler", "little.caller"} <= base.own - base.stated <= customs


FAULTY = {case["name"]: (case["text"], case["said"]) for case in cases("faulty_packs")} | {
    "deep": ("a = " + "[" * 10_000, "This is not TOML"),
    "big": ("#" * 10_000_000, "larger than 1000000 bytes"),
    "picture": (b"\x89PNG\xff\xfe", "not a text file in UTF-8"),
}
"""What stands in a pack, behind the usual head unless it brings its own; and what is told of it."""


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_pack_is_named_with_its_fault_and_breaks_nothing(name: str, tmp_path: Path) -> None:
    """File, place and remedy are told, and every shipped book can still be read."""
    path, (text, told) = tmp_path / f"{name}.toml", FAULTY[name]
    if isinstance(text, str):
        text = (text if "title = " in text else HEAD.format(id=name) + text).encode()
    path.write_bytes(text)
    shelf = Shelf(SHIPPED, tmp_path)
    with pytest.raises(Malformed) as refused:
        shelf.read(path)
    assert str(path) in str(refused.value)
    assert told in str(refused.value)
    assert [fault.path for fault in shelf.unusable()] == [path]
    assert [shelf.book(book).id for book in shelf.ids()] == list(SHELF.ids())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pack_that_is_no_file_is_refused(tmp_path: Path) -> None:
    """A pipe or a folder in place of a pack is refused without waiting."""
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    told = [fault.message for fault in Shelf(SHIPPED, tmp_path).unusable()]
    assert [message.partition("because it is ")[2] for message in told] == [
        "a folder, a pipe or a device, not a file."
    ] * 2


def test_links_in_a_circle_are_a_fault_and_no_more(tmp_path: Path) -> None:
    """A cycle of links, for a pack or for the folder, is reported and does not stop the program."""
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    folder = tmp_path / "round"
    folder.symlink_to(folder)
    assert len(Shelf(SHIPPED, tmp_path).unusable()) == 1
    assert [fault.path for fault in Shelf(SHIPPED, folder).unusable()] == [folder]
    assert Shelf(SHIPPED, folder).ids() == SHELF.ids()


def test_two_packs_in_a_circle_are_both_faulty(tmp_path: Path) -> None:
    """Neither of two books that extend each other can be used."""
    pack(tmp_path, "one", 'extends = "two"')
    pack(tmp_path, "two", 'extends = "one"')
    shelf = Shelf(SHIPPED, tmp_path)
    assert len(shelf.unusable()) == 2
    with pytest.raises(Malformed, match="one, two, one extend each other in a circle"):
        shelf.book("one")


def test_a_house_book_changes_only_what_it_names(tmp_path: Path, shelf: Shelf) -> None:
    """A house book inherits everything else, with basis and choices, from the book it extends."""
    pack(
        tmp_path, "ours", 'extends = "tedmontgomery"\n[scoring]\ndouble_blank = 100\n[little]\nagain = false'
    )
    ours, base = Shelf(SHIPPED, tmp_path).book("ours"), shelf.book("tedmontgomery")
    assert (ours.rules.scoring.double_blank, ours.rules.little.again) == (100, None)
    assert ours.rules.start == base.rules.start
    assert (ours.basis("start.turn"), ours.basis("foot.call")) == ("inferred", "unstated")
    assert set(ours.choices) == {"little.mode"}


def test_a_house_book_settles_what_the_table_had_to_agree_on(tmp_path: Path) -> None:
    """A key for the table to agree on stays so in a book that extends it, until that book sets the key."""
    pack(tmp_path, "open", 'extends = "camp-la-junta"\nagree = ["foot.call"]')
    pack(tmp_path, "settled", 'extends = "open"\n[scoring]\ndouble_blank = 0')
    shelf = Shelf(SHIPPED, tmp_path)
    assert shelf.book("open").to_agree == {"scoring.double_blank", "foot.call"}
    assert shelf.book("settled").to_agree == {"foot.call"}
    assert shelf.book("settled").choices == {"foot.call": ()}


def test_a_house_book_stands_after_the_shipped_ones(tmp_path: Path) -> None:
    """Books of one's own are on the same shelf."""
    pack(tmp_path, "a-book")
    shelf = Shelf(SHIPPED, tmp_path)
    assert (shelf.ids()[-1], shelf.is_shipped("a-book"), shelf.is_shipped("hastings")) == (
        "a-book",
        False,
        True,
    )


@pytest.mark.parametrize("own", [None, Path("/nowhere/at/all")])
def test_a_book_that_is_not_there_is_named_with_the_nearest(own: Path | None) -> None:
    """An unknown book is refused with a suggestion, with or without a user's folder."""
    with pytest.raises(NotFound, match="There is no rule book “hasting”; did you mean hastings"):
        Shelf(SHIPPED, own).book("hasting")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """A missing file is reported as missing, not as faulty."""
    with pytest.raises(Unavailable, match="cannot be read"):
        Shelf(SHIPPED).examine(tmp_path / "none.toml")


def test_an_examined_pack_tells_all_its_faults(tmp_path: Path, shelf: Shelf) -> None:
    """Two wrong keys are two messages; a sound pack has none."""
    wrong = pack(tmp_path, "wrong", "[scoring]\nowt = 1\nblocked = 'no'")
    assert len(shelf.examine(wrong)[1]) == 2
    sound, faults = shelf.examine(pack(tmp_path, "sound"))
    assert sound is not None
    assert faults == ()
    assert "nobody" in shelf.examine(pack(tmp_path, "x", 'extends = "nobody"'))[1][0]


@pytest.mark.parametrize("line", case_file("faulty_packs.toml")["line"], ids=lambda line: line["said"])
def test_a_pack_holds_nothing_for_a_terminal_to_obey(line: dict[str, str], tmp_path: Path) -> None:
    """A control character is refused with its key path, whether the pack is examined or read, translated or not."""
    path = pack(tmp_path, "ours", line["text"])
    assert line["said"] in "".join(Shelf(SHIPPED).examine(path)[1])
    with pytest.raises(Malformed, match=re.escape(line["said"])):
        Shelf(SHIPPED).read(path)


def test_a_pack_may_be_described_in_many_lines(tmp_path: Path) -> None:
    """Summary and peculiar are texts; a title is a line."""
    path = pack(tmp_path, "ours", 'summary = "One.\\nTwo."\npeculiar = "One.\\nTwo."')
    assert Shelf(SHIPPED).read(path).summary == "One.\nTwo."
    path.write_text(HEAD.format(id="ours").replace('"T"', '"T\\nT"'), encoding="utf-8")
    with pytest.raises(Malformed, match=r"title: This has the letter U\+000A"):
        Shelf(SHIPPED).read(path)


TRANSLATED = """summary = "One game."
peculiar = "Nothing."
sources = ["A book."]
[translations.es]
title = "Una"
summary = "Una partida."
sources = ["Un libro."]
"""


def test_a_pack_describes_itself_in_the_language_in_use(tmp_path: Path) -> None:
    """What is translated is read in Spanish, the rest in English; a book that was read before, too."""
    pack(tmp_path, "ours", TRANSLATED)
    shelf = Shelf(SHIPPED, tmp_path)

    def said() -> tuple[str, str, str, tuple[str, ...]]:
        book = shelf.book("ours")
        return book.title, book.summary, book.peculiar, book.sources

    assert said() == ("T", "One game.", "Nothing.", ("A book.",))
    with spoken(language_of("es_MX")):
        assert said() == ("Una", "Una partida.", "Nothing.", ("Un libro.",))


def test_an_edited_pack_keeps_its_translations(tmp_path: Path, words: Wording) -> None:
    """The text of the edited book has what it said of itself in Spanish."""
    pack(tmp_path, "ours", TRANSLATED)
    shelf = Shelf(SHIPPED, tmp_path)
    text = house_book_text(shelf.book("classic"), "ours", "T", {"scoring.out": 5}, shelf.head("ours"))
    pack(tmp_path, "ours").write_text(text, encoding="utf-8")
    assert Shelf(SHIPPED, tmp_path).head("ours").translations == shelf.head("ours").translations


def test_a_shipped_pack_may_be_examined_where_it_lies(shelf: Shelf) -> None:
    """The id of a shipped book is only wrong somewhere else."""
    assert shelf.examine(SHIPPED / "packs" / "classic.toml")[1] == ()
    assert shelf.examine(SHIPPED / "packs" / "hastings.toml")[1] == ()


@pytest.mark.parametrize(
    "words", ["format = 'x'", 'format = "scorekeeper-rulebook/1"\nchapter = []\nterm = []']
)
def test_words_of_another_format_are_refused(words: str, tmp_path: Path) -> None:
    """A file of words or of rulings that has another format is refused."""
    (tmp_path / "rulebook.toml").write_text(words, encoding="utf-8")
    (tmp_path / "rulings.toml").write_text("format = 'x'", encoding="utf-8")
    with pytest.raises(ScorekeeperError, match="does not begin with the format"):
        wording(tmp_path)


def test_every_game_has_a_name_and_a_book_that_its_others_rest_on(shelf: Shelf) -> None:
    """What a table plays is named by its book; where the book is gone, the name fits every game."""
    games = {book: shelf.book(book).game for book in shelf.ids()}
    assert {*games.values()} == {*shelf.games()}
    assert all(shelf.usual_book(game) in shelf.rests_on(book) for book, game in games.items())
    assert [shelf.game_name(book) for book in ("hastings", "mexican-train", "gone")] == [
        "Chickenfoot",
        "Mexican Train",
        "Dominoes",
    ]


@pytest.mark.parametrize("code", ["en", *catalogues.TRANSLATED])
def test_a_title_is_a_name_of_its_book(code: str, shelf: Shelf) -> None:
    """Every book is found by its id and by its exact title in its languages, however it is capitalised."""
    for name in shelf.ids():
        texts = shelf.head(name).texts
        title = texts[code].get("title", texts["en"]["title"])
        assert {shelf.id_of(typed) for typed in (name, title, title.upper())} == {name}


def test_what_is_no_title_is_left_as_it_is(shelf: Shelf) -> None:
    """Half a title names no book, so the fault is told where the book is opened."""
    assert shelf.id_of("Mexican Train, usual") == "Mexican Train, usual"
