"""Rulings, field by field: the answer and the rule, what else could be done, and on what it depends."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.formats.situations import SITUATION_FORMAT, as_situation
from scorekeeper.judge.ruling import judge_situation
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF, cases

HEAD = {"format": SITUATION_FORMAT, "set": 9, "round": 9, "players": ["Ana", "Ben", "Cy"], "rules": "classic"}
"""What a case does not name otherwise."""

TOLD = (*HEAD, "house", "table", "trains", "hands", "question", "started_with")


@pytest.mark.parametrize("case", cases("rulings"), ids=lambda case: case["name"])
def test_a_ruling_is_that_of_the_case(case: dict[str, Any], words: Wording) -> None:
    """Each field that the case names is as it says; `says` is what the reason says, `lacks` what it leaves out."""
    situation = as_situation(HEAD | {name: case[name] for name in TOLD if name in case}, SHELF.book)
    ruling = judge_situation(situation, SHELF.book(situation.rules), words)
    found = {name: getattr(ruling, name) for name in case["ruling"]}
    assert {name: list(each) if isinstance(each, tuple) else each for name, each in found.items()} == case[
        "ruling"
    ]
    assert [said for said in case.get("says", ()) if said not in ruling.reason] == []
    assert [said for said in case.get("lacks", ()) if said in ruling.reason] == []


def test_an_answer_that_every_value_gives_rests_on_the_first_of_them(words: Wording) -> None:
    """An objection before the next player has played costs nothing, nor does any where nobody has to call."""
    question = {"ask": "chickenlittle", "player": "Ana", "events": ["Ana 6-4", "Cy challenges Ana"]}
    book = SHELF.book("tedmontgomery")
    situation = as_situation({**HEAD, "rules": book.id, "question": question}, SHELF.book)
    ruling = judge_situation(situation, replace(book, to_agree=frozenset({"little.mode"})), words)
    assert (ruling.verdict, ruling.answer, ruling.rule) == ("legal", "none", "little.announce")
    penalty = "With “A player with one tile left must call Chickenlittle; forgetting it is penalised”: "
    off = "With “Nobody has to say that one tile is left”: "
    assert ruling.reason.startswith(penalty)
    assert f"{off}nobody has to call the last tile here" in ruling.reason
    assert (ruling.besides.startswith(penalty), off in ruling.besides) == (True, False)
