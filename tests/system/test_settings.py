"""Settings are read strictly and written completely; a damaged file is reported and left alone."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import Malformed, ScorekeeperError, Unavailable
from scorekeeper.system.settings import USUAL, Memory, Printing, Settings, read_settings, usual_paper, written
from tests.conftest import by_cases, cases

CHANGED = Settings(
    theme="daylight",
    scoreboard=False,
    print=Printing(paper="a4", form="png", folder="/tmp"),
    keys={"table": {"undo": "z,f9"}},
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of a settings file in a folder that does not exist yet."""
    return tmp_path / "scorekeeper" / "settings.toml"


def test_what_is_kept_is_read_again(file: Path) -> None:
    """The next start reads the saved settings."""
    Memory(file).keep(theme="daylight", scoreboard=False, print=CHANGED.print, keys=CHANGED.keys)
    memory = Memory(file)
    memory.read()
    assert memory.settings == CHANGED


def test_without_a_file_all_is_as_usual(file: Path) -> None:
    """Without a file, the defaults apply, and reading creates no file."""
    memory = Memory(file)
    memory.read()
    assert memory.settings == USUAL
    assert not file.exists()


def test_two_windows_keep_what_the_other_changed(file: Path) -> None:
    """Each window writes only what it changed."""
    one, other = Memory(file), Memory(file)
    one.keep(theme="daylight")
    other.keep(print=CHANGED.print)
    assert read_settings(file) == Settings(theme="daylight", print=CHANGED.print)


@pytest.mark.parametrize("case", cases("faulty_settings"), ids=lambda case: case["said"])
def test_a_faulty_file_is_told_in_a_sentence_with_its_place(file: Path, case: dict[str, str]) -> None:
    """The sentence names the file, the key and what would be right."""
    file.parent.mkdir()
    file.write_text(case["text"], encoding="utf-8")
    with pytest.raises(Malformed) as told:
        Memory(file).read()
    assert str(told.value).startswith(f"{file}: {case['said']}")


def test_a_damaged_file_is_left_as_it_is(file: Path) -> None:
    """A change applies, but a damaged file is not overwritten."""
    file.parent.mkdir()
    file.write_text("theme = [", encoding="utf-8")
    memory = Memory(file)
    with pytest.raises(Malformed):
        memory.keep(theme="daylight")
    assert memory.settings.theme == "daylight"
    assert file.read_text(encoding="utf-8") == "theme = ["


def test_settings_in_a_place_that_cannot_be_written_are_in_use_all_the_same(tmp_path: Path) -> None:
    """A setting that cannot be saved applies until the program ends, and the message says why."""
    (tmp_path / "taken").write_text("", encoding="utf-8")
    memory = Memory(tmp_path / "taken" / "settings.toml")
    with pytest.raises(Unavailable, match="taken"):
        memory.keep(theme="daylight")
    assert memory.settings.theme == "daylight"


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_break_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Any content of the file is read, or refused with a sentence."""
    file = tmp_path_factory.mktemp("any") / "settings.toml"
    file.write_bytes(data)
    with suppress(ScorekeeperError):
        assert written(read_settings(file)).startswith("#")


@by_cases
def test_paper_is_that_of_the_country(monkeypatch, surroundings: dict[str, str], paper: str) -> None:
    """The system's setting for paper comes before its language; without a country the paper is Letter."""
    for name in ("LC_ALL", "LC_PAPER", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert usual_paper() == paper
