"""The words of the judge's questions match the questions and rules in the code."""

from pathlib import Path

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_words import questions
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.rules.rulebook import check_key
from tests.conftest import SHIPPED


def test_every_question_has_its_words() -> None:
    """Every question has its words, in the judge's order, and names only existing rules."""
    found = questions(SHIPPED)
    assert list(found) == list(QUESTIONS)
    for text in found.values():
        for key in text.keys:
            check_key(key)


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    """A questions file of another format is refused."""
    (tmp_path / "questions.toml").write_text('format = "other"\n', encoding="utf-8")
    with pytest.raises(Malformed, match="does not begin with the format"):
        questions(tmp_path)
