"""Safe files: reading TOML and text, and writing a file whole or not at all.

Explains in one sentence what is wrong with a file as a file. Knows nothing of its contents.
"""

import os
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from errno import ENOENT
from itertools import count
from pathlib import Path
from typing import Any

import tomli

from scorekeeper.errors import Malformed, Position, Unavailable
from scorekeeper.text import _

LARGEST = 1_000_000
"""Bytes; a longer file was not written by hand, nor by us."""

_SHORT = 50
"""Letters of a name that a file beside it begins with; no name may have more than 255 bytes."""

_WIDEST = 63
"""Bits of the numbers that TOML promises to carry."""


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises Unavailable if it cannot be read, Malformed that names it if it is no TOML in UTF-8.
    """
    try:
        return parse_toml(_read(path))
    except Malformed as error:
        raise error.within(str(path)) from None


def read_text(path: Path) -> str:
    """Read a text file in UTF-8, at most `LARGEST` bytes of it.

    Raises Unavailable if it cannot be read, Malformed that names it if it is no such text.
    """
    try:
        return decode(_read(path))
    except Malformed as error:
        raise error.within(str(path)) from None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Unavailable(_("The file {path} cannot be read ({why}).", path=path, why=why)) from None


def decode(data: bytes) -> str:
    """Return the text of a file. Raises Malformed if it is too long or no text in UTF-8."""
    if len(data) > LARGEST:
        raise Malformed(
            _("the file is larger than {limit} bytes, too large to be one of ours", limit=LARGEST)
        )
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        raise Malformed(_("this is not a text file in UTF-8"), at=_position(before)) from None


def _position(before: str) -> Position:
    """Return the position of the letter that follows this text."""
    return Position(len(before) - before.rfind("\n"), line=before.count("\n") + 1)


def parse_toml(data: bytes) -> dict[str, Any]:
    """Read TOML. Raises Malformed, with line and column, if it is no text or no TOML; also if it is too long."""
    text = decode(data)
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        at = Position(error.colno, int(error.pos < len(error.doc)), error.lineno)
        raise Malformed(_("this is not TOML ({why})", why=error), at=at) from None
    except (ValueError, RecursionError) as error:  # a number of 5000 digits is a ValueError of its own
        raise Malformed(_("this is not TOML ({why})", why=error)) from None
    _check_numbers(tables.values())
    return tables


def _check_numbers(values: Iterable[Any]) -> None:
    """Raise Malformed for a number that TOML does not have; written as hexadecimal it gets this far."""
    for value in values:
        if isinstance(value, int) and value.bit_length() > _WIDEST:
            raise Malformed(_("it has a number too large for TOML"))
        if isinstance(value, Mapping):
            _check_numbers(value.values())
        elif isinstance(value, list):
            _check_numbers(value)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are missing. Raises Unavailable if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(
            _("The folder {path} cannot be created ({why}).", path=path, why=error.strerror)
        ) from None


def page_paths(path: Path, pages: int) -> list[Path]:
    """Return the names of so many pages that need a file each: of several, `-1`, `-2` and so on."""
    if pages == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, pages + 1)]


def free_path(path: Path) -> Path:
    """Return a name that no file has, nor the first of its pages: the path, else `name (2)` and so on."""
    names = (path if number == 1 else path.with_stem(f"{path.stem} ({number})") for number in count(1))
    return next(name for name in names if not name.exists() and not page_paths(name, 2)[0].exists())


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file, or leave what was there as it was. Raises Unavailable if it cannot be written.

    What lasts is on the disk afterwards, whatever happens to the machine; what can be made again need not be.
    """
    try:
        if not path.parent.exists():
            raise FileNotFoundError(ENOENT, _("there is no folder {folder}", folder=path.parent))
        if path.exists() and not path.is_file():  # a device or a pipe cannot be put in place
            path.write_bytes(data)
        else:
            _put_in_place(path.resolve(), data, lasting)
    except (OSError, ValueError, RuntimeError) as error:  # links that lead in a circle are a RuntimeError
        why = error.strerror if isinstance(error, OSError) else error
        raise Unavailable(_("The file {path} cannot be written ({why}).", path=path, why=why)) from None


def _put_in_place(path: Path, data: bytes, lasting: bool) -> None:
    beside = path.with_name(f".{path.name[:_SHORT]}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if path.exists():
            beside.chmod(path.stat().st_mode)
        move_into_place(beside, path, lasting=lasting)
    finally:
        beside.unlink(missing_ok=True)


def move_into_place(beside: Path, path: Path, *, lasting: bool = True) -> None:
    """Put a file that lies beside a place into that place; what lasts, once it is on the disk. Raises OSError."""
    with beside.open("rb+") as file:  # a file that nobody may write stays as it is
        if lasting:
            os.fsync(file.fileno())
    beside.replace(path)
