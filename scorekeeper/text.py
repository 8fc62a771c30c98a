"""The words people see, in their language.

Every sentence is a whole one with named placeholders, which are filled in here: `_("{name} went out", name=name)`.
What is looked up at import time would stay English for good: there `N_` marks a sentence, and `_` translates it
when it is shown. The core knows no language and reads no catalogue; an edge hands one over with `speak`, for the
whole process, or with `spoken`, for a while in one context: two phones at one table may each have their own.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import NamedTuple


class Language(NamedTuple):
    """A language that people read: its code, such as `es` or `es_ES`, and its translations."""

    code: str = "en"
    translations: NullTranslations = NullTranslations()

    @property
    def codes(self) -> tuple[str, ...]:
        """Its code and, where it is a country's variety, that of the language itself; the nearest first."""
        return tuple(dict.fromkeys((self.code, self.code.partition("_")[0])))

    def plural_form(self, count: int) -> int:
        """Return which of the language's forms a count takes, from 0; as English does where none is known."""
        rule: Callable[[int], int] | None = getattr(self.translations, "plural", None)
        return int(count != 1) if rule is None else rule(count)

    @property
    def plural_forms(self) -> int:
        """How many forms a count can take."""
        return 1 + max(map(self.plural_form, range(200)))


ENGLISH = Language()

_everywhere = ENGLISH
_here: ContextVar[Language | None] = ContextVar("language", default=None)


def language() -> Language:
    """Return the language in use."""
    return _here.get() or _everywhere


def speak(chosen: Language) -> Language:
    """Use a language from now on, in the whole process, and return the one before."""
    global _everywhere
    before, _everywhere = _everywhere, chosen
    return before


@contextmanager
def spoken(chosen: Language | None) -> Iterator[None]:
    """Use a language for a while, in this context; None means that of the process."""
    before = _here.set(chosen)
    try:
        yield
    finally:
        _here.reset(before)


_isolates = ContextVar("isolates", default=False)


@contextmanager
def isolating(wanted: bool = True) -> Iterator[None]:
    """Keep names that are written from right to left apart from the sentence around them for a while.

    Browsers put the two in order. Terminals mostly do not, and what is stored is to be as it was typed.
    """
    before = _isolates.set(wanted)
    try:
        yield
    finally:
        _isolates.reset(before)


def _apart(text: str) -> str:
    """Return a text, between the marks that keep it apart where that is wanted and all its letters go leftwards.

    One that has such marks was put together from texts that are apart already.
    """
    if text.isascii() or not _isolates.get() or "\u2068" in text:
        return text
    ways = {unicodedata.bidirectional(letter) for letter in text}
    return text if "L" in ways or ways.isdisjoint({"R", "AL"}) else f"\u2068{text}\u2069"


def _(sentence: str, /, **facts: object) -> str:
    """Return the sentence in the language in use, its placeholders filled with facts.

    >>> _("{name} went out", name="Ana")
    'Ana went out'
    """
    said = language().translations.gettext(sentence) if sentence else ""
    return _filled(said, sentence, facts)


def _filled(said: str, english: str, facts: dict[str, object]) -> str:
    """Fill a translation; where it names a fact that there is not, say it in English rather than not at all."""
    if not facts:
        return said
    if _isolates.get():
        facts = {name: _apart(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    try:
        return said.format(**facts)
    except (KeyError, IndexError, ValueError, AttributeError):
        return english.format(**facts)


def N_(sentence: str) -> str:  # noqa: N802, the name that gettext's tools know
    """Return the sentence as it is: marks it for translation where `_` translates it later, when it is shown."""
    return sentence


def pgettext(context: str, sentence: str, /, **facts: object) -> str:
    """Return a sentence that means several things in English; the context says which one is meant."""
    return _filled(language().translations.pgettext(context, sentence), sentence, facts)


def ngettext(one: str, many: str, count: int, /, **facts: object) -> str:
    """Return the sentence that fits the count, which also fills `{count}`.

    >>> ngettext("{count} tile", "{count} tiles", 1), ngettext("{count} tile", "{count} tiles", 3)
    ('1 tile', '3 tiles')
    """
    said = language().translations.ngettext(one, many, count)
    return _filled(said, one if count == 1 else many, {"count": count, **facts})


_SOUNDS = {
    "es": (re.compile(r"h?[iíy](?![aeoué])", re.IGNORECASE), re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)),
}
"""By language, the beginnings of words before which its *and* and its *or* change: `Ana e Inés`, `7 u 8`."""


def join_and(names: Sequence[str]) -> str:
    """Join names as a sentence does.

    >>> join_and(["Ana"]), join_and(["Ana", "Ben"]), join_and(["Ana", "Ben", "Carla"])
    ('Ana', 'Ana and Ben', 'Ana, Ben and Carla')
    """
    if len(names) < 2:
        return "".join(names)
    firsts, last = join_with_commas(names[:-1]), names[-1]
    if _changes(0, last):
        return pgettext(
            "before a word that begins like “and”", "{firsts} and {last}", firsts=firsts, last=last
        )
    return _("{firsts} and {last}", firsts=firsts, last=last)


def join_or(names: Sequence[str]) -> str:
    """Join names where one of them is meant.

    >>> join_or(["a two"]), join_or(["a two", "a five", "a six"])
    ('a two', 'a two, a five or a six')
    """
    if len(names) < 2:
        return "".join(names)
    firsts, last = join_with_commas(names[:-1]), names[-1]
    if _changes(1, last):
        return pgettext("before a word that begins like “or”", "{firsts} or {last}", firsts=firsts, last=last)
    return _("{firsts} or {last}", firsts=firsts, last=last)


def _changes(conjunction: int, word: str) -> bool:
    """Whether the word that follows changes a conjunction of the language in use: 0 is *and*, 1 is *or*."""
    sounds = _SOUNDS.get(language().codes[-1])
    return sounds is not None and sounds[conjunction].match(word) is not None


def join_with_commas(words: Sequence[str]) -> str:
    """Join words as a list without *and* does.

    >>> join_with_commas(["Ana", "Ben"])
    'Ana, Ben'
    """
    return _(", ").join(map(_apart, words))


_ACCENTS = re.compile("(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f]")
"""Every accent but the one that makes another letter of n."""


def folded(text: str) -> str:
    """Return a text as it is searched for: in small letters, without accents, with one apostrophe. An ñ is no n.

    >>> folded("Inés"), folded("Muñoz"), folded("O’Neil")
    ('ines', 'muñoz', "o'neil")
    """
    if text.isascii():
        return text.lower()
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFC", plain).replace("’", "'")


def typed_words(english: str) -> frozenset[str]:
    """Return what people may type for one thing, folded: the English words, and those of the language in use.

    `english` lists them, separated by spaces, and its translation lists those of the language.

    >>> sorted(typed_words("y yes"))
    ['y', 'yes']
    """
    return frozenset(folded(f"{english} {_(english)}").split())


_WHOLE_NUMBER = re.compile(r"[-−]?\d{1,4000}")
"""A whole number; Python turns no more than 4300 digits into one."""


def whole_number(typed: str) -> int | None:
    """Return the whole number that was typed, however large; None for anything else.

    >>> whole_number("40"), whole_number("−5"), whole_number("forty")
    (40, -5, None)
    """
    return int(typed.replace("−", "-")) if _WHOLE_NUMBER.fullmatch(typed) else None


def number_name(number: int) -> str:
    """Return what people call a tile or an end that shows the number.

    >>> number_name(0), number_name(5), number_name(18)
    ('a blank', 'a five', 'an eighteen')
    """
    return _(_NUMBER_NAMES[number])


_NUMBER_NAMES = (
    *(N_("a blank"), N_("a one"), N_("a two"), N_("a three"), N_("a four"), N_("a five"), N_("a six")),
    *(N_("a seven"), N_("an eight"), N_("a nine"), N_("a ten"), N_("an eleven"), N_("a twelve")),
    *(N_("a thirteen"), N_("a fourteen"), N_("a fifteen"), N_("a sixteen"), N_("a seventeen")),
    N_("an eighteen"),
)


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
    if text.isprintable():
        return ""
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
