"""A dispute told line by line: what is typed becomes the situation that a file would be."""

import tomllib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.situations import FIELDS, SITUATION_FORMAT, as_situation
from scorekeeper.judge.contradictions import find_contradictions as cannot_be
from scorekeeper.judge.draft import (
    Draft,
    FormLine,
    draft_faults,
    draft_position,
    draft_tables,
    facts_told,
    form_lines,
    line_hint,
    line_label,
    missing_lines,
)
from scorekeeper.judge.facts import FACTS, NEEDED, fact_named, facts_asked, facts_unasked
from scorekeeper.judge.redraft import draft_of
from scorekeeper.judge.ruling import judge_situation
from scorekeeper.rules.rulebook import read_changes
from tests.conftest import CLASSIC, SHELF
from tests.judge.test_situations import files

TYPED = [*files("scenarios"), *files("depends"), *files("settled")]


def told(ask: str, players: tuple[str, ...] = ("Ana", "Ben", "Cy"), set_size: int = 9, **typed: str) -> Draft:
    """Return a draft; `hands__Ana` is Ana's line."""
    lines_ = {FormLine(*name.split("__")): text for name, text in typed.items()}
    return Draft(ask=ask, set_size=set_size, double=9, players=players, rules="classic", typed=lines_)


def ruled(data: dict[str, Any], book: str, words) -> object:
    """Return what the judge says, or why it says nothing."""
    try:
        ruling = judge_situation(as_situation(data, SHELF.book), SHELF.book(book), words)
    except ScorekeeperError as error:
        return str(error)
    return ruling.verdict, ruling.answer, ruling.rule, ruling.player, ruling.needs, ruling.instead


@pytest.mark.parametrize("path", TYPED)
def test_a_situation_typed_is_ruled_on_as_its_file(path, words) -> None:
    """Under every rule book the ruling on what is typed is the ruling on the file."""
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    for book in SHELF.ids():
        file["rules"] = book
        draft = draft_of(file, read_changes(file.get("house", {})))
        typed = {"format": SITUATION_FORMAT, **draft_tables(draft)}
        assert (book, ruled(typed, book, words)) == (book, ruled(file, book, words))


@pytest.mark.parametrize("path", TYPED)
def test_what_was_told_is_said_back(path) -> None:
    """Every fact has a label and words, and nothing in them is a placeholder."""
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, words in facts_told(draft_of(file, {})):
        assert name
        assert words
        assert "{" not in name + words


def test_every_fact_of_every_question_has_words() -> None:
    """Label and hint are there, for each question."""
    for ask, names in FACTS.items():
        for name in names:
            assert all(fact_named(ask, name))


def test_a_question_needs_what_its_file_needs() -> None:
    """Every question of the files is there, and asks at least for what a file must have."""
    assert set(FACTS) == set(FIELDS)
    for ask, (needed, _possible) in FIELDS.items():
        names = {"drawn": "draws", "events": "player" if ask == "chickenlittle" else "events"}
        assert {names.get(name, name) for name in needed} <= {*NEEDED.get(ask, ())}


@pytest.mark.parametrize(
    ("ask", "name", "book", "asks"),
    [
        ("chickenlittle", "events", "hastings", False),
        ("chickenlittle", "events", "tedmontgomery", True),
        ("starting-double", "held", "hastings", False),
        ("starting-double", "held", "tedmontgomery", True),
        ("play", "laid", "classic", False),
        ("play", "laid", "hastings", True),
    ],
)
def test_only_what_matters_under_a_rule_book_is_asked(ask, name, book, asks) -> None:
    """A fact that cannot change the ruling is left out, but for those who want all."""
    assert (name in facts_asked(ask, SHELF.book(book).rules)) == asks
    assert name in facts_asked(ask, None)


@pytest.mark.parametrize(
    ("ask", "book", "shown", "unknown"),
    [
        ("chickenlittle", "tedmontgomery", (), ("events",)),
        ("chickenlittle", "tedmontgomery", ("events",), ()),
        ("chickenlittle", "hastings", (), ()),
        ("play", "hastings", ("player", "tile"), ()),
    ],
)
def test_a_book_that_turns_on_what_was_not_asked_is_known(ask, book, shown, unknown) -> None:
    """An empty line says that nothing happened; a line that was never shown says nothing."""
    assert facts_unasked(ask, SHELF.book(book).rules, shown) == unknown


def test_events_have_a_line_more_than_were_told() -> None:
    """There is always an empty line to go on with, and a line emptied in the middle stays."""
    parts = [
        line.part for line in form_lines(told("misplay", events__1="Ana 6-4", events__3="Ben draw"), CLASSIC)
    ]
    assert parts == ["1", "2", "3", "4"]


def test_other_hands_are_asked_for_in_a_blocked_round_only() -> None:
    """Each of the others has a line then, the one whose hand it is has not."""
    assert FormLine("hands", "Ben") not in form_lines(told("score", player="Ana"))
    blocked = form_lines(told("score", player="a", blocked="y"))
    assert FormLine("hands", "Ben") in blocked
    assert FormLine("hands", "Ana") not in blocked
    assert FormLine("hands", "Ana") in form_lines(told("score", player="nobody", blocked="y"))
    assert "player" in missing_lines(told("score", hand="0-0", blocked="y"))


def test_what_is_missing_is_named() -> None:
    """A question without what it needs is refused by the labels of its lines."""
    with pytest.raises(Malformed, match="still missing: Player, Tile"):
        draft_tables(told("play"))
    assert missing_lines(told("play", player="Ana")) == ("tile",)


def test_half_a_question_is_a_position_already() -> None:
    """What cannot be is known before the question is complete."""
    half = told("play", foot="7 2", hand="7-7", player="Ana")
    situation = as_situation({"format": SITUATION_FORMAT, **draft_position(half)}, SHELF.book)
    assert any("7-7" in reason for reason in cannot_be(situation, CLASSIC))


def test_lines_that_cannot_be_read_are_named() -> None:
    """Each has its own sentence; lines of other questions do not count."""
    found = draft_faults(told("play", tile="99-1", ends="5 2", events__1="nonsense"))
    assert list(found) == [FormLine("tile")]


@pytest.mark.parametrize("blocked", ["12-3", "maybe", "yep"])
def test_a_line_that_cannot_be_read_is_refused_by_its_label(blocked) -> None:
    """It is refused even where the answer would not turn on it."""
    with pytest.raises(Malformed, match=r"Blocked round\? type y for yes"):
        draft_tables(told("score", hand="0-0", player="Ana", blocked=blocked))


def test_lines_that_are_not_there_are_not_read() -> None:
    """What was typed for another question, or of a hand that has its own line now, holds nothing up."""
    assert draft_tables(told("score", hand="0-0", hands__Ben="nonsense"))["hands"] == {}
    own = told("score", hand="0-0", player="Ana", blocked="y", hands__Ana="nonsense")
    assert draft_tables(own)["hands"] == {"Ana": "0-0"}


@given(st.sampled_from(sorted(FACTS)), st.data())
def test_what_makes_a_question_can_be_said_back(ask, data) -> None:
    """Whatever is typed, a ruling that can be asked for can also say what it was told."""
    here = form_lines(told(ask, player="Ana", blocked="y"))
    texts = st.sampled_from(["", "n", "y", "maybe", "6-4", "5 2", "-", "2?", "Ana", "Ben 6-4", "99-1"])
    draft = told(ask)
    draft = msgspec.structs.replace(draft, typed={line: data.draw(texts) for line in here})
    try:
        draft_tables(draft)
    except Malformed:
        return
    assert all(words for _label, words in facts_told(draft))


def test_the_first_event_is_the_wrong_one_unless_another_is_marked() -> None:
    """Nobody has to know about the mark."""
    assert draft_tables(told("misplay", events__1="Ana 6-4", events__2="Ben draw"))["question"]["events"] == [
        "Ana 6-4!",
        "Ben draw",
    ]
    marked = told("misplay", events__1="Ana 6-4", events__2="Ben draw!")
    assert draft_tables(marked)["question"]["events"] == ["Ana 6-4", "Ben draw!"]


def test_a_double_asked_about_takes_its_toes_along() -> None:
    """The starting double's toes go to the start, any other's to an open foot."""
    assert draft_tables(told("closed", double="9", on_double="4"))["table"] == {"start": {"toes": 4}}
    assert draft_tables(told("closed", double="6", on_double="1"))["table"] == {
        "foot": {"double": 6, "toes": 1}
    }
    assert draft_tables(told("closed", double="6", foot="5 1"))["table"] == {"foot": {"double": 5, "toes": 1}}


def test_a_hint_names_its_line_and_people_of_this_table() -> None:
    """Nobody reads of strangers, and hints of lines that are alike can be told apart."""
    calls = told("chickenlittle", players=("Gus", "Ida"))
    assert line_hint(calls, FormLine("events", "1")).endswith("on: Gus 6-1; next line: Ida caught Gus.")
    hands = told("score", player="Ana", blocked="y")
    assert line_hint(hands, FormLine("hands", "Ben")).startswith("Hand of Ben: Tiles 5-3 9-6")
    assert line_hint(hands, FormLine("blocked")).startswith("Blocked round? y if")
    for ask in FACTS:
        assert "{" not in "".join(line_hint(told(ask), line) for line in form_lines(told(ask)))


def test_the_player_line_says_whose_turn_it_means() -> None:
    """A name alone could be anybody's."""
    assert "whose turn" in line_hint(told("play"), FormLine("player")).casefold()
    assert line_label(told("round-over"), FormLine("player")) == "Whose turn"


def test_events_are_numbered_from_the_second_on() -> None:
    """The first line is simply what happened."""
    draft = told("misplay")
    assert line_label(draft, FormLine("events", "1")) == "What happened"
    assert line_label(draft, FormLine("events", "2")) == "What happened, 2"
