"""The words for paper: its sizes, how a page lies, the kinds of file a sheet is set into.

Knows which paper a country prints on, not which country this is.
"""

from typing import Literal, TypeAlias

Paper: TypeAlias = Literal["letter", "a4"]
Format: TypeAlias = Literal["pdf", "svg", "png"]
Orientation: TypeAlias = Literal["auto", "portrait", "landscape"]

LETTER_LANDS = frozenset(["US", "CA", "MX", "PH", "CO", "CL", "VE", "CR", "GT", "PA", "DO", "PR", "NI", "SV"])
"""Countries that print on Letter, by the two letters of ISO 3166; all others print on A4."""

LETTER_NAMES = ("United States", "Canada", "Mexico", "Philippines")
"""As some systems write them in place of the two letters."""


def paper_of(language: str) -> Paper | None:
    """Return the paper of a language setting as systems write it; None where it names no country.

    >>> paper_of("en_US.UTF-8"), paper_of("de_AT@euro"), paper_of("English_United States"), paper_of("C")
    ('letter', 'a4', 'letter', None)
    """
    land = language.partition(".")[0].partition("@")[0].partition("_")[2]
    if not land:
        return None
    return "letter" if land in LETTER_LANDS or land in LETTER_NAMES else "a4"
