"""What can go wrong, as sentences for people.

Every message is one sentence: what is wrong, where, and what would be right. Nothing here is
a bug's traceback: an error that is not one of these is a defect of the program.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from reprlib import Repr
from typing import Any, NamedTuple

import msgspec

from scorekeeper.text import _, escaped, join_or, join_with_commas


class Position(NamedTuple):
    """Which letters of a text are at fault. Lines and columns count from 1, as the messages do."""

    column: int
    """Where the first of these letters stands; one past the end where something is missing there."""
    length: int = 1
    """How many letters; 0 where something is missing, or where no letter in particular is at fault."""
    line: int | None = None
    """Which line of a file, or which item of a list; None for a text of one line."""

    @property
    def span(self) -> tuple[int, int]:
        """Where these letters begin and end in their line, counted from 0 as slices count.

        >>> "5-0 x"[slice(*Position(5).span)]
        'x'
        """
        return self.column - 1, self.column - 1 + self.length

    def within(self, column: int = 1, line: int | None = None) -> "Position":
        """Return the same letters in a larger text, in which their own text begins at this place.

        >>> Position(3, 2).within(column=10, line=4)
        Position(column=12, length=2, line=4)
        """
        return Position(column + self.column - 1, self.length, self.line if line is None else line)


class ScorekeeperError(Exception):
    """The root of all that the program refuses; its text is for people."""

    at: Position | None = None
    """Which letters of a text are at fault; None where the fault is not in letters."""


class Malformed(ScorekeeperError):
    """Something typed or read does not have the form it should have.

    `where` names the place: a file, a key path, a column; empty where the message itself names it. `at` counts
    within the text that stands at this place; neither the message nor `str` shows it.
    """

    def __init__(self, message: str, where: str = "", at: Position | None = None) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.where = where
        self.at = at

    def within(self, where: str) -> "Malformed":
        """Return the same error, placed inside a larger place."""
        return Malformed(self.message, f"{where}: {self.where}" if self.where else where, self.at)

    def marking(self, at: Position | None) -> "Malformed":
        """Return the same error with other letters at fault."""
        return Malformed(self.message, self.where, at)


@contextmanager
def at_place(where: str) -> Iterator[None]:
    """Place what is malformed in a block: inside a file, an option or a column."""
    try:
        yield
    except Malformed as error:
        raise error.within(where) from None


class Impossible(ScorekeeperError):
    """What was typed or read contradicts the tiles, the rules or the game so far."""

    def within(self, where: str) -> "Impossible":
        """Return the same error, with the place where it stands."""
        return Impossible(f"{where}: {self}")


class NotFound(ScorekeeperError):
    """Nothing answers to a name."""


class Ambiguous(NotFound):
    """More than one thing answers to a name."""


class Unavailable(ScorekeeperError):
    """A file, folder or store cannot be read or written now."""


class Unanswered(Unavailable):
    """The answer of a server was lost, so it is not known whether something was saved."""


class Damaged(Unavailable):
    """The file of the kept games, or one game in it, is not what was once written."""


def cause(error: Exception) -> str:
    """Return why something failed, as the system or a library says it; in the language in use where that is known."""
    return _(error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a sentence part that names the nearest known word, or lists them where none is near.

    Of more words than anybody reads it always names one.

    >>> nearest("hatsings", ["classic", "hastings"])
    'did you mean hastings?'
    >>> nearest("zzz", ["a", "b"])
    'known are a, b.'
    """
    from difflib import get_close_matches  # only for those who slipped

    names = list(known)
    many = len(names) > 30
    close = get_close_matches(word, names, n=1, cutoff=0.1 if many else 0.6)
    if close:
        return _("did you mean {name}?", name=close[0])
    return _("known are {names}.", names=join_with_commas(names))


def short(value: object) -> str:
    """Return a value as it was written, cut in the middle where it is long.

    >>> short("doubel"), len(short("x" * 1000))
    ('“doubel”', 60)
    """
    if isinstance(value, str):
        cut = value if len(value) <= _LONGEST else f"{value[: _HALF + 1]}…{value[-_HALF:]}"
        return _("“{word}”", word=escaped(cut))
    shown = Repr()
    shown.maxother = shown.maxlong = 60
    return shown.repr(value)


_LONGEST, _HALF = 58, 28
"""How many letters of a word are shown, and how many of each end where it has more."""


_MISSING = r"Object missing required field `(\w+)`"
_UNKNOWN = r"Object contains unknown field `([^`]+)`"
_UNFIT = r"Expected `([^`]+)`, got `([^`]+)`"
_STEP = r"\[(\.\.\.|\d+)\]|([^.\[\]]+)"
_SOME = "..."
"""How msgspec names a key of a table that may have any keys."""


def misfit(error: msgspec.ValidationError, value: Any) -> Malformed:
    """Return what does not fit in a value that was read, and where in it.

    >>> rows = {"hands": [{"Ana": "5-0", "Ben": 7}]}
    >>> try:
    ...     msgspec.convert(rows, dict[str, list[dict[str, str]]])
    ... except msgspec.ValidationError as error:
    ...     print(misfit(error, rows))
    hands[0].Ben: a whole number does not fit here; use text.
    """
    fault, _at, path = str(error).partition(" - at `$")
    path = path.strip("`.")
    if found := re.fullmatch(_MISSING, fault):
        return Malformed(_("This is missing."), ".".join(filter(None, (path, found[1]))))
    if found := re.fullmatch(_UNKNOWN, fault):
        return Malformed(_("Nothing here has this name."), _whole_path(f"{path}.{found[1]}", None, value))
    if found := re.fullmatch(_UNFIT, fault):
        return Malformed(
            _("{found} does not fit here; use {right}.", found=_named(found[2]), right=would_do(error)),
            _whole_path(path, found[2], value),
        )
    return Malformed(fault.replace("`", ""), path)


def would_do(error: msgspec.ValidationError) -> str:
    """Return what kinds of values would be right in the place of one that does not fit."""
    found = re.match(_UNFIT, str(error))
    kinds = found[1].split(" | ") if found else []
    return join_or([_named(kind) for kind in kinds if kind != "null"]) or _("another value")


def value_in(value: Any, where: str) -> Any:
    """Return what stands at a place that `misfit` names, or all of it where the place is not found.

    >>> value_in({"9": {"2": 7, "3": "42/n"}}, "9.3")
    '42/n'
    """
    for index, name in re.findall(_STEP, where):
        place = int(index) if index.isdecimal() else name
        try:
            value = value[place]
        except (LookupError, TypeError):
            break
    return value


def _whole_path(path: str, kind: str | None, value: Any) -> str:
    """Return a key path with the keys in it that msgspec leaves out: the first that lead to this kind, if given."""
    steps = [index or name for index, name in re.findall(_STEP, path)]
    found = _found(value, steps, kind)
    if found is None:
        return path.replace(f"[{_SOME}]", "").removeprefix(".")
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in found).removeprefix(".")


def _found(value: Any, steps: Sequence[str], kind: str | None) -> list[str | int] | None:
    """Return the way along these steps to a value of a kind, None if there is none."""
    if not steps:
        names: dict[type, str] = {list: "array", tuple: "array", dict: "object"}
        return [] if kind in (None, names.get(type(value), type(value).__name__)) else None
    places: Sequence[str | int] = ()
    if isinstance(value, Mapping):
        places = list(value) if steps[0] == _SOME else [steps[0]] if steps[0] in value else []
    elif isinstance(value, list | tuple):
        places = [int(steps[0])] if steps[0].isdecimal() and int(steps[0]) < len(value) else []
    for place in places:
        rest = _found(value[place], steps[1:], kind)
        if rest is not None:
            return [place, *rest]
    return None


def _named(kind: str) -> str:
    """Return what msgspec's kind of value is to people."""
    words = {
        "str": _("text"),
        "int": _("a whole number"),
        "float": _("a number with a point"),
        "bool": _("true or false"),
        "array": _("a list"),
        "object": _("a table"),
        "date": _("a date"),
        "datetime": _("a date with a time"),
        "time": _("a time"),
    }
    return words.get(kind, kind)
