"""The files of an event over many tables: what is refused before anything of it is stored."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.club import ClubTable
from scorekeeper.errors import Malformed
from scorekeeper.formats import read_club, read_totals, show_club, typed_totals
from scorekeeper.system import shared_file
from tests.clubs import club_log, table_log

LOG, TABLE = club_log(["Ana", "Ben", "Cy"]), ClubTable(1, ("Ana", "Ben", "Cy"))
EVENT = json.loads(show_club("fghjkm", LOG, {"abcdef": table_log(TABLE, {"Ana": 5, "Ben": 0, "Cy": 7})}))
GAME = EVENT["games"]["abcdef"]
FAR = "../../pwn_dir/evil"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"id": FAR}, rf"id: “{FAR}” is no id; an id has six letters from a to z\."),
        ({"id": "abcdef\n"}, "id: .* is no id"),
        ({"games": {FAR: GAME}}, f"games: “{FAR}” is no id"),
        ({"events": EVENT["events"][:1] * 2}, "events: change 2 is missing"),
        ({"games": {"abcdef": [GAME[0], *GAME[2:]]}}, "games.abcdef: change 2 is missing"),
    ],
)
def test_a_file_that_would_do_harm(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    """An id names files and is no path, and no change is missing; the place is said."""
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENT), encoding="utf-8")
    assert read_club(path)[:2] == ("fghjkm", LOG)
    path.write_text(json.dumps(EVENT | change), encoding="utf-8")
    with pytest.raises(Malformed, match=fault):
        read_club(path)


def test_no_file_of_a_game_is_elsewhere(tmp_path: Path) -> None:
    """What the phones of a game leave is beside the store, whatever the game is called."""
    with pytest.raises(Malformed, match="is no id"):
        shared_file(tmp_path / "games.db", FAR)


def test_nobody_has_two_totals_at_a_table() -> None:
    """A name that comes again, in other capitals too, is refused; nothing is overwritten."""
    with pytest.raises(Malformed, match=r"line 3: ana has a total already\."):
        read_totals("table,name,points\n1,Ana,10\n1,ana,99\n", 1)
    assert len(read_totals("table,name,points\n1,Ana,10\n2,Ana,99\n1,Ben,\n1,Ben,3\n", 1)) == 2
    with pytest.raises(Malformed, match="Table 1 needs 3 whole numbers"):
        typed_totals(1, TABLE, ("Ana=1", "ana=2", "Ben=3", "Cy=4"))
