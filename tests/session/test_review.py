"""What is typed of the end of a round, and what is still asked about it."""

import pytest

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Blocked, Out
from scorekeeper.session.review import (
    double_blank_question,
    ending_of,
    ending_words,
    hands_of,
    holding_double_blank,
    marking,
    open_questions,
    parse_ending,
)
from scorekeeper.session.table_answers import TableAnswers
from scorekeeper.text import spoken
from tests.build import AT, new_log, scored
from tests.catalogues import language_of
from tests.games import NAMES, new_game

pytestmark = pytest.mark.sqlite  # nothing here depends on the store

SPANISH = language_of("es", {"b ? blocked": "b bloqueada"})


@pytest.mark.parametrize("word", ["b", "B", "blocked", "bloqueada", "Bloqueada", "?"])
def test_a_blocked_round_is_typed_in_either_language(shelf: Shelf, word: str) -> None:
    """The English words stay beside those of the language."""
    with spoken(SPANISH):
        assert parse_ending(new_game(shelf, 9, NAMES[:3]), 1, word).ending == Blocked()


def test_words_of_another_language_are_not_understood(shelf: Shelf) -> None:
    """Where English is spoken, a Spanish word is refused with what would be right."""
    with pytest.raises(Malformed, match="such as 4, or b if not known"):
        parse_ending(new_game(shelf, 9, NAMES[:3]), 1, "bloqueada")


def test_a_round_with_trains_is_blocked_without_an_open_foot(shelf: Shelf) -> None:
    """No double is short of toes there, so none can be named."""
    game = new_game(shelf, 12, NAMES[:3], trains__ownership="own-and-public")
    assert parse_ending(game, 1, "b").ending == Blocked()
    with pytest.raises(Malformed, match="Type b if nobody could play"):
        parse_ending(game, 1, "4")


def test_a_question_is_asked_until_it_is_answered() -> None:
    """Who began, how the round ended, the last tile, who had 0-0: each answer takes its question away."""
    log = new_log("scoring.out_on_double=doubled").after(scored(1, Ana="60", Ben="60", Cy="7"), AT)
    asked, told = [open_questions(log.game, TableAnswers())], [ending_words(log.game.round(1))]
    assert open_questions(log.game, TableAnswers(no_starter=True)) == asked[0][1:]
    for answer in (
        RoundScored(round=1, began="Cy"),
        scored(1, "Ana"),
        RoundScored(round=1, out_on_double=True),
    ):
        log = log.after(answer, AT)
        asked.append(open_questions(log.game, TableAnswers()))
        told.append(ending_words(log.game.round(1)))
    _question, choices = double_blank_question(log.game, log.game.round(1))
    assert [*choices.values()][1:-2] == ["Ben: 120 becomes 170", "Cy: 14 becomes 64"]
    log = log.after(holding_double_blank(log.game.round(1), "Ben"), AT)
    assert log.game.points == ({"Ana": 0, "Ben": 220, "Cy": 14},)
    began, ending = "who began?", "who went out, or was it blocked?"
    last, blank = "was the last tile a double?", "who had 0-0?"
    assert [[one.removeprefix("Round 1: ") for one in questions] for questions in asked] == [
        [began, ending, blank],
        [ending, blank],
        [last, blank],
        [blank],
    ]
    assert open_questions(log.game, TableAnswers()) == ()
    assert told == ["not known yet", "not known yet", "Ana went out", "Ana went out with a double"]


def test_a_round_ends_in_one_way() -> None:
    """Two who went out, or one of a blocked round, are refused; so is a player who is entered twice."""
    assert (ending_of((), False, None), ending_of(["Ana"], False, None)) == (None, Out("Ana"))
    for out, blocked in ((["Ana", "Ben"], False), (["Ana"], True)):
        with pytest.raises(Impossible):
            ending_of(out, blocked, None)
    game = new_log().game
    assert hands_of(game, [("Ana", "o"), ("Ben", "-")])[1] == ["Ana"]
    with pytest.raises(Malformed, match="Ana is entered twice"):
        hands_of(game, [("Ana", "o"), ("Ana", "5")])


def test_a_marker_is_put_on_and_taken_off() -> None:
    """The same answer twice leaves the others as they were."""
    log = new_log().after(RoundScored(round=1, marked=("Ben",)), AT)
    for marked in (("Ben", "Cy"), ("Ben",)):
        change = marking(log.game.round(1), "Cy")
        assert change.marked == marked
        log = log.after(change, AT)
