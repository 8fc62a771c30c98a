"""Panes: from 120 columns and 28 rows on screens are full, numbers are large and whole, and colours only help."""

from collections.abc import Iterator
from itertools import product

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList, Static

from scorekeeper.game.events import Finished, PlayerRenamed
from scorekeeper.system import named_language
from scorekeeper.text import spoken
from scorekeeper.tui.base.colours import (
    DARK,
    LIGHT,
    TERMINAL,
    THEMES,
    Badge,
    badges,
    own_badges,
    people_badges,
)
from scorekeeper.tui.base.screen import paned
from scorekeeper.tui.entry.lines import EntryLine, without_parts
from scorekeeper.tui.rules import simulation
from scorekeeper.tui.widgets.bands import Band, Bands, drawn_bands
from scorekeeper.tui.widgets.data_list import LongList
from scorekeeper.tui.widgets.figures import Card, drawn_figures
from tests.tui.conftest import strips, until
from tests.tui.test_bands import stands_in
from tests.tui.test_look import (
    MORE,
    SHORT,
    Place,
    contrast,
    ends_without_sign,
    evening,
    every_place,
    faint,
    foot_faults,
    reach,
    shown_on,
    together,
)
from tests.tui.test_look import PLACES as EVERY_PLACE
from tests.tui.test_simulation import editor, playing_here

LONG = (
    *("Maximiliane", "Christopher", "Bartholomew", "Alexandrina", "Wilhelmina J", "Fitzgeraldine"),
    *("Grandma Josie", "Uncle Bernard", "Theophilus M", "Constantina V", "Jo", "Ana"),
)
PANED = {name: EVERY_PLACE[name] for name in ("home", "table", "entry")}
"""The screens where most of an evening is spent."""

DIALOGS = {"deleting", "tile pad", "note", "who began", "palette"}
FROM_HOME = {
    "help at the table": Place("f1", "Back"),
    "blank sheet": Place("p", "Save the file", "Save", home=True),
    "judge at home": Place("j", "Ask", "Search", home=True),
    "form at home": Place("j 2", "Next", "Ruling", home=True),
}
"""Screens that hold less where no game is open, and the keys of the table."""
WAITING = {"import", "club night", "its roster"}
"""Screens that wait for files, or for more people than eight."""
FULL = {name: place for name, place in MORE.items() if name not in DIALOGS | WAITING} | FROM_HOME
"""The screens that fill their terminal."""

SIZES = [(120, 28), (120, 40), (200, 50)]
SMALL, PANE = (80, 24), (120, 40)
LEAST_FULL = 0.7
TOLD_APART = 1.15
"""The least contrast of a ground that counts as something."""


def share_full(pilot: Pilot[None]) -> float:
    """Return the share of blocks of five columns and two rows in which a letter, a line or a coloured ground is."""
    ground = pilot.app.current_theme.background or ""
    cells = [
        [cell for segment in strip for cell in holds(segment.text, segment.style, ground)]
        for strip in strips(pilot.app.screen)
    ]
    corners = [*product(range(0, len(cells), 2), range(0, len(cells[0]), 5))]
    full = [any(any(row[x : x + 5]) for row in cells[y : y + 2]) for y, x in corners]
    return sum(full) / len(full)


def holds(text: str, style: Style | None, ground: str) -> list[bool]:
    """Return for every cell of a text whether something is to be seen there."""
    back = style.bgcolor.get_truecolor().hex if style and style.bgcolor else ground
    tinted = contrast(back, ground) > TOLD_APART
    return [tinted or not letter.isspace() for letter in text for _cell in range(cell_len(letter))]


async def to_screen(pilot: Pilot[None], name: str) -> None:
    """Go from home to a screen in panes."""
    if not PANED[name].home:
        await pilot.press("enter")
    await reach(pilot, PANED[name])


@pytest.mark.parametrize(
    ("size", "players"),
    [
        ((120, 40), SHORT[:4]),
        ((120, 40), LONG),
        ((200, 50), SHORT),
        ((200, 50), (*LONG[:5], "Ana")),
    ],
    ids=str,
)
async def test_seven_tenths_of_every_screen_hold_something(app, keep, players, size) -> None:
    """Numbers come before bars, and bars before blank rows, with short names and with long ones."""
    for _game in range(20):
        keep(players, happened=[*evening(players)][:1])
    empty = {}
    async with shown_on(app, keep, size, players) as pilot:
        async for name, _place in every_place(pilot, FULL):
            await until(
                pilot, lambda: all(str(facts.content) for facts in pilot.app.screen.query("#page-facts"))
            )
            if (full := share_full(pilot)) < LEAST_FULL:
                empty[name] = round(full, 2)
    assert empty == {}


@pytest.mark.parametrize("size", [(120, 40), (200, 50)], ids=str)
@pytest.mark.parametrize("changes", [{}, {"scoring__double_blank": 0}], ids=["one book", "two books"])
async def test_the_figures_of_evenings_fill_a_large_terminal(app, monkeypatch, size, changes) -> None:
    """They stand on bands as long as the terminal is wide, and share its height; all words can be read."""
    monkeypatch.setattr(simulation, "playing", playing_here)
    async with app().run_test(size=size) as pilot:
        await pilot.app.push_screen(editor(pilot, **changes))
        await pilot.press("v")
        evenings = pilot.app.screen.query_one("#evenings", Static)
        await until(pilot, lambda: "3 of 1000" in str(evenings.content))
        assert share_full(pilot) >= LEAST_FULL
        assert faint(pilot) == set()


async def test_every_screen_in_panes_titles_them_and_smaller_terminals_have_none(app, keep) -> None:
    """What is framed has a title; where a terminal becomes smaller, nothing stays framed."""
    faults = []
    async with shown_on(app, keep, PANE) as pilot:
        async for name, _place in every_place(pilot, FULL):
            faults += [f"{name}: {pane}" for pane in framed(pilot) if not str(pane.border_title)]
            if name != "standing" and not framed(pilot):  # the winner's moment is one composition
                faults.append(f"{name}: no pane")
            await pilot.resize_terminal(*SMALL)
            await pilot.pause()
            faults += [f"{name}, small: {pane}" for pane in framed(pilot)]
            await pilot.resize_terminal(*PANE)
            await pilot.pause()
    assert faults == []


def framed(pilot: Pilot[None]) -> list[Widget]:
    """Return the panes on the screen in front that have a frame."""
    panes = pilot.app.screen.query(".pane, #lines, #games")
    return [pane for pane in panes if pane.region and pane.styles.border_top[0] == "round"]


@pytest.mark.parametrize("chooses", [False, True], ids=["brought", "chosen"])
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
async def test_a_letter_has_the_colour_of_its_player_on_every_screen(app, keep, theme, chooses) -> None:
    """Who has a colour brings it along or chose it, on every screen the same; and all words can be read."""
    keep(("Ana", "Zoe"))
    players, strange = ("Ben", "Zoe", "Ana", "Carla"), set()
    async with shown_on(app, keep, PANE, players) as pilot:
        pilot.app.theme = theme.name
        await pilot.pause()
        before = own_badges(players, pilot.app.session.store.past(), theme)
        if chooses:
            await reach(pilot, Place("h v enter c end enter escape escape"))
        marks = own_badges(players, pilot.app.session.store.past(), theme)
        assert (marks == before) != chooses
        own = {mark.letter: Color.parse(mark.colour).hex for mark in marks.values()}
        assert len({*own.values()}) == len(players)
        async for name, _place in every_place(pilot, FULL):
            seen = {(letter, colour) for letter, colour in blocks(pilot) if colour in own.values()}
            strange |= {(name, *block) for block in seen if own.get(block[0]) != block[1]}
            strange |= {(name, *words) for words in faint(pilot)}
    assert strange == set()


def blocks(pilot: Pilot[None]) -> Iterator[tuple[str, str]]:
    """Yield the letters on the screen in front that stand alone on a ground, with the colour of that."""
    for segment in (segment for strip in strips(pilot.app.screen) for segment in strip):
        style = segment.style
        if style and len(letter := segment.text.strip()) == 1 and letter.isalpha():
            ground = style.color if style.reverse else style.bgcolor
            if ground is not None:
                yield letter, ground.get_truecolor().hex.upper()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("size", "players"),
    [((100, 30), LONG), ((120, 40), LONG), ((200, 50), (*LONG[:5], "Ana")), ((120, 40), LONG[-1:-3:-1])],
    ids=str,
)
async def test_no_word_or_number_is_cut_on_a_screen_with_room(app, keep, players, size, language) -> None:
    """Nothing ends without a sign, no number is broken, and Enter is first, with long names in both languages."""
    faults = []
    with spoken(named_language(language)):
        async with shown_on(app, keep, size, players) as pilot:
            async for name, place in every_place(pilot, EVERY_PLACE):
                found = (*foot_faults(pilot, place, spanish=language == "es"), *ends_without_sign(pilot))
                faults += [f"{name}: {fault}" for fault in (*found, *cut_numbers(pilot))]
    assert faults == []


def cut_numbers(pilot: Pilot[None]) -> Iterator[str]:
    """Yield the numbers in lists on the screen in front for which their column has no room."""
    for shown in pilot.app.screen.query(LongList):
        for row in range(len(shown.rows)):
            pairs = zip(shown.columns, shown.cells(row), strict=True)
            yield from (words for column, words in pairs if column.right and len(words) > column.width)


def test_figures_are_whole_and_as_large_as_each_other() -> None:
    """In every room all values and what they are are there, in digits of one size."""
    figures = [Card("380", "Worst game"), Card("23.2", "Points per round"), Card("9-9", "First double")]
    for theme, width, height in product((DARK, LIGHT, TERMINAL), (24, 40, 66, 110), (6, 9, 14, 22)):
        rows = drawn_figures(figures, "#ff0000", theme, width, height).plain.split("\n")
        assert len(rows) == height
        together = "\n".join(rows)
        assert all(figure.words in together for figure in figures), together
        sizes = [size for size in range(4) if all(stands_in(rows, figure.value, size) for figure in figures)]
        assert sizes, together


@pytest.mark.parametrize("size", [*SIZES, (119, 40), (120, 27), (80, 24), (45, 30), (100, 30)], ids=str)
@pytest.mark.parametrize("name", PANED)
async def test_panes_have_titles_and_smaller_terminals_have_no_panes(app, keep, name, size) -> None:
    """What is framed has a title; below 120 columns or 28 rows nothing is framed."""
    async with shown_on(app, keep, size) as pilot:
        await to_screen(pilot, name)
        seen = [pane for pane in pilot.app.screen.query(".pane") if pane.display and pane.region]
        framed = [pane for pane in seen if pane.styles.border_top[0]]
        assert framed == (seen if paned(Size(*size)) else [])
        assert all(str(pane.border_title) for pane in framed)


TYPED = ("64 55 98", "64 55 98 97 96 95 94 93", "5-x", "9-9 9-8 2-2", "o", "", "b")
"""A hand with parts, with many, what nobody understands, what cannot be, who went out, nothing, and how it ended."""


@pytest.mark.parametrize("theme", [DARK, LIGHT, TERMINAL], ids=lambda theme: theme.name)
async def test_a_name_has_one_colour_on_home_on_the_table_and_beside_the_entry(app, keep, theme) -> None:
    """Who has a colour from an earlier game brings it along, and no screen gives another one."""
    keep(("Ana", "Zoe"))
    async with shown_on(app, keep, (120, 40), ("Ben", "Zoe", "Ana", *SHORT[3:6])) as pilot:
        pilot.app.theme = theme.name
        colours = []
        for keys in ((), ("enter",), ("enter",)):
            await pilot.press(*keys)
            spans = pilot.app.screen.query_one(Bands).render()
            colours.append({name: colour_of(spans, name) for name in ("Ana", "Ben", "Zoe")})
        assert colours[0] == colours[1] == colours[2]
        assert len({*colours[0].values()}) == 3
        assert [*badges(pilot.app.session.game, theme).values()][1].colour == people_badges(
            {"Zoe": 1}, theme
        )["Zoe"].colour


def colour_of(text: Content, word: str) -> str:
    """Return how a word is drawn that stands in a text, not what is behind it."""
    styles = (str(span.style) for span in text.spans if text.plain[span.start : span.end].strip() == word)
    return next(style for style in styles if not style.startswith("on "))


async def test_home_tells_who_plays_most_often_and_how_often_they_won(app, keep) -> None:
    """In a pane below the marked game, in the colours of people; the winner has the colour in the list, too."""
    for _game in range(3):
        keep(("Ana", "Ben"), happened=[*evening(("Ana", "Ben")), Finished()])
    async with shown_on(app, keep, (120, 40), ("Cy", "Ben")) as pilot:
        rows = str(pilot.app.screen.query_one("#people", Static).content).splitlines()
        assert [row.split()[:5] for row in rows] == [
            ["B", "Ben", "4", "games", "3"],
            ["A", "Ana", "3", "games", "0"],
            ["C", "Cy", "1", "game", "0"],
        ]
        games = pilot.app.screen.query_one("#games", OptionList)
        won = games.get_option_at_index(games.option_count - 1).prompt
        mark = people_badges({"Ben": 1}, pilot.app.current_theme)["Ben"]
        assert mark.colour in colour_of(won, "Ben"), "the winner has no colour in the list"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nothing_in_the_entry_moves_while_somebody_types(app, keep, size, language) -> None:
    """Parts of a hand stand at the foot of the pane, what is wrong in place of the help, both whole."""
    with spoken(named_language(language)):
        async with shown_on(app, keep, size, LONG) as pilot:
            await to_screen(pilot, "entry")
            screen = pilot.app.screen
            before = {line: line.region for line in screen.query(EntryLine)}
            for typed in TYPED:
                screen.focused.value = typed
                await pilot.pause()
                assert {line: line.region for line in screen.query(EntryLine)} == before, typed
                line = screen.line_in_hand()
                told = line.said.plain if line.level else without_parts(line.said).plain
                parts = line.said.plain.removeprefix(told) if not line.level else told
                pane = screen.lines.region
                rows = [row.crop(pane.x + 1, pane.right - 1).text for row in strips(screen)]
                assert together(parts) in together("".join(rows)), typed


@pytest.mark.parametrize("name", PANED)
async def test_a_terminal_that_changes_its_size_shows_what_one_of_that_size_shows(app, keep, name) -> None:
    """Panes come and go with the room; nothing of the other look stays."""
    seen = []
    keep(SHORT[:6], happened=evening(SHORT[:6]))
    for opened, size in ((SMALL, SMALL), (PANE, SMALL), (PANE, PANE), (SMALL, PANE)):
        async with app().run_test(size=opened) as pilot:
            await pilot.pause()
            await to_screen(pilot, name)
            await pilot.resize_terminal(*size)
            await pilot.pause()
            seen.append([strip.text for strip in strips(pilot.app.screen)][:-1])  # but the keys
    assert seen[0] == seen[1]
    assert seen[2] == seen[3]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", PANED)
async def test_words_in_panes_can_be_read_in_every_theme(app, keep, name, size) -> None:
    """Names in their colours on a ground of that colour stand out from it as small text must."""
    async with shown_on(app, keep, size, LONG) as pilot:
        await to_screen(pilot, name)
        for theme in (one for one in THEMES if one != TERMINAL.name):
            pilot.app.theme = theme
            await pilot.pause()
            assert faint(pilot) == set(), theme


@pytest.mark.parametrize("name", PANED)
async def test_nothing_is_tinted_where_the_terminal_has_its_own_colours(app, keep, name, monkeypatch) -> None:
    """Without colours the bands have no ground, and every rank, letter, star and total is there."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with shown_on(app, keep, (120, 40)) as pilot:
        await to_screen(pilot, name)
        bands = pilot.app.screen.query_one(Bands)
        drawn = bands.render()
        assert not any("on #" in str(span.style) for span in drawn.spans)
        assert all(letter in drawn.plain for letter in "★123456")
        assert all(player[0] in drawn.plain for player in SHORT[:6])


def bands(names: tuple[str, ...], total: int) -> list[Band]:
    """Return the places of so many, each with a total of as many digits."""
    return [
        Band(
            name,
            Badge(name[0], "red"),
            f"{place:>2}",
            "▲",
            total + place,
            f"+{place}",
            "last +12",
            (1, None, 60),
        )
        for place, name in enumerate(names, 1)
    ]


async def test_what_draws_itself_is_drawn_again_with_its_screen(app, keep) -> None:
    """Whoever has another name while the seats are shown has it in the standing beside them, too."""
    async with app(keep(SHORT[:3], happened=evening(SHORT[:3]))).run_test(size=(120, 40)) as pilot:
        await pilot.press("w")
        pilot.app.session.keep(PlayerRenamed(player=SHORT[0], name="Zoe"))
        pilot.app.screen.redraw()
        assert "Zoe" in [band.player for band in pilot.app.screen.query_one(Bands).placed]


@pytest.mark.parametrize("count", [1, 2, 6, 12])
@pytest.mark.parametrize("theme", [DARK, LIGHT, TERMINAL], ids=lambda theme: theme.name)
def test_no_number_in_a_band_is_cut_or_smaller_than_another(theme, count) -> None:
    """In every room totals are whole and of one size, gaps and ranks are there, and all of the room is used."""
    for width, height, total in product((36, 38, 51, 88), (count, 2 * count, 22, 34, 44), (-9, 80, 1200)):
        shown = bands(LONG[:count], total)
        text = drawn_bands(shown, theme, width, height)
        rows = text.plain.split("\n")
        assert len(rows) == height
        assert {cell_len(row) for row in rows if row} == {width}
        sizes = {
            size for size in (4, 3, 2, 1, 0) if all(stands_in(rows, str(band.total), size) for band in shown)
        }
        assert sizes, "\n".join(rows)
        assert all(band.gap in text.plain and band.rank in text.plain for band in shown)


def test_names_yield_and_all_names_of_a_pane_have_one_size() -> None:
    """A name that is too long for larger letters makes all small; too long for those it stands above the total."""
    both = drawn_bands(bands(("Jo", "Maximiliane"), 80), DARK, 60, 40).plain
    assert "Maximiliane" in both
    assert "Jo" in both
    assert "Maximiliane" in drawn_bands(bands(("Jo", "Maximiliane"), 80), DARK, 40, 16).plain
    large = drawn_bands(bands(("Jo", "Al"), 80), DARK, 60, 40).plain
    assert not {"Jo", "Al"} & set(large.split())


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_a_band_is_in_the_colour_of_its_player(theme) -> None:
    """Its ground has a part of the colour, more of it behind the rank; its last row is half as high."""
    text = drawn_bands(bands(("Ana",), 80), theme, 50, 8)
    grounds = [Style.parse(str(span.style)).bgcolor for span in text.spans]
    assert len({ground.name for ground in grounds if ground}) == 2
    assert text.plain.split("\n")[-1] == "▀" * 50
