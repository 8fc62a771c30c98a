"""What two engines once disagreed about, as it was settled: both now say the same."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.second_engine.replay import Verdict, replay
from tests.second_engine.scorekeeper_says import ruled

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "two_engines.toml").read_text(encoding="utf-8"))[
    "case"
]


def told(verdict: Verdict) -> tuple[str, int | None, str | None]:
    """Return the part of a verdict that the cases name."""
    return verdict.verdict, verdict.at, verdict.result and verdict.result.ended


@pytest.mark.parametrize("case", CASES, ids=[case["claim"] for case in CASES])
def test_settled(case: dict[str, Any]) -> None:
    """Both engines give the verdict, the action and the end of the round that were settled on."""
    record = {"format": "scorekeeper-record/1", **case["record"]}
    expected = case["verdict"], case.get("at"), case.get("ended")
    assert [told(replay(record)), told(ruled(record))] == [expected, expected]
