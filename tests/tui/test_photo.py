"""A photo that is dropped on a hand's line: its tiles fill the line, a person looks, and Enter saves them."""

from pathlib import Path
from threading import Event

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.game.round import TileEntry
from scorekeeper.photo import SeenTile
from scorekeeper.tiles import Tile, parse_tiles
from scorekeeper.tui.entry.lines import Cell
from tests.tui.conftest import until
from tests.tui.test_entry import said

CORNERS = ((0.1, 0.1), (0.3, 0.1), (0.3, 0.2), (0.1, 0.2))
SEEN = (SeenTile((6, 4), CORNERS, 0.98, True), SeenTile((5, 5), CORNERS, 0.5, False))


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a photo of 6-4 and a doubtful 5-5; nothing is looked at."""
    monkeypatch.setattr("scorekeeper.tui.entry.photo.read_tiles", lambda *_facts: SEEN)
    file = tmp_path / "my hand.jpg"
    file.write_bytes(b"a photo")
    return file


def dropped(file: Path) -> dict[str, str]:
    """Return what terminals write when a file is dropped on them."""
    return {
        "plain": str(file),
        "quoted": f"'{file}' ",
        "escaped": str(file).replace(" ", "\\ "),
        "address": file.as_uri(),
    }


@pytest.mark.parametrize("way", ["plain", "quoted", "escaped", "address"])
async def test_a_photo_fills_the_line(app, keep, photo: Path, way: str) -> None:
    """It says how many tiles it sees and which are doubtful; Enter saves them, and nothing before."""
    async with app(keep()).run_test(size=(140, 40)) as pilot:
        await pilot.press("enter")
        line = pilot.app.screen.line_in_hand()
        line.field.value = dropped(photo)[way]
        await until(pilot, lambda: line.typed == "6-4 5-5")
        assert said(pilot, "Ana") == "20  Look again: 5-5. I see 2 tiles. Is that all of them?"
        assert line.level == "odd"
        assert line.field.cursor_position == len("6-4 5-5")
        assert pilot.app.session.game.rounds == ()
        await pilot.press("enter")
        assert pilot.app.session.game.rounds[0].entries == {"Ana": TileEntry(parse_tiles("6-4 5-5", 9))}


async def test_the_reader_is_told_what_is_elsewhere(app, keep, photo: Path, monkeypatch) -> None:
    """The set's highest number, the double that began, and what others hold; a tile of theirs is refused."""
    asked = []
    monkeypatch.setattr(
        "scorekeeper.tui.entry.photo.read_tiles", lambda *facts: asked.append(facts[1:]) or SEEN
    )
    async with app(keep()).run_test(size=(140, 40)) as pilot:
        await pilot.press("enter", *"6-4", "enter")
        pilot.app.screen.line_in_hand().field.value = str(photo)  # dropped where who began is asked
        line = pilot.app.screen.lines.of(Cell(1, "Ben"))
        await until(pilot, lambda: line.typed == "6-4 5-5")
        assert asked == [(9, [Tile(9, 9), Tile(6, 4)])]
        assert (line.level, "cannot be in two hands" in said(pilot, "Ben")) == ("wrong", True)


@pytest.mark.parametrize("name", ["my hand.jpg", "nowhere.jpg", "nowhere.jpgg"])
async def test_a_photo_that_cannot_be_read_is_told_on_the_line(
    app, keep, photo: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Its name stays there."""

    def refuse(*_facts: object) -> None:
        raise Malformed("This picture is damaged; take or save it again.")

    monkeypatch.setattr("scorekeeper.tui.entry.photo.read_tiles", refuse)
    async with app(keep()).run_test(size=(140, 40)) as pilot:
        await pilot.press("enter")
        line = pilot.app.screen.line_in_hand()
        line.field.value = str(photo.with_name(name))
        await until(pilot, lambda: line.level == "wrong")
        words = "This picture is damaged" if name == photo.name else "cannot be read (No such file"
        assert words in said(pilot, "Ana")
        assert line.typed.endswith(name)


async def test_what_is_typed_while_a_photo_is_counted_stays(app, keep, photo: Path, monkeypatch) -> None:
    """The line belongs to whoever types there."""
    go_on = Event()
    monkeypatch.setattr("tests.tui.conftest.lasting", frozenset({"photo"}))
    monkeypatch.setattr("scorekeeper.tui.entry.photo.read_tiles", lambda *_facts: go_on.wait(60) and SEEN)
    async with app(keep()).run_test(size=(140, 40)) as pilot:
        await pilot.press("enter")
        line = pilot.app.screen.line_in_hand()
        line.field.value = str(photo)
        await until(pilot, lambda: said(pilot, "Ana") == "Counting the tiles in my hand.jpg…")
        line.field.value = "7"
        go_on.set()
        await pilot.app.screen.workers.wait_for_complete()
        assert (line.typed, said(pilot, "Ana")) == ("7", "7")
