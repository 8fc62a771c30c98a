"""The second engine finds out what unseen tiles can have been; here every deal is listed instead, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from math import factorial, prod
from random import Random

import pytest

from tests.second_engine.damage import damaged
from tests.second_engine.deals import DEALT, Deal, Known, Origin, some_deal
from tests.second_engine.notation import Hand, Move, Tile, move_of
from tests.second_engine.play import Record, random_record
from tests.second_engine.replay import Start, Verdict, completed, known_from, replay

MOST_DEALS = 300
"""More deals than this are not listed."""


def listed_deals(known: Known) -> Iterator[Deal]:
    """Yield every way to spread the unseen tiles over the places where they can have been."""

    def spread(tiles: tuple[Tile, ...], rooms: tuple[int, ...]) -> Iterator[Deal]:
        if not tiles:
            yield {}
            return
        for index, room in enumerate(rooms):
            if room:
                left = (*rooms[:index], room - 1, *rooms[index + 1 :])
                for others in spread(tiles[1:], left):
                    yield {tiles[0]: index, **others}

    return spread(known.unseen, tuple(origin.room for origin in known.hidden))


def shown(record: Record, start: Start, moves: list[Move], known: Known, deal: Deal) -> Record:
    """Return the record with every tile in sight, as the deal has it."""
    hands, moves = [list(hand.tiles) for hand in start.hands], list(moves)
    for tile, index in deal.items():
        match known.hidden[index]:
            case Origin(int(seat), since, _) if since == DEALT:
                hands[seat].append(tile)
            case Origin(int(), since, _):
                moves[since] = replace(moves[since], tile=tile)
    texts = {name: str(Hand(tuple(tiles), 0)) for name, tiles in zip(start.names, hands, strict=True)}
    return {**record, "hands": texts, "actions": [move.written(start.names) for move in moves]}


def by_listing(record: Record, start: Start, moves: list[Move], known: Known) -> tuple[str, int | None]:
    """Return the verdict and its action, from what each deal alone makes of the record."""
    ends, doubts = [], []
    for deal in listed_deals(known):
        one = shown(record, start, moves, known, deal)
        verdict = replay(one)
        end = len(moves) + 1 if verdict.at is None else verdict.at
        ends.append(end)
        seen = Start.of(one)
        assert seen is not None
        if some_deal(known_from(seen, [move_of(text, seen.names) for text in one["actions"]])) is not None:
            doubts.append(end)
    if max(ends) <= len(moves):
        return "illegal", max(ends)
    return ("legal", None) if min(doubts) > len(moves) else ("depends", min(doubts))


def small_records(random: Random) -> Iterator[tuple[Record, Start, list[Move], Known]]:
    """Yield records with some tiles unseen, but few enough deals to list them."""
    while True:
        record = random_record(random.choice(["hastings", "tedmontgomery", "club-sheet"]), random)
        record = random.choice([record, damaged(record, random)])
        start = Start.of(record)
        if start is None or replay(record).verdict == "unusable":
            continue
        moves = [move_of(text, start.names) for text in record["actions"]]
        start = completed(start, moves)
        known = known_from(start, moves)
        rooms = [origin.room for origin in known.hidden]
        if min(rooms) < 0 or sum(rooms) != len(known.unseen):
            continue
        if 1 < factorial(len(known.unseen)) // prod(map(factorial, rooms)) <= MOST_DEALS:
            yield record, start, moves, known


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.full if seed else ()) for seed in range(20)]
)
def test_verdict_is_that_of_all_deals(seed: int) -> None:
    """Illegal is what every deal makes illegal, doubtful what some possible deal does, legal the rest."""
    few = small_records(Random(seed))
    for _ in range(4):
        record, start, moves, known = next(few)
        verdict: Verdict = replay(record)
        assert (verdict.verdict, verdict.at) == by_listing(record, start, moves, known), record
