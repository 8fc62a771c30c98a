"""The file of the network is the one that was made, from the drawing that lies here."""

from hashlib import sha256
from pathlib import Path

import pytest

from scorekeeper.photo import network
from scorekeeper.photo.process import outcome_of
from scorekeeper.photo.reading import PhotoJob
from scorekeeper.photo.seen import Expected
from tests.photo.scenes import as_file, calm_scene
from tools.tile_drawing import VERSION


def test_the_network_is_the_one_that_was_made() -> None:
    """Its hash is the one that the code names, and a megabyte holds it."""
    data = network.NETWORK.read_bytes()
    assert sha256(data).hexdigest() == network.SHA256
    assert len(data) <= 2**20


def test_the_network_learned_from_this_drawing() -> None:
    """Whoever changes the drawing trains anew: python -m tools.train_tiles."""
    assert network.DRAWING == VERSION


def test_another_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was changed is not run."""
    other = tmp_path / "tiles.onnx"
    other.write_bytes(network.NETWORK.read_bytes() + b"\0")
    monkeypatch.setattr(network, "NETWORK", other)
    outcome = outcome_of(PhotoJob(as_file(calm_scene(2).picture), Expected(12)))
    assert outcome.refusal == "network"
