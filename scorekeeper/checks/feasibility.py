"""Whether hands of which only the count is known can be made of the tiles of one set, all at once.

Exact for hands that count up to `_LARGEST`, however many there are (facts D5 and D6: who can hold 1, 2,
…); larger hands are not looked at, as hardly anything keeps them from being made. Tiles that no hand
distinguishes are one kind, so the search is over counts of kinds. It gives up after `MOST_STEPS`, and then
takes it that the hands can be made: it never calls possible hands impossible.

Nothing here knows a round or writes a sentence.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from scorekeeper.rules import Rules, score_tile
from scorekeeper.tiles import DOUBLE_BLANK, Tile

_LARGEST = 12
"""The largest hand that is looked at, in pips or points."""

MOST_STEPS = 3_000
"""Hands tried, for all questions about one round, before the search gives up; some 2 ms."""

MOST_WAYS = 400
"""Ways to make one hand that are looked at; where there are more, not finding any proves nothing."""

BITS = 9
"""Bits that count the tiles of a kind, the highest of them a guard that a subtraction may use up."""


class Need(NamedTuple):
    """A hand that has to be made: what it counts, in pips or in points."""

    player: str
    amount: int
    in_points: bool = False
    blanks: int | None = None
    """Tiles with exactly one blank; None where that is unknown."""
    holds_double_blank: bool | None = None
    """None where that is unknown. Where it is True, 0-0 is not among the tiles to make the hand of."""


class TileKind(NamedTuple):
    """Tiles that are all worth the same to hands that distinguish them no further."""

    pips: int
    points: int
    one_blank: bool
    double_blank: bool

    def worth(self, need: Need) -> int:
        """Return what such a tile adds to a hand counted as this one is."""
        return self.points if need.in_points else self.pips


Pool = int
"""How many tiles of each kind there are, `BITS` for each kind."""


def impossible_together(needs: Iterable[Need], tiles: Iterable[Tile], rules: Rules) -> tuple[Need, ...]:
    """Return a group of hands that cannot all be made of these tiles, none of them too many; else ().

    Leaving any one hand out of the group, the others can be made, or may be.
    """
    small = sorted((need for need in needs if need.amount <= _LARGEST), key=lambda need: need.amount)
    if not small:
        return ()
    search = _Search(small, tiles, rules)
    if search.can_make(small):
        return ()
    # the first hands, as few as can be, that cannot all be made
    group = small[: bisect(range(len(small)), False, key=lambda count: not search.can_make(small[:count]))]
    for need in tuple(group):
        fewer = [other for other in group if other is not need]
        if not search.can_make(fewer):
            group = fewer
    return tuple(group)


class _Search:
    """A search for one way to make all hands, smallest first, from few tiles rather than many."""

    def __init__(self, needs: Sequence[Need], tiles: Iterable[Tile], rules: Rules) -> None:
        alike = _distinguished(needs)
        kinds = (
            TileKind(tile.pips, score_tile(tile, rules).points, tile.one_blank, tile == DOUBLE_BLANK)
            for tile in tiles
        )
        counts = Counter(map(alike, kinds))
        self._kinds = tuple(kind for kind in counts if min(kind.pips, kind.points) <= _LARGEST)
        self._counts = tuple(counts[kind] for kind in self._kinds)
        self._guards = sum(1 << (BITS * index + BITS - 1) for index in range(len(self._kinds)))
        self._pool = sum(count << (BITS * index) for index, count in enumerate(self._counts)) | self._guards
        self._known: dict[tuple[object, ...], tuple[Pool, ...]] = {}
        self._steps = 0

    def can_make(self, needs: Sequence[Need]) -> bool:
        """Whether all these hands can be made, as far as the search goes."""
        self._failed: set[tuple[int, Pool, int]] = set()
        self._hands = [self._ways(need) for need in needs]
        if self._search(0, self._pool, 0):
            return True
        return any(len(ways) == MOST_WAYS for ways in self._hands)

    def _search(self, number: int, pool: Pool, first: int) -> bool:
        """Whether the hands from this number on can be made of the pool.

        Hands that are alike are made in the order of their ways, `first` being the first that may be used.
        """
        if number == len(self._hands):
            return True
        if (number, pool, first) in self._failed:
            return False
        ways, guards = self._hands[number], self._guards
        alike = number + 1 < len(self._hands) and self._hands[number + 1] is ways
        for index in range(first, len(ways)):
            left = pool - ways[index]
            if left & guards == guards:
                self._steps += 1
                if self._steps > MOST_STEPS or self._search(number + 1, left, index if alike else 0):
                    return True
        self._failed.add((number, pool, first))
        return False

    def _ways(self, need: Need) -> tuple[Pool, ...]:
        """Return the ways to make a hand, few tiles first: what each takes of the pool."""
        key = need[1:]
        if key not in self._known:
            ways = sorted(islice(self._each_way(need, need.amount, need.blanks, 0, 0), MOST_WAYS))
            self._known[key] = tuple(taken for _tiles, taken in ways)
        return self._known[key]

    def _each_way(
        self, need: Need, amount: int, blanks: int | None, first: int, taken: int
    ) -> Iterator[tuple[int, Pool]]:
        """Yield the number of tiles and what they take of the pool, for every way to make a hand."""
        if amount == 0 and (need.amount or need.holds_double_blank):
            if not blanks:
                yield 0, 0
            return
        for index in range(first, len(self._kinds)):
            kind = self._kinds[index]
            worth = kind.worth(need)
            before = taken if index == first else 0
            if before == self._counts[index] or worth > amount or not _fits(kind, worth, need):
                continue
            unit = 1 << (BITS * index)
            if need.amount == 0:
                yield 1, unit
                continue
            more = None if blanks is None else blanks - kind.one_blank
            for tiles, rest in self._each_way(need, amount - worth, more, index, before + 1):
                yield tiles + 1, rest + unit


def _distinguished(needs: Sequence[Need]) -> Callable[[TileKind], TileKind]:
    """Return a function that leaves of a kind what at least one of the hands distinguishes."""
    pips = any(not need.in_points for need in needs)
    points = any(need.in_points for need in needs)
    blanks = any(need.blanks is not None for need in needs)
    return lambda kind: TileKind(
        kind.pips if pips else kind.points,
        kind.points if points else kind.pips,
        kind.one_blank and blanks,
        kind.double_blank,
    )


def _fits(kind: TileKind, worth: int, need: Need) -> bool:
    """Whether a tile may be in the hand; one that adds nothing only makes a hand that counts nothing."""
    if kind.double_blank and need.holds_double_blank is not None:
        return False
    return worth > 0 or need.amount == 0
