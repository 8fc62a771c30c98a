"""What was not told is unknown: no ruling turns round, unasked, on a fact that was left out."""

import pytest
from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.ruling import judge_situation
from scorekeeper.judge.situation import Situation
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF
from tests.golden_rulings import WORDS, situations

FITTING = ("play", "draw", "pass", "keep", "closed", "round-over", "misplay", "options", "marker", "cover")
"""The questions that turn on where a tile fits."""


def told() -> dict[str, Situation]:
    """Return every situation of the tests that can be, by its name."""
    found: dict[str, Situation] = {}
    for name, read in situations():
        situation = read()
        try:
            judge_situation(situation, SHELF.book(situation.rules), WORDS)
        except ScorekeeperError:
            continue
        found[name] = situation
    return found


@pytest.mark.parametrize("ask", QUESTIONS)
def test_where_blanks_fit_every_number_only_questions_of_points_and_calls_are_ruled_on(
    ask: str, words: Wording
) -> None:
    """The judge says that it cannot tell where a tile fits, as it does of a record."""
    ruled = set[bool]()
    for situation in (each for each in TOLD.values() if each.question.ask == ask):
        book = SHELF.book(situation.rules)
        if book.game == "mexican-train":
            wild = replace(book, rules=with_changes(book.rules, {"trains.wild_blanks": True}))
            ruled.add(judge_situation(situation, wild, words).rule == "trains.wild_blanks")
    assert ruled == ({True} if ask in FITTING else ruled & {False})


TOLD = told()
