"""Games that the engine plays: no check finds an error in them."""

from random import Random

import pytest

from tests.random_games import books, false_alarms, random_game, ways


@pytest.mark.parametrize(("size", "players"), [(9, 3), (9, 4), (12, 6)])
@pytest.mark.parametrize(
    "book", [book for book in books() if book.id in ("classic", "hastings", "ymi")], ids=lambda book: book.id
)
def test_game_that_was_played_has_no_error(book, size: int, players: int) -> None:
    """A game that was really played has no errors, however its hands are entered."""
    game = random_game(book, size, players, Random(size))
    assert [false_alarms(entered) for entered in ways(game).values()] == [[]] * 4
