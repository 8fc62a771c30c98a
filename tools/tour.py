"""The tour: an evening in twenty seconds, as one animated picture of the real app, for `make pictures`.

Each step is keys and the screen after them. The picture is an SVG that loads nothing and plays by itself; where
somebody wants no motion, it shows one screen and stands still.
"""

import asyncio
import os
import re
from collections.abc import Sequence
from contextlib import chdir
from tempfile import TemporaryDirectory

from scorekeeper.system import paths
from scorekeeper.tui.app import ScorekeeperApp
from tools.pictures import PATIENCE, SIZE, plain

LASTS = 20
"""Seconds that the tour takes."""

STEPS: tuple[tuple[str, ...], ...] = (
    (),
    ("n",),
    (*"Ana", "enter", *"Ben"),
    ("enter", *"Carla"),
    ("f5",),
    ("enter",),
    ("o",),
    ("enter", *"6-4 5-3"),
    ("enter", *"9-8 7-5"),
    ("enter",),
    ("enter", *"5-5 2-1"),
    ("enter", "o"),
    ("enter", *"7-6"),
    ("enter",),
    ("b",),
    ("escape", "j", "2"),
    (*"Ben", "enter", *"5-3 9-6", "enter", "enter", "enter", *"5 7"),
    ("enter", *"12", "f5"),
    ("escape", "escape", "escape", "u"),
    ("r",),
    ("s",),
)
"""The keys of each step, from an app without games."""

CALM = 14
"""The step that is shown where nothing may move: the scoreboard."""


async def frames() -> list[str]:
    """Return the screen after each step."""
    with TemporaryDirectory() as folder, chdir(folder):
        os.environ[paths.HOME_VARIABLE] = "scorekeeper"
        app, drawn = ScorekeeperApp(paths.games_file()), []
        async with app.run_test(size=SIZE) as pilot:
            for keys in STEPS:
                await pilot.press(*keys)
                await pilot.pause(PATIENCE)
                await app.workers.wait_for_complete()
                await pilot.pause()
                drawn.append(plain(app.export_screenshot(title="scorekeeper")))
        return drawn


def animated(drawn: Sequence[str], seconds: float, calm: int) -> str:
    """Return pictures as one that shows each for the same time, again and again; `calm` is the one that may stay."""
    size = re.search(r'viewBox="([^"]*)"', drawn[0])
    assert size is not None
    share = 100 / len(drawn)
    style = (
        f".f{{visibility:hidden;animation:f {seconds}s step-end infinite}}"
        f"@keyframes f{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}"
        "@media (prefers-reduced-motion:reduce){.f{animation:none}.calm{visibility:visible}}"
    )
    parts = [f'<svg viewBox="{size[1]}" xmlns="http://www.w3.org/2000/svg"><style>{style}</style>']
    for number, picture in enumerate(drawn):
        named = "f calm" if number == calm else "f"
        delay = seconds / len(drawn) * number
        parts.append(f'<g class="{named}" style="animation-delay:{delay:.3f}s">{_apart(picture, number)}</g>')
    return "\n".join([*parts, "</svg>\n"])


def _apart(picture: str, number: int) -> str:
    """Return a picture whose names are not those of others in the same file."""
    return re.sub(r"terminal-\d+-", f"t{number}-", re.sub(r"terminal-\d+(?!\d|-)", f"t{number}", picture))


def tour() -> str:
    """Draw the tour."""
    return animated(asyncio.run(frames()), LASTS, CALM)
