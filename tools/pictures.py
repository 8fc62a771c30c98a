"""Makes the pictures of the documentation: `make pictures`.

Each is the real app on the sample game, driven by keys and drawn as SVG, or a sheet as it is printed.
Nothing here is edited by hand, and no picture names a place in the network.
"""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import folders
from scorekeeper.corrections import corrected
from scorekeeper.packs import Shelf
from scorekeeper.sample import BOOK, sample_game
from scorekeeper.sheets import Look, filled, printed
from scorekeeper.store import Store
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.wording import wording

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
RULES = folders.shipped("rules")
SAMPLE = sample_game(Shelf(RULES).book(BOOK))

KEYS = {
    "table": (),
    "entry": ("enter",),
    "result": ("s",),
    "log": ("l",),
    "judge": ("j", "2", *"Ben", "enter"),
    "new": ("escape", "n"),
    "books": ("escape", "b"),
}
"""What is pressed on the table of the sample game to come to each screen."""

SIZE = (80, 24)
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


async def screen(keys: tuple[str, ...]) -> str:
    """Open the sample game, press the keys, and return what is shown."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        store = Store(path)
        kept = store.keep(SAMPLE)
        store.close()
        app = ScorekeeperApp(path, kept.id)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return plain(app.export_screenshot(title="scorekeeper"))


def plain(drawn: str) -> str:
    """Return a picture without the fonts and names of the network, and with all its spaces."""
    without = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", drawn, flags=re.DOTALL)
    return without.replace("Fira Code, monospace", FONTS).replace("<text ", '<text xml:space="preserve" ')


def sheet() -> bytes:
    """Return the sheet of the sample game; as PNG, for the paper under an SVG is whatever lies below."""
    title = Shelf(RULES).book(BOOK).title
    page = filled(SAMPLE.game, title, wording=wording(RULES), corrected=corrected(SAMPLE))
    return printed([page], Look(orientation="portrait", pixels_per_inch=100), "png").pages[0]


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, keys in KEYS.items():
        (PICTURES / f"{name}.svg").write_text(asyncio.run(screen(keys)), encoding="utf-8")
    (PICTURES / "sheet.png").write_bytes(sheet())
