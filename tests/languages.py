"""Languages for tests: a few sentences and how they are said, without a catalogue."""

from collections.abc import Callable, Mapping
from gettext import NullTranslations

from scorekeeper.text import Language

Phrases = Mapping[str, str | tuple[str, ...]]
"""English sentences and how they are said; those that count have a tuple of forms, by the first English one."""


def in_context(context: str, sentence: str) -> str:
    """Return the key of a sentence that means several things."""
    return f"{context}\x04{sentence}"


class Phrasebook(NullTranslations):
    """Knows some sentences, and how the language counts; all others stay English."""

    def __init__(self, phrases: Phrases, plural: Callable[[int], int]) -> None:
        super().__init__()
        self.phrases, self.plural = phrases, plural

    def gettext(self, message: str) -> str:
        """Return how a sentence is said."""
        return str(self.phrases.get(message, message))

    def pgettext(self, context: str, message: str) -> str:
        """Return how a sentence is said in one of its meanings."""
        return str(self.phrases.get(in_context(context, message), message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a sentence for a count."""
        forms = self.phrases.get(msgid1)
        return super().ngettext(msgid1, msgid2, n) if forms is None else forms[self.plural(n)]


def language_of(
    code: str, phrases: Phrases | None = None, plural: Callable[[int], int] = lambda n: int(n != 1)
) -> Language:
    """Return a language that knows these sentences."""
    return Language(code, Phrasebook(phrases or {}, plural))
