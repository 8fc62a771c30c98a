"""What a ruling says first is what decides, and it speaks of nobody whom nobody named."""

import re
import shlex
from typing import Any

import pytest

from tests.conftest import SHELF, Cli, cases

INVENTED = re.compile(r"\b[BCD]\b(?!-)")
"""The letters that stand for players on a form."""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("case", cases("first_words"), ids=lambda case: str(case["judge"]))
def test_what_decides_comes_first(case: dict[str, Any], language: str, cli: Cli) -> None:
    """A ruling has its sentences as they stand, and none that nobody asked for, in either language."""
    ran = cli("--lang", language, "judge", *shlex.split(case["judge"]))
    printed = " ".join(ran.out.split())
    assert [each for each in case[language] if each not in printed] == [], printed
    assert [each for each in case.get(f"not_{language}", ()) if each in printed] == [], printed


@pytest.mark.parametrize(
    "question", ["play --tile 2-1 --on 2 --played 1", "draw --drew 1", "pass --drew 1", "options"]
)
def test_nobody_is_called_by_a_name_that_nobody_told(question: str, cli: Cli) -> None:
    """Under every rule book a ruling calls the others by no letter, and offers nothing to them."""
    for book in SHELF.ids():
        if SHELF.book(book).rules.layout.name == "feet":
            table = ["--player", "Sue", "--ends", "2 4 7", "--rules", book]
            ran = cli("judge", *shlex.split(question), *table)
            assert INVENTED.search(ran.out) is None, ran.out
            assert "Instead: the " not in ran.out, ran.out
