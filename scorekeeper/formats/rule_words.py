"""Reads the words of the rules and of the judge's questions in one language: chapters, terms, sentences, answers.

What is done with the words of rules is up to `Wording`; nothing here knows a rule's value.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.errors import Malformed
from scorekeeper.rules import RuleText, Wording, flatten_tables
from scorekeeper.system import parse_toml, read_text, read_toml
from scorekeeper.text import _

WORDS_FORMAT = "scorekeeper-rulebook/1"
RULINGS_FORMAT = "scorekeeper-rulings/1"


def wording(shipped: Path, language: str = "en", only: Collection[str] | None = None) -> Wording:
    """Read the rule book's words in one language.

    Of all keys or, which is quicker, only of some, and then without the sentences of rulings.
    """
    path = shipped / "rulebook.toml"
    data = read_toml(path) if only is None else parse_toml(_tables_of(read_text(path), only).encode())
    if data.pop("format", None) != WORDS_FORMAT:
        raise Malformed(_("this is no rule book of words"), str(path))
    chapters = {chapter["id"]: chapter[language] for chapter in data.pop("chapter")}
    terms = {term[language]: tuple(term["also"]) for term in data.pop("term", ())}
    rulings = _rulings(shipped, language) if only is None else {}
    keys = {
        key: {
            "chapter": text["chapter"],
            "needs": text.get("needs", {}),
            "rulings": rulings.get(key, {}),
            **text[language],
        }
        for key, text in flatten_tables(data).items()
    }
    return Wording(chapters=chapters, terms=terms, keys=msgspec.convert(keys, dict[str, RuleText]))


def _tables_of(text: str, keys: Collection[str]) -> str:
    """Return the beginning of the words' file, its chapters and the tables of some keys."""
    head, *tables = text.replace("\r\n", "\n").split("\n[")
    wanted = (table for table in tables if table.startswith("[chapter]]") or _key_of(table) in keys)
    return "\n[".join([head, *wanted])


def _key_of(table: str) -> str:
    """Return the key that a table such as `scoring.out.en.values]` belongs to."""
    return ".".join(table[: table.index("]")].split(".")[:2])


def _rulings(shipped: Path, language: str) -> dict[str, Any]:
    """Read the sentences of rulings in one language."""
    path = shipped / "rulings.toml"
    data = read_toml(path)
    if data.pop("format", None) != RULINGS_FORMAT:
        raise Malformed(_("these are no sentences of rulings"), str(path))
    return {key: text[language]["rulings"] for key, text in flatten_tables(data).items()}


FORMAT = "scorekeeper-questions/1"


class AskText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one question, in one language."""

    question: str
    fill: str
    """What to fill in."""
    answers: Mapping[str, str]
    """What each answer, or else each verdict, is called; `other` is any number."""
    keys: tuple[str, ...]
    """The rules that can decide it, the most usual first."""
    example: str
    """The situation that serves as an example."""


def questions(shipped: Path, language: str = "en") -> Mapping[str, AskText]:
    """Return the words of every question, in the order in which they are offered.

    Raises Malformed if the file is none of ours.
    """
    path = shipped / "questions.toml"
    data = read_toml(path)
    if data.pop("format", None) != FORMAT:
        raise Malformed(_("these are no questions for the judge"), str(path))
    texts = {
        ask: {"keys": text["keys"], "example": text["example"], **text[language]}
        for ask, text in data.items()
    }
    return msgspec.convert(texts, dict[str, AskText])
