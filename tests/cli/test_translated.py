"""Whatever a command prints can be translated: under a language that marks its sentences, nothing else is left."""

import gettext
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from scorekeeper.cli import scorekeeper
from scorekeeper.formats import EXPORTS, Shelf
from scorekeeper.judge.situation import Situation
from scorekeeper.round_record import RoundRecord
from scorekeeper.rules.rulebook import key_choices, key_types
from scorekeeper.sheets import template_names
from scorekeeper.simulate.evening import POLICIES
from scorekeeper.text import letter_name
from tests.conftest import CASES, SHIPPED, Cli, Ran, case_file, cases
from tests.paper import page_texts
from tests.pseudo import PSEUDO, Pseudo, uncovered, wrap_rules

ROOT = CASES.parent

RULES = {*key_types(), *(str(word) for key in key_types() for word in key_choices(key)), "Chicken"}
"""Keys and words of rules, and what is called out when a foot is laid."""

FIELDS = {*Situation.__struct_fields__, *RoundRecord.__annotations__}
"""What the fields of situations and records are called."""

NOTATION = ("draw", "pass", "on", "called", "caught", "lay")
"""What records call what is done."""

PLAYERS = ("Ana", "Ben", "Carla", "Dan", "Eve")
TITLE = "Friday night"


@pytest.fixture
def told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Return a function that runs a command line in the language that marks its sentences."""
    wrap_rules(monkeypatch)
    monkeypatch.setattr("scorekeeper.cli.usual_language", lambda: PSEUDO)
    monkeypatch.setattr(gettext, "translation", lambda *_words, **_options: Pseudo())
    return cli


_SHELF = Shelf(SHIPPED)


@pytest.fixture
def books_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all rulings take their rule books from one shelf."""
    monkeypatch.setattr("scorekeeper.cli.judge.shelf", lambda: _SHELF)


def _left(ran: Ran, *words: str) -> list[str]:
    """Return what is in English in the output of a command, besides what was typed and the names at the table."""
    typed = [piece for word in words for piece in (word, *_words(word), *_words(repr(word)))]
    return uncovered(f"{ran.out}\n{ran.err}", {*PLAYERS, TITLE, *RULES, *typed})


def _every_command(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from _every_command(command, *before, name)


NAMES = {name for words in _every_command(scorekeeper) for name in words}
"""What commands are called, those of commands too."""

ENGLISH_HELP = scorekeeper.get_help(click.Context(scorekeeper))
"""Made before another language is in use: Click keeps a part of it."""


@pytest.mark.parametrize("command", [(), *_every_command(scorekeeper)], ids=" ".join)
def test_help_can_be_translated(told: Cli, command: tuple[str, ...]) -> None:
    """Every word of the help of every command is in its language, except what is typed."""
    assert "Show this message and exit." in ENGLISH_HELP
    assert _left(told(*command, "--help"), *NAMES, *template_names(), *_typed(command)) == []


def _typed(words: tuple[str, ...]) -> Iterator[str]:
    """Yield what a command can be given, and its example."""
    command: click.Command = scorekeeper
    for word in words:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None
        command = found
    yield command.epilog or ""
    for parameter in command.params:
        if isinstance(parameter.type, click.Choice):
            yield from map(str, parameter.type.choices)
        yield str(parameter.default)


CHOSEN = (*template_names(), *POLICIES, *EXPORTS, *(form.ending for form in EXPORTS.values()))
"""What a refusal may list as known."""


@pytest.mark.parametrize("case", cases("bad_commands")[::3], ids=lambda case: case["name"])
def test_refusals_can_be_translated(case: dict[str, Any], told: Cli) -> None:
    """Every word of a refusal is in its language, except what was typed, and words of commands, rules and Unicode."""
    game = "last"
    if not case.get("fresh"):
        game = told("new", "--players", "Ana,Ben,Carla").out.strip()
        told("round", game, "--out", "Ana", "Ben=5-0 3-2", "Carla=23")
    words = [{"GAME": game, "LONG": "x" * 5000}.get(word, word) for word in case["words"]]
    cut = {word[:20] for word in re.findall(r"\w+", " ".join(words))}
    letters = [letter_name(letter) for letter in "".join(words) if not letter.isascii()]
    untranslated = "integer"  # by Click, which puts it into a sentence that is translated
    assert _left(told(*words), *words, *cut, *NAMES, *letters, *CHOSEN, untranslated) == []


@pytest.mark.parametrize("case", case_file("commands.toml")["evening"], ids=lambda case: case["name"])
def test_output_can_be_translated(
    case: dict[str, Any], told: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word that the commands of an evening print is in its language, except what was typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "500")  # a table of several columns would break sentences
    given = set(case.get("given", []))
    for words in case["commands"]:
        line = [word.replace("TESTS", str(ROOT)) for word in words]
        ran = told(*line)
        assert ran.status in case.get("status", [0, 1, 3]), (line, ran)
        if words[0] in ("new", "import"):
            given.add(ran.out.strip())
        assert _left(ran, *line, *given) == [], line


def _files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.toml"))]


RULED = _files("situations", "records")


@pytest.mark.parametrize(
    ("path", "books"),
    [
        *(pytest.param(path, (), id=path.stem) for path in RULED[::6]),
        *(pytest.param(path, ("--all",), id=f"{path.stem} all", marks=pytest.mark.full) for path in RULED),
    ],
)
def test_rulings_can_be_translated(
    path: Path, books: tuple[str, ...], told: Cli, books_read_once: None
) -> None:
    """Every word of a ruling on a situation or a record is in its language."""
    malformed = path.parent.name == "malformed"
    given = _words(path.read_bytes().decode(errors="replace")) if malformed else _given(path)
    assert _left(told("judge", path, *books), str(path), path.stem, *given, *FIELDS, *NOTATION) == []


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _given(path: Path) -> set[str]:
    """Return the names at the table of a situation or a record, and the actions that a record tells."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {*table.get("players", ()), *table.get("hands", ()), *table.get("actions", ())}


@pytest.mark.parametrize("template", sorted(set(template_names()) - {"ruling"}))
def test_sheets_can_be_translated(template: str, told: Cli, tmp_path: Path) -> None:
    """Every word on a sheet of every template but that of rulings, filled and blank, is in its language."""
    for words in (
        ["new", "--players", ",".join(PLAYERS), "--title", TITLE, "--house", "scoring.double_blank=25"],
        ["round", "last", "--out", "Ana", "Ben=5-0 3-2", "Carla=23", "Dan=1", "Eve=40", "--note", "laughing"],
        ["round", "last", "--blocked", "Ana=5", "Ben=2", "Carla=23", "Dan=1", "Eve=40"],
        ["round", "last", "--round", "1", "Ben=6-4", "--reason", "counted again"],
        ["call", "last", "Ben", "--by", "Ana"],
        ["leave", "last", "Eve"],
        ["round", "last", "--out", "Ben", "Ana=5", "Carla=3"],
        ["join", "last", "Eve", "--score", "before"],
    ):
        assert told(*words).status == 0, words
    for number, sheet in enumerate((["last"], ["--players", "3"])):
        path = tmp_path / f"{number}.pdf"
        assert told("sheet", *sheet, "--template", template, "-o", path).status == 0
        printed = "\n".join(page_texts(path.read_bytes()))
        given = {*PLAYERS, TITLE, "laughing", "counted again", "CHICKENFOOT", "Chicken", "CLASSIC"}
        assert uncovered(printed, given) == []
