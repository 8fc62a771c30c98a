"""In Spanish, too, every text has room where it stands: nothing of it is cut off at 80x24 and at 45x30."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.table import Table as Grid
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, DataTable, Static

from scorekeeper.system import named_language
from scorekeeper.text import spoken
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.entry.lines import EntryLine
from scorekeeper.tui.home import Doing
from scorekeeper.tui.judge.form import FactLine
from scorekeeper.tui.widgets.data_list import LongList
from tests.tui.test_translated import TOURS, kept, plain, texts

SHORTENED = {"Comparison", "Editor", "EntryScreen", "KeySheet", "RosterScreen", "Scoreboard", "TableScreen"}
"""Screens whose titles have several parts, of which the last may be cut."""


def cut_off(screen: Screen[object]) -> Iterator[str]:
    """Yield the texts of a screen that do not end where they stand, and the line of keys where it is too long."""
    for widget in (one for one in screen.walk_children() if one.region and one.display):
        for text in too_long(widget):
            yield f"{type(screen).__name__} {type(widget).__name__}#{widget.id} at {widget.size.width}: {text}"


def too_long(widget: Widget) -> Iterator[str]:
    """Yield the texts that a part does not show to their end."""
    if isinstance(widget, Static | Button | EntryLine | FactLine) and not may_be_cut(widget):
        lines = widget.render_lines(Region(0, 0, *widget.outer_size))
        seen = together("".join(line.text for line in lines))
        titles = (widget.tooltip, widget.border_title, widget.border_subtitle)
        said = (plain(text) for text in texts(widget) if text not in titles)
        yield from (text for text in said if together(text) not in seen)
    elif isinstance(widget, DataTable):
        widths = [column.get_render_width(widget) for column in widget.ordered_columns]
        yield from longer([plain(column.label) for column in widget.ordered_columns], widths)
    elif isinstance(widget, LongList):
        columns = [column for column in widget.columns if column.width]
        yield from longer([column.label for column in columns], [column.width for column in columns])
    elif isinstance(widget, KeyLine) and sum(key.width for key in widget.shown_keys()) > widget.size.width:
        yield " ".join(key.words for key in widget.shown_keys())


def longer(words: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the words that are longer than their columns."""
    pairs = zip(words, widths, strict=True)
    return (word for word, width in pairs if max(map(cell_len, word.split("\n"))) > width)


def may_be_cut(widget: Widget) -> bool:
    """Whether a part says the least important last, and is made to be cut: English is cut there as well."""
    narrow = widget.app.size.width < 80
    return (
        (widget.id == "title" and type(widget.screen).__name__ in SHORTENED)
        or (isinstance(widget, Doing) and narrow)
        or (widget.id == "about" and narrow)
        or widget.id == "sheet-page"  # a picture
        or isinstance(getattr(widget, "content", ""), Grid)  # whose columns wrap
        or str(getattr(widget, "content", "")) in "▲▼"
        or widget.id == "sheet-page"  # a picture
        or isinstance(getattr(widget, "content", None), Grid)  # whose cells are wrapped each for itself
    )


def together(text: str) -> str:
    """Return a text without its spaces: it may be wrapped anywhere."""
    return "".join(text.split())


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open no page, and look for no network."""
    monkeypatch.setattr("scorekeeper.tui.app.ScorekeeperApp.open_url", lambda *_asked, **_more: None)
    monkeypatch.setattr("scorekeeper.web.host.home_address", lambda: "127.0.0.1")


SIZES = ((80, 24), (45, 30))
CASES = [
    pytest.param(name, size, marks=[pytest.mark.full] * ((at + which) % 2))
    for at, name in enumerate(TOURS)
    for which, size in enumerate(SIZES)
]
"""Every tour at every size; a usual run takes each of them at one."""


@pytest.mark.parametrize(("name", "size"), CASES)
async def test_no_spanish_text_is_longer_than_its_place(
    app: Callable[..., object], home: Path, quiet: None, name: str, size: tuple[int, int]
) -> None:
    """Wherever a tour leads, titles, lines, buttons, heads of columns and the line of keys are there to their end."""
    start, keys = TOURS[name]
    game, found = kept(home, start), set[str]()
    with spoken(named_language("es")):
        async with app(game).run_test(size=size, notifications=True) as pilot:
            for key in ("", *keys.split()):
                if key == "pause":
                    await pilot.pause(1)
                elif key:
                    await pilot.press(*(key.strip("'") if key.startswith("'") else [key]))
                found.update(cut_off(pilot.app.screen))
    assert sorted(found) == []
