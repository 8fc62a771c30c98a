"""Every reason that the engine can give has a sentence, and every sentence a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import scorekeeper
from scorekeeper.errors import Reason
from scorekeeper.rulebook import Wording
from scorekeeper.saying import told

MODULES = ("opening", "turns", "little", "play")
ENDINGS = ("ending.double_out", "scoring.out", "foot.uncloseable", "yard.empty")
"""Rules that can end a round; each has the sentence for whoever goes on all the same."""


def raised() -> Iterator[tuple[str, str]]:
    """Yield the key and the id of every reason in the code."""
    for module in MODULES:
        source = (Path(scorekeeper.__path__[0]) / f"{module}.py").read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Reason"):
                key, reason = node.args[:2]
                assert isinstance(reason, ast.Constant)
                for each in [key.value] if isinstance(key, ast.Constant) else ENDINGS:
                    yield str(each), str(reason.value)


def sentences(words: Wording) -> set[tuple[str, str]]:
    """Return the key and the id of every sentence."""
    return {(key, reason) for key, text in words.keys.items() for reason in text.rulings}


def test_every_reason_has_its_sentence_and_every_sentence_its_reason(words: Wording) -> None:
    """The engine and the rule book's words list the same reasons."""
    assert set(raised()) == sentences(words)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            Reason("start.toes", "incomplete", {"double": "9-9", "laid": 4, "toes": 6}),
            "The starting double 9-9 has four of its six toes.",
        ),
        (
            Reason("turn.must_play", "needs-match", {"player": "Ben", "numbers": (5, 2, 0)}),
            "whether Ben holds a five, a two or a blank",
        ),
    ],
)
def test_facts_become_words(reason: Reason, sentence: str, words: Wording) -> None:
    """Counts are words, and what tiles show is called as people call it."""
    assert told(words, reason) == sentence


def test_sentences_are_whole(words: Wording) -> None:
    """A sentence ends with a full stop, but for the facts that a list of needs puts together."""
    for key, reason in sentences(words):
        sentence = words.keys[key].rulings[reason]
        assert reason.startswith("needs") != sentence.endswith("."), (key, reason)
        assert all(name != "" for _text, name, _format, _kind in Formatter().parse(sentence))
