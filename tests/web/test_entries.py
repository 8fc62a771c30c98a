"""What a page says about a typed hand, and what it stores."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import Game
from scorekeeper.game.round import Pips
from scorekeeper.session import Rejected, Session, TableAnswers
from scorekeeper.storage import open_store
from scorekeeper.web.entries import (
    Chosen,
    Typed,
    entered,
    preview,
    store_ending,
    store_hand,
    undo,
)
from tests.build import AT, new_log, scored
from tests.conftest import cases
from tests.web.table import new_game


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Return a new game of Ana, Ben, Carla and Dot, open."""
    games, game_id = new_game(tmp_path)
    session = Session(open_store(games), lambda: AT, "Ana's phone")
    session.open(game_id)
    return session


def begun() -> Game:
    """Return a game whose first round has Ana's tiles."""
    return new_log(players=("Ana", "Ben", "Carla")).after(scored(1, Ana="6-4 5-5"), AT).game


@pytest.mark.parametrize("case", cases("web/preview"), ids=lambda case: case["id"])
def test_a_hand_is_explained_while_it_is_typed(case: dict[str, Any]) -> None:
    """What a hand counts, what is unusual about it, or what is wrong with it, is said before it is saved."""
    found = preview(begun(), TableAnswers(numbers=case.get("numbers", "")), 1, "Ben", case["typed"])
    assert (found.text, found.counts, found.fault) == (
        case["typed"],
        case.get("counts", ""),
        case.get("fault", ""),
    )


def test_a_stored_hand_is_read_back(session: Session) -> None:
    """The field shows a hand as it was entered, with its points; for who went out it is empty and says so."""
    store_hand(session, 1, "Ben", "6-4 5-5", None)
    store_hand(session, 1, "Ana", "o", None)
    assert entered(session.game, 1, "Ben") == Typed("6-4 5-5", counts="Saved: 20 points.", saved=True)
    assert entered(session.game, 1, "Ana") == Typed(counts="Saved: Ana went out.", saved=True)
    assert entered(session.game, 1, "Dot") == Typed()


def test_being_sure_does_not_store_what_is_impossible(session: Session) -> None:
    """A tile that somebody else holds is refused, however sure one is."""
    store_hand(session, 1, "Ana", "6-4", None)
    with pytest.raises(Rejected, match="6-4 cannot be in two hands"):
        store_hand(session, 1, "Ben", "6-4", "6-4")


def test_only_what_was_asked_is_overruled(session: Session) -> None:
    """Whoever is sure of the last hand has not said that nobody went out."""
    session.keep(scored(1, Ana="3", Ben="4", Carla="5"))
    store_hand(session, 1, "Dot", "180", "180")
    assert [(one.fact, one.by) for one in session.game.round(1).overruled] == [("D2", "Ana's phone")]


def test_an_empty_hand_is_nothing_to_store(session: Session) -> None:
    """A player who typed nothing is told what to do; the keeper takes the hand away."""
    store_hand(session, 1, "Ben", "4", None)
    with pytest.raises(Malformed, match="Nothing is typed yet"):
        store_hand(session, 1, "Ben", "  ", None)
    store_hand(session, 1, "Ben", "", None, is_keeper=True)
    assert session.game.round(1).entries == {}


def test_what_changes_nothing_is_not_stored(session: Session) -> None:
    """A hand or an ending that is sent twice is one change, which one undo undoes."""
    for _time in range(2):
        store_hand(session, 1, "Ben", "4", None)
        store_ending(session, 1, Chosen("out:Ana"), sure=False)
    store_hand(session, 1, "Dot", "", None, is_keeper=True)
    assert len(session.kept.log.events) == 3


def test_undo_takes_back_the_last_change(session: Session) -> None:
    """It undoes what was seen as the last change; of a game that has just begun there is none."""
    assert session.kept.log.last_change is None
    with pytest.raises(Impossible, match="nothing to undo"):
        undo(session, 1)
    store_hand(session, 1, "Ben", "4", None)
    last = session.kept.log.last_change
    assert last is not None
    undo(session, last.number)
    assert session.game.round(1).entries == {}


def test_undo_reaches_further_back(session: Session) -> None:
    """After one undo the next earlier change is offered."""
    store_hand(session, 1, "Ben", "4", None)
    store_hand(session, 1, "Ben", "5", None)
    for expected in ({"Ben": Pips(4)}, {}):
        last = session.kept.log.last_change
        assert last is not None
        undo(session, last.number)
        assert session.game.round(1).entries == expected


def test_an_undo_sent_again_undoes_once(session: Session) -> None:
    """Whoever got no answer is answered as the first time; of another change, or on another device, nobody is."""
    store_hand(session, 1, "Ben", "4", None)
    store_hand(session, 1, "Ben", "5", None)
    for _time in range(2):
        undo(session, 3)
    assert session.game.round(1).entries == {"Ben": Pips(4)}
    with pytest.raises(Impossible, match="something else meanwhile"):
        undo(session, 1)
    session.by = "Dot's phone"
    with pytest.raises(Impossible, match="something else meanwhile"):
        undo(session, 3)


def test_two_players_may_say_the_same_ending(session: Session) -> None:
    """The second one is not refused although the round is closed by then; another ending is."""
    session.keep(scored(1, Ana="3", Ben="4", Carla="5", Dot="6"))
    store_ending(session, 1, Chosen("blocked"), sure=True, is_keeper=False)
    events = len(session.kept.log.events)
    assert not store_ending(session, 1, Chosen("blocked"), sure=True, is_keeper=False)
    assert len(session.kept.log.events) == events
    with pytest.raises(Impossible, match="look again"):
        store_ending(session, 1, Chosen("out:Ana"), sure=True, is_keeper=False)
