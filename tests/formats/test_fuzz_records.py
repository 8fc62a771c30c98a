"""Whatever is typed or read, the answer is a ruling or one of our errors."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.notation import parse_action
from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats.round_records import as_record
from scorekeeper.formats.rule_words import wording
from scorekeeper.judge.ruling import judge_record
from tests.conftest import BOOKS, SHELF, SHIPPED

WORDS = wording(SHIPPED)
players = ("Ana", "Ana Maria", "Ben")
numbers = st.integers(0, 10).map(str)
tiles = st.tuples(numbers, st.sampled_from(["-", "|", ":", ""]), numbers).map("".join)
words = st.one_of(st.sampled_from(["draw", "pass", "little", "challenges", "on", "start", *players]), tiles)
lines = st.lists(words, max_size=6).map(" ".join)
deeds = st.one_of(tiles, st.just("draw"), st.just("pass"), st.just("little"), tiles.map("draw {}".format))
actions = st.tuples(st.sampled_from(players), deeds).map(" ".join)


@given(st.one_of(st.text(), lines))
def test_reading_an_action_never_fails_otherwise(text: str) -> None:
    """Any text is an action or a Malformed."""
    with suppress(ScorekeeperError):
        parse_action(text, players, 9)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(BOOKS),
    st.sampled_from([6, 9]),
    st.lists(st.one_of(actions, lines), max_size=12),
    st.dictionaries(st.sampled_from(players), st.lists(st.one_of(tiles, st.just("3?"))).map(" ".join)),
    st.one_of(st.none(), st.integers(-1, 60)),
)
def test_ruling_on_a_record_never_fails_otherwise(book, size, played, hands, yard) -> None:  # type: ignore[no-untyped-def]
    """Any record is ruled on, or refused with a sentence."""
    data = {"format": "scorekeeper-record/1", "set": size, "round": size, "players": list(players)}
    data |= {"rules": book.id, "actions": played, "hands": hands} | ({} if yard is None else {"yard": yard})
    with suppress(ScorekeeperError):
        assert judge_record(as_record(data, SHELF.book), book, WORDS).reason
