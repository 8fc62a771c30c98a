"""A whole evening, typed in as a person would."""

from textual.pilot import Pilot
from textual.widgets import Input

from scorekeeper.game.round import Blocked
from scorekeeper.tui.entry.round import EntryScreen, WhoHadDoubleBlank
from scorekeeper.tui.table.result import ResultScreen
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.moment import Moment

EVENING = {
    "Ana": "0 17 29 0 12 16 0 24 11 15",
    "Ben": "21 0 14 23 31 9 18 0 2 6",
    "Carla": "34 25 0 19 28 41 13 7 0 10",
    "Dan": "18 40 33 27 0 22 36 15 26 0",
}
"""Worked example F2: ten rounds of double-nine; round 4-4 was blocked."""


async def type_evening(pilot: Pilot[None]) -> None:
    """Type all ten rounds, keyboard only; nobody had 0-0."""
    for hands in zip(*(row.split() for row in EVENING.values()), strict=True):
        if not isinstance(pilot.app.screen, EntryScreen):
            await pilot.press("enter")
        for hand in hands:
            await pilot.press(*("o" if hand == "0" else hand), "enter")
        if "0" not in hands:
            await pilot.press("4", "enter")
        if isinstance(pilot.app.screen, WhoHadDoubleBlank):
            await pilot.press("enter")


async def test_an_evening_typed_on_the_keyboard_is_won_by_rounds_won(app) -> None:
    """Worked example F2, from the empty home to the result, says Ana by most rounds won."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        for name in EVENING:
            await pilot.press(*name, "enter")
        await pilot.press("f5")
        await type_evening(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, ResultScreen)
        told = pilot.app.screen.query_one(Moment).shown.why
        assert told == "Ana wins with 124. Ana and Ben both have 124; Ana won 3 rounds, Ben 2."
        game = pilot.app.session.game
        assert [game.total(name) for name in EVENING] == [124, 124, 177, 217]
        assert game.rounds[5].ending == Blocked(4)


async def test_a_game_that_was_half_set_up_is_there_again_after_esc(app) -> None:
    """Names, game and title wait on New game until a game is started from them."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", *"Ana", "enter", *"Ben", "enter", "f6")
        pilot.app.screen.query_one("#game-title", Input).value = "Sunday"
        await pilot.press("escape", "n", *"Cy", "f5")
        game = pilot.app.session.game
        assert (game.players, game.title) == (("Ana", "Ben", "Cy"), "Sunday")
        assert game.rules.layout.owned_ends
        await pilot.press("escape", "escape", "n")
        assert pilot.app.screen.query_one("#game-title", Input).value == ""


async def test_an_evening_is_there_again_after_the_app_was_closed(app, keep) -> None:
    """Nothing has to be saved: the next start shows what the last one showed."""
    kept = keep()
    async with app(kept).run_test() as pilot:
        await pilot.press("enter", "2", "1", "enter", "o", "enter")
    async with app(kept).run_test() as pilot:
        assert pilot.app.session.game.rounds[0].out == "Ben"
        assert pilot.app.session.game.total("Ana") == 21


async def test_six_players_need_the_digits_and_one_key_more_each(app, keep) -> None:
    """A round of six by keyboard costs no more than the digits plus two keys per player."""
    players = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn")
    hands = ("12", "7", "o", "31", "5", "18")
    async with app(keep(players)).run_test() as pilot:
        keys = ["enter"]
        for hand in hands:
            keys += [*hand, "enter"]
        keys.append("enter")  # nobody had 0-0
        await pilot.press(*keys)
        assert not pilot.app.session.game.round(1).missing(players)
        assert isinstance(pilot.app.screen, TableScreen)
        assert len(keys) <= sum(map(len, hands)) + 2 * len(players)
