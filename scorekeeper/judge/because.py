"""Why an action stands: the facts of the table and of the hands that decide, as reasons.

Decides nothing: the engine has found that the action stands, and here is said what shows it. What is said of a round
of trains comes last.
"""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.engine import (
    Action,
    Reason,
    Refusal,
    State,
    Train,
    TrainsTable,
    doubles_to_cover,
    feet_of,
    lay_tile,
    owed_double,
    train_in_words,
    trains_of,
    verify,
    why_not_ruled_on,
)
from scorekeeper.judge.position import foot_alone
from scorekeeper.judge.situation import Answer, Situation, decide
from scorekeeper.judge.told import Foot
from scorekeeper.rules import Rules
from scorekeeper.tiles import Tile

NO_PLACE = Reason("turn.draws", "no-place", {})
"""No end is open, so no tile fits."""


def why_undecided(situation: Situation, rules: Rules) -> Reason | None:
    """Return why rules decide nothing: the table is of the other game, or where tiles fit is not ruled on."""
    if situation.question.has_fact("open_doubles") and (why := why_not_ruled_on(rules)):
        return why
    if rules.layout.owned_ends:
        about_feet = situation.ends is not None or situation.foot is not None or situation.toes is not None
        return Reason("trains.ownership", "has-trains", {}) if about_feet else None
    return None if situation.layout is rules.layout else Reason("trains.ownership", "no-trains", {})


def why_laid(state: State, seat: int, tile: Tile, number: int | None) -> Reason:
    """Return why a tile may be laid in the middle of a round: the double that needs it, or the end that it fits."""
    table = feet_of(state)
    facts = {"player": state.name(seat), "tile": tile, "double": Tile(table.bound, table.bound)}
    if table.start_left:
        return Reason("start.toes", "toe", facts)
    if table.foot >= 0:
        return Reason("foot.lock", "toe", facts)
    shown = next(half for half in (number, *tile) if half is not None and table.ends[half])
    return Reason("trains.ownership", "end", {"number": shown})


def why_more_than_double(state: State) -> Reason:
    """Return that whoever laid the starting double goes on, as that used no turn."""
    facts = {"double": Tile(state.table.double, state.table.double)}
    return Reason("start.turn", "train-goes-on" if state.rules.layout.owned_ends else "goes-on", facts)


def why_able(state: State, seat: int, tiles: tuple[Tile, ...], by_choice: bool) -> Reason:
    """Return which tiles a player can lay, and whether none has to be."""
    distinct = tuple(dict.fromkeys(tiles))
    facts = {"player": state.name(seat), "tiles": distinct, "able": len(distinct)}
    if by_choice:
        return Reason("turn.must_play", "able-by-choice", facts)
    return Reason("turn.must_play", "able-several" if len(distinct) > 1 else "able", facts)


def may_hold(state: State, actions: Sequence[Action]) -> Reason | None:
    """Return which tiles that nobody has seen the player on turn may lay, besides those that are known to fit."""
    seat = state.turn
    if seat < 0 or not state.started or not state.hands[seat].hidden:
        return None
    if any(action.kind == "lay" for action in actions):
        none = state.drawn or state.unseen().holds((seat,), state.fitting(seat)) is False
        return None if none else Reason("turn.must_play", "lays-other", {"player": state.name(seat)})
    fits = state.outcome is None and state.fits(seat, "newest" if state.drawn else "held")
    if fits is False:
        return None
    facts = {"player": state.name(seat), "numbers": state.table.wanted(state, seat)}
    if state.drawn:
        turn, seen = state.rules.turn, state.drawn_tile is not None
        if seen or turn.drawn_tile == "may-not-play" or (turn.draws == "until-playable" and not fits):
            return None
        if fits:
            return Reason("turn.drawn_tile", "lays-drawn", {"player": state.name(seat)})
        return Reason("turn.drawn_tile", "lay-drawn-if" if actions else "lay-drawn-or-pass", facts)
    if fits:
        return Reason("turn.must_play", "lays-such", facts)
    if actions:
        return Reason("turn.must_play", "lay-if", facts)
    return Reason("turn.must_play", "lay-or-draw" if state.table.drawable else "lay-or-pass", facts)


def why_barred(state: State, seat: int) -> Reason | None:
    """Return which known tiles of a player may not be laid now, None where there are none."""
    hand, table = state.hands[seat].known, state.table
    fitting = state.fitting_held(seat)
    rest = tuple(tile for tile in hand if tile not in fitting)
    bound = why_bound(state)
    if bound is None:
        facts = {"tiles": rest, "numbers": state.table.wanted(state, seat), "held": len(rest)}
        return Reason("conduct.misplay", "unfitting", facts) if rest else None
    elsewhere = tuple(tile for tile in rest if table.takes(tile.high) or table.takes(tile.low))
    if not elsewhere:
        return bound
    return Reason(bound.key, "barred", {**bound.facts, "tiles": elsewhere, "number": table.bound})


def why_bound(state: State) -> Reason | None:
    """Return the double that comes before anything else, for its toes or to be covered; None where none does."""
    if state.rules.layout.owned_ends:
        return why_must_cover(state, state.turn)
    table = feet_of(state)
    number, left = table.bound, table.left
    if number < 0:
        return None
    key, toes = ("start.toes", table.start_toes) if table.start_left else ("foot.lock", table.foot_toes)
    facts = {"double": Tile(number, number), "number": number, "toes": toes, "laid": toes - left}
    return Reason(key, "bare" if left == toes else "incomplete", facts)


def why_unable(state: State, seat: int) -> Reason:
    """Return why a player cannot lay any tile: what its tiles do not show, or why one that shows it is refused."""
    hand, numbers = state.hands[seat], state.table.wanted(state, seat)
    facts: dict[str, object] = {"player": state.name(seat), "numbers": numbers}
    if not numbers:
        return NO_PLACE
    bound = why_bound(state)
    if hand.hidden:
        return _by_double(bound, "unseen", facts) if bound else Reason("turn.draws", "unable-unseen", facts)
    if bound is not None:
        return _unable_at(state, seat, bound)
    for tile in hand.known:
        if not set(numbers).isdisjoint(tile):
            try:
                verify(state, lay_tile(seat, tile))
            except Refusal as refusal:
                return refusal.reason
    facts |= {"tiles": hand.known, "held": len(hand.known)}
    trains = _free_trains(state)
    starts = trains is not None and numbers == (trains.double,) and not trains.tips(seat)
    return Reason("turn.draws", "unable-to-start" if starts else "unable", facts)


def _unable_at(state: State, seat: int, bound: Reason) -> Reason:
    """Return that no tile of a known hand is a toe of the double that needs one, or only that it does."""
    tiles = state.hands[seat].known
    facts = {"player": state.name(seat), "tiles": tiles, "held": len(tiles)}
    return _by_double(bound, "unable", facts) if tiles else bound


def _by_double(bound: Reason, why: str, facts: Mapping[str, object]) -> Reason:
    """Return why a player cannot lay a tile, where a double comes first: one to cover on a train, or a foot."""
    comes_first = "cover" if "train" in bound.facts else "bound"
    return Reason(bound.key, f"{comes_first}-{why}", {**facts, **bound.facts})


def why_stuck(state: State, seat: int, alone: bool) -> Reason:
    """Return that nobody can draw or play, or that a player alone cannot: in general, or on what comes first."""
    bound, facts = why_bound(state), {"player": state.name(seat)}
    numbers = () if alone or state.rules.layout.owned_ends else state.table.wanted(state, seat)
    if bound is None and numbers:
        return Reason("yard.empty", "none-shows", {"numbers": numbers})
    if bound is None:
        return Reason("yard.empty", "unable" if alone else "all-unable", facts)
    return Reason("yard.empty", "unable-bound" if alone else "all-unable-bound", {**bound.facts, **facts})


def why_open(state: State, actions: Sequence[Action]) -> tuple[Reason, ...]:
    """Return why tiles may be laid on trains that are not the player's own, once for each train."""
    if not state.started or _free_trains(state) is None:
        return ()
    lays = {lay.on: (lay, lay.tile) for lay in actions if lay.tile and lay.on != Train(lay.seat)}
    return tuple(filter(None, (on_train(state, *lay).reason for lay in lays.values())))


def _free_trains(state: State) -> TrainsTable | None:
    """Return the trains where no double comes before anything else; None at a table without trains."""
    return trains_of(state) if state.rules.layout.owned_ends and why_bound(state) is None else None


def why_unfit(state: State, seat: int) -> Reason:
    """Return why a player cannot lay the tile that was drawn."""
    bound, hand, facts = why_bound(state), state.hands[seat], _drawn(state, seat)
    seen = state.drawn_tile is not None
    if bound is None:
        unfit = Reason("turn.draws", "unfit" if seen else "unfit-unseen", facts)
        return unfit if facts["numbers"] else NO_PLACE
    if seen and not hand.hidden and len(hand.known) > 1 and not state.fitting_held(seat):
        return _unable_at(state, seat, bound)
    return _by_double(bound, "unfit" if seen else "unfit-unseen", facts)


def why_kept(state: State, seat: int) -> Reason:
    """Return why a player may keep the tile that was drawn, although it fits or may fit."""
    facts = _drawn(state, seat)
    if state.rules.turn.drawn_tile == "may-not-play":
        return Reason("turn.drawn_tile", "ended", facts)
    return Reason("turn.drawn_tile", "kept-unseen" if state.drawn_tile is None else "kept", facts)


def _drawn(state: State, seat: int) -> dict[str, object]:
    """Return who drew what last, and the numbers that a tile would have to show."""
    return {"player": state.name(seat), "tile": state.drawn_tile, "numbers": state.table.wanted(state, seat)}


def why_draws_by_choice(state: State, seat: int) -> Reason:
    """Return why a player may draw who could play, or perhaps could."""
    if not (tiles := state.fitting_held(seat)):
        return Reason("turn.must_play", "by-choice", {})
    return Reason("turn.must_play", "need-not-several" if len(tiles) > 1 else "need-not", {"tiles": tiles})


def why_complete(state: State) -> Reason:
    """Return that the starting double has all its toes."""
    facts = {"double": Tile(state.table.double, state.table.double), "toes": feet_of(state).start_toes}
    per_player = state.rules.start.toes == "per-player"
    return Reason("start.toes", "complete-players" if per_player else "complete", facts)


def why_toes(foot: Foot, rules: Rules) -> Reason:
    """Return how many of its toes a later double has."""
    laid, toes = foot.toes or 0, rules.foot.toes
    facts = {"double": foot.tile, "toes": toes, "laid": laid}
    return Reason("foot.toes", "complete" if laid >= toes else "lacks" if laid else "bare", facts)


def why_full(situation: Situation, rules: Rules, tile: Tile | None) -> Reason | None:
    """Return that a foot was told with all its toes, so that a tile with its number is none; None for other tiles."""
    number = situation.finished
    if number is None or tile is None or not tile.shows(number):
        return None
    return Reason("foot.toes", "full", {"double": Tile(number, number), "toes": rules.foot.toes})


def why_short(situation: Situation, rules: Rules, foot: Foot) -> Reason:
    """Return how many tiles are left for the toes that an open foot lacks, and that it stays open where it does."""
    table = foot_alone(situation, rules, foot)
    left, tiles = table.set_size - table.laid_of(foot.double), situation.off_table(foot.double)
    facts = {"double": foot.tile, "number": foot.double, "missing": table.left, "left": left, "tiles": tiles}
    if rules.foot.uncloseable == "exhaust":
        return Reason("foot.uncloseable", "stays" if left else "stays-bare", facts)
    return Reason("foot.uncloseable", "short" if left else "none-left", facts)


def played_on_own(state: State, seat: int) -> bool:
    """Whether the seat is known to have laid a tile on its own train."""
    tips = trains_of(state).tips(seat) or ()
    laid = [action for action in state.history if (action.seat, action.kind) == (seat, "lay")]
    return any(action.on == Train(seat) or any(tip.tile == action.tile for tip in tips) for action in laid)


def why_marked(state: State, seat: int) -> Reason:
    """Return why a marker has just gone up: a turn ended without a tile, or with one and no other for that train."""
    own = [action.tile for action in state.history if action.seat == seat and action.kind in ("lay", "pass")]
    before, last = (None, None, *own)[-2:]
    if last is not None:
        return Reason("trains.marker_on", "own-blocked", {"player": state.name(seat), "tile": last})
    if before is not None and before.is_double:  # it asked for one more
        return Reason("trains.marker_on", "went-up-after", {"player": state.name(seat), "double": before})
    return Reason("trains.marker_on", "went-up", {"player": state.name(seat)})


def why_closed(state: State, seat: int, was_marked: bool | None) -> Reason:
    """Return why a train has no marker, where it was told whether it had one before."""
    laid = [action.tile for action in state.history if (action.seat, action.kind) == (seat, "lay")]
    if not laid:
        return Reason("trains.marker_on", "stays-off", {"player": state.name(seat)})
    facts = {"player": state.name(seat), "tile": laid[-1]}
    if played_on_own(state, seat):
        return Reason("trains.marker_off", "is-off", facts)
    if was_marked is True:
        return Reason("trains.marker_off", "is-off-anywhere", facts)
    return Reason("trains.marker_on", "laid-elsewhere", facts)


def why_closed_to(state: State, seat: int, tiles: Iterable[Tile]) -> tuple[Reason, ...]:
    """Return why one of these tiles may not lie on the trains of others although it would fit there."""
    trains = _free_trains(state)
    if trains is None:
        return ()
    for tile in tiles:
        refused = dict[object, Reason]()
        for train in range(trains.seats):
            try:
                if not set(tile).isdisjoint(trains.ends(train) or ()):
                    verify(state, lay_tile(seat, tile, Train(train)))
            except Refusal as refusal:
                refused[train_in_words(train, state.setup.players)] = refusal.reason
        if any(why.key != "trains.ownership" for why in refused.values()):
            return (next(iter(refused.values())),)
        if refused:
            facts = {"tile": tile, "trains": tuple(map(str, refused)), "count": len(refused)}
            by_double = state.strict and not trains.open
            return (Reason("trains.ownership", "fits-no-double" if by_double else "fits-closed", facts),)
    return ()


def why_none_open(situation: Situation, state: State) -> Reason:
    """Return that no double is open, or that nobody can cover the one that was told, as all its tiles are laid."""
    doubles = situation.open_doubles or ()
    if not (state.strict and doubles):
        return Reason("foot.lock", "none-open", {})
    double = doubles[0].tile
    return Reason("foot.uncloseable", "all-laid", {"double": double, "number": double.high})


def why_unhindered(situation: Situation, state: State, action: Action) -> Reason | None:
    """Return why what was told does not stand in the way: a double that nobody can cover, or the own train."""
    dead, trains = why_none_open(situation, state), trains_of(state)
    if trains.open:
        return None
    if dead.id == "all-laid":
        return dead
    seat, own = action.seat, set(trains.ends(action.seat) or ())
    if action.on != Train(seat) and trains.tips(seat) == () and trains.turns[seat]:
        return Reason("trains.elsewhere", "may-wait", {})
    held = (tile for tile in state.hands[seat].known if tile != action.tile)
    fits = next((tile for tile in held if not own.isdisjoint(tile)), None)
    if fits is None or action.on == Train(seat):
        return None
    return Reason("trains.ownership", "own-fits-too", {"tile": fits})


def why_unsure(state: State, seat: int, was_marked: bool | None) -> Reason:
    """Return what would settle whether a train has its marker: whether it had one, or what the hand has for it."""
    facts, ends = {"player": state.name(seat)}, trains_of(state).ends(seat)
    if was_marked is None and not played_on_own(state, seat):
        own = state.rules.trains.marker_off == "own-play"
        return Reason("trains.marker_on", "needs-own-marker" if own else "needs-any-marker", facts)
    return Reason("turn.must_play", "needs-own", {**facts, "numbers": ends})


def why_must_cover(state: State, seat: int) -> Reason | None:
    """Return the double that the seat must cover, of its own turn or of any; None without one."""
    trains = trains_of(state)
    doubles = doubles_to_cover(state, trains, seat)
    if not doubles:
        return None
    train, number = train_in_words(doubles[0].train, state.setup.players), doubles[0].number
    facts = {"player": state.name(seat), "double": Tile(number, number), "train": train, "number": number}
    key = "foot.lock" if owed_double(state, trains, seat) is None else "foot.again"
    return Reason(key, "must-cover", facts)


def why_first(state: State, seat: int) -> tuple[Reason, ...]:
    """Return which of several open doubles the seat covers first, if any, where their order decides it."""
    if not state.rules.layout.owned_ends or len(trains_of(state).open) < 2:
        return ()
    trains = trains_of(state)
    doubles = doubles_to_cover(state, trains, seat)
    if not doubles or owed_double(state, trains, seat) is not None:
        return ()
    double = Tile(doubles[0].number, doubles[0].number)
    return (Reason("foot.order", "any" if len(doubles) > 1 else state.rules.foot.order, {"double": double}),)


def why_unbound(state: State, seat: int) -> Reason:
    """Return why the seat need not cover a double although one is open."""
    trains = trains_of(state)
    owed = owed_double(state, trains, seat)
    number = (owed or trains.open[0]).number
    facts = {"player": state.name(seat), "double": Tile(number, number)}
    if trains.own_first(seat):
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
    facts = {"player": state.name(seat), "tile": tile, "number": number, "double": Tile(number, number)}
    facts["train"] = train_in_words(train, state.setup.players)
    begins = trains.tips(train) == ()
    if trains.due is not None:
        covers = state.rules.foot.again == "must-cover" or train == trains.due.train
        facts["double"] = Tile(trains.due.number, trains.due.number)
        reason = Reason("foot.again", "covers-own" if covers else "extra", facts)
    elif doubles_to_cover(state, trains, seat):
        reason = Reason("foot.lock", "covers", facts)
    elif trains.open:
        reason = why_unbound(state, seat)
    elif trains.run:
        reason = Reason("trains.first_turn", "goes-on", facts)
    elif train == seat:
        reason = Reason("trains.ownership", "own-begins" if begins else "own", facts)
    elif train >= trains.seats and begins:
        reason = Reason("trains.public_start", "begins" if trains.turns[seat] else "begins-first", facts)
    elif train >= trains.seats:
        reason = Reason("trains.ownership", "public", facts)
    else:
        passed = any((past.seat, past.kind) == (train, "pass") for past in state.history)
        facts["owner"] = state.name(train)
        reason = Reason(
            "trains.ownership", "marked-begins" if begins else "opened" if passed else "marked", facts
        )
    unstarted = ("trains.unstarted",) if reason.id == "marked-begins" else ()
    chain = ("foot.chain",) if trains.chain and tile.is_double else ()
    return decide(reason, reason.key, *unstarted, *chain)
