"""Playing a round: may this action be done, why not, do it, and what else could be done.

`verify` raises the Refusal, `can` is verify wrapped, `do` verifies first: there is no way round the
rules. An action that the known hands neither allow nor forbid is done; the questions on which it depends are stored
in `doubts`, and what it shows about the player's hand is used from then on.
"""

from scorekeeper.engine.actions import (
    IN_TURN,
    MARKING,
    NONE,
    PUBLIC,
    Action,
    Train,
    draw_tile,
    lay_tile,
    pass_turn,
)
from scorekeeper.engine.base_state import BaseState, Joint, Outcome
from scorekeeper.engine.chickenlittle import (
    after_draw,
    after_lay,
    after_turn,
    before_action,
    do_challenge,
    do_little,
    owes,
    pay,
    served,
    verify_challenge,
    verify_little,
)
from scorekeeper.engine.explorer import explore, surely
from scorekeeper.engine.opening import do_seek, do_start
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import ANYBODY
from scorekeeper.engine.turns import legal_lays, must_lay, verify_draw, verify_lay, verify_pass
from scorekeeper.errors import Malformed, short
from scorekeeper.text import _
from scorekeeper.tiles import Tile, check_tile, set_name


def verify(state: BaseState, action: Action) -> tuple[Reason, ...]:
    """Return the questions on which it depends that the action stands; none where it stands.

    Raises Refusal where it cannot stand, Malformed where the place has to be named.
    """
    return explore(_verify, as_found(state, action), action)[1]


def as_found(state: BaseState, action: Action) -> BaseState:
    """Return the round as an action finds it: where a turn gives way to the next player, it has ended."""
    if action.seat == state.turn or not _ends_turn(state, action):
        return state
    return _moved_on(state)


def _moved_on(state: BaseState) -> BaseState:
    """Return the round as it is once the turn ends, to be asked and not to be played on."""
    moved_on = state.for_next_turn()
    end_turn(moved_on, state.turn)
    return moved_on


def _ends_turn(state: BaseState, action: Action) -> bool:
    """Whether the next player's action shows that a turn is over that needed no more tiles."""
    acts = action.kind in IN_TURN and state.outcome is None and state.turn >= 0
    return acts and action.seat == state.next_seat(state.turn) and state.places.gives_way(state)


def _verify(state: BaseState, action: Action) -> Joint | None:
    """Return how a tile is joined, where one is laid. Raises Refusal unless the action may be done."""
    kind = action.kind
    if state.outcome is not None and kind not in MARKING:
        raise _over(state, state.outcome, action)
    if kind == "lay":
        return verify_lay(state, action)
    if kind == "draw":
        verify_draw(state, action)
    elif kind == "pass":
        verify_pass(state, action)
    elif kind == "little":
        verify_little(state, action.seat)
    elif kind == "challenge":
        verify_challenge(state, action)
    else:
        state.places.verify_mark(state, action)
    return None


def check_action(state: BaseState, action: Action) -> None:
    """Raise Malformed for a seat, a tile or a number that is not in the game.

    For actions that a program makes; those that are parsed name nothing else.
    """
    _check_seat(state, action.seat)
    tile, highest = action.tile, state.table.set_size
    if tile is not None:
        check_tile(tile)
        if tile[0] > highest or tile[1] < 0:
            raise _not_in_set(tile, highest)
    if action.on is not None:
        _check_place(state, action.on)
    if action.other is not None:
        _check_seat(state, action.other)


def _check_seat(state: BaseState, seat: object) -> None:
    if not isinstance(seat, int):
        raise Malformed(_("{found} is not a seat; seats are numbers that count from 0.", found=short(seat)))
    if not 0 <= seat < state.seats:
        raise Malformed(
            _("Nobody sits in seat {seat}; seats are 0 to {last}.", seat=seat, last=state.seats - 1)
        )


def _not_in_set(tile: Tile, highest: int) -> Malformed:
    return Malformed(
        _(
            "“{token}” is not in a {name} set, whose highest number is {highest}.",
            token=str(tile),
            name=set_name(highest),
            highest=highest,
        )
    )


def _check_place(state: BaseState, on: Tile | Train | int) -> None:
    highest = state.table.set_size
    if isinstance(on, Train):
        if on.owner != PUBLIC:
            _check_seat(state, on.owner)
    elif not isinstance(on, int):
        check_tile(on)
    elif not 0 <= on <= highest:
        raise Malformed(
            _("No tile of this set shows {number}; use 0 to {highest}.", number=on, highest=highest)
        )


def _over(state: BaseState, outcome: Outcome, action: Action) -> Refusal:
    player = state.name(action.seat)
    if outcome.out is None:
        return Refusal(outcome.rule, "over", player=player)
    return Refusal(outcome.rule, "over", player=player, out=state.name(outcome.out))


def can(state: BaseState, action: Action) -> bool:
    """Whether the action can stand, for all that is known."""
    try:
        return surely(_verify, as_found(state, action), action)
    except Malformed:
        return False


def do(state: BaseState, action: Action) -> tuple[Reason, ...]:
    """Verify the action and carry it out; returns and raises as `verify`."""
    if action.seat != state.turn and _ends_turn(state, action):
        verify(state, action)
        end_turn(state, state.turn)
    if action.kind == "draw" and state.outcome is None:
        action = _with_tile(state, action)
    joint, questions = explore(_verify, state, action)
    _carry_out(state, action, joint)
    if questions:
        state.doubts.append((len(state.history), questions))
    return questions


def do_listed(state: BaseState, action: Action) -> None:
    """Carry out what `options_on_turn` has just listed, so that it need not be verified again."""
    joint = None
    if action.kind == "draw":
        action = _with_tile(state, action)
    elif action.tile is not None:
        begins = (action.tile, NONE, None, NONE)
        joint = state.places.listed_joint(state, action, action.tile) if state.started else begins
    _carry_out(state, action, joint)


def _carry_out(state: BaseState, action: Action, joint: Joint | None) -> None:
    state.legal = None
    if joint is not None:
        _do_lay(state, action, joint)
    elif action.kind == "draw":
        _do_draw(state, action)
    elif action.kind == "pass":
        _do_pass(state, action)
    elif action.kind == "little":
        do_little(state, action.seat)
    elif action.kind == "challenge":
        do_challenge(state, action)
    state.history.append(action)


def _do_lay(state: BaseState, action: Action, joint: Joint) -> None:
    tile, number, _place, _train = joint
    seat = action.seat
    if state.calls is not None:
        before_action(state, state.calls, action)
    state.ended_by_draw = NONE
    if number >= 0:
        _join(state, action, joint)
    elif state.started:
        _lay_out(state, seat)
        return
    else:
        do_start(state, seat, tile)
    if state.calls is not None:
        after_lay(state, state.calls, seat)
    state.places.settle(state, seat, tile[0] == tile[1])


def _join(state: BaseState, action: Action, joint: Joint) -> None:
    seat = action.seat
    state.give_up(seat, joint[0])
    state.turn = seat
    state.played = True
    if state.passed:
        state.passed.clear()
    state.places.join(state, action, joint)


def _lay_out(state: BaseState, seat: int) -> None:
    """Name the starting double that lies there already: nobody's turn, unless it is meant to use one."""
    if state.setup.starter == ANYBODY and state.rules.start.turn == "double-is-turn":
        end_turn(state, seat)


def end_turn(state: BaseState, seat: int) -> None:
    """Let the turn go to the next seat."""
    state.legal = None
    state.turn = (seat + 1) % state.seats
    state.drawn = 0
    state.drawn_tile = None
    state.played = state.again = state.drew = False
    state.places.end_turn(state, seat)
    if state.calls is not None:
        after_turn(state, state.calls, seat)


def _with_tile(state: BaseState, action: Action) -> Action:
    """Return a draw with the tile that is next in the yard, where that is known and no other is named."""
    if action.tile is None and state.pile:
        return Action(action.seat, "draw", state.pile[-1])
    return action


def _do_draw(state: BaseState, action: Action) -> None:
    seat, calls = action.seat, state.calls
    if not state.started:
        do_seek(state, action)
        return
    if calls is not None:
        before_action(state, calls, action)
        if owes(state, seat):
            pay(calls, seat)
            _take(state, action)
            return
    state.ended_by_draw = NONE
    if state.turn == ANYBODY:
        state.turn = seat
    if calls is not None and seat in calls.skips:
        _take(state, action)
        served(state, calls, seat)
        _end_by_draw(state, seat)
        return
    hand = state.hands[seat]
    if hand.hidden and (state.drawn or state.rules.turn.must_play == "must"):
        hand.rule_out(state.fitting(seat))
    state.drawn += 1
    state.drawn_tile = action.tile
    _take(state, action)
    if state.rules.turn.drawn_tile == "may-not-play":
        _end_by_draw(state, seat)


def _take(state: BaseState, action: Action) -> None:
    state.take(action.seat, action.tile)
    if state.calls is not None:
        after_draw(state.calls, action.seat)


def _end_by_draw(state: BaseState, seat: int) -> None:
    state.ended_by_draw = seat
    state.places.stuck(state, seat)
    end_turn(state, seat)


def _do_pass(state: BaseState, action: Action) -> None:
    seat, calls = action.seat, state.calls
    adds_nothing = state.ended_by_draw == seat
    state.ended_by_draw = NONE
    if adds_nothing:
        return
    if calls is not None:
        before_action(state, calls, action)
    if calls is not None and seat in calls.skips:
        served(state, calls, seat)
    elif state.drawn or not state.played or state.again:
        _learn_from_pass(state, seat)
        if state.places.stuck(state, seat):
            state.passed.clear()
        if not state.table.drawable:
            state.passed.add(seat)
            _see_whether_blocked(state)
    end_turn(state, seat)


def _learn_from_pass(state: BaseState, seat: int) -> None:
    """Note what a pass shows: no hidden tile fits, but perhaps one that may be kept."""
    hand = state.hands[seat]
    if hand.hidden and not (state.drawn and state.rules.turn.must_play != "must"):
        newest = not state.drawn or state.drawn_tile is not None
        hand.rule_out(state.fitting(seat), newest or state.rules.turn.drawn_tile == "must-play")


def _see_whether_blocked(state: BaseState) -> None:
    """End the round after a full circuit of passes with an empty yard (G17).

    Where a draw that is not possible ends it, so does the first pass of a player who could not draw (G19).
    """
    no_draw = state.rules.yard.empty == "round-ends" and not state.drawn
    if no_draw or len(state.passed) == state.seats:
        state.outcome = Outcome("blocked", "yard.empty", open_foot=_open_double(state))


def _open_double(state: BaseState) -> int | None:
    bound = state.table.bound
    return bound if bound >= 0 else None


def options(state: BaseState) -> list[Action]:
    """Return all that may be done now and surely stands: tiles to lay with their places, draw, pass."""
    return [*options_on_turn(state), *options_of_others(state)]


def options_on_turn(state: BaseState) -> list[Action]:
    """Return what the player on turn may do, or anybody where it is nobody's turn yet."""
    if state.outcome is not None:
        return []
    if state.turn == ANYBODY or not state.started:
        return [action for seat in range(state.seats) for action in _options_of(state, seat)]
    return _options_of(state, state.turn)


def options_of_others(state: BaseState) -> list[Action]:
    """Return what players may do who are not on turn: draw what they owe, and play on where a turn need not go on."""
    if state.outcome is not None:
        return []
    found: list[Action] = []
    if state.calls is not None and state.calls.owed and state.started and state.turn != ANYBODY:
        for seat in state.calls.owed:
            if seat != state.turn:
                found += _options_of(state, seat)
    if state.places.gives_way(state):
        found += options(_moved_on(state))
    return found


def _options_of(state: BaseState, seat: int) -> list[Action]:
    """Return what a seat may do in a turn; whoever may draw may not pass instead."""
    found = legal_lays(state, seat) if state.started else _starts(state, seat)
    if found and must_lay(state):
        return found
    if surely(verify_draw, state, draw := draw_tile(seat)):
        found.append(draw)
    elif surely(verify_pass, state, ending := pass_turn(seat)):
        found.append(ending)
    return found


def _starts(state: BaseState, seat: int) -> list[Action]:
    """Return how a known double starts the round, if one does: the highest that is held, and no other."""
    lays = (lay_tile(seat, tile) for tile in state.hands[seat].known if tile.is_double)
    return [action for action in lays if can(state, action)]
