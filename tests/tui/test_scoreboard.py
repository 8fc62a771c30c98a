"""The scoreboard between rounds, and the winner's moment after the last one."""

from collections.abc import Callable

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Select, Static

from scorekeeper.game.events import EventKind, Finished, PlayerLeft, RoundScored, TotalsHidden, Undone
from scorekeeper.game.round import Out, Points
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame
from scorekeeper.system.settings import read_settings
from scorekeeper.tui.base.colours import LEADS
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.table.result import ResultScreen
from scorekeeper.tui.table.scoreboard import Reveal, Scoreboard
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.board import Board, enlarged, flowed
from scorekeeper.tui.widgets.board import large as drawn
from tests.tui.conftest import NOON, told
from tests.tui.test_translated import plain

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
    """Return the lines of the board in front that are not covered: rank, player, points, gap."""
    lines = pilot.app.screen.query_one(Board).lines
    return [(line.rank, line.player, line.points, line.gap) for line in lines if not line.covered]


def below(pilot: Pilot[None]) -> str:
    """Return what stands below the board."""
    return str(pilot.app.screen.query_one("#under-board", Static).content)


async def test_the_scoreboard_is_sorted_with_gaps_and_says_who_is_missing(app, after) -> None:
    """B shows the complete rounds best first; a half entered one has whom it lacks, in large letters with room."""
    half = RoundScored(round=2, entries={"Ana": Points(1)})
    async with app(after(FIRST, half)).run_test() as pilot:
        await pilot.press("b")
        lines = [("1", "Ben", "0", "leads"), ("2", "Carla", "12", "+12"), ("3", "Ana", "30", "+30")]
        assert board(pilot) == lines
        assert below(pilot) == "After 1 round  ·  Still to come: Ben and Carla"
        await pilot.resize_terminal(200, 50)
        assert below(pilot) == flowed("After 1 round · Still to come: Ben and Carla", 198, 2, low=True)


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


@pytest.mark.parametrize(("size", "comes"), [((120, 36), True), ((120, 35), False)])
async def test_the_scoreboard_shows_by_itself_on_a_large_terminal(app, after, size, comes) -> None:
    """It comes when a round is complete, and not for a correction."""
    async with app(after(FIRST)).run_test(size=size) as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter", "8", "enter", "enter")
        assert isinstance(pilot.app.screen, Scoreboard) == comes
        await pilot.press(*["escape"] * comes, "up", "right", "enter", "7", "enter", "enter")
        assert pilot.app.session.game.points[1]["Ben"] == 7
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_scoreboard_can_be_told_not_to_show_by_itself(app, after, home) -> None:
    """A on the scoreboard switches it off for good, and on again; the footer says which it is."""
    async with app(after(FIRST)).run_test(size=(120, 36), notifications=True) as pilot:
        await pilot.press("b", "v")
        assert not read_settings(home / "settings.toml").scoreboard
        assert "no longer" in told(pilot.app)
        await pilot.press("enter", "o", "enter", "9", "enter", "8", "enter", "enter")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("b")
        assert "Show by itself: off" in str(pilot.app.screen.query_one(KeyLine).render())
        await pilot.press("v")
        assert read_settings(home / "settings.toml").scoreboard
        assert "Show by itself: on" in str(pilot.app.screen.query_one(KeyLine).render())


async def test_hidden_totals_are_not_on_the_scoreboard(app, after) -> None:
    """Names in seating order, without points, until the end."""
    async with app(after(FIRST, TotalsHidden(True))).run_test() as pilot:
        await pilot.press("b")
        assert board(pilot) == [("", name, "", "") for name in ("Ana", "Ben", "Carla")]
        assert below(pilot) == "Totals are hidden until the end.  ·  Left of the last starter starts"


@pytest.mark.parametrize(
    ("events", "house", "announced", "whose"),
    [
        ((), {}, ("9-9", "Whoever draws the most dots starts"), ""),
        ((RoundScored(round=1, began="Ana"),), {}, ("9-9  Ana starts",), "Ana"),
        ((FIRST,), {}, (), ""),
        ((FIRST, scored(2, "Carla", Ana=5, Ben=30)), SHORT, ("Carla wins",), "Carla"),
        ((FIRST, LAST), SHORT, ("Ben and Carla share the win",), ""),
    ],
)
async def test_it_announces_who_begins_and_who_won(app, after, events, house, announced, whose) -> None:
    """In large letters as far as they fit, in the colour of the player if it is one."""
    async with app(after(*events, **house)).run_test() as pilot:
        await pilot.press("b")
        headline = pilot.app.screen.query_one("#headline", Static)
        assert str(headline.content) == "\n".join(drawn(words, 78, 4) for words in announced)
        own = [line.badge.colour for line in pilot.app.screen.query_one(Board).lines if line.player == whose]
        assert str(headline.content.style or "") == "".join(own)


def places(pilot: Pilot[None]) -> list[str]:
    """Return the rows of the table of places, without its heads."""
    console = Console(width=60, color_system=None)
    with console.capture() as capture:
        console.print(pilot.app.screen.query_one("#places", Static).content)
    return capture.get().splitlines()[1:]


def large(pilot: Pilot[None]) -> str:
    """Return the large names of the result."""
    return str(pilot.app.screen.query_one("#winner-name", Static).content)


async def test_places_are_revealed_from_last_to_first(app, after) -> None:
    """Each key shows one more place, without the gap that tells the winner's total; the last key the result."""
    async with app(after(FIRST, **SHORT)).run_test() as pilot:
        await pilot.press("enter", "5", "enter", *"20", "enter", "o", "enter", "enter")
        assert isinstance(pilot.app.screen, Reveal)
        assert board(pilot) == []
        await pilot.press("x")
        assert board(pilot) == [("3", "Ana", "35", "◀")]
        await pilot.click(Board)
        assert board(pilot) == [("2", "Ben", "20", "◀"), ("3", "Ana", "35", "")]
        tinted = [line.player for line in pilot.app.screen.query_one(Board).lines if line.tint]
        assert tinted == ["Ben"]
        assert below(pilot) == "Any key shows who won."
        await pilot.press("f1", "escape", "down")
        assert isinstance(pilot.app.screen, ResultScreen)
        assert enlarged("Carla", 3)[0].rstrip() in large(pilot)
        await pilot.press("escape", "s")
        assert isinstance(pilot.app.screen, ResultScreen)


async def test_one_key_shows_the_whole_result_at_once(app, after) -> None:
    """Nobody has to wait for the winner's name."""
    async with app(after(FIRST)).run_test() as pilot:
        await pilot.press("f", "enter", "s")
        assert isinstance(pilot.app.screen, ResultScreen)
        assert enlarged("Ben", 3)[0].rstrip() in large(pilot)


async def test_who_share_a_place_are_revealed_together(app, after) -> None:
    """Two who both won are one step, which no line tells before, and both names are large."""
    async with app(after(FIRST, LAST)).run_test(size=(100, 40)) as pilot:
        await pilot.press("f", "enter", "space")
        assert board(pilot) == [("3", "Ana", "35", "◀")]
        assert [line.rank for line in pilot.app.screen.query_one(Board).lines] == ["1", "2", "3"]
        await pilot.press("space")
        assert isinstance(pilot.app.screen, ResultScreen)
        assert all(enlarged(name, 3)[0].rstrip() in large(pilot) for name in ("Ben", "Carla"))


async def test_the_result_offers_its_own_sheet_and_the_score_sheet(app, after) -> None:
    """P on the result asks which of the two; what was printed before is still what the table prints."""
    async with app(after(FIRST)).run_test() as pilot:
        for keys, template in ((("s", "p", "enter", "f5"), "result"), (("p", "down", "enter"), "classic")):
            await pilot.press(*keys)
            assert pilot.app.screen.query_one("#template", Select).value == template
            await pilot.press("escape")
        assert pilot.app.session.settings.print.template == "classic"


async def test_the_result_shows_margins_and_who_left(app, after) -> None:
    """On few columns rounds won are left out; whoever left has no points behind the winner."""
    game = after(FIRST, PlayerLeft(player="Carla"), Finished())
    async with app(game).run_test(size=(50, 30)) as pilot:
        await pilot.press("s")
        places = plain(pilot.app.screen.query_one("#places", Static).content).splitlines()[1:]
        assert [line.split() for line in places] == [
            ["1", "B", "Ben", "0", LEADS, "by", "30"],
            ["2", "A", "Ana", "30", "+30", "the", "next", "one", "left"],
            ["3", "C", "Carla", "12", "left"],
        ]
        why = str(pilot.app.screen.query_one("#why", Static).content)
        assert "The game ended early, after 1 of 10 rounds." in why


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
        await table.look()
        await pilot.pause()
        assert over.display
        assert over.content == "The game is over: Ben wins. Press Enter for the result."
        store.append(kept, [Undone()], NOON)
        store.close()
        await table.look()
        assert not over.display
