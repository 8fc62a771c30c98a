"""What a sheet holds, as plain data that a template can lay out; and the sheet of a game to come.

Every word on a sheet is final: templates say nothing of their own. `filled` makes one from a game.
Nothing here knows a game, paper, fonts or files: a blank sheet is wanted sooner than a game is loaded.
"""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.rules.schema import Value
from scorekeeper.rules.wording import Wording
from scorekeeper.sheets.cells import Row, empty_rows
from scorekeeper.sheets.kept import RulingPart
from scorekeeper.sheets.labels import shown_date
from scorekeeper.sheets.small_print import Chapter, Paragraph, Terms, chapters, small_print
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import set_name

LONG = 13
"""Rounds from which a sheet has a subtotal at half time."""


class Seat(msgspec.Struct, frozen=True):
    """One player; the name is empty where it is to be written by hand. Numbers are None until known."""

    name: str
    half: int | None = None
    total: int | None = None
    rank: int | None = None
    rounds_won: int | None = None


class Place(msgspec.Struct, frozen=True):
    """One line of the result."""

    rank: int
    player: str
    total: int
    rounds_won: int
    behind: int | None
    decided_by: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on one sheet, as `templates/README.md` describes it to those who write templates."""

    title: str = ""
    date: str = ""
    day: str = ""
    table: str = ""
    event_round: str = ""
    starts_at: str = ""
    set: int
    facts: str
    book: str
    players: tuple[Seat, ...]
    rounds: tuple[Row, ...]
    half: int | None = None
    finished: bool = False
    result: str = ""
    places: tuple[Place, ...] = ()
    notes: tuple[str, ...] = ()
    small_print: tuple[Paragraph, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    rulings: tuple[RulingPart, ...] = ()


def blank(
    book: RuleBook,
    set_size: int,
    players: int | Sequence[str],
    *,
    title: str = "",
    day: date | None = None,
    house: Mapping[str, Value] | None = None,
    wording: Wording | None = None,
    table: str = "",
) -> Sheet:
    """Return a sheet to be filled by hand, for named players or for so many."""
    names = ("",) * players if isinstance(players, int) else tuple(players)
    terms = Terms(book.title, book.rules, set_size, len(names), house or {})
    rows = empty_rows(book.rules, set_size, len(names))
    open_ended = book.rules.rounds.length == "target-score"
    return Sheet(
        title=title,
        date=shown_date(day) if day else "",
        day=day.isoformat() if day else "",
        table=table,
        set=set_size,
        facts=facts(set_size, len(names), None if open_ended else len(rows)),
        book=book.title,
        players=tuple(Seat(name) for name in names),
        rounds=rows,
        half=half_time(len(rows)),
        small_print=small_print(terms, (), wording),
        chapters=chapters(terms, wording),
    )


def facts(set_size: int, players: int, rounds: int | None) -> str:
    """Return set, players and rounds as one line."""
    seats = ngettext("{count} player", "{count} players", players).format(count=players)
    name = set_name(set_size).capitalize()
    if rounds is None:
        return _("{set_name} · {players}").format(set_name=name, players=seats)
    played = ngettext("{count} round", "{count} rounds", rounds).format(count=rounds)
    return _("{set_name} · {players} · {rounds}").format(set_name=name, players=seats, rounds=played)


def half_time(rounds: int) -> int | None:
    """Return the rounds before half time; None for a game too short to need it.

    >>> half_time(10), half_time(13), half_time(37)
    (None, 7, 19)
    """
    return (rounds + 1) // 2 if rounds >= LONG else None
