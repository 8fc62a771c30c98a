"""Three corpora of round records: the first lines of each file say what to expect."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.formats.disputes import MOST_ACTIONS, RECORD_FORMAT, as_record, read_record
from scorekeeper.judge.judging import judge_record
from scorekeeper.judge.ruling import Ruling
from scorekeeper.rules.wording import Wording
from tests.conftest import SHELF

CORPUS = Path(__file__).parents[1] / "records"
AGREED = {"scoring.double_blank": 50}


def files(kind: str) -> list[Any]:
    """Return every file of a corpus, named as it is."""
    return [pytest.param(path, id=path.stem) for path in sorted((CORPUS / kind).glob("*.toml"))]


def expected(path: Path) -> dict[str, Any]:
    """Read what the comment at the head of a file says."""
    head = path.read_bytes().split(b"\n\n", 1)[0].decode()
    return tomllib.loads("\n".join(line.removeprefix("# ") for line in head.splitlines()))


def judged(path: Path, words: Wording) -> Ruling:
    """Rule on a record under its own rule book."""
    record = read_record(path, SHELF.book)
    return judge_record(record, SHELF.book(record.rules), words)


@pytest.mark.parametrize("path", files("illegal"))
def test_an_illegal_record_is_stopped_at_its_fault(path: Path, words: Wording) -> None:
    """The rule in the file's name is the one that the action breaks, and the reason is the sentence in its head."""
    ruling, wanted = judged(path, words), expected(path)
    assert (ruling.verdict, ruling.rule, ruling.at) == ("illegal", wanted["rule"], wanted["at"])
    assert ruling.reason == wanted["says"]
    assert wanted["rule"] == path.stem.split("--")[0]


@pytest.mark.parametrize("path", files("valid"))
def test_a_valid_record_is_played_to_its_end(path: Path, words: Wording) -> None:
    """Every action of a valid record stands, and the round ends as its file says."""
    ruling, wanted = judged(path, words), expected(path)
    assert (ruling.verdict, ruling.action if ruling.verdict == "illegal" else None) == (
        wanted["verdict"],
        None,
    )
    assert ruling.result is not None
    assert (ruling.result.ended or "none") == wanted.get("ended", "none")
    assert ruling.result.out == wanted.get("out")
    assert ruling.result.open_foot == wanted.get("open_foot")
    assert ", ".join(ruling.needs) == wanted.get("needs", "")


@pytest.mark.parametrize("path", [file for file in files("valid") if "left" in expected(file.values[0])])
def test_a_round_that_is_over_counts_what_is_left(path: Path, words: Wording) -> None:
    """The points are those of the hands that are left."""
    result = judged(path, words).result
    assert result is not None
    assert ", ".join(f"{name} {points}" for name, points in result.points.items()) == expected(path)["left"]


@pytest.mark.parametrize("path", files("malformed"))
def test_a_malformed_record_is_refused_with_its_place(path: Path, words: Wording) -> None:
    """The error names the file and the place in it, and nothing is ruled on."""
    with pytest.raises(ScorekeeperError) as caught:
        judged(path, words)
    assert expected(path)["says"] in str(caught.value)
    assert not isinstance(caught.value, Malformed) or caught.value.where


@pytest.mark.parametrize(("kind", "least"), [("valid", 15), ("illegal", 40), ("malformed", 25)])
def test_the_corpora_are_large_enough(kind: str, least: int) -> None:
    """There are at least so many files of each kind."""
    assert len(files(kind)) >= least


def test_a_record_of_endless_actions_is_refused() -> None:
    """No round is that long."""
    players = ["Ana", "Ben"]
    data = {"format": RECORD_FORMAT, "set": 9, "round": 9, "players": players, "rules": "classic"}
    with pytest.raises(Malformed):
        as_record({**data, "actions": ["Ana pass"] * (MOST_ACTIONS + 1)}, SHELF.book)


def test_a_house_rule_rests_on_what_the_table_agreed(words: Wording) -> None:
    """A house rule has the table as its source, and counts as stated."""
    ruling = judged(CORPUS / "illegal" / "start.toes--six-needed.toml", words)
    assert (ruling.value, ruling.basis, ruling.source) == (6, "stated", "What this table agreed.")


def test_points_that_a_table_had_to_agree_on_are_left_out(words: Wording) -> None:
    """Camp La Junta lets the table say what 0-0 counts: both are named, and a table's own rule settles it."""
    record = read_record(CORPUS / "valid" / "a-double-blank-is-left.toml", SHELF.book)
    book = SHELF.book(record.rules)
    unsettled, agreed = (judge_record(record._replace(house=house), book, words) for house in ({}, AGREED))
    assert unsettled.result is not None
    assert agreed.result is not None
    assert (unsettled.result.points, agreed.result.points) == ({"Ben": 0}, {"Ana": 55, "Ben": 0})
    assert unsettled.reason.endswith("With 50 Ana counts 55. With 0 Ana counts 5.")


def test_an_action_that_stands_only_by_what_a_table_agreed_makes_it_depend(words: Wording) -> None:
    """Nobody holds 9-9 and Ana lays 8-8: a book that leaves it to the table rules only once that has agreed."""
    players, hands = ["Ana", "Ben"], {"Ana": "8-8 7-1", "Ben": "7-7 6-1"}
    head = {"format": RECORD_FORMAT, "set": 9, "round": 9, "players": players, "rules": "dominorules"}
    record = as_record({**head, "hands": hands, "actions": ["Ana 8-8"]}, SHELF.book)
    agreed = [{}, {"start.missing": "next-lower"}, {"start.missing": "reshuffle"}]
    book = SHELF.book(record.rules)
    rulings = [judge_record(record._replace(house=house), book, words) for house in agreed]
    assert [ruling.verdict for ruling in rulings] == ["depends", "legal", "illegal"]
    assert rulings[0].needs == ("what the table agreed on “Nobody holds the starting double”",)
    assert rulings[0].left_to_table
    assert rulings[2].after_colon in rulings[0].reason


def test_a_record_is_ruled_on_under_books_of_both_games(words: Wording) -> None:
    """Where every player has a train too, if each tile has only one place there."""
    record = read_record(CORPUS / "valid" / "a-double-blank-is-left.toml", SHELF.book)
    ruling = judge_record(record, SHELF.book("mexican-train"), words)
    assert (ruling.verdict, ruling.result and ruling.result.out) == ("legal", "Ben")
