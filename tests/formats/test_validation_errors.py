"""What msgspec finds wrong with data, told to people: where, what is there and what would be right."""

from datetime import date
from typing import Any, Literal

import msgspec
import pytest

from scorekeeper.errors import misfit


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a file."""

    name: str
    since: date | None = None


FAULTS: dict[str, tuple[Any, Any, str]] = {
    "a field is missing": (Seat, {}, "name: This is missing"),
    "a field of a table in a list is missing": (
        list[Seat],
        [{"name": "Ana"}, {}],
        "[1].name: This is missing",
    ),
    "another kind": (Seat, {"name": 7}, "name: a whole number does not fit here; use text"),
    "no choice": (dict[str, Literal["a"]], {"k": "b"}, "Invalid enum value 'b'"),
    "the second of two tables": (
        dict[str, dict[str, str]],
        {"first": {"ok": "text"}, "second": {"bad": 7}},
        "second.bad: a whole number does not fit here; use text",
    ),
    "a table beside a number": (
        dict[str, int | dict[str, int]],
        {"6": 5, "12": {"any": "many"}},
        "12.any: text does not fit here; use a whole number",
    ),
    "nothing where something belongs": (
        dict[str, str],
        {"k": None},
        "null does not fit here; use text",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_misfit(case: str) -> None:
    """The sentence names the whole path as far as it can be known, what is there, and what would fit."""
    wanted, data, told = FAULTS[case]
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(data, wanted)
    assert told in str(misfit(caught.value, data))
