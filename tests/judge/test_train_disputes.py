"""Disputes of our own about trains, under every book of the game, the verdicts written down first."""

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.formats.disputes import SITUATION_FORMAT, as_situation
from scorekeeper.judge.judging import judge_situation
from scorekeeper.rules.rulebook import read_changes
from tests.conftest import SHELF, cases
from tests.tables import WORDS

DISPUTES = cases("train_disputes")
BOOKS = SHELF.same_game("train-usual")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute["title"])
def test_a_dispute_about_trains_is_settled_as_the_catalogue_says(dispute: dict[str, Any], book: str) -> None:
    """Verdict, rule and answer are those written down for the book."""
    told = {"format": SITUATION_FORMAT, "rules": book, **dispute["situation"]}
    ruling = judge_situation(as_situation(told, SHELF.book), SHELF.book(book), WORDS)
    answer = list(ruling.answer) if isinstance(ruling.answer, tuple) else ruling.answer
    found = [ruling.verdict, ruling.rule, *([] if answer is None else [answer])]
    assert found == dispute.get(book, dispute["else"])
    assert ruling.reason.endswith(".")


TABLE = {"set": 12, "round": 12, "players": ["Ana", "Ben", "Cy"], "rules": "train-usual"}
TRAINS = {"Ana": {"end": 4}, "Ben": {"end": 9}, "Cy": {"end": 3}}


@pytest.mark.parametrize("case", cases("train_reasons"), ids=lambda case: case["says"])
def test_the_reason_speaks_of_trains(case: dict[str, Any]) -> None:
    """Which train, which double and whose marker is said; answer and rule are those of the catalogue."""
    told = {"format": SITUATION_FORMAT, **TABLE, "trains": TRAINS}
    told |= {name: case[name] for name in ("question", "table", "trains", "hands", "round") if name in case}
    situation = replace(as_situation(told, SHELF.book), house=read_changes(case.get("house", {})))
    ruling = judge_situation(situation, SHELF.book("train-usual"), WORDS)
    answer = list(ruling.answer) if isinstance(ruling.answer, tuple) else ruling.answer
    assert [ruling.verdict, ruling.rule, *([] if answer is None else [answer])] == case["ruling"]
    assert case["says"] in ruling.reason


def test_own_is_the_train_of_the_player_who_is_asked_about() -> None:
    """In a file as at the table, wherever a train is named; and a player's name may hold what stands for a space."""
    table = {"open": ["own 4"], "laid_now": ["4-2 on own"]}
    players, question = ["Ana", "Ben", "Cy_2"], {"ask": "cover", "player": "ben"}
    told = {"format": SITUATION_FORMAT, **TABLE, "players": players, "table": table, "question": question}
    trains = {"own": {"end": 2}, "Cy_2": {}, "public": {"end": 7}, "public_2": {"end": 8}}
    situation = as_situation({**told, "trains": trains}, SHELF.book)
    assert list(situation.trains or ()) == [1, 2, 3, 4]
    assert (situation.open_doubles[0].train, situation.laid_now[0].train) == (1, 1)


def test_naming_fewer_tiles_never_makes_an_answer_more_certain() -> None:
    """Whether an open double is covered depends until every tile with its number was named, from none on."""
    table = {"set": 6, "round": 6, "players": ["Ana", "Ben"], "rules": "train-usual"}
    suit = ["3-0", "3-1", "3-2", "4-3", "5-3", "6-3"]
    verdicts = []
    for named in range(len(suit) + 1):
        told = {"table": {"open": ["Ana 3"], "laid": " ".join(suit[:named])}, "trains": {"Ana": {"end": 3}}}
        data = {"format": SITUATION_FORMAT, **table, **told, "question": {"ask": "closed", "double": 3}}
        situation = as_situation(data, SHELF.book)
        verdicts.append(judge_situation(situation, SHELF.book("train-usual"), WORDS).verdict)
    assert verdicts == ["depends"] * len(suit) + ["legal"]
