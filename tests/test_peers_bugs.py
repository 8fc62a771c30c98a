"""Bugs that people reported of other scorekeepers and engines; each test is named after one.

Whoever finds another adds a test here under the name that its users gave it.
"""

import pytest
from msgspec.structs import replace

from scorekeeper.engine.actions import Action
from scorekeeper.engine.feet import feet_of
from scorekeeper.engine.play import can, do
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.engine.state import begin_round
from scorekeeper.formats.export import show_csv
from scorekeeper.tiles import Tile
from tests.build import AT, new_log, scored
from tests.conftest import CLASSIC, Cli


def test_zero_drawn_as_not_scored() -> None:
    """A zero is written as 0, and only what was not entered is blank."""
    log = new_log().after(scored(1, "Ana", Ben="7"), AT)
    assert show_csv(log.game).splitlines()[1] == "9-9,Ana out,0,7,"


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


def test_nearest_lower_double_instead_of_drawing() -> None:
    """Where all draw until the double is found, no lower double may start."""
    rules = replace(CLASSIC, start=replace(CLASSIC.start, source="held", missing="all-draw"))
    hands = _round("8-8 1-0", "2-1 3-1").hands
    state = begin_round(Setup(rules, 9, ("Ana", "Ben"), 9, hands, 51, 0, -1))
    assert not can(state, Action(0, "lay", Tile(8, 8)))
    assert can(state, Action(0, "draw", Tile(9, 1)))


def test_custom_amount_doubled() -> None:
    """Points typed as counted are taken once, however often they are entered."""
    log = new_log().after(scored(1, "Ana", Ben="=30"), AT).after(scored(1, Ben="=30"), AT)
    assert log.game.total("Ben") == 30


def test_game_swapped_for_an_empty_clone(cli: Cli, game: str) -> None:
    """A second game with the same names leaves the first as it was."""
    cli("round", game, "--out", "Ana", "Ben=7", "Carla=12")
    before = cli("export", game).out
    cli("new", "--players", "Ana,Ben,Carla", "--title", "Friday night")
    assert cli("export", game).out == before


def test_no_color_black_on_black(cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR set nothing printed holds a colour."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cli("standings", game).out
