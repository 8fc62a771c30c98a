"""What is noted beside the scores: penalties that are due, and rulings that the table keeps."""

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats.game_file import read_game, show_game
from scorekeeper.game.apply import apply_event, check_new_change, penalties_due
from scorekeeper.game.events import (
    CallMade,
    Change,
    EventKind,
    Finished,
    PenaltyServed,
    PlayerJoined,
    PlayerLeft,
    RoundScored,
    RulesChanged,
    RulingKept,
    Undone,
)
from scorekeeper.game.game import Game
from scorekeeper.game.log import GameLog
from scorekeeper.game.ranking import standings_so_far
from scorekeeper.game.round import Call, KeptRuling
from scorekeeper.sheets import typeset
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.sheets.typesetting import Look
from tests.build import after, new_log, scored
from tests.conftest import SHELF
from tests.paper import page_texts, squeezed

CAUGHT = CallMade(1, Call("chickenlittle", "Ben", "Ana", "draw-1-and-skip"))
RULING = KeptRuling(
    question="May this tile be laid there?",
    answer="No",
    reason="7-7 has 2 of its 3 toes.",
    told=("Player: Ben", "Tile: 4-4"),
    rule="foot.lock",
    book="“Ours” says so.",
)


def happened(*events: EventKind) -> GameLog:
    """Return the log of a game in which so much happened."""
    return after(new_log(), *events)


def test_a_penalty_is_due_until_it_is_served() -> None:
    """It is named once, and undo brings it back."""
    assert [one.call.player for one in penalties_due(happened(CAUGHT).game)] == ["Ben"]
    assert penalties_due(happened(CAUGHT, PenaltyServed(1, 0)).game) == ()
    assert len(penalties_due(happened(CAUGHT, PenaltyServed(1, 0), Undone()).game)) == 1


@pytest.mark.parametrize(
    "events",
    [
        (CallMade(1, Call("chickenlittle", "Ben")),),
        (CallMade(1, Call("chickenlittle", "Ben", "Ana", "none")),),
        (CAUGHT, scored(1, "Ana", Ben="4", Cy="5")),
        (CAUGHT, Finished()),
    ],
)
def test_nothing_is_due(events: tuple[EventKind, ...]) -> None:
    """A call in time, a penalty of nothing, a round or a game that is over: nobody owes anything."""
    assert penalties_due(happened(*events).game) == ()


@pytest.mark.parametrize(
    "what",
    [
        PenaltyServed(1, 0),
        PenaltyServed(1, -1),
        RulingKept(1, replace(RULING, question=" ")),
        RulingKept(1, replace(RULING, answer="")),
        RulingKept(1, replace(RULING, reason="a\x1bb")),
        RulingKept(1, replace(RULING, told=("x" * 501,))),
        RulingKept(99, RULING),
    ],
)
def test_what_cannot_be_noted_is_refused(what: EventKind) -> None:
    """A penalty that nobody owes, a ruling without words, words that would break a screen."""
    with pytest.raises(ScorekeeperError):
        happened(what)


def test_a_game_without_a_round_is_not_called_over() -> None:
    """It would have no result; a game with a complete round may end at any time."""
    with pytest.raises(Impossible, match="No round is complete yet"):
        check_new_change(Finished(), happened().game)
    check_new_change(Finished(), happened(scored(1, "Ana", Ben="4", Cy="5")).game)


def test_no_game_ends_before_rounds_that_have_begun() -> None:
    """As many rounds as have begun are possible, and fewer are not; other rules are free."""
    game = happened(scored(1, "Ana", Ben="4", Cy="5"), scored(2, "Ana", Ben="4", Cy="5")).game
    with pytest.raises(Impossible, match="2 rounds have begun, so the game cannot end after 1"):
        check_new_change(RulesChanged(changes={"rounds.length": "fixed", "rounds.count": 1}), game)
    check_new_change(RulesChanged(changes={"rounds.length": "fixed", "rounds.count": 2}), game)
    check_new_change(RulesChanged(changes={"scoring.double_blank": 25}), game)


NAMING_CY: dict[str, Change] = {
    "a hand": scored(2, Cy="5"),
    "who went out": scored(2, "Cy"),
    "who began": RoundScored(round=2, began="Cy"),
    "whose train has a marker": RoundScored(round=2, marked=("Cy",)),
    "a call": CallMade(2, Call("chickenlittle", "cy")),
    "who was caught": CallMade(2, Call("chickenlittle", "Cy", "Ana")),
    "who caught": CallMade(2, Call("chickenlittle", "Ana", "cy")),
}
"""Every change of a round that names a player."""

NOT_PLAYING = {
    "left": (PlayerLeft(player="Cy", round=2),),
    "not yet come": (PlayerLeft(player="Cy", round=1), PlayerJoined(player="Cy", round=3)),
    "sits out": (scored(2, Cy="-"),),
}


PLAYS_AFTER_ALL = {("a hand", "sits out"), ("who went out", "sits out")}
"""What says that somebody plays the round after all."""


def add_change(what: Change, game: Game) -> None:
    """Do what is done with a new change before it is stored."""
    apply_event(what, game)
    check_new_change(what, game)


@pytest.mark.parametrize(("naming", "reason"), sorted({*product(NAMING_CY, NOT_PLAYING)} - PLAYS_AFTER_ALL))
def test_a_round_names_nobody_who_does_not_play_in_it(naming: str, reason: str) -> None:
    """Whoever left, comes later or sits out has no hand, begins nothing, calls nothing and catches nobody."""
    players = ("Ana", "Ben", "Cy", "Dot")
    game = after(new_log(players=players), *NOT_PLAYING[reason]).game
    with pytest.raises(Impossible, match=r"Cy (does not play in|sits out this) round"):
        add_change(NAMING_CY[naming], game)


def test_a_call_that_an_older_game_has_can_still_be_read() -> None:
    """Who called before leaving the round is in the stored game, and stays there."""
    called = happened(CAUGHT, PlayerLeft(player="Ben", round=1))
    assert after(called, CAUGHT).game.round(1).calls == (CAUGHT.call, CAUGHT.call)


def test_a_penalty_is_served_once() -> None:
    """Twice is refused."""
    with pytest.raises(ScorekeeperError, match="Nobody has a penalty"):
        happened(CAUGHT, PenaltyServed(1, 0), PenaltyServed(1, 0))


def test_rulings_and_penalties_stand_in_the_game_file(tmp_path: Path) -> None:
    """The file read again is the same game."""
    game = happened(CAUGHT, PenaltyServed(1, 0), RulingKept(1, RULING), RulingKept(1, RULING)).game
    path = tmp_path / "game.toml"
    path.write_bytes(show_game(game).encode())
    assert read_game(path, SHELF.book) == game
    assert "[[rounds.rulings]]" in path.read_text(encoding="utf-8")


def test_every_ruling_of_a_game_has_a_page() -> None:
    """The template prints what was asked, told and answered, a page each, tagged for those who cannot see."""
    sheet = filled_sheet(happened(RulingKept(1, RULING), RulingKept(2, RULING)).game, "Ours")
    (pdf,) = typeset([sheet], Look(template="ruling")).pages
    pages = page_texts(pdf)
    assert len(pages) == 2
    for told in (RULING.question, RULING.reason, *RULING.told, RULING.book):
        assert squeezed(told) in squeezed(pages[0])
    assert b"/StructTreeRoot" in pdf


def test_a_sheet_tells_calls_from_catches() -> None:
    """Each has a mark of its own, and the legend says which."""
    called = CallMade(1, Call("chickenlittle", "Cy"))
    sheet = filled_sheet(happened(CAUGHT, called, scored(1, "Ana", Ben="4", Cy="5")).game, "Ours")
    cells = sheet.rounds[0].cells
    assert [(cell.little, cell.called) for cell in cells if cell] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    (text,) = page_texts(typeset([sheet]).pages[0])
    assert "called the last tile" in text
    assert "♪" in text


def test_a_ruling_kept_before_a_round_begins_lacks_nobody() -> None:
    """The round is still to be played; once somebody is entered in it, the others are missing."""
    before = happened(scored(1, "Ana", Ben="4", Cy="1"), RulingKept(2, RULING)).game
    assert (before.missing, before.rounds_played, before.complete) == ((), 1, False)
    assert [place.total for place in standings_so_far(before).standings] == [0, 1, 4]
    assert [one.player for one in happened(RulingKept(1, RULING), scored(1, Ben="4")).game.missing] == [
        "Ana",
        "Cy",
    ]
