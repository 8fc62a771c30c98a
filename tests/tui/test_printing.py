"""The print screen shows what would be printed and never writes over a file unasked."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from textual.app import App
from textual.widgets import Button, Input, Select, Static

from scorekeeper.sheets.content import RulingPart, blank_sheet
from scorekeeper.sheets.small_print import Chapter
from scorekeeper.system.settings import Printing, read_settings
from scorekeeper.tui.widgets.page_preview import PAUSE, as_text
from tests.tui.conftest import told


def said(screen, name: str) -> str:
    """Return the words of a part of the screen."""
    return str(screen.query_one(f"#{name}", Static).render())


async def settled(pilot) -> None:
    """Wait until the page that is wanted is drawn."""
    await pilot.pause()
    await pilot.pause(PAUSE + 0.05)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def name_file(pilot, path: Path | str) -> None:
    """Name the file as a person does."""
    line = pilot.app.screen.query_one("#file", Input)
    line.focus()
    line.value = str(path)


async def test_the_page_is_shown_with_what_is_on_it(app) -> None:
    """A page is drawn, ink on paper; every choice changes it and its sentence, or the sentence says why not."""
    async with app().run_test(size=(100, 30)) as pilot:
        await pilot.press("p")
        await settled(pilot)
        screen = pilot.app.screen
        assert len(set(said(screen, "sheet-page"))) > 8
        assert "1 page, portrait · Double-nine · 4 players · 10 rounds" in said(screen, "page-facts")
        for name, value in (("set", "6"), ("order", "down-and-up"), ("orientation", "landscape")):
            screen.query_one(f"#{name}", Select).value = value
        screen.query_one("#players", Input).value = "Ana, Ben, Zoë"
        await settled(pilot)
        assert "1 page, landscape · Double-six · 3 players · 13 rounds" in said(screen, "page-facts")
        screen.query_one("#players", Input).value = "Ana, ana"
        await settled(pilot)
        assert "ana is named twice;" in said(screen, "page-facts")
        assert screen.query_one("#players", Input).value == "Ana, ana"


async def test_the_line_names_the_saved_file_until_something_changes(app, home: Path) -> None:
    """The next free name is offered only once there is another sheet to save."""
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "f5")
        line = pilot.app.screen.query_one("#file", Input)
        assert line.value == str(home / "sheets" / "Chickenfoot sheet.pdf")
        pilot.app.screen.query_one("#set", Select).value = "12"
        await pilot.pause()
        await pilot.pause()
        assert line.value == str(home / "sheets" / "Chickenfoot sheet (2).pdf")


async def test_a_file_that_is_there_is_replaced_only_if_the_person_says_so(app, keep, home: Path) -> None:
    """A named file that exists is asked about; one that cannot be written is told, and its name can be mended."""
    mine = home / "mine.pdf"
    mine.write_text("my own")
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        for answer, replaced in (("n", False), ("y", True)):
            name_file(pilot, mine)
            await pilot.press("enter", answer)
            assert mine.read_bytes().startswith(b"%PDF") == replaced
        name_file(pilot, home / "nowhere" / "sheet.pdf")
        await pilot.press("f5")
        assert "There is no folder" in told(pilot.app)
        assert pilot.app.screen.query_one("#file", Input).value == str(home / "nowhere" / "sheet.pdf")


async def test_the_end_of_the_name_says_what_kind_of_file_it_is(app, keep, home: Path) -> None:
    """A file named .png is a picture; without an end it has the one that is chosen."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        name_file(pilot, home / "fridge.png")
        await pilot.press("tab")
        assert pilot.app.screen.query_one("#form", Select).value == "png"
        await pilot.press("f5")
        assert (home / "fridge.png").read_bytes().startswith(b"\x89PNG")
        name_file(pilot, home / "door")
        await pilot.press("f5")
        assert (home / "door.png").exists()


async def test_a_game_can_be_printed_empty_with_its_names(app, keep, home: Path) -> None:
    """For those who go on with the pencil."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        pilot.app.screen.query_one("#kind", Select).value = "empty"
        await pilot.press("f5")
        text = PdfReader(home / "sheets" / "Friday night.pdf").pages[0].extract_text()
        assert "Carla" in text


async def test_the_choices_are_those_of_the_last_sheet(app, keep, home: Path) -> None:
    """Paper, kind of file, template and folder are remembered, in the settings."""
    (home / "club").mkdir()
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        pilot.app.screen.query_one("#paper", Select).value = "a4"
        name_file(pilot, home / "club" / "one.pdf")
        await pilot.press("f5")
        assert read_settings(home / "settings.toml").print == Printing(paper="a4", folder=str(home / "club"))
        await pilot.press("escape", "escape", "p")
        assert pilot.app.screen.query_one("#paper", Select).value == "a4"
        assert Path(pilot.app.screen.query_one("#file", Input).value).parent == home / "club"


async def test_a_saved_file_is_opened_where_there_are_windows(app, keep, home, monkeypatch) -> None:
    """Enter after saving hands the file to the system's own program."""
    opened: list[str] = []
    monkeypatch.setattr(App, "open_url", lambda _app, url: opened.append(url))
    monkeypatch.setenv("DISPLAY", ":0")
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "f6", "f5")
        assert opened == []
        await pilot.pause()
        await pilot.press("enter")
        assert opened == [(home / "sheets" / "Friday night.pdf").resolve().as_uri()]


async def test_where_there_is_no_window_the_place_of_the_file_is_told(app, keep, monkeypatch) -> None:
    """Over a bare line nothing draws over the app."""
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "f5", "f6")
        assert "No program can open a window here" in told(pilot.app)


@pytest.mark.parametrize(("lines", "drawn"), [(30, True), (18, False)])
async def test_the_picture_gives_way_where_there_is_no_room(app, keep, lines: int, drawn: bool) -> None:
    """At 45 columns the picture stands below, where it has lines enough; the sentence and the buttons stay."""
    async with app(keep()).run_test(size=(45, lines)) as pilot:
        await pilot.press("p")
        await settled(pilot)
        screen = pilot.app.screen
        assert bool(said(screen, "sheet-page").strip()) == drawn
        assert "1 page" in said(screen, "page-facts")
        assert all(screen.region.contains_region(button.region) for button in screen.query(Button))


async def test_an_empty_sheet_is_for_the_game_that_was_last_played(app, keep) -> None:
    """After an evening of Mexican Train nobody has to look for its rule book and its set."""
    keep(("Ana", "Ben"), "train-usual", 12)
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        form = pilot.app.screen
        chosen = [form.query_one(name, Select).value for name in ("#book", "#set")]
        assert chosen == ["train-usual", "12"]
        assert "Mexican Train sheet" in form.query_one("#file", Input).value


def test_a_page_is_written_as_text(shelf) -> None:
    """Names and rounds of a sheet, the places of a result and the chapters of a card, in the columns there are."""
    sheet = blank_sheet(shelf.book("classic"), 9, ("Ana", "Ben"), title="Friday")
    lines = as_text(sheet, "classic", 30).plain.splitlines()
    assert [line.split() for line in lines[1:6]] == [["Friday"], [], [], ["Ana", "Ben"], ["9-9"]]
    assert {len(line) for line in lines} == {30}
    tall = as_text(sheet, "classic", 60, 40).plain.splitlines()
    assert ([line.split()[0] for line in tall[4:8]], len(tall)) == (["Ana", "─" * 58, "9-9", "─" * 58], 40)
    assert any("Rules: Classic." in line for line in tall)
    assert "Ana" not in as_text(sheet, "result", 30).plain
    card = replace(sheet, chapters=(Chapter("Going out", ()),))
    assert "GOING OUT" in as_text(card, "rules-card", 30).plain
    ruling = RulingPart(question="May I draw?", answer="Yes.", reason="No tile fits.")
    assert "No tile fits." in as_text(replace(sheet, rulings=(ruling,)), "ruling", 30).plain
