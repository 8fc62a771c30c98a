"""The look of every screen: nothing cut or broken, Enter first, every action in the palette, readable colours."""

from collections.abc import Iterator

import pytest
from msgspec import Struct
from rich.cells import cell_len
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

SHORT = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jonas", "Klara", "Liam")
LONG = ("Ana María Fernández", "Benedikt von Hohenstein", "Grandmother Josephine", *SHORT[3:])
SIZES = ((80, 24), (120, 36), (200, 50))


class Place(Struct, frozen=True):
    """How a screen is reached from the table or from home, what Enter does there, and the screen's own action."""

    keys: str
    enter: str = ""
    own: str = ""
    home: bool = False


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


async def opened(app, keep, place: Place, players: tuple[str, ...] = SHORT[:6]):
    """Return the app with an evening, opened at home or on the table."""
    kept = keep(players, happened=evening(players))
    return app() if place.home else app(kept)


async def reach(pilot: Pilot[None], place: Place) -> None:
    """Press the keys that lead to a screen."""
    for key in place.keys.split():
        await pilot.press("minus" if key == "-" else key)
        await pilot.pause()


def rows(pilot: Pilot[None]) -> list[str]:
    """Return what is on the screen, line by line."""
    strips = pilot.app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


@pytest.mark.parametrize("name", PLACES)
async def test_enter_stands_first_and_the_screens_own_action_is_there(app, keep, name: str) -> None:
    """At 80 columns the foot says what Enter does, then what the screen is for; every key is whole."""
    place = PLACES[name]
    async with (await opened(app, keep, place)).run_test(size=(80, 24)) as pilot:
        await reach(pilot, place)
        foot = pilot.app.screen.query_one(KeyLine)
        shown = foot.shown_keys()
        assert sum(key.width for key in shown) <= 80
        entering = [key.words for key in shown if key.key == "enter"]
        assert entering == ([place.enter] if place.enter else [])
        assert not entering or shown[0].key == "enter"
        assert not place.own or place.own in [key.words for key in shown]
        assert [key.action for key in shown[-3:] if key.action != "leave"][-2:] in (
            ["help", "command_palette"],
            ["back", "command_palette"],
        )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", [SHORT[:2], SHORT[:6], SHORT, LONG], ids=["two", "six", "twelve", "long"])
async def test_no_line_is_broken_in_a_cell_and_no_name_cut_without_a_sign(app, keep, players, size) -> None:
    """The table, its totals and the standing hold at every size: a row a player, a row a total."""
    place = PLACES["table"]
    async with (await opened(app, keep, place, players)).run_test(size=size) as pilot:
        await pilot.pause()
        table = pilot.app.screen.query_one(ScoreTable)
        assert table.virtual_size.width <= table.size.width
        totals = pilot.app.screen.query_one("#totals", Static)
        assert totals.size.height == (len(str(totals.content).splitlines()) if totals.display else 0)
        for line in str(pilot.app.screen.query_one("#standing", Static).content).splitlines():
            assert cell_len(line) <= pilot.app.screen.query_one("#standing").content_size.width
        for column in table.ordered_columns:
            assert all(cell_len(line) <= column.width for line in str(column.label).split("\n"))


@pytest.mark.parametrize("name", PLACES)
async def test_every_action_is_in_the_palette_with_its_key(app, keep, name: str) -> None:
    """Whoever looks for an action finds its key beside it."""
    place = PLACES[name]
    async with (await opened(app, keep, place)).run_test(size=(120, 60)) as pilot:
        await reach(pilot, place)
        screen = pilot.app.screen
        if isinstance(screen, Dialog):
            return
        assert isinstance(screen, GameScreen)
        wanted = {(screen.key(action.name), action.label) for action in screen.ACTIONS}
        await pilot.press("f2")
        await pilot.pause()
        prompts = [str(option.prompt).split() for option in pilot.app.screen.query_one("#found").options]
        for key, label in wanted:
            words = [*key.split(), *label.split()]
            assert any(prompt[: len(words)] == words for prompt in prompts), (key, label)


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


@pytest.mark.parametrize(
    "name", ["home", "table", "entry", "tile pad", "scoreboard", "standing", "form", "note"]
)
async def test_longer_sentences_leave_enter_and_the_way_out_at_the_foot(app, keep, name: str) -> None:
    """In a language with longer words the foot loses neither Enter nor the way back."""
    place = PLACES[name]
    with spoken(Language("qps", Longer())):
        async with (await opened(app, keep, place)).run_test(size=(80, 24)) as pilot:
            await reach(pilot, place)
            foot = pilot.app.screen.query_one(KeyLine)
            shown = foot.shown_keys()
            assert sum(key.width for key in shown) <= 80
            assert bool(place.enter) == (shown[0].key == "enter")
            assert {"back", "leave"} & {key.action for key in shown}


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


@pytest.mark.parametrize("name", PLACES)
async def test_all_text_can_be_read(app, keep, name: str) -> None:
    """In every theme text stands out from what is behind it as WCAG 2.2 asks of small text."""
    place = PLACES[name]
    async with (await opened(app, keep, place, SHORT)).run_test(size=(120, 36)) as pilot:
        await reach(pilot, place)
        for theme in (one for one in THEMES if one != TERMINAL.name):
            pilot.app.theme = theme
            await pilot.pause()
            assert faint(pilot) == set(), theme
