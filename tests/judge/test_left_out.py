"""What was not told is unknown: no ruling turns round, unasked, on a fact that was left out."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats import questions
from scorekeeper.formats.disputes import read_record
from scorekeeper.judge.draft import draft_of, situation_of
from scorekeeper.judge.explain import ruling_sentence
from scorekeeper.judge.judging import judge_record, judge_situation
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.ruling import Ruling
from scorekeeper.judge.situation import Situation
from scorekeeper.round_record import read_actions
from scorekeeper.rules.rulebook import RuleBook, with_changes
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF, SHIPPED
from tests.golden_rulings import WORDS, situations

FITTING = ("play", "draw", "pass", "keep", "closed", "round-over", "misplay", "options", "marker", "cover")
"""The questions that turn on where a tile fits."""


@cache
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


RECORDS = Path(__file__).parents[1] / "records"
BEGAN = re.compile(r"Nobody said who began; (.+), who is named first, is taken to have begun\.")


def began(ruling: Ruling) -> str | None:
    """Return who is taken to have begun."""
    named = BEGAN.search(ruling.reason)
    return None if named is None else named[1]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("valid/*.toml")), ids=lambda path: path.stem)
def test_a_record_whose_first_play_is_missing_says_who_is_taken_to_have_begun(
    path: Path, words: Wording
) -> None:
    """Nobody tells such a record from one that has it all; where the double was laid, its player began."""
    record = read_record(path, SHELF.book)
    book = SHELF.book(record.rules)
    for left in (0, 1):
        actions = record.actions[left:]
        try:
            ruling = judge_record(record._replace(actions=actions), book, words)
        except ScorekeeperError:
            continue
        first = read_actions(record)[left] if actions else None
        if first and ruling.verdict in ("legal", "depends") and not (first.tile and first.tile.is_double):
            assert began(ruling) == record.players[first.seat], ruling.reason


def test_a_tile_out_of_turn_is_wrong_only_if_the_first_player_named_began(words: Wording) -> None:
    """With the first play left out of a record, the turn of the second player is what the rest is judged by."""
    record = read_record(RECORDS / "illegal/turn.plays--out-of-turn.toml", SHELF.book)
    ruling = judge_record(record, SHELF.book(record.rules), words)
    assert (ruling.rule, began(ruling)) == ("turn.plays", record.players[read_actions(record)[0].seat])


@pytest.mark.parametrize("ask", QUESTIONS)
def test_where_blanks_fit_every_number_only_questions_of_points_and_calls_are_ruled_on(
    ask: str, words: Wording
) -> None:
    """The judge says that it cannot tell where a tile fits, as it does of a record."""
    ruled = set[bool]()
    for situation in (each for each in told().values() if each.question.ask == ask):
        book = SHELF.book(situation.rules)
        if book.game == "mexican-train":
            wild = replace(book, rules=with_changes(book.rules, {"trains.wild_blanks": True}))
            ruled.add(judge_situation(situation, wild, words).rule == "trains.wild_blanks")
    assert ruled == ({True} if ask in FITTING else ruled & {False})


TEXTS = questions(SHIPPED)
STATEMENTS = {ask: text.statements for ask, text in TEXTS.items()}


MEANS_NONE = {
    "events": "what happened is told in order and whole",
    "foot": "“the open foot, if any”",
    "open_doubles": "the open doubles, if there are any",
    "laid_now": "the tiles that were laid in this turn, if any",
    "played": "how many tiles were laid in this turn, if any",
    "drew": "how many tiles were drawn in this turn, if any",
    "drawn": "that the tile was drawn in this turn, if it was",
    "drawn_tile": "the drawn tile, if one was drawn and seen",
    "first_turn": "whose first turn is still to come, if anybody's",
    "earlier": "the doubles that began earlier rounds, if they were others",
    "began": "who begins, if the table noted it",
    "out_last": "of a round after the first, which the round says",
    "began_last": "of a round after the first, which the round says",
    "on_train": "the train, if only that one is meant",
    "on_start": "that the starting double is meant, if it is",
    "turn": "whose turn it was, if the events do not show it",
    "blocked": "that the round was blocked, if it was",
}
"""Facts that tell of something if it is so: who leaves one out tells that it is not, and asks another question."""

PRESUMED = {
    ("keep", "ends"): "a drawn tile that may be kept is asked about where it fits",
    ("keep", "hand"): "a drawn tile is asked about, not whether it was right to draw it",
    ("chickenlittle", "yard"): "the sentence says “if the yard has one that may be drawn”",
    ("chickenlittle", "hands"): "a call is due to whoever came to the last tile",
    ("play", "laid"): "a double that is named as open is one that can be covered",
    ("options", "laid"): "a double that is named as open is one that can be covered",
}
"""Facts that the words of an answer presume, and how."""

SAID = re.compile(
    r"obody (said|has said|told|counted|is said|has played since)|as far as it was told|taken to|supposes|turns? on"
    r"|no tile is on the public train yet",
    re.I,
)
"""What a ruling says that rests on what nobody told."""


def turned(name: str, situation: Situation, book: RuleBook) -> list[str]:
    """Return the facts of a situation that turn a ruling of this book round, unasked, when they are left out."""
    try:
        whole = judge_situation(situation, book, WORDS)
    except ScorekeeperError:
        return []
    draft = draft_of(situation, TEXTS)
    if whole.verdict not in ("legal", "illegal") or situation_of(draft) != replace(
        situation, told_late=bool(situation.events)
    ):
        return []
    found: list[str] = []
    for line in draft.given:
        if line.name in MEANS_NONE or (situation.question.ask, line.name) in PRESUMED:
            continue
        given = {other: value for other, value in draft.given.items() if other != line}
        try:
            left = judge_situation(situation_of(replace(draft, given=given)), book, WORDS)
        except ScorekeeperError:
            continue  # it asks for the fact, or says which others cannot be
        sentence = ruling_sentence(left, STATEMENTS[situation.question.ask], situation)
        said = left.verdict == "depends" or SAID.search(f"{sentence}. {left.reason} {left.besides}")
        if not said and (left.verdict, left.answer) != (whole.verdict, whole.answer):
            found.append(f"{name}, {book.id}, {line}: {whole.reason} BUT {left.reason}")
    return found


def every_turned(chosen: Iterable[tuple[str, str]]) -> list[str]:
    """Return all that is turned round, of situations by their names, each under a book."""
    return [each for name, book in chosen for each in turned(name, told()[name], SHELF.book(book))]


def asked() -> list[tuple[str, str]]:
    """Return the names of all situations, each with every book of its game."""
    return [(name, book) for name, each in told().items() for book in SHELF.same_game(each.rules)]


def test_no_fact_that_is_left_out_turns_a_ruling_round_in_silence() -> None:
    """The answer is the same, depends on the fact, asks for it, or says what was taken for granted."""
    assert every_turned(Random(57).sample(asked(), 300)) == []


@pytest.mark.full
def test_no_fact_of_any_situation_turns_a_ruling_of_any_book_round_in_silence() -> None:
    """The same of every situation of the tests, under every book of its game."""
    assert every_turned(asked()) == []
