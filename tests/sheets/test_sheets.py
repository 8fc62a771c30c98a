"""Printed sheets: their pages, their ink and their words."""

import re
from itertools import product

import pytest
from msgspec.structs import replace

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.apply import apply_event
from scorekeeper.game.game import Game
from scorekeeper.sheets import Look, Sheet, blank_sheet, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.tiles import SET_SIZES
from tests.build import played as rounds_of
from tests.build import scored
from tests.games import DAY, NAMES, new_game, played
from tests.geometry import measured
from tests.golden_sheets import FOLDER, GOLDEN, made
from tests.paper import drawn_pages, inked, numbers, page_sizes, page_texts, pixels, squeezed
from tests.sheets.test_legibility import assert_legible

PAPERS = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
MARGIN = 12
LOW = 40
"""The resolution, in pixels per inch, that is enough to see ink in a margin."""

FULL = tuple(product(SET_SIZES, range(2, 13), PAPERS, ("blank", "filled")))
PAPERS_OF = ("a4", "letter")
"""The paper of the sample for an even number of players, and for an odd one."""

SAMPLE = ((6, 2), (6, 12), (9, 4), (9, 7), (12, 8), (15, 10), (18, 2), (18, 12))


def sheet_of(shelf: Shelf, set_size: int, players: int, kind: str, **house: object) -> Sheet:
    """Return a blank or a filled sheet."""
    game = new_game(shelf, set_size, NAMES[:players], **house)
    if kind == "filled":
        return filled_sheet(played(game), "Double chicken foot")
    return blank_sheet(shelf.book("classic"), set_size, NAMES[:players])


def assert_ink_inside_margins(sheet: Sheet, look: Look) -> None:
    """Print a sheet as a picture and look for ink in its margins."""
    for page in typeset([sheet], look, "png").pages:
        left, top, right, bottom, width, height = inked(page)
        edge = int(MARGIN * look.pixels_per_inch / 25.4)
        assert min(left, top, width - 1 - right, height - 1 - bottom) >= edge


def assert_good_pages(sheet: Sheet, paper: str, count: int = 1) -> None:
    """Print a sheet, and check that everything is on its pages and their margins are empty."""
    look = Look(paper=paper, pixels_per_inch=LOW)
    pdf = typeset([sheet], look).pages[0]
    assert [sorted(size) for size in page_sizes(pdf)] == [list(PAPERS[paper])] * count
    texts = page_texts(pdf)
    assert all(squeezed(seat.name) in squeezed(text) for seat in sheet.players for text in texts)
    assert_every_score_in("\n".join(texts), sheet)
    assert_ink_inside_margins(sheet, look)


def assert_every_score_in(text: str, sheet: Sheet) -> None:
    """Find every row of scores, in its order, in a line of the text layer; a long one ends with its double too."""
    lines = [numbers(line) for line in text.splitlines()]
    is_long = len(sheet.players) > 3
    for row in sheet.rounds:
        scores = [number for cell in row.cells if cell for number in (cell.points, cell.total)]
        assert [row.began_with, *scores, *[row.began_with] * is_long] in lines


@pytest.mark.parametrize(
    ("set_size", "players", "paper", "kind"),
    [
        pytest.param(
            *case, marks=[pytest.mark.full] * (case[:2] not in SAMPLE or PAPERS_OF[case[1] % 2] != case[2])
        )
        for case in FULL
    ],
)
def test_every_set_and_table_fits_one_page(shelf, set_size, players, paper, kind):
    """A sheet is one page with every name and score on it and nothing in the margins."""
    assert_good_pages(sheet_of(shelf, set_size, players, kind), paper)


def test_the_longest_game_fits_two_pages(shelf):
    """Twelve players, up and down through double-eighteen, are 37 rounds: too many to write in on one page."""
    sheet = sheet_of(shelf, 18, 12, "filled", rounds__order="down-and-up")
    assert len(sheet.rounds) == 37
    assert_good_pages(sheet, "letter", count=2)


def test_the_same_sheet_is_the_same_bytes(shelf):
    """The same sheet printed twice is the same file, to the byte."""
    sheet = sheet_of(shelf, 9, 4, "filled")
    for form in ("pdf", "svg", "png"):
        assert typeset([sheet], Look(), form) == typeset([sheet], Look(), form)


def test_a_sheet_is_a_small_file(shelf, words):
    """A finished sheet for four with its rules is at most 60 kB; screen readers find every box."""
    game = played(new_game(shelf, 9, NAMES[:4]))
    (pdf,) = typeset([filled_sheet(game, "Double chicken foot", wording=words)]).pages
    assert len(pdf) <= 60_000
    assert pdf.count(b"/S/TD") >= 10 * 2 * 4


def test_what_was_not_entered_stays_empty(shelf):
    """A missing entry leaves its boxes empty, while a zero is printed as 0."""
    game = played(new_game(shelf, 9, NAMES[:3]), 2)
    last = filled_sheet(game, "Classic").rounds[1]
    assert last.cells[-1] is None
    assert [seat.total for seat in filled_sheet(game, "Classic").players] == [None] * 3


def test_a_long_game_has_half_time(shelf):
    """From thirteen rounds on there is a subtotal at half time, empty until it is reached."""
    game = new_game(shelf, 12, NAMES[:4])
    assert filled_sheet(game, "Classic").half == 7
    reached = filled_sheet(played(game, 9), "Classic")
    assert [seat.half for seat in reached.players] == [
        game_total(played(game, 9), name, 7) for name in NAMES[:4]
    ]
    assert filled_sheet(new_game(shelf, 9, NAMES[:4]), "Classic").half is None


def game_total(game: Game, name: str, rounds: int) -> int:
    """Return a player's points in the first rounds."""
    return sum(points[name] for points in game.points[:rounds])


def test_marks_are_on_the_sheet(shelf):
    """Who went out, who was caught silent and what was corrected is known for every box."""
    game = played(new_game(shelf, 9, NAMES[:4]))
    sheet = filled_sheet(game, "Classic", corrected={(2, "Ben")})
    for round_, row in zip(game.rounds, sheet.rounds, strict=True):
        outs = [cell is not None and cell.out for cell in row.cells]
        assert outs == [name == round_.out for name in game.players]
        assert row.blocked == (round_.out is None)
    assert [row.cells[1].corrected for row in sheet.rounds[:3]] == [False, True, False]
    assert any(cell.little for cell in sheet.rounds[2].cells)


def test_names_of_a_blank_sheet_may_be_left_to_the_pencil(shelf):
    """A blank sheet for a number of players has that many seats without names, and no date."""
    sheet = blank_sheet(shelf.book("classic"), 9, 6)
    assert [seat.name for seat in sheet.players] == [""] * 6
    assert sheet.date == ""
    assert (
        filled_sheet(replace(played(new_game(shelf, 9, NAMES)), date=DAY), "Classic").date
        == "20 November 2026"
    )


def test_the_notes_are_told(shelf):
    """The foot mentions a round with another starting double, and a note of the table."""
    game = played(new_game(shelf, 9, NAMES[:3]), 2)
    odd = replace(game.rounds[1], started_with=6, note="Ben dealt")
    sheet = filled_sheet(replace(game, rounds=(game.rounds[0], odd)), "Classic")
    assert sheet.notes == ("Round 2 was to begin with 8-8; 6-6 began it.", "Round 2: Ben dealt")
    (text,) = page_texts(typeset([sheet]).pages[0])
    assert all(squeezed(note) in squeezed(text) for note in sheet.notes)


def test_long_notes_leave_room(shelf):
    """Notes that are too long for the foot end with an ellipsis."""
    game = played(new_game(shelf, 9, NAMES[:3]), 4)
    rounds = tuple(replace(one, note="They argued about it. " * 9) for one in game.rounds)
    sheet = filled_sheet(replace(game, rounds=rounds), "Classic")
    assert any(part.text.endswith("…") for part in sheet.small_print)


def test_a_game_to_a_target_has_the_rounds_in_sight(shelf):
    """Where a total ends the game, the sheet has a row for each double of the round, and no count."""
    game = new_game(shelf, 9, NAMES[:3], rounds__length="target-score", rounds__target=5000)
    sheet = filled_sheet(game, "Classic")
    assert len(sheet.rounds) == 10
    assert sheet.facts == "Double-nine · 3 players"
    assert filled_sheet(played(game, 3), "Classic").result


def test_a_change_is_told_in_the_rule_books_words_only(shelf, words):
    """A changed rule is shown in the sentence of the rule book; without its words there is no sentence."""
    changed = new_game(shelf, 9, NAMES[:3], scoring__double_blank=25)
    (_rules, told, *_rest) = filled_sheet(changed, "Classic", wording=words).small_print
    assert (told.lead, "25 points" in told.text) == ("At this table, unlike “Classic”.", True)
    assert len(filled_sheet(changed, "Classic").small_print) == 1


def test_numbers_stay_behind_names_from_right_to_left(shelf):
    """A right-to-left name in a sentence does not move the number after it."""
    game = played(new_game(shelf, 9, ("Ana", "דוד")), 1)
    assert "\N{FIRST STRONG ISOLATE}דוד\N{POP DIRECTIONAL ISOLATE}" in filled_sheet(game, "Classic").result


WORST = (*(f"{'W' * 29} {letter * 30}" for letter in "ABCDEFGHIJK"), "Ṩ" * 60)


@pytest.mark.parametrize("template", ["classic", "large", "pocket", "result"])
@pytest.mark.parametrize("rounds", [None, pytest.param(30, marks=pytest.mark.full)])
def test_the_worst_that_can_be_fits(shelf, words, template, rounds):
    """Twelve of the longest names, the longest title and 37 rounds with notes leave margins free, letters large."""
    game = played(new_game(shelf, 18, WORST, rounds__order="down-and-up"), rounds)
    told = tuple(replace(one, note="W" * 80, started_with=3) for one in game.rounds)
    sheet = filled_sheet(replace(game, rounds=told, title="W" * 80), "W" * 80, wording=words)
    sheet = replace(sheet, table="beside the window")
    look = Look(template=template, pixels_per_inch=LOW)
    assert_ink_inside_margins(sheet, look)
    assert_legible(measured(typeset([sheet], look).pages[0]), template)


def test_half_entered_round_decides_nothing_on_the_sheet():
    """Places and the sentence under the table are those after the complete rounds; the table shows every entry."""
    game = rounds_of([(0, 10, 20)], ["Ana"])
    half = apply_event(scored(2, Ana="60"), game)
    sheet = filled_sheet(half, "Classic")
    assert sheet.result.startswith("After 1 of 10 rounds: Ana 0, Ben 10, Cy 20.")
    assert "Round 2 (8-8) still to come: Ben and Cy" in sheet.result
    assert [(place.player, place.total) for place in sheet.places] == [("Ana", 0), ("Ben", 10), ("Cy", 20)]
    assert sheet.rounds[1].cells[0].total == 60
    first = apply_event(scored(1, Ana="60"), rounds_of([], []))
    assert "After" not in filled_sheet(first, "Classic").result


def test_totals_and_signatures_stand_on_the_last_page(shelf):
    """Of a sheet split by rounds, only the last page has rows for totals and places, and lines to sign on."""
    sheet = sheet_of(shelf, 18, 12, "filled", rounds__order="down-and-up")
    first, last = page_texts(typeset([sheet], Look(template="classic")).pages[0])
    labels = ("PLACE", "INITIALS")
    assert [(label in first, label in last) for label in labels] == [(False, True)] * 2


def test_the_number_of_a_page_stays_with_the_rounds(shelf):
    """In large print the facts break after a dot, and the number of the page stands beside the rounds."""
    sheet = sheet_of(shelf, 12, 12, "blank")
    text = page_texts(typeset([sheet], Look(template="large")).pages[0])[0].replace("\N{NO-BREAK SPACE}", " ")
    assert re.search(r"12 players ·\s*\n13 rounds · 1/2", text)


@pytest.mark.parametrize("name", GOLDEN)
def test_sheets_are_as_they_were(name):
    """Each sheet has the words, boxes and pixels of its golden file, whichever release of Typst drew it."""
    kept, now = (FOLDER / name).read_bytes(), made(name)
    if now == kept:  # drawn by the same release
        return
    if name.endswith(".pdf"):
        assert page_texts(now) == page_texts(kept)
        assert drawn_pages(now) == drawn_pages(kept)
    elif name.endswith(".png"):
        assert pixels(now) == pixels(kept)
    else:
        assert now == kept


def test_a_sheet_that_looks_otherwise_is_noticed():
    """A letter, a line, a font or a paper that differs is a difference; who made the file is none."""
    pdf = (FOLDER / "pocket-9x4.pdf").read_bytes()
    assert drawn_pages(pdf.replace(b"Typst 0.15", b"Typst 9.99")) == drawn_pages(pdf)
    others = [(FOLDER / name).read_bytes() for name in GOLDEN if name.endswith(".pdf")]
    assert sum(drawn_pages(other) == drawn_pages(pdf) for other in others) == 1


def test_no_golden_file_is_left_over():
    """Every file in the folder belongs to a sheet."""
    assert {path.name for path in FOLDER.iterdir()} == set(GOLDEN)
