"""Every screen, in small and large terminals, with all kinds of companies, in both languages and every theme.

A walk leads through the screens once, and all that is claimed of every screen is looked at on the way.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import NamedTuple

import pytest
from textual.color import Color
from textual.geometry import Size
from textual.pilot import Pilot
from textual.theme import Theme

from scorekeeper.system import named_language
from scorekeeper.text import spoken
from scorekeeper.tui.base.actions import ACTIONS, ANYWHERE
from scorekeeper.tui.base.colours import COLOUR_BLIND, CONTRAST, DARK, LIGHT, TERMINAL, own_badges
from scorekeeper.tui.base.screen import paned
from scorekeeper.tui.widgets.data_list import LongList
from scorekeeper.tui.widgets.dialogs import Dialog
from tests.tui.conftest import strips, until
from tests.tui.test_look import (
    LONG,
    PLACES,
    SHORT,
    Place,
    ends_without_sign,
    evening,
    every_place,
    faint,
    foot_faults,
    shown_on,
)
from tests.tui.test_panes import LEAST_FULL, PANE, TWELVE, framed, share_full

COMPANY = "home, new game, table, entry, tile pad, sheet, scoreboard, standing, chart, log, players, form, who began"
OF_COMPANY = {name: PLACES[name] for name in COMPANY.split(", ")}
"""Screens that show the players; how many there are changes no other."""

DIALOGS = {"deleting", "tile pad", "note", "who began", "palette"}
WAITING = {"import", "club night", "its roster"}
"""Screens that wait for files, or for more people than eight."""

LOOKED_AT_ALONE = {"share", "simulation"}
"""Screens that need a network or processes; their own tests look at them."""

SMALLEST = (20, 8)
SIX, FOUR = SHORT[:6], ("Ben", "Zoe", "Ana", "Carla")


class Walk(NamedTuple):
    """What a terminal is like, who plays, and what is wanted of the screens beside what all walks look at."""

    size: tuple[int, int]
    players: tuple[str, ...]
    language: str
    theme: Theme
    places: Mapping[str, Place] = PLACES
    shrinks: bool = False
    """Whether the terminal becomes the smallest at one screen, and large again at the next."""
    passing: tuple[int, int] | None = None
    """The size that the terminal has for a moment at every screen, which then is as it was."""
    before: tuple[str, ...] = ()
    """Keys that are pressed first."""
    whole: bool = False
    """Whether nothing may be cut, with a sign neither."""
    full: bool = True
    """Whether there is enough to fill a large terminal with."""
    palette: bool = False


WALKS = {
    "narrow, Spanish": Walk((45, 30), SIX, "es", CONTRAST, whole=True),
    "narrow, long names": Walk((45, 30), LONG, "en", LIGHT, OF_COMPANY),
    "usual": Walk((80, 24), SIX, "en", DARK),
    "usual, Spanish": Walk((80, 24), SIX, "es", LIGHT, whole=True),
    "usual, long names": Walk((80, 24), LONG, "es", COLOUR_BLIND, OF_COMPANY),
    "without panes, twelve": Walk((100, 30), TWELVE, "en", TERMINAL, OF_COMPANY),
    "panes, two": Walk((120, 40), TWELVE[-1:-3:-1], "es", CONTRAST, OF_COMPANY, full=False),
    "wide, without panes": Walk((120, 27), FOUR, "en", DARK, passing=(130, 40)),
    "panes, four": Walk((120, 40), FOUR, "en", DARK, passing=(80, 24)),
    "panes, twelve": Walk((120, 40), TWELVE, "en", LIGHT, OF_COMPANY),
    "panes that come and go, chosen colours": Walk(
        *((120, 40), FOUR, "es", LIGHT),
        shrinks=True,
        before=("h", "v", "enter", "c", "end", "enter", "escape", "escape"),
        full=False,
    ),
    "wide, twelve": Walk((200, 50), SHORT, "en", COLOUR_BLIND, palette=True),
    "wide, six long names": Walk((200, 50), (*TWELVE[:5], "Ana"), "es", DARK, OF_COMPANY),
}
"""Each size meets each language, each theme small and large terminals, and each company the screens that show it."""


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
async def test_every_screen_holds(app, keep, walk: Walk) -> None:
    """Nothing is cut, Enter is first, words can be read, panes are full, and a letter has its player's colour.

    Frames, bands and columns are those of the size that the terminal has now, whichever it had before.
    """
    faults, seen = [], set[str]()
    keep(("Ana", "Zoe"))
    for _game in range(20 * walk.full):
        keep(walk.players, happened=[*evening(walk.players)][:1])
    with spoken(named_language(walk.language)):
        async with shown_on(app, keep, walk.size, walk.players) as pilot:
            pilot.app.theme = walk.theme.name
            await pilot.press(*walk.before)
            async for name, _place in every_place(pilot, walk.places):
                seen.add(getattr(pilot.app.screen, "place", ""))
                async for _size in sizes(pilot, walk):
                    faults += [f"{name}: {fault}" for fault in faults_of(pilot, name, walk)]
                if walk.passing:
                    faults += [f"{name}: {fault}" for fault in await left_by(pilot, *walk.passing)]
                if walk.palette and not isinstance(pilot.app.screen, Dialog):
                    faults += [f"{name}: not in the palette is {words}" for words in await hidden(pilot)]
    if walk.places is PLACES:
        faults += [
            f"nobody walks to {place}" for place in ACTIONS.keys() - seen - LOOKED_AT_ALONE - {ANYWHERE}
        ]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


async def sizes(pilot: Pilot[None], walk: Walk) -> AsyncIterator[Size]:
    """Yield the size of the terminal, and once more where it changes."""
    facts = pilot.app.screen.query("#page-facts")
    await until(pilot, lambda: all(str(one.content) for one in facts))
    yield pilot.app.size
    if walk.shrinks:
        await pilot.resize_terminal(*(SMALLEST if pilot.app.size == walk.size else walk.size))
        await pilot.pause()
        yield pilot.app.size


async def left_by(pilot: Pilot[None], width: int, height: int) -> list[str]:
    """Give the terminal another size for a moment; return the rows that are not as they were before."""
    before, own = lines(pilot), pilot.app.size
    for size in ((width, height), own):
        await pilot.resize_terminal(*size)
        await pilot.pause()
    if pilot.app.screen.query("#page-facts"):  # of a sheet that a process beside draws
        await until(pilot, lambda: lines(pilot) == before)
    pairs = zip(before, lines(pilot), strict=True)
    return [f"row {row} was {was!r}, now {now!r}" for row, (was, now) in enumerate(pairs) if was != now]


def lines(pilot: Pilot[None]) -> list[str]:
    """Return the screen in front, line by line."""
    return [strip.text for strip in strips(pilot.app.screen)]


def faults_of(pilot: Pilot[None], name: str, walk: Walk) -> Iterator[str]:
    """Yield in words what is wrong with the screen in front."""
    yield from pane_faults(pilot, name)
    if not strips(pilot.app.screen):
        yield "nothing is drawn"
    if pilot.app.size == SMALLEST:
        return
    spanish = walk.language == "es"
    yield from (f"its foot: {fault}" for fault in foot_faults(pilot, PLACES[name], spanish=spanish))
    yield from (f"cut is {words}" for words in ends_without_sign(pilot, whole=walk.whole))
    yield from (f"no room for the number {number}" for number in cut_numbers(pilot))
    if walk.theme != TERMINAL:
        yield from (f"hard to read is {words}, {front} on {back}" for words, front, back in faint(pilot))
    if walk.players == FOUR:
        yield from strange_colours(pilot, walk)
    is_large = pilot.app.size.height >= PANE[1]
    if walk.full and is_large and name not in DIALOGS | WAITING and (full := share_full(pilot)) < LEAST_FULL:
        yield f"only {full:.2f} of it hold something"


async def hidden(pilot: Pilot[None]) -> list[str]:
    """Return the actions of the screen in front that the palette does not list with their keys."""
    screen = pilot.app.screen
    await pilot.press("f2")
    found = [str(option.prompt).split() for option in pilot.app.screen.query_one("#found").options]
    await pilot.press("escape")
    wanted = [[*screen.key(action.name).split(), *action.label.split()] for action in screen.ACTIONS]
    return [" ".join(words) for words in wanted if not any(one[: len(words)] == words for one in found)]


def strange_colours(pilot: Pilot[None], walk: Walk) -> Iterator[str]:
    """Yield the letters on the ground of a player that is another one's."""
    marks = own_badges(walk.players, pilot.app.session.store.past(), walk.theme).values()
    own = {mark.letter: Color.parse(mark.colour).hex for mark in marks}
    if len({*own.values()}) != len(walk.players):
        yield f"two players have one colour: {own}"
    seen = {(letter, colour) for letter, colour in blocks(pilot) if colour in own.values()}
    yield from (
        f"{letter} stands on {colour}, not on {own.get(letter)}"
        for letter, colour in seen
        if own.get(letter) != colour
    )


def blocks(pilot: Pilot[None]) -> Iterator[tuple[str, str]]:
    """Yield the letters on the screen in front that stand alone on a ground, with the colour of that."""
    for segment in (segment for strip in strips(pilot.app.screen) for segment in strip):
        style = segment.style
        if style and len(letter := segment.text.strip()) == 1 and letter.isalpha():
            ground = style.color if style.reverse else style.bgcolor
            if ground is not None:
                yield letter, ground.get_truecolor().hex.upper()


def cut_numbers(pilot: Pilot[None]) -> Iterator[str]:
    """Yield the numbers in lists on the screen in front for which their column has no room."""
    for shown in pilot.app.screen.query(LongList):
        for row in range(len(shown.rows)):
            pairs = zip(shown.columns, shown.cells(row), strict=True)
            yield from (words for column, words in pairs if column.right and len(words) > column.width)


def pane_faults(pilot: Pilot[None], name: str) -> Iterator[str]:
    """Yield the panes without a title, and whether there are some where there should be none, or none."""
    panes = framed(pilot)
    if not paned(pilot.app.size):
        yield from (f"{pane} is framed in a small terminal" for pane in panes)
        return
    yield from (f"{pane} has no title" for pane in panes if not str(pane.border_title))
    if not panes and name not in DIALOGS | {"standing"}:  # the winner's moment is one composition
        yield "no pane"
