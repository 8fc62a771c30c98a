"""Keys typed in bursts: the app ends only by the key that ends it, and no key is meant for two screens."""

import asyncio

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.help import Help, Palette
from scorekeeper.tui.home import Home
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import AskLine, Choose, Confirm
from tests.build import scored
from tests.tui.conftest import until
from tests.tui.test_typing_ahead import type_at_once


def drawn(pilot: Pilot[None]) -> str:
    """Return the screen as text."""
    return pilot.app.export_screenshot().replace("&#160;", " ").replace("&#x27;", "'")


async def test_pages_turned_in_a_list_that_is_not_drawn_yet(app, keep) -> None:
    """Page Up right after the letter that is searched for turns nothing, and the search goes on."""
    keep()
    async with app().run_test() as pilot:
        type_at_once(pilot, "f2", "u", "pageup", "pageup", "pagedown", "pageup")
        await until(pilot, lambda: isinstance(pilot.app.screen, Palette))
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)


@pytest.mark.parametrize("opens", ["app.command_palette", "note", "enter"])
async def test_a_screen_closed_before_it_is_built(app, keep, opens: str) -> None:
    """It is built, then closes; the screen below goes on."""
    async with app(keep()).run_test() as pilot:
        table = pilot.app.screen
        await pilot.app.run_action(opens, default_namespace=table)
        assert pilot.app.screen is not table
        pilot.app.screen.dismiss()
        await pilot.pause()
        assert pilot.app.screen is table


async def test_a_question_answered_twice_closes_once(app, keep) -> None:
    """The second answer closes neither the screen below nor the last one."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("e")
        question = pilot.app.screen
        assert isinstance(question, AskLine)
        for _time in range(3):
            question.dismiss("windy")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.rounds[0].note == "windy"


async def test_screens_opened_and_closed_in_one_burst(app, keep) -> None:
    """Palette, help and entry come and go faster than they are drawn, and the app is still there."""
    async with app(keep()).run_test() as pilot:
        type_at_once(pilot, *["f2", "escape", "f2", "escape", "f1", "f2", "escape", "escape"] * 3)
        await pilot.pause(1)
        type_at_once(pilot, *["enter", "escape", "enter", "down", "f1", "escape", "escape", "escape"] * 2)
        await pilot.pause(1)
        assert pilot.app.is_running


@pytest.mark.parametrize(
    ("keys", "question", "sentence"),
    [
        (["e"], AskLine, "Type the answer on the line"),
        (["enter", "f12"], Confirm, "y answers Yes"),
        (["c"], Choose, "Move with the arrows"),
    ],
)
async def test_help_on_a_question(app, keep, keys: list[str], question: type, sentence: str) -> None:
    """F1 on a question says what it takes, and leads back to it."""
    async with app(keep()).run_test() as pilot:
        await pilot.press(*keys, "f1")
        assert isinstance(pilot.app.screen, Help)
        assert sentence in drawn(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, question)


@pytest.mark.parametrize("keys", [["enter", *"zzz", "down"], ["t", *"9999", "escape"]])
async def test_leaving_the_app_asks_about_what_cannot_be_saved(app, keep, keys: list[str]) -> None:
    """No leads back to what is typed, and so does a second press of the key that leaves; yes leaves."""
    async with app(keep()).run_test() as pilot:
        await pilot.press(*keys)
        before = pilot.app.screen
        await pilot.press("ctrl+q", "ctrl+q")
        question = pilot.app.screen.query_one(Static).content
        assert question == "What you typed for Ana is not saved. Leave and discard it?"
        await pilot.press("n")
        assert pilot.app.screen is before
        assert pilot.app.return_code is None
        await pilot.press("ctrl+q", "y")
        assert pilot.app.return_code is not None


async def test_the_app_can_be_left_while_a_correction_is_asked_about(app, keep) -> None:
    """The key that leaves asks for the reason first, and pressed again asks whether to go without."""
    async with app(keep(("Ana", "Ben"), happened=[scored(1, "Ana", Ben="12")])).run_test() as pilot:
        await pilot.press("up", "right", "enter", "backspace", "3", "ctrl+q")
        assert isinstance(pilot.app.screen, AskLine)
        await pilot.press("ctrl+q", "y")
        assert pilot.app.return_code is not None


async def test_escape_at_the_reason_leads_back_to_the_correction(app, keep) -> None:
    """A second Esc asks whether to discard what was typed, and does not ask for the reason for ever."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press(
            "enter", "1", "2", "enter", "o", "enter", "enter", "up", "enter", "backspace", "9", "enter"
        )
        assert isinstance(pilot.app.screen, AskLine)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, EntryScreen)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("y")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_two_lines_that_cannot_be_saved_do_not_call_the_cursor_back_from_each_other(app, keep) -> None:
    """The cursor rests where the last key was typed, and both lines keep what is typed on them."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"zzz")
        ana, ben, *_others = pilot.app.screen.query(EntryLine)
        ben.field.focus()
        ben.field.value = "+4"
        rests = set()
        for _turn in range(50):
            await asyncio.sleep(0.002)
            rests.add(pilot.app.screen.focused)
        assert rests == {ben.field}
        assert (ana.typed, ben.typed) == ("zzz", "+4")


async def test_a_line_that_cannot_be_saved_is_not_left_by_an_arrow(app, keep) -> None:
    """Keys typed ahead of the refusal stay together on the line that was refused."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter")
        type_at_once(pilot, *"zzz", "down", *"+4", "up", "9")
        lines = pilot.app.screen.query(EntryLine)
        await until(pilot, lambda: [line.typed for line in lines] == ["zzz+49", "", "", "", ""])
