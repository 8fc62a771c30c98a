"""Rulings, field by field and to the word: the answer and the rule, what else could be done, what it depends on."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.formats import disputes
from scorekeeper.formats.disputes import SITUATION_FORMAT, as_situation
from scorekeeper.judge.draft import Draft, FormLine, draft_of, form_lines, situation_of
from scorekeeper.judge.facts import asking
from scorekeeper.judge.judging import judge_situation
from scorekeeper.judge.ruling import Ruling
from scorekeeper.judge.situation import Answer, Question, Situation
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.schema import Rules, Value
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF, cases
from tests.golden_rulings import read, rulings

HEAD = {"format": SITUATION_FORMAT, "set": 9, "round": 9, "players": ["Ana", "Ben", "Cy"], "rules": "classic"}
"""What a case does not name otherwise."""

TOLD = (*HEAD, "house", "table", "trains", "hands", "question", "started_with")


def told(case: Mapping[str, Any]) -> Situation:
    """Return what a case tells of its table."""
    return as_situation(HEAD | {name: case[name] for name in TOLD if name in case}, SHELF.book)


@pytest.mark.parametrize(
    "case", [*cases("rulings"), *cases("questions"), *cases("facts")], ids=lambda case: case["name"]
)
def test_a_ruling_is_that_of_the_case(case: dict[str, Any], words: Wording) -> None:
    """Each field that the case names is as it says; `says` is what the reason says, `lacks` what it leaves out."""
    book = SHELF.book(case.get("rules", "classic"))
    if "refused" in case:
        with pytest.raises((Impossible, Malformed), match=case["refused"]):
            judge_situation(told(case), book, words)
        return
    ruling = judge_situation(told(case), book, words)
    found = {name: getattr(ruling, name) for name in case["ruling"]}
    assert {name: list(each) if isinstance(each, tuple) else each for name, each in found.items()} == case[
        "ruling"
    ]
    assert [said for said in case.get("says", ()) if said not in ruling.reason] == []
    assert [said for said in case.get("lacks", ()) if said in ruling.reason] == []


COUNTED = {
    "scoring.double_blank": 100,
    "scoring.marker": 10,
    "rounds.order": "ascending",
    "winning.ties": ["share"],
}
"""Rules of how a game is counted, as few books have them."""


def test_a_question_that_counts_nothing_is_not_about_how_a_game_is_counted(words: Wording) -> None:
    """Whatever the table agreed on points, the order of rounds and ties, a question about a turn has its answer."""
    for case in [*cases("rulings"), *cases("questions")]:
        if "refused" not in case and not (situation := told(case)).question.counts:
            book = SHELF.book(case.get("rules", "classic"))
            counted = replace(book, rules=with_changes(book.rules, COUNTED))
            assert judge_situation(situation, counted, words) == judge_situation(situation, book, words)


def test_an_answer_that_every_value_gives_rests_on_the_first_of_them(words: Wording) -> None:
    """An objection before the next player has played costs nothing, nor does any where nobody has to call."""
    question = {"ask": "chickenlittle", "player": "Ana", "events": ["Ana 6-4", "Cy challenges Ana"]}
    book = SHELF.book("tedmontgomery")
    situation = told({"rules": book.id, "question": question})
    ruling = judge_situation(situation, replace(book, to_agree=frozenset({"little.mode"})), words)
    assert (ruling.verdict, ruling.answer, ruling.rule) == ("legal", "none", "little.announce")
    penalty = "With “A player with one tile left must call Chickenlittle; forgetting it is penalised”"
    off = "With “Nobody has to say that one tile is left”: "
    assert ruling.reason.startswith(f"{penalty} (or if nothing was agreed): ")
    assert f"{off}nobody has to call the last tile here" in ruling.reason
    assert (ruling.because, ruling.besides) == ("", ruling.reason)


def left_to_table(words: Wording, key: str, *offered: Value) -> Ruling:
    """Rule on a drawn tile that fits and is kept, under a book that leaves a key to the table."""
    book = replace(SHELF.book("classic"), to_agree=frozenset({key}), choices={key: offered})
    question = {"ask": "keep", "player": "Ana", "tile": "5-4"}
    situation = told({"table": {"ends": [5, 3], "yard": 9}, "question": question})
    return judge_situation(situation, book, words)


def test_what_the_table_had_to_agree_on_is_shown_with_every_outcome(words: Wording) -> None:
    """A drawn tile that may or must be laid: whether Ana may keep it is for the table to say."""
    ruling = left_to_table(words, "turn.drawn_tile", "must-play", "may-play")
    assert (ruling.verdict, ruling.rule) == ("depends", "turn.drawn_tile")
    assert (ruling.value, ruling.needs) == (
        ["must-play", "may-play"],
        ("what the table agreed on “A drawn tile that fits”",),
    )
    must = "With “A drawn tile that fits must be laid at once” (or if nothing was agreed): "
    may = "With “A drawn tile that fits may be laid at once or kept”: "
    assert f"{must}5-4, just drawn, fits and has to be laid" in ruling.reason
    assert may in ruling.reason


def test_what_the_table_had_to_agree_on_without_an_offer_is_asked_for(words: Wording) -> None:
    """Where the book names no values, nobody can tell; another rule decides for itself."""
    ruling = left_to_table(words, "turn.drawn_tile")
    assert (ruling.verdict, ruling.needs) == (
        "depends",
        ("what the table agreed on “A drawn tile that fits”",),
    )
    assert left_to_table(words, "scoring.out").verdict == "illegal"


def test_a_file_without_a_question_is_refused() -> None:
    """A situation without a question is none."""
    with pytest.raises(Malformed, match="question"):
        told({})


def tiles_left(situation: Situation, _rules: Rules) -> Answer:
    """Answer the tiles that are left in the yard: a question that nobody asked yet."""
    return Answer("legal", "yard.empty", situation.yard, seat=situation.seat)


def test_a_question_is_one_value(words: Wording, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is listed, files hold it, a form asks for its facts, and it is ruled on."""
    facts = (*asking("player", needed=True), *asking("yard"))
    thirsty = Question("thirsty", tiles_left, facts, turns_on=frozenset({"yard"}))
    monkeypatch.setattr(disputes, "find_question", lambda _ask: thirsty)
    situation = told({"table": {"yard": 3}, "question": {"ask": "thirsty", "player": "Ben"}})
    ruling = judge_situation(situation, SHELF.book("classic"), words)
    assert (ruling.answer, ruling.player) == (3, "Ben")
    typed = {FormLine("player"): "b", FormLine("yard"): "3"}
    form = Draft(question=thirsty, set_size=9, double=9, players=("Ana", "Ben"), rules="classic").give_all(
        typed
    )
    assert form_lines(form) == tuple(typed)
    assert draft_of(situation_of(form)).typed == {FormLine("player"): "Ben", FormLine("yard"): "3"}


RULINGS, READ = rulings(), read()

HOLE = re.compile(r" [.,;)]|\(\)|\( |  ")
"""What a sentence looks like in which a fact is empty."""


@pytest.mark.parametrize("name", RULINGS)
def test_a_ruling_changes_only_on_purpose(name: str) -> None:
    """Answer, rule, reason and what could be done instead are those of the file; so is why there is no ruling."""
    assert RULINGS[name]() == READ[name]


def test_no_ruling_is_left_over() -> None:
    """Every ruling in the file belongs to a situation or a record."""
    assert READ.keys() == RULINGS.keys()


def test_no_ruling_has_a_hole() -> None:
    """Every list in a reason names something: nothing is missing before a stop, in brackets or between two words."""
    assert [
        line for ruling in READ.values() for line in ruling.splitlines() if HOLE.search(line.lstrip())
    ] == []


IN_ONE_BREATH = 3
"""More facts than this nobody tells when asked once."""


def test_a_ruling_asks_first_for_what_decides_most() -> None:
    """Where it depends on many facts, one is asked for and the others are only listed, whatever was asked."""
    facts = re.compile(r"\b(?:whether|which|how many|what|the tiles held|the total)\b")
    found = [
        line
        for text in READ.values()
        for line in re.findall(r"(?m)^  reason: It depends on ([^.]*)\.", text)
        if len(facts.findall(line)) > IN_ONE_BREATH
    ]
    assert found == []


def test_a_ruling_names_the_rule_of_no_round_in_a_circle() -> None:
    """A reason says more than what was asked: that it is so, or that the table is told of as it is told of."""
    circles = ("this is the round of", "taken to be on the table, so enough", "has nothing left to do")
    assert [text for text in READ.values() if any(circle in text.casefold() for circle in circles)] == []
