"""Entry of a round: what is kept, what is refused, and that nothing typed is lost."""

import pytest
from textual.widgets import Input, Static

from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Blocked, Out, Pips, SitsOut
from scorekeeper.tui.entry.grid import WhoHadDoubleBlank
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.home import Home
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import AskLine, Confirm
from scorekeeper.tui.widgets.text import NO_BREAK
from tests.conftest import BOOKS
from tests.tui.conftest import told


def said(pilot, player: str) -> str:
    """Return what stands beside a player's line."""
    line = next(line for line in pilot.app.screen.query(EntryLine) if line.title == player)
    return line.said.plain


def in_hand(pilot) -> str:
    """Return whose line has the cursor."""
    return pilot.app.screen.line_in_hand().title


async def test_sitting_out_asks_before_a_hand_is_lost(app, keep) -> None:
    """F9 beside a neighbour's hand deletes nothing unless the answer is yes; on an empty line it asks nothing."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12", "enter", "up", "f9")
        assert "Ana (12)" in str(pilot.app.screen.query(Static).first().content)
        await pilot.press("n")
        assert pilot.app.session.game.round(1).entries == {"Ana": Pips(12)}
        await pilot.press("f9", "y", "f9")
        assert pilot.app.session.game.round(1).entries == {"Ana": SitsOut(), "Ben": SitsOut()}


async def test_tiles_show_their_sum_and_its_parts_as_they_are_typed(app, keep) -> None:
    """The double-blank shows what it costs before anything is kept."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"64 00 55")
        assert said(pilot, "Ana") == "70  6-4\u00a0=\u00a010, 0-0\u00a0=\u00a050, 5-5\u00a0=\u00a010"
        assert pilot.app.session.game.rounds == ()


async def test_a_number_that_reads_like_a_tile_says_that_it_is_points(app, keep) -> None:
    """21 alone is points, which is said while it is typed; no tile of a double-six set shows an 8."""
    async with app(keep(set_size=6)).run_test() as pilot:
        await pilot.press("enter", *"21")
        assert said(pilot, "Ana") == "21 points (a tile is 2-1)"
        await pilot.press("enter", *"18")
        assert (said(pilot, "Ana"), said(pilot, "Ben")) == ("✓ 21", "18")


async def test_a_sum_can_be_read_aloud_after_it_was_stored(app, keep) -> None:
    """The numbers stay in sight on their line, also when the round is opened again, until it is another."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12+7+4", "enter", *"12+00+30", "enter")
        assert said(pilot, "Ana") == "✓ 23  = 12 + 7 + 4"
        assert said(pilot, "Ben") == "✓ 92  12, 30, 0-0\u00a0=\u00a050"
        await pilot.press("escape", "enter")
        assert said(pilot, "Ana") == "✓ 23  = 12 + 7 + 4"
        await pilot.press("up", "up", *["backspace"] * 2, *"24", "enter")
        assert said(pilot, "Ana") == "✓ 24"


async def test_a_sum_breaks_between_its_items(app, keep) -> None:
    """However narrow the screen, a tile and its points stay on one line."""
    async with app(keep()).run_test(size=(45, 30)) as pilot:
        await pilot.press("enter", *"64 00 55 98 87")
        line = pilot.app.screen.query(EntryLine).first()
        lines = [line.render_line(row).text.strip(" ") for row in range(1, line.size.height)]
        assert len(lines) > 1
        assert " ".join(lines).split("  ", 1)[1].split(", ") == [
            item.replace(" ", "\u00a0")
            for item in ("6-4 = 10", "0-0 = 50", "5-5 = 10", "9-8 = 17", "8-7 = 15")
        ]


async def test_what_is_typed_back_to_what_is_kept_means_what_is_kept(app, keep) -> None:
    """Digits typed and deleted leave no meaning behind that nobody entered."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "1", "2", "enter", "up", "end", "3")
        assert said(pilot, "Ana") == "123"
        await pilot.press("backspace")
        assert said(pilot, "Ana") == "✓ 12"
        await pilot.press("down", "4", "backspace")
        assert said(pilot, "Ben") == "still to come"


async def test_a_second_player_who_went_out_is_questioned_and_then_takes_the_place(app, keep) -> None:
    """The first enter says who was marked as out; the second moves it, and the other hand is asked."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "o", "enter")
        assert "Ana was marked as out" in said(pilot, "Ben")
        assert pilot.app.session.game.rounds[0].out == "Ana"
        await pilot.press("enter", "7", "enter", "8", "enter")
        played = pilot.app.session.game.rounds[0]
        assert played.out == "Ben"
        assert played.missing(pilot.app.session.game.players) == ("Ana",)
        assert in_hand(pilot) == "Ana"


@pytest.mark.parametrize(("key", "screen"), [("down", EntryScreen), ("escape", TableScreen)])
async def test_a_line_that_is_left_is_kept(app, keep, key, screen) -> None:
    """Going to another line, or back to the table, keeps the hand as Enter does."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "1", "9", key)
        assert isinstance(pilot.app.screen, screen)
        assert pilot.app.session.game.total("Ana") == 19


async def test_escape_asks_before_it_drops_what_cannot_be_read(app, keep) -> None:
    """Unreadable typing is never thrown away unasked."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12++", "escape")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("n")
        assert isinstance(pilot.app.screen, EntryScreen)
        assert pilot.app.screen.query(Input).first().value == "12++"


async def test_a_correction_asks_why_and_marks_the_cell(app, keep) -> None:
    """Changing a complete round keeps the reason and shows a mark; without a reason the old hand stays."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press(
            "enter", "o", "enter", "9", "enter", "enter", "up", "right", "enter", "1", "2", "enter"
        )
        assert isinstance(pilot.app.screen, AskLine)
        await pilot.press("escape")
        assert pilot.app.session.game.total("Ben") == 9
        await pilot.press("enter", *"recount", "enter")
        assert pilot.app.session.game.total("Ben") == 12
        assert pilot.app.session.kept.log.events[-1].what.reason == "recount"
        assert "*12" in str(pilot.app.screen.query_one("#scores").get_cell_at((0, 2)))


async def test_after_a_correction_the_cursor_stays_on_the_corrected_round(app, keep) -> None:
    """Who mends an earlier round sees it mended; Esc goes to the round that is due, and from there home."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        for _round in range(3):
            await pilot.press("enter", "o", "enter", "9", "enter", "enter")
        await pilot.press("up", "up", "up", "right", "enter", "1", "2", "enter", "enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.rounds[0].entries["Ben"] == Pips(12)
        table = pilot.app.screen.query_one("#scores")
        assert table.cursor_coordinate == (0, 2)
        await pilot.press("escape")  # the way back to the round that is due
        assert table.cursor_coordinate == (3, 1)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)


async def test_a_blocked_round_asks_for_the_double_short_of_toes(app, keep) -> None:
    """With nobody out the cursor waits on the line for the open foot."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "9", "enter")
        assert "short of toes" in said(pilot, "Blocked")
        await pilot.press(*"7-7", "enter")
        assert pilot.app.session.game.rounds[0].ending.open_foot == 7


@pytest.mark.parametrize(
    ("keys", "ending"),
    [(["4", "enter"], Blocked(4)), (["escape"], Blocked())],
)
async def test_f4_marks_the_round_blocked_and_enter_leaves_the_double_unknown(
    app, keep, keys, ending
) -> None:
    """The question says that Enter will do; a double that is typed takes the place of the b."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "f4")
        assert "Enter leaves it open" in said(pilot, "Blocked")
        await pilot.press(*keys)
        assert pilot.app.session.game.rounds[0].ending == ending


async def test_a_round_with_trains_asks_for_no_open_foot(app, keep) -> None:
    """F4 alone says that the round was blocked, and nothing more is asked."""
    async with app(keep(("Ana", "Ben"), "train-usual", 12)).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "9", "enter")
        assert "was the round blocked?" in said(pilot, "Blocked")
        await pilot.press("f4")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.rounds[0].ending == Blocked()


async def test_markers_and_a_double_as_the_last_tile_are_noted_where_they_count(app, keep) -> None:
    """F6 notes a marker; once a player is out, the line below asks for the last tile."""
    charged = {"scoring.out_on_double": "doubled", "scoring.marker": 5}
    async with app(keep(("Ana", "Ben"), "train-usual", 12, **charged)).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "f6", "9")
        assert pilot.app.session.game.rounds[0].marked == ("Ben",)
        assert said(pilot, "Ben") == "9  + marker 5"
        assert said(pilot, "Ended") == "d if the last tile was a double"
        await pilot.press("enter")
        assert "Was Ana's last tile a double?" in said(pilot, "Ended")
        await pilot.press("d", "enter")
        assert pilot.app.session.game.total("Ben") == 23


@pytest.mark.parametrize(
    ("kept", "typed", "means"),
    [("=20", "9", "9  + marker 5"), ("9", "=20", "20")],
)
async def test_a_marker_shows_only_beside_what_it_is_added_to(app, keep, kept, typed, means) -> None:
    """Beside points that the table counted itself stands none, even as they are typed."""
    game = keep(("Ana", "Ben", "Cy"), "train-usual", 12, **{"scoring.marker": 5})
    async with app(game).run_test() as pilot:
        await pilot.press("enter", "f6", *kept, "enter", "up", *["delete"] * 3, *["backspace"] * 3, *typed)
        assert said(pilot, "Ana") == means


async def test_the_slower_window_is_told_and_loses_nothing(app, keep, home) -> None:
    """A hand typed after another window entered another one is kept too, with a sentence on what came."""
    kept = keep()
    async with app(kept).run_test(notifications=True) as slow:
        await slow.press("enter", "5")
        async with app(kept).run_test() as fast:
            await fast.press("enter", "down", "8", "enter")
        await slow.press("enter")
        assert slow.app.session.game.rounds[0].entries == {"Ana": Pips(5), "Ben": Pips(8)}
        assert "Ben 8" in told(slow.app)


async def test_a_warning_is_overruled_with_a_reason_that_is_kept(app, keep) -> None:
    """Enter says what is odd, enter again asks why, and the round remembers the answer."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", *"5-3 5-5", "enter", *"4-2 2-2", "enter", "4", "enter")
        assert "a toe for 4-4" in said(pilot, "Blocked")
        await pilot.press("enter", *"yard", "enter")
        (kept,) = pilot.app.session.game.rounds[0].overruled
        assert (kept.fact, kept.why) == ("D14", "yard")


async def test_a_round_cleared_is_empty_and_undo_brings_it_back(app, keep) -> None:
    """F8 asks, clears, and one undo restores every hand."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "5", "enter", "f12", "y")
        assert pilot.app.session.game.rounds == ()
        await pilot.press("escape", "u")
        assert pilot.app.session.game.total("Ana") == 5


async def test_an_error_is_said_while_the_hand_is_typed(app, keep) -> None:
    """Nobody has to press enter to hear that a tile is in two hands."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"6-4 1-1", "enter", *"6-4")
        assert "6-4 cannot be in two hands" in said(pilot, "Ben")


async def test_a_round_without_an_ending_says_so_and_enter_settles_it(app, keep) -> None:
    """Escape at the question leaves a mark and a sentence; the next enter asks again."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        await pilot.press("enter", "5", "enter", "9", "enter", "escape")
        assert "does not say who went out" in told(pilot.app)
        assert "?" in str(pilot.app.screen.query_one("#scores").get_cell_at((0, 0)))
        await pilot.press("up", "enter")
        assert in_hand(pilot) == "Blocked"
        await pilot.press("4", "enter", "enter")
        assert pilot.app.session.game.rounds[0].ending == Blocked(4)


async def test_who_had_the_double_blank_is_asked_once_where_it_matters(app, keep) -> None:
    """With 0-0 at fifty and hands counted, one question; the holder's hand says so afterwards."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter")
        assert isinstance(pilot.app.screen, WhoHadDoubleBlank)
        await pilot.press("down", "enter")
        assert pilot.app.session.game.rounds[0].entries["Ben"] == Pips(9, double_blank=True)
        assert pilot.app.session.game.total("Ben") == 59


async def test_a_correction_that_takes_the_double_blank_away_asks_once_who_had_it(app, keep) -> None:
    """Nobody is asked again about a round that was corrected without saying so."""
    entered = RoundScored(
        round=1, entries={"Ben": Pips(9, double_blank=True), "Cy": Pips(4)}, ending=Out("Ana")
    )
    async with app(keep(("Ana", "Ben", "Cy"), happened=[entered])).run_test() as pilot:
        for typed, asked in (("8", True), ("7", False)):
            await pilot.press("up", "enter", "down", "ctrl+u", typed, "enter", "enter")
            assert isinstance(pilot.app.screen, WhoHadDoubleBlank) is asked
            await pilot.press(*["enter"] * asked)
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.rounds[0].entries["Ben"] == Pips(7)


@pytest.mark.parametrize(
    ("happened", "marked", "begins"),
    [
        ([RoundScored(round=1, entries={"Ana": SitsOut()})], ["end"], "Ben"),
        ([RoundScored(round=1, entries={"Ana": SitsOut()})], ["left"], "Ben"),
        ([RoundScored(round=1, ending=Out("Ana"))], ["end"], "Cy"),
        ([RoundScored(round=1, ending=Out("Ana"))], ["left"], "Ana"),
    ],
    ids=["no hand, one sits out", "sits out and marked", "missing and marked", "entered and marked"],
)
async def test_a_round_begins_at_its_first_hand_wherever_the_cursor_is(
    app, keep, happened, marked, begins
) -> None:
    """Once there is a hand, the marked player counts: hands are read out in turn, and one is looked up."""
    async with app(keep(("Ana", "Ben", "Cy"), happened=happened)).run_test() as pilot:
        await pilot.press(*marked, "enter")
        assert in_hand(pilot) == begins


async def test_escape_after_the_last_hand_closed_the_round_does_not_leave_the_table(app, keep) -> None:
    """It was typed for the entry; the next leads to the list of games, as does the first after another screen."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", *"6-4", "enter", "escape")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)
        await pilot.press("enter", "enter", "o", "enter", *"6-4", "enter", "l", "escape", "escape")
        assert isinstance(pilot.app.screen, Home)


async def test_who_had_the_double_blank_is_not_asked_where_it_is_known(app, keep) -> None:
    """A hand that names 0-0, or hands that are all named, leave nothing to ask."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", *"9+0-0", "enter")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_blanks_are_asked_only_under_rules_that_charge_for_them(app, keep) -> None:
    """Where each blank half counts, a counted hand asks for them once; b2 answers."""
    charging = next(book for book in BOOKS if book.rules.scoring.blank_half).id
    async with app(keep(("Ana", "Ben"), book=charging)).run_test() as pilot:
        await pilot.press("enter", *"23", "enter")
        assert "tile with one blank" in said(pilot, "Ana")
        await pilot.press(*" b2", "enter")
        assert pilot.app.session.game.rounds[0].entries["Ana"] == Pips(23, blank_halves=2)
        await pilot.press(*"14", "enter", "enter")
        assert pilot.app.session.game.rounds[0].entries["Ben"] == Pips(14)


async def test_the_order_of_reading_is_remembered_for_the_evening(app, keep) -> None:
    """A line moved up is read first in the next round too; seats stay as they are."""
    async with app(keep()).run_test(size=(80, 40)) as pilot:
        await pilot.press("enter", "down", "down", "f7", "f7", "escape", "enter")
        lines = [line.title for line in pilot.app.screen.query(EntryLine)]
        assert lines == ["Carla", "Ana", "Ben", "Dan", "Blocked"]
        assert in_hand(pilot) == "Carla"
        assert pilot.app.session.game.players == ("Ana", "Ben", "Carla", "Dan")


async def test_the_table_below_takes_nothing_over_behind_the_back_of_the_entry(app, keep) -> None:
    """Only the screen in front looks for what came, so that it can say so before anything is replaced."""
    kept = keep()
    async with app(kept).run_test() as slow:
        await slow.press("enter", "5")
        async with app(kept).run_test() as fast:
            await fast.press("enter", "8", "enter")
        table = next(screen for screen in slow.app.screen_stack if isinstance(screen, TableScreen))
        await table.look()
        await slow.press("enter")
        assert "entered as 8 by another window" in said(slow, "Ana")
        assert slow.app.session.game.rounds[0].entries["Ana"] == Pips(8)


@pytest.mark.parametrize("leave", ["enter", "up"])
async def test_a_hand_that_another_window_entered_meanwhile_is_not_overwritten_unasked(
    app, keep, leave: str
) -> None:
    """Both typed Ana's hand: the slower one is shown the other's, on its line, before it may replace it."""
    kept = keep()
    async with app(kept).run_test() as slow:
        await slow.press("enter", "5")
        async with app(kept).run_test() as fast:
            await fast.press("enter", "8", "enter")
        await slow.press(leave)
        assert "entered as 8 by another window" in said(slow, "Ana")
        assert in_hand(slow) == "Ana"
        assert slow.app.session.game.rounds[0].entries["Ana"] == Pips(8)
        await slow.press("enter", "enter")
        assert slow.app.session.game.rounds[0].entries["Ana"] == Pips(5)


async def test_one_key_lets_a_player_sit_out_and_play_after_all(app, keep) -> None:
    """F9 keeps the mark and goes on; pressed again on that line it takes it back; the table marks the cell."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", "down", "f9")
        assert (said(pilot, "Ben"), in_hand(pilot)) == ("✓ sits out", "Carla")
        await pilot.press("up", "f9")
        assert (said(pilot, "Ben"), in_hand(pilot)) == ("still to come", "Ben")
        await pilot.press("f9", "o", "enter", *"=5", "enter", *"=7", "enter")
        game = pilot.app.session.game
        assert (game.rounds[0].sits_out, game.missing) == (("Ben",), ())
        assert str(pilot.app.screen.query_one("#scores").get_cell_at((0, 2))).strip() == "–"
        assert f"–{NO_BREAK}sits{NO_BREAK}out" in str(pilot.app.screen.query_one("#legend").content)
