"""Positions of random rounds of trains: told as people tell them, they are judged as the engine plays them."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from scorekeeper.engine import Dealt, State, options, show_action
from scorekeeper.engine.actions import PUBLIC, Train
from scorekeeper.engine.trains import trains_of
from scorekeeper.judge.judging import judge_situation
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.situation import Situation
from scorekeeper.judge.told import OnTrain, TrainTold
from scorekeeper.tiles import Tile
from tests.conftest import SHELF
from tests.random_player import all_listed
from tests.tables import WORDS

PLAYERS, SET = ("Ana", "Ben", "Cy"), 9


class Turn(NamedTuple):
    """What the player on turn has done in it."""

    seat: int
    laid: tuple[OnTrain, ...] = ()
    drew: int = 0
    drawn: Tile | None = None
    """The tile that was drawn last, unless one was laid since."""


def positions(book: str, seed: int) -> Iterator[tuple[State, Turn]]:
    """Play a round at random; yield it before each action once the engine lies there."""
    rng = Random(seed)
    state = State.deal(SHELF.book(book), PLAYERS, rng.shuffle, set_size=SET, double=seed % (SET + 1))
    turn = Turn(-1)
    while state.outcome is None:
        if state.started and state.turn >= 0 and all(hand.known for hand in state.hands):
            turn = turn if turn.seat == state.turn else Turn(state.turn)
            yield state, turn
        action, begun = rng.choice(all_listed(state)), state.started
        turn = turn if turn.seat == action.seat else Turn(action.seat)
        before = set(state.hands[action.seat].known)
        state.do(action)
        if begun and action.kind == "draw":
            (tile,) = set(state.hands[action.seat].known) - before
            turn = turn._replace(drew=turn.drew + 1, drawn=tile)
        elif begun and action.kind == "lay":
            (train,) = (place for place, line in enumerate(trains_of(state).lines) if action.bit in line)
            turn = turn._replace(laid=(*turn.laid, OnTrain(action.tile or Tile(0, 0), train)), drawn=None)


def told(state: State, turn: Turn, book: str) -> Situation:
    """Return what everybody at the table sees, and every hand; of the tiles on the table only the ends."""
    trains = trains_of(state)
    ends = [head if begun else None for head, begun in zip(trains.heads, trains.begun, strict=False)]
    marks = [mark is True for mark in trains.marks] + [False] * trains.public
    return Situation(
        set_size=SET,
        double=state.table.double,
        players=PLAYERS,
        rules=book,
        trains={train: TrainTold(*each) for train, each in enumerate(zip(ends, marks, strict=True))},
        open_doubles=tuple(OnTrain(Tile(one.number, one.number), one.train) for one in trains.open),
        first_turn=tuple(seat for seat, turns in enumerate(trains.turns) if not turns),
        laid_now=turn.laid,
        yard=state.table.yard,
        hands=tuple(Dealt(tuple(hand.known)) for hand in state.hands),
        question=QUESTIONS["options"],
        seat=turn.seat,
        drew=turn.drew,
        drawn_tile=turn.drawn,
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("book", SHELF.same_game("train-usual"))
def test_a_position_is_judged_as_it_is_played(book: str, seed: int) -> None:
    """What may be done, and whether a tile may be laid, a draw made and the turn ended, is as in the round itself."""
    for state, turn in positions(book, seed):
        seat, name = turn.seat, PLAYERS[turn.seat]
        situation = told(state, turn, book)
        allowed = {show_action(state, action) for action in options(state) if action.seat == seat}
        ruling = judge_situation(situation, SHELF.book(book), WORDS)
        assert (ruling.verdict, set(ruling.answer or ())) == ("legal", allowed)
        tile = turn.drawn or min(state.hands[seat].known)
        play = {"tile": tile, "drawn": turn.drawn is not None, "drawn_tile": None, "drew": 0}
        asked: dict[str, dict[str, Any]] = {
            f"{name} {tile} on own": {"question": QUESTIONS["play"], "on": Train(seat), **play},
            f"{name} {tile} on public": {"question": QUESTIONS["play"], "on": Train(PUBLIC), **play},
            f"{name} draw": {"question": QUESTIONS["draw"]},
            f"{name} pass": {"question": QUESTIONS["pass"]},
        }
        for action, question in asked.items():
            ruling = judge_situation(replace(situation, **question), SHELF.book(book), WORDS)
            assert (action, ruling.verdict) == (action, "legal" if action in allowed else "illegal")
