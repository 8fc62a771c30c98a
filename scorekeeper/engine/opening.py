"""The opening of a round in which a player holds the starting double: who lays it, and what if nobody does.

Sources: `start.source`, `start.missing`, `start.next_double`, `start.turn`.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.engine.actions import NONE, Action, lay_tile
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.bits import DOUBLE_OF, mask_of
from scorekeeper.engine.explorer import explore
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.tiles import Tile

LOWER = ("next-lower", "agree")
"""Ways out of a missing double that let the next lower one start."""


def verify_start(state: BaseState, action: Action) -> None:
    """Raise Refusal unless this tile may start the round now; holding it is not checked here."""
    tile, wanted = action.tile, state.double
    if tile is None or not tile.is_double:
        raise Refusal("start.source", "double-first", double=Tile(wanted, wanted))
    if tile.high > wanted:
        raise Refusal("start.next_double", "other-round", tile=tile, double=Tile(wanted, wanted))
    if tile.high < wanted and state.rules.start.source == "held":
        _verify_lower(state, tile)
    if _together(state) and state.table.drawable:
        raise Refusal("start.missing", "everybody-draws", double=tile)
    if tile.high < wanted:
        _verify_highest_held(state, tile, action)


def _verify_lower(state: BaseState, tile: Tile) -> None:
    """Raise Refusal where somebody is known to hold the double of the round, or no lower one starts in its place."""
    wanted = Tile(state.double, state.double)
    for seat, hand in enumerate(state.hands):
        if hand.knows(wanted):
            raise Refusal("start.missing", "held-by", player=state.name(seat), double=wanted, tile=tile)
    if state.rules.start.missing == "reshuffle":
        raise Refusal("start.missing", "reshuffle", double=wanted, tile=tile)
    if state.rules.start.missing not in LOWER and state.table.drawable:
        raise Refusal("start.missing", "look-for-it", double=wanted, tile=tile)


def _verify_highest_held(state: BaseState, tile: Tile, action: Action) -> None:
    """Raise Refusal if somebody holds a higher double that could start."""
    wanted = Tile(state.double, state.double)
    higher = _doubles(tile.high + 1, state.double)
    held = state.holds(range(state.seats), mask_of(higher), action)
    facts = {"doubles": higher, "tile": tile, "double": wanted}
    key = "start.missing" if state.rules.start.source == "held" else "start.source"
    for double in higher:
        for seat, hand in enumerate(state.hands):
            if hand.knows(double):
                raise Refusal(key, "higher-held-by", player=state.name(seat), double=double, tile=tile)
    if held is None:
        held = state.ask_held(Reason(key, "needs-higher", facts), range(state.seats), mask_of(higher))
    if held:
        raise Refusal(key, "higher-held", **facts)


def verify_seek(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the seat may draw now to look for a starting double."""
    missing = state.rules.start.missing
    doubles = _sought(state)
    if missing == "reshuffle":
        raise Refusal("start.missing", "no-draw", double=Tile(state.double, state.double))
    held = False if _together(state) else state.holds(range(state.seats), mask_of(doubles), action)
    if held is None:
        question = Reason("start.missing", "needs-held", {"doubles": doubles})
        held = state.ask_held(question, range(state.seats), mask_of(doubles))
    if held:
        raise Refusal("start.missing", "held")
    seat, sought, facts = action.seat, state.sought, {"player": state.name(action.seat)}
    if _draws_together(state.rules):
        if seat in _drawn_this_time(state):
            raise Refusal("start.missing", "once-each", **facts)
    elif sought:
        due = (sought[-1] + 1) % state.seats
        if seat != due:
            raise Refusal("start.missing", "in-turn", **facts, due=state.name(due))
    elif missing == "draw-in-turn-high-first" and not any(hand.hidden for hand in state.hands):
        highest = [max((tile.pips for tile in hand.known), default=NONE) for hand in state.hands]
        due = highest.index(max(highest))
        if highest[seat] < highest[due]:  # another hand shows a tile with more dots
            raise Refusal("start.missing", "highest-first", **facts, due=state.name(due))


def _sought(state: BaseState) -> tuple[Tile, ...]:
    """Return the doubles of which any one ends the search."""
    any_will_do = state.rules.start.source == "highest-held" or state.rules.start.missing in LOWER
    return _doubles(0 if any_will_do else state.double, state.double)


def _drawn_this_time(state: BaseState) -> list[int]:
    return state.sought[len(state.sought) - len(state.sought) % state.seats :]


def _draws_together(rules: Rules) -> bool:
    """Whether everybody draws one tile at once; where a lower double would do, the rule on none at all says so."""
    missing = rules.start.missing
    return missing == "all-draw" or (missing in LOWER and rules.start.none_held == "all-draw")


def _together(state: BaseState) -> bool:
    """Whether everybody draws at once, and some have drawn this time while others have still to."""
    return bool(len(state.sought) % state.seats) and _draws_together(state.rules)


def _doubles(lowest: int, highest: int) -> tuple[Tile, ...]:
    """Return the doubles of these numbers, highest first."""
    return DOUBLE_OF[lowest : highest + 1][::-1]


def do_start(state: BaseState, seat: int, tile: Tile) -> None:
    """Put the starting double on the table."""
    passed_over = mask_of(_doubles(tile.high + 1, state.double))
    for hand in state.hands:
        hand.rule_out(passed_over)
    state.hands[seat].give_up(tile, newest=False)
    state.started = True
    state.table.begin(tile.high)
    state.turn = seat


def do_seek(state: BaseState, action: Action) -> None:
    """Take a tile while the starting double is looked for."""
    drawn = _drawn_this_time(state) if _together(state) else ()
    for seat, hand in enumerate(state.hands):
        if seat not in drawn:
            hand.rule_out(mask_of(_sought(state)))
    state.sought.append(action.seat)
    state.take(action.seat, action.tile)


class Opening(NamedTuple):
    """How a round gets its starting double."""

    answer: int | str
    """The double's number, or the word of `start.missing` for what is done where none can be laid yet."""
    seat: int | None = None
    """Who lays it."""
    needs: tuple[Reason, ...] = ()
    reason: Reason | None = None
    """Why, where the rule's own sentence leaves that open."""


def known_starts(state: BaseState) -> Iterator[tuple[int, Tile, tuple[Reason, ...]]]:
    """Yield who may start with which known double, the highest first, and the questions on which that depends."""
    for double in _doubles(0, state.double):
        for seat, hand in enumerate(state.hands):
            if hand.knows(double):
                with suppress(Refusal):
                    yield seat, double, explore(verify_start, state, lay_tile(seat, double))[1]


def find_start(state: BaseState) -> Opening:
    """Return which double starts a round that has not begun, for all that is known of the hands."""
    rules = state.rules.start
    if not double_is_held(state.rules):
        return Opening(state.double)
    for seat, double, needs in known_starts(state):
        if double.high < state.double and rules.missing == "agree":
            return Opening("agree", None, needs)
        return Opening(double.high, seat, needs)
    if state.holds(range(state.seats), mask_of(_sought(state))) is None:
        question = Reason("start.missing", "needs-held", {"doubles": _sought(state)})
        return Opening(rules.missing, needs=(question,))
    if rules.missing == "next-lower":
        facts = {"double": Tile(state.double, state.double)}
        reason = Reason("start.none_held", "nobody" if state.double else "none-lower", facts)
        return Opening(rules.none_held, reason=reason)
    return Opening(rules.missing)
