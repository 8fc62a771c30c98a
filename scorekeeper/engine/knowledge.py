"""What can be known of hands: known tiles, how many are hidden, and what those cannot be.

Every question is answered exactly: for all ways in which the unseen tiles can lie, for some, or for
none. So knowing more can settle an answer but never turn it round.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.engine.placing import Kind, can_move, place_all
from scorekeeper.tiles import Tile, full_set

NEWEST = -2
"""Stands for a seat where only the newest tiles of a hand are asked for."""


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

    __slots__ = ("hidden", "known")

    def __init__(self, known: Iterable[Tile] = (), hidden: int | None = 0) -> None:
        self.known = set(known)
        self.hidden: list[Hidden] = [] if hidden == 0 else [Hidden(hidden)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HeldHand):
            return NotImplemented
        return (self.known, self.hidden) == (other.known, other.hidden)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> "HeldHand":
        """Return a hand that goes its own way from here."""
        twin = HeldHand(self.known)
        twin.hidden = list(self.hidden)
        return twin

    @property
    def size(self) -> int | None:
        """How many tiles, or None where that is not known."""
        if not self.hidden:
            return len(self.known)
        counts = [group.size for group in self.hidden]
        if None in counts:
            return None
        return len(self.known) + sum(count for count in counts if count is not None)

    @property
    def empty(self) -> bool:
        """Whether no tile is left, for all one knows."""
        return not self.known and not self.hidden

    def draw(self, tile: Tile | None) -> None:
        """Take a tile; None where the others have not seen it."""
        if tile is None:
            self.hidden.append(Hidden(1))
        else:
            self.known.add(tile)

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


class Unseen(NamedTuple):
    """The tiles that nobody has seen, and where they can lie."""

    tiles: tuple[Tile, ...]
    groups: tuple[tuple[int, Hidden], ...]
    """Hidden tiles with the seat that holds them; the yard is the last, with no seat."""

    def holds(self, seats: Container[int], tiles: Iterable[Tile]) -> bool | None:
        """Whether a hidden tile of one of the seats is one of these; None where it may be so or not."""
        candidates = frozenset(tiles).intersection(self.tiles)
        places = self._places(seats)
        room = [len(self.tiles) if place.size is None else place.size for place in places]
        blanks = sum(room) - len(self.tiles)
        if not candidates or blanks < 0:
            return False
        wanted = Counter(_mask(tile not in place.lacks for place in places) for tile in candidates)
        others = Counter(
            _mask(tile not in place.lacks for place in places)
            for tile in self.tiles
            if tile not in candidates
        )
        # places of unknown size have room for all; what the tiles leave of them is filled with blanks
        others[_mask(place.size is None for place in places)] += blanks
        asked = _mask(place.asked for place in places)
        kinds = [Kind(fits, count) for each in (wanted, others) for fits, count in each.items()]
        barred = [Kind(kind.fits & ~asked, kind.tiles) for kind in kinds[: len(wanted)]]
        lying = place_all([*barred, *kinds[len(wanted) :]], room)
        if lying is None:
            return place_all(kinds, room) is not None
        fits = [kind.fits for kind in kinds]
        movable = any(can_move(kind, fits[kind] & asked, fits, lying) for kind in range(len(wanted)))
        return None if movable else False

    def newest_of(self, seat: int) -> "Unseen":
        """Return the same with the seat's newest group as that of seat NEWEST, to be asked for alone."""
        place = max(place for place, (holder, _group) in enumerate(self.groups) if holder == seat)
        changed = (NEWEST, self.groups[place][1])
        return self._replace(groups=(*self.groups[:place], changed, *self.groups[place + 1 :]))

    def _places(self, seats: Container[int]) -> list["_Place"]:
        """Return the places for hidden tiles: groups that lack the same are one, those asked for apart."""
        sizes = Counter[tuple[bool, frozenset[Tile]]]()
        places = set()
        for seat, group in self.groups:
            if group.size is None:
                places.add(_Place(seat in seats, group.lacks, None))
            else:
                sizes[seat in seats, group.lacks] += group.size
        return [*places, *(_Place(asked, lacks, size) for (asked, lacks), size in sizes.items())]


class _Place(NamedTuple):
    """Where hidden tiles lie that cannot be told apart."""

    asked: bool
    lacks: frozenset[Tile]
    size: int | None


def _mask(flags: Iterable[bool]) -> int:
    """Return flags as the bits of a number, the first as the lowest."""
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def unseen(
    set_size: int, seen: Iterable[Tile], hands: Sequence[HeldHand], yard: int | None, whole: bool = True
) -> Unseen:
    """Return what nobody has seen: all but the tiles `seen` on the table and known in hands.

    `whole` says whether `seen` is the whole table; if not, unseen tiles may lie there too.
    """
    known = set(seen).union(*(hand.known for hand in hands))
    groups = [(seat, group) for seat, hand in enumerate(hands) for group in hand.hidden]
    groups.append((len(hands), Hidden(yard)))
    if not whole:
        groups.append((len(hands) + 1, Hidden(None)))
    return Unseen(tuple(tile for tile in full_set(set_size) if tile not in known), tuple(groups))
