"""What the table shows beside the scores: places, bars, what is behind a cell, the chart."""

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from scorekeeper.game.round import EntryCell, Out, Pips, Round, SitsOut
from scorekeeper.game.seating import Stay
from scorekeeper.tui.base.colours import DARK, TERMINAL, badges
from scorekeeper.tui.chart import Chart, plot
from scorekeeper.tui.standing import standing_panel
from scorekeeper.tui.table.score_table import legend
from scorekeeper.tui.widgets.dialogs import Choose, Confirm
from scorekeeper.tui.widgets.moment import Moment
from scorekeeper.tui.widgets.text import NO_BREAK
from tests.games import NAMES, new_game, played
from tests.tui.conftest import moment_lines, strips
from tests.tui.test_look import evening

SEVEN = NAMES[:7]
TENS = dict.fromkeys(SEVEN[1:], Pips(10))


def shown(pilot, name: str) -> str:
    """Return the words of a part of the screen."""
    return str(pilot.app.screen.query_one(f"#{name}").content)


@pytest.mark.parametrize(
    ("width", "players"), [(80, 2), (80, 6), (84, 4), (90, 6), (100, 2), (110, 4), (119, 6), (119, 2)]
)
async def test_the_last_column_of_a_terminal_stays_free(app, keep, width: int, players: int) -> None:
    """Bars and points behind end before the edge, after ten rounds as after one."""
    names = ("Maximiliane", "Christopher", "Ana", "Bartholomew", "Jo", "Grandma Josie")[:players]
    async with app(keep(names, happened=evening(names))).run_test(size=(width, 24)) as pilot:
        for keys in ((), ("enter",)):
            await pilot.press(*keys)
            await pilot.pause()
            rows = ["".join(part.text for part in strip) for strip in strips(pilot.app.screen)][:-1]
            assert [row for row in rows if not row.endswith(" ")] == []


async def two_rounds(pilot) -> None:
    """Enter two rounds of Ana and Ben; Ben leads after the second."""
    await pilot.press("enter", "o", "enter", *"9+0-0", "enter", "enter", *"70+00", "enter", "o", "enter")


async def test_the_standing_shows_gap_movement_and_a_bar_per_round(app, keep) -> None:
    """Who moved up has an arrow; zero is the lowest bar and the worst round the highest."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(100, 30)) as pilot:
        await two_rounds(pilot)
        lines = shown(pilot, "standing").splitlines()
        assert [line.split() for line in lines[1:]] == [
            ["1▲", "B", "Ben", "▄▁", "last", "+0", "59", "★"],
            ["2▼", "A", "Ana", "▁█", "last", "+120", "120", "+61"],
        ]


def test_notes_stand_below_the_places(shelf) -> None:
    """What else is to be known has a line of its own."""
    sat = {**TENS, "Ben": SitsOut()}
    rounds = Round(1, 9, ending=Out("Ana"), entries=TENS), Round(2, 8, ending=Out("Ana"), entries=sat)
    game = replace(new_game(shelf, 9, SEVEN), rounds=rounds)
    lines = standing_panel(game, badges(game, DARK), DARK, 78, "h").plain.splitlines()
    assert lines[1 + len(SEVEN) :] == ["Ben has played one round fewer."]


def test_the_legend_names_the_marks_that_stand_in_the_table(shelf) -> None:
    """A mark is held together with its meaning, and none is explained that is nowhere to be seen."""
    game = replace(new_game(shelf, 9, SEVEN), rounds=(Round(1, 9, ending=Out("Ana"), entries=TENS),))
    assert legend(game, frozenset()) == f"●{NO_BREAK}out"
    half = replace(game, rounds=(*game.rounds, Round(2, 8, entries={"Ana": SitsOut()})))
    marks = legend(half, frozenset([EntryCell(1, "Ana")]))
    assert marks.split("  ") == [
        f"{mark}{NO_BREAK}{meaning}".replace(" ", NO_BREAK)
        for mark, meaning in (("●", "out"), ("–", "sits out"), ("*", "corrected"), ("·", "still to come"))
    ]


def test_the_chart_has_round_numbers_at_the_left(shelf) -> None:
    """They are equally far apart, in points and up to a row; the last row is what anybody was behind at most."""
    game = played(new_game(shelf, 12, SEVEN), 5)
    rows = plot(game, DARK, 74, 18).plain.splitlines()[:18]
    numbers = {int(line[:4]): row for row, line in enumerate(rows) if line[:4].strip()}
    step = [*numbers][1]
    totals = [[game.total(name, number) for name in SEVEN] for number in range(1, 6)]
    most = max(total - min(after) for after in totals for total in after)
    assert [*numbers] == [*range(0, most + 1, step)]
    assert all(abs(row - 17 * number / most) <= 1 for number, row in numbers.items())


@pytest.mark.parametrize(("theme", "lettered"), [(DARK, 0), (TERMINAL, 1)])
async def test_the_chart_draws_every_player_with_a_letter_and_shows_best_and_worst(
    app, keep, theme, lettered: int
) -> None:
    """Lines end at the letters of the legend; where there are no colours each round before has letters too."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        pilot.app.theme = theme.name
        await two_rounds(pilot)
        await pilot.press("g")
        assert isinstance(pilot.app.screen, Chart)
        plot = shown(pilot, "plot")
        assert plot.splitlines()[-3].startswith("  60 ┤")
        assert (plot.count("A"), plot.count("B")) == (lettered + 2, lettered + 2)  # the last before the name
        named = [
            line.split("  ")[-1].strip() for line in plot.splitlines() if " Ana" in line or " Ben" in line
        ]
        assert named == ["★ B Ben", "+61 A Ana"]


async def test_a_terminal_that_becomes_very_low_still_has_a_chart(app, keep) -> None:
    """Two rows are drawn, however few there are; the result keeps all places, to be scrolled to."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        for key in "s", "g":
            await pilot.press(key)
            for height in 24, 6, 2:
                await pilot.resize_terminal(140, height)
                await pilot.pause()
            if key == "s":
                rows = moment_lines(pilot.app.screen.query_one(Moment))
                assert all(any(name in row for row in rows) for name in ("Ana", "Ben"))
            else:
                assert len(shown(pilot, "plot").splitlines()) == 2 + 2
            await pilot.press("escape")


async def test_a_deleted_game_is_named_in_the_question_and_comes_back(app, keep, home) -> None:
    """The question says which game; nothing is left about its phones; u lists what was deleted."""
    about_phones = home / "shared" / f"{keep().id}.json"
    about_phones.parent.mkdir()
    about_phones.write_text("")
    async with app().run_test() as pilot:
        await pilot.press("d")
        assert isinstance(pilot.app.screen, Confirm)
        assert "Friday night" in str(pilot.app.screen.query_one(".question Static", Static).content)
        await pilot.press("y", "u")
        assert isinstance(pilot.app.screen, Choose)
        assert not about_phones.exists()
        await pilot.press("enter")
        assert len(pilot.app.session.store.list()) == 1


def test_totals_that_fall_together_are_told_apart_by_letters(shelf) -> None:
    """Without colours they stand side by side; of seven players three and the last are drawn, named one a row."""
    for players, drawn in ((SEVEN[:6], SEVEN[:6]), (SEVEN, (*SEVEN[:3], SEVEN[-1]))):
        game = played(new_game(shelf, 12, players), 5)
        tens = dict.fromkeys(players, Pips(10))
        game = replace(game, rounds=tuple(replace(one, entries=tens, ending=None) for one in game.rounds))
        lines = plot(game, TERMINAL, 74, 22).plain.splitlines()
        assert sum("".join(name[0] for name in drawn) in line for line in lines) == 1
        named = [line.split("★ ")[-1] for line in lines if line.endswith(players)]
        assert named == [f"{name[0]} {name}" for name in drawn]


def test_each_total_is_drawn_where_the_axis_says(shelf) -> None:
    """Level with its number at the axis, with nothing moved aside: 80 behind beside 80, and 81 too."""
    hands = dict(zip(SEVEN[:4], map(Pips, (0, 80, 81, 99)), strict=True))
    game = played(new_game(shelf, 12, SEVEN[:4]), 2)
    after = replace(game.rounds[1], entries=dict.fromkeys(SEVEN[:4], Pips(10)), ending=None)
    rounds = (replace(game.rounds[0], entries=hands, ending=None), after)
    lines = plot(replace(game, rounds=rounds), TERMINAL, 74, 23).plain.splitlines()
    here = [number for number, line in enumerate(lines) if line.lstrip().startswith("80 ")]
    assert here == [number for number, line in enumerate(lines) if SEVEN[1][0] + SEVEN[2][0] in line]


def test_whoever_leads_after_a_round_is_on_top_and_others_as_far_below_as_they_are_behind(shelf) -> None:
    """However high the totals are, two who stay ten points apart have level lines, and the axis has the gap."""
    hands = {SEVEN[0]: Pips(50), SEVEN[1]: Pips(60)}
    game = played(new_game(shelf, 12, SEVEN[:2]), 5)
    level = dict.fromkeys(SEVEN[:2], Pips(50))
    rounds = tuple(
        replace(one, entries=level if at else hands, ending=None) for at, one in enumerate(game.rounds)
    )
    lines = plot(replace(game, rounds=rounds), DARK, 74, 23).plain.splitlines()
    drawn = [line for line in lines[:-2] if "⠶" * 30 in line or "⠒" * 30 in line]
    assert [line.split()[0] for line in drawn] == ["0", "10"]
    assert [line.split()[-3:] for line in drawn] == [["★", "A", "Ana"], ["+10", "B", "Ben"]]
    assert ["⠶" in line for line in drawn] == [True, False], "the leader's line is the broad one"


def test_whose_line_ends_early_has_a_letter_there(shelf) -> None:
    """Whoever left is not named at the right: their last total has their letter, with colours too."""
    game = replace(played(new_game(shelf, 12, SEVEN[:3]), 4), stays=(Stay("Ben", 1, 3),))
    lines = plot(game, DARK, 74, 22).plain.splitlines()
    assert sum(line.count("B") for line in lines) == 1


def test_a_chart_with_little_room_has_no_names_beside_it(shelf) -> None:
    """On 45 columns the rounds have the room; a cell for several players has a sign of its own."""
    game = played(new_game(shelf, 12, SEVEN), 12)
    lines = plot(game, DARK, 39, 16).plain.splitlines()
    assert max(map(len, lines)) <= 39
    assert not any(line.endswith(SEVEN) for line in lines)


async def test_the_result_is_shared_as_a_picture(app, keep, home) -> None:
    """I on the result writes a PNG where sheets are put, and never over another."""
    async with app(keep(("Ana", "Ben"))).run_test() as pilot:
        await two_rounds(pilot)
        await pilot.press("s", "i", "i")
    files = sorted(file.name for file in (home / "sheets").iterdir())
    assert len(files) == 2
    assert all(file.endswith(".png") for file in files)
