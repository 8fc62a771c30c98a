"""The table of all rule books in `docs/simulate.md` says what the command says."""

from math import sqrt
from random import Random

import pytest

from scorekeeper.simulate.figures import BookFigures, Plan, PlannedBook, figure_rows, part_of, simulation
from tests.conftest import SHELF
from tools import evenings

FEW = 4
APART = 5.0
"""So many standard deviations a mean of a few evenings may lie from the one that is kept; more is no chance."""

KEPT = evenings.kept()


def test_every_rule_book_is_in_the_table() -> None:
    """All books are there, at one table, with as many evenings as the page says."""
    assert tuple(book.rules for book in KEPT.books) == SHELF.ids()
    assert (KEPT.set, KEPT.players, KEPT.evenings) == (evenings.SET, evenings.PLAYERS, evenings.EVENINGS)


@pytest.mark.parametrize("book", KEPT.books[::3], ids=lambda book: book.rules)
def test_the_figures_that_are_kept_are_those_of_a_few_evenings(book: BookFigures) -> None:
    """A few other evenings of each kind give what is kept, chance aside."""
    rules = SHELF.book(book.rules).rules
    plan = Plan((PlannedBook(book.rules, "", rules),), KEPT.set, KEPT.players, FEW, seed=2)
    (played,) = simulation(
        plan, [part_of(plan, range(FEW), lambda number: Random(f"{plan.seed}:{number}").random)]
    ).books
    for kept, few in zip(figure_rows(book.policies), figure_rows(played.policies), strict=True):
        for figure, other in zip(kept.figures, few.figures, strict=True):
            deviation = max(figure.spread, 0.02) / 2 * sqrt(KEPT.evenings)
            assert abs(figure.mean - other.mean) <= APART * deviation / sqrt(FEW), kept.name


@pytest.mark.full
def test_the_figures_are_those_of_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """Playing them anew gives the same file."""
    before = evenings.KEPT.read_text(encoding="utf-8")
    monkeypatch.setattr(evenings, "KEPT", tmp_path / "evenings.json")
    evenings.play()
    assert evenings.KEPT.read_text(encoding="utf-8") == before
