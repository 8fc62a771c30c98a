"""What people say at the table: the kinds of token that an expression can be, and the patterns of each place.

The words come from a file, language by language.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.text import folded

Phrase: TypeAlias = tuple[str, ...]
Kinds: TypeAlias = Mapping[str, int]
"""Kinds of token, each with the number that it has as one."""

_NOT_KINDS = frozenset({"numbers", "tens", "plural"})


class Slot(NamedTuple):
    """One place of a pattern: the kinds of token that fit there, and whether it may be left out."""

    kinds: frozenset[str]
    optional: bool


class Pattern(NamedTuple):
    """One thing that can be said at a place, and what it means."""

    slots: tuple[Slot, ...]
    effect: str

    @property
    def beginnings(self) -> frozenset[str]:
        """The kinds of token with which it can begin."""
        required = next((at for at, slot in enumerate(self.slots) if not slot.optional), len(self.slots))
        return frozenset[str]().union(*(slot.kinds for slot in self.slots[: required + 1]))


@cache
def shipped_words(name: str) -> Mapping[str, Any]:
    """Return a file of words: the one thing that the core asks of those above it, who alone open files."""
    from scorekeeper.system import word_file

    return word_file(name)


def _file() -> Mapping[str, Any]:
    return shipped_words("table_talk")


def languages() -> Iterable[str]:
    """Return the languages in which it is known what people say, English first."""
    return _file()["words"]  # type: ignore[no-any-return]


@cache
def patterns(place: str) -> tuple[Pattern, ...]:
    """Return what can be said at a place."""
    return tuple(
        Pattern(
            tuple(Slot(frozenset(word.strip("?").split("|")), word[-1] == "?") for word in phrase.split()),
            effect,
        )
        for phrase, effect in _file()["patterns"][place].items()
    )


@cache
def patterns_from(place: str, kinds: frozenset[str]) -> tuple[Pattern, ...]:
    """Return what can be said at a place beginning with a token of these kinds."""
    return tuple(pattern for pattern in patterns(place) if not pattern.beginnings.isdisjoint(kinds))


@cache
def lexicon(language: str, place: str) -> Mapping[Phrase, Kinds]:
    """Return the expressions of a place in a language, and in English where the language has no such words."""
    wanted = {kind for pattern in patterns(place) for slot in pattern.slots for kind in slot.kinds}
    wanted |= {*_file()["kinds"]["everywhere"], *_file()["kinds"].get(place, ())}
    merged = {**_expressions("en"), **_expressions(language)}
    known = {
        phrase: {kind: number for kind, number in kinds.items() if kind in wanted}
        for phrase, kinds in merged.items()
    }
    return {phrase: kinds for phrase, kinds in known.items() if kinds}


@cache
def spellings(language: str, place: str, letter: str) -> tuple[str, ...]:
    """Return the expressions of a place that begin with a letter, but for those that say how many."""
    known = ((" ".join(phrase), kinds) for phrase, kinds in lexicon(language, place).items())
    return tuple(words for words, kinds in known if words[0] == letter and "NUMS" not in kinds)


@cache
def longest(language: str, place: str) -> int:
    """Return how many words the longest expression has."""
    return max(map(len, lexicon(language, place)))


@cache
def _expressions(language: str) -> Mapping[Phrase, Kinds]:
    """Return the expressions of one language; none where nobody wrote any."""
    expressions: dict[Phrase, dict[str, int]] = {}
    for words, kind, number in _entries(_file()["words"].get(language, {})):
        for spelled in dict.fromkeys((words, words.replace("'", ""))):  # didnt, im
            expressions.setdefault(tuple(folded(spelled).split()), {}).setdefault(kind, number)
    return expressions


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    for number, alike in enumerate(table.get("numbers", ())):
        for word in alike.split("|"):
            yield word, "NUM", number
            yield from ((word + ending, "NUMS", number) for ending in table["plural"])
    for ten, alike in enumerate(table.get("tens", ()), 2):
        yield from ((word, "TENS", 10 * ten) for word in alike.split("|"))
    for kind in table.keys() - _NOT_KINDS:
        yield from ((words, kind.upper(), 0) for words in table[kind])


def first_word(kind: str, language: str) -> str:
    """Return the expression of a kind that stands first in a language: the one that its records are shown with."""
    return next(iter(_file()["words"].get(language, {}).get(kind.lower(), ())), "")


def is_word(text: str, language: str) -> bool:
    """Whether a text is something that people say at the table, and so no name."""
    phrase = tuple(folded(text).split())
    return phrase in _expressions("en") or phrase in _expressions(language)
