"""Every word on every screen is in the language in use, but for what people typed and what has no other name.

A tour presses keys in Spanish, its sentences in brackets, and looks at each part of the screens that it finds.
"""

from collections.abc import Awaitable, Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console
from rich.table import Table as Grid
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, DataTable, Input, OptionList, Select, Static

from scorekeeper.game.events import CallMade, Change, RoundScored
from scorekeeper.game.round import Blocked, Call, Out, Pips, Points, TileEntry
from scorekeeper.simulate import POLICIES
from scorekeeper.storage.store import KeptGame
from scorekeeper.system import paths
from scorekeeper.tiles import Tile
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.base.actions import ACTIONS, ANYWHERE
from scorekeeper.tui.base.screen import AppScreen, KeyLine
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.widgets.bands import Bands
from scorekeeper.tui.widgets.data_list import LongList
from scorekeeper.tui.widgets.moment import Moment
from tests.catalogues import speaking
from tests.conftest import cases
from tests.pseudo import marked_language, uncovered, wrap_rules
from tests.tui.conftest import NAMES, offered, told
from tests.tui.test_simulation import playing_here

OTHERS = "Eva, eva, Gus, Car1a, zzz, Friday night, Early end, counted again, late, House, BC, rk, rd"
TYPED = frozenset([*NAMES, *OTHERS.split(", ")])
"""What people typed in these games, and letters of players or ways of playing that fall together in a chart."""


def plain(shown: object) -> str:
    """Return what a part shows, without its styles."""
    if isinstance(shown, Grid):
        console = Console(file=StringIO(), width=240, color_system=None)
        console.print(shown)
        assert isinstance(console.file, StringIO)
        return console.file.getvalue()
    return str(getattr(shown, "plain", shown))


def texts(widget: Widget) -> Iterator[object]:
    """Yield all that a part of a screen shows, what is hidden in lists and tips too."""
    yield from (one for one in (widget.tooltip,) if one)
    yield from (Content.from_markup(one) for one in (widget.border_title, widget.border_subtitle) if one)
    if isinstance(widget, Bands):
        yield widget.render()
    elif isinstance(widget, Static):
        yield widget.content
    elif isinstance(widget, Button):
        yield widget.label
    elif isinstance(widget, Input):
        yield widget.placeholder
    elif isinstance(widget, Select):
        yield from offered(widget)
    elif isinstance(widget, OptionList):
        yield from (option.prompt for option in widget.options)
    elif isinstance(widget, DataTable):
        yield from (column.label for column in widget.ordered_columns)
        yield from (cell for row in range(widget.row_count) for cell in widget.get_row_at(row))
    elif isinstance(widget, LongList):
        yield from (column.label for column in widget.columns)
        yield from (cell for row in range(len(widget.rows)) for cell in widget.cells(row))
    else:
        yield from drawn(widget)


def drawn(widget: Widget) -> Iterator[object]:
    """Yield all that a widget shows which draws its parts itself."""
    if isinstance(widget, EntryLine):
        yield from (widget.title, widget.said, widget.way_to_tiles())
    elif isinstance(widget, FactLine):
        yield from (widget.label, widget.said)
    elif isinstance(widget, Moment):
        yield from (widget.shown.headline, widget.shown.why)
        for place in widget.shown.places:
            yield from (place.player, place.gap, place.why)
    elif isinstance(widget, KeyLine):
        for key in widget.keys:
            yield from (key.shown, key.words)


def parts(screen: Screen[object]) -> Iterator[tuple[str, object]]:
    """Yield every text of a screen with the part that shows it: its widgets, its messages."""
    for widget in screen.walk_children():
        yield from ((f"{type(widget).__name__}#{widget.id}", one) for one in texts(widget))
    yield "message", told(screen.app)


class Tour:
    """Keys pressed one after the other, and what was found on the way."""

    def __init__(self, pilot: Pilot[None], allowed: frozenset[str]) -> None:
        self.pilot = pilot
        self.seen: set[str] = set()
        self.found: set[str] = set()
        self._allowed = allowed
        self._read: set[object] = set()

    async def press(self, keys: str) -> None:
        """Press keys, each with a look at what it brings; a word in quotes is typed, `pause` waits."""
        for key in keys.split():
            if key == "pause":
                await self.pilot.pause(1)
            else:
                await self.pilot.press(*(key.strip("'") if key.startswith("'") else [key]))
            await self.look()

    async def look(self) -> None:
        """Read the screen that is in front."""
        screen = self.pilot.app.screen
        self._read_parts(screen)
        if isinstance(screen, AppScreen):
            self.seen.add(screen.place)

    def _read_parts(self, screen: Screen[object]) -> None:
        commands = () if type(screen) in self._read else screen.app.get_system_commands(screen)
        self._read.add(type(screen))
        found = [("command", words) for command in commands for words in command[:2]]
        for part, shown in (*parts(screen), *found):
            text = plain(shown)
            if (part, text) not in self._read:
                self._read.add((part, text))
                words = uncovered(text, self._allowed)
                if words:
                    self.found.add(f"{type(screen).__name__} {part}: {', '.join(words)} in {text!r}")


HANDS = {"Ben": Pips(23), "Carla": TileEntry((Tile(6, 4), Tile(5, 5))), "Dan": Points(40)}
GOING_ON = (
    RoundScored(round=1, ending=Out("Ana"), entries=HANDS),
    RoundScored(round=1, entries={"Ben": Pips(24)}, reason="counted again"),
    CallMade(1, Call("chickenlittle", "Dan")),
    RoundScored(round=2, ending=Blocked(4), entries={**HANDS, "Ana": Pips(12)}, note="late"),
    CallMade(2, Call("chickenlittle", "Ben", "Ana", "draw-1")),
    RoundScored(round=3, entries={"Ben": Pips(5)}),
    CallMade(3, Call("chickenlittle", "Carla", "Ana", "draw-1-and-skip")),
)
"""What happened in the evening that a tour begins with."""


@pytest.fixture
def toured(
    app: Callable[..., ScorekeeperApp],
    keep: Callable[..., KeptGame],
    home: Path,
    own_address: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[dict[str, Any]], Awaitable[Tour]]:
    """Return a function that takes a tour in Spanish."""
    monkeypatch.setattr("scorekeeper.tui.app.ScorekeeperApp.open_url", lambda *_asked, **_more: None)
    monkeypatch.setattr("scorekeeper.tui.rules.simulation.playing", playing_here)
    beside = {one[0] + other[0] for one in POLICIES for other in POLICIES}  # their letters on one bar
    allowed = (
        TYPED | {*POLICIES} | beside | {str(home), home.name, *(part for part in paths.sheets_folder().parts)}
    )

    async def taken(case: dict[str, Any]) -> Tour:
        then = msgspec.convert(case.get("then", []), list[Change])
        happened = [*GOING_ON[: case.get("events", 0)], *then]
        game = keep(happened=happened, **case.get("house", {})) if "events" in case else None
        wrap_rules(monkeypatch)
        with speaking(marked_language("es")):
            opened = app(game if "opened" in case else None)
            async with opened.run_test(size=(case.get("width", 140), 40), notifications=True) as pilot:
                tour = Tour(pilot, allowed)
                await tour.look()
                await tour.press(case["keys"])
        return tour

    return taken


@pytest.mark.parametrize("case", cases("tours"), ids=lambda case: case["name"])
async def test_every_word_on_the_screens_is_in_the_language_in_use(toured, case: dict[str, Any]) -> None:
    """Wherever a tour leads, each text on the screen is a sentence that a translator has seen."""
    tour = await toured(case)
    assert "\n".join(sorted(tour.found)) == ""
    assert set(case.get("sees", ())) <= tour.seen


def test_the_tours_lead_through_every_screen() -> None:
    """No screen of the app is left out, but for the one that only asks, which has no words of its own."""
    assert {place for case in cases("tours") for place in case.get("sees", ())} == ACTIONS.keys() - {
        "ask",
        ANYWHERE,
    }
