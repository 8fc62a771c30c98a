"""What a Python program does with hands, games and disputes: count, start, enter, save, settle.

Takes what people write, such as `5-0 3-2` for a hand, and returns the values that every edge works with. A game is a
new value after each entry; nothing is stored but by `save_game`.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from msgspec import UNSET

from scorekeeper.engine import word_refusals
from scorekeeper.errors import Impossible, Malformed, short
from scorekeeper.formats import BASE_BOOK, as_dispute, read_dispute, read_game, shipped_wording, show_game
from scorekeeper.game import Game, RoundScored, Started, parse_hand, score_entry, start_game
from scorekeeper.judge import Ruling, rule_on
from scorekeeper.rules import RuleBook, Score, Value, read_changes, rule_differences
from scorekeeper.session.library import changed_book, shelf
from scorekeeper.session.review import ending_of, hands_of
from scorekeeper.session.session import accepted
from scorekeeper.system import write_whole
from scorekeeper.text import _


def rule_book(book_id: str = BASE_BOOK, house: Mapping[str, Value] | None = None) -> RuleBook:
    """Return a rule book, with the changes that a table makes: `rule_book("hastings", {"foot.toes": 1})`.

    Raises NotFound for an unknown book, Malformed for a change that is not valid.
    """
    return changed_book(shelf().book(book_id), read_changes(house or {}), "house")


def rule_books() -> tuple[RuleBook, ...]:
    """Return every rule book at hand, those in the user's own folder last."""
    return tuple(map(rule_book, shelf().ids()))


word_refusals(shipped_wording)  # whoever comes by rules from here reads refusals as sentences


def _book(book: RuleBook | str) -> RuleBook:
    """Return a book, or the one that has this id."""
    return rule_book(book) if isinstance(book, str) else book


def count_hand(hand: str | int, book: RuleBook | str, set_size: int | None = None) -> Score:
    """Return what a hand counts under a book or the book of an id: the total, and the lines that make it up.

    The hand is written as people type it: `6-5 0-0`, `12+7`, or its pips, `23`, which may be a number. Raises
    Malformed if it cannot be read.
    """
    rules = _book(book).rules
    entry = parse_hand(str(hand), rules.set.default if set_size is None else set_size)
    return score_entry(entry, rules)


def new_game(
    book: RuleBook | str,
    players: Sequence[str],
    *,
    set_size: int | None = None,
    title: str = "",
    day: date | None = None,
    first_starter: str | None = None,
) -> Game:
    """Return a new game under a book, or the book of an id; its day is today unless `day` names another.

    Raises ScorekeeperError if it cannot be played.
    """
    book = _book(book)
    return start_game(
        Started(
            title=title,
            date=_day(day),
            set_size=book.rules.set.default if set_size is None else set_size,
            players=tuple(players),
            book=book.id,
            rules=book.rules,
            house=rule_differences(book.rules, shelf().book(book.id).rules),
            first_starter=first_starter,
        )
    )


def _day(day: object) -> date:
    """Return a date as it is, of a moment its date, and today where none is named."""
    if day is None:
        return date.today()
    if isinstance(day, datetime):
        return day.date()
    if isinstance(day, date):
        return day
    raise Malformed(_("{day} is not a date; pass one, such as date(2026, 11, 20).", day=short(day)))


def enter_round(
    game: Game,
    hands: Mapping[str, str | int],
    *,
    number: int | None = None,
    blocked: bool = False,
    open_foot: int | None = None,
) -> Game:
    """Return the game with a round entered: what each player had left, as people type it, `out` for who went out.

    It is the next round, or round `number`, counted from 1. If nobody went out it is `blocked`; `open_foot` is the
    double that was short of toes. Unusual entries are kept. Raises Rejected for an impossible round,
    ScorekeeperError for whatever else is refused.
    """
    entries, out = hands_of(game, ((game.player(name), str(typed)) for name, typed in hands.items()))
    if number is None:
        if game.current is None:
            raise Impossible(_("Every round of this game is entered; say which one to correct."))
        number = game.current.number
    ending = ending_of(out, blocked or open_foot is not None, open_foot)
    change = RoundScored(round=number, entries=entries, ending=UNSET if ending is None else ending)
    return accepted(game, change).after


def save_game(game: Game, path: str | Path) -> None:
    """Write a game file. Raises Unavailable if it cannot be written; what was there stays then."""
    write_whole(Path(path), show_game(game).encode())


def load_game(path: str | Path) -> Game:
    """Return the game of a game file. Raises Malformed that names file and key path, Unavailable if unreadable."""
    return read_game(Path(path), shelf().book)


def settle(dispute: Mapping[str, Any] | str | Path, book: RuleBook | str | None = None) -> Ruling:
    """Return the ruling on a dispute, which is the path of a file or the tables of such a file.

    The rule book is the one that the dispute names, unless you pass another, or its id. Raises ScorekeeperError
    for a dispute that cannot be read, or that no table can come to.
    """
    books = shelf()
    if isinstance(dispute, Mapping):
        asked = as_dispute(dict(dispute), books.book)
    else:
        asked = read_dispute(Path(dispute), books.book)
    if book is None:
        return rule_on(asked, asked.house, books.book(asked.rules), shipped_wording())
    return rule_on(asked, {}, _book(book), shipped_wording())
