"""Tables of a file are read strictly, and an error has its place."""

from typing import Any

import msgspec
import pytest

from scorekeeper.errors import Malformed
from scorekeeper.system.files import read_at, read_scalar, read_table


class Row(msgspec.Struct, kw_only=True):
    """A table for these tests."""

    name: str
    count: int = 0


def test_a_table_is_read_into_its_struct() -> None:
    """Values of the right type are read as they are."""
    assert read_table(Row, {"name": "x", "count": 2}, "rows[0]") == Row(name="x", count=2)


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (lambda: read_table(Row, 3, "rows[0]"), r"rows\[0\]: A table belongs here, with name, count."),
        (lambda: read_table(Row, {"nam": "x"}, "rows[0]"), r"rows\[0\].nam: .*did you mean name"),
        (
            lambda: read_table(Row, {"name": 1}, "rows[0]"),
            r"rows\[0\].name: a whole number does not fit here; use text",
        ),
        (lambda: read_scalar(int, "x", "rows"), "rows: “x” does not fit; use a whole number."),
        (lambda: read_scalar(int, True, "rows"), "rows: True does not fit"),
        (lambda: read_scalar(str, 3, "rows"), "rows: 3 does not fit; use text such as"),
        (lambda: read_at("rows", read_scalar, int, "x", "count"), "rows.count: “x” does not fit"),
    ],
)
def test_a_fault_names_its_place_and_what_would_do(read: Any, told: str) -> None:
    """Key path first, then the sentence."""
    with pytest.raises(Malformed, match=told):
        read()
