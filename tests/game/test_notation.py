"""What a person types for a hand."""

from typing import Any

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.game.notation import WentOut, parse_entry, show_entry, tiles_typed
from scorekeeper.game.round import Pips, SitsOut
from scorekeeper.tiles import parse_tiles
from tests.conftest import cases

CASES = cases("entries")


@pytest.mark.parametrize("case", [case for case in CASES if "shown" in case], ids=lambda case: case["typed"])
def test_entry_is_read(case: dict[str, Any]) -> None:
    """What is typed is read as the case shows it."""
    entry = parse_entry(case["typed"], case.get("set", 9))
    if entry is None or isinstance(entry, WentOut):
        assert ("" if entry is None else "out") == case["shown"]
    else:
        assert show_entry(entry) == case["shown"]


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case], ids=lambda case: case["typed"])
def test_entry_is_refused(case: dict[str, Any]) -> None:
    """What cannot be read is refused with the word and its position."""
    with pytest.raises(Malformed) as refused:
        parse_entry(case["typed"], case.get("set", 9))
    assert str(refused.value) == case["error"]


def test_sitting_out_is_shown_as_it_is_typed() -> None:
    """Who sits out a round has an entry that can be typed again."""
    assert isinstance(parse_entry(show_entry(SitsOut()), 9), SitsOut)


def test_out_is_a_word_of_its_own() -> None:
    """Going out is never confused with an entry that counts nothing."""
    assert [parse_entry(typed, 9) for typed in ("o", "OUT", "went out", " Out! ")] == [WentOut()] * 4


@pytest.mark.parametrize("typed", ["31 points", "12+19 pips", "31  Points "])
def test_a_count_may_say_what_it_counts(typed: str) -> None:
    """It is what the number alone would be; without a number it is nothing that can be read."""
    assert parse_entry(typed, 9) == Pips(31)
    with pytest.raises(Malformed):
        parse_entry("points", 9)
    assert parse_entry("0", 9) != WentOut()


def test_only_tiles_that_are_named_are_typed() -> None:
    """A hand that is counted, or cannot be read, names none."""
    assert tiles_typed("6-4 5-5", 9) == parse_tiles("6-4 5-5", 9)
    assert tiles_typed("23", 9) == tiles_typed("6-", 9) == ()
