"""The second engine on the records that came with the rule catalogue."""

import tomllib
from pathlib import Path

import pytest

from tests.second_train_engine.records import Record, replay

FOLDER = Path(__file__).parent / "records"


def given(name: str, rules: str = "mexican-train", **house: object) -> Record:
    """Return a given record under a rule book."""
    record = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return record | {"rules": rules, "house": {key.replace("__", "."): value for key, value in house.items()}}


@pytest.mark.parametrize(
    ("name", "ends", "points"),
    [
        ("r1", {"Ana": 4, "Ben": 2, "public": 5}, {"Ana": 6, "Ben": 0}),
        ("r2", {"Ana": 5, "Ben": 2, "Cy": 3, "public": 4}, {"Ana": 6, "Ben": 0, "Cy": 13}),
    ],
)
def test_complete_rounds(name: str, ends: dict[str, int], points: dict[str, int]) -> None:
    """Both complete rounds are legal under the original text, and Ben goes out with the points given."""
    result = replay(given(name)).result
    assert result is not None
    assert (result.ended, result.out, result.ends, result.points) == ("out", "Ben", ends, points)


@pytest.mark.parametrize(
    ("name", "at", "rule"),
    [
        ("r1a", 5, "trains.first_turn_place"),
        ("r1b", 18, "trains.ownership"),
        ("r2a", 12, None),
        ("r2b", 19, "turn.must_play"),
    ],
)
def test_altered_rounds(name: str, at: int, rule: str | None) -> None:
    """Each altered round fails at the altered action, by the rule that was named for it."""
    assert replay(given(name))[:2] == (at, rule)


@pytest.mark.parametrize(("name", "at"), [("r1", 5), ("r2", 15)])
def test_strict_house(name: str, at: int) -> None:
    """If an open double binds everybody, the first tile beside it is illegal."""
    assert replay(given(name, foot__lock="strict"))[:2] == (at, "foot.lock")


@pytest.mark.parametrize("name", ["r1", "r2"])
@pytest.mark.parametrize(
    ("rules", "at", "rule"),
    [
        ("train-usual", 2, "trains.first_turn"),
        ("train-wikipedia", 2, "trains.first_turn"),
        ("train-florida", 2, "trains.first_turn"),
        ("train-warp12", 2, "trains.first_turn"),
        ("train-celko", 1, "start.source"),
        ("train-fundex", 1, "start.source"),
        ("train-idaho", 1, "start.source"),
    ],
)
def test_other_books(name: str, rules: str, at: int, rule: str) -> None:
    """Other books allow one tile in the first turn, or want the engine laid by its holder."""
    assert replay(given(name, rules))[:2] == (at, rule)
