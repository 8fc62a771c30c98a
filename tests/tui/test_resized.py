"""A terminal that changes its size while a screen is open, and changes back."""

import pytest

from tests.tui.conftest import strips
from tests.tui.test_look import SHORT, every_place, shown_on

SIZES = [((120, 40), (80, 24)), ((80, 24), (120, 40)), ((120, 26), (120, 40)), ((120, 27), (130, 28))]


@pytest.mark.parametrize(("own", "other"), SIZES)
async def test_a_screen_is_as_it_was_once_the_terminal_is(app, keep, own, other) -> None:
    """Frames, bands and columns of a screen are those of the size that the terminal has now."""
    different = []
    async with shown_on(app, keep, own, SHORT[:4]) as pilot:
        async for name, _place in every_place(pilot):
            before = [strip.text for strip in strips(pilot.app.screen)]
            for size in (other, own):
                await pilot.resize_terminal(*size)
                await pilot.pause()
            after = [strip.text for strip in strips(pilot.app.screen)]
            rows = [row for row, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
            if rows:
                different.append(f"{name}, row {rows[0]}: {after[rows[0]]!r}, before {before[rows[0]]!r}")
    if different:
        pytest.fail("\n".join(different), pytrace=False)
