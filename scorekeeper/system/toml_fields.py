"""Strict reading of TOML tables: every error carries its place, a key path such as `rounds[0].hands.Ana`.

Nothing here knows what the tables mean.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, TypeVar

import msgspec

from scorekeeper.errors import Impossible, Malformed, NotFound, misfit, nearest, short
from scorekeeper.text import _

Fields = TypeVar("Fields", bound=msgspec.Struct)
_Read = TypeVar("_Read")


def read_at(place: str, read: Callable[..., _Read], *values: Any) -> _Read:
    """Call `read` with these values, and add the place in the file to its errors."""
    try:
        return read(*values)
    except Malformed as error:
        raise Malformed(error.message, nested(place, error.where), error.at) from None
    except (Impossible, NotFound) as error:
        raise Malformed(str(error), place) from None


def read_scalar(kind: type[Any], value: Any, place: str) -> Any:
    """Return a value if it has this type, text or number. Raises Malformed otherwise; a bool is not a number."""
    if type(value) is kind:
        return value
    right = {str: _('text such as "5-0 3-2"'), int: _("a whole number")}[kind]
    raise Malformed(_("{value} does not fit; use {right}.", value=short(value), right=right), place)


def read_table(kind: type[Fields], rows: Any, place: str) -> Fields:
    """Read one table strictly, but leave the values of its free tables for later."""
    fields = kind.__struct_fields__
    if not isinstance(rows, Mapping):
        raise Malformed(_("A table belongs here, with {names}.", names=", ".join(fields)), place)
    for key in rows:
        if key not in fields:
            raise Malformed(_("There is no such key; {hint}", hint=nearest(key, fields)), nested(place, key))
    try:
        return msgspec.convert(rows, kind, builtin_types=(date, datetime))
    except msgspec.ValidationError as error:
        fault = misfit(error, rows)
        raise Malformed(fault.message, nested(place, fault.where)) from None


def nested(place: str, key: str) -> str:
    """Return the key path of a key in a table, or of an item such as `[0]` in a list."""
    return f"{place}{key}" if not place or key.startswith("[") else ".".join(filter(None, (place, key)))
