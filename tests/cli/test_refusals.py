"""Bad input on the command line: one sentence on standard error, status 2, nothing changed."""

import json
import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest

from scorekeeper import cli as command_line
from scorekeeper.storage import open_store
from scorekeeper.system import paths
from tests.build import AT, started
from tests.conftest import CASES, Cli, Ran, cases


@pytest.mark.parametrize("case", cases("bad_commands"), ids=lambda case: case["name"])
def test_refused_with_one_sentence(case: dict[str, Any], cli: Cli) -> None:
    """A faulty command line prints one sentence on standard error, ends with 2 and changes nothing."""
    before, game = "", "last"
    if not case.get("fresh"):
        game = cli("new", "--players", "Ana,Ben,Carla").out.strip()
        cli("round", game, "--out", "Ana", "Ben=5-0 3-2", "Carla=23")
        before = cli("export", game).out
    words = [{"GAME": game, "LONG": "x" * 5000}.get(word, word) for word in case["words"]]
    ran = cli(*words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("scorekeeper: ")
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err
    assert case["said"] in ran.err
    assert ran.err.endswith((".\n", "?\n"))
    if before:
        assert cli("export", game).out == before
        assert len(cli("games").out.splitlines()) == 1


def test_control_characters_are_shown(cli: Cli, tmp_path: Path) -> None:
    """What a file name would make a terminal do is shown, not done."""
    ran = cli("standings", tmp_path / "a\x1b[2J.toml")
    assert "a\\x1b[2J.toml" in ran.err
    assert "\x1b" not in ran.err


def test_json_holds_nothing_to_obey(cli: Cli, game: str, home: Path) -> None:
    """A damaged title in the list of games comes out as JSON escapes."""
    with closing(sqlite3.connect(home / "games.db")) as kept, kept:
        kept.execute("update games set title = 'F\x1b\x9b2J'")
    told = cli("games", "--json").out
    assert not {"\x1b", "\x9b"} & set(told)
    assert json.loads(told)[0]["title"] == "F\x1b\x9b2J"


def test_a_terminal_is_shown_an_export(cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export on a screen is the same lines as in a pipe."""
    for kind in ("toml", "csv"):
        piped = cli("export", game, "--format", kind).out
        with monkeypatch.context() as screen:
            screen.setattr("sys.stdout.isatty", lambda: True)
            assert cli("export", game, "--format", kind).out == piped


def test_joined_letters_are_shown(cli: Cli) -> None:
    """A name of joined emoji comes out as it was typed."""
    kept = cli("new", "--players", "👩\u200d🌾,Ben").out.strip()
    assert "👩\u200d🌾" in cli("standings", kept).out


def test_interrupt_is_quiet(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command without a word."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scorekeeper.session.library.shelf", interrupt)
    ran = cli("score", "6-5")
    assert (ran.status, ran.out, ran.err.strip()) == (130, "", "")


def test_offer_declined_keeps_nothing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the person does not want kept is not kept."""
    monkeypatch.setattr("click.prompt", lambda *_words, **_options: "n")
    assert cli(CASES / "games" / "f2.toml").status == 130
    assert cli("games").out == ""


def test_fault_without_a_command_is_told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """What click refuses without knowing the command is told all the same."""

    def refuse() -> None:
        raise click.ClickException("no terminal")

    monkeypatch.setattr("scorekeeper.session.library.shelf", refuse)
    assert cli("score", "6-5").err == "scorekeeper: no terminal\n"


def _process(home: Path, *words: str | bytes, **options: Any) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, paths.HOME_VARIABLE: str(home), **options.pop("env", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, **options,
    )  # fmt: skip


def test_reader_that_leaves_is_no_error(home: Path) -> None:
    """A pipe closed by its reader ends the command without a word."""
    with _process(home, "export", str(CASES / "games" / "f2.toml")) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_terminal_without_letters_gets_escapes(home: Path) -> None:
    """A terminal that has no 明 is sent an escape, never a traceback."""
    for words in [("new", "--players", "明美,Ana"), ("standings", "last")]:
        with _process(home, *words, env={"PYTHONIOENCODING": "latin-1"}) as process:
            out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, b"")
    assert b"\\u660e\\u7f8e" in out


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""A system that knows no letters but those of English, as a bare server may be."""


@pytest.mark.skipif(os.name == "nt", reason="words are text on Windows")
def test_a_name_in_utf8_is_saved_as_it_was_typed(home: Path) -> None:
    """Where the system's encoding is ASCII a name in UTF-8 is read as UTF-8."""
    with _process(home, "new", "--players", "Zoë,明美", env=ASCII) as process:
        game, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    with closing(sqlite3.connect(home / "games.db")) as kept:
        assert kept.execute("select id, players from games").fetchall() == [
            (game.decode().strip(), '["Zoë","明美"]')
        ]


@pytest.mark.parametrize(
    "words", [("standings", "caf\udce9"), ("new", "--players", "Zo\udceb,Ben"), ("games", "--lang", "\ud800")]
)
def test_words_that_are_no_text_are_told(words: tuple[str, ...], cli: Cli) -> None:
    """A word of bytes that are no text, or of half a letter, is refused, and nothing is saved."""
    assert cli(*words) == Ran(
        2,
        "",
        f"scorekeeper: “{ascii(words[-1])[1:-1]}” is not text in UTF-8; type it in a terminal that uses UTF-8.\n",
    )
    assert cli("games").out == ""


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names of files are text there")
def test_a_file_may_have_a_name_that_is_no_text(cli: Cli, tmp_path: Path) -> None:
    """A file that is there is opened, whatever bytes its name has."""
    path = os.fsencode(tmp_path) + b"/caf\xe9.toml"
    with open(path, "wb") as file:  # noqa: PTH123, a Path would be text
        file.write((CASES / "games" / "f2.toml").read_bytes())
    assert cli("standings", os.fsdecode(path)) == cli("standings", CASES / "games" / "f2.toml")


def test_run_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The installed command passes its words on and returns their status."""
    monkeypatch.setattr(sys, "argv", ["scorekeeper", "score", "7-7", "--round", "7"])
    assert command_line.main() == 2
    assert "7-7 started this round" in capsys.readouterr().err


ODD = ["Ana", "Аna", "A\u200dna", "\u3164", "\u2800", "Zo\\udceb"]
"""Names that nobody could type now, as older versions stored them."""


def test_odd_names_that_are_stored_stay(cli: Cli, home: Path, tmp_path: Path) -> None:
    """A stored game with names that nobody could type now is opened, entered into, told and exported as it is."""
    store = open_store(home / "games.db")
    game = store.create(started(players=ODD), AT).id
    store.close()
    assert cli("round", game, "--out", "Ana", "Аna=5", "\u2800=7").status == 0
    places = json.loads(cli("standings", game, "--json").out)["standings"]
    assert {place["player"] for place in places} == set(ODD)
    assert "Ana, Аna, A\u200dna, \u3164, \u2800 and Zo\\udceb" in cli("log", game).out
    written = cli("export", game).out
    assert tomllib.loads(written)["players"] == ODD
    (tmp_path / "odd.toml").write_text(written, encoding="utf-8")
    assert cli("export", cli("import", tmp_path / "odd.toml").out.strip()).out == written
    assert cli("export", game, "--format", "csv").out.splitlines()[0].count(",") == 1 + len(ODD)
    assert cli("rename", game, "\u3164", "Cy").status == 0
