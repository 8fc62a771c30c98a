"""Who begins a round, in the app: noted with one key, shown over the table, and not asked by the judge."""

from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.judge.ruling import RulingScreen
from tests.build import scored


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
