"""Reads the names of the games that rule books are for, in the language in use."""

from collections.abc import Mapping
from pathlib import Path

from scorekeeper.errors import Malformed
from scorekeeper.formats.translated import translated
from scorekeeper.system import read_toml
from scorekeeper.text import _

GAMES_FORMAT = "scorekeeper-games/1"


def game_names(shipped: Path) -> Mapping[str, str]:
    """Return the name of every game by its id, in the order of listing. Raises Malformed for another format."""
    path = shipped / "games.toml"
    data = read_toml(path)
    if data.pop("format", None) != GAMES_FORMAT:
        raise Malformed(_("This is not a file of games."), str(path))
    return {game: translated(texts)["name"] for game, texts in data.items()}
