"""What can be known of hands: known tiles, how many are hidden, and what those cannot be.

Every question is answered exactly: for all ways in which the unseen tiles can lie, for some, or for
none. So knowing more can settle an answer but never turn it round.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

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
        if not any(self._can_hold(seats, tile) for tile in candidates):
            return False
        return None if self._possible(self._without(seats, candidates)) else True

    def newest_of(self, seat: int) -> "Unseen":
        """Return the same with the seat's newest group as that of seat NEWEST, to be asked for alone."""
        place = max(place for place, (holder, _group) in enumerate(self.groups) if holder == seat)
        changed = (NEWEST, self.groups[place][1])
        return self._replace(groups=(*self.groups[:place], changed, *self.groups[place + 1 :]))

    def _can_hold(self, seats: Container[int], tile: Tile) -> bool:
        rest = tuple(other for other in self.tiles if other != tile)
        for place, (holder, group) in enumerate(self.groups):
            if holder in seats and tile not in group.lacks:
                fewer = group if group.size is None else group._replace(size=group.size - 1)
                groups = (*self.groups[:place], (holder, fewer), *self.groups[place + 1 :])
                if Unseen(rest, groups)._possible(groups):
                    return True
        return False

    def _without(self, seats: Container[int], tiles: frozenset[Tile]) -> tuple[tuple[int, Hidden], ...]:
        return tuple(
            (holder, group._replace(lacks=group.lacks | tiles) if holder in seats else group)
            for holder, group in self.groups
        )

    def _possible(self, groups: Sequence[tuple[int, Hidden]]) -> bool:
        kinds = Counter(
            tuple(place for place, (_seat, group) in enumerate(groups) if tile not in group.lacks)
            for tile in self.tiles
        )
        counts = [group.size for _seat, group in groups]
        room = [len(self.tiles) if count is None else count for count in counts]
        exact = [0 if count is None else count for count in counts]
        return _placed(kinds, room) == len(self.tiles) and _placed(kinds, exact) == sum(exact)


def _placed(kinds: Counter[tuple[int, ...]], room: Sequence[int]) -> int:
    """Return how many tiles can be placed at most, by augmenting paths.

    A kind is the places that take a tile. If all tiles can be placed, and all counted places can be
    filled, then one way does both.
    """
    lying: list[Counter[tuple[int, ...]]] = [Counter() for _place in room]
    placed = 0
    for kind, count in kinds.items():
        for _tile in range(count):
            if not _place(kind, lying, room, set()):
                break
            placed += 1
    return placed


def _place(
    kind: tuple[int, ...], lying: list[Counter[tuple[int, ...]]], room: Sequence[int], tried: set[int]
) -> bool:
    """Place one tile, moving others out of the way where needed."""
    for place in kind:
        if place in tried:
            continue
        tried.add(place)
        if lying[place].total() < room[place] or _move_one(place, lying, room, tried):
            lying[place][kind] += 1
            return True
    return False


def _move_one(
    place: int, lying: list[Counter[tuple[int, ...]]], room: Sequence[int], tried: set[int]
) -> bool:
    for other in list(+lying[place]):
        if _place(other, lying, room, tried):
            lying[place][other] -= 1
            return True
    return False


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
