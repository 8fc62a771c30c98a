"""The look of every screen: right at once, nothing cut, Enter first, every action in the palette, colours to read."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache

import pytest
from msgspec import Struct
from rich.cells import cell_len
from rich.table import Table as Grid
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, DataTable, Static

from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Out, Pips
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.home import Doing
from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.table.score_table import ScoreTable
from scorekeeper.tui.widgets.data_list import LongList
from tests.tui.conftest import strips
from tests.tui.test_players import luminance
from tests.tui.test_translated import plain, texts

SHORT = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jonas", "Klara", "Liam")
LONG = ("Ana María Fernández", "Benedikt von Hohenstein", "Grandmother Josephine", *SHORT[3:])
SHORTENED = {"Comparison", "Editor", "EntryScreen", "KeySheet", "RosterScreen", "Scoreboard", "TableScreen"}
"""Screens whose titles have several parts, of which the last may be cut."""


class Place(Struct, frozen=True):
    """How a screen is reached from the table or from home, what Enter does there, and the screen's own action."""

    keys: str
    enter: str = ""
    own: str = ""
    home: bool = False


EVENT = "c F enter enter enter enter w n A n a , B e n , C y , D o t , E v a , F l o , G u s , H a l enter escape d y"
RULING = "j 2 A n a enter 5 minus 3 enter enter enter 5 enter 1 2 f5"
PLACES = {
    "home": Place("", "Open", "New game", home=True),
    "deleting": Place("d", "No", "Yes", home=True),
    "help": Place("f1", "Back", home=True),
    "blank sheet": Place("p", "Open the list", "Save", home=True),
    "import": Place("i", "Read", home=True),
    "judge at home": Place("j", "Ask", "Search", home=True),
    "form at home": Place("j 2", "Next", "Ruling", home=True),
    "new game": Place("n", "Next", "Start", home=True),
    "books": Place("k", "Read", "Search", home=True),
    "editor": Place("k n", "Pick", "Save", home=True),
    "compared books": Place("k space down space c", "Back", home=True),
    "history": Place("h", "Open", "Players", home=True),
    "player": Place("h v enter", "Against", home=True),
    "against": Place("h v enter enter", "Open", home=True),
    "club night": Place(EVENT, "Open", "Draw", home=True),
    "its roster": Place(EVENT + " w", "Here or away", "Join", home=True),
    "table": Place("", "Score", "Undo"),
    "entry": Place("enter", "Save", "Tiles"),
    "tile pad": Place("enter f3", "Pick", "Done"),
    "sheet": Place("t", "Save", "Other order"),
    "scoreboard": Place("b", "Go on"),
    "standing": Place("s", "Table", "Print"),
    "chart": Place("g", "Back"),
    "log": Place("l", "Back"),
    "players": Place("w", "Join", "Leave"),
    "rules": Place("k", "Change", "Search"),
    "printing": Place("p", "Save the file", "Save"),
    "note": Place("e", "Take"),
    "who began": Place("a", "Take"),
    "palette": Place("f2", "Take"),
    "help at the table": Place("f1", "Back"),
    "judge": Place("j", "Ask", "Search"),
    "form": Place("j 2", "Next", "Ruling"),
    "ruling": Place(RULING, "Facts", "Compare"),
    "compared rulings": Place(RULING + " c", "Back"),
}
"""Every screen; those that lead to one another follow one another."""


def evening(players: tuple[str, ...]) -> Iterator[RoundScored]:
    """Yield seven rounds, and one that half the table is entered of."""
    for number in range(1, 8):
        out = players[number % len(players)]
        hands = {name: Pips(7 * number + place) for place, name in enumerate(players) if name != out}
        yield RoundScored(round=number, ending=Out(out), entries=hands)
    yield RoundScored(round=8, entries={name: Pips(41) for name in players[: len(players) // 2]})


@asynccontextmanager
async def shown_on(app, keep, size: tuple[int, int], players: tuple[str, ...] = SHORT[:6]):
    """Open the app at home, with an evening to go to; yield the pilot."""
    keep(players, happened=evening(players))
    async with app().run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def every_place(
    pilot: Pilot[None], places: Mapping[str, Place] = PLACES
) -> AsyncIterator[tuple[str, Place]]:
    """Go to every screen, from the one before where that leads there, and yield each while it is in front."""
    for at_home in (True, False):
        if not at_home:
            await pilot.press("enter")
        start, before = pilot.app.screen, ""
        for name, place in places.items():
            if place.home == at_home:
                if not place.keys.startswith(f"{before} "):
                    await back(pilot, start)
                    before = ""
                await pilot.press(*place.keys.removeprefix(before).split())
                await pilot.pause()
                yield name, place
                before = place.keys
        await back(pilot, start)


async def back(pilot: Pilot[None], start: Screen[object]) -> None:
    """Leave all screens that were opened from one."""
    if pilot.app.screen is not start:
        shown = pilot.app.screen_stack
        shown[shown.index(start) + 1].dismiss()
        await pilot.pause()


def foot_faults(pilot: Pilot[None], place: Place, *, spanish: bool = False) -> Iterator[str]:
    """Yield what the line of keys lacks: Enter first, the screen's own action from 80 columns on, the ways out."""
    width, shown = pilot.app.size.width, pilot.app.screen.query_one(KeyLine).shown_keys()
    words = [key.words.rstrip("~") for key in shown]
    if sum(key.width for key in shown) > width:
        yield f"wider than {width}"
    entering = [key.words for key in shown if key.key == "enter"]
    if len(entering) != 1 or not (spanish or entering[0].startswith(place.enter)):
        yield f"Enter is {words}"
    elif shown[0].key != "enter":
        yield f"Enter is not first in {words}"
    if place.own and width >= 80 and not spanish and place.own not in words:
        yield f"no {place.own} in {words}"
    if not {"back", "leave"} & {key.action for key in shown} or shown[-1].action != "command_palette":
        yield f"no way out in {words}"


def too_long(widget: Widget) -> Iterator[str]:
    """Yield the texts that a part does not show to their end."""
    if isinstance(widget, Static | Button | EntryLine | FactLine) and not may_be_cut(widget):
        around = widget.gutter  # a frame is no part of the words
        lines = widget.render_lines(Region(around.left, around.top, *widget.content_size))
        seen = together("".join(line.text for line in lines))
        titles = (widget.tooltip, widget.border_title, widget.border_subtitle)
        said = (plain(text) for text in texts(widget) if text not in titles)
        yield from (text for text in said if together(text) not in seen)
    elif isinstance(widget, DataTable):
        widths = [column.get_render_width(widget) for column in widget.ordered_columns]
        yield from longer([plain(column.label) for column in widget.ordered_columns], widths)
    elif isinstance(widget, LongList):
        columns = [column for column in widget.columns if column.width]
        yield from longer([column.label for column in columns], [column.width for column in columns])
    elif isinstance(widget, KeyLine) and sum(key.width for key in widget.shown_keys()) > widget.size.width:
        yield " ".join(key.words for key in widget.shown_keys())


def longer(words: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the words that are longer than their columns."""
    pairs = zip(words, widths, strict=True)
    return (word for word, width in pairs if max(map(cell_len, word.split("\n"))) > width)


def may_be_cut(widget: Widget) -> bool:
    """Whether a part says the least important last, and is made to be cut: English is cut there as well."""
    narrow = widget.app.size.width < 80
    return (
        (widget.id == "title" and type(widget.screen).__name__ in SHORTENED)
        or (isinstance(widget, Doing) and narrow)
        or (widget.id == "about" and narrow)
        or widget.id == "sheet-page"  # a picture
        or isinstance(getattr(widget, "content", ""), Grid)  # whose columns wrap
        or str(getattr(widget, "content", "")) in "▲▼"
    )


def together(text: str) -> str:
    """Return a text without its spaces: it may be wrapped anywhere."""
    return "".join(text.split())


def ends_without_sign(pilot: Pilot[None], *, whole: bool = False) -> Iterator[str]:
    """Yield the texts that end before their end without an ellipsis, or with one where all is to be whole."""
    for widget in (one for one in pilot.app.screen.walk_children() if one.region and one.display):
        for text in too_long(widget):
            lines = () if whole else widget.render_lines(Region(0, 0, *widget.outer_size))
            if not any("…" in line.text for line in lines):
                yield f"{type(widget).__name__}#{widget.id}: {text}"


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("players", [SHORT[:2], LONG], ids=["two", "long"])
async def test_no_line_is_broken_in_a_cell_and_no_name_cut_without_a_sign(app, keep, players, size) -> None:
    """The table, its totals and the standing hold at every size: a row a player, a row a total."""
    async with app(keep(players, happened=evening(players))).run_test(size=size) as pilot:
        await pilot.pause()
        table = pilot.app.screen.query_one(ScoreTable)
        assert table.virtual_size.width <= table.size.width
        totals = pilot.app.screen.query_one("#totals", Static)
        assert totals.size.height == (len(str(totals.content).splitlines()) if totals.display else 0)
        for line in str(pilot.app.screen.query_one("#standing", Static).content).splitlines():
            assert cell_len(line) <= pilot.app.screen.query_one("#standing").content_size.width
        for column in table.ordered_columns:
            assert all(cell_len(line) <= column.width for line in str(column.label).split("\n"))
        points, name = (str(column.label) for column in table.ordered_columns[:2])
        assert len(points) < table.ordered_columns[0].width or name.startswith(" "), points + name


@cache
def contrast(one: str, other: str) -> float:
    """Return how far two colours are apart, as WCAG 2.2 counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faint(pilot: Pilot[None]) -> set[tuple[str, str, str]]:
    """Return the words on the screen in front that are hard to read, with their colour and the one behind them."""
    found, screen = set(), pilot.app.screen
    frames = list(screen.query(".question"))
    seen = frames[0].region if frames else screen.region
    for y, strip in enumerate(strips(screen)):
        for segment in strip.crop(seen.x, seen.right) if seen.y <= y < seen.bottom else ():
            style = segment.style
            if style is None or style.color is None or style.bgcolor is None:
                continue
            if any(letter.isalnum() for letter in segment.text):
                front, back = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
                if contrast(front, back) < 4.5:
                    found.add((segment.text.strip(), front, back))
    return found


DRAWN_AT_ONCE = {
    "table": ((), "#scores"),
    "entry": (("enter",), "EntryLine *"),
    "new": (("escape", "n"), "#setup *"),
}


@pytest.mark.parametrize("place", DRAWN_AT_ONCE)
@pytest.mark.parametrize("size", [(45, 30), (80, 24)])
async def test_nothing_moves_after_the_first_drawing(place, size, app, keep, monkeypatch) -> None:
    """What is there once the screen rests was at the same place when it was first drawn."""
    drawn: dict[Screen, list[dict[object, Region]]] = {}
    draw = Screen._compositor_refresh

    def draw_and_note(screen: Screen) -> None:
        draw(screen)
        drawn.setdefault(screen, []).append(
            {part: part.region for part in screen.query(DRAWN_AT_ONCE[place][1])}
        )

    monkeypatch.setattr(Screen, "_compositor_refresh", draw_and_note)
    kept = keep()
    async with app(kept).run_test(size=size) as pilot:
        await pilot.press(*DRAWN_AT_ONCE[place][0])
        first, *later = [parts for parts in drawn[pilot.app.screen] if parts]
        assert all(parts == first for parts in later)
