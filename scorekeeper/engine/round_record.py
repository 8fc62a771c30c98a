"""A round that was written down: the record, what was dealt, and how it is played again.

What a record leaves out of the hands follows from the rules and the number of tiles, or stays
unknown. A tile that somebody lays without having drawn anything unseen was in the hand from the start,
and is known from the start.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.engine.actions import Action
from scorekeeper.engine.hands import Later, Showing
from scorekeeper.engine.notation import parse_action, show_action
from scorekeeper.engine.play import do
from scorekeeper.engine.setup import Dealt, Setup, check_hands
from scorekeeper.engine.state import State, begin_recorded
from scorekeeper.errors import Impossible, Malformed, Position
from scorekeeper.rules import Rules, Value, check_toes, deal, double_is_held, yard_reserve
from scorekeeper.text import _
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
    actions = []
    for number, text in enumerate(record.actions):
        try:
            actions.append(parse_action(text, record.players, record.set_size))
        except Malformed as error:
            raise _in_action(error, number) from None
    return tuple(actions)


def _in_action(error: Malformed, number: int) -> Malformed:
    """Return an error in an action, counted from 0, as one in the record."""
    at = error.at or Position(1, 0)
    return error.within(place_of(number)).marking(at.within(line=number + 1))


def place_of(number: int) -> str:
    """Return the key path of an action, counted from 0."""
    return f"actions[{number}]"


def record_setup(record: RoundRecord, rules: Rules, actions: Sequence[Action]) -> Setup:
    """Return what was dealt by a record, under these rules.

    Raises Impossible, with the numbers, if the tiles cannot be so.
    """
    double = Tile(record.double, record.double)
    check_hands(filter(None, record.hands), record.set_size)
    players = len(record.players)
    check_toes(rules, record.set_size, players)
    held = double_is_held(rules)
    hands = list(record.hands)
    if not held:
        hands = [
            hand and Dealt(tuple(tile for tile in hand.known if tile != double), hand.hidden)
            for hand in hands
        ]
    free = len(full_set(record.set_size)) - (1 if not held or _laid_out(record, double) else 0)
    first = actions[0] if actions else None
    if not held and record.yard is not None and first and first.tile == double and None not in hands:
        # where only so the tiles add up, the double was one of the unseen tiles of the hand that laid it
        hand = hands[first.seat]
        dealt = sum(_size(each) for each in hands if each)
        if hand and hand.hidden and dealt + record.yard == free + 1:
            hands[first.seat] = Dealt(hand.known, hand.hidden - 1)
    hands, yard = _counted(hands, free, record, rules)
    setup = Setup(
        rules,
        record.set_size,
        record.players,
        record.double,
        tuple(hand or Dealt() for hand in hands),
        yard,
        yard_reserve(rules, players),
    )
    return setup._replace(hands=_foreseen(setup, actions))


def _laid_out(record: RoundRecord, double: Tile) -> bool:
    """Whether every tile was written down but the double, which so lay on the table before the deal."""
    hands = [hand for hand in record.hands if hand is not None]
    if record.yard is None or len(hands) < len(record.hands) or any(hand.hidden != 0 for hand in hands):
        return False
    dealt = sum(map(_size, hands)) + record.yard
    return dealt == len(full_set(record.set_size)) - 1 and not any(double in hand.known for hand in hands)


def _size(hand: Dealt) -> int:
    return len(hand.known) + (hand.hidden or 0)


def _counted(
    hands: Sequence[Dealt | None], free: int, record: RoundRecord, rules: Rules
) -> tuple[list[Dealt | None], int]:
    """Fill in the hands and the yard of which nothing was written down."""
    absent = hands.count(None)
    rest = free - sum(_size(hand) for hand in hands if hand is not None)
    each: int | None = 0
    if record.yard is not None:
        rest -= record.yard
        each = rest // absent if absent and rest % absent == 0 else None if absent else 0
        yard = record.yard
        fits = rest >= absent if absent else rest == 0
    else:
        each = deal(rules, record.set_size, len(hands)).hand if absent else 0
        yard = rest - absent * each
        fits = yard >= 0
    if not fits:
        raise Impossible(
            _(
                "The hands and the yard do not add up: a set has {free} tiles to deal here, "
                "and {rest} would be left over.",
                free=free,
                rest=rest,
            )
        )
    return [Dealt((), each) if hand is None else hand for hand in hands], yard


def _foreseen(setup: Setup, actions: Sequence[Action]) -> tuple[Dealt, ...]:
    """Return the hands with all tiles that their players lay before they draw anything unseen.

    A tile that was shown before, in a hand, by a draw or on the table, proves nothing about the deal.
    """
    if all(hand.hidden == 0 for hand in setup.hands):
        return setup.hands
    shown = {tile for hand in setup.hands for tile in hand.known}
    if not double_is_held(setup.rules):
        shown.add(Tile(setup.double, setup.double))
    found: list[list[Tile]] = [[] for _hand in setup.hands]
    drew_unseen = set()
    for action in actions:
        tile = action.tile
        if tile is None:
            if action.kind == "draw":
                drew_unseen.add(action.seat)
        elif tile not in shown:
            shown.add(tile)
            if action.kind == "lay" and action.seat not in drew_unseen:
                found[action.seat].append(tile)
    hands = zip(setup.hands, found, strict=True)
    return tuple(
        Dealt((*known, *tiles[:hidden]), hidden and max(0, hidden - len(tiles)))
        for (known, hidden), tiles in hands
    )


def open_record(record: RoundRecord, rules: Rules) -> tuple[State, tuple[Action, ...]]:
    """Return a recorded round as it begins, and the actions to come.

    Raises Malformed or Impossible for a faulty record.
    """
    actions = read_actions(record)
    state = begin_recorded(record_setup(record, rules, actions))
    draws = [
        (action.seat, moment)
        for moment, action in enumerate(actions)
        if action.kind == "draw" and action.tile is None
    ]
    if draws or any(hand.hidden for hand in state.hands):
        showings: dict[Tile, Showing] = {}
        for moment, action in enumerate(actions):
            if action.tile is not None:
                holder = action.seat if action.kind == "lay" else state.seats
                showings.setdefault(action.tile, Showing(holder, moment))
        state.later = Later(showings, tuple(draws))
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


def show_record(setup: Setup, history: Iterable[Action]) -> tuple[str, ...]:
    """Write the actions of a round in order, by playing it again."""
    state = begin_recorded(setup)
    lines = []
    for action in history:
        lines.append(show_action(state, action))
        do(state, action)
    return tuple(lines)
