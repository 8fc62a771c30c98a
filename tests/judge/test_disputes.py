"""Disputes of real tables, ruled on by hand from the texts before the judge was asked."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.errors import Impossible
from scorekeeper.formats.disputes import SITUATION_FORMAT, as_situation
from scorekeeper.judge.judging import judge_situation
from scorekeeper.judge.ruling import Ruling
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF, cases

DISPUTES = {name: cases(f"{name}_disputes") for name in ("twenty", "sixty")}


def each_ruling() -> Iterator[Any]:
    """Yield every dispute under every rule book that it names, with what is ruled there."""
    for name, disputes in DISPUTES.items():
        for number, case in enumerate(disputes, 1):
            for book, ruled in case["books"].items():
                yield pytest.param(case["situation"], book, ruled, id=f"{name}-{number}-{book}")


def ruling_on(situation: str, book: str, words: Wording) -> Ruling | None:
    """Return what the judge says of a situation under a rule book; None where it cannot be played."""
    data = tomllib.loads(situation) | {"format": SITUATION_FORMAT, "rules": book}
    try:
        return judge_situation(as_situation(data, SHELF.book), SHELF.book(book), words)
    except Impossible:
        return None


@pytest.mark.parametrize(("situation", "book", "ruled"), each_ruling())
def test_a_dispute_is_settled_as_the_texts_settle_it(
    situation: str, book: str, ruled: dict[str, Any], words: Wording
) -> None:
    """Verdict, answer and rule are those written down, and so are needs, basis and a sentence where they were."""
    ruling = ruling_on(situation, book, words)
    if ruling is None:
        assert ruled == {"verdict": "refused"}
        return
    found: dict[str, Any] = {
        "verdict": ruling.verdict,
        "rule": ruling.rule or "",
        "basis": ruling.basis,
        "needs": list(ruling.needs),
    }
    if ruling.answer is not None:
        found["answer"] = list(ruling.answer) if isinstance(ruling.answer, tuple) else ruling.answer
    if ruled.get("says", "") in ruling.reason:
        found["says"] = ruled.get("says", "")
    unasked = {
        name: found[name] for name in ("basis", "needs", "says") if name in found and name not in ruled
    }
    assert found == unasked | ruled
