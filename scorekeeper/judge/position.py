"""A situation as a state of the engine, and all the ways in which its gaps can be filled.

What nobody knows is tried both ways: where that changes a ruling, it is a fact that would settle it. No
rule is known here; the engine is asked.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorekeeper.engine import (
    Action,
    FeetTable,
    HeldHand,
    Hidden,
    Reason,
    Setup,
    State,
    TrainFact,
    do,
    feet_of,
    lay_tile,
    show_action,
    state_of_table,
)
from scorekeeper.judge.facts import Foot
from scorekeeper.judge.situation import Situation
from scorekeeper.judge.train_facts import TrainTold
from scorekeeper.judge.train_position import (
    after_laying,
    out_of_tiles,
    train_state,
    trains_at_start,
)
from scorekeeper.rules import Rules, check_toes, double_is_held, yard_reserve
from scorekeeper.tiles import Tile, full_set

PLENTY = 30
"""More tiles in the yard, and more open ends that show a number, than a dispute uses up."""


class Gap(NamedTuple):
    """A fact that nobody knows, and the ways in which it can be."""

    reason: Reason
    ways: tuple[dict[str, Any], ...]
    """Fields of the situation, as `replace` takes them."""
    also: tuple[Reason, ...] = ()
    """From where on it makes a difference, where that can be said."""


def gaps(situation: Situation, rules: Rules) -> tuple[Gap, ...]:
    """Return the facts that are not known and that can matter for the question."""
    found = (_yard(situation, rules), *_TABLES[rules.layout.name].gaps(situation, rules), _drawn(situation))
    return tuple(gap for gap in found if gap is not None)


def _gaps_of_feet(situation: Situation, rules: Rules) -> tuple[Gap | None, ...]:
    return _toes(situation), _foot(situation, rules), _suit(situation, rules), _ends(situation)


def _gaps_of_trains(situation: Situation, rules: Rules) -> tuple[Gap | None, ...]:
    return _own_train(situation), _dead(situation, rules)


def fillings(situation: Situation, found: tuple[Gap, ...]) -> Iterator[tuple[tuple[int, ...], Situation]]:
    """Yield each way of filling the gaps, as the numbers of the ways and the situation."""
    for numbers in product(*(range(len(gap.ways)) for gap in found)):
        filled = situation
        for gap, number in zip(found, numbers, strict=True):
            filled = replace(filled, **gap.ways[number])
        yield numbers, filled


def takes_start_as_complete(situation: Situation) -> bool:
    """Whether ends or a foot are known but not the toes of the starting double: then it has them all."""
    known = situation.ends is not None or situation.foot is not None
    return situation.toes is None and known and situation.question.double != situation.began_with


def _yard(situation: Situation, rules: Rules) -> Gap | None:
    if situation.yard is not None or not situation.question.turns_on_yard:
        return None
    kept = yard_reserve(rules, len(situation.players))
    return Gap(Reason("yard.empty", "needs-yard", {}), ({"yard": kept + 2}, {"yard": kept}))


def _own_train(situation: Situation) -> Gap | None:
    """Return the gap of the player's own train, of which nobody told how it stands."""
    seat, told = situation.question.seat, situation.trains or {}
    if seat is None or not situation.question.turns_on_ends or opens_round(situation):
        return None
    if seat in told or seat in dict(situation.open_now):
        return None
    reason = Reason("conduct.misplay", "needs-train", {"train": TrainFact(situation.name(seat))})
    ends = (None, *range(situation.set_size + 1))
    return Gap(reason, tuple({"trains": {**told, seat: TrainTold(end)}} for end in ends))


def _toes(situation: Situation) -> Gap | None:
    asked = situation.question.double == situation.began_with
    if situation.toes is not None or takes_start_as_complete(situation) or opens_round(situation):
        return None
    if not asked and not situation.question.turns_on_ends:
        return None
    reason = Reason("start.toes", "needs-toes", {"double": situation.starting_double})
    return Gap(reason, ({"toes": situation.set_size}, {"toes": 0}))


def _foot(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of a foot whose toes nobody knows; asked about a double, perhaps it is one."""
    question, foot = situation.question, situation.foot
    if foot is not None and foot.toes is not None:
        return None
    number = question.double if foot is None else foot.double
    if number is None or number == situation.began_with:
        return None
    ways: tuple[dict[str, Any], ...] = tuple({"foot": Foot(number, toes)} for toes in range(rules.foot.toes))
    reason = Reason("foot.toes", "needs-toes", {"double": Tile(number, number)})
    return Gap(reason, ways if foot is not None else ({"foot": None}, *ways))


def _suit(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of an open foot of whose number no tile on the table was named, where it can be given up."""
    question, foot = situation.question, situation.foot
    number = question.double if foot is None else foot.double
    if (
        not question.turns_on_suit
        or rules.foot.uncloseable == "exhaust"
        or number is None
        or number == situation.began_with
    ):
        return None
    if not set(_suit_tiles(situation.set_size, number)).isdisjoint(situation.laid):
        return None
    free = _perhaps_laid(situation, number)
    reason = Reason("foot.uncloseable", "needs-suit", {"number": number})
    ways = ({"laid": situation.laid}, {"laid": (*situation.laid, *free)})
    if foot is None or foot.toes is None:
        return Gap(reason, ways)
    also = (_threshold(foot, foot.toes, rules.foot.toes, situation.set_size),)
    return Gap(reason, ways, also)


def _perhaps_laid(situation: Situation, number: int) -> tuple[Tile, ...]:
    """Return as many tiles with a number as can be on the table besides those that were named."""
    elsewhere = set(situation.question.yard_has).union(*(hand.known for hand in situation.hands))
    free = (tile for tile in tiles_off_table(situation, number) if tile not in elsewhere)
    return tuple(free)[: _room_on_table(situation)]


def assumes_suit(situation: Situation, rules: Rules) -> tuple[Reason, Situation] | None:
    """Return what is taken for granted about the open foot's number, and the situation in which it is not so.

    None where it makes no difference: no foot is open, or too few tiles for one change nothing.
    """
    foot = situation.foot
    if foot is None or rules.foot.uncloseable == "exhaust":
        return None
    named = len(_suit_tiles(situation.set_size, foot.double)) > len(tiles_off_table(situation, foot.double))
    reason = Reason("foot.uncloseable", "enough" if named else "enough-untold", {"number": foot.double})
    laid = (*situation.laid, *_perhaps_laid(situation, foot.double))
    return reason, replace(situation, laid=laid)


def _dead(situation: Situation, rules: Rules) -> Gap | None:
    """Return the gap of an open double of whose number not all tiles on the table were named (GT16).

    Where none was named, only a question about that double asks for them.
    Where every tile of hands and yard is known, all others are on the table.
    """
    if rules.foot.uncloseable == "exhaust":
        return None
    question = situation.question
    elsewhere = {question.lays, question.drawn_tile, *question.yard_has}
    elsewhere.update(*(hand.known for hand in situation.hands))
    for _train, number in situation.open_now:
        suit = _suit_tiles(situation.set_size, number)
        left = [tile for tile in suit if tile not in situation.on_table()]
        if not 0 < len(left) <= _room_on_table(situation) or not elsewhere.isdisjoint(suit):
            continue
        reason = Reason("foot.uncloseable", "needs-suit", {"number": number})
        covered = {"laid": (*situation.laid, *left)}
        if _all_else_laid(situation):
            return Gap(reason, (covered,))
        if question.double == number or not set(suit).isdisjoint(situation.laid):
            return Gap(reason, ({"laid": situation.laid}, covered))
    return None


def _all_else_laid(situation: Situation) -> bool:
    """Whether every tile that is not on the table is known when a player is to move, so that all others are."""
    known = situation.yard == 0 and all(hand.hidden == 0 for hand in situation.hands)
    return known and situation.question.turns_on_ends


def _threshold(foot: Foot, laid: int, toes: int, suit: int) -> Reason:
    """Return from how many tiles on the table on a foot can no longer get the toes that it lacks."""
    missing = toes - laid
    facts = {
        "double": Tile(foot.double, foot.double),
        "number": foot.double,
        "laid": laid,
        "toes": toes,
        "missing": missing,
        "suit": suit,
        "least": suit - missing + 1,
    }
    return Reason("foot.uncloseable", "threshold", facts)


def _suit_tiles(set_size: int, number: int) -> tuple[Tile, ...]:
    """Return the tiles with a number that can be toes of its double."""
    return tuple(tile for tile in full_set(set_size) if number in tile and not tile.is_double)


def tiles_off_table(situation: Situation, number: int) -> tuple[Tile, ...]:
    """Return the tiles with a number, but not its double, that nobody named as lying on the table."""
    return tuple(tile for tile in _suit_tiles(situation.set_size, number) if tile not in situation.on_table())


def _room_on_table(situation: Situation) -> int:
    """Return how many tiles more than those known can be on the table."""
    held = sum(len(hand.known) + (hand.hidden or 0) for hand in situation.hands)
    return len(full_set(situation.set_size)) - held - (situation.yard or 0) - len(situation.on_table())


def _ends(situation: Situation) -> Gap | None:
    if situation.ends is not None or not situation.question.turns_on_ends or opens_round(situation):
        return None
    every = tuple(range(situation.set_size + 1))
    return Gap(Reason("conduct.misplay", "needs-ends", {}), ({"ends": every}, {"ends": ()}))


def _drawn(situation: Situation) -> Gap | None:
    """Return the gap of a drawn tile that is one of those in a known hand."""
    question = situation.question
    if question.seat is None or not question.draws_made or question.drawn_tile is not None:
        return None
    if _drew_before_laying(situation):
        return None
    hand = situation.hands[question.seat]
    tiles = (*hand.known, None) if hand.hidden != 0 else hand.known
    ways = tuple({"question": replace(question, drawn_tile=tile)} for tile in tiles)
    player = situation.name(question.seat)
    return Gap(Reason("turn.drawn_tile", "needs-which", {"player": player}), ways) if ways else None


def _drew_before_laying(situation: Situation) -> bool:
    """Whether every draw of this turn lies before a tile that was laid on a train since.

    Each double gives one more draw, a plain tile none.
    """
    laid = [one.tile for one in situation.laid_now]
    plain_last = bool(laid) and not laid[-1].is_double
    return plain_last or situation.question.draws_made <= sum(tile.is_double for tile in laid)


def state_of(situation: Situation, rules: Rules) -> State:
    """Return a situation without gaps as a state of the round, the player who is asked about on turn.

    Raises Impossible where the rules ask for more toes than there are.
    """
    return _TABLES[rules.layout.name].state(situation, rules, situation.question.seat or 0)


def _state_of_trains(situation: Situation, rules: Rules, seat: int) -> State:
    setup = situation_setup(situation, rules)
    if opens_round(situation):
        return trains_at_start(setup, seat)
    state = train_state(situation, setup)
    _take_drawn(situation, state, seat)
    after_laying(situation, state, seat)
    return state


def _state_of_feet(situation: Situation, rules: Rules, seat: int) -> State:
    table = table_of(situation, rules)
    state = state_of_table(situation_setup(situation, rules), table, seat)
    _take_drawn(situation, state, seat)
    if situation.question.played:
        _after_playing(situation, state, seat)
    else:
        table.give_up(state)
    return state


def in_notation(state: State, actions: Iterable[Action]) -> tuple[str, ...]:
    """Return actions as records write them, those that read alike once."""
    return tuple(dict.fromkeys(show_action(state, action) for action in actions))


def turn_of(situation: Situation, rules: Rules) -> State:
    """Return a situation as `state_of` does, the round ended where somebody has no tile left (D1)."""
    state = state_of(situation, rules)
    _TABLES[rules.layout.name].end(situation, state)
    return state


def _end_of_feet(situation: Situation, state: State) -> None:
    foot = situation.foot
    for seat, hand in enumerate(state.hands):
        if hand.empty and state.started and state.outcome is None:
            state.table.settle(state, seat, foot is not None and foot.toes == 0)


def _end_of_trains(_situation: Situation, state: State) -> None:
    out_of_tiles(state)


class _Table(NamedTuple):
    """What the judge does for one layout."""

    gaps: Callable[[Situation, Rules], tuple[Gap | None, ...]]
    """Finds what is not known of the table."""
    state: Callable[[Situation, Rules, int], State]
    """Makes a state of the table, a seat on turn."""
    end: Callable[[Situation, State], None]
    """Ends the round where somebody has no tile left."""


_TABLES = {
    "feet": _Table(_gaps_of_feet, _state_of_feet, _end_of_feet),
    "trains": _Table(_gaps_of_trains, _state_of_trains, _end_of_trains),
}


def situation_setup(situation: Situation, rules: Rules) -> Setup:
    """Return what was fixed before the round began."""
    seats = len(situation.players)
    return Setup(
        rules,
        situation.set_size,
        situation.players,
        situation.began_with,
        situation.hands,
        _tiles_in_yard(situation, rules),
        yard_reserve(rules, seats),
    )


def table_of(situation: Situation, rules: Rules) -> FeetTable:
    """Return the table in numbers; where a double binds nobody its empty places are open ends."""
    table = _bare_table(situation, rules, () if opens_round(situation) else situation.on_table())
    if opens_round(situation):
        return table
    ends, foot = list(situation.ends or ()), situation.foot
    if foot is not None and rules.foot.lock != "strict":
        ends += [foot.double] * (rules.foot.toes - (foot.toes or 0))
    binds = foot is not None and rules.foot.lock == "strict"
    toes = situation.set_size if situation.toes is None else situation.toes
    binding = (foot.double, foot.toes or 0) if foot is not None and binds else None
    table.recall(situation.began_with, toes, binding, ends)
    _count_suits(situation, table)
    return table


def _bare_table(situation: Situation, rules: Rules, seen: tuple[Tile, ...]) -> FeetTable:
    toes = check_toes(rules, situation.set_size, len(situation.players))
    return FeetTable(situation_setup(situation, rules), toes, seen)


def _tiles_in_yard(situation: Situation, rules: Rules) -> int:
    """Return the tiles in the yard; where they make no difference, some that may be drawn."""
    return yard_reserve(rules, len(situation.players)) + 2 if situation.yard is None else situation.yard


def _count_suits(situation: Situation, table: FeetTable) -> None:
    """Count at least the toes, and the tile that a later double lies on, whether or not they were named."""
    least = {situation.began_with: situation.toes or 0}
    if situation.foot is not None:
        least[situation.foot.double] = (situation.foot.toes or 0) + 1
    for number, tiles in least.items():
        table.unnamed[number] = max(0, tiles - table.laid_of(number))


def foot_alone(situation: Situation, rules: Rules, foot: Foot) -> FeetTable:
    """Return the open foot among the tiles that lie there, with no end beside it."""
    table = _bare_table(situation, rules, situation.on_table())
    table.recall(situation.began_with, situation.set_size, (foot.double, foot.toes or 0), ())
    table.unnamed[foot.double] = max(0, (foot.toes or 0) + 1 - table.laid_of(foot.double))
    return table


def opens_round(situation: Situation) -> bool:
    """Whether the question is about laying the double with which the round begins, on a table of nothing."""
    told = (situation.trains, situation.ends, situation.foot, situation.toes, situation.laid)
    return situation.question.opens(situation) and not any(told)


def _take_drawn(situation: Situation, state: State, seat: int) -> None:
    """Note what was drawn in this turn; a tile that was seen is in the hand, unless it was laid since."""
    question, hand = situation.question, state.hands[seat]
    tile = question.drawn_tile
    drawn = question.draws_made or int(tile is not None)
    if not drawn:
        return
    if tile in [one.tile for one in situation.laid_now]:
        tile = None
    state.drawn, state.drawn_tile = drawn, tile
    if tile is None and not _drew_before_laying(situation):
        _set_apart(hand)
    elif tile is not None and not hand.knows(tile):
        one_fewer(hand)
        hand.draw(tile)


def _set_apart(hand: HeldHand) -> None:
    """Make a group of its own of the hidden tile that was drawn last."""
    one_fewer(hand)
    hand.draw(None)


def one_fewer(hand: HeldHand) -> None:
    """Take a tile that nobody saw out of a hand, the oldest first."""
    if hand.hidden and (size := hand.hidden[0].size) is not None:
        hand.hidden[:1] = [Hidden(size - 1)] if size > 1 else []


def _after_playing(situation: Situation, state: State, seat: int) -> None:
    """Let the turn go on as it does after the tiles that the player laid in it.

    Where a double has no toe yet it was the last tile laid.
    """
    table, left = feet_of(state), situation.question.played
    if situation.toes == 0:
        _lay_start(situation, state, seat)
        left -= 1
    if left:
        double = table.foot >= 0 and table.foot_left == table.foot_toes
        state.played = True
        state.history.append(Action(seat, "lay", Tile(table.foot, table.foot) if double else None))
        state.table.settle(state, seat, double)


def _lay_start(situation: Situation, state: State, seat: int) -> None:
    """Lay the starting double once more, as the tile with which the player began."""
    double = Tile(state.double, state.double)
    if double_is_held(state.rules):
        state.table, state.started = _bare_table(situation, state.rules, ()), False
        state.hands[seat].draw(double)
    do(state, lay_tile(seat, double))
