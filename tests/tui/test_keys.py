"""Keys in sentences are the person's own, and letters typed for answers are those of the language."""

from pathlib import Path

import pytest
from textual.widgets import Button, OptionList, Static

from scorekeeper.text import spoken
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.judge.form import JudgeForm
from scorekeeper.tui.judge.ruling import RulingScreen
from tests.build import scored
from tests.catalogues import language_of

SPANISH = language_of(
    "es", {"the letter typed for Yes\x04y": "s", "the letter typed for No\x04n": "n", "key\x04Esc": "Escape"}
)


async def test_sentences_name_the_key_that_the_settings_give_to_an_action(app, home: Path) -> None:
    """Whoever gives another key to an action reads that key wherever it is mentioned."""
    (home / "settings.toml").write_text(
        '[keys.home]\nresume = "z"\nnew = "w"\nhistory = "f9,y"\n', encoding="utf-8"
    )
    async with app().run_test() as pilot:
        assert "Press z to start" in str(pilot.app.screen.query_one("#empty", Static).content)
        menu = " ".join(str(line.content) for line in pilot.app.screen.query(".doing").results(Static))
        assert "    w  New game" in menu
        assert "   F9  History" in menu
        await pilot.press("f9")
        assert "Press Esc, then w" in str(pilot.app.screen.query_one("#none", Static).content)


async def test_the_footer_shows_the_keys_of_the_question_in_front(app, keep) -> None:
    """Under a question stand its own keys, not those of the screen that it covers."""
    keep()
    async with app().run_test() as pilot:
        await pilot.press("d")
        words = {key.words for key in pilot.app.screen.query_one(KeyLine).shown_keys()}
        assert words == {"Yes", "No", "Never mind", "Help", "More"}


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("count", [1, 2])
async def test_the_table_offers_to_print_when_a_sheet_is_wanted(app, keep, count: int, width: int) -> None:
    """Print stands beside Enter once the game is over, and while an earlier round is marked, but not before."""
    one = scored(1, "Ana", Ben="4", Carla="5", Dan="6")
    async with app(keep(happened=[one], **{"rounds.length": "fixed", "rounds.count": count})).run_test(
        size=(width, 24)
    ) as pilot:
        line = pilot.app.screen.query_one(KeyLine)
        if count == 2:
            assert [key.action for key in line.shown_keys()][:2] == ["enter", "undo"]
            await pilot.press("up")
            assert "Round due" in str(line.render())
        assert [key.action for key in line.shown_keys()][:2] == ["enter", "print"]


@pytest.mark.parametrize(("key", "left"), [("s", 0), ("n", 1)])
async def test_yes_is_typed_in_the_language_in_use_or_in_english(app, keep, key: str, left: int) -> None:
    """A language adds its own letter; `y` and `n` answer in every one."""
    keep()
    with spoken(SPANISH):
        async with app().run_test() as pilot:
            await pilot.press("d")
            words = {str(button.label) for button in pilot.app.screen.query(Button)}
            assert words == {"No (n)", "Yes (s)"}
            keys = [hint.shown for hint in pilot.app.screen.query_one(KeyLine).shown_keys()]
            assert "s" in keys
            assert "y" not in keys
            await pilot.press(key)
            assert len(pilot.app.session.store.list()) == left


async def test_a_question_without_facts_can_be_ruled_on_at_once(app, keep) -> None:
    """Classic needs nothing to say whether another double may start; the form says so, and F5 rules."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("j")
        questions = pilot.app.screen.query_one("#questions", OptionList)
        questions.highlighted = questions.get_option_index("starting-double")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, JudgeForm)
        assert "Press F5" in str(pilot.app.screen.query_one("#hint", Static).content)
        await pilot.press("up", "f5")
        assert isinstance(pilot.app.screen, RulingScreen)


async def test_whoever_comes_later_is_not_said_to_have_left(app, keep) -> None:
    """A newcomer who plays from the next round on is shown with that round."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "escape", "w", "n", *"Gus", "enter", "enter")
        options = pilot.app.screen.query_one("#company", OptionList).options
        assert any(str(option.prompt).endswith("since round 2") for option in options)
