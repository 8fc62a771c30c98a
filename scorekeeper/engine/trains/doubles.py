"""Which doubles a player may lay on a train: not every one after another, or as the last tile of a first turn."""

from scorekeeper.engine.actions import lay_tile
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.bits import BIT
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.trains.lines import Trains
from scorekeeper.tiles import Tile


def any_double(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether the seat may lay every double that fits."""
    if trains.chain and _is_second(state, trains, seat):
        return False
    return trains.turns[seat] > 0 or not must_lead_on(state, trains, seat)


def _is_second(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether a double laid now would follow another one, where that is not free."""
    return trains.chain > 0 and seat == state.turn and state.rules.foot.chain != "any"


def must_lead_on(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether a double laid now may not be the last tile of a first turn."""
    return not trains.turns[seat] and state.rules.trains.first_turn_double == "not-last"


def verify_double(state: BaseState, trains: Trains, seat: int, double: Tile, train: int) -> None:
    """Raise Refusal if a double may not be laid on a train.

    Only a second one before a plain tile, and the last of a first turn, can be forbidden.
    """
    facts = {"player": state.name(seat), "tile": double}
    if _is_second(state, trains, seat):
        if state.rules.foot.chain == "none":
            raise Refusal("foot.chain", "none", **facts)
        if state.hands[seat].size != 1:
            _verify_followed(state, seat, double, train, Refusal("foot.chain", "not-covered", **facts))
            return
    if must_lead_on(state, trains, seat):
        refusal = Refusal("trains.first_turn_double", "not-last", **facts)
        _verify_followed(state, seat, double, train, refusal)


def _verify_followed(state: BaseState, seat: int, double: Tile, train: int, refusal: Refusal) -> None:
    """Raise the Refusal unless another tile of the hand can follow a double."""
    after = state.copy()
    hand, table = after.hands[seat], after.table
    if hand.may_hold(double):
        hand.give_up(double, newest=after.drawn > 0)
    after.turn, after.played = seat, True
    table.lay(after, lay_tile(seat, double), BIT[double], (double.high, train))
    if after.turn != seat or after.outcome is not None:
        raise refusal
    if table.fitting(after, seat, hand.mask):
        return
    facts = {**refusal.reason.facts, "numbers": table.wanted(after, seat)}
    if not (hand.hidden and state.ask(Reason(refusal.rule, "needs-plain", facts), helps=True)):
        raise refusal
