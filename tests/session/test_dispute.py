"""A dispute told line by line, without a screen: its ruling, its lines, and what is kept of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper.formats.rule_words import questions
from scorekeeper.game.events import Change, RoundScored, TotalsHidden
from scorekeeper.judge.draft import FormLine, draft_of
from scorekeeper.rules import with_changes
from scorekeeper.session.app_session import AppSession
from scorekeeper.session.dispute import Dispute
from scorekeeper.system import paths
from scorekeeper.text import spoken
from tests.build import scored, started
from tests.catalogues import language_of
from tests.conftest import BOOKS, FOOT_BOOKS, SHELF, TRAIN_BOOKS, Cli, cases, read_situation
from tests.judge.test_situations import CORPUS

pytestmark = pytest.mark.sqlite  # nothing here depends on the store

EXAMPLES = {text.example for text in questions(paths.shipped_folder("rules")).values()}
DEPENDING = {path.stem for path in (CORPUS / "depends").glob("*.toml")}


@pytest.fixture
def evening(home: Path) -> Iterator[AppSession]:
    """Return an evening on an empty store."""
    session = AppSession.at(home / "games.db")
    yield session
    session.store.close()


@pytest.mark.parametrize("name", sorted(EXAMPLES | DEPENDING))
def test_a_dispute_is_ruled_on_as_the_command_does(evening: AppSession, cli: Cli, name: str) -> None:
    """Each question, told line by line, has the ruling of the `judge` command."""
    path = next(Path(CORPUS).glob(f"*/{name}.toml"))
    wanted = json.loads(cli("judge", path, "--json").out)
    draft = draft_of(read_situation(path, SHELF.book))
    dispute = Dispute(evening, replace(draft, given={}))
    dispute.every = True
    for line, text in draft.typed.items():
        assert line in dispute.lines()
        dispute.give(line, text)
    ruling = dispute.ruling()
    answer = list(ruling.answer) if isinstance(ruling.answer, tuple) else ruling.answer
    assert (ruling.verdict, answer, ruling.rule) == (
        wanted["verdict"],
        wanted["answer"],
        wanted["rule"],
    )
    assert list(ruling.needs) == wanted["needs"]


def test_books_are_asked_game_by_game(evening: AppSession) -> None:
    """A table sees the books of its own game; where its book is gone, all of them."""
    assert list(evening.books_of_game("hastings")) == FOOT_BOOKS
    assert list(evening.books_of_game("mexican-train")) == TRAIN_BOOKS
    assert list(evening.books_of_game("lost")) == BOOKS


def test_a_game_settles_what_its_rule_book_leaves_to_the_table(evening: AppSession) -> None:
    """Camp La Junta asks each table what the double blank counts; a game that began has its answer."""
    book = SHELF.book("camp-la-junta")
    evening.start(replace(started(), book=book.id, rules=book.rules))
    dispute = Dispute.of_game(evening)
    dispute.about("score")
    dispute.give(FormLine("hand"), "0-0")
    assert dispute.ruling().answer == 50


def test_a_game_knows_with_which_double_its_round_began(evening: AppSession) -> None:
    """The first round of the evening began with 7-7, so nobody has it; 9-9 is an ordinary tile."""
    evening.start(started())
    evening.keep(replace(scored(1, Ana="12"), started_with=7))
    dispute = Dispute.of_game(evening)
    assert (dispute.draft.double, dispute.draft.began_with) == (9, 7)
    dispute.about("score")
    dispute.give(FormLine("hand"), "9-9")
    assert dispute.ruling().answer == 18


HAPPENED: dict[str, Change] = {
    "played": scored(1, "Ana", Ben="4", Cy="1"),
    "told": RoundScored(round=2, began="Ana"),
    "sits out": scored(2, Ben="-"),
    "hidden": TotalsHidden(),
}


@pytest.mark.parametrize("case", cases("who_begins"), ids=lambda case: case["name"])
def test_nobody_is_asked_what_the_game_knows_of_who_begins(evening: AppSession, case: dict[str, Any]) -> None:
    """The lines that decide are filled in, there is no other, and the ruling names who begins."""
    evening.start(started(*[case["house"]] if "house" in case else [], first="Ben"))
    for what in case["happened"]:
        evening.keep(HAPPENED[what])
    dispute = Dispute.of_game(evening)
    dispute.about("starter")
    asked = {line: dispute.draft.text(line) for line in dispute.lines()}
    assert asked == {FormLine(*line.split()): text for line, text in case["known"].items()}
    assert dispute.ruling().answer == case["begins"]


def test_what_was_told_is_there_when_the_dispute_is_taken_up_again(evening: AppSession) -> None:
    """It outlives the screen: the next dispute at the same place has it, until it is dropped."""
    Dispute.at_home(evening).give(FormLine("tile"), "4-4")
    again = Dispute.at_home(evening)
    assert again.draft.typed == {FormLine("tile"): "4-4"}
    again.forget()
    assert Dispute.at_home(evening).draft.typed == {}


def test_a_new_dispute_begins_with_empty_lines(evening: AppSession) -> None:
    """What was typed is that of one table, and goes with its ruling; it stays where it was typed."""
    dispute = Dispute.at_home(evening)
    dispute.give(FormLine("tile"), "4-4")
    dispute.at_table("hastings", 9, 9, dispute.draft.players)
    assert dispute.draft.typed == {FormLine("tile"): "4-4"}
    dispute.at_table("hastings", 9, 9, ("Fay", "Gus"))
    assert dispute.draft.typed == {}
    dispute.give(FormLine("tile"), "5-4")
    dispute.settle()
    assert dispute.draft.typed == {FormLine("tile"): "5-4"}
    assert Dispute.at_home(evening).draft.typed == {}


def test_another_question_begins_clean_and_offers_what_still_holds(evening: AppSession) -> None:
    """The table and the hands are the same; the tile and the events of one question are none of another's."""
    dispute = Dispute.at_home(evening)
    dispute.about("play")
    assert not dispute.offers_last
    told = {"player": "A", "tile": "6-4", "ends": "5 2", "hand": "6-4 5-3"}
    for name, text in told.items():
        dispute.give(FormLine(name), text)
    dispute.about("round-over")
    assert dispute.draft.typed == {}
    dispute.give(FormLine("ends"), "7")
    assert dispute.offers_last
    dispute.take_last()
    assert dispute.draft.typed == {
        FormLine("player"): "A",
        FormLine("ends"): "7",
        FormLine("hands", "A"): "6-4 5-3",
    }
    assert not dispute.offers_last
    dispute.about("draw")
    dispute.take_last()
    assert dispute.draft.typed[FormLine("hand")] == "6-4 5-3"
    dispute.about("play")
    assert dispute.draft.typed == {FormLine(name): text for name, text in told.items()}


def test_a_game_tells_what_it_knows_of_earlier_rounds(evening: AppSession) -> None:
    """The doubles that began them, and the totals, where the rules of the table turn on them."""
    changed = with_changes(started().rules, {"start.next_double": "highest-unused"})
    evening.start(replace(started(), rules=changed))
    evening.keep(replace(scored(1, "Ben", Ana="12", Cy="4"), started_with=7))
    dispute = Dispute.of_game(evening)
    dispute.about("starting-double")
    assert dispute.draft.typed == {FormLine("earlier"): "7"}
    dispute.about("play")
    assert dispute.draft.typed == {}


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("case", cases("search_words"), ids=lambda case: case["en"])
def test_a_question_is_found_by_the_words_that_people_use(
    case: dict[str, Any], code: str, evening: AppSession
) -> None:
    """What people say of a dispute finds the question that settles it, in every game, before all others."""
    with spoken(language_of(code)):
        dispute = Dispute.at_home(evening)
        found = {book: next(iter(dispute.find(book, case[code])), None) for book in case["books"]}
    assert found == dict.fromkeys(case["books"], case["ask"])


def test_only_rules_of_the_game_are_found(evening: AppSession) -> None:
    """Where nobody has a train, no rule of trains is offered."""
    dispute = Dispute.at_home(evening)
    assert "trains.public_start" in dispute.find("train-usual", "public train")
    assert "trains.public_start" not in dispute.find("classic", "public train")
