"""Rulings: what the rules say about a round that was written down.

A ruling names the rule it rests on, that rule's value, whether the rule book states it, the reason in
one sentence and what could be done instead. The judge has no rules of its own: `play` decides.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from scorekeeper.errors import Reason, Refusal
from scorekeeper.notation import show_action
from scorekeeper.play import options, verify_trains
from scorekeeper.replay import Record, opened, replay
from scorekeeper.round import Round
from scorekeeper.rulebook import Wording, told
from scorekeeper.rules import Basis, RuleBook, Value, plain, value_of, with_changes
from scorekeeper.scoring import score_tiles
from scorekeeper.tiles import show_tiles
from scorekeeper.words import _, listed

Verdict = Literal["legal", "illegal", "depends", "no-rule"]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a recorded round ended, ready to be entered in a game; hands with hidden tiles have no points."""

    ended: Literal["out", "blocked"] | None
    out: str | None
    open_foot: int | None
    hands: Mapping[str, str]
    points: Mapping[str, int]
    yard: int


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
        return _at(state, len(state.history) + 1, _illegal(state, record, ruled, wording, refusal.reason), record)
    if state.doubts:
        return _depends(state, record, ruled, wording)
    return Ruling(
        rules=ruled.id,
        verdict="legal",
        source=_source(ruled, record, None),
        reason=_ending(state),
        result=_result(state),
    )


def _ruling(
    book: RuleBook, record: Record, wording: Wording, reason: Reason, **fields: Any
) -> Ruling:
    """Return a ruling that rests on one reason."""
    return Ruling(
        rules=book.id,
        rule=reason.key,
        value=plain(value_of(book.rules, reason.key)),
        basis=book.basis(reason.key),
        source=_source(book, record, reason.key),
        **{"reason": told(wording, reason), **fields},
    )


def _source(book: RuleBook, record: Record, key: str | None) -> str:
    if key in record.house:
        return _("What this table agreed.")
    return " ".join(book.sources)


def _illegal(
    state: Round, record: Record, book: RuleBook, wording: Wording, reason: Reason
) -> Ruling:
    instead = tuple(show_action(state, action) for action in options(state))
    return _ruling(book, record, wording, reason, verdict="illegal", instead=instead)


def _depends(state: Round, record: Record, book: RuleBook, wording: Wording) -> Ruling:
    at, reasons = state.doubts[0]
    needs = dict.fromkeys(told(wording, reason) for _at, doubts in state.doubts for reason in doubts)
    reason = _("Nothing here is against the rules for certain, but not every hand is known.")
    ruling = _ruling(
        book,
        record,
        wording,
        reasons[0],
        verdict="depends",
        reason=reason,
        needs=tuple(needs),
        result=_result(state),
    )
    return _at(state, at, ruling, record)


def _at(state: Round, at: int, ruling: Ruling, record: Record) -> Ruling:
    return msgspec.structs.replace(ruling, at=at, action=record.actions[at - 1])


def _ending(state: Round) -> str:
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


def _result(state: Round) -> Result:
    outcome = state.outcome
    return Result(
        ended=None if outcome is None else outcome.ended,
        out=None if outcome is None or outcome.out is None else state.name(outcome.out),
        open_foot=None if outcome is None else outcome.open_foot,
        hands={state.name(seat): _hand(state, seat) for seat in range(state.seats)},
        points=_points(state) if outcome is not None else {},
        yard=state.table.yard,
    )


def _hand(state: Round, seat: int) -> str:
    """Return a hand as records write it: known tiles, highest first, then how many are hidden."""
    hand = state.hands[seat]
    hidden = sum(group.size or 0 for group in hand.hidden)
    unknown = ["?"] if hand.size is None else [f"{hidden}?"] if hidden else []
    return " ".join([show_tiles(sorted(hand.known, reverse=True)), *unknown]).strip()


def _points(state: Round) -> dict[str, int]:
    """Return the points of every hand that is wholly known, with what forgotten calls cost."""
    rules, outcome = state.rules, state.outcome
    points = {}
    for seat, hand in enumerate(state.hands):
        out = outcome is not None and outcome.out == seat
        if not hand.hidden:
            points[seat] = rules.scoring.out if out else score_tiles(hand.known, rules).total
    if outcome is not None and outcome.ended == "blocked" and len(points) == state.seats:
        points = _low_hand(points) if rules.scoring.blocked == "low-hand-zero" else points
    times = state.calls.times if state.calls is not None else [0] * state.seats
    return {state.name(seat): found + times[seat] * rules.little.points for seat, found in points.items()}


def _low_hand(points: dict[int, int]) -> dict[int, int]:
    lowest = min(points.values())
    return {seat: 0 if found == lowest else found for seat, found in points.items()}
'''
