"""An event in the store: nothing is lost, games go and come with their tables, and two windows hear of each other."""

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.club import ClubPerson, PeopleSet, TableTotals, club_standing
from scorekeeper.errors import Ambiguous, Damaged, Impossible, NotFound, ScorekeeperError
from scorekeeper.formats import read_club, show_club
from scorekeeper.game import Finished, NightTable, Redone, Undone
from scorekeeper.session import ClubSession, Session
from scorekeeper.session.session import TRIES
from scorekeeper.storage import (
    KeptClub,
    Store,
    change_club,
    check_store,
    club_games,
    find_club,
    keep_club,
    kept_club,
    open_store,
)
from tests.build import AT, scored, started
from tests.clubs import club_started

NAMES = ("Ana", "Ben", "Cy", "Dot", "Eve", "Flo", "Gus", "Hal")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return an empty store."""
    return open_store(tmp_path / "games.db")


def begun(store: Store, names: tuple[str, ...] = NAMES) -> ClubSession:
    """Return a new event to which these people came."""
    session = ClubSession(store, lambda: AT)
    session.begin(club_started(most=4))
    session.keep(PeopleSet(tuple(map(ClubPerson, names))))
    return session


def draw(session: ClubSession, sitting: int, seed: int = 1) -> None:
    """Draw a sitting and keep it."""
    session.keep_draw(session.draw(sitting, Random(seed).random))


def enter(session: ClubSession, sitting: int, number: int, *points: int) -> None:
    """Enter the totals of a table, in the order of its seats."""
    players = session.club.table(sitting, number).players
    session.enter([TableTotals(sitting, number, dict(zip(players, points, strict=True)))])


def again(session: ClubSession) -> ClubSession:
    """Return the event as another window opens it."""
    other = ClubSession(open_store(session.store.place), lambda: AT)
    other.open(session.kept.id)
    return other


def finish(session: ClubSession, game_id: str, **hands: str) -> None:
    """Enter a round of a table's game, and end it."""
    table = Session(session.store, lambda: AT)
    table.open(game_id)
    table.keep(scored(1, **hands), Finished())
    session.open(session.kept.id)


def test_every_table_is_an_ordinary_game(store: Store) -> None:
    """It knows its event, sitting and table, and what is entered and corrected there moves the standing."""
    session = begun(store)
    draw(session, 1)
    table = session.club.table(1, 2)
    game = store.game(table.game).game
    assert (game.club, game.players) == (NightTable(session.kept.id, 1, 2), table.players)
    assert game.title == "Club night, sitting 1, table 2"
    first, *others = table.players
    finish(session, table.game, out=first, **dict(zip(others, ("5", "6", "7"), strict=True)))
    leader = session.standing("points").standing[0]
    assert (leader.player, leader.points) == (first, 0)
    assert [out.table for out in session.standing().missing] == [1]
    assert store.count() == 2
    with pytest.raises(Impossible, match=f"Table 2 of sitting 1 has its whole sheet.*{table.game}"):
        enter(session, 1, 2, 1, 2, 3, 4)


def test_a_draw_undo_and_redo_take_games_along(store: Store) -> None:
    """The games of a draw that is made anew or undone go off the list, and come back with redo."""
    session = begun(store)
    draw(session, 1)
    first = set(session.club.game_ids)
    draw(session, 1, seed=2)
    second = set(session.club.game_ids)
    assert first.isdisjoint(second)
    for change, listed in (
        (None, second),
        (Undone(), first),
        (Undone(), set()),
        (Redone(), first),
        (Redone(), second),
    ):
        if change is not None:
            session.keep(change)
        assert {one.id for one in store.list()} == listed
    assert again(session).kept == session.kept


def test_tables_that_have_begun_are_not_drawn_again(store: Store) -> None:
    """Somebody who comes late sits at one of the others; a table that begins meanwhile stops the draw."""
    session = begun(store)
    draw(session, 1)
    enter(session, 1, 1, 4, 5, 6, 7)
    session.keep(PeopleSet((ClubPerson("Ida"),)))
    table, other = session.club.table(1, 1), session.club.table(1, 2)
    drawn = session.draw(1, Random(3).random)
    assert drawn.tables[0] == table
    assert sorted(name for one in drawn.tables for name in one.players) == sorted((*NAMES, "Ida"))
    window = Session(open_store(store.place), lambda: AT)
    window.open(other.game)
    window.keep(scored(1, **{other.players[0]: "5"}))
    with pytest.raises(Impossible, match="A table has begun meanwhile"):
        session.keep_draw(drawn)
    assert session.club.table(1, 2) == other
    assert store.game(other.game).game.rounds
    assert session.draw(1, Random(3).random).problems[0] == "Ida is here and has no seat."


def test_two_windows_on_one_event(store: Store) -> None:
    """What does not concern each other is kept from both; else the slower one is told who was first."""
    mine = begun(store)
    draw(mine, 1)
    theirs = again(mine)
    enter(theirs, 1, 1, 1, 2, 3, 4)
    enter(mine, 1, 2, 5, 6, 7, 8)
    assert set(mine.club.totals) == {(1, 1), (1, 2)}
    with pytest.raises(Impossible, match=r"Another window: Sitting 1, table 2: .* Your change was not saved"):
        enter(theirs, 1, 2, 9, 9, 9, 9)
    theirs.keep(PeopleSet((ClubPerson("Ida"),)))
    enter(mine, 1, 1, 7, 7, 7, 7)
    assert "ida" in mine.club.people


def test_who_was_first_is_told(store: Store) -> None:
    """Both of two people change one person, or both draw: the second one hears what the first one did."""
    mine = begun(store)
    theirs = again(mine)
    theirs.keep(PeopleSet((ClubPerson("Ana", False),)))
    with pytest.raises(
        Impossible, match=r"Another window: On the roster: Ana \(away\). Your change was not saved"
    ):
        mine.keep(PeopleSet((ClubPerson("ana"),)))
    drawn = mine.draw(1, Random(1).random)
    draw(theirs, 1)
    with pytest.raises(Impossible, match="Another window: Sitting 1 was drawn; tables: 2"):
        mine.keep_draw(drawn)
    assert store.count() == 2
    stale = again(mine)
    for name in ("Ida", "Jo", "Kim", "Lou"):
        mine.keep(PeopleSet((ClubPerson(name),)))
    with pytest.raises(
        Impossible, match=r"^Another window: (On the roster: \w+\. ){3}Your change was not saved"
    ):
        draw(stale, 2)


def test_an_event_is_found_as_a_game_is(store: Store) -> None:
    """By its id, the beginning of it, or `last`; no game is found so, and no event among games."""
    with pytest.raises(NotFound, match="There is no event “last”"):
        find_club(store, "last")
    session = begun(store)
    assert find_club(store, "last") == find_club(store, session.kept.id[:3]) == session.kept.id
    assert [one.title for one in store.list_clubs()] == ["Club night"]
    assert (store.list(), store.count(), store.count(hidden=True), store.summaries()) == ((), 0, 1, {})
    with pytest.raises(NotFound):
        store.find(session.kept.id)
    game = store.create(started(), AT)
    with pytest.raises(NotFound):
        find_club(store, game.id)
    more = [begun(store).kept.id for _event in range(30)]
    letter = max("abcdefghjkmnpqrstuvwxyz", key=lambda one: sum(club.startswith(one) for club in more))
    with pytest.raises(Ambiguous, match="could be"):
        find_club(store, letter)


def test_only_an_event_is_opened_as_one(store: Store) -> None:
    """There is no event of an unknown id, nor of a game's."""
    for club_id in ("nobody", store.create(started(), AT).id):
        with pytest.raises(NotFound, match=f"There is no event “{club_id}”"):
            kept_club(store, club_id)


def test_others_who_are_always_faster(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many tries as in a game the change is refused with what the others did."""
    session, tries = begun(store), list[int]()

    def late(store: Store, kept: KeptClub, *rest: Any) -> KeptClub:
        tries.append(len(kept.log.events))
        change_club(store, kept, PeopleSet((ClubPerson(f"P{tries[-1]}"),)), AT, (), {})
        return change_club(store, kept, *rest)

    monkeypatch.setattr("scorekeeper.session.clubs.change_club", late)
    with pytest.raises(Impossible, match=r"On the roster: P21\. Your change was not saved"):
        session.keep(PeopleSet((ClubPerson("Ida"),)))
    assert len(tries) == TRIES


def test_a_damaged_event_is_named(store: Store) -> None:
    """It is listed and not read; `store check` finds it, and a damaged game of a table is out."""
    session = begun(store)
    draw(session, 1)
    game = session.club.table(1, 1).game
    with store.database.writing() as connection:
        connection.execute("update events set what = ? where game = ? and number = 1", ("[]", game))
    session.open(session.kept.id)
    assert set(session.games) == {session.club.table(1, 2).game}
    with store.database.writing() as connection:
        connection.execute("delete from events where game = ? and number = 2", (session.kept.id,))
    with pytest.raises(
        Damaged, match=r"event .* \(change 2 is missing\); .* scorekeeper restore BACKUP brings"
    ):
        kept_club(store, session.kept.id)
    with store.database.writing() as connection:
        newer = ('{"type": "bell-rung"}', session.kept.id)
        connection.execute("update events set what = ? where game = ? and number = 1", newer)
    with pytest.raises(Damaged, match=r"The event .* unknown kind \(bell-rung\); open it with a newer"):
        kept_club(store, session.kept.id)
    store.close()
    assert len(check_store(store.place)[1]) == 2


def test_an_event_goes_home_in_a_file(store: Store, tmp_path: Path) -> None:
    """Exported and brought in elsewhere it is the same, with all that can be undone; it is brought in once."""
    session = begun(store)
    draw(session, 1)
    draw(session, 1, seed=2)
    table = session.club.table(1, 2)
    first, *others = table.players
    finish(session, table.game, out=first, **dict.fromkeys(others, "9"))
    enter(session, 1, 1, 4, 3, 2, 1)
    path = tmp_path / "event.json"
    games = club_games(store, session.kept.log.game_ids)
    path.write_bytes(show_club(session.kept.id, session.kept.log, games))
    club_id, log, games = read_club(path)
    home = ClubSession(open_store(tmp_path / "home.db"), lambda: AT)
    keep_club(home.store, log, club_id, games)
    home.open(club_id)
    assert (home.kept, home.games) == (session.kept, session.games)
    assert {one.id for one in home.store.list()} == set(home.club.game_ids)
    with pytest.raises(Impossible, match=f"The event {club_id} is here already"):
        keep_club(home.store, log, club_id, games)
    home.keep(Undone())
    home.keep(Undone())
    assert {one.id for one in home.store.list()} == set(home.club.game_ids)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_any_evening_is_there_again(tmp_path: Path, seed: int) -> None:
    """Whatever happens, the store has it, the listed games are those of the tables, and the standing agrees."""
    luck = Random(seed)
    with closing(open_store(tmp_path / f"{seed}.db")) as store:
        session = begun(store)
        for _step in range(12):
            sitting = luck.randint(1, max(1, len(session.club.sittings)))
            try:
                match luck.choice(("away", "draw", "again", "enter", "undo", "redo")):
                    case "away":
                        session.keep(PeopleSet((ClubPerson(luck.choice(NAMES), luck.random() < 0.6),)))
                    case "draw":
                        draw(session, len(session.club.sittings) + 1, luck.randint(0, 99))
                    case "again":
                        draw(session, sitting, luck.randint(0, 99))
                    case "enter":
                        players = session.club.table(sitting, 1).players
                        enter(session, sitting, 1, *(luck.randint(0, 99) for _name in players))
                    case "undo":
                        session.keep(Undone())
                    case "redo":
                        session.keep(Redone())
            except ScorekeeperError:
                continue
        other = again(session)
        assert other.kept == session.kept
        assert {one.id for one in store.list(-1)} == set(session.club.game_ids)
        assert other.standing() == club_standing(session.club, {})
        other.store.close()
