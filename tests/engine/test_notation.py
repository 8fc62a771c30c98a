"""Actions as text: what is read, what is printed, and what is refused with its position."""

import pytest

from scorekeeper import begin_round, rule_book
from scorekeeper.engine.actions import (
    START,
    Action,
    Train,
    challenge,
    draw_tile,
    lay_tile,
    little,
    number_of_train,
    pass_turn,
    train_of_number,
    train_word,
)
from scorekeeper.engine.notation import parse_action, parse_train, show_action
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.engine.state import State, state_of_table
from scorekeeper.engine.trains import TrainsTable
from scorekeeper.errors import Malformed
from scorekeeper.tiles import Tile
from tests.conftest import by_cases
from tests.random_player import show_record
from tests.tables import after, dealt, hand, ruled, rules

PLAYERS = ("Ana", "Ana Maria", "Ben")
READ = [
    ("Ben 9-4", lay_tile(2, Tile(9, 4))),
    ("Ben 4|9 on start", lay_tile(2, Tile(9, 4), START)),
    ("Ben 44 on 9-4", lay_tile(2, Tile(4, 4), Tile(9, 4))),
    ("Ana Maria draw", draw_tile(1)),
    ("Ana draw 9-2", Action(0, "draw", Tile(9, 2))),
    ("Ben pass", pass_turn(2)),
    ("Ana Maria little", little(1)),
    ("Ben challenges Ana Maria", challenge(2, 1)),
]


@pytest.mark.parametrize(("text", "action"), READ)
def test_actions_are_read(text: str, action: Action) -> None:
    """Every form of the contract is understood, names with spaces included."""
    assert parse_action(text, PLAYERS, 9) == action


@pytest.mark.parametrize("number", range(5))
def test_a_train_is_named_as_it_is_read(number: int) -> None:
    """Its number, its place and its word lead to one another, the public trains behind those of the seats."""
    train = train_of_number(number, len(PLAYERS))
    assert number_of_train(train, len(PLAYERS)) == number
    assert parse_train(train_word(number, PLAYERS, seat=1), 1, PLAYERS) == train


def four_toes() -> State:
    """Return a table with the ends 1, 2, 3 and 4, Ana to move."""
    state = dealt(rules(), "9-1 2-1 7-1 1-1", "9-2 8-8", "9-3 8-7", "9-4 5-5 6-1")
    return after(state, "Ana 9-1", "Ben 9-2", "Cy 9-3", "Dot 9-4")


def test_a_place_that_makes_a_difference_has_to_be_named() -> None:
    """2-1 fits on a two and on a one, and leaves other ends each time."""
    assert ruled(four_toes(), "Ana 2-1") == (
        "malformed: 2-1 fits on 2 and on 1; add the place, such as: 2-1 on 9-2"
    )


@by_cases
def test_a_place_is_printed_where_there_are_several(text: str, printed: str) -> None:
    """What is read and printed names the place only where it could be another."""
    state = four_toes()
    assert show_action(state, parse_action(text, state.setup.players, 9)) == printed


def test_a_whole_record_is_printed() -> None:
    """Toes of the starting double need no place, wherever they were said to lie."""
    state = dealt(rules(), "9-1 2-1", "9-2 8-8")
    lines = ("Ana 9-9", "Ana 9-1", "Ben 9-2", "Ana draw 9-7", "Ana 9-7", "Ben little", "Ana challenges Ben")
    state = after(state, *(line.replace("9-1", "9-1 on start") for line in lines[:-1]))
    assert show_record(state.setup, state.history) == lines[:-1]
    assert show_action(state, challenge(0, 1)) == lines[-1]


def test_a_train_that_was_left_out_stays_out() -> None:
    """Where one train takes the tile it need not be named, and a printed record does not name it either."""
    state = dealt(rule_book("train-usual").rules, "9-4 6-4 2-1", "9-3 3-1 5-5", starter=0)
    lines = ("Ana 9-4 on own", "Ben 9-3 on own", "Ana 6-4", "Ben 3-1")
    assert show_record(state.setup, after(state, *lines).history) == lines


def test_a_place_that_is_no_train_and_no_tile_is_named() -> None:
    """Whoever names a train of nobody at the table learns what may stand there."""
    with pytest.raises(Malformed, match=r"“Zoe” .* is not a train; write own, public or a player"):
        parse_train("Zoe", 0, PLAYERS)
    assert parse_train("ben", 0, PLAYERS) == Train(2)


def test_a_round_without_its_double_is_shown_without_a_start() -> None:
    """As long as somebody holds the starting double there is nothing to count toes on."""
    state = dealt(rules(start__source="held"), "9-9 6-4", "5-3 5-1")
    assert str(state).splitlines() == [
        "Round 9-9, 51 tiles in the yard",
        "Open ends: none",
        "Ana: 9-9 6-4",
        "Ben: 5-3 5-1",
        "Anybody begins",
    ]


def test_a_round_of_trains_is_shown_with_every_train() -> None:
    """Each line is a train with what lies on it and its marker; before the engine lies, there is no picture."""
    hands = (Dealt((Tile(6, 6), Tile(6, 4), Tile(2, 1))), Dealt((Tile(6, 3), Tile(3, 3), Tile(2, 0))))
    state = begin_round(Setup(rule_book("train-idaho").rules, 6, ("Ana", "Ben"), 6, hands, 22))
    assert str(state).splitlines() == [
        "Round 6-6, 22 tiles in the yard",
        "Ana: 6-6 6-4 2-1",
        "Ben: 6-3 3-3 2-0",
        "Anybody begins",
    ]
    after(state, "Ana 6-6", "Ana 6-4 on own", "Ben 6-3 on own", "Ana draw 5-5", "Ana pass", "Ben 3-3 on own")
    assert str(state).splitlines()[1:4] == [
        "┏6┳─ Ana, marked  │6│4│›",
        "┗6┻─ Ben          │6│3│─│3│3│○",
        "Ana: 5-5 2-1",
    ]


def test_trains_of_which_only_the_ends_are_told_have_no_picture() -> None:
    """Nobody told which tiles lie there, so the yard, the hands and the turn are all that is shown."""
    setup = Setup(rule_book("train-usual").rules, 9, ("Ana", "Ben"), 9, (hand("6-4"), hand("5-1 3?")), 20)
    trains = TrainsTable(setup, ())
    trains.tell(0, 4)
    trains.begin(9)
    assert str(state_of_table(setup, trains, 1)).splitlines() == [
        "Round 9-9, 20 tiles in the yard",
        "Ana: 6-4",
        "Ben: 5-1 3 hidden",
        "Ben to play",
    ]
