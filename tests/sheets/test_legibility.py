"""People can write in every box and read every letter, in both languages: measured on the printed pages."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from statistics import median

import pytest

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import wording
from scorekeeper.rules import Wording
from scorekeeper.sheets import Look, Sheet, blank_sheet, filled_sheet, shipped_templates, typeset
from scorekeeper.system import named_language, paths
from scorekeeper.text import ENGLISH, Language, spoken
from scorekeeper.tiles import SET_SIZES
from tests.build import SHELF
from tests.conftest import SHIPPED, by_cases
from tests.games import NAMES, new_game, played
from tests.geometry import Page, measured
from tests.paper import page_sizes, page_texts, squeezed

LEAST_BOX = 6
"""The shorter side of a box, in millimetres."""

LEAST_LETTER = {"large": 12}
"""The size of letters, in points, where it is not the usual one."""

USUAL_LETTER = 6
ROUNDING = 0.001
OF_NOBLES = (
    "Maximiliana Konstantina von Habsburg-Lothringen, Cholmondeley, Anne-Marie Featherstonehaugh, Bartholomew, "
    "Siobhán-Fiadh Ní Dhómhnaill, Jean-Baptiste, Christopher, Alexandria Ocasio, Πηνελόπη, Юлианна, "
    "Hans-Peter-Wilhelm, Theodora Constantinopolitan"
)
LONG_NAMES = tuple(OF_NOBLES.split(", "))
KINDS = ("blank", "filled", "unfinished")
WITH_BOXES = ("classic", "large", "pocket", "pocket-four", "tournament")
FULL = tuple(product(shipped_templates(), SET_SIZES, range(2, 13), ("letter", "a4"), KINDS))
SAMPLE = (
    ("classic", 18, 12, "a4", "unfinished"),
    ("classic", 9, 12, "letter", "filled"),
    ("large", 9, 12, "a4", "unfinished"),
    ("large", 15, 10, "letter", "filled"),
    ("large", 9, 2, "letter", "blank"),
    ("pocket", 9, 8, "a4", "filled"),
    ("pocket", 12, 12, "letter", "unfinished"),
    ("pocket-four", 18, 12, "letter", "blank"),
    ("tournament", 18, 12, "letter", "blank"),
    ("tournament", 9, 7, "a4", "unfinished"),
    ("result", 9, 12, "letter", "filled"),
    ("rules-card", 9, 4, "a4", "blank"),
)


def sheet_of(shelf: Shelf, words: Wording, set_size: int, players: int, kind: str) -> Sheet:
    """Return a blank sheet, that of a finished game, or that of four rounds with long names."""
    if kind == "blank":
        return blank_sheet(shelf.book("classic"), set_size, players, wording=words)
    rounds, names = (None, NAMES) if kind == "filled" else (4, LONG_NAMES)
    game = played(new_game(shelf, set_size, names[:players]), rounds)
    return filled_sheet(game, "Double chicken foot", wording=words, corrected={(2, names[0])})


Case = tuple[str, int, int, str, str]


@cache
def drawn(language: Language, case: Case) -> tuple[Sheet, bytes, Sequence[str]]:
    """Return a sheet in a language, its PDF, and what is warned of."""
    template, set_size, players, paper, kind = case
    with spoken(language):
        sheet = sheet_of(SHELF, wording(SHIPPED), set_size, players, kind)
        done = typeset([sheet], Look(template=template, paper=paper))
    return sheet, done.pages[0], done.warnings


def assert_legible(pages: list[Page], template: str) -> None:
    """Measure pages: no letter and no box is too small, and no line goes through a letter."""
    least = LEAST_LETTER.get(template, USUAL_LETTER)
    assert min(page.smallest_letter for page in pages) >= least - ROUNDING
    assert template not in WITH_BOXES or min(page.smallest_box for page in pages) >= LEAST_BOX - ROUNDING
    assert [page.crossed for page in pages] == [()] * len(pages)


@pytest.mark.parametrize(
    ("template", "set_size", "players", "paper", "kind"),
    [*SAMPLE, *(pytest.param(*case, marks=pytest.mark.full) for case in FULL)],
)
def test_a_sheet_can_be_written_on_and_read(
    template: str, set_size: int, players: int, paper: str, kind: str
) -> None:
    """Boxes are 6 mm or more, letters 6 points or more, 12 in large print, and nothing warns: pages are added."""
    _sheet, pdf, warnings = drawn(ENGLISH, (template, set_size, players, paper, kind))
    assert_legible(measured(pdf), template)
    assert warnings == ()


@by_cases
def test_a_sheet_takes_as_few_pages_as_it_can(shelf: Shelf, template: str, pages: int) -> None:
    """Eight players and ten rounds need one page."""
    done = typeset([blank_sheet(shelf.book("classic"), 9, 8)], Look(template=template))
    assert len(measured(done.pages[0])) == pages


def test_parts_of_a_sheet_have_every_seat_in_every_round(shelf: Shelf, words: Wording) -> None:
    """Twelve players in large print are groups of seats, each on as many pages of rounds as are needed."""
    sheet = blank_sheet(shelf.book("classic"), 18, NAMES, wording=words)
    pages = measured(typeset([sheet], Look(template="large")).pages[0])
    shown = [[run.text for run in page.runs] for page in pages]
    for name, row in product(("Ana", "Hal", "Zoë", "Kit", "Lou"), sheet.rounds):
        assert sum(name in page and str(row.double) in page for page in shown) == 1
    numbered = [text[-3:] for page in shown for text in page if re.search(r"\d/\d$", text)]
    assert numbered == [f"{number}/{len(pages)}" for number in range(1, len(pages) + 1)]
    assert len(pages) > 1


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_a_chosen_orientation_is_kept(shelf: Shelf, orientation: str) -> None:
    """A sheet that does not fit the chosen way takes more pages of that kind; it does not turn."""
    look = Look(template="pocket", orientation=orientation)
    done = typeset([blank_sheet(shelf.book("classic"), 9, 12)], look)
    sizes = set(page_sizes(done.pages[0]))
    assert sizes == {(215.9, 279.4) if orientation == "portrait" else (279.4, 215.9)}
    assert_legible(measured(done.pages[0]), "pocket")


def test_a_table_without_room_warns(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A template of one's own that leaves too little room for its table is printed, with a warning."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    paths.templates_folder().mkdir(parents=True)
    (paths.templates_folder() / "low.typ").write_text(
        '#import "@scorekeeper/sheet:1.0.0": *\n#show: typeset\n'
        "#pages((sheet, width, height) => score-table(sheet, width, 60mm))\n",
        encoding="utf-8",
    )
    done = typeset([blank_sheet(shelf.book("classic"), 9, 4)], Look(template="low"))
    assert measured(done.pages[0])[0].smallest_box < LEAST_BOX
    (warning,) = done.warnings
    assert warning.startswith("This sheet is hard to fill in or read")


@pytest.mark.parametrize(("set_size", "players", "paper"), [(9, 6, "a4"), (9, 4, "letter"), (12, 8, "a4")])
def test_empty_rows_of_large_print_are_no_lower_than_usual_ones(
    shelf: Shelf, set_size: int, players: int, paper: str
) -> None:
    """Whoever takes the large sheet to write on has at least as much room in every row."""
    sheet = blank_sheet(shelf.book("classic"), set_size, players)
    heights = []
    for template in ("classic", "large"):
        page, *_others = measured(typeset([sheet], Look(template=template, paper=paper)).pages[0])
        across = sorted(line.at for line in page.lines if line.lies and line.end - line.start > 300)
        heights.append(median(high - low for low, high in pairwise(across)))
    assert heights[1] >= heights[0]


def test_totals_of_large_print_are_its_largest_numbers(shelf: Shelf, words: Wording) -> None:
    """In large print, the row of totals is larger than the running totals, and those than the points."""
    sheet = sheet_of(shelf, words, 9, 4, "filled")
    (page,) = measured(typeset([sheet], Look(template="large")).pages[0])
    size = {run.text: run.size for run in page.runs}
    assert size[str(sheet.players[0].total)] > size[str(sheet.rounds[7].cells[0].total)]


def printed(language: Language, case: Case) -> tuple[int, list[bool]]:
    """Return the number of pages in a language, and whether each paragraph of small print is there.

    On a sheet crowded with long names or many rounds, both languages leave out what the foot has no room for.
    """
    template, set_size, _players, _paper, kind = case
    sheet, pdf, _warnings = drawn(language, case)
    if language != ENGLISH:
        assert_legible(measured(pdf), template)
    if kind == "unfinished" or set_size > 15:
        return len(page_sizes(pdf)), []
    pages = page_texts(pdf)
    shown = squeezed("".join(pages))
    return len(pages), [squeezed(part.lead) in shown for part in sheet.small_print]


@pytest.mark.parametrize("case", SAMPLE[::2], ids=lambda case: "-".join(map(str, case)))
def test_a_spanish_sheet_says_all_that_an_english_one_does(case: Case) -> None:
    """It has as many pages, and the foot leaves out no paragraph more for want of room."""
    assert printed(named_language("es"), case) == printed(ENGLISH, case)


@pytest.mark.parametrize(("template", "players"), product(WITH_BOXES, (4, 12)))
def test_rules_at_the_foot_are_never_in_small_letters(
    shelf: Shelf, words: Wording, template: str, players: int
) -> None:
    """What has no room in letters of 8 points is left to the rules card."""
    sheet = blank_sheet(shelf.book("tedmontgomery"), 9, players, wording=words)
    said = " ".join(part.text for part in sheet.small_print)
    pages = measured(typeset([sheet], Look(template=template)).pages[0])
    runs = [run for page in pages for run in page.runs if len(run.text) > 12 and run.text in said]
    assert [run.text for run in runs if run.size < 8 - ROUNDING] == []


@pytest.mark.parametrize(("set_size", "players"), product((9, 12), (8, 10, 12)))
def test_large_print_for_many_lies_or_goes_on(shelf: Shelf, set_size: int, players: int) -> None:
    """From eight players on the page is wider than high, or there are several, and boxes are large."""
    done = typeset([blank_sheet(shelf.book("classic"), set_size, players)], Look(template="large"))
    sizes = page_sizes(done.pages[0])
    assert len(sizes) > 1 or sizes[0][0] > sizes[0][1]
    assert min(page.smallest_box for page in measured(done.pages[0])) >= 10 - ROUNDING


def test_a_printed_chickenfoot_game_has_no_places_to_write_in(shelf: Shelf, words: Wording) -> None:
    """Who went out has a ring there; only a blank sheet has room for who began, and how the round ended."""
    blank, filled = (sheet_of(shelf, words, 9, 4, kind) for kind in ("blank", "filled"))
    assert (blank.columns, blank.spare_columns, filled.spare_columns) == ((), ("starter", "ended"), ())


@pytest.mark.parametrize("template", WITH_BOXES)
def test_every_other_round_is_shaded(shelf: Shelf, template: str) -> None:
    """A shade leads the eye along every second round."""
    drawn = typeset([blank_sheet(shelf.book("classic"), 9, 4)], Look(template=template), "svg").pages[0]
    assert drawn.count(b'fill="#eeeeee"') % 5 == 0 < drawn.count(b'fill="#eeeeee"')
