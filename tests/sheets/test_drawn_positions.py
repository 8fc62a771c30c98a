"""The position of a ruling is drawn on paper with tiles, and its answer stands on the colour of a yes or a no."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from scorekeeper.judge.picture import sketch
from scorekeeper.sheets import Look, blank_sheet, typeset
from scorekeeper.sheets.content import RulingPart
from scorekeeper.sheets.ruling_sheet import PICTURE_WIDTH
from tests.conftest import SHELF
from tests.golden_rulings import WORDS, situations
from tests.paper import page_texts

TILE, DOUBLE = re.compile(r"│(?:\d+|\?)│(?:\d+|\?)│"), re.compile(r"[┏┳╭┬]\d+[┓┳╮┬]")
LETTERS = re.compile(r"[\u2500-\u257f]")
"""What only stands for tiles and for the lines between them."""


def pictures() -> list[str]:
    """Return the table of every situation of the tests, each once."""
    found = dict[str, None]()
    for _name, read in situations():
        situation = read()
        found[sketch(situation, SHELF.book(situation.rules).rules, PICTURE_WIDTH)] = None
    return [picture for picture in found if picture]


def test_every_tile_of_every_position_is_drawn() -> None:
    """No letter stands for a tile or a line any more, and nothing else is left out."""
    drawn = pictures()
    parts = tuple(RulingPart(question="?", picture=picture, answer="", reason="") for picture in drawn)
    sheet = replace(blank_sheet(SHELF.book("classic"), 9, 4, wording=WORDS), rulings=parts)
    pages = typeset([sheet], Look(template="ruling"), "svg").pages
    assert len(pages) == len(drawn)
    for picture, page in zip(drawn, pages, strict=True):
        tiles = len(TILE.findall(picture)) + len(DOUBLE.findall(picture))
        assert page.count(b"data:image/svg+xml") == tiles + 1, picture  # and the emblem
    texts = page_texts(typeset([sheet], Look(template="ruling"), "pdf").pages[0])
    for picture, text in zip(drawn, texts, strict=True):
        assert not LETTERS.search(text)
        left = LETTERS.sub(" ", DOUBLE.sub(" ", TILE.sub(" ", picture)))
        assert not Counter(re.findall(r"[^\W\d]", left)) - Counter(re.findall(r"[^\W\d]", text)), picture


@pytest.mark.parametrize(
    ("tone", "colour"), [("yes", "#1d6b34"), ("no", "#a1241f"), ("depends", "#8a5300"), ("none", "#000000")]
)
def test_an_answer_stands_on_its_colour(tone: str, colour: str) -> None:
    """White on green, red, brown or black: it can be read in grey as well."""
    part = RulingPart(question="May I?", answer="Perhaps.", tone=tone, reason="")
    sheet = replace(blank_sheet(SHELF.book("classic"), 9, 4, wording=WORDS), rulings=(part,))
    (page,) = typeset([sheet], Look(template="ruling"), "svg").pages
    assert f'fill="{colour}"'.encode() in page
