"""Sheets of a game with trains: its name and emblem, the engine, who began, who went out, what costs points."""

from collections.abc import Mapping
from datetime import date
from typing import get_args, get_type_hints

import pytest

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Blocked, Out, Pips, Round, TileEntry
from scorekeeper.rules import RuleBook, Wording
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.rules.schema import TrainRules
from scorekeeper.sheets import Look, blank_sheet, filled_sheet, shipped_templates, typeset
from scorekeeper.tiles import parse_tiles
from tests.conftest import CLASSIC, TRAIN_BOOKS
from tests.paper import page_texts, squeezed

PRICED = {"scoring.double_blank": 50, "scoring.marker": 5}


def evening(shelf: Shelf, book_id: str, house: Mapping[str, object], *rounds: Round) -> Game:
    """Return a game of Ana, Ben and Cy after these rounds; Ana began the first."""
    book, changes = shelf.book(book_id), read_changes(house)
    return Game(
        title="Friday night",
        date=date(2026, 11, 20),
        set_size=12,
        players=("Ana", "Ben", "Cy"),
        book=book_id,
        rules=with_changes(book.rules, changes),
        house=changes,
        first_starter="Ana",
        rounds=rounds,
    )


@pytest.mark.parametrize("value", get_args(get_type_hints(TrainRules)["ownership"]))
def test_a_table_plays_one_game_whatever_its_rule_book(words: Wording, value: str) -> None:
    """Who owns the trains tells which game a table plays: one of those that are named, and no other."""
    rules = with_changes(CLASSIC, {"trains.ownership": value})
    assert sum(game.is_played(rules) for game in words.games.values()) == 1


@pytest.mark.parametrize("template", [name for name in shipped_templates() if name != "ruling"])
def test_a_sheet_of_trains_speaks_of_no_feet(shelf: Shelf, words: Wording, template: str) -> None:
    """Every template names the game, and has neither toes nor feet nor chickens."""
    sheet = blank_sheet(shelf.book("mexican-train"), 12, 4, wording=words)
    text = "".join(page_texts(typeset([sheet], Look(template=template)).pages[0])).casefold()
    assert "mexicantrain" in squeezed(text)
    assert not [word for word in ("chicken", "toe", "feet", "foot") if word in text]


def test_two_games_are_printed_together_under_their_own_names(shelf: Shelf, words: Wording) -> None:
    """Each page of a file has the name, the labels and the places of its own game."""
    books = [shelf.book(name) for name in ("classic", "train-usual")]
    sheets = [blank_sheet(book, 9, 4, wording=words) for book in books]
    feet, trains = map(squeezed, page_texts(typeset(sheets).pages[0]))
    assert all(word in feet for word in ("Chickenfoot", "START", "FIRST", "OUTORB"))
    assert all(word in trains for word in ("MexicanTrain", "ENGINE", "FIRST", "OUTORB"))
    assert not any(word in feet for word in ("MexicanTrain", "ENGINE"))
    assert not any(word in trains for word in ("Chickenfoot", "START"))
    assert sheets[0].emblem != sheets[1].emblem


@pytest.mark.parametrize("book", TRAIN_BOOKS, ids=lambda book: book.id)
def test_a_blank_sheet_has_a_row_for_each_engine(words: Wording, book: RuleBook) -> None:
    """From 12-12, or the book's first double, down to 0-0; where hands decide, no engine is printed."""
    engines = [row.began_with for row in blank_sheet(book, 12, 4, wording=words).rounds]
    highest = 12 if book.rules.rounds.first_double is None else book.rules.rounds.first_double
    if book.rules.start.source == "highest-held":
        assert engines == [None] * 13
    else:
        assert engines == list(range(highest, -1, -1))


@pytest.mark.parametrize(
    ("book_id", "house", "ticks"),
    [
        ("train-usual", {}, ()),
        ("train-warp12", {}, ("double_blank",)),
        ("train-usual", {"scoring.marker": 5}, ("marked",)),
        ("train-usual", PRICED, ("double_blank", "marked")),
        ("tedmontgomery", {}, ()),
    ],
)
def test_boxes_have_ticks_for_what_costs_points(
    shelf: Shelf, words: Wording, book_id: str, house: Mapping[str, object], ticks: tuple[str, ...]
) -> None:
    """A tick for 0-0 where it has a price, one for a marked train where that has one; none with feet."""
    assert filled_sheet(evening(shelf, book_id, house), "", wording=words).ticks == ticks


def test_a_filled_sheet_says_who_began_and_who_went_out(shelf: Shelf, words: Wording) -> None:
    """A row has who began and who went out, and a box what costs its player points."""
    tiles, pips = TileEntry(parse_tiles("0-0 3-1", 12)), Pips(9, double_blank=True)
    first = Round(1, 12, ending=Out("Ben"), entries={"Ana": tiles, "Cy": Pips(4)}, marked=("Cy",))
    second = Round(2, 11, ending=Blocked(), entries={"Ana": Pips(3), "Ben": pips, "Cy": Pips(5)})
    sheet = filled_sheet(evening(shelf, "train-usual", PRICED, first, second), "", wording=words)
    rows = sheet.rounds[:3]
    assert [(row.starter, row.out, row.blocked) for row in rows] == [
        ("Ana", "Ben", False),
        ("Ben", "", True),
        ("Cy", "", False),
    ]
    boxes = [[(cell.double_blank, cell.marked) for cell in row.cells if cell] for row in rows]
    assert boxes == [
        [(True, False), (False, False), (False, True)],
        [(False, False), (True, False), (False, False)],
        [],
    ]
    (text,) = page_texts(typeset([sheet]).pages[0])
    assert all(words in text for words in ("held 0-0", "train marked at the end"))


def test_the_engine_that_somebody_held_is_the_one_of_the_round(shelf: Shelf, words: Wording) -> None:
    """Where the highest double of all hands begins, no other was due: no mark and no note says so."""
    played = Round(1, 12, started_with=10, ending=Out("Ana"), entries={"Ben": Pips(3), "Cy": Pips(4)})
    sheet = filled_sheet(evening(shelf, "train-fundex", {}, played), "", wording=words)
    assert [(row.double, row.began_with) for row in sheet.rounds[:2]] == [(10, 10), (None, None)]
    assert sheet.notes == ()


def test_what_tables_argue_about_stands_first_in_the_small_print(shelf: Shelf, words: Wording) -> None:
    """First turn, doubles, public train, markers and the last tile are said before the score and the turns."""
    leads = [part.lead for part in blank_sheet(shelf.book("train-usual"), 12, 4, wording=words).small_print]
    assert leads[1:7] == ["First turn.", "Doubles.", "Public train.", "Markers.", "Last tile.", "Score."]


def test_without_the_words_of_rules_a_sheet_has_no_game(shelf: Shelf) -> None:
    """The name and the emblem are words too: without them the sheet is one, with a double for an emblem."""
    sheet = blank_sheet(shelf.book("train-usual"), 9, 4)
    assert (sheet.game, sheet.emblem) == ("", "")
    assert "Score sheet" in page_texts(typeset([sheet]).pages[0])[0]
