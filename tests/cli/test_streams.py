"""Streams: `-` wherever a command reads or writes a file; what cannot be written is told, even at the end."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from scorekeeper.cli import scorekeeper
from scorekeeper.cli.options import InputFile, OutputFile, complete_game
from tests.conftest import CASES, Cli
from tests.processes import python

GAME = "game.toml", (CASES / "games" / "f2.toml").read_bytes()
RECORD = "record.toml", (CASES.parent / "records" / "valid" / "goes-out.toml").read_bytes()
DISPUTE = sorted((CASES.parent / "situations" / "scenarios").glob("*.toml"))[0]
SITUATION = "dispute.toml", DISPUTE.read_bytes()
SHEET = "sheet.csv", b"round,Ana,Ben,Cy\n9-9,o,3,4\n"
TABLES = "tables.csv", b"1,Ana,Ben\n"
PACK = (
    "ours.toml",
    (CASES.parents[1] / "rules" / "packs" / "hastings.toml").read_bytes().replace(b'"hastings"', b'"ours"'),
)

READ = {
    "import FILES": ("import {file}", GAME),
    "standings GAME": ("standings {file}", GAME),
    "check GAME": ("check {file}", GAME),
    "export GAME": ("export {file}", GAME),
    "sheet GAMES": ("sheet {file} --format svg -o -", GAME),
    "sheet TABLES": ("sheet --tables {file} --format svg -o -", TABLES),
    "judge ASKED": ("judge {file}", SITUATION),
    "key FILE": ("key {game} {file}", SHEET),
    "round RECORD": ("round {game} --from {file}", RECORD),
    "rules check FILE": ("rules check {file}", PACK),
}
"""For everything that a command reads, the command and what comes."""

WRITTEN = {
    "export OUTPUT": "export {game} -o {file}.csv",
    "sheet OUTPUT": "sheet -o {file}.pdf",
    "judge OUTPUT": f"judge {DISPUTE} -o {{file}}.pdf",
    "judge SAVE": f"judge {DISPUTE} --save {{file}}.toml",
}
"""For everything that a command writes, the command."""

SAVED = "call date delete finish hide join keep key leave log redo rename reopen round rule seats share undo"
"""The commands whose GAME is a saved one."""

REFUSED = [
    *(
        (f"{command} -", "This is no saved game; save it first with scorekeeper import -.")
        for command in ("undo", "log")
    ),
    *(
        (words, "Standard input is read already; name a file in place of “-”.")
        for words in ("import - -", "sheet - - -o x.pdf", "keep last")
    ),
    *(
        (
            f"judge - -o - {more}",
            "Standard output takes one file and nothing else; name a file, or leave out the rest.",
        )
        for more in ("--json", "--save -")
    ),
    (
        "judge - --save - --all",
        "Standard output takes one file and nothing else; name a file, or leave out the rest.",
    ),
    ("sheet - last --format svg -o -", "-o: Stdout takes one picture, not 2; name a file, or print a PDF."),
    ("export --all --json", "-o: Standard output takes one file, not a folder of them; name a folder."),
    ("store check -", "A store is sqlite, a path or an address;"),
    ("store move sqlite -", "A store is sqlite, a path or an address;"),
    ("-", "The app reads keys from standard input, not a game; save that with scorekeeper import -."),
]
"""Commands in which `-` stands for what no stream can be, and what is said."""


def commands(ctx: click.Context, group: click.Group) -> Iterator[tuple[str, click.Command]]:
    """Yield every command, with its words."""
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", one) for inner, one in commands(ctx, command))
        yield name, command


PARAMETERS = {
    f"{name} {(one.name or '').upper()}": one
    for name, command in commands(click.Context(scorekeeper), scorekeeper)
    for one in command.params
}
"""Everything that can be told a command, by the command and its name in it."""


def of_kind(fits: Callable[[click.Parameter], bool]) -> set[str]:
    """Return the names of the parameters that fit."""
    return {name for name, one in PARAMETERS.items() if fits(one)}


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


Streamed = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def streamed(cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Streamed:
    """Return a function that runs a command with this on stdin: its status, what it wrote, and what it said."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run(
        words: str, data: bytes, stream: type[io.TextIOWrapper] = io.TextIOWrapper
    ) -> tuple[int, bytes, str]:
        with monkeypatch.context() as streams:
            streams.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
            streams.setattr("sys.stdout", stream(written := io.BytesIO(), encoding="utf-8"))
            ran = cli(*words.split())
            sys.stdout.flush()
            out = written.getvalue()
        assert list(Path().iterdir()) == [], f"{words}: it wrote a file"
        return ran.status, out, ran.err

    return run


def test_every_file_is_one_of_the_two_kinds() -> None:
    """Whatever a command reads or writes has a type that knows `-`, and a case here."""
    reads, writes = (
        of_kind(lambda one, kind=kind: isinstance(one.type, kind)) for kind in (InputFile, OutputFile)
    )  # type: ignore[misc]
    paths = of_kind(lambda one: isinstance(one.type, click.Path | click.File))
    named = of_kind(lambda one: "FILE" in (one.metavar or "") or one.name in ("file", "files", "output"))
    games = of_kind(lambda one: one._custom_shell_complete is complete_game)
    assert paths - reads - writes == set()
    assert named - reads - writes == {"club enter TOTALS", "judge ASKED"}
    saved = {f"{command} GAME" for command in SAVED.split()}
    assert saved - games == set()
    reads, writes = (  # those of events are in sessions/club.md
        {name for name in names if not name.startswith("club ")} for names in (reads, writes)
    )
    assert {*reads, *(games - saved), "judge ASKED"} == READ.keys()
    assert writes - {"score SHOW"} == WRITTEN.keys()  # that one needs a photo: tests/photo


@pytest.mark.parametrize("case", READ)
def test_a_dash_is_read_like_a_file(case: str, streamed: Streamed, cli: Cli, tmp_path: Path) -> None:
    """What comes on standard input does what a file of the same content does."""
    words, (file, text) = READ[case]
    path = tmp_path / file
    path.write_bytes(text)

    def outcome(name: str, data: bytes) -> tuple[int, str, str]:
        game = cli("new", "--players", "Ana,Ben,Cy").out.strip()
        status, out, err = streamed(words.format(file=name, game=game), data)
        known = out.decode().replace(str(path), "standard input")
        return status, re.sub(r"^[a-z]{6}$", "ID", known), err.replace(str(path), "standard input")

    told = outcome("-", text)
    assert told[0] == 0, told
    assert told == outcome(str(path), b"")


@pytest.mark.parametrize("case", WRITTEN)
def test_a_dash_is_written_like_a_file(case: str, streamed: Streamed, game: str, tmp_path: Path) -> None:
    """Standard output gets the bytes that the file would have, and nothing else."""
    words = WRITTEN[case].format(game=game, file=tmp_path / "file")
    streamed(words, b"")
    (written,) = tmp_path.glob("file.*")
    kind = " --format csv" if case == "export OUTPUT" else ""
    status, out, _err = streamed(words.replace(str(written), "-") + kind, b"")
    assert (status, out) == (0, written.read_bytes())


@pytest.mark.parametrize("case", WRITTEN)
def test_a_terminal_gets_text_alone(case: str, streamed: Streamed, game: str) -> None:
    """A page is refused with a sentence, and text is shown."""
    words = WRITTEN[case].format(game=game, file="FILE")
    status, out, err = streamed(re.sub(r"FILE\.\w+", "-", words), b"", Terminal)
    if ".pdf" not in words:
        assert (status, out.decode().splitlines()[0][:8]) == (0, "format =")
    else:
        assert (status, out, err) == (
            2,
            b"",
            "scorekeeper: A terminal cannot show this file; name it with -o, or send it into a pipe or a file.\n",
        )


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[words for words, _said in REFUSED])
def test_what_no_stream_can_be_is_refused(words: str, said: str, streamed: Streamed) -> None:
    """One sentence says so, and nothing is written."""
    data = b"round --from -\n" if words.startswith("keep") else SITUATION[1] if "judge" in words else GAME[1]
    status, _out, err = streamed(words, data)
    assert (status in (1, 2), err.count("\n"), said in err) == (True, 1, True), err


def test_a_file_named_like_the_stream_is_a_file(streamed: Streamed, game: str, cli: Cli) -> None:
    """`./-` is a file, to write and to read."""
    assert cli("export", game, "-o", "./-").out == f"{Path('-').absolute()}\n"
    assert "Friday night" in cli("standings", "./-").out
    Path("-").absolute().unlink()


def test_a_stream_that_cannot_be_read_is_named(streamed: Streamed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something is wrong with what comes, the sentence begins with its place, as it does for a file."""
    assert streamed("import -", b"format = 3")[2].startswith("scorekeeper: standard input: ")
    assert (
        streamed("import -", b"\x89PNG\0\1")[2]
        == "scorekeeper: standard input: This is neither a text file nor a spreadsheet that can be read here.\n"
    )
    monkeypatch.setattr("sys.__stdin__", None)
    assert streamed("import -", b"")[2] == "scorekeeper: There is no standard input to read.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_at_the_end_is_told() -> None:
    """A full disk behind stdout gives a sentence and a status, even at the last moment."""
    patient = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "score", "6-4"],
            stdout=full, stderr=subprocess.PIPE, env=patient, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr == f"scorekeeper: Cannot write the output ({os.strerror(28)}).\n"


@pytest.mark.parametrize(("words", "status"), [(["score", "6-4"], 0), (["score", "6-10"], 2)])
def test_the_status_is_that_of_the_command(words: list[str], status: int) -> None:
    """What was printed arrives whole, and the process ends with the status of the command."""
    ran = python("-m", "scorekeeper", *words)
    assert (ran.returncode, bool(ran.stdout), bool(ran.stderr)) == (status, status == 0, status == 2)
