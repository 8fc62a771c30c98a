"""Games and files of an older version, written before trains had rules: see `tests/cases/older/`."""

import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.formats.game_file import read_game, show_game
from scorekeeper.formats.rule_packs import read_pack
from scorekeeper.game import Game, Undone
from scorekeeper.rules.rulebook import build_rules, key_types, needed_keys, rule_values, with_changes
from scorekeeper.rules.schema import Rules
from scorekeeper.storage import move_store, open_store
from scorekeeper.storage.backups import list_backups, restore_backup
from scorekeeper.storage.database import VERSION, Listed
from scorekeeper.storage.store import Store
from tests.build import AT, started
from tests.conftest import CASES, CLASSIC, SHELF, SHIPPED, Cli
from tests.servers import place

OLDER = CASES / "older"
NEWER_KEYS = key_types().keys() - needed_keys()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store with the games of one that an older version wrote."""
    (tmp_path / "copies").mkdir()
    older = Path(shutil.copy(OLDER / "games.db", tmp_path / "copies" / "older.db"))
    move_store(older, place(tmp_path / "games.db"))
    return open_store(tmp_path / "games.db")


def older_game(store: Store, title: str) -> Game:
    """Return a game of the store by its title."""
    return store.game(next(listed.id for listed in store.list() if listed.title == title)).game


def newer_values(rules: Rules) -> dict[str, object]:
    """Return the values of the keys that the older version did not have."""
    return {key: value for key, value in rule_values(rules).items() if key in NEWER_KEYS}


def test_the_base_sets_every_key_and_newer_ones_to_their_defaults() -> None:
    """A missing key takes the value of `classic`, which leaves nothing open that a table needs."""
    _head, tables = read_pack(SHIPPED / "packs" / "classic.toml")
    own = {f"{section}.{name}" for section, rows in tables.items() for name in rows}
    assert own == rule_values(CLASSIC).keys()
    older = {key: value for key, value in rule_values(CLASSIC).items() if key in needed_keys()}
    assert build_rules(older) == CLASSIC


@pytest.mark.parametrize(
    ("title", "totals"),
    [("Friday night", {"Ana": 20, "Ben": 83, "Cy": 47}), ("Trains", {"Dan": 12, "Eva": 0})],
)
def test_a_game_of_an_older_store_opens(store: Store, title: str, totals: dict[str, int]) -> None:
    """Its points are as they were, and each key that it never had takes the value of `classic`."""
    game = older_game(store, title)
    assert {player: game.total(player) for player in game.players} == totals
    assert newer_values(game.rules) == newer_values(CLASSIC)


@pytest.mark.parametrize("name", ["friday.toml", "trains.toml"])
def test_an_older_game_file_opens(name: str, store: Store) -> None:
    """The file is the game of the store, and once written it reads and writes the same bytes."""
    game = read_game(OLDER / name, SHELF.book)
    assert newer_values(game.rules) == newer_values(CLASSIC)
    assert show_game(game) == show_game(older_game(store, game.title))


def test_an_older_rules_file_opens() -> None:
    """A pack of the table's own is `classic` with its changes, newer keys and all."""
    book = SHELF.read(OLDER / "sunday.toml")
    assert book.rules == with_changes(CLASSIC, {"scoring.double_blank": 30, "start.toes": 6})


def test_an_older_round_file_opens(cli: Cli) -> None:
    """A recorded round is judged as before; of the documented fields a ruling may only have more."""
    ran = cli("judge", OLDER / "round.toml", "--rules", "hastings", "--json")
    ruling, older = json.loads(ran.out), json.loads((OLDER / "ruling.json").read_text(encoding="utf-8"))
    assert ruling | older == ruling


@pytest.mark.sqlite
def test_an_older_file_is_brought_up_to_date_after_a_copy(tmp_path: Path) -> None:
    """By one of several programs; the copy is the older file, and an older program refuses the new one."""
    path = Path(shutil.copy(OLDER / "games.db", tmp_path / "games.db"))

    def listed(_window: int) -> tuple[Listed, ...]:
        with closing(open_store(path)) as store:
            return store.list()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(listed, range(4)))
    assert [len(games) for games in found] == [2] * 4
    store = open_store(path)
    assert older_game(store, "Friday night").total("Ben") == 83
    assert store.append(store.game(found[0][0].id), [Undone()], AT)
    with (
        closing(sqlite3.connect(path)) as new,
        closing(sqlite3.connect(tmp_path / "games-version-1.db")) as old,
    ):
        assert [one.execute("pragma user_version").fetchone() for one in (new, old)] == [(VERSION,), (1,)]
        with closing(sqlite3.connect(OLDER / "games.db")) as shipped:
            assert [*old.iterdump()] == [*shipped.iterdump()]


@pytest.mark.sqlite
def test_an_older_backup_is_restored(tmp_path: Path) -> None:
    """It is listed like any other, and the games that were there are backed up first."""
    store = open_store(tmp_path / "games.db")
    newer = store.create(started(), AT)
    (tmp_path / "copies").mkdir()
    shutil.copy(OLDER / "games.db", tmp_path / "copies" / "2026-01-01-120000.db")
    (copy,) = list_backups(store.place)
    assert (copy.name, copy.games) == ("2026-01-01-120000", 2)
    done = restore_backup(store.place, copy.name, AT)
    assert older_game(store, "Friday night").total("Ben") == 83
    assert done.before is not None
    assert open_store(done.before).game(newer.id) == newer
    assert {path.name for path in tmp_path.iterdir() if path.suffix == ".db"} == {"games.db"}
