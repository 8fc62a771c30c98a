"""Who begins a round, in the app: noted with one key, shown over the table, and not asked by the judge."""

from textual.pilot import Pilot
from textual.widgets import OptionList

from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.judge.ruling import RulingScreen
from tests.build import scored


def title(pilot: Pilot[None]) -> str:
    """Return the line over the table."""
    return pilot.app.screen.title_words().plain


async def test_who_began_is_noted_with_one_key(app, keep) -> None:
    """Three keys; the start goes on round the table from there, and the same key takes it back."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("a", "down", "enter")
        assert pilot.app.session.game.rounds[0].began == "Ben"
        assert "Ben starts" in title(pilot)
        await pilot.press("a", "end", "enter")
        assert pilot.app.session.game.rounds == ()
        await pilot.press("a")
        assert pilot.app.screen.query_one(OptionList).option_count == 4
        await pilot.press("escape")


async def test_the_holder_of_the_double_starts(app, keep) -> None:
    """Where the double decides, the table, the entry and the scoreboard say so."""
    async with app(keep(book="tedmontgomery")).run_test(size=(100, 30)) as pilot:
        assert "9-9 · Whoever holds 9-9 starts" in title(pilot)
        await pilot.press("enter")
        assert "Whoever holds 9-9 starts" in title(pilot)
        await pilot.press("escape", "b")
        assert "Whoever holds 9-9 starts" in title(pilot)


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
        assert pilot.app.screen.ruling.reason.startswith("It depends on which tile Ana drew")
