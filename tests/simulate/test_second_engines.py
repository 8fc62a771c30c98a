"""What a simulation says, held against evenings of the second engines, which share no code with it."""

import tomllib
from math import sqrt
from random import Random
from typing import Any

import pytest

from scorekeeper.simulate.evening import POLICIES, Chance
from scorekeeper.simulate.figures import Plan, PlannedBook, PolicyFigures, part_of, simulation
from tests.conftest import SHELF
from tests.simulate import second_evenings

CASES: list[dict[str, Any]] = tomllib.loads(second_evenings.CASES.read_text(encoding="utf-8"))["case"]
EVENINGS = 30
FIGURES = ("blocked", "turns", "points")
ERRORS = 3.5
"""So many standard errors two means may lie apart; of 36 pairs none does by chance."""


def chance(number: int) -> Chance:
    """Return the random numbers of an evening."""
    return Random(f"second:{number}").random


def ours(book: str) -> dict[str, PolicyFigures]:
    """Return what a simulation says of a book, by way of playing."""
    books = (PlannedBook(book, book, SHELF.book(book).rules),)
    plan = Plan(books, second_evenings.HIGHEST, second_evenings.PLAYERS, EVENINGS)
    found = simulation(plan, [part_of(plan, range(EVENINGS), chance)])
    return {one.policy: one for one in found.books[0].policies}


def name_of(case: dict[str, Any]) -> str:
    """Return what a case is called."""
    return f"{case['book']}-{case['policy']}"


def test_three_books_in_every_way_of_playing_are_compared() -> None:
    """Two books of Chickenfoot and one of Mexican Train."""
    assert [(case["book"], case["policy"]) for case in CASES] == [
        (book, policy) for book in second_evenings.BOOKS for policy in POLICIES
    ]


@pytest.mark.parametrize("book", second_evenings.BOOKS)
def test_the_figures_are_those_of_200_evenings_of_the_second_engine(book: str) -> None:
    """Blocked rounds, turns and points differ by no more than chance, and ways of playing come in the same order."""
    cases, policies = [case for case in CASES if case["book"] == book], ours(book)
    for figure in FIGURES:
        means = {policy: getattr(figures, figure).mean for policy, figures in policies.items()}
        for case in cases:
            mean, error = case[figure]
            told = getattr(policies[case["policy"]], figure)
            assert abs(told.mean - mean) <= ERRORS * sqrt((told.spread / 2) ** 2 + error**2), (figure, case)
            for other in cases:
                if mean + 6 * (error + other[figure][1]) < other[figure][0]:
                    assert means[case["policy"]] < means[other["policy"]], (figure, case, other)


@pytest.mark.full
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_second_evenings_are_those_that_are_played(case: dict[str, Any]) -> None:
    """What is kept is what the second engines give."""
    found = second_evenings.evenings(case["book"], case["policy"], second_evenings.EVENINGS, 1)
    assert {name: list(pair) for name, pair in found.items()} == {name: case[name] for name in FIGURES}


@pytest.mark.parametrize("book", second_evenings.BOOKS)
def test_an_evening_of_the_second_engine_can_be_played(book: str) -> None:
    """One more evening than those that are kept."""
    found = second_evenings.evenings(book, "heaviest", 2, 2)
    assert found.keys() == set(FIGURES)
