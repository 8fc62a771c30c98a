"""What a player does at the table: lays a tile, draws, passes, calls, challenges.

Plain values. `play` decides whether an action may be done; `notation` writes it.
"""

from functools import cache
from typing import Literal, TypeAlias

import msgspec

from scorekeeper.tiles import Tile

ActionKind = Literal["lay", "draw", "pass", "little", "challenge"]

NONE = -1
"""Stands where no number is meant: no double laid, no foot open, nobody's seat."""

START = Tile(-1, -1)
"""Stands for the starting double where a place is named, whichever double that is."""

Place: TypeAlias = Tile | int | None
"""A tile on the table (or START), or a number that an open end shows; None where it is not named."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """One thing done by the player in a seat, counted from 0."""

    seat: int
    kind: ActionKind
    tile: Tile | None = None
    """The tile that is laid, or that a draw showed."""
    on: Place = None
    other: int | None = None
    """The seat of the player who is challenged."""


def lay_tile(seat: int, tile: Tile, on: Place = None) -> Action:
    """Lay a tile on a place."""
    return Action(seat, "lay", tile, on)


@cache
def draw_tile(seat: int) -> Action:
    """Draw a tile that nobody else saw."""
    return Action(seat, "draw")


@cache
def pass_turn(seat: int) -> Action:
    """Pass: end the turn."""
    return Action(seat, "pass")


def little(seat: int) -> Action:
    """Call Chickenlittle."""
    return Action(seat, "little")


def challenge(seat: int, other: int) -> Action:
    """Say that another player forgot to call."""
    return Action(seat, "challenge", other=other)
