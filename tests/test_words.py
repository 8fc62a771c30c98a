"""Words come in the language in use, as whole sentences."""

import asyncio
import re
from gettext import NullTranslations

import pytest

from scorekeeper import text
from scorekeeper.errors import Malformed
from scorekeeper.game.names import find_player
from scorekeeper.game.notation import WentOut, parse_entry
from scorekeeper.judge.facts import FACTS
from scorekeeper.judge.kinds import deed_word
from scorekeeper.judge.told import FactContext
from tests.catalogues import language_of, speaking
from tests.conftest import by_cases, case_file


class Shouting(NullTranslations):
    """A language in which everything is loud."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the message, loudly."""
        return super().ngettext(msgid1, msgid2, n).upper()


LOUD = text.Language("loud", Shouting())


def test_words_follow_the_language_in_use() -> None:
    """A language can be used for a while; then the one before is used again."""
    with text.spoken(LOUD):
        assert text.ngettext("pass", "passes", 1) == "PASS"
    assert text.ngettext("pass", "passes", 1) == "pass"


def test_two_tasks_may_use_two_languages_at_once() -> None:
    """What one task chooses for a while, another does not hear."""

    async def pass_in(chosen: text.Language) -> str:
        with text.spoken(chosen):
            await asyncio.sleep(0)  # the other one chooses now
            return text.ngettext("pass", "passes", 1)

    async def both() -> list[str]:
        return await asyncio.gather(pass_in(LOUD), pass_in(text.ENGLISH))

    assert asyncio.run(both()) == ["PASS", "pass"]


def test_what_is_chosen_for_the_process_is_heard_where_nothing_else_was_chosen() -> None:
    """A task that runs already hears it at once, and so does a thread; one that chose for a while does not."""

    def said() -> str:
        return text.ngettext("pass", "passes", 1)

    async def choose() -> list[str]:
        running = asyncio.create_task(asyncio.sleep(0, said))
        with speaking(LOUD):
            heard = [(await running)(), await asyncio.to_thread(said)]
            with text.spoken(text.ENGLISH):
                heard.append(said())
                with text.spoken(None):
                    heard.append(said())
        return [*heard, said()]

    assert asyncio.run(choose()) == ["PASS", "PASS", "pass", "PASS", "pass"]


def test_counts_choose_their_sentence_and_fill_it_in() -> None:
    """One and many are different sentences, each with its count."""
    assert [text.ngettext("{count} tile", "{count} tiles", n) for n in (1, 2)] == ["1 tile", "2 tiles"]


@pytest.mark.parametrize("said", ["{nombre} salió", "{} salió", "{name salió", "{name.x} salió"])
def test_a_translation_that_cannot_be_filled_is_said_in_english(said: str) -> None:
    """A slip of a translator costs the translation, never the sentence."""
    slip = language_of("es", {"{name} went out": said, "{count} tile|{count} tiles": ("{x}", "{x}")})
    with text.spoken(slip):
        assert text._("{name} went out", name="Ana") == "Ana went out"
        assert text.ngettext("{count} tile", "{count} tiles", 2) == "2 tiles"


def test_names_are_joined_as_in_a_sentence() -> None:
    """Nobody, one, two and more names."""
    assert [text.join_and(names) for names in ([], ["Ana"], ["Ana", "Ben"])] == ["", "Ana", "Ana and Ben"]


SPANISH = language_of(
    "es_MX",
    {
        "{firsts} and {last}": "{firsts} y {last}",
        "before a word that begins like “and”\x04{firsts} and {last}": "{firsts} e {last}",
        "{firsts} or {last}": "{firsts} o {last}",
        "before a word that begins like “or”\x04{firsts} or {last}": "{firsts} u {last}",
    },
)


@pytest.mark.parametrize("word", ["and", "or"])
def test_a_word_changes_before_its_own_sound(word: str) -> None:
    """Spanish says *e* before the sound of i, *u* before that of o, which eight and eleven have in digits, too."""
    join = {"and": text.join_and, "or": text.join_or}[word]
    for case in case_file("joined_names.toml")[word]:
        with text.spoken(SPANISH):
            assert join(case["names"]) == case["sentence"]


def test_no_sound_changes_english() -> None:
    """English says *and* and *or* before every word."""
    assert (text.join_and(["Ana", "Inés"]), text.join_or(["7", "8"])) == ("Ana and Inés", "7 or 8")


TYPED = language_of("es", {"y yes true": "s sí cierto", "o out": "d dominó", "draw drew draws": "roba robó"})


def test_words_may_be_typed_in_the_language_in_use_and_in_english() -> None:
    """A Spanish yes is a yes with or without its accent, and so is an English one."""
    with text.spoken(TYPED):
        assert text.typed_words("y yes true") == {"y", "yes", "true", "s", "si", "cierto"}
    assert text.typed_words("y yes true") == {"y", "yes", "true"}


def test_entries_and_facts_are_typed_in_the_language_in_use() -> None:
    """What a record keeps is the same in every language."""
    around = FactContext(9, ("Inés", "Ben"))
    with text.spoken(TYPED):
        typed = [parse_entry("Dominó", 9), parse_entry("out", 9)]
        facts = [FACTS["drawn"].kind.parse_typed(word, around) for word in ("Sí", "si", "y", "no")]
        parse = FACTS["events"].kind.parse_typed
        events = [parse(event, around)[0].written(around.players) for event in ("ines robó 6-4", "ben draw")]
    assert typed == [WentOut(), WentOut()]
    assert facts == [True, True, True, False]
    assert events == ["Inés draw 6-4", "Ben draw"]


@by_cases
def test_names_are_found_without_their_accents(typed: str, found: str) -> None:
    """Who is written with an accent is found without; where two names differ by it alone, it counts."""
    assert find_player(("Ana", "Aná", "Inés", "Muñoz"), typed) == found


@by_cases
def test_another_letter_is_no_accent(typed: str, told: str) -> None:
    """An ñ is no n, and for a name that could be two people the sentence asks which."""
    with pytest.raises(Malformed, match=re.escape(told)):
        find_player(("Ana", "Aná", "Muñoz"), typed)


def test_a_deed_is_written_in_the_language_in_use_and_understood_in_it() -> None:
    """The word that is written for a deed is parsed again."""
    spanish = language_of("es", {"caught": "pilló"})
    around = FactContext(9, ("Ana", "Ben"))
    assert deed_word("challenge") == "caught"
    for chosen, written in ((text.ENGLISH, "Ana caught Ben"), (spanish, "Ana pilló Ben")):
        with text.spoken(chosen):
            assert f"Ana {deed_word('challenge')} Ben" == written
            (event,) = FACTS["events"].kind.parse_typed(written, around)
            assert event.written(around.players) == "Ana challenges Ben"
