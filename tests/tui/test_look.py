"""The look of every screen: nothing cut or broken, Enter first, every action in the palette, readable colours."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from msgspec import Struct
from rich.cells import cell_len
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Out, Pips
from scorekeeper.text import Language, spoken
from scorekeeper.tui.base.colours import TERMINAL, THEMES
from scorekeeper.tui.base.screen import GameScreen, KeyLine
from scorekeeper.tui.table.score_table import ScoreTable
from scorekeeper.tui.widgets.dialogs import Dialog
from tests.pseudo import Pseudo
from tests.tui.test_players import luminance
from tests.tui.test_spanish_fits import too_long

SHORT = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jonas", "Klara", "Liam")
LONG = ("Ana María Fernández", "Benedikt von Hohenstein", "Grandmother Josephine", *SHORT[3:])
SIZES = ((45, 30), (80, 24), (200, 50))


class Place(Struct, frozen=True):
    """How a screen is reached from the table or from home, what Enter does there, and the screen's own action."""

    keys: str
    enter: str = ""
    own: str = ""
    home: bool = False


OF_COMPANY = frozenset(
    [
        "home",
        "new game",
        "table",
        "entry",
        "tile pad",
        "scoreboard",
        "standing",
        "chart",
        "log",
        "players",
        "form",
        "who began",
    ]
)
"""Screens that show the players; how many there are changes no other."""

RULING = "j 2 A n a enter 5 - 3 enter enter enter 5 enter 1 2 f5"
PLACES = {
    "home": Place("", "Open", "New game", home=True),
    "new game": Place("n", "Next", "Start", home=True),
    "books": Place("k", "Read", "Search", home=True),
    "editor": Place("k n", "Pick", "Save", home=True),
    "history": Place("h", "Open", "Players", home=True),
    "deleting": Place("d", "No", "Yes", home=True),
    "table": Place("", "Score", "Undo"),
    "entry": Place("enter", "Save", "Tiles"),
    "tile pad": Place("enter f3", "Pick", "Take"),
    "sheet": Place("t", "Save", "Other order"),
    "scoreboard": Place("b", "Go on", "Show by itself: on"),
    "standing": Place("s", "", "Print"),
    "chart": Place("g"),
    "log": Place("l"),
    "players": Place("w", "", "Join"),
    "rules": Place("k", "Change", "Search"),
    "printing": Place("p", "Save the file", "Save"),
    "judge": Place("j", "Ask", "Search"),
    "form": Place("j 2", "Next", "Ruling"),
    "ruling": Place(RULING, "", "Compare"),
    "note": Place("e", "Take"),
    "who began": Place("a", "Take"),
    "palette": Place("f2", "Take"),
}


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
    pilot: Pilot[None], only: frozenset[str] = frozenset(PLACES)
) -> AsyncIterator[tuple[str, Place]]:
    """Go to every screen in turn, and yield each while it is in front."""
    for at_home in (True, False):
        if not at_home:
            await pilot.press("enter")
        start = pilot.app.screen
        for name, place in PLACES.items():
            if place.home == at_home and name in only:
                await reach(pilot, place)
                yield name, place
                if pilot.app.screen is not start:
                    shown = pilot.app.screen_stack
                    shown[shown.index(start) + 1].dismiss()
                    await pilot.pause()


async def reach(pilot: Pilot[None], place: Place) -> None:
    """Press the keys that lead to a screen."""
    for key in place.keys.split():
        await pilot.press("minus" if key == "-" else key)
        await pilot.pause()


def rows(pilot: Pilot[None]) -> list[str]:
    """Return what is on the screen, line by line."""
    strips = pilot.app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def foot_faults(pilot: Pilot[None], place: Place, *, longer: bool = False) -> Iterator[str]:
    """Yield what the line of keys lacks: Enter first, the screen's own action from 80 columns on, the ways out."""
    width, shown = pilot.app.size.width, pilot.app.screen.query_one(KeyLine).shown_keys()
    words = [key.words.rstrip("~") for key in shown]
    if sum(key.width for key in shown) > width:
        yield f"wider than {width}"
    entering = [key.words for key in shown if key.key == "enter"]
    if len(entering) != bool(place.enter) or not all(one.startswith(place.enter) for one in entering):
        yield f"Enter is {words}"
    if place.enter and shown[0].key != "enter":
        yield f"Enter is not first in {words}"
    if place.own and width >= 80 and not longer and place.own not in words:
        yield f"no {place.own} in {words}"
    if not {"back", "leave"} & {key.action for key in shown} or shown[-1].action != "command_palette":
        yield f"no way out in {words}"


def ends_without_sign(pilot: Pilot[None]) -> Iterator[str]:
    """Yield the texts that end before their end, and without an ellipsis."""
    for widget in (one for one in pilot.app.screen.walk_children() if one.region and one.display):
        for text in too_long(widget):
            lines = widget.render_lines(Region(0, 0, *widget.outer_size))
            if not any("…" in line.text for line in lines):
                yield f"{type(widget).__name__}#{widget.id}: {text}"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", [SHORT[:2], SHORT[:6], SHORT, LONG], ids=["two", "six", "twelve", "long"])
async def test_every_screen_holds_at_every_size_with_every_company(app, keep, players, size) -> None:
    """Nothing ends without a sign, and the foot says what Enter does, what the screen is for, and the way out."""
    faults = []
    async with shown_on(app, keep, size, players) as pilot:
        async for name, place in every_place(
            pilot, frozenset(PLACES) if players == SHORT[:6] else OF_COMPANY
        ):
            faults += [
                f"{name}: {fault}" for fault in (*foot_faults(pilot, place), *ends_without_sign(pilot))
            ]
    assert faults == []


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)], ids=str)
@pytest.mark.parametrize("players", [SHORT[:2], SHORT[:6], SHORT, LONG], ids=["two", "six", "twelve", "long"])
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


async def test_every_action_is_in_the_palette_with_its_key(app, keep) -> None:
    """Whoever looks for an action finds its key beside it, on every screen."""
    async with shown_on(app, keep, (120, 60)) as pilot:
        async for name, _place in every_place(pilot):
            screen = pilot.app.screen
            if isinstance(screen, Dialog):
                continue
            assert isinstance(screen, GameScreen)
            wanted = {(screen.key(action.name), action.label) for action in screen.ACTIONS}
            await pilot.press("f2")
            await pilot.pause()
            prompts = [str(option.prompt).split() for option in pilot.app.screen.query_one("#found").options]
            await pilot.press("escape")
            for key, label in wanted:
                words = [*key.split(), *label.split()]
                assert any(prompt[: len(words)] == words for prompt in prompts), (name, key, label)


class Longer(Pseudo):
    """The pseudo-language with sentences longer by two fifths."""

    def gettext(self, message: str) -> str:
        """Return the sentence with a tail."""
        return message + "~" * (len(message) * 2 // 5)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the sentence that fits the count, with a tail."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        """Return the sentence with a tail."""
        return self.gettext(message)


async def test_longer_sentences_leave_enter_and_the_way_out_at_the_foot(app, keep) -> None:
    """In a language with longer words no screen loses Enter or the way back, and nothing ends without a sign."""
    faults = []
    with spoken(Language("qps", Longer())):
        async with shown_on(app, keep, (80, 24)) as pilot:
            async for name, place in every_place(pilot):
                found = (*foot_faults(pilot, place, longer=True), *ends_without_sign(pilot))
                faults += [f"{name}: {fault}" for fault in found]
    assert faults == []


def contrast(one: str, other: str) -> float:
    """Return how far two colours are apart, as WCAG 2.2 counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faint(pilot: Pilot[None]) -> set[tuple[str, str, str]]:
    """Return the words on the screen in front that are hard to read, with their colour and the one behind them."""
    found, screen = set(), pilot.app.screen
    frames = list(screen.query(".question"))
    seen = frames[0].region if frames else screen.region
    for y, strip in enumerate(screen._compositor.render_strips()):
        for segment in strip.crop(seen.x, seen.right) if seen.y <= y < seen.bottom else ():
            style = segment.style
            if style is None or style.color is None or style.bgcolor is None:
                continue
            if any(letter.isalnum() for letter in segment.text):
                front, back = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
                if contrast(front, back) < 4.5:
                    found.add((segment.text.strip(), front, back))
    return found


async def test_all_text_can_be_read(app, keep) -> None:
    """In every theme text stands out from what is behind it as WCAG 2.2 asks of small text."""
    async with shown_on(app, keep, (120, 36), SHORT) as pilot:
        async for name, _place in every_place(pilot):
            for theme in (one for one in THEMES if one != TERMINAL.name):
                pilot.app.theme = theme
                await pilot.pause()
                assert faint(pilot) == set(), (name, theme)
