"""Words come in the language in use, as whole sentences."""

from gettext import NullTranslations

from scorekeeper import text


class Shouting(NullTranslations):
    """A language in which everything is loud."""

    def gettext(self, message: str) -> str:
        """Return the message, loudly."""
        return message.upper()


def test_words_follow_the_language_in_use() -> None:
    """One call changes the language of the whole program, and back."""
    text.speak(Shouting())
    try:
        assert text._("pass") == "PASS"
    finally:
        text.speak(NullTranslations())
    assert text._("pass") == "pass"


def test_counts_choose_their_sentence() -> None:
    """One and many are different sentences."""
    assert [text.ngettext("{n} tile", "{n} tiles", n) for n in (1, 2)] == ["{n} tile", "{n} tiles"]


def test_names_are_joined_as_in_a_sentence() -> None:
    """Nobody, one, two and more names."""
    assert [text.join_and(names) for names in ([], ["Ana"], ["Ana", "Ben"])] == ["", "Ana", "Ana and Ben"]
