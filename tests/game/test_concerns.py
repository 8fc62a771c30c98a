"""Two people change one game at the same time: which changes concern each other, and what the others follow."""

import re

import pytest
from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.events import (
    CallMade,
    RoundScored,
    RulesChanged,
)
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog, caught_up
from scorekeeper.game.round import Call, Out, Pips
from tests.build import AT, event_of, new_log
from tests.conftest import case_file

CASES = case_file("concerns.toml")
CHANGES = {name: event_of(told) for name, told in CASES["changes"].items()}
EVERYTHING = ("undone", "redone", "finished", "reopened")


def game() -> GameLog:
    """Return a game of Ana, Ben, Cy and Dot, with a first round and a call in it."""
    log = new_log(players=("Ana", "Ben", "Cy", "Dot")).after(
        CallMade(1, Call("chickenlittle", "Ana", caught_by="Ben")), AT
    )
    first = RoundScored(round=1, entries={"Ben": Pips(3), "Cy": Pips(5), "Dot": Pips(1)}, ending=Out("Ana"))
    return log.after(first, AT)


def concerned(what: str, came: str) -> bool:
    """Whether a change concerns another one that came first to a game whose second round has not begun."""
    before = game()
    after = before.after(CHANGES[came], AT)
    return caught_up(CHANGES[what], [(after.events[-1], after.steps[-1])]) is None


def possible(name: str) -> bool:
    """Whether a change can be made in that game."""
    try:
        game().after(CHANGES[name], AT)
    except ScorekeeperError:
        return False
    return True


NAMES = [name for name in CHANGES if possible(name)]


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_concerns_these_and_no_others(what: str) -> None:
    """Each row of the table names all that a change concerns; taking back and locking concern everything."""
    expected = {*CASES["concerns"].get(what, ()), *EVERYTHING}
    for came in NAMES:
        assert concerned(what, came) == (what in EVERYTHING or came in expected), (what, came)


def test_a_rule_that_cannot_be_concerns_no_hand() -> None:
    """It is refused when it is applied, with the reason."""
    hand = CHANGES["Ben's hand"]
    after = game().after(hand, AT)
    rule = RulesChanged(changes={"no.rule": 1})
    assert caught_up(rule, [(after.events[-1], after.steps[-1])]) == rule


def test_the_table_says_the_same_from_both_sides() -> None:
    """Whichever of two changes comes first, unless one of them is a rule."""
    table = CASES["concerns"]
    assert {*table} <= {*CHANGES}
    pairs = {(what, came) for what, all_of in table.items() for came in all_of if "rule" not in what + came}
    assert pairs == {(came, what) for what, came in pairs}


@pytest.mark.parametrize("one", NAMES)
def test_changes_that_do_not_concern_each_other_give_one_game_in_both_orders(one: str) -> None:
    """Nobody has to know who was first; a change follows the new names of players."""
    for other in NAMES:
        if not (concerned(one, other) or concerned(other, one)):
            first, second = (_after(game(), pair) for pair in ((one, other), (other, one)))
            assert _whatever_the_seats(first) == _whatever_the_seats(second), other


def _whatever_the_seats(log: GameLog) -> Game:
    """Return a game with its players in one order; whoever came first sits first."""
    return replace(
        log.game, players=tuple(sorted(log.game.players)), stays=tuple(sorted(log.game.stays, key=repr))
    )


def _after(log: GameLog, names: tuple[str, str]) -> GameLog:
    """Return a game after two changes that were made at the same time, the first one first."""
    first = log.after(CHANGES[names[0]], AT)
    what = caught_up(CHANGES[names[1]], [(first.events[-1], first.steps[-1])])
    assert what is not None
    return first.after(what, AT)


@pytest.mark.parametrize(
    "name", ["Ben's hand", "Ben went out", "Ben called", "Ben left", "seats", "a tie drawn"]
)
def test_a_change_follows_a_renamed_player(name: str) -> None:
    """Wherever it names the player."""
    log = game().after(CHANGES["Ben renamed"], AT)
    what = caught_up(CHANGES[name], [(log.events[-1], log.steps[-1])])
    assert re.search(r"'Bo'", repr(what))
    assert "'Ben'" not in repr(what)
