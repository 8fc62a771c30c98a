"""`round` where the table and the program, or two people at two windows, do not agree at once."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import pytest

from scorekeeper.checks.findings import overruled_by
from scorekeeper.game.events import EventKind, RoundScored
from scorekeeper.game.round import Pips
from scorekeeper.session.review import review_change
from scorekeeper.storage import open_store
from scorekeeper.storage.places import usual_place
from scorekeeper.storage.store import KeptGame, Store
from tests.conftest import Ran
from tests.game.test_roster import after, evening

Cli = Callable[..., Ran]


def test_overruled_warnings_are_kept_with_who_and_why(cli: Cli, game: str, tmp_path: Path) -> None:
    """A warning that was overruled is in check, log, report and game file, with who and why."""
    ran = cli(
        "round",
        game,
        "--blocked",
        "Ana=5",
        "Ben=6",
        "Carla=7",
        "--overrule",
        "nobody remembers",
        "--by",
        "Ana",
    )
    assert (ran.status, ran.err) == (0, "")
    why = "Which double was short of toes? Hardly any other round blocks."
    assert f"Ana overruled a warning (nobody remembers): {why}" in cli("log", game).out
    assert cli("check", game).out == (
        f"Warning D12, round 9-9: {why}\n  Overruled by Ana: nobody remembers\n1 finding.\n"
    )
    (finding,) = json.loads(cli("check", game, "--json").out)["findings"]
    assert finding["overruled"] == {"by": "Ana", "why": "nobody remembers"}
    assert "nobody remembers" in cli("export", game, "--format", "report").out
    path = tmp_path / "friday.toml"
    cli("export", game, "-o", path)
    assert "Overruled by Ana: nobody remembers" in cli("check", path).out
    assert cli("round", game, "--double", "9", "--open-foot", "4").status == 0
    assert cli("check", game).out == "No errors or warnings.\n"


def test_warning_overruled_later(cli: Cli, game: str) -> None:
    """A warning that stands is overruled without entering anything again."""
    cli("round", game, "--blocked", "Ana=5", "Ben=6", "Carla=7")
    assert json.loads(cli("check", game, "--json").out)["findings"][0].keys() == {
        "level", "fact", "round", "player", "message",
    }  # fmt: skip
    cli("round", game, "--double", "9", "--overrule", "asked everybody")
    assert "Overruled: asked everybody" in cli("check", game).out


def test_an_odd_hand_that_is_kept_leaves_the_ending_open(cli: Cli, game: str) -> None:
    """Where another warning was overruled, the command still says that nobody told who went out."""
    cli("round", game, "Carla=230", "--overrule", "counted twice")
    assert "still missing who went out" in cli("round", game, "Ana=5", "Ben=6").out


def test_overruling_falls_with_its_entry() -> None:
    """What was said of a hand does not cover the hand that takes its place."""
    game = evening().game
    reviewed = review_change(game, RoundScored(round=3, entries={"Ana": Pips(0)}))
    kept = reviewed.overruled("Ben", "we saw it")
    log = after(evening(), kept)
    (finding,) = reviewed.warnings
    assert overruled_by(log.game, finding) == kept.overruled[0]
    log = after(log, RoundScored(round=3, entries={"Ben": Pips(9)}))
    assert log.game.round(3).overruled == kept.overruled
    log = after(log, RoundScored(round=3, entries={"ana": Pips(4)}))
    assert log.game.round(3).overruled == ()


def test_another_start_is_checked_with_the_rounds_after_it(cli: Cli) -> None:
    """Who corrects the start of a round hears what that makes impossible in later ones."""
    kept = cli("new", "--players", "Ana,Ben,Carla", "--house", "start.next_double=relative").out.strip()
    cli("round", kept, "--out", "Ana", "Ben=4", "Carla=9")
    cli("round", kept, "--out", "Ana", "Ben=5-5", "Carla=9")
    ran = cli("round", kept, "--round", "1", "--started-with", "6")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == ("scorekeeper: Round 5-5: 5-5 started this round, so it cannot be in Ben's hand.\n")


class _Faster:
    """Lets another window add something just before each of the first appends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *others: EventKind) -> None:
        self._others = list(others)
        kind = type(open_store(usual_place()))
        self._append = kind.append
        monkeypatch.setattr(kind, "append", lambda *words: self._late(*words))

    def _late(
        self, store: Store, kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None = None
    ) -> KeptGame:
        if self._others:
            self._append(store, kept, [self._others.pop(0)], at)
        return self._append(store, kept, changes, at, by)


def test_two_commands_for_one_hand_ask_the_slower(
    cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry for a hand that another window has just entered is refused, and nothing is lost."""
    _Faster(monkeypatch, RoundScored(round=1, entries={"ben": Pips(4)}))
    ran = cli("round", game, "Ben=9")
    assert ran.status == 2
    assert "Your change was not saved" in ran.err
    assert "Ben 4" in cli("log", game).out


def test_sheet_is_keyed_whole_behind_the_faster_one_or_not_at_all(
    cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A sheet goes behind another window's other rounds; where the two meet, none of it is kept."""
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("round,Ana,Ben,Carla\n9-9,o,4,9\n8-8,6,o,3\n")
    _Faster(monkeypatch, RoundScored(round=2, entries={"Ben": Pips(4)}))
    ran = cli("key", game, str(sheet))
    assert (ran.status, ran.out) == (2, "")
    assert "Your change was not saved" in ran.err
    assert "Carla 9" not in cli("log", game).out
    cli("undo", game)
    _Faster(monkeypatch, RoundScored(round=3, entries={"Ben": Pips(4)}))
    assert cli("key", game, str(sheet)).status == 0
    told = json.loads(cli("standings", game, "--json").out)["standings"]
    assert {one["player"]: one["by_round"] for one in told} == {
        "Ana": [0, 6, None],
        "Ben": [4, 0, 4],
        "Carla": [9, 3, None],
    }


def test_rules_that_need_the_tiles(cli: Cli, game: str) -> None:
    """Where pips do not say what other rules need, check and standings both say which hand."""
    cli("round", game, "--out", "Ana", "Ben=23", "Carla=12 b1")
    said = "scorekeeper: Round 9-9, Carla: A tile with one blank counts 25 in all here"
    for command in ("check", "standings"):
        ran = cli(command, game, "--house", "scoring.blank_tile=25")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(said)


def test_game_that_is_over_counts_by_any_book(cli: Cli) -> None:
    """Once a game is over, whether its players could be dealt to by a book is no question any more."""
    kept = cli("new", "--players", "Ana,Ben,Cy,Dan,Eve,Fay", "--set", "9").out.strip()
    assert cli("standings", kept, "--rules", "hastings").status == 2
    cli("round", kept, "--out", "Ana", "Ben=1", "Cy=2", "Dan=3", "Eve=4", "Fay=5")
    cli("finish", kept)
    assert cli("standings", kept, "--rules", "hastings").status == 0


LONE = "scorekeeper: 64 was read as the tile 6-4; write 64+0 for 64 pips.\n"


@pytest.mark.parametrize(
    ("typed", "out", "err"),
    [
        ("12+7+4", "pips  23\n23 points\n", ""),
        ("23+0-0", "pips  23\n0-0   50  scoring.double_blank\n73 points\n", ""),
        ("=60", "  60  points\n60 points\n", ""),
        ("7", "pips  7\n7 points\n", ""),
        ("64", "6-4  10\n10 points\n", LONE),
        ("00", "0-0  50  scoring.double_blank\n50 points\n", ""),
        ("64 00", "6-4  10\n0-0  50  scoring.double_blank\n60 points\n", ""),
    ],
)  # fmt: skip
def test_score_reads_what_a_hand_is_entered_as(cli: Cli, typed: str, out: str, err: str) -> None:
    """`score` takes all that `round` takes; only a lone 64 is a tile here, and it says so."""
    assert cli("score", typed) == Ran(0, out, err)
