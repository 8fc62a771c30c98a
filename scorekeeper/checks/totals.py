"""What hands count: never more than the set has, and seldom more than was dealt (facts D2 and D8).

Bounds on single hands and on all of them together. Which tiles would make a hand is `feasibility`'s;
which tiles are named twice is `checks`'.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from scorekeeper.checks.findings import Finding, error, warning
from scorekeeper.game import Entry, Game, Out, Pips, Points, Round, TileEntry, score_entry
from scorekeeper.rules import Rules, hand_size, score_tiles, yard_reserve
from scorekeeper.text import _
from scorekeeper.tiles import Tile, full_set, set_name


def hands_named(played: Round) -> dict[str, tuple[Tile, ...]]:
    """Return the hands whose tiles were named, by player."""
    return {name: entry.tiles for name, entry in played.entries.items() if isinstance(entry, TileEntry)}


def more_than_the_set(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D2: all hands are at most the set without the starting double, in pips and in points."""
    pips = {name: _pips(entry) for name, entry in played.entries.items()}
    yield from _beyond(game, played, pips, sum(_pips_left(game.set_size, played.began_with)))
    if any(isinstance(entry, Points) for entry in played.entries.values()):
        points = {name: _least_points(game, played, entry) for name, entry in played.entries.items()}
        left = score_tiles(_tiles_left(game.set_size, played.began_with), game.rules_of(played.number)).total
        yield from _beyond(game, played, points, left, in_points=True)


def _beyond(
    game: Game, played: Round, counted: dict[str, int], left: int, in_points: bool = False
) -> Iterator[Finding]:
    over = next((name for name, count in counted.items() if count > left), None)
    total = sum(counted.values())
    if total <= left:
        return
    one, all_told = (
        (
            _("{name} cannot have {count} points; a {set_name} set has {left} besides {double}-{double}."),
            _("All hands together have {count} points, but only {left} are in the set besides {double}-{double}."),
        )
        if in_points
        else (
            _("{name} cannot hold {count} pips; a {set_name} set has {left} besides {double}-{double}."),
            _("All hands together hold {count} pips, but only {left} are in the set besides {double}-{double}."),
        )
    )  # fmt: skip
    told = (all_told if over is None else one).format(
        name=over,
        count=total if over is None else counted[over],
        set_name=set_name(game.set_size),
        left=left,
        double=played.began_with,
    )
    yield error("D2", played, over, told)


def _pips(entry: Entry) -> int:
    if isinstance(entry, TileEntry):
        return sum(tile.pips for tile in entry.tiles)
    return entry.count if isinstance(entry, Pips) else 0


def _least_points(game: Game, played: Round, entry: Entry) -> int:
    """Return what an entry counts at least; pips may be worth less where blank tiles count flat."""
    if isinstance(entry, Pips) and game.rules_of(played.number).scoring.blank_tile is not None:
        return 0
    return score_entry(entry, game.rules_of(played.number)).total


def more_than_was_dealt(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D2: a hand heavier than any that was dealt. Drawing may make one, so it is a warning.

    It asks for a second look where a digit too many was typed: 230 for 23.
    """
    rules, seats = game.rules_of(played.number), len(game.players_of(played.number))
    dealt = hand_size(rules, game.set_size, seats)
    for name, entry in played.entries.items():
        worths = _worths(game, played, entry, rules)
        if not isinstance(entry, TileEntry) and sum(worths[:dealt]) < entry.count <= sum(worths):
            tiles = next(
                count for count in range(dealt + 1, len(worths) + 1) if sum(worths[:count]) >= entry.count
            )
            told = _("{name}: {count} takes {tiles} tiles or more, and {dealt} were dealt; is it right?")
            yield warning(
                "D2", played, name, told.format(name=name, count=entry.count, tiles=tiles, dealt=dealt)
            )


def _worths(game: Game, played: Round, entry: Entry, rules: Rules) -> Sequence[int]:
    """Return what each tile counts, in the entry's own measure, the heaviest first."""
    if not isinstance(entry, Points):
        return _pips_left(game.set_size, played.began_with)
    free = _tiles_left(game.set_size, played.began_with)
    return sorted((score_tiles([tile], rules).total for tile in free), reverse=True)


@cache
def _tiles_left(set_size: int, started: int) -> tuple[Tile, ...]:
    """Return the set without the double that started the round."""
    return tuple(tile for tile in full_set(set_size) if tile != Tile(started, started))


@cache
def _pips_left(set_size: int, started: int) -> tuple[int, ...]:
    """Return the pips of each of these tiles, the most first."""
    return tuple(sorted((tile.pips for tile in _tiles_left(set_size, started)), reverse=True))


def more_tiles_than_left(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D8: tiles in hands, on the table and kept in the yard are the set.

    Exact in tiles that are named. What a player who went out laid is known only if the deal was as the
    rules have it, so there it is a warning: a bound on the tiles, and by the heaviest tiles on the pips.
    """
    rules, seats = game.rules_of(played.number), len(game.players_of(played.number))
    free = len(full_set(game.set_size)) - 1 - yard_reserve(rules, seats)
    hands = hands_named(played)
    held = sum(map(len, hands.values()))
    if held > free:
        told = _("The hands name {held} tiles, but at most {free} can be in hands.")
        yield error("D8", played, None, told.format(held=held, free=free))
    elif isinstance(played.ending, Out):
        laid = hand_size(rules, game.set_size, seats) - (rules.start.source == "held")
        pips = sum(map(_pips, played.entries.values()))
        if held > free - laid or pips > _heaviest(game.set_size, played.began_with, free - laid):
            told = _("{name} went out and laid {laid} tiles or more; hardly so much is left for the hands.")
            yield warning("D8", played, None, told.format(name=played.out, laid=laid))


def _heaviest(set_size: int, started: int, count: int) -> int:
    """Return the pips of so many tiles at most, the starting double not among them."""
    return sum(_pips_left(set_size, started)[: max(0, count)])
