"""The worked examples of the rule catalogue, through the game file and the command line."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.formats.game_file import read_game
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.ranking import standings
from scorekeeper.rules.rulebook import RuleBook, with_changes
from scorekeeper.session.library import parse_house
from tests.conftest import BOOKS, CASES, CLASSIC, SHELF, Ran, cases

WORKED = cases("worked")


def _name(case: dict[str, Any]) -> str:
    return f"{case['game']} {' '.join(case['house'])}"


@pytest.mark.parametrize("case", WORKED, ids=_name)
def test_worked_example_by_file(case: dict[str, Any], shelf: Shelf) -> None:
    """A worked example read from its file has the catalogue's totals, rounds and ranks."""
    game = read_game(CASES / "games" / f"{case['game']}.toml", shelf.book)
    game = replace(game, rules=with_changes(game.rules, parse_house(case["house"])))
    table = {one.player: one for one in standings(game).standings}
    assert {name: one.total for name, one in table.items()} == case["totals"]
    assert {name: one.rank for name, one in table.items()} == case["ranks"]
    for name, points in case.get("by_round", {}).items():
        assert list(table[name].by_round) == points


def test_f2_is_explained_in_words(cli: Callable[..., Ran]) -> None:
    """The tie of worked example F2 is explained by the rounds each player won."""
    told = json.loads(cli("standings", CASES / "games" / "f2.toml", "--json").out)
    assert told["explanation"] == "Ana and Ben both have 124; Ana won 3 rounds, Ben 2."


def test_blocked_zero_is_no_round_won(cli: Callable[..., Ran]) -> None:
    """Holding only a worthless 0-0 in a blocked round is not winning that round (catalogue G9)."""
    ran = cli("standings", CASES / "games" / "f1.toml", "--house", "scoring.double_blank=0", "--json")
    assert {one["player"]: one["rounds_won"] for one in json.loads(ran.out)["standings"]} == {
        "Ana": 2,
        "Ben": 2,
        "Carla": 2,
    }


@pytest.mark.parametrize("game", ["f1", "f2", "f3"])
def test_worked_example_has_no_error(game: str, cli: Callable[..., Ran]) -> None:
    """No check finds an error in a worked example."""
    assert cli("check", CASES / "games" / f"{game}.toml").status == 0


@pytest.mark.parametrize("book", BOOKS, ids=[book.id for book in BOOKS])
def test_every_book_counts_the_worked_examples_that_it_decides(book: RuleBook) -> None:
    """A rule book whose scoring is that of an option gives that option's totals; so with its ranks."""
    decided = 0
    for case in WORKED:
        option = with_changes(CLASSIC, parse_house(case["house"]))
        if option.scoring != book.rules.scoring:
            continue
        decided += 1
        game = read_game(CASES / "games" / f"{case['game']}.toml", SHELF.book)
        table = standings(replace(game, rules=book.rules)).standings
        assert {one.player: one.total for one in table} == case["totals"]
        if option.winning == book.rules.winning:
            assert {one.player: one.rank for one in table} == case["ranks"]
    assert decided or book.rules.scoring.blank_half
