"""The winner's moment: one screen that uncovers the places, floods in the winner's colour, and ends as the result."""

from itertools import product

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Select

from scorekeeper.game.badges import ON_DARK, ON_LIGHT
from scorekeeper.game.events import EventKind, Finished, PlayerLeft, RoundScored, TotalsHidden
from scorekeeper.game.round import Out, Points
from scorekeeper.tui.base.colours import (
    DARK,
    DEEP,
    LEADS,
    LIGHT,
    THEMES,
    badges,
    band_ground,
    block,
    ink,
    tinted,
)
from scorekeeper.tui.table.result import ResultScreen
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.letters import enlarged
from scorekeeper.tui.widgets.moment import COVER, MARGIN, Moment
from tests.tui.conftest import covered, moment_lines, strips
from tests.tui.test_players import luminance

SHORT = {"rounds.length": "fixed", "rounds.count": 2}
THREE = ("Ana", "Ben", "Carla")
TWELVE = (*THREE, "Christopher", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jo", "Maximiliane von B")
SIZES = [(45, 30), (80, 24), (100, 30), (120, 40), (200, 50)]


def scored(number: int, out: str, **points: int) -> RoundScored:
    """Return a round that somebody went out in, with the points of the others."""
    hands = {name: Points(count) for name, count in points.items()}
    return RoundScored(round=number, ending=Out(out), entries=hands)


FIRST = scored(1, "Ben", Ana=30, Carla=12)
LAST = scored(2, "Carla", Ana=5, Ben=12)


def rounds(players: tuple[str, ...], count: int = 8) -> list[EventKind]:
    """Return a game of so many rounds that is over."""
    played: list[EventKind] = [
        RoundScored(
            round=number,
            ending=Out(players[number % len(players)]),
            entries={
                name: Points(place + 3 * number)
                for place, name in enumerate(players)
                if name != players[number % len(players)]
            },
        )
        for number in range(1, count + 1)
    ]
    return [*played, Finished()]


def moment(pilot: Pilot[None]) -> Moment:
    """Return the picture in front."""
    assert isinstance(pilot.app.screen, ResultScreen)
    return pilot.app.screen.query_one(Moment)


def seen(pilot: Pilot[None]) -> list[str]:
    """Return the names that can be read in the rows."""
    shown = moment(pilot).shown
    return [place.player for place in shown.places[shown.covered :]]


def large(pilot: Pilot[None], words: str) -> bool:
    """Whether words stand there in large letters."""
    lines = [line.replace(" ", "") for line in moment_lines(moment(pilot))]
    sizes = [[row.replace(" ", "") for row in enlarged(words, size)][: 2 * size] for size in range(1, 6)]
    return any(
        all(part in line for part, line in zip(rows, lines[at:], strict=False))
        for rows in sizes
        for at in range(len(lines) - len(rows))
    )


async def test_places_come_in_from_last_to_first(app, keep) -> None:
    """Each key shows one more place on one screen; no row, no total and no line of the chart tells before its key."""
    async with app(keep(THREE, happened=[FIRST], **SHORT)).run_test(size=(120, 40)) as pilot:
        await pilot.press("enter", "5", "enter", *"20", "enter", "o", "enter", "enter")
        assert (covered(pilot), large(pilot, "Who wins?")) == (3, True)
        assert sum(COVER in line for line in moment_lines(moment(pilot))) == 3
        for key, names, title in (("x", ["Ana"], "1 of 3"), ("p", ["Ben", "Ana"], "2 of 3")):
            await pilot.press(key)
            drawn = "\n".join(strip.text for strip in strips(pilot.app.screen))
            assert (seen(pilot), large(pilot, names[0]), title in drawn) == (names, True, True)
            assert [name for name in THREE if name not in names and name in drawn] == []
        assert "Any key shows who won." in drawn
        await pilot.click(Moment)
        assert (covered(pilot), large(pilot, "Carla")) == (0, True)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("s")
        assert (covered(pilot), large(pilot, "Carla")) == (0, True)


async def test_one_key_shows_the_whole_result_at_once(app, keep) -> None:
    """Nobody has to wait for the winner's name."""
    async with app(keep(THREE, happened=[FIRST])).run_test() as pilot:
        await pilot.press("f", "down", "enter", "enter", "escape")
        assert (covered(pilot), large(pilot, "Ben")) == (0, True)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_who_share_the_win_are_one_step_and_share_the_head(app, keep, size) -> None:
    """No rank tells of it before; then each has an equal part of the head, in their own colour, with the total."""
    kept = keep(THREE, happened=[FIRST, LAST, Finished()])
    async with app(kept).run_test(size=size) as pilot:
        pilot.app.screen.action_result(is_covered=True)
        await pilot.press("space")
        assert (
            covered(pilot),
            [line[:3].strip() for line in moment_lines(moment(pilot)) if COVER in line],
        ) != (0, [])
        await pilot.press("space")
        colours = badges(kept.game, DARK)
        head, width = moment(pilot).render_line(0), size[0]
        for name, part in (("Ben", head.crop(0, width // 2)), ("Carla", head.crop(width // 2 + 1, width))):
            grounds = {
                segment.style.bgcolor.name for segment in part if segment.style and segment.style.bgcolor
            }
            assert grounds == {colours[name].colour}
        assert [place.total for place in moment(pilot).shown.named] == [12, 12]


@pytest.mark.parametrize(
    ("size", "players"),
    [*product(SIZES, [TWELVE]), ((45, 30), THREE), ((80, 24), THREE[:2]), ((200, 50), THREE)],
)
async def test_every_row_has_whole_numbers_at_every_size(app, keep, size, players) -> None:
    """Ranks, totals, gaps, and from 60 columns rounds won and what decided the place, are whole; names yield."""
    kept = keep(players, set_size=12, happened=rounds(players))
    async with app(kept).run_test(size=size) as pilot:
        await pilot.press("s")
        lines = moment_lines(moment(pilot))
        for place in moment(pilot).shown.places:
            row = next(line for line in lines if f" {place.badge.letter}  {place.player[:4]}" in line)
            words = row.split()
            assert {place.rank, str(place.total), place.gap} <= {*words}
            assert size[0] < 60 or {place.won, *place.why.split()} <= {*words}


@pytest.mark.parametrize(
    ("size", "players"),
    [((120, 40), TWELVE[:4]), ((120, 40), TWELVE), ((200, 50), TWELVE[:4]), ((200, 50), TWELVE[:6])],
)
async def test_the_result_fills_a_large_terminal(app, keep, size, players) -> None:
    """At least 70 % of the blocks of five columns and two rows hold something."""
    async with app(keep(players, set_size=12, happened=rounds(players))).run_test(size=size) as pilot:
        await pilot.press("s")
        filled = total = 0
        rows = strips(pilot.app.screen)
        plain = Color.parse(pilot.app.current_theme.background or "").rich_color.name
        for row in range(0, size[1] - 1, 2):
            for column in range(0, size[0], 5):
                parts = [segment for one in rows[row : row + 2] for segment in one.crop(column, column + 5)]
                total += 1
                filled += any(
                    part.text.strip()
                    or (part.style and part.style.bgcolor and part.style.bgcolor.name != plain)
                    for part in parts
                )
        assert filled / total >= 0.7


async def test_twelve_places_come_in_one_by_one_on_a_small_terminal(app, keep) -> None:
    """Twelve keys, a place each, and every row in sight."""
    kept = keep(TWELVE, set_size=12, happened=rounds(TWELVE))
    async with app(kept).run_test(size=(80, 24)) as pilot:
        pilot.app.screen.action_result(is_covered=True)
        for count in range(12):
            await pilot.pause()
            assert covered(pilot) == 12 - count
            await pilot.press("space")
        assert covered(pilot) == 0
        assert "\n".join(moment_lines(moment(pilot))).count("\n") <= 22


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let things move, as they do for people."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")


async def flooding(pilot: Pilot[None]) -> Moment:
    """Show all places but the first, then the first, and stop in the middle of what moves then."""
    pilot.app.screen.action_result(is_covered=True)
    await pilot.pause()
    shown = pilot.app.screen
    for _place in THREE:
        shown.show_next_place()
    there = moment(pilot)
    pilot.app.animator.force_stop_animation(there, "time")
    there.set_reactive(Moment.time, 0.4)
    return there


@pytest.mark.parametrize("key", ["enter", "x", "p", "escape", "f1"])
async def test_a_key_in_the_middle_ends_the_flood(app, keep, moving, key) -> None:
    """Any key shows the end at once and leaves it there; the next Enter leads to the table, and none to a rematch."""
    kept = keep(THREE, happened=[FIRST, Finished()])
    async with app(kept).run_test(size=(120, 40)) as pilot:
        there = await flooding(pilot)
        await pilot.press(key)
        assert there.time == 1.0
        await pilot.press(*["escape"] * (key == "f1"))
        assert moment(pilot) is there
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.session.kept.id == kept.id


@pytest.mark.parametrize("how", ["resized", "left", "again"])
async def test_the_end_is_drawn_if_the_flood_is_interrupted(app, keep, moving, how) -> None:
    """Another size, a screen over it, or news from a phone: whoever comes back sees the end."""
    async with app(keep(THREE, happened=[FIRST, Finished()])).run_test(size=(120, 40)) as pilot:
        there = await flooding(pilot)
        if how == "resized":
            await pilot.resize_terminal(100, 30)
        elif how == "left":
            await pilot.press("f1", "escape")
        else:
            pilot.app.screen.redraw()
        await pilot.pause()
        assert (there.time, large(pilot, "Ben")) == (1.0, True)


@pytest.mark.parametrize("still", ["none", "NO_COLOR"])
async def test_nothing_moves_for_who_wants_no_motion(app, keep, monkeypatch, still) -> None:
    """Without animations, and without colours, every place and the winner are there at once."""
    if still == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    async with app(keep(THREE, happened=[FIRST, Finished()])).run_test(size=(120, 40)) as pilot:
        pilot.app.screen.action_result(is_covered=True)
        await pilot.pause()
        for _place in THREE:
            pilot.app.screen.show_next_place()
            assert moment(pilot).time == 1.0


async def test_the_flood_covers_all_then_draws_back_to_the_head(app, keep) -> None:
    """The colour comes from the left, covers all around name and total, then draws back to show podium and lines."""
    kept = keep(THREE, happened=[FIRST, LAST, scored(3, "Ben", Ana=5, Carla=30), Finished()])
    own = badges(kept.game, DARK)["Ben"].colour
    async with app(kept).run_test(size=(120, 40)) as pilot:
        await pilot.press("s")
        there = moment(pilot)

        def coloured(row: int) -> int:
            strip = there.render_line(row)
            return sum(
                one.cell_length
                for one in strip
                if one.style and one.style.bgcolor and one.style.bgcolor.name == own
            )

        there.set_reactive(Moment.time, 0.5)
        rows = [line for line in moment_lines(there) if line.strip()]
        for part in rows[: len(rows) // 2], rows[len(rows) // 2 :]:
            left = min(len(line) - len(line.lstrip()) for line in part)
            right = min(len(line) - len(line.rstrip()) for line in part)
            assert left > MARGIN
            assert abs(left - right) <= 1
        floods = []
        for time in (0.0, 0.1, 0.3, 0.5, 0.75, 1.0):
            there.set_reactive(Moment.time, time)
            floods.append((coloured(0), coloured(there.size.height - 1)))
        assert floods[0] == (0, 0)
        assert 0 < floods[1][0] < 120
        assert floods[2] == floods[3] == (120, 120)
        assert floods[4][0] == floods[5][0] == 120
        assert floods[4][1] == floods[5][1] == 0


async def test_what_stood_there_is_flooded_and_nothing_that_comes_after_is_seen_before(
    app, keep, moving
) -> None:
    """Until the colour has all of the screen, the right side is as it was: no place of the winner, no empty frame."""
    async with app(keep(THREE, happened=[FIRST, LAST, Finished()])).run_test(size=(120, 40)) as pilot:
        pilot.app.screen.action_result(is_covered=True)
        await pilot.pause()
        there, shown = moment(pilot), pilot.app.screen
        for _place in THREE:
            before = [there.render_line(row).crop(80, 120).text for row in range(there.size.height)]
            shown.show_next_place()
        there.set_reactive(Moment.time, 0.02)
        assert [there.render_line(row).crop(80, 120).text for row in range(there.size.height)] == before
        assert there.render_line(20).crop(0, 10).text.isspace()
        there.set_reactive(Moment.time, 0.3)
        assert [there.render_line(row).crop(80, 120).text for row in range(there.size.height)] != before


def contrast(one: str, other: str) -> float:
    """Return how much two colours contrast."""
    lower, higher = sorted(map(luminance, (one, other)))
    return (higher + 0.05) / (lower + 0.05)


@pytest.mark.parametrize(
    "theme", [one for one, _words in THEMES.values() if not one.ansi], ids=lambda one: one.name
)
def test_everything_can_be_read_on_every_colour(theme) -> None:
    """Words on a colour, names on their band, and numbers on a rank and a head keep 4.5 to 1."""
    for colour in ON_DARK if theme.dark else ON_LIGHT:
        assert contrast(ink(colour), colour) >= 4.5
        assert contrast(colour, band_ground(theme, colour)) >= 4.5
        assert contrast(theme.foreground, tinted(theme, colour, DEEP)) >= 4.5
        assert block(theme, colour).endswith(f" on {colour}")


def test_a_light_theme_has_the_colours_of_light_grounds(shelf, keep) -> None:
    """The same person has the same place in both palettes."""
    kept = keep(THREE)
    dark, light = badges(kept.game, DARK), badges(kept.game, LIGHT)
    assert all(ON_DARK.index(dark[name].colour) == ON_LIGHT.index(light[name].colour) for name in THREE)


async def test_hidden_totals_are_not_in_the_standing(app, keep) -> None:
    """Nobody stands there before the end."""
    async with app(keep(THREE, happened=[FIRST, TotalsHidden(True)])).run_test() as pilot:
        await pilot.press("s")
        assert moment(pilot).shown.places == ()
        assert "Totals are hidden until the end." in "\n".join(moment_lines(moment(pilot)))


async def test_the_result_offers_its_own_sheet_and_the_score_sheet(app, keep) -> None:
    """P on the result asks which of the two; what was printed before is still what the table prints."""
    async with app(keep(THREE, happened=[FIRST])).run_test() as pilot:
        for keys, template in ((("s", "p", "enter", "f5"), "result"), (("p", "down", "enter"), "classic")):
            await pilot.press(*keys)
            assert pilot.app.screen.query_one("#template", Select).value == template
            await pilot.press("escape")
        assert pilot.app.session.settings.print.template == "classic"


async def test_whoever_left_is_the_first_place_shown_and_named_so(app, keep) -> None:
    """So that nobody takes the last place for a score that was lost with."""
    kept = keep(THREE, happened=[FIRST, PlayerLeft(player="Carla")])
    async with app(kept).run_test(size=(80, 24)) as pilot:
        await pilot.press("f", "down", "enter", "enter", "x")
        row = next(line for line in moment_lines(moment(pilot)) if "Carla" in line)
        assert row.split() == ["3", "C", "Carla", "left", "12"]


async def test_the_result_shows_margins_and_who_left(app, keep) -> None:
    """On few columns rounds won are left out; whoever left is on no step, and has no points behind the winner."""
    kept = keep(THREE, happened=[FIRST, PlayerLeft(player="Carla"), Finished()])
    async with app(kept).run_test(size=(50, 30)) as pilot:
        await pilot.press("s")
        rows = [line.split() for line in moment_lines(moment(pilot)) if line[1:3].strip().isdecimal()]
        assert rows == [
            ["1", "B", "Ben", "0", LEADS, "30", "points"],
            ["2", "A", "Ana", "30", "+30"],
            ["3", "C", "Carla", "12", "left"],
        ]
        assert "The game ended early, after 1 of 10 rounds." in moment(pilot).shown.why
        assert [place.step for place in moment(pilot).shown.places] == [1, 2, 0]
