"""Playing a round: may this action be done, why not, do it, and what else could be done.

`verify` raises the Refusal, `can` is verify wrapped, `do` verifies first: there is no way round the
rules. An action that the known hands neither allow nor forbid is done; what would settle it is stored
in `doubts`, and what it shows about the player's hand is used from then on.
"""

from scorekeeper.engine.actions import Action, draw_tile, lay_tile, pass_turn
from scorekeeper.engine.base_state import BaseState, Needs, Outcome
from scorekeeper.engine.chickenlittle import (
    after_draw,
    after_lay,
    after_turn,
    before_action,
    do_challenge,
    do_little,
    owes,
    served,
    verify_challenge,
    verify_little,
)
from scorekeeper.engine.counts import NONE
from scorekeeper.engine.opening import do_seek, do_start
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.setup import ANYBODY
from scorekeeper.engine.turns import (
    Permission,
    check_lay,
    granted,
    legal_lays,
    permission_to_draw,
    permission_to_pass,
    verify_lay,
)
from scorekeeper.errors import Malformed, short
from scorekeeper.text import _
from scorekeeper.tiles import Tile, check_tile, set_name


def verify(state: BaseState, action: Action) -> Needs:
    """Return the facts that would settle whether the action can stand; none where it stands.

    Raises Refusal where it cannot stand, Malformed where the place has to be named.
    """
    return granted(state, action.seat, _permission(state, action))


def _permission(state: BaseState, action: Action) -> Permission:
    if state.outcome is not None:
        raise _over(state, state.outcome, action)
    kind = action.kind
    if kind == "lay":
        return verify_lay(state, action)
    if kind == "draw":
        return permission_to_draw(state, action)
    if kind == "pass":
        return permission_to_pass(state, action)
    if kind == "little":
        return verify_little(state, action.seat)
    return verify_challenge(state, action)


def _check_kinds(seat: object, tile: object, on: object, other: object) -> None:
    """Raise Malformed for a seat that is no number, or a tile or place that is none."""
    if not isinstance(seat, int) or not (other is None or isinstance(other, int)):
        wrong = other if isinstance(seat, int) else seat
        raise Malformed(_("{found} is not a seat; seats are numbers that count from 0.", found=short(wrong)))
    if tile is not None:
        check_tile(tile)
    if on is not None and not isinstance(on, int):
        check_tile(on)


def check_action(state: BaseState, action: Action) -> None:
    """Raise Malformed for a seat, a tile or a number that is not in the game.

    For actions that a program makes; those that are parsed name nothing else.
    """
    seat, tile, on, other = action.seat, action.tile, action.on, action.other
    _check_kinds(seat, tile, on, other)
    highest = state.table.set_size
    if not 0 <= seat < state.seats or (other is not None and not 0 <= other < state.seats):
        wrong = seat if other is None or not 0 <= seat < state.seats else other
        raise Malformed(
            _("Nobody sits in seat {seat}; seats are 0 to {last}.", seat=wrong, last=state.seats - 1)
        )
    if tile is not None and (tile[0] > highest or tile[1] < 0):
        raise Malformed(
            _(
                "“{token}” is not in a {name} set, whose highest number is {highest}.",
                token=str(tile),
                name=set_name(highest),
                highest=highest,
            )
        )
    if on is not None and isinstance(on, int) and not 0 <= on <= highest:
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
        return _permission(state, action) == ()
    except (Refusal, Malformed):
        return False


def do(state: BaseState, action: Action) -> Needs:
    """Verify the action and carry it out; returns and raises as `verify`."""
    if state.outcome is not None:
        raise _over(state, state.outcome, action)
    kind = action.kind
    if kind == "lay":
        needs = _do_lay(state, action)
    elif kind == "draw":
        action = _with_tile(state, action)
        needs = _do_draw(state, action)
    elif kind == "pass":
        needs = _do_pass(state, action)
    elif kind == "little":
        needs = do_little(state, action.seat)
    else:
        needs = do_challenge(state, action)
    state.history.append(action)
    if needs:
        state.doubts.append((len(state.history), needs))
    return needs


def _do_lay(state: BaseState, action: Action) -> Needs:
    needs, tile, number, place = check_lay(state, action)
    seat = action.seat
    if state.calls is not None:
        before_action(state, state.calls, action)
    state.ended_by_draw = NONE
    if number >= 0:
        _join(state, action, tile, number, place)
    elif state.started:
        _lay_out(state, seat)
        return needs
    else:
        do_start(state, seat, tile)
    if state.calls is not None:
        after_lay(state, state.calls, seat)
    settle_tile(state, seat, tile[0] == tile[1])
    return needs


def _join(state: BaseState, action: Action, tile: Tile, number: int, place: Tile | None) -> None:
    seat = action.seat
    hand = state.hands[seat]
    if tile in hand.known:
        hand.known.remove(tile)
    else:
        hand.reveal(tile, newest=state.drawn > 0)
    state.turn = seat
    state.played += 1
    if state.passed:
        state.passed.clear()
    if state.layout is not None and place is not None:
        guessed = action.on is None and (place[0] != place[1] or state.table.bound < 0)
        state.layout.lay(tile, place, state.table.foot_toes, guessed)
    state.table.join(tile, number, state.strict)


def _lay_out(state: BaseState, seat: int) -> None:
    """Name the starting double that lies there already: nobody's turn, unless it is meant to use one."""
    if state.setup.starter == ANYBODY and state.rules.start.turn == "double-is-turn":
        _end_turn(state, seat)


def settle_tile(state: BaseState, seat: int, double: bool) -> None:
    """Settle what a tile brings about: the end of the round, a foot given up, or the next turn."""
    rules = state.rules
    if state.hands[seat].empty and not _uncovered(state, double):
        rule = "ending.double_out" if double else "scoring.out"
        state.outcome = Outcome("out", rule, out=seat)
        return
    give_up_foot(state)
    if state.outcome is not None:
        return
    if not state.played:
        if rules.start.turn == "double-is-turn":
            _end_turn(state, seat)
    elif double or rules.turn.plays != "one":
        _next_turn(state, seat, double)
    else:
        _end_turn(state, seat)


def give_up_foot(state: BaseState) -> None:
    """Settle an open foot that, for all the table shows, cannot be finished any more (G4, G18)."""
    rules, table = state.rules, state.table
    if table.foot >= 0 and rules.foot.uncloseable != "exhaust" and not table.closeable:
        if rules.foot.uncloseable == "ends-round":
            state.outcome = Outcome("blocked", "foot.uncloseable", open_foot=table.foot)
        else:
            table.release()


def _uncovered(state: BaseState, double: bool) -> bool:
    """Whether going out has to wait until a double is covered, with tiles left to cover it."""
    return double and state.rules.ending.double_out == "must-cover" and state.table.drawable > 0


def _next_turn(state: BaseState, seat: int, double: bool) -> None:
    """Keep the turn with the seat if it has or may have another tile to lay, else pass it on."""
    rules = state.rules
    extra = not state.strict or rules.foot.again == "must-play-again"
    if double and (extra or state.hands[seat].empty):
        state.again, state.drawn, state.drawn_tile = True, 0, None
    elif rules.turn.plays == "many" and not state.drawn:
        state.again = False
    else:
        _end_turn(state, seat)


def _end_turn(state: BaseState, seat: int) -> None:
    """Let the turn go to the next seat."""
    state.turn = (seat + 1) % state.seats
    state.drawn = state.played = 0
    state.drawn_tile = None
    state.again = False
    if state.calls is not None:
        after_turn(state, state.calls, seat)


def _with_tile(state: BaseState, action: Action) -> Action:
    """Return a draw with the tile that is next in the yard, where that is known and no other is named."""
    if action.tile is None and state.pile:
        return Action(action.seat, "draw", state.pile[-1])
    return action


def _do_draw(state: BaseState, action: Action) -> Needs:
    needs = granted(state, action.seat, permission_to_draw(state, action))
    seat, calls = action.seat, state.calls
    if not state.started:
        do_seek(state, action)
        return needs
    if calls is not None:
        before_action(state, calls, action)
        if owes(state, seat):
            calls.owed.discard(seat)
            _take(state, action)
            return needs
    state.ended_by_draw = NONE
    if state.turn == ANYBODY:
        state.turn = seat
    if calls is not None and seat in calls.skips:
        _take(state, action)
        served(state, calls, seat)
        _end_by_draw(state, seat)
        return needs
    hand = state.hands[seat]
    if hand.hidden and (state.drawn or state.rules.turn.must_play == "must"):
        hand.rule_out(state.fitting())
    state.drawn += 1
    state.drawn_tile = action.tile
    _take(state, action)
    if state.rules.turn.drawn_tile == "may-not-play":
        _end_by_draw(state, seat)
    return needs


def _take(state: BaseState, action: Action) -> None:
    state.take(action.seat, action.tile)
    if state.calls is not None:
        after_draw(state.calls, action.seat)


def _end_by_draw(state: BaseState, seat: int) -> None:
    state.ended_by_draw = seat
    _end_turn(state, seat)


def _do_pass(state: BaseState, action: Action) -> Needs:
    needs = granted(state, action.seat, permission_to_pass(state, action))
    seat, calls = action.seat, state.calls
    adds_nothing = state.ended_by_draw == seat
    state.ended_by_draw = NONE
    if adds_nothing:
        return needs
    if calls is not None:
        before_action(state, calls, action)
    if calls is not None and seat in calls.skips:
        served(state, calls, seat)
    elif state.drawn or not state.played or state.again:
        _learn_from_pass(state, seat)
        if not state.table.drawable:
            state.passed.add(seat)
            _see_whether_blocked(state)
    _end_turn(state, seat)
    return needs


def _learn_from_pass(state: BaseState, seat: int) -> None:
    """Note what a pass shows: no hidden tile fits, but perhaps one that may be kept."""
    hand = state.hands[seat]
    if hand.hidden and not (state.drawn and state.rules.turn.must_play != "must"):
        newest = not state.drawn or state.drawn_tile is not None
        hand.rule_out(state.fitting(), newest or state.rules.turn.drawn_tile == "must-play")


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
    if state.outcome is not None:
        return []
    seats = range(state.seats) if state.turn == ANYBODY or not state.started else (state.turn,)
    if state.calls is not None and state.calls.owed:
        seats = (*seats, *(seat for seat in state.calls.owed if seat not in seats))
    found: list[Action] = []
    for seat in seats:
        found += legal_lays(state, seat) if state.started else _starts(state, seat)
        if can(state, draw := draw_tile(seat)):
            found.append(draw)
        if can(state, ending := pass_turn(seat)):
            found.append(ending)
    return found


def _starts(state: BaseState, seat: int) -> list[Action]:
    """Return how a known double starts the round, if one does: the highest that is held, and no other."""
    lays = (lay_tile(seat, tile) for tile in state.hands[seat].known if tile.is_double)
    return [action for action in lays if can(state, action)]
