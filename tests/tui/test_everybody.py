"""Every player is on the screen, with a total, whatever the number of players and the size of the terminal."""

import pytest
from textual.coordinate import Coordinate
from textual.widgets import Static
from textual.widgets._toast import Toast

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import PlayerJoined, PlayerLeft, RoundScored
from scorekeeper.game.round import Out, Pips, Points
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.table.score_table import ScoreTable, rows_needed
from scorekeeper.tui.table.table import PANEL, Arrangement, arrange
from tests.games import NAMES, new_game, played
from tests.tui.conftest import strips

ROWS_AROUND = 4
"""The title, the marked cell, a line of marks and the keys."""

LARGEST = [(45, 30, 8), (45, 30, 10), (80, 24, 12), (120, 36, 12), (140, 40, 12), (200, 50, 12)]


def arranged(shelf: Shelf, players: int, width: int, height: int) -> Arrangement:
    """Return how a game of double-eighteen is shown."""
    game = played(new_game(shelf, 18, NAMES[:players]), 5)
    return arrange(game, width, height - ROWS_AROUND)


@pytest.mark.parametrize(("width", "height", "most"), LARGEST)
def test_no_player_is_off_the_screen(width: int, height: int, most: int, shelf: Shelf) -> None:
    """Columns and totals are inside the width; the standing is beside the table, whole below it, or not there."""
    for players in range(2, most + 1):
        screen = arranged(shelf, players, width, height)
        assert len(screen.columns.widths) == players
        assert screen.columns.width + PANEL * (screen.panel > 0) <= width
        assert screen.standing or not screen.columns.running
        if screen.standing and not screen.panel:
            game = played(new_game(shelf, 18, NAMES[:players]), 5)
            assert rows_needed(game, screen.columns) + players + 2 <= height - ROWS_AROUND


async def test_twelve_players_on_a_small_screen(app, keep) -> None:
    """Each has a head, a cell and a total; the cursor reaches the last of them without scrolling."""
    async with app(keep(NAMES, set_size=18)).run_test(size=(80, 24)) as pilot:
        first, *others = NAMES
        entries = dict.fromkeys(others, Points(70))
        pilot.app.session.keep(RoundScored(round=1, ending=Out(first), entries=entries))
        pilot.app.screen.redraw()
        table = pilot.app.screen.query_one("#scores")
        await pilot.press(*["right"] * 12)
        assert table.cursor_column == 12
        assert (table.scroll_x, table.virtual_size.width <= 80) == (0, True)
        heads = "".join(str(column.label) for column in table.ordered_columns)
        assert all(head in heads for head in ("Ana", "Ben", "Carla", "Grand", "Uncle", "Zoë", "Lou"))
        total, behind = str(pilot.app.screen.query_one("#totals", Static).content).splitlines()
        assert total.split() == ["total", "★0", *["70"] * 11]
        assert behind.split() == ["behind", *["+70"] * 11]


async def test_hidden_totals_are_not_below_the_columns_either(app, keep) -> None:
    """What the table hides until the end is hidden in every form of the score table."""
    async with app(keep(NAMES, set_size=18)).run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        assert not pilot.app.screen.query_one("#totals").display


@pytest.mark.parametrize(("size", "row"), [((80, 24), "+12   12"), ((30, 24), "+12")])
async def test_the_points_of_a_latecomer_stand_in_the_row_before(app, keep, size, row) -> None:
    """A column adds up by eye: what somebody comes with is shown on paper's place, unless totals are hidden."""
    first = RoundScored(round=1, entries={"Ben": Pips(7), "Cy": Pips(12)}, ending=Out("Ana"))
    happened = [first, PlayerJoined(player="Dora", begins="highest")]
    async with app(keep(("Ana", "Ben", "Cy"), happened=happened)).run_test(size=size) as pilot:
        table = pilot.app.screen.query_one(ScoreTable)
        assert table.get_cell_at(Coordinate(0, 4)).plain.strip() == row
        table.move_cursor(row=0, column=4)
        await pilot.pause()
        assert "comes with 12 points" in str(pilot.app.screen.query_one("#cell").content)
        await pilot.press("v")
        assert table.get_cell_at(Coordinate(0, 4)).plain.strip() == ""


@pytest.mark.parametrize(("width", "height", "most"), LARGEST)
async def test_nobody_is_behind_a_leader_who_left(app, keep, width: int, height: int, most: int) -> None:
    """Who left has no points behind, with fewer than the leader too; on the table, the board and the result."""
    first, *others = NAMES[:most]
    hands = {name: Points(20 + place) for place, name in enumerate(others)}
    happened = [RoundScored(round=1, ending=Out(first), entries=hands), PlayerLeft(player=first)]
    async with app(keep(NAMES[:most], set_size=18, happened=happened)).run_test(
        size=(width, height)
    ) as pilot:
        for keys in ((), ("b",), ("escape", "s")):
            await pilot.press(*keys)
            shown = [strip.text for strip in strips(pilot.app.screen)]
            assert not [line for line in shown if "+-" in line or "+−" in line]
        await pilot.press("escape")
        totals = str(pilot.app.screen.query_one("#totals", Static).content).splitlines()
        assert all("-20" not in line for line in totals)


async def test_a_message_covers_no_place(app, keep) -> None:
    """At 80x24 a message of two lines has rows of its own, and every place stays in sight."""
    names = NAMES[:6]
    hands = {name: Points(9) for name in names[1:]}
    first = RoundScored(round=1, entries=hands, ending=Out(names[0]))
    async with app(keep(names, happened=[first])).run_test(size=(80, 24), notifications=True) as pilot:
        pilot.app.screen.tell("word " * 30)
        await pilot.pause()
        toast = pilot.app.screen.query_one(Toast)
        assert toast.region.height == 2
        standing = pilot.app.screen.query_one("#standing", Static)
        places = str(standing.content).splitlines()
        last = next(row for row, line in enumerate(places) if names[-1] in line)
        score = pilot.app.screen.query_one("#score").region
        assert standing.region.y + last < min(score.bottom, toast.region.y)


@pytest.mark.parametrize("size", [(45, 30), (80, 24)])
async def test_what_is_told_covers_nothing(size, app, keep) -> None:
    """It has rows of its own: the table, the marked cell, the marks and the keys stay in sight."""
    async with app(keep()).run_test(size=size, notifications=True) as pilot:
        await pilot.press("r")
        screen = pilot.app.screen
        told = screen.query_one(Toast).region
        assert told.height == 1
        for part in ("#title", "#score", "#cell", "#legend", KeyLine):
            assert not screen.query_one(part).region.overlaps(told)
