"""Copies of the kept games: made now and then, cleared away in time, brought back without loss."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.errors import Ambiguous, Damaged, NotFound, Unavailable
from scorekeeper.storage import move_store, open_store, sqlite
from scorekeeper.storage.backups import (
    COPIES,
    DAYS,
    MANY,
    backups_folder,
    compare_backup,
    list_backups,
    make_backup,
    missing_from,
    restore_backup,
)
from scorekeeper.storage.sqlite import SqliteFile
from scorekeeper.storage.store import Overtaken, Store
from tests.build import AT, scored, started
from tests.conftest import Cli

HOUR = timedelta(hours=1)


def copies_of(store: Store) -> Path:
    """Return the folder of a store's backups."""
    return backups_folder(store.place)


def _spoil(path: Path) -> None:
    """Write nonsense over all pages of a file but the first."""
    pages = path.read_bytes()
    path.write_bytes(pages[:4096] + b"\xa5" * (len(pages) - 4096))


def test_copy_is_a_whole_store(store: Store) -> None:
    """A copy holds every game, and is a store that can be opened."""
    kept = store.append(store.create(started(), AT), [scored(1, "Ana", Ben="5")], AT)
    path = make_backup(store, AT)
    assert path is not None
    assert open_store(path).game(kept.id) == kept
    (copy,) = list_backups(store.place)
    assert (copy.games, copy.latest, copy.changed) == (1, "Friday night", AT.isoformat())


def test_what_a_restore_would_do_is_told_before(store: Store) -> None:
    """Which game is another one now, which goes, and which stays; restoring it leaves nothing to do."""
    changed, same = store.create(started(), AT), store.create(started(), AT)
    make_backup(store, AT)
    store.append(changed, [scored(1, "Ana")], AT)
    new = store.create(started(), AT)
    told = compare_backup(store.place, "last")
    ids = [
        [line.id for line in lines] for lines in (told.back, told.gone, [now for now, _was in told.changed])
    ]
    assert (ids, told.same) == ([[], [new.id], [changed.id]], 1)
    restore_backup(store.place, "last", AT)
    first = min(list_backups(store.place), key=lambda copy: copy.path.stat().st_mtime_ns)
    assert compare_backup(store.place, first.name).is_nothing
    assert store.game(same.id) == same


def test_one_copy_in_an_hour(store: Store) -> None:
    """No copy is made while the newest is young; a clock set back by days does not stop them."""
    store.create(started(), AT)
    assert make_backup(store, AT) is not None
    assert make_backup(store, AT + HOUR / 2) is None
    assert make_backup(store, AT + HOUR) is not None
    assert make_backup(store, AT - timedelta(days=3)) is not None


def test_a_clock_that_stands_does_not_stop_the_copies(store: Store) -> None:
    """Where many changes came since the newest copy there is another one, though no time went by."""
    kept = store.create(started(), AT)
    made = []
    for count in range(2 * MANY):
        kept = store.append(kept, [scored(1, "Ana", Ben=str(count))], AT)
        made.append(make_backup(store, AT))
    assert [place for place, path in enumerate(made) if path] == [0, MANY]


ENTRY, LAST, PROMISED = "entry", "restore last", "restore what was promised"


STEPS = st.lists(
    st.tuples(st.sampled_from([ENTRY, ENTRY, ENTRY, LAST, PROMISED]), st.integers(-40, 40)),
    min_size=4,
    max_size=30,
)
ONE_STORE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@settings(ONE_STORE, max_examples=4)
@given(STEPS)
@example([(ENTRY, 60), *[(ENTRY, year) for year in range(12)], (LAST, -30), (ENTRY, -31), (PROMISED, -30)])
def test_no_clock_changes_the_order(store: Store, steps: list[tuple[str, int]]) -> None:
    """Whatever years a clock jumps to at each step: the last copy is the last, and what was promised stays."""
    check_order(store, steps)


@pytest.mark.full
@settings(ONE_STORE, max_examples=40)
@given(STEPS)
def test_no_clock_changes_the_order_for_long(store: Store, steps: list[tuple[str, int]]) -> None:
    """The same in forty games of steps."""
    check_order(store, steps)


def check_order(store: Store, steps: list[tuple[str, int]]) -> None:
    """Take these steps, and look after each which copies are there."""
    kept = store.list(1)[0].id if store.list(1) else store.create(started(), AT).id
    promised: tuple[Path, list[object]] | None = None
    last: tuple[Path, list[object]] | None = None
    for step, year in steps:
        now = AT.replace(year=2026 + year)
        games: list[object] = [store.game(kept).log]
        if step == ENTRY:
            after = store.append(
                store.game(kept), [scored(1, "Ana", Ben=str(len(store.game(kept).log.events)))], now
            )
            path = make_backup(store, now)
            last = last if path is None else (path, [after.log])
        elif (named := last if step == LAST else promised) is not None:
            before = restore_backup(store.place, "last" if step == LAST else named[0].stem, now).before
            assert before is not None
            last = promised = before, games
            assert [store.game(kept).log] == named[1], (step, year)
        for copy in filter(None, (last, promised)):
            assert copy[0].exists(), (step, year)
        assert last is None or list_backups(store.place)[0].path == last[0], (step, year)


@pytest.mark.parametrize("year", [1, 3, 999, 1000, 2026, 9999])
def test_a_name_holds_every_year(year: int, store: Store) -> None:
    """A clock may show any year: its backups are listed in their order, and old ones are cleared away."""
    kept, made = store.create(started(), AT), []
    for number in range(COPIES + 3):
        kept = store.append(kept, [scored(1, "Ana", Ben=str(number))], AT)
        made.append(make_backup(store, AT.replace(year=year, hour=2 * number)))
    assert [backup.path for backup in list_backups(store.place)] == made[: -COPIES - 1 : -1]
    assert len([*copies_of(store).iterdir()]) == COPIES


def test_a_clock_that_was_ahead_once(store: Store) -> None:
    """After a copy of the far future there is one more, not one with each entry; the oldest days go first."""
    kept = store.create(started(), AT)
    days = [make_backup(store, AT + day * 24 * HOUR) for day in range(DAYS + COPIES)]
    assert make_backup(store, AT.replace(year=2099)) is not None
    made = []
    for minute in range(10):
        kept = store.append(kept, [scored(1, "Ana", Ben=str(minute))], AT)
        made.append(make_backup(store, AT + (DAYS + COPIES) * 24 * HOUR + minute * HOUR / 60))
    assert [path is not None for path in made] == [True] + [False] * 9
    assert list_backups(store.place)[0].path == made[0]
    assert [path.exists() for path in days if path] == [False] * 7 + [True] * 8


@pytest.mark.sqlite
def test_old_copies_are_cleared_away(store: Store) -> None:
    """The latest copies stay, and the last one of each of the latest days; other files are left alone."""
    store.create(started(), AT)
    copies_of(store).mkdir(parents=True)
    (copies_of(store) / "mine.db").write_text("kept by hand")
    for hour in range(0, 24 * 15, 8):
        make_backup(store, AT + HOUR * hour)
    names = [copy.name for copy in list_backups(store.place)]
    assert names[:COPIES] == sorted(names, reverse=True)[:COPIES]
    assert len({name[:10] for name in names}) == DAYS
    assert len(names) < COPIES + DAYS
    assert (copies_of(store) / "mine.db").exists()


def test_games_come_back_and_nothing_is_lost(store: Store) -> None:
    """A copy that is brought back is what it was; what was there before can be brought back in turn."""
    first = store.create(started(), AT)
    make_backup(store, AT)
    later = store.append(first, [scored(1, "Ana")], AT)
    other = store.create(started(), AT)
    before = restore_backup(store.place, "last", AT + HOUR).before
    assert before is not None
    assert (store.game(first.id), len(store.list())) == (first, 1)
    restore_backup(store.place, before.stem, AT + 2 * HOUR)
    assert (store.game(first.id), store.game(other.id)) == (later, other)
    assert len(list_backups(store.place)) == 3


def test_who_is_who_comes_back(store: Store) -> None:
    """Two names that were put together are one person again, and the figures are those of the copy."""
    store.create(started(), AT)
    store.create(started(players=["Ana", "Benny"]), AT)
    store.put_together("Benny", "Ben")
    make_backup(store, AT)
    store.take_apart("Benny")
    store.create(started(), AT)
    restore_backup(store.place, "last", AT + HOUR)
    assert store.same_players() == {"benny": "Ben"}
    assert len(store.past()) == 2


@pytest.mark.sqlite
def test_damaged_games_are_put_aside(store: Store) -> None:
    """Where the games are damaged a copy takes their place, and the damaged file is kept byte for byte."""
    kept = store.create(started(), AT)
    make_backup(store, AT)
    store.close()
    _spoil(store.place)
    damaged = store.place.read_bytes()
    for _time in range(2):
        aside = restore_backup(store.place, "last", AT + HOUR).before
        assert aside is not None
        assert (aside.read_bytes(), store.game(kept.id)) == (damaged, kept)
        store.close()
        store.place.write_bytes(damaged)
    assert len(list(copies_of(store).glob("damaged-*.db"))) == 2


@pytest.mark.sqlite
def test_missing_games_come_back(store: Store) -> None:
    """Where the file is gone a copy takes its place; nothing was there before."""
    kept = store.create(started(), AT)
    make_backup(store, AT)
    store.close()
    store.place.unlink()
    assert restore_backup(store.place, "last", AT) == (1, None)
    assert open_store(store.place).game(kept.id) == kept


@pytest.mark.sqlite
@pytest.mark.parametrize("gone", [Path.unlink, lambda path: path.write_bytes(b"")], ids=["missing", "empty"])
def test_games_that_went_missing_are_told_and_come_back(
    gone: Callable[[Path], object], cli: Cli, game: str, home: Path
) -> None:
    """An empty file of games is not copied, the list mentions the copies, and `last` is one that holds games."""
    kept, told = home / "games.db", "scorekeeper: All games are gone, but a backup has 1 game; "
    gone(kept)
    assert cli("games").err.startswith(told)
    assert cli("games", "--json").out == "[]\n"
    assert make_backup(open_store(kept), AT + 400 * 24 * HOUR) is None
    with closing(SqliteFile(backups_folder(kept) / "2099-01-01-000000-9.db")) as empty, empty.writing():
        pass
    assert cli("restore", "last", "--yes").out.endswith("\n1 game was restored from the backup.\n")
    assert game in cli("games").out
    assert (
        "\n0 games were restored from the backup.\nThe games that were there"
        in cli("restore", "2099", "--yes").out
    )
    assert [backup.games for backup in list_backups(kept)].count(0) == 1, (
        "the one of 2099 alone holds no games"
    )


def test_copies_of_no_games_are_not_the_last(store: Store) -> None:
    """Where every copy is empty there is none to bring back, and nothing to mention."""
    copies_of(store).mkdir(parents=True)
    with closing(SqliteFile(copies_of(store) / "2026-11-20-200000-9.db")) as empty, empty.writing():
        pass
    assert missing_from(store.place) == ""
    with pytest.raises(NotFound, match="There is no backup “last”"):
        restore_backup(store.place, "last", AT)


def test_deleted_games_are_not_missing(store: Store) -> None:
    """Where all games were deleted none went missing, and they are copied as well."""
    store.delete(store.create(started(), AT).id)
    assert make_backup(store, AT) is not None
    assert missing_from(store.place) == ""


@pytest.mark.sqlite
def test_damaged_games_are_not_copied(store: Store) -> None:
    """Damage never takes the place of a good copy."""
    store.create(started(), AT)
    make_backup(store, AT)
    store.close()
    _spoil(store.place)
    with pytest.raises(Damaged):
        make_backup(store, AT + HOUR)
    assert [path.suffix for path in copies_of(store).iterdir()] == [".db"]
    assert len(list_backups(store.place)) == 1


def test_damaged_copy_is_not_brought_back(store: Store) -> None:
    """A copy that is damaged is refused, and the games stay as they are."""
    for _game in range(30):
        kept = store.create(started(), AT)
    path = make_backup(store, AT)
    assert path is not None
    _spoil(path)
    with pytest.raises(Damaged, match=path.name):
        restore_backup(store.place, path.stem, AT)
    assert store.game(kept.id) == kept


@pytest.mark.sqlite
@pytest.mark.parametrize("spoil", ["drop table events", "update games set title = cast(x'ff41' as text)"])
def test_a_copy_that_cannot_be_read_leaves_the_games_alone(store: Store, spoil: str) -> None:
    """The sentence is about the copy, and nothing is put aside; neither do games move out of it."""
    kept = store.create(started(), AT)
    path = make_backup(store, AT)
    assert path is not None
    with closing(sqlite3.connect(path)) as copy:
        copy.execute(spoil)
        copy.commit()
    before = sorted(copies_of(store).iterdir())
    for refused in (
        lambda: restore_backup(store.place, "last", AT + HOUR),
        lambda: move_store(path, store.place.with_name("other.db")),
    ):
        with pytest.raises((Damaged, Unavailable), match=rf"{path.name}|scorekeeper store check"):
            refused()
    assert store.game(kept.id) == kept
    assert sorted(one for one in copies_of(store).iterdir() if one.suffix == ".db") == before


def test_copy_of_another_kind_is_not_brought_back(store: Store) -> None:
    """A file in the folder of copies that is no store is not listed and not brought back."""
    kept = store.create(started(), AT)
    copies_of(store).mkdir(parents=True)
    (copies_of(store) / "2026-11-20-200000-9.db").write_text("dear diary" * 60)
    assert list_backups(store.place) == ()
    with pytest.raises(Damaged):
        restore_backup(store.place, "last", AT)
    assert store.game(kept.id) == kept


def test_names_of_copies(store: Store) -> None:
    """A beginning that fits several copies names them; what fits none is told."""
    store.create(started(), AT)
    with pytest.raises(NotFound, match="There is no backup “last”"):
        restore_backup(store.place, "last", AT)
    make_backup(store, AT)
    make_backup(store, AT + HOUR)
    with pytest.raises(Ambiguous, match="2026-11-20-210000-2, 2026-11-20-200000-1"):
        restore_backup(store.place, "2026", AT)


@pytest.mark.sqlite
def test_nothing_is_restored_while_another_program_writes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another program holds the games they stay as they are, and no copy is left over."""
    kept = store.create(started(), AT)
    make_backup(store, AT)
    kept = store.append(kept, [scored(1, "Ana")], AT)
    monkeypatch.setattr(sqlite, "WAIT", 0.01)
    holder = sqlite3.connect(store.place, isolation_level=None)
    holder.execute("begin immediate")
    with pytest.raises(Unavailable, match="locked by another program"):
        restore_backup(store.place, "last", AT)
    holder.execute("rollback")
    holder.close()
    assert store.game(kept.id) == kept
    assert len(list_backups(store.place)) == 1


def test_open_window_sees_what_was_restored(store: Store) -> None:
    """A window that was open meanwhile writes nothing on top of what was brought back."""
    kept = store.create(started(), AT)
    make_backup(store, AT)
    kept = store.append(kept, [scored(1, "Ana")], AT)
    restore_backup(store.place, "last", AT)
    assert store.changed(kept)
    with pytest.raises(Overtaken, match="restored from a backup") as refused:
        store.append(kept, [scored(1, "Ben")], AT)
    store.append(refused.value.kept, [scored(1, "Cy")], AT + HOUR)
    with pytest.raises(Overtaken):
        store.append(kept, [scored(1, "Ben")], AT)


def test_folder_that_cannot_be_made_is_told(store: Store) -> None:
    """Where no copy can be written, that is told."""
    store.create(started(), AT)
    copies_of(store).parent.mkdir(parents=True, exist_ok=True)
    copies_of(store).write_text("a file in its place")
    with pytest.raises(Unavailable, match="cannot be created"):
        make_backup(store, AT)
    assert list_backups(store.place) == ()


def test_command_says_that_there_is_no_copy(cli: Cli, home: Path) -> None:
    """Without copies the command says so, and when one will be made."""
    assert cli("restore").err.startswith("scorekeeper: There is no backup yet")
