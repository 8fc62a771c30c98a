"""What can be known of hands: tiles that were seen, how many are hidden, and who can hold those, and who must.

Every question about tiles that nobody has seen is answered exactly: for all ways in which they can lie, for some, or
for none. So knowing more can settle an answer but never turn it round. They lie as a flow from tiles to places: tiles
that fit the same places are one kind, and move together.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.engine.actions import NONE
from scorekeeper.engine.bits import BIT, every_tile, mask_of, tiles_of
from scorekeeper.tiles import Tile

NEWEST = -2
"""Stands for a seat where only the newest tiles of a hand are asked for."""


class Hidden(NamedTuple):
    """Tiles of a hand that nobody else has seen."""

    size: int | None
    """How many; None where even that is not known."""
    lacks: int = 0
    """Tiles that cannot be among them, as the player's own actions show, as bits."""


class HeldHand:
    """One player's tiles. Mutable.

    Hidden tiles are kept in the order in which they came. An older group can only lack more than a
    newer one, because what a player's actions rule out is ruled out for all tiles held by then.
    """

    def __init__(self, known: Iterable[Tile] = (), hidden: int | None = 0) -> None:
        self.mask = mask_of(known)
        """The known tiles as bits."""
        self.hidden: list[Hidden] = [] if hidden == 0 else [Hidden(hidden)]

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
        return None if None in counts else self.mask.bit_count() + sum(filter(None, counts))

    @property
    def empty(self) -> bool:
        """Whether no tile is left, for all one knows."""
        return not self.mask and not self.hidden

    def knows(self, tile: Tile) -> bool:
        """Whether the tile is known to be in the hand."""
        return bool(self.mask & BIT[tile])

    def may_hold(self, tile: Tile) -> bool:
        """Whether the tile is known to be in the hand, or may be hidden in it, for all that its player did."""
        return self.knows(tile) or any(not group.lacks & BIT[tile] for group in self.hidden)

    def draw(self, tile: Tile | None) -> None:
        """Take a tile; None where the others have not seen it."""
        if tile is None:
            self.hidden.append(Hidden(1))
        else:
            self.mask |= BIT[tile]

    def give_up(self, tile: Tile, newest: bool) -> None:
        """Give up a tile, known or hidden.

        A hidden one comes from the newest group if the player just drew it, otherwise from the oldest group that
        can hold it, which leaves the most ways open and so rules out nothing that may be true.
        """
        if self.knows(tile):
            self.mask ^= BIT[tile]
            return
        able = [index for index, group in enumerate(self.hidden) if not group.lacks & BIT[tile]]
        index = able[-1 if newest else 0]
        group = self.hidden[index]
        if group.size is not None:
            self.hidden[index : index + 1] = [group._replace(size=group.size - 1)] if group.size > 1 else []

    def rule_out(self, tiles: int, newest: bool = True) -> None:
        """Note that no hidden tile is one of these bits; `newest` says whether that goes for the last drawn."""
        kept = self.hidden if newest else self.hidden[:-1]
        self.hidden[: len(kept)] = [group._replace(lacks=group.lacks | tiles) for group in kept]


class Showing(NamedTuple):
    """How a tile shows that nobody has seen before."""

    holder: int
    """The seat that lays it; the number of seats where it comes from the yard for all to see."""
    moment: int
    """The number of that action, counted from 0."""


class Later(NamedTuple):
    """What a record tells about tiles before they show."""

    showings: Mapping[Tile, Showing] = {}
    draws: tuple[tuple[int, int], ...] = ()
    """Draws that nobody else saw: the seat and the number of the action, counted from 0."""

    def after(self, moment: int) -> "Later":
        """Return what it tells when so many actions are done."""
        return self._replace(draws=tuple(draw for draw in self.draws if draw[1] >= moment))


class _Place(NamedTuple):
    """Where hidden tiles lie that cannot be told apart."""

    asked: bool
    takes: int
    """The tiles that can lie here, as bits."""
    uncounted: bool = False
    """Whether nobody knows how many lie here: there is room for all, and what they leave is filled with blanks."""


class Unseen(NamedTuple):
    """The tiles that nobody has seen, as bits, and where they can lie."""

    tiles: int
    groups: tuple[tuple[int, Hidden], ...]
    """Hidden tiles with the seat that holds them; the yard is the last, with no seat."""
    showings: tuple[tuple[Tile, Showing], ...] = ()
    """How some of them show later."""
    draws: tuple[tuple[int, int], ...] = ()
    """Draws that nobody else will see: the seat and the number of the action."""
    newest: int = NONE
    """The seat whose newest group stands apart."""

    def holds(self, seats: Iterable[int], tiles: int) -> bool | None:
        """Whether a hidden tile of one of the seats is one of these bits; None where it may be so or not."""
        return _held(self, tuple(seats), tiles & self.tiles)

    def newest_of(self, seat: int) -> "Unseen":
        """Return the same with the seat's newest group, if it has any, as that of NEWEST, to be asked for alone."""
        own = [index for index, (holder, _group) in enumerate(self.groups) if holder == seat]
        if not own:
            return self
        index = own[-1]
        changed = (NEWEST, self.groups[index][1])
        return self._replace(groups=(*self.groups[:index], changed, *self.groups[index + 1 :]), newest=seat)


class Kind(NamedTuple):
    """Tiles that fit the same places."""

    fits: int
    """The places, one bit each."""
    tiles: int
    """How many."""


@lru_cache(maxsize=256)
def _held(known: Unseen, seats: tuple[int, ...], wanted: int) -> bool | None:
    """Answer `Unseen.holds`, for tiles as bits; kept, as most rule books ask the same about a position.

    Groups that take the same tiles are one place.
    """
    showings = [(BIT[tile] & known.tiles, *showing) for tile, showing in known.showings]
    free = known.tiles & ~sum(bit for bit, _holder, _moment in showings)

    def able(seat: int, since: int = NONE) -> int:
        """Return the tiles that a seat may have got with the action `since`, as bits."""
        return free | sum(bit for bit, holder, moment in showings if holder == seat and moment > since)

    places = Counter(_Place(False, able(seat, moment)) for seat, moment in known.draws)
    count = known.tiles.bit_count()
    for seat, (size, lacks) in known.groups:
        takes = able(known.newest if seat == NEWEST else seat) & ~lacks
        places[_Place(seat in seats, takes, size is None)] += count if size is None else size
    room = tuple(places.values())
    blanks = sum(room) - count
    if not wanted or blanks < 0 or min(room) < 0:
        return False
    asked = sum(place.asked << number for number, place in enumerate(places))
    uncounted = sum(place.uncounted << number for number, place in enumerate(places))
    kinds = {0: known.tiles}
    for number, place in enumerate(places):
        kinds = {
            fits | here << number: part
            for fits, kind in kinds.items()
            for here, part in enumerate((kind & ~place.takes, kind & place.takes))
            if part
        }
    own = [Kind(fits, (kind & wanted).bit_count()) for fits, kind in kinds.items()]
    others = [Kind(fits, (kind & ~wanted).bit_count()) for fits, kind in kinds.items()]
    others.append(Kind(uncounted, blanks))
    if not can_lie([*(Kind(fits & ~asked, count) for fits, count in own), *others], room):
        return can_lie([*own, *others], room)
    for number, (fits, count) in enumerate(own):
        left = [*own[:number], *own[number + 1 :], Kind(fits, count - 1), *others]
        if count and fits & asked and can_lie([*left, Kind(fits & asked, 1)], room):
            return None
    return False


def can_lie(kinds: Sequence[Kind], room: Sequence[int]) -> bool:
    """Whether there is a way in which all tiles lie where they fit, no more in a place than it has room."""
    lying = [{NONE: size} for size in room]
    """For each place how many tiles of each kind, by its number, lie there; NONE stands for room that is left."""

    def place_some(kind: int, most: int, tried: set[int]) -> int:
        """Place tiles of a kind, moving others out of the way; return how many, at least one where that can be."""
        for place in sorted(_bits(kinds[kind].fits), key=lambda place: not lying[place][NONE]):
            if place not in tried:
                tried.add(place)
                for other, there in lying[place].items():
                    count = min(most, there)
                    if other != NONE and count:
                        count = place_some(other, count, tried)
                    if count:
                        lying[place][kind] = lying[place].get(kind, 0) + count
                        lying[place][other] -= count
                        return count
        return 0

    for kind in sorted(range(len(kinds)), key=lambda kind: kinds[kind].fits.bit_count()):
        left = kinds[kind].tiles
        while left:
            count = place_some(kind, left, set())
            if not count:
                return False
            left -= count
    return True


def _bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def unseen(
    set_size: int, seen: int, hands: Sequence[HeldHand], yard: int, whole: bool, later: Later
) -> Unseen:
    """Return what nobody has seen: all but the tiles `seen` on the table, as bits, and known in hands.

    `whole` says whether `seen` is the whole table; if not, unseen tiles may lie there too. `later` is what a
    record tells that goes on from here.
    """
    for hand in hands:
        seen |= hand.mask
    groups = [(seat, group) for seat, hand in enumerate(hands) for group in hand.hidden]
    groups.append((len(hands), Hidden(yard - len(later.draws))))
    if not whole:
        groups.append((len(hands) + 1, Hidden(None)))
    return Unseen(every_tile(set_size) & ~seen, tuple(groups), tuple(later.showings.items()), later.draws)
