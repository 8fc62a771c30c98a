"""Rules are read strictly, changed by key, and told apart."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Malformed, ScorekeeperError, short
from scorekeeper.formats.rule_packs import read_pack
from scorekeeper.rules.rulebook import (
    build_rules,
    flatten_tables,
    key_choices,
    key_types,
    needed_keys,
    nest_keys,
    read_changes,
    read_value,
    rule_differences,
    rule_faults,
    rule_values,
    value_of,
    with_changes,
)
from scorekeeper.rules.schema import Rules
from scorekeeper.rules.tables import for_players, formula_tiles, row_for_table
from tests.conftest import BOOKS, CLASSIC, SHELF, SHIPPED, by_cases, cases

any_rules = st.sampled_from([book.rules for book in BOOKS])

json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
some_key = st.sampled_from(list(key_types()))


@given(any_rules)
def test_all_values_make_the_rules_again(rules: Rules) -> None:
    """What is written down is all there is."""
    assert build_rules(rule_values(rules)) == rules
    assert build_rules(read_changes(nest_keys(rule_values(rules)))) == rules


def test_the_base_sets_every_key_and_newer_ones_to_their_defaults() -> None:
    """A missing key takes the value of `classic`, which leaves nothing open that a table needs."""
    _head, tables = read_pack(SHIPPED / "packs" / "classic.toml")
    own = {f"{section}.{name}" for section, rows in tables.items() for name in rows}
    assert own == rule_values(CLASSIC).keys()
    older = {key: value for key, value in rule_values(CLASSIC).items() if key in needed_keys()}
    assert build_rules(older) == CLASSIC


@given(any_rules, any_rules)
def test_differences_lead_from_one_book_to_another(rules: Rules, base: Rules) -> None:
    """Putting the differences on the base gives the rules, written to a file or not."""
    changed = rule_differences(rules, base)
    assert with_changes(base, changed) == rules
    assert with_changes(base, read_changes(nest_keys(changed))) == rules


@given(some_key, json_like)
def test_any_value_is_read_or_refused(key: str, value: Any) -> None:
    """No value makes the reader fail in any way but its own."""
    try:
        typed = read_value(key, value)
        with_changes(CLASSIC, {key: typed})
    except ScorekeeperError:
        return
    assert read_changes(nest_keys({key: typed})) == {key: typed}


@given(st.dictionaries(st.text(max_size=8) | st.sampled_from(["set", "scoring"]), json_like, max_size=3))
def test_any_tables_are_read_or_refused(tables: dict[str, Any]) -> None:
    """No tables make the reader fail in any way but its own."""
    try:
        changes = read_changes(tables)
    except ScorekeeperError:
        return
    assert all(key in key_types() for key in changes)


@pytest.mark.parametrize("case", cases("rule_faults"), ids=lambda case: case["says"])
def test_a_fault_names_key_and_remedy(case: dict[str, Any]) -> None:
    """A refusal says which key is wrong and what would be right."""
    with pytest.raises(Malformed, match=re.escape(case["says"])):
        read_changes(case["rules"])


def test_every_fault_is_found_at_once() -> None:
    """Checking goes on after the first fault."""
    tables = {"scoring": {"outt": 0, "double_blank": 50, "blocked": "no"}, "turn": {"draws": 3}}
    assert len(rule_faults(tables)) == 3


@by_cases
def test_keys_may_not_contradict_each_other(changes: dict[str, Any], told: str) -> None:
    """A rule that needs another says so."""
    with pytest.raises(Malformed) as refused:
        with_changes(CLASSIC, changes)
    assert str(refused.value) == told


def test_incomplete_rules_are_refused() -> None:
    """Every key that is not optional is needed."""
    with pytest.raises(Malformed, match=r"missing are set.sizes, set.default"):
        build_rules({})


def test_a_game_of_agreed_length_is_complete() -> None:
    """The number that a length asks for completes it."""
    assert with_changes(CLASSIC, {"rounds.length": "fixed", "rounds.count": 5}).rounds.count == 5
    assert with_changes(CLASSIC, {"rounds.length": "target-score", "rounds.target": 99}).rounds.target == 99


def test_false_takes_an_optional_rule_away() -> None:
    """A house can do without a rule that its book has."""
    skipping = SHELF.book("tedmontgomery").rules
    changed = read_changes({"little": {"again": False}})
    assert changed == {"little.again": None}
    assert with_changes(skipping, changed).little.again is None


def test_tables_of_rules_cannot_be_changed() -> None:
    """Rules are values; a table inside them is one too."""
    with pytest.raises(TypeError):
        CLASSIC.deal.hand_size["12"]["4"] = 1  # type: ignore[index]


def test_there_are_seventy_nine_keys() -> None:
    """The keys are counted, so that one that vanishes is missed."""
    assert len(key_types()) == 79
    assert key_choices("foot.toes") == (1, 3)
    assert key_choices("foot.call") == ()


def test_dotted_keys_are_read_as_tables_are() -> None:
    """`--house scoring.out=1` and a table mean the same."""
    assert flatten_tables({"scoring.out": 1}) == flatten_tables({"scoring": {"out": 1}})


@by_cases
def test_a_table_gives_the_row_that_holds(key: str, value: Any, size: int, players: int, row: Any) -> None:
    """The nearest row counts: set and players, then the set's any, then any."""
    assert row_for_table(key, value, size, players) == row


def test_a_table_without_a_row_says_so() -> None:
    """A gap in a table is named by what is missing."""
    with pytest.raises(Malformed, match="no number for a double-nine set"):
        row_for_table("start.toes", {"6": 1}, 9, 2)
    with pytest.raises(Malformed, match="no number for 5 players"):
        for_players({"2": 1}, 5)
    with pytest.raises(Malformed, match="no number for 5 players"):
        row_for_table("deal.hand_size", {"9": {"2": 20}}, 9, 5)


@pytest.mark.parametrize(
    ("players", "tiles"), [(2, 21), (3, 14), (4, 11), (5, 8), (6, 7), (7, 6), (8, 5), (9, 5)]
)
def test_42_by_the_number_of_players_rounds_halves_up(players: int, tiles: int) -> None:
    """42 / 4 is 10.5, and the sheet makes that 11."""
    assert formula_tiles("42/n", players) == tiles


def test_a_book_tells_stated_from_silent() -> None:
    """The basis of a rule is one of four."""
    book = SHELF.book("hastings")
    keys = ("start.toes", "turn.plays", "turn.drawn_tile", "winning.ties")
    assert [book.basis(key) for key in keys] == ["stated", "inferred", "ambiguous", "unstated"]
    assert value_of(book.rules, "scoring.blank_tile") is None


def test_long_values_are_cut_in_messages() -> None:
    """Nobody wants to read a thousand letters of a mistake."""
    assert len(short("x" * 1000)) == 60
    assert short("doubel") == "“doubel”"


def test_an_error_can_be_placed_inside_a_larger_place() -> None:
    """A fault in a file says so in front."""
    assert str(Malformed("no", "scoring.out").within("a.toml")) == "a.toml: scoring.out: no"
    assert str(Malformed("no").within("a.toml")) == "a.toml: no"
