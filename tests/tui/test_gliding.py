"""Bands glide to their new places and totals count up when a round closes, and only then."""

import pytest

from scorekeeper.tui.base.colours import DARK, badges
from scorekeeper.tui.standing import standing_bands
from scorekeeper.tui.widgets.bands import Bands, drawn_bands
from tests.tui.test_moment import FIRST, LAST, THREE, scored

WIDTH, HEIGHT = 36, 24


def test_bands_glide_from_their_old_places_to_the_new_ones(keep) -> None:
    """Every band begins where it was, goes one way only, and ends where the new standing has it."""
    last = scored(2, "Ana", Ben=40, Carla=12)
    before, after = (keep(THREE, happened=happened).game for happened in ([FIRST], [FIRST, last]))
    marks = badges(after, DARK)
    old, new = standing_bands(before, marks), standing_bands(after, marks)
    assert [band.player for band in old] != [band.player for band in new], "nobody overtakes anybody"

    def frame(time: float) -> list[str]:
        return drawn_bands(new, DARK, WIDTH, HEIGHT, old, time).plain.splitlines()

    def row(time: float, player: str) -> int:
        return next(at for at, line in enumerate(frame(time)) if player in line)

    assert frame(1.0) == drawn_bands(new, DARK, WIDTH, HEIGHT).plain.splitlines()
    for at, band in enumerate(new):
        came_from = [one.player for one in old].index(band.player)
        far = (came_from - at) * HEIGHT // len(new)
        assert row(0.0, band.player) == row(1.0, band.player) + far, f"{band.player} begins elsewhere"
    climber = new[0].player
    way = [row(at / 10, climber) for at in range(11)]
    assert way == sorted(way, reverse=True), f"{climber} does not climb without a stop"
    assert len(set(way)) > 3, "it jumps"


def test_totals_count_up_from_the_old_ones(keep) -> None:
    """In the middle of the way a total lies between the old one and the new one; at the end it is the new one."""
    ana = FIRST, scored(2, "Carla", Ana=40, Ben=12)
    before, after = (keep(THREE, happened=[*happened]).game for happened in (ana[:1], ana))
    marks = badges(after, DARK)
    old, new = standing_bands(before, marks), standing_bands(after, marks)
    totals = {time: drawn_bands(new, DARK, WIDTH, 3, old, time).plain for time in (0.0, 0.5, 1.0)}
    for time, total in ((0.0, 30), (0.5, 50), (1.0, 70)):
        assert f" {total} " in next(line for line in totals[time].splitlines() if "Ana" in line)


@pytest.mark.parametrize("still", ["", "none", "NO_COLOR"])
async def test_the_table_moves_when_a_round_has_closed(app, keep, monkeypatch, still) -> None:
    """Bands are on their way then; not when first shown, after a correction, or for whoever wants no motion."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none" if still == "none" else "full")
    if still == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    async with app(keep(THREE, happened=[FIRST])).run_test(size=(120, 40)) as pilot:
        bands = pilot.app.screen.query_one(Bands)
        assert bands.time == 1.0, "it moved when first shown"
        pilot.app.session.keep(scored(1, "Ben", Ana=31, Carla=12))
        pilot.app.screen.redraw()
        assert bands.time == 1.0, "it moved after a correction"
        pilot.app.session.keep(LAST)
        pilot.app.screen.redraw()
        assert (bands.time < 1.0) == (not still)
        await pilot.resize_terminal(130, 42)
        assert bands.time == 1.0, "another size shows no end"


@pytest.mark.parametrize("place", ["entry", "home"])
async def test_nothing_glides_elsewhere(app, keep, monkeypatch, place) -> None:
    """Beside hands that are typed, and for the game that is marked on home, the standing is there at once."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    kept = keep(THREE, happened=[FIRST])
    async with app(kept).run_test(size=(120, 40)) as pilot:
        await pilot.press("enter" if place == "entry" else "escape")
        bands = pilot.app.screen.query_one(Bands)
        marks = badges(kept.game, DARK)
        bands.show(standing_bands(keep(THREE, happened=[FIRST, LAST]).game, marks))
        assert bands.time == 1.0
