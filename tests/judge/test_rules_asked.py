"""Every rule is a question: what the table's book says there, what others say, and where a book is silent."""

from pathlib import Path

import pytest

from scorekeeper.formats import read_dispute, rule_questions, situation_text
from scorekeeper.judge import QUESTIONS, find_question, ruling_headline, ruling_sentence, under_every_book
from scorekeeper.judge.ruling import Ruling
from scorekeeper.judge.situation import UNKNOWN, Situation
from scorekeeper.rules import Wording, key_types
from scorekeeper.rules.schema import SIZED_TABLES
from tests.conftest import BOOKS, SHELF


def asked(key: str, book: str) -> Situation:
    """Return the question for a rule under a book."""
    question, rules = find_question(key), SHELF.book(book).rules
    assert question is not None
    size = rules.set.default
    hands = (UNKNOWN,) * 3
    return Situation(
        question=question, set_size=size, double=size, players=("Ana", "Ben", "Cy"), rules=book, hands=hands
    )


@pytest.mark.parametrize("key", key_types())
def test_a_rule_is_answered_with_its_sentence_under_every_book(key: str, words: Wording) -> None:
    """The sentence is that of the rule itself, or of the one by which it makes no difference here."""
    text = rule_questions(words)[key]
    for ruling in under_every_book(asked(key, "classic"), SHELF.ids(), SHELF.book, words):
        if not isinstance(ruling, Ruling):
            assert key in SIZED_TABLES  # a book that has no row for this table
            continue
        book = SHELF.book(ruling.rules)
        assert ruling.rule is not None
        assert words.settling(ruling.rule, book.rules) == ruling.rule == words.settling(key, book.rules)
        if ruling.verdict == "depends":
            assert ruling.rule in book.to_agree
            assert "The table agrees on one of these: " in ruling.besides
            continue
        said = ruling_sentence(ruling, text.statements, asked(key, ruling.rules))
        assert said == ruling.because == ruling_headline(ruling, text.answers)
        assert ruling.reason.startswith(f"{said}. ")
        assert (ruling.verdict, ruling.basis) == ("legal", book.basis(ruling.rule))


def test_a_rule_on_which_a_book_is_silent_is_not_put_into_its_mouth(words: Wording) -> None:
    """Where a book does not say, the ruling says that before it says what is usual."""
    for book in BOOKS:
        for key in key_types():
            (ruling,) = under_every_book(asked(key, book.id), [book.id], SHELF.book, words)
            if isinstance(ruling, Ruling) and ruling.basis == "unstated" and not book.is_collected:
                assert "does not say" in ruling.reason or "keeps" in ruling.reason, (book.id, key)


def test_a_question_for_a_rule_is_kept_in_a_file(tmp_path: Path) -> None:
    """What was asked is read again as the same question."""
    situation = asked("little.penalty", "hastings")
    file = tmp_path / "asked.toml"
    file.write_text(situation_text(situation), encoding="utf-8")
    assert read_dispute(file, SHELF.book) == situation


def test_no_rule_has_the_name_of_a_question() -> None:
    """A word names one thing; what is neither a question nor a rule is no question."""
    assert not QUESTIONS.keys() & key_types()
    assert find_question("thirst") is None
