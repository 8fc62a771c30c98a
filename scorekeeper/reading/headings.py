"""What people write above the columns and before the lines of tables: headings, rounds and days.

The words are data, in every language at once, since a table says not in which it was written.
"""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from scorekeeper.errors import Malformed
from scorekeeper.reading.reader import read
from scorekeeper.reading.tokens import Around
from scorekeeper.text import N_, _, folded
from scorekeeper.tiles import SET_SIZES

_COUNT = re.compile(r"(\D*?)[\s#]*(\d{1,2})\.?")
_DOUBLE = re.compile(r"\[?(\d{1,2})\s*[-|:/]\s*(\d{1,2})\]?")
_ISO, _NUMBERS = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b"), re.compile(r"\d+")
_DAY = re.compile(r"\b(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})\b")


class Label(NamedTuple):
    """The number that names a round, and whether it is surely the number of its double, not a count."""

    number: int
    double: bool


@cache
def _file() -> Mapping[str, Any]:
    return import_module("scorekeeper.system").heading_words()  # type: ignore[no-any-return]


@cache
def _words() -> Mapping[str, str]:
    """Return what each known word stands for."""
    return {folded(word): kind for kind, words in _file()["words"].items() for word in words}


@cache
def _months() -> Sequence[Sequence[str]]:
    return [folded(month).split() for month in _file()["months"]["names"]]


@cache
def kind_of(heading: str) -> str:
    """Return what a heading stands for; empty for one that may be a name.

    >>> kind_of("Starting double:"), kind_of("Minutes (played)"), kind_of("Ana")
    ('double', 'other', '')
    """
    bare = folded(re.sub(r"\s*[(\[].*?[)\]]", "", heading)) or folded(heading)
    return _words().get(bare.strip(" .:*%") or bare, "")


@cache
def label_of(text: str) -> Label | None:
    """Return the round that a text names; None if it names none.

    >>> label_of("12"), label_of("Round 3"), label_of("[11|11]"), label_of("12. Dez"), label_of("Ana")
    (Label(number=12, double=False), Label(number=3, double=False), Label(number=11, double=True),
     Label(number=12, double=True), None)
    """
    if counted := _COUNT.fullmatch(text):
        if not counted[1] or kind_of(counted[1]) in ("round", "game") or folded(counted[1]) == "r":
            return Label(int(counted[2]), False)
        if kind_of(counted[1]) == "double" or folded(counted[1]) == "d":
            return Label(int(counted[2]), True)
    if halves := _DOUBLE.fullmatch(text):
        return Label(int(halves[1]), True) if int(halves[1]) == int(halves[2]) else None
    if (made := day_of_year(text)) is not None:  # a spreadsheet made a date of 12-12
        return Label(made[0], True) if made[0] == made[1] else None
    if _NUMBERS.search(text) or len(text) > 30:
        return None
    said = [read("round", text, Around(max(SET_SIZES), language=code)).said for code in ("en", "es")]
    return next((Label(int(double), True) for double in said if double.isdecimal()), None)


def day_of_year(text: str) -> tuple[int, int] | None:
    """Return day and month of a date, if that is all that a text is.

    >>> day_of_year("12. Dez"), day_of_year("Nov-04"), day_of_year("2026-12-09"), day_of_year("12-12")
    ((12, 12), (4, 11), (9, 12), None)
    """
    if iso := _ISO.fullmatch(text.removesuffix(" 00:00:00")):
        return int(iso[3]), int(iso[2])
    words = re.findall(r"[^\W\d_]+", folded(text))
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    month = _month(words[0]) if len(words) == 1 else None
    return (numbers[0], month) if month and len(numbers) in (1, 2) and numbers[0] <= 31 else None


def _month(word: str) -> int | None:
    found = (
        number
        for number, names in enumerate(_months(), 1)
        if len(word) > 2 and any(name.startswith(word) for name in names)
    )
    return next(found, None)


def days_in(text: str) -> Mapping[str, dt.date]:
    """Return the day that a text names, by the order of its numbers; two if they may be in either.

    >>> days_in("Friday, 5 January 2024"), days_in("31/12/24"), len(days_in("03/04/2024")), days_in("5 Jan")
    ({'': datetime.date(2024, 1, 5)}, {'day first': datetime.date(2024, 12, 31)}, 2, {})
    """
    orders = dict[str, tuple[str, ...]]()
    if iso := _ISO.search(text):
        orders[""] = iso.groups()
    elif numeric := _DAY.search(text):
        first, second, year = numeric.groups()
        orders["day first"] = (year, second, first)
        if "." not in numeric[0]:
            orders["month first"] = (year, first, second)
    else:
        months = [number for word in re.findall(r"[^\W\d_]+", folded(text)) if (number := _month(word))]
        numbers = _NUMBERS.findall(text)
        years, days = ([number for number in numbers if len(number) in wide] for wide in ((4,), (1, 2)))
        if years and days and len(months) == 1:
            orders[""] = (years[0], str(months[0]), days[0])
    found = dict[str, dt.date]()
    for order, parts in orders.items():
        year, month, day = map(int, parts)
        with suppress(ValueError):
            found[order] = dt.date(year + 2000 * (year < 100), month, day)
    return found


def parse_day(text: str, latest: dt.date) -> dt.date:
    """Return the day that a text names. Raises Malformed for a text that is no day up to the latest, or may be two.

    >>> parse_day("5 January 2024", dt.date(2024, 12, 31))
    datetime.date(2024, 1, 5)
    """
    days = sorted({day for day in days_in(text).values() if day <= latest})
    if len(days) > 1:
        sentence = N_("“{text}” may be {first} or {second}; write it as one of them.")
        raise Malformed(_(sentence, text=text, first=days[0], second=days[1]))
    if not days:
        raise Malformed(_("“{text}” is not a day that was; write it as 2024-01-31.", text=text))
    return days[0]
