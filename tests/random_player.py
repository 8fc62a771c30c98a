"""Deals rounds, plays them at random and writes them down, for benchmarks and tests."""

from collections.abc import Iterable
from random import Random

from scorekeeper.engine.actions import Action, lay_tile
from scorekeeper.engine.bits import BIT, tiles_of
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.notation import show_action
from scorekeeper.engine.play import can, do, options
from scorekeeper.engine.setup import ANYBODY, Dealt, Setup
from scorekeeper.engine.state import State, begin_round
from scorekeeper.rules.dealing import deal
from scorekeeper.rules.schema import Rules
from scorekeeper.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")


def dealt(rules: Rules, set_size: int, players: int, double: int, rng: Random) -> tuple[Setup, list[Tile]]:
    """Shuffle and deal one round; return it with the tiles of the yard."""
    deals = deal(rules, set_size, players)
    tiles = list(full_set(set_size))
    if rules.start.source != "held":
        tiles.remove(Tile(double, double))
    tiles.sort(key=lambda _tile: rng.random())
    hands = [Dealt(tuple(tiles[seat * deals.hand :][: deals.hand])) for seat in range(players)]
    yard = tiles[players * deals.hand :]
    starter = ANYBODY if rules.start.source == "held" else int(rng.random() * players)
    names = NAMES[:players]
    return Setup(rules, set_size, names, double, tuple(hands), len(yard), deals.reserve, starter), yard


def all_listed(state: State) -> list[Action]:
    """Return all that is listed: what the player on turn may do, and what may be done at any time."""
    return [*state.legal_actions(), *state.interrupts()]


def any_action(state: State, yard: list[Tile], rng: Random) -> Action | None:
    """Return any of all legal actions, calls and challenges included; None where there is none."""
    actions = options(state) + state.interrupts()
    if not actions:
        return None
    action = rng.choice(actions)
    return Action(action.seat, "draw", yard.pop()) if action.kind == "draw" else action


def quick_action(state: State, yard: list[Tile], rng: Random) -> Action:
    """Return a legal action of somebody who plays whenever possible, as fast as can be."""
    if not state.started:
        return _opening(state, yard, rng)
    seat, table, drawn = state.turn, state.table, state.drawn_tile
    fitting = tiles_of(table.fitting(state, seat, state.hands[seat].mask if drawn is None else BIT[drawn]))
    if fitting:
        tile = fitting[int(rng.random() * len(fitting))]
        return Action(seat, "lay", tile, _place(state, tile))
    if drawn is None and table.drawable:
        return Action(seat, "draw", yard.pop())
    return Action(seat, "pass")


def _opening(state: State, yard: list[Tile], rng: Random) -> Action:
    """Lay the highest double that can start the round, if anybody holds one, else do whatever is legal."""
    lowest = 0 if state.rules.start.missing == "next-lower" else state.double
    for number in range(state.double, lowest - 1, -1):
        for seat, hand in enumerate(state.hands):
            if hand.knows(Tile(number, number)) and can(state, start := lay_tile(seat, Tile(number, number))):
                return start
    action = any_action(state, yard, rng)
    assert action is not None
    return action


def _place(state: State, tile: Tile) -> Tile | None:
    """Return a place where the tile fits on both its numbers; elsewhere none has to be named."""
    high, low = tile
    table = state.table
    if high == low or not table.takes(high) or not table.takes(low) or table.bound >= 0:
        return None
    open_ends = feet_of(state).open_ends
    return None if open_ends is None else open_ends.free(high)[0]


def played(setup: Setup, yard: list[Tile], rng: Random) -> State:
    """Play a round to its end by quick actions."""
    state = begin_round(setup)
    while state.outcome is None:
        do(state, quick_action(state, yard, rng))
    return state


def show_record(setup: Setup, history: Iterable[Action]) -> tuple[str, ...]:
    """Write the actions of a round in order, by playing it again."""
    state = begin_round(setup)
    lines = []
    for action in history:
        lines.append(show_action(state, action))
        do(state, action)
    return tuple(lines)
