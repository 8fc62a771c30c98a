"""What a printed ruling holds: one that was just made, or those that a game keeps.

Only puts together words that are final; nothing is ruled on here.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from scorekeeper.comparison import Unplayable, by_answer
from scorekeeper.game import Game, KeptRuling
from scorekeeper.judge import Ruling, with_house
from scorekeeper.rulebook import Wording
from scorekeeper.rules import RuleBook
from scorekeeper.situation import Situation
from scorekeeper.sketch import sketch
from scorekeeper.verdicts import basis_said, headline, instead, rule_said
from scorekeeper.words import _

PICTURE_WIDTH = 70
"""Letters of a picture that a page has room for."""


class RulingPart(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute and how it is settled; what is not known is empty."""

    question: str
    told: tuple[str, ...] = ()
    picture: str = ""
    answer: str
    reason: str
    needs: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    rule: str = ""
    basis: str = ""
    source: str = ""
    others: tuple[str, ...] = ()


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling with all that stands around it."""

    question: str
    answers: Mapping[str, str]
    """What each answer of the question is called."""
    told: Sequence[tuple[str, str]]
    situation: Situation
    ruling: Ruling
    others: Sequence[Ruling | Unplayable]
    books: Mapping[str, RuleBook]


def ruling_part(settled: Settled, wording: Wording) -> RulingPart:
    """Return a ruling that was just made, with the rule books that say otherwise."""
    ruling, situation = settled.ruling, settled.situation
    book = settled.books[ruling.rules]
    agreed = ruling.rule in situation.house
    return RulingPart(
        question=settled.question,
        told=tuple(_("{fact}: {words}").format(fact=fact, words=words) for fact, words in settled.told),
        picture=sketch(situation, with_house(book, situation.house).rules, PICTURE_WIDTH),
        answer=headline(ruling, settled.answers),
        reason=ruling.reason,
        needs=ruling.needs,
        instead=instead(ruling, situation.players, situation.set_size),
        rule=rule_said(ruling, wording),
        basis=basis_said(ruling.basis, book.title, agreed),
        source="" if agreed else ruling.source,
        others=tuple(_otherwise(settled)),
    )


def _otherwise(settled: Settled) -> Iterable[str]:
    """Yield a line for each other answer, with the rule books that give it."""
    own = settled.ruling
    for group in by_answer(settled.others):
        first = group.first
        if (first.verdict, first.answer, first.player) != (own.verdict, own.answer, own.player):
            titles = ", ".join(settled.books[ruling.rules].title for ruling in group.rulings)
            yield _("{answer}: {books}").format(answer=headline(first, settled.answers), books=titles)


def kept_rulings(game: Game) -> tuple[RulingPart, ...]:
    """Return the rulings that a game keeps, in the order of its rounds."""
    return tuple(_kept(ruling) for played in game.rounds for ruling in played.rulings)


def _kept(ruling: KeptRuling) -> RulingPart:
    return RulingPart(
        question=ruling.question,
        told=ruling.told,
        answer=ruling.answer,
        reason=ruling.reason,
        basis=ruling.book,
    )
