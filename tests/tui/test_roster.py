"""The table changes in the middle of a game: players, hidden totals, the end; and the result as a picture."""

from textual.widgets import OptionList, Static

from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Out, Points
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.table.result import ResultScreen
from scorekeeper.tui.table.table import TableScreen
from tests.tui.conftest import told
from tests.tui.test_standing import shown, two_rounds


async def test_a_latecomer_begins_with_what_the_table_says(app, keep) -> None:
    """W, j, a name, the highest total: stored, shown, and asked in the next round."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        await pilot.press("w", "n", *"Eva", "enter", "down", "down", "enter")
        game = pilot.app.session.game
        assert game.at_table == ("Ana", "Ben", "Eva")
        assert game.total("Eva") == 120
        await pilot.press("escape", "enter")
        assert [line.title for line in pilot.app.screen.query(EntryLine)] == ["Ana", "Ben", "Eva", "Blocked"]


async def test_a_player_who_leaves_keeps_the_points_and_is_asked_no_more(app, keep) -> None:
    """X asks; the column stays, the next round has a line less, and coming back is one key."""
    async with app(keep(("Ana", "Ben", "Cy"))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", *"9+00", "enter", "8", "enter", "w", "down", "x", "y")
        game = pilot.app.session.game
        assert (game.at_table, game.total("Ben")) == (("Ana", "Cy"), 59)
        await pilot.press("end", "n", "enter", "enter")
        assert "Ben" in pilot.app.session.game.at_table


def asked(pilot) -> list[str]:
    """Return the choices of the question in front."""
    return [str(option.prompt) for option in pilot.app.screen.query_one(OptionList).options]


async def test_a_newcomer_who_looks_like_somebody_is_asked_about(app, keep) -> None:
    """No seats nobody, Yes goes on; a new name is asked about too, and one that nobody sees is refused."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        await pilot.press("w", "n", *"Вen", "enter", "n")
        assert pilot.app.session.game.players == ("Ana", "Ben")
        await pilot.press("n", *"Вen", "enter", "y")
        assert pilot.app.session.game.players == ("Ana", "Ben", "Вen")
        await pilot.press("end", "e", *["backspace"] * 3, *"Αna", "enter", "y")
        assert pilot.app.session.game.players == ("Ana", "Ben", "Αna")
        await pilot.press("e", *["backspace"] * 3, "\u3164", "enter")
        assert "This name cannot be seen" in told(pilot.app)


async def test_somebody_who_left_is_chosen_from_a_list_and_comes_back_as_before(app, keep) -> None:
    """J lists who left; the points of before come first, then what would be more, and the app tells what was done."""
    log = (RoundScored(round=1, ending=Out("Ana"), entries={"Ben": Points(43), "Cy": Points(60)}),)
    async with app(keep(("Ana", "Ben", "Cy"), happened=log)).run_test(notifications=True) as pilot:
        await pilot.press("w", "down", "x", "y", "escape", "enter", "o", "enter", *"=9", "enter", "w", "n")
        assert asked(pilot) == ["Ben, who left with 43", "Somebody new"]
        await pilot.press("enter")
        assert asked(pilot) == ["As before: 43", "The highest total of the table: 69", "Another number"]
        await pilot.press("enter")
        assert told(pilot.app) == (
            "Ben plays again from round 3 with 43. From round 3 on everybody draws 14 tiles."
        )
        assert pilot.app.session.game.total("Ben") == 43


async def test_a_game_without_a_complete_round_is_not_finished(app, keep) -> None:
    """F says what is missing and what to do, and asks nothing."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        await pilot.press("f")
        assert told(pilot.app).startswith("No round is complete yet, so there is no result.")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_player_is_renamed_in_all_rounds_and_seats_change(app, keep) -> None:
    """The new name stands over the old scores; a seat moves with one key."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        await pilot.press("w", "e", *"bel", "enter")
        assert pilot.app.session.game.players == ("Anabel", "Ben")
        assert pilot.app.session.game.total("Anabel") == 120
        await pilot.press("f8")
        assert pilot.app.session.game.at_table == ("Ben", "Anabel")
        assert pilot.app.screen.query_one("#company", OptionList).highlighted == 1


async def test_hidden_totals_are_nowhere_until_the_end(app, keep) -> None:
    """One key covers totals, ranks, chart and result; the same key shows them again."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        await pilot.press("v")
        table = pilot.app.screen.query_one("#scores")
        assert str(table.get_cell_at((1, 2))).split() == ["●0"]
        assert "hidden" in shown(pilot, "standing")
        await pilot.press("g")
        assert "hidden" in shown(pilot, "plot")
        await pilot.press("escape", "s")
        assert "hidden" in shown(pilot, "winner")
        await pilot.press("escape", "v")
        assert "Ana" in shown(pilot, "standing")


async def test_a_game_called_over_has_a_winner_is_locked_and_can_be_opened_again(app, keep) -> None:
    """F asks why, shows the result, and undoes itself the same way."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        await two_rounds(pilot)
        await pilot.press("f", *"late", "enter", "s")
        assert isinstance(pilot.app.screen, ResultScreen)
        assert "Ben wins" in shown(pilot, "winner")
        await pilot.press("escape", "right", "enter")
        assert "Press f to reopen it" in told(pilot.app)
        await pilot.press("f", "enter", "enter")
        assert pilot.app.screen.query(EntryLine)


async def test_the_end_in_the_middle_of_a_round_says_before_what_does_not_count(app, keep) -> None:
    """F names the round that lacks a hand while one can still change one's mind."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        await pilot.press("enter", *"12", "enter", "escape", "f")
        question = str(pilot.app.screen.query(Static).first().content)
        assert question.startswith("Not every hand of 7-7 is in, so that does not count. End and lock")


async def test_the_result_is_shared_as_pictures(app, keep, home) -> None:
    """I on the result writes a PNG and an SVG where sheets are put, and never over another."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        await pilot.press("s", "i", "i")
    files = sorted(file.name for file in (home / "sheets").iterdir())
    assert len(files) == 4
    assert {file.rpartition(".")[2] for file in files} == {"png", "svg"}
