"""A situation without gaps as a state of the engine. No rule is known here; the engine is asked."""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from msgspec.structs import replace

from scorekeeper.engine import (
    BIT,
    Action,
    FeetTable,
    HeldHand,
    Hidden,
    LayingPlace,
    OpenDouble,
    Outcome,
    Setup,
    State,
    Train,
    TrainsTable,
    do,
    feet_of,
    lay_tile,
    number_of_train,
    show_action,
    state_of_table,
    train_of_number,
    trains_of,
)
from scorekeeper.judge.situation import UNKNOWN, Situation
from scorekeeper.judge.told import Foot, TrainTold
from scorekeeper.rules import Rules, check_toes, double_is_held, yard_reserve
from scorekeeper.tiles import Tile

PLENTY = 30
"""More tiles in the yard, and more open ends that show a number, than a dispute uses up."""


def as_it_lies(situation: Situation, rules: Rules) -> Situation:
    """Return the situation with what the rules make of its table.

    A double that is laid out before the deal lies there, and a foot with all its toes is no open foot.
    """
    double, foot = situation.starting_double, situation.foot
    if situation.opens_round and situation.lays not in (None, double) and not double_is_held(rules):
        return replace(situation, laid=(double,))
    whole = foot and (foot.toes, rules.foot.lock) == (rules.foot.toes, "strict") and not situation.played
    if foot is None or not whole or foot.double in (situation.began_with, situation.asked_double):
        return situation
    return replace(situation, foot=None, finished=foot.double, laid=(*situation.laid, foot.tile))


def draws_since(situation: Situation, rules: Rules) -> tuple[int, ...]:
    """Return how many tiles can have been drawn after the last one that was laid in this turn: the fewest, the most.

    Each double that was laid gives one more draw, a plain tile none. Where every tile of the hand is named, but not
    the drawn one, that was laid.
    """
    draws, laid = situation.draws_made, [lay.tile for lay in situation.laid_now]
    if situation.drawn_since is not None:
        return (situation.drawn_since,)
    if not laid and not situation.played:
        return (draws,)
    if laid and not laid[-1].is_double:
        return (0,)
    least = max(0, draws - (situation.played or sum(tile.is_double for tile in laid)))
    if situation.last_drawn is not None:
        return (least if situation.last_drawn in laid else max(1, least),)
    if situation.hands[situation.seat or 0].hidden == 0:
        return (least,)
    most = max(least, draws if rules.turn.draws == "until-playable" else min(draws, 1))
    return (least, most) if least < most else (least,)


def state_of(situation: Situation, rules: Rules) -> State:
    """Return a situation without gaps as a state of the round, the player who is asked about on turn.

    Raises Impossible where the rules ask for more toes than there are.
    """
    setup, seat, trains = situation_setup(situation, rules), situation.seat or 0, rules.layout.owned_ends
    if trains and situation.opens_round:
        return at_start(setup, seat)
    table = trains_told(situation, setup, situation.on_table) if trains else table_of(situation, setup)
    state = state_of_table(setup, table, seat)
    _take_drawn(situation, state, seat)
    if trains:
        _after_laying(situation, state, seat)
    elif situation.played:
        _after_playing(situation, state, seat)
    else:
        feet_of(state).give_up(state)
    return state


def turn_of(situation: Situation, rules: Rules) -> State:
    """Return a situation as `state_of` does, the round ended where somebody has no tile left (D1)."""
    state = state_of(situation, rules)
    if rules.layout.owned_ends:
        # where whoever is on turn covers doubles, and last doubles too, the one that is open was the last tile
        bound = state.strict and (rules.foot.again, rules.ending.double_out) == ("must-cover", "must-cover")
        left_open = bound and bool(trains_of(state).open)
        for seat, hand in enumerate(state.hands):
            owes = left_open or (state.again and seat == state.turn) or bool(yet_to_begin(state, seat))
            if hand.empty and state.outcome is None and not owes:
                state.outcome = Outcome("out", "scoring.out", out=seat)
        return state
    for seat, hand in enumerate(state.hands):
        if hand.empty and state.started and state.outcome is None:
            state.table.settle(state, seat, situation.foot is not None and situation.foot.toes == 0)
    return state


def in_notation(state: State, actions: Iterable[Action]) -> tuple[str, ...]:
    """Return actions as records write them, those that read alike once."""
    return tuple(dict.fromkeys(show_action(state, action) for action in actions))


def situation_setup(situation: Situation, rules: Rules) -> Setup:
    """Return what was fixed before the round began; where the yard makes no difference, some of it may be drawn."""
    kept = yard_reserve(rules, len(situation.players))
    yard = kept + 2 if situation.yard is None else situation.yard
    players, double, hands = situation.players, situation.began_with, situation.hands
    return Setup(rules, situation.set_size, players, double, hands, yard, kept, answers=situation.known)


def table_of(situation: Situation, setup: Setup) -> FeetTable:
    """Return the table in numbers; where a double binds nobody its empty places are open ends."""
    opens, rules = situation.opens_round, setup.rules
    table = _bare_table(setup, () if opens else situation.on_table)
    if opens:
        return table
    ends, foot, binds = list(situation.ends or ()), situation.foot, rules.foot.lock == "strict"
    if foot is not None and not binds:
        ends += [foot.double] * (rules.foot.toes - (foot.toes or 0))
    toes = situation.set_size if situation.toes is None else situation.toes
    binding = (foot.double, foot.toes or 0) if foot is not None and binds else None
    table.recall(situation.began_with, toes, binding, ends)
    _count_suit(table, situation.began_with, situation.toes or 0)
    if foot is not None:
        _count_suit(table, foot.double, (foot.toes or 0) + 1)
    return table


def foot_alone(situation: Situation, rules: Rules, foot: Foot) -> FeetTable:
    """Return the open foot among the tiles that lie there, with no end beside it."""
    table = _bare_table(situation_setup(situation, rules), situation.on_table)
    table.recall(situation.began_with, situation.set_size, (foot.double, foot.toes or 0), ())
    _count_suit(table, foot.double, (foot.toes or 0) + 1)
    return table


def _bare_table(setup: Setup, seen: tuple[Tile, ...]) -> FeetTable:
    return FeetTable(setup, check_toes(setup.rules, setup.set_size, len(setup.players)), seen)


def _count_suit(table: FeetTable, number: int, least: int) -> None:
    """Count at least so many tiles of a suit: toes, and what a later double lies on, even if nobody named them."""
    table.unnamed[number] = max(0, least - table.laid_of(number))


def _take_drawn(situation: Situation, state: State, seat: int) -> None:
    """Note what was drawn in this turn; a tile that was seen is in the hand, unless it was laid since."""
    tile, hand, since = situation.last_drawn, state.hands[seat], draws_since(situation, state.rules)[0]
    if tile in [lay.tile for lay in situation.laid_now]:
        tile = None
    drawn = since if situation.played else situation.draws_made
    state.drawn, state.drawn_tile = drawn or int(tile is not None), tile
    if (tile is None and since) or (tile is not None and not hand.knows(tile)):
        one_fewer(hand)
        hand.draw(tile)  # one that nobody saw is a group of its own


def one_fewer(hand: HeldHand) -> None:
    """Take a tile that nobody saw out of a hand, the oldest first."""
    if hand.hidden and (size := hand.hidden[0].size) is not None:
        hand.hidden[:1] = [Hidden(size - 1)] if size > 1 else []


def _after_playing(situation: Situation, state: State, seat: int) -> None:
    """Let the turn go on as it does after the tiles that the player laid in it.

    Where a double has no toe yet it was the last tile laid.
    """
    table, left = feet_of(state), situation.played
    if situation.toes == 0:
        double = Tile(state.double, state.double)
        if double_is_held(state.rules):
            state.table, state.started = _bare_table(state.setup, ()), False
            state.hands[seat].draw(double)
        do(state, lay_tile(seat, double))
        left -= 1
    if left:
        bare = table.foot >= 0 and table.left == table.foot_toes
        state.played = True
        state.history.append(Action(seat, "lay", Tile(table.foot, table.foot) if bare else None))
        state.table.settle(state, seat, bare)


def trains_told(situation: Situation, setup: Setup, seen: tuple[Tile, ...] = ()) -> TrainsTable:
    """Return the trains as people remember them; of those that nobody named, only their open doubles are known."""
    seats, known, doubles = len(situation.players), situation.trains or {}, situation.open_now
    shown = {number: [train.end] for number, train in known.items() if train.end is not None}
    for double, train in doubles:
        shown.setdefault(train, []).append(double.high)
    trains, rules = TrainsTable(setup, seen), setup.rules
    for seat in range(seats):
        own = known.get(seat)
        trains.mark(seat, None if own is None else own.marked)
        if own is None or seat in shown:
            trains.tell(seat, *shown.get(seat, ()))
        if seat not in situation.first_turn:
            trains.end_first_turn(seat)
    begun = {*shown, *_laid_on(situation, setup.double)}
    for number, train in enumerate(sorted(train for train in begun if train >= seats), seats):
        trains.tell(number, *shown.get(train, ()))
    toes = rules.foot.toes if rules.trains.branching else 1
    trains.open = [OpenDouble(train, double.high, toes) for double, train in doubles]
    trains.begin(setup.double)
    trains.drop_dead()
    return trains


def _laid_on(situation: Situation, engine: int) -> Iterator[int]:
    """Yield the trains that have begun: on which a tile was laid, undisputed, that the engine does not take."""
    for action in (event.action for event in situation.events if not event.wrong):
        if action.tile and isinstance(action.on, Train) and engine not in action.tile:
            yield number_of_train(action.on, len(situation.players))


def at_start(setup: Setup, turn: int) -> State:
    """Return the round before anything was laid; its double lies where it is laid out beforehand."""
    table = TrainsTable(setup) if setup.rules.layout.owned_ends else _bare_table(setup, ())
    if not double_is_held(setup.rules):
        table.begin(setup.double)
    return state_of_table(setup, table, turn)


def _after_laying(situation: Situation, state: State, seat: int) -> None:
    """Let the turn go on as it does after the tiles that the player has laid in it.

    What was drawn before the last of them is noted as that, so that a book can allow one draw in a turn.
    """
    laid, trains = situation.laid_now, trains_of(state)
    if not laid:
        return
    last = laid[-1]
    trains.on_own = all(train == seat for _tile, train in laid)
    doubles = [lay for lay in laid if lay.tile.is_double]
    still_open = (trains.open_on(train, tile.high) for tile, train in doubles)
    trains.doubles = [double for double in still_open if double is not None]
    trains.chain = len(list(takewhile(lambda lay: lay.tile.is_double, reversed(laid))))
    trains.due = trains.open_on(last.train, last.tile.high) if last.tile.is_double else None
    state.played = True
    state.history.append(Action(seat, "lay", last.tile, train_of_number(last.train, trains.seats)))
    drawn_tile, since = state.drawn_tile, draws_since(situation, state.rules)[0]
    state.table.settle(state, seat, last.tile.is_double)
    if state.turn == seat:
        state.drawn, state.drawn_tile = max(int(drawn_tile is not None), since), drawn_tile


def anywhere(state: State, seat: int, tile: Tile) -> LayingPlace:
    """Return a train that takes the tile, the player's own first; None where none does for certain."""
    lays = state.table.lays(state, seat, BIT[tile]) if state.started else []
    return lays[0].on if lays else None


def showing(situation: Situation, rules: Rules, number: int) -> Situation:
    """Return the situation with this number at every end of the table, but for doubles that were told as open.

    Nobody knows then whether the player's other tiles fit.
    """
    hands = (UNKNOWN if at == situation.seat else hand for at, hand in enumerate(situation.hands))
    situation = replace(situation, hands=tuple(hands))
    if not rules.layout.owned_ends:
        return replace(situation, ends=(number,))
    others = {*range(len(situation.players) + 1)} - {lay.train for lay in situation.open_now}
    return replace(situation, trains=dict.fromkeys(sorted(others), TrainTold(number)))


def yet_to_begin(state: State, out: int) -> tuple[int, ...]:
    """Return the seats whose first turn is still due although a player is out; none where nobody waits for it."""
    if state.rules.ending.first_turn == "at-once":
        return ()
    return tuple(seat for seat, turns in enumerate(trains_of(state).turns) if not turns and seat != out)
