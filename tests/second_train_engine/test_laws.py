"""The laws that the rule catalogue states, over random rounds of the second engine."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from tests.second_engine.notation import Tile, all_tiles
from tests.second_train_engine.books import BOOKS, book
from tests.second_train_engine.engine import Illegal, State, barred, lay, on_turn, plays
from tests.second_train_engine.records import Move, act, dealt, move_of, points
from tests.second_train_engine.rounds import random_record

ROUNDS = [(rules, highest, number) for rules in BOOKS for highest in (6, 9) for number in range(2)]
LARGE = [("mexican-train", 12, 0), ("train-usual", 15, 0), ("mexican-train", 18, 0)]


class Step(NamedTuple):
    """One action of a round, with the states before and after it; before it, whoever acts is on turn."""

    before: State
    move: Move
    after: State

    @property
    def train(self) -> int:
        """The train on which a tile was laid."""
        grown = [
            at for at, train in enumerate(self.after.trains) if train not in self.before.trains[at : at + 1]
        ]
        return grown[0]


@cache
def steps(rules: str, highest: int, number: int) -> tuple[Step, ...]:
    """Return a random round under an unchanged book, but for assertions and the laying of the engine."""
    record = random_record(rules, Random(f"{rules} {highest} {number}"), highest)
    names, state, found = record["players"], dealt(record), []
    for text in record["actions"]:
        move, before = move_of(text, names), state
        state = act(before, move, record)
        if before.engine is not None and move.kind in ("lay", "draw", "pass"):
            found.append(Step(on_turn(before, names.index(move.name)), move, state))
    return tuple(found)


every_round = pytest.mark.parametrize(("rules", "highest", "number"), ROUNDS + LARGE)


def plain(tiles: Iterable[Tile], number: int) -> int:
    """Count the tiles that show the number and are no doubles."""
    return sum(number in tile and not tile.double for tile in tiles)


def in_trains(state: State) -> list[Tile]:
    """Return all tiles in trains."""
    return [tile for train in state.trains for tile in train.tiles]


def held(state: State) -> set[Tile]:
    """Return all tiles in hands."""
    return {tile for hand in state.hands for tile in hand}


@every_round
def test_tiles(rules: str, highest: int, number: int) -> None:
    """Law 1: engine, trains, hands and yard are the whole set, no tile twice, after every action."""
    for _, _, state in steps(rules, highest, number):
        assert state.engine is not None
        hands = [tile for hand in state.hands for tile in hand]
        tiles = [Tile(state.engine, state.engine), *in_trains(state), *hands, *state.yard]
        assert sorted(tiles) == sorted(all_tiles(highest))


@every_round
def test_ends_match(rules: str, highest: int, number: int) -> None:
    """Laws 2 and 9: a train begins with the engine's number, every tile fits the one before, no doubles touch."""
    final = steps(rules, highest, number)[-1].after
    assert final.engine is not None
    for train in final.trains:
        last = Tile(final.engine, final.engine)
        end = final.engine
        for tile in train.tiles:
            assert end in tile
            assert not (last.double and tile.double)
            last, end = tile, tile.across(end)
        assert train.end == end


@every_round
def test_suit_parity(rules: str, highest: int, number: int) -> None:
    """Law 3: plain tiles of a number on the table are odd or even with the ends that show it."""
    for _, _, state in steps(rules, highest, number):
        begun = [train for train in state.trains if train.tiles]
        for shown in range(highest + 1):
            ends = sum(train.end == shown for train in begun) + (shown == state.engine) * len(begun)
            assert (plain(in_trains(state), shown) - ends) % 2 == 0


@every_round
def test_access(rules: str, highest: int, number: int) -> None:
    """Law 4: a tile on another's train lay on a marked train, or covered an open double."""
    for step in steps(rules, highest, number):
        if step.move.kind == "lay" and step.train != step.before.seat and step.train < len(step.before.hands):
            assert step.train in step.before.marked or step.before.open[:1] == (step.train,)


@every_round
def test_markers(rules: str, highest: int, number: int) -> None:
    """Laws 5 and 6: a train is marked if its owner, since last laying on it, ended a turn with a tile owed."""
    marked: set[int] = set()
    if book(rules)["trains.marker_on"] == "stuck":
        for step in steps(rules, highest, number):
            seat = step.before.seat
            if step.move.kind == "pass" and step.before.turn.owed:
                marked.add(seat)
            elif step.move.kind == "lay" and step.train == seat:
                marked.discard(seat)
            assert step.after.marked == marked


@every_round
def test_one_open_double(rules: str, highest: int, number: int) -> None:
    """Law 7: where a double binds everybody and must be covered first, no two are ever open."""
    keys = book(rules)
    if (keys["foot.again"], keys["foot.lock"], keys["foot.chain"]) == ("must-cover", "strict", "none"):
        assert all(len(state.open) < 2 for _, _, state in steps(rules, highest, number))


@every_round
def test_turn_length(rules: str, highest: int, number: int) -> None:
    """Law 8: an ordinary turn lays and draws one tile, and one more for every double laid in it."""
    for before, move, _ in steps(rules, highest, number):
        if before.keys["trains.first_turn"] == "one" or not before.first_turn:
            doubles = sum(tile.double for tile, _ in before.turn.laid)
            assert len(before.turn.laid) + (move.kind == "lay") <= 1 + doubles
            assert before.turn.draws + (move.kind == "draw") <= 1 + doubles


@every_round
def test_plays(rules: str, highest: int, number: int) -> None:
    """Law 11: what is listed can be laid, and every other tile on every other train is refused."""
    for before, _, _ in steps(rules, highest, number)[::9]:
        listed = set(plays(before))
        for tile in all_tiles(highest):
            for train in range(len(before.trains) + 2):
                assert can_lay(before, tile, train) == ((tile, train) in listed)


def can_lay(state: State, tile: Tile, train: int) -> bool:
    """Whether the player on turn can lay a tile there."""
    try:
        lay(state, state.seat, tile, train)
    except Illegal:
        return False
    return True


FREE = {"foot.lock": "doubler-must-cover", "foot.again": "must-play-again", "foot.chain": "any"}


@every_round
def test_monotone_books(rules: str, highest: int, number: int) -> None:
    """Law 12: what a strict book allows, a free one allows on every train that is open without the double."""
    keys = book(rules)
    if keys["foot.lock"] == "strict" and keys["foot.again"] == "must-cover":
        for before, _, _ in steps(rules, highest, number):
            free = replace(before, keys=keys | FREE)
            open_to_all = {(tile, train) for tile, train in plays(before) if not barred(free, train)}
            assert open_to_all <= set(plays(free))


def blocked_rounds() -> list[State]:
    """Return the ends of blocked rounds among rounds for few, under books that close no train but by a marker."""
    books = [rules for rules in BOOKS if book(rules)["trains.elsewhere"] == "free"]
    finals = [steps(rules, 6, number)[-1].after for rules in books for number in range(18)]
    return [final for final in finals if final.ended == "blocked"]


def test_blocks() -> None:
    """Law 10: at a block the yard is empty, everybody is marked, and no tile in a hand fits any end."""
    blocked = blocked_rounds()
    assert len(blocked) >= 8
    for final in blocked:
        ends = {train.end for train in final.trains} | (
            {final.engine} if len(final.trains) == len(final.hands) else set()
        )
        assert not final.yard
        assert final.marked == set(final.seats)
        assert not any(end in tile for end in ends for tile in held(final))


def test_parity_at_blocks() -> None:
    """T1 and T2: at a block the tiles in hands tell which numbers can be at an end."""
    for final in blocked_rounds():
        hands = held(final)
        rest = set(all_tiles(final.highest)) - hands
        numbers = {number for tile in hands for number in tile}
        for number in numbers - {final.engine}:
            assert plain(rest, number) % 2 == 0
        if final.engine in numbers:
            trains = len(final.hands) + 1
            assert len([train for train in final.trains if train.tiles]) == trains
            assert (plain(rest, final.engine) - trains) % 2 == 0
        assert len(numbers) <= final.highest


@every_round
def test_begun_trains(rules: str, highest: int, number: int) -> None:
    """T3: no more trains are begun than there are plain tiles with the engine's number."""
    assert sum(bool(train.tiles) for train in steps(rules, highest, number)[-1].after.trains) <= highest


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, (0, 28, 10, 6)),
        ({"scoring.double_blank": 50}, (0, 28, 60, 6)),
        ({"scoring.marker": 5}, (0, 28, 10, 11)),
        ({"scoring.out_on_double": "doubled"}, (0, 56, 20, 12)),
    ],
)
def test_points(changes: dict[str, object], expected: tuple[int, ...]) -> None:
    """The worked example of the catalogue is counted as it says; going out on a double doubles it by a house rule."""
    hands = [(), (Tile(12, 12), Tile(4, 0)), (Tile(0, 0), Tile(7, 3)), (Tile(5, 1),)]
    state = State(
        keys=book("mexican-train") | changes,
        highest=12,
        hands=tuple(map(frozenset, hands)),
        yard=frozenset(),
        engine=9,
        marked=frozenset({3}),
        out=0,
        out_on_double=True,
        ended="out",
    )
    assert points(state) == expected
