"""The languages of the program: which there are, which one the person wants, and its sentences.

A translation is a compiled gettext catalogue, `translations/<code>/LC_MESSAGES/scorekeeper.mo`. English needs none,
because the code is written in it.
"""

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from gettext import translation
from locale import getlocale
from pathlib import Path
from typing import Any

from scorekeeper.errors import Malformed, ScorekeeperError, Unavailable, cause, nearest
from scorekeeper.system.files import read_toml
from scorekeeper.system.paths import settings_file, shipped_folder
from scorekeeper.system.settings import read_settings
from scorekeeper.text import ENGLISH, Language, _, pgettext, spoken

DOMAIN = "scorekeeper"
"""The gettext domain of this program."""


def catalogues_folder() -> Path:
    """Return the folder of the compiled translations; it may not exist."""
    return shipped_folder("translations")


def languages() -> tuple[str, ...]:
    """Return the codes of the available languages: English, and those with a translation."""
    catalogues = catalogues_folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH.code, *sorted(path.parents[1].name for path in catalogues))


def language_of(wanted: str) -> Language | None:
    """Return the language for a code or locale name; None if it is not available.

    A regional variety falls back on the language itself, sentence by sentence. Raises Unavailable if its catalogue
    cannot be read.

    >>> language_of("en_US.UTF-8").code, language_of("C"), language_of("xx")
    ('en', None, None)
    """
    code = wanted.partition(".")[0].partition("@")[0].replace("-", "_")
    known = {name.casefold(): name for name in languages()}
    tongue = code.partition("_")[0]
    match = known.get(code.casefold()) or known.get(tongue.casefold())
    if match is None or match == ENGLISH.code:
        return None if match is None else ENGLISH
    try:
        translations = translation(DOMAIN, catalogues_folder(), [match])  # once for Click and us
    except (OSError, ValueError, struct.error) as error:  # gettext's own errors are OSErrors too
        path = catalogues_folder() / match / "LC_MESSAGES" / f"{DOMAIN}.mo"
        raise Unavailable(
            _("{path} cannot be read ({why}); install scorekeeper again.", path=path, why=cause(error))
        ) from None
    return Language(match, translations)


def named_language(wanted: str) -> Language:
    """Return the language that somebody asks for. Raises Malformed, naming the nearest, if there is none."""
    if (match := language_of(wanted)) is None:
        hint = nearest(wanted, languages())
        raise Malformed(_("There is no translation into “{language}”; {hint}", language=wanted, hint=hint))
    return match


def word_file(name: str) -> dict[str, Any]:
    """Read a file of words that people say or write, in all languages. Raises as `read_toml`."""
    return read_toml(shipped_folder("rules") / f"{name}.toml")


def own_names() -> dict[str, str]:
    """Return the available languages by code, each by the name that it has for itself.

    Raises Unavailable if a catalogue cannot be read.
    """
    names = {}
    for code in languages():
        with spoken(language_of(code)):
            names[code] = pgettext("the name of the language of this translation, in itself", "English")
    return names


def usual_language() -> Language:
    """Return the first available language that the settings or the system name, or else English.

    A translation that cannot be read counts as none.
    """
    if languages() == (ENGLISH.code,):
        return ENGLISH
    with suppress(Unavailable):  # it is not asked for, so a damaged catalogue stops nobody
        return next(filter(None, map(language_of, _wishes())), ENGLISH)
    return ENGLISH


def _wishes() -> Iterator[str]:
    with suppress(ScorekeeperError):  # what is wrong with the settings is said where they are needed
        yield read_settings(settings_file()).language
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wish := os.environ.get(variable):
            yield wish
            return
    yield getlocale()[0] or ""
