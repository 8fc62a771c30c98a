"""What the judge says of every situation and record of the tests, to the word."""

import re

import pytest

from tests.golden_rulings import read, rulings

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
