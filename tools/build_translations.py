"""A hatchling hook that compiles the translations when the project is built or installed.

Each `translations/<code>/LC_MESSAGES/scorekeeper.po` becomes a `.mo` beside it, which goes into the wheel. Sentences
marked fuzzy are left out; they stay English until a translator has checked them.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "scorekeeper/data/translations"
"""Where translations are in an installed package."""

_PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}")


def compile_translations(folder: Path) -> list[Path]:
    """Compile every catalogue in a folder and return the new files.

    Raises PoFileError for a file that is no catalogue, ValueError with file and line for a translation that names a
    fact that its sentence does not have.
    """
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        if faults := list(unknown_facts(catalogue)):
            raise ValueError("\n".join(f"{source}:{fault}" for fault in faults))
        made.append(source.with_suffix(".mo"))
        with made[-1].open("wb") as file:
            write_mo(file, catalogue)
    return made


def unknown_facts(catalogue: Catalog) -> Iterator[str]:
    """Yield each placeholder of a translation that its English sentence does not have, after the line.

    What is fuzzy is not looked at: it is left out until a translator has checked it.
    """
    for message in catalogue:
        if message.id and not message.fuzzy:
            known = {"count"} | _placeholders(message.id)
            for name in sorted(_placeholders(message.string) - known):
                yield f"{message.lineno}: {{{name}}} is not in the English sentence"


def _placeholders(texts: str | Sequence[str]) -> set[str]:
    names = set()
    for text in [texts] if isinstance(texts, str) else texts:
        names.update(_PLACEHOLDER.findall(text.replace("{{", "").replace("}}", "")))
    return names


class TranslationsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the translations, and adds them to the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the translations before the files of the wheel are collected."""
        folder = Path(self.root) / "translations"
        for path in compile_translations(folder):
            build_data["force_include"][str(path)] = f"{PLACE}/{path.relative_to(folder).as_posix()}"


if __name__ == "__main__":
    try:
        compile_translations(Path("translations"))
    except ValueError as error:  # a PoFileError is one
        sys.exit(str(error))
