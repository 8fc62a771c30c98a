"""What rulings say: the facts that decide, in one sentence, and nothing that has no part in it."""

from typing import Any

import pytest

from scorekeeper.formats.rule_words import questions
from scorekeeper.formats.situations import SITUATION_FORMAT, as_situation
from scorekeeper.judge.explain import alternatives, rule_sentence, ruling_sentence
from scorekeeper.judge.ruling import judge_situation
from scorekeeper.rules.wording import Wording
from scorekeeper.system import paths
from tests.conftest import SHELF, case_file

TEXTS = questions(paths.shipped_folder("rules"))


@pytest.mark.parametrize("case", case_file("reasons.toml")["case"], ids=lambda case: case["name"])
def test_a_ruling_begins_with_the_facts_in_one_sentence(case: dict[str, Any], words: Wording) -> None:
    """The sentence is that of the case, and what has no part in it is not said."""
    book = case.get("book", "classic")
    head = {"format": SITUATION_FORMAT, "set": 9, "round": 9, "players": ["Ana", "Ben", "Cy"], "rules": book}
    names = ("round", "started_with", "table", "hands", "question", "house")
    told = {name: case[name] for name in names if name in case}
    situation = as_situation({**head, **told}, SHELF.book)
    ruling = judge_situation(situation, SHELF.book(book), words)
    sentence = ruling_sentence(ruling, TEXTS[situation.question.ask].statements, situation)
    assert f"{sentence}." == case["says"]
    assert all(said in ruling.besides for said in case.get("besides", ()))
    assert not any(said in ruling.reason for said in case.get("lacks", ()))
    assert list(ruling.instead) == case.get("instead", list(ruling.instead))
    offered = list(alternatives(ruling, situation.players, situation.set_size))
    assert offered == case.get("offered", offered)
    rule = rule_sentence(ruling, words)
    assert rule == case.get("rule", rule)
