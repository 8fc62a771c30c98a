"""Words come in the language in use, as whole sentences."""

import asyncio
from gettext import NullTranslations

from scorekeeper import text


class Shouting(NullTranslations):
    """A language in which everything is loud."""

    def gettext(self, message: str) -> str:
        """Return the message, loudly."""
        return message.upper()


LOUD = text.Language("loud", Shouting())


def test_words_follow_the_language_in_use() -> None:
    """A language can be used for a while; then the one before is used again."""
    with text.spoken(LOUD):
        assert text._("pass") == "PASS"
    assert text._("pass") == "pass"


def test_two_tasks_may_use_two_languages_at_once() -> None:
    """The language belongs to the context: what one task chooses, another does not hear."""

    async def pass_in(chosen: text.Language) -> str:
        text.speak(chosen)
        await asyncio.sleep(0)  # the other one chooses now
        return text._("pass")

    async def both() -> list[str]:
        return await asyncio.gather(pass_in(LOUD), pass_in(text.ENGLISH))

    assert asyncio.run(both()) == ["PASS", "pass"]


def test_counts_choose_their_sentence_and_fill_it_in() -> None:
    """One and many are different sentences, each with its count."""
    assert [text.ngettext("{count} tile", "{count} tiles", n) for n in (1, 2)] == ["1 tile", "2 tiles"]


def test_names_are_joined_as_in_a_sentence() -> None:
    """Nobody, one, two and more names."""
    assert [text.join_and(names) for names in ([], ["Ana"], ["Ana", "Ben"])] == ["", "Ana", "Ana and Ben"]
