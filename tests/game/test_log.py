"""What can happen in a game, and what is refused."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.game.apply import start_game
from scorekeeper.game.events import (
    CallMade,
    EventKind,
    Finished,
    PlayerRenamed,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    TieDrawn,
    Undone,
)
from scorekeeper.game.log import (
    Event,
    GameLog,
    begin_game,
    corrected_cells,
    correcting_changes,
    replay_events,
    values_before,
)
from scorekeeper.game.round import Blocked, Call, Out, Overruled, Pips, Points, SitsOut, TileEntry
from scorekeeper.tiles import Tile
from tests.build import AT, new_log, scored, started


def _after(log: GameLog, *happened: EventKind) -> GameLog:
    for what in happened:
        log = log.after(what, AT)
    return log


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a set that nobody makes": (lambda: start_game(started(size=7)), "There is no set 7; sets are 6, 9, 12"),
    "too many players for the tiles": (
        lambda: start_game(started(players=[f"P{n}" for n in range(8)], size=6)),
        "8 hands of 5 need 40 tiles",
    ),
    "a starter who is not at the table": (lambda: start_game(started(first="Dan")), "Nobody called “Dan”"),
    "a round beyond the last": (
        lambda: _after(new_log(), scored(11, "Ana")),
        "There is no round 11; this game has rounds 1 to 10.",
    ),
    "a round before the first": (lambda: _after(new_log(), scored(0, "Ana")), "There is no round 0"),
    "a hand of the player who goes out": (
        lambda: _after(new_log(), replace(scored(1, "Ana"), entries={"ana": Pips(3)})),
        "Ana went out, so nothing can be left in that hand.",
    ),
    "a hand of the player who went out": (
        lambda: _after(new_log(), scored(1, "Ana", Ben="4"), scored(1, Ana="4")),
        "Ana went out",
    ),
    "somebody else's name": (
        lambda: _after(new_log(), scored(1, "Dan")),
        "Nobody called “Dan” sits at this table; known are Ana, Ben, Cy.",
    ),
    "a tile outside the set": (
        lambda: _after(new_log(), RoundScored(round=1, entries={"Ben": TileEntry((Tile(12, 0),))})),
        "Ben: 12-0 is not a hand of a double-nine set.",
    ),
    "a tile twice in a hand": (
        lambda: _after(new_log(), RoundScored(round=1, entries={"Ben": TileEntry((Tile(2, 0),) * 2)})),
        "Ben: 2-0 2-0 is not a hand",
    ),
    "points below nothing": (
        lambda: _after(new_log(), RoundScored(round=1, entries={"Ben": Points(-1)})),
        "Ben: -1 is not a possible score of a hand; use 0 to 9999.",
    ),
    "more blanks than there are": (
        lambda: _after(new_log(), RoundScored(round=1, entries={"Ben": Pips(1, blank_halves=10)})),
        "Ben: a double-nine set has 9 tiles with one blank, not 10.",
    ),
    "blanks without tiles where a tile with a blank counts flat": (
        lambda: _after(new_log("scoring.blank_tile=25"), scored(1, Ben="5 b1")),
        "Ben: A tile with one blank counts 25 in all here",
    ),
    "0-0 in two hands": (
        lambda: _after(new_log(), scored(1, Ana="1+0-0", Ben="2+0-0")),
        "0-0 cannot be in two hands (Ana and Ben).",
    ),
    "an open foot outside the set": (
        lambda: _after(new_log(), RoundScored(round=1, ending=Blocked(12))),
        "12 is not a double of a double-nine set; use 0 to 9.",
    ),
    "a start outside the set": (
        lambda: _after(new_log(), RoundScored(round=1, started_with=-1)),
        "-1 is not a double of a",
    ),
    "a start that leaves a later round no double": (
        lambda: _after(
            new_log("start.next_double=relative"),
            scored(1, "Ana"),
            scored(2, "Ben"),
            RoundScored(round=1, started_with=0),
        ),
        "Round 2 has been entered, and would have no double left.",
    ),
    "a note that a terminal would obey": (
        lambda: _after(new_log(), RoundScored(round=1, note="\x1b[2J")),
        "A note has at most 500 letters and no control characters.",
    ),
    "a reason of a thousand letters": (
        lambda: _after(new_log(), RoundScored(round=1, reason="x" * 1000)),
        "A reason has at most 500 letters",
    ),
    "a reason for clearing that a terminal would obey": (
        lambda: _after(new_log(), RoundCleared(1, "\x07")),
        "no control characters",
    ),
    "an effect that a terminal would obey": (
        lambda: _after(new_log(), CallMade(1, Call("chickenlittle", "Ben", effect="\x1b[2J"))),
        "The effect of a call has at most 500 letters and no control characters.",
    ),
    "a fact kept against that a terminal would obey": (
        lambda: _after(new_log(), RoundScored(round=1, overruled=(Overruled("\x1b"),))),
        "The fact of a warning has at most 500 letters",
    ),
    "somebody whose name a terminal would obey": (
        lambda: new_log().after(scored(1, "Ana"), AT, "A\x1b[2J"),
        "The name of the person who makes this entry has at most 60 letters and no control characters.",
    ),
    "somebody with a name of a page": (
        lambda: begin_game(started(), AT, "x" * 61),
        "The name of the person who makes this entry has at most 60 letters",
    ),
    "a call of no kind": (
        lambda: _after(new_log(), CallMade(1, Call(" ", "Ben"))),
        "A call needs a kind, such as chickenlittle.",
    ),
    "a call caught by a stranger": (
        lambda: _after(new_log(), CallMade(1, Call("chickenlittle", "Ben", "Dan"))),
        "Nobody called “Dan”",
    ),
    "a tile drawn twice": (lambda: _after(new_log(), TieDrawn(("Ana", "ana"))), "A player draws one tile"),
    "a change to a finished game": (
        lambda: _after(new_log(), Finished(), scored(1, "Ana")),
        "This game is finished; reopen it to change it.",
    ),
    "a second start": (lambda: _after(new_log(), started()), "A game that goes on cannot start again."),
    "undo at the start": (lambda: _after(new_log(), Undone()), "There is nothing to undo."),
    "redo where nothing was undone": (lambda: _after(new_log(), Redone()), "There is nothing to redo."),
    "redo after something new": (
        lambda: _after(new_log(), scored(1, "Ana"), Undone(), scored(1, "Ben"), Redone()),
        "There is nothing to redo.",
    ),
    "events without a start": (
        lambda: replay_events([Event(1, AT, None, Finished())]),
        "The first change of this game is missing",
    ),
    "no events": (lambda: replay_events([]), "The first change of this game is missing"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    """What cannot be is refused with a sentence."""
    do, sentence = REFUSED[case]
    with pytest.raises(ScorekeeperError) as refused:
        do()
    assert sentence in str(refused.value)


def test_what_is_not_said_stays() -> None:
    """A correction changes what it names and nothing else (peers' bug: editing zeroes the round)."""
    log = _after(new_log(), scored(1, "Ana", Ben="10", Cy="20"), scored(1, Cy="21"))
    assert log.game.round(1).entries == {"Ben": Pips(10), "Cy": Pips(21)}
    assert log.game.round(1).out == "Ana"


def test_penalty_outlives_a_correction() -> None:
    """A call stays with its round when the round's scores change (peers' bug: penalty lost on edit)."""
    caught = CallMade(1, Call("chickenlittle", "ben", "ana"))
    log = _after(new_log("little.points=5"), caught, scored(1, "Ana", Ben="10", Cy="1"), scored(1, Ben="11"))
    assert log.game.round(1).calls == (Call("chickenlittle", "Ben", "Ana"),)
    assert log.game.total("Ben") == 16


def test_cleared_round_keeps_its_calls() -> None:
    """Clearing a round takes its entries away, not what was called in it."""
    log = _after(
        new_log(), CallMade(1, Call("chickenlittle", "Ben")), scored(1, "Ana", Ben="4"), RoundCleared(1)
    )
    assert (log.game.round(1).entries, log.game.round(1).ending) == ({}, None)
    assert len(log.game.round(1).calls) == 1


def test_cleared_last_round_is_to_be_played_again() -> None:
    """A last round without anything in it has not begun."""
    log = _after(new_log(), scored(1, "Ana", Ben="4", Cy="1"), scored(2, "Ben"), RoundCleared(2))
    assert (len(log.game.rounds), log.game.ahead[0]) == (1, 8)


def test_entry_of_none_is_taken_out() -> None:
    """An entry may be taken out again; that is not the same as zero."""
    entered = scored(1, Ben="10", Cy="4")
    log = _after(new_log(), entered, RoundScored(round=1, entries={"Ben": None}, note="x"))
    assert log.game.missing[1].player == "Ben"


def test_going_out_takes_the_hand_away() -> None:
    """Whoever turns out to have gone out has nothing left."""
    log = _after(new_log(), scored(1, Ben="10"), RoundScored(round=1, ending=Out("ben")))
    assert (log.game.round(1).out, dict(log.game.round(1).entries)) == ("Ben", {})


def test_started_game_keeps_its_starter() -> None:
    """The name of who begins is the one at the table, however it was typed."""
    assert start_game(started(first="cy")).first_starter == "Cy"


def test_finish_and_reopen() -> None:
    """A finished game takes changes again once it is reopened."""
    log = _after(new_log(), Finished(), Reopened(), scored(1, "Ana"))
    assert (log.game.finished, log.game.rounds[0].out) == (False, "Ana")


def test_undo_reaches_the_first_change() -> None:
    """Undo goes back to the start and not beyond (peers' bug: undo dead at the first event)."""
    log = _after(new_log(), scored(1, "Ana"), Undone())
    assert log.game.rounds == ()
    assert len(log.events) == 3
    with pytest.raises(Impossible):
        log.after(Undone(), AT)


def test_later_rounds_follow_a_corrected_start() -> None:
    """Where doubles follow each other, a start corrected later moves the doubles of the rounds after it."""
    log = _after(
        new_log("start.next_double=relative"),
        scored(1, "Ana"),
        scored(2, "Ben"),
        RoundScored(round=1, started_with=6),
    )
    assert [played.double for played in log.game.rounds] == [9, 5]


def test_table_may_play_past_its_target() -> None:
    """A round after the target is reached is kept, though nobody is asked for it."""
    house = ("rounds.length=target-score", "rounds.target=50")
    log = _after(new_log(*house), scored(1, "Ana", Ben="60", Cy="1"))
    assert (log.game.current, log.game.rounds_total, log.game.complete) == (None, 1, True)
    assert len(_after(log, scored(2, "Ben")).game.rounds) == 2


def test_what_changes_a_complete_round_is_a_correction() -> None:
    """A slip put right while the round is still being entered is none; who gets a new name takes it along."""
    log = new_log().after(scored(1, "Ana", Ben="4"), AT).after(scored(1, Ben="5"), AT)
    complete = log.after(scored(1, Cy="6"), AT)
    assert corrected_cells(complete) == frozenset()
    corrected = complete.after(scored(1, Cy="7"), AT)
    assert corrected_cells(corrected) == {(1, "Cy")}
    assert corrected_cells(corrected.after(PlayerRenamed("Cy", "Dan"), AT)) == {(1, "Dan")}
    assert corrected_cells(corrected.after(scored(1, Cy="6"), AT)) == frozenset()
    told = complete.after(scored(1, Cy="6+0-0"), AT)
    assert (corrected_cells(told), any(correcting_changes(told))) == (frozenset(), False)
    assert corrected_cells(told.after(scored(1, Cy="8+0-0"), AT)) == {(1, "Cy")}


def test_what_stood_in_a_cell_before_stays_in_sight() -> None:
    """Each value with the reason for which it was changed, also under the player's new name."""
    log = _after(
        new_log(),
        scored(1, "Ana", Ben="4", Cy="6"),
        replace(scored(1, Cy="7"), reason="misread"),
        RoundScored(round=1, ending=Out("Ben"), entries={"Cy": SitsOut()}),
        PlayerRenamed("Cy", "Dan"),
    )
    before = {cell.player: values for cell, values in values_before(log).items()}
    assert before == {"Ana": ("went out",), "Ben": ("4",), "Dan": ("6 (misread)", "7")}
