"""What a database said that it took is looked at, before it is told as saved."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.club import ClubPerson, PeopleSet
from scorekeeper.errors import Damaged, Unavailable
from scorekeeper.storage import (
    change_club,
    check_store,
    keep_club,
    kept_club,
    make_backup,
    move_store,
    open_store,
    restore_backup,
    restore_game,
)
from scorekeeper.storage.store import KeptGame, Store
from tests.build import AT, scored, started
from tests.clubs import club_log
from tests.servers import drop_rows, execute, place

WRITES: dict[str, Callable[[Store, KeptGame], object]] = {
    "insert on games": lambda store, _kept: store.create(started(), AT),
    "insert on events": lambda store, kept: store.append(kept, [scored(2, "Ana")], AT),
    "insert on events, of a new game": lambda store, _kept: store.create(started(), AT),
    "update on games": lambda store, kept: store.append(kept, [scored(2, "Ana")], AT),
    "update on games, to delete one": lambda store, kept: store.delete(kept.id),
    "insert on same_players": lambda store, _kept: store.put_together("Benny", "Cy"),
    "delete on same_players": lambda store, _kept: store.take_apart("Bennie"),
}
"""Every way to write, by the rows that the database drops."""


def rows(store: Store) -> list[object]:
    """Return all rows of a store."""
    tables = ("games", "events", "same_players")
    return [execute(store, f"select * from {table} order by 1, 2") for table in tables]


@pytest.mark.parametrize("which", WRITES)
def test_what_the_database_dropped_is_not_told_as_saved(which: str, store: Store) -> None:
    """It is refused with the reason, at once, and nothing of it is stored."""
    kept = store.append(store.create(started(players=["Ana", "Benny", "Bennie"]), AT), [scored(1, "Ana")], AT)
    store.create(started(), AT)
    store.put_together("Bennie", "Ben")
    drop_rows(store, which.partition(",")[0])
    before = rows(store)
    with pytest.raises(Unavailable, match="did not store every row, so nothing was saved"):
        WRITES[which](store, kept)
    assert rows(store) == before


@pytest.mark.parametrize("table", ["games", "events", "same_players"])
@pytest.mark.parametrize("way", ["move", "restore"])
def test_what_the_database_dropped_is_not_told_as_moved(
    way: str, table: str, store: Store, tmp_path: Path
) -> None:
    """A move is refused, and so is a restore into a server; a file that drops rows is put aside."""
    kept = store.append(store.create(started(players=["Ana", "Benny"]), AT), [scored(1, "Ana")], AT)
    store.put_together("Benny", "Ben")
    path = make_backup(store, AT)
    target = open_store(place(tmp_path / "target.db")) if way == "move" else store
    drop_rows(target, f"insert on {table}")
    before = rows(target)
    assert path is not None
    if way == "restore" and isinstance(store.place, Path):
        done = restore_backup(store.place, path.stem, AT)
        assert (done.games, done.backup) == (1, "")
        assert [row[0] for row in execute(open_store(done.before), "select id from games")] == [kept.id]
    else:
        with pytest.raises(Damaged, match="not what was read"):
            move_store(store.place, target.place) if way == "move" else restore_backup(
                store.place, "last", AT
            )
        assert rows(target) == before
    assert open_store(store.place).game(kept.id) == kept


DAMAGE = {
    "the last event is missing": "delete from events where number = 3",
    "the last two are missing": "delete from events where number > 1",
    "all are missing": "delete from events",
    "one in the middle is missing": "delete from events where number = 2",
    "the number is too small": "update games set number = 2",
    "the number is too large": "update games set number = 9",
    "the time is another": "update games set changed = '2026-11-20T19:00:00+00:00'",
}


@pytest.mark.sqlite  # a server takes no game away that has changes
def test_a_game_of_which_only_changes_are_left_is_told_and_not_lost(store: Store) -> None:
    """By the check of the store; it comes back beside them, and what is restored over them is backed up first."""
    kept = store.append(store.create(started(), AT), [scored(1, "Ana")], AT)
    make_backup(store, AT)
    execute(store, "delete from games")
    count, (fault,) = check_store(store.place)
    assert count == 0
    assert fault.startswith(
        f"The game {kept.id} is damaged: its changes are there, but it is missing from the list"
    )
    changes = rows(store)[1]
    _listed, now_id = restore_game(store.place, "last", kept.id)
    assert now_id != kept.id
    assert store.game(now_id).log == kept.log
    execute(store, f"delete from events where game = '{now_id}'")
    execute(store, "delete from games")
    restored = restore_backup(store.place, "last", AT)
    assert restored.before is not None
    assert rows(open_store(restored.before))[1] == changes
    assert check_store(store.place) == (1, ())


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_game_whose_number_and_events_disagree_is_told_as_damaged(damage: str, store: Store) -> None:
    """By the check of the store, and when somebody adds to it, with what to do; a backup brings it back."""
    kept = store.create(started(), AT)
    for number in (1, 2):
        kept = store.append(kept, [scored(number, "Ana")], AT)
    make_backup(store, AT)
    execute(store, DAMAGE[damage])
    count, (fault,) = check_store(store.place)
    assert count == 1
    with pytest.raises(Damaged) as now, closing(open_store(store.place)) as other:
        other.append(other.game(kept.id), [scored(3, "Ana")], AT)
    with pytest.raises(Damaged) as open_before:
        store.append(kept, [scored(3, "Ana")], AT)
    for refused in (fault, str(now.value), str(open_before.value)):
        assert refused.startswith(f"The game {kept.id} is damaged and cannot be "), refused
        assert f"scorekeeper restore BACKUP --game {kept.id} brings it back from one" in refused
    restore_backup(store.place, "last", AT)
    assert check_store(store.place) == (1, ())
    assert store.append(kept, [scored(3, "Ana")], AT) == store.game(kept.id)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_club_night_whose_number_and_events_disagree_is_told_as_damaged(damage: str, store: Store) -> None:
    """By the check of the store, and to whoever opens it; a backup brings it back."""
    kept = keep_club(store, club_log(("Ana", "Ben")))
    kept = change_club(store, kept, PeopleSet((ClubPerson("Cy"),)), AT, (), {})
    backup = make_backup(store, AT)
    assert backup is not None
    execute(store, DAMAGE[damage])
    _count, (fault,) = check_store(store.place)
    with pytest.raises(Damaged) as opened:
        kept_club(store, kept.id)
    for refused in (fault, str(opened.value)):
        assert refused.startswith(f"The event {kept.id} is damaged and cannot be read"), refused
    restore_backup(store.place, backup.stem, AT)
    assert (check_store(store.place), kept_club(store, kept.id)) == ((0, ()), kept)
