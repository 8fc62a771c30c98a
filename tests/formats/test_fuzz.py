"""Hostile files and texts: a reader returns a value or refuses with one readable sentence, whatever they contain."""

from contextlib import suppress
from datetime import datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.notation import parse_action
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.disputes import as_record, as_situation
from scorekeeper.formats.game_file import log_of
from scorekeeper.formats.rule_words import wording
from scorekeeper.judge.judging import judge_record
from scorekeeper.system.files import parse_toml
from tests.conftest import BOOKS, CASES, SHELF, SHIPPED
from tests.fuzz import HARSH, PROGRAMMER, changed, fault_of, readers

READERS = readers()


@pytest.mark.parametrize("count", [150, pytest.param(5_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", READERS)
def test_changed_files_are_read_or_refused(name: str, count: int) -> None:
    """Files changed at random bring only our own errors, in time, in words that people know."""
    reader, luck = READERS[name], Random(name)
    for _time in range(count):
        data = changed(luck.choice(reader.seeds), reader.seeds, luck)
        assert fault_of(reader.read, data)[1] == "", data


words = st.text().filter(lambda text: not PROGRAMMER.search(text))
"""Any words but those that a message must not say of itself: it may repeat what was in the file."""


@pytest.mark.parametrize("name", READERS)
@given(data=st.one_of(st.binary(), words.map(str.encode)))
def test_any_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    """Random bytes are refused in the same way."""
    assert fault_of(READERS[name].read, data)[1] == ""


values = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), words, st.dates(), st.datetimes()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)

TABLES = [
    (lambda tables, books: log_of(tables, books, datetime.min), CASES / "games" / "example.toml"),
    (as_record, CASES.parent / "records" / "valid" / "blocked-by-a-circuit-of-passes.toml"),
    (as_situation, CASES.parent / "situations" / "settled" / "a-hand-that-nobody-saw-counted.toml"),
]


@pytest.mark.parametrize(("read", "path"), TABLES, ids=lambda one: getattr(one, "__name__", ""))
@settings(max_examples=150)
@given(luck=st.randoms(use_true_random=False), value=values)
def test_any_value_in_any_place_is_read_or_refused(read, path, luck, value) -> None:  # type: ignore[no-untyped-def]
    """Any value in place of any other is accepted, or refused with its place."""
    tables = parse_toml(path.read_bytes())
    inside, key = luck.choice(list(_places(tables)))
    inside[key] = value
    assert fault_of(lambda _data: read(tables, SHELF.book), b"")[1] == ""


def _places(value):  # type: ignore[no-untyped-def]
    """Yield every table and list of a file with each of its keys."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def test_harsh_values_are_values() -> None:
    """What is written in the place of another value is TOML, but for what no reader should see."""
    fine = 0
    for value in HARSH:
        try:
            parse_toml(f"value = {value}".encode())
        except Malformed:
            continue
        fine += 1
    assert fine > len(HARSH) * 0.8


WORDS = wording(SHIPPED)
players = ("Ana", "Ana Maria", "Ben")
numbers = st.integers(0, 10).map(str)
tiles = st.tuples(numbers, st.sampled_from(["-", "|", ":", ""]), numbers).map("".join)
tokens = st.one_of(st.sampled_from(["draw", "pass", "little", "challenges", "on", "start", *players]), tiles)
lines = st.lists(tokens, max_size=6).map(" ".join)
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
