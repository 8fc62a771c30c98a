"""Has a photo counted in a process of its own, with limits: a picture may come from anybody.

One picture at a time; the next one waits. Nothing of a picture is kept or written to the disk, and OpenCV is loaded
in that process alone.
"""

import os
import re
import sys
from collections.abc import Collection
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Literal

import msgspec

from scorekeeper.errors import Malformed, Unavailable
from scorekeeper.photo.seen import Expected, SeenPhoto, SeenTile
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile, check_set

MOST_BYTES, MOST_MEGAPIXELS = 40 * 2**20, 50
"""How large a picture may be: as a file, and laid out."""

SECONDS, MEMORY = 30, 2 * 2**30
"""How long a picture may take, and bytes that it may ask for, where the system can limit them."""

_READ = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF....WEBP", re.DOTALL)
_HEIC = re.compile(rb"....ftyp(hei|hev|mif|msf)", re.DOTALL)
"""How pictures begin that can be read, and what iPhones save unless they are told otherwise."""
_IMPORT_FAULT = re.compile(rb"^(?:ImportError|ModuleNotFoundError): (.*?)\s*\Z", re.MULTILINE)
"""The last line of a process that could not load a part."""

_NEEDED = N_(
    'Counting a photo needs OpenCV; install it with: {python} -m pip install "domino-scorekeeper[photo]".'
)
_NOT_LOADED = N_(
    "OpenCV cannot be loaded ({why}); install it again with: "
    "{python} -m pip install --force-reinstall opencv-python-headless."
)
_STOPPED = N_(
    "Counting this picture was stopped, because it asked for more memory or time than a photo needs."
)
_REFUSALS = {
    "damaged": N_("This picture is damaged; take or save it again."),
    "empty": N_(
        "I see no tile in this photo. Lay the tiles on something dark and plain, and take it from above."
    ),
    "large": N_("This picture has more than {most} megapixels; make it smaller."),
    "network": N_(
        "The file {file} that tiles are read with is missing or damaged; install scorekeeper again."
    ),
}

_turn = Lock()


class PhotoJob(msgspec.Struct, frozen=True):
    """A picture, and what is done with it: it is read, or shown with frames around `framed`."""

    image: bytes
    expected: Expected | None = None
    framed: tuple[SeenTile, ...] = ()
    shows: bool = False
    """Whether a picture that is read comes back too."""


class PhotoOutcome(msgspec.Struct, frozen=True):
    """What came of a job: tiles, a picture, or why there is neither."""

    tiles: tuple[SeenTile, ...] = ()
    picture: bytes = b""
    size: tuple[int, int] = (0, 0)
    refusal: Literal["", "damaged", "empty", "large", "network"] = ""


@cache
def can_read_photos() -> bool:
    """Whether the parts are installed that a photo is read with; every page with a hand asks."""
    return find_spec("cv2") is not None


def read_tiles(
    image: bytes, highest: int, elsewhere: Collection[Tile] = (), count: int | None = None
) -> tuple[SeenTile, ...]:
    """Return the tiles in a photo, from top to bottom.

    `elsewhere` are tiles that lie in another place, if everybody is right, and `count` is how many there are, if
    somebody says so: both can make a tile doubtful, and forbid none. Raises Malformed for what is no picture, is
    damaged or too large or shows no tile, and Unavailable where a part is missing.
    """
    return _outcome(PhotoJob(image, _expected(highest, elsewhere, count))).tiles


def read_photo(
    image: bytes, highest: int, elsewhere: Collection[Tile] = (), count: int | None = None
) -> SeenPhoto:
    """Return a photo with its tiles, small and upright. Takes and raises what `read_tiles` does."""
    outcome = _outcome(PhotoJob(image, _expected(highest, elsewhere, count), shows=True))
    return SeenPhoto(outcome.tiles, outcome.picture, outcome.size)


def _expected(highest: int, elsewhere: Collection[Tile], count: int | None) -> Expected:
    check_set(highest)
    return Expected(highest, tuple((tile.high, tile.low) for tile in elsewhere), count)


def frame_tiles(image: bytes, tiles: Collection[SeenTile]) -> bytes:
    """Return the photo as JPEG, with a frame and its numbers on each tile. Raises as `read_tiles` does."""
    return _outcome(PhotoJob(image, framed=tuple(tiles))).picture


def check_picture(image: bytes) -> None:
    """Raise Malformed for what does not begin as a picture that can be read, or is too large a file."""
    if len(image) > MOST_BYTES:
        raise Malformed(_("This picture has more than {most} MB; make it smaller.", most=MOST_BYTES // 2**20))
    if _HEIC.match(image):
        raise Malformed(_("A HEIC picture cannot be read here; save or send it as JPEG."))
    if not _READ.match(image):
        raise Malformed(_("This is no picture that can be read here; a photo is a JPEG, PNG or WebP file."))


def _outcome(job: PhotoJob) -> PhotoOutcome:
    check_picture(job.image)
    if not can_read_photos():
        raise Unavailable(_(_NEEDED, python=sys.executable))
    with _turn:
        outcome = _count_apart(job)
    if outcome.refusal:
        kind = Unavailable if outcome.refusal == "network" else Malformed
        file = Path(__file__).with_name("tiles.onnx")
        raise kind(_(_REFUSALS[outcome.refusal], most=MOST_MEGAPIXELS, file=file))
    return outcome


def _count_apart(job: PhotoJob) -> PhotoOutcome:
    import subprocess  # takes longer to load than some commands take

    paths = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")
    limits = {
        "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_MEGAPIXELS * 10**6),  # before a picture is laid out
        "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2", "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }  # fmt: skip
    try:
        ran = subprocess.run(
            [sys.executable, "-P", "-m", "scorekeeper.photo.process", str(MEMORY)],
            input=msgspec.msgpack.encode(job), capture_output=True,
            env=os.environ | limits, timeout=SECONDS, check=True,
        )  # fmt: skip
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        fault = _IMPORT_FAULT.search(error.stderr or b"")
        if fault is None:
            raise Malformed(_(_STOPPED)) from None
        raise Unavailable(
            _(_NOT_LOADED, why=fault[1].decode(errors="replace"), python=sys.executable)
        ) from None
    return msgspec.msgpack.decode(ran.stdout, type=PhotoOutcome)
