"""Why a tile may be laid on a train, why a train has its marker or not, and which double comes first.

Decides nothing: the engine has decided, and here is said what shows it.
"""

from scorekeeper.engine import (
    Action,
    Reason,
    Refusal,
    State,
    Train,
    doubles_to_cover,
    lay_tile,
    owed_double,
    own_first,
    train_in_words,
    trains_of,
    verify,
)
from scorekeeper.judge.situation import Answer
from scorekeeper.tiles import Tile


def played_on_own(state: State, seat: int) -> bool:
    """Whether the seat is known to have laid a tile on its own train."""
    tips = trains_of(state).tips[seat] or ()
    laid = [action for action in state.history if (action.seat, action.kind) == (seat, "lay")]
    return any(action.on == Train(seat) or any(tip.tile == action.tile for tip in tips) for action in laid)


def why_marked(state: State, seat: int) -> Reason:
    """Return why a marker has just gone up: a turn ended without a tile, or with one and no other for that train."""
    last = next((action for action in reversed(state.history) if action.seat == seat), None)
    blocked = last is not None and last.kind == "lay"
    return Reason("trains.marker_on", "own-blocked" if blocked else "went-up", {"player": state.name(seat)})


def why_closed(state: State, seat: int, told: bool | None) -> Reason:
    """Return why a train has no marker, where it was told whether it had one before."""
    off = told is True or played_on_own(state, seat)
    facts = {"player": state.name(seat)}
    return (
        Reason("trains.marker_off", "is-off", facts)
        if off
        else Reason("trains.marker_on", "stays-off", facts)
    )


def why_closed_to(state: State, seat: int) -> tuple[Reason, ...]:
    """Return why the tile that the seat drew may not lie on another player's train although it would fit there."""
    tile = state.drawn_tile
    for train in range(len(state.setup.players)):
        if tile is None or set(tile).isdisjoint(trains_of(state).ends(train) or ()):
            continue
        try:
            verify(state, lay_tile(seat, tile, Train(train)))
        except Refusal as refusal:
            return (refusal.reason,)
    return ()


def why_unsure(state: State, seat: int, told: bool | None) -> Reason:
    """Return what would settle whether a train has its marker: whether it had one, or what the hand has for it."""
    facts, ends = {"player": state.name(seat)}, trains_of(state).ends(seat)
    if told is None and not played_on_own(state, seat):
        return Reason("trains.marker_on", "needs-own-marker", facts)
    return Reason("turn.must_play", "needs-match", {**facts, "numbers": ends})


def why_must_cover(state: State, seat: int) -> Reason | None:
    """Return the double that the seat must cover, of its own turn or of any; None without one."""
    trains = trains_of(state)
    doubles = doubles_to_cover(state, trains, seat)
    if not doubles:
        return None
    first = doubles[0]
    facts = {
        "player": state.name(seat),
        "double": Tile(first.number, first.number),
        "train": train_in_words(first.train, state.setup.players),
        "number": first.number,
    }
    key = "foot.lock" if owed_double(state, trains, seat) is None else "foot.again"
    return Reason(key, "must-cover", facts)


def why_first(state: State, seat: int) -> tuple[Reason, ...]:
    """Return which of several open doubles the seat covers before the others, where their order decides it."""
    if not state.rules.has_trains or len(trains_of(state).open) < 2:
        return ()
    trains = trains_of(state)
    doubles = doubles_to_cover(state, trains, seat)
    if len(doubles) != 1 or owed_double(state, trains, seat) is not None:
        return ()
    double = Tile(doubles[0].number, doubles[0].number)
    return (Reason("foot.order", state.rules.foot.order, {"double": double}),)


def why_unbound(state: State, seat: int) -> Reason:
    """Return why the seat need not cover a double although one is open."""
    trains = trains_of(state)
    owed = owed_double(state, trains, seat)
    number = (owed or trains.open[0]).number
    facts = {"player": state.name(seat), "double": Tile(number, number)}
    if own_first(state, trains, seat):
        return Reason("trains.elsewhere", "own-before-double", facts)
    if owed is not None:
        return Reason("foot.again", "owes-anywhere", facts)
    if state.strict:
        return Reason("trains.first_turn_double", "not-yet", facts)
    return Reason("foot.lock", "binds-nobody", facts)


def on_train(state: State, action: Action, tile: Tile) -> Answer:
    """Return by which rule a tile may be laid on a train, and what shows it; the engine allows it."""
    trains, seat = trains_of(state), action.seat
    number, train = state.table.check(state, action, tile)
    facts = {
        "player": state.name(seat),
        "tile": tile,
        "number": number,
        "train": train_in_words(train, state.setup.players),
        "double": Tile(number, number),
    }
    if trains.due is not None:
        covers = state.rules.foot.again == "must-cover"
        return _by(Reason("foot.again", "covers-own" if covers else "extra", facts))
    if doubles_to_cover(state, trains, seat):
        return _by(Reason("foot.lock", "covers", facts))
    if trains.open:
        return _by(why_unbound(state, seat))
    if trains.run:
        return _by(Reason("trains.first_turn", "goes-on", facts))
    begins = trains.begun(train) is False
    if train == seat:
        return _by(Reason("trains.ownership", "own-begins" if begins else "own", facts))
    if train >= trains.seats:
        return _by(
            Reason("trains.public_start", "begins", facts)
            if begins
            else Reason("trains.ownership", "public", facts)
        )
    if begins:
        return _by(Reason("trains.ownership", "marked-begins", facts), "trains.unstarted")
    return _by(Reason("trains.ownership", "marked", facts))


def _by(reason: Reason, *keys: str) -> Answer:
    """Return that a reason allows it, with its rule and others that have a part in it."""
    return Answer("legal", reason.key, reason=reason, also=(reason.key, *keys))
