"""The examples of the documentation run, in the order of their page, and print what the page shows."""

import shlex
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.cli import app
from scorekeeper.system import paths
from tests.conftest import Cli, Ran, cases
from tests.markdown import PAGES, Block, Page, page

PROMPT = "$ "
STATUS = "# exit status "
OTHERS = ("make", "pip", "pipx", "py", "uv")
"""Commands of other programs that a page may show; they are not run."""


class Example(NamedTuple):
    """A command on a page, the expected status, and the expected output if the page shows it."""

    words: list[str]
    status: int
    prints: str | None


def examples(text: str) -> list[Example]:
    """Return the commands in a console block; if there are prompts, the other lines are output."""
    lines = text.splitlines(keepends=True)
    if not any(line.startswith(PROMPT) for line in lines):
        return [_example(line, None) for line in lines]
    found: list[list[str]] = []
    for line in lines:
        if line.startswith(PROMPT):
            found.append([])
        found[-1].append(line)
    return [_example(typed.removeprefix(PROMPT), "".join(printed)) for typed, *printed in found]


def _example(line: str, prints: str | None) -> Example:
    _command, _mark, status = line.partition(STATUS)
    return Example(shlex.split(line, comments=True), int(status or 0), prints)


def save(block: Block) -> None:
    """Save a file as the page tells the reader; packs and templates also go to their folders."""
    assert block.file is not None
    places = [Path()]
    if "scorekeeper-rules/1" in block.text:
        places.append(paths.house_rules_folder())
    if block.language == "typst":
        places.append(paths.templates_folder())
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
        (place / block.file).write_text(block.text, encoding="utf-8")


def faults(written: Page, run: Cli) -> Iterator[str]:
    """Follow a page; yield each example with another status or output than the page says."""
    for block in written.blocks:
        if block.file is not None:
            save(block)
        for example in examples(block.text) if block.language == "console" else ():
            name, *words = example.words
            if name in OTHERS:
                continue
            ran = run(*words) if name == "scorekeeper" else Ran(127, "", "not ours")
            if ran.status != example.status:
                yield f"{shlex.join(example.words)}: {ran.status}, {ran.err or ran.out}"
            elif example.prints is not None and not as_shown(example.prints, ran.err + ran.out):
                yield f"{shlex.join(example.words)}: prints {ran.err + ran.out}"


def as_shown(shown: str, printed: str) -> bool:
    """Whether a command printed what a page shows; `…` stands for what is left out."""
    return OutputChecker().check_output(
        shown.rstrip("\n").replace("…", "..."), printed.rstrip("\n"), ELLIPSIS
    )


@pytest.fixture
def run(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Return a function that runs a command in an empty folder; the app is not opened."""
    folder = tmp_path / "session"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(app, "open_app", lambda *_game, **_named: None)
    return cli


@pytest.mark.parametrize("path", [path for path in PAGES if "```console" in page(path).text])
def test_a_page_can_be_followed(path: str, run: Cli) -> None:
    """The examples on a page, run in order, do what the page says."""
    assert list(faults(page(path), run)) == []


@pytest.mark.parametrize("case", cases("docs_examples"), ids=lambda case: case["name"])
def test_an_example_that_fails_is_found(case: dict[str, str], run: Cli) -> None:
    """An example that does not do what its page says is found."""
    assert [fault.splitlines()[0] for fault in faults(page("docs/none.md", case["text"]), run)] == [
        case["fault"]
    ]
