"""The judge: rules on a round that was written down, or on a position and a question, under one rule book or all.

It has no rules of its own: the engine decides. What the table had to agree on is tried each way.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from scorekeeper.engine import (
    Reason,
    Refusal,
    State,
    options,
    reason_clause,
    reason_sentence,
    round_result,
    show_action,
    why_not_ruled_on,
)
from scorekeeper.errors import ScorekeeperError
from scorekeeper.judge.actions import since_first_named
from scorekeeper.judge.agreements import LEFT_OPEN, agreement
from scorekeeper.judge.doubts import find_answer
from scorekeeper.judge.questions import find_question
from scorekeeper.judge.ruling import RecordOrSituation, Ruling, UnplayableBook, resting, ruling_of
from scorekeeper.judge.situation import Situation, Verdict
from scorekeeper.round_record import RoundRecord, open_record, replay
from scorekeeper.rules import RuleBook, Value, Wording, value_of, with_house
from scorekeeper.text import _


def rule_on(asked: RecordOrSituation, house: Mapping[str, Value], book: RuleBook, words: Wording) -> Ruling:
    """Rule on a record or a situation under a book and what a table changed in it. Raises ScorekeeperError."""
    if isinstance(asked, RoundRecord):
        return judge_record(asked._replace(house=house), book, words)
    # a situation that stays as it is has what follows from it found only once, for all books
    return judge_situation(asked if asked.house == house else replace(asked, house=house), book, words)


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
    rulings: list[Ruling | UnplayableBook] = []
    for book_id in ids:
        house = {**(asked.house if book_id == asked.rules else {}), **(changes or {})}
        try:
            rulings.append(rule_on(asked, house, books(book_id), words))
        except ScorekeeperError as error:
            rulings.append(UnplayableBook(book_id, str(error)))
    return tuple(rulings)


def judge_record(record: RoundRecord, book: RuleBook, wording: Wording) -> Ruling:
    """Play a record again and rule on the first action that cannot stand, or on the whole round.

    It depends where that turns on what the table had to agree on. Points that turn on it are left out of the result;
    the reason names them. Raises Malformed or Impossible for a record that no ruling can be made on.
    """
    ruled = with_house(book, record.house)
    wording = wording.under(ruled.rules)
    ruling = _judge_played(record, ruled, wording)
    when_it_happens = {key for key in ruled.choices if value_of(ruled.rules, key) == LEFT_OPEN}
    for key in sorted(ruled.to_agree | when_it_happens):
        agreed = agreement(ruled, wording, key, lambda book: _judge_played(record, book, wording))
        if agreed.decides:
            return replace(agreed.dependence(), at=None, action=None, result=None)
        ruling = agreed.without_open_points(ruling)
    return ruling


def _judge_played(record: RoundRecord, ruled: RuleBook, wording: Wording) -> Ruling:
    """Play a record again under rules on which everything was agreed."""
    if (why := why_not_ruled_on(ruled.rules)) is not None:
        return _ruling(ruled, record, wording, why, verdict="no-rule")
    state, actions = open_record(record, ruled.rules)
    try:
        replay(state, actions)
    except Refusal as refusal:
        ruling = _ruling(ruled, record, wording, refusal.reason, verdict="illegal")
        instead = tuple(show_action(state, action) for action in options(state))
        at = len(state.history)
        if refusal.reason.id == "not-on-turn":
            ruling = replace(ruling, reason=since_first_named(state, ruling.reason))
        return replace(ruling, instead=instead, at=at + 1, action=record.actions[at])
    if state.doubts:
        return _depends(state, record, ruled, wording)
    source, result = " ".join(ruled.sources), round_result(state)
    reason = since_first_named(state, _ending(state))
    return Ruling(rules=ruled.id, verdict="legal", source=source, reason=reason, result=result)


def _ruling(
    book: RuleBook, record: RoundRecord, wording: Wording, reason: Reason, verdict: Verdict
) -> Ruling:
    """Return a ruling that rests on one reason."""
    ruling = resting(book, record, reason.key, verdict, reason_sentence(wording, reason))
    return replace(ruling, because=reason_clause(wording, reason))


def _depends(state: State, record: RoundRecord, book: RuleBook, wording: Wording) -> Ruling:
    at, reasons = state.doubts[0]
    sentence = _("Nothing here is against the rules for certain, but not every hand is known.")
    needs = dict.fromkeys(reason_clause(wording, reason) for _at, doubts in state.doubts for reason in doubts)
    return replace(
        resting(book, record, reasons[0].key, "depends", since_first_named(state, sentence)),
        at=at,
        action=record.actions[at - 1],
        needs=tuple(needs),
        result=round_result(state),
    )


def _ending(state: State) -> str:
    """Return how the round ended, or whose turn it is, in one sentence."""
    outcome = state.outcome
    if outcome is None:
        return _("Every action stands, and the round goes on.")
    if outcome.out is not None:
        return _("Every action stands; {player} went out.", player=state.name(outcome.out))
    if outcome.open_foot is None:
        return _("Every action stands; the round is blocked.")
    double = f"{outcome.open_foot}-{outcome.open_foot}"
    return _("Every action stands; the round is blocked, with {double} short of toes.", double=double)


def judge_situation(situation: Situation, book: RuleBook, wording: Wording) -> Ruling:
    """Answer the question about a position under a rule book.

    What nobody knows is tried both ways, and so is what the table had to agree on; where that changes the answer,
    it depends. Raises Impossible for a position that cannot be, with every reason, and for more toes on the start
    than the set has. Whether the set suffices for the deal makes no difference to what lies on the table.
    """
    ruled = with_house(book, situation.house)
    wording = wording.under(ruled.rules)
    if key := situation.question.states:
        situation = replace(situation, question=find_question(wording.settling(key, ruled.rules)))
    return _judge_open(situation, ruled, wording)


def _judge_open(situation: Situation, book: RuleBook, wording: Wording) -> Ruling:
    """Answer the question under each value that the table could have agreed on."""
    key = min(filter(situation.question.turns_on_rule, book.to_agree), default=None)
    if key is None:
        return ruling_of(situation, book, wording, find_answer(situation, book.rules))
    agreed = agreement(book, wording, key, lambda variant: _judge_open(situation, variant, wording))
    if not agreed.decides:
        return agreed.either_way()
    ruling = agreed.dependence()
    if situation.question.states:
        rules = " ".join(_("{sentence}.", sentence=other.because) for other in agreed.rulings)
        besides = _("The table agrees on one of these: {rules}", rules=rules)
        ruling = replace(ruling, outcomes=(), besides=besides)
    return ruling
