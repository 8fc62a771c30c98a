"""Entry of a round: what is kept, what is refused, and that nothing typed is lost."""

import pytest
from textual.widgets import Input, OptionList

from scorekeeper.game.events import TotalsHidden
from scorekeeper.game.round import Pips, TileEntry
from scorekeeper.tiles import parse_tiles
from scorekeeper.tui.entry.lines import EntryLine, Heads
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.dialogs import Choose
from tests.tui.conftest import told
from tests.tui.test_look import SHORT, evening
from tests.tui.test_panes import TWELVE


def said(pilot, player: str) -> str:
    """Return what stands beside a player's line."""
    line = next(line for line in pilot.app.screen.query(EntryLine) if line.title == player)
    return line.said.plain


def in_hand(pilot) -> str:
    """Return whose line has the cursor."""
    return pilot.app.screen.line_in_hand().title


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
async def test_heads_stand_over_the_columns_and_the_help_below_the_lines(app, keep, size) -> None:
    """What is typed, what it counts and the total are named above; how to type stands right below all hands."""
    async with app(keep(SHORT, happened=evening(SHORT))).run_test(size=size) as pilot:
        await pilot.press("enter")
        screen, heads = pilot.app.screen, pilot.app.screen.query_one(Heads)
        line = next(one for one in screen.query(EntryLine) if one.kept)
        drawn, left = heads.render().plain, heads.content_region.x
        shown = line.drawn(line.content_size.width)[line.is_tall].plain
        columns = [line.field.content_region.x - left, shown.index("✓"), shown.index("196")]
        assert [drawn.index(head) for head in ("hand", "this round", "total")] == columns
        legend = screen.query_one("#legend").region
        assert 0 <= legend.y - screen.lines.lines[-2].region.bottom <= 1


async def test_names_in_panes_are_whole_and_apart_from_the_field(app, keep) -> None:
    """The field leaves them the columns that a hand does not need."""
    async with app(keep(TWELVE[:6])).run_test(size=(120, 40)) as pilot:
        await pilot.press("enter")
        for line in list(pilot.app.screen.query(EntryLine))[:6]:
            field = line.field.region.x - line.region.x
            before = line.drawn(line.content_size.width)[line.is_tall].plain[:field]
            assert before.rstrip().endswith(f" {line.player}")
            assert before.endswith(" ")
            assert line.field.region.right < line.region.x + line.mark_at(line.content_size.width).start


async def test_a_sum_breaks_between_its_items(app, keep) -> None:
    """However narrow the screen, a tile and its points stay on one line."""
    async with app(keep()).run_test(size=(45, 30)) as pilot:
        await pilot.press("enter", *"64 00 55 98 87")
        line = pilot.app.screen.query(EntryLine).first()
        lines = [line.render_line(row).text.strip(" ") for row in range(1, line.size.height)]
        assert len(lines) > 1
        items = " ".join(lines).split("  ", 1)[1].split(", ")
        spaced = [item.replace("\u00a0", "_") for item in items]
        assert spaced == ["6-4_=_10", "0-0_=_50", "5-5_=_10", "9-8_=_17", "8-7_=_15"]


async def test_a_reason_that_cannot_be_kept_is_refused_with_a_sentence(app, keep) -> None:
    """A control character that was pasted into it ends nothing, and nothing is stored."""
    async with app(keep()).run_test(notifications=True) as pilot:
        await pilot.press("enter", *"230", "enter", "enter")
        pilot.app.screen.query_one(Input).value = "a\x07b"
        await pilot.press("enter")
        await pilot.pause()
        assert "no control characters" in told(pilot.app)
        assert pilot.app.session.game.rounds == ()


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


async def test_the_table_below_takes_nothing_over_behind_the_back_of_the_entry(app, keep) -> None:
    """Only the screen in front looks for what came, so that it can say so before anything is replaced."""
    kept = keep()
    async with app(kept).run_test() as slow:
        await slow.press("enter", "5")
        async with app(kept).run_test() as fast:
            await fast.press("enter", "8", "enter")
        table = next(screen for screen in slow.app.screen_stack if isinstance(screen, TableScreen))
        await table.poll()
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


async def test_who_had_the_double_blank_tells_no_points_that_are_hidden(app, keep) -> None:
    """The question names the players alone, as it does on phones."""
    async with app(keep(("Ana", "Ben"), happened=(TotalsHidden(True),))).run_test() as pilot:
        await pilot.press("enter", "o", "enter", "9", "enter")
        options = pilot.app.screen.query_one(OptionList).options
        assert [str(one.prompt) for one in options][:-2] == ["Nobody, or it is already counted", "Ben"]


@pytest.mark.parametrize(
    ("keys", "entry"), [(["enter"], Pips(26)), (["down", "enter"], TileEntry(parse_tiles("2-1 4-1", 9)))]
)
async def test_two_meanings_are_asked_about_with_one_key(app, keep, keys, entry) -> None:
    """“12 14” is 26 pips, or the tiles 2-1 and 4-1: nothing is saved before somebody says which."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12 14")
        assert "can be 26 pips or 2-1 4-1" in said(pilot, "Ana")
        assert pilot.app.screen.line_in_hand().level == "odd", (
            "a line that Enter asks about is marked as wrong"
        )
        await pilot.press("enter")
        assert pilot.app.session.game.rounds == ()
        assert [str(way.prompt) for way in pilot.app.screen.query_one(OptionList).options] == [
            "26 pips",
            "2-1 4-1",
        ]
        await pilot.press(*keys)
        assert pilot.app.session.game.rounds[0].entries == {"Ana": entry}


async def test_what_numbers_are_is_asked_once_in_a_game(app, keep) -> None:
    """Who said that “12 14” are tiles is not asked about “15 16”; the table says so, and can be told otherwise."""
    async with app(keep(("Ana", "Ben", "Cy"))).run_test() as pilot:
        await pilot.press("enter", *"12 14", "enter", "down", "enter", "enter")  # who began is left
        assert "read so in this game from now on; y" in told(pilot.app)
        await pilot.press(*"15 16")
        assert said(pilot, "Ben").startswith("13  5-1"), "what is meant stands beside the line"
        await pilot.press("enter")
        entries = pilot.app.session.game.rounds[0].entries
        assert entries["Ben"] == TileEntry(parse_tiles("5-1 6-1", 9))
        await pilot.press("escape", "y", "down", "enter", "enter", *"13 17", "enter")
        assert isinstance(pilot.app.screen, Choose), "it is asked again"


async def test_what_may_be_two_things_stays_typed_where_nobody_answers(app, keep) -> None:
    """Escape leaves the question, and the line as it was."""
    async with app(keep()).run_test() as pilot:
        await pilot.press("enter", *"12 14", "enter", "escape")
        assert (pilot.app.session.game.rounds, pilot.app.screen.line_in_hand().typed) == ((), "12 14")
