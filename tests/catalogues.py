"""Translations for tests: compiled catalogues from a few sentences, in a folder where the program looks for them."""

from collections.abc import Callable, Mapping
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

Sentences = Mapping[str, str | tuple[str, ...]]
Translate = Callable[[str, Sentences], None]
"""Makes a translation: its code, and by English sentence what it says; `(one, many)` sentences under the first."""


def catalogue(code: str, sentences: Sentences) -> Catalog:
    """Return a catalogue; the sentence `one|many` has a sentence for each."""
    made = Catalog(locale=code, project="scorekeeper", version="0.1", fuzzy=False)
    for english, said in sentences.items():
        one, bar, many = english.partition("|")
        made.add((one, many) if bar else english, said)
    return made


def write_translation(folder: Path, code: str, sentences: Sentences, compiled: bool = True) -> Path:
    """Write a translation where the program, or the build, looks for it under a folder."""
    path = folder / code / "LC_MESSAGES" / ("scorekeeper.mo" if compiled else "scorekeeper.po")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        (write_mo if compiled else write_po)(file, catalogue(code, sentences))
    return path
