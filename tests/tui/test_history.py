"""History: games and players found by filters, a player's page, two side by side, names put together."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from textual.widgets import Select, Static

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Out, Points
from scorekeeper.storage import open_store
from scorekeeper.tui.history import History
from scorekeeper.tui.home import Home
from scorekeeper.tui.player import Against, PlayerScreen
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.data_list import LongList
from tests.build import started
from tests.tui.conftest import told

Keep = Callable[..., str]


@pytest.fixture
def keep_over(home: Path, shelf: Shelf) -> Keep:
    """Return a function that keeps a game of one round, finished unless told otherwise."""

    def kept(names: str, day: int = 20, set_size: int = 9, over: bool = True, book: str = "classic") -> str:
        players = tuple(names.split())
        length = "rounds.length=fixed", f"rounds.count={1 if over else 2}"
        title, date_of = f"Evening {day}", date(2026, 11, day)
        begun = started(*length, players=players, size=set_size, title=title, day=date_of, book=book)
        store, at = open_store(home / "games.db"), datetime(2026, 11, day, 20, tzinfo=UTC)
        points = {name: Points(10 * seat) for seat, name in enumerate(players) if seat}
        game = store.append(
            store.create(begun, at), [RoundScored(round=1, ending=Out(players[0]), entries=points)], at
        )
        store.close()
        return game.id

    return kept


@pytest.fixture
def evenings(keep_over: Keep) -> list[str]:
    """Keep four games and return their ids, the earliest first."""
    return [
        keep_over("Ana Ben Cy", 17),
        keep_over("Ben Ana", 18, set_size=12),
        keep_over("Anna Dan", 19),
        keep_over("Ana Ben", 20, over=False),
    ]


def rows(screen: object, name: str) -> list[str]:
    """Return what a list shows, row by row."""
    found = screen.query_one(f"#{name}", LongList)  # type: ignore[attr-defined]
    return ["|".join(found.cells(row)) for row in range(len(found.rows))]


async def test_games_are_listed_by_date_and_enter_opens_one(app, evenings) -> None:
    """The latest game comes first, with who won or is ahead; enter opens it."""
    async with app().run_test() as pilot:
        await pilot.press("h")
        assert rows(pilot.app.screen, "past")[:2] == [
            "20 Nov 2026|Evening 20|1 of 2|Ana ahead with 0 · Ben",
            "19 Nov 2026|Evening 19|finished|Anna won with 0 · Dan",
        ]
        await pilot.press("down", "enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.players == ("Anna", "Dan")
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, History)


async def test_what_changed_in_a_game_shows_when_its_table_is_left(app, evenings) -> None:
    """Back from a table the history is as the games are now."""
    async with app().run_test() as pilot:
        await pilot.press("h", "enter", "u", "escape")
        assert rows(pilot.app.screen, "past")[0] == "20 Nov 2026|Evening 20|0 of 2|not begun · Ana, Ben"


async def test_filters_narrow_games_and_players_together(app, evenings) -> None:
    """Names, days, set and finished games narrow both lists; Esc takes them away."""
    async with app().run_test(size=(140, 40)) as pilot:
        await pilot.press("h", "s", *"ben", "enter")
        history = pilot.app.screen
        assert len(rows(history, "past")) == 3
        assert {row.split("|")[0] for row in rows(history, "people")} == {"Ana", "Ben", "Cy"}
        history.query_one("#set", Select).value = 12
        await pilot.pause()
        assert [row[:11] for row in rows(history, "past")] == ["18 Nov 2026"]
        await pilot.press("escape", "s", "tab", *"2026-11-20")
        history.query_one("#finished", Select).value = True
        await pilot.pause()
        assert not history.query_one("#lists").display
        assert "clear the filters" in str(history.query_one("#none", Static).content)
        await pilot.press("escape")
        assert len(rows(history, "past")) == 4
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)


async def test_the_game_played_last_is_chosen_first(app, keep_over, evenings) -> None:
    """Games are not ranked together; Esc leaves the game chosen, and points of two sets are not compared."""
    keep_over("Ben Zoe", 21, set_size=12, book="train-usual")
    async with app().run_test(size=(140, 40)) as pilot:
        await pilot.press("h")
        history = pilot.app.screen
        assert [row.split("|")[:3] for row in rows(history, "people")] == [
            ["Ben", "1", "0.0"],
            ["Zoe", "1", "10.0"],
        ]
        history.query_one("#played", Select).value = "Chickenfoot"
        await pilot.pause()
        assert not any("·" in row for row in rows(history, "people"))
        assert "Choose one game and one set" in str(history.query_one("#counted", Static).content)
        pilot.app.push_screen(
            player := PlayerScreen(pilot.app.session, "Ana", pilot.app.session.store.past())
        )
        await pilot.pause()
        assert "Choose one game and one set" in str(player.query_one("#course", Static).content)
        assert not any("·" in row for row in rows(player, "others"))
        await pilot.press("escape")
        history.query_one("#set", Select).value = 9
        await pilot.pause()
        assert "·" not in {row.split("|")[2] for row in rows(history, "people")}
        await pilot.press("escape")
        assert len(rows(history, "past")) == 4
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)


async def test_a_players_page_leads_to_two_side_by_side_and_to_their_games(app, keep_over) -> None:
    """From the players to one, from there to two, from there into a game, and back by Esc."""
    for names, day in (("Ana Ben Cy", 17), ("Ben Ana", 18)):
        keep_over(names, day)
    keep_over("Ana Ben", 20, over=False)
    async with app().run_test() as pilot:
        await pilot.press("h", "v")
        assert rows(pilot.app.screen, "people")[0].startswith("Ana|3|")
        await pilot.press("enter")
        assert "1 of 2 finished games, 50%" in str(pilot.app.screen.query_one("#figures", Static).content)
        assert rows(pilot.app.screen, "others")[0] == "Ben|3|1|1|0|3.3|6.7"
        await pilot.press("v")
        assert "17 Nov 2026" in str(pilot.app.screen.query_one("#course", Static).content)
        await pilot.press("v", "enter")
        assert isinstance(pilot.app.screen, Against)
        assert "Of 2 finished games" in str(pilot.app.screen.query_one("#figures", Static).content)
        assert rows(pilot.app.screen, "past")[0] == "20 Nov 2026|0|10|Ana ahead with 0"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("escape", "escape", "escape", "escape")
        assert isinstance(pilot.app.screen, Home)


async def test_two_names_of_one_player_are_put_together_and_apart(app, evenings, home) -> None:
    """M says whose games these are too; s on that page takes the names apart."""
    async with app().run_test(size=(140, 40)) as pilot:
        await pilot.press("h", "v", "down")
        names = [row.split("|")[0] for row in rows(pilot.app.screen, "people")]
        pilot.app.screen.query_one("#people", LongList).cursor = names.index("Anna")
        await pilot.press("enter", "m", "enter")
        assert rows(pilot.app.screen, "people")[0].startswith("Ana|3|")
        pilot.app.screen.query_one("#people", LongList).cursor = 0
        await pilot.press("enter")
        assert "Also" in str(pilot.app.screen.query_one("#figures", Static).content)
        await pilot.press("u", "enter")
        assert "Anna" in {row.split("|")[0] for row in rows(pilot.app.screen, "people")}
    assert open_store(home / "games.db").same_players() == {}


async def test_nobody_to_put_together_is_said(app, keep_over) -> None:
    """Where everybody has played against each other there is nobody to choose; nothing to take apart either."""
    keep_over("Ana Ben")
    async with app().run_test(notifications=True) as pilot:
        await pilot.press("h", "v", "enter", "m")
        assert isinstance(pilot.app.screen, PlayerScreen)
        assert "played against Ana" in told(pilot.app)
        await pilot.press("u")
        assert "merged with Ana" in told(pilot.app)


async def test_a_long_list_goes_where_keys_and_clicks_say(app, keep_over) -> None:
    """Arrows, pages and ends move the cursor and stop at the ends; a second click on a row opens it."""
    for day in range(1, 31):
        keep_over("Ana Ben", day)
    async with app().run_test() as pilot:
        await pilot.press("h")
        found = pilot.app.screen.query_one("#past", LongList)
        places = []
        for key in ("up", "down", "pagedown", "end", "down", "pageup", "home"):
            await pilot.press(key)
            places.append(found.cursor)
        page = found.size.height - 2
        assert places == [0, 1, 1 + page, 29, 29, 29 - page, 0]
        await pilot.click(LongList, offset=(5, 0))
        assert found.cursor == 0
        await pilot.click(LongList, offset=(5, 3))
        assert (found.cursor, type(pilot.app.screen)) == (2, History)
        await pilot.click(LongList, offset=(5, 3))
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.date == date(2026, 11, 28)


async def test_home_lists_games_going_on_first_with_who_leads(app, evenings) -> None:
    """A game that goes on stands before finished ones, with its leader."""
    async with app().run_test() as pilot:
        options = pilot.app.screen.query_one("#games")
        told = [str(options.get_option_at_index(index).prompt) for index in range(options.option_count)]
        assert told[0].split() == ["In", "progress", "rounds", "ahead"]
        assert re.match(r"▸ Evening 20 .* 1 of 2 +Ana +0 ", told[1])
        assert told[2].split() == ["Finished", "rounds", "winner"]
        assert re.search("Anna +0 ", told[3])


async def test_home_names_what_can_be_done_and_a_click_does_it(app) -> None:
    """With few games every thing that can be done stands there with its key."""
    async with app().run_test() as pilot:
        lines = [line for line in pilot.app.screen.query(".doing") if line.display]
        assert len(lines) >= 5
        line = next(line for line in lines if "History" in str(line.content))
        await pilot.click(line)
        await pilot.pause()
        assert isinstance(pilot.app.screen, History)


async def test_the_day_of_a_game_is_corrected_on_the_table_and_history_follows(app, keep_over) -> None:
    """What is no day that was is asked again with what was typed; one undo brings the day back."""
    keep_over("Ana Ben", over=False)
    async with app().run_test(notifications=True) as pilot:
        await pilot.press("enter", "d", "ctrl+u", *"soon", "enter")
        assert "“soon” is not a day up to today" in pilot.app.screen._question
        await pilot.press("ctrl+u", *"5 Jan 2024", "enter")
        assert "played on 5 January 2024" in told(pilot.app)
        assert pilot.app.session.game.date == date(2024, 1, 5)
        await pilot.press("escape", "h")
        past = pilot.app.screen.query_one("#past", LongList)
        assert past.cells(0)[0] == "05 Jan 2024"
        await pilot.press("enter", "u")
        assert pilot.app.session.game.date == date(2026, 11, 20)


@pytest.mark.parametrize("size", [(120, 40), (132, 40), (200, 50)], ids=str)
async def test_names_are_whole_where_bars_and_shares_could_give_way(app, keep_over, size) -> None:
    """What is wide yields before a name is cut, and no number does."""
    names = ("Maximiliane", "Christopher", "Fitzgeraldine", "Bartholomew")
    keep_over(" ".join(names))
    async with app().run_test(size=size) as pilot:
        await pilot.press("h")
        await pilot.pause()
        people = pilot.app.screen.query_one("#people", LongList)
        drawn = "\n".join(people.render_line(row).text for row in range(people.size.height))
        assert [name for name in names if name not in drawn] == []
        assert {"games", "per round", "won"} <= {column.label for column in people.columns}
