"""The rule books of Mexican Train as plain keys."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tests.second_train_engine.engine import Keys

_BOOKS = tomllib.loads((Path(__file__).parent / "books.toml").read_text(encoding="utf-8"))
BASE = "train-usual"
BOOKS = tuple(_BOOKS)


@cache
def book(name: str) -> Keys:
    """Return every key of a rule book, with what it takes over from the base book."""
    return _flat(_BOOKS[BASE]) | _flat(_BOOKS[name])


def _flat(chapters: dict[str, dict[str, Any]]) -> Keys:
    return {f"{chapter}.{key}": value for chapter, keys in chapters.items() for key, value in keys.items()}
