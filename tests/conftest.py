"""What tests share: the shipped rule books and their words."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import folders
from scorekeeper.packs import Shelf, wording
from scorekeeper.rulebook import Wording
from scorekeeper.rules import Rules

SHIPPED = folders.shipped("rules")
SHELF = Shelf(SHIPPED)
CLASSIC = SHELF.book("classic").rules
BOOKS = [SHELF.book(name) for name in SHELF.ids()]


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """Return the shipped rule books."""
    return SHELF


@pytest.fixture(scope="session")
def words() -> Wording:
    """Return the rule book's words."""
    return wording(SHIPPED)


@pytest.fixture(scope="session")
def classic() -> Rules:
    """Return the rules that every book rests on."""
    return CLASSIC


def cases(name: str) -> Any:
    """Read cases that are data."""
    return tomllib.loads((Path(__file__).parent / "cases" / name).read_text(encoding="utf-8"))
