"""What rules do to an evening, on a screen: from the editor and from the comparison of books."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from random import Random

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from scorekeeper.simulate.figures import Plan, PlannedBook, part_of
from scorekeeper.tui.rules import simulation
from scorekeeper.tui.rules.editor import Editor
from scorekeeper.tui.rules.library import CompareScreen
from scorekeeper.tui.rules.simulation import SimulationScreen
from tests.conftest import CLASSIC, SHELF
from tests.tui import conftest
from tests.tui.conftest import strips, until
from tests.tui.test_rules import press

TRAINS = SHELF.book("train-usual").rules


@contextmanager
def playing_here(plan: Plan) -> Iterator[list[Future]]:
    """Play two parts of a plan, three evenings of each kind."""
    plan.check()
    futures: list[Future] = [Future(), Future()]
    for future, numbers in zip(futures, ([0, 1], [2]), strict=True):
        future.set_result(part_of(plan, numbers, lambda number: Random(f"{plan.seed}:{number}").random))
    yield futures


@contextmanager
def waiting(plan: Plan) -> Iterator[list[Future]]:
    """Play nothing yet."""
    plan.check()
    yield []


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Play in this process, except where a test is about processes."""
    if "processes" not in request.node.name:
        monkeypatch.setattr(simulation, "playing", playing_here)


def text(pilot) -> str:
    """Return what the screen says."""
    return str(pilot.app.screen.query_one("#evenings", Static).content)


def editor(pilot, **changes) -> Editor:
    """Return the editor of a house book with changes."""
    return Editor(
        pilot.app.session, SHELF.book("classic"), {key.replace("__", "."): changes[key] for key in changes}
    )


async def test_the_editor_shows_what_a_change_does(app) -> None:
    """One key plays the book as written and as changed, and says in words what differs."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(editor(pilot, scoring__double_blank=0))
        await press(pilot, "v")
        assert isinstance(pilot.app.screen, SimulationScreen)
        told = text(pilot)
        assert told.startswith("double-nine · 4 players · 3 of 1000 evenings, more to come\n")
        assert "Classic, with scoring.double_blank = 0, compared with Classic:" in told
        assert "The double blank costs the table less: 0 points a round, not" in told
        assert "Blocked rounds (the scale is 0 to 100%)\nClassic                   ·" in told
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Editor)


async def test_without_changes_the_book_alone_is_shown(app) -> None:
    """There is nothing to compare with."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(editor(pilot))
        await press(pilot, "v")
        assert "compared with" not in text(pilot)
        assert "Classic  ·" in text(pilot)


async def test_the_comparison_shows_what_each_book_does(app) -> None:
    """Books are compared with the first."""
    async with app().run_test(size=(120, 36)) as pilot:
        books = [SHELF.book(name) for name in ("classic", "hastings", "ymi")]
        await pilot.app.push_screen(CompareScreen(pilot.app.session, books))
        await press(pilot, "v")
        told = text(pilot)
        assert "Hastings family, compared with Classic:" in told
        assert "Centrepiece hub, eight toes, compared with Classic:" in told


async def test_more_players_play_anew(app, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the most players for whom the tiles suffice come the fewest."""
    monkeypatch.setattr(simulation, "playing", waiting)
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(
            SimulationScreen(pilot.app.session, [PlannedBook("train-usual", "Trains", TRAINS)])
        )
        seen = []
        for _key in range(11):
            await press(pilot, "w")
            seen.append(int(text(pilot).split()[2]))
        assert seen == [5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7]


async def test_evenings_already_played_are_not_forgotten(app, monkeypatch) -> None:
    """Once the number of players comes round again, what was played with so many is there at once."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(
            SimulationScreen(pilot.app.session, [PlannedBook("train-usual", "Trains", TRAINS)])
        )
        await pilot.pause()
        monkeypatch.setattr(simulation, "playing", waiting)
        for _key in range(8):
            await press(pilot, "w")
        assert text(pilot).startswith("double-twelve · 4 players · 3 of 1000 evenings, more to come\n")


async def test_what_cannot_be_played_is_said_on_the_screen(app) -> None:
    """The reason stands there, and another set can be tried."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(editor(pilot, deal__hand_size={"any": 40}))
        await press(pilot, "v")
        assert "! 4 hands of 40 need 160 tiles, but a double-nine set has 54 to draw" in text(pilot).replace(
            "\n  ", " "
        )
        await press(pilot, "w")
        assert "! " in text(pilot)


async def test_all_evenings_played_are_said_to_be_all(app, monkeypatch) -> None:
    """In the end the figures get no finer."""
    monkeypatch.setattr(simulation, "Plan", partial(Plan, evenings=3))
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(
            SimulationScreen(pilot.app.session, [PlannedBook("classic", "Classic", CLASSIC)])
        )
        await pilot.pause()
        assert text(pilot).startswith("double-nine · 4 players · 3 evenings in each way of playing\n")


async def test_the_screen_holds_in_the_smallest_terminal(app) -> None:
    """Bars are as wide as the terminal allows."""
    async with app().run_test(size=(20, 8)) as pilot:
        await pilot.app.push_screen(editor(pilot, foot__lock="doubler-must-cover"))
        await press(pilot, "v")
        assert strips(pilot.app.screen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Classic" in text(pilot)


async def test_processes_play_while_keys_still_work(app, monkeypatch) -> None:
    """The first figures are there while more are played, and leaving ends it."""
    monkeypatch.setattr(conftest, "lasting", frozenset({"_play"}))
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(editor(pilot, scoring__double_blank=0))
        await press(pilot, "v")
        await until(pilot, lambda: "compared with" in text(pilot))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Editor)


async def test_a_screen_that_is_taken_apart_is_laid_out_no_more(app) -> None:
    """A terminal that changes its size as a screen closes, or figures that come then, end no app."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(editor(pilot, scoring__double_blank=0))
        await press(pilot, "v")
        closing = pilot.app.screen
        left = pilot.app.pop_screen()
        await closing.remove_children(list(closing.children))
        closing.lay_out_once(Resize(Size(90, 30), Size(90, 30)))
        await left
        assert isinstance(pilot.app.screen, Editor)
