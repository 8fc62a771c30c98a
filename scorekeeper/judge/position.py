"""A situation as a state of the engine, and all the ways in which its gaps can be filled.

What nobody knows is tried both ways: where that changes a ruling, it is a fact that would settle it. No
rule is known here; the engine is asked.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, product, takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorekeeper.engine import (
    BIT,
    Action,
    Dealt,
    FeetTable,
    HeldHand,
    Hidden,
    OpenDouble,
    Outcome,
    Place,
    Reason,
    Setup,
    State,
    Train,
    TrainFact,
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
from scorekeeper.judge.kinds import Foot, TrainTold
from scorekeeper.judge.situation import Situation
from scorekeeper.rules import Rules, check_toes, double_is_held, yard_reserve
from scorekeeper.text import N_, _, join_or, number_name
from scorekeeper.tiles import Tile, full_set

PLENTY = 30
"""More tiles in the yard, and more open ends that show a number, than a dispute uses up."""

YARD_SHOWS = N_("one left"), N_("none left")
END_SHOWS = N_("an end that fits"), N_("no end that fits")
_LEFT = N_("enough such tiles left to lay"), N_("too few such tiles left to lay")
_ALL_LAID = N_("even one in a hand or in the yard"), N_("all on the table")

Filling = dict[str, Any]
"""Fields of a situation that fill a gap, as `replace` takes them."""


class Gap(NamedTuple):
    """A fact that nobody knows, and how it can be."""

    reason: Reason
    fillings: tuple[Filling, ...]
    shows: tuple[object, ...]
    """What the fact is in each of them."""
    known: tuple[Reason, ...] = ()
    """What limits the ways that it can be."""
    usual_first: bool = False
    """Whether the first filling is the usual one: what holds in any case has the grounds that it has with that."""
    bare_first: bool = False
    """Whether the first filling is a train that nobody has begun, and every other one is its end."""
    exact: bool = True
    """Whether the fillings are all the ways that it can be; otherwise the reason with one of them is not for all."""


def gaps(situation: Situation, rules: Rules) -> tuple[Gap, ...]:
    """Return the facts that are not known and that can matter for the question."""
    of_feet = _toes(situation), _foot(situation, rules), _suit(situation, rules), _ends(situation)
    of_trains = *_trains(situation), _dead(situation, rules)
    of_table = of_trains if rules.layout.owned_ends else of_feet
    of_hands = _drawn(situation, rules), _counted(situation)
    return tuple(filter(None, (_yard(situation, rules), *of_table, *of_hands)))


def fillings(situation: Situation, unknown: tuple[Gap, ...]) -> Iterator[tuple[tuple[int, ...], Situation]]:
    """Yield the situation with its gaps filled, every one in each way, after the numbers of the fillings."""
    for numbers in product(*(range(len(gap.fillings)) for gap in unknown)):
        filled: Filling = {}
        for gap, number in zip(unknown, numbers, strict=True):
            filling = gap.fillings[number]
            if trains := filling.get("trains"):
                filling = {"trains": {**filled.get("trains", situation.trains or {}), **trains}}
            filled |= filling
        yield numbers, replace(situation, **filled) if filled else situation


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


def _yard(situation: Situation, rules: Rules) -> Gap | None:
    if situation.yard is not None or "yard" not in situation.question.turns_on:
        return None
    kept = yard_reserve(rules, len(situation.players))
    return Gap(
        Reason("yard.empty", "needs-yard", {}),
        ({"yard": kept + 2}, {"yard": kept}),
        YARD_SHOWS,
        usual_first=True,
    )


def _trains(situation: Situation) -> Iterator[Gap]:
    """Yield the gaps of the player's own train and of the one to play on, where nobody told how they stand."""
    seat, known = situation.seat, {*(situation.trains or ()), *(lay.train for lay in situation.open_now)}
    if seat is None or "ends" not in situation.question.turns_on or situation.opens_round:
        return
    on = number_of_train(situation.on, len(situation.players)) if isinstance(situation.on, Train) else seat
    ends = (None, *range(situation.set_size + 1))
    shows = (N_("no tile"), *map(number_name, ends[1:]))
    if seat not in known:
        reason = Reason("conduct.misplay", "needs-train", {"train": TrainFact(situation.name(seat))})
        choices = tuple({"trains": {seat: TrainTold(end)}} for end in ends)
        yield Gap(reason, choices, shows, bare_first=True)
    if on < len(situation.players) and on not in (seat, *known):
        reason = Reason("trains.marker_on", "needs-marker-end", {"owner": situation.name(on)})
        trains = TrainTold(), *(TrainTold(end, marked=True) for end in ends)
        choices = tuple({"trains": {on: train}} for train in trains)
        shows = N_("no marker"), *(_("the marker and {end}", end=_(end)) for end in shows)
        yield Gap(reason, choices, shows)


def _toes(situation: Situation) -> Gap | None:
    asked = (situation.played and situation.ends is None) or situation.asked_double == situation.began_with
    if situation.toes is not None or situation.opens_round or not asked:
        return None
    reason = Reason("start.toes", "needs-toes", {"double": situation.starting_double})
    return Gap(
        reason,
        ({"toes": situation.set_size}, {"toes": 0}),
        (N_("all its toes"), N_("fewer toes")),
        exact=False,
    )


def _number_of_foot(situation: Situation) -> int | None:
    """Return the number of the open foot, or of a later double that is asked about and is perhaps one."""
    number = situation.asked_double if situation.foot is None else situation.foot.double
    return None if number == situation.began_with else number


def _foot(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of a foot whose toes nobody knows; asked about a double, perhaps it is one."""
    foot, number = situation.foot, _number_of_foot(situation)
    if number is None or (foot is not None and foot.toes is not None):
        return None
    tiles = tuple(tile for tile in _suit_tiles(situation.set_size, number) if tile in situation.laid)
    few = 0 < len(tiles) <= rules.foot.toes  # one of them joins the double to the table
    counts = tuple(range(len(tiles) if few else rules.foot.toes))
    choices: tuple[Filling, ...] = tuple({"foot": Foot(number, toes)} for toes in counts)
    facts = {"double": Tile(number, number), "tiles": tiles, "most": len(tiles) - 1}
    reason = Reason("foot.toes", "needs-toes", {"double": Tile(number, number)})
    known = (Reason("foot.toes", "at-most" if len(tiles) > 1 else "joins", facts),) if few else ()
    if few or foot is not None:
        return Gap(reason, choices, counts, known=known, exact=False)
    return Gap(reason, ({"foot": None}, *choices), (N_("all its toes"), *counts), exact=False)


def _suit(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of an open foot of whose number no tile on the table was named, where it can be given up."""
    foot, number = situation.foot, _number_of_foot(situation)
    if number is None or "suit" not in situation.question.turns_on or rules.foot.uncloseable == "exhaust":
        return None
    if not set(_suit_tiles(situation.set_size, number)).isdisjoint(situation.laid):
        return None
    reason = Reason("foot.uncloseable", "needs-suit", {"double": Tile(number, number), "number": number})
    free = (tile for tile in tiles_off_table(situation, number) if tile not in situation.elsewhere)
    perhaps_laid = tuple(free)[: _room_on_table(situation)]
    laid: Filling = {"laid": (*situation.laid, *perhaps_laid)}
    if foot is None or foot.toes is None:
        return Gap(reason, ({}, laid), _LEFT, exact=False)
    least = situation.set_size - rules.foot.toes + foot.toes + 1
    shows = _("fewer than {n}", n=least), _("{n} or more, which leaves too few for its toes", n=least)
    return Gap(reason, ({}, laid), shows, exact=False)


def _dead(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of an open double of whose number not all tiles on the table were named.

    Where none was named, only a question about that double asks for them.
    Where every tile of hands and yard is known, all others are on the table.
    """
    if rules.foot.uncloseable == "exhaust":
        return None
    elsewhere = situation.elsewhere.union((situation.lays, situation.last_drawn))
    known = situation.yard == 0 and all(hand.hidden == 0 for hand in situation.hands)
    for number in (lay.tile.high for lay in situation.open_now):
        suit, left = _suit_tiles(situation.set_size, number), tiles_off_table(situation, number)
        if not 0 < len(left) <= _room_on_table(situation) or not elsewhere.isdisjoint(suit):
            continue
        reason, shows = Reason("foot.uncloseable", "needs-suit-all", {"number": number}), _ALL_LAID
        if len(left) == 1:
            reason = Reason("foot.uncloseable", "needs-suit-rest", {"number": number, "tile": left[0]})
            shows = _("{tile} in a hand or in the yard", tile=left[0]), _("{tile} on the table", tile=left[0])
        covered = {"laid": (*situation.laid, *left)}
        if known and "ends" in situation.question.turns_on:
            return Gap(reason, (covered,), shows, exact=False)
        if situation.asked_double == number or not set(suit).isdisjoint(situation.laid):
            return Gap(reason, ({}, covered), shows, exact=False)
    return None


def _suit_tiles(set_size: int, number: int) -> tuple[Tile, ...]:
    """Return the tiles with a number that can be toes of its double."""
    return tuple(tile for tile in full_set(set_size) if number in tile and not tile.is_double)


def tiles_off_table(situation: Situation, number: int) -> tuple[Tile, ...]:
    """Return the tiles with a number, but not its double, that nobody named as lying on the table."""
    table = situation.on_table
    return tuple(tile for tile in _suit_tiles(situation.set_size, number) if tile not in table)


def _room_on_table(situation: Situation) -> int:
    """Return how many tiles more than those known can be on the table."""
    held = sum(len(hand.known) + (hand.hidden or 0) for hand in situation.hands)
    return len(full_set(situation.set_size)) - held - (situation.yard or 0) - len(situation.on_table)


def _ends(situation: Situation) -> Gap | None:
    known = situation.ends is not None or situation.finished == situation.on is not None
    if known or "ends" not in situation.question.turns_on or situation.opens_round:
        return None
    every = tuple(range(situation.set_size + 1))
    named = [number_name(number) for number in dict.fromkeys(situation.tile or ())]
    shows = (join_or(named), N_("no such end")) if named else END_SHOWS
    return Gap(
        Reason("conduct.misplay", "needs-ends", {}), ({"ends": every}, {"ends": ()}), shows, exact=False
    )


def _drawn(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of a drawn tile: whether it was drawn before a tile was laid, and which one of a hand it is."""
    seat = situation.seat
    if seat is None or not situation.draws_made or situation.last_drawn is not None:
        return None
    since, player = draws_since(situation, rules), {"player": situation.name(seat)}
    before: tuple[Filling, ...] = ({"drawn_since": since[0]},) if len(since) > 1 else ()
    hand = situation.hands[seat]
    tiles = (*hand.known, *[None] * (hand.hidden != 0)) if since[-1] and hand.known else (None,)
    after = tuple({"drawn_since": since[-1], "drawn_tile": tile} for tile in tiles)
    if before:
        laid = [lay.tile for lay in situation.laid_now][-1:]
        facts = {**player, "tile": str(*laid)}
        reason = Reason("turn.draws", "needs-when-tile" if laid else "needs-when", facts)
        drawn = (_("{tile} drawn after it", tile=tile) if tile else N_("the draw after it") for tile in tiles)
        return Gap(reason, (*before, *after), (N_("the draw first"), *drawn))
    reason = Reason("turn.drawn_tile", "needs-which", player)
    shown = tuple(tile or N_("another tile") for tile in tiles)
    if situation.tile in tiles and len(after) > 1:  # which of the others was drawn makes no difference to it
        at = tiles.index(situation.tile)
        other = _("any tile but {tile}", tile=situation.tile)
        return Gap(reason, (after[not at], after[at]), (other, situation.tile))
    return None if tiles == (None,) else Gap(reason, after, shown)


def _counted(situation: Situation) -> Gap | None:
    """Return the gap of hands told as a number, by people who count them as they are now, or before what happened."""
    if not situation.told_late:
        return None
    hands, late, possible = list(situation.hands), list[str](), True
    for seat, (known, count) in enumerate(situation.hands):
        deeds = (event.action.kind for event in situation.events if event.action.seat == seat)
        changes = [{"lay": -1, "draw": 1}.get(kind, 0) for kind in deeds]
        before = (count or 0) - sum(changes)
        if count and not known and before != count and min(accumulate(changes, initial=before)) > 0:
            hands[seat] = Dealt((), before)
            late.append(situation.name(seat))
            possible = possible and min(accumulate(changes, initial=count)) >= 0
    choices: tuple[Filling, ...] = ({}, {"hands": tuple(hands)})
    reason = Reason("conduct.misplay", "needs-when-counted", {"players": tuple(late)})
    shows = N_("that number before it"), N_("that number now")
    return Gap(reason, choices[not possible :], shows[not possible :], usual_first=True) if late else None


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


def anywhere(state: State, seat: int, tile: Tile) -> Place:
    """Return a train that takes the tile, the player's own first; None where none does for certain."""
    lays = state.table.lays(state, seat, BIT[tile]) if state.started else []
    return lays[0].on if lays else None


def showing(situation: Situation, rules: Rules, number: int) -> Situation:
    """Return the situation with this number at every end of the table, but for doubles that were told as open."""
    if not rules.layout.owned_ends:
        return replace(situation, ends=(number,))
    others = {*range(len(situation.players) + 1)} - {lay.train for lay in situation.open_now}
    return replace(situation, trains=dict.fromkeys(sorted(others), TrainTold(number)))


def yet_to_begin(state: State, out: int) -> tuple[int, ...]:
    """Return the seats whose first turn is still due although a player is out; none where nobody waits for it."""
    if state.rules.ending.first_turn == "at-once":
        return ()
    return tuple(seat for seat, turns in enumerate(trains_of(state).turns) if not turns and seat != out)
