"""Whether the tiles that a player drew in this turn could be drawn at all, and what follows where they could not.

The engine knows the rules; here they are asked about a draw that lies behind, as people remember it.
"""

from scorekeeper.engine import Reason, Refusal, State, explore, fits, options_on_turn, tiles_of
from scorekeeper.judge.position import in_notation


def verify_draws(state: State, seat: int) -> tuple[Reason, ...]:
    """Return the questions on which it depends that the draws of this turn were right; none where they were.

    Raises Refusal where they were not, unless the rules of conduct let such a draw stand.
    """
    return explore(_verify_draws, state, seat)[1]


def _verify_draws(state: State, seat: int) -> None:
    if state.rules.turn.draws == "one" and state.drawn > 1 and state.rules.conduct.overdraw != "keep":
        raise Refusal("turn.draws", "drew-more", player=state.name(seat), drew=state.drawn)
    binds = state.rules.turn.must_play == "must" and state.rules.conduct.able_pass != "stands"
    if not (state.drawn and binds):
        return
    if fits(state, seat, "older", lambda facts: Reason("turn.must_play", "needs-older", facts)):
        raise _drew_though_able(state, seat)


def _drew_though_able(state: State, seat: int) -> Refusal:
    if tiles := tuple(tiles_of(state.table.fitting(state, seat, state.known(seat, "older")))):
        return Refusal("turn.must_play", "drew-though-able", player=state.name(seat), tiles=tiles)
    return Refusal("turn.must_play", "drew-though-surely-able", player=state.name(seat))


def draw_taken_back(state: State, seat: int) -> Reason:
    """Return that the last draw is taken back, with the tile where it was seen."""
    facts = {"player": state.name(seat), "tile": str(state.drawn_tile)}
    return Reason("conduct.able_pass", "take-back" if state.drawn_tile is None else "take-back-tile", facts)


def instead_of_drawing(state: State, seat: int) -> tuple[str, ...]:
    """Return what a player who drew though able may do once the last draw is taken back, in notation.

    That is to lay a tile and nothing else, so the yard and what is hidden make no difference to it.
    """
    before = state.copy()
    before.hands[seat].mask = state.known(seat, "older")
    before.drawn, before.drawn_tile = 0, None
    return in_notation(before, options_on_turn(before))
