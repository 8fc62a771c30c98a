"""Every reason that the engine can give has a sentence, and every sentence a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import scorekeeper
from scorekeeper.engine.reasons import Reason, reason_clause, reason_sentence
from scorekeeper.rules.rulebook import key_choices
from scorekeeper.rules.wording import ByCount, Wording

ROOT = Path(scorekeeper.__path__[0])
MODULES = sorted(
    {*ROOT.glob("engine/**/*.py"), *ROOT.glob("judge/**/*.py")} - {ROOT / "engine" / "reasons.py"}
)
"""Where reasons are made of a key, an id and facts; `reasons` only passes them on."""
ENDINGS = ("ending.double_out", "ending.first_turn", "scoring.out", "foot.uncloseable", "yard.empty")
"""Rules that can end a round; each has the sentence for whoever goes on all the same."""
STARTERS = ("start.first_starter", "start.later_starter")
"""Rules that say who begins; each has the same reasons."""
CHOSEN = {
    "over": ENDINGS,
    "went-out": ("ending.double_out", "scoring.out"),
    **dict.fromkeys(("redraw", "most", "needs-draw", "needs-draw-still", "holds", "lays"), STARTERS),
    **dict.fromkeys(("found", "by-chance"), STARTERS),
    **dict.fromkeys(("highest", "needs-tile", "none-held"), STARTERS),
    "untold": ("scoring.out_on_double", "scoring.marker"),
    **dict.fromkeys(("higher-held", "higher-held-by", "needs-higher"), ("start.missing", "start.source")),
    **dict.fromkeys(
        ("must-cover", "cover-unable", "cover-unseen", "cover-unfit", "cover-unfit-unseen"),
        ("foot.lock", "foot.again"),
    ),
    "went-up": ("trains.marker_on",),
    "is-off": ("trains.marker_off",),
    "laid-already": ("turn.plays", "trains.first_turn"),
    "taken": ("start.toes", "foot.toes", "conduct.misplay"),
    **dict.fromkeys(
        ("bare", "incomplete", "was-bare", "was-incomplete", "bars-double"), ("start.toes", "foot.lock")
    ),
    **dict.fromkeys(("needs-plain", "must-follow"), ("foot.chain", "trains.first_turn_double")),
    **dict.fromkeys(
        ("bound-unable", "bound-unseen", "bound-unfit", "bound-unfit-unseen", "barred"),
        ("start.toes", "foot.lock"),
    ),
}
"""Reasons of which the code finds the key, or the id, only as it goes."""
BY_DOUBLE = ("unable", "unseen", "unfit", "unfit-unseen")
"""Why a tile cannot be laid while a double comes first: one that is bound to its foot, or one to cover."""
FORBIDS_NOTHING = ("any", "any-open", "any-turn")
"""Words of rules that are never a reason to refuse anything."""


def made() -> Iterator[ast.Call]:
    """Yield where the code makes a reason; a refusal for one that was made before is none."""
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            is_made = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Reason")
            if is_made and getattr(node.args[1], "attr", "") != "id":
                yield node


def called(reason: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield each key and id that a reason can have."""
    key, word = reason.args[:2]
    for found in _ids(word):
        for each in [key.value] if isinstance(key, ast.Constant) else CHOSEN[found]:
            yield from ((str(each), name) for name in _words(str(each), found))


def listed(reason: ast.Call) -> set[str]:
    """Return the facts of a reason that are named where it is made."""
    facts = [
        key.value
        for each in reason.args[2:]
        if isinstance(each, ast.Dict)
        for key in each.keys
        if isinstance(key, ast.Constant)
    ]
    return {str(name) for name in (*facts, *(each.arg for each in reason.keywords)) if name is not None}


def wanted(words: Wording, key: str, reason: str) -> set[str]:
    """Return the facts that a sentence needs."""
    clause = words.keys[key].rulings[reason]
    forms, count = (clause.forms, {clause.by}) if isinstance(clause, ByCount) else ((clause,), set[str]())
    return count | {name for form in forms for _text, name, _format, _kind in Formatter().parse(form) if name}


def _ids(reason: ast.expr) -> list[str]:
    """Return what a reason can be called where it is made: by name, by either of two, or by a rule's word."""
    if isinstance(reason, ast.IfExp):
        return [*_ids(reason.body), *_ids(reason.orelse)]
    if isinstance(reason, ast.JoinedStr):
        return [f"{double}-{why}" for double in ("bound", "cover") for why in BY_DOUBLE]
    return [str(reason.value) if isinstance(reason, ast.Constant) else getattr(reason, "attr", "")]


def _words(key: str, reason: str) -> tuple[str, ...]:
    """Return the ids that a reason can have: where it is a rule's own word, all words of the rule."""
    if reason not in ("word", "order", "announce", "public_start", "first_turn_place"):
        return (reason,)
    return tuple(str(word) for word in key_choices(key) if word not in FORBIDS_NOTHING)


def sentences(words: Wording) -> set[tuple[str, str]]:
    """Return the key and the id of every sentence."""
    return {(key, reason) for key, text in words.keys.items() for reason in text.rulings}


def test_every_reason_has_its_sentence_and_every_sentence_its_reason(words: Wording) -> None:
    """The engine and the rule book's words list the same reasons."""
    assert {each for reason in made() for each in called(reason)} == sentences(words)


def test_no_reason_has_a_fact_that_none_of_its_sentences_says(words: Wording) -> None:
    """Each fact that is named where a reason is made has its place in one of the sentences that it can become."""
    for reason in made():
        said = set[str]().union(*(wanted(words, *each) for each in called(reason)))
        assert listed(reason) <= said, ast.unparse(reason)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            Reason("start.toes", "incomplete", {"double": "9-9", "laid": 4, "toes": 6}),
            "the starting double 9-9 has 4 of its 6 toes, and until it has them all, nothing is laid elsewhere",
        ),
        (
            Reason("turn.must_play", "needs-match", {"player": "Ben", "numbers": (5, 2, 0)}),
            "whether Ben holds a five, a two or a blank",
        ),
    ],
)
def test_facts_become_words(reason: Reason, sentence: str, words: Wording) -> None:
    """Counts are digits, and what tiles show is called as people call it."""
    assert reason_clause(words, reason) == sentence


def test_a_reason_follows_because_or_stands_alone(words: Wording) -> None:
    """Alone it begins with a capital, unless with a name or a tile, and ends with a full stop."""
    incomplete = Reason("foot.toes", "lacks", {"double": "6-6", "laid": 1, "toes": 3})
    assert (
        reason_clause(words, incomplete)
        == "6-6 has 1 of its 3 toes, and the tile on which it was laid is not one of them"
    )
    nothing = Reason("yard.empty", "nothing-left", {})
    assert reason_clause(words, nothing) == "the yard is empty"
    assert reason_sentence(words, nothing) == "The yard is empty."


def test_reasons_can_follow_because(words: Wording) -> None:
    """None begins with a capital or ends with a full stop, and every placeholder has a name."""
    for key, reason in sentences(words):
        found = words.keys[key].rulings[reason]
        for clause in found.forms if isinstance(found, ByCount) else (found,):
            assert not clause[0].isupper(), (key, reason)
            assert not clause.endswith("."), (key, reason)
            assert all(name != "" for _text, name, _format, _kind in Formatter().parse(clause))
