"""The network that reads tiles: what it is shown, what it answers, and the file it lies in.

It sees one possible tile at a time and says whether that is one, how far its corners lie from where they were
thought, and what both halves show. `tools/train_tiles.py` makes the file, from drawn tiles alone.
"""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from scorekeeper.photo.bars import Numbers, Picture, numbers

NETWORK = Path(__file__).with_name("tiles.onnx")

SHA256 = "4761148adb0f3ee1c6dcfbef064a68e97b394597a7543930218e9c55e4c6d70d"
"""Of the file that lies here."""
DRAWING = 1
"""The version of the drawing that the network learned from."""

VALUES = 19
"""What a half can show: 0 to 18."""
SIZE = (96, 56)
"""Pixels of a view, across and down."""
REACH = numbers([1.2, 0.7])
"""How far a view reaches from the middle of the tile, in halves."""
CORNERS = numbers([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]])
"""Where the corners of a tile lie, in halves from its middle; the first half is the left one."""

_AT_ONCE = 32


class Answers(NamedTuple):
    """What the network says of a number of views."""

    tile: Numbers
    """How likely each is a tile."""
    moved: Numbers
    """How far each corner lies from where it was thought, in halves."""
    values: Numbers
    """How likely the left and the right half show each value."""


def views(picture: Picture, outlines: Numbers) -> Picture:
    """Return the picture within each outline and a little around it, laid flat."""
    levels = [picture]
    while min(levels[-1].shape[:2]) > 60 and len(levels) < 6:
        levels.append(cv2.pyrDown(levels[-1]))
    seen = np.zeros((len(outlines), SIZE[1], SIZE[0], 3), np.uint8)
    flat = (CORNERS / REACH + 1) * numbers(SIZE) / 2
    for view, outline in zip(seen, outlines, strict=True):
        pixels = np.sqrt(max(cv2.contourArea(outline) / cv2.contourArea(flat), 1))
        level = min(int(np.log2(pixels * 1.1)), len(levels) - 1)
        laid = cv2.getPerspectiveTransform(flat, outline / numbers(2**level))
        cv2.warpPerspective(
            levels[level], laid, SIZE, view, cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
        )
    return seen


def moved(outlines: Numbers, by: Numbers) -> Numbers:
    """Return the outlines with their corners moved, by halves within each outline."""
    flat = [cv2.getPerspectiveTransform(CORNERS, outline) for outline in outlines]
    corners = [
        cv2.perspectiveTransform((CORNERS + move)[None], laid)[0] for laid, move in zip(flat, by, strict=True)
    ]
    return numbers(corners).reshape(-1, 4, 2)


class WrongNetwork(Exception):
    """The file of the network is missing, or not the one that was made."""


class Network:
    """The network, loaded."""

    def __init__(self, data: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))

    def look(self, picture: Picture, outlines: Numbers) -> Answers:
        """Return what is seen within each outline."""
        seen = views(picture, outlines)
        parts: list[Numbers] = [np.zeros((0, 9 + 2 * VALUES), np.float32)]
        for first in range(0, len(seen), _AT_ONCE):
            part = seen[first : first + _AT_ONCE].transpose(0, 3, 1, 2)
            self._net.setInput(np.ascontiguousarray(part, np.float32))
            parts.append(self._net.forward())
        answers = np.concatenate(parts)
        values = answers[:, 9:].reshape(-1, 2, VALUES)
        return Answers(1 / (1 + np.exp(-answers[:, 0])), answers[:, 1:9].reshape(-1, 4, 2), values)


def load_network() -> Network:
    """Return the network. Raises WrongNetwork where the file that was made is not there, or another one is."""
    try:
        data = NETWORK.read_bytes()
    except OSError:
        raise WrongNetwork from None
    if sha256(data).hexdigest() != SHA256:
        raise WrongNetwork
    return Network(data)
