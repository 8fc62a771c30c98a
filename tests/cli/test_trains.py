"""A game of Mexican Train on the command line, from an empty folder to the printed result."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran
from tests.paper import page_texts, squeezed

Cli = Callable[..., Ran]

PRICED = ("--house", "scoring.marker=5", "--house", "scoring.out_on_double=doubled")

RECORD = """
format = "scorekeeper-record/1"
set = 6
round = 6
players = ["Ana", "Ben"]
rules = "train-usual"
yard = 22
actions = ["Ana 6-5 on own", "Ben draw 4-0", "Ben pass", "Ana 5-5 on own", "Ana 5-1 on own"]
[hands]
Ana = "6-5 5-5 5-1"
Ben = "4-3 3-2"
"""


@pytest.fixture
def table(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the id of a new double-six game of Ana and Ben, in an empty folder; marked trains cost 5."""
    monkeypatch.chdir(tmp_path)
    return cli(
        "new",
        "--players",
        "Ana,Ben",
        "--set",
        "6",
        "--rules",
        "train-usual",
        "--first-starter",
        "Ana",
        *PRICED,
    ).out.strip()


def test_a_game_goes_from_an_empty_folder_to_the_printed_result(cli: Cli, table: str, tmp_path: Path) -> None:
    """Rounds are entered, checked, exported, keyed and printed; nothing that is printed speaks of feet."""
    told = [
        cli("round", table, "--out", "Ana", "Ben=4-3 3-2", "--marked", "Ben", "--last-tile", "double"),
        cli("round", table, "--blocked", "Ana=4-4", "Ben=3-3"),
        cli("check", table),
        cli("export", table, "-o", "game.toml"),
        cli("export", table, "--format", "csv", "-o", "game.csv"),
        cli("key", table, "game.csv"),
        cli("sheet", table, "-o", "sheet.pdf"),
        cli("sheet", table, "--template", "result", "-o", "result.pdf"),
        cli("log", table),
    ]
    assert [ran.status for ran in told] == [0] * len(told), told
    saved = (tmp_path / "game.toml").read_text(encoding="utf-8")
    assert 'marked = ["Ben"]' in saved
    assert "out_on_double = true" in saved
    standing = json.loads(cli("standings", "game.toml", "--json").out)["standings"]
    assert {one["player"]: one["total"] for one in standing} == {"Ana": 8, "Ben": 35}
    pages = [page_texts((tmp_path / name).read_bytes())[0] for name in ("sheet.pdf", "result.pdf")]
    assert all("mexicantrain" in squeezed(text).casefold() for text in pages)
    printed = "".join([*pages, *(ran.out + ran.err for ran in told)]).casefold()
    assert not [word for word in ("chicken", "toes", "foot") if word in printed]


def test_a_record_tells_who_was_marked_and_what_went_out(cli: Cli, table: str, tmp_path: Path) -> None:
    """What costs points at this table comes from the record; the last tile was a plain one."""
    (tmp_path / "round.toml").write_text(RECORD, encoding="utf-8")
    assert cli("round", table, "--out", "Ana", "Ben=3-2", "--last-tile", "double").status == 0
    told = cli("round", table, "--double", "6", "--from", "round.toml", "--reason", "played again")
    assert told.status == 0, told.err
    saved = cli("export", table).out
    assert 'marked = ["Ben"]' in saved
    assert "out_on_double = true" not in saved
    standing = json.loads(cli("standings", table, "--json").out)["standings"]
    assert {one["player"]: one["total"] for one in standing} == {"Ana": 0, "Ben": 21}


def test_a_blank_sheet_is_named_after_its_game(cli: Cli, tmp_path: Path, table: str) -> None:
    """Without a title the file has the name of the game."""
    assert cli("sheet", "--rules", "mexican-train", "--players", "6").out.strip() == "Mexican Train.pdf"
    assert cli("sheet", "--players", "6").out.strip() == "Chickenfoot.pdf"
