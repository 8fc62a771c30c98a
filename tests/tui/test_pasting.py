"""What is pasted: a column fills downwards, a block a sheet, and of no text in any field a line is lost."""

from collections.abc import Iterable

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.conftest import told
from tests.tui.test_key_sheet import SHEET, SIX, keyed_rounds
from tests.tui.test_look import every_place, shown_on

SEVERAL = "one sixth\r\nsecond\tthird\r\n\r\nfourth\n"
"""A text of several lines and cells, as a terminal hands it on."""


async def paste(pilot: Pilot[None], text: str, field: Input | None = None) -> None:
    """Paste a text where the cursor is, or in a field."""
    (field or pilot.app.screen.focused).post_message(Paste(text))
    await pilot.pause()


def lost(pilot: Pilot[None], words: Iterable[str]) -> list[str]:
    """Return the words that stand in no field of the screen and that nobody was told of."""
    seen = [field.value for field in pilot.app.screen.query(Input)] + [told(pilot.app)]
    return [word for word in words if not any(word in text for text in seen)]


async def test_no_field_of_the_app_loses_a_line_without_a_word(app, keep) -> None:
    """Whatever kind of field, each word of a pasted text stands in a field, or it is said that it does not fit."""
    lost_words, tried = {}, set()
    async with shown_on(app, keep, (120, 40)) as pilot:
        async for name, _place in every_place(pilot):
            for place, field in enumerate(pilot.app.screen.query(Input)):
                kind = type(pilot.app.screen), type(field), field.id, type(field.parent), field.name
                if kind in tried:
                    continue
                tried.add(kind)
                pilot.app.clear_notifications()
                before = field.value
                await paste(pilot, SEVERAL, field)
                missing = lost(pilot, SEVERAL.split())
                if missing and "What you pasted is too long" not in told(pilot.app):
                    lost_words[f"{name}, {field.id or place}"] = missing
                if field.is_attached:
                    field.value = before
                    await pilot.pause()
    assert len(tried) > 20
    assert lost_words == {}


@pytest.mark.parametrize(
    ("where", "text", "typed"),
    [
        ("h", "Ana\nBen", "Ana, Ben"),
        ("j", "Ana\nBen", "Ana, Ben"),
        ("k", "double\nblank", "double blank"),
    ],
)
async def test_names_are_joined_by_commas_and_words_by_spaces(app, keep, where, text, typed) -> None:
    """What was a list is one in the field."""
    async with shown_on(app, keep, (120, 40)) as pilot:
        await pilot.press(where)
        field = pilot.app.screen.query("#with, #players, #search").last(Input)
        field.value = ""
        await paste(pilot, text, field)
        assert field.value == typed


@pytest.mark.parametrize("text", ["o\n31\n7\n12\n", "o\t31\t7\t12", "o\r31\r\r12\r"])
async def test_a_column_or_a_line_of_a_spreadsheet_fills_a_round(app, keep, text) -> None:
    """Each cell is the hand of the next player, saved as if it was typed; an empty cell is nobody's."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter")
        await paste(pilot, text)
        entries = pilot.app.session.game.rounds[0].entries
        points = {name: entry.count for name, entry in entries.items()}
        assert points == {
            name: hand for name, hand in {"Ben": 31, "Carla": 7, "Dan": 12}.items() if name in points
        }
        assert pilot.app.session.game.rounds[0].out == "Ana"
        assert len(points) == len(text.split()) - 1


async def test_what_does_not_fit_is_said_and_a_doubtful_hand_stops_the_filling(app, keep) -> None:
    """Hands after the last player are named; after a word that is no hand the next ones wait on their lines."""
    async with app(keep()).run_test(notifications=True) as pilot:
        await pilot.press("enter", "down", "down")
        await paste(pilot, "31\n7\n44\n9\n")
        assert {name: entry.count for name, entry in pilot.app.session.game.rounds[0].entries.items()} == {
            "Carla": 31,
            "Dan": 7,
        }
        assert "left out: 44, 9" in told(pilot.app)
    async with app(keep()).run_test(notifications=True) as pilot:
        await pilot.press("enter")
        await paste(pilot, "5\nbanana\n7\n")
        assert [*pilot.app.session.game.rounds[0].entries] == ["Ana"]
        assert [field.value for field in pilot.app.screen.query(Input)][:3] == ["5", "banana", "7"]
        assert pilot.app.screen.line_in_hand().title == "Ben"


@pytest.mark.parametrize("by_player", [False, True])
async def test_a_block_fills_a_whole_sheet(app, keep, by_player) -> None:
    """Down the lines of the page, and across its pages, player by player or round by round."""
    kept = keep(SIX, **{"rounds.length": "fixed", "rounds.count": 3})
    rows = SHEET if by_player else tuple(zip(*SHEET, strict=True))
    async with app(kept).run_test(notifications=True) as pilot:
        await pilot.press("t", *([] if by_player else ["f7"]))
        await paste(pilot, "\n".join("\t".join(row) for row in rows))
        assert keyed_rounds(pilot) == [list(row) for row in SHEET]


async def test_names_fill_the_seats(app, keep) -> None:
    """A column of names gives each a seat, and says for whom there is none."""
    keep()
    names = [f"Player {number}" for number in range(1, 40)]
    async with app().run_test(notifications=True) as pilot:
        await pilot.press("n")
        await paste(pilot, "\n".join(names))
        seated = pilot.app.screen._seats.names
        assert seated == names[: len(seated)]
        assert f"left out: {names[len(seated)]}, " in told(pilot.app)
