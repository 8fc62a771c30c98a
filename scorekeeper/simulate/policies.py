"""Ways of playing: each picks one of the actions that a player may do, and so is legal under every rule book.

How people play matters more than chance, so no figure comes from one of them alone.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from scorekeeper.engine import Action, Train

Chance: TypeAlias = Callable[[], float]
"""A random number from 0 to below 1, such as `random.Random(7).random`."""

Policy: TypeAlias = Callable[[Sequence[Action], Chance], Action]
"""Picks one of the actions that `State.legal_actions` lists."""


def any_action(actions: Sequence[Action], chance: Chance) -> Action:
    """Pick any action, each as likely as the others: also a draw or a pass where it is a choice."""
    return actions[int(chance() * len(actions))]


_DOUBLE = 10_000
"""More than any tile weighs."""


def _weight(action: Action, double: int = 0) -> int:
    """Return what counts: the dots of a tile, its higher number, then its place: that number, or one's own train."""
    tile, on = action.tile, action.on
    if tile is None:
        return -2 * _DOUBLE
    liked = on.owner == action.seat if isinstance(on, Train) else on == tile.high
    return tile.pips * 100 + tile.high * 2 + liked + double * tile.is_double


def heaviest(actions: Sequence[Action], _chance: Chance) -> Action:
    """Lay the heaviest tile; draw or pass only where none can be laid."""
    return max(actions, key=_weight)


def doubles_first(actions: Sequence[Action], _chance: Chance) -> Action:
    """Lay a double as soon as it fits, else the heaviest tile."""
    return max(actions, key=lambda action: _weight(action, _DOUBLE))


def keep_doubles(actions: Sequence[Action], _chance: Chance) -> Action:
    """Lay the heaviest tile that is no double, and a double only where nothing else fits."""
    return max(actions, key=lambda action: _weight(action, -_DOUBLE))


_ALL = {
    "random": any_action,
    "heaviest": heaviest,
    "doubles-first": doubles_first,
    "keep-doubles": keep_doubles,
}
POLICIES: Mapping[str, Policy] = MappingProxyType(_ALL)
"""Every way of playing, by its word."""
