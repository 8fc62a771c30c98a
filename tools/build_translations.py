"""A hatchling hook that compiles the translations when the project is built or installed.

Each `translations/<code>/LC_MESSAGES/scorekeeper.po` becomes a `.mo` beside it, which goes into the wheel. Sentences
marked fuzzy are left out; they stay English until a translator has checked them.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "scorekeeper/data/translations"
"""Where translations are in an installed package."""


def compile_translations(folder: Path) -> list[Path]:
    """Compile every catalogue in a folder and return the new files. Raises PoFileError for a faulty one."""
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        made.append(source.with_suffix(".mo"))
        with made[-1].open("wb") as file:
            write_mo(file, catalogue)
    return made


class TranslationsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the translations, and adds them to the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the translations before the files of the wheel are collected."""
        folder = Path(self.root) / "translations"
        for path in compile_translations(folder):
            build_data["force_include"][str(path)] = f"{PLACE}/{path.relative_to(folder).as_posix()}"
