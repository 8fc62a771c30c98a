"""Games that the engine plays: no check finds an error in them."""

from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from scorekeeper.checks.round import game_findings
from scorekeeper.game.game import Game
from scorekeeper.game.round import Entry, Pips, Points, TileEntry, score_entry
from scorekeeper.tiles import DOUBLE_BLANK
from tests.conftest import SHELF
from tests.random_games import random_game

NEVER = ("D4", "D8", "D11", "D14", "D16")
"""Facts whose warnings the engine cannot bring about either."""


def ways(game: Game, hand: TileEntry) -> dict[str, Entry]:
    """Return a hand as its tiles, as a careful table counts its dots, and as the points it counts."""
    blanks = sum(tile.one_blank for tile in hand.tiles) if game.rules.scoring.blank_tile is None else 0
    pips = Pips(sum(tile.pips for tile in hand.tiles), DOUBLE_BLANK in hand.tiles, blanks)
    return {"tiles": hand, "pips": pips, "points": Points(score_entry(hand, game.rules).total)}


@pytest.mark.parametrize(("size", "players"), [(9, 3), (9, 4), (12, 6)])
@pytest.mark.parametrize("book", ["classic", "hastings", "ymi"])
def test_game_that_was_played_has_no_error(book: str, size: int, players: int) -> None:
    """A game that was really played has no errors, however its hands are entered, all one way or each another."""
    game = random_game(SHELF.book(book), size, players, Random(size))
    for way in ("tiles", "pips", "points", "mixed"):
        turns = count()
        rounds = [
            replace(
                done,
                entries={
                    name: [*ways(game, hand).values()][next(turns) % 3]
                    if way == "mixed"
                    else ways(game, hand)[way]
                    for name, hand in done.entries.items()
                    if isinstance(hand, TileEntry)
                },
            )
            for done in game.rounds
        ]
        found = game_findings(replace(game, rounds=tuple(rounds)))
        assert [one for one in found if one.level == "error" or one.fact in NEVER] == []
