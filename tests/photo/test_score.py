"""`scorekeeper score` with a photo: tiles, points, what is doubtful, and the photo with frames."""

import json
from pathlib import Path

import pytest

from scorekeeper.photo.seen import SeenTile
from scorekeeper.tiles import Tile
from tests.conftest import Cli

CORNERS = ((0.1, 0.1), (0.3, 0.1), (0.3, 0.2), (0.1, 0.2))
SEEN = (SeenTile((3, 5), CORNERS, 0.98, True), SeenTile((0, 0), CORNERS, 0.5, False))


asked: list[tuple[object, ...]] = []
"""What the reader was told besides the picture."""


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a photo that shows two tiles; nothing is looked at."""
    monkeypatch.setattr("scorekeeper.photo.read_tiles", lambda *facts: asked.append(facts[1:]) or SEEN)
    monkeypatch.setattr("scorekeeper.photo.frame_tiles", lambda image, _seen: image + b" with frames")
    monkeypatch.chdir(tmp_path)
    asked.clear()
    file = tmp_path / "hand.JPG"
    file.write_bytes(b"a photo")
    return file


def test_tiles_and_points_are_printed(cli: Cli, photo: Path) -> None:
    """The doubtful tile has a question mark, and its points count."""
    ran = cli("score", "hand.JPG", "--set", "12", "--rules", "hastings")
    assert ran.out.splitlines() == [
        "5-3     8",
        "0-0 ?  50  scoring.double_blank",
        "58 points",
        "I see 2 tiles. Is that all of them?",
        "1 tile with a question mark needs a second look.",
    ]


def test_json_has_what_programs_need(cli: Cli, photo: Path) -> None:
    """It has the form of the formats' page."""
    ran = cli("score", "hand.JPG", "--json", "--house", "scoring.double_blank=50")
    corners = [list(corner) for corner in CORNERS]
    assert json.loads(ran.out) == {
        "total": 58,
        "tiles": [
            {"tile": "5-3", "sure": True, "confidence": 0.98, "outline": corners},
            {"tile": "0-0", "sure": False, "confidence": 0.5, "outline": corners},
        ],
        "doubtful": 1,
    }


def test_the_photo_is_written_with_frames(cli: Cli, photo: Path) -> None:
    """Where a file lies already, it is not replaced unasked."""
    assert cli("score", "hand.JPG", "--show", "out.jpg").status == 0
    assert Path("out.jpg").read_bytes() == b"a photo with frames"
    again = cli("score", "hand.JPG", "--show", "out.jpg")
    assert (again.status, "--force replaces it" in again.err) == (2, True)
    assert cli("score", "hand.JPG", "--show", "out.jpg", "--force").status == 0


def test_the_reader_is_told_what_is_known(cli: Cli, photo: Path) -> None:
    """The set, the double that began the round, and how many tiles there are."""
    assert cli("score", "hand.JPG", "--set", "12", "--double", "12", "--tiles", "7").status == 0
    assert asked == [(12, [Tile(12, 12)], 7)]
    assert "--tiles is for photos" in cli("score", "6-5", "--tiles", "7").err


def test_only_a_photo_can_be_shown(cli: Cli) -> None:
    """Tiles that were typed have no picture."""
    ran = cli("score", "6-5", "--show", "out.jpg")
    assert (ran.status, "--show is for photos" in ran.err) == (2, True)


@pytest.mark.parametrize("name", ["nowhere.jpg", "hand.jpgg", "hand.JPEGX", "hand.pgn", "my hand.docx"])
def test_a_photo_that_is_not_there_is_named(name: str, cli: Cli) -> None:
    """A name that ends as files do is no hand, also where the ending is mistyped."""
    ran = cli("score", name)
    sentence = f"scorekeeper: The file {name} cannot be read (No such file or directory).\n"
    assert (ran.status, ran.err) == (2, sentence)


@pytest.mark.parametrize("name", ["notes.png", "notes.txt"])
def test_a_file_that_is_no_photo_is_refused(name: str, cli: Cli, tmp_path: Path) -> None:
    """The sentence names the file."""
    file = tmp_path / name
    file.write_text("6-5 0-0")
    ran = cli("score", str(file))
    assert (ran.status, ran.err) == (
        2,
        f"scorekeeper: {file}: This is no picture that can be read here; a photo is a JPEG, PNG or WebP file.\n",
    )
