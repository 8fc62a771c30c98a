"""What the program remembers about its user: language, theme, keys, paper, the folder for sheets.

Reads and writes one TOML file, which people may edit, and knows no screen. A damaged file is reported and
left alone; the caller continues with the defaults.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from scorekeeper.errors import Malformed, nearest, short
from scorekeeper.system.files import make_folder, read_table, read_toml, write_whole
from scorekeeper.system.paper import Format, Orientation, Paper
from scorekeeper.text import _

HEAD = "# What scorekeeper remembers; docs/formats.md says what may stand here. Comments are not kept.\n"


class Printing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`print`: the choices for the last sheet; None and "" mean that nothing was chosen yet."""

    paper: Paper | None = None
    form: Format = "pdf"
    orientation: Orientation = "auto"
    template: str = "classic"
    folder: str = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All settings; each field has a default."""

    theme: str = ""
    language: str = ""
    """A language code such as `es`; "" means the language of the system."""
    store: str = ""
    """Where games are stored: `sqlite`, a path or a `postgresql://` address; "" means the usual file."""
    scoreboard: bool = True
    """Whether the scoreboard shows by itself between rounds on a large terminal."""
    print: Printing = Printing()
    keys: Mapping[str, Mapping[str, str]] = {}
    """The keys of each action, by screen and action, separated by commas."""


USUAL = Settings()

WORDS = {"paper": get_args(Paper), "form": get_args(Format), "orientation": get_args(Orientation)}


class Memory:
    """The settings in use, and their file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.settings = USUAL

    def read(self) -> None:
        """Read the settings from the file; without a file, use the defaults.

        Raises Malformed with the file and the place in it, or Unavailable if it cannot be read; the
        settings in use then stay as they were.
        """
        self.settings = self._on_file()

    def keep(self, **changes: Any) -> None:
        """Change settings, and merge the changes into the file, where another window may have written.

        Raises Malformed if the file is damaged, which leaves it alone, or Unavailable if it cannot be
        read or written. The changes apply in any case.
        """
        self.settings = msgspec.structs.replace(self.settings, **changes)
        changed = msgspec.structs.replace(self._on_file(), **changes)
        make_folder(self._path.parent)
        write_whole(self._path, written(changed).encode())

    def _on_file(self) -> Settings:
        return read_settings(self._path) if os.path.lexists(self._path) else USUAL


def read_settings(path: Path) -> Settings:
    """Read a settings file. Raises Malformed or Unavailable with its name."""
    tables = read_toml(path)
    try:
        return _settings(tables)
    except Malformed as error:
        raise error.within(str(path)) from None


def _settings(tables: Mapping[str, Any]) -> Settings:
    printing = tables.get("print", {})
    for name, words in WORDS.items():
        word = printing.get(name, words[0]) if isinstance(printing, Mapping) else words[0]
        if word not in words:
            hint = nearest(str(word), words)
            sentence = _("{word} is not one of its words; {hint}", word=short(word), hint=hint)
            raise Malformed(sentence, f"print.{name}")
    read_table(Printing, printing, "print")
    read: Settings = read_table(Settings, tables, "")
    return read


def written(settings: Settings) -> str:
    """Return the settings as the text of a file, without those that have their default."""
    import tomli_w  # not needed to read

    return HEAD + tomli_w.dumps(msgspec.to_builtins(settings))
