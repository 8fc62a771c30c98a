"""The question what becomes of something that was perhaps wrong: whether it was, and what is done about it.

What happened before it is put before the engine one action after the other, then the engine is asked about it. No
rule is decided here; `conduct` tells what becomes of a wrong action.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from scorekeeper.engine import (
    BIT,
    IN_TURN,
    MARKING,
    Action,
    Dealt,
    FeetTable,
    Reason,
    Refusal,
    Setup,
    State,
    do,
    feet_of,
    options_on_turn,
    state_of_table,
    verify,
)
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.judge.because import may_hold, why_laid
from scorekeeper.judge.earlier_draws import draw_taken_back, instead_of_drawing, verify_draws
from scorekeeper.judge.facts import (
    ENDS,
    EVENTS,
    FOOT,
    HANDS,
    LAID,
    ON_START,
    TOES,
    TURN,
    YARD,
    AskedFact,
    never,
)
from scorekeeper.judge.position import (
    PLENTY,
    in_notation,
    one_fewer,
    situation_setup,
    table_of,
)
from scorekeeper.judge.questions.conduct import Act, Judged, taken_as_wrong, wrong_action
from scorekeeper.judge.questions.events import marked_places, parsed_events
from scorekeeper.judge.questions.plays import may_draw, may_pass, on_open_end, why_instead
from scorekeeper.judge.questions.wrong_start import judge_start, lays_round_double
from scorekeeper.judge.situation import UNKNOWN, Answer, Events, OnStart, Question, Seat, Situation
from scorekeeper.judge.train_facts import FIRST_TURN, OPEN_DOUBLES, TRAINS
from scorekeeper.judge.train_position import (
    anywhere,
    first_turn_differs,
    let_lie,
    train_state,
    trains_at_start,
)
from scorekeeper.judge.train_reasons import on_train, why_closed, why_marked
from scorekeeper.rules import Rules, check_toes, double_is_held, yard_reserve
from scorekeeper.text import _
from scorekeeper.tiles import Tile

_OFTEN = 3
"""How often each number shows on a table of which nobody told the open ends."""


class Misplay(Question, frozen=True, kw_only=True):
    """Whether the event that is marked was wrong, and what is done about it."""

    ask: ClassVar[str] = "misplay"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(EVENTS, needed_unless="on_start"),
        AskedFact(ON_START),
        AskedFact(TURN),
        AskedFact(ENDS),
        AskedFact(FOOT),
        AskedFact(TOES),
        AskedFact(TRAINS),
        AskedFact(OPEN_DOUBLES),
        AskedFact(FIRST_TURN, under=first_turn_differs),
        AskedFact(HANDS),
        AskedFact(YARD),
        AskedFact(LAID, under=never),
    )

    events: Events = ()
    on: OnStart = False
    """Whether it is about the double with which the round began."""
    turn: Seat | None = None
    """Whose turn it was when the marked event happened, where that is told."""

    def __post_init__(self) -> None:
        if not (self.on and not marked_places(self.events)) and len(marked_places(self.events)) != 1:
            raise Malformed(_("Exactly one event is marked with ! as the disputed one."), "events")

    @property
    def before_start(self) -> bool:
        """What is said of the start is about a table on which nothing lies yet."""
        return self.on

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Return the question; the first event is the disputed one unless another is marked. Raises Malformed."""
        events = facts.get("events", ())
        if events and not marked_places(events):
            events = (events[0] + "!", *events[1:])
        return cls(events=events, on=facts.get("on_start", False), turn=facts.get("turn"))

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer nothing if it was not wrong, else a word of the rule of conduct that applies."""
        actions = parsed_events(situation, self.events)
        place = next(iter(marked_places(self.events)), None)
        if self.on or lays_round_double(situation, rules, actions, place):
            return judge_start(situation, rules, actions, place)
        assert place is not None
        act = Act(actions[:place], actions[place], actions[place + 1 :], self.turn)
        if _tells_start(situation, act):
            situation = replace(situation, ends=())
        found = [_found(way, rules, act) for way in _ways(situation, rules, act)]
        wrong = [each.wrong for each in found if each.wrong is not None]
        if len(wrong) == len(found):
            judged = found[0] if len(found) == 1 else found[0]._replace(instead=(), perhaps=None, also=())
            return wrong_action(situation, rules, act, judged)
        right = [each.right for each in found if each.right is not None]
        if len(right) == len(found):
            return right[0]
        if act.disputed.kind in IN_TURN and _nothing_told(situation):
            return taken_as_wrong(situation, rules, act)
        return Answer("depends", _doubtful_key(act.disputed), needs=_needs(situation, found))


def _nothing_told(situation: Situation) -> bool:
    """Whether nobody said anything of the table, the yard or the hands."""
    table = situation.begun or situation.ends is not None or situation.yard is not None
    return not table and all(hand == UNKNOWN for hand in situation.hands)


def _tells_start(situation: Situation, act: Act) -> bool:
    """Whether the events begin with the starting double, so that they tell all that lies on the table."""
    double = situation.starting_double
    told = situation.lies_besides(double) or bool(situation.trains)
    return not told and any(action.kind == "lay" and action.tile == double for action in act.before)


def _ways(situation: Situation, rules: Rules, act: Act) -> Iterator[Situation]:
    """Yield the table in each way in which what nobody told of it can be."""
    every = tuple(range(situation.set_size + 1)) * _OFTEN
    kept = yard_reserve(rules, len(situation.players))
    yards = (kept + PLENTY, kept) if act.disputed.kind == "pass" else (kept + PLENTY,)
    for ends in (every, ()) if situation.ends is None and not rules.layout.owned_ends else (situation.ends,):
        for yard in yards if situation.yard is None else (situation.yard,):
            yield replace(situation, ends=ends, yard=yard)


def _found(situation: Situation, rules: Rules, act: Act) -> Judged:
    """Return what the engine says of the disputed action on a table that is known."""
    state = _state(situation, rules, act)
    for action in act.before:
        _let_happen(state, action)
    if act.turn not in (None, state.turn):
        state.turn, state.drawn, state.drawn_tile, state.played = act.turn or 0, 0, None, False
    action = _placed(state, act.disputed)
    _check_draw(state, action)
    try:
        _verify_off_table(state, action)
        needs = verify(state, action)
        if action.kind in ("draw", "pass"):
            needs = (*verify_draws(state, action.seat), *needs)
    except Refusal as refusal:
        if refusal.rule == "yard.empty" and refusal.reason.id == "nothing-left":
            raise Impossible(
                _("{player} cannot have drawn: the yard is said to be empty.", player=state.name(action.seat))
            ) from None
        return _judged_wrong(state, action, refusal.reason)
    return Judged(needs=needs) if needs else Judged(right=_right(state, action, situation.toes is not None))


def _judged_wrong(state: State, action: Action, why: Reason) -> Judged:
    """Return that an action was wrong, and what can be done once it, and a wrong draw before it, are taken back."""
    seat, tile = action.seat, action.tile
    if why.id == "up-again":
        why = why_marked(state, seat)
    before = state.copy()
    if action.kind == "lay" and tile is not None:
        _show_tile(before, seat, tile)
    drew = _drew_though_able(before)
    if drew is None:
        own = options_on_turn(before)
        instead, also = in_notation(before, own), why_instead(before, own)
        perhaps = may_hold(before, seat, own)
        return Judged(wrong=why, instead=instead, perhaps=perhaps, due=_due(state, action), also=also)
    also = tuple(reason for reason in (drew, draw_taken_back(before, before.turn)) if reason != why)
    instead = instead_of_drawing(before, before.turn)
    return Judged(wrong=why, instead=instead, due=_due(state, action), also=also)


def _drew_though_able(state: State) -> Reason | None:
    """Return why the draw that the player on turn has made was wrong, where a tile would have fitted instead."""
    if state.outcome is not None or not state.drawn:
        return None
    try:
        verify_draws(state, state.turn)
    except Refusal as refusal:
        return refusal.reason if refusal.rule == "turn.must_play" else None
    return None


def _show_tile(state: State, seat: int, tile: Tile) -> None:
    """Note that a player holds the tile that was wrongly laid, where that can be."""
    hand = state.hands[seat]
    if hand.hidden and not state.table.lies(tile) and not any(each.knows(tile) for each in state.hands):
        one_fewer(hand)
        hand.draw(tile)


def _due(state: State, action: Action) -> int | None:
    """Return whose turn it is where the action is taken back; None where the round is over."""
    if state.outcome is not None:
        return None
    return action.seat if state.turn < 0 else state.turn


def _verify_off_table(state: State, action: Action) -> None:
    """Raise Refusal for a tile that lies on the table, which nobody can lay once more."""
    if action.kind == "lay" and action.tile is not None and state.table.lies(action.tile):
        raise Refusal("conduct.misplay", "on-table", player=state.name(action.seat), tile=action.tile)


def _check_draw(state: State, action: Action) -> None:
    """Raise Impossible for a drawn tile that was not in the yard."""
    if action.kind != "draw" or action.tile is None:
        return
    facts = {"player": state.name(action.seat), "tile": action.tile}
    if action.tile is not None and state.table.lies(action.tile):
        raise Impossible(_("{player} cannot have drawn {tile}: it is on the table.", **facts))
    if any(action.tile in hand.known for seat, hand in enumerate(state.hands) if seat != action.seat):
        raise Impossible(_("{player} cannot have drawn {tile}: another hand has it.", **facts))


def _state(situation: Situation, rules: Rules, act: Act) -> State:
    """Return the round as it was before the first event."""
    actions = (*act.before, act.disputed)
    first = next((action.seat for action in actions if action.kind in IN_TURN), act.disputed.seat)
    setup = situation_setup(situation, rules)._replace(hands=_hands(situation, act))
    if rules.has_trains:
        at_start = _tells_start(situation, act)
        state = trains_at_start(setup, first) if at_start else train_state(situation, setup)
        state.turn = first
        return state
    if _tells_start(situation, act):
        return _at_start(situation, setup, first)
    table = table_of(situation, rules)
    state = state_of_table(setup, table, first)
    table.give_up(state)
    return state


def _at_start(situation: Situation, setup: Setup, first: int) -> State:
    """Return the round before its double was laid; where it is laid out beforehand, any player may begin."""
    rules = setup.rules
    toes = check_toes(rules, situation.set_size, len(situation.players))
    table = FeetTable(setup, toes, ())
    if double_is_held(rules):
        return state_of_table(setup, table, first)
    table.begin(situation.began_with)
    return state_of_table(setup, table, setup.starter)


def _hands(situation: Situation, act: Act) -> tuple[Dealt, ...]:
    """Return the hands before the first event: with tiles laid later, without those drawn later.

    Whether the player had the disputed tile is for the engine to say.
    """
    hands = list(situation.hands)
    drew = set()
    for action in (*act.before, act.disputed, *act.after):
        known, hidden = hands[action.seat]
        tile = action.tile
        if action.kind == "draw":
            drew.add(action.seat)
            hands[action.seat] = Dealt(tuple(each for each in known if each != tile), hidden)
        elif action is act.disputed or tile is None:
            continue
        elif action.kind == "lay" and tile not in known and action.seat not in drew:
            hands[action.seat] = Dealt((*known, tile), max(0, hidden - 1) if hidden else hidden)
    return tuple(hands)


def _let_happen(state: State, action: Action) -> None:
    """Do what nobody disputes; where the rules forbid it, at least whose turn it is."""
    seat = action.seat
    trains = state.rules.has_trains
    if action.kind == "lay" and action.tile is not None and not trains:
        _let_double_fit(state, action.tile)
    try:
        do(state, _placed(state, action))
    except (Refusal, Malformed):
        _let_turn_pass(state, action)
        if trains:
            let_lie(state, action)
    if action.kind == "lay" and action.tile is not None:
        state.hands[seat].lose(action.tile)
        state.table.lying |= BIT[action.tile]


def _let_turn_pass(state: State, action: Action) -> None:
    """Do of a forbidden action that happened what is certain: whose turn it is then, and what was drawn."""
    seat, drew = action.seat, action.kind == "draw"
    if action.kind in IN_TURN:
        before = state.drawn if state.turn == seat else 0
        state.turn = seat if drew else state.next_seat(seat)
        state.drawn, state.drawn_tile, state.played = (
            before + 1 if drew else 0,
            action.tile if drew else None,
            False,
        )
    if drew:
        state.hands[seat].draw(action.tile)


def _let_double_fit(state: State, tile: Tile) -> None:
    """Let a double that nobody disputes find an end of its number, so that it needs its toes."""
    table = feet_of(state)
    if tile.is_double and state.started and table.bound < 0 and not state.table.lies(tile):
        table.set_ends(tile.high, max(1, table.ends[tile.high]))


def _placed(state: State, action: Action) -> Action:
    """Return the action with the number on which its tile is laid, as far as that is known."""
    tile, table = action.tile, state.table
    if action.kind != "lay" or tile is None:
        return action
    if state.rules.has_trains and action.on is None:
        return replace(action, on=anywhere(state, action.seat, tile))
    if isinstance(action.on, Tile):
        return replace(action, on=_number_of(action.on, tile, table.double))
    return replace(action, on=tile.high) if table.bound < 0 and table.takes(tile.high) else action


def _number_of(place: Tile, tile: Tile, start: int) -> int:
    """Return the number of a place to which a tile is joined."""
    if place.high < 0:
        return start
    return place.low if tile.shows(place.low) and not tile.shows(place.high) else place.high


def _right(state: State, action: Action, toes_told: bool) -> Answer:
    """Return that the action stood, with what shows it."""
    seat, tile = action.seat, action.tile
    if action.kind == "draw":
        return may_draw(state, seat)._replace(seat=seat)
    if action.kind == "pass":
        return may_pass(state, seat)._replace(seat=seat)
    if action.kind in MARKING:
        return _marked_rightly(state, action)
    if tile is None:
        return Answer("legal", "little.mode", seat=seat)
    if state.drawn:
        fits = Reason("turn.drawn_tile", "fits", {"tile": tile})
        return Answer("legal", fits.key, reason=fits, seat=seat, also=(fits.key,))
    if state.rules.has_trains:
        return on_train(state, action, tile)._replace(seat=seat)
    fits = why_laid(state, seat, tile, action.on if isinstance(action.on, int) else None)
    return on_open_end(state, fits, toes_told)._replace(seat=seat)


def _marked_rightly(state: State, action: Action) -> Answer:
    """Return that a marker stands as the rules have it."""
    facts = {"player": state.name(action.seat)}
    if action.kind == "marks":
        return Answer(
            "legal",
            "trains.marker_on",
            reason=Reason("trains.marker_on", "marker-due", facts),
            seat=action.seat,
        )
    reason = why_closed(state, action.seat, None)
    return Answer("legal", reason.key, reason=reason, seat=action.seat)


def _needs(situation: Situation, found: list[Judged]) -> tuple[Reason, ...]:
    """Return what would settle whether the action was wrong."""
    needs = [reason for each in found for reason in each.needs]
    if situation.ends is None and situation.trains is None:
        return (
            Reason("conduct.misplay", "needs-ends", {}),
            *(each for each in needs if "numbers" not in each.facts),
        )
    if situation.yard is None and len(found) > 1:
        needs.insert(0, Reason("yard.empty", "needs-yard", {}))
    return tuple(needs)


def _doubtful_key(action: Action) -> str:
    """Return the rule about an action of which nobody can tell whether it was wrong."""
    if action.kind in MARKING:
        return "trains.marker_on"
    if action.kind not in IN_TURN:
        return "little.mode"
    return "conduct.misplay" if action.kind == "lay" else "conduct.able_pass"
