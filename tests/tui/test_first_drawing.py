"""A screen is laid out right at its first drawing: nothing jumps under the eyes or the finger."""

import pytest
from textual.geometry import Region
from textual.screen import Screen

PLACES = {
    "table": ((), "#scores"),
    "entry": (("enter",), "EntryLine *"),
    "new": (("escape", "n"), "#setup *"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("size", [(45, 30), (80, 24)])
async def test_nothing_moves_after_the_first_drawing(place, size, app, keep, monkeypatch) -> None:
    """What is there once the screen rests was at the same place when it was first drawn."""
    drawn: dict[Screen, list[dict[object, Region]]] = {}
    draw = Screen._compositor_refresh

    def draw_and_note(screen: Screen) -> None:
        draw(screen)
        drawn.setdefault(screen, []).append({part: part.region for part in screen.query(PLACES[place][1])})

    monkeypatch.setattr(Screen, "_compositor_refresh", draw_and_note)
    kept = keep()
    async with app(kept).run_test(size=size) as pilot:
        await pilot.press(*PLACES[place][0])
        first, *later = [parts for parts in drawn[pilot.app.screen] if parts]
        assert all(parts == first for parts in later)
