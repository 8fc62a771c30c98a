"""A terminal that changes its size while a screen is open, and changes back."""

import pytest
from textual.pilot import Pilot

from tests.tui.conftest import strips, until
from tests.tui.test_look import SHORT, every_place, shown_on

SIZES = [((120, 40), (80, 24)), ((120, 27), (130, 40))]
"""The size of a terminal, and the one that it has for a moment."""


@pytest.mark.parametrize(("own", "other"), SIZES)
async def test_a_screen_is_as_it_was_once_the_terminal_is(app, keep, own, other) -> None:
    """Frames, bands and columns of a screen are those of the size that the terminal has now."""
    different = []
    async with shown_on(app, keep, own, SHORT[:4]) as pilot:
        async for name, _place in every_place(pilot):
            facts = pilot.app.screen.query("#page-facts")  # of a sheet that a process beside draws
            await until(pilot, lambda: all(str(one.content) for one in facts))  # noqa: B023
            before = lines(pilot)
            for size in (other, own):
                await pilot.resize_terminal(*size)
                await pilot.pause()
            if facts:
                await until(pilot, lambda: lines(pilot) == before)  # noqa: B023
            rows = [row for row, line in enumerate(lines(pilot)) if line != before[row]]
            if rows:
                different.append(
                    f"{name}, row {rows[0]}: {lines(pilot)[rows[0]]!r}, before {before[rows[0]]!r}"
                )
    if different:
        pytest.fail("\n".join(different), pytrace=False)


def lines(pilot: Pilot[None]) -> list[str]:
    """Return the screen in front, line by line."""
    return [strip.text for strip in strips(pilot.app.screen)]
