"""What a table can choose for a rule, and what it may type."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Malformed
from scorekeeper.rules.choices import choice_hint, open_choices, read_choice, rule_options
from scorekeeper.rules.rulebook import key_types, value_of
from scorekeeper.rules.wording import Wording
from tests.conftest import BOOKS, SHELF, by_cases


@by_cases
def test_what_is_typed_for_a_rule_is_its_value(key: str, typed: str, value: Any) -> None:
    """Numbers are numbers, words are words, and tiles per hand serve every set."""
    assert read_choice(key, typed) == value


@by_cases
def test_what_cannot_be_is_refused_with_the_key(key: str, typed: str) -> None:
    """The sentence names the rule and what would be right."""
    with pytest.raises(Malformed) as refused:
        read_choice(key, typed)
    assert refused.value.where.startswith(key)


def test_a_rule_has_sentences_to_pick_or_a_line_to_type_on(words: Wording) -> None:
    """No rule can be looked at without being changeable."""
    for key in key_types():
        assert choice_hint(key) or len(rule_options(key, BOOKS, words)) > 1 or key == "winning.winner"


def test_what_a_book_leaves_open_begins_with_its_own_answer(words: Wording) -> None:
    """Whoever chooses nothing plays the book as it is written."""
    for book in BOOKS:
        offered = open_choices(book, BOOKS, words)
        assert list(offered) == list(book.choices)
        for key, choices in offered.items():
            values = [value for value, _sentence in choices]
            assert values[0] == value_of(book.rules, key)
            assert set(values) >= set(book.choices[key])


def test_a_rule_left_open_without_values_offers_all(words: Wording) -> None:
    """Where the book names no values, every word of the key is offered once."""
    book = replace(SHELF.book("classic"), choices={"turn.must_play": ()})
    offered = open_choices(book, BOOKS, words)["turn.must_play"]
    assert [value for value, _sentence in offered] == ["must", "may-draw-and-pass"]
