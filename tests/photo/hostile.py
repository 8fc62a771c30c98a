"""Pictures that nobody should send: broken, huge, nested and lying ones."""

from collections.abc import Iterator
from zlib import compress, crc32

import cv2
import numpy as np

from tests.photo.scenes import as_file, calm_scene


def bomb(wide: int, high: int, rows: int) -> bytes:
    """Return a small PNG file that says it is so large and holds so many rows."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + crc32(kind + data).to_bytes(4, "big")

    head = wide.to_bytes(4, "big") + high.to_bytes(4, "big") + b"\x08\x00\0\0\0"
    body = compress(bytes((wide + 1) * rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def hostile_pictures(count: int) -> Iterator[bytes]:
    """Yield so many pictures: bytes changed, cut out or doubled, too large, one in another, other files."""
    rng = np.random.default_rng(7)
    small = cv2.resize(calm_scene(2).picture, (96, 72))
    files = [as_file(small, ending) for ending in (".jpg", ".png", ".webp")] + [
        bomb(300, 300, 10),
        bomb(3, 3, 3000),
        bomb(20_000, 20_000, 50),
    ]
    whole = [
        b"", b"GIF89a", b"<svg/>", b"\0\0\0\x18ftypheic", files[0] + files[1], files[0][:2] + files[0],
        b"\xff\xd8\xff",
    ]  # fmt: skip
    for number in range(count):
        if number % 5 == 4:
            yield whole[number // 5 % len(whole)]
            continue
        image = bytearray(files[number % len(files)])
        first, last = sorted(int(at) for at in rng.integers(0, len(image), 2))
        if number % 4 == 0:
            image[first:last] = b""
        elif number % 4 == 1:
            image[first:first] = image[first:last]
        else:
            for at in rng.integers(0, len(image), 1 + number // 10):
                image[at] = int(rng.integers(256))
        yield bytes(image)
