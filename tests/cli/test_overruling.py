"""`round` where the table and the program, or two people at two windows, do not agree at once."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.game.events import EventKind, RoundScored
from scorekeeper.game.round import Pips
from scorekeeper.storage import open_store
from scorekeeper.storage.places import usual_place
from scorekeeper.storage.store import KeptGame, Store
from tests.conftest import Cli


class _Faster:
    """Lets another window add something just before each of the first appends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *others: EventKind) -> None:
        self._others = list(others)
        kind = type(open_store(usual_place()))
        self._append = kind.append
        monkeypatch.setattr(kind, "append", lambda *words: self._late(*words))

    def _late(self, store: Store, kept: KeptGame, changes: Iterable[EventKind], *others: Any) -> KeptGame:
        if self._others:
            self._append(store, kept, [self._others.pop(0)], others[0])
        return self._append(store, kept, changes, *others)


def test_two_commands_for_one_hand_ask_the_slower(
    cli: Cli, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry for a hand that another window has just entered is refused, and nothing is lost."""
    _Faster(monkeypatch, RoundScored(round=1, entries={"ben": Pips(4)}))
    ran = cli("round", game, "Ben=9")
    assert ran.status == 2
    assert "Your change was not saved" in ran.err
    assert "Ben 4" in cli("log", game).out


def test_an_odd_hand_that_is_kept_leaves_the_ending_open(cli: Cli, game: str) -> None:
    """Where another warning was overruled, the command still says that nobody told who went out."""
    cli("round", game, "Carla=230", "--overrule", "counted twice")
    assert "still missing who went out" in cli("round", game, "Ana=5", "Ben=6").out


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
