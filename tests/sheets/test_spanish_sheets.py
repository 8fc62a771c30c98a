"""Spanish sentences have room on paper, too: nothing of a sheet is left out, crossed or made too small for them."""

import pytest

from scorekeeper.formats import Shelf
from scorekeeper.formats.rule_words import wording
from scorekeeper.sheets import Look, typeset
from scorekeeper.system import named_language
from scorekeeper.text import ENGLISH, Language, spoken
from tests.conftest import SHIPPED
from tests.geometry import measured
from tests.paper import page_texts, squeezed
from tests.sheets.test_legibility import SAMPLE, assert_legible, sheet_of

Case = tuple[str, int, int, str, str]


def printed(shelf: Shelf, language: Language, case: Case) -> tuple[int, list[bool]]:
    """Return the number of pages in a language, and whether each paragraph of small print is there.

    On a sheet crowded with long names, both languages leave out what the foot has no room for.
    """
    template, set_size, players, paper, kind = case
    with spoken(language):
        sheet = sheet_of(shelf, wording(SHIPPED), set_size, players, kind)
        (pdf,) = typeset([sheet], Look(template=template, paper=paper)).pages
    assert_legible(measured(pdf), template)
    pages = page_texts(pdf)
    shown = squeezed("".join(pages))
    crowded = kind == "unfinished"
    return len(pages), [] if crowded else [squeezed(part.lead) in shown for part in sheet.small_print]


@pytest.mark.parametrize("case", SAMPLE[::2], ids=lambda case: "-".join(map(str, case)))
def test_a_spanish_sheet_says_all_that_an_english_one_does(shelf: Shelf, case: Case) -> None:
    """It has as many pages, and the foot leaves out no paragraph more for want of room."""
    assert printed(shelf, named_language("es"), case) == printed(shelf, ENGLISH, case)
