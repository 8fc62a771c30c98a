"""A whole sheet keyed in from paper: few keys, nothing lost."""

from textual.widgets import Input

from scorekeeper.game.events import PlayerRenamed, RoundScored
from scorekeeper.game.round import Points
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


async def test_cells_typed_at_once_cross_pages(app, keep) -> None:
    """A whole sheet typed ahead turns its pages, and no digit lands on another page."""
    kept = keep(SIX, **{"rounds.length": "fixed", "rounds.count": 3})
    async with app(kept).run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "f7")
        type_at_once(pilot, *(key for line in SHEET for cell in line for key in (*cell, "enter")))
        await until(pilot, lambda: pilot.app.session.game.current is None)
        assert keyed_rounds(pilot) == [list(row) for row in SHEET]


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
        await pilot.app.screen.poll()
        assert in_hand(pilot) == "9-9  Anna"
        await pilot.press("enter")
        assert "entered as 8 by another window" in said(pilot)
        assert pilot.app.session.game.rounds[0].entries == {"Anna": Points(8)}
        await pilot.press("enter")
        assert pilot.app.session.game.rounds[0].entries == {"Anna": Points(5)}
