"""Rule books are read out, laid side by side, and chosen from."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Impossible
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules import choices, describe
from scorekeeper.rules.rulebook import (
    RuleBook,
    key_types,
    read_value,
    value_of,
    with_changes,
)
from scorekeeper.rules.wording import Wording
from scorekeeper.system.paths import shipped_folder
from tests.conftest import BOOKS, SHELF, by_cases


def changed(book: RuleBook, **new: Any) -> RuleBook:
    """Return a book with some of its parts replaced."""
    parts = {name: getattr(book, name) for name in RuleBook.__struct_fields__}
    return RuleBook(**{**parts, **new})


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
@pytest.mark.parametrize("width", [40, 80])
def test_every_book_can_be_read_out(book: RuleBook, width: int, words: Wording) -> None:
    """No line is too long, and nothing is left to fill in."""
    text = describe.show_book(book, words, width)
    assert max(map(len, text.splitlines())) <= max(width, len(f"{book.title} ({book.id})"))
    assert "{" not in text
    assert book.title in text


def test_a_book_is_read_in_the_order_of_play(shelf: Shelf, words: Wording) -> None:
    """Headings follow one another as a game does."""
    text = describe.show_book(shelf.book("classic"), words, 80)
    places = [text.index(f"\n{heading}\n---") for heading in words.chapters.values()]
    assert places == sorted(places)


@by_cases
def test_marks_tell_what_a_book_says(book: str, line: str, shelf: Shelf, words: Wording) -> None:
    """Implied, ambiguous, unsaid and agreed rules are told apart."""
    assert line in describe.show_book(shelf.book(book), words, 80).splitlines()


def test_what_the_table_must_agree_on_is_told(shelf: Shelf, words: Wording) -> None:
    """Where the source names no usual value, all its values stand side by side; no values, then the book's own."""
    book = shelf.book("camp-la-junta")
    told = describe.book_cell(book, "scoring.double_blank", words).sentence
    first, second = (
        "The double blank left in a hand counts",
        "The double blank left in a hand counts 50 points.",
    )
    assert told == f"For the table to agree: {first} nothing. / {second}"
    bare = changed(book, choices={"scoring.double_blank": ()})
    assert (
        describe.book_cell(bare, "scoring.double_blank", words).sentence
        == f"For the table to agree: {second}"
    )
    agreed = {rule["key"] for rule in describe.book_data(book, words)["rules"] if rule["to_agree"]}
    assert agreed == book.to_agree


def test_a_rule_that_cannot_matter_is_not_read_out(shelf: Shelf, words: Wording) -> None:
    """Penalties are no topic where nothing is penalised, nor a number of rounds where none is agreed."""
    text = describe.show_book(shelf.book("hastings"), words, 80)
    assert "missed Chickenlittle" not in text
    assert "No flat count" not in text


def test_a_book_where_all_is_stated_needs_no_heading_without_rules(shelf: Shelf, words: Wording) -> None:
    """A chapter without a rule is left out."""
    keys = {key: text for key, text in words.keys.items() if text.chapter != "trains"}
    told = Wording(chapters=words.chapters, keys=keys)
    assert "Trains" not in describe.show_book(shelf.book("classic"), told, 80)


def test_three_books_fit_eighty_columns(shelf: Shelf, words: Wording) -> None:
    """Three columns stand side by side and no line is longer than the screen."""
    three = [shelf.book(name) for name in ("hastings", "tedmontgomery", "gamerules")]
    lines = describe.compare_books(three, words, 80).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("  Hastings family")
    assert not {line.strip() for line in lines} & set("~?·")


@pytest.mark.parametrize(("width", "beside"), [(80, False), (110, True), (30, False)])
def test_four_books_stand_below_one_another_where_it_is_narrow(
    width: int, beside: bool, shelf: Shelf, words: Wording
) -> None:
    """Sentences need room; without it each stands under the books that say it."""
    four = [shelf.book(name) for name in ("hastings", "ymi", "gamerules", "classic")]
    text = describe.compare_books(four, words, width)
    assert ("hastings, " not in text) is beside
    assert max(map(len, text.splitlines())) <= width


def test_all_books_can_be_compared_at_once(words: Wording) -> None:
    """Every book's id stands with what it says, with its mark."""
    text = describe.compare_books(BOOKS, words, 80)
    assert "pagat-style" in text
    assert "hastings?" in text


def test_only_differences_are_shown(shelf: Shelf, words: Wording) -> None:
    """What all the books say alike is left out."""
    pair = [shelf.book("hastings"), shelf.book("wikipedia")]
    assert "foot.toes" not in describe.differing_keys(pair, words)
    assert "foot.uncloseable" in describe.differing_keys(pair, words)
    assert "These rule books do not differ." in describe.compare_books([pair[0]] * 2, words, 80)


def test_a_rule_that_does_not_arise_is_said_so(shelf: Shelf, words: Wording) -> None:
    """Only where the double is held can nobody hold it."""
    pair = [shelf.book("classic"), shelf.book("ymi")]
    preplaced, held = describe.differing_keys(pair, words)["start.missing"]
    assert (preplaced.sentence, preplaced.matters) == ("Not used here", False)
    assert held.sentence.startswith("If nobody holds the starting double")


def test_data_for_other_programs_is_json(shelf: Shelf, words: Wording) -> None:
    """Every key is in the data of a book, and every difference in that of a comparison."""
    pair = [shelf.book("hastings"), shelf.book("camp-la-junta")]
    shown = json.loads(json.dumps(describe.book_data(pair[1], words)))
    assert [rule["key"] for rule in shown["rules"]] == list(words.keys)
    compared = json.loads(json.dumps(describe.comparison_data(pair, words)))
    assert [rule["key"] for rule in compared["differences"]] == list(describe.differing_keys(pair, words))


def test_a_list_of_books_keeps_to_its_width(words: Wording) -> None:
    """Ids stand in a column of their own, under the name of the game; an empty shelf is an empty list."""
    games = SHELF.games()
    parts = [part.splitlines() for part in describe.list_books(BOOKS, games, 60).split("\n\n")]
    assert max(len(line) for part in parts for line in part) <= 60
    assert [part[0] for part in parts] == list(games.values())
    for part, game in zip(parts, games, strict=True):
        first = next(book.id for book in BOOKS if book.game == game)
        assert part[2].startswith(f"{first} ")
    assert describe.list_books([], games, 60) == ""


def test_books_of_two_games_are_not_compared(shelf: Shelf) -> None:
    """Nearly every rule would differ."""
    pair = [shelf.book("hastings"), shelf.book("mexican-train")]
    with pytest.raises(Impossible, match="“Hastings family” and “Mexican Train” are for different games"):
        describe.check_same_game(pair)
    describe.check_same_game([pair[1], shelf.book("train-usual")])


@pytest.mark.parametrize("key", key_types())
def test_options_are_values_with_sentences(key: str, words: Wording) -> None:
    """Each option can be set, each says something else, and every book's own value is among them."""
    offered = choices.rule_options(key, BOOKS, words)
    values = [value for value, _sentence in offered]
    assert all(value_of(book.rules, key) in values for book in BOOKS)
    assert len({sentence for _value, sentence in offered}) == len(offered)
    for value in values:
        assert (
            read_value(key, False if value is None else json.loads(json.dumps(value, default=dict))) == value
        )


@by_cases
def test_options_go_beyond_what_books_use(key: str, value: Any, words: Wording) -> None:
    """A house may choose what no book says."""
    wanted = tuple(value) if isinstance(value, list) else value
    assert wanted in [option for option, _sentence in choices.rule_options(key, BOOKS, words)]


def test_odd_books_are_cautioned(shelf: Shelf) -> None:
    """Deals that cannot be made, and a value outside the book's own choices."""
    book = shelf.book("ymi")
    odd = changed(book, rules=with_changes(book.rules, {"start.toes": 3}))
    assert describe.book_cautions(book) == ()
    assert describe.book_cautions(odd) == (
        "start.toes: the value 3 is not among the choices that the book offers.",
    )
    (told,) = describe.book_cautions(shelf.book("onlinedominogames"))
    assert told.startswith("The book names 6, 7, 8, 9, 10, 11 and 12 players for a double-six set")


def test_a_book_that_names_few_tables_is_shown(tmp_path: Path, words: Wording) -> None:
    """A book of one's own may say how many tiles two players draw, and nothing for any others."""
    path = tmp_path / "sun.toml"
    head = 'format = "scorekeeper-rules/1"\nid = "sun"\ntitle = "Sun"\n'
    path.write_text(f"{head}[deal.hand_size.9]\n2 = 7\n", encoding="utf-8")
    book = Shelf(shipped_folder("rules")).read(path)
    assert describe.own_value(book, "deal.hand_size") == {"9": {"2": 7}}
    assert "7 with 2 players" in describe.show_book(book, words, 80)
