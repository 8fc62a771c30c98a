"""Every rule has its question and sentences, and none is stale."""

import re
from typing import Any, get_args

import pytest

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules.rulebook import RuleBook, is_optional, key_choices, key_types, read_value, value_of
from scorekeeper.rules.wording import SPECIAL, Wording, show_rule_value, source_sentence, table_rows
from tests.conftest import BOOKS, CLASSIC, FOOT_BOOKS, SHELF, TRAIN_BOOKS, by_cases, cases

PLACEHOLDERS = {"other": {"n"}, "formula": {"n"}, "table": {"rows"}}


def kinds(key: str) -> set[str]:
    """Return the kinds of value, other than words, that a key takes."""
    hint = key_types()[key]
    told = str(hint)
    found = {"true", "false"} if hint is bool else set()
    found |= {"absent"} if is_optional(key) else set()
    found |= {"table"} if "Mapping" in told else set()
    found |= {"formula"} if key == "deal.hand_size" else set()
    free = int in (hint, *get_args(hint)) or hint is str or key in ("set.sizes", "set.default", "set.players")
    return found | ({"other"} if free or key == "deal.hand_size" else set())


@pytest.mark.parametrize("key", key_types())
def test_every_value_of_every_key_has_a_sentence(key: str, words: Wording) -> None:
    """Words, numbers, tables, truths and absence: each kind that a key takes is told."""
    texts = words.keys[key].values
    wanted = set() if key in ("set.sizes", "set.default") else set(map(str, key_choices(key)))
    assert wanted | kinds(key) <= texts.keys()


@pytest.mark.parametrize("key", key_types())
def test_no_sentence_is_stale(key: str, words: Wording) -> None:
    """A sentence that no value can bring up is not kept."""
    takes_numbers = "other" in kinds(key)
    for word in words.keys[key].values:
        notable = takes_numbers and (re.fullmatch(r"-?\d+|\d+/n", word) or word == "")
        assert word in map(str, key_choices(key)) or word in kinds(key) or notable, word


def test_words_of_trains_are_of_the_same_values(words: Wording) -> None:
    """Where players have trains, no sentence speaks of a foot, a toe or Chickenlittle."""
    rules = TRAIN_BOOKS[0].rules
    spoken = words.under(rules)
    assert words.under(CLASSIC) is words
    assert spoken.chapters.keys() == words.chapters.keys()
    for key, text in words.keys.items():
        otherwise = text.otherwise["trains"].values.keys() if text.otherwise else set()
        assert otherwise <= text.values.keys()
        if words.matters(key, rules) or otherwise:
            said = (spoken.keys[key].name, spoken.keys[key].question, *spoken.keys[key].values.values())
            assert not [one for one in said if re.search(r"[Cc]hicken|\bfoot\b|\btoes?\b", one)]


def test_there_are_words_for_the_keys_and_nothing_else(words: Wording) -> None:
    """The rule book and the rules have the same keys."""
    assert words.keys.keys() == set(key_types())
    assert {text.chapter for text in words.keys.values()} == words.chapters.keys()


@pytest.mark.parametrize("key", key_types())
def test_sentences_are_whole(key: str, words: Wording) -> None:
    """A sentence begins large, ends with a stop and names only the facts that it gets."""
    text = words.keys[key]
    assert text.question[0].isupper()
    assert text.question.endswith("?")
    for word, sentence in text.values.items():
        assert sentence[0].isupper(), sentence
        assert sentence.endswith((".", '."')), sentence
        assert set(re.findall(r"{(\w+)}", sentence)) == PLACEHOLDERS.get(word, set()), sentence


@pytest.mark.parametrize("key", key_types())
def test_what_implies_a_rule_is_a_clause_about_one_of_its_values(key: str, words: Wording) -> None:
    """What shows a rule, whose custom it is, and how else it can be read follow other words in a sentence."""
    text = words.keys[key]
    assert text.implied.keys() | text.custom.keys() <= text.values.keys()
    for clause in (*text.custom.values(), *text.implied.values(), *text.readings.values()):
        assert clause[0].islower(), clause
        assert not clause.endswith("."), clause


@pytest.mark.parametrize("book", [SHELF.book(book) for book in SHELF.ids()], ids=lambda book: book.id)
def test_what_can_be_read_in_two_ways_has_its_other_reading(book: RuleBook, words: Wording) -> None:
    """A ruling under such a rule names it; the deal is no question for the judge."""
    for key in book.ambiguous - {"deal.hand_size"}:
        value = value_of(book.rules, key)
        other = words.keys[key].readings[str(value)]
        sentence = source_sentence(book, key, value, "ambiguous", words)
        assert sentence.endswith(
            f"the other reading, in which {other}, has to be agreed on before the next game."
        )


def test_no_two_values_of_a_key_sound_the_same(words: Wording) -> None:
    """Somebody who picks a sentence picks a value."""
    for text in words.keys.values():
        assert len(set(text.values.values())) == len(text.values)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_every_rule_of_every_book_can_be_said(book: Any, words: Wording) -> None:
    """No shipped value is without words, at any table it names."""
    for key in key_types():
        for sentence in words.sentences(key, value_of(book.rules, key)):
            assert "{" not in sentence
            assert sentence


def test_what_a_rule_needs_is_a_value_of_another_key(words: Wording) -> None:
    """Conditions name keys and words that exist."""
    for text in words.keys.values():
        for other, accepted in text.needs.items():
            assert set(accepted) <= set(map(str, key_choices(other)))


@pytest.mark.parametrize("case", cases("rule_words"), ids=lambda case: case.get("says") or case["at_table"])
def test_values_are_said_plainly(case: dict[str, Any], words: Wording) -> None:
    """Numbers, tables, calls and absence read as sentences; people at one table hear only what holds for them."""
    key, value = case["key"], read_value(case["key"], case["value"])
    if "at_table" in case:
        assert words.at_table(key, value, 9, 3) == (case["at_table"],)
    else:
        assert case["says"] in words.sentences(key, value)[0]


def test_a_rule_that_is_absent_is_said(words: Wording) -> None:
    """What happens then is a sentence like any other."""
    assert "Missing Chickenlittle a second time" in words.sentences("little.again", None)[0]


def test_a_list_is_said_word_by_word(words: Wording) -> None:
    """Each tie-break is a sentence of its own."""
    assert len(words.sentences("winning.ties", ("most-rounds-won", "share"))) == 2


def test_rows_with_the_same_number_are_said_together() -> None:
    """Neighbouring numbers of players join; others do not."""
    assert table_rows("yard.reserve", {"2": 2, "3": 1, "4": 1, "6": 1, "any": 0}) == (
        "2 with 2 players",
        "1 with 3 to 4",
        "1 with 6",
        "else 0",
    )
    assert show_rule_value("set.default", 12) == "double-twelve"


@by_cases
def test_rules_are_found_by_any_books_words(sought: str, key: str, words: Wording) -> None:
    """A player finds a rule by the word of the book they know."""
    assert key in words.find(sought)
    assert words.find("quantum") == ()


def test_a_rule_is_found_first_by_its_name(words: Wording) -> None:
    """Whoever searches for what a rule is called has it at the top, with its chapter."""
    for key, text in words.keys.items():
        found = words.find(text.name)
        assert (found[0], next(words.by_chapter(found))[1][0]) == (key, key), text.name


def test_a_rule_that_cannot_matter_is_known(words: Wording, shelf: Shelf) -> None:
    """A missing double is no matter where the double is laid out first."""
    assert not words.matters("start.missing", shelf.book("hastings").rules)
    assert words.matters("start.missing", shelf.book("ymi").rules)


def test_a_reason_is_told_with_its_facts(words: Wording) -> None:
    """The sentences of rulings have their facts filled in."""
    text = words.keys["start.toes"]
    spoken = type(text)(
        chapter="start", name="", question="", values={}, rulings={"short": "{double} has {n} toes"}
    )
    told = Wording(chapters={}, keys={"start.toes": spoken})
    assert told.ruling("start.toes", "short", {"double": "9-9", "n": 4}) == "9-9 has 4 toes."


def test_special_names_are_no_words_of_rules() -> None:
    """No rule has a word that the rule book uses for kinds of value."""
    assert not SPECIAL & {str(choice) for key in key_types() for choice in key_choices(key)}


def test_no_book_has_rules_of_the_other_game(words: Wording) -> None:
    """The rules of trains do not arise where nobody has one, nor toes of the start where nothing hangs on them."""
    needs = {key: text.needs.get("trains.ownership", ()) for key, text in words.keys.items()}
    of_feet = {key for key, accepted in needs.items() if accepted == ("none",)}
    of_trains = {key for key, accepted in needs.items() if accepted and "none" not in accepted}
    assert "start.toes" in of_feet
    assert len(of_trains) == 18
    for own, other, books in ((of_feet, of_trains, FOOT_BOOKS), (of_trains, of_feet, TRAIN_BOOKS)):
        assert all(words.matters(key, book.rules) for key in own for book in books)
        assert not any(words.matters(key, book.rules) for key in other for book in books)
