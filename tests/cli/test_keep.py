"""An evening kept line by line, in a pipe and in a terminal."""

import io
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import scorekeeper.cli.keep.wishes
from scorekeeper.cli import load_command
from scorekeeper.cli.keep.commands import ELSEWHERE, INSIDE, OWN
from scorekeeper.errors import Unavailable
from scorekeeper.game import Started
from scorekeeper.session import AppSession
from scorekeeper.system import read_toml
from tests.catalogues import TRANSLATED
from tests.conftest import Cli, Ran, cases

WISHES = Path(scorekeeper.cli.keep.wishes.__file__).with_name("wishes.toml")


class Typed(io.TextIOWrapper):
    """Lines that somebody types, in a pipe or in a terminal."""

    def __init__(self, lines: Iterable[str], terminal: bool = False) -> None:
        super().__init__(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), encoding="utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.terminal


def kept(cli: Cli, monkeypatch: pytest.MonkeyPatch, case: dict[str, Any], *words: str) -> Ran:
    """Keep the evening of a case."""
    monkeypatch.setattr("sys.stdin", Typed(case["typed"], case.get("terminal", False)))
    return cli("keep", *words)


def in_order(expected: Iterable[str], printed: str) -> list[str]:
    """Return the expected lines that are not printed behind the one before."""
    lacking, lines = [], iter(printed.splitlines())
    for words in expected:
        if not any(words in line for line in lines):
            lacking.append(words)
            lines = iter(())
    return lacking


@pytest.mark.parametrize("case", cases("keep"), ids=lambda case: case["name"])
def test_an_evening_line_by_line(cli: Cli, monkeypatch: pytest.MonkeyPatch, case: dict[str, Any]) -> None:
    """Each line is asked for, told and stored, and the status says whether one was refused."""
    if "options" in case:
        assert cli("new", *case["options"]).status == 0
    ran = kept(cli, monkeypatch, case)
    assert (in_order(case.get("out", ()), ran.out), in_order(case.get("err", ()), ran.err)) == ([], [])
    assert ran.status == case["status"]
    assert bool(ran.err) == bool(case.get("err"))
    told = json.loads(cli("standings", "last", "--json").out)["standings"]
    assert {one["player"]: one["total"] for one in told} == case["totals"]


def test_the_latest_game_that_is_not_over_goes_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A complete game is left alone, even if it was the last to change."""
    open_game = cli("new", "--players", "Ana,Ben").out.strip()
    done = cli("new", "--players", "Cy,Dot", "--rounds", "1").out.strip()
    cli("round", done, "Cy=o", "Dot=7")
    assert "\nAna went out." in kept(cli, monkeypatch, {"typed": ["o"]}).out
    assert "Ana went out" in cli("log", open_game).out


def test_a_named_game_is_kept_under_a_name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--by` says who types."""
    game = cli("new", "--players", "Ana,Ben").out.strip()
    kept(cli, monkeypatch, {"typed": ["o"]}, game, "--by", "Dot")
    assert json.loads(cli("log", game, "--json").out)[-1]["by"] == "Dot"


def test_a_game_that_is_not_there_is_refused(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name without a game asks nothing."""
    cli("new", "--players", "Ana,Ben")
    ran = kept(cli, monkeypatch, {"typed": ["o"]}, "zzzzzz")
    assert (ran.status, ran.out) == (2, "")


def test_a_store_that_is_away_asks_again(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trouble is said, and the same question comes again."""
    cli("new", "--players", "Ana,Ben")
    away = iter([Unavailable("The store is away.")])

    def look_again(_session: AppSession) -> str:
        for trouble in away:
            raise trouble
        return ""

    monkeypatch.setattr(AppSession, "look_again", look_again)
    ran = kept(cli, monkeypatch, {"typed": ["5", "o"]})
    assert ran.err == "The store is away.\n"
    assert in_order(["Ana:", "Ana 5.", "Ben:", "Ben went out."], ran.out) == []


def test_a_rematch_goes_on_with_the_game_that_was_made(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another table that wrote last has another game."""
    mine = cli("new", "--players", "Ana,Ben", "--rounds", "1").out.strip()
    begin = AppSession.start_rematch

    def beside(session: AppSession) -> None:
        begin(session)
        started = session.kept.log.events[0].what
        assert isinstance(started, Started)
        session.store.create(replace(started, players=("Cy", "Dot")), session.now())

    monkeypatch.setattr(AppSession, "start_rematch", beside)
    ran = kept(cli, monkeypatch, {"typed": ["o", "=23", "rematch", "5"]}, mine)
    assert in_order(["The game is over.", "At the table: Ana and Ben.", "Ana 5."], ran.out) == []


def test_quit_leaves_before_there_is_a_game(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever started it by mistake is let out, and nothing is saved."""
    ran = kept(cli, monkeypatch, {"typed": ["quit", "Ana,Ben", ""]})
    assert (ran.status, ran.err, cli("games", "--json").out) == (0, "", "[]\n")


TABLE = ["--players", "Ana,Ben,Carla", "--rules", "tedmontgomery"]
FIRST = ["o", "12", "6-4 3-1", "", "7"]
"""The first round, and the first hand of the second."""
EVENINGS = dict.fromkeys(INSIDE, FIRST) | {"redo": [*FIRST, "undo"], "reopen": [*FIRST, "finish"]}
COMMANDS = sorted({*INSIDE} - OWN)
SIGNS = re.compile(r"→|·|(?<!\d)[+−]\d|\d[-=]\d|==|  |^scorekeeper:|^ *-|\(\w+\.\w+\)", re.MULTILINE)
"""What a screen reader speaks as a sign, or as nothing."""


def example(cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str) -> str:
    """Return the example that the help of a command shows."""
    shown = kept(cli, monkeypatch, {"typed": [f"help {name}"]}).out
    return shown.partition("Example: ")[2].partition("\n")[0]


@pytest.mark.parametrize("prefix", ["", "/", "scorekeeper "])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_can_be_typed_as_help_shows_it(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, prefix: str
) -> None:
    """The example is one, without the game; its name alone is refused in one sentence, if at all."""
    monkeypatch.chdir(tmp_path)
    cli("new", *TABLE)
    typed = example(cli, monkeypatch, name)
    assert typed.split()[0] == INSIDE[name]
    ran = kept(cli, monkeypatch, {"typed": [*EVENINGS[name], prefix + typed]})
    assert (ran.err, ran.status) == ("", 0)
    assert kept(cli, monkeypatch, {"typed": [name]}).err.count("\n") < 2


@pytest.mark.parametrize("name", [*COMMANDS, "where"])
def test_nothing_is_said_as_a_sign(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """What a command prints has no arrows, columns, dashes between numbers, or keys, but where it can be typed."""
    monkeypatch.chdir(tmp_path)
    cli("new", *TABLE)
    typed = "where" if name == "where" else example(cli, monkeypatch, name)
    ran = kept(
        cli, monkeypatch, {"typed": [*EVENINGS[name], typed, "log", "score 6-5", "nonsense", "6-4 6-4"]}
    )
    said = re.sub(r"“[^”]*”", "“…”", ran.out + ran.err)
    assert [line for line in said.splitlines() if SIGNS.search(line)] == []


@pytest.mark.parametrize("name", sorted({*INSIDE.values(), *ELSEWHERE} - {"help", "quit", "rematch"}))
def test_every_command_inside_is_one(name: str) -> None:
    """What may be typed at a question is a command, or a word that only `keep` has; so is what may not be typed."""
    assert load_command(name).name == name


@pytest.mark.parametrize("wish", read_toml(WISHES)["wish"], ids=lambda wish: wish["en"]["words"][0])
def test_every_wish_is_done_or_answered_in_every_language(wish: dict[str, Any]) -> None:
    """It runs a command that can be typed, or its answer says one in each language."""
    assert wish.keys() - {"run"} == {"en", *TRANSLATED}
    assert wish.get("run", "help").partition(" ")[0] in INSIDE
    for local in (wish[code] for code in ("en", *TRANSLATED)):
        assert ("answer" in local) != ("run" in wish)
        typed = re.findall(r"“([^”]*)”", local.get("answer", ""))
        assert {words.partition(" ")[0] for words in typed} <= {
            *INSIDE,
            "{player}=o",
            "{player}=",
            "{player}=23+10",
            "{player}",
        }


def test_a_wish_is_done_in_the_language_in_use(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its words are understood there, and the English ones too."""
    cli("new", "--players", "Ana,Dot")
    ran = kept(cli, monkeypatch, {"typed": ["Dot se va", "n", "Dot leaves", "n"]}, "--lang", "es")
    assert ran.out.count("¿Se marcha Dot?") == 2


def test_a_start_in_another_language_is_taken_or_refused_whole(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule is refused there too, and nothing of its line is remembered; rounds are understood in a sentence."""
    typed = ["Ana y Luz", "Mexican Train, paramos tras seis rondas y la doble blanca cuenta 50"]
    typed += ["Tren mexicano y jugamos ocho rondas", "bloqueada", "qué decide un empate"]
    ran = kept(cli, monkeypatch, {"typed": typed}, "--lang", "es")
    assert [line[:11] for line in ran.err.splitlines()] == ["Di ahora so"]
    expected = [
        "Ronda 1 de 8, doble 12.",
        "La ronda quedó bloqueada.",
        "Si el empate sigue, se comparte el puesto.",
    ]
    assert in_order(expected, ran.out) == []
