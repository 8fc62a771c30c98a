"""Games on a server: lost answers and connections, other versions, other users, several computers."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from scorekeeper.errors import Unanswered, Unavailable
from scorekeeper.session.app_session import AppSession
from scorekeeper.storage.backups import make_backup, restore_backup
from scorekeeper.storage.places import STORE_VARIABLE, ServerAddress
from scorekeeper.storage.store import Overtaken, Store, open_database, open_store
from scorekeeper.system.paths import HOME_VARIABLE
from tests import servers
from tests.build import AT, scored, started
from tests.conftest import Cli, by_cases
from tests.waiting import eventually

pytestmark = pytest.mark.sqlite  # each test names the store that it is about


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the backups of this test in a folder of its own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


@pytest.fixture
def address() -> ServerAddress:
    """Return the address of an empty store."""
    return servers.new_address()


@pytest.fixture
def store(address: ServerAddress) -> Store:
    """Return an empty store."""
    return open_store(address)


@pytest.fixture
def wire(address: ServerAddress) -> Iterator[servers.Wire]:
    """Return a network that can fail."""
    wire = servers.Wire(servers.socket_of_server())
    yield wire
    wire.close()


@pytest.mark.parametrize("lost", [b"COMMIT", b"update games", b"BEGIN"])
@pytest.mark.parametrize("way", ["question", "answer"])
def test_an_entry_is_stored_once_whatever_was_lost(
    way: str, lost: bytes, address: ServerAddress, store: Store, wire: servers.Wire
) -> None:
    """Only after the commit is it not known whether it was saved; the same entry made again is stored once."""
    far = open_store(wire.address(address))
    kept = far.append(far.create(started(), AT), [scored(1, "Ana", Ben="4")], AT)
    setattr(wire, "loses_question" if way == "question" else "loses_answer_to", lost)
    with pytest.raises(Unavailable) as refused:
        far.append(kept, [scored(2, "Ana", Ben="4")], AT)
    unknown = "It is not known whether this was saved; look at the log first." in str(refused.value)
    assert isinstance(refused.value, Unanswered) == unknown == (lost == b"COMMIT")
    stored = (way, lost) == ("answer", b"COMMIT")
    eventually(lambda: len(store.game(kept.id).log.events) == (3 if stored else 2))
    for _time in range(2):
        after = far.append(kept, [scored(2, "Ana", Ben="4")], AT)
        assert store.game(kept.id) == after
        assert len(after.log.events) == 3
    with pytest.raises(Overtaken):
        far.append(kept, [scored(2, "Ana", Ben="5")], AT)


def test_a_command_whose_answer_was_lost_ends_with_4(
    address: ServerAddress, wire: servers.Wire, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says that this is not known; the same command again finds what is stored, and stores nothing twice."""
    monkeypatch.setenv(STORE_VARIABLE, wire.address(address).secret)
    game = cli("new", "--players", "Ana,Ben").out.strip()
    for command in (["round", game, "--double", "9", "--out", "Ana", "Ben=4"], ["call", game, "Ben"]):
        wire.loses_answer_to = b"COMMIT"
        lost = cli(*command)
        assert (lost.status, lost.out) == (4, "")
        assert "It is not known whether this was saved; look at the log first." in lost.err
        events = len(open_store(address).game(game).log.events)
        cli(*command)
        assert len(open_store(address).game(game).log.events) == events


def test_a_screen_never_waits_for_a_server_that_is_away(
    address: ServerAddress, wire: servers.Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits once for a server that falls silent; then it finds out without waiting when it answers again."""
    far = open_store(wire.address(address), wait=0.3)
    kept = far.create(started(), AT)
    wire.flows.clear()
    with pytest.raises(Unavailable, match="no connection"):
        far.changed(kept)
    with monkeypatch.context() as patch:  # whoever connects in the usual way waits
        patch.setattr(psycopg.Connection, "connect", None)
        for _look in range(30):
            assert not far.others_wrote()
            with pytest.raises(Unavailable, match="no connection"):
                far.append(kept, [scored(1, "Ana")], AT)
            time.sleep(0.1)  # a silent server is tried again meanwhile
    wire.flows.set()
    eventually(far.others_wrote)
    assert far.append(kept, [scored(1, "Ana")], AT).game.round(1).out == "Ana"
    far.close()


def test_what_is_entered_while_the_server_is_away_is_refused(
    address: ServerAddress, wire: servers.Wire
) -> None:
    """The game stays as it was; the same entry is stored once the server is back."""
    evening = AppSession.at(wire.address(address))
    evening.start(started())
    wire.open = False
    wire.cut()
    for _time in range(3):
        with pytest.raises(Unavailable, match="no connection"):
            evening.keep(scored(1, Ana="12"))
    assert evening.game.rounds == ()
    wire.open = True
    eventually(evening.store.others_wrote)
    evening.keep(scored(1, Ana="12"))
    assert open_store(address).game(evening.kept.id).log == evening.kept.log
    evening.store.close()


def test_a_lock_that_lasts_is_told(address: ServerAddress, store: Store) -> None:
    """The server is busy, in a sentence; nothing is stored, also not later."""
    kept = store.create(started(), AT)
    quick = open_store(address, wait=0.3)
    assert not quick.changed(kept)
    with psycopg.connect(address.secret) as holder:
        holder.execute("select from games for update")
        with pytest.raises(Unavailable, match=r"is busy .*, so nothing was saved; try again"):
            quick.append(kept, [scored(1, "Ana")], AT)
    assert store.game(kept.id) == kept
    quick.close()


@pytest.mark.full
def test_a_row_locked_for_long_leaves_no_entry_behind(address: ServerAddress, store: Store) -> None:
    """For 13 seconds every entry is refused as not saved; once the lock is gone nothing of them appears."""
    kept = store.create(started(), AT)
    quick = open_store(address, wait=1)
    refused = 0
    with psycopg.connect(address.secret) as holder:
        holder.execute("select from games for update")
        end = time.monotonic() + 13
        while time.monotonic() < end:
            for window in (quick, store):
                with pytest.raises(Unavailable, match="nothing was saved"):
                    window.append(kept, [scored(1, "Ana", Ben=str(refused))], AT)
                refused += 1
    time.sleep(1)
    assert store.game(kept.id) == kept
    assert quick.append(kept, [scored(1, "Ana")], AT) == store.game(kept.id)
    quick.close()


def test_a_screen_goes_on_where_the_server_ends_idle_connections(
    address: ServerAddress, store: Store
) -> None:
    """A new connection is opened by the next use, and nobody learns of it."""
    idle = open_store(ServerAddress(f"{address.secret}%20-cidle_session_timeout%3D200ms"), wait=1)
    kept = idle.create(started(), AT)
    assert idle.game(kept.id) == kept
    eventually(idle.others_wrote)
    kept = idle.append(kept, [scored(1, "Ana", Ben="4")], AT)
    assert store.game(kept.id) == kept
    idle.close()


def test_others_are_told(address: ServerAddress, store: Store) -> None:
    """Once, by those who wrote something else; and again when the connection was opened again."""
    other = open_store(ServerAddress(f"{address.secret}&application_name=other"))
    kept = store.create(started(), AT)
    assert other.others_wrote()
    assert not other.changed(kept)
    other.others_wrote()
    store.append(kept, [scored(1, "Ana")], AT)
    eventually(other.others_wrote)
    assert not other.others_wrote()
    assert not store.others_wrote()
    assert other.changed(kept)
    ended = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'other'"
    servers.execute(address, ended)
    eventually(other.others_wrote)
    assert other.changed(kept)
    store.close()


def test_others_in_another_schema_are_not_told(store: Store) -> None:
    """Two clubs on one database hear nothing of each other."""
    other = open_store(servers.new_address())
    other.list()
    other.others_wrote()
    store.create(started(), AT)
    time.sleep(0.3)
    assert not other.others_wrote()


def test_many_writers_lose_nothing(address: ServerAddress, store: Store) -> None:
    """Every entry of six people into one game is there once, in one order."""
    kept = store.create(started(), AT)

    def enter(player: str, seat: int) -> None:
        with closing(open_store(address)) as mine:
            now = mine.game(kept.id)
            for number in range(1, 6):
                while True:
                    try:
                        now = mine.append(now, [scored(number, **{player: str(seat)})], AT, f"{player}{seat}")
                        break
                    except Overtaken as overtaken:
                        now = overtaken.kept

    with ThreadPoolExecutor(6) as pool:
        people = [(player, seat) for player in ("Ana", "Ben", "Cy") for seat in (1, 2)]
        for done in [pool.submit(enter, *one) for one in people]:
            done.result(timeout=60)
    events = store.game(kept.id).log.events
    assert [one.number for one in events] == list(range(1, 32))
    assert len({(one.by, one.what.round) for one in events[1:]}) == 30
    store.close()


def test_entries_have_the_person_and_the_computer(store: Store) -> None:
    """The name that was given, or else the account."""
    kept = store.append(store.create(started(), AT), [scored(1, "Ana")], AT, "Ben")
    origins = store.origins(kept.id)
    assert origins[2].person == "Ben"
    assert origins[1].person
    assert origins[1].computer == origins[2].computer


def test_a_newer_version_is_refused_also_while_the_program_runs(store: Store) -> None:
    """An open window neither reads nor writes what a newer program has changed."""
    kept = store.create(started(), AT)
    servers.execute(store, "update scorekeeper set version = version + 1")
    for window in (store, open_store(store.place)):
        uses: list[Callable[[], object]] = [
            lambda window=window: window.append(kept, [scored(1, "Ana")], AT),
            lambda window=window: window.game(kept.id),
            lambda window=window: window.create(started(), AT),
            window.list,
        ]
        for use in uses:
            with pytest.raises(Unavailable, match="newer scorekeeper"):
                use()


@pytest.mark.parametrize("statement", ["update scorekeeper set version = 0", "delete from scorekeeper"])
def test_tables_without_a_version_are_refused(store: Store, statement: str) -> None:
    """One sentence says what happened and what would be right, also while the program runs."""
    store.create(started(), AT)
    servers.execute(store, statement)
    for window in (store, open_store(store.place)):
        with pytest.raises(Unavailable, match="have no version; restore that database"):
            window.list()


def test_another_programs_tables_are_left_alone(address: ServerAddress) -> None:
    """A database with tables of other programs by the same names is refused, and not changed."""
    servers.execute(address, "create table games (diary text)")
    with pytest.raises(Unavailable, match="another program's database"):
        open_store(address).create(started(), AT)
    found = servers.execute(address, "select to_regclass('scorekeeper'), to_regclass('events')")
    assert found == [(None, None)]


@pytest.mark.parametrize("first", ["club", "ana"])
def test_the_tables_belong_to_the_club_whoever_comes_first(first: str) -> None:
    """A member with an own role makes them for the owner of the database, so that all members may use them."""
    club, ana = servers.new_club("club", "ana")
    mine, other = (open_store(one) for one in ((club, ana) if first == "club" else (ana, club)))
    kept = mine.create(started(), AT)
    after = other.append(other.game(kept.id), [scored(1, "Ana", Ben="4")], AT)
    assert mine.game(kept.id) == after
    owners = servers.execute(club, "select distinct tableowner from pg_tables where tablename = 'games'")
    assert ServerAddress(club.secret).shown.startswith(f"postgresql://{owners[0][0]}@")


def test_whoever_may_not_use_the_database_is_told_in_the_servers_words() -> None:
    """Before the owner has made the tables and after."""
    club, guest = servers.new_club("club", "guest", member=False)
    for ready in (False, True):
        if ready:
            open_store(club).create(started(), AT)
        with pytest.raises(Unavailable, match="permission denied"):
            open_store(guest).list()


def test_somebody_may_only_read(store: Store) -> None:
    """Where the server refuses to write, that is told in its words, and games are still read."""
    kept = store.create(started(), AT)
    assert isinstance(store.place, ServerAddress)
    schema = servers.execute(store.place, "select current_schema()")[0][0]
    servers.execute(
        store.place,
        f"create role reader_{schema} login; grant usage on schema {schema} to reader_{schema};"
        f"grant select on all tables in schema {schema} to reader_{schema}",
    )
    reader = open_store(ServerAddress(store.place.secret.replace("postgres:@", f"reader_{schema}@")))
    assert reader.game(kept.id) == kept
    with pytest.raises(Unavailable, match=r"cannot do that \(permission denied .*\), so nothing was saved"):
        reader.append(kept, [scored(1, "Ana")], AT)
    assert store.game(kept.id) == kept
    reader.close()


def test_a_database_in_another_encoding_is_refused() -> None:
    """Names could not be stored in it."""
    uri = servers.server().get_uri()
    with psycopg.connect(uri, autocommit=True) as line:
        line.execute("drop database if exists latin")
        line.execute("create database latin encoding 'LATIN1' locale 'C' template template0")
    with pytest.raises(Unavailable, match="has the encoding LATIN1; games need one with UTF8"):
        open_store(ServerAddress(f"postgresql://postgres@/latin?host={uri.partition('host=')[2]}")).list()


def test_a_backup_of_the_server_is_restored_into_it(address: ServerAddress, store: Store) -> None:
    """What was entered since is in a backup of its own, and entries go on."""
    kept = store.create(started(), AT)
    copy = make_backup(store, AT)
    assert copy is not None
    after = store.append(kept, [scored(1, "Ben")], AT)
    done = restore_backup(address, copy.stem, AT)
    assert (done.games, store.game(kept.id)) == (1, kept)
    assert done.before is not None
    assert open_store(done.before).game(kept.id) == after
    assert store.append(store.game(kept.id), [scored(1, "Cy")], AT).game.round(1).out == "Cy"
    store.close()


def test_others_read_games_while_all_are_replaced(address: ServerAddress, store: Store) -> None:
    """Until the end they read those before, never none."""
    store.create(started(), AT)
    database = open_database(address)
    with database.writing_much() as connection:
        connection.execute("delete from events")
        connection.execute("delete from games")
        assert len(store.list()) == 1
    assert store.list() == ()
    database.close()


def test_a_computer_that_stands_still_lets_the_others_go_on(
    address: ServerAddress, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends its transaction; when it wakes, nothing was changed."""
    monkeypatch.setattr("scorekeeper.storage.postgres._STANDS_STILL", 1)
    kept = store.create(started(), AT)
    asleep = open_database(address)

    def fall_asleep() -> None:
        with asleep.writing_much() as connection:
            connection.execute("delete from events")
            store.append(kept, [scored(1, "Ana")], AT)  # waits for the end of the other transaction

    with pytest.raises(Unavailable, match=r"no connection|not known"):
        fall_asleep()
    assert len(store.game(kept.id).log.events) == 2
    asleep.close()


@pytest.mark.parametrize("lost", [b"COMMIT", b"insert into games"])
def test_a_move_whose_answer_was_lost(
    lost: bytes, address: ServerAddress, wire: servers.Wire, cli: Cli
) -> None:
    """It is told as not known after the commit, and as not done before."""
    cli("new", "--players", "Ana,Ben")
    open_store(address).list()
    wire.loses_answer_to = lost
    ran = cli("store", "move", "sqlite", wire.address(address).secret)
    done = lost == b"COMMIT"
    assert ("It is not known" in ran.err, ran.status) == (done, 4 if done else 2)
    assert len(open_store(address).list()) == done


def test_where_says_whether_the_server_answers(
    address: ServerAddress, wire: servers.Wire, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The places are shown in any case; the exit status is 1 if it does not answer."""
    monkeypatch.setenv(STORE_VARIABLE, wire.address(address).secret)
    open_store(address).create(started(), AT)
    ran = cli("where")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "The server answers; it has 1 game.")
    wire.open = False
    wire.cut()
    ran = cli("where", "--json")
    assert ran.status == 1
    assert '"games": "postgresql://' in ran.out
    assert "There is no connection to the server" in ran.err


def test_without_the_extra_one_sentence_says_how_to_install_it(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else fails because of it."""
    monkeypatch.delitem(sys.modules, "scorekeeper.storage.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unavailable, match=rf'{re.escape(sys.executable)} -m pip install "psycopg\[binary\]"'):
        open_store(address).list()


REFUSALS = {
    "no right to the schema": "revoke all on schema {schema} from public, {role}",
    "no right to the tables": "grant usage on schema {schema} to {role}",
    "no right to one table": "grant usage on schema {schema} to {role}; grant select on scorekeeper to {role}",
    "no right to make tables": "drop schema {schema} cascade; create schema {schema}; "
    "grant usage on schema {schema} to {role}",
    "only reading": "drop schema {schema} cascade; create schema {schema}; "
    "grant all on schema {schema} to {role}; alter role {role} set default_transaction_read_only = on",
}
"""What a server answers with a no, from the first question on."""


@pytest.mark.parametrize("why", REFUSALS)
def test_a_server_that_refuses_is_not_told_as_away(why: str, store: Store) -> None:
    """Whatever it refuses when a program begins, it answered: it cannot do that, and there is a connection."""
    store.create(started(), AT)
    schema = str(servers.execute(store, "select current_schema()")[0][0])
    role = f"guest_{schema}"
    servers.execute(store, f"create role {role} login; " + REFUSALS[why].format(schema=schema, role=role))
    guest = open_store(ServerAddress(store.place.secret.replace("postgres:@", f"{role}@")))
    for deed in (guest.list, lambda: guest.create(started(), AT)):
        with pytest.raises(Unavailable) as refused:
            deed()
        assert re.search(r"cannot do that \(.+\), so nothing was saved", str(refused.value)), refused.value
    guest.close()


@by_cases
def test_a_server_without_a_connection_is_told_as_away(secret: str) -> None:
    """Where nobody answers, or lets one in, there is no connection."""
    store = open_store(ServerAddress(secret.format(uri=servers.server().get_uri())))
    with pytest.raises(Unavailable, match="There is no connection to the server"):
        store.list()
