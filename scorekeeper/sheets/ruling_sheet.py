"""The page of a new ruling, with everything around it.

Only arranges finished words, and makes no ruling. This module loads the judge, so the sheets of games do not use it.
"""

from collections.abc import Callable, Sequence
from datetime import date

from scorekeeper.dates import show_day
from scorekeeper.judge import (
    BookRuling,
    Draft,
    Ruling,
    Situation,
    alternatives,
    basis_sentence,
    described_facts,
    group_by_answer,
    rule_sentence,
    ruling_headline,
    ruling_sentence,
    ruling_tone,
    sketch,
)
from scorekeeper.rules import RuleBook, Wording, with_house
from scorekeeper.sheets.content import RulingPart, Sheet, SheetSeat, facts, of_game
from scorekeeper.sheets.game_sheet import readable
from scorekeeper.text import _

PICTURE_WIDTH = 70
"""The most characters in a line of a picture on a page."""


def ruling_page(
    situation: Situation,
    told: Draft,
    ruling: Ruling,
    others: Sequence[BookRuling],
    books: Callable[[str], RuleBook],
    wording: Wording,
    title: str = "",
    day: date | None = None,
) -> Sheet:
    """Return the page of one ruling, with a line for each other answer and the rule books that give it."""
    book, players = books(ruling.rules), situation.players
    rules = with_house(book, situation.house).rules
    words, text = wording.under(rules), told.words[situation.question.ask].under(rules)
    sentence = _("{sentence}.", sentence=ruling_sentence(ruling, text.statements, situation))
    otherwise = []
    for group in group_by_answer(others):
        if group[0].decision != ruling.decision:
            titles = "; ".join(books(other.rules).title for other in group)
            answer = ruling_headline(group[0], text.answers)
            otherwise.append(_("{answer}: {books}", answer=answer, books=titles))
    part = RulingPart(
        question=text.question,
        told=tuple(_("{fact}: {words}", fact=fact, words=words) for fact, words in described_facts(told)),
        picture=sketch(situation, rules, PICTURE_WIDTH),
        answer=readable(sentence, players),
        tone=ruling_tone(ruling, situation.question),
        reason=ruling.besides,
        needs=() if ruling.outcomes else ruling.needs,
        instead=alternatives(ruling, players, situation.set_size),
        rule=rule_sentence(ruling, words),
        basis=basis_sentence(ruling, book, situation.house, words),
        source="" if ruling.rule in situation.house else ruling.source,
        others=tuple(otherwise),
    )
    return Sheet(
        **of_game(rules, words),
        title=title,
        date=show_day(day) if day else "",
        day=day.isoformat() if day else "",
        set=situation.set_size,
        facts=facts(situation.set_size, len(players)),
        book=book.title,
        players=tuple(map(SheetSeat, players)),
        rounds=(),
        rulings=(part,),
    )
