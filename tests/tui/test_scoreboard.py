"""The scoreboard between rounds."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.game.events import EventKind, Finished, RoundScored, TotalsHidden, Undone
from scorekeeper.game.round import Out, Points
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame
from scorekeeper.tui.base.colours import LEADS
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.bands import Bands
from scorekeeper.tui.widgets.letters import large as drawn
from tests.tui.conftest import NOON, told

SHORT = {"rounds.length": "fixed", "rounds.count": 2}


@pytest.fixture
def after(keep, home) -> Callable[..., KeptGame]:
    """Return a function that keeps a game of Ana, Ben and Carla with these events."""

    def kept(*events: EventKind, **house: object) -> KeptGame:
        game = keep(("Ana", "Ben", "Carla"), **house)
        store = open_store(home / "games.db")
        for event in events:
            game = store.append(game, [event], NOON)
        store.close()
        return game

    return kept


def scored(number: int, out: str, **points: int) -> RoundScored:
    """Return a round that somebody went out in, with the points of the others."""
    hands = {name: Points(count) for name, count in points.items()}
    return RoundScored(round=number, ending=Out(out), entries=hands)


FIRST = scored(1, "Ben", Ana=30, Carla=12)
LAST = scored(2, "Carla", Ana=5, Ben=12)


def board(pilot: Pilot[None]) -> list[tuple[str, str, str, str]]:
    """Return the bands of the board in front: rank, player, points, gap."""
    bands = pilot.app.screen.query_one(Bands).placed
    return [(band.rank.strip(), band.player, band.figure, band.gap) for band in bands]


def below(pilot: Pilot[None]) -> str:
    """Return what stands below the board."""
    return str(pilot.app.screen.query_one("#under-board", Static).content)


async def test_the_scoreboard_is_sorted_with_gaps_and_says_who_is_missing(app, after) -> None:
    """B shows the complete rounds best first; a half entered one has whom it lacks."""
    half = RoundScored(round=2, entries={"Ana": Points(1)})
    async with app(after(FIRST, half)).run_test() as pilot:
        await pilot.press("b")
        lines = [("1", "Ben", "0", LEADS), ("2", "Carla", "12", "+12"), ("3", "Ana", "30", "+30")]
        assert board(pilot) == lines
        assert below(pilot) == "After 1 round  ·  Still to come: Ben and Carla"


@pytest.mark.parametrize(("width", "double"), [(32, ""), (36, " · 8-8")])
async def test_a_title_loses_whole_parts(app, after, width, double) -> None:
    """Where a part does not fit as a whole, it is left out with those behind it."""
    async with app(after(FIRST)).run_test(size=(width, 24)) as pilot:
        title = str(pilot.app.screen.query_one("#title", Static).content)
        assert title == f"Friday night · round 2 of 10{double}"


async def test_enter_goes_on_from_the_scoreboard_to_whoever_is_missing(app, after) -> None:
    """One key leads to the next hand, wherever the cursor was on the table; Esc leads back to the table."""
    half = RoundScored(round=2, entries={"Ana": Points(1)})
    async with app(after(FIRST, half)).run_test() as pilot:
        await pilot.press("up", "b", "escape")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("b", "enter", *"17", "enter")
        assert isinstance(pilot.app.screen, EntryScreen)
        assert pilot.app.session.game.points[1] == {"Ana": 1, "Ben": 17}


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)], ids=str)
async def test_the_table_stays_when_a_round_is_complete(app, after, size) -> None:
    """No scoreboard comes by itself: where there is room for one, the standing stands beside the table."""
    async with app(after(FIRST)).run_test(size=size) as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter", "8", "enter", "enter")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_hidden_totals_are_not_on_the_scoreboard(app, after) -> None:
    """Names in seating order, without points, until the end."""
    async with app(after(FIRST, TotalsHidden(True))).run_test() as pilot:
        await pilot.press("b")
        assert board(pilot) == [("", name, "", "") for name in ("Ana", "Ben", "Carla")]
        assert below(pilot) == "Totals are hidden until the end.  ·  Left of the last starter starts"


@pytest.mark.parametrize(
    ("events", "announced", "whose"),
    [
        ((), ("9-9", "Whoever draws the most dots starts"), ""),
        ((RoundScored(round=1, began="Ana"),), ("9-9  Ana starts",), "Ana"),
        ((FIRST,), (), ""),
    ],
)
async def test_it_announces_who_begins(app, after, events, announced, whose) -> None:
    """In large letters as far as they fit, in the colour of the player if it is one."""
    async with app(after(*events)).run_test() as pilot:
        await pilot.press("b")
        headline = pilot.app.screen.query_one("#headline", Static)
        assert str(headline.content) == "\n".join(drawn(words, 78, 4) for words in announced)
        own = [band.badge.colour for band in pilot.app.screen.query_one(Bands).placed if band.player == whose]
        assert str(headline.content.style or "") == "".join(own)


async def test_a_finished_game_offers_no_round_to_enter(app, after) -> None:
    """Enter leads to the result; on a marked hand it has no key at the foot, and says how the game can go on."""
    async with app(after(FIRST, Finished())).run_test(notifications=True) as pilot:
        assert pilot.app.screen.query_one(KeyLine).keys[0].words == "Result"
        await pilot.press("right")
        await pilot.pause()
        assert "enter" not in [key.action for key in pilot.app.screen.query_one(KeyLine).keys]
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert "Press f to reopen it." in told(pilot.app)
        assert "finished after 1 of 10 rounds" in str(pilot.app.screen.query_one("#title", Static).content)


async def test_the_table_says_that_another_window_ended_the_game(app, after, home) -> None:
    """It says who won and which key shows the result, and no longer so once the game goes on."""
    kept = after(FIRST)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        table, store = pilot.app.screen, open_store(home / "games.db")
        over = table.query_one("#over", Static)
        assert not over.display
        kept = store.append(kept, [Finished()], NOON)
        await table.poll()
        await pilot.pause()
        assert over.display
        assert over.content == "The game is over: Ben wins. Press Enter for the result."
        store.append(kept, [Undone()], NOON)
        store.close()
        await table.poll()
        assert not over.display
