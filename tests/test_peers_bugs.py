"""Bugs that people reported of other scorekeepers and engines; each test is named after one.

Whoever finds another adds a test here under the name that its users gave it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorekeeper.engine.actions import Action
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.play import can, do
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.engine.state import begin_round
from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats.export import show_csv, show_markdown
from scorekeeper.formats.game_file import read_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.events import CallMade, Finished, Redone, Reopened, Undone
from scorekeeper.game.log import corrected_cells
from scorekeeper.game.ranking import standings
from scorekeeper.game.round import Call, Pips, Points, Round
from scorekeeper.rules.schedule import planned_doubles
from scorekeeper.sheets import Look, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.storage import open_store
from scorekeeper.tiles import Tile
from scorekeeper.tui.app import ScorekeeperApp
from tests.build import AT, new_log, played, scored, started
from tests.conftest import CASES, CLASSIC, Ran
from tests.games import NAMES, new_game
from tests.sheets.test_sheets import assert_ink_inside_margins


def test_zero_drawn_as_not_scored() -> None:
    """A zero is written as 0, and only what was not entered is blank."""
    log = new_log().after(scored(1, "Ana", Ben="7"), AT)
    assert show_csv(log.game).splitlines()[1] == "9-9,Ana out,0,7,"
    assert "| 9-9 | Ana out | 0 | 7 |  |" in show_markdown(log.game)


def test_winner_by_max_though_lowest_wins() -> None:
    """The lowest total is first and wins."""
    game = played([(0, 7, 12)] * 10, ["Ana"] * 10)
    assert standings(game).winners == ("Ana",)


def test_tie_sorted_but_ranked_equal_and_one_silently_crowned() -> None:
    """Players whom nothing separates share the rank and both win, and it is said."""
    points = [(0, 5, 9), (5, 0, 9)] * 5
    table = standings(played(points, ["Ana", "Ben"] * 5, "winning.ties=['share']"))
    assert [one.rank for one in table.standings] == [1, 1, 3]
    assert table.winners == ("Ana", "Ben")
    assert "they share the place" in table.explanation


def test_missing_entry_saved_as_zero() -> None:
    """A hand that was not entered is in no total and is named as missing."""
    table = standings(new_log().after(scored(1, "Ana", Ben="7"), AT).game)
    assert {one.player: one.by_round for one in table.standings}["Cy"] == (None,)
    assert [one["player"] for one in table.missing] == ["Cy"]


def test_penalty_lost_on_edit() -> None:
    """Points of a call stay when the hand is corrected."""
    log = new_log("little.points=10").after(scored(1, "Ana", Ben="7", Cy="3"), AT)
    log = log.after(CallMade(1, Call("chickenlittle", "Ben", effect="draw-1")), AT)
    assert log.after(scored(1, Ben="9"), AT).game.total("Ben") == 19


def _round(*hands: str, double: int = 9) -> Setup:
    tiles = [Dealt(tuple(Tile(int(t[0]), int(t[2])) for t in hand.split())) for hand in hands]
    return Setup(CLASSIC, 9, ("Ana", "Ben"), double, tuple(tiles), 0, 0, 0)


def test_double_0_foot_complete_after_one_tile() -> None:
    """A foot on 0-0 needs its three toes like any other before another end may be played on."""
    state = begin_round(_round("9-0 9-2 0-0 1-0 2-1 7-7", "9-1 9-3 3-0 4-0 5-0 6-6"))
    for seat, tile in enumerate(["9-0", "9-1", "9-2", "9-3", "0-0", "3-0", "1-0"]):
        assert not (tile == "1-0" and can(state, Action(0, "lay", Tile(2, 1))))
        do(state, Action(seat % 2, "lay", Tile(int(tile[0]), int(tile[2]))))
    assert feet_of(state).foot == 0
    do(state, Action(1, "lay", Tile(4, 0)))
    assert feet_of(state).foot < 0


def test_endless_loop_when_blocked() -> None:
    """When nobody can play and the yard is empty, one circuit of passes ends the round."""
    state = begin_round(_round("1-0", "2-1"))
    do(state, Action(0, "pass"))
    do(state, Action(1, "pass"))
    assert state.outcome is not None
    assert state.outcome.ended == "blocked"


def test_rounds_running_upward() -> None:
    """The first round is that of the highest double, the last that of 0-0."""
    assert planned_doubles(CLASSIC, 9) == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)


def test_nearest_lower_double_instead_of_drawing() -> None:
    """Where all draw until the double is found, no lower double may start."""
    rules = replace(CLASSIC, start=replace(CLASSIC.start, source="held", missing="all-draw"))
    state = begin_round(_round("8-8 1-0", "2-1 3-1")._replace(rules=rules, yard=51, starter=-1))
    assert not can(state, Action(0, "lay", Tile(8, 8)))
    assert can(state, Action(0, "draw", Tile(9, 1)))


def test_editing_zeroes_the_round() -> None:
    """Correcting one hand leaves the others and the ending as they were."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(1, Cy="11"), AT)
    assert log.game.points == ({"Ana": 0, "Ben": 7, "Cy": 11},)


def test_edit_does_not_reach_the_total() -> None:
    """A correction of an early round is in the totals and the ranks at once."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(2, "Ana", Ben="1", Cy="2"), AT)
    after = log.after(scored(1, Ben="40"), AT)
    assert after.game.total("Ben") == 41
    assert [one.player for one in standings(after.game).standings] == ["Ana", "Cy", "Ben"]
    assert corrected_cells(after) == {(1, "Ben")}


def test_edits_after_final_not_saved() -> None:
    """A finished game refuses a change aloud, and keeps it once it is opened again."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(Finished(), AT)
    with pytest.raises(Impossible, match="reopen"):
        log.after(scored(1, Ben="9"), AT)
    assert log.after(Reopened(), AT).after(scored(1, Ben="9"), AT).game.total("Ben") == 9


def test_undo_dead_at_the_first_event() -> None:
    """The first entry can be taken back and made again."""
    log = new_log().after(scored(1, "Ana", Ben="7"), AT)
    assert log.after(Undone(), AT).game.rounds == ()
    assert log.after(Undone(), AT).after(Redone(), AT).game == log.game


@pytest.mark.parametrize(
    ("good", "bad"), [('out = "Ana"', 'out = "Zed"'), ("Ben = ", "Zed = "), ("double = 6", "double = 7")]
)
def test_restore_accepted_bad_references(good: str, bad: str, shelf: Shelf, tmp_path) -> None:
    """A file that names a player or a double that is not there is refused whole."""
    path = tmp_path / "bad.toml"
    path.write_text((CASES / "games" / "f1.toml").read_text(encoding="utf-8").replace(good, bad, 1))
    with pytest.raises(ScorekeeperError):
        read_game(path, shelf.book)


def test_custom_amount_doubled() -> None:
    """Points typed as counted are taken once, however often they are entered."""
    log = new_log().after(scored(1, "Ana", Ben="=30"), AT).after(scored(1, Ben="=30"), AT)
    assert log.game.total("Ben") == 30


def test_game_swapped_for_an_empty_clone(cli: Callable[..., Ran], game: str) -> None:
    """A second game with the same names leaves the first as it was."""
    cli("round", game, "--out", "Ana", "Ben=7", "Carla=12")
    before = cli("export", game).out
    cli("new", "--players", "Ana,Ben,Carla", "--title", "Friday night")
    assert cli("export", game).out == before


@pytest.mark.parametrize("template", ["classic", "large", "pocket", "pocket-four", "tournament"])
def test_blank_sheet_fits_filled_sheet_overflows(template: str, shelf: Shelf) -> None:
    """Blank and filled, with the largest numbers and long names, all is within the margins and can be read."""
    names = tuple(f"{name} {'Montgomery' * 4}" for name in NAMES[:9])
    empty = new_game(shelf, 12, names)
    rounds = tuple(
        Round(number, double, entries=dict.fromkeys(names, Points(9_999)), note="They argued about it.")
        for number, double in enumerate(empty.ahead, 1)
    )
    for game in (empty, replace(empty, rounds=rounds)):
        sheet, look = filled_sheet(game, "Classic"), Look(template=template, pixels_per_inch=50)
        assert_ink_inside_margins(sheet, look)
        assert typeset([sheet], look).warnings == ()


def test_names_with_markup_characters(cli: Callable[..., Ran]) -> None:
    """A name with brackets and marks is shown as it was given."""
    kept = cli("new", "--players", "[b]Ana[/b],<i>Ben</i>").out.strip()
    assert "[b]Ana[/b]" in cli("standings", kept).out


async def test_names_with_markup_characters_in_the_app(home: Path) -> None:
    """The table shows a name with brackets letter for letter, and a name of broken markup closes nothing."""
    store = open_store(home / "games.db")
    kept = store.create(started(players=["[b]Ana[/b]", "[/]", "Cy"]), AT)
    store.close()
    async with ScorekeeperApp(home / "games.db", kept.id).run_test(size=(100, 24)) as pilot:
        await pilot.press("enter")
        shown = pilot.app.export_screenshot().replace("&#160;", " ")
        assert "[b]Ana[/b]" in shown
        assert "[/]" in shown


def test_no_color_black_on_black(cli: Callable[..., Ran], game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR set nothing printed holds a colour."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cli("standings", game).out


async def test_no_color_black_on_black_in_the_app(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the app draws no letter in the colour of its ground."""
    monkeypatch.setenv("NO_COLOR", "1")
    store = open_store(home / "games.db")
    kept = store.create(started(), AT)
    store.close()
    async with ScorekeeperApp(home / "games.db", kept.id).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        strips = pilot.app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.text.strip()]
        assert all(style.color is None or style.color.is_default for style in styles if style)


def test_entry_taken_back_is_not_zero() -> None:
    """An entry taken out again is missing, not zero."""
    log = new_log().after(scored(1, "Ana", Ben="7"), AT)
    assert log.game.rounds[0].entries == {"Ben": Pips(7)}
    assert log.after(Undone(), AT).game.missing == ()
