"""Questions that only a round of trains has: whether a train is open to others, and which double must be covered."""

from typing import ClassVar, Literal

from scorekeeper.engine import (
    Reason,
    Refusal,
    State,
    do,
    doubles_to_cover,
    parse_action,
    train_word,
    trains_of,
)
from scorekeeper.judge.facts import (
    EVENTS,
    HANDS,
    LAID,
    PLAYER,
    YARD,
    AskedFact,
    Words,
    describe_action,
    never,
)
from scorekeeper.judge.position import state_of, turn_of
from scorekeeper.judge.situation import Answer, Events, Question, Seat, Situation
from scorekeeper.judge.train_facts import FIRST_TURN, LAID_NOW, OPEN_DOUBLES, TRAINS
from scorekeeper.judge.train_position import (
    first_turn_differs,
    trains_can_die,
)
from scorekeeper.judge.train_reasons import (
    played_on_own,
    why_closed,
    why_first,
    why_marked,
    why_must_cover,
    why_unbound,
    why_unsure,
)
from scorekeeper.rules import LayoutName, Rules
from scorekeeper.text import N_
from scorekeeper.tiles import Tile

_WHOSE_WORDS: Words = (N_("Whose train"), N_("The player whose train it is; the first letters will do."))
_EVENT_WORDS: Words = (
    N_("What happened"),
    N_("One thing a line, in order: {one} 8-2 on public; {one} pass. Empty: nothing since."),
)


class Marker(Question, frozen=True, kw_only=True):
    """Whether others may play on a player's train now."""

    ask: ClassVar[str] = "marker"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True, words=_WHOSE_WORDS),
        AskedFact(EVENTS, words=_EVENT_WORDS),
        AskedFact(TRAINS),
        AskedFact(OPEN_DOUBLES),
        AskedFact(FIRST_TURN, under=first_turn_differs),
        AskedFact(LAID_NOW),
        AskedFact(HANDS, under=lambda rules: rules.trains.marker_on == "own-blocked"),
        AskedFact(YARD, under=never),
        AskedFact(LAID, under=never),
    )
    layout: ClassVar[Literal["", LayoutName]] = "trains"
    yes_and_no: ClassVar[tuple[str, ...]] = ("open", "closed")

    seat: Seat
    events: Events = ()

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer `open` or `closed`, or that one of the events was against the rules."""
        state = state_of(situation, rules)
        told = state.table.marked(self.seat)
        for event in self.events:
            action = parse_action(event, situation.players, situation.set_size)
            state.turn = action.seat if not state.history else state.turn
            try:
                do(state, action)
            except Refusal as refusal:
                deed = Reason(
                    "trains.marker_on", "not-allowed", {"deed": describe_action(action, situation.players)}
                )
                return Answer("illegal", refusal.rule, reason=deed, also=(refusal.reason,))
        marked = state.table.marked(self.seat)
        facts = {"player": situation.name(self.seat)}
        if marked is None:
            return Answer("depends", "trains.marker_on", needs=(why_unsure(state, self.seat, told),))
        if not marked:
            reason = why_closed(state, self.seat, told)
        elif told is True and not played_on_own(state, self.seat):
            reason = Reason("trains.marker_off", "is-up", facts)
        else:
            reason = why_marked(state, self.seat)
        return Answer("legal", reason.key, "open" if marked else "closed", reason, also=(reason.key,))


class Cover(Question, frozen=True, kw_only=True):
    """Which train's double a player must cover now."""

    ask: ClassVar[str] = "cover"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(OPEN_DOUBLES),
        AskedFact(FIRST_TURN, under=first_turn_differs),
        AskedFact(LAID_NOW),
        AskedFact(TRAINS, under=lambda rules: rules.trains.elsewhere == "own-started"),
        AskedFact(LAID, under=trains_can_die),
        AskedFact(YARD, under=never),
        AskedFact(HANDS, under=never),
    )
    layout: ClassVar[Literal["", LayoutName]] = "trains"
    turns_on_ends: ClassVar[bool] = True

    seat: Seat

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the train, or `nobody-bound`."""
        state = turn_of(situation, rules)
        trains = trains_of(state)
        binds = why_must_cover(state, self.seat)
        if binds is None:
            free = why_unbound(state, self.seat) if trains.open else _why_none_open(situation, state)
            return Answer("legal", free.key, "nobody-bound", free, also=(free.key,))
        named = tuple(
            dict.fromkeys(
                train_word(each.train, situation.players)
                for each in doubles_to_cover(state, trains, self.seat)
            )
        )
        reason = next(iter(why_first(state, self.seat)), binds)
        return Answer("legal", binds.key, named[0] if len(named) == 1 else named, reason, also=(binds.key,))


def _why_none_open(situation: Situation, state: State) -> Reason:
    """Return that no double is open, or that nobody can cover the one that was told, as all its tiles are laid."""
    if not (state.strict and situation.open_doubles):
        return Reason("foot.lock", "none-open", {})
    number = situation.open_doubles[0].number
    facts = {"double": Tile(number, number), "number": number}
    return Reason("foot.uncloseable", "all-laid", facts)
