"""Paper sizes, page orientations and the file formats of printed sheets.

Finds the usual paper from the locale of the system. Prints nothing.
"""

import os
from locale import getlocale
from typing import Literal, TypeAlias, get_args

from scorekeeper.system.files import form_named

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
    named = form_named(file, {form: f".{form}" for form in get_args(Format)})
    return next((form for form in get_args(Format) if form == named), None)


def usual_paper() -> Paper:
    """Return the paper of the system's country; Letter if it names none."""
    locales = (os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG"))
    land = next(filter(None, locales), "") or getlocale()[0] or ""
    return paper_of(land) or "letter"
