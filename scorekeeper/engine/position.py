"""A round as one line of text: what was dealt, and what has been done since."""

import msgspec

from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.rules import Rules
from scorekeeper.text import _
from scorekeeper.tiles import Tile, parse_tiles, show_tiles


class WrittenRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of the text, which is JSON; rules are not among them."""

    set: int
    double: int
    players: tuple[str, ...]
    hands: tuple[str, ...]
    """As dealt: the tiles, then how many are hidden, such as `6-4 3?`; `?` alone where nobody knows."""
    yard: str | int
    """Its tiles as dealt, the next to be drawn last; how many where nobody knows which."""
    reserve: int
    starter: int
    actions: tuple[str, ...]
    """By seats, as `str` writes them."""


def show_position(state: BaseState) -> str:
    """Write a round. Raises Impossible where it did not begin with a deal."""
    if not state.table.whole:
        raise Impossible(_("Only a round that began with a deal can be written down."))
    setup = state.setup
    drawn = [action.tile for action in reversed(state.history) if action.kind == "draw" and action.tile]
    yard = [*state.pile, *drawn]
    return msgspec.json.encode(
        WrittenRound(
            set=setup.set_size,
            double=setup.double,
            players=setup.players,
            hands=tuple(
                str(Dealt(tuple(sorted(known, reverse=True)), hidden)) for known, hidden in setup.hands
            ),
            yard=show_tiles(yard) if len(yard) == setup.yard else setup.yard,
            reserve=setup.reserve,
            starter=setup.starter,
            actions=tuple(map(str, state.history)),
        )
    ).decode()


def read_position(rules: Rules, text: str) -> tuple[Setup, list[Tile], tuple[str, ...]]:
    """Read a round: its setup, the tiles of the yard where they are known, and the actions.

    Raises Malformed for what `show_position` does not write.
    """
    try:
        read = msgspec.json.decode(text, type=WrittenRound)
    except msgspec.MsgspecError as error:
        raise Malformed(_("This is not the position of a round: {fault}", fault=error)) from None
    pile = list(parse_tiles(read.yard, read.set)) if isinstance(read.yard, str) else []
    yard = read.yard if isinstance(read.yard, int) else len(pile)
    hands = tuple(_read_hand(hand, read.set) for hand in read.hands)
    setup = Setup(rules, read.set, read.players, read.double, hands, yard, read.reserve, read.starter)
    return setup, pile, read.actions


def _read_hand(text: str, highest: int) -> Dealt:
    known, _space, last = text.rpartition(" ")
    hidden = last.removesuffix("?")
    if hidden == last or hidden.strip("0123456789"):
        return Dealt(parse_tiles(text, highest))
    return Dealt(parse_tiles(known, highest), int(hidden) if hidden else None)
