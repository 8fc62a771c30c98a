"""The pseudo-language shows what no translator would see."""

import pytest

from scorekeeper.text import _, join_and, ngettext, pgettext, spoken
from tests.pseudo import PSEUDO, uncovered


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("⟦Round ⟪6-6⟫⟧", []),
        ("Round 6-6", ["Round"]),
        ("⟦Round ⟪⟦six⟧⟫⟧: ⟦over⟧", []),
        ("⟦Round ⟪six⟫⟧", ["six"]),
        ("⟦over⟧ left", ["left"]),
        ("⟦see⟧ scoring.double_blank, --house, /tmp/games.db", []),
        ("⟦by⟧ Grandma\n   Jo", []),
        ("⟦by⟧ Grandma Joan", ["Grandma", "Joan"]),
    ],
)
def test_only_what_stands_outside_of_sentences_is_uncovered(text: str, left: list[str]) -> None:
    """A word is covered where the nearest brackets around it are those of a sentence."""
    assert uncovered(text, ["Grandma Jo"]) == left


def test_every_way_to_translate_marks_its_sentence() -> None:
    """Sentences, counts, meanings and lists are in the language; what fills them is not."""
    with spoken(PSEUDO):
        assert _("{name} went out", name="Ana") == "⟦⟪Ana⟫ went out⟧"
        assert ngettext("{count} tile", "{count} tiles", 2) == "⟦⟪2⟫ tiles⟧"
        assert pgettext("of a game", "Start") == "⟦Start⟧"
        assert uncovered(join_and(["Ana", "Ben"])) == ["Ana", "Ben"]
