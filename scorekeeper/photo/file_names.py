"""Whether a text names a picture: what is typed, or what a terminal writes when a file is dropped on it."""

import os
import re
from pathlib import Path

_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".gif", ".bmp", ".tif", ".tiff")
"""How the name of a picture ends."""


def photo_file(text: str) -> Path | None:
    """Return the file that a text names if that is a picture's, as terminals write it when a file is dropped there.

    >>> photo_file("'/tmp/my hand.JPG' ").name, photo_file("file:///tmp/my%20hand.jpg").name, photo_file("6-4 5-5")
    ('my hand.JPG', 'my hand.jpg', None)
    """
    text = text.strip()
    if not text.strip("'\"").lower().endswith(_ENDINGS):
        return None
    if text.startswith("file://"):
        from urllib.request import url2pathname

        return Path(url2pathname(text.removeprefix("file://")))
    if text[0] == text[-1] and text[0] in "'\"":
        return Path(text[1:-1])
    return Path(text if os.name == "nt" else re.sub(r"\\(.)", r"\1", text))
