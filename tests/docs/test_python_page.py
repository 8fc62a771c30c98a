"""`docs/python.md`: its examples are short, need one import, and show what they print."""

import re
from doctest import NORMALIZE_WHITESPACE, DocTestParser, DocTestRunner
from pathlib import Path

import pytest

import scorekeeper
from tests.markdown import Block, page

PAGE = page("docs/python.md")
EXAMPLES = [block for block in PAGE.blocks if block.language == "python"]
LONGEST = 20
"""Lines of Python in an example, what is imported included."""


def lines_of(block: Block) -> list[str]:
    """Return the lines of Python in an example."""
    return [line[4:] for line in block.text.splitlines() if line.startswith((">>> ", "... "))]


def result(block: Block) -> str:
    """Run an example on its own; return what differs from the page."""
    said: list[str] = []
    runner = DocTestRunner(optionflags=NORMALIZE_WHITESPACE, verbose=False)
    runner.run(DocTestParser().get_doctest(block.text, {}, PAGE.path, PAGE.path, 0), out=said.append)
    return "".join(said)


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: lines_of(block)[-1])
def test_an_example_does_what_the_page_shows(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example runs on its own, in an empty folder, and prints what stands below it."""
    monkeypatch.chdir(tmp_path)
    assert result(block) == ""


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: lines_of(block)[-1])
def test_an_example_is_short_and_needs_one_import(block: Block) -> None:
    """An example has at most twenty lines, and takes from this project only what the package offers."""
    lines = lines_of(block)
    assert len(lines) <= LONGEST
    imported = [line for line in lines if "import" in line]
    assert {re.sub(" import .*", "", line) for line in imported} <= {"from scorekeeper", "from random"}


def test_an_example_that_shows_something_else_is_found() -> None:
    """What an example prints is compared."""
    (changed,) = [block for block in EXAMPLES if "count_hand" in block.text]
    wrong = Block(changed.language, changed.text.replace("\n36\n", "\n37\n"), changed.file)
    assert "Expected:\n    37" in result(wrong)


def test_the_page_names_all_that_is_offered() -> None:
    """Every name that the package offers stands on its page."""
    named = {word for code in PAGE.codes for word in re.findall(r"\w+", code.text)}
    assert set(scorekeeper.__all__) <= named
