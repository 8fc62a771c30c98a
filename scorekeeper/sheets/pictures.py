"""Pictures that people typed, such as emoji, in words: for a sheet whose fonts cannot draw them."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

DRAWN = frozenset({"So", "Sk", "Me", "Cn"})
"""The categories of pictures, of the signs that change them, and of what is newer than this Python."""

_TAIL = "(?:[\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d.)*"
"""What belongs to the picture before it: its form, its skin, and a picture that is joined to it."""

_FIRST_FLAG = 0x1F1E6
"""The letter A of a flag; a flag is written with two letters."""


def pictures(text: str, missing: Collection[str]) -> tuple[str, ...]:
    """Return the pictures of a text, each with all its parts, that have a letter which no font has."""
    drawn = "".join(letter for letter in missing if unicodedata.category(letter) in DRAWN)
    found = re.findall(f"(?:\ufe0f?[{re.escape(drawn)}]{_TAIL})+", text) if drawn else ()
    return tuple(dict.fromkeys(found))


def spell(text: str, seen: Sequence[str]) -> str:
    """Return the text with these pictures in words.

    >>> spell("Ana🎉, 🐔 Carla", ["🎉", "🐔"])
    'Ana (party popper), (chicken) Carla'
    """
    if not seen:
        return text
    longest_first = sorted(seen, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), _in_words, text)


def _in_words(found: re.Match[str]) -> str:
    """Return a picture in words, apart from the words around it."""
    names = ", ".join(dict.fromkeys(_names(found[0])))
    if not names:
        return ""
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    return f"{' ' * before.isalnum()}({names}){' ' * after.isalnum()}"


def _names(picture: str) -> Iterator[str]:
    """Yield what the parts of a picture are called; signs that only change it have no name."""
    for flag, letters in groupby(picture, key=lambda letter: 0 <= ord(letter) - _FIRST_FLAG < 26):
        if flag:
            yield "".join(chr(ord("A") + ord(letter) - _FIRST_FLAG) for letter in letters)
            continue
        for letter in letters:
            if unicodedata.category(letter) in ("So", "Cn"):
                yield unicodedata.name(letter, "").lower() or f"U+{ord(letter):04X}"
