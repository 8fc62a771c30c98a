"""Past games of a store: always what the events say, whoever wrote them."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from scorekeeper.errors import NotFound
from scorekeeper.game.events import Undone
from scorekeeper.history.summary import summarise
from scorekeeper.storage.store import Store
from tests.build import AT, scored, started
from tests.conftest import by_cases
from tests.servers import execute


def test_every_entry_is_counted_when_somebody_reads_it(store: Store) -> None:
    """After an entry, and after it was taken back, the game in short is as the game."""
    kept = store.create(started(), AT)
    for what in (scored(1, "Ana", Ben="5", Cy="7"), Undone()):
        kept = store.append(kept, [what], AT)
        assert store.uncounted() == (kept.id,)
        assert store.summaries() == {kept.id: summarise(kept.game)}


@by_cases
def test_what_is_missing_old_or_overtaken_is_counted_anew(store: Store, harm: str) -> None:
    """A file without the games in short, or with stale ones, gives the same past."""
    kept = store.append(store.create(started(), AT), [scored(1, "Ana", Ben="5", Cy="7")], AT)
    before = store.past()
    execute(store, harm)
    assert store.uncounted() == (kept.id,)
    assert store.past() == before
    assert store.summaries() == {kept.id: summarise(kept.game)}


@pytest.mark.sqlite
def test_a_past_that_cannot_be_written_is_still_read(store: Store, read_only: Callable[[], None]) -> None:
    """Where nothing can be written the games are counted and shown all the same."""
    kept = store.create(started(), AT)
    execute(store, "update games set summary = null")
    store.close()
    read_only()
    assert [one.summary for one in store.past()] == [summarise(kept.game)]
    assert store.same_players() == {}


def test_the_game_that_was_begun_last_is_first(store: Store) -> None:
    """A correction of an earlier game of the evening does not put it before the rematch that goes on."""
    earlier = store.create(started(), AT)
    rematch = store.create(started(), AT + timedelta(hours=1))
    store.append(earlier, [scored(1, "Ana", Ben="5", Cy="7")], AT + timedelta(hours=2))
    assert [one.id for one in store.past()] == [rematch.id, earlier.id]


def test_damaged_and_deleted_games_are_left_out(store: Store) -> None:
    """A damaged game spoils no figure; a deleted one counts again once it is brought back."""
    bad, good, gone = (store.create(started(), AT) for _game in range(3))
    store.delete(gone.id)
    execute(store, f"update events set what = '{{}}' where game = '{bad.id}'")
    execute(store, f"update games set summary = null where id = '{bad.id}'")
    assert [one.id for one in store.past()] == [good.id]
    store.delete(gone.id, deleted=False)
    assert {one.id for one in store.past()} == {good.id, gone.id}


def test_a_game_that_moved_on_keeps_its_own_short_form(store: Store) -> None:
    """What was counted before another window's entry does not stand in for it."""
    kept = store.create(started(), AT)
    after = store.append(kept, [scored(1, "Ana", Ben="5", Cy="7")], AT)
    store.keep_summaries([(kept, summarise(kept.game))])
    assert store.summaries() == {kept.id: summarise(after.game)}


def test_names_are_put_together_and_apart_without_touching_a_game(store: Store) -> None:
    """Two spellings become one player and two again; every event stays as it was."""
    kept = [store.create(started(players=names.split()), AT) for names in ("Ana Ben", "Anna Ben")]
    assert store.put_together("anna", "ana") == "Ana"
    assert {one.people for one in store.past()} == {("Ana", "Ben")}
    assert [store.game(one.id) for one in kept] == kept
    store.take_apart("ANNA")
    assert {name for one in store.past() for name in one.people} == {"Ana", "Anna", "Ben"}
    with pytest.raises(NotFound, match="Anna is not merged with anybody"):
        store.take_apart("Anna")


def test_players_of_late_are_known_by_one_name_each(store: Store) -> None:
    """Who starts a game is offered people, not the ways in which their names were typed."""
    for names in ("Ana Ben", "Anna ben"):
        store.create(started(players=names.split()), AT)
    assert store.known_players() == ("Anna", "ben", "Ana")
    store.put_together("Anna", "Ana")
    assert store.known_players() == ("Ana", "ben")
