"""Replays a record: legal to the end and with which result, or illegal or doubtful from which action on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tests.second_engine.books import Keys, Table, book
from tests.second_engine.deals import DEALT, Known, Laid, Origin, doubtful, some_deal
from tests.second_engine.notation import Hand, Move, Tile, all_tiles, hand_of, move_of, pips
from tests.second_engine.rounds import Barred, Illegal, Round, Unplaced


class Result(NamedTuple):
    """How the round stands.

    Once it has ended, `open_foot` is the double short of toes that blocked it, and `points` are those of the players
    whose hands are known.
    """

    ended: str | None
    out: str | None
    open_foot: int | None
    points: dict[str, int]
    yard: int


class Verdict(NamedTuple):
    """`legal`, `illegal`, `depends` or `unusable`, the action that cannot stand or is in doubt, and the result."""

    verdict: str
    at: int | None = None
    result: Result | None = None


@dataclass(frozen=True)
class Start:
    """A record before its first action."""

    table: Table
    wanted: Tile
    names: tuple[str, ...]
    hands: tuple[Hand, ...]
    yard: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Start | None":
        """Return the start of a record, or None if such a deal cannot be."""
        names, highest = tuple(record["players"]), record["set"]
        table = Table(house_book(record), highest, len(names))
        wanted = Tile(record["round"], record["round"])
        known = {name: hand_of(text) for name, text in record.get("hands", {}).items()}
        hands = tuple(known.get(name, Hand((), table.hand_size)) for name in names)
        dealt = [tile for hand in hands for tile in hand.tiles]
        tiles = len(all_tiles(highest)) - (not table.held)
        yard = tiles - sum(hand.size for hand in hands)
        if yard < 0 or record.get("yard", yard) != yard or len(set(dealt)) < len(dealt):
            return None
        if table.start_toes > highest:
            return None
        return cls(table, wanted, names, hands, yard)


def house_book(record: Mapping[str, Any]) -> Keys:
    """Return the keys of the record's rule book, as its table changed them."""
    return {**book(record["rules"]), **record.get("house", {})}


def replay(record: Mapping[str, Any]) -> Verdict:
    """Replay a record under its rule book."""
    start = Start.of(record)
    if start is None:
        return Verdict("unusable")
    moves = [move_of(text, start.names) for text in record["actions"]]
    start = completed(start, moves)
    seen = Round(start.table, start.wanted, [hand.size for hand in start.hands], start.yard)
    barred: list[Barred] = []
    stop, unusable = None, False
    for at, move in enumerate(moves):
        try:
            barred += seen.judge(at, move)
        except Illegal:
            stop = at
            break
        except Unplaced:
            stop, unusable = at, True
            break
        seen.do(at, move)
    stands = len(moves) if stop is None else stop + unusable
    wrong = _first_impossible(start, moves, barred, stands)
    if wrong is not None:
        return Verdict("illegal", wrong + 1)
    if stop is not None:
        return Verdict("unusable") if unusable else Verdict("illegal", stop + 1)
    known = known_from(start, moves)
    doubt = doubtful(known, barred)
    result = _result(start, seen, known)
    return Verdict("legal", None, result) if doubt is None else Verdict("depends", doubt + 1, result)


def completed(start: Start, moves: Sequence[Move]) -> Start:
    """Add to each hand the tiles that its player laid and cannot have drawn, so that they were dealt.

    A tile that was seen elsewhere before proves nothing about the deal.
    """
    seen_before = {tile for hand in start.hands for tile in hand.tiles}
    if not start.table.held:
        seen_before.add(start.wanted)
    hands, drew_unseen = list(start.hands), set()
    for move in moves:
        if move.kind == "draw" and move.tile is None:
            drew_unseen.add(move.seat)
        if move.tile is None or move.tile in seen_before:
            continue
        seen_before.add(move.tile)
        tiles, hidden = hands[move.seat]
        if move.kind == "lay" and hidden and move.seat not in drew_unseen:
            hands[move.seat] = Hand((*tiles, move.tile), hidden - 1)
    return replace(start, hands=tuple(hands))


def _first_impossible(
    start: Start, moves: Sequence[Move], barred: Sequence[Barred], stands: int
) -> int | None:
    """Return the first action with which no deal makes all so far lawful, or None."""

    def lawful(upto: int) -> bool:
        known = known_from(start, moves[:upto])
        return some_deal(known, (bar for bar in barred if bar.at < upto)) is not None

    if lawful(stands):
        return None
    good, bad = 0, stands
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if lawful(middle) else (good, middle)
    return bad - 1


def known_from(start: Start, moves: Sequence[Move]) -> Known:
    """Return what a record with these actions tells about the tiles."""
    shown = [(tile, Origin(seat, DEALT, 1)) for seat, hand in enumerate(start.hands) for tile in hand.tiles]
    hidden = [Origin(seat, DEALT, hand.hidden) for seat, hand in enumerate(start.hands) if hand.hidden]
    laid: dict[Tile, Laid] = {}
    draws, twice = 0, False
    for at, move in enumerate(moves):
        if move.kind == "draw":
            draws += 1
            origin = Origin(move.seat, at, 1)
            if move.tile is None:
                hidden.append(origin)
            else:
                shown.append((move.tile, origin))
        elif move.kind == "lay" and move.tile is not None:
            on_table = not start.table.held and move.tile == start.wanted
            if not on_table:
                twice = twice or move.tile in laid
                laid[move.tile] = Laid(move.seat, at)
    hidden.append(Origin(None, DEALT, start.yard - draws))
    known_tiles = {tile for tile, _ in shown} | (set() if start.table.held else {start.wanted})
    unseen = tuple(tile for tile in all_tiles(start.table.highest) if tile not in known_tiles)
    return Known(tuple(shown), tuple(hidden), unseen, laid, odd=twice or draws > start.yard)


def _result(start: Start, seen: Round, known: Known) -> Result:
    held: list[list[Tile]] = [[] for _ in start.names]
    for tile, origin in known.shown:
        if tile not in known.laid and origin.seat is not None:
            held[origin.seat].append(tile)
    keys, points = start.table.keys, {}
    for seat, name in enumerate(start.names):
        if seen.ended is not None and len(held[seat]) == seen.sizes[seat]:
            points[name] = (
                keys["scoring.out"] if seat == seen.out else sum(count(t, keys) for t in held[seat])
            )
    out = None if seen.out is None else start.names[seen.out]
    locking = seen.layouts[0].locking if seen.ended == "blocked" else None
    return Result(seen.ended, out, None if locking is None else locking[0].high, points, seen.yard)


def count(tile: Tile, keys: Keys) -> int:
    """Return what a tile left in a hand counts."""
    if tile == Tile(0, 0):
        return int(keys["scoring.double_blank"])
    if tile.low > 0:
        return pips([tile])
    flat = keys.get("scoring.blank_tile")
    return int(pips([tile]) + keys["scoring.blank_half"] if flat is None else flat)
