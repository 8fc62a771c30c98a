"""The laws of the catalogue of Mexican Train (E.4, J), over random rounds under every book and many house rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

import pytest

from scorekeeper import Impossible, RuleBook, State, begin_round, rule_book
from scorekeeper.engine.actions import (
    Action,
    Train,
    draw_tile,
    lay_tile,
    number_of_train,
    pass_turn,
    train_of_number,
)
from scorekeeper.engine.bits import TILE_OF, tiles_of
from scorekeeper.engine.play import do, verify
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.setup import ANYBODY
from scorekeeper.engine.trains import doubles_to_cover, trains_of
from scorekeeper.engine.trains.access import usable_trains
from scorekeeper.errors import Malformed
from scorekeeper.rules import deal, read_changes, with_changes
from scorekeeper.tiles import Tile, full_set
from tests.conftest import case_file
from tests.engine.test_play_laws import hiding, verdict
from tests.laws import replays
from tests.random_player import NAMES, all_listed
from tests.second_train_engine.books import BOOKS
from tests.second_train_engine.rounds import HOUSE, MOST_PLAYERS, random_house

SIZES = (6, 6, 6, 9, 12)
"""Sets of the rounds under each book; one more round is played with a large set."""

LARGE = (15, 18)

SMALL = 14
"""Rounds of two under each book as it stands, many of which end blocked."""

AT_BLOCKS: list[dict[str, Any]] = case_file("at_blocks.toml")["house"]
"""House rules that change which trains there are at a block, who may use them, or what is left in the yard."""

FREE = read_changes({"foot.lock": "doubler-must-cover", "foot.again": "must-play-again", "foot.chain": "any"})


class Step(NamedTuple):
    """One action of a round, with the states before and after it; before it, whoever acts is on turn."""

    before: State
    action: Action
    after: State

    @property
    def seat(self) -> int:
        """Who acted."""
        return self.action.seat

    @property
    def train(self) -> int:
        """The train on which a tile was laid."""
        return number_of_train(on, self.before.seats) if isinstance(on := self.action.on, Train) else -1


def lines(state: State) -> list[list[Tile]]:
    """Return the tiles of every train."""
    return [[TILE_OF[bit] for bit in line] for line in trains_of(state).lines[: len(trains_of(state).begun)]]


def ends(state: State) -> list[list[int]]:
    """Return the numbers at the ends of every train, none before its first tile."""
    trains = trains_of(state)
    return [[tip.number for tip in trains.tips(train) or ()] for train in range(len(trains.begun))]


def played(book: RuleBook, players: int, size: int, rng: Random) -> tuple[Step, ...]:
    """Return a random round, its starting double left out where somebody lays it."""
    state, steps = State.deal(book, NAMES[:players], rng.shuffle, set_size=size), []
    while state.outcome is None:
        action, before = rng.choice(all_listed(state)), state.copy()
        if before.started and action.seat != before.turn:
            before.table.end_turn(before, before.turn)
        state.do(action)
        assert state.doubts == []
        if before.started:
            steps.append(Step(before, state.history[-1], state.copy()))
    return tuple(steps)


def book_with(name: str, house: tuple[str, object], players: int, size: int, rng: Random) -> RuleBook:
    """Return a book with random house rules and this one, with smaller hands where its own cannot be dealt."""
    rules = random_house(rng) | {house[0]: house[1]}
    if rules.get("turn.drawn_tile") == "may-not-play":
        rules.pop("turn.draws", None)
    book = rule_book(name, rules)
    with suppress(Impossible):
        deal(book.rules, size, players)
        return book
    each = (len(full_set(size)) - 4) // players
    return rule_book(name, rules | {"deal.hand_size": {"any": {"any": each}}})


@cache
def rounds() -> tuple[tuple[Step, ...], ...]:
    """Return random rounds under each book, on every set, with two to twelve players, and each house rule in turn."""
    found, houses = [], cycle(HOUSE)
    for place, name in enumerate(BOOKS):
        for number, size in enumerate((*SIZES, LARGE[place % 2])):
            rng = Random(f"{name} {number}")
            players = rng.randint(2, MOST_PLAYERS[size])
            found.append(played(book_with(name, next(houses), players, size, rng), players, size, rng))
    return tuple(found)


@cache
def blocks() -> tuple[State, ...]:
    """Return blocked rounds of few: under each book as it stands, and with changes on which a block can turn."""
    small = {"deal.hand_size": {"any": {"any": 7}}}
    found = [final(rule_book(name), 2, 6, Random(number)) for name in BOOKS for number in range(SMALL)]
    found += [
        final(rule_book(name, small | dict(house)), players, 6, Random(f"{name} {number} {dealt}"))
        for number, house in enumerate(AT_BLOCKS)
        for name in BOOKS
        for players in (2, 3)
        for dealt in range(3)
    ]
    found += [steps[-1].after for steps in rounds()]
    return tuple(filter(all_were_stuck, found))


def final(book: RuleBook, players: int, size: int, rng: Random) -> State:
    """Return the end of a random round."""
    state = State.deal(book, NAMES[:players], rng.shuffle, set_size=size)
    while state.outcome is None:
        state.do(rng.choice(all_listed(state)))
    return state


def all_were_stuck(state: State) -> bool:
    """Whether a round is blocked, and no rule kept a player from a train but for one that is not begun.

    A double that nobody covers keeps everybody off: its last tiles are in the reserve, or it stays open for good.
    """
    rules, outcome = state.rules, state.outcome
    assert outcome is not None
    kept_off = rules.foot.lock == "strict" and bool(trains_of(state).open)
    by_passes = outcome.rule == "yard.empty" and rules.yard.empty == "pass" and rules.turn.must_play == "must"
    return by_passes and not rules.trains.branching and not kept_off


def usable(state: State, seat: int) -> set[int]:
    """Return the ends at a block that the seat may use, every train being marked (E.2)."""
    rules, engine, found = state.rules.trains, state.table.double, trains_of(state)
    begun = [bool(line) for line in lines(state)]
    if rules.elsewhere == "own-started" and not begun[seat]:
        return {engine}
    ends = {end for train, any_tile in enumerate(begun) if any_tile for end in found.ends(train) or ()}
    if not begun[seat] or (rules.unstarted == "open" and not all(begun[: state.seats])):
        ends.add(engine)
    return ends


def steps_where(**wanted: tuple[str, ...]) -> Iterator[Step]:
    """Yield the steps of the rounds whose rules have these values, keys written as `foot_lock`."""
    for steps in rounds():
        rules = steps[0].before.rules
        values = {key: getattr(getattr(rules, key.split("_")[0]), key.split("_", 1)[1]) for key in wanted}
        if all(values[key] in wanted[key] for key in wanted):
            yield from steps


def every_step() -> Iterator[Step]:
    """Yield the steps of all rounds."""
    for steps in rounds():
        yield from steps


def plain(tiles: Iterable[Tile], number: int) -> int:
    """Count the tiles that show the number and are no doubles."""
    return sum(tile.shows(number) and not tile.is_double for tile in tiles)


def stands(state: State, action: Action) -> bool:
    """Whether an action can be done."""
    try:
        return verify(state, action) == ()
    except (Refusal, Malformed):
        return False


def test_every_tile_is_in_one_place() -> None:
    """Law 1: engine, trains, hands and yard are the whole set, no tile twice, after every action."""
    for step in every_step():
        state = step.after
        laid = tiles_of(state.table.lying)
        held = [tile for hand in state.hands for tile in hand.known]
        assert sorted([*laid, *state.pile, *held]) == sorted(full_set(state.setup.set_size))
        assert len(state.pile) == state.table.yard


def test_ends_match() -> None:
    """Laws 2 and 9: from the engine outwards every tile shows the number before, and no double touches a double."""
    for steps in rounds():
        state = steps[-1].after
        for line, shown in zip(lines(state), ends(state), strict=True):
            end = last = state.table.double
            for tile in line:
                assert tile.shows(end)
                assert not (tile.is_double and last == end)
                last, end = (end if tile.is_double else -1), tile.other(end)
            assert shown == [end][: len(line)]


def test_suits_are_odd_or_even_with_their_ends() -> None:
    """Law 3: plain tiles of a number on the table are odd or even with the ends that show it."""
    for step in every_step():
        state = step.after
        laid = [tile for line in lines(state) for tile in line]
        shown = [number for shows in ends(state) for number in shows]
        for number in range(state.setup.set_size + 1):
            count = shown.count(number) + (number == state.table.double) * len(shown)
            assert plain(laid, number) % 2 == count % 2
            assert state.table.laid_of(number) == plain(laid, number)


def test_only_marked_trains_and_named_doubles_are_open_to_others() -> None:
    """Law 4: a tile on another's train lay on a marked train, or covered a double that had to be covered."""
    for step in every_step():
        before, train = step.before, step.train
        if step.action.kind == "lay" and step.seat != train < before.seats:
            named = doubles_to_cover(before, trains_of(before), step.seat)
            assert trains_of(before).marks[train] or train in [double.train for double in named]


def owed(state: State) -> bool:
    """Whether the player on turn has to lay a tile."""
    return state.again or not state.played


def test_markers() -> None:
    """Laws 5 and 6: a train is marked if its owner, since last laying on it, ended a turn with a tile owed."""
    for steps in rounds():
        rules = steps[0].before.rules
        if rules.trains.marker_on != "stuck":
            continue
        marked: set[int] = set()
        for before, action, after in steps:
            ends_turn = action.kind == "draw" and rules.turn.drawn_tile == "may-not-play"
            if ends_turn or (action.kind == "pass" and owed(before)):
                marked.add(action.seat)
            elif action.kind == "lay" and (
                rules.trains.marker_off == "any-play" or Step(before, action, after).train == action.seat
            ):
                marked.discard(action.seat)
            assert {seat for seat in range(after.seats) if trains_of(after).marks[seat]} == marked


def test_own_blocked_trains_are_marked() -> None:
    """Under `own-blocked` a turn never ends with a hand that does not fit the own train, and no marker."""
    for step in steps_where(trains_marker_on=("own-blocked",)):
        state, seat = step.after, step.seat
        ended = state.turn != seat and state.outcome is None
        ends = trains_of(state).ends(seat) or ()
        if ended and not any(tile.shows(end) for end in ends for tile in state.hands[seat].known):
            assert trains_of(state).marks[seat]


def test_one_open_double() -> None:
    """Law 7: where a double binds everybody and must be covered first, no two are ever open."""
    for step in steps_where(
        foot_again=("must-cover",),
        foot_lock=("strict",),
        foot_chain=("none",),
        trains_first_turn_double=("as-usual", "not-last"),
        trains_elsewhere=("free",),
    ):
        assert len(trains_of(step.after).open) < 2


def test_turn_length() -> None:
    """Law 8: an ordinary turn lays and draws one tile, and one more for every double laid in it.

    One more, too, for every time that its last tile leaves a double open that has to be covered before going out.
    """
    for steps in rounds():
        rules, who, done = steps[0].before.rules, None, Counter[str]()
        for before, action, after in steps:
            seat, tile = action.seat, action.tile
            if seat != who:
                who, done = seat, Counter[str]()
            if tile is None or (not trains_of(before).turns[seat] and rules.trains.first_turn == "run"):
                continue
            done[action.kind] += 1
            lays_on = tile.is_double or (after.hands[seat].empty and after.turn == seat and after.again)
            done["more"] += action.kind == "lay" and lays_on
            assert done["lay"] <= 1 + done["more"]
            assert rules.turn.draws != "one" or done["draw"] <= 1 + done["more"]


def test_blocks() -> None:
    """Law 10: at a block the yard is empty, everybody is marked, and no tile fits an end that its holder may use."""
    assert len(blocks()) > 40
    for state in blocks():
        assert state.table.yard == state.setup.reserve
        assert all(trains_of(state).marks)
        for seat, hand in enumerate(state.hands):
            assert not any(tile.shows(end) for end in usable(state, seat) for tile in hand.known)


def test_parity_at_blocks() -> None:
    """T1 and T2: at a block the tiles on the table tell which numbers can be at an end."""
    found = [state for state in blocks() if state.rules.trains.elsewhere == "free"]
    assert sum(held_numbers(state) >= {state.table.double} for state in found) > 5
    for state in found:
        laid = [tile for line in lines(state) for tile in line]
        assert all(plain(laid, number) % 2 == 0 for number in held_numbers(state) - {state.table.double})
        assert len(held_numbers(state)) <= state.setup.set_size


def test_all_trains_are_begun_where_a_tile_for_another_is_left() -> None:
    """T1: at a block with a tile that begins trains in a hand, each is begun, and so many ends took such a tile."""
    for state in blocks():
        rules, engine = state.rules.trains, state.table.double
        if engine not in held_numbers(state) or rules.elsewhere != "free" or rules.unstarted != "open":
            continue
        assert rules.public_count != "any"
        count = state.seats + (rules.public_count if rules.ownership == "own-and-public" else 0)
        laid = [tile for line in lines(state) for tile in line]
        assert sum(map(bool, lines(state))) == count
        assert plain(laid, engine) % 2 == count % 2


def held_numbers(state: State) -> set[int]:
    """Return the numbers of the tiles in all hands."""
    return {number for hand in state.hands for tile in hand.known for number in tile}


def test_begun_trains() -> None:
    """T3: no more trains are begun than there are plain tiles with the engine's number."""
    for steps in rounds():
        assert sum(map(bool, lines(steps[-1].after))) <= steps[-1].after.setup.set_size


def assert_listed_is_what_stands(state: State) -> None:
    """Check that all that is listed can be done, and that nothing else can be laid, drawn or passed."""
    listed = all_listed(state)
    for action in listed:
        assert state.copy().do(action) == ()
    seats = [seat for seat in range(state.seats) if not state.started or state.turn in (seat, ANYBODY)]
    if state.table.gives_way(state):
        seats.append((state.turn + 1) % state.seats)
    names = [train_of_number(train, state.seats) for train in range(len(lines(state)) + 2)]
    tiles = [(tile, name) for tile in full_set(state.setup.set_size) for name in names]
    for seat in seats:
        tried = [lay_tile(seat, tile, name) for tile, name in tiles] if state.started else []
        for action in (*tried, draw_tile(seat), pass_turn(seat)):
            assert stands(state, action) == (action in listed)
    others = set(range(state.seats)) - {*seats, state.ended_by_draw} if state.started else set()
    for seat in others:
        assert not stands(state, draw_tile(seat))
        assert not stands(state, pass_turn(seat))


def test_listed_actions_are_those_that_stand() -> None:
    """Law 11: every listed action can be done, and all else that could be laid, drawn or passed is refused."""
    for _before, _action, state in list(every_step())[::61]:
        assert_listed_is_what_stands(state)


@pytest.mark.full
@pytest.mark.parametrize("size", sorted({*SIZES, *LARGE}))
@pytest.mark.parametrize("name", BOOKS)
def test_listed_actions_are_those_that_stand_in_many_rounds(name: str, size: int) -> None:
    """Law 11 over rounds under every book on every set with a third of all house rules, each beside others."""
    rng = Random(f"{name} {size}")
    for house in HOUSE[(BOOKS.index(name) + size) % 3 :: 3]:
        players = rng.randint(2, MOST_PLAYERS[size])
        book = book_with(name, house, players, size, rng)
        state = State.deal(book, NAMES[:players], rng.shuffle, set_size=size)
        while state.outcome is None:
            if rng.random() < 0.05:
                assert_listed_is_what_stands(state)
            state.do(rng.choice(all_listed(state)))


def test_free_books_allow_what_strict_ones_do() -> None:
    """Law 12: what a strict book allows, a free one allows on every train that is open without the double."""
    for step in steps_where(foot_lock=("strict",), foot_again=("must-cover",)):
        free, seat = step.before.copy(), step.before.turn
        free.rules, free.strict = with_changes(free.rules, FREE), False
        accessible = usable_trains(free, trains_of(free), seat)
        for action in all_listed(step.before):
            if action.kind == "lay" and number_of_train(action.on, free.seats) in accessible:
                assert stands(free, action)


SEVEN_EACH = {"deal.hand_size": {"any": {"any": 7}}, "start.source": "preplaced"}

BRANCHING = (
    {"trains.branching": True, "foot.toes": 3},
    {"trains.branching": True, "foot.toes": 3, "foot.chain": "any"},
)


def test_branching_trains() -> None:
    """Where a double takes three tiles, what is listed stands, and the written record leads to the same round."""
    for number in range(20):
        rng = Random(number)
        book = rule_book(("train-usual", "mexican-train")[number % 2], BRANCHING[number // 2 % 2])
        state = State.deal(book, NAMES[: 2 + number % 3], rng.shuffle, set_size=9)
        while state.outcome is None:
            actions = all_listed(state)
            assert all(stands(state, action) for action in actions)
            state.do(rng.choice(actions))
            assert all(
                len(shown) <= 1 + 2 * len(line) for shown, line in zip(ends(state), lines(state), strict=True)
            )
        assert replays(state)


def test_what_fits_of_a_hand_fits_of_all_tiles() -> None:
    """Also a double that has to be followed by a tile of the hand; and doubles that nobody can cover end rounds."""
    house = {"foot.chain": "if-covered", "foot.uncloseable": "ends-round", "trains.first_turn": "run"}
    ended = set()
    for number in range(60):
        rng = Random(number)
        book = rule_book(BOOKS[number % 8], house | {"trains.first_turn_double": "not-last"})
        state = State.deal(book, NAMES[:2], rng.shuffle, set_size=6)
        while state.outcome is None:
            seat = max(state.turn, 0)
            if state.started:
                assert {*state.fitting_held(seat)} == {*tiles_of(state.fitting(seat))} & {
                    *state.hands[seat].known
                }
            state.do(rng.choice(state.legal_actions()))
        ended.add(state.outcome.rule)
    assert "foot.uncloseable" in ended


def test_a_written_record_leads_to_the_same_round() -> None:
    """Writing the actions down and reading them again loses nothing, whatever the house rules."""
    for steps in rounds()[::4]:
        assert replays(steps[-1].after)


@pytest.mark.parametrize("marker_on", ["stuck", "own-blocked"])
def test_knowing_more_only_settles_what_depended(marker_on: str) -> None:
    """With some tiles hidden a verdict is the true one or `depends`, never its opposite."""
    for number in range(40):
        rng = Random(number)
        house = random_house(rng) | SEVEN_EACH | {"trains.marker_on": marker_on}
        state = State.deal(rule_book(BOOKS[number % 8], house), NAMES[:3], rng.shuffle, set_size=6)
        blind = begin_round(hiding(state.setup, rng.choice((0, 0.5, 0.8)), rng))
        while state.outcome is None and blind.outcome is None:
            listed = all_listed(state)
            for action in (
                *listed,
                draw_tile(state.turn),
                pass_turn(state.turn),
                Action(0, "marks"),
                Action(1, "unmarks"),
            ):
                assert verdict(blind, action) in (verdict(state, action), "depends")
            state.do(rng.choice(listed))
            done = state.history[-1]
            hidden = done.kind == "draw" and rng.random() < 0.5
            do(blind, draw_tile(done.seat) if hidden else done)


def test_a_train_need_not_be_named_where_one_is_possible() -> None:
    """A tile that fits one train goes there, named or not; a number and a tile at an end name a train as well."""
    for before, action, _after in list(every_step())[::7]:
        if action.kind != "lay" or action.tile is None:
            continue
        places = {one.on for one in all_listed(before) if one.tile == action.tile and one.seat == before.turn}
        found = verdict(before, lay_tile(before.turn, action.tile))
        assert found == ("legal" if len(places) == 1 else "malformed")
        if isinstance(action.on, Train):
            for tip in trains_of(before).tips(number_of_train(action.on, before.seats)) or ():
                assert verdict(before, lay_tile(before.turn, action.tile, tip.tile)) == "legal"
