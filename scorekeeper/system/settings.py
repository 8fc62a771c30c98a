"""What the program remembers about its user: language, theme, keys, paper and more; and the paper that is usual.

Reads and writes one TOML file, which people may edit, and knows no screen. A damaged file is reported and
left alone; the caller continues with the defaults.
"""

import os
from collections.abc import Mapping
from locale import getlocale
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from scorekeeper.errors import Malformed, at_place, nearest, short
from scorekeeper.system.files import form_named, make_folder, read_table, read_toml, write_whole
from scorekeeper.text import _

Paper: TypeAlias = Literal["letter", "a4"]
Format: TypeAlias = Literal["pdf", "svg", "png"]
Orientation: TypeAlias = Literal["auto", "portrait", "landscape"]

LETTER_LANDS = frozenset(["US", "CA", "MX", "PH", "CO", "CL", "VE", "CR", "GT", "PA", "DO", "PR", "NI", "SV"])
"""Countries that use Letter, as ISO 3166 codes; all others use A4."""

LETTER_NAMES = ("United States", "Canada", "Mexico", "Philippines")
"""The same countries as some systems name them in full."""


def paper_of(language: str) -> Paper | None:
    """Return the paper for a locale name; None if it names no country.

    >>> paper_of("en_US.UTF-8"), paper_of("de_AT@euro"), paper_of("English_United States"), paper_of("C")
    ('letter', 'a4', 'letter', None)
    """
    land = language.partition(".")[0].partition("@")[0].partition("_")[2]
    if not land:
        return None
    return "letter" if land in LETTER_LANDS or land in LETTER_NAMES else "a4"


def format_of(file: str) -> Format | None:
    """Return the format that a file name asks for by its ending; None if it has none.

    Raises Malformed for the ending of any other format.
    """
    named: Format | None = form_named(file, {form: f".{form}" for form in get_args(Format)})
    return named


def usual_paper() -> Paper:
    """Return the paper of the system's country; Letter if it names none."""
    locales = (os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG"))
    land = next(filter(None, locales), "") or getlocale()[0] or ""
    return paper_of(land) or "letter"


HEAD = "# What scorekeeper remembers; docs/settings.md says what may stand here. Comments are not kept.\n"


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
    """Nothing any more; files of earlier versions have it."""
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
        """Read the settings from the file. Raises as `read_settings`, and those in use stay as they were."""
        self.settings = read_settings(self._path)

    def keep(self, **changes: Any) -> None:
        """Change settings, and merge the changes into the file, where another window may have written.

        Raises Malformed if the file is damaged, which leaves it alone, or Unavailable if it cannot be
        read or written. The changes apply in any case.
        """
        self.settings = msgspec.structs.replace(self.settings, **changes)
        changed = msgspec.structs.replace(read_settings(self._path), **changes)
        make_folder(self._path.parent)
        write_whole(self._path, written(changed).encode())


def read_settings(path: Path) -> Settings:
    """Read a settings file, or the defaults where there is none. Raises Malformed or Unavailable with its name."""
    if not os.path.lexists(path):
        return USUAL
    tables = read_toml(path)
    printing = tables.get("print", {})
    with at_place(str(path)):
        for name, words in WORDS.items():
            word = printing.get(name, words[0]) if isinstance(printing, Mapping) else words[0]
            if word not in words:
                hint = nearest(str(word), words)
                sentence = _("{word} is not one of its words; {hint}", word=short(word), hint=hint)
                raise Malformed(sentence, f"print.{name}")
        read_table(Printing, printing, "print")
        return read_table(Settings, tables)


def written(settings: Settings) -> str:
    """Return the settings as the text of a file, without those that have their default."""
    import tomli_w  # not needed to read

    return HEAD + tomli_w.dumps(msgspec.to_builtins(settings))
