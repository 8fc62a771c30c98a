"""Situations as files: each file's first lines say what is to come of it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.judge import Ruling, judge_situation
from scorekeeper.rulebook import Wording
from scorekeeper.situations import read_situation
from tests.conftest import SHELF

CORPUS = Path(__file__).parent / "situations"


def files(kind: str) -> list[Any]:
    """Return every file of a folder, named as it is."""
    return [pytest.param(path, id=path.stem) for path in sorted((CORPUS / kind).glob("*.toml"))]


def expected(path: Path) -> dict[str, Any]:
    """Read what the comment at the head of a file says, but for its sentences."""
    head = path.read_text(encoding="utf-8").split("\n\n", 1)[0]
    lines = (line.removeprefix("# ") for line in head.splitlines())
    return tomllib.loads("\n".join(line for line in lines if " = " in line))


def judged(path: Path, words: Wording, book: str | None = None) -> Ruling:
    """Rule on a situation under its own rule book, or another; the table's own rules stay."""
    situation = read_situation(path, SHELF.book)
    return judge_situation(situation, SHELF.book(book or situation.rules), words)


@pytest.mark.parametrize("path", files("scenarios"))
def test_a_dispute_of_the_catalogue_is_settled_under_every_book(path: Path, words: Wording) -> None:
    """Verdict, rule and answer are those of section E, for each book named there."""
    for book, wanted in expected(path).items():
        ruling = judged(path, words, book)
        found = [ruling.verdict, ruling.rule, *([] if ruling.answer is None else [ruling.answer])]
        assert (book, found) == (book, wanted)
        assert ruling.reason.endswith(".")
