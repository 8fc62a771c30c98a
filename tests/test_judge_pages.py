"""The pages on the judge's questions are those that the rule books make."""

import importlib.util
from pathlib import Path

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.questions import questions
from scorekeeper.rules import check_key
from scorekeeper.situations import FIELDS
from tests.conftest import SHIPPED

ROOT = Path(__file__).parent.parent


def test_the_pages_are_up_to_date() -> None:
    """`make pages` would change nothing."""
    spec = importlib.util.spec_from_file_location("judge_pages", ROOT / "tools" / "judge_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = ROOT / "docs" / "judge"
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == module.pages()


def test_every_question_has_its_words() -> None:
    """Questions in words are those of the format, and their rules are rules."""
    found = questions(SHIPPED)
    assert found.keys() == FIELDS.keys()
    for text in found.values():
        for key in text.keys:
            check_key(key)


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    """Questions without their format are not read."""
    (tmp_path / "questions.toml").write_text('format = "other"\n', encoding="utf-8")
    with pytest.raises(Malformed, match="no questions"):
        questions(tmp_path)
