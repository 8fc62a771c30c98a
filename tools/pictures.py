"""Makes the pictures of the documentation: `make pictures`.

Each is the real app, driven by keys, drawn as SVG. Nothing here is edited by hand.
"""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import folders
from scorekeeper.packs import Shelf
from scorekeeper.sample import BOOK, sample_game
from scorekeeper.store import Store
from scorekeeper.tui.app import ScorekeeperApp

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
KEYS = {"table": (), "entry": ("enter",), "result": ("s",), "log": ("l",), "new": ("escape", "n")}
_FONT_FACES = re.compile(r"@font-face \{.*?\}", re.DOTALL)


async def picture(name: str, keys: tuple[str, ...]) -> None:
    """Open the sample game, press the keys, and keep what is shown."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        store = Store(path)
        kept = store.keep(sample_game(Shelf(folders.shipped("rules")).book(BOOK)))
        store.close()
        app = ScorekeeperApp(path, kept.id)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            drawn = _FONT_FACES.sub("", app.export_screenshot(title="scorekeeper"))
    (PICTURES / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, keys in KEYS.items():
        asyncio.run(picture(name, keys))
