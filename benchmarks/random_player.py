"""Deals rounds and plays them at random, for benchmarks and tests."""

from random import Random

from scorekeeper.action import Action, draw, give_turn, lay
from scorekeeper.deal import deal
from scorekeeper.play import calls_at_hand, do, options
from scorekeeper.rules import Rules
from scorekeeper.state import ANYBODY, Dealt, Setup, State, begin
from scorekeeper.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")


def dealt(rules: Rules, set_size: int, players: int, double: int, rng: Random) -> tuple[Setup, list[Tile]]:
    """Shuffle and deal one round; return it with the tiles of the yard."""
    deals = deal(rules, set_size, players)
    tiles = list(full_set(set_size))
    if rules.start.source != "held":
        tiles.remove(Tile(double, double))
    rng.shuffle(tiles)
    hands = [Dealt(tuple(tiles[seat * deals.hand :][: deals.hand])) for seat in range(players)]
    yard = tiles[players * deals.hand :]
    starter = ANYBODY if rules.start.source == "held" else int(rng.random() * players)
    names = NAMES[:players]
    return Setup(rules, set_size, names, double, tuple(hands), len(yard), deals.reserve, starter), yard


def any_action(state: State, yard: list[Tile], rng: Random) -> Action | None:
    """Return any of all legal actions, calls and challenges included; None where there is none."""
    actions = options(state) + calls_at_hand(state)
    if not actions:
        return None
    action = rng.choice(actions)
    return action._replace(tile=yard.pop()) if action.kind == "draw" else action


def quick_action(state: State, yard: list[Tile], rng: Random) -> Action:
    """Return a legal action of somebody who plays whenever possible, as fast as can be."""
    seat, table = state.turn, state.table
    if not state.started:
        return _opening(state, yard, rng)
    if state.drawn:
        tile = state.drawn_tile
        fitting = [tile] if tile is not None and table.fits(tile) else []
    else:
        fitting = table.fitting(state.hands[seat].known)
    if fitting:
        tile = fitting[int(rng.random() * len(fitting))]
        return lay(seat, tile, None if table.bound >= 0 else _place(state, tile))
    if table.drawable and not state.drawn:
        return draw(seat, yard.pop())
    return give_turn(seat)


def _opening(state: State, yard: list[Tile], rng: Random) -> Action:
    double = Tile(state.double, state.double)
    for seat, hand in enumerate(state.hands):
        if double in hand.known:
            return lay(seat, double)
    action = any_action(state, yard, rng)
    assert action is not None
    return action


def _place(state: State, tile: Tile) -> Tile:
    assert state.layout is not None
    places = state.layout.places
    return (places[tile.high] or places[tile.low])[0]


def played(setup: Setup, yard: list[Tile], rng: Random) -> State:
    """Play a round to its end by quick actions."""
    state = begin(setup)
    while state.outcome is None:
        do(state, quick_action(state, yard, rng))
    return state
