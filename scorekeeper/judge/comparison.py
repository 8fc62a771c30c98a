"""One dispute under every rule book: each ruling, or why a book cannot be played at this table, by answer.

Asks for one ruling after the other and sorts them; rule books come in as a function.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from scorekeeper.engine import RoundRecord
from scorekeeper.errors import ScorekeeperError
from scorekeeper.judge.ruling import RecordOrSituation, Ruling, judge_record, judge_situation
from scorekeeper.rules import RuleBook, Value, Wording


class UnplayableBook(msgspec.Struct, frozen=True):
    """A rule book that gives no ruling here, and why."""

    rules: str
    error: str


class UnaskedBook(msgspec.Struct, frozen=True):
    """A rule book whose answer turns on facts that nobody was asked for, by their names."""

    rules: str
    facts: tuple[str, ...]


BookRuling: TypeAlias = Ruling | UnplayableBook | UnaskedBook
"""The ruling of one rule book, or why it gives none."""


def rule_on(asked: RecordOrSituation, house: Mapping[str, Value], book: RuleBook, words: Wording) -> Ruling:
    """Rule on a record or a situation under a book and what a table changed in it. Raises ScorekeeperError."""
    if isinstance(asked, RoundRecord):
        return judge_record(asked._replace(house=house), book, words)
    return judge_situation(msgspec.structs.replace(asked, house=house), book, words)


def under_every_book(
    asked: RecordOrSituation,
    ids: Iterable[str],
    books: Callable[[str], RuleBook],
    words: Wording,
    changes: Mapping[str, Value] | None = None,
) -> tuple[Ruling | UnplayableBook, ...]:
    """Return a ruling per rule book, in their order; the table's own changes count in its own book only.

    `changes` count in all of them.
    """
    found: list[Ruling | UnplayableBook] = []
    for book_id in ids:
        house = {**(asked.house if book_id == asked.rules else {}), **(changes or {})}
        try:
            found.append(rule_on(asked, house, books(book_id), words))
        except ScorekeeperError as error:
            found.append(UnplayableBook(book_id, str(error)))
    return tuple(found)


def group_by_answer(found: Iterable[BookRuling]) -> list[list[Ruling]]:
    """Return the rulings in groups that agree in verdict, answer and player, in the order of their first."""
    groups: dict[tuple[object, ...], list[Ruling]] = {}
    for ruling in found:
        if isinstance(ruling, Ruling):
            groups.setdefault((ruling.verdict, ruling.answer, ruling.player), []).append(ruling)
    return list(groups.values())
