"""The tiles that a hand may hold, as far as the table and the other hands tell."""

from scorekeeper.game import tiles_left, tiles_typed
from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Blocked
from scorekeeper.tiles import full_set, parse_tiles
from tests.build import AT, new_log, scored


def test_what_lies_on_the_table_or_in_another_hand_is_in_no_hand() -> None:
    """The start, the double of the open foot, tiles that were named, and 0-0 where somebody counted it."""
    log = new_log().after(scored(1, Ana="6-4", Ben="3+0-0"), AT)
    game = log.after(RoundScored(round=1, ending=Blocked(7)), AT).game
    gone = set(full_set(9)) - set(tiles_left(game, game.round(1), "Cy"))
    assert gone == set(parse_tiles("9-9 7-7 6-4 0-0", 9))


def test_only_tiles_that_are_named_are_typed() -> None:
    """A hand that is counted, or cannot be read, names none."""
    assert tiles_typed("6-4 5-5", 9) == parse_tiles("6-4 5-5", 9)
    assert tiles_typed("23", 9) == tiles_typed("6-", 9) == ()
