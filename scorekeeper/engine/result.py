"""How a played round ended: who went out or why it blocked, the hands left, the points.

The same values as a round that is entered in a game, so that it can be entered as it is.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.setup import Dealt
from scorekeeper.engine.trains import TrainsTable
from scorekeeper.game import Blocked, Call, Ending, Out, Round, TileEntry, score_round


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
    started, outcome, rules = state.table.double, state.outcome, state.rules
    ending: Ending | None = None
    if outcome is not None:
        ending = Blocked(outcome.open_foot) if outcome.out is None else Out(state.name(outcome.out))
    times = () if state.calls is None else state.calls.times
    caught = [state.name(seat) for seat, often in enumerate(times) for _time in range(often)]
    marks = state.table.marks if isinstance(state.table, TrainsTable) and rules.scoring.marker else ()
    return Round(
        number=number,
        double=state.setup.double,
        started_with=started if state.started and started != state.setup.double else None,
        ending=ending,
        entries={
            state.name(seat): TileEntry(hand.known)
            for seat, hand in enumerate(state.hands)
            if not hand.hidden and not (outcome and outcome.out == seat)
        },
        calls=tuple(Call("chickenlittle", name, effect=rules.little.penalty) for name in caught),
        out_on_double=rules.scoring.out_on_double == "doubled" and outcome is not None and outcome.on_double,
        marked=tuple(state.name(seat) for seat, marked in enumerate(marks) if marked),
    )


def round_result(state: BaseState) -> RoundResult:
    """Return how the round ended, or how it stands so far."""
    played, outcome = played_round(state), state.outcome
    hands = [Dealt(hand.known, hand.size and hand.size - len(hand.known)) for hand in state.hands]
    scores = score_round(state.rules, state.setup.players, played) if outcome is not None else {}
    return RoundResult(
        ended=None if outcome is None else outcome.ended,
        out=played.out,
        open_foot=None if outcome is None else outcome.open_foot,
        hands=dict(zip(state.setup.players, map(str, hands), strict=True)),
        points={name: score.total for name, score in scores.items()},
        yard=state.table.yard,
    )
