"""Typed faster than the screen follows: keys never land on the wrong line."""

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from scorekeeper.game.round import Pips
from scorekeeper.tui.entry.round import EntryScreen, WhoHadDoubleBlank
from scorekeeper.tui.entry.tile_pad import TilePad
from scorekeeper.tui.judge.form import JudgeForm
from tests.tui.conftest import until


def type_at_once(pilot: Pilot[None], *keys: str) -> None:
    """Put keys into the app's queue as a terminal does, without waiting for any of them."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_a_round_typed_at_once_lands_on_its_lines(app, keep) -> None:
    """Four hands in one burst are four entries."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter")
        type_at_once(pilot, "1", "2", "enter", "o", "enter", "3", "4", "enter", "7", "enter")
        await until(pilot, lambda: len(pilot.app.session.game.round(1).entries) == 3)
        played = pilot.app.session.game.round(1)
        assert (played.entries, played.out) == ({"Ana": Pips(12), "Carla": Pips(34), "Dan": Pips(7)}, "Ben")


async def test_a_game_chosen_ahead_of_its_screen_is_the_one_that_starts(app, keep) -> None:
    """N, F6 and F5 at once start Mexican Train with the names of last time."""
    keep(("Ana", "Ben"))
    async with app().run_test() as pilot:
        type_at_once(pilot, "n", "f6", "f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryScreen))
        assert pilot.app.session.game.rules.layout.name == "trains"


async def test_names_typed_at_once_on_start_take_the_place_of_those_offered(app, keep) -> None:
    """Enter right after a name goes to the next seat, and starts nothing with the names of last time."""
    keep(("Ana", "Ben"))
    async with app().run_test() as pilot:
        type_at_once(pilot, "n", *"Gus", "enter", *"Hal", "f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, EntryScreen))
        assert pilot.app.session.game.players == ("Gus", "Hal")


async def test_the_next_round_typed_ahead_of_the_question_on_the_double_blank_is_not_lost(app, keep) -> None:
    """Keys typed before the question could be seen answer nothing; they go on where they were meant for."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter")
        type_at_once(pilot, "o", "enter", "9", "enter", "enter", *"23", "enter", *"14", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhoHadDoubleBlank))
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(pilot.app.session.game.round(2).entries) == 2)
        first, second = pilot.app.session.game.rounds
        assert first.entries == {"Ben": Pips(9, double_blank=True)}
        assert second.entries == {"Ana": Pips(23), "Ben": Pips(14)}


async def test_arrows_typed_at_once_each_move_over_the_tile_pad(app, keep) -> None:
    """Down, right twice and Enter take the third tile of the number, however fast they come."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "f3")
        type_at_once(pilot, "down", "right", "right", "enter")
        await pilot.press("f3")
        assert pilot.app.screen.query(Input).first().value == "9-6"


@pytest.mark.parametrize("tiles", [False, True])
async def test_an_app_that_ends_while_a_screen_opens_ends_in_peace(app, keep, tiles: bool) -> None:
    """No screen looks for parts that it does not get any more."""
    async with app(keep()).run_test() as pilot:
        session = pilot.app.session
        pad = TilePad(session.game, session.game.round(1), "Ana", "")
        pilot.app.push_screen(pad if tiles else EntryScreen(session, 1))
        pilot.app.exit()
    assert pilot.app.return_code == 0


async def test_a_question_typed_at_once_is_the_one_that_is_asked(app, keep) -> None:
    """J and 1 at once ask the first question; the search, which has the first line, takes no key unasked."""
    async with app(keep()).run_test() as pilot:
        type_at_once(pilot, "j", "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))


async def test_a_question_ends_with_the_screen_that_asks_it(app, keep) -> None:
    """What is typed behind its key is typed in the question; where the table is closed, nothing is noted."""
    async with app(keep()).run_test() as pilot:
        type_at_once(pilot, "e", "x")
        await until(pilot, lambda: [one.value for one in pilot.app.screen.query(Input)] == ["x"])
        pilot.app.screen_stack[-2].dismiss()
        await pilot.pause()
        assert pilot.app.session.game.rounds == ()
