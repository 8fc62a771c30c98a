"""The page of a new ruling, with everything around it.

Only arranges finished words, and makes no ruling. This module loads the judge, so the sheets of games do not use it.
"""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from scorekeeper.dates import show_day
from scorekeeper.judge import (
    BookRuling,
    Ruling,
    Situation,
    alternatives,
    basis_sentence,
    group_by_answer,
    rule_sentence,
    ruling_headline,
    ruling_sentence,
    sketch,
    with_house,
)
from scorekeeper.rules import RuleBook, Wording
from scorekeeper.sheets.content import RulingPart, Sheet, SheetSeat, facts, of_game
from scorekeeper.sheets.game_sheet import readable
from scorekeeper.text import _

PICTURE_WIDTH = 70
"""The most characters in a line of a picture on a page."""


class SettledDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling with everything around it."""

    question: str
    answers: Mapping[str, str]
    """The label of each answer to the question."""
    statements: Mapping[str, str]
    """Each answer as a whole sentence."""
    told: Sequence[tuple[str, str]]
    situation: Situation
    ruling: Ruling
    others: Sequence[BookRuling]
    books: Mapping[str, RuleBook]


def ruling_part(settled: SettledDispute, wording: Wording) -> RulingPart:
    """Return a new ruling, with one line for each other answer and the rule books that give it."""
    ruling, situation = settled.ruling, settled.situation
    book = settled.books[ruling.rules]
    sentence = _("{sentence}.", sentence=ruling_sentence(ruling, settled.statements, situation))
    others = []
    for group in group_by_answer(settled.others):
        first = group.first
        if (first.verdict, first.answer, first.player) != (ruling.verdict, ruling.answer, ruling.player):
            titles = "; ".join(settled.books[one.rules].title for one in group.rulings)
            answer = ruling_headline(first, settled.answers)
            others.append(_("{answer}: {books}", answer=answer, books=titles))
    return RulingPart(
        question=settled.question,
        told=tuple(_("{fact}: {words}", fact=fact, words=words) for fact, words in settled.told),
        picture=sketch(situation, with_house(book, situation.house).rules, PICTURE_WIDTH),
        answer=readable(sentence, situation.players),
        reason=ruling.besides,
        needs=() if ruling.outcomes else ruling.needs,
        instead=alternatives(ruling, situation.players, situation.set_size),
        rule=rule_sentence(ruling, wording),
        basis=basis_sentence(ruling, book, situation.house, wording),
        source="" if ruling.rule in situation.house else ruling.source,
        others=tuple(others),
    )


def ruling_page(settled: SettledDispute, wording: Wording, title: str = "", day: date | None = None) -> Sheet:
    """Return the page of one ruling."""
    situation, book = settled.situation, settled.books[settled.ruling.rules]
    return Sheet(
        **of_game(with_house(book, situation.house).rules, wording),
        title=title,
        date=show_day(day) if day else "",
        day=day.isoformat() if day else "",
        set=situation.set_size,
        facts=facts(situation.set_size, len(situation.players)),
        book=book.title,
        players=tuple(SheetSeat(name) for name in situation.players),
        rounds=(),
        rulings=(ruling_part(settled, wording),),
    )
