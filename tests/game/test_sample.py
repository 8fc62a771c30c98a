"""The sample game of the demo."""

from scorekeeper.checks.round import round_findings
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.formats.rule_words import shipped_wording
from scorekeeper.game.narrative import describe_events
from scorekeeper.game.sample import PLAYERS, SAMPLE_BOOK, sample_game


def test_sample_is_a_believable_evening(shelf: Shelf) -> None:
    """The sample is half played, has no impossible entry, and shows what real evenings have."""
    log = sample_game(shelf.book(SAMPLE_BOOK))
    game = log.game
    assert (game.players, game.rounds_played, game.rounds_total) == (PLAYERS, 6, 10)
    assert game.rounds[6].missing(PLAYERS) == ("Ben", "Carla")
    assert [played.blocked for played in game.rounds].count(True) == 1
    assert [one for played in game.rounds for one in round_findings(game, played)] == []
    assert any(
        "two tiles were under the cup" in told.sentence for told in describe_events(log, shipped_wording)
    )
    assert sample_game(shelf.book(SAMPLE_BOOK)) == log
