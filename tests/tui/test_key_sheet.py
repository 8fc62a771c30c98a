"""A whole sheet keyed in from paper: few keys, nothing lost."""

import pytest
from textual.widgets import Input, Static

from scorekeeper.game.events import PlayerRenamed, RoundScored, TotalsHidden
from scorekeeper.game.round import Blocked, Points
from scorekeeper.tui.table.table import TableScreen
from tests.tui.conftest import until
from tests.tui.test_entry_company import elsewhere as elsewhere
from tests.tui.test_typing_ahead import type_at_once

SIX = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn")
SHEET = (
    ("o", "12", "31", "7", "44", "9"),
    ("20", "o", "15", "8", "61", "17"),
    ("3", "26", "o", "52", "11", "40"),
)
"""Three rounds as they stand on paper, a line per round."""


def said(pilot) -> str:
    """Return what stands beside the field."""
    return pilot.app.screen.line_in_hand().said.plain


def in_hand(pilot) -> str:
    """Return which cell has the cursor."""
    number, player = pilot.app.screen.line_in_hand().cell
    double = pilot.app.session.game.round(number).double
    return f"{double}-{double}  {player}"


def keyed_rounds(pilot) -> list[list[str]]:
    """Return the record as it would stand on paper."""
    game = pilot.app.session.game
    return [
        ["o" if name == played.out else str(played.entries[name].count) for name in game.players]
        for played in game.rounds
    ]


@pytest.mark.parametrize("by_player", [True, False])
async def test_a_sheet_of_six_takes_its_digits_and_one_key_per_cell(app, keep, by_player) -> None:
    """Six players, three rounds: what is written, enter after each cell, and at most three keys around it."""
    kept = keep(SIX, **{"rounds.length": "fixed", "rounds.count": 3})
    lines = list(zip(*SHEET, strict=True)) if by_player else SHEET
    cells = [key for line in lines for cell in line for key in (*cell, "enter")]
    keys = [*("t" if by_player else ("t", "f7")), *cells, "escape"]
    async with app(kept).run_test(size=(120, 30)) as pilot:
        await pilot.press(*keys)
        assert isinstance(pilot.app.screen, TableScreen)
        assert keyed_rounds(pilot) == [list(row) for row in SHEET]
    written = sum(len(cell) for row in SHEET for cell in row)
    assert len(keys) <= written + 18 + 3


async def test_enter_goes_down_a_player_or_along_a_round(app, keep) -> None:
    """One key switches the order, and it holds for the next sheet."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "5", "enter")
        assert in_hand(pilot) == "8-8  Ana"
        assert [line.title for line in pilot.app.screen.lines.lines][:2] == ["9-9", "8-8"]
        await pilot.press("up", "f7", "enter")
        assert in_hand(pilot) == "9-9  Ben"
        assert [line.title for line in pilot.app.screen.lines.lines] == ["Ana", "Ben", "Blocked"]
        await pilot.press("enter", "escape", "t")
        assert "round by round" in str(pilot.app.screen.query_one("#title", Static).content)


async def test_the_other_order_keeps_what_is_typed(app, keep) -> None:
    """F6 keeps the cell in hand and stays with it; what cannot be kept holds the page."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "5", "f7")
        assert (in_hand(pilot), pilot.app.session.game.total("Ana")) == ("9-9  Ana", 5)
        await pilot.press("down", *"9999", "f7")
        assert (in_hand(pilot), pilot.app.screen.focused.value) == ("9-9  Ben", "9999")
        assert pilot.app.session.keys_by_player is False


async def test_cells_typed_at_once_cross_pages(app, keep) -> None:
    """A whole sheet typed ahead turns its pages, and no digit lands on another page."""
    kept = keep(SIX, **{"rounds.length": "fixed", "rounds.count": 3})
    async with app(kept).run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "f7")
        type_at_once(pilot, *(key for line in SHEET for cell in line for key in (*cell, "enter")))
        await until(pilot, lambda: pilot.app.session.game.current is None)
        assert keyed_rounds(pilot) == [list(row) for row in SHEET]


async def test_a_page_turns_after_a_correction_got_its_reason(app, keep) -> None:
    """The last line of a complete round asks why it changes, and then the next round is there."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "f7", "o", "enter", "9", "enter", "pageup", "7", "enter", "a", "enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ben": Points(7)}
        assert in_hand(pilot) == "8-8  Ana"


async def test_after_the_last_cell_the_totals_are_compared_with_the_paper(app, keep) -> None:
    """There is no further page, and the line says what to do."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "pagedown", *["enter"] * 9, "5", "enter")
        assert in_hand(pilot) == "0-0  Ben"
        assert said(pilot) == "That was the last cell. Check the totals against the paper."


async def test_a_page_does_not_turn_over_a_line_that_cannot_be_kept(app, keep) -> None:
    """The cursor goes to that line, wherever it was left."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "f7", *"9999", "f4", "4", "pagedown")
        assert in_hand(pilot) == "9-9  Ana"
        assert pilot.app.screen.focused.value == "9999"


async def test_a_blocked_round_is_said_on_the_page_of_its_round(app, keep) -> None:
    """F4 keeps the cell in hand, shows its round, and asks for the foot there."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "5", "f4", "4", "enter")
        played = pilot.app.session.game.rounds[0]
        assert (played.ending, played.entries) == (Blocked(4), {"Ana": Points(5)})
        await pilot.press("pageup", "f4", "x", "enter")
        assert pilot.app.session.game.rounds[0].ending == Blocked(4)


async def test_an_ending_said_first_leads_to_the_hands(app, keep) -> None:
    """After F4 on an empty page Enter goes to its first hand, and after the last hand to the next page."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await pilot.press("t", "f7", "f4", "4", "enter")
        assert in_hand(pilot) == "9-9  Ana"
        await pilot.press("5", "enter", "7", "enter")
        assert in_hand(pilot) == "8-8  Ana"


async def test_the_title_has_the_sum_of_the_page_unless_totals_are_hidden(app, keep) -> None:
    """The sum is compared with the paper; a table that hides its totals gives none away."""
    for hidden, title in ((False, "Ana: 12"), (True, "Ana")):
        async with app(keep(("Ana", "Ben"), happened=(TotalsHidden(hidden),))).run_test() as pilot:
            await pilot.press("t", "1", "2", "enter")
            assert str(pilot.app.screen.query_one("#title", Static).content).split(" · ")[1] == title


async def test_a_tap_goes_to_a_line_and_keeps_the_one_in_hand(app, keep) -> None:
    """The sheet works by touch alone, but for the digits."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "5")
        await pilot.click(list(pilot.app.screen.query(Input))[2])
        await pilot.pause()
        assert in_hand(pilot).startswith("7-7")
        assert pilot.app.session.game.total("Ana") == 5


async def test_the_sheet_follows_another_window(app, keep, elsewhere) -> None:
    """A rename keeps the cell in hand; an entry made elsewhere is not overwritten unasked."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("t", "5")
        elsewhere(kept, PlayerRenamed("Ana", "Anna"), RoundScored(round=1, entries={"Anna": Points(8)}))
        await pilot.app.screen.look()
        assert in_hand(pilot) == "9-9  Anna"
        await pilot.press("enter")
        assert "entered as 8 by another window" in said(pilot)
        assert pilot.app.session.game.rounds[0].entries == {"Anna": Points(8)}
        await pilot.press("enter")
        assert pilot.app.session.game.rounds[0].entries == {"Anna": Points(5)}


async def test_a_finished_game_is_not_keyed(app, keep) -> None:
    """The lock holds here too, and the sentence says how it opens."""
    async with app(keep(("Ana", "Ben"))).run_test(notifications=True) as pilot:
        await pilot.press("enter", "5", "enter", "o", "enter", "enter", "f", "enter", "escape", "escape", "t")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.game.finished
