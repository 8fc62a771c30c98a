"""The words of the rules come in the language in use, entry by entry."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_words import questions, wording
from scorekeeper.rules import Wording
from scorekeeper.system.paths import shipped_folder
from scorekeeper.text import Language, spoken
from tests.catalogues import language_of
from tests.conftest import SHELF

SPANISH = language_of("es")
OF_SPAIN = language_of("es_ES")
POLISH = language_of("pl")
"""One, few and many."""


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """Return a copy of the shipped rules, to be translated a little."""
    return copytree(shipped_folder("rules"), tmp_path / "rules")


def add(path: Path, text: str) -> None:
    """Add lines to a file of words."""
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{text}", encoding="utf-8")


def words_in(language: Language, shipped: Path) -> Wording:
    """Return the words of the rules as somebody reads them."""
    with spoken(language):
        return wording(shipped)


def test_a_half_translated_rule_is_english_where_it_is_not_translated(shipped: Path) -> None:
    """A name in Spanish stands beside a question in English, and one sentence beside another."""
    add(shipped / "rulebook.toml", '[scoring.out.es]\nname = "Hacer dominó"\nvalues = { 0 = "Cuenta 0." }')
    text, english = words_in(SPANISH, shipped).keys["scoring.out"], wording(shipped).keys["scoring.out"]
    assert (text.name, text.question) == ("Hacer dominó", english.question)
    assert (text.values["0"], text.values["other"]) == ("Cuenta 0.", english.values["other"])


def test_a_variety_of_a_language_takes_the_rest_from_the_language(shipped: Path) -> None:
    """Spain says one thing in its own way and all others as Spanish does."""
    add(
        shipped / "rulebook.toml",
        '[scoring.out.es]\nname = "Salir"\nquestion = "¿Qué anota?"\n[scoring.out.es_ES]\nname = "Dominó"',
    )
    text = words_in(OF_SPAIN, shipped).keys["scoring.out"]
    assert (text.name, text.question) == ("Dominó", "¿Qué anota?")


def test_chapters_and_terms_are_translated_too(shipped: Path) -> None:
    """A heading has a Spanish one beside it; a player searches for a Spanish word and finds the rule."""
    path = shipped / "rulebook.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace('en = "Counting"', 'en = "Counting"\nes = "Cuenta"')
    text = re.sub(r'(en = \{ name = "blank".*)', r'\1\nes = { name = "blanca", also = ["pelada"] }', text)
    path.write_text(text, encoding="utf-8")
    add(path, '[scoring.blank_half.es]\nname = "Recargo por cada blanca"')
    words = words_in(SPANISH, shipped)
    assert (words.chapters["scoring"], words.chapters["winning"]) == ("Cuenta", "Winning")
    assert "scoring.blank_half" in words.find("pelada")
    assert wording(shipped).find("pelada") == ()


def test_questions_of_the_judge_follow_the_language(shipped: Path) -> None:
    """A translated answer stands among English ones."""
    add(shipped / "questions.toml", '[play.es]\nanswers = { legal = "Sí" }')
    with spoken(SPANISH):
        play = questions(shipped)["play"]
    assert (play.answers, play.question) == ({"legal": "Sí", "illegal": "No"}, "May this tile be laid there?")


def test_questions_are_asked_in_the_words_of_the_table(shipped: Path) -> None:
    """Where players have trains a question may have other words, also in another language; the rest is the same."""
    add(shipped / "questions.toml", '[closed.es.with_trains]\nquestion = "¿Está cubierto este doble?"')
    feet, trains = SHELF.book("classic").rules, SHELF.book("train-usual").rules
    with spoken(SPANISH):
        closed = questions(shipped)["closed"]
    assert closed.under(feet) is closed
    assert closed.under(trains).question == "¿Está cubierto este doble?"
    assert closed.under(trains).answers == {**closed.answers, "closed": "Yes, it is covered"}
    assert "start.toes" in closed.under(feet).keys
    assert "start.toes" not in closed.under(trains).keys


def test_a_sentence_of_a_ruling_has_the_forms_of_its_own_language(shipped: Path) -> None:
    """Polish counts in three forms; what stays English is counted in the English way."""
    add(
        shipped / "rulings.toml",
        "[little.announce.pl.rulings]\n"
        'too-early = { by = "tiles", one = "{tiles} kość", few = "{tiles} kości", many = "{tiles} kostek" }',
    )
    words = words_in(POLISH, shipped)

    def said(tiles: int) -> str:
        return words.ruling("little.announce", "too-early", {"tiles": tiles})

    assert [said(1), said(3), said(5)] == ["1 kość.", "3 kości.", "5 kostek."]
    kept = [words.ruling("yard.reserve", "kept", {"tiles": tiles, "player": "Ana"}) for tiles in (1, 2)]
    assert kept == [
        "The last tile in the yard stays there.",
        "The last 2 tiles in the yard stay there.",
    ]


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ('{ by = "tiles", other = "{tiles}" }', "too-early: 2 forms are needed in this language, among zero"),
        ('{ by = "tiles", one = "a", othr = "{tiles}" }', "too-early: 2 forms are needed"),
        ('{ by = "toes", one = "a", other = "{tiles}" }', "too-early: by: The fact that is counted"),
        ('{ one = "a", other = "{tiles}" }', "too-early: by: The fact that is counted"),
    ],
)
def test_a_sentence_that_cannot_be_counted_is_refused(shipped: Path, sentence: str, fault: str) -> None:
    """A missing form, and a count that the sentence does not know, are named with their place."""
    add(shipped / "rulings.toml", f"[little.announce.es.rulings]\ntoo-early = {sentence}")
    with pytest.raises(Malformed, match=re.escape(fault)) as refused:
        words_in(SPANISH, shipped)
    assert "little.announce.es.rulings" in str(refused.value)
