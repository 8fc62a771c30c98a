"""Measures how well tiles are read: `python -m tools.measure_tiles`, on 500 drawn scenes that training never saw.

With a folder, on the photos in it: its `labels.json` gives for each file its `tiles`, with what they show, `t`, and
where their middle is as parts of width and height, `c`. Prints a table, and for photos what is wrong in each.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scorekeeper.photo.choosing import seen_tiles
from scorekeeper.photo.network import load_network
from scorekeeper.photo.seen import Expected, SeenTile
from scorekeeper.tiles import SET_SIZES, Tile
from tools.tile_drawing import GROUNDS, LOOKS, WAYS, Scene, draw_scene

SCENES = 500
COLUMNS = (
    "tiles",
    "found",
    "right",
    "sure",
    "sure but wrong",
    "no tile",
    "sure but no tile",
    "totals right",
    "pictures",
)


def compared(tiles: Sequence[tuple[Tile, Any]], seen: Sequence[SeenTile]) -> tuple[dict[str, int], list[str]]:
    """Return how the tiles compare with those that were seen, by where their middles are; and what is wrong."""
    left, faults = list(seen), []
    counts = dict.fromkeys(COLUMNS, 0) | {"tiles": len(tiles), "pictures": 1}
    for tile, middle in tiles:
        near = [
            other for other in left if cv2.pointPolygonTest(np.float32(other.outline), middle, False) >= 0
        ]
        if not near:
            faults.append(f"{tile} missed")
            continue
        hit = min(near, key=lambda other: np.hypot(*(np.mean(other.outline, axis=0) - middle)))
        left.remove(hit)
        counts["found"] += 1
        counts["right"] += hit.tile == tile
        counts["sure"] += hit.sure
        if hit.tile != tile:
            counts["sure but wrong"] += hit.sure
            faults.append(f"{tile} read as {hit.tile}{'' if hit.sure else '?'} ({hit.confidence:.2f})")
    counts["no tile"], counts["sure but no tile"] = len(left), sum(tile.sure for tile in left)
    faults += [f"{tile.tile}{'' if tile.sure else '?'} ({tile.confidence:.2f}) is no tile" for tile in left]
    counts["totals right"] = sum(tile.pips for tile, _at in tiles) == sum(tile.tile.pips for tile in seen)
    return counts, faults


def print_table(rows: Iterable[tuple[str, dict[str, int]]]) -> None:
    """Print sums by group."""
    sums: dict[str, dict[str, int]] = {}
    for group, counts in rows:
        of_group = sums.setdefault(group, dict.fromkeys(COLUMNS, 0))
        for column in COLUMNS:
            of_group[column] += counts[column]
    print(f"{'':16} {' '.join(f'{column:>8}' for column in COLUMNS)}")
    for group, counts in sums.items():
        shares = {
            name: f"{counts[name] / max(counts['tiles'], 1):.1%}"
            if name in ("found", "right")
            else counts[name]
            for name in COLUMNS
        }
        print(f"{group:16} {' '.join(f'{shares[column]:>{max(8, len(column))}}' for column in COLUMNS)}")


def drawn(number: int) -> tuple[Scene, int]:
    """Return a scene that training never saw, and its set; every kind of ground, tile and set comes up."""
    highest = SET_SIZES[number % len(SET_SIZES)]
    rng = np.random.default_rng(number)
    scene = draw_scene(
        number, highest, LOOKS[number % len(LOOKS)], GROUNDS[number % len(GROUNDS)], str(rng.choice(WAYS)),
        (1024, 768), float(rng.uniform(56, 120)), int(rng.integers(1, 13)),
    )  # fmt: skip
    return scene, highest


def measure_drawn() -> None:
    """Print how well drawn scenes are read, by look, ground, way and set."""
    network, rows = load_network(), []
    for number in range(SCENES):
        scene, highest = drawn(number)
        size = np.float32(scene.picture.shape[1::-1])
        tiles = [(Tile(*tile.halves), (tile.outline.mean(0) / size).tolist()) for tile in scene.tiles]
        counts, _faults = compared(tiles, seen_tiles(scene.picture, Expected(highest), network))
        rows += [(group, counts) for group in ("all", scene.look, scene.ground, scene.way, f"set {highest}")]
    print_table(sorted(rows, key=lambda row: row[0]))


def measure_photos(folder: Path) -> None:
    """Print how well the photos in a folder are read, and what is wrong."""
    network, rows = load_network(), []
    for name, label in json.loads((folder / "labels.json").read_text(encoding="utf-8")).items():
        picture = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
        tiles = [(Tile(*tile["t"]), tile["c"]) for tile in label["tiles"]]
        counts, faults = compared(tiles, seen_tiles(picture, Expected(12), network))
        print(name[:30], *faults, sep="; ")
        rows += [(group, counts) for group in ("all", name.partition("__")[0])]
    print_table(rows)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure_photos(Path(sys.argv[1]))
    else:
        measure_drawn()
