"""The question about a forgotten call.

What happened is put before the engine one action after the other. No rule is decided here.
"""

from msgspec.structs import replace

from scorekeeper.engine import (
    IN_TURN,
    TILES_AND_TURN,
    TILES_OWED,
    Action,
    Dealt,
    FeetTable,
    Reason,
    Refusal,
    State,
    Train,
    do,
    feet_of,
    state_of_table,
    trains_of,
)
from scorekeeper.errors import Malformed
from scorekeeper.judge.position import PLENTY, situation_setup, trains_told
from scorekeeper.judge.situation import UNKNOWN, Answer, Situation, decide, depending
from scorekeeper.rules import Rules
from scorekeeper.text import _


def check_events(situation: Situation) -> None:
    """Raise Malformed where an event is marked, of which there is none here."""
    if any(event.wrong for event in situation.events):
        raise Malformed(_("No event is marked with ! in this question."), "events")


def forgotten_call(situation: Situation, rules: Rules) -> Answer:
    """Answer `none`, or a word of `little.penalty`."""
    actions, seat = tuple(event.action for event in situation.events), situation.seat or 0
    state = _calling(situation, rules, seat, actions)
    calls = state.calls
    if calls is None:
        mode = Reason("little.mode", "off" if rules.little.mode == "off" else "courtesy", {})
        return decide(mode, answer="none")
    refused, drawable = None, state.table.drawable
    for action in actions:
        caught = calls.times[seat]
        refused = _follow(state, action) or refused
        drawable = state.table.drawable if calls.times[seat] > caught else drawable
    if calls.times[seat] and not _more_than_one(situation, seat, actions):
        return _penalty(situation, rules, _caught(rules, situation, seat, actions), drawable)
    if not (actions or _more_than_one(situation, seat, actions)):
        since = Reason("little.announce", "needs-since", {"player": situation.name(seat)})
        costs = _penalty(situation, rules, since, drawable)._replace(reason=None, also=())
        late = _("If not") if rules.little.challenge == "automatic" else _("If not, and somebody objected")
        outcomes = (_("If the call came in time"), Answer("legal", since.key, "none")), (late, costs)
        return depending(since.key, since)._replace(also=("little.challenge",), outcomes=outcomes)
    if refused is not None and refused.facts.get("player") != situation.name(seat):
        refused = None  # why somebody else's call or challenge is refused says nothing here
    answer = _no_penalty(situation, state, actions, refused)
    return answer if answer.needs else answer._replace(answer="none")


def _no_penalty(
    situation: Situation, state: State, actions: tuple[Action, ...], refused: Reason | None
) -> Answer:
    """Return why nobody suffers anything."""
    calls, rules, seat = state.calls, state.rules, situation.seat or 0
    assert calls is not None
    facts = {"player": situation.name(seat)}
    if tiles := _more_than_one(situation, seat, actions):
        return decide(Reason("little.announce", "too-early", {**facts, "tiles": tiles}))
    over_with_one = state.outcome is not None and situation.hands[seat].hidden == 1
    if over_with_one and (actions[0].seat, actions[0].kind) == (seat, "lay"):
        return decide(Reason("little.announce", "was-last", {**facts, "tile": actions[0].tile}))
    objector, _since = _objection(seat, actions)
    if refused is not None and refused.id == "still-time" and seat in calls.called:
        return decide(Reason("little.announce", "objected-early", {**facts, "by": refused.facts["by"]}))
    if seat in calls.called or (refused is not None and refused.id == "said"):
        in_time = _in_time(situation, rules, seat, actions)
        if in_time.id != "before-hand-leaves-table":
            return decide(in_time)
        costs = _penalty(situation, rules, in_time, state.table.drawable)._replace(reason=None, also=())
        outcomes = (_("If so"), costs), (_("If not"), Answer("legal", in_time.key, "none"))
        # events do not say when a hand left the table
        return depending(in_time.key, in_time)._replace(outcomes=() if objector is None else outcomes)
    if refused is not None and refused.key.startswith("little"):
        return decide(refused, refused.key, *(("little.penalty",) if refused.id == "still-time" else ()))
    if seat in calls.pending:
        return decide(Reason("little.announce", "may-call", facts))
    if rules.little.challenge == "automatic":
        return decide(Reason("little.challenge", "lapsed", facts))
    if objector is None:
        announced = (seat, "little") in [(action.seat, action.kind) for action in actions]
        called = announced and calls.forgot(seat)
        return decide(Reason("little.challenge", "called-first" if called else "nobody", facts))
    return decide(Reason("little.challenge", "too-late-now", {**facts, "by": situation.name(objector)}))


def _in_time(situation: Situation, rules: Rules, seat: int, actions: tuple[Action, ...]) -> Reason:
    """Return that a call came before the deadline: which is a tile laid, the end of a turn, or somebody's word."""
    call = next(at for at, action in enumerate(actions) if (action.seat, action.kind) == (seat, "little"))
    own = [at for at, action in enumerate(actions[:call]) if (action.seat, action.kind) == (seat, "lay")]
    facts: dict[str, object] = {"player": situation.name(seat)}
    if not own:
        return Reason("little.announce", "called", facts)
    since = (action.seat for action in actions[own[-1] + 1 : call] if action.kind in IN_TURN)
    others = dict.fromkeys(map(situation.name, since))
    facts |= {"tile": actions[own[-1]].tile, "others": tuple(others)}
    passed = rules.little.announce == "before-next-play" and others
    return Reason("little.announce", "others-only-passed" if passed else rules.little.announce, facts)


def _penalty(situation: Situation, rules: Rules, caught: Reason, drawable: int) -> Answer:
    """Return the penalty of whoever was caught while so many tiles could be drawn."""
    word: str = rules.little.penalty
    facts = {"player": situation.name(situation.seat or 0)}
    if word == "none":
        return Answer("legal", "little.penalty", word)
    if not drawable and word in TILES_OWED:
        return decide(Reason("little.penalty", "none-to-draw", facts), caught, answer="none")
    if not drawable:
        only = Reason("little.penalty", "turn-only", facts)
        return decide(only, caught, answer=word)._replace(phrase="dry")
    also: tuple[Reason | str, ...] = ("little.announce",) * (caught.id not in ("caught-after", "automatic"))
    if drawable < {**TILES_OWED, **TILES_AND_TURN}[word]:
        word, also = word.replace("draw-2", "draw-1"), (Reason("little.penalty", "one-left", facts), *also)
    return decide(caught, "little.penalty", *also, answer=word)


def _more_than_one(situation: Situation, seat: int, actions: tuple[Action, ...]) -> int:
    """Return how many tiles the player has now who never was on one; 0 where that may have been.

    A number is the hand before the first event, and the tiles of a hand may be those before it or now.
    """
    known, hidden = situation.hands[seat]
    own = [action for action in actions if action.seat == seat and action.kind in ("lay", "draw")]
    laid = {action.tile for action in own if action.kind == "lay"}
    changes = [-1 if action.kind == "lay" else 1 for action in own]
    now = len(known) + hidden + sum(changes) if hidden else sum(tile not in laid for tile in known)
    sizes = [now - sum(changes[at:]) for at in range(len(changes) + 1)]
    return 0 if hidden is None or 1 in sizes else now


def _caught(rules: Rules, situation: Situation, seat: int, actions: tuple[Action, ...]) -> Reason:
    """Return who said that the call was missing, and whose play came before."""
    objector, since = _objection(seat, actions)
    facts = {"player": situation.name(seat)}
    closer = next((action for action in since if action.kind == "lay"), None)
    if closer is not None:
        facts |= {"closer": situation.name(closer.seat), "laid": str(closer.tile)}
    if objector is None:
        return Reason("little.penalty", "automatic", facts)
    facts["by"] = situation.name(objector)
    called = (seat, "little") in [(action.seat, action.kind) for action in actions]
    if called and (rules.little.announce == "before-called" or closer is None):
        return Reason("little.penalty", "called-late", facts)
    return Reason("little.penalty", "caught" if closer is None else "caught-after", facts)


def _objection(seat: int, actions: tuple[Action, ...]) -> tuple[int | None, tuple[Action, ...]]:
    """Return who objected first, and what others did before that since the player's last tile."""
    numbered = tuple(enumerate(actions))
    own = [at for at, action in numbered if (action.seat, action.kind) == (seat, "lay")]
    objections = (
        at for at, action in numbered if action.kind == "challenge" and action.other == seat != action.seat
    )
    at = next((index for index in objections if index >= min(own, default=0)), None)
    begun = max((index + 1 for index in own if at is None or index < at), default=0)
    since = tuple(action for action in actions[begun:at] if action.seat != seat)
    return None if at is None else actions[at].seat, since


def _calling(situation: Situation, rules: Rules, seat: int, actions: tuple[Action, ...]) -> State:
    """Return a round in which the player comes to the last tile, and all that is done fits."""
    own = [action.kind for action in actions if action.seat == seat and action.kind in ("lay", "draw")]
    size = max(1, 2 - own.index("lay")) if "lay" in own else 1
    known, hidden = situation.hands[seat]
    if hidden:
        size = len(known) + hidden
    hands = tuple(Dealt((), size) if other == seat else UNKNOWN for other in range(len(situation.players)))
    yard = PLENTY if situation.yard is None else situation.yard
    setup = situation_setup(situation, rules)._replace(hands=hands, yard=yard)
    first = next((action.seat for action in actions if action.kind in IN_TURN), seat)
    if rules.layout.owned_ends:
        state = state_of_table(setup, trains_told(situation, setup), first)
    else:
        table = FeetTable(setup, 0, ())
        table.recall(situation.began_with, 0, None, ())
        state = state_of_table(setup, table, first)
    if state.calls is not None and size == 1 and "lay" not in own:
        state.calls.pending.add(seat)
    return state


def _follow(state: State, action: Action) -> Reason | None:
    """Do what happened, the tile somewhere; return why it could not be, where it could not."""
    make_fit = _fit_on_train if state.rules.layout.owned_ends else _fit_anywhere
    try:
        do(state, make_fit(state, action))
    except Refusal as refusal:
        if action.kind != "challenge" and state.calls and state.calls.lapse(action.seat):
            return _follow(state, action)
        return refusal.reason
    if isinstance(state.table, FeetTable) and feet_of(state).foot >= 0:
        feet_of(state).release()
    return None


def _fit_anywhere(state: State, action: Action) -> Action:
    """Let a tile that is laid fit an open end, and none that is drawn; return where it lies."""
    for number in range(state.table.set_size + 1):
        feet_of(state).set_ends(number, PLENTY if action.kind == "lay" else 0)
    return action if action.tile is None else replace(action, on=action.tile.high)


def _fit_on_train(state: State, action: Action) -> Action:
    """Let it be the player's turn, no double come first and a tile fit the own train; return where it lies."""
    if action.kind in IN_TURN and state.turn != action.seat:
        state.give_turn(action.seat)
    if action.tile is None or action.kind != "lay":
        return action
    trains = trains_of(state)
    trains.tell(action.seat, action.tile.high)
    trains.open, trains.due, state.again = [], None, False
    return replace(action, on=Train(action.seat))
