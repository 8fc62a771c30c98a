"""What people remember of a table, as values: the open foot, a train, a tile on a train, what somebody did."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from scorekeeper.engine import (
    Action,
    Train,
    number_of_train,
    parse_action,
    split_mark,
    train_word,
    write_action,
)
from scorekeeper.text import N_
from scorekeeper.tiles import Tile

NEXT_PLAYERS = (N_("the next player"), N_("the player after that"), N_("the last player"))
"""What players are called of whom nobody told the names, after those that are named."""

OWN = -2
"""Stands for the train of the player who is asked about, as long as nobody said who that is."""


class FactContext(NamedTuple):
    """What a text is parsed by: the highest double of the set, and who sits at the table."""

    highest: int
    players: tuple[str, ...]
    own: int = OWN
    """Whose train the own one is."""


class Foot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open foot: the number of its double, and the toes on it (None: nobody knows)."""

    double: int
    toes: int | None = None

    @property
    def tile(self) -> Tile:
        """The double."""
        return Tile(self.double, self.double)


class TrainTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a train stands, as people remember it."""

    end: int | None = None
    """The number that it shows; None while it has no tile."""
    marked: bool = msgspec.field(default=False, name="marker")


class OnTrain(NamedTuple):
    """A tile and the train that it lies on: an open double, or what the player has laid in this turn."""

    tile: Tile
    train: int


class Deed(NamedTuple):
    """What somebody did, and whether it is marked as wrong."""

    action: Action
    wrong: bool = False

    @classmethod
    def parse(cls, text: str, around: FactContext) -> "Deed":
        """Parse the form of a record, with a `!` where it is marked. Raises Malformed."""
        words, wrong = split_mark(text)
        return cls(parse_action(words, around.players, around.highest), wrong)

    def written(self, players: Sequence[str]) -> str:
        """Return the form of a record, as far as it does not need the state of the round."""
        on = self.action.on
        place = None if on is None else "start" if isinstance(on, Tile) and on.high < 0 else str(on)
        if isinstance(on, Train):
            place = train_word(number_of_train(on, len(players)), players, self.action.seat)
        return write_action(self.action, players, place) + "!" * self.wrong
