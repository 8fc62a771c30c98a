"""What the tiles that nobody saw can have been.

Every tile of the set was somewhere: it was dealt to a player, drawn by one, or lies in the yard. A deal gives every
tile such an origin. It is possible if each tile was laid by the player who had it, and lawful if besides nobody had a
tile that an action says was not there.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tests.second_engine.notation import Tile
from tests.second_engine.rounds import Barred

DEALT = -1
"""When a hand was dealt, before the first action."""


class Origin(NamedTuple):
    """Where tiles were: with a player since an action, or in the yard, which is nobody's; `room` counts them."""

    seat: int | None
    since: int
    room: int


class Laid(NamedTuple):
    """Who laid a tile, and at which action."""

    seat: int
    at: int


class Known(NamedTuple):
    """What a record tells: tiles that were shown, with their origin, hidden origins, and tiles laid.

    It is odd if a tile was laid twice, or more tiles were drawn than there were.
    """

    shown: tuple[tuple[Tile, Origin], ...]
    hidden: tuple[Origin, ...]
    unseen: tuple[Tile, ...]
    laid: Mapping[Tile, Laid]
    odd: bool


Deal = dict[Tile, int]
"""The index of a hidden origin for every tile that was not shown."""


def possible(known: Known, tile: Tile, origin: Origin) -> bool:
    """Whether the tile can have been there, by who laid it."""
    laid = known.laid.get(tile)
    return laid is None or (laid.seat == origin.seat and origin.since < laid.at)


def breaks(known: Known, tile: Tile, origin: Origin, bar: Barred) -> bool:
    """Whether the tile, had it been there, was in a hand in which it must not have been."""
    laid = known.laid.get(tile)
    return (
        tile in bar.tiles
        and origin.seat in bar.seats
        and origin.since < bar.at
        and (laid is None or bar.at <= laid.at)
        and bar.drawn in (None, origin.since)
        and bar.not_drawn != origin.since
    )


def some_deal(known: Known, barred: Iterable[Barred] = ()) -> Deal | None:
    """Return a deal that can have been and that breaks none of these bars, or None."""
    bars = defaultdict(list)
    for bar in barred:
        for tile in bar.tiles:
            bars[tile].append(bar)

    def allowed(tile: Tile, origin: Origin) -> bool:
        fits = possible(known, tile, origin)
        return fits and not any(breaks(known, tile, origin, bar) for bar in bars[tile])

    shown_twice = len(dict(known.shown)) < len(known.shown)
    if known.odd or shown_twice or not all(allowed(*one) for one in known.shown):
        return None
    choices = {
        tile: [index for index, origin in enumerate(known.hidden) if allowed(tile, origin)]
        for tile in known.unseen
    }
    return _filled(choices, [origin.room for origin in known.hidden])


def _filled(choices: Mapping[Tile, list[int]], rooms: list[int]) -> Deal | None:
    """Give every tile one of its choices, so that no room is overfull, moving others on where that helps."""
    deal: Deal = {}
    inside: list[list[Tile]] = [[] for _ in rooms]

    def put(tile: Tile, tried: set[int]) -> bool:
        for index in choices[tile]:
            if index in tried:
                continue
            tried.add(index)
            if len(inside[index]) < rooms[index]:
                inside[index].append(tile)
                deal[tile] = index
                return True
            for other in inside[index]:
                if put(other, tried):
                    inside[index].remove(other)
                    inside[index].append(tile)
                    deal[tile] = index
                    return True
        return False

    hardest_first = sorted(choices, key=lambda tile: len(choices[tile]))
    return deal if all(put(tile, set()) for tile in hardest_first) else None


def doubtful(known: Known, barred: Iterable[Barred]) -> int | None:
    """Return the first action that some possible deal makes illegal, or None.

    Every possible deal is reached from any other by moving tiles round in a circle.
    """
    deal = some_deal(known)
    assert deal is not None
    reach = _reachable(known, deal)
    for bar in barred:
        for index, tile in _breaking(known, bar):
            if deal[tile] == index or deal[tile] in reach[index]:
                return bar.at
    return None


def _breaking(known: Known, bar: Barred) -> Iterator[tuple[int, Tile]]:
    for index, origin in enumerate(known.hidden):
        for tile in known.unseen:
            if breaks(known, tile, origin, bar) and possible(known, tile, origin):
                yield index, tile


def _reachable(known: Known, deal: Deal) -> dict[int, set[int]]:
    """Return for each hidden origin where its tiles can go, and the tiles there in turn, and so on."""
    steps: dict[int, set[int]] = defaultdict(set)
    for tile, index in deal.items():
        steps[index] |= {to for to, origin in enumerate(known.hidden) if possible(known, tile, origin)}
    reach: dict[int, set[int]] = {}
    for index in range(len(known.hidden)):
        found: set[int] = set()
        to_do = [index]
        while to_do:
            new = steps[to_do.pop()] - found
            found |= new
            to_do += new
        reach[index] = found
    return reach
