"""Which letters may stand in a text that people see, and what takes the place of the others.

A control character is obeyed by a terminal, or breaks a line that is one by its nature. Texts are
refused for them where they are typed or read; what was kept before that is shown with pictures.
"""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible letters that Persian, Hindi and some emoji are spelled with."""

_PICTURES = {
    **{code: 0x2400 + code for code in range(32)},
    127: 0x2421,
    **dict.fromkeys((*range(128, 160), 0x2028, 0x2029), 0xFFFD),
}


def unfit(text: str) -> str:
    r"""Return the first letter that no line can show, such as a control character; "" where all can.

    >>> unfit("Ana"), unfit("A\nna"), unfit("👩\u200d🌾")
    ('', '\n', '')
    """
    return next((letter for letter in text if not letter.isprintable() and letter not in JOINERS), "")


def letter_name(letter: str) -> str:
    r"""Return what a letter is called that cannot be shown.

    >>> letter_name("\u200b"), letter_name("\x1b")
    ('U+200B ZERO WIDTH SPACE', 'U+001B')
    """
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".rstrip()


def pictured(text: str) -> str:
    r"""Return the text with a picture in the place of everything that a terminal would obey.

    >>> pictured("A\x1b[2J")
    'A␛[2J'
    """
    return text.translate(_PICTURES)
