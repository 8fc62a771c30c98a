"""Random legal rounds of Mexican Train, as records."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.second_engine.notation import Tile, all_tiles
from tests.second_train_engine.books import book
from tests.second_train_engine.engine import Illegal, State, on_turn, plays
from tests.second_train_engine.records import Move, Record, act, dealt, train_name

NAMES = ("Ana", "Ben", "Cy", "Di O'Hara", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")

SIZES = (6, 6, 6, 6, 9, 9, 9, 12, 12, 15, 18)
"""Sets of the rounds: most are small, as rounds with large sets are long."""

MOST_PLAYERS = {6: 5, 9: 7, 12: 8, 15: 12, 18: 12}

_CHANGES = tomllib.loads(Path(__file__).with_name("house.toml").read_text(encoding="utf-8"))
HOUSE = tuple((key, value) for key, values in _CHANGES.items() for value in values)
"""What a table may have changed."""

ORPHANS: dict[str, tuple[object, ...]] = {
    "foot.lock": ("strict",),
    "foot.again": ("must-play-again",),
    "foot.chain": ("none", "if-covered", "any"),
    "foot.order": ("oldest-first", "newest-first", "any"),
}
"""Rules under which several doubles can be open, with the values that decide then."""


def random_house(random: Random) -> dict[str, object]:
    """Return a few house changes, or none; now and then those that leave several doubles open at once."""
    house = dict(random.sample(HOUSE, random.choice([0, 0, 1, 2, 3])))
    if random.random() < 0.2:
        house |= {key: random.choice(values) for key, values in ORPHANS.items()}
    if house.get("turn.drawn_tile") == "may-not-play":
        house.pop("turn.draws", None)
    return house


def random_record(
    rules: str, random: Random, highest: int | None = None, house: dict[str, object] | None = None
) -> Record:
    """Return a legal round under a rule book with house changes, played to its end."""
    record = _deal(rules, house or {}, highest or random.choice(SIZES), random)
    state = dealt(record)
    yard = random.sample(sorted(state.yard), len(state.yard))
    while state.ended is None:
        move = _move(state, yard, record, random)
        state = act(state, move, record)
        record["actions"].append(str(move))
        if move.kind == "draw":
            yard.pop()
        if random.random() < 0.05:
            record["actions"].append(_assertion(state, record["players"], random))
    return record


def _deal(rules: str, house: dict[str, object], highest: int, random: Random) -> Record:
    """Deal a round in which somebody holds the engine, unless it lies on the table."""
    engine = Tile(*[random.choice([highest, random.randint(0, highest)])] * 2)
    names = NAMES[: random.randint(2, MOST_PLAYERS[highest])]
    preplaced = (book(rules) | house)["start.source"] == "preplaced"
    tiles = [tile for tile in all_tiles(highest) if tile != engine]
    random.shuffle(tiles)
    most = min(15, len(tiles) // len(names))
    size = random.choice([random.randint(1, most), random.randint(most // 2 + 1, most)])
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(len(names))]
    if not preplaced:
        random.choice(hands)[0] = engine
    return {
        "format": "scorekeeper-record/1",
        "set": highest,
        "round": engine.high,
        "players": list(names),
        "rules": rules,
        "house": house,
        "yard": len(all_tiles(highest)) - len(names) * size - preplaced,
        "hands": {name: " ".join(map(str, hand)) for name, hand in zip(names, hands, strict=True)},
        "actions": [],
    }


def _move(state: State, yard: list[Tile], record: Record, random: Random) -> Move:
    """Return some legal move; the yard is drawn from at its end."""
    names = record["players"]
    if state.engine is None:
        return next(move for move in _engines(state, names) if _legal(state, move, record))
    seat = random.randrange(len(names)) if state.turn.seat is None else state.turn.seat
    if not state.turn.owed and state.out is None and random.random() < 0.4:
        seat = (seat + 1) % len(names)
    seen = on_turn(state, seat)
    if laying := sorted(plays(seen)):
        tile, train = random.choice(laying)
        others = [Move(names[seat], "lay", tile, _place(seen, seat, train, names, random))]
    else:
        others = []
    rest = [Move(names[seat], "draw", tile) for tile in yard[-1:]] + [Move(names[seat], "pass")]
    if others and random.random() < 0.9:
        return others[0]
    return next(move for move in (*rest, *others) if _legal(state, move, record))


def _engines(state: State, names: list[str]) -> Iterator[Move]:
    for name, hand in zip(names, state.hands, strict=True):
        yield from (Move(name, "lay", tile) for tile in sorted(hand) if tile.double)


def _place(state: State, seat: int, train: int, names: list[str], random: Random) -> str:
    """Return a train as a record names it, now and then by the tile at its end."""
    if random.random() < 0.1 and train < len(state.trains) and state.trains[train].tiles:
        return str(state.trains[train].tiles[-1])
    return "own" if train == seat else train_name(train, names)


def _legal(state: State, move: Move, record: Record) -> bool:
    try:
        act(state, move, record)
    except Illegal:
        return False
    return True


def _assertion(state: State, names: list[str], random: Random) -> str:
    seat = random.randrange(len(names))
    return f"{names[seat]} {'marks' if seat in state.marked else 'unmarks'}"
