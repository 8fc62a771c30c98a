"""Reads the judge's questions in a player's words (`rules/questions.toml`).

Only words and the names of rules: what belongs to which question is `situations.FIELDS`, the answers are
found by `answers`.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from scorekeeper.errors import Malformed
from scorekeeper.system.files import read_toml
from scorekeeper.text import _

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
