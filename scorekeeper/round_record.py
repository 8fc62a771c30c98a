"""A round that was written down: the record, what was dealt, and how it is played again.

What a record leaves out of the hands follows from the rules and the number of tiles, or stays
unknown. A tile that somebody lays without having drawn anything unseen was in the hand from the start,
and is known from the start.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.engine import (
    Action,
    Dealt,
    Later,
    Setup,
    Showing,
    State,
    actions_at,
    begun,
    check_hands,
    check_table,
    do,
)
from scorekeeper.errors import Impossible, Malformed, Position
from scorekeeper.rules import Rules, Value, deal, double_is_held, yard_reserve
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile, full_set


class RoundRecord(NamedTuple):
    """One round as it was written down; what was not is None."""

    set_size: int
    double: int
    players: tuple[str, ...]
    rules: str
    """The id of a rule book."""
    house: Mapping[str, Value]
    """Keys that this table changed, with their typed values."""
    yard: int | None
    hands: tuple[Dealt | None, ...]
    """As dealt, in the order of the players."""
    actions: tuple[str, ...]


def read_actions(record: RoundRecord) -> tuple[Action, ...]:
    """Read all actions. Raises Malformed that names the first faulty one and the position in it.

    The line of this position is the number of the action, counted from 1.
    """
    known = actions_at(record.players, record.set_size)
    try:
        return tuple(map(known.__getitem__, record.actions))
    except Malformed as error:
        faulty = next(number for number, text in enumerate(record.actions) if text not in known)
        raise _in_action(error, faulty) from None


def _in_action(error: Malformed, number: int) -> Malformed:
    """Return an error in an action, counted from 0, as one in the record."""
    at = error.at or Position(1, 0)
    return error.within(f"actions[{number}]").marking(at.within(line=number + 1))


def record_setup(record: RoundRecord, rules: Rules, actions: Sequence[Action]) -> Setup:
    """Return what was dealt by a record, under these rules.

    Raises Impossible, with the numbers, if the tiles cannot be so.
    """
    check_table(rules, record.players, record.set_size, record.double)
    check_hands(filter(None, record.hands), record.set_size)
    double, tiles, hands = Tile(record.double, record.double), len(full_set(record.set_size)), [*record.hands]
    held = double_is_held(rules)
    if not held:
        tiles -= 1
        for seat, hand in enumerate(hands):
            if hand and double in hand.known:
                hands[seat] = Dealt(tuple(tile for tile in hand.known if tile != double), hand.hidden)
    shown = [hand for hand in hands if hand]
    if record.yard is not None and len(shown) == len(hands):
        first, over = actions[0] if actions else None, sum(hand.size for hand in shown) + record.yard - tiles
        if held and over == -1 and not any(hand.hidden != 0 or double in hand.known for hand in shown):
            tiles -= 1  # every tile was written down but the double: it lay on the table before the deal
        elif not held and over == 1 and first and first.tile == double:
            known, hidden = shown[first.seat]  # the double may be one of the unseen tiles of who laid it
            hands[first.seat] = Dealt(known, hidden and hidden - 1)
    counted, yard = _counted(hands, tiles, record, rules)
    reserve = yard_reserve(rules, len(hands))
    return Setup(rules, record.set_size, record.players, record.double, counted, yard, reserve)


def _counted(
    hands: Sequence[Dealt | None], free: int, record: RoundRecord, rules: Rules
) -> tuple[tuple[Dealt, ...], int]:
    """Fill in the hands and the yard of which nothing was written down."""
    absent = hands.count(None)
    rest = free - sum(hand.size for hand in hands if hand)
    per_hand: int | None = 0
    if record.yard is not None:
        yard, rest = record.yard, rest - record.yard
        per_hand = rest // absent if absent and rest % absent == 0 else None
        fits = rest >= absent if absent else rest == 0
    else:
        per_hand = deal(rules, record.set_size, len(hands)).hand if absent else 0
        yard = rest - absent * per_hand
        fits = yard >= 0
    if not fits:
        sentence = N_("Hands and yard do not add up: {rest} of {free} tiles would be left over.")
        raise Impossible(_(sentence, free=free, rest=rest))
    return tuple(hand or Dealt((), per_hand) for hand in hands), yard


def _foreseen(setup: Setup, later: Later) -> tuple[Dealt, ...]:
    """Return the hands with all tiles that their players lay before they draw anything unseen.

    A tile that was shown before, in a hand, by a draw or on the table, proves nothing about the deal.
    """
    shown = {tile for hand in setup.hands for tile in hand.known}
    if not double_is_held(setup.rules):
        shown.add(Tile(setup.double, setup.double))
    first_draws, hands = dict(reversed(later.draws)), []
    for seat, (known, hidden) in enumerate(setup.hands):
        tiles = [
            tile
            for tile, (holder, moment) in later.showings.items()
            if holder == seat and moment < first_draws.get(seat, moment + 1) and tile not in shown
        ]
        hands.append(Dealt((*known, *tiles[:hidden]), hidden and max(0, hidden - len(tiles))))
    return tuple(hands)


def open_record(record: RoundRecord, rules: Rules) -> tuple[State, tuple[Action, ...]]:
    """Return a recorded round as it begins, and the actions to come.

    Raises Malformed or Impossible for a faulty record.
    """
    actions = read_actions(record)
    setup, later = record_setup(record, rules, actions), None
    draws = [
        (action.seat, at) for at, action in enumerate(actions) if action.kind == "draw" and not action.tile
    ]
    if draws or any(hand.hidden != 0 for hand in setup.hands):
        showings: dict[Tile, Showing] = {}
        for moment, action in enumerate(actions):
            if action.tile is not None:
                holder = action.seat if action.kind == "lay" else len(setup.players)
                showings.setdefault(action.tile, Showing(holder, moment))
        later = Later(showings, tuple(draws))
        setup = setup._replace(hands=_foreseen(setup, later))
    state = begun(setup)
    state.later = later
    return state, actions


def replay(state: State, actions: Sequence[Action]) -> None:
    """Do all actions. Raises Refusal at the first that cannot stand; the round stays as it was before it.

    Raises Malformed, with the action as `read_actions` has it, where a place has to be named.
    """
    for action in actions:
        try:
            do(state, action)
        except Malformed as error:
            raise _in_action(error, len(state.history)) from None
