"""The tests have a home of their own: nothing is written into the home of whoever runs them."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.system import paths
from tests.processes import python
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
PARTS = (
    "tests/test_own_home.py::test_a_home_is_there_to_be_written",
    "tests/system/test_settings.py",
    "tests/cli/test_startup.py::test_a_command_on_a_stored_game_loads_only_what_it_uses",
    "tests/tui/test_keys.py::test_the_footer_shows_the_keys_of_the_question_in_front",
)
"""The home itself, settings, commands in processes of their own, and the app."""


@pytest.mark.parametrize("file", [paths.games_file, paths.settings_file], ids=lambda file: file.__name__)
def test_a_home_is_there_to_be_written(file: Callable[[], Path]) -> None:
    """What a test writes into the user's folders lands in a temporary one."""
    assert file().is_relative_to(tempfile.gettempdir()), f"{file()} is the user's"
    file().parent.mkdir(parents=True, exist_ok=True)


def test_a_home_that_cannot_be_written_is_enough(tmp_path: Path) -> None:
    """The suite's own fixtures work for somebody whose home cannot be made, nor written."""
    (tmp_path / "file").touch()
    home = str(tmp_path / "file" / "home")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    pytest_alone = "-m pytest -q -n 0 -p no:cacheprovider"
    env |= {"HOME": home, "USERPROFILE": home}
    ran = python(*pytest_alone.split(), *PARTS, env=env, timeout=PATIENCE)
    assert ran.returncode == 0, f"the tests want to write into the home:\n{ran.stdout[-3000:]}"
