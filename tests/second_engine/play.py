"""Makes random legal rounds, with all tiles in sight, and writes them as records that hide some of them."""

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.second_engine.books import Keys, Table, book
from tests.second_engine.deals import DEALT
from tests.second_engine.notation import Hand, Move, Tile, all_tiles
from tests.second_engine.rounds import Illegal, Round, Unplaced

NAMES = ("Ana", "Ben", "Cy", "Di O'Hara", "Eve", "Fay", "Gus", "Hal")
Record = dict[str, Any]

LAY, DRAW, PASS, CALL, OBJECT = 6, 1, 6, 20, 20
"""How likely each kind of action is, compared with the others that are possible."""

CALLS = 0.15
"""How often a call or an objection is among them."""


NAMED = 0.1
"""How often somebody first says which starting double lies there."""

SIZES = (6, 6, 6, 6, 6, 6, 9)
"""Sets of most rounds, as rounds with larger ones are long."""

_CHANGES = tomllib.loads(Path(__file__).with_name("house.toml").read_text(encoding="utf-8"))
HOUSE = tuple((key, value) for key, values in _CHANGES.items() for value in values)
"""What a table may have changed, one or two at a time."""


class Dealt(NamedTuple):
    """Everything that is random about a round before the first action."""

    table: Table
    house: Keys
    wanted: Tile
    hands: tuple[tuple[Tile, ...], ...]
    yard: tuple[Tile, ...]


def deal(name: str, random: Random) -> Dealt:
    """Deal a round under a rule book, now and then with what a table changed in it."""
    house = dict(random.sample(HOUSE, random.choice([0, 0, 0, 1, 2])))
    if book(name)["turn.drawn_tile"] == "may-not-play":
        house.pop("turn.draws", None)
    keys = book(name) | house
    highest = random.choice(SIZES if random.random() < 0.99 else keys["set.sizes"])
    table = Table(keys, highest, _players(keys, highest, random))
    wanted = Tile(*[random.choice([0, highest, random.randint(0, highest)])] * 2)
    tiles = [tile for tile in all_tiles(highest) if table.held or tile != wanted]
    random.shuffle(tiles)
    most = len(tiles) // table.players
    size = random.choice([table.hand_size, table.hand_size, random.randint(2, 9), random.randint(2, 9), most])
    size = min(size, most)
    hands = tuple(tuple(tiles[seat * size : (seat + 1) * size]) for seat in range(table.players))
    return Dealt(table, house, wanted, hands, tuple(tiles[table.players * size :]))


def _players(keys: Keys, highest: int, random: Random) -> int:
    limits = keys["set.players"]
    least, most = limits["any"]
    return random.randint(least, min(most, len(NAMES), highest, random.choice([3, 4, 4, 8])))


def play(dealt: Dealt, random: Random) -> list[Move]:
    """Play a round to its end, every tile shown that is drawn.

    It ends before it begins where the reserve of the yard keeps the double that all look for (G16).
    """
    hands = [dict.fromkeys(hand, DEALT) for hand in dealt.hands]
    yard = list(dealt.yard)
    seen = Round(dealt.table, dealt.wanted, [len(hand) for hand in hands], len(yard))
    moves: list[Move] = []
    if not dealt.table.held and random.random() < NAMED:
        moves.append(Move(random.randrange(len(hands)), "lay", dealt.wanted))
        seen.do(0, moves[0])
    while seen.ended is None:
        move = _any(seen, hands, yard, len(moves), random)
        if move is None:
            break
        seen.do(len(moves), move)
        if move.kind == "draw":
            hands[move.seat][yard.pop()] = len(moves)
        elif move.tile is not None:
            hands[move.seat].pop(move.tile, None)
        moves.append(move)
    return moves


def _any(seen: Round, hands: list[dict[Tile, int]], yard: list[Tile], at: int, random: Random) -> Move | None:
    """Return one of the actions that are legal now, if there is any."""
    tries = _tries(seen, hands, yard) + (_calls(seen) if random.random() < CALLS else [])
    while tries:
        (choice,) = random.choices(range(len(tries)), [weight for _, weight in tries])
        move, _ = tries.pop(choice)
        if _stands(seen, hands, at, move):
            return move
    return None


def _tries(seen: Round, hands: list[dict[Tile, int]], yard: list[Tile]) -> list[tuple[Move, int]]:
    """Return what anybody might do now, legal or not."""
    tries: list[tuple[Move, int]] = []
    for seat, hand in enumerate(hands):
        if seen.turn in (None, seat):
            tries += _turn_tries(seen, seat, hand)
        if yard:
            tries.append((Move(seat, "draw", yard[-1]), DRAW))
        tries.append((Move(seat, "pass"), PASS))
    return tries


def _calls(seen: Round) -> list[tuple[Move, int]]:
    few = [seat for seat in seen.everybody if seen.sizes[seat] <= 2]
    objections = [(Move(by, "challenge", whom=seat), OBJECT) for seat in few for by in seen.everybody]
    return [(Move(seat, "little"), CALL) for seat in few] + objections


def _turn_tries(seen: Round, seat: int, hand: Iterable[Tile]) -> list[tuple[Move, int]]:
    if not seen.layouts:
        return [(Move(seat, "lay", tile), LAY) for tile in hand if tile.double]
    fitting = seen.layouts[0].fitting().intersection(hand)
    placed = [(tile, place) for tile in sorted(fitting) for place in seen.layouts[0].places(tile)]
    sure = [(Move(seat, "lay", tile, place), LAY) for tile, place in placed]
    return sure + [(Move(seat, "lay", tile), LAY) for tile in sorted(fitting)]


def _stands(seen: Round, hands: list[dict[Tile, int]], at: int, move: Move) -> bool:
    """Whether the action is legal, with every hand in sight."""
    try:
        bars = seen.judge(at, move)
    except (Illegal, Unplaced):
        return False
    return not any(
        tile in bar.tiles and bar.drawn in (None, since) and bar.not_drawn != since
        for bar in bars
        for seat in bar.seats
        for tile, since in hands[seat].items()
    )


def write(dealt: Dealt, moves: list[Move], name: str, random: Random) -> Record:
    """Write the round as a record that shows all hands, some, parts of them, or none."""
    names = NAMES[: dealt.table.players]
    shown = random.choice([1.0, 1.0, 1.0, 0.9, 0.5, 0.1, 0.0])
    drawn = random.choice([1.0, 1.0, 0.8, 0.3, 0.0])
    hands = {}
    for player, tiles in zip(names, dealt.hands, strict=True):
        known = tuple(tile for tile in tiles if random.random() < shown)
        hand = Hand(known, len(tiles) - len(known))
        if known or hand.size != dealt.table.hand_size or random.random() < 0.5:
            hands[player] = str(hand)
    actions = [
        (replace(move, tile=None) if move.kind == "draw" and random.random() >= drawn else move).written(
            names
        )
        for move in moves
    ]
    record: Record = {
        "format": "scorekeeper-record/1",
        "set": dealt.table.highest,
        "round": dealt.wanted.high,
        "players": list(names),
        "rules": name,
        "hands": hands,
        "actions": actions,
    }
    if dealt.house:
        record["house"] = dealt.house
    if random.random() < 0.5:
        record["yard"] = len(dealt.yard)
    return record


def random_record(name: str, random: Random) -> Record:
    """Return the record of a random legal round under a rule book."""
    dealt = deal(name, random)
    return write(dealt, play(dealt, random), name, random)
