"""Rulings: what the rules say about a round that was written down.

A ruling names the rule it rests on, that rule's value, whether the rule book states it, the reason in
one sentence and what could be done instead. The judge has no rules of its own: `play` decides.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from scorekeeper.errors import Reason, Refusal
from scorekeeper.notation import show_action
from scorekeeper.play import options, verify_trains
from scorekeeper.replay import Record, opened, replay
from scorekeeper.result import Result, result_of
from scorekeeper.rulebook import Wording
from scorekeeper.rules import Basis, RuleBook, Value, at_table, plain, value_of, with_changes
from scorekeeper.saying import told
from scorekeeper.state import State
from scorekeeper.words import _

Verdict = Literal["legal", "illegal", "depends", "no-rule"]


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling under one rule book; the fields are those that `judge --json` prints."""

    rules: str
    verdict: Verdict
    answer: str | int | None = None
    rule: str | None = None
    value: Value = None
    basis: Basis | None = None
    source: str
    reason: str
    instead: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    at: int | None = None
    action: str | None = None
    result: Result | None = None


def with_house(book: RuleBook, house: Mapping[str, Value]) -> RuleBook:
    """Return the book with a table's own rules in it; for those the table itself is the source."""
    own = frozenset(house)
    return msgspec.structs.replace(
        book,
        rules=with_changes(book.rules, house),
        stated=book.stated | own,
        inferred=book.inferred - own,
        ambiguous=book.ambiguous - own,
    )


def judge_record(record: Record, book: RuleBook, wording: Wording) -> Ruling:
    """Play a record again and rule on the first action that cannot stand, or on the whole round.

    Raises Malformed or Impossible for a record that no ruling can be made on.
    """
    ruled = with_house(book, record.house)
    try:
        verify_trains(ruled.rules)
    except Refusal as refusal:
        return _ruling(ruled, record, wording, refusal.reason, verdict="no-rule")
    state, actions = opened(record, ruled.rules)
    try:
        replay(state, actions)
    except Refusal as refusal:
        ruling = _ruling(ruled, record, wording, refusal.reason, verdict="illegal")
        instead = tuple(show_action(state, action) for action in options(state))
        return _at(msgspec.structs.replace(ruling, instead=instead), len(state.history) + 1, record)
    if state.doubts:
        return _depends(state, record, ruled, wording)
    return Ruling(
        rules=ruled.id,
        verdict="legal",
        source=_sources(ruled),
        reason=_ending(state),
        result=result_of(state),
    )


def _ruling(book: RuleBook, record: Record, wording: Wording, reason: Reason, verdict: Verdict) -> Ruling:
    """Return a ruling that rests on one reason."""
    key = reason.key
    return Ruling(
        rules=book.id,
        verdict=verdict,
        rule=key,
        value=_value(record, book, key),
        basis=book.basis(key),
        source=_("What this table agreed.") if key in record.house else _sources(book),
        reason=told(wording, reason),
    )


def _value(record: Record, book: RuleBook, key: str) -> Value:
    """Return a rule's value; of a table by sets or players the row that serves this table."""
    return plain(at_table(key, value_of(book.rules, key), record.set_size, len(record.players)))


def _sources(book: RuleBook) -> str:
    return " ".join(book.sources)


def _depends(state: State, record: Record, book: RuleBook, wording: Wording) -> Ruling:
    at, reasons = state.doubts[0]
    needs = dict.fromkeys(told(wording, reason) for _at, doubts in state.doubts for reason in doubts)
    ruling = msgspec.structs.replace(
        _ruling(book, record, wording, reasons[0], verdict="depends"),
        reason=_("Nothing here is against the rules for certain, but not every hand is known."),
        needs=tuple(needs),
        result=result_of(state),
    )
    return _at(ruling, at, record)


def _at(ruling: Ruling, at: int, record: Record) -> Ruling:
    return msgspec.structs.replace(ruling, at=at, action=record.actions[at - 1])


def _ending(state: State) -> str:
    """Return how the round ended, or whose turn it is, in one sentence."""
    outcome = state.outcome
    if outcome is None:
        return _("Every action stands, and the round goes on.")
    if outcome.out is not None:
        return _("Every action stands; {player} went out.").format(player=state.name(outcome.out))
    if outcome.open_foot is None:
        return _("Every action stands; the round is blocked.")
    return _("Every action stands; the round is blocked, with {double} short of toes.").format(
        double=f"{outcome.open_foot}-{outcome.open_foot}"
    )
