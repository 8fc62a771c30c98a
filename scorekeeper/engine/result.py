"""How a played round ended: who went out or why it blocked, the hands left, the points.

The same values as a round that is entered in a game, so that it can be entered as it is.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from scorekeeper.engine.base_state import BaseState
from scorekeeper.game import Blocked, Call, Ending, Out, Round, TileEntry, score_round
from scorekeeper.tiles import show_tiles


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """Where a replayed round stands at its end; hands with hidden tiles have no points."""

    ended: Literal["out", "blocked"] | None
    out: str | None
    open_foot: int | None
    hands: Mapping[str, str]
    points: Mapping[str, int]
    yard: int | None
    """None where nobody counted it."""


def played_round(state: BaseState, number: int = 1) -> Round:
    """Return the round as a game keeps it; hands with hidden tiles are left to be entered."""
    started = state.table.double
    return Round(
        number=number,
        double=state.setup.double,
        started_with=started if state.started and started != state.setup.double else None,
        ending=_ending(state),
        entries={
            state.name(seat): TileEntry(hand.known)
            for seat, hand in enumerate(state.hands)
            if not hand.hidden and not (state.outcome and state.outcome.out == seat)
        },
        calls=_calls(state),
        out_on_double=state.rules.scoring.out_on_double == "doubled" and _went_out_on_double(state),
        marked=_marked(state),
    )


def _went_out_on_double(state: BaseState) -> bool:
    return state.outcome is not None and state.outcome.on_double


def _marked(state: BaseState) -> tuple[str, ...]:
    """Return whose trains have their marker, where that costs points."""
    if not state.rules.scoring.marker:
        return ()
    return tuple(state.name(seat) for seat in range(state.seats) if state.table.marked(seat))


def _ending(state: BaseState) -> Ending | None:
    outcome = state.outcome
    if outcome is None:
        return None
    return Blocked(outcome.open_foot) if outcome.out is None else Out(state.name(outcome.out))


def _calls(state: BaseState) -> tuple[Call, ...]:
    if state.calls is None:
        return ()
    effect = state.rules.little.penalty
    return tuple(
        Call("chickenlittle", state.name(seat), effect=effect)
        for seat, times in enumerate(state.calls.times)
        for _time in range(times)
    )


def round_result(state: BaseState) -> RoundResult:
    """Return how the round ended, or how it stands where it has not."""
    played = played_round(state)
    outcome = state.outcome
    scores = score_round(state.rules, state.setup.players, played) if outcome is not None else {}
    return RoundResult(
        ended=None if outcome is None else outcome.ended,
        out=played.out,
        open_foot=None if outcome is None else outcome.open_foot,
        hands={state.name(seat): _hand(state, seat) for seat in range(state.seats)},
        points={name: score.total for name, score in scores.items()},
        yard=state.table.yard,
    )


def _hand(state: BaseState, seat: int) -> str:
    """Return a hand as records write it: known tiles, highest first, then how many are hidden."""
    hand = state.hands[seat]
    hidden = sum(group.size or 0 for group in hand.hidden)
    unknown = ["?"] if hand.size is None else [f"{hidden}?"] if hidden else []
    return " ".join([show_tiles(hand.known), *unknown]).strip()
