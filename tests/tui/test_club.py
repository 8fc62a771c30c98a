"""A club night in the app: people come, are seated, totals are typed, and the standing moves at once."""

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.club import ClubPerson, PeopleSet, TableTotals
from scorekeeper.game import Finished
from scorekeeper.session import ClubSession
from scorekeeper.storage import open_store
from scorekeeper.system import named_language
from scorekeeper.text import spoken
from scorekeeper.tui.club import ClubRoster, EventScreen
from scorekeeper.tui.home import Doing
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.data_list import LongList
from scorekeeper.tui.widgets.dialogs import AskLine, Confirm
from scorekeeper.tui.widgets.field import Field
from tests.build import scored
from tests.clubs import club_started
from tests.tui.conftest import NOON, told, until
from tests.tui.test_look import LONG, SHORT, Place, ends_without_sign, foot_faults
from tests.tui.test_panes import LEAST_FULL, framed, share_full
from tests.tui.test_pressed import keys

EIGHT = SHORT[:8]
MANY = tuple(f"{name} {letter}" for letter in "ABCDE" for name in (*LONG, "Mia", "Noah"))
PLAIN, PANE = (80, 24), (120, 40)


@pytest.fixture
def event(home):
    """Return a function that keeps an event to which people came, and of which so many sittings are drawn."""

    def kept(names: tuple[str, ...] = EIGHT, drawn: int = 0, entered: int = 0, **facts: object) -> None:
        with closing(open_store(home / "games.db")) as store:
            session = ClubSession(store, lambda: NOON)
            session.begin(club_started(title="Friday club", **facts))
            session.keep(PeopleSet(tuple(map(ClubPerson, names))))
            for sitting in range(1, drawn + 1):
                session.keep_draw(session.draw(sitting, Random(sitting).random))
            for table in session.club.sittings[0][:entered] if drawn else ():
                points = {name: 10 * place for place, name in enumerate(table.players, start=1)}
                session.enter([TableTotals(1, table.number, points)])

    return kept


def shown(pilot: Pilot[None], name: str) -> list[list[str]]:
    """Return the rows of a list."""
    rows = pilot.app.screen.query_one(f"#{name}", LongList)
    return [rows.cells(row) for row in range(len(rows.rows))]


def title(pilot: Pilot[None]) -> str:
    """Return the title of the screen in front."""
    return str(pilot.app.screen.query_one("#title", Static).content)


async def press(pilot: Pilot[None], *pressed: str) -> None:
    """Press keys, and wait until they are taken."""
    for key in keys(" ".join(pressed)):
        await pilot.press(key)
        await pilot.pause()


async def test_an_evening_begins_in_the_app_and_the_standing_moves_with_every_table(app, home) -> None:
    """Title, book, set and size of tables; people, seats, totals in one line; undo and redo take back and forth."""
    async with app().run_test(size=PANE) as pilot:
        await press(pilot, "c 'Friday club' enter enter enter enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EventScreen))
        assert "No sitting is drawn" in str(pilot.app.screen.query_one("#counted", Static).content)
        await press(pilot, f"w n '{', '.join(EIGHT)}' enter")
        assert [row[:2] for row in shown(pilot, "people")] == [[name, "here"] for name in EIGHT]
        await press(pilot, "escape d")
        assert isinstance(pilot.app.screen, Confirm)
        await press(pilot, "y")
        assert [row[2] for row in shown(pilot, "seated")] == ["still out", "still out"]
        assert title(pilot) == "Friday club · sitting 1 of 3 · 2 tables out"
        first = shown(pilot, "seated")[0][1].split(", ")
        await press(pilot, "t '30 10 20 40' enter")
        assert shown(pilot, "seated")[0][2] == "done"
        assert [row[1:3] for row in shown(pilot, "ranked")] == [
            [first[1], "40"],
            [first[2], "80"],
            [first[0], "120"],
            [first[3], "160"],
        ]
        await press(pilot, "u")
        assert shown(pilot, "ranked") == []
        assert "undone" in told(pilot.app)
        await press(pilot, "r")
        assert len(shown(pilot, "ranked")) == 4


async def test_the_standing_counts_by_mean_by_place_and_by_points(app, event) -> None:
    """One key goes through the three, and the others stand beside it."""
    event(drawn=1, entered=2)
    async with app().run_test(size=PANE) as pilot:
        await press(pilot, "c enter")
        heads = []
        for _way in range(4):
            heads.append(
                [column.label for column in pilot.app.screen.query_one("#ranked", LongList).columns[2:]]
            )
            await press(pilot, "s")
        assert heads == [
            ["mean ▾", "place", "points"],
            ["place ▾", "mean", "points"],
            ["points ▾", "mean", "place"],
            ["mean ▾", "place", "points"],
        ]


@pytest.mark.parametrize("typed", ["10 20", "10 20 x 40", "1 2 3 4 5"])
async def test_totals_that_cannot_be_stay_on_the_line_with_the_reason(app, event, typed: str) -> None:
    """Nothing that was typed is lost, and nothing is stored."""
    event(drawn=1)
    async with app().run_test(size=PLAIN) as pilot:
        await press(pilot, f"c enter t '{typed}' enter")
        assert isinstance(pilot.app.screen, AskLine)
        assert "needs 4 whole numbers" in str(pilot.app.screen.query(Static).first().content)
        assert pilot.app.screen.query_one(Field).typed == typed
        await press(pilot, "escape y")
        assert {row[2] for row in shown(pilot, "seated")} == {"still out"}


async def test_who_goes_is_named_at_the_table_and_the_rest_is_drawn_again(app, event) -> None:
    """Who comes late is drawn too; a table where something was entered stays as it is."""
    event(drawn=1, entered=1)
    async with app().run_test(size=PLAIN) as pilot:
        await press(pilot, "c enter")
        (_, stays, _), (_, seats, _) = shown(pilot, "seated")
        gone = seats.split(", ")[0]
        await press(pilot, "w", *["down"] * EIGHT.index(gone), "enter")
        assert [row[1] for row in shown(pilot, "people") if row[0] == gone] == ["gone"]
        await press(pilot, "n 'Zoe' enter")
        assert shown(pilot, "people")[-1][:2] == ["Zoe", "late"]
        await press(pilot, "escape")
        assert f"{gone} (away)" in shown(pilot, "seated")[1][1]
        await press(pilot, "a y")
        assert shown(pilot, "seated")[0][1] == stays
        assert {*shown(pilot, "seated")[1][1].split(", ")} == {*seats.split(", "), "Zoe"} - {gone}
        await press(pilot, "w", *["down"] * EIGHT.index(gone), "enter escape")
        assert isinstance(pilot.app.screen, EventScreen)


async def test_a_table_opens_as_a_game_and_what_is_entered_there_counts(app, event) -> None:
    """Enter on a person in the standing opens the table where that person sits."""
    event(drawn=1, entered=2)
    async with app().run_test(size=PLAIN) as pilot:
        await press(pilot, "c enter v")
        last = shown(pilot, "ranked")[-1][1]
        await press(pilot, "end enter")
        assert isinstance(pilot.app.screen, TableScreen)
        first, *others = pilot.app.session.game.players
        assert last in (first, *others)
        pilot.app.session.keep(scored(1, first, **dict.fromkeys(others, "5")), Finished())
        while not isinstance(pilot.app.screen, EventScreen):
            await press(pilot, "escape")
        counted = [row[1] for row in shown(pilot, "seated")]
        assert ", ".join([f"{first} 0", *(f"{name} 5" for name in others)]) in counted


async def test_what_somebody_wishes_is_asked_one_by_one_and_kept(app, event) -> None:
    """A table for good, apart and together; what is left empty is no wish, and what cannot be is refused."""
    event()
    async with app().run_test(size=PLAIN) as pilot:
        await press(
            pilot, "c enter w e enter '2' enter e down enter 'Ben' enter e down down enter 'Dan, Eva' enter"
        )
        assert shown(pilot, "people")[0] == ["Ana", "here", "2", "Ben", "Dan, Eva"]
        await press(pilot, "e enter 'two' enter")
        assert "no number of a table" in told(pilot.app)
        await press(pilot, "e enter backspace enter e down enter 'Bob' enter")
        assert "Nobody on the roster is called" in told(pilot.app)
        assert shown(pilot, "people")[0][2:4] == ["", "Ben"]


async def test_two_names_that_look_alike_are_asked_about(app, event) -> None:
    """Nobody is on the roster twice by mistake; who is there already only comes back."""
    event()
    async with app().run_test(size=PLAIN) as pilot:
        await press(pilot, "c enter w n 'Bén' enter")
        assert isinstance(pilot.app.screen, Confirm)
        await press(pilot, "n enter n 'ben' enter")
        assert ["Ben", "away"] not in [row[:2] for row in shown(pilot, "people")]
        assert len(shown(pilot, "people")) == len(EIGHT)


async def test_other_sittings_are_shown_in_turn_and_what_is_not_ideal_is_told_first(app, event) -> None:
    """After the last sitting comes the first; who meets again is said before it is kept."""
    event(drawn=1)
    async with app().run_test(size=PLAIN) as pilot:
        await press(pilot, "c enter d")
        assert "meet again" in str(pilot.app.screen.query(Static).first().content)
        await press(pilot, "y")
        assert "sitting 2" in title(pilot)
        await press(pilot, "f6")
        assert "sitting 1" in title(pilot)
        await press(pilot, "f6 u")
        assert "sitting 1" in title(pilot)


async def test_an_event_without_people_says_what_comes_first(app, event) -> None:
    """No action on a table or a person that is not there breaks anything; each says what to do."""
    event(names=())
    async with app().run_test(size=PLAIN) as pilot:
        await press(pilot, "c enter")
        for key in ("enter", "t", "a"):
            await press(pilot, key)
            assert "No sitting is drawn" in told(pilot.app)
        await press(pilot, "f6 v enter d")
        await press(pilot, "w enter")
        assert "Nobody is on the roster" in told(pilot.app)
        await press(pilot, "escape u u")
        assert "nothing to undo" in told(pilot.app)


async def test_home_lists_club_nights_where_there_are_some(app, event, keep) -> None:
    """Without an event nothing is added to the home screen; with one a line and its key."""
    keep()
    for there in (False, True):
        if there:
            event()
        async with app().run_test(size=(80, 40)) as pilot:
            await pilot.pause()
            lines = [one.does for one in pilot.app.screen.query(Doing) if one.display]
            assert ("club" in lines) == there


def places() -> Iterator[tuple[str, Place]]:
    """Yield the screens of an event that exists, each with the keys that lead there from the one before."""
    yield "c enter", Place("", "Open", "Draw")
    yield "v", Place("", "Open", "Draw")
    yield "w", Place("", "Here or away", "Join")


@pytest.mark.parametrize(
    ("size", "code"), [((45, 30), "es"), (PLAIN, "en"), (PANE, "es"), ((200, 50), "en")], ids=str
)
async def test_a_club_night_of_seventy_holds_at_every_size(app, event, size, code: str) -> None:
    """Nothing ends without a sign, the foot says what Enter does, and large terminals are filled."""
    event(MANY, drawn=2, entered=6, fewest=4, most=6)
    faults = []
    with spoken(named_language(code)):
        async with app().run_test(size=size) as pilot:
            for way, place in places():
                await press(pilot, way)
                assert isinstance(pilot.app.screen, EventScreen | ClubRoster)
                faults += [f"{way}: {fault}" for fault in foot_faults(pilot, place, spanish=code == "es")]
                faults += [f"{way}: {fault}" for fault in ends_without_sign(pilot)]
                if size[0] >= PANE[0]:
                    faults += [f"{way}: {pane}" for pane in framed(pilot) if not str(pane.border_title)]
                    faults += [f"{way}: {full}" for full in [share_full(pilot)] if full < LEAST_FULL]
    assert faults == []
