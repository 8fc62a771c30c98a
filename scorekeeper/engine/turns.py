"""What a player may do on turn: lay a tile, draw, pass. One function knows each rule.

Every `verify_…` raises a Refusal where the action cannot stand. What nobody can tell it asks of the state, and goes
on as the answer says.
"""

from collections.abc import Callable, Mapping

from scorekeeper.engine.actions import Action, challenge, little
from scorekeeper.engine.base_state import UNJOINED, BaseState, Joint, Which
from scorekeeper.engine.bits import BIT, every_tile
from scorekeeper.engine.hands import NEWEST
from scorekeeper.engine.opening import verify_seek, verify_start
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import ANYBODY
from scorekeeper.errors import Malformed
from scorekeeper.rules import double_is_held
from scorekeeper.text import _
from scorekeeper.tiles import Tile


def verify_lay(state: BaseState, action: Action) -> Joint:
    """Return how a tile is joined. Raises Refusal unless the seat may lay it here now."""
    seat, tile = action.seat, action.tile
    if tile is None:
        raise Malformed(_("No tile is named."))
    laid_out = not double_is_held(state.rules) and tile == (state.double, state.double)
    if not state.started or (not state.history and laid_out):
        if not state.started:
            verify_start(state, action)
            verify_held(state, seat, tile)
        if action.on is not None:
            raise Refusal("conduct.misplay", "begins", tile=tile)
        return UNJOINED
    verify_laying(state, seat)
    return state.table.check(state, action, tile)


def verify_laying(state: BaseState, seat: int) -> None:
    """Raise Refusal unless the seat may lay some tile now."""
    if state.turn != seat:
        verify_on_turn(state, seat)
    if state.calls is not None:
        if owes(state, seat):
            raise _owing(state, seat)
        if seat in state.calls.skips:
            raise Refusal("little.penalty", "lost-turn", player=state.name(seat))


def verify_on_turn(state: BaseState, seat: int) -> None:
    """Raise Refusal if it is another seat's turn."""
    if state.turn in (seat, ANYBODY):
        return
    last = state.history[-1] if state.history else None
    if state.ended_by_draw == seat:
        if state.rules.turn.drawn_tile == "may-not-play":
            raise Refusal("turn.drawn_tile", "stays")
        raise Refusal("little.penalty", "lost-turn", player=state.name(seat))
    if last is not None and last.seat == seat and last.kind == "lay":
        raise state.table.spent(state, seat, last.tile, state.name(state.turn))
    raise Refusal("turn.plays", "not-on-turn", player=state.name(seat), due=state.name(state.turn))


def verify_held(state: BaseState, seat: int, tile: Tile) -> None:
    """Raise Refusal if the seat cannot hold the tile, for all that is known."""
    hand = state.hands[seat]
    if hand.knows(tile):
        return
    _verify_unseen(state, seat, tile)
    facts = {"player": state.name(seat), "tile": tile}
    if not hand.hidden:
        raise Refusal("conduct.misplay", "not-held", **facts)
    if not hand.may_hold(tile):
        raise Refusal("turn.must_play", "held-back", **facts)
    if state.unseen().holds((seat,), BIT[tile]) is False:
        raise Refusal("conduct.misplay", "cannot-hold", **facts)


def verify_at_hand(state: BaseState, seat: int, tile: Tile) -> None:
    """Raise Refusal unless the seat can hold the tile, and may take this one in this turn."""
    drawn, facts = state.drawn_tile, {"player": state.name(seat)}
    knows = state.hands[seat].knows(tile)
    if state.drawn:
        if state.rules.turn.drawn_tile == "may-not-play":
            raise Refusal("turn.drawn_tile", "stays")
        if knows if drawn is None else tile != drawn:
            raise Refusal("turn.drawn_tile", "older", tile=tile)
    if knows:
        return
    verify_held(state, seat, tile)
    if not state.drawn:
        return
    known = state.unseen().newest_of(seat)
    newest = known.holds((NEWEST,), BIT[tile])
    if newest is not False and known.holds((seat,), BIT[tile]) is not False:
        question = Reason("turn.drawn_tile", "needs-tile", {**facts, "tile": tile})
        newest = state.ask(question, helps=True)
    if newest is False:
        raise Refusal("turn.drawn_tile", "older", tile=tile)


def verify_draw(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the seat may draw now."""
    seat, table = action.seat, state.table
    if action.tile is not None:
        _verify_unseen(state, seat, action.tile)
        hidden = any(hand.hidden for hand in state.hands)
        if hidden and state.unseen().holds((state.seats,), action.bit) is False:
            raise Refusal("conduct.misplay", "not-in-yard", tile=action.tile)
    if owes(state, seat):
        return
    if state.started and state.turn != seat:
        verify_on_turn(state, seat)
    if table.yard <= table.reserve:
        if not table.yard:
            raise Refusal("yard.empty", "nothing-left")
        raise Refusal("yard.reserve", "kept", tiles=table.yard)
    if state.started:
        _verify_draw_in_turn(state, action)
    else:
        verify_seek(state, action)


def _verify_draw_in_turn(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the seat on turn may draw from a yard that has a tile to draw."""
    seat = action.seat
    if state.calls is not None and seat in state.calls.skips:
        if not state.calls.skips[seat]:
            raise Refusal("little.penalty", "lost-turn", player=state.name(seat))
    elif state.played and not state.again:
        rule = "trains.first_turn" if state.table.gives_way(state) else "turn.plays"
        raise Refusal(rule, "laid-already", player=state.name(seat))
    elif state.drawn and state.rules.turn.draws == "one":
        if state.drawn_tile is None or state.drew:
            raise Refusal("turn.draws", "one-more" if state.drew else "one")
        raise Refusal("turn.draws", "one-seen", tile=state.drawn_tile)
    elif state.drawn:
        if fits(state, seat, "newest", lambda facts: Reason("turn.draws", "needs-drawn", facts), action):
            facts = _of_drawn(state, seat)
            raise Refusal("turn.draws", "fits" if "tile" in facts else "fits-unseen", **facts)
    elif _may_draw_once_more(state):
        _verify_unable(state, action)
    else:
        raise Refusal("turn.draws", "once-a-turn")


def _may_draw_once_more(state: BaseState) -> bool:
    """Whether a draw before the last double of this turn leaves another one."""
    return not state.drew or state.rules.foot.draw == "per-tile"


def _verify_unseen(state: BaseState, seat: int, tile: Tile) -> None:
    if state.table.lies(tile):
        raise Refusal("conduct.misplay", "on-table", player=state.name(seat), tile=tile)
    for holder, held in enumerate(state.hands):
        if held.knows(tile):
            text = {"player": state.name(seat), "tile": tile, "holder": state.name(holder)}
            raise Refusal("conduct.misplay", "held-by-other", **text)


def fits(
    state: BaseState,
    seat: int,
    which: Which,
    question: Callable[[Mapping[str, object]], Reason],
    action: Action | None = None,
    helps: bool = False,
) -> bool:
    """Whether one of these tiles of the seat fits; the question, given its facts, is asked where nobody can tell.

    That turns on the tiles that nobody has seen, and on how the places stand that nobody told. The rest is as for
    `State.fits` and `ask_held`.
    """
    sure = state.fits(seat, which, action)
    if sure is not None:
        return sure
    known, fitting = state.is_told(seat, which), state.fitting(seat)
    tiles = state.known(seat, which) if known else every_tile(state.setup.set_size)
    untold = state.table.untold(state, seat, tiles)
    if not (untold and (known or state.unseen().holds((seat,), fitting) is not None)):
        facts = {"player": state.name(seat), "numbers": state.table.wanted(state, seat)}
        holder = NEWEST if which == "newest" else seat
        if state.ask_held(question(facts), (holder,), fitting, helps):
            return True
    return any(state.ask(doubt, helps) for doubt in untold)


def _of_drawn(state: BaseState, seat: int) -> dict[str, object]:
    """Return what a sentence says of a tile just drawn: which it is, where it was seen, else whose."""
    drawn = state.drawn_tile
    return {"player": state.name(seat)} if drawn is None else {"tile": drawn}


def _verify_unable(state: BaseState, action: Action) -> None:
    """Raise Refusal if the seat can play, and so has to; it may do without where the rules say so."""
    seat = action.seat
    by_choice = state.rules.turn.must_play != "must" and state.table.must_follow(state, seat) is None
    if by_choice and state.table.drawable and _may_draw_once_more(state):
        return
    if fits(state, seat, "held", lambda facts: Reason("turn.must_play", "needs-match", facts), action):
        raise _able(state, seat)


def _able(state: BaseState, seat: int) -> Refusal:
    key = state.table.must_follow(state, seat)
    if key is not None and state.rules.turn.must_play != "must":
        return Refusal(key, "must-follow", player=state.name(seat))
    known = state.fitting_held(seat)
    if known and state.rules.turn.must_play != "must" and not state.table.drawable:
        return Refusal("turn.must_play", "able-dry", tiles=known, able=len(known))
    if len(known) > 1:
        return Refusal("turn.must_play", "able-several", tiles=known)
    if known:
        return Refusal("turn.must_play", "able", tiles=known)
    return Refusal("turn.must_play", "surely-able", player=state.name(seat))


def verify_pass(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the seat may end its turn now."""
    seat = action.seat
    if not state.started:
        double = Tile(state.double, state.double)
        raise Refusal("start.source", "no-pass", player=state.name(seat), double=double)
    if state.ended_by_draw == seat:
        return
    if state.turn != seat:
        verify_on_turn(state, seat)
    if state.calls is not None:
        if owes(state, seat):
            raise _owing(state, seat)
        if seat in state.calls.skips:
            if state.calls.skips[seat] and state.table.drawable:
                raise Refusal("little.penalty", "draw-first", player=state.name(seat))
            return
    if not state.played or state.again:
        _verify_stuck(state, action)


def _verify_stuck(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the seat may pass although a tile is due: it has to be laid, or else drawn first."""
    seat = action.seat
    if state.drawn:
        _verify_pass_drawn(state, seat)
    elif state.table.drawable and _may_draw_once_more(state):
        must = state.rules.turn.must_play == "must" or state.table.must_follow(state, seat) is not None
        if must and state.fits(seat):
            raise _able(state, seat)
        raise Refusal("turn.draws", "draw-first")
    else:
        _verify_unable(state, action)


def _verify_pass_drawn(state: BaseState, seat: int) -> None:
    """Raise Refusal unless the seat may pass after it has drawn."""
    may_keep = state.rules.turn.drawn_tile != "must-play"
    until = state.rules.turn.draws == "until-playable" and state.table.drawable > 0
    if may_keep and not until:
        return
    fitting = fits(
        state, seat, "newest", lambda facts: Reason("turn.drawn_tile", "needs-drawn", facts), helps=may_keep
    )
    facts = _of_drawn(state, seat)
    if fitting and not may_keep:
        raise Refusal("turn.drawn_tile", "must-play" if "tile" in facts else "must-play-unseen", **facts)
    if until and not (fitting and may_keep):
        raise Refusal("turn.draws", "until-playable" if "tile" in facts else "until-playable-unseen", **facts)


def owes(state: BaseState, seat: int) -> bool:
    """Whether the seat has to draw at once; a yard with nothing to draw cancels it."""
    return state.calls is not None and seat in state.calls.owed and state.table.drawable > 0


def _owing(state: BaseState, seat: int) -> Refusal:
    tiles = 0 if state.calls is None else state.calls.owed[seat]
    return Refusal("little.penalty", "owes", player=state.name(seat), tiles=tiles)


def verify_little(state: BaseState, seat: int) -> None:
    """Raise Refusal if the seat cannot be about to be, or be, on its last tile."""
    size = state.hands[seat].size
    early = size == 2 and state.turn in (seat, ANYBODY)
    if state.calls is not None and size not in (None, 1) and not early:
        raise Refusal("little.announce", "too-early", player=state.name(seat), tiles=size)


def verify_challenge(state: BaseState, action: Action) -> None:
    """Raise Refusal unless the other player forgot to call and it is not too late to say so."""
    seat, other, calls = action.seat, action.other, state.calls
    if calls is None:
        off = state.rules.little.mode == "off"
        raise Refusal("little.mode", "off" if off else "courtesy")
    if other is None:
        raise Malformed(_("Nobody is challenged."))
    facts = {"player": state.name(other), "by": state.name(seat)}
    if seat == other:
        raise Refusal("little.challenge", "oneself", **facts)
    if other in calls.called:
        raise Refusal("little.announce", "said", **facts)
    if calls.caught.get(other):
        raise Refusal("little.penalty", "once", **facts)
    if other in calls.caught or calls.forgot(other):
        return
    if other in calls.pending:
        raise Refusal("little.announce", "still-time", **facts)
    size = state.hands[other].size
    if size is None and state.ask(Reason("little.challenge", "needs-last-tile", facts), helps=True):
        return
    if size != 1:
        raise Refusal("little.challenge", "not-last", tiles=size, **facts)
    begun = state.rules.little.challenge == "before-next-turn"
    raise Refusal("little.challenge", "turn-begun" if begun else "too-late", **facts)


def calls_that_count(state: BaseState) -> list[Action]:
    """Return the calls and challenges that would change something now."""
    calls = state.calls
    if calls is None or state.outcome is not None:
        return []
    callers = set(calls.pending)
    if state.turn not in calls.called and state.turn >= 0 and state.hands[state.turn].size == 2:
        callers.add(state.turn)
    caught = sorted(other for other in calls.pending | calls.forgotten if calls.forgot(other))
    return [
        *(little(seat) for seat in sorted(callers)),
        *(challenge(seat, other) for other in caught for seat in range(state.seats) if seat != other),
    ]
