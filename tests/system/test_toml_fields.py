"""Tables of a file are read strictly, and an error has its place."""

from typing import Any

import msgspec
import pytest

from scorekeeper.errors import Malformed
from scorekeeper.system.files import read_at, read_table


class Part(msgspec.Struct):
    """A table within a table."""

    count: int = 0


class Row(msgspec.Struct, kw_only=True):
    """A table for these tests."""

    name: str
    count: int = 0
    part: Part | None = None
    parts: tuple[Part, ...] = ()


def test_a_table_is_read_into_its_struct() -> None:
    """Values of the right type are read as they are."""
    assert read_table(Row, {"name": "x", "count": 2}, "rows[0]") == Row(name="x", count=2)


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (
            lambda: read_table(Row, 3, "rows[0]"),
            r"rows\[0\]: A table belongs here, with name, count, part, parts.",
        ),
        (lambda: read_table(Row, {"nam": "x"}, "rows[0]"), r"rows\[0\].nam: .*did you mean name"),
        (
            lambda: read_table(Row, {"name": 1}, "rows[0]"),
            r"rows\[0\].name: a whole number does not fit here; use text",
        ),
        (
            lambda: read_table(Row, {"name": "x", "parts": [{}, {"cout": 1}]}, "rows[0]"),
            r"rows\[0\].parts\[1\].cout: There is no such key; did you mean count",
        ),
        (lambda: read_table(Row, {"name": "x", "part": [3]}), "part.*: A table belongs here, with count."),
        (lambda: read_at("rows", read_table, Row, {"name": 3}, "[1]"), r"rows\[1\].name: a whole number"),
    ],
)
def test_a_fault_names_its_place_and_what_would_do(read: Any, told: str) -> None:
    """Key path first, then the sentence."""
    with pytest.raises(Malformed, match=told):
        read()
