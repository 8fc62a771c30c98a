"""The rule book's words: for every key its question, for every value a plain sentence.

The words themselves are data (`rules/rulebook.toml`, read by `packs`); this module only finds the
right one. Rulings, set-up, sheets, `rules show` and the docs all speak through it.
"""

from collections.abc import Mapping

import msgspec

from scorekeeper.errors import Reason
from scorekeeper.rules import Value
from scorekeeper.tiles import Tile, show_tiles
from scorekeeper.words import any_of, in_words, listed, number_name


class RuleText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one key, in one language.

    `values` has a sentence per word; for numbers one per number or `other` with `{n}`; for tables
    `table` with `{rows}`; for truths `true` and `false`. `rulings` has a sentence per reason that a
    ruling under this key can give, with named placeholders.
    """

    chapter: str
    name: str
    question: str
    also: tuple[str, ...] = ()
    values: Mapping[str, str]
    rulings: Mapping[str, str] = {}


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """All words in one language; chapters in the order of play, as id -> heading."""

    chapters: Mapping[str, str]
    keys: Mapping[str, RuleText]

    def sentences(self, key: str, value: Value) -> tuple[str, ...]:
        """Return what a key's value means; one sentence, or one per word where it is a list."""
        if isinstance(value, (tuple, list)) and key != "set.sizes":
            return tuple(self._sentence(key, word) for word in value)
        return (self._sentence(key, value),)

    def _sentence(self, key: str, value: Value) -> str:
        texts = self.keys[key].values
        if isinstance(value, Mapping):
            return texts["table"].format(rows=rows(value))
        if isinstance(value, (tuple, list)):
            return texts["other"].format(n=", ".join(map(str, value)))
        word = str(value).lower() if isinstance(value, bool) else str(value)
        return (texts[word] if word in texts else texts["other"]).format(n=value)

    def ruling(self, key: str, reason: str, facts: Mapping[str, object]) -> str:
        """Return the sentence of one reason under a key, its placeholders filled with facts."""
        return self.keys[key].rulings[reason].format_map(facts)


def told(wording: Wording, reason: Reason) -> str:
    """Return a reason as its sentence."""
    return wording.ruling(
        reason.key, reason.id, {name: spelled(name, fact) for name, fact in reason.facts.items()}
    )


def spelled(name: str, fact: object) -> str:
    """Return a fact as a sentence has it.

    `number` and `numbers` are what tiles or ends show, other integers are counts.

    >>> spelled("toes", 4), spelled("number", 4), spelled("numbers", (2, 0))
    ('four', 'a four', 'a two or a blank')
    """
    if isinstance(fact, Tile):
        return str(fact)
    if isinstance(fact, int):
        return number_name(fact) if name == "number" else in_words(fact)
    if isinstance(fact, tuple):
        if name == "numbers":
            return any_of([number_name(number) for number in fact])
        return show_tiles(fact) if name == "hand" else listed([str(each) for each in fact])
    return str(fact)


def rows(table: Mapping[str, Value]) -> str:
    """Return a table of numbers as one line.

    >>> rows({"6": 5, "9": {"2": 21, "any": 7}})
    '6: 5; 9: 2: 21, any: 7'
    """
    parts = []
    for name, value in table.items():
        told = rows(value).replace(";", ",") if isinstance(value, Mapping) else value
        parts.append(f"{name}: {told}")
    return "; ".join(parts)
