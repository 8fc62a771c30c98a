"""Questions about something that happened, told in order: a forgotten call, a wrong tile.

What happened is put before the engine one action after the other. No rule is decided here.
"""

from msgspec.structs import replace

from scorekeeper.engine import (
    Action,
    Dealt,
    State,
    TableCounts,
    do,
    lapse_call,
    parse_action,
    split_mark,
    state_of_table,
)
from scorekeeper.errors import Reason, Refusal
from scorekeeper.judge.conduct import mend
from scorekeeper.judge.finding import Answer
from scorekeeper.judge.position import situation_setup
from scorekeeper.judge.situation import UNKNOWN, Situation
from scorekeeper.rules import Rules

PLENTY = 30
"""More open ends and yard tiles than any round of calls uses up."""


def chickenlittle(situation: Situation, rules: Rules) -> Answer:
    """Return what a player who may have forgotten to call has to suffer."""
    seat = situation.question.seat or 0
    actions = _actions(situation)
    state = _calling(situation, rules, seat, actions)
    refused: Reason | None = None
    for action in actions:
        refused = _follow(state, action) or refused
    calls = state.calls
    if calls is not None and calls.times[seat]:
        return Answer("legal", "little.penalty", rules.little.penalty)
    if calls is None:
        return Answer("legal", "little.mode", "none")
    if refused is not None and refused.key.startswith("little"):
        costs = ("little.penalty",) if refused.id == "still-time" else ()
        return Answer("legal", refused.key, "none", refused, also=costs)
    return Answer("legal", "little.announce" if seat in calls.said else "little.challenge", "none")


def _actions(situation: Situation) -> tuple[Action, ...]:
    return tuple(
        parse_action(split_mark(event)[0], situation.players, situation.set_size)
        for event in situation.question.events
    )


def _calling(situation: Situation, rules: Rules, seat: int, actions: tuple[Action, ...]) -> State:
    """Return a round in which the player comes to the last tile, and all that is done fits."""
    own = [action.kind for action in actions if action.seat == seat and action.kind in ("lay", "draw")]
    lays = "lay" in own
    size = max(1, 2 - own.index("lay")) if lays else 1
    hands = tuple(Dealt((), size) if each == seat else UNKNOWN for each in range(len(situation.players)))
    setup = situation_setup(situation, rules)._replace(hands=hands)
    yard = PLENTY if situation.yard is None else situation.yard
    table = TableCounts(situation.set_size, 0, rules.foot.toes, yard, setup.reserve)
    table.recall(situation.double, 0, None, (), ())
    first = next((action.seat for action in actions if action.kind in ("lay", "draw", "pass")), seat)
    state = state_of_table(setup, table, first)
    if state.calls is not None and not lays:
        state.calls.pending.add(seat)
    return state


def _follow(state: State, action: Action) -> Reason | None:
    """Do what happened, the tile somewhere; return why it could not be, where it could not."""
    fits = action.kind == "lay"
    state.table.ends = [PLENTY if fits else 0] * (state.table.set_size + 1)
    placed = action if action.tile is None or not fits else replace(action, on=action.tile.high)
    try:
        do(state, placed)
    except Refusal as refusal:
        if lapse_call(state, action.seat):
            return _follow(state, action)
        return refusal.reason
    if state.table.foot >= 0:
        state.table.release()
    return None


def misplay(situation: Situation, rules: Rules) -> Answer:
    """Return what is done about the event that is marked as wrong."""
    actions = _actions(situation)
    place = next(place for place, event in enumerate(situation.question.events) if split_mark(event)[1])
    wrong = actions[place]
    found = mend(rules, wrong, actions[place + 1 :])
    reason = None
    if found.key == "conduct.misplay":
        reason = Reason(found.key, found.word, {"player": situation.name(wrong.seat), "tile": wrong.tile})
    return Answer("legal", found.key, found.word, reason, seat=wrong.seat)
