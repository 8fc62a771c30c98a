"""Chickenlittle: the call on the last tile, its windows, the challenge and the penalty.

Catalogue G6 (the deadline is a tile laid, not a turn passed), G7 (the call is due again after a lost
turn) and G8 (when the penalty is drawn). All of it is idle unless `little.mode` is `penalty`.
"""

from scorekeeper.engine.actions import Action, challenge, little
from scorekeeper.engine.base_state import BaseState, Calls
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import ANYBODY
from scorekeeper.errors import Malformed
from scorekeeper.text import _

CALLED_OUT = ("before-called", "before-hand-leaves-table")
"""Announce windows that a challenge itself closes, because no tile has to be laid first."""

TILES_OWED = {"draw-1": 1, "draw-2": 2}
"""Penalties that are drawn at once, and how many tiles each costs."""


def verify_little(state: BaseState, seat: int) -> None:
    """Raise Refusal if the seat cannot be about to be, or be, on its last tile."""
    size = state.hands[seat].size
    early = size == 2 and state.turn in (seat, ANYBODY)
    if state.calls is not None and size not in (None, 1) and not early:
        raise Refusal("little.announce", "too-early", player=state.name(seat), tiles=size)


def do_little(state: BaseState, seat: int) -> None:
    """Note the call; one that comes too late changes nothing."""
    calls = state.calls
    if calls is not None and seat not in calls.forgotten and seat not in calls.told:
        calls.said.add(seat)
        calls.pending.discard(seat)


def verify_challenge(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the other player forgot to call and it is not too late to say so."""
    calls, other = _challenged(state, action)
    seat = action.seat
    facts = {"player": state.name(other), "by": state.name(seat)}
    if seat == other:
        raise Refusal("little.challenge", "oneself", **facts)
    if other in calls.said:
        raise Refusal("little.announce", "said", **facts)
    if other in calls.challenged:
        raise Refusal("little.penalty", "once", **facts)
    if other in calls.told or _forgot(state, calls, other):
        return
    if other in calls.pending:
        raise Refusal("little.announce", "still-time", **facts)
    _verify_on_last_tile(state, other, facts)


def _challenged(state: BaseState, action: Action) -> tuple[Calls, int]:
    """Return the calls and the seat that is challenged. Raises Refusal where forgetting costs nothing."""
    if state.rules.little.mode == "off":
        raise Refusal("little.mode", "off")
    if state.calls is None:
        raise Refusal("little.mode", "courtesy")
    if action.other is None:
        raise Malformed(_("Nobody is challenged."))
    return state.calls, action.other


def _forgot(state: BaseState, calls: Calls, seat: int) -> bool:
    silent = seat in calls.pending and state.rules.little.announce in CALLED_OUT
    return silent or seat in calls.forgotten


def _verify_on_last_tile(state: BaseState, seat: int, words: dict[str, str]) -> None:
    size = state.hands[seat].size
    if size is None and state.ask(Reason("little.challenge", "needs-last-tile", words), helps=True):
        return
    if size != 1:
        raise Refusal("little.challenge", "not-last", tiles=size, **words)
    begun = state.rules.little.challenge == "before-next-turn"
    raise Refusal("little.challenge", "turn-begun" if begun else "too-late", **words)


def do_challenge(state: BaseState, action: Action) -> None:
    """Impose the penalty, unless it fell by itself."""
    calls, other = _challenged(state, action)
    if other not in calls.told:
        _catch(state, calls, other)
    calls.challenged.add(other)


def _catch(state: BaseState, calls: Calls, seat: int) -> None:
    penalty = state.rules.little.penalty
    calls.times[seat] += 1
    calls.told.add(seat)
    calls.pending.discard(seat)
    calls.forgotten.discard(seat)
    if seat in calls.repeated:
        calls.skips[seat] = False
    elif penalty in TILES_OWED:
        calls.owed[seat] = TILES_OWED[penalty]
    elif penalty == "draw-1-and-skip":
        calls.skips[seat] = True


def calls_that_count(state: BaseState, calls: Calls) -> list[Action]:
    """Return the calls and challenges that would change something now."""
    if state.outcome is not None:
        return []
    callers = set(calls.pending)
    if state.turn not in calls.said and state.turn >= 0 and state.hands[state.turn].size == 2:
        callers.add(state.turn)
    caught = sorted(other for other in calls.pending | calls.forgotten if _forgot(state, calls, other))
    return [
        *(little(seat) for seat in sorted(callers)),
        *(challenge(seat, other) for other in caught for seat in range(state.seats) if seat != other),
    ]


def owes(state: BaseState, seat: int) -> bool:
    """Whether the seat has to draw at once; a yard with nothing to draw cancels it (G8)."""
    return state.calls is not None and seat in state.calls.owed and state.table.drawable > 0


def pay(calls: Calls, seat: int) -> None:
    """Note that the seat draws one of the tiles that it owes."""
    calls.owed[seat] -= 1
    if not calls.owed[seat]:
        del calls.owed[seat]


def owing(state: BaseState, calls: Calls, seat: int) -> Refusal:
    """Return that the seat draws what it owes before it does anything else."""
    return Refusal("little.penalty", "owes", player=state.name(seat), tiles=calls.owed[seat])


def verify_paid(state: BaseState, calls: Calls, seat: int) -> None:
    """Raise Refusal if the seat has a penalty to serve before it lays a tile."""
    if owes(state, seat):
        raise owing(state, calls, seat)
    if seat in calls.skips:
        raise Refusal("little.penalty", "lost-turn", player=state.name(seat))


def before_action(state: BaseState, calls: Calls, action: Action) -> None:
    """Close the windows that this action closes by being made at all."""
    if state.rules.little.announce == "before-hand-leaves-table":
        for seat in calls.pending - {action.seat}:
            _close(state, calls, seat)
    _lapse(calls, action.seat)
    calls.pending.discard(action.seat)


def after_lay(state: BaseState, calls: Calls, seat: int) -> None:
    """Close the windows that a tile closes, and open the one of a player who is on the last tile."""
    if state.rules.little.announce == "before-next-play":
        for other in tuple(calls.pending):
            _close(state, calls, other)
    _no_longer_caught(calls, seat)
    if state.hands[seat].size != 1:
        calls.said.discard(seat)
    elif seat not in calls.said:
        calls.pending.add(seat)


def after_draw(calls: Calls, seat: int) -> None:
    """Forget what concerned a last tile that is none any more."""
    for seats in (calls.pending, calls.said, calls.forgotten, calls.repeated):
        seats.discard(seat)
    _no_longer_caught(calls, seat)


def after_turn(state: BaseState, calls: Calls, seat: int) -> None:
    """Close the windows that the end of a seat's turn closes, and forget a call with tiles to spare."""
    if state.hands[seat].size not in (None, 1):
        calls.said.discard(seat)
    before = (seat - 1) % state.seats
    if state.rules.little.announce == "before-next-turn-ends" and before in calls.pending:
        _close(state, calls, before)


def served(state: BaseState, calls: Calls, seat: int) -> None:
    """Note that the seat has lost its turn; on one tile still, it has to call again (G7)."""
    del calls.skips[seat]
    if state.rules.little.again == "skip" and state.hands[seat].size == 1:
        _no_longer_caught(calls, seat)
        calls.pending.add(seat)
        calls.repeated.add(seat)


def _no_longer_caught(calls: Calls, seat: int) -> None:
    calls.told.discard(seat)
    calls.challenged.discard(seat)


def _close(state: BaseState, calls: Calls, seat: int) -> None:
    calls.pending.discard(seat)
    calls.forgotten.add(seat)
    if state.rules.little.challenge == "automatic":
        _catch(state, calls, seat)


def _lapse(calls: Calls, seat: int) -> None:
    calls.forgotten.discard(seat)
    calls.repeated.discard(seat)


def lapse_call(state: BaseState, seat: int) -> bool:
    """Let a tile lapse that nobody asked for before the seat played again; whether there was one (E10)."""
    calls = state.calls
    if calls is None or state.rules.little.challenge != "automatic" or seat not in calls.owed:
        return False
    del calls.owed[seat]
    calls.times[seat] -= 1
    return True
