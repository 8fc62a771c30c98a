"""Evenings of the second engines, which share no code with `scorekeeper`: what the figures are held against.

`python -m tests.simulate.second_evenings` plays them anew and writes `tests/cases/second_evenings.toml`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from tests.second_engine.books import Table, book
from tests.second_engine.notation import Move, Tile, all_tiles
from tests.second_engine.play import _stands
from tests.second_engine.rounds import Round
from tests.second_train_engine.books import book as train_book
from tests.second_train_engine.engine import Illegal, State, begin, draw, lay, lay_engine, pass_turn, plays
from tests.second_train_engine.records import points

CASES = Path(__file__).parent.parent / "cases" / "second_evenings.toml"
BOOKS = ("classic", "dominorules", "train-usual")
EVENINGS, HIGHEST, PLAYERS = 200, 9, 4
DEALT = 9
"""Tiles of each player where there are trains, with this set and so many players."""

Played = tuple[bool, int, float]
"""Whether a round blocked, its turns, and the points of a player."""

Ranked = Callable[[Tile, Random], float]

POLICIES: dict[str, Ranked] = {
    "random": lambda _tile, random: random.random(),
    "heaviest": lambda tile, _random: sum(tile) * 100 + tile.high,
    "doubles-first": lambda tile, _random: tile.double * 10_000 + sum(tile) * 100 + tile.high,
    "keep-doubles": lambda tile, _random: (not tile.double) * 10_000 + sum(tile) * 100 + tile.high,
}


def play_feet(name: str, wanted: Tile, policy: str, random: Random) -> Played:
    """Play a round with chicken feet, all of whose choices are among tiles: nobody may pass who can play."""
    table = Table(book(name), HIGHEST, PLAYERS)
    tiles = [tile for tile in all_tiles(HIGHEST) if table.held or tile != wanted]
    random.shuffle(tiles)
    size = table.hand_size
    hands = [dict.fromkeys(tiles[seat * size :][:size], -1) for seat in range(PLAYERS)]
    yard = tiles[PLAYERS * size :]
    seen = Round(table, wanted, [size] * PLAYERS, len(yard))
    seen.turn = None if table.held else random.randrange(PLAYERS)
    turns, last = 0, None
    for at in range(10_000):
        if seen.ended is not None:
            break
        move = next(one for one in _tries(seen, hands, yard, policy, random) if _stands(seen, hands, at, one))
        seen.do(at, move)
        if move.kind == "draw":
            hands[move.seat][yard.pop()] = at
        elif move.tile is not None:
            del hands[move.seat][move.tile]
        if move.seat != last and seen.layouts:
            turns, last = turns + 1, move.seat
    counts = [sum(_points(table, tile) for tile in hand) for hand in hands]
    return seen.out is None, turns, fmean(counts)


def _points(table: Table, tile: Tile) -> int:
    return int(table.keys["scoring.double_blank"]) if tile == Tile(0, 0) else sum(tile)


def _tries(
    seen: Round, hands: list[dict[Tile, int]], yard: list[Tile], policy: str, random: Random
) -> Iterator[Move]:
    """Yield what somebody might do now, what the policy likes best first."""
    for seat in range(PLAYERS) if seen.turn is None else [seen.turn]:
        if not seen.layouts:
            yield from (Move(seat, "lay", tile) for tile in hands[seat] if tile.double)
            continue
        fitting = seen.layouts[0].fitting().intersection(hands[seat])
        ends = seen.layouts[0].open_ends()
        ways = [
            (tile, next(place for place in seen.layouts[0].places(tile) if ends[place] == number))
            for tile in sorted(fitting)
            for number in sorted({ends[place] for place in seen.layouts[0].places(tile)}, reverse=True)
        ]
        ways.sort(key=lambda way: POLICIES[policy](way[0], random), reverse=True)
        yield from (Move(seat, "lay", tile, place) for tile, place in ways)
    everybody = range(PLAYERS) if seen.turn is None else [seen.turn]
    yield from (Move(seat, "draw", yard[-1]) for seat in everybody if yard)
    yield from (Move(seat, "pass") for seat in everybody)


def play_trains(name: str, wanted: Tile, policy: str, random: Random) -> Played:
    """Play a round with trains in which the engine lies on the table, or the one who holds it lays it."""
    keys = train_book(name)
    preplaced = keys["start.source"] == "preplaced"
    tiles = [tile for tile in all_tiles(HIGHEST) if not (preplaced and tile == wanted)]
    state = None
    while state is None:
        random.shuffle(tiles)
        hands = tuple(frozenset(tiles[seat * DEALT :][:DEALT]) for seat in range(PLAYERS))
        yard = tiles[PLAYERS * DEALT :]
        if preplaced or wanted in frozenset().union(*hands):
            state = begin(keys, HIGHEST, wanted.high, hands, frozenset(yard))
    if not preplaced:
        holder = next(seat for seat, hand in enumerate(hands) if wanted in hand)
        state = lay_engine(state, holder, wanted, wanted.high)
        turns, last = 1, holder
    else:
        turns, last = 0, None
        state = pass_to(state, random.randrange(PLAYERS))
    while state.ended is None:
        seat = state.seat
        state = _next_state(state, seat, yard, policy, random)
        if seat != last:
            turns, last = turns + 1, seat
    return state.out is None, turns, fmean(points(state))


def pass_to(state: State, seat: int) -> State:
    """Return the round with a seat on turn."""
    from tests.second_train_engine.engine import on_turn

    return on_turn(state, seat)


def _next_state(state: State, seat: int, yard: list[Tile], policy: str, random: Random) -> State:
    """Return the round after what the policy likes best; random play also draws or passes where it may."""
    ways = sorted(plays(state), key=lambda way: way[1] != seat)
    ways.sort(key=lambda way: POLICIES[policy](way[0], random), reverse=True)
    rest = _without_tile(state, seat, yard)
    if not ways or (policy == "random" and rest is not None and random.random() < 1 / (len(ways) + 1)):
        assert rest is not None
        if len(rest.yard) < len(state.yard):
            yard.pop()
        return rest
    return lay(state, seat, *ways[0])


def _without_tile(state: State, seat: int, yard: list[Tile]) -> State | None:
    """Return the round after a draw or a pass, where one may be made."""
    if yard:
        try:
            return draw(state, seat, yard[-1])
        except Illegal:
            pass
    try:
        return pass_turn(state, seat)
    except Illegal:
        return None


def evenings(name: str, policy: str, count: int, seed: int) -> dict[str, tuple[float, float]]:
    """Return the means over evenings of ten rounds, each with its standard error."""
    random, play = Random(f"{name}:{policy}:{seed}"), play_trains if name.startswith("train") else play_feet
    found = []
    for _evening in range(count):
        rounds = [play(name, Tile(high, high), policy, random) for high in range(HIGHEST, -1, -1)]
        found.append([fmean(column) for column in zip(*rounds, strict=True)])
    names = ("blocked", "turns", "points")
    return {
        figure: (round(fmean(values), 4), round(stdev(values) / count**0.5, 4))
        for figure, values in zip(names, zip(*found, strict=True), strict=True)
    }


def main() -> None:
    """Play the evenings and write what came out."""
    lines = ["# What 200 evenings of the second engines gave: mean and standard error."]
    for name in BOOKS:
        for policy in POLICIES:
            lines += ["", "[[case]]", f'book = "{name}"', f'policy = "{policy}"']
            for figure, (mean, error) in evenings(name, policy, EVENINGS, 1).items():
                lines.append(f"{figure} = [{mean}, {error}]")
    CASES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
