"""Every word on every screen is in the language in use, but for what people typed and what has no other name.

A tour presses keys through the screens in the pseudo-language and looks at each part of what it finds.
"""

from collections.abc import Callable, Iterator
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from msgspec import Struct
from rich.console import Console
from rich.table import Table as Grid
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, DataTable, Input, OptionList, Select, Static

from scorekeeper.game.events import CallMade, Finished, PlayerLeft, RoundScored, Started, TotalsHidden
from scorekeeper.game.round import Blocked, Call, Out, Pips, Points, TileEntry
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame
from scorekeeper.system import paths
from scorekeeper.tiles import Tile
from scorekeeper.tui.base.screen import GameScreen, KeyLine
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.widgets.board import Board
from scorekeeper.tui.widgets.data_list import LongList
from tests.catalogues import speaking
from tests.conftest import SHELF
from tests.pseudo import PSEUDO, uncovered, wrap_rules
from tests.tui.conftest import NAMES, NOON, offered, told

TYPED = frozenset(
    {
        *NAMES,
        *(
            "Eva",
            "eva",
            "Gus",
            "Car1a",
            "zzz",
            "Friday night",
            "Early end",
            "counted again",
            "late",
            "House",
            "BC",
        ),
    }
)
"""What people typed in these games, and letters of players whose totals fall together in a chart."""


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
    if isinstance(widget, Static):
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
        yield from (cell for row in range(widget.count) for cell in widget.cells(row))
    else:
        yield from drawn(widget)


def drawn(widget: Widget) -> Iterator[object]:
    """Yield all that a widget shows which draws its parts itself."""
    if isinstance(widget, Board):
        for line in widget.lines:
            yield from (line.rank, line.player, line.gap, line.note)
    elif isinstance(widget, EntryLine):
        yield from (widget.title, widget.said, widget.way_to_tiles())
    elif isinstance(widget, FactLine):
        yield from (widget.label, widget.said)
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
        if isinstance(screen, GameScreen):
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


class Start(Struct, frozen=True):
    """What is kept before a tour begins: who opens the app on which game."""

    events: tuple[object, ...] = ()
    house: dict[str, object] = {}
    opened: bool = True
    width: int = 140


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
PENALTY = {"little.mode": "penalty", "little.penalty": "draw-1", "little.points": 5}
SHORT = {"rounds.length": "fixed", "rounds.count": 2}

TOURS = {
    "nothing kept": (
        Start(opened=False),
        """
        f1 escape f2 'zzz' pause escape escape ctrl+c u h s escape escape n enter 'Eva'
        enter 'eva' enter f5 backspace escape
        """,
    ),
    "home": (Start(GOING_ON, opened=False), "d f1 escape n u d y u enter n f5 escape escape"),
    "table": (
        Start(GOING_ON, PENALTY),
        """
        f2 escape down right u r c f1 escape enter enter c enter down enter x x x v v
        e f1 escape 'late' enter f escape
        """,
    ),
    "looking on": (
        Start(GOING_ON, PENALTY),
        """
        l escape s t escape g escape f 'late' enter x x f1 escape x x p escape p enter escape escape
        enter t f enter
        """,
    ),
    "entry": (
        Start(GOING_ON, PENALTY),
        """
        enter f1 escape '99999' enter backspace 'x' enter escape y enter '6-' f3 f1 escape enter enter escape '64'
        enter f9 f9 'o' enter f4 '4' enter f7 f8 f12 escape 'b' enter escape up enter '7' enter enter enter escape
        """,
    ),
    "keying in": (
        Start(GOING_ON, PENALTY),
        """
        t f7 f4 escape '7' enter '0-0' enter enter up '9' enter escape '700' enter escape n f6
        '12' enter down '3' enter f6 enter escape 1 2 escape escape y
        """,
    ),
    "players": (
        Start(GOING_ON),
        """
        w n 'Gus' enter down down down enter 'x' enter n 'Gus' enter enter e escape x n x y n escape
        n enter enter f7 f8 escape
        """,
    ),
    "rules": (
        Start(GOING_ON),
        """
        k s 'zzz' escape s 'draw' enter down down enter down enter 'late' enter enter d escape
        escape k d escape
        """,
    ),
    "rule books": (
        Start(opened=False),
        "k s 'boneyard' escape s 'zzz' escape c e escape",
    ),
    "comparing books": (Start(opened=False, width=60), "k space down space down space c escape"),
    "a house book": (
        Start(opened=False),
        """
        k n r f5 s 'blank' enter down enter down enter d e 'House' enter escape n f5 escape e escape
        escape
        """,
    ),
    "the judge": (
        Start(GOING_ON, PENALTY),
        """
        j enter f6 f3 escape 'Ben' enter '6-4' enter f5 escape f12 n f5 f5 f5 c escape p escape escape escape
        escape
        """,
    ),
    "all questions": (
        Start(GOING_ON),
        """
        j 3 escape 5 escape 6 escape 7 f5 escape escape 8 escape a escape b f3 f1 escape enter up enter escape
        f3 enter enter escape escape
        """,
    ),
    "the judge at home": (Start(opened=False), "j b escape up down x enter enter f5 escape"),
    "phones": (Start(GOING_ON), "o pause f1 escape k p c x s n escape"),
    "history": (
        Start(GOING_ON, opened=False),
        """
        h v enter v enter escape m escape s escape escape v s 'zzz' enter escape s tab
        'xx' enter escape
        """,
    ),
    "printing": (Start(GOING_ON), "p f5 f5 n f6 escape s i escape"),
    "an empty sheet": (Start(opened=False), "p tab f1"),
    "a game that is over": (
        Start(GOING_ON[:4], SHORT),
        "enter escape s t m escape h",
    ),
    "the scoreboard": (Start((*GOING_ON, PlayerLeft(player="Dan"))), "b f1 escape a a enter escape"),
    "hidden totals": (Start((*GOING_ON[:3], TotalsHidden(True))), "s escape g escape b escape h h"),
    "ended early": (Start((*GOING_ON[:2], Finished("late"))), "enter t c escape f enter l escape"),
    "not begun": (Start(), "s escape g escape f x u r w n 'Car1a' enter n n 'Gus' enter escape"),
}
"""Keys by tour; a word in quotes is typed, and `pause` waits for what comes late."""


def kept(home: Path, start: Start) -> KeptGame | None:
    """Keep what a tour begins with."""
    if not start.events and not start.opened:
        return None
    rules = with_changes(SHELF.book("classic").rules, start.house)
    begun = Started(
        title="Friday night",
        date=date(2026, 11, 20),
        set_size=9,
        players=NAMES,
        book="classic",
        rules=rules,
        house=start.house,
    )
    store = open_store(home / "games.db")
    game = store.create(begun, NOON)
    for event in start.events:
        game = store.append(game, [event], NOON)
    store.close()
    return game if start.opened else None


@pytest.fixture
async def toured(
    app: Callable[..., object], home: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], object]:
    """Return a function that takes a tour in the pseudo-language."""
    monkeypatch.setattr("scorekeeper.tui.app.ScorekeeperApp.open_url", lambda *_asked, **_more: None)
    monkeypatch.setattr("scorekeeper.web.host.home_address", lambda: "127.0.0.1")
    allowed = TYPED | {str(home), home.name, *(part for part in paths.sheets_folder().parts)}

    async def taken(name: str) -> Tour:
        start, keys = TOURS[name]
        game = kept(home, start)
        wrap_rules(monkeypatch)
        with speaking(PSEUDO):
            async with app(game).run_test(size=(start.width, 40), notifications=True) as pilot:
                tour = Tour(pilot, allowed)
                await tour.look()
                await tour.press(keys)
        return tour

    return taken


@pytest.mark.parametrize("name", TOURS)
async def test_every_word_on_the_screens_is_in_the_language_in_use(toured, name: str) -> None:
    """Wherever a tour leads, each text on the screen is a sentence that a translator has seen."""
    tour = await toured(name)
    assert "\n".join(sorted(tour.found)) == ""
