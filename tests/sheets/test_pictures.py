"""Emoji in names: drawn where a font has them, else in words, with a note, and never an empty box."""

import pytest
from msgspec.structs import replace

from scorekeeper.sheets import Look, blank_sheet, typeset
from scorekeeper.sheets.pictures import pictures, spell
from scorekeeper.sheets.small_print import Paragraph
from tests.paper import page_texts, squeezed


def in_words(text: str) -> str:
    """Return a text as it is printed where no font has anything but letters and digits."""
    missing = {letter for letter in text if ord(letter) > 0x2000}
    return spell(text, pictures(text, missing))


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Ana 🎉", "Ana (party popper)"),
        ("Ana🎉Ben", "Ana (party popper) Ben"),
        ("🐔 Carla", "(chicken) Carla"),
        ("🎉🎉🐔", "(party popper, chicken)"),
        ("Zoë 👩‍🌾", "Zoë (woman, ear of rice)"),
        ("Zoë 👩🏽‍🌾", "Zoë (woman, ear of rice)"),
        ("Team 🇪🇸", "Team (ES)"),
        ("Ben ❤️", "Ben (heavy black heart)"),
        ("Table 1️⃣", "Table 1"),
        ("Ana \U0001fadd", "Ana (U+1FADD)"),
        ("Ana", "Ana"),
    ],
)
def test_pictures_are_told_in_words(typed: str, printed: str) -> None:
    """A picture is told in words in brackets, apart from the words around it."""
    assert in_words(typed) == printed


def test_letters_are_no_pictures() -> None:
    """Letters that no font has have no words: a name is not spelled letter by letter."""
    assert pictures("李明 \U000f1234", {"李", "明", "\U000f1234"}) == ()


def test_a_sheet_tells_its_pictures_in_words(shelf) -> None:
    """The words are on the sheet, with a note beside its other notes; the PDF stays accessible; a warning says so."""
    sheet = blank_sheet(shelf.book("classic"), 9, ("Ana 🎉", "Ben"))
    small_print = (
        Paragraph("Rules.", "Few."),
        Paragraph("Notes.", "Ben is new."),
        Paragraph("Score.", "Low."),
    )
    done = typeset([replace(sheet, small_print=small_print)], Look())
    (text,) = page_texts(done.pages[0])
    if done.warnings:
        assert done.warnings == ("No font has 🎉; words are printed instead.",)
        assert squeezed("(party popper)") in squeezed(text).replace("-", "")
        assert squeezed("that no font here has. Ben is new.") in squeezed(text)
        assert text.count("Notes.") == 1
    assert b"pdfuaid" in done.pages[0]


def test_only_the_page_with_pictures_has_the_note(shelf) -> None:
    """A table without pictures is printed without a note on them."""
    blank = replace(
        blank_sheet(shelf.book("classic"), 9, ("Cy", "Dora")), small_print=(Paragraph("Rules.", "Few."),)
    )
    pages = page_texts(typeset([replace(blank, title="🎉"), blank], Look()).pages[0])
    assert "Words in brackets" not in pages[1]
