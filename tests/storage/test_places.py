"""Where games are stored: the names of places, and that no message shows a password."""

from pathlib import Path

import pytest
from rich.pretty import pretty_repr

from scorekeeper.errors import Malformed
from scorekeeper.storage.places import STORE_VARIABLE, ServerAddress, parse_place, usual_place
from tests.conftest import Cli, by_cases

pytestmark = pytest.mark.sqlite  # each test names the store that it is about


def test_a_password_among_the_words_of_a_command_is_warned_of(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others on the same computer can read the words of a command while it runs."""
    assert "~/.pgpass" in cli("store", "check", "postgresql://ana:geheim@127.0.0.1:1/games").err


def test_the_environment_names_the_store_before_the_settings(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings name it otherwise, and what is no store is refused with the choices."""
    home.mkdir()
    assert usual_place() == home / "games.db"
    (home / "settings.toml").write_text('store = "/tmp/club.db"')
    assert usual_place() == Path("/tmp/club.db")
    monkeypatch.setenv(STORE_VARIABLE, "sqlite")
    assert usual_place() == home / "games.db"
    monkeypatch.setenv(STORE_VARIABLE, "mysql://ana:geheim@club")
    with pytest.raises(Malformed, match="A store is sqlite, a path or an address;") as refused:
        usual_place()
    assert "geheim" not in str(refused.value)


def test_an_address_without_its_beginning_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be right is in the sentence; no part of a password is. A file may have such a name in a folder."""
    monkeypatch.setenv(STORE_VARIABLE, "club:ge@heim@127.0.0.1:5432")
    with pytest.raises(Malformed, match=r"write postgresql://ana@club.example/games, or ./") as refused:
        usual_place()
    assert "he" not in str(refused.value)
    assert parse_place("./club@host") == Path("club@host").absolute()


@by_cases
def test_a_mistyped_address_is_no_file_and_shows_no_password(
    name: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is a file of that name made, nor is any part of it in a message."""
    monkeypatch.setenv(STORE_VARIABLE, name)
    for words in (["where"], ["new", "--players", "Ana,Ben"], ["store", "move", name, "sqlite"]):
        ran = cli(*words)
        assert ran.status == 2
        assert "write postgresql://ana@club.example/games, or ./ before a file" in ran.err
        assert not any(part in ran.out + ran.err for part in ("gehe", "he!m"))


def test_a_crash_screen_shows_no_password() -> None:
    """What prints the locals of a program asks a value how it is written."""
    address = ServerAddress("postgresql://ana:geheim@club/games")
    assert "geheim" not in pretty_repr(address) + pretty_repr({"place": address})
    assert "ana@club/games" in pretty_repr(address)


def test_damaged_settings_that_name_a_store_are_not_passed_over(home: Path) -> None:
    """Otherwise entries would go to the usual file without a word."""
    home.mkdir()
    (home / "settings.toml").write_text("theme = \n")
    assert usual_place() == home / "games.db"
    (home / "settings.toml").write_text('store = "postgresql://club"\ntheme = \n')
    with pytest.raises(Malformed):
        usual_place()


def test_the_address_may_be_a_service_or_have_parameters() -> None:
    """What is shown of an address is the server and the database."""
    assert str(parse_place("postgresql://?service=club&password=x")) == "postgresql://?service=club"
    assert str(parse_place("postgresql://ana:x@h1:5432,h2/games")) == "postgresql://ana@h1:5432,h2/games"


@by_cases
def test_no_message_shows_a_password(place: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither errors nor `where` nor the name of the folder for backups have a part of it."""
    monkeypatch.setenv(STORE_VARIABLE, place)
    found = usual_place()
    assert isinstance(found, ServerAddress)
    shown = [
        str(cli(*words))
        for words in (["where"], ["games"], ["store", "check"], ["store", "move", place, place])
    ]
    for text in (repr(found), str(found), str(found.folder), *shown):
        assert "gehe" not in text
        assert "he!m" not in text
