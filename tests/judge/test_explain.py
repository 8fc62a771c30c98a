"""Rulings in a player's words: yes or no, instead, the facts that decide, who says so, and what is missing."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.formats.disputes import SITUATION_FORMAT, as_situation, read_record
from scorekeeper.formats.rule_words import questions
from scorekeeper.judge.explain import (
    alternatives,
    basis_sentence,
    follows,
    rule_sentence,
    ruling_headline,
    ruling_sentence,
    ruling_tone,
    settling_fact,
)
from scorekeeper.judge.judging import judge_situation, under_every_book
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.ruling import Ruling, UnplayableBook, group_by_answer
from scorekeeper.rules import FEET, TRAINS
from scorekeeper.rules.wording import Wording
from scorekeeper.system import paths
from tests.conftest import SHELF, by_cases, case_file, read_situation
from tests.judge.test_situations import CORPUS, files, judged

TEXTS = questions(paths.shipped_folder("rules"))
RULING = Ruling(rules="classic", verdict="legal", source="", reason="")
OURS = replace(SHELF.book("classic"), title="Ours", own=frozenset())


def situation(name: str):
    """Return a situation of the catalogue."""
    return read_situation(CORPUS / "scenarios" / f"{name}.toml", SHELF.book)


@pytest.mark.parametrize("path", [*files("scenarios"), *files("depends"), *files("settled")])
def test_every_ruling_has_a_headline(path, words) -> None:
    """Whatever the question and the rule book, the answer has words and is a sentence, all filled in."""
    asked = read_situation(path, SHELF.book)
    text = TEXTS[asked.question.ask]
    for book in SHELF.ids():
        try:
            ruling = judged(path, words, book)
        except Impossible:
            continue
        headline = ruling_headline(ruling, text.answers)
        statement = ruling_sentence(ruling, text.statements, asked)
        assert headline
        assert len(statement.split()) >= 3
        assert not any(gap in headline + statement for gap in ("None", "{"))


@pytest.mark.parametrize("text", TEXTS.values())
def test_every_answer_has_a_statement(text) -> None:
    """Each label of an answer has a sentence beside it, and others only say the same of one kind of action."""
    assert text.answers.keys() <= text.statements.keys()
    others = text.statements.keys() - text.answers.keys()
    assert all(any(other.startswith(f"{word}-") for word in text.answers) for other in others)


def test_a_statement_names_who_may_do_what() -> None:
    """A printed ruling says who may not do what, not a bare no."""
    asked = situation("01-drawing-though-able-to-play")
    no = replace(RULING, verdict="illegal")
    name = asked.name(asked.seat)
    assert ruling_sentence(no, TEXTS["draw"].statements, asked) == f"No: {name} may not draw"
    assert "depends" in ruling_sentence(replace(RULING, verdict="depends"), {}, asked)


@by_cases
def test_a_ruling_is_a_yes_a_no_or_an_answer(ask, changes, wanted) -> None:
    """The sign and the colour follow from verdict and answer, and from what was asked: a train may be open."""
    assert ruling_tone(replace(RULING, **changes), QUESTIONS[ask]) == wanted


def test_the_trains_of_doubles_to_cover_are_named() -> None:
    """Of several that may be covered first each is named, a second public train by its number."""
    covers = replace(RULING, answer=("Ana", "public 2"), phrase="train")
    assert ruling_headline(covers, TEXTS["cover"].answers) == "The one on Ana's train or public train 2"
    covers = replace(covers, answer="public")
    assert ruling_headline(covers, TEXTS["cover"].answers) == "The one on the public train"


def test_what_may_be_done_instead_is_put_in_words() -> None:
    """Whole sentences; of very many the first ones."""
    ruling = replace(RULING, instead=("Ana 6-4", "Ana draw"))
    assert alternatives(ruling, ("Ana", "Ben"), 9) == ("Ana lays 6-4", "Ana draws a tile")
    many = replace(RULING, instead=tuple(f"Ana {number}-0" for number in range(9)))
    assert alternatives(many, ("Ana", "Ben"), 9)[-1] == "and 3 more"


@by_cases
def test_the_basis_of_a_ruling_is_a_sentence(basis, rule, value, says, words) -> None:
    """What a book implies has its ground, and what no book says has whose custom it is, where that is known."""
    ruling = replace(RULING, basis=basis, rule=rule, value=value)
    assert basis_sentence(ruling, OURS, {}, words) == says


@by_cases
def test_a_book_of_the_tables_own_keeps_the_rule_of_another(basis, house, says, words) -> None:
    """Whoever made a book from another knows where the rule comes from."""
    ruling = replace(RULING, basis=basis, rule="turn.draws", value="one")
    assert basis_sentence(ruling, replace(OURS, made_from="Classic"), house, words) == says


@pytest.mark.parametrize("path", files("depends"))
def test_where_it_depends_a_line_is_named_to_fill_in(path, words) -> None:
    """The fact that would settle it is one that the question asks for at this table."""
    ruling = judged(path, words)
    kind = read_situation(path, SHELF.book).question
    layout = SHELF.book(ruling.rules).rules.layout
    asked = [one.fact.name for one in kind.facts_under(None, layout)]
    assert settling_fact(ruling, kind, layout) in asked


def test_what_a_train_shows_settles_whether_a_tile_was_laid_wrong() -> None:
    """There are no open ends at a table of trains, and no hand says what lies on one."""
    doubtful = replace(RULING, rule="conduct.misplay")
    assert settling_fact(doubtful, QUESTIONS["misplay"], layout=TRAINS) == "trains"
    assert settling_fact(doubtful, QUESTIONS["misplay"], layout=FEET) == "ends"


def test_a_fact_that_was_told_is_not_asked_for_again() -> None:
    """Where the yard was counted, hands settle whether the round is over; those of others may still be unknown."""
    doubtful = replace(RULING, rule="yard.empty")
    assert settling_fact(doubtful, QUESTIONS["round-over"], FEET) == "yard"
    assert settling_fact(doubtful, QUESTIONS["round-over"], FEET, {"yard", "hands"}) == "hands"


def test_nothing_settles_what_no_line_asks_for() -> None:
    """A question without hands has no line for one."""
    assert settling_fact(RULING, QUESTIONS["starter"], layout=FEET) is None


def test_a_ruling_without_a_rule_has_no_rule_sentence(words) -> None:
    """There is no sentence then."""
    assert rule_sentence(RULING, words) == ""
    assert rule_sentence(replace(RULING, rule="turn.plays", value="one"), words).endswith(".")


def test_every_book_is_asked_and_grouped_by_answer(words) -> None:
    """Scenario 15: some books of the game say yes, some no; each is in one group."""
    same_game = SHELF.same_game("classic")
    found = under_every_book(situation("15-start-complete-or-not"), same_game, SHELF.book, words)
    groups = group_by_answer(found)
    assert {group[0].verdict for group in groups} == {"legal", "illegal"}
    assert sum(len(group) for group in groups) == sum(isinstance(one, Ruling) for one in found)


def test_a_book_that_cannot_be_read_does_not_hide_the_others(words) -> None:
    """It has its error in its place."""
    found = under_every_book(situation("12-counting-blanks"), ["gone", "classic"], SHELF.book, words)
    assert isinstance(found[0], UnplayableBook)
    assert isinstance(found[1], Ruling)
    assert group_by_answer(found)[0] == [found[1]]


def test_the_tables_own_rules_count_in_its_own_book_only(words) -> None:
    """With four toes agreed the own book says yes, the same book elsewhere would not."""
    asked = situation("15-4-toes-agreed")
    found = under_every_book(asked, ["ymi", "tedmontgomery"], SHELF.book, words)
    assert [one.verdict for one in found] == ["legal", "illegal"]
    everywhere = under_every_book(asked, ["tedmontgomery"], SHELF.book, words, {"start.toes": 4})
    assert everywhere[0].verdict == "legal"


def test_a_book_that_only_collects_what_is_usual_does_not_keep_silent(words) -> None:
    """It has no text that could say or leave out anything."""
    ruling = replace(RULING, basis="unstated", rule="trains.ownership", value="own-and-public")
    usual, silent = SHELF.book("train-usual"), SHELF.book("train-celko")
    assert basis_sentence(ruling, usual, {}, words) == "This is how it is usually played."
    assert "does not say" in basis_sentence(ruling, silent, {}, words)


def test_a_book_that_leaves_a_rule_to_the_table_does_not_say_it(words) -> None:
    """The book is the source of nothing but that the table agrees."""
    ruling = replace(RULING, verdict="depends", rule="scoring.double_blank", value=[0, 50], basis="stated")
    assert (
        basis_sentence(ruling, OURS, {}, words)
        == "“Ours” leaves this to the table. If nothing was agreed: The double blank left in a hand counts 50 points."
    )


def test_what_comes_after_a_mended_mistake_is_no_alternative() -> None:
    """A rule of conduct says what is done, and then the player goes on."""
    drawn = Ruling(rules="classic", verdict="legal", rule="conduct.overdraw", source="", reason="")
    assert follows(drawn)
    assert not follows(replace(drawn, rule="turn.draws", verdict="illegal"))


def test_a_record_is_ruled_on_under_every_book(words) -> None:
    """A round that was written down is asked about like a position, with the table's rules in its own book."""
    record = read_record(CORPUS.parent / "records" / "valid" / "a-double-must-be-covered.toml", SHELF.book)
    own, other = under_every_book(record, [record.rules, "hastings"], SHELF.book, words)
    assert isinstance(own, Ruling)
    assert (own.rules, own.verdict) == (record.rules, "legal")
    assert isinstance(other, Ruling)
    assert (other.verdict, other.rule) == ("illegal", "ending.double_out")


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
    besides = f"{ruling.besides} {ruling.aside}"
    assert [said for said in case.get("besides", ()) if said not in besides] == [], besides
    assert not any(said in ruling.reason for said in case.get("lacks", ()))
    assert list(ruling.instead) == case.get("instead", list(ruling.instead))
    offered = list(alternatives(ruling, situation.players, situation.set_size))
    assert offered == case.get("offered", offered)
    rule = rule_sentence(ruling, words)
    assert rule == case.get("rule", rule)
