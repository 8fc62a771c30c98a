"""Whether hands of which only the count is known can be made of the tiles of one set, all at once.

Exact for hands that count up to `LARGEST`, however many there are (facts D5 and D6: who can hold 1, 2,
…); larger hands are not looked at, as hardly anything keeps them from being made. Tiles of the same
worth are one kind, so the search is over counts of kinds. It gives up after `MOST_STEPS`, and then says
that the hands can be made: it never calls possible hands impossible.

Nothing here knows a round or writes a sentence.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules import Rules
from scorekeeper.scoring import score_tile
from scorekeeper.tiles import DOUBLE_BLANK, Tile

LARGEST = 12
"""The largest hand that is looked at, in pips or points."""

MOST_STEPS = 3_000
"""Tiles tried before the search gives up; hands of up to 6 pips never come near it."""


class Need(NamedTuple):
    """A hand that has to be made: what it counts, in pips or in points."""

    player: str
    amount: int
    in_points: bool = False
    blanks: int | None = None
    """Tiles with exactly one blank; None where nobody said."""
    holds_double_blank: bool | None = None
    """None where nobody said. Where it is True, 0-0 is not among the tiles to make the hand of."""


class Kind(NamedTuple):
    """Tiles that are all worth the same."""

    pips: int
    points: int
    one_blank: bool
    double_blank: bool

    def worth(self, need: Need) -> int:
        """Return what such a tile adds to a hand counted as this one is."""
        return self.points if need.in_points else self.pips


Pool = tuple[int, ...]
"""How many tiles of each kind are left."""


def impossible_together(needs: Iterable[Need], tiles: Iterable[Tile], rules: Rules) -> tuple[Need, ...]:
    """Return a group of hands that cannot all be made of these tiles, none of them too many; else ().

    Leaving any one hand out of the group, the others can be made, or may be.
    """
    small = sorted((need for need in needs if need.amount <= LARGEST), key=lambda need: need.amount)
    if not small:
        return ()
    every = (_kind(tile, rules) for tile in tiles)
    counts = Counter(kind for kind in every if min(kind.pips, kind.points) <= LARGEST)
    kinds = tuple(sorted(counts, reverse=True))
    pool = tuple(counts[kind] for kind in kinds)
    if _Search(kinds, small).can_make(0, pool):
        return ()
    group, kept = small, set[tuple[object, ...]]()
    for need in small:
        fewer = [other for other in group if other is not need]
        if need[1:] in kept:
            continue
        if _Search(kinds, fewer).can_make(0, pool):
            kept.add(need[1:])
        else:
            group = fewer
    return tuple(group)


def _kind(tile: Tile, rules: Rules) -> Kind:
    return Kind(tile.pips, score_tile(tile, rules).points, tile.one_blank, tile == DOUBLE_BLANK)


class _Search:
    """A search for one way to make all hands, smallest first, from few tiles rather than many."""

    def __init__(self, kinds: Sequence[Kind], needs: Sequence[Need]) -> None:
        self._kinds = kinds
        self._needs = needs
        self._steps = 0
        self._failed: set[tuple[int, Pool, int]] = set()

    def can_make(self, number: int, pool: Pool, heaviest: int = 0) -> bool:
        """Whether the hands from this number on can be made of the pool, as far as the search goes.

        Hands that are alike are made in the order of their heaviest tiles, `heaviest` being the first
        kind that may still be one.
        """
        if number == len(self._needs):
            return True
        if (number, pool, heaviest) in self._failed:
            return False
        need = self._needs[number]
        alike = any(other[1:] == need[1:] for other in self._needs[number + 1 : number + 2])
        for first, left in self._ways(need, pool, need.amount, need.blanks, heaviest):
            if self.can_make(number + 1, left, first if alike else 0):
                return True
        if self._steps > MOST_STEPS:
            return True
        self._failed.add((number, pool, heaviest))
        return False

    def _ways(
        self, need: Need, pool: Pool, amount: int, blanks: int | None, first: int
    ) -> Iterator[tuple[int, Pool]]:
        """Yield the kind of the heaviest tile and what is left of the pool, for every way to make a hand."""
        if amount == 0 and (need.amount or need.holds_double_blank):
            if not blanks:
                yield first, pool
            return
        for number in range(first, len(self._kinds)):
            kind = self._kinds[number]
            worth = kind.worth(need)
            if not pool[number] or worth > amount or not _fits(kind, worth, need, blanks):
                continue
            self._steps += 1
            if self._steps > MOST_STEPS:
                return
            left = (*pool[:number], pool[number] - 1, *pool[number + 1 :])
            if need.amount == 0:
                yield number, left
            else:
                more = None if blanks is None else blanks - kind.one_blank
                yield from (
                    (number, rest) for _lighter, rest in self._ways(need, left, amount - worth, more, number)
                )


def _fits(kind: Kind, worth: int, need: Need, blanks: int | None) -> bool:
    """Whether a tile may be in the hand; one that adds nothing only makes a hand that counts nothing."""
    if kind.double_blank and need.holds_double_blank is not None:
        return False
    return (worth > 0 or need.amount == 0) and not (kind.one_blank and blanks == 0)
