"""Photos that are really counted, whatever they hold: the table goes on, and nothing of them is written."""

import asyncio
import os
import tempfile
from pathlib import Path

import pytest

if not os.environ.get("CI"):
    pytest.importorskip(
        "cv2", reason="OpenCV is not here; install it with pip install opencv-python-headless"
    )

import numpy as np

from tests.photo.hostile import hostile_pictures
from tests.photo.scenes import as_file, calm_scene
from tests.web.table import Table, said
from tests.web.test_photos import photographed

SENTENCES = (
    "This is no picture that can be read here", "A HEIC picture cannot be read here", "This picture is damaged",
    "This picture has more than 50 megapixels", "Counting this picture was stopped", "I see no tile in this photo",
    "Choose a photo first", "Is that all",
)  # fmt: skip


async def test_nothing_of_a_photo_is_written(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A photo of several megabytes is counted where no file can be written beside the store."""
    nowhere = tmp_path / "nowhere"
    for name in ("TMPDIR", "TEMP", "TMP", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(nowhere))
    monkeypatch.setattr(tempfile, "tempdir", str(nowhere))
    monkeypatch.chdir(tmp_path)
    ben = table.phone("player", "Ben")
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}
    picture = calm_scene(2).picture.copy()
    picture[::2] ^= np.random.default_rng(1).integers(0, 4, picture[::2].shape, np.uint8)
    image = as_file(np.repeat(np.repeat(picture, 2, 0), 2, 1), ".png")
    assert len(image) > 2**20
    answer = await photographed(ben, image)
    assert "Is that all of them?" in said(answer)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == before


@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.full)])
async def test_hostile_pictures_are_told_while_others_save(table: Table, count: int) -> None:
    """Each has its sentence, one after the other, and every hand that another phone saves meanwhile is saved."""
    ben, ana = table.phone("player", "Ben"), table.phone("player", "Ana")
    saved = [""]

    async def save() -> None:
        while True:
            points = str(len(saved) % 50 + 1)
            answer = await ana.post("/hand", round="1", player="Ana", typed=points, held=saved[-1])
            assert answer.status_code == 303, said(answer)
            saved.append(points)
            await asyncio.sleep(0.05)  # a phone that saves all the while, as fast as this

    saving = asyncio.create_task(save())
    answers = [await photographed(ben, image) for image in hostile_pictures(count)]
    saving.cancel()
    told = [[words for words in SENTENCES if words in said(answer)] for answer in answers]
    assert [said(answer) for answer, words in zip(answers, told, strict=True) if len(words) != 1] == []
    assert len(saved) > count
    with pytest.raises(asyncio.CancelledError):
        await saving
