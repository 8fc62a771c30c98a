"""Makes the pictures of the documentation: `make pictures`.

Each one shows the real app with the sample game, driven by keys and drawn as SVG, or a printed sheet. The tour is an
evening in twenty seconds, as one animated picture that plays by itself; where somebody wants no motion, it shows one
screen and stands still. Never edit them by hand. No picture loads anything from the network.
"""

import asyncio
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, sync_playwright
from textual.pilot import Pilot

from benchmarks.data.many import logs
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import wording
from scorekeeper.game.log import GameLog, corrected_cells
from scorekeeper.game.ranking import standings
from scorekeeper.game.sample import SAMPLE_BOOK, sample_game
from scorekeeper.sheets import Look, typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.storage import open_store
from scorekeeper.system import named_language, paths
from scorekeeper.system.settings import Memory, Printing
from scorekeeper.text import speak
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.base.screen import ASKS
from scorekeeper.web import Host

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
RULES = paths.shipped_folder("rules")
SAMPLE = sample_game(Shelf(RULES).book(SAMPLE_BOOK))

TOLD = ("j", "2", *"Ben", "enter", *"5-3 9-6", "enter", "enter", "enter", *"5 7", "enter", *"12")
"""Ben holds 5-3 and 9-6, and there are a five and a seven to play on and tiles in the yard: may he draw?"""

KEYS = {
    "table": (),
    "entry": ("enter",),
    "scoreboard": ("b",),
    "result": ("s",),
    "log": ("l",),
    "judge": TOLD,
    "ruling": (*TOLD, "f5"),
    "new": ("escape", "n"),
    "books": ("escape", "k"),
    "print": ("p",),
    "history": ("escape", "h", "v"),
    "player": ("escape", "h", "v", "enter"),
}
"""The keys that lead from the table of the sample game to each screen."""

SPANISH = ("table", "new", "entry", "ruling")
"""The screens of which there is a picture in Spanish, too, besides the moment, a player's page and the big screen."""

DOCUMENTS = "Documents"
"""The folder for sheets, relative so that no picture shows where it was made."""

EVENINGS = 60
"""How many games were played before the sample game, for the screens with history."""

EXAMPLE = r"Save this as\s`(\w+)\.typ`.*?```typst\n(.*?)```"
"""A template in the README, after the name of its file."""

PAGES = ("phone-hand", "phone-keeper", "big-screen")
"""The pages of a shared game: a player's, the keeper's, and the big screen."""

SIZE = (80, 24)
WIDE = (120, 34)
"""The size of the winner's moment, which fills any screen."""
SEATED = 5
PATIENCE = 0.5
"""Seconds to wait for a preview to start."""

FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


LASTS = 20
"""Seconds that the tour takes."""

STEPS: tuple[tuple[str, ...], ...] = (
    (),
    ("n",),
    (*"Ana", "enter", *"Ben"),
    ("enter", *"Carla"),
    ("f5",),
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
"""The keys of each step of the tour, from an app without games."""

CALM = 13
"""The step that is shown where nothing may move: the scoreboard."""


async def shown(app: ScorekeeperApp, pilot: Pilot[object], keys: Sequence[str]) -> str:
    """Press keys, and return what is shown then, without fonts of the network and with all its spaces."""
    await pilot.press(*keys)
    await pilot.pause(PATIENCE)
    for worker in tuple(app.workers):
        if worker.group != ASKS:
            await worker.wait()
    await pilot.pause()
    drawn = app.export_screenshot(title="scorekeeper")
    without = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", drawn, flags=re.DOTALL)
    return without.replace("Fira Code, monospace", FONTS).replace("<text ", '<text xml:space="preserve" ')


async def screen(keys: tuple[str, ...], size: tuple[int, int] = SIZE, log: GameLog = SAMPLE) -> str:
    """Open a game, such as the sample one, after many evenings, press the keys, and return what is shown."""
    with TemporaryDirectory() as folder, chdir(folder):
        os.environ[paths.HOME_VARIABLE] = "scorekeeper"
        Path(DOCUMENTS).mkdir()
        Memory(paths.settings_file()).keep(print=Printing(folder=DOCUMENTS))
        store = open_store(paths.games_file())
        *_earlier, kept = store.add_games([*logs(EVENINGS), log])
        store.close()
        app = ScorekeeperApp(store.place, kept.id)
        async with app.run_test(size=size) as pilot:
            return await shown(app, pilot, keys)


def moment() -> str:
    """Draw the winner's moment of an evening with five at the table."""
    log = next(
        log for log in logs(EVENINGS) if standings(log.game).winners and len(log.game.players) == SEATED
    )
    return asyncio.run(screen(("b",), WIDE, log))


async def tour() -> str:
    """Draw the tour."""
    with TemporaryDirectory() as folder, chdir(folder):
        os.environ[paths.HOME_VARIABLE] = "scorekeeper"
        app = ScorekeeperApp(paths.games_file())
        async with app.run_test(size=SIZE) as pilot:
            return animated([await shown(app, pilot, keys) for keys in STEPS], LASTS, CALM)


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


def sheet(template: str = "classic", pixels_per_inch: int = 100) -> bytes:
    """Return the sheet of the sample game as PNG, since an SVG would have no white paper."""
    title = Shelf(RULES).book(SAMPLE_BOOK).title
    page = filled_sheet(SAMPLE.game, title, wording=wording(RULES), corrected=corrected_cells(SAMPLE))
    look = Look(template=template, orientation="portrait", pixels_per_inch=pixels_per_inch)
    return typeset([page], look, "png").pages[0]


def examples() -> dict[str, str]:
    """Return the templates that `templates/README.md` shows, by their names."""
    readme = (paths.shipped_folder("templates") / "README.md").read_text(encoding="utf-8")
    return dict(re.findall(EXAMPLE, readme, flags=re.DOTALL))


def gallery() -> dict[str, bytes]:
    """Return pictures of the sample game's sheet in these templates, by their names."""
    with TemporaryDirectory() as folder:
        os.environ[paths.HOME_VARIABLE] = folder
        paths.templates_folder().mkdir(parents=True)
        for name, template in examples().items():
            (paths.templates_folder() / f"{name}.typ").write_text(template, encoding="utf-8")
        return {name: sheet(name, 50) for name in examples()}


def phones(language: str) -> dict[str, bytes]:
    """Return pictures of the pages of a shared game as a browser shows them in a language; none without Chromium."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        return {}
    with TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "games.db")
        game_id = store.add_games([SAMPLE])[0].id
        store.close()
        host = Host(store.place, game_id, "127.0.0.1", 0)
        host.start()
        try:
            return _taken(browser, host, language)
        finally:
            host.stop()


def _taken(browser: str, host: Host, language: str) -> dict[str, bytes]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])

        def opened(address: str, width: int, height: int) -> Page:
            size = ViewportSize(width=width, height=height)
            page = chromium.new_context(viewport=size, locale=language).new_page()
            page.goto(address)
            return page

        player = SAMPLE.game.at_table[0]
        screen = opened(host.screen_address, 960, 540)
        keeper = opened(host.new_keeper_address(), 390, 700)
        hand = opened(host.table_address, 390, 700)
        hand.fill("#pin", host.devices.pin)
        hand.get_by_role("button", name=player, exact=True).click()
        hand.wait_for_url("**/hand")
        hand.fill("#typed", "6-4 5-5")
        hand.locator("#counts", has_text="20").wait_for()
        return {name: page.screenshot() for name, page in zip(PAGES, (hand, keeper, screen), strict=True)}


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for code, ending, names, shown_pages in (
        ("es", ".es", SPANISH, PAGES[::2]),
        ("en", "", tuple(KEYS), PAGES),
    ):
        speak(named_language(code))
        for name in names:
            (PICTURES / f"{name}{ending}.svg").write_text(asyncio.run(screen(KEYS[name])), encoding="utf-8")
        (PICTURES / f"moment{ending}.svg").write_text(moment(), encoding="utf-8")
        for name, picture in phones(code).items():
            if name in shown_pages:
                (PICTURES / f"{name}{ending}.png").write_bytes(picture)
    (PICTURES / "tour.svg").write_text(asyncio.run(tour()), encoding="utf-8")
    (PICTURES / "sheet.png").write_bytes(sheet())
    for name, picture in gallery().items():
        (PICTURES / f"template-{name}.png").write_bytes(picture)
