"""Round records of Mexican Train: their actions as text, and what comes of them.

A record is the plain table that a record file holds. All hands are known, and every draw names its tile.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.second_engine.notation import Tile, all_tiles, tile_of
from tests.second_train_engine.books import book
from tests.second_train_engine.engine import Illegal, Keys, State, begin, draw, lay, lay_engine, pass_turn

Record = dict[str, Any]

KINDS = ("draw", "pass", "marks", "unmarks")
"""The words of actions that lay no tile."""


@dataclass(frozen=True)
class Move:
    """What one player did: `lay`, `draw`, `pass`, `marks` or `unmarks`; `on` is the train as the record names it."""

    name: str
    kind: str
    tile: Tile | None = None
    on: str | None = None

    def __str__(self) -> str:
        words = [
            self.name,
            "" if self.kind == "lay" else self.kind,
            str(self.tile or ""),
            self.on and f"on {self.on}",
        ]
        return " ".join(word for word in words if word)


def move_of(text: str, names: Sequence[str]) -> Move:
    """Read one action of a record."""
    name = max((name for name in names if text.startswith(f"{name} ")), key=len)
    did, _, on = text.removeprefix(f"{name} ").partition(" on ")
    kind, _, tile = did.partition(" ") if did.split()[0] in KINDS else ("lay", "", did)
    return Move(name, kind, tile_of(tile) if tile else None, on or None)


class Result(NamedTuple):
    """How a round stands: ends of the trains that have a tile, open doubles, who is on turn, how it ended."""

    ends: dict[str, int]
    marked: tuple[str, ...]
    open: tuple[tuple[str, int], ...]
    turn: str | None
    ended: str | None
    out: str | None
    points: dict[str, int]


class Verdict(NamedTuple):
    """The first illegal action of a record, counted from 1, with the rule that forbids it, or the result."""

    at: int | None = None
    rule: str | None = None
    result: Result | None = None


def replay(record: Record) -> Verdict:
    """Judge a record."""
    names, state = record["players"], dealt(record)
    for at, text in enumerate(record["actions"], 1):
        move = move_of(text, names)
        try:
            state = act(state, move, record)
        except Illegal as illegal:
            return Verdict(at, illegal.rule)
    return Verdict(result=result(state, names))


def dealt(record: Record) -> State:
    """Return the round of a record before its first action."""
    keys = book(record["rules"]) | record.get("house", {})
    engine = Tile(record["round"], record["round"])
    hands = tuple(frozenset(map(tile_of, record["hands"][name].split())) for name in record["players"])
    yard = frozenset(all_tiles(record["set"])).difference(*hands)
    if keys["start.source"] == "preplaced":
        yard -= {engine}
    return begin(keys, record["set"], engine.high, hands, yard)


def act(state: State, move: Move, record: Record) -> State:
    """Do what a player did, or raise `Illegal`."""
    names = record["players"]
    seat = names.index(move.name)
    match move.kind, move.tile:
        case "marks" | "unmarks", _:
            if (seat in state.marked) != (move.kind == "marks"):
                raise Illegal("trains.marker_on" if move.kind == "marks" else "trains.marker_off")
            return state
        case "pass", _:
            return pass_turn(state, seat)
        case "draw", Tile() as tile:
            return draw(state, seat, tile)
        case _, Tile() if move.on is not None and state.engine is None:
            raise Illegal
        case _, Tile() as tile if move.on is None and state.engine is None:
            return lay_engine(state, seat, tile, record["round"])
        case _, Tile() as tile if move.on is not None:
            return lay(state, seat, tile, train_of(state, seat, move.on, names))
    raise Illegal


def train_of(state: State, seat: int, on: str, names: Sequence[str]) -> int:
    """Return the train named: `own`, a player's, `public`, `public 2`, or that of the tile at its end."""
    if on == "own":
        return seat
    if public := re.fullmatch(r"public(?: (\d+))?", on):
        return len(names) + int(public[1] or 1) - 1
    if on in names:
        return names.index(on)
    last = [train for train, laid in enumerate(state.trains) if laid.tiles and str(laid.tiles[-1]) == on]
    if not last:
        raise Illegal
    return last[0]


def train_name(train: int, names: Sequence[str]) -> str:
    """Return what a record calls a train, whoever is on turn."""
    if train < len(names):
        return names[train]
    public = train - len(names) + 1
    return "public" if public == 1 else f"public {public}"


def result(state: State, names: Sequence[str]) -> Result:
    """Return how a round stands, in names."""
    on_turn = state.turn.seat if state.ended is None else None
    return Result(
        {train_name(at, names): train.end for at, train in enumerate(state.trains) if train.tiles},
        tuple(names[seat] for seat in sorted(state.marked)),
        tuple((train_name(at, names), state.trains[at].end) for at in state.open),
        None if on_turn is None else names[on_turn],
        state.ended,
        names[state.out] if state.ended == "out" and state.out is not None else None,
        dict(zip(names, points(state), strict=True)) if state.ended else {},
    )


def points(state: State) -> tuple[int, ...]:
    """Return what every player scores in a round that is over."""
    keys = state.keys
    counts = [sum(_tile_points(keys, tile) for tile in hand) for hand in state.hands]
    if state.ended == "out":
        factor = 2 if state.out_on_double and keys["scoring.out_on_double"] == "doubled" else 1
        counts = [
            keys["scoring.out"] if seat == state.out else factor * count for seat, count in enumerate(counts)
        ]
    elif keys["scoring.blocked"] == "low-hand-zero":
        counts = [0 if count == min(counts) else count for count in counts]
    return tuple(count + (seat in state.marked) * keys["scoring.marker"] for seat, count in enumerate(counts))


def _tile_points(keys: Keys, tile: Tile) -> int:
    if tile == Tile(0, 0):
        return int(keys["scoring.double_blank"])
    return tile.high + tile.low + (tile.low == 0) * int(keys["scoring.blank_half"])
