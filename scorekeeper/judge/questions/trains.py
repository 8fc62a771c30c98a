"""Questions that only a round of trains has: whether a train is open to others, and which double must be covered."""

from scorekeeper.engine import Reason, Refusal, do, doubles_to_cover, train_word, trains_of
from scorekeeper.judge import because
from scorekeeper.judge.actions import describe_action
from scorekeeper.judge.position import state_of, turn_of
from scorekeeper.judge.situation import Answer, Situation, decide, depending
from scorekeeper.rules import Rules


def is_marked(situation: Situation, rules: Rules) -> Answer:
    """Answer `open` or `closed`, or that one of the events was against the rules."""
    state, seat = state_of(situation, rules), situation.seat or 0
    told = state.table.marked(seat)
    for action, _wrong in situation.events:
        state.turn = action.seat if not state.history else state.turn
        try:
            do(state, action)
        except Refusal as refusal:
            facts = {"deed": describe_action(action, situation.players)}
            deed = Reason("trains.marker_on", "not-allowed", facts)
            return Answer("illegal", refusal.rule, reason=deed, also=(refusal.reason,))
    marked = state.table.marked(seat)
    shows = Reason("trains.marker_on", "marker-shows", {})
    closed = (Reason("trains.ownership", "but-double", {}),) if state.strict and not marked else ()
    if marked is None:
        need = because.why_unsure(state, seat, told)
        for _need, yes in situation.known:
            marked = yes == (need.key == "trains.marker_on")
            return Answer("legal", need.key, "open" if marked else "closed")
        return depending("trains.marker_on", need)._replace(also=(shows, *closed))
    if not marked:
        reason = because.why_closed(state, seat, told)
    elif told is True and not because.played_on_own(state, seat):
        reason = Reason("trains.marker_off", "is-up", {"player": situation.name(seat)})
    else:
        reason = because.why_marked(state, seat)
    return decide(reason, reason.key, shows, *closed, answer="open" if marked else "closed")


def to_cover(situation: Situation, rules: Rules) -> Answer:
    """Answer the train whose double the player must cover now, or `nobody-bound`."""
    state, seat = turn_of(situation, rules), situation.seat or 0
    trains, binds = trains_of(state), because.why_must_cover(state, seat)
    if binds is None:
        none_open = because.why_none_open(situation, state)
        free = because.why_unbound(state, seat) if trains.open else none_open
        return decide(free, free.key, answer="nobody-bound")
    doubles = doubles_to_cover(state, trains, seat)
    named = tuple(dict.fromkeys(train_word(each.train, situation.players) for each in doubles))
    reason = next(iter(because.why_first(state, seat)), binds)
    answer = named[0] if len(named) == 1 else named
    return Answer("legal", reason.key, answer, reason, also=(reason.key, binds.key), phrase="train")
