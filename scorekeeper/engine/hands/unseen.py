"""The tiles that nobody has seen: who can hold them, and who must.

Every question is answered exactly: for all ways in which the unseen tiles can lie, for some, or for
none. So knowing more can settle an answer but never turn it round.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.engine.actions import NONE
from scorekeeper.engine.hands.knowledge import HeldHand, Hidden
from scorekeeper.engine.hands.placing import Kind, can_move, place_all
from scorekeeper.tiles import Tile, full_set

NEWEST = -2
"""Stands for a seat where only the newest tiles of a hand are asked for."""


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
    lacks: frozenset[Tile]
    holder: int = NONE
    """Who lays what lies here and is laid later; NONE where nothing here is."""
    since: int = NONE
    """The draw before which it cannot be laid; NONE for a hand."""
    uncounted: bool = False


class Unseen(NamedTuple):
    """The tiles that nobody has seen, and where they can lie."""

    tiles: tuple[Tile, ...]
    groups: tuple[tuple[int, Hidden], ...]
    """Hidden tiles with the seat that holds them; the yard is the last, with no seat."""
    later: Later = Later()
    newest: int = NONE
    """The seat whose newest group stands apart."""

    def holds(self, seats: Container[int], tiles: Iterable[Tile]) -> bool | None:
        """Whether a hidden tile of one of the seats is one of these; None where it may be so or not."""
        candidates = frozenset(tiles).intersection(self.tiles)
        sizes = self._places(seats)
        places, room = tuple(sizes), tuple(sizes.values())
        blanks = sum(room) - len(self.tiles)
        if not candidates or blanks < 0 or min(room) < 0:
            return False
        fits = self._fits(places)
        wanted = Counter(fits[tile] for tile in candidates)
        others = Counter(fits[tile] for tile in self.tiles if tile not in candidates)
        # places without a count have room for all; what the tiles leave of them is filled with blanks
        others[_mask(place.uncounted for place in places)] += blanks
        return _answer(wanted, others, room, _mask(place.asked for place in places))

    def newest_of(self, seat: int) -> "Unseen":
        """Return the same with the seat's newest group as that of seat NEWEST, to be asked for alone."""
        place = max(place for place, (holder, _group) in enumerate(self.groups) if holder == seat)
        changed = (NEWEST, self.groups[place][1])
        return self._replace(groups=(*self.groups[:place], changed, *self.groups[place + 1 :]), newest=seat)

    def _places(self, seats: Container[int]) -> dict[_Place, int]:
        """Return the places for hidden tiles with their room; groups that take the same are one."""
        moments: dict[int, list[int]] = {}
        for tile in self.tiles:
            if showing := self.later.showings.get(tile):
                moments.setdefault(showing.holder, []).append(showing.moment)
        sizes = Counter[_Place]()
        for seat, group in self.groups:
            owner = self.newest if seat == NEWEST else seat
            holder = owner if owner in moments else NONE
            if group.size is None:
                sizes[_Place(seat in seats, group.lacks, holder, uncounted=True)] = len(self.tiles)
            else:
                sizes[_Place(seat in seats, group.lacks, holder)] += group.size
        for seat, moment in self.later.draws:
            before = (shown for shown in moments.get(seat, ()) if shown <= moment)
            sizes[
                _Place(False, frozenset(), seat if seat in moments else NONE, max(before, default=NONE))
            ] += 1
        return sizes

    def _fits(self, places: Sequence[_Place]) -> dict[Tile, int]:
        """Return for each tile the places where it can lie, one bit each."""
        fits = dict.fromkeys(self.tiles, (1 << len(places)) - 1)
        of_holder: dict[int, list[tuple[int, int]]] = {}
        for number, place in enumerate(places):
            of_holder.setdefault(place.holder, []).append((place.since, 1 << number))
            for tile in place.lacks.intersection(fits):
                fits[tile] &= ~(1 << number)
        for tile, (holder, moment) in self.later.showings.items():
            if tile in fits:
                fits[tile] &= sum(bit for since, bit in of_holder.get(holder, ()) if since < moment)
        return fits


def _answer(
    wanted: Mapping[int, int], others: Mapping[int, int], room: Sequence[int], asked: int
) -> bool | None:
    """Return whether one of the wanted tiles lies in a place that is asked for."""
    kinds = [Kind(fits, count) for each in (wanted, others) for fits, count in each.items()]
    barred = [Kind(kind.fits & ~asked, kind.tiles) for kind in kinds[: len(wanted)]]
    lying = place_all([*barred, *kinds[len(wanted) :]], room)
    if lying is None:
        return place_all(kinds, room) is not None
    fits = [kind.fits for kind in kinds]
    movable = any(can_move(kind, fits[kind] & asked, fits, lying) for kind in range(len(wanted)))
    return None if movable else False


def _mask(flags: Iterable[bool]) -> int:
    """Return flags as the bits of a number, the first as the lowest."""
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def unseen(
    set_size: int,
    seen: Iterable[Tile],
    hands: Sequence[HeldHand],
    yard: int | None,
    whole: bool = True,
    later: Later | None = None,
) -> Unseen:
    """Return what nobody has seen: all but the tiles `seen` on the table and known in hands.

    `whole` says whether `seen` is the whole table; if not, unseen tiles may lie there too. `later` is what a
    record tells that goes on from here.
    """
    known = set(seen).union(*(hand.known for hand in hands))
    groups = [(seat, group) for seat, hand in enumerate(hands) for group in hand.hidden]
    told = later or Later()
    groups.append((len(hands), Hidden(None if yard is None else yard - len(told.draws))))
    if not whole:
        groups.append((len(hands) + 1, Hidden(None)))
    return Unseen(tuple(tile for tile in full_set(set_size) if tile not in known), tuple(groups), told)
