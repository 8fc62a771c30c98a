"""Situations as files: each file's first lines say what is to come of it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.judge.judging import judge_situation
from scorekeeper.judge.ruling import Ruling
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF, read_situation

CORPUS = Path(__file__).parents[1] / "situations"


def files(kind: str) -> list[Any]:
    """Return every file of a folder, named as it is."""
    return [pytest.param(path, id=path.stem) for path in sorted((CORPUS / kind).glob("*.toml"))]


def expected(path: Path) -> dict[str, Any]:
    """Read what the comment at the head of a file says."""
    head = path.read_text(encoding="utf-8").split("\n\n", 1)[0]
    lines = (line.removeprefix("# ") for line in head.splitlines())
    return tomllib.loads("\n".join(line for line in lines if not line.endswith(".")))


def judged(path: Path, words: Wording, book: str | None = None) -> Ruling:
    """Rule on a situation under its own rule book, or another; the table's own rules stay."""
    situation = read_situation(path, SHELF.book)
    return judge_situation(situation, SHELF.book(book or situation.rules), words)


def _answer(ruling: Ruling) -> object:
    """Return the answer as TOML has it."""
    return list(ruling.answer) if isinstance(ruling.answer, tuple) else ruling.answer


@pytest.mark.parametrize("path", files("scenarios"))
def test_a_dispute_of_the_catalogue_is_settled_under_every_book(path: Path, words: Wording) -> None:
    """Verdict, rule and answer are those of section E, for each book named there."""
    for book, wanted in expected(path).items():
        ruling = judged(path, words, book)
        found = [ruling.verdict, ruling.rule or "", *([] if ruling.answer is None else [_answer(ruling)])]
        assert (book, found) == (book, wanted)
        assert ruling.reason.endswith(".")


@pytest.mark.parametrize("path", files("depends"))
def test_what_nobody_can_know_is_named(path: Path, words: Wording) -> None:
    """The ruling depends, and says on what."""
    ruling = judged(path, words)
    assert (ruling.verdict, list(ruling.needs)) == ("depends", expected(path)["needs"])


@pytest.mark.parametrize("path", files("settled"))
def test_the_fact_that_was_named_settles_it(path: Path, words: Wording) -> None:
    """With that fact, and nothing else, the same situation has a ruling."""
    ruling, wanted = judged(path, words), expected(path)
    assert (ruling.verdict, ruling.rule, _answer(ruling)) == (
        wanted["verdict"],
        wanted.get("rule"),
        wanted.get("answer"),
    )
    assert (CORPUS / "depends" / path.name).exists()


@pytest.mark.parametrize("path", files("impossible"))
def test_an_impossible_position_is_refused_with_every_reason(path: Path, words: Wording) -> None:
    """Each reason is named, and no other."""
    with pytest.raises(Impossible) as caught:
        judged(path, words)
    for says in expected(path)["says"]:
        assert says in str(caught.value)
    assert str(caught.value).count(".") == len(expected(path)["says"]) + 1


@pytest.mark.parametrize("path", files("malformed"))
def test_a_malformed_situation_is_refused_with_its_place(path: Path) -> None:
    """The error names the file, the place in it and what would be right."""
    with pytest.raises(Malformed) as caught:
        read_situation(path, SHELF.book)
    assert str(caught.value).startswith(f"{path}: {expected(path)['says']}")
