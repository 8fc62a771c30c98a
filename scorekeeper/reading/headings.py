"""What people write above the columns and before the lines of tables: headings, rounds and days.

The words are data, in every language at once, since a table says not in which it was written.
"""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.errors import Malformed
from scorekeeper.reading.reader import read
from scorekeeper.reading.tokens import Around
from scorekeeper.reading.words import languages, shipped_words
from scorekeeper.text import N_, _, folded
from scorekeeper.tiles import SET_SIZES

_COUNT = re.compile(r"(\D*?)[\s#]*(\d{1,2})\.?")
_DOUBLE = re.compile(r"(?:\w*\s?\d{1,2}\w{0,2}[.:)]?[ ]-?[ ]?)?[\[(]?(\d{1,2})\s*[-|:/]\s*(\d{1,2})[\])]?")
"""A double, perhaps after the number of its round: `12-12`, `[12|12]`, `1st (12-12)`."""
_ISO, _NUMBERS = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b"), re.compile(r"\d+")
_DAY = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![./-]?\d)")
_SPACED_DAY = re.compile(r"(?<!\d)(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})(?!\d)")
_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[oºª])?(?:\s(?:of|del?))?(?:\.?\s?|[-/])$")
_DAY_AFTER = re.compile(r"(?:\.?\s?|[-/])(\d{1,2})(?:st|nd|rd|th|er|[oºª])?(?!\w|[.:]\d)")
_YEAR = re.compile(
    r"(?:[.,]*\s?|[-/])(?:(?:of|del?)\s)?['’]?(\d{4}(?!\d)|\d{2}(?!\w|\s*[^\W\d_]|\s*[:./-]\s?\d))"
)
"""What may stand beside the name of a month; a year of two digits is none before a word or in a time."""
_HALF_DAY = re.compile(r"(?<![\d./])\d{1,2}[./]\d{1,2}(?![\d/]|\.\d)")


class Label(NamedTuple):
    """The number that names a round, and whether it is surely the number of its double, not a count."""

    number: int
    double: bool


def _file() -> Mapping[str, Any]:
    return shipped_words("headings")


@cache
def _words() -> Mapping[str, str]:
    """Return what each known word stands for."""
    return {folded(word): kind for kind, words in _file()["words"].items() for word in words}


@cache
def _months() -> Sequence[Sequence[str]]:
    return [folded(month).split() for month in _file()["months"]["names"]]


@cache
def games_in(text: str, where: str = "games") -> tuple[str, ...]:
    """Return the ids of the games that a text names; above columns, more words than elsewhere tell the game.

    >>> games_in("Tren mexicano 2024"), games_in("Training night"), games_in("Motor", "headings")
    (('mexican-train',), (), ('mexican-train',))
    """
    words = " ".join(re.findall(r"\w+", folded(text)))
    return tuple(
        game
        for game, names in _file()[where].items()
        if any(f" {folded(name)} " in f" {words} " for name in names)
    )


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

    >>> label_of("12"), label_of("Round 3"), label_of("[11|11]"), label_of("1st (9-9)"), label_of("12. Dez")
    (Label(number=12, double=False), Label(number=3, double=False), Label(number=11, double=True),
     Label(number=9, double=True), Label(number=12, double=True))
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
    doubles = [read("round", text, Around(max(SET_SIZES), language=code)).said for code in languages()]
    return next((Label(int(double), True) for double in doubles if double.isdecimal()), None)


def says_blocked(text: str) -> bool:
    """Whether a text says in any language that a round was blocked.

    >>> says_blocked("Bloqueada"), says_blocked("b"), says_blocked("Ana")
    (True, True, False)
    """
    return any(read("answer", text, Around(0, language=code)).said == "b" for code in languages())


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
    months = (
        number
        for number, names in enumerate(_months(), 1)
        if len(word) > 2 and any(name.startswith(word) for name in names)
    )
    return next(months, None)


def days_in(text: str) -> Mapping[str, dt.date]:
    """Return the day that a text names, by the order of its numbers; more if it may be in either, or names several.

    >>> days_in("Friday, 5 January 2024"), days_in("31/12/24"), len(days_in("03/04/2024")), days_in("5 Jan")
    ({'': datetime.date(2024, 1, 5)}, {'day first': datetime.date(2024, 12, 31)}, 2, {})
    >>> days_in("No. 12 - 15 Nov 24"), len(days_in("6 Dec 2024, not 13 Dec 2024"))
    ({'': datetime.date(2024, 11, 15)}, 2)
    """
    days = dict[str, dt.date]()
    for order, (year, month, day) in _dates_in(text):
        with suppress(ValueError):
            date = dt.date(int(year) + 2000 * (len(year) < 3), int(month), int(day))
            if date not in days.values():
                days[f"{order} {len(days)}" if order in days else order] = date
    return days


def _dates_in(text: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield year, month and day of what may be a date, with the order of its numbers if that is in question."""
    if isos := _ISO.findall(text):
        yield from (("", iso) for iso in isos)
    elif numeric := _DAY.findall(text) or _SPACED_DAY.findall(text):
        for first, sign, second, year in numeric:
            yield "day first", (year, second, first)
            if sign != ".":
                yield "month first", (year, first, second)
    else:
        dates = [date for month, left, right in _month_words(text) for date in _beside(month, left, right)]
        years = {number for number in _NUMBERS.findall(text) if len(number) == 4}
        if not any(year for year, _month, _day in dates):  # a single year somewhere else
            dates = [(next(iter(years)), month, day) for _year, month, day in dates if len(years) == 1]
        most = max((len(year) for year, _month, _day in dates), default=0)
        yield from (("", date) for date in dates if len(date[0]) == most)


def _month_words(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield each month that a text names, and what stands before and after it."""
    whole = folded(text)
    for word in re.finditer(r"[^\W\d_]+", whole):
        if month := _month(word[0]):
            yield month, whole[: word.start()], whole[word.end() :]


def _beside(month: int, left: str, right: str) -> Iterator[tuple[str, str, str]]:
    """Yield year, month and day by the numbers right beside the name of a month; the year may be missing."""
    if day := _DAY_BEFORE.search(left):
        year = _YEAR.match(right)
        yield year[1] if year else "", str(month), day[1]
    if day := _DAY_AFTER.match(right):
        year = _YEAR.match(right, day.end())
        yield year[1] if year else "", str(month), day[1]


def is_half_day(text: str) -> bool:
    """Whether a text names a part of a day, such as one without its year.

    >>> is_half_day("Evening 1 - 15 Nov"), is_half_day("Nov 2024"), is_half_day("6.12."), is_half_day("2024/25")
    (True, True, True, False)
    """
    beside = any(
        re.search(r"\d\w{0,2}\W{1,3}(?:(?:of|del?)\s)?$", left) or re.match(r"\W{1,3}(?:del?\s)?\d", right)
        for _month, left, right in _month_words(text)
    )
    return not days_in(text) and (beside or bool(_HALF_DAY.search(text)))


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
        raise Malformed(_("“{text}” is not a day up to today; write it as 2024-01-31.", text=text))
    return days[0]
