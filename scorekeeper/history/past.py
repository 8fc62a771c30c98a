"""The past games: who is who in them, by one person's several spellings and merged names, and which are wanted.

The user merges names; this is stored beside the games, and no game is ever changed. Games are wanted by players, set,
rule book and date, as typed on a line; `statistics` computes their figures.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple

import msgspec

from scorekeeper.errors import Ambiguous, Impossible, Malformed, NotFound, Position, nearest
from scorekeeper.game import name_key, typed_name
from scorekeeper.history.summary import Summary
from scorekeeper.text import N_, _, folded, join_or

BETWEEN = ".."
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)


class Past(msgspec.Struct, frozen=True, gc=False):
    """A stored game, and who sat in its seats after names are merged."""

    id: str
    summary: Summary
    people: tuple[str, ...]
    began: int = 0
    """How many games of those that are looked at began before this one."""


def person_of(name: str, same: Mapping[str, str]) -> str:
    """Return the name of the person that a name stands for.

    `same` has the merged names: the person by the `name_key` of a name.
    """
    seen = {name_key(name)}
    while (meant := same.get(name_key(name))) is not None and name_key(meant) not in seen:
        name = meant
        seen.add(name_key(name))
    return name


def past_games(kept: Iterable[tuple[str, Summary]], same: Mapping[str, str]) -> tuple[Past, ...]:
    """Sort games by date, the latest first; those given first began last.

    A person has the name of the latest game. Two players of one game are never one person.
    """
    began_last_first = [*kept]
    began = {game_id: index for index, (game_id, _summary) in enumerate(reversed(began_last_first))}
    games = sorted(began_last_first, key=lambda game: game[1].date, reverse=True)
    names = dict.fromkeys(seat.player for _id, summary in games for seat in summary.seats)
    shown: dict[str, str] = {}
    for name in names:
        shown.setdefault(name_key(name), name)
    known_as = {name: shown.get(name_key(meant := person_of(name, same)), meant) for name in names}
    past = []
    for game_id, summary in games:
        people = tuple(known_as[seat.player] for seat in summary.seats)
        if len(set(people)) < len(people):
            people = tuple(
                shown[name_key(seat.player)] if people.count(name) > 1 else name
                for seat, name in zip(summary.seats, people, strict=True)
            )
        past.append(Past(game_id, summary, people, began[game_id]))
    return tuple(past)


def merge_people(name: str, into: str, games: Iterable[Past], same: Mapping[str, str]) -> tuple[str, str]:
    """Return the key of a name and the name of the person it will stand for, spelled as in the games.

    Nobody needs to have played under the person's name. Raises NotFound if nobody has the first name, Impossible if
    the two are already one or played against each other, Malformed for an invalid name.
    """
    past = tuple(games)
    name, into = find_person(person_of(name, same), past), person_of(into, same)
    seated = (person for person in everyone_seated(past) if name_key(person) == name_key(into))
    into = next(seated, None) or typed_name(into)
    if name_key(name) == name_key(into):
        raise Impossible(_("{name} and {other} are one player already.", name=name, other=into))
    for game in past:
        if {name_key(name), name_key(into)} <= {name_key(other) for other in game.people}:
            sentence = N_("{name} and {other} played against each other on {date}, so they are two people.")
            raise Impossible(_(sentence, name=name, other=into, date=game.summary.date))
    return name_key(name), into


def find_person(name: str, games: Iterable[Past]) -> str:
    """Return a player's name as shown. Raises NotFound with the nearest name, Ambiguous with all that fit."""
    people = everyone_seated(games)
    for compared in (name_key, folded):
        matches = [person for person in people if compared(person) == compared(name_key(name))]
        if len(matches) == 1:
            return matches[0]
        if matches:
            sentence = N_("“{name}” could be {names}; type the name as it is written.")
            raise Ambiguous(_(sentence, name=name, names=join_or(matches)))
    if not people:
        raise NotFound(_("Nobody has played a game that is counted here."))
    raise NotFound(_("No player is called “{name}”; {hint}", name=name, hint=nearest(name, people)))


def everyone_seated(games: Iterable[Past]) -> tuple[str, ...]:
    """Return everybody who played in these games, those of the first game first."""
    return tuple(dict.fromkeys(name for game in games for name in game.people))


def people_colours(games: Sequence[Past]) -> dict[str, int]:
    """Return everybody's place in a palette by the key of the name, who has it longest first.

    It is that of the first game, or the one chosen last. A game of last year that is brought in today began today.
    """
    colours: dict[str, int] = {}
    for game in sorted(games, key=lambda game: game.began):
        for name, seat in zip(game.people, game.summary.seats, strict=True):
            if seat.chosen:
                colours.pop(name_key(name), None)
            colours.setdefault(name_key(name), seat.colour)
    return colours


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
    matching = tuple(game for game in games if _fits(game.summary, wanted))
    for name in map(name_key, wanted.players):
        keys = {person: name_key(person) for game in matching for person in game.people}
        whole = {person for person, key in keys.items() if key == name}
        meant = whole or {person for person, key in keys.items() if folded(name) in folded(key)}
        matching = tuple(game for game in matching if not meant.isdisjoint(game.people))
    return matching


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
