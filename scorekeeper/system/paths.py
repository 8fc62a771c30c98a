"""Where files are: those that come with the program, and the user's own folders.

Only this module knows these places. It creates nothing.
"""

import os
from pathlib import Path

from scorekeeper.errors import Unavailable
from scorekeeper.text import N_, _

HOME_VARIABLE = "SCOREKEEPER_HOME"
"""The environment variable that puts all of the user's files into one folder."""


def shipped_folder(what: str) -> Path:
    """Return the folder of shipped `rules` or `templates`: inside an installed package, or above it in a checkout."""
    package = Path(__file__).parents[1]
    data = package / "data"
    return (data if data.is_dir() else package.parent) / what


def games_file() -> Path:
    """Return the database of the stored games."""
    return _user("data") / "games.db"


def house_rules_folder() -> Path:
    """Return the folder of the user's own rule packs."""
    return _user("config") / "rules"


def templates_folder() -> Path:
    """Return the folder of the user's own sheet templates."""
    return _user("config") / "templates"


def sheets_folder() -> Path:
    """Return the default folder for printed sheets."""
    if home := _home():
        return home / "sheets"
    from platformdirs import user_documents_path

    return user_documents_path()


def settings_file() -> Path:
    """Return the file of the user's settings."""
    return _user("config") / "settings.toml"


def _home() -> Path | None:
    """Return the folder that `HOME_VARIABLE` names, whatever the current folder is later; None if it names none."""
    named = os.environ.get(HOME_VARIABLE)
    if not named:
        return None
    try:
        return Path(named).expanduser().absolute()
    except RuntimeError:
        sentence = N_("{variable} is {path}, and nobody of that name has a folder here.")
        raise Unavailable(_(sentence, variable=HOME_VARIABLE, path=named)) from None


def _user(kind: str) -> Path:
    if home := _home():
        return home
    # takes 10 ms, and only runs without `HOME_VARIABLE`
    from platformdirs import user_config_path, user_data_path

    return (user_data_path if kind == "data" else user_config_path)("scorekeeper", appauthor=False)
