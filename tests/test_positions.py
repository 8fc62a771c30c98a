"""Parse errors carry their position as numbers, the same that the messages show."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.notation import parse_action
from scorekeeper.errors import Malformed, Position
from scorekeeper.formats.disputes import read_hand, read_record
from scorekeeper.game.names import clean_players, find_player, parse_players
from scorekeeper.game.notation import parse_entry
from scorekeeper.history.past import parse_span
from scorekeeper.round_record import RoundRecord, read_actions
from scorekeeper.rules.choices import read_choice
from scorekeeper.session.library import parse_house
from scorekeeper.session.review import parse_ending
from scorekeeper.system.files import parse_toml, read_at
from scorekeeper.tiles import SET_SIZES, parse_tile, parse_tiles
from tests.build import new_log
from tests.conftest import SHELF, case_file, cases

PLAYERS = ("Ana", "Ana Maria", "Ben")
REFUSED = case_file("positions.toml")
REFUSED_ENTRIES = [case for case in cases("entries") if "error" in case]
TYPED = st.text() | st.text("0123456789-+|:[]b=x, ")


def fault(read: Callable[..., object], *values: object) -> Malformed:
    """Return the error with which this is refused."""
    with pytest.raises(Malformed) as refused:
        read(*values)
    return refused.value


@pytest.mark.parametrize("case", REFUSED_ENTRIES, ids=lambda case: case["typed"])
def test_a_refused_entry_has_the_position_of_its_message(case: dict[str, Any]) -> None:
    """Every refused entry marks typed letters, at the place in its message."""
    error = fault(parse_entry, case["typed"], case.get("set", 9))
    assert error.at is not None
    assert case["typed"][slice(*error.at.span)]
    assert re.findall(r"position (\d+)", str(error)) in ([], [str(error.at.column)])


@given(TYPED, st.sampled_from(SET_SIZES))
def test_any_refused_text_marks_letters_of_its_own(text: str, highest: int) -> None:
    """Any refused hand marks only letters that were typed."""
    try:
        parse_entry(text, highest)
    except Malformed as error:
        refused = error
    else:
        return
    assert refused.at is not None
    first, last = refused.at.span
    assert 0 <= first < last <= len(text)
    assert re.findall(r"position (\d+)\b", refused.message)[-1:] in ([], [str(refused.at.column)])


GAME = new_log(players=["Ana", "Ben"]).game
READERS: dict[str, Callable[[str], object]] = {
    "entry": lambda text: parse_entry(text, 9),
    "tile": lambda text: parse_tile(text, 9),
    "days": parse_span,
    "players": parse_players,
    "tiles per hand": lambda text: read_choice("deal.hand_size", text),
    "blocked": lambda text: parse_ending(GAME, 1, text),
}


@pytest.mark.parametrize("case", REFUSED["letters"], ids=lambda case: repr([*case.values()]))
def test_the_letters_at_fault_are_marked(case: dict[str, str]) -> None:
    """In a sum the sign or the word, of two dates the one that is none, of several names the one that cannot be."""
    at = fault(READERS[case["reader"]], case["text"]).at
    assert at is not None
    assert case["text"][slice(*at.span)] == case["marked"]


@pytest.mark.parametrize("case", REFUSED["action"], ids=lambda case: case["text"])
def test_a_faulty_action_has_the_position_of_its_message(case: dict[str, Any]) -> None:
    """The message says what is wrong, where by the same number, and what was probably meant."""
    error = fault(parse_action, case["text"], PLAYERS, 9)
    assert (error.at, str(error)) == (Position(*case["at"]), case["said"])


def test_a_faulty_action_of_a_record_has_its_number_as_line() -> None:
    """The third action of a record is its line 3, though its key path counts from 0."""
    actions = ("Ana 9-9", "Ben pass", "Ana 9-4 at")
    error = fault(read_actions, RoundRecord(9, 9, PLAYERS, "classic", {}, None, (None,) * 3, actions))
    assert (error.where, error.at) == ("actions[2]", Position(9, 2, 3))


def test_a_hand_of_a_record_is_placed_in_its_own_text() -> None:
    """The key path names the hand, the position counts in what stands there."""
    for text, marked in (("9-9 x?", "x?"), ("9-9 8", "8"), ("9-9 9-9", "9-9")):
        error = fault(read_at, "hands.Ana", read_hand, text, 9)
        assert error.where == "hands.Ana"
        assert error.at is not None
        assert text[slice(*error.at.span)] == marked


def test_a_place_of_a_file_keeps_the_position() -> None:
    """An error that gets a key path or a file keeps its letters, and its message has nothing more."""
    error = fault(read_at, "rounds[0].hands.Ana", parse_tiles, "5-0 x", 9).within("friday.toml")
    assert error.at == Position(5, 1)
    assert str(error) == (
        "friday.toml: rounds[0].hands.Ana: “x” (position 5) is not a tile; tiles are written 6-4."
    )


@pytest.mark.parametrize("case", REFUSED["toml"], ids=lambda case: repr([*case.values()]))
def test_toml_has_line_and_column(case: dict[str, Any]) -> None:
    """The numbers are those of the sentence; at the end of the file, too, where no letter is at fault."""
    error, at = fault(parse_toml, case["text"].encode()), Position(*case["at"])
    assert error.at == at
    assert f"(at line {at.line}, column {at.column})" in str(error)


def test_a_file_that_is_no_text_has_the_place_where_it_stops_to_be_one() -> None:
    """The byte that is no letter has a line and a column."""
    assert fault(parse_toml, "a = 'ü'\nb = ".encode() + b"\xff").at == Position(5, 1, 2)


def test_a_malformed_file_on_disk_names_the_file_and_keeps_the_numbers(tmp_path: Path) -> None:
    """Reading a record that is no TOML leads to the line at fault."""
    path = tmp_path / "record.toml"
    path.write_text('format = "scorekeeper-record/1"\nset == 9\n', encoding="utf-8")
    error = fault(read_record, path, SHELF.book)
    assert (error.where, error.at) == (str(path), Position(6, 1, 2))


def test_names_typed_one_by_one_have_their_seat_as_line() -> None:
    """The second name of a table is its line 2."""
    assert fault(clean_players, ["Ana", "Be,n"]).at == Position(3, 1, 2)
    assert fault(clean_players, ["Ana"]).at is None
    assert fault(parse_players, "Ana").at is None
    assert fault(find_player, PLAYERS, "Bob").at == Position(1, 3)


@pytest.mark.parametrize("case", REFUSED["house"], ids=lambda case: repr([*case.values()]))
def test_a_house_rule_marks_its_key_or_its_value(case: dict[str, str]) -> None:
    """KEY=VALUE is at fault before or behind its =; the line is the number of the word."""
    at = fault(parse_house, ["scoring.out=0", case["word"]]).at
    assert at is not None
    assert (case["word"][slice(*at.span)], at.line) == (case["marked"], 2)
