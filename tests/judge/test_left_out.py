"""What was not told is unknown: no ruling turns round, unasked, on a fact that was left out."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.round_records import read_record
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.ruling import Ruling, judge_record, judge_situation
from scorekeeper.judge.situation import Situation
from scorekeeper.round_record import read_actions
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
    for situation in (each for each in TOLD.values() if each.question.ask == ask):
        book = SHELF.book(situation.rules)
        if book.game == "mexican-train":
            wild = replace(book, rules=with_changes(book.rules, {"trains.wild_blanks": True}))
            ruled.add(judge_situation(situation, wild, words).rule == "trains.wild_blanks")
    assert ruled == ({True} if ask in FITTING else ruled & {False})


TOLD = told()
