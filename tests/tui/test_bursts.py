"""Keys typed in bursts are meant for one screen, and stay on their line while the store cannot be written."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from scorekeeper.game.round import Pips
from scorekeeper.storage import open_store
from scorekeeper.tui.chart import Chart
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.help import Palette
from scorekeeper.tui.home import Home
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import AskLine
from tests.tui.conftest import told, until
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


async def test_an_action_tapped_right_after_letters_that_do_not_find_it(app, keep) -> None:
    """It is the action that was to be seen there which is done."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("f2", *"chart")
        listed = pilot.app.screen.query_one(OptionList)
        await until(pilot, lambda: "Chart" in str(listed.options[0].prompt))
        pilot.app.screen.query_one(Input).value = "zz"
        listed.action_select()
        await until(pilot, lambda: isinstance(pilot.app.screen, Chart))


@pytest.mark.parametrize("opens", ["app.command_palette", "app.help", "enter"])
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


async def test_two_lines_that_cannot_be_saved_do_not_call_the_cursor_back_from_each_other(app, keep) -> None:
    """The cursor rests where the last key was typed, and both lines keep what is typed on them."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"zzz")
        ana, ben, *_others = pilot.app.screen.query(EntryLine)
        ben.field.focus()
        ben.field.value = "+4"
        rests = set()
        for _turn in range(50):
            await asyncio.sleep(0)
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


async def test_what_is_typed_while_the_store_is_locked_stays_on_its_line(app, keep, home: Path) -> None:
    """The entry is refused in a sentence; Enter saves it once the store is free."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        other = sqlite3.connect(home / "games.db", isolation_level=None)
        other.execute("begin immediate")
        await pilot.press("1", "2", "enter")
        assert "locked by another program, so nothing was saved" in told(pilot.app)
        assert pilot.app.session.game.rounds == ()
        assert "12" in drawn(pilot)
        other.execute("rollback")
        other.close()
        await pilot.press("enter")
        (played,) = open_store(home / "games.db").game(kept.id).game.rounds
        assert played.entries == {"Ana": Pips(12)}


async def test_a_file_that_was_replaced_is_not_written_to(app, keep, home: Path) -> None:
    """Neither the old file nor the new one; the sentence says what to do."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test() as pilot:
        await pilot.press("enter")
        games = home / "games.db"
        copy = home / "other.db"
        sqlite3.connect(games).execute("vacuum into ?", (str(copy),))
        copy.replace(games)
        await pilot.press("1", "2", "enter")
        assert "moved, deleted or replaced" in told(pilot.app)
        assert "12" in drawn(pilot)
    assert open_store(games).game(kept.id).game.rounds == ()
