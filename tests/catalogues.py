"""Translations for tests: compiled catalogues from a few sentences, in a folder where the program looks for them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from scorekeeper.text import Language, speak

Sentences = Mapping[str, str | tuple[str, ...]]
Translate = Callable[[str, Sentences], None]
"""Makes a translation: its code, and by English sentence what it says; `(one, many)` sentences under the first."""


def catalogue(code: str, sentences: Sentences) -> Catalog:
    r"""Return a catalogue; the sentence `one|many` has one for each form, and `context\x04sentence` a context."""
    made = Catalog(locale=code, project="scorekeeper", version="0.1", fuzzy=False)
    for english, said in sentences.items():
        before, marked, after = english.partition("\x04")
        one, bar, many = (after or before).partition("|")
        made.add((one, many) if bar else one, said, context=before if marked else None)
    return made


def language_of(code: str, sentences: Sentences | None = None) -> Language:
    """Return a language that knows these sentences, and counts as it does."""
    file = BytesIO()
    write_mo(file, catalogue(code, sentences or {}))
    file.seek(0)
    return Language(code, GNUTranslations(file))


@contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """Let the whole process use a language for a while."""
    before = speak(chosen)
    try:
        yield
    finally:
        speak(before)


def write_translation(folder: Path, code: str, sentences: Sentences, compiled: bool = True) -> Path:
    """Write a translation where the program, or the build, looks for it under a folder."""
    path = folder / code / "LC_MESSAGES" / ("scorekeeper.mo" if compiled else "scorekeeper.po")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        (write_mo if compiled else write_po)(file, catalogue(code, sentences))
    return path
