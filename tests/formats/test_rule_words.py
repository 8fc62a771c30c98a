"""The words of the rules come in the language in use, entry by entry."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from string import Formatter
from typing import Any

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_words import find_questions, questions, wording
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.rules import RuleBook, Wording
from scorekeeper.rules.rulebook import check_key
from scorekeeper.system import read_toml
from scorekeeper.system.paths import shipped_folder
from scorekeeper.text import Language, spoken
from tests.catalogues import TRANSLATED, compiled_language, language_of
from tests.conftest import BOOKS, SHELF, SHIPPED, by_cases

PORTUGUESE = language_of("pt")
"""One of which no words ship, so that a test can add the first."""
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
    """A name in Portuguese stands beside a question in English, and one sentence beside another."""
    add(shipped / "rulebook.toml", '[scoring.out.pt]\nname = "Bater"\nvalues = { 0 = "Conta 0." }')
    text, english = words_in(PORTUGUESE, shipped).keys["scoring.out"], wording(shipped).keys["scoring.out"]
    assert (text.name, text.question) == ("Bater", english.question)
    assert (text.values["0"], text.values["other"]) == ("Conta 0.", english.values["other"])


def test_questions_of_the_judge_follow_the_language(shipped: Path) -> None:
    """A translated answer stands among English ones."""
    add(shipped / "questions.toml", '[play.pt]\nanswers = { legal = "Sim" }')
    with spoken(PORTUGUESE):
        play = questions(shipped)["play"]
    assert (play.answers, play.question) == (
        {"legal": "Sim", "illegal": "No"},
        "May this tile be laid there?",
    )


def test_questions_are_asked_in_the_words_of_the_table(shipped: Path) -> None:
    """Where players have trains a question may have other words, also in another language; the rest is the same."""
    add(shipped / "questions.toml", '[closed.pt.with_trains]\nquestion = "Esta dupla está coberta?"')
    feet, trains = SHELF.book("classic").rules, SHELF.book("train-usual").rules
    with spoken(PORTUGUESE):
        closed = questions(shipped)["closed"]
    assert closed.under(feet) is closed
    assert closed.under(trains).question == "Esta dupla está coberta?"
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
        "Only one tile is left in the yard, and that one is never drawn.",
        "Only 2 tiles are left in the yard, and those are never drawn.",
    ]


@by_cases
def test_a_sentence_that_cannot_be_counted_is_refused(shipped: Path, sentence: str, fault: str) -> None:
    """A missing form, and a count that the sentence does not know, are named with their place."""
    add(shipped / "rulings.toml", f"[little.announce.pt.rulings]\ntoo-early = {sentence}")
    with pytest.raises(Malformed, match=re.escape(fault)) as refused:
        words_in(PORTUGUESE, shipped)
    assert "little.announce.pt.rulings" in str(refused.value)


def named(said: Any) -> set[str]:
    """Return the facts that a sentence names, in any of its forms."""
    forms = [form for name, form in said.items() if name != "by"] if isinstance(said, dict) else [said]
    return {name for form in forms for _text, name, _format, _kind in Formatter().parse(form) if name}


def differing(english: Any, said: Any, at: str) -> Iterator[str]:
    """Yield where a translation lacks a sentence, or names other facts in it."""
    if isinstance(english, dict) and "by" not in english:
        for name, text in english.items():
            yield from differing(text, said[name], f"{at}.{name}") if name in said else [f"{at}.{name}"]
    elif isinstance(english, (str, dict)) and named(english) != named(said):
        yield at


def translations(data: Any, code: str, at: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield each English part of a file with that of another language."""
    for name, one in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(one, (dict, list)) and name != "en":
            yield from translations(one, code, f"{at}.{name}")
    if isinstance(data, dict) and "en" in data:
        yield data["en"], data.get(code, {}), at


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("name", ["games", "rulebook", "rulings", "questions"])
def test_every_language_says_all_that_english_says(name: str, code: str) -> None:
    """Every sentence has one in each language, which names the same facts."""
    data = read_toml(shipped_folder("rules") / f"{name}.toml")
    found = list(translations(data, code, name))
    assert found
    assert [each for english, said, at in found for each in differing(english, said, at)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_counted_has_every_form_of_a_language(code: str) -> None:
    """The words of the rules can be read in each language, with as many forms as its catalogue has."""
    with spoken(compiled_language(code)):
        assert wording(shipped_folder("rules")).keys


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_every_book_describes_itself_in_every_language(book: RuleBook, code: str) -> None:
    """Summary and peculiarities have translations, and there are as many sources."""
    with spoken(language_of(code)):
        said = SHELF.book(book.id)
    assert said.summary != book.summary
    assert said.peculiar != book.peculiar
    assert len(said.sources) == len(book.sources)


def test_a_question_is_found_by_words_that_players_use() -> None:
    """The likeliest first; a word that no question knows finds none."""
    texts = questions(shipped_folder("rules"))
    found = find_questions(texts, "forgot chickenlittle")
    assert found[0] == "chickenlittle"
    assert find_questions(texts, "") == find_questions(texts, "xyzzy") == ()


def test_every_question_has_its_words() -> None:
    """Every question has its words, in the judge's order, and names only existing rules."""
    found = questions(SHIPPED)
    assert list(found) == list(QUESTIONS)
    for text in found.values():
        for key in text.keys:
            check_key(key)


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    """A questions file of another format is refused."""
    (tmp_path / "questions.toml").write_text('format = "other"\n', encoding="utf-8")
    with pytest.raises(Malformed, match="does not begin with the format"):
        questions(tmp_path)
