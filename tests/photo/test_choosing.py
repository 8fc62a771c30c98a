"""Tiles in drawn pictures: each is found where it lies and read, and what is not clear is doubtful."""

import cv2
import numpy as np
import pytest

from tests.conftest import cases
from tests.photo.scenes import calm_scene, names_of, seen_in, tiles_of

SCENE = (2, 12)
"""A scene whose tiles are all clear."""


FEW = 7
"""Scenes among which each set, look, ground and way of lying is once at least."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["claim"], marks=[pytest.mark.full] * (at >= FEW))
        for at, case in enumerate(cases("rows/photo/scenes"))
    ],
)
def test_every_kind_of_tile_is_read_on_every_kind_of_ground(case: dict[str, object]) -> None:
    """All tiles of a scene in good light are found and read, and nothing else."""
    scene = calm_scene(case["seed"], case["set"], case["look"], case["ground"], case["way"])
    assert names_of(seen_in(scene.picture, case["set"])) == tiles_of(scene)


def test_outlines_lie_on_the_tiles() -> None:
    """The corners of each frame are near those of the tile, begun at the half that is named first."""
    scene = calm_scene(*SCENE)
    for tile in seen_in(scene.picture):
        corners = np.float32(tile.outline) * scene.picture.shape[1::-1]
        drawn = [
            np.roll(laid.outline, turn, 0)
            for laid in scene.tiles
            for turn in (0, 2)
            if laid.halves[:: 1 - turn] == tile.halves
        ]
        assert min(np.abs(corners - outline).max() for outline in drawn) < 12, tile


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_shows_the_same_tiles(turns: int) -> None:
    """It does not matter how the phone was held."""
    scene = calm_scene(*SCENE)
    assert names_of(seen_in(np.ascontiguousarray(np.rot90(scene.picture, turns)))) == tiles_of(scene)


@pytest.mark.parametrize("light", [0.4, 1.15])
def test_a_darker_picture_shows_the_same_tiles(light: float) -> None:
    """It does not matter how bright the lamp was."""
    scene = calm_scene(*SCENE)
    lit = np.clip(scene.picture * light, 0, 255).astype(np.uint8)
    assert names_of(seen_in(lit)) == tiles_of(scene)


@pytest.mark.parametrize("size", [480, 1600])
def test_the_size_of_a_picture_does_not_matter(size: int) -> None:
    """A small picture is grown and a large one shrunk."""
    scene = calm_scene(*SCENE)
    other = cv2.resize(scene.picture, (size, size * 3 // 4), interpolation=cv2.INTER_AREA)
    assert names_of(seen_in(other)) == tiles_of(scene)


def test_a_tile_that_is_cut_by_the_edge_is_doubtful() -> None:
    """What lies outside the picture cannot be read."""
    scene = calm_scene(*SCENE)
    laid = scene.tiles[0]
    cut = int(laid.outline[:, 0].min() + 0.25 * np.ptp(laid.outline[:, 0]))
    seen = seen_in(np.ascontiguousarray(scene.picture[:, cut:]))
    assert [tile for tile in seen if tile.sure and min(x for x, _y in tile.outline) <= 0] == []


def test_a_tile_that_is_elsewhere_is_doubtful_and_told() -> None:
    """Somebody may have laid or typed another tile than they think."""
    scene = calm_scene(*SCENE)
    tile = tiles_of(scene)[0]
    seen = seen_in(scene.picture, elsewhere=[tile])
    assert names_of(seen) == tiles_of(scene)
    assert [other.tile for other in seen if not other.sure] == [tile]


def test_a_tile_that_is_seen_twice_is_doubtful_once() -> None:
    """A set has every tile once."""
    scene = calm_scene(*SCENE)
    twice = np.vstack([scene.picture, scene.picture])
    seen = seen_in(twice)
    assert names_of(seen) == sorted(tiles_of(scene) * 2)
    assert sorted(tile.tile for tile in seen if tile.sure) == tiles_of(scene)


def test_more_tiles_than_there_are_makes_the_least_likely_doubtful() -> None:
    """A person who counted the tiles is believed."""
    scene = calm_scene(*SCENE)
    seen = seen_in(scene.picture, count=len(scene.tiles) - 2)
    assert names_of(seen) == tiles_of(scene)
    assert sum(not tile.sure for tile in seen) == 2


def test_numbers_above_the_set_are_not_read() -> None:
    """In a double-six set no half shows more."""
    scene = calm_scene(*SCENE)
    assert all(max(tile.halves) <= 6 for tile in seen_in(scene.picture, 6))


@pytest.mark.parametrize("ground", ["felt", "wood", "white cloth", "woven cloth", "pattern"])
def test_a_table_without_tiles_has_none(ground: str) -> None:
    """Nothing on it is surely a tile."""
    from tools.tile_drawing import draw_ground

    picture = draw_ground(np.random.default_rng(4), ground, (800, 600)).clip(0, 255).astype(np.uint8)
    assert [tile for tile in seen_in(picture) if tile.sure] == []


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (900, 1), (20, 20)])
def test_a_picture_without_room_has_no_tiles(size: tuple[int, int]) -> None:
    """A picture may be a single line."""
    assert seen_in(np.zeros((*size, 3), np.uint8)) == ()
