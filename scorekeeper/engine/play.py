"""Playing a round: may this action be done, why not, do it, and what else could be done.

`verify` raises the Refusal, `can` is verify wrapped, `do` verifies first: there is no way round the
rules. An action that the known hands neither allow nor forbid is done; the questions on which it depends are stored
in `doubts`, and what it shows about the player's hand is used from then on.
"""

from itertools import chain, repeat

from scorekeeper.engine import turns
from scorekeeper.engine.actions import IN_TURN, MARKING, PUBLIC, Action, Train, draw_tile, lay_tile, pass_turn
from scorekeeper.engine.base_state import UNJOINED, BaseState, Joint, Outcome
from scorekeeper.engine.bits import BIT, TILE_OF
from scorekeeper.engine.explorer import explore, surely
from scorekeeper.engine.opening import do_seek, do_start, known_starts
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import ANYBODY
from scorekeeper.errors import Malformed, short
from scorekeeper.text import N_, _
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
    moved_on = state.copy()
    moved_on.table.end_turn(moved_on, state.turn)
    return moved_on


def _ends_turn(state: BaseState, action: Action) -> bool:
    """Whether the next player's action shows that a turn is over that needed no more tiles."""
    acts = action.kind in IN_TURN and state.outcome is None and state.turn >= 0
    return acts and action.seat == (state.turn + 1) % state.seats and state.table.gives_way(state)


def _verify(state: BaseState, action: Action) -> Joint | None:
    """Return how a tile is joined, where one is laid. Raises Refusal unless the action may be done."""
    kind = action.kind
    if state.outcome is not None and kind not in MARKING:
        out = state.outcome.out
        winner = {} if out is None else {"out": state.name(out)}
        raise Refusal(state.outcome.rule, "over", **winner)
    if kind == "lay":
        return turns.verify_lay(state, action)
    if kind == "draw":
        turns.verify_draw(state, action)
    elif kind == "pass":
        turns.verify_pass(state, action)
    elif kind == "little":
        turns.verify_little(state, action.seat)
    elif kind == "challenge":
        turns.verify_challenge(state, action)
    else:
        state.table.verify_mark(state, action)
    return None


def check_action(state: BaseState, action: Action) -> None:
    """Raise Malformed for a seat, a tile or a number that is not in the game.

    For actions that a program makes; those that are parsed name nothing else.
    """
    if not isinstance(action, Action):
        raise Malformed(_("{found} is not an action; parse a text first.", found=short(action)))
    tile, on, highest = action.tile, action.on, state.table.set_size
    owner = on.owner if isinstance(on, Train) and on.owner != PUBLIC else None
    for seat in (action.seat, *(other for other in (owner, action.other) if other is not None)):
        if seat not in range(state.seats):
            words = N_("{found} is not a seat; seats are numbers from 0 to {last}.")
            raise Malformed(_(words, found=short(seat), last=state.seats - 1))
    if tile is not None:
        check_tile(tile)
        if tile[0] > highest or tile[1] < 0:
            words = N_("“{token}” is not in a {name} set, whose highest number is {highest}.")
            raise Malformed(_(words, token=str(tile), name=set_name(highest), highest=highest))
    if isinstance(on, int) and not 0 <= on <= highest:
        words = N_("No tile of this set shows {number}; use 0 to {highest}.")
        raise Malformed(_(words, number=on, highest=highest))
    if on is not None and not isinstance(on, Train | int):
        check_tile(on)


def can(state: BaseState, action: Action) -> bool:
    """Whether the action can stand, for all that is known."""
    try:
        return surely(_verify, as_found(state, action), action)
    except Malformed:
        return False


def do(state: BaseState, action: Action) -> tuple[Reason, ...]:
    """Verify the action and carry it out; returns and raises as `verify`."""
    joint = _seen_at_once(state, action) if action.seat == state.turn else None
    if joint is not None:
        carry_out(state, action, joint)
        return ()
    if action.seat != state.turn and _ends_turn(state, action):
        verify(state, action)
        state.table.end_turn(state, state.turn)
    joint, questions = explore(_verify, state, action)
    carry_out(state, action, joint)
    if questions:
        state.doubts.append((len(state.history), questions))
    return questions


def _seen_at_once(state: BaseState, action: Action) -> Joint | None:
    """Return how a tile is joined, UNJOINED where none is laid, if known tiles and the moment show that it stands.

    None where the rules have to be asked. It is the seat's turn.
    """
    seat, kind, bit = action.seat, action.kind, action.bit
    calls = state.calls
    if state.outcome is not None or not state.started or (calls is not None and (calls.owed or calls.skips)):
        return None
    hand, table = state.hands[seat], state.table
    mask = hand.mask if not state.drawn else _drawn_at_hand(state, seat)
    if kind == "lay":
        return table.joint(state, action) if mask & bit else None
    if kind not in IN_TURN or table.lying & bit or hand.hidden or not table.all_told:
        return None
    for other in state.hands if bit else ():
        if other.hidden or other.mask & bit:
            return None
    then = _then(state, seat, not table.fitting(state, seat, mask))
    return UNJOINED if then is not None and then.kind == kind else None


def carry_out(state: BaseState, action: Action, joint: Joint | None = None) -> None:
    """Do what stands; a tile whose `joint` is not passed has just been listed."""
    kind, seat, bit = action.kind, action.seat, action.bit
    calls = state.calls
    state.legal = ()
    if kind == "lay":
        if calls is not None:
            calls.before_action(seat)
        state.ended_by_draw = None
        if joint is UNJOINED or not state.started:
            _begin(state, seat, TILE_OF[bit])
        else:
            hand = state.hands[seat]
            left = hand.mask ^ bit  # less where the tile was there
            if left < hand.mask:
                hand.mask = left
            else:
                hand.give_up(TILE_OF[bit], newest=state.drawn > 0)
            state.turn, state.played, state.passed = seat, True, 0
            if calls is not None:
                calls.after_lay(seat, hand)
            state.table.lay(state, action, joint)
    elif kind == "draw":
        # the next tile of a yard that is known, where no other is named
        action = action if action.tile or not state.pile else draw_tile(seat, state.pile[-1])
        _do_draw(state, action)
    elif kind == "pass":
        _do_pass(state, action)
    elif kind == "little" and calls is not None:
        calls.call(seat)
    elif kind == "challenge" and calls is not None and action.other is not None:
        calls.challenge(action.other)
    state.history.append(action)


def _begin(state: BaseState, seat: int, tile: Tile) -> None:
    """Lay the starting double, or name the one that lies there: nobody's turn, unless it is meant to use one."""
    if not state.started:
        do_start(state, seat, tile)
        if state.calls is not None:
            state.calls.after_lay(seat, state.hands[seat])
        state.table.settle(state, seat, double=True)
    elif state.setup.starter == ANYBODY and state.rules.start.turn == "double-is-turn":
        state.table.end_turn(state, seat)


def _do_draw(state: BaseState, action: Action) -> None:
    seat, tile, calls = action.seat, action.tile, state.calls
    if not state.started:
        do_seek(state, action)
        return
    if calls is not None:
        calls.before_action(seat)
        if turns.owes(state, seat):
            calls.pay(seat)
            state.take(seat, tile)
            return
    state.ended_by_draw = None
    state.turn, hand = seat, state.hands[seat]
    if calls is not None and seat in calls.skips:
        state.take(seat, tile)
        calls.skips[seat] -= 1
        if calls.skips[seat] and state.table.drawable:
            return
        calls.serve(seat, hand)
        _end_by_draw(state, seat)
        return
    if hand.hidden and (state.drawn or state.must):
        hand.rule_out(state.fitting(seat))
    state.drawn += 1
    state.drawn_tile = tile
    state.take(seat, tile)
    if state.rules.turn.drawn_tile == "may-not-play":
        _end_by_draw(state, seat)


def _end_by_draw(state: BaseState, seat: int) -> None:
    state.ended_by_draw = seat
    state.table.stuck(seat)
    state.table.end_turn(state, seat)


def _do_pass(state: BaseState, action: Action) -> None:
    seat, calls = action.seat, state.calls
    adds_nothing, state.ended_by_draw = state.ended_by_draw == seat, None
    if adds_nothing:
        return
    if calls is not None:
        calls.before_action(seat)
    if calls is not None and seat in calls.skips:
        calls.serve(seat, state.hands[seat])
    elif state.drawn or not state.played or state.again:
        hand = state.hands[seat]
        if hand.hidden and not (state.drawn and state.rules.turn.must_play != "must"):
            # no hidden tile fits, but perhaps one that may be kept
            newest = not state.drawn or state.drawn_tile is not None
            hand.rule_out(state.fitting(seat), newest or state.rules.turn.drawn_tile == "must-play")
        if state.table.stuck(seat):
            state.passed = 0
        if state.table.yard <= state.table.reserve:
            state.passed |= 1 << seat
            # a full circuit of passes ends the round, or the first of a player who could not draw
            no_draw = state.rules.yard.empty == "round-ends" and not state.drawn
            if no_draw or state.passed.bit_count() == state.seats:
                bound = state.table.bound
                state.outcome = Outcome("blocked", "yard.empty", open_foot=bound if bound >= 0 else None)
    state.table.end_turn(state, seat)


def options(state: BaseState) -> list[Action]:
    """Return all that may be done now and surely stands: tiles to lay with their places, draw, pass."""
    return [*options_on_turn(state), *options_of_others(state)]


def options_on_turn(state: BaseState) -> list[Action]:
    """Return what the player on turn may do, or anybody where it is nobody's turn yet.

    First each way of laying a known tile, of several places that show one number only one; then a draw, or a pass
    for who may not draw. A round starts with the highest known double that may be laid, else with a draw.
    """
    seat, calls = state.turn, state.calls
    if state.outcome is not None:
        return []
    if not state.started:
        for holder, double, needs in known_starts(state):
            if not needs:
                return [lay_tile(holder, double)]
        drawn_by_all = map(draw_tile, range(state.seats))
        return [action for action in drawn_by_all if surely(turns.verify_draw, state, action)]
    if seat == ANYBODY:
        return list(chain.from_iterable(map(_options_of, repeat(state), range(state.seats))))
    if calls is not None and (calls.owed or calls.skips):
        return _options_of(state, seat)
    drawn = state.drawn
    tiles = state.hands[seat].mask if not drawn else _drawn_at_hand(state, seat)
    actions = state.table.lays(state, seat, tiles)
    if actions and state.must and not drawn and (state.again or not state.played):
        return actions
    if then := _then(state, seat, not actions):
        actions.append(then)
    return actions


def options_of_others(state: BaseState) -> list[Action]:
    """Return what players may do who are not on turn: draw what they owe, and play on where a turn need not go on."""
    if state.outcome is not None:
        return []
    actions: list[Action] = []
    if state.calls is not None and state.calls.owed and state.started and state.turn != ANYBODY:
        for seat in state.calls.owed:
            if seat != state.turn:
                actions += _options_of(state, seat)
    if state.table.gives_way(state):
        actions += options(_moved_on(state))
    return actions


def _options_of(state: BaseState, seat: int) -> list[Action]:
    """Return what a seat may do that is not on turn, or owes something perhaps."""
    actions: list[Action] = []
    if surely(turns.verify_laying, state, seat):
        mask = state.hands[seat].mask if not state.drawn else _drawn_at_hand(state, seat)
        actions = state.table.lays(state, seat, mask)
    if then := _draw_or_pass(state, seat):
        actions.append(then)
    return actions


def _drawn_at_hand(state: BaseState, seat: int) -> int:
    """Return the tile that the seat has just drawn, as a bit, where it is known and may be laid."""
    if state.drawn_tile is None or state.rules.turn.drawn_tile == "may-not-play":
        return 0
    return state.hands[seat].mask & BIT[state.drawn_tile]


def _then(state: BaseState, seat: int, unable: bool) -> Action | None:
    """Return the draw or the pass that is left to a seat on turn that owes nothing, `unable` to lay a known tile.

    That turns on little more than the rules where everything is known, and so is remembered.
    """
    table, moment = state.table, (state.drawn * state.seats + seat) * 64
    if state.hands[seat].hidden or not table.all_told:
        return _draw_or_pass(state, seat)
    if unable:
        moment += 1
    if table.yard > table.reserve:
        moment += 2
    if state.played or state.again or state.drew:
        moment += 4 * state.played + 8 * state.again + 16 * state.drew
        if state.again and table.must_follow(state, seat):
            moment += 32
    try:
        return state.moments[moment]
    except KeyError:
        state.moments[moment] = then = _draw_or_pass(state, seat)
        return then


def _draw_or_pass(state: BaseState, seat: int) -> Action | None:
    for rule, action in ((turns.verify_draw, draw_tile(seat)), (turns.verify_pass, pass_turn(seat))):
        if surely(rule, state, action):
            return action
    return None
