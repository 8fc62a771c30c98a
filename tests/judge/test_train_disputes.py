"""Ten disputes of our own about trains, under every book of the game, the verdicts written down first."""

from typing import Any

import pytest

from scorekeeper.formats.situations import SITUATION_FORMAT, as_situation
from scorekeeper.judge.ruling import judge_situation
from tests.conftest import SHELF, cases
from tests.tables import WORDS

DISPUTES = cases("train_disputes")
BOOKS = SHELF.same_game("train-usual")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute["title"])
def test_a_dispute_about_trains_is_settled_as_the_catalogue_says(dispute: dict[str, Any], book: str) -> None:
    """Verdict, rule and answer are those written down for the book."""
    told = {"format": SITUATION_FORMAT, "rules": book, **dispute["situation"]}
    ruling = judge_situation(as_situation(told, SHELF.book), SHELF.book(book), WORDS)
    found = [ruling.verdict, ruling.rule, *([] if ruling.answer is None else [ruling.answer])]
    assert found == dispute.get(book, dispute["else"])
    assert ruling.reason.endswith(".")
