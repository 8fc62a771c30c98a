"""Safe files: reads text and TOML strictly, and writes a file completely or not at all.

Says in one sentence what is wrong with a file, and where: in TOML by a key path such as `rounds[0].hands.Ana`. Knows
nothing of its contents.
"""

import csv
import os
import re
import shlex
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from errno import EINVAL, ENOENT, ENOTSUP
from functools import cache, cached_property, partial
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_args

import msgspec
import tomli

from scorekeeper.errors import (
    Impossible,
    Malformed,
    NotFound,
    Position,
    Unavailable,
    at_place,
    cause,
    misfit,
    nearest,
)
from scorekeeper.text import N_, _, join_or

Fields = TypeVar("Fields", bound=msgspec.Struct)
_Read = TypeVar("_Read")
Form = TypeVar("Form", bound=str)

LARGEST = 1_000_000
"""Bytes in a file, at most; nobody writes a longer one by hand, and neither do we."""

_ENDING = re.compile(r"\.[a-z][a-z\d]{1,4}", re.IGNORECASE)
"""How the name of a file ends, and no hand."""
_SHORT = 50
"""Letters of a file's name that its temporary file takes over; a name has at most 255 bytes."""

_WIDEST = 63
"""Bits of the largest integer that TOML guarantees."""


class StandardInput:
    """Standard input, in the place of a file to read; it is read once and kept."""

    suffix = ""
    """It has no name, so no ending either."""

    def __str__(self) -> str:
        """Return its name, as errors place it."""
        return _("standard input")

    @cached_property
    def data(self) -> bytes:
        """All that comes, or `LARGEST` bytes of it and one more. Raises Unavailable if it cannot be read."""
        if sys.__stdin__ is None:  # it was closed when the program was started
            raise Unavailable(_("There is no standard input to read."))
        try:
            return sys.stdin.buffer.read(LARGEST + 1)
        except OSError as error:
            raise Unavailable(_("Standard input cannot be read ({why}).", why=cause(error))) from None


Source: TypeAlias = Path | StandardInput
"""What is read as a file."""


def read_toml(path: Source) -> dict[str, Any]:
    """Read a TOML file.

    Raises Unavailable if it cannot be read, or Malformed with its name if it is not TOML in UTF-8.
    """
    with at_place(str(path)):
        return parse_toml(read_bytes(path))


def read_text(path: Source) -> str:
    """Read a UTF-8 text file of at most `LARGEST` bytes.

    Raises Unavailable if it cannot be read, or Malformed with its name if it is longer or not UTF-8.
    """
    with at_place(str(path)):
        return decode(read_bytes(path))


def read_bytes(path: Source, most: int = LARGEST) -> bytes:
    """Read a file of at most so many bytes, or one byte more of a longer one.

    Raises Unavailable if it cannot be read; a folder, a pipe or a device is not even opened, as it might never end.
    """
    if isinstance(path, StandardInput):
        return path.data
    try:
        check_regular(path)
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise Unavailable(_("The file {path} cannot be read ({why}).", path=path, why=cause(error))) from None


def typed_paths(text: str) -> tuple[Path, ...]:
    """Return the files that somebody typed, pasted or dropped: one as it stands, several between quotation marks.

    >>> [path.name for text in ("'/a b.csv'", "file:///a%20b.csv", "/a b.csv", "") for path in typed_paths(text)]
    ['a b.csv', 'a b.csv', 'a b.csv']
    """
    try:
        words = shlex.split(text, posix=os.sep == "/")
    except ValueError:  # a quotation mark in a name
        words = []
    whole, paths = _typed_path(text), tuple(map(_typed_path, words))
    apart = len(paths) == 1 or any(map(os.path.exists, paths))
    as_it_stands = os.path.exists(whole) or not apart  # noqa: PTH110 - unlike Path's own it never fails
    return (whole,) if text.strip() and as_it_stands else paths


def typed_picture(text: str) -> Path | None:
    """Return the file that stands in the place of a hand, whether it is a picture or not.

    >>> typed_picture("'/tmp/my hand.JPG' ").name, typed_picture("file:///my%20hand.jpgg").name, typed_picture("6-4")
    ('my hand.JPG', 'my hand.jpgg', None)
    """
    return next((path for path in typed_paths(text)[:1] if _ENDING.fullmatch(path.suffix)), None)


def _typed_path(word: str) -> Path:
    """Return a file by its name, or by its address as programs copy it."""
    word = word.strip().strip("'\"")
    if word.startswith("file:"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname  # slow to import, and few paste an address

        word = url2pathname(urlsplit(word).path)
    return Path(os.path.expanduser(word))  # noqa: PTH111 - unlike Path's own it never fails


def check_regular(path: Path) -> None:
    """Raise Unavailable for a folder, a pipe or a device, which might never end; OSError if there is nothing."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unavailable(
            _("{path} cannot be read, because it is a folder, a pipe or a device, not a file.", path=path)
        )


def decode(data: bytes) -> str:
    """Return the text of a file. Raises Malformed if it is longer than `LARGEST` or not UTF-8."""
    if len(data) > LARGEST:
        raise Malformed(
            _("The file is larger than {limit} bytes, too large to be one of ours.", limit=LARGEST)
        )
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        at = Position(len(before) - before.rfind("\n"), line=before.count("\n") + 1)
        raise Malformed(_("This is not a text file in UTF-8."), at=at) from None


def csv_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line of a CSV text, and on which line of the file it begins.

    Spreadsheets write commas, semicolons or tabs between the cells, and some say which. Raises Malformed, with the
    line, for a quotation mark that is not closed, or that stands alone within a cell.
    """
    lines = text.splitlines()
    separator = lines.pop(0).casefold()[4:] if text[:4].casefold() == "sep=" else None
    mostly = max("\t;,", key=lambda mark: sum(mark in line for line in lines))
    delimiter = separator if separator in ("\t", ";", ",") else mostly
    reader = csv.reader(StringIO(text, newline=None), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for cells in reader:
            if separator is None or begins > 1:
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error:
        sentence = _("This is not CSV; a quotation mark must be closed, and be written twice within a cell.")
        raise Malformed(sentence, _("line {number}", number=begins), Position(1, 0, begins)) from None


def parse_toml(data: bytes) -> dict[str, Any]:
    """Parse TOML. Raises Malformed, with line and column, if it is not UTF-8, not TOML or too long."""
    text = decode(data)
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        at = Position(error.colno, int(error.pos < len(error.doc)), error.lineno)
        raise Malformed(_("This is not TOML ({why}).", why=_toml_fault(error)), at=at) from None
    except (ValueError, RecursionError) as error:  # a number with 5000 digits raises a plain ValueError
        raise Malformed(_("This is not TOML ({why}).", why=error)) from None
    _check_numbers(tables.values())
    return tables


_QUOTED = re.compile(r"\(.*\)|'.*'")
"""What a message of the TOML reader is about: the keys that were declared twice, or a letter."""


def _toml_fault(error: tomli.TOMLDecodeError) -> str:
    """Return what is wrong with TOML and where, in the language in use."""
    about = ".".join(re.findall("'([^']+)'", error.msg))
    fault = _(_QUOTED.sub("“{about}”", error.msg), about=about) if about else _(error.msg)
    sentence = N_("{fault} (at line {line}, column {column})")
    return _(sentence, fault=fault, line=error.lineno, column=error.colno)


def _check_numbers(values: Iterable[Any]) -> None:
    """Raise Malformed for an integer beyond TOML's range; tomli lets hexadecimal ones through."""
    for value in values:
        if isinstance(value, int) and value.bit_length() > _WIDEST:
            raise Malformed(_("It has a number too large for TOML."))
        if isinstance(value, Mapping):
            _check_numbers(value.values())
        elif isinstance(value, list):
            _check_numbers(value)


def read_at(key_path: str, read: Callable[..., _Read], *values: Any) -> _Read:
    """Call `read` with these values, and add the place in the file to its errors."""
    try:
        return read(*values)
    except Malformed as error:
        raise Malformed(error.message, nested(key_path, error.where), error.at) from None
    except (Impossible, NotFound) as error:
        raise Malformed(str(error), key_path) from None


def read_table(kind: type[Fields], rows: Any, key_path: str = "") -> Fields:
    """Read one table strictly: every key belongs to it, or to the table in it where the key stands."""
    _check_keys(kind, rows, key_path)
    table: Fields = read_at(key_path, read_as, kind, rows)
    return table


def read_as(kind: type[_Read], value: Any) -> _Read:
    """Convert a value to a type. Raises Malformed with the place inside the value."""
    try:
        return msgspec.convert(value, kind, builtin_types=(date, datetime))
    except msgspec.ValidationError as error:
        raise misfit(error, value) from None


def _check_keys(kind: type[msgspec.Struct], rows: Any, key_path: str) -> None:
    fields = kind.__struct_encode_fields__
    if not isinstance(rows, Mapping):
        raise Malformed(_("A table belongs here, with {names}.", names=", ".join(fields)), key_path)
    for key in rows:
        if key not in fields:
            raise Malformed(
                _("There is no such key; {hint}", hint=nearest(key, fields)), nested(key_path, key)
            )
    for name, part in _tables_in(kind).items():
        inner, where = rows.get(name), nested(key_path, name)
        if isinstance(inner, Mapping):
            _check_keys(part, inner, where)
        elif isinstance(inner, list):
            for index, row in enumerate(inner):
                _check_keys(part, row, f"{where}[{index}]")


@cache
def _tables_in(kind: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """Return the fields of a table that are tables of their own, or lists of them."""
    return {
        field.name: part
        for field in msgspec.structs.fields(kind)
        for part in (field.type, *get_args(field.type))
        if isinstance(part, type) and issubclass(part, msgspec.Struct)
    }


def nested(key_path: str, key: str) -> str:
    """Return the key path of a key in a table, or of an item such as `[0]` in a list."""
    return (
        f"{key_path}{key}" if not key_path or key.startswith("[") else ".".join(filter(None, (key_path, key)))
    )


def make_folder(path: Path) -> None:
    """Create a folder and its missing parents. Raises Unavailable if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = N_("The folder {path} cannot be created ({why}).")
        raise Unavailable(_(sentence, path=path, why=cause(error))) from None


def page_paths(path: Path, pages: int) -> list[Path]:
    """Return one file name per page: with several pages they end in `-1`, `-2` and so on."""
    if pages == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, pages + 1)]


def form_named(file: str, endings: Mapping[Form, str]) -> Form | None:
    """Return the form that a file's name asks for, from the ending of each form; None if the name has no ending.

    Raises Malformed for the ending of none.

    >>> endings = {"png": ".png", "pdf": ".pdf"}
    >>> form_named("tonight.PNG", endings), form_named("tonight", endings), form_named("20.11", endings)
    ('png', None, None)
    """
    end = Path(file).suffix
    if not any(letter.isalpha() for letter in end):
        return None
    for form, ending in endings.items():
        if ending == end.lower():
            return form
    forms = join_or(list(endings.values()))
    raise Malformed(_("This cannot be a {end} file; it can be {forms}.", end=end, forms=forms), file)


def free_path(path: Path, pages: int = 2) -> Path:
    """Return the path, or `name (2)` and so on if it or one of its pages exists."""
    names = (path if number == 1 else path.with_stem(f"{path.stem} ({number})") for number in count(1))
    return next(
        name for name in names if not any(os.path.lexists(file) for file in (name, *page_paths(name, pages)))
    )


def write_new(path: Path, pages: Sequence[bytes]) -> list[Path]:
    """Write pages under the first free name, replacing nothing, and return the names of the files."""
    files = page_paths(free_path(path, len(pages)), len(pages))
    for file, page in zip(files, pages, strict=True):
        write_whole(file, page, lasting=False)
    return files


def refuse_links(paths: Iterable[Path]) -> None:
    """Raise Impossible for a link to a file, or to nothing, where somebody wants a file to be put.

    Written through, it would change a file that nobody named; replaced, it would be lost. A link to a device or a
    pipe, as `/dev/stdout`, is what it leads to.
    """
    for path in paths:
        if os.path.lexists(path) and path.is_symlink() and (path.is_file() or not path.exists()):
            raise Impossible(
                _("{path} is a link to {target}; name that file itself.", path=path, target=path.readlink())
            )


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file completely, or leave the old one as it was. Raises Unavailable if it cannot be written.

    If `lasting`, the file is on disk when this returns and survives a power failure.
    """
    try:
        if not path.parent.exists():
            raise FileNotFoundError(ENOENT, _("there is no folder {folder}", folder=path.parent))
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
            path.write_bytes(data)
        else:
            _put_in_place(path.resolve(), data, lasting)
    except (OSError, ValueError, RuntimeError) as error:  # a cycle of links raises RuntimeError
        sentence = N_("The file {path} cannot be written ({why}).")
        raise Unavailable(_(sentence, path=path, why=cause(error))) from None


def _put_in_place(path: Path, data: bytes, lasting: bool) -> None:
    """Write a file beside it, which from the first moment may be read by those alone who may read the old one."""
    beside = path.with_name(f".{path.name[:_SHORT]}.{os.urandom(4).hex()}")
    try:
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
        with open(beside, "xb", opener=partial(os.open, mode=0o666 if mode is None else mode)) as file:
            if mode is not None:
                beside.chmod(mode)  # what the umask took away
            file.write(data)
        move_into_place(beside, path, lasting=lasting)
    finally:
        beside.unlink(missing_ok=True)


def move_into_place(beside: Path, path: Path, *, lasting: bool = True) -> None:
    """Replace a file by the one beside it; if `lasting`, it is on disk under its name then. Raises OSError."""
    with beside.open("rb+") as file:  # fails for a read-only file, which then stays as it is
        if lasting:
            os.fsync(file.fileno())
    beside.replace(path)
    if lasting and sys.platform != "win32":  # Windows has no such call, and needs none
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        except OSError as error:  # not every disk can flush a folder's names
            if error.errno not in (EINVAL, ENOTSUP):
                raise
        finally:
            os.close(folder)
