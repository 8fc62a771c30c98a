"""Places for tiles that nobody has seen: whether all find one, and whether a tile could lie elsewhere.

A flow from tiles to places: tiles that fit the same places are one kind, and move together. Knows no hands
and no rules.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.engine.actions import NONE


class Kind(NamedTuple):
    """Tiles that fit the same places."""

    fits: int
    """The places, one bit each."""
    tiles: int
    """How many."""


Lying: TypeAlias = list[dict[int, int]]
"""For each place, how many tiles of each kind lie there; the kinds are numbered."""


def place_all(kinds: Sequence[Kind], room: Sequence[int]) -> Lying | None:
    """Return one way in which all tiles lie where they fit, as many in a place as it has room; None without any."""
    left = list(room)
    lying: Lying = [{} for _place in room]
    for kind in sorted(range(len(kinds)), key=lambda kind: kinds[kind].fits.bit_count()):
        free = sum(1 << place for place, more in enumerate(left) if more)
        count = _place_kind(kind, kinds[kind].tiles, kinds[kind].fits & free, lying, left)
        if not _make_room(kind, count, kinds, lying, left):
            return None
    return lying


def _place_kind(kind: int, count: int, free: int, lying: Lying, left: list[int]) -> int:
    """Place tiles of a kind where there is room; return how many find none."""
    for place in _bits(free):
        if not count:
            break
        lying[place][kind] = min(count, left[place])
        left[place] -= lying[place][kind]
        count -= lying[place][kind]
    return count


def _make_room(kind: int, count: int, kinds: Sequence[Kind], lying: Lying, left: list[int]) -> bool:
    """Place so many tiles of a kind by moving others out of the way; return whether that can be done."""
    while count:
        steps = _way_to_room(kind, kinds, lying, left)
        if not steps:
            return False
        count -= _move(steps, count, lying, left)
    return True


class _Step(NamedTuple):
    """Tiles of a kind go from one place to another, or come from outside."""

    kind: int
    source: int
    target: int


def _way_to_room(kind: int, kinds: Sequence[Kind], lying: Lying, left: Sequence[int]) -> list[_Step]:
    """Return the shortest way in which a tile of the kind finds room, the last step first; none without any."""
    came = {place: _Step(kind, NONE, place) for place in _bits(kinds[kind].fits)}
    seen, waiting = kinds[kind].fits, deque(came)
    while waiting:
        place = waiting.popleft()
        if left[place]:
            return _steps_to(place, came)
        for other in lying[place]:
            for further in _bits(kinds[other].fits & ~seen):
                came[further] = _Step(other, place, further)
                waiting.append(further)
            seen |= kinds[other].fits
    return []


def _steps_to(place: int, came: dict[int, _Step]) -> list[_Step]:
    steps = []
    while place != NONE:
        steps.append(came[place])
        place = came[place].source
    return steps


def _move(steps: list[_Step], most: int, lying: Lying, left: list[int]) -> int:
    """Move as many tiles along the steps as can go all the way, and return how many."""
    count = min(most, left[steps[0].target], *(lying[step.source][step.kind] for step in steps[:-1]))
    left[steps[0].target] -= count
    for kind, source, target in steps:
        lying[target][kind] = lying[target].get(kind, 0) + count
        if source != NONE:
            lying[source][kind] -= count
            if not lying[source][kind]:
                del lying[source][kind]
    return count


def can_move(kind: int, into: int, fits: Sequence[int], lying: Lying) -> bool:
    """Whether a tile of the kind could lie in one of the places `into`, others moving round to where it lies now."""
    own = sum(1 << place for place, kinds in enumerate(lying) if kind in kinds)
    reached, waiting = into, list(_bits(into))
    while waiting and not reached & own:
        for other in lying[waiting.pop()]:
            waiting += _bits(fits[other] & ~reached)
            reached |= fits[other]
    return bool(reached & own)


def _bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
