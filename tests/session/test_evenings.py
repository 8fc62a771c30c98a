"""Simulated evenings in processes of their own."""

import threading
from multiprocessing import active_children
from random import Random

import pytest

from scorekeeper.errors import Impossible, Unavailable
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.session.evenings import playing
from scorekeeper.simulate.figures import Part, Plan, PlannedBook, part_of
from tests.conftest import CLASSIC, SHELF

pytestmark = pytest.mark.sqlite  # nothing here depends on the store

BOOKS = (
    PlannedBook("classic", "Classic", CLASSIC),
    PlannedBook(
        "classic", "Ours", with_changes(CLASSIC, {"winning.ties": ("share",)}), {"winning.ties": ("share",)}
    ),
    PlannedBook("train-usual", "Trains", SHELF.book("train-usual").rules),
)
PLAN = Plan(BOOKS, set_size=6, players=3, evenings=7, seed=5)
LONG = Plan(BOOKS, set_size=6, players=3, evenings=2000)


def played(cores: int, plan: Plan = PLAN) -> list[Part]:
    """Return all parts."""
    with playing(plan, cores) as futures:
        return [future.result() for future in futures]


def test_the_number_of_cores_makes_no_difference() -> None:
    """One core, two cores and this process play the same evenings, two books and a changed one."""
    here = [
        part_of(PLAN, numbers, lambda number: Random(f"5:{number}").random)
        for numbers in (range(5), range(5, 7))
    ]
    assert played(1) == played(2) == here


def test_what_cannot_be_played_starts_no_process() -> None:
    """The reason comes at once."""
    with pytest.raises(Impossible), playing(Plan(BOOKS, set_size=6, players=12)):
        raise AssertionError


def test_who_leaves_early_gets_no_more() -> None:
    """What nobody waits for is not played."""
    with playing(LONG, 1) as futures:
        assert len(futures[0].result()) == len(BOOKS)
    assert futures[-1].cancelled()


def end_while_playing() -> None:
    """End the process that plays, and no other test's, and wait for its parts."""
    others = {process.pid for process in active_children()}
    with playing(LONG, 1) as futures:
        futures[0].result()
        for process in (process for process in active_children() if process.pid not in others):
            process.kill()
        for future in futures:
            future.result()


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnhandledThreadExceptionWarning"
)  # of the pool's own thread
def test_a_process_that_dies_is_one_sentence() -> None:
    """Whoever waits hears that the evenings cannot be played to their end."""
    before = {*threading.enumerate()}
    with pytest.raises(Unavailable, match="ended unexpectedly"):
        end_while_playing()
    for thread in {*threading.enumerate()} - before:
        thread.join()  # else what it complains of would be the fault of the next test
