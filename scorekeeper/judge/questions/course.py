"""What happened before a disputed action, put before the engine one action after the other.

What nobody disputes happens even where the rules forbid it. Raises Impossible for a course that cannot have been.
"""

from msgspec.structs import replace

from scorekeeper.engine import (
    BIT,
    IN_TURN,
    Action,
    Dealt,
    FeetTable,
    Refusal,
    State,
    Train,
    do,
    state_of_table,
    trains_of,
)
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.judge import position
from scorekeeper.judge.actions import describe_action
from scorekeeper.judge.questions.conduct import Act
from scorekeeper.judge.situation import Situation
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile


def tells_start(situation: Situation, act: Act) -> bool:
    """Whether the events begin with the starting double, so that they tell all that lies on the table."""
    double = situation.starting_double
    known = situation.lies_besides(double) or bool(situation.trains)
    return not known and any(action.kind == "lay" and action.tile == double for action in act.before)


def state_at(situation: Situation, rules: Rules, act: Act) -> State:
    """Return the round as the disputed action finds it."""
    state = _state_before(situation, rules, act)
    for action in act.before:
        _let_happen(state, action)
    if situation.turn not in (None, state.turn):
        _check_turn(state, act, situation.turn or 0)
        state.give_turn(situation.turn or 0)
    return state


def _state_before(situation: Situation, rules: Rules, act: Act) -> State:
    """Return the round as it was before the first event."""
    actions, at_start = (*act.before, act.disputed), tells_start(situation, act)
    first = next((action.seat for action in actions if action.kind in IN_TURN), act.disputed.seat)
    setup = position.situation_setup(situation, rules)._replace(hands=_hands(situation, act))
    if at_start and not rules.layout.owned_ends and not double_is_held(rules):
        first = setup.starter  # the double is laid out beforehand, and any player may begin
    if at_start:
        return position.at_start(setup, first)
    if rules.layout.owned_ends:
        return state_of_table(setup, position.trains_told(situation, setup, situation.on_table), first)
    table = position.table_of(situation, setup)
    state = state_of_table(setup, table, first)
    table.give_up(state)
    return state


def _hands(situation: Situation, act: Act) -> tuple[Dealt, ...]:
    """Return the hands before the first event: with tiles laid later, without those drawn later.

    Whether the player had the disputed tile is for the engine to say.
    """
    hands, drew = list(situation.hands), set[int]()
    for action in (*act.before, act.disputed, *act.after):
        known, hidden = hands[action.seat]
        tile = action.tile
        if action.kind == "draw":
            drew.add(action.seat)
            hands[action.seat] = Dealt(tuple(held for held in known if held != tile), hidden)
        elif action is act.disputed or tile is None:
            continue
        elif action.kind == "lay" and tile not in known and action.seat not in drew:
            hands[action.seat] = Dealt((*known, tile), max(0, hidden - 1) if hidden else hidden)
    return tuple(hands)


def _let_happen(state: State, action: Action) -> None:
    """Do what nobody disputes; where the rules forbid it, at least whose turn it is."""
    trains, laid = state.rules.layout.owned_ends, action.tile if action.kind == "lay" else None
    if trains and state.started and laid == Tile(state.double, state.double):
        state.history.append(action)  # it was laid out before the deal
        return
    table = state.table
    double = laid if laid is not None and laid.is_double and state.started else None
    if double is not None and isinstance(table, FeetTable) and table.bound < 0 and not table.lies(double):
        table.set_ends(double.high, max(1, table.ends[double.high]))  # it finds an end, and needs its toes
    try:
        do(state, placed(state, action))
    except (Refusal, Malformed):
        _let_turn_pass(state, action)
        if trains and laid is not None and isinstance(action.on, Train):
            trains_of(state).let_lie(state, laid, action.on)
    if laid is not None:
        state.hands[action.seat].mask &= ~BIT[laid]
        state.table.lying |= BIT[laid]


def _let_turn_pass(state: State, action: Action) -> None:
    """Do of a forbidden action that happened what is certain: whose turn it is then, and what was drawn."""
    seat, drew = action.seat, action.kind == "draw"
    if action.kind not in IN_TURN:
        return
    before = state.drawn if state.turn == seat else 0
    goes_on = drew and state.rules.turn.drawn_tile != "may-not-play"
    state.give_turn(seat if goes_on else (seat + 1) % state.seats)
    if drew:
        state.drawn, state.drawn_tile = before + 1, action.tile
        state.hands[seat].draw(action.tile)


def placed(state: State, action: Action) -> Action:
    """Return the action with the number on which its tile is laid, as far as that is known."""
    tile, table = action.tile, state.table
    if action.kind != "lay" or tile is None:
        return action
    if state.rules.layout.owned_ends and action.on is None:
        return replace(action, on=position.anywhere(state, action.seat, tile))
    if isinstance(action.on, Tile):
        high, low = action.on.high, action.on.low
        joined = low if tile.shows(low) and not tile.shows(high) else high
        return replace(action, on=table.double if high < 0 else joined)
    free = action.on is None and table.bound < 0
    return replace(action, on=tile.high) if free and table.takes(tile.high) else action


def _check_turn(state: State, act: Act, turn: int) -> None:
    """Raise Impossible where it is told to be the turn of somebody whose turn has just ended with a tile."""
    last = next((action for action in reversed(act.before) if action.kind in IN_TURN), None)
    if last is not None and (last.seat, last.kind) == (turn, "lay"):
        sentence = N_(
            "{deed}, so the next turn was {next}'s and not {player}'s; correct whose turn it was, or add what "
            "happened in between."
        )
        facts = {"deed": describe_action(last, state.setup.players), "player": state.name(turn)}
        raise Impossible(_(sentence, next=state.name(state.turn), **facts))


def check_draw(state: State, action: Action) -> None:
    """Raise Impossible for a drawn tile that was not in the yard."""
    if action.kind != "draw" or action.tile is None:
        return
    facts = {"player": state.name(action.seat), "tile": action.tile}
    if state.table.lies(action.tile):
        raise Impossible(_("{player} cannot have drawn {tile}: it is on the table.", **facts))
    if any(action.tile in hand.known for seat, hand in enumerate(state.hands) if seat != action.seat):
        raise Impossible(_("{player} cannot have drawn {tile}: another hand has it.", **facts))
