"""What is typed on the line of a blocked round is understood in English and in the language in use."""

import pytest

from scorekeeper.errors import Malformed
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.round import Blocked
from scorekeeper.session.review import parse_ending
from scorekeeper.text import spoken
from tests.catalogues import language_of
from tests.games import NAMES, new_game

pytestmark = pytest.mark.sqlite  # nothing here depends on the store

SPANISH = language_of("es", {"b ? blocked": "b bloqueada"})


@pytest.mark.parametrize("word", ["b", "B", "blocked", "bloqueada", "Bloqueada", "?"])
def test_a_blocked_round_is_typed_in_either_language(shelf: Shelf, word: str) -> None:
    """The English words stay beside those of the language."""
    with spoken(SPANISH):
        assert parse_ending(new_game(shelf, 9, NAMES[:3]), 1, word).ending == Blocked()


def test_words_of_another_language_are_not_understood(shelf: Shelf) -> None:
    """Where English is spoken, a Spanish word is refused with what would be right."""
    with pytest.raises(Malformed, match="such as 4, or b if not known"):
        parse_ending(new_game(shelf, 9, NAMES[:3]), 1, "bloqueada")


def test_a_round_with_trains_is_blocked_without_an_open_foot(shelf: Shelf) -> None:
    """No double is short of toes there, so none can be named."""
    game = new_game(shelf, 12, NAMES[:3], trains__ownership="own-and-public")
    assert parse_ending(game, 1, "b").ending == Blocked()
    with pytest.raises(Malformed, match="Type b if nobody could play"):
        parse_ending(game, 1, "4")
