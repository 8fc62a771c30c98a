"""Which past games are wanted: by players, set, rule book and date, as typed on a line.

Parses what was typed and picks the matching games; `statistics` computes the figures.
"""

import re
from calendar import monthrange
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from typing import NamedTuple

import msgspec

from scorekeeper.errors import Malformed, Position
from scorekeeper.game import name_key
from scorekeeper.history.people import Past
from scorekeeper.history.summary import Summary
from scorekeeper.text import N_, _, folded

BETWEEN = ".."
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)


class Span(NamedTuple):
    """The days from `since` to `until`, both included; None means open."""

    since: date | None = None
    until: date | None = None


class GameFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are wanted; an empty field matches every game."""

    players: tuple[str, ...] = ()
    """All of them played; part of a name is enough if nobody has exactly that name."""
    set_size: int | None = None
    book: str | None = None
    books: frozenset[str] | None = None
    """The rule books of one game."""
    span: Span = Span()
    finished: bool = False


def parse_span(typed: str) -> Span:
    """Parse a year, a month, a day, or two of these with `..` between them.

    Raises Malformed if it cannot be parsed or ends before it begins.

    >>> parse_span("2026-02"), parse_span("..2025").until
    (Span(since=datetime.date(2026, 2, 1), until=datetime.date(2026, 2, 28)), datetime.date(2025, 12, 31))
    """
    first, between, last = typed.partition(BETWEEN)
    if not between:
        last = first
    wrong = N_("“{typed}” is not a date; write 2026, 2026-11, 2026-11-20, or 2026-01..2026-06.")
    since = _days(first, wrong)[0] if first.strip() else None
    until = _days(last, wrong, len(first + between) if between else 0)[1] if last.strip() else None
    if since and until and until < since:
        raise Malformed(_("“{typed}” ends before it begins.", typed=typed.strip()), at=_letters(typed))
    return Span(since, until)


def parse_since(typed: str) -> Span:
    """Parse a year, a month or a day as all days from its first one. Raises Malformed if it is anything else.

    >>> parse_since("2026-02")
    Span(since=datetime.date(2026, 2, 1), until=None)
    """
    wrong = N_("“{typed}” is not a day, a month or a year; write 2026-11-20, 2026-11 or 2026.")
    return Span(_days(typed, wrong)[0])


def _letters(typed: str, before: int = 0) -> Position:
    """Return the position of a text without its surrounding spaces, after so many other characters."""
    return Position(before + len(typed) - len(typed.lstrip()) + 1, len(typed.strip()))


def _days(typed: str, wrong: str, before: int = 0) -> tuple[date, date]:
    """Return the first and the last day of a year, a month or a day, which stands after so many other characters.

    Raises Malformed, with this sentence, if it is none of them.
    """
    if read := _DATE.fullmatch(typed.strip()):
        year, month, day = (int(part) if part else None for part in read.groups())
        with suppress(ValueError):
            first = date(year or 0, month or 1, day or 1)
            last = month or 12
            return first, date(first.year, last, day or monthrange(first.year, last)[1])
    raise Malformed(_(wrong, typed=typed.strip()), at=_letters(typed, before))


def filter_games(games: Iterable[Past], wanted: GameFilter) -> tuple[Past, ...]:
    """Return the matching games, in the given order."""
    found = tuple(one for one in games if _fits(one.summary, wanted))
    for name in map(name_key, wanted.players):
        keys = {person: name_key(person) for one in found for person in one.people}
        whole = {person for person, key in keys.items() if key == name}
        meant = whole or {person for person, key in keys.items() if folded(name) in folded(key)}
        found = tuple(one for one in found if not meant.isdisjoint(one.people))
    return found


def _fits(summary: Summary, wanted: GameFilter) -> bool:
    since, until = wanted.span
    return (
        wanted.set_size in (None, summary.set_size)
        and wanted.book in (None, summary.book)
        and (wanted.books is None or summary.book in wanted.books)
        and (since is None or summary.date >= since)
        and (until is None or summary.date <= until)
        and (summary.finished or not wanted.finished)
    )
