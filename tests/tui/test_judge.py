"""The judge in the app: asked by keys, answered as the command answers, nothing typed ever lost."""

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from scorekeeper.judge.draft import FormLine
from scorekeeper.tui.entry.tile_pad import TilePicker, Tray
from scorekeeper.tui.judge.form import FactLine, JudgeForm
from scorekeeper.tui.judge.questions import Judge
from scorekeeper.tui.judge.ruling import Comparison, RulingScreen
from scorekeeper.tui.printing import Print
from scorekeeper.tui.widgets.dialogs import Choose
from tests.build import scored
from tests.tui.conftest import until

FEW = ("Ed", "Fay", "Gus")


async def test_trains_are_picked_by_those_who_do_not_type(app, keep) -> None:
    """A train, its number and its marker are tapped one after the other, and added to what is there."""
    async with app(keep(FEW, "train-usual", 12)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        form = pilot.app.screen
        trains = next(line for line in form.query(FactLine) if line.line.name == "trains")
        for picks, typed in (
            (("enter", "down", "enter", "down", "enter"), "Ed 1 *"),
            (("end", "enter", "enter"), "Ed 1 *, public 0"),
        ):
            trains.enter()
            await pilot.press("f3")
            for key in picks:
                await until(pilot, lambda: isinstance(pilot.app.screen, Choose))
                await pilot.press(key)
            await until(pilot, lambda: pilot.app.screen is form)
            await pilot.pause()
            assert trains.field.value == typed


async def test_a_rule_is_found_by_its_words_and_ruled_on_at_once(app) -> None:
    """No form is between the search and the ruling, and the likeliest question is first."""
    async with app().run_test(size=(100, 40)) as pilot:
        await pilot.press("j", "s", *"forgot to draw", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulingScreen))
        shown = str(pilot.app.screen.query_one("#why", Static).content)
        assert pilot.app.screen.ruling.rule == "conduct.forgot_draw"
        assert "“Classic” does not say; nor does any book we know" in shown
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Comparison))
        compared = str(pilot.app.screen.query_one("#every-book", Static).content)
        assert compared.count("the draw is lost") == 1
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Judge))


async def test_questions_beyond_the_keys_have_none(app, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are listed all the same, and asked by Enter."""
    monkeypatch.setattr("scorekeeper.tui.judge.questions.KEYS", "12")
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "3")
        listed = pilot.app.screen.query_one("#questions", OptionList)
        assert [str(one.prompt)[:3] for one in listed.options[:3]] == ["1  ", "2  ", "   "]
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))


async def test_the_hand_that_would_settle_it_is_that_of_the_player_it_turns_on(app, keep) -> None:
    """Enter goes to the hand of whoever did it, not to the first one of the table."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "b", *"gus drew", "enter", "enter", "enter", "enter", "5", "f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulingScreen))
        assert pilot.app.screen.ruling.verdict == "depends"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, JudgeForm))
        assert pilot.app.screen.focused.parent.line == FormLine("hands", "Gus")


async def test_what_was_typed_is_never_hidden(app) -> None:
    """F6 hides empty lines alone, even under the cursor; a filled one counts and stays, right or wrong."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "5", "f6", *["down"] * 5, *"four", "f6")
        yard = [each for each in pilot.app.screen.query(FactLine) if each.line == FormLine("yard")]
        assert [each.field.value for each in yard] == ["four"]
        await pilot.press(*["backspace"] * 4, "f6", "f6")
        assert FormLine("yard") not in [each.line for each in pilot.app.screen.query(FactLine)]
        assert isinstance(pilot.app.screen.focused, Input)


async def test_a_ruling_is_printed_on_a_page(app, keep, home: Path) -> None:
    """P writes a PDF that the person can hand round."""
    async with app(keep(FEW, "tedmontgomery")).run_test() as pilot:
        await pilot.press("j", "a", *"00 50 32", "f5", "p")
        screen = pilot.app.screen
        assert isinstance(screen, Print)
        screen.query_one("#file", Input).value = str(home / "ruling.pdf")
        await pilot.press("f5")
        assert (home / "ruling.pdf").read_bytes().startswith(b"%PDF")


async def tap(pilot, high: int, low: int) -> None:
    """Tap a number, then one of its tiles."""
    tray = pilot.app.screen.query_one(Tray)
    for wanted in ((False, high), (True, low)):
        spot = next(one for one in tray.spots(tray.content_size.width) if one[:2] == wanted)
        await pilot.click(tray, offset=(spot.x + 1, spot.y))
        await pilot.pause()


async def test_facts_are_picked_by_those_who_do_not_type(app, keep) -> None:
    """F3 or a tap opens names, numbers or tiles; what is picked stands on the line."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "1", "f3", "down", "enter", "down")
        await pilot.click(list(pilot.app.screen.query(FactLine))[1], offset=(45, 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, TilePicker)
        await tap(pilot, 4, 4)
        typed = {each.line.name: each.field.value for each in pilot.app.screen.query(FactLine)}
        assert (typed["player"], typed["tile"]) == ("Fay", "4-4")


async def test_numbers_are_picked_from_a_list(app, keep) -> None:
    """No more are offered than can be; a line that takes several has each after the ones before, or none of them."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "2", "f6")
        for name, picks, typed in (
            ("yard", ("end",), "20"),
            ("toes", ("home",), "0"),
            ("ends", ("home",), "0"),
            ("ends", ("down",), "0 1"),
            ("ends", ("end",), "-"),
            ("ends", ("home",), "0"),
            ("foot", ("end",), "9"),
            ("foot", ("home",), "9 0"),
            ("foot", ("down",), "1"),
        ):
            line = next(one for one in pilot.app.screen.query(FactLine) if one.line.name == name)
            line.enter()
            await pilot.press("f3", *picks, "enter")
            assert line.field.value == typed, (name, picks)


async def test_many_tiles_are_picked_until_done(app, keep) -> None:
    """A hand grows tile by tile."""
    async with app(keep(FEW)).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "a", "f3")
        await tap(pilot, 5, 0)
        await tap(pilot, 3, 2)
        await tap(pilot, 3, 1)
        await tap(pilot, 3, 1)
        await pilot.click("#take")
        await pilot.pause()
        assert next(iter(pilot.app.screen.query(FactLine))).field.value == "5-0 3-2"


async def test_what_happened_is_picked_step_by_step(app, keep) -> None:
    """Who, then what, then the tile or whom: the line says it, and the next one is there."""
    async with app(keep(FEW, "tedmontgomery")).run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "9", "f", "enter", "f3", "down", "enter", "enter")
        await tap(pilot, 6, 4)
        await pilot.press("f3", "enter", "up", "enter")
        assert isinstance(pilot.app.screen, Choose)
        await pilot.press("enter", "f3", "enter", "down", "enter")
        typed = [each.field.value for each in pilot.app.screen.query(FactLine) if each.line.name == "events"]
        assert typed == ["Fay 6-4", "Ed caught Fay", "Ed draw", ""]


async def test_the_judge_does_not_ask_what_the_game_knows(app, keep) -> None:
    """Where Ben began the first round, Carla begins the second: the only line says so, and F5 rules on it."""
    first = scored(1, "Ana", Ben="4", Carla="1", Dan="2")
    async with app(keep(happened=[first])).run_test() as pilot:
        await pilot.press("up", "a", "down", "enter", "j")
        screen = pilot.app.screen
        screen.put("starter")
        await pilot.pause()
        lines = {line.label: line.field.value for line in pilot.app.screen.query(FactLine)}
        assert lines == {"Began last round": "Ben"}
        await pilot.press("f5")
        assert isinstance(pilot.app.screen, RulingScreen)
        assert pilot.app.screen.ruling.answer == "Carla"


async def test_the_judge_asks_in_plain_words_where_nothing_is_told(app, keep) -> None:
    """With every line empty the ruling says what it depends on."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("j")
        pilot.app.screen.put("starter")
        await pilot.pause()
        await pilot.press("f5")
        assert pilot.app.screen.ruling.reason.startswith("It depends on what Ana, Ben, Carla and Dan drew")
