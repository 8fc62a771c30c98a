"""A photo as a file: what can be read, what is refused in one sentence, and that nothing of it stays."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorekeeper.errors import Malformed, Unavailable
from scorekeeper.photo import frame_tiles, network, read_tiles, reading
from scorekeeper.photo.process import outcome_of
from scorekeeper.photo.reading import PhotoJob, check_picture
from scorekeeper.photo.seen import Expected
from tests.conftest import cases
from tests.photo.hostile import bomb, hostile_pictures
from tests.photo.scenes import as_file, calm_scene, names_of, tiles_of

PICTURE = as_file(calm_scene(2).picture)


def test_a_photo_is_shown_with_frames() -> None:
    """The picture comes back as JPEG in its own proportions, with something drawn on every tile."""
    seen = outcome_of(PhotoJob(PICTURE, Expected(12))).tiles
    shown = cv2.imdecode(np.frombuffer(frame_tiles(PICTURE, seen), np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == calm_scene(2).picture.shape
    changed = np.abs(shown.astype(int) - calm_scene(2).picture).max(2) > 60
    size = np.float32(shown.shape[1::-1])
    assert all(changed[tuple(np.int32(np.mean(tile.outline, 0) * size)[::-1])] for tile in seen)


@pytest.mark.parametrize("kind", [".png", ".webp", "grey", "alpha", "16 bits"])
def test_every_usual_picture_is_read(kind: str) -> None:
    """A picture may be PNG or WebP, have no colours, see-through parts or finer shades."""
    picture = calm_scene(2).picture
    others = {
        "grey": cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
        "alpha": cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA),
        "16 bits": picture.astype(np.uint16) * 257,
    }
    image = as_file(others.get(kind, picture), kind if kind.startswith(".") else ".png")
    check_picture(image)
    assert names_of(outcome_of(PhotoJob(image, Expected(12))).tiles) == tiles_of(calm_scene(2))


def test_a_photo_that_was_turned_is_read_as_it_is_shown() -> None:
    """A phone notes how it was held: frames lie on the picture as people see it."""
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
    image = PICTURE[:2] + b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned + PICTURE[2:]
    straight = outcome_of(
        PhotoJob(as_file(np.ascontiguousarray(np.rot90(calm_scene(2).picture, 3))), Expected(12))
    ).tiles
    seen = outcome_of(PhotoJob(image, Expected(12))).tiles
    assert names_of(seen) == tiles_of(calm_scene(2))
    middles = [
        sorted(np.round(np.mean(tile.outline, 0), 1).tolist() for tile in tiles) for tiles in (seen, straight)
    ]
    assert middles[0] == middles[1]


@pytest.mark.parametrize("case", cases("rows/photo/refused"), ids=lambda case: case["claim"])
def test_what_cannot_be_read_is_refused_in_a_sentence(case: dict[str, str]) -> None:
    """The sentence says what it is, or what a photo is."""
    with pytest.raises(Malformed) as refusal:
        check_picture(bytes.fromhex(case["bytes"]))
    assert str(refusal.value) == case["says"]


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No photo of a phone has 40 MB."""
    monkeypatch.setattr(reading, "MOST_BYTES", 2**20)
    with pytest.raises(Malformed, match="more than 1 MB"):
        check_picture(PICTURE + bytes(2**20))


@pytest.mark.parametrize(
    ("image", "says"),
    [
        (bomb(20_000, 20_000, 50), "This picture has more than 50 megapixels; make it smaller."),
        (bomb(10_000, 10_001, 10_001), "This picture has more than 50 megapixels; make it smaller."),
        (PICTURE[:40], "This picture is damaged; take or save it again."),
        (
            bomb(300, 300, 300),
            "I see no tile in this photo. Lay the tiles on something dark and plain, and take it from above.",
        ),
    ],
    ids=["400 megapixels", "100 megapixels", "cut off", "a picture of nothing"],
)
def test_a_picture_that_cannot_be_counted_is_refused(image: bytes, says: str) -> None:
    """Its size is read before it is laid out."""
    with pytest.raises(Malformed) as refusal:
        read_tiles(image, 12)
    assert str(refusal.value) == says


def test_200_broken_pictures_are_shown_or_refused() -> None:
    """Bytes that were changed, cut out, doubled or lie never end the process that reads them."""
    for number, image in enumerate(hostile_pictures(200)):
        outcome = outcome_of(PhotoJob(image))
        assert bool(outcome.picture) != bool(outcome.refusal), (number, outcome.refusal)


def test_a_picture_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process ends, and one sentence says so."""
    monkeypatch.setattr(reading, "SECONDS", 0.01)
    with pytest.raises(Malformed, match="was stopped, because it asked for more memory or time"):
        read_tiles(PICTURE, 12)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory as asked")
def test_a_picture_that_needs_too_much_memory_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit holds for the process alone, and there is a sentence."""
    monkeypatch.setattr(reading, "MEMORY", 2**26)
    with pytest.raises(Malformed, match=r"is damaged|was stopped"):
        read_tiles(PICTURE, 12)


def test_a_missing_network_has_a_sentence_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is neither the picture nor the memory that is at fault."""
    monkeypatch.setattr(network, "NETWORK", tmp_path / "tiles.onnx")
    outcome = outcome_of(PhotoJob(PICTURE, Expected(12)))
    assert outcome.refusal == "network"
    monkeypatch.setattr(reading, "_count_apart", lambda _job: outcome)
    with pytest.raises(Unavailable, match="is missing or damaged; install scorekeeper again"):
        read_tiles(PICTURE, 12)


def test_opencv_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Why it cannot is said, and what is on the Python path of whoever runs this counts for the process too."""
    (tmp_path / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(Unavailable, match=r"cannot be loaded \(libGL.so.1: cannot open shared object file\)"):
        read_tiles(PICTURE, 12)


def test_a_photo_is_read_and_nothing_of_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tiles come from a process of its own; no temporary folder, folder of work or home has a new file."""
    for name in ("TMPDIR", "TEMP", "TMP", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert names_of(read_tiles(PICTURE, 12)) == tiles_of(calm_scene(2))
    assert frame_tiles(PICTURE, ())
    assert list(tmp_path.rglob("*")) == []


def test_one_picture_is_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others wait: a table's phones share one computer."""
    running, most = [], []

    def count(job: PhotoJob) -> reading.PhotoOutcome:
        running.append(job)
        most.append(len(running))
        running.pop()
        return reading.PhotoOutcome()

    monkeypatch.setattr(reading, "_count_apart", count)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _number: read_tiles(PICTURE, 12), range(40)))
    assert max(most) == 1


def test_without_opencv_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is not needed for anything else."""
    monkeypatch.setattr(reading, "can_read_photos", lambda: False)
    with pytest.raises(Unavailable, match=r"install it with: .* -m pip install"):
        read_tiles(PICTURE, 12)
