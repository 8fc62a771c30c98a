"""Translations for tests: compiled catalogues from a few sentences, in a folder where the program looks for them."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from scorekeeper.system import languages
from scorekeeper.text import Language, speak
from tools.build_translations import compile_translations

TRANSLATIONS = Path(__file__).parents[1] / "translations"
TRANSLATED = sorted(folder.parent.name for folder in TRANSLATIONS.glob("*/LC_MESSAGES"))
"""The codes of the languages that ship beside English."""

Sentences = Mapping[str, str | tuple[str, ...]]
Translate = Callable[[str, Sentences], None]
"""Makes a translation: its code, and by English sentence what it says; `(one, many)` sentences under the first."""


def catalogue(code: str, sentences: Sentences) -> Catalog:
    r"""Return a catalogue; the sentence `one|many` has one for each form, and `context\x04sentence` a context."""
    made = Catalog(locale=code, project="scorekeeper", version="0.1", fuzzy=False)
    if code.startswith(("es", "pt")):  # newer versions of Babel add a form for millions
        made.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
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


@cache
def compiled_language(code: str) -> Language:
    """Return a language of the project, read from the files that a build makes of its catalogue now."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        source = Path(shutil.copytree(TRANSLATIONS, Path(folder) / "translations"))
        compile_translations(source)
        patch.setattr(languages, "catalogues_folder", lambda: source)
        found = languages.named_language(code)
        found.translations.gettext("no sentence of ours")  # reads those of the screens too
    return found


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
