"""The tile pad: a hand by tapping or by arrows, at every size of terminal and of set."""

from textual.widgets import Button, Input, Static

from scorekeeper.game.round import TileEntry
from scorekeeper.tiles import Tile, show_tiles
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.entry.round import EntryScreen
from scorekeeper.tui.entry.tile_pad import TilePad, Tray
from tests.conftest import by_cases
from tests.tui.test_entry import said


async def test_tiles_tapped_stand_on_the_line_as_if_typed(app, keep) -> None:
    """The line's button, a number, two tiles, take: the frame stays where it is, and enter keeps the hand."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.click(EntryLine, offset=(38, 0))
        await pilot.pause()
        frame, take = pilot.app.screen.query_one(".question").region, pilot.app.screen.query_one("#take")
        assert str(pilot.app.screen.query_one("#hand", Static).content).startswith("Hand  no tile yet\n")
        await tap(pilot, number=6)
        assert not take.has_class("-ready")
        await tap(pilot, tile=4)
        assert take.has_class("-ready")
        assert pilot.app.screen.query_one(".question").region == frame
        await tap(pilot, tile=6)
        await pilot.click("#take")
        await pilot.pause()
        assert pilot.app.screen.query(Input).first().value == "6-4 6-6"
        await pilot.press("enter")
        assert pilot.app.session.game.rounds[0].entries["Ana"] == TileEntry((Tile(6, 4), Tile(6, 6)))


async def tap(pilot, number: int | None = None, tile: int | None = None) -> None:
    """Tap a number or a tile of the pad."""
    wanted = (tile is not None, number if tile is None else tile)
    tray = pilot.app.screen.query_one(Tray)
    spot = next(one for one in tray.spots(tray.content_size.width) if one[:2] == wanted)
    await pilot.click(tray, offset=(spot.x + 1, spot.y))
    await pilot.pause()


async def test_arrows_and_enter_add_and_take_away_a_tile(app, keep) -> None:
    """F3 opens the pad with what was typed; enter on a tile of the hand puts it back; escape drops all."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", *"9-8", "f3", "down", "enter", "right", "enter", "right", "enter", "f3")
        field = pilot.app.screen.query(Input).first()
        assert field.value == "9-7 9-6"
        await pilot.press("f3", "down", "right", "enter", "escape")
        assert field.value == "9-7 9-6"


async def test_what_cannot_be_in_the_hand_cannot_be_picked(app, keep) -> None:
    """The double that began the round and tiles of other hands are greyed, and the pad says where they are."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", *"9-6", "enter", "f3")
        tray = pilot.app.screen.query_one(Tray)
        await pilot.press(*"9996")
        assert tray.held == ()
        hand = pilot.app.screen.query_one("#hand", Static)
        assert str(hand.content).endswith("\non the table: 9-9 · Ana has 9-6")
        await pilot.press("up", "right")
        assert "on the table" not in str(hand.content)


@by_cases
async def test_digits_put_tiles_in_and_out(app, keep, set_size, typed, held) -> None:
    """Two numbers are a tile; typed again it is out; in large sets a number has two digits where it can."""
    async with app(keep(set_size=set_size)).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "f3", *("space" if one == " " else one for one in typed))
        assert show_tiles(pilot.app.screen.query_one(Tray).held) == held


async def test_the_pad_opens_at_the_number_held_last_and_dots_the_numbers_held(app, keep) -> None:
    """Nobody looks for where they were."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", *"5-4", "f3")
        tray = pilot.app.screen.query_one(Tray)
        numbers = tray.render().plain.splitlines()[1]
        assert " ".join(numbers.split()) == "9 8 7 6 5• 4• 3 2 1 0"
        assert "┃5┃4┃" in tray.render().plain
        assert str(pilot.app.screen.query_one("#hand", Static).content).splitlines()[1].startswith("• held")


async def test_held_pointed_to_and_on_the_table_are_never_confused(app, keep) -> None:
    """Only what is held is filled, also under the cursor; the hand stands above with its sum."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", *"6-4 0-0", "f3", *"9960")
        tray, pad = pilot.app.screen.query_one(Tray), pilot.app.screen
        drawn = tray.render()
        fills = [span for span in drawn.spans if {"on", "reverse"} & {*str(span.style).split()}]
        filled = {drawn.plain[span.start : span.end] for span in fills}
        assert "┃6┃0┃" in filled
        assert all("┃" in one or "━" in one for one in filled)
        assert drawn.plain.count("▲") == 1
        hand = str(pad.query_one("#hand", Static).content).splitlines()[0]
        assert " ".join(hand.split()) == "Hand 6-4 0-0 6-0 = 66 points 0-0 = 50"


async def test_every_tile_and_the_way_out_are_on_the_screen(app, keep) -> None:
    """No set is too large for the pad of a small terminal; targets are three rows tall."""
    async with app(keep(set_size=18)).run_test() as pilot:
        await pilot.press("enter")
        for size in ((80, 24), (45, 30), (140, 40)):
            await pilot.resize_terminal(*size)
            await pilot.press("f3")
            pad = pilot.app.screen
            assert (type(pad), pad.size) == (TilePad, size)
            for shown in (*pad.query(Button), pad.query_one(Tray)):
                assert shown.region.height >= (1 if isinstance(shown, Button) else 3)
                assert pad.region.contains_region(shown.region)
            spots = pad.tray.spots(pad.tray.content_size.width)
            assert (pad.tray.size.height, len(spots)) == (spots[-1].y + pad.tray.tall, 2 * 19)
            await pilot.press("enter")
            assert pad.tray.marked == (True, 17)
            await pilot.press("escape")


async def test_a_half_typed_tile_shows_what_it_could_become(app, keep) -> None:
    """After 9- stand the nines that are left: not the start, not another hand's, not this hand's."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", *"9-8", "enter", "enter", *"9-7 9-")
        assert said(pilot, "Ben") == "9-6 9-5 9-4 9-3 9-2 9-1 9-0"
        assert isinstance(pilot.app.screen, EntryScreen)
