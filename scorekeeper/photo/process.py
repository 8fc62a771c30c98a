"""The process that a photo is counted in: reads a job from standard input, writes what came of it, within limits."""

import sys
from collections.abc import Collection
from contextlib import suppress

import cv2
import msgspec
import numpy as np

from scorekeeper.photo.bars import Picture, numbers
from scorekeeper.photo.choosing import seen_tiles
from scorekeeper.photo.network import WrongNetwork, load_network
from scorekeeper.photo.reading import PhotoJob, PhotoOutcome
from scorekeeper.photo.seen import SeenTile

_SHOWN, _ON_PAGES = 1600, 1200
"""Pixels of the longer side of a picture with frames, and of one that a page frames itself."""
_SURE, _DOUBTFUL, _WHITE = (0, 150, 0), (0, 100, 255), (255, 255, 255)


def outcome_of(job: PhotoJob) -> PhotoOutcome:
    """Return what comes of a job, in this process."""
    try:
        picture = cv2.imdecode(np.frombuffer(job.image, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        return PhotoOutcome(refusal="large" if "MAX_IMAGE_PIXELS" in str(error) else "damaged")
    if picture is None:
        return PhotoOutcome(refusal="damaged")
    if job.expected is None:
        return PhotoOutcome(picture=framed(picture, job.framed))
    try:
        seen = seen_tiles(picture, job.expected, load_network())
    except WrongNetwork:
        return PhotoOutcome(refusal="network")
    if not seen:
        return PhotoOutcome(refusal="empty")
    if not job.shows:
        return PhotoOutcome(seen)
    small = shrunk(picture, _ON_PAGES)
    return PhotoOutcome(seen, as_jpeg(small, 80), small.shape[1::-1])


def shrunk(picture: Picture, longest: int) -> Picture:
    """Return the picture with at most so many pixels along its longer side."""
    high, wide = picture.shape[:2]
    scale = min(1, longest / max(high, wide))
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def as_jpeg(picture: Picture, quality: int) -> bytes:
    """Return the file of a picture."""
    return bytes(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))[1])


def framed(picture: Picture, tiles: Collection[SeenTile]) -> bytes:
    """Return the picture with a frame and the numbers on every tile, a question mark on those that are not sure."""
    shown = shrunk(picture, _SHOWN)
    for tile in tiles:
        corners = numbers(tile.outline) * numbers(shown.shape[1::-1])
        colour = _SURE if tile.sure else _DOUBTFUL
        cv2.polylines(shown, [corners.astype(np.int32)], True, colour, 3, cv2.LINE_AA)
        text, letters = (
            f"{tile.tile}{'' if tile.sure else '?'}",
            np.hypot(*(corners[1] - corners[0])) / 250 + 0.25,
        )
        (long, tall), _below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, letters, 2)
        x, y = (int(at) for at in corners.mean(0) - (long / 2, -tall / 2))
        cv2.rectangle(shown, (x - 4, y + 5), (x + long + 4, y - tall - 5), colour, -1)
        cv2.putText(shown, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, letters, _WHITE, 2, cv2.LINE_AA)
    return as_jpeg(shown, 95)


def main(most: int) -> None:
    """Do the job that stands on standard input, in so many bytes of memory."""
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):  # a system that cannot limit this
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=PhotoJob)
    sys.stdout.buffer.write(msgspec.msgpack.encode(outcome_of(job)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
