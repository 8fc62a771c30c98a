"""Languages for tests that mark every sentence, and what of a text no translator would have seen.

One is an invented one, the others are those of the project.

A sentence stands in ⟦ ⟧, and what is filled into it in ⟪ ⟫: `⟦⟪Ana⟫ went out⟧`. So a text is in the language of
its reader where the nearest brackets around it are ⟦ ⟧.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from scorekeeper.formats import rule_packs, rule_words
from scorekeeper.rules.wording import EXAMPLE
from scorekeeper.text import Language, language
from tests.catalogues import TRANSLATIONS, compiled_language
from tests.conftest import BOOKS

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{[^{}]*\}")


def pseudo(sentence: str) -> str:
    """Return a sentence as the pseudo-language has it.

    >>> pseudo("{name} went out")
    '⟦⟪{name}⟫ went out⟧'
    """
    marked = _PLACEHOLDER.sub(
        lambda found: found[0] if found[0] in ("{{", "}}") else f"⟪{found[0]}⟫", sentence
    )
    return f"⟦{marked}⟧"


class Pseudo(NullTranslations):
    """The pseudo-language: each sentence in brackets, and nothing else changed."""

    def gettext(self, message: str) -> str:
        """Return the sentence in brackets."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the sentence that fits the count, in brackets."""
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        """Return the sentence in brackets; a translator sees its context."""
        return pseudo(message)


PSEUDO = Language("qps", Pseudo())
"""Use it with `text.spoken` or `text.speak`, and `wrap_rules` for the words of rules."""


class Marked(NullTranslations):
    """A translation as the program reads it, its sentences in brackets; what it leaves in English has none."""

    def __init__(self, spoken: Language, same: Collection[tuple[str | None, str]]) -> None:
        """Take what is spoken, and the sentences, each with its context, that are the same in English."""
        super().__init__()
        self._spoken, self._same = spoken.translations, same
        self.plural = spoken.plural_form

    def gettext(self, message: str) -> str:
        """Return the translation in brackets."""
        return self._marked(self._spoken.gettext(message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation that fits the count, in brackets."""
        return self._marked(self._spoken.ngettext(msgid1, msgid2, n), msgid1, msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a sentence with a context, in brackets."""
        return self._marked(self._spoken.pgettext(context, message), message, context=context)

    def _marked(self, said: str, *english: str, context: str | None = None) -> str:
        return said if said in english and (context, said) not in self._same else pseudo(said)


@cache
def marked_language(code: str) -> Language:
    """Return a language of the project, its sentences marked, as a variety of it: what is read in it is its own."""
    with (TRANSLATIONS / code / "LC_MESSAGES" / "scorekeeper.po").open("rb") as file:
        catalogue = read_po(file)
    same = {
        (message.context, english)
        for message in catalogue
        for english, said in zip(_forms(message.id), _forms(message.string), strict=False)
        if english == said
    }
    return Language(f"{code}_marked", Marked(compiled_language(code), same))


def _forms(text: str | Sequence[str]) -> Sequence[str]:
    return (text,) if isinstance(text, str) else text


def _in_pseudo(words: Any, key: str = "") -> Any:
    """Return words of the rules in brackets; what is only searched for, and names, stay."""
    if isinstance(words, dict):
        return {name: _in_pseudo(one, name) for name, one in words.items()}
    if isinstance(words, list | tuple):
        return [_in_pseudo(one, key) for one in words]
    return pseudo(words) if isinstance(words, str) and key not in ("also", "by") else words


def _with_pseudo(tables: Any) -> Any:
    """Return tables of the rules, or the texts of a book, with the words in the language in use in brackets."""
    if isinstance(tables, list):
        return [_with_pseudo(one) for one in tables]
    if not isinstance(tables, dict):
        return tables
    code = "en" if language() == PSEUDO else language().codes[-1]
    return {name: _in_pseudo(one) if name == code else _with_pseudo(one) for name, one in tables.items()}


def wrap_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the words of rules, rule books, rulings and questions be read with brackets in a language that has them."""
    read, translated = rule_words.read_toml, rule_packs.translated

    def read_toml(path: Path) -> Any:
        return (
            _with_pseudo(read(path)) if isinstance(language().translations, Pseudo | Marked) else read(path)
        )

    monkeypatch.setattr(rule_words, "read_toml", read_toml)
    for words in ("_wordings", "_flags"):
        monkeypatch.setattr(rule_words, words, {})  # nothing was read yet
    monkeypatch.setattr(rule_packs, "translated", lambda texts: translated(_with_pseudo(texts)))


ALLOWED = frozenset(
    {
        *("scorekeeper", "Chickenfoot", "Chickenlittle", "Mexican Train"),
        *("CSV", "HTML", "JSON", "Markdown", "PDF", "PNG", "SVG", "TOML", "Typst"),
        *(words for book in BOOKS for words in (book.title, *book.sources)),
        *(name for book in BOOKS for name in (book.id, book.rules.foot.call.replace("{n}", EXAMPLE))),
    }
)
"""What is the same in every language: names of products and formats, and what the authors of rule books wrote."""

_MACHINE = re.compile(
    r"(?<!\w)--?[a-z][\w-]*"  # options
    r"|\S*/\S*"  # folders
    r"|\b[a-z_-]+\.[a-z_-]+\b"  # keys of rules, names of files
)
_WORD = re.compile(r"[^\W\d_]{2,}")


def uncovered(text: str, allowed: Collection[str] = ()) -> list[str]:
    """Return the words of two letters or more that are neither translated nor the same in every language.

    `allowed` are words and phrases that are given, such as the names of players.

    >>> uncovered("⟦⟪Ana⟫ led by ⟪some⟫ points⟧ over Ben", {"Ana"})
    ['some', 'over', 'Ben']
    """
    left = " ".join("" if _is_cut(line) else line for line in "".join(_outside(text)).split("\n"))
    left = " ".join(left.split())
    if not _WORD.search(left):
        return []
    return _WORD.findall(_MACHINE.sub("\0", _phrases(left, allowed).sub("\0", left)))


def _phrases(text: str, allowed: Iterable[str]) -> re.Pattern[str]:
    """Return what finds everything in a text that is the same in every language, the longest first."""
    phrases = {" ".join(one.split()) for one in ALLOWED.union(allowed)} - {""}
    longest_first = sorted((one for one in phrases if one in text), key=len, reverse=True) or ["\0"]
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def _is_cut(line: str) -> bool:
    """Whether a line is the beginning of what the author of a rule book wrote, cut where the room ended."""
    begun = line.strip(" ✓").removesuffix("…")
    return line.endswith("…") and any(phrase.startswith(begun) for phrase in ALLOWED)


_BRACKETS = re.compile("([⟦⟪⟧⟫])")


def _outside(text: str) -> Iterator[str]:
    """Yield the pieces of a text that no sentence holds, with a gap between them."""
    around: list[str] = []
    for piece in _BRACKETS.split(text):
        if piece in ("⟦", "⟪"):
            around.append(piece)
        elif piece in ("⟧", "⟫"):
            del around[-1:]
        elif not around or around[-1] == "⟪":
            yield piece
            continue
        yield "\0"
