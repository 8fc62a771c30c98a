"""The words people see, in their language.

Every sentence is a whole one with named placeholders: `_("{name} went out").format(name=name)`.
The core knows no language and reads no catalogue; an edge that has one hands it over with `speak`.
"""

import unicodedata
from gettext import NullTranslations

_spoken = NullTranslations()


def speak(translations: NullTranslations) -> None:
    """Use these translations from now on, for the whole program."""
    global _spoken
    _spoken = translations


def _(sentence: str) -> str:
    """Return the sentence in the language in use."""
    return _spoken.gettext(sentence)


def N_(sentence: str) -> str:  # noqa: N802, the name that gettext's tools know
    """Return the sentence as it is: marks it for translation where `_` translates it later, when it is shown."""
    return sentence


def ngettext(one: str, many: str, count: int) -> str:
    """Return the sentence that fits the count, in the language in use."""
    return _spoken.ngettext(one, many, count)


def join_and(names: tuple[str, ...] | list[str]) -> str:
    """Join names as a sentence does.

    >>> join_and(["Ana"]), join_and(["Ana", "Ben"]), join_and(["Ana", "Ben", "Carla"])
    ('Ana', 'Ana and Ben', 'Ana, Ben and Carla')
    """
    if len(names) < 2:
        return "".join(names)
    return _("{firsts} and {last}").format(firsts=", ".join(names[:-1]), last=names[-1])


def join_or(names: tuple[str, ...] | list[str]) -> str:
    """Join names where one of them is meant.

    >>> join_or(["a two"]), join_or(["a two", "a five", "a six"])
    ('a two', 'a two, a five or a six')
    """
    if len(names) < 2:
        return "".join(names)
    return _("{firsts} or {last}").format(firsts=", ".join(names[:-1]), last=names[-1])


def in_words(count: int) -> str:
    """Return a count as a sentence has it: a word up to twelve, digits above.

    >>> in_words(0), in_words(4), in_words(13)
    ('none', 'four', '13')
    """
    words = (
        *(_("none"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six")),
        *(_("seven"), _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve")),
    )
    return words[count] if count < len(words) else str(count)


def number_name(number: int) -> str:
    """Return what people call a tile or an end that shows the number.

    >>> number_name(0), number_name(5), number_name(18)
    ('a blank', 'a five', 'an eighteen')
    """
    return (
        *(_("a blank"), _("a one"), _("a two"), _("a three"), _("a four"), _("a five"), _("a six")),
        *(_("a seven"), _("an eight"), _("a nine"), _("a ten"), _("an eleven"), _("a twelve")),
        *(_("a thirteen"), _("a fourteen"), _("a fifteen"), _("a sixteen"), _("a seventeen")),
        _("an eighteen"),
    )[number]


JOINERS = "\u200c\u200d"
"""Invisible letters that Persian, Hindi and some emoji are spelled with."""

_PICTURES = {
    **{code: 0x2400 + code for code in range(32)},
    127: 0x2421,
    **dict.fromkeys((*range(128, 160), 0x2028, 0x2029), 0xFFFD),
}


def unprintable(text: str) -> str:
    r"""Return the first letter that no line can show, such as a control character; "" where all can.

    >>> unprintable("Ana"), unprintable("A\nna"), unprintable("👩\u200d🌾")
    ('', '\n', '')
    """
    return next((letter for letter in text if not letter.isprintable() and letter not in JOINERS), "")


def letter_name(letter: str) -> str:
    r"""Return what a letter is called that cannot be shown.

    >>> letter_name("\u200b"), letter_name("\x1b")
    ('U+200B ZERO WIDTH SPACE', 'U+001B')
    """
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".rstrip()


def escaped(text: str) -> str:
    r"""Return the text with a picture in the place of everything that a terminal would obey.

    >>> escaped("A\x1b[2J")
    'A␛[2J'
    """
    return text.translate(_PICTURES)
