"""The rule book's words: a question for every key, a plain sentence for every value.

The words are data in `rules/rulebook.toml`, read by `formats`; this module finds the right one. Rulings,
set-up choices, sheets, `rules show` and the docs all take their sentences from here.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import groupby

import msgspec
from msgspec.structs import replace

from scorekeeper.rules.rulebook import Basis, RuleBook, value_of
from scorekeeper.rules.schema import ANY, SIZED_TABLES, Rules, Value
from scorekeeper.rules.tables import row_for_table
from scorekeeper.text import (
    N_,
    Language,
    _,
    folded,
    join_and,
    join_or,
    join_with_commas,
    number_name,
    pgettext,
)
from scorekeeper.tiles import set_name

SPECIAL = frozenset({"other", "table", "formula", "true", "false", "absent"})
"""Names under `values` that are no words of a rule but kinds of value."""

SET_KEYS = frozenset({"set.sizes", "set.default"})
"""Keys whose numbers are sets of dominoes."""

EXAMPLE = "4"
"""The double that shows how a call such as `Chicken {n}` sounds."""


class ByCount(msgspec.Struct, frozen=True):
    """A sentence that has a form for each kind of count."""

    by: str
    """The fact that is counted."""
    forms: tuple[str, ...]
    """As many as the language has, in its own order."""
    language: Language

    def fitting(self, facts: Mapping[str, object]) -> str:
        """Return the form for these facts."""
        count = facts[self.by]
        assert isinstance(count, int)
        return self.forms[self.language.plural_form(count)]


class OtherText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said in other words of one layout; the rest is said as it is of feet."""

    name: str = ""
    question: str = ""
    values: Mapping[str, str] = {}


class FactWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a fact of a dispute is called, and what to type, with an example; {one}, {two}, {player} are players."""

    label: str
    hint: str


class AskedOtherwise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said in other words of a question under one layout; the rest is said as it is of feet."""

    question: str = ""
    fill: str = ""
    answers: Mapping[str, str] = {}
    statements: Mapping[str, str] = {}
    keys: tuple[str, ...] = ()
    example: str = ""


class AskText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one question, in one language."""

    question: str
    fill: str
    """What to fill in."""
    words: str = ""
    """Other words that people use for it, with spaces between them."""
    phrases: tuple[str, ...] = ()
    """What people say for it in several words, and what they call the rule that it asks for."""
    answers: Mapping[str, str]
    """The label of each answer, or of each verdict; `other` is any number."""
    statements: Mapping[str, str]
    """Each answer as a whole sentence, about the `{player}`, `{tile}` or `{double}` of the question."""
    keys: tuple[str, ...]
    """The rules that can decide it, the most frequent first."""
    example: str
    """The name of the example situation."""
    otherwise: Mapping[str, AskedOtherwise] = {}
    """What is said in other words, by the name of the layout."""
    facts: Mapping[str, FactWords] = {}
    """What each fact is called, and what to type for it."""

    def under(self, rules: Rules) -> "AskText":
        """Return the words for a table with these rules: under some layouts, some are others."""
        if (here := self.otherwise.get(rules.layout.name)) is None:
            return self
        changed = {name: value for name, value in msgspec.structs.asdict(here).items() if value}
        for name in ("answers", "statements"):
            changed[name] = {**getattr(self, name), **getattr(here, name)}
        return replace(self, **changed)


class RuleText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one key, in one language.

    `values` has a sentence per word; for numbers one per number or `other` with `{n}`; for tables
    `table` with `{rows}`; for formulas `formula` with `{n}`; for truths `true` and `false`; for a rule
    that a table may do without `absent`. `implied` has for some of these words a clause: what in a rule book that
    does not say it outright shows that this is meant. `custom` has clauses as well: whose custom it is
    where a rule book is silent. `readings` has as clauses the other way in which a book can be read that is not
    clear. `rulings` has a clause per reason that a ruling under this
    key can give, with named placeholders. `needs` says under which values of other keys this one
    matters at all.
    """

    chapter: str
    name: str
    question: str
    also: tuple[str, ...] = ()
    values: Mapping[str, str]
    implied: Mapping[str, str] = {}
    custom: Mapping[str, str] = {}
    readings: Mapping[str, str] = {}
    rulings: Mapping[str, str | ByCount] = {}
    needs: Mapping[str, tuple[str, ...]] = {}
    otherwise: Mapping[str, OtherText] = {}
    """What is said in other words, by the name of the layout."""

    def under(self, layout: str) -> "RuleText":
        """Return the words of a layout."""
        here = self.otherwise.get(layout, OtherText())
        return replace(
            self,
            name=here.name or self.name,
            question=here.question or self.question,
            values={**self.values, **here.values},
        )


class GameText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game is called, its emblem, and the values of keys under which a table plays it."""

    name: str
    emblem: str
    """A drawing in SVG."""
    needs: Mapping[str, tuple[str, ...]]

    def is_played(self, rules: Rules) -> bool:
        """Whether a table with these rules plays this game."""
        return _met(self.needs, rules)


def game_played(games: Mapping[str, GameText], rules: Rules) -> str:
    """Return the id of the game that a table with these rules plays, whatever has become of its rule book."""
    return next(game for game, text in games.items() if text.is_played(rules))


class Wording(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All words in one language; chapters in the order of play, as id -> heading."""

    chapters: Mapping[str, str]
    other_chapters: Mapping[str, Mapping[str, str]] = {}
    """Headings that are others, by the name of the layout."""
    keys: Mapping[str, RuleText]
    terms: Mapping[str, tuple[str, ...]] = {}
    """The glossary: our word -> what other rule books call it."""
    games: Mapping[str, GameText] = {}
    """Every game by its id."""

    def game(self, rules: Rules) -> GameText:
        """Return the game that a table with these rules plays."""
        return self.games[game_played(self.games, rules)]

    def under(self, rules: Rules) -> "Wording":
        """Return the words for a table with these rules: under some layouts, some are others."""
        return self._otherwise.get(rules.layout.name, self)

    @cached_property
    def _otherwise(self) -> Mapping[str, "Wording"]:
        return {
            layout: replace(
                self,
                chapters={**self.chapters, **chapters},
                keys={key: text.under(layout) for key, text in self.keys.items()},
            )
            for layout, chapters in self.other_chapters.items()
        }

    def sentences(self, key: str, value: Value) -> tuple[str, ...]:
        """Return what a key's value means; one sentence, or one per word where it is a list."""
        if isinstance(value, (tuple, list)) and key not in SET_KEYS:
            return tuple(self._sentence(key, word) for word in value)
        return (self._sentence(key, value),)

    def at_table(self, key: str, value: Value, set_size: int, players: int) -> tuple[str, ...]:
        """Return what a key's value means for one set and number of players.

        Raises Malformed if the value is a table without a row for them.
        """
        if isinstance(value, Mapping):
            value = row_for_table(key, value, set_size, players)
            return (self._sentence(key, value),)
        return self.sentences(key, value)

    def _sentence(self, key: str, value: Value) -> str:
        texts = self.keys[key].values
        if isinstance(value, Mapping):
            if value.keys() != {ANY} or isinstance(value[ANY], Mapping):
                return texts["table"].format(rows="; ".join(table_rows(key, value)))
            value = value[ANY]
        if value is None:
            return texts["absent"]
        word = value_word(value)
        if word in texts and (isinstance(value, bool) or word not in SPECIAL):
            return texts[word]
        if "formula" in texts and isinstance(value, str):
            return texts["formula"].format(n=value.removesuffix("/n"))
        return texts["other"].format(n=show_rule_value(key, value))

    def ruling(self, key: str, reason: str, facts: Mapping[str, object]) -> str:
        """Return one reason under a key as a sentence, its placeholders filled with facts in words."""
        clause, shown = self._clause(key, reason, facts)
        return _("{clause}.", clause=(clause[:1].upper() + clause[1:]).format_map(shown))

    def because(self, key: str, reason: str, facts: Mapping[str, object]) -> str:
        """Return one reason under a key as the clause that follows “because”."""
        clause, shown = self._clause(key, reason, facts)
        return clause.format_map(shown)

    def _clause(self, key: str, reason: str, facts: Mapping[str, object]) -> tuple[str, dict[str, str | int]]:
        clause, shown = (
            self.keys[key].rulings[reason],
            {name: shown_fact(name, facts[name]) for name in facts},
        )
        return clause.fitting(shown) if isinstance(clause, ByCount) else clause, shown

    def matters(self, key: str, rules: Rules) -> bool:
        """Return whether a key makes any difference under these rules."""
        return _met(self.keys[key].needs, rules)

    def settling(self, key: str, rules: Rules) -> str:
        """Return the key that settles a rule's question: its own, or the one by which it makes no difference."""
        needs = self.keys[key].needs.items()
        unmet = next((need for need, accepted in needs if not _met({need: accepted}, rules)), None)
        return key if unmet is None else self.settling(unmet, rules)

    def chapter(self, chapter: str) -> tuple[str, ...]:
        """Return the keys of one chapter, in the order of play."""
        return tuple(key for key, text in self.keys.items() if text.chapter == chapter)

    def by_chapter(self, keys: Collection[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield keys under the headings of their chapters, the chapter of the first key first."""
        for chapter in dict.fromkeys(self.keys[key].chapter for key in keys):
            yield self.chapters[chapter], [key for key in keys if self.keys[key].chapter == chapter]

    def find(self, sought: str) -> tuple[str, ...]:
        """Return the keys that a player could mean by some words, in any book's language.

        Those that are called so come first, then those whose question has the words.

        >>> Wording(chapters={}, keys={}).find("boneyard")
        ()
        """
        ours = [term for term, also in self.terms.items() if _holds((term, *also), sought)]
        matches = [
            key
            for key, text in self.keys.items()
            if any(
                _holds((key, text.name, text.question, *text.also, *text.values.values()), word)
                for word in (sought, *ours)
            )
        ]
        return tuple(sorted(matches, key=lambda key: self._remoteness(key, folded(sought.strip()))))

    def _remoteness(self, key: str, sought: str) -> int:
        """Return 0 for a rule that is called so, 1 for one whose name or question has the words, else 2."""
        text = self.keys[key]
        if sought in map(folded, (text.name, *text.also)):
            return 0
        return 1 if _holds((text.name, text.question), sought) else 2


def value_word(value: Value) -> str:
    """Return the word that stands for a rule's value.

    >>> value_word(25), value_word(True), value_word(None), value_word((2, 8))
    ('25', 'true', 'absent', '2, 8')
    """
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value))
    return "absent" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def shown_fact(name: str, fact: object) -> str | int:
    """Return a fact as a sentence has it.

    `number` and `numbers` are what tiles or ends show; other integers are counts, which can decide the
    form of the sentence. Of `numbers`, `doubles` and `choices` any one is meant.

    >>> shown_fact("toes", 4), shown_fact("number", 4), shown_fact("numbers", (2, 0))
    (4, 'a four', 'a two or a blank')
    """
    if isinstance(fact, int):
        return number_name(fact) if name == "number" else fact
    if type(fact) is not tuple:
        return str(fact)
    if name == "numbers":
        return join_or([number_name(number) for number in fact])
    if name == "doubles":
        return join_or([pgettext("any one of several doubles", "{double}", double=double) for double in fact])
    return (join_or if name == "choices" else join_and)([str(item) for item in fact])


def _met(needs: Mapping[str, tuple[str, ...]], rules: Rules) -> bool:
    return all(str(value_of(rules, key)) in accepted for key, accepted in needs.items())


def _holds(texts: tuple[str, ...], sought: str) -> bool:
    return any(folded(sought.strip()) in folded(text) for text in texts)


def show_rule_value(key: str, value: Value) -> str:
    """Return a value as a sentence names it: sets by name, from-to, a call by its example.

    >>> show_rule_value("set.sizes", [6, 9]), show_rule_value("set.players", (2, 8))
    ('double-six and double-nine', '2 to 8')
    >>> show_rule_value("foot.call", "Chicken {n}")
    'Chicken 4'
    """
    if key in SET_KEYS:
        return join_and([set_name(size) for size in (value if isinstance(value, (tuple, list)) else [value])])
    if isinstance(value, (tuple, list)):
        return _span(*value)
    if isinstance(value, str) and value.endswith("/n"):
        return _("{n} divided by the number of players", n=value.removesuffix("/n"))
    if value == "per-player":
        return _("one per player")
    return str(value).replace("{n}", EXAMPLE)


def _span(least: int, most: int) -> str:
    return str(most) if least == most else _("{least} to {most}", least=least, most=most)


def table_rows(key: str, table: Mapping[str, Value]) -> tuple[str, ...]:
    """Return a table row by row, in words.

    >>> table_rows("deal.hand_size", {"6": 5, "9": {"2": 21, "3": 14, "4": 14, "any": 7}, "any": 8})
    ('double-six: 5', 'double-nine: 21 with 2 players, 14 with 3 to 4, else 7', 'otherwise 8')
    """
    if key not in SIZED_TABLES:
        return tuple(_by_players(key, table))
    sentences = []
    for row, value in table.items():
        words = (
            join_with_commas(list(_by_players(key, value)))
            if isinstance(value, Mapping)
            else show_rule_value(key, value)
        )
        if row == ANY:
            sentences.append(_("otherwise {n}", n=words))
        else:
            sentences.append(_("{name}: {n}", name=set_name(int(row)), n=words))
    return tuple(sentences)


def _by_players(key: str, table: Mapping[str, Value]) -> Iterator[str]:
    numbered = sorted((int(row), value) for row, value in table.items() if row != ANY)
    sentence = N_("{n} with {players} players")
    # Neighbours with the same value keep the same distance between their number and their place.
    for (value, _distance), run in groupby(
        enumerate(numbered), key=lambda entry: (entry[1][1], entry[1][0] - entry[0])
    ):
        seats = [players for _index, (players, _value) in run]
        yield _(sentence, n=show_rule_value(key, value), players=_span(seats[0], seats[-1]))
        sentence = N_("{n} with {players}")
    if ANY in table:
        yield _("else {n}", n=show_rule_value(key, table[ANY]))


def source_sentence(book: RuleBook, key: str, value: Value, basis: Basis, wording: Wording) -> str:
    """Return how sure it is that a rule with this basis is the book's own."""
    if base := book.kept_from(key):
        return _("“{book}” keeps {base} here.", book=book.title, base=base)
    text = wording.keys[key]
    if book.is_collected and not text.custom.get(str(value)):
        return _("This is how it is usually played.")
    word = str(value)
    implied, custom, other = (words.get(word, "") for words in (text.implied, text.custom, text.readings))
    sentences = {
        "stated": N_("“{book}” says so."),
        "inferred": N_("“{book}” implies it without saying so: {implied}.")
        if implied
        else N_("“{book}” implies it without saying so."),
        "ambiguous": N_(
            "“{book}” is not clear here; the other reading, in which {other},"
            " has to be agreed on before the next game."
        )
        if other
        else N_("“{book}” is not clear here; another reading has to be agreed on before the next game."),
        "unstated": N_("“{book}” does not say; {custom}.")
        if custom
        else N_("“{book}” does not say; this is how it is usually played."),
    }
    return _(sentences[basis], book=book.title, implied=implied, custom=custom, other=other)
