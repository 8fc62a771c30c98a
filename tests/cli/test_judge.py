"""`scorekeeper judge`: every fact has a flag, typed as in the app; and a ruling on a page."""

import json
from pathlib import Path

import click
import pytest

from scorekeeper.cli.flags import FLAGS, ToldTable, told_situation
from scorekeeper.cli.judge import judge
from scorekeeper.judge import Ruling
from scorekeeper.judge.facts import FACTS
from scorekeeper.rules import planned_doubles
from tests.conftest import SHELF, Cli, by_cases, cases
from tests.paper import page_texts, squeezed

SCENARIOS = Path(__file__).parents[1] / "situations" / "scenarios"


@pytest.mark.parametrize("case", cases("flags"), ids=lambda case: " ".join(case["typed"]))
def test_a_dispute_is_told_by_flags(cli: Cli, case) -> None:
    """The ruling is that on the facts told; what cannot be understood is named by its flag."""
    ran = cli("judge", *case["typed"])
    assert (ran.status, case["says"] in ran.out + ran.err) == (case["status"], True), ran


def test_a_file_keeps_its_house_rules_under_its_own_book_alone(cli: Cli) -> None:
    """Naming the book that the file names changes nothing; under another one they do not count."""
    path = str(SCENARIOS.with_name("depends") / "who-went-out-in-the-last-round.toml")
    own = cli("judge", path).out
    assert "This table agreed on it." in own
    assert cli("judge", path, "--rules", "hastings").out == own
    assert "This table agreed on it." not in cli("judge", path, "--rules", "no-draw").out


def test_every_fact_has_a_flag() -> None:
    """Whatever a question asks for can be told on the command line."""
    assert FACTS.keys() <= {name for facts in FLAGS.values() for name in facts}


@pytest.mark.parametrize("book", SHELF.ids())
def test_the_round_of_which_nobody_told_is_one_that_the_book_plays(book: str) -> None:
    """A book that leaves out the highest doubles is asked about the first round that it has."""
    rules, table = SHELF.book(book).rules, ToldTable(None, None, None, None, None, book)
    told = {flag: ("0-0",) if flag == "hand" else () for flag in FLAGS}
    asked = told_situation("score", table, told, SHELF)
    assert asked.double in planned_doubles(rules, asked.set_size)


@by_cases
def test_a_shell_offers_questions_and_files(begun: str, offered: list[tuple[str, str]]) -> None:
    """A question where one is begun, else the files of the folder."""
    (asked,) = [parameter for parameter in judge.params if parameter.name == "asked"]
    found = asked.shell_complete(click.Context(judge), begun)
    assert [[item.value, item.type] for item in found] == offered


def test_books_that_name_different_players_differ(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer about Ana and about Ben is two answers."""
    rulings = tuple(
        Ruling(rules=name, verdict="legal", answer=9, player=name, source="", reason="")
        for name in ("Ana", "Ben")
    )
    monkeypatch.setattr("scorekeeper.cli.judge.under_every_book", lambda *_asked: rulings)
    ran = cli("judge", SCENARIOS / "15-start-complete-or-not.toml", "--all", "--json")
    assert (ran.status, json.loads(ran.out)["agree"]) == (3, False)


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_a_ruling_is_printed_on_a_page(cli, tmp_path, form) -> None:
    """The kind of file follows from its name, and the ruling is told all the same."""
    page = tmp_path / f"ruling.{form}"
    ran = cli("judge", SCENARIOS / "15-start-complete-or-not.toml", "-o", page)
    assert ran.status == 1
    assert "4 of its 6 toes" in ran.out
    assert page.stat().st_size > 1000


def test_a_page_about_trains_speaks_of_trains(cli, tmp_path) -> None:
    """Emblem, picture and sentences are those of the game, with a train that is named as the place of a tile."""
    page = tmp_path / "ruling.pdf"
    ran = cli("judge", SCENARIOS / "an-open-double-of-another-player.toml", "-o", page)
    (text,) = page_texts(page.read_bytes())
    for told in (
        "Mexican Train",
        "On which train: Ben's train",
        "Ana, marked",
        "every player in turn must cover it",
    ):
        assert squeezed(told) in squeezed(text)
    for feet in ("toe", "foot", "chicken"):
        assert feet not in (text + ran.out).replace("foot.lock", "").lower()


def test_a_page_says_what_other_books_say(cli, tmp_path) -> None:
    """Question, answer, reason, what was told, who says so and who says otherwise."""
    page = tmp_path / "ruling.pdf"
    cli("judge", SCENARIOS / "15-start-complete-or-not.toml", "-o", page)
    (text,) = page_texts(page.read_bytes())
    for told in (
        "May this tile be laid there?",
        "No: Xan may not lay 6-4 on a four",
        "4 of its 6 toes",
        "Xan lays 9-0",
        "Tile: 6-4",
        "Yes: Classic",
    ):
        assert squeezed(told) in squeezed(text)
