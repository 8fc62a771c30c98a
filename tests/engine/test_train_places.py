"""Places that are named by the tile that shows them, in a round of trains."""

import pytest

from scorekeeper import rule_book
from scorekeeper.engine.actions import Train, lay_tile
from scorekeeper.engine.play import do
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.engine.state import state_of_table
from scorekeeper.engine.trains import TrainsTable, trains_of
from scorekeeper.errors import Malformed
from scorekeeper.rules.rulebook import read_changes, with_changes
from scorekeeper.tiles import Tile
from tests.conftest import by_cases
from tests.tables import after, dealt, ruled

ACTIONS = ("Ana 9-4 on own", "Ben 9-3 on own", "Ana 6-4 on 9-4", "Ben 9-1 on public")


@by_cases
def test_a_tile_names_the_train_that_it_ends(done: int, text: str, ruling: str) -> None:
    """A tile at the end of a train stands for that train, with all rules on it; another one is no place."""
    state = dealt(rule_book("train-usual").rules, "9-4 6-4 5-1", "9-3 9-1 4-2", starter=0)
    assert ruled(after(state, *ACTIONS[:done]), text) == ruling


def test_the_engine_does_not_tell_which_train_is_meant() -> None:
    """A tile on the engine may begin the own train or a public one, so the train has to be named."""
    state = dealt(rule_book("train-usual").rules, "9-4 6-4 5-1", "9-3 9-1 4-2", starter=0)
    assert ruled(state, "Ana 9-4 on start").startswith("malformed: 9-4 fits on more than one train")


def test_a_tile_that_fits_two_trains_needs_its_place() -> None:
    """Nothing is laid as long as nobody says on which."""
    state = dealt(rule_book("train-usual").rules, "9-4 6-4 5-1", "9-3 9-1 4-2", starter=0)
    with pytest.raises(Malformed, match="fits on more than one train"):
        do(state, lay_tile(0, Tile(9, 4)))
    assert state.history == []


def test_a_tile_laid_on_a_train_that_may_not_be_begun_lies_there() -> None:
    """What was done against the rules is seen on the table all the same."""
    rules = with_changes(rule_book("train-usual").rules, read_changes({"trains.ownership": "own-only"}))
    state = dealt(rules, "9-4", "9-3", starter=0)
    (trains := trains_of(state)).let_lie(state, Tile(9, 4), Train(number=1))
    assert (trains.public, trains.ends(2)) == (1, (4,))


def test_a_train_that_is_not_there_yet_has_no_tile() -> None:
    """A train that nobody began is not begun, a public one no more than a player's own."""
    trains = TrainsTable(Setup(rule_book("train-usual").rules, 9, ("Ana", "Ben"), 9, (Dealt(), Dealt()), 54))
    assert [trains.tips(train) for train in range(3)] == [(), (), ()]


def test_the_first_to_go_out_ends_a_round_in_which_all_finish_their_first_turn() -> None:
    """Nothing is said of the last tile of somebody who goes out after that player, such as that it is a double."""
    house = {"ending.first_turn": "all-finish-first-turn", "trains.first_turn": "run"}
    rules = with_changes(rule_book("train-usual").rules, read_changes(house))
    state = dealt(rules, "9-4", "9-3 3-3", starter=0)
    over = after(state, "Ana 9-4 on own", "Ben 9-3 on own", "Ben 3-3 on own")
    assert (over.outcome and over.outcome.out, ruled(over, "Ana draw")) == (0, "ending.first_turn over")


def test_a_tile_that_fits_no_train_fits_nowhere_though_a_marker_is_not_told() -> None:
    """Whether Ben's train has its marker makes no difference to a tile that does not fit it."""
    setup = Setup(rule_book("train-usual").rules, 9, ("Ana", "Ben"), 9, (Dealt((Tile(5, 1),)), Dealt()), 20)
    trains = TrainsTable(setup, ())
    trains.tell(0, 3)
    trains.tell(1, 4)
    trains.mark(1, None)
    trains.begin(9)
    trains.end_first_turn(0)
    assert ruled(state_of_table(setup, trains, 0), "Ana 5-1") == "conduct.misplay fits-nowhere"
