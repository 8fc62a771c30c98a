"""Kept games: nothing acknowledged is lost, nothing is half written, nobody is overrun."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from scorekeeper.errors import Ambiguous, Impossible, Malformed, NotFound, Unavailable
from scorekeeper.game.events import Finished, Redone, Undone
from scorekeeper.game.log import Event, GameLog
from scorekeeper.history import summarise
from scorekeeper.storage import move_store, open_store
from scorekeeper.storage.database import VERSION
from scorekeeper.storage.store import Overtaken, Store
from tests.build import AT, new_log, scored, started
from tests.servers import place
from tests.strategies import logs
from tests.waiting import PATIENCE


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(logs())
def test_any_game_is_there_again(tmp_path: Path, log: GameLog) -> None:
    """Any game comes back from the disk event for event, and what is kept in short is what the events come to."""
    store = open_store(tmp_path / "any.db")
    kept = store.add_games([log])[0]
    assert store.summaries(1) == {kept.id: summarise(log.game)}
    store.close()
    assert open_store(store.place).game(kept.id).log == log


def test_undo_and_redo_survive_a_restart(store: Store) -> None:
    """What was undone before a restart can be redone after it, however many steps."""
    begun = (kept := store.create(started(), AT)).game
    for number in range(1, 8):
        kept = store.append(kept, [scored(number, "Ana", Ben=str(number), Cy="1")], AT)
    played = kept.game
    for what in [Undone(), Redone()]:
        for _step in range(7):
            store.close()
            kept = store.append(store.game(kept.id), [what], AT)
        assert kept.game == (played if what == Redone() else begun)


def test_two_windows_on_one_game(store: Store) -> None:
    """A window that was overtaken is told what came, writes nothing, and may then go on."""
    mine = store.create(started(), AT)
    other = open_store(store.place)
    theirs = other.append(other.game(mine.id), [scored(1, "Ana", Ben="4")], AT)
    other.append(theirs, [Undone()], AT)
    assert store.changed(mine)
    with pytest.raises(Overtaken, match="Another window made 2 changes") as refused:
        store.append(mine, [scored(1, "Ben", Ana="9")], AT)
    assert [type(event.what).__name__ for event in refused.value.came] == ["RoundScored", "Undone"]
    assert other.game(mine.id) == refused.value.kept
    kept = store.append(refused.value.kept, [scored(1, "Ben", Ana="9")], AT)
    assert kept.game.round(1).out == "Ben"
    assert not store.changed(kept)


def test_several_changes_are_kept_together_or_not_at_all(store: Store) -> None:
    """Where one of several changes cannot be, or another window was faster, none of them is kept."""
    kept = store.create(started(), AT)
    both = [scored(1, "Ana", Ben="4", Cy="1"), scored(2, "Ben", Ana="9", Cy="2")]
    with pytest.raises(Impossible):
        store.append(kept, [*both, scored(11, "Ana")], AT)
    assert store.game(kept.id) == kept
    after = store.append(kept, both, AT, "Ana")
    assert [(event.what, event.by) for event in after.log.events[1:]] == [(what, "Ana") for what in both]
    assert store.game(kept.id) == after
    with pytest.raises(Overtaken):
        store.append(kept, both, AT)
    assert store.append(after, [Undone()], AT).game.rounds_played == 1


def test_all_games_are_kept_or_none(store: Store) -> None:
    """Where the second of two games cannot be kept, the first is not kept either."""

    def games() -> Iterator[GameLog]:
        yield new_log()
        raise Malformed("no game")

    with pytest.raises(Malformed):
        store.add_games(games())
    assert store.list() == ()


def test_latest_change_comes_first(store: Store) -> None:
    """Games are listed by when they changed last, whatever the clock says."""
    first, second = store.create(started(), AT), store.create(started(), AT)
    store.append(first, [scored(1, "Ana")], AT - timedelta(days=1))
    assert [one.id for one in store.list()] == [first.id, second.id]
    assert store.find("last") == first.id
    assert store.list()[0].changed == AT - timedelta(days=1)


def test_moved_games_come_after_those_that_are_there(store: Store, tmp_path: Path) -> None:
    """In the order of their changes; the same game is not moved twice, and entries go on."""
    old = open_store(tmp_path / "old.db")
    first, second = (old.create(started(), AT) for _number in range(2))
    mine = store.create(started(), AT)
    assert move_store(old.place, store.place) == 2
    assert [one.id for one in store.list()] == [second.id, first.id, mine.id]
    store.append(first, [scored(1, "Ana", Ben="4")], AT)
    assert store.find("last") == first.id
    with pytest.raises(Impossible, match="name a new file or an empty database instead"):
        move_store(old.place, store.place)
    old.close()


def test_list_says_who_and_whether_complete(store: Store) -> None:
    """A line of the list has title, players and whether the game is over."""
    house = ("rounds.length=fixed", "rounds.count=1")
    kept = store.add_games([new_log(*house).after(scored(1, "Ana", Ben="1", Cy="2"), AT)])[0]
    (line,) = store.list()
    assert (line.id, line.title, line.players) == (kept.id, "Friday night", ("Ana", "Ben", "Cy"))
    assert line.complete
    store.create(started(players=["Dan", "Ana"]), AT)
    assert store.known_players() == ("Dan", "Ana", "Ben", "Cy")


def test_deleted_game_is_hidden_not_gone(store: Store) -> None:
    """A deleted game is in no list and answers to no name, until it is brought back."""
    kept = store.create(started(), AT)
    store.delete(kept.id)
    assert store.list() == ()
    with pytest.raises(NotFound):
        store.find(kept.id)
    assert store.find(kept.id, deleted=True) == kept.id
    store.delete(kept.id, deleted=False)
    assert store.find(kept.id[:3]) == kept.id


def test_names_that_fit_no_game_or_several(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A beginning that fits two games names them; what fits none is told."""
    with pytest.raises(NotFound, match="There are no saved games yet"):
        store.find("last")
    letters = iter("abcdef" + "abcdef" + "abcxyz")
    monkeypatch.setattr("scorekeeper.storage.store.secrets.choice", lambda _letters: next(letters))
    store.create(started(), AT)
    store.create(started(), AT)
    with pytest.raises(Ambiguous, match=r"“abc” could be abcdef \(Friday night\) or abcxyz"):
        store.find("abc")
    assert store.find("abcx") == "abcxyz"
    for name in ["zzz", "", "é", "\udcff", "%", "abcdefg"]:
        with pytest.raises(NotFound, match="There is no saved game"):
            store.find(name)
    with pytest.raises(NotFound, match="There is no saved game"):
        store.game("zzz")


@pytest.mark.sqlite
def test_nothing_is_made_by_looking(store: Store) -> None:
    """Listing games where none is kept makes no file."""
    assert store.list() == ()
    assert not store.place.exists()


@pytest.mark.sqlite
def test_file_that_is_no_database_is_left_alone(store: Store) -> None:
    """A file of another kind is refused and stays as it was."""
    store.place.write_text("dear diary, " * 100)
    for do in [store.list, lambda: store.create(started(), AT)]:
        with pytest.raises(Unavailable, match="not a scorekeeper database, or it is damaged"):
            do()
    assert store.place.read_text() == "dear diary, " * 100


@pytest.mark.sqlite
def test_database_of_another_program_is_left_alone(store: Store) -> None:
    """Another program's database is refused, whether or not it is numbered like ours."""
    for version in (0, 1):
        connection = sqlite3.connect(store.place)
        connection.execute(f"create table notes{version} (text)")
        connection.execute(f"pragma user_version = {version}")
        connection.close()
        with pytest.raises(Unavailable, match="another program's database"):
            store.list()


@pytest.mark.sqlite
def test_database_of_a_newer_version_is_left_alone(store: Store) -> None:
    """What a newer scorekeeper wrote is not touched by an older one."""
    store.create(started(), AT)
    store.close()
    connection = sqlite3.connect(store.place)
    connection.execute(f"pragma user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(Unavailable, match="newer scorekeeper"):
        store.list()


@pytest.mark.sqlite
def test_locked_database_is_told(store: Store) -> None:
    """Where another program holds the file, an entry is refused, and kept once the file is free."""
    kept = store.create(started(), AT)
    store.close()
    holder = sqlite3.connect(store.place, isolation_level=None)
    holder.execute("begin immediate")
    with pytest.raises(Unavailable, match="locked by another program"):
        open_store(store.place, wait=0.01).append(kept, [scored(1, "Ana")], AT)
    holder.execute("rollback")
    holder.close()
    assert store.append(kept, [scored(1, "Ana")], AT).game.round(1).out == "Ana"


@pytest.mark.sqlite
def test_read_only_database_is_told(store: Store, read_only: Callable[[], None]) -> None:
    """Where nothing can be written an entry is refused; games are still listed and read."""
    kept = store.create(started(), AT)
    store.close()
    read_only()
    assert store.game(kept.id) == kept
    with pytest.raises(Unavailable, match="cannot be written, so nothing was saved"):
        store.append(kept, [scored(1, "Ana")], AT)
    assert store.game(kept.id) == kept


@pytest.mark.sqlite
def test_unwritable_folder_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not even SQLite's side files can be made, games are listed and read, and entries refused."""
    kept = store.create(started(), AT)
    store.close()
    opened = sqlite3.connect

    def refuse(place: object, **options: object) -> sqlite3.Connection:
        if str(place).startswith("file:"):
            return opened(place, **options)  # type: ignore[call-overload, no-any-return]
        fault = sqlite3.OperationalError("unable to open database file")
        fault.sqlite_errorname = "SQLITE_CANTOPEN"
        raise fault

    monkeypatch.setattr("scorekeeper.storage.sqlite.sqlite3.connect", refuse)
    assert store.find("last") == kept.id
    assert store.game(kept.id) == kept
    with pytest.raises(Unavailable, match="cannot be written, so nothing was saved"):
        store.append(kept, [scored(1, "Ana")], AT)


@pytest.mark.sqlite
def test_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    """A folder where the file should be, and a file where its folder should be, are told."""
    (tmp_path / "games.db").mkdir()
    with pytest.raises(Unavailable, match="cannot be"):
        open_store(tmp_path / "games.db").list()
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="cannot be used"):
        open_store(tmp_path / "file" / "games.db").create(started(), AT)


def test_tables_are_made_once(tmp_path: Path) -> None:
    """A second window that opens an empty store while the first makes its tables does not make them again."""
    path = place(tmp_path / "games.db")

    def window(_number: int) -> None:
        with closing(open_store(path, wait=PATIENCE)) as store:
            store.add_games([new_log()])

    with ThreadPoolExecutor(4) as windows:
        list(windows.map(window, range(4)))
    assert len(open_store(path).list()) == 4


def test_event_has_its_number_time_and_person(store: Store) -> None:
    """Each event comes back with its number, its time and who entered it."""
    kept = store.append(store.create(started(), AT), [Finished()], AT + timedelta(minutes=5), "Ben")
    assert store.game(kept.id).log.events[1] == Event(2, AT + timedelta(minutes=5), "Ben", Finished())


@pytest.mark.sqlite
def test_a_store_knows_cheaply_whether_others_wrote(tmp_path: Path) -> None:
    """It says so once, not of its own writes, and also where the file is another one or not open yet."""
    path = tmp_path / "games.db"
    mine, others = open_store(path), open_store(path)
    assert mine.others_wrote()
    kept = mine.add_games([new_log()])[0]
    mine.others_wrote()
    kept = mine.append(kept, [scored(1, Ana="4")], AT)
    assert not mine.others_wrote()
    others.append(kept, [scored(1, Ben="4")], AT)
    assert [mine.others_wrote(), mine.others_wrote()] == [True, False]
    path.rename(tmp_path / "elsewhere.db")
    assert mine.others_wrote()
