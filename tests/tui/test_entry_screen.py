"""Entry of a round: what is kept, what is refused, and that nothing typed is lost."""

from textual.widgets import Input, Static

from scorekeeper.game import Hand, Pips
from scorekeeper.tiles import Tile
from scorekeeper.tui.ask import AskLine, Confirm
from scorekeeper.tui.entry import EntryScreen
from scorekeeper.tui.entry_line import EntryLine
from scorekeeper.tui.table import Table


def said(pilot, player: str) -> str:
    """Return what stands beside a player's line."""
    line = next(line for line in pilot.app.screen.query(EntryLine) if line.title == player)
    return str(line.query_one(".meaning", Static).content)


def in_hand(pilot) -> str:
    """Return whose line has the cursor."""
    return pilot.app.screen._line_in_hand().title


async def test_tiles_show_their_sum_and_its_parts_as_they_are_typed(app, keep) -> None:
    """The double-blank shows what it costs before anything is kept."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"64 00 55")
        assert said(pilot, "Ana") == "70  = 6-4 10 + 0-0 50 + 5-5 10"
        assert pilot.app.desk.game.rounds == ()


async def test_a_sum_with_two_plus_signs_stays_on_its_line_with_the_reason(app, keep) -> None:
    """12++7 is not kept, not lost, and the message says where."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12++7", "enter")
        assert "position 4" in said(pilot, "Ana")
        assert isinstance(pilot.app.focused, Input)
        assert pilot.app.focused.value == "12++7"
        assert pilot.app.desk.game.rounds == ()


async def test_a_tile_outside_the_set_is_refused_by_name(app, keep) -> None:
    """A double-nine hand cannot hold 10-4."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"10-4 3-3", "enter")
        assert "not in a double-nine set" in said(pilot, "Ana")


async def test_a_tile_in_two_hands_is_said_at_the_second_line(app, keep) -> None:
    """The second hand that names 6-4 is refused; the first stands."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"6-4 1-1", "enter", *"4-6 2-2", "enter")
        assert "6-4 cannot be in two hands" in said(pilot, "Ben")
        assert pilot.app.desk.game.rounds[0].entries == {"Ana": Hand((Tile(6, 4), Tile(1, 1)))}


async def test_a_second_player_who_went_out_is_questioned_and_then_takes_the_place(app, keep) -> None:
    """The first enter says who went out so far; the second moves it, and the other hand is asked."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "o", "enter")
        assert "Ana went out so far" in said(pilot, "Ben")
        assert pilot.app.desk.game.rounds[0].out == "Ana"
        await pilot.press("enter", "7", "enter", "8", "enter")
        played = pilot.app.desk.game.rounds[0]
        assert played.out == "Ben"
        assert played.missing(pilot.app.desk.game.players) == ("Ana",)
        assert in_hand(pilot) == "Ana"


async def test_an_empty_line_means_not_yet_and_moves_on(app, keep) -> None:
    """Enter on an empty line enters nothing, least of all zero."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "enter", "7", "enter")
        assert pilot.app.desk.game.rounds[0].entries == {"Ben": Pips(7)}
        assert "not yet" in said(pilot, "Ana")


async def test_zero_means_went_out_where_no_hand_can_count_zero(app, keep) -> None:
    """With 0-0 at fifty, a typed 0 is the player who went out."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "0", "enter")
        assert pilot.app.desk.game.rounds[0].out == "Ana"


async def test_a_line_left_by_arrow_is_kept(app, keep) -> None:
    """Leaving a line keeps it, as enter does."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "9", "down")
        await pilot.pause()
        assert pilot.app.desk.game.rounds[0].entries == {"Ana": Pips(9)}


async def test_escape_keeps_the_line_in_hand(app, keep) -> None:
    """Going back to the table with a hand typed keeps that hand."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "1", "9", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Table)
        assert pilot.app.desk.game.total("Ana") == 19


async def test_escape_asks_before_it_drops_what_cannot_be_read(app, keep) -> None:
    """Unreadable typing is never thrown away unasked."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12++", "escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EntryScreen)
        assert pilot.app.screen.query(Input).first().value == "12++"


async def test_a_correction_asks_why_and_marks_the_cell(app, keep) -> None:
    """Changing a complete round keeps the reason and shows a mark on the table."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter", "enter")
        await pilot.press("up", "right", "enter", "1", "2", "enter")
        assert isinstance(pilot.app.screen, AskLine)
        await pilot.press(*"recount", "enter")
        await pilot.pause()
        assert pilot.app.desk.game.total("Ben") == 12
        assert pilot.app.desk.kept.log.events[-1].what.reason == "recount"
        assert "*12" in str(pilot.app.screen.query_one("#scores").get_cell_at((0, 2)))


async def test_a_correction_dropped_at_the_reason_changes_nothing(app, keep) -> None:
    """Escape at the question leaves the old hand in force."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter", "enter")
        await pilot.press("up", "right", "enter", "1", "2", "enter", "escape")
        await pilot.pause()
        assert pilot.app.desk.game.total("Ben") == 9


async def test_a_blocked_round_asks_for_the_double_short_of_toes(app, keep) -> None:
    """With nobody out the cursor waits on the line for the open foot."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "9", "enter")
        assert "short of toes" in said(pilot, "Blocked")
        await pilot.press(*"7-7", "enter")
        await pilot.pause()
        assert pilot.app.desk.game.rounds[0].ending.open_foot == 7


async def test_the_slower_window_is_told_and_loses_nothing(app, keep, home) -> None:
    """An entry typed after another window was faster stays on its line with a sentence."""
    kept = keep()
    async with app(kept).run_test() as slow:
        await slow.press("enter", "5")
        async with app(kept).run_test() as fast:
            await fast.press("enter", "down", "8", "enter")
        await slow.press("enter")
        assert slow.app.desk.game.rounds[0].entries["Ben"] == Pips(8)
        assert slow.app.screen.query(Input).first().value == "5"
        await slow.press("enter")
        assert slow.app.desk.game.rounds[0].entries == {"Ana": Pips(5), "Ben": Pips(8)}


async def test_a_round_cleared_is_empty_and_undo_brings_it_back(app, keep) -> None:
    """F8 asks, clears, and one undo restores every hand."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "f8", "y")
        await pilot.pause()
        assert pilot.app.desk.game.rounds == ()
        await pilot.press("escape", "u")
        await pilot.pause()
        assert pilot.app.desk.game.total("Ana") == 5
