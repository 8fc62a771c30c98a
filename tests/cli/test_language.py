"""`--lang`, `LANG` and the settings choose the language of a command."""

import json
from pathlib import Path

import pytest

from scorekeeper.cli import run
from tests.catalogues import Translate
from tests.conftest import Cli

SPANISH = {
    "There are no saved games yet; start one with scorekeeper new.": "Todavía no hay partidas.",
    "List the saved games, the last changed first.": "Muestra las partidas guardadas.",
    "How many to list.": "Cuántas.",
    "Options": "Opciones",
    "Show this message and exit.": "Muestra esta ayuda.",
    "Example: {command}": "Ejemplo: {command}",
    "No such option: {name}": "No hay tal opción: {name}",
    "No such option {name!r}.": "No existe la opción {name!r}.",
    "{fault} See {command} --help.": "{fault} Mira {command} --help.",
}


@pytest.mark.parametrize("words", [["--lang", "es", "games", "--help"], ["games", "--help", "--lang=es"]])
def test_help_is_in_the_language_asked_for(translate: Translate, cli: Cli, words: list[str]) -> None:
    """The option may stand before the command or after it; Click's own words follow it, too."""
    translate("es", SPANISH)
    told = cli(*words)
    assert told.status == 0
    for sentence in (
        "Muestra las partidas guardadas.",
        "Cuántas.",
        "Opciones:",
        "Muestra esta ayuda.",
        "Ejemplo: scorekeeper games",
    ):
        assert sentence in told.out
    assert "Options" not in told.out


def test_the_next_command_speaks_english_again(translate: Translate, cli: Cli) -> None:
    """A language lasts for one command: neither our sentences nor Click's stay in it."""
    translate("es", SPANISH)
    cli("games", "--help", "--lang", "es")
    told = cli("games", "--help")
    assert "List the saved games" in told.out
    assert "Options:" in told.out


def test_the_system_chooses_where_nobody_asks(
    translate: Translate, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`LANG` is enough, and `--lang en` overrules it."""
    translate("es", SPANISH)
    monkeypatch.setenv("LANG", "es_MX.UTF-8")
    assert "Cuántas." in cli("games", "--help").out
    assert "How many to list." in cli("--lang", "en", "games", "--help").out


def test_what_programs_read_is_the_same_in_every_language(translate: Translate, cli: Cli) -> None:
    """JSON has the same keys and words; a sentence in it follows the language."""
    translate("es", {"lowest-total": "x", "total": "x", "title": "x", "winners": "x"})
    game = cli("new", "--players", "Ana,Ben").out.strip()
    cli("round", game, "--out", "Ana", "Ben=5")
    assert json.loads(cli("standings", game, "--json", "--lang", "es").out) == json.loads(
        cli("standings", game, "--json").out
    )


def test_lang_is_a_word_like_any_other_behind_two_dashes(
    translate: Translate, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Behind `--` nothing is an option."""
    assert run(["score", "--", "--lang=es"]) == 2
    assert "translation" not in capsys.readouterr().err
