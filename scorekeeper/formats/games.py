"""Reads what the games are called that rule books are for, and their emblems, in the language in use."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.errors import Malformed
from scorekeeper.formats.translated import translated
from scorekeeper.rules import GameText
from scorekeeper.system import read_toml
from scorekeeper.text import _

GAMES_FORMAT = "scorekeeper-games/1"


def read_games(shipped: Path) -> Mapping[str, GameText]:
    """Return every game by its id, in the order of listing. Raises Malformed for another format."""
    path = shipped / "games.toml"
    data = read_toml(path)
    if data.pop("format", None) != GAMES_FORMAT:
        raise Malformed(_("This is not a file of games."), str(path))
    return msgspec.convert({game: _text(said) for game, said in data.items()}, dict[str, GameText])


def _text(said: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"emblem": said["emblem"], "needs": said["needs"], **translated(said)}
