"""A ruling: what the judge says under one rule book, in words that no surface has to change.

It names the rule it rests on, that rule's value, whether the rule book states it, the reason in one sentence and what
could be done instead. How an answer of the engine is put into words is here too; nothing here asks the engine.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.engine import Reason, RoundResult, reason_clause, reason_sentence
from scorekeeper.judge.doubts import MOST_NEEDS, SUPPOSED, asked_for, of_held_and_drawn
from scorekeeper.judge.situation import NO_RULE, OF_THE_TABLE, Answer, AnswerWord, Situation, Verdict
from scorekeeper.judge.told import NEXT_PLAYERS
from scorekeeper.round_record import RoundRecord
from scorekeeper.rules import (
    Basis,
    RuleBook,
    Value,
    Wording,
    plain_value,
    row_for_table,
    source_sentence,
    value_of,
)
from scorekeeper.text import _, join_and, pgettext

RecordOrSituation: TypeAlias = RoundRecord | Situation
"""Whatever has a set, players and rules of its own."""


class PrintedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """What `judge --json` prints of a ruling."""

    rules: str
    verdict: Verdict
    answer: AnswerWord = None
    rule: str | None = None
    value: Value = None
    basis: Basis | None = None
    source: str
    reason: str
    instead: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    player: str | None = None
    at: int | None = None
    action: str | None = None
    result: RoundResult | None = None


class Ruling(PrintedRuling, frozen=True, kw_only=True):
    """One ruling under one rule book, with all that it takes to put it into a sentence."""

    because: str = ""
    """What the reason begins with, as the clause that follows “because”; empty where there is none."""
    outcomes: tuple[tuple[str, "Ruling"], ...] = ()
    """Where it depends on one thing: each way that can be, as “If so”, with its ruling."""
    perhaps: str = ""
    """What else could be done instead with tiles that nobody has seen, as a clause."""
    phrase: str = ""
    """Which of several sentences the answer has, where it has more than one."""
    besides: str = ""
    """What the reason goes on with, without the rule that it rests on and what is said at the end."""
    states_rule: bool = False
    """Whether it says all that the rule says on which it rests."""
    aside: str = ""
    """What is said at the end, as few ask about it: what the ruling supposes, and that a tile stays."""

    @property
    def decision(self) -> tuple[Verdict, AnswerWord, str | None]:
        """What it comes to; rulings that share this agree, whatever their grounds."""
        return self.verdict, self.answer, self.player

    @property
    def after_colon(self) -> str:
        """The reason as it goes on after a colon: it begins as its clause does, a name with its capital."""
        first = self.because[:1] or self.reason[:1].lower()
        return first + self.reason[1:] if first.upper() == self.reason[:1] else self.reason

    @property
    def left_to_table(self) -> bool:
        """Whether it depends on what the table agreed; the value is then a list of all that it could."""
        return self.verdict == "depends" and isinstance(self.value, list)


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


def group_by_answer(rulings: Iterable[BookRuling]) -> list[list[Ruling]]:
    """Return the rulings in groups that agree, in the order of their first."""
    groups: dict[object, list[Ruling]] = {}
    for ruling in rulings:
        if isinstance(ruling, Ruling):
            groups.setdefault(ruling.decision, []).append(ruling)
    return list(groups.values())


def resting(book: RuleBook, table: RecordOrSituation, key: str, verdict: Verdict, reason: str) -> Ruling:
    """Return a ruling that rests on one rule, or on none but the tiles."""
    if key == NO_RULE:
        return Ruling(rules=book.id, verdict=verdict, source="", reason=reason)
    source = "" if book.basis(key) == "unstated" else " ".join(book.sources)
    return Ruling(
        rules=book.id,
        verdict=verdict,
        rule=key,
        value=_value(table, book, key),
        basis=book.basis(key),
        source=_("What this table agreed.") if key in table.house else source,
        reason=reason,
    )


def _value(record: RecordOrSituation, book: RuleBook, key: str) -> Value:
    """Return a rule's value; of a table by sets or players the row that serves this table."""
    return plain_value(row_for_table(key, value_of(book.rules, key), record.set_size, len(record.players)))


_ASIDE = ("conduct.take_back", SUPPOSED)
"""What is said at the end, as nobody may have asked."""


def ruling_of(situation: Situation, book: RuleBook, wording: Wording, answer: Answer) -> Ruling:
    """Put an answer into words."""
    if situation.question.states:
        return _what_book_says(situation, book, wording, answer)
    answer = _with_telling_reason(answer)
    seat, players, held = situation.seat, situation.players, situation.held
    untold = tuple(name for at, name in enumerate(players) if held and at not in held)
    asked = asked_for(answer.needs, untold)
    if len(answer.outcomes) == 2 and of_held_and_drawn(answer.needs):
        asked = iter((Reason("turn.must_play", "needs-either", answer.needs[0].facts),))
    needs = tuple(dict.fromkeys(reason_clause(wording, need) for need in asked))
    because, first = "", ""
    perhaps = "" if answer.perhaps is None else reason_clause(wording, answer.perhaps)
    later = map(_, NEXT_PLAYERS) if seat is None else (*players[:seat], *players[seat + 1 :])
    begins = tuple(f"{name} " for name in later)
    if any(option.startswith(begins) for option in (*answer.instead, perhaps)):
        answer, perhaps = answer._replace(instead=()), ""
    if answer.verdict != "depends" and needs:  # only what may be done instead is uncertain
        perhaps, needs = _("it depends on {facts}", facts=needed(needs)), ()
    if answer.verdict == "depends":
        first = _("It depends on {facts}.", facts=needed(needs))
    elif answer.reason is not None:
        because, first = reason_clause(wording, answer.reason), reason_sentence(wording, answer.reason)
    others = [(ground, _sentence(ground, situation, book, wording)) for ground in _besides(answer)]
    reason = " ".join(filter(None, (first, *(sentence for _ground, sentence in others))))
    shown = [
        (sentence, "" if ground == answer.key else _source(ground, situation, book, wording))
        for ground, sentence in others
        if ground not in _ASIDE and not (first and ground == answer.key)
    ]
    return replace(
        resting(book, situation, answer.key, answer.verdict, reason),
        answer=answer.answer,
        player=None if answer.seat is None else situation.name(answer.seat),
        instead=answer.instead,
        phrase=answer.phrase,
        perhaps=perhaps,
        needs=needs,
        outcomes=tuple((when, ruling_of(situation, book, wording, then)) for when, then in answer.outcomes),
        because=because,
        besides=_with_sources(shown),
        states_rule=not first,
        aside=" ".join(sentence for ground, sentence in others if ground in _ASIDE),
        result=answer.result,
    )


def _with_sources(shown: Sequence[tuple[str, str]]) -> str:
    """Return sentences with their sources; neighbours with the same source have it said once."""
    following = (*(source for _sentence, source in shown[1:]), "")
    return " ".join(
        sentence if source in ("", after) else f"{sentence} {source}"
        for (sentence, source), after in zip(shown, following, strict=False)
    )


def _with_telling_reason(answer: Answer) -> Answer:
    """Return an answer with the reason first that is about the rule it rests on, where it says what may be done."""
    key, first = answer.key, answer.reason
    telling = (ground for ground in answer.also if isinstance(ground, Reason) and ground.key == key)
    reason = next((ground for ground in telling if ground.id not in ("drew", "drew-unable")), None)
    settled = answer.verdict != "legal" or isinstance(answer.answer, str | int)
    if first is None or reason is None or first.key == key or settled:
        return answer
    also = tuple(first if ground == reason else ground for ground in answer.also)
    return answer._replace(reason=reason, also=also)


def needed(needs: Sequence[str]) -> str:
    """Return on what something depends: every fact, or of many the first, as nobody answers many in one breath."""
    if len(needs) <= MOST_NEEDS:
        return join_and([pgettext("what an answer depends on", "{fact}", fact=need) for need in needs])
    return _("this before anything else: {fact}", fact=needs[0])


def _what_book_says(situation: Situation, book: RuleBook, wording: Wording, answer: Answer) -> Ruling:
    """Return a rule as its sentence, and how sure it is that it is the book's own."""
    sentence = _sentence(answer.key, situation, book, wording)
    reason = f"{sentence} {_source(answer.key, situation, book, wording)}"
    ruling = resting(book, situation, answer.key, answer.verdict, reason)
    return replace(ruling, answer=answer.answer, because=sentence.removesuffix("."), states_rule=True)


def _source(key: str | Reason, situation: Situation, book: RuleBook, wording: Wording) -> str:
    """Return how sure it is that a rule beside the deciding one is the book's own; "" for a reason."""
    if isinstance(key, Reason):
        return ""
    if key in situation.house:
        return _("This table agreed on it.")
    return source_sentence(book, key, _value(situation, book, key), book.basis(key), wording)


def _besides(answer: Answer) -> list[str | Reason]:
    """Return what else had a part, and what was assumed, each once: keys of rules, and reasons."""
    untold = answer.reason is None and not (answer.verdict == "depends" and answer.key == OF_THE_TABLE)
    grounds = (answer.key, *answer.also) if untold else answer.also
    return [also for at, also in enumerate(grounds) if also not in (*grounds[:at], NO_RULE)]


def _sentence(ground: str | Reason, situation: Situation, book: RuleBook, wording: Wording) -> str:
    if isinstance(ground, Reason):
        return reason_sentence(wording, ground)
    return " ".join(wording.sentences(ground, _value(situation, book, ground)))
