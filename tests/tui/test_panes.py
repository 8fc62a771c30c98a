"""Panes: from 120 columns and 28 rows on screens are full, numbers are large and whole, and colours only help."""

from itertools import product

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.content import Content
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList, Static

from scorekeeper.game.events import Finished, PlayerRenamed
from scorekeeper.system import named_language
from scorekeeper.text import spoken
from scorekeeper.tui.base.colours import DARK, LIGHT, TERMINAL, Badge, badges, people_badges
from scorekeeper.tui.entry.lines import EntryLine, without_parts
from scorekeeper.tui.rules import simulation
from scorekeeper.tui.widgets.bands import Band, Bands, drawn_bands
from scorekeeper.tui.widgets.figures import Card, drawn_figures
from tests.tui.conftest import strips, until
from tests.tui.test_bands import stands_in
from tests.tui.test_look import SHORT, contrast, evening, faint, shown_on, together
from tests.tui.test_simulation import editor, playing_here

TWELVE = (
    *("Maximiliane", "Christopher", "Bartholomew", "Alexandrina", "Wilhelmina J", "Fitzgeraldine"),
    *("Grandma Josie", "Uncle Bernard", "Theophilus M", "Constantina V", "Jo", "Ana"),
)
TO_PANED = ((), ("enter",), ("enter",))
"""Keys to the screens where most of an evening is spent: home, the table, the entry."""

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


def framed(pilot: Pilot[None]) -> list[Widget]:
    """Return the panes on the screen in front that have a frame."""
    panes = pilot.app.screen.query(".pane, #lines, #games")
    return [pane for pane in panes if pane.region and pane.styles.border_top[0] == "round"]


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


TYPED = ("64 55 98", "64 55 98 97 96 95 94 93", "5-x", "9-9 9-8 2-2", "o", "", "b")
"""A hand with parts, with many, what nobody understands, what cannot be, who went out, nothing, and how it ended."""


@pytest.mark.parametrize("theme", [DARK, LIGHT, TERMINAL], ids=lambda theme: theme.name)
async def test_a_name_has_one_colour_on_home_on_the_table_and_beside_the_entry(app, keep, theme) -> None:
    """Who has a colour from an earlier game brings it along, and no screen gives another one."""
    keep(("Ana", "Zoe"))
    async with shown_on(app, keep, (120, 40), ("Ben", "Zoe", "Ana", *SHORT[3:6])) as pilot:
        pilot.app.theme = theme.name
        colours = []
        for keys in TO_PANED:
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


@pytest.mark.parametrize(
    ("size", "language"), [(SIZES[0], "es"), (SIZES[1], "en"), (SIZES[2], "es")], ids=str
)
async def test_nothing_in_the_entry_moves_while_somebody_types(app, keep, size, language) -> None:
    """Parts of a hand stand at the foot of the pane, what is wrong in place of the help, both whole."""
    with spoken(named_language(language)):
        async with shown_on(app, keep, size, TWELVE) as pilot:
            await pilot.press("enter", "enter")
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


@pytest.mark.parametrize("size", [(120, 28), (120, 27), (119, 40)], ids=str)
async def test_panes_need_120_columns_and_28_rows(app, keep, size) -> None:
    """From there on what is shown is framed, and nothing in a smaller terminal."""
    async with shown_on(app, keep, size) as pilot:
        for keys in TO_PANED:
            await pilot.press(*keys)
            assert bool(framed(pilot)) == (size == (120, 28)), pilot.app.screen


async def test_a_terminal_that_changes_its_size_shows_what_one_of_that_size_shows(app, keep) -> None:
    """Panes come and go with the room; nothing of the other look stays."""
    opened, changed = {}, {}
    keep(SHORT[:6], happened=evening(SHORT[:6]))
    for first, other in ((SMALL, PANE), (PANE, SMALL)):
        async with app().run_test(size=first) as pilot:
            for keys in TO_PANED:
                await pilot.press(*keys)
                name = type(pilot.app.screen).__name__
                opened[name, first] = words(pilot)
                await pilot.resize_terminal(*other)
                await pilot.pause()
                changed[name, other] = words(pilot)
                await pilot.resize_terminal(*first)
                await pilot.pause()
    for (name, size), seen in changed.items():
        assert seen == opened[name, size], f"{name} at {size}"


def words(pilot: Pilot[None]) -> str:
    """Return what is drawn on the screen in front, without its keys."""
    return "\n".join(strip.text for strip in strips(pilot.app.screen)[:-1])


async def test_nothing_is_tinted_where_the_terminal_has_its_own_colours(app, keep, monkeypatch) -> None:
    """Without colours the bands have no ground, and every rank, letter, star and total is there."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with shown_on(app, keep, PANE) as pilot:
        for keys in TO_PANED:
            await pilot.press(*keys)
            drawn = pilot.app.screen.query_one(Bands).render()
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
        shown = bands(TWELVE[:count], total)
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
