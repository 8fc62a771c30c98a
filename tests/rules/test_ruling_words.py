"""Every reason that the engine can give has a sentence, and every sentence a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import scorekeeper
from scorekeeper.engine.reasons import Reason, reason_sentence
from scorekeeper.rules.rulebook import key_choices
from scorekeeper.rules.wording import ByCount, Wording

MODULES = (
    *("engine/setup", "engine/opening", "engine/turns", "engine/chickenlittle", "engine/play"),
    *(
        "judge/position",
        "judge/earlier_draws",
        "judge/questions/plays",
        "judge/questions/rounds",
        "judge/questions/events",
    ),
)
ENDINGS = ("ending.double_out", "scoring.out", "foot.uncloseable", "yard.empty")
"""Rules that can end a round; each has the sentence for whoever goes on all the same."""
CHOSEN = {
    "over": ENDINGS,
    "redraw": ("start.first_starter", "start.later_starter"),
    "needs-draw": ("start.first_starter", "start.later_starter"),
    "word": ("conduct.misplay",),
}
"""Reasons of which the code finds the key, or the id, only as it goes."""


def raised() -> Iterator[tuple[str, str]]:
    """Yield the key and the id of every reason in the code."""
    for module in MODULES:
        source = (Path(scorekeeper.__path__[0]) / f"{module}.py").read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Reason"):
                key, reason = node.args[:2]
                found = reason.value if isinstance(reason, ast.Constant) else getattr(reason, "attr", "")
                for each in [key.value] if isinstance(key, ast.Constant) else CHOSEN[str(found)]:
                    yield from ((str(each), word) for word in _words(str(each), str(found)))


def _words(key: str, reason: str) -> tuple[str, ...]:
    """Return the ids that a reason can have: where it is a rule's own word, all words of the rule."""
    return tuple(map(str, key_choices(key))) if reason == "word" else (reason,)


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
            "The starting double 9-9 has 4 of its 6 toes.",
        ),
        (
            Reason("turn.must_play", "needs-match", {"player": "Ben", "numbers": (5, 2, 0)}),
            "whether Ben holds a five, a two or a blank",
        ),
    ],
)
def test_facts_become_words(reason: Reason, sentence: str, words: Wording) -> None:
    """Counts are digits, and what tiles show is called as people call it."""
    assert reason_sentence(words, reason) == sentence


def test_sentences_are_whole(words: Wording) -> None:
    """A sentence ends with a full stop, but for the facts that a list of needs puts together."""
    for key, reason in sentences(words):
        found = words.keys[key].rulings[reason]
        for sentence in found.forms if isinstance(found, ByCount) else (found,):
            assert reason.startswith("needs") != sentence.endswith("."), (key, reason)
            assert all(name != "" for _text, name, _format, _kind in Formatter().parse(sentence))
