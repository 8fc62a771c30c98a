"""The rulings that came with the catalogue of Mexican Train: the same disputes under every book of the game."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.formats.disputes import as_dispute
from scorekeeper.judge.judging import rule_on
from scorekeeper.rules.rulebook import read_changes
from tests.conftest import SHELF
from tests.tables import WORDS

FOLDER = Path(__file__).parents[1] / "second_train_engine" / "given"


def given(name: str) -> dict[str, Any]:
    """Return a file that came with the catalogue."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


RULINGS = given("expected")["rulings"]


def label(ruling: dict[str, Any]) -> str:
    """Return what tells one ruling from another."""
    return " ".join([ruling["file"], ruling["rules"], *ruling.get("house", ())])


@pytest.mark.parametrize("expected", RULINGS, ids=label)
def test_a_ruling_is_that_of_the_catalogue(expected: dict[str, Any]) -> None:
    """Verdict, answer, rule and the first action that cannot stand are those that the catalogue gives."""
    dispute = as_dispute(given(expected["file"]), SHELF.book)
    ruling = rule_on(dispute, read_changes(expected.get("house", {})), SHELF.book(expected["rules"]), WORDS)
    found = {
        field: getattr(ruling, field) for field in ("verdict", "answer", "rule", "at") if field in expected
    }
    assert found == {field: expected[field] for field in found}


def test_no_record_with_wild_blanks_is_ruled_on() -> None:
    """Blanks that fit everything are no rule of any book here, so a record under that house rule has no verdict."""
    record = as_dispute(given("r1"), SHELF.book)
    house = read_changes({"trains.wild_blanks": True})
    ruling = rule_on(record, house, SHELF.book("mexican-train"), WORDS)
    assert (ruling.verdict, ruling.rule, ruling.at) == ("no-rule", "trains.wild_blanks", None)
