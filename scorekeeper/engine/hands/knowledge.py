"""What can be known of one hand: known tiles, how many are hidden, and what those cannot be."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.engine.bits import BIT, mask_of, tiles_of
from scorekeeper.tiles import Tile


class Hidden(NamedTuple):
    """Tiles of a hand that nobody else has seen."""

    size: int | None
    """How many; None where even that is not known."""
    lacks: frozenset[Tile] = frozenset()
    """Tiles that cannot be among them, as the player's own actions show."""


class HeldHand:
    """One player's tiles. Mutable.

    Hidden tiles are kept in the order in which they came. An older group can only lack more than a
    newer one, because what a player's actions rule out is ruled out for all tiles held by then.
    """

    def __init__(self, known: Iterable[Tile] = (), hidden: int | None = 0) -> None:
        self.mask = mask_of(known)
        """The known tiles as bits."""
        self.hidden: list[Hidden] = [] if hidden == 0 else [Hidden(hidden)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HeldHand):
            return NotImplemented
        return (self.mask, self.hidden) == (other.mask, other.hidden)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> "HeldHand":
        """Return a hand that goes its own way from here."""
        twin = HeldHand.__new__(HeldHand)
        twin.mask, twin.hidden = self.mask, self.hidden.copy()
        return twin

    @property
    def known(self) -> tuple[Tile, ...]:
        """The known tiles, highest first."""
        return tuple(tiles_of(self.mask))

    @property
    def size(self) -> int | None:
        """How many tiles, or None where that is not known."""
        if not self.hidden:
            return self.mask.bit_count()
        counts = [group.size for group in self.hidden]
        if None in counts:
            return None
        return self.mask.bit_count() + sum(count for count in counts if count is not None)

    @property
    def empty(self) -> bool:
        """Whether no tile is left, for all one knows."""
        return not self.mask and not self.hidden

    def knows(self, tile: Tile) -> bool:
        """Whether the tile is known to be in the hand."""
        return bool(self.mask & BIT[tile])

    def may_hold(self, tile: Tile) -> bool:
        """Whether the tile is known to be in the hand, or may be hidden in it, for all that its player did."""
        return self.knows(tile) or any(tile not in group.lacks for group in self.hidden)

    def draw(self, tile: Tile | None) -> None:
        """Take a tile; None where the others have not seen it."""
        if tile is None:
            self.hidden.append(Hidden(1))
        else:
            self.mask |= BIT[tile]

    def lose(self, tile: Tile) -> None:
        """Take a tile out of the known ones, if it is among them."""
        self.mask &= ~BIT[tile]

    def give_up(self, tile: Tile, newest: bool) -> None:
        """Give up a tile, known or hidden; see `reveal`."""
        if self.knows(tile):
            self.mask ^= BIT[tile]
        else:
            self.reveal(tile, newest)

    def reveal(self, tile: Tile, newest: bool) -> None:
        """Give up a hidden tile; it comes from the newest group if the player just drew it.

        Otherwise from the oldest group that can hold it, which leaves the most ways open and so rules
        out nothing that may be true.
        """
        able = [place for place, group in enumerate(self.hidden) if tile not in group.lacks]
        place = able[-1 if newest else 0]
        group = self.hidden[place]
        if group.size is not None:
            self.hidden[place] = group._replace(size=group.size - 1)
            if group.size == 1:
                del self.hidden[place]

    def rule_out(self, tiles: Iterable[Tile], newest: bool = True) -> None:
        """Note that no hidden tile is one of these; `newest` says whether that goes for the last drawn."""
        ruled_out = frozenset(tiles)
        kept = self.hidden if newest else self.hidden[:-1]
        self.hidden[: len(kept)] = [group._replace(lacks=group.lacks | ruled_out) for group in kept]
