"""The words people see, in their language.

Every sentence is a whole one with named placeholders: `_("{name} went out").format(name=name)`.
The core knows no language and reads no catalogue; an edge that has one hands it over with `speak`.
"""

from gettext import NullTranslations

_spoken = NullTranslations()


def speak(translations: NullTranslations) -> None:
    """Use these translations from now on, for the whole program."""
    global _spoken
    _spoken = translations


def _(sentence: str) -> str:
    """Return the sentence in the language in use."""
    return _spoken.gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the sentence that fits the count, in the language in use."""
    return _spoken.ngettext(one, many, count)


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Join names as a sentence does.

    >>> listed(["Ana"]), listed(["Ana", "Ben"]), listed(["Ana", "Ben", "Carla"])
    ('Ana', 'Ana and Ben', 'Ana, Ben and Carla')
    """
    if len(names) < 2:
        return "".join(names)
    return _("{firsts} and {last}").format(firsts=", ".join(names[:-1]), last=names[-1])
