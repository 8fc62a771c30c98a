"""What hands count: never more than the set has, and seldom more than was dealt (fact D2).

Bounds on single hands and on all of them together. Which tiles would make a hand is asked in `feasibility`,
which tiles hands hold in `hands`.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from scorekeeper.checks.findings import Check, CheckedRound, Found, check
from scorekeeper.game import Hand, Pips, Points, TileEntry, score_entry
from scorekeeper.rules import Rules, hand_size, score_tiles
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile, full_set, set_name


@check("D2", level="error")
def more_than_the_set(checked: CheckedRound) -> Iterator[Found]:
    """Find hands, one or all together, that count more than the set without the starting double."""
    entries, set_size, started = checked.played.hands, checked.game.set_size, checked.played.began_with
    pips = {name: entry_pips(entry) for name, entry in entries.items()}
    yield from _beyond(checked, pips, sum(pips_left(set_size, started)))
    if any(isinstance(entry, Points) for entry in entries.values()):
        points = {name: _least_points(entry, checked.rules) for name, entry in entries.items()}
        left = score_tiles(_tiles_left(set_size, started), checked.rules).total
        yield from _beyond(checked, points, left, in_points=True)


def _beyond(
    checked: CheckedRound, counted: dict[str, int], left: int, in_points: bool = False
) -> Iterator[Found]:
    over = next((name for name, count in counted.items() if count > left), None)
    total = sum(counted.values())
    if total <= left:
        return
    one_hand, all_hands = (
        (
            N_("{name} cannot have {count} points; a {set_name} set has {left} besides {double}-{double}."),
            N_("All hands together have {count} points, but only {left} are in the set besides {double}-{double}."),
        )
        if in_points
        else (
            N_("{name} cannot hold {count} pips; a {set_name} set has {left} besides {double}-{double}."),
            N_("All hands together hold {count} pips, but only {left} are in the set besides {double}-{double}."),
        )
    )  # fmt: skip
    sentence = _(
        all_hands if over is None else one_hand,
        name=over,
        count=total if over is None else counted[over],
        set_name=set_name(checked.game.set_size),
        left=left,
        double=checked.played.began_with,
    )
    yield Found(over, sentence)


def entry_pips(entry: Hand) -> int:
    """Return the pips of a hand; 0 where only its points were entered."""
    if isinstance(entry, TileEntry):
        return sum(tile.pips for tile in entry.tiles)
    return entry.count if isinstance(entry, Pips) else 0


def _least_points(entry: Hand, rules: Rules) -> int:
    """Return what an entry counts at least; pips may be worth less where blank tiles count flat."""
    if isinstance(entry, Pips) and rules.scoring.blank_tile is not None:
        return 0
    return score_entry(entry, rules).total


@check("D2", level="warning", unless=more_than_the_set)
def more_than_was_dealt(checked: CheckedRound) -> Iterator[Found]:
    """Find a hand heavier than any that was dealt.

    Drawing may make one, so this is a warning. It asks for a second look where a digit too many was
    typed: 230 for 23.
    """
    dealt = hand_size(checked.rules, checked.game.set_size, len(checked.players))
    for name, entry in checked.played.hands.items():
        if isinstance(entry, TileEntry):
            continue
        worths = _worths(checked, entry)
        if sum(worths[:dealt]) < entry.count <= sum(worths):
            tiles = next(tiles for tiles, worth in enumerate(accumulate(worths), 1) if worth >= entry.count)
            yield Found(
                name,
                _(
                    "{name}: {count} takes {tiles} tiles or more, and {dealt} were dealt; is it right?",
                    name=name,
                    count=entry.count,
                    tiles=tiles,
                    dealt=dealt,
                ),
            )


def _worths(checked: CheckedRound, entry: Pips | Points) -> Sequence[int]:
    """Return what each tile counts, in the entry's own measure, the heaviest first."""
    set_size, started = checked.game.set_size, checked.played.began_with
    if isinstance(entry, Pips):
        return pips_left(set_size, started)
    free = _tiles_left(set_size, started)
    return sorted((score_tiles([tile], checked.rules).total for tile in free), reverse=True)


@cache
def _tiles_left(set_size: int, started: int) -> tuple[Tile, ...]:
    """Return the set without the double that started the round."""
    return tuple(tile for tile in full_set(set_size) if tile != Tile(started, started))


@cache
def pips_left(set_size: int, started: int) -> tuple[int, ...]:
    """Return the pips of each tile but the double that started the round, the most first."""
    return tuple(sorted((tile.pips for tile in _tiles_left(set_size, started)), reverse=True))


TOTAL_CHECKS: tuple[Check, ...] = (more_than_the_set, more_than_was_dealt)
