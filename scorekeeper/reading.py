"""Reading TOML files that people wrote: one place for size, encoding and form.

It knows no format; `records` and others say what belongs into a file.
"""

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.errors import Malformed, Unavailable, nearest
from scorekeeper.words import _

LARGEST = 1_000_000
"""Bytes that no file of ours needs."""


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises Unavailable if it cannot be read, Malformed if it is no TOML."""
    try:
        if path.stat().st_size > LARGEST:
            raise Malformed(_("the file has more than {limit} bytes").format(limit=LARGEST), str(path))
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError) as error:
        raise _fault(path, error) from None
    except RecursionError:
        raise Malformed(_("the tables of this file are too deep"), str(path)) from None


def _fault(path: Path, error: OSError | ValueError) -> Malformed | Unavailable:
    if isinstance(error, OSError):
        return Unavailable(
            _("The file {path} cannot be read ({why}).").format(path=path, why=error.strerror or error)
        )
    if isinstance(error, UnicodeDecodeError):
        return Malformed(_("this is not a text file in UTF-8"), str(path))
    if isinstance(error, tomllib.TOMLDecodeError):
        return Malformed(_("this is not TOML ({why})").format(why=error), str(path))
    return Malformed(_("this cannot be read ({why})").format(why=error), str(path))


def check_keys(data: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise Malformed for a key that does not belong here, with the nearest that does."""
    for key in data:
        if key not in known:
            raise Malformed(
                _("{key!r} does not belong here; {hint}").format(key=key, hint=nearest(key, known))
            )


def convert(data: Mapping[str, Any], what: type[msgspec.Struct]) -> Any:
    """Turn the data into a struct, strictly. Raises Malformed that names the key path of the fault."""
    check_keys(data, what.__struct_fields__)
    try:
        return msgspec.convert(data, what)
    except msgspec.ValidationError as error:
        fault, _at, place = str(error).replace("`", "").partition(" - at ")
        raise Malformed(fault, place.removeprefix("$.")) from None
