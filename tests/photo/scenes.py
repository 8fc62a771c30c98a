"""Small drawn scenes, as pictures of files, and what a reader sees in them; needs OpenCV."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2

from scorekeeper.photo.choosing import seen_tiles
from scorekeeper.photo.network import Network, load_network
from scorekeeper.photo.seen import Expected, SeenTile
from scorekeeper.tiles import Tile
from tools.tile_drawing import Scene, draw_scene

SIZE = (800, 600)

cv2.setNumThreads(1)  # others run beside these tests


@cache
def the_network() -> Network:
    """Return the network, loaded once."""
    return load_network()


@cache
def calm_scene(
    seed: int, highest: int = 12, look: str = "black pips", ground: str = "plain dark", way: str = "apart"
) -> Scene:
    """Return a scene in good light."""
    return draw_scene(seed, highest, look, ground, way, SIZE, 84.0, 5, calm=True)


def seen_in(
    picture: Any, highest: int = 12, elsewhere: Sequence[Tile] = (), count: int | None = None
) -> tuple[SeenTile, ...]:
    """Return what is seen in a picture, in this process."""
    return seen_tiles(picture, Expected(highest, tuple(elsewhere), count), the_network())


def tiles_of(scene: Scene) -> list[Tile]:
    """Return the tiles in a scene."""
    return sorted(Tile(*tile.halves) for tile in scene.tiles)


def names_of(seen: Sequence[SeenTile]) -> list[Tile]:
    """Return the tiles that were seen."""
    return sorted(tile.tile for tile in seen)


def as_file(picture: Any, ending: str = ".jpg") -> bytes:
    """Return the file of a picture."""
    return bytes(cv2.imencode(ending, picture)[1])
