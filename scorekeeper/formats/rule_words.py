"""Reads the words of the games, the rules and the judge's questions: names, chapters, terms, sentences, answers.

They are read in the language in use, entry by entry; what is not translated stays English. What is done with
the words of rules is up to `Wording`; nothing here knows a rule's value.
"""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from scorekeeper.errors import Malformed, at_place
from scorekeeper.rules import (
    LAYOUTS,
    AskedOtherwise,
    AskText,
    ByCount,
    GameText,
    RuleText,
    Wording,
    flatten_tables,
)
from scorekeeper.system import read_toml, shipped_folder
from scorekeeper.text import ENGLISH, _, folded, join_or, language, ngettext

WORDS_FORMAT = "scorekeeper-rulebook/1"
RULINGS_FORMAT = "scorekeeper-rulings/1"
QUESTIONS_FORMAT = "scorekeeper-questions/1"
GAMES_FORMAT = "scorekeeper-games/1"

SECTIONS: Mapping[str, str] = {layout.words: layout.name for layout in LAYOUTS.values() if layout.words}
"""The sections with what is said otherwise of a layout, and its name."""

_SOUGHT = re.compile(r"[^\W\d_]{3,}")

_BEGUN = 0.9
"""How much a word counts that only begins as one that is known."""

_OF_RULE = 0.2
"""What a word counts for a rule beside a question that is asked with facts."""

PLURALS = ("zero", "one", "two", "few", "many", "other")
"""What the forms of a sentence are called that depends on a count, in the order of every language."""


_wordings: dict[str, Wording] = {}
_flags: dict[str, dict[str, str]] = {}


def shipped_wording() -> Wording:
    """Return the words of all rules in the language in use, each language read once."""
    code = language().code
    if code not in _wordings:
        _wordings[code] = wording(shipped_folder("rules"))
    return _wordings[code]


def wording(shipped: Path) -> Wording:
    """Read the rule book's words in the language in use."""
    data = _read(shipped / "rulebook.toml", WORDS_FORMAT)
    listed = data.pop("chapter")
    chapters = {chapter["name"]: translated(chapter) for chapter in listed}
    other_chapters = {
        layout: {chapter["name"]: translated(chapter[words]) for chapter in listed if words in chapter}
        for words, layout in SECTIONS.items()
    }
    terms = {term["name"]: tuple(term["also"]) for term in map(translated, data.pop("term", ()))}
    rulings = _rulings(shipped)
    texts = {
        key: {"chapter": text["chapter"], "needs": text.get("needs", {}), **_by_layout(translated(text))}
        for key, text in flatten_tables(data).items()
    }
    keys = {
        key: msgspec.structs.replace(text, rulings=rulings.get(key, {}))
        for key, text in msgspec.convert(texts, dict[str, RuleText]).items()
    }
    return Wording(
        chapters=chapters, other_chapters=other_chapters, terms=terms, keys=keys, games=read_games(shipped)
    )


def _read(path: Path, right: str) -> dict[str, Any]:
    """Read a file of words. Raises Malformed for another format."""
    data = read_toml(path)
    if data.pop("format", None) != right:
        raise Malformed(_("This file does not begin with the format “{right}”.", right=right), str(path))
    return data


def codes_to_read() -> tuple[str, ...]:
    """Return the codes of the languages to read, the one in use last: each takes the place of those before it."""
    return tuple(dict.fromkeys((ENGLISH.code, *reversed(language().codes))))


def translated(texts: Mapping[str, Any]) -> Any:
    """Return a text in the language in use, of texts by language; what is missing, from its parent or English.

    >>> translated({"en": {"name": "Ties", "also": []}, "es": {"name": "Empates"}})
    {'name': 'Ties', 'also': []}
    """
    return reduce(_overlaid, (texts[code] for code in codes_to_read() if code in texts))


def _overlaid(base: Any, top: Any) -> Any:
    """Return one text with what another says in the place of its own, table by table."""
    if not (isinstance(base, Mapping) and isinstance(top, Mapping)):
        return top
    return {**base, **{name: _overlaid(base[name], top[name]) if name in base else top[name] for name in top}}


def read_games(shipped: Path) -> Mapping[str, GameText]:
    """Return what every game is called, and its emblem, by its id, in the order of listing."""
    games = {
        game: {"emblem": text["emblem"], "needs": text["needs"], **translated(text)}
        for game, text in _read(shipped / "games.toml", GAMES_FORMAT).items()
    }
    return msgspec.convert(games, dict[str, GameText])


def _by_layout(text: Mapping[str, Any], also: Mapping[str, Any] = {}) -> dict[str, Any]:
    """Return words with what each layout says otherwise under its name, with what it says in all languages."""
    otherwise = {
        layout: {**text.get(words, {}), **also.get(words, {})}
        for words, layout in SECTIONS.items()
        if words in text or words in also
    }
    return {**{name: value for name, value in text.items() if name not in SECTIONS}, "otherwise": otherwise}


def _rulings(shipped: Path) -> dict[str, Mapping[str, str | ByCount]]:
    """Read the sentences of rulings in the language in use."""
    path = shipped / "rulings.toml"
    data = _read(path, RULINGS_FORMAT)
    with at_place(str(path)):
        return {
            key: translated(
                {code: dict(_sentences(key, code, text[code])) for code in codes_to_read() if code in text}
            )
            for key, text in flatten_tables(data).items()
        }


def _sentences(key: str, code: str, text: Mapping[str, Any]) -> Iterator[tuple[str, str | ByCount]]:
    """Yield the reasons under a key and their sentences in one language."""
    for reason, sentence in text["rulings"].items():
        with at_place(f"{key}.{code}.rulings.{reason}"):
            yield reason, sentence if isinstance(sentence, str) else _by_count(sentence, code)


def _by_count(sentence: Mapping[str, str], code: str) -> ByCount:
    """Return a sentence with its forms. Raises Malformed if a form is missing, or what is counted."""
    spoken = ENGLISH if code == ENGLISH.code else language()
    forms = tuple(sentence[name] for name in PLURALS if name in sentence)
    if len(forms) != spoken.plural_forms:
        raise Malformed(
            ngettext(
                "{count} form is needed in this language, among {names}.",
                "{count} forms are needed in this language, among {names}.",
                spoken.plural_forms,
                names=join_or(PLURALS),
            )
        )
    counted = sentence.get("by", "")
    if not any(counted == name for form in forms for _text, name, _format, _kind in Formatter().parse(form)):
        raise Malformed(_("The fact that is counted must be named in a form."), "by")
    return ByCount(counted, forms, spoken)


def questions(shipped: Path) -> Mapping[str, AskText]:
    """Return the words of every question in the language in use, in the order of the app.

    Raises Malformed if the file has another format.
    """
    data = _read(shipped / "questions.toml", QUESTIONS_FORMAT)
    del data["flags"]
    facts = {name: translated(words) for name, words in data.pop("facts").items()}
    texts = {}
    for ask, text in data.items():
        words = _by_layout(translated(text), text)
        named = {**facts, **words.get("facts", {})}
        texts[ask] = {**words, "facts": named, "keys": text["keys"], "example": text["example"]}
    return msgspec.convert(texts, dict[str, AskText])


def flag_words(flag: str) -> str:
    """Return what a flag of a fact says in help, in the language in use; each language is read once."""
    code = language().code
    if code not in _flags:
        texts = _read(shipped_folder("rules") / "questions.toml", QUESTIONS_FORMAT)["flags"]
        _flags[code] = {name: translated(words) for name, words in texts.items()}
    return _flags[code][flag]


def rule_questions(words: Wording) -> Mapping[str, AskText]:
    """Return the words of the question that asks for a rule, by the rule's key; its sentence is the answer."""
    sentence = {"other": "{reason}"}
    return {
        key: AskText(
            question=text.question,
            fill="",
            words=" ".join((text.name, *text.also)),
            phrases=text.also,
            answers=sentence,
            statements=sentence,
            keys=(key,),
            example="",
            otherwise={
                name: AskedOtherwise(question=other.question) for name, other in text.otherwise.items()
            },
        )
        for key, text in words.keys.items()
    }


def every_question() -> Mapping[str, AskText]:
    """Return the words of every question in the language in use, those that ask for a rule at last."""
    return {**questions(shipped_folder("rules")), **rule_questions(shipped_wording())}


def find_questions(
    texts: Mapping[str, AskText], sought: str, of_rules: Mapping[str, AskText] = {}
) -> tuple[str, ...]:
    """Return the questions that any of these words can mean, the likeliest first.

    A word counts the more the fewer questions it can mean, and little for a rule; what people say in several words
    counts by their number where all of them are there.
    """
    weights: dict[str, float] = {}
    every = {**texts, **of_rules}
    known_as = {ask: f"{text.question} {text.words}" for ask, text in texts.items()}
    known_as |= {key: text.words for key, text in of_rules.items()}
    words = {ask: _SOUGHT.findall(folded(known)) for ask, known in known_as.items()}
    for word in _SOUGHT.findall(folded(sought)):  # or what it begins or begins with
        meant = [ask for ask, known in words.items() if any(_is_meant(word, other) for other in known)]
        asks = sum(ask in texts for ask in meant)
        for ask in meant:
            worth = 1 / asks if ask in texts else _OF_RULE / len(meant)
            weights[ask] = weights.get(ask, 0) + worth * (1 if word in words[ask] else _BEGUN)
    for ask, text in every.items():
        phrases = (phrase for phrase in text.phrases if " " in phrase and folded(phrase) in folded(sought))
        weights[ask] = weights.get(ask, 0) + sum(len(phrase.split()) for phrase in phrases)
    return tuple(sorted(filter(weights.get, every), key=lambda ask: -weights[ask]))


def _is_meant(word: str, known: str) -> bool:
    return known.startswith(word) or (len(known) > 2 and word.startswith(known))
