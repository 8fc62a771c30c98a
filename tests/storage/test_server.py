"""Games on a server: lost answers, lost connections, other versions, and what nobody may read in a message."""

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from rich.pretty import pretty_repr

from scorekeeper.errors import Away, Locked, Malformed, NotFound, Unavailable
from scorekeeper.game.events import Undone
from scorekeeper.session.evening import Evening
from scorekeeper.storage import server_schema
from scorekeeper.storage.backups import keep_copy, restore_backup
from scorekeeper.storage.event_rows import GameRow, Origin
from scorekeeper.storage.moving import check_store, move_store
from scorekeeper.storage.opening import open_store
from scorekeeper.storage.places import STORE_VARIABLE, ServerAddress, parse_place, usual_place
from scorekeeper.storage.restored import Replaced
from scorekeeper.storage.server import Server
from scorekeeper.storage.server_store import ServerStore
from scorekeeper.storage.store import Overtaken, Snapshot, Store
from scorekeeper.system.paths import HOME_VARIABLE
from tests import servers
from tests.build import AT, scored, started
from tests.conftest import Ran

T = TypeVar("T")

pytestmark = pytest.mark.sqlite  # each test names the store that it is about


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


def eventually(holds: Callable[[], object], most: float = 10) -> None:
    """Wait until something holds. Fails if it never does."""
    end = time.monotonic() + most
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_an_append_whose_answer_was_lost_is_stored_once(
    address: ServerAddress, store: Store, wire: servers.Wire
) -> None:
    """The connection ends after the server has stored it, and the same append is looked up over a new one."""
    far = open_store(wire.address(address))
    kept = far.append(far.create(started(), AT), scored(1, "Ana", Ben="4"), AT)
    for number in range(2, 6):
        wire.loses_answers = True
        kept = far.append(kept, scored(number, "Ana", Ben="4"), AT)
        assert not wire.loses_answers
        assert store.game(kept.id) == kept


def test_a_game_whose_answer_was_lost_is_stored_once(
    address: ServerAddress, store: Store, wire: servers.Wire
) -> None:
    """A new game is looked up as well, whichever answer of the server is the one that is lost."""
    far = open_store(wire.address(address))
    far.list()
    for number in range(1, 4):
        wire.loses_answers = True
        far.create(started(), AT)
        assert len(store.list()) == number


def answered(deed: Callable[[], T]) -> T:
    """Ask again until there is an answer, and return it."""
    found = list[T]()

    def ask() -> bool:
        with suppress(Away):
            found.append(deed())
        return bool(found)

    eventually(ask)
    return found[0]


def test_a_screen_does_not_wait_for_a_silent_server(
    address: ServerAddress, store: Store, wire: servers.Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked is not lost: asked again, the same append has its answer and is stored once."""
    patience, waited = Server._patience, list[float | None]()

    def noted(server: Server, most: float | None) -> float | None:
        waited.append(patience(server, most))
        return waited[-1]

    far = open_store(wire.address(address), wait=0.05)
    kept = far.create(started(), AT)
    monkeypatch.setattr(Server, "_patience", noted)
    wire.flows.clear()
    for _time in range(3):
        with pytest.raises(Away, match="does not answer"):
            far.append(kept, scored(1, "Ana", Ben="4"), AT)
    with pytest.raises(Away):
        far.list()
    assert waited == [0.25, 0.01, 0.01, 0.01]
    wire.flows.set()
    after = answered(lambda: far.append(kept, scored(1, "Ana", Ben="4"), AT))
    assert store.game(kept.id) == after
    assert len(after.log.events) == 2


def test_changes_wait_for_a_server_that_is_away(
    address: ServerAddress, wire: servers.Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is keyed meanwhile is part of the game at once, and is stored in its order when the server is back."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    evening = Evening.at(wire.address(address))
    evening.start(started())
    wire.open = False
    wire.cut()
    for what in (scored(1, Ana="12"), Undone(), scored(1, Ana="13")):
        evening.keep(what)
    assert evening.waiting == "The server of the saved games does not answer; 3 changes wait to be saved."
    assert evening.save_waiting() == ""
    wire.open = True
    eventually(lambda: evening.save_waiting() == evening.waiting == "")
    (found,) = open_store(address).list()
    assert open_store(address).game(found.id).log == evening.kept.log
    evening.store.close()


def test_a_change_that_waited_for_long_and_was_overtaken_is_reported(
    address: ServerAddress, wire: servers.Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often the server was asked in vain, and even if it does not say who was faster: nothing is replaced."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr("scorekeeper.storage.server.WAIT", 0.1)
    evening = Evening.at(wire.address(address))
    evening.start(started())
    wire.open = False
    wire.cut()
    evening.keep(scored(1, Ana="11"))
    end = time.monotonic() + 2
    while time.monotonic() < end:
        assert evening.save_waiting() == ""
        assert evening.waiting
        time.sleep(0.05)
    other = open_store(address)
    after = other.append(other.game(evening.kept.id), scored(1, Ana="22"), AT)
    monkeypatch.setattr(evening.store, "origins", unanswered)
    wire.open = True
    told = list[str]()
    eventually(lambda: told.append(evening.save_waiting()) or not evening.waiting)
    assert told[-1].startswith("Not saved: Round 9-9: Ana 11. ")
    assert "Ana 22" in told[-1]
    assert evening.kept.log == after.log == other.game(after.id).log
    evening.store.close()


@pytest.mark.parametrize(
    ("refused", "allowed", "sentence"),
    [
        ("update scorekeeper set version = version + 1", "", "written by a newer scorekeeper"),
        ("alter role {user} nologin", "alter role {user} login", "refuses the connection"),
        (
            "revoke all on all tables in schema {schema} from {user}",
            "grant all on all tables in schema {schema} to {user}",
            "does not show this user",
        ),
    ],
)
def test_a_store_that_refuses_what_waits_says_why_and_takes_no_more(
    refused: str,
    allowed: str,
    sentence: str,
    address: ServerAddress,
    store: Store,
    wire: servers.Wire,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One sentence, however often it is asked; the game keeps what waits, and stores it once where that is healed."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert not store.list()
    schema = servers.execute(address, "select current_schema()")[0][0]
    user = f"member_{schema}"
    servers.execute(
        address,
        f"create role {user} login; grant usage on schema {schema} to {user};"
        f"grant all on all tables in schema {schema} to {user};"
        f"grant all on all sequences in schema {schema} to {user}",
    )
    evening = Evening.at(ServerAddress(wire.address(address).secret.replace("postgres@", f"{user}@")))
    evening.start(started())
    wire.open = False
    wire.cut()
    evening.keep(scored(1, Ana="12"))
    assert evening.waiting.startswith("The server of the saved games does not answer;")
    servers.execute(address, refused.format(user=user, schema=schema))
    wire.open = True
    eventually(lambda: evening.save_waiting() or sentence in evening.waiting)
    said = evening.waiting
    assert said.endswith(" 1 change of this game is not saved.")
    for _time in range(20):
        assert (evening.save_waiting(), evening.waiting) == ("", said)
        time.sleep(0.05)
    with pytest.raises(Unavailable, match=re.escape(said)):
        evening.keep(scored(1, Ben="7"))
    with pytest.raises(Locked, match=re.escape(said)):
        evening.save_at_last(if_away=0)
    assert len(evening.kept.log.events) == 2
    if allowed:
        servers.execute(address, allowed.format(user=user, schema=schema))
        eventually(lambda: evening.save_waiting() == evening.waiting == "")
        evening.keep(scored(1, Ben="7"))
        assert store.game(evening.kept.id).log == evening.kept.log
    evening.store.close()


def test_a_backup_whose_connection_is_lost_changes_nothing_of_what_was_saved(
    address: ServerAddress, wire: servers.Wire, cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command has done its work; one sentence says that there is no backup of it."""
    prepared = list[object]()

    def prepare(line: "psycopg.Connection[tuple[object, ...]]") -> None:
        prepared.append(line)
        wire.loses_answers = len(prepared) == 3
        server_schema.prepare(line)

    monkeypatch.setattr("scorekeeper.storage.server.prepare", prepare)
    monkeypatch.setenv(STORE_VARIABLE, wire.address(address).secret)
    ran = cli("new", "--players", "Ana,Ben")
    assert len(prepared) == 3
    assert ran.status == 0
    assert ran.out.strip() == open_store(address).list()[0].id
    assert "The games are saved, but could not be backed up: The server" in ran.err
    assert "does not answer" in ran.err


def test_what_fails_where_all_games_are_moved_is_explained(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also before the first game: a sentence of the server's refusal, not of a server that is away."""

    def prepare(line: "psycopg.Connection[tuple[object, ...]]") -> None:
        line.execute("select 1 / 0")

    monkeypatch.setattr("scorekeeper.storage.server.prepare", prepare)
    with (
        pytest.raises(Unavailable, match=r"cannot do that .*division by zero") as refused,
        open_store(address).snapshot(),
    ):
        pass
    assert not isinstance(refused.value, Away)


def test_others_go_on_while_a_program_that_moves_games_stands_still(
    address: ServerAddress, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends its transaction, for which they wait; when it wakes it says so, and nothing was moved."""
    monkeypatch.setattr("scorekeeper.storage.server._LONGEST_STILL", 1)
    kept = store.create(started(), AT)
    file = open_store(tmp_path / "games.db")
    file.create(started(), AT)

    def stalled(games: Iterator[GameRow]) -> Iterator[GameRow]:
        yield next(games)
        store.append(kept, scored(1, "Ana"), AT)

    with file.snapshot() as all_of, closing(open_store(address)) as moving:
        moved = Snapshot(stalled(all_of.games), all_of.same_players)
        with pytest.raises(Unavailable, match=r"stood still for more than 1 second, so the server .* let"):
            moving.take_over(moved)
    assert len(store.game(kept.id).log.events) == 2
    assert len(store.list()) == 1


def test_others_read_games_while_all_are_replaced(
    address: ServerAddress, store: Store, tmp_path: Path
) -> None:
    """A list, and a look at all of them, has those before or those after; never none."""
    for _number in range(2):
        store.create(started(), AT)
    file = open_store(tmp_path / "games.db")
    file.create(started(), AT)
    with ThreadPoolExecutor(2) as pool, file.snapshot() as all_of:
        read = list[Future[object]]()

        def looking(games: Iterator[GameRow]) -> Iterator[GameRow]:
            read.append(pool.submit(check_store, address))
            read.append(pool.submit(lambda: len(open_store(address).list())))
            wait(read, timeout=2)
            yield from games

        moved = Snapshot(looking(all_of.games), all_of.same_players)
        store.take_over(moved, Replaced(AT, AT, tmp_path / "games.db"))
        assert [one.result() for one in read] == [(2, ()), 2]
    assert check_store(address) == (1, ())


def test_a_store_whose_games_were_taken_is_not_moved_as_if_it_had_none(
    address: ServerAddress, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if they are gone only after the first look."""
    monkeypatch.setattr(ServerStore, "holds_games", lambda _self: True)
    assert not store.list()
    with pytest.raises(NotFound, match="so nothing was moved"):
        move_store(address, tmp_path / "games.db")


def moved_to(address: ServerAddress, home: Path, cli: Callable[..., Ran]) -> Ran:
    """Move a game of a file to a server that has its tables, by the command."""
    if not (home / "games.db").exists():
        open_store(home / "games.db").create(started(), AT)
    return cli("store", "move", "sqlite", address.secret)


def test_a_move_whose_answer_was_lost_is_looked_up(
    address: ServerAddress, wire: servers.Wire, home: Path, cli: Callable[..., Ran]
) -> None:
    """The server has stored all of it, and that is said."""
    far = wire.address(address)
    assert open_store(address).count() == 0
    wire.loses_answer_to = b"COMMIT"
    ran = moved_to(far, home, cli)
    assert (wire.loses_answer_to, ran.status) == (b"", 0)
    assert ran.out.startswith("1 game is in postgresql://postgres@127.0.0.1")
    assert check_store(address) == (1, ())


def test_a_move_that_was_lost_on_the_way_says_that_nothing_was_moved(
    address: ServerAddress, wire: servers.Wire, home: Path, cli: Callable[..., Ran]
) -> None:
    """It looks as soon as the server has ended what was begun, and the same move may be made again."""
    far = wire.address(address)
    assert open_store(address).count() == 0
    wire.loses_question = b"COMMIT"
    ran = moved_to(far, home, cli)
    assert (wire.loses_question, ran.status) == (b"", 2)
    assert "was lost before anything was saved; the server answers again" in ran.err
    assert (check_store(address), check_store(home / "games.db")) == ((0, ()), (1, ()))
    assert moved_to(far, home, cli).status == 0


def test_a_move_to_a_server_that_stays_away_is_not_known(
    address: ServerAddress,
    wire: servers.Wire,
    home: Path,
    cli: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is neither said to be done nor said to be not done."""
    far = wire.address(address)
    assert open_store(far).count() == 0
    monkeypatch.setattr("scorekeeper.storage.server.WAIT", 2)
    wire.loses_answer_to, wire.stays_lost = b"COMMIT", True
    ran = moved_to(far, home, cli)
    assert ran.status == 2
    assert "It is not known whether that was saved: look before you do it again." in ran.err


def test_a_move_whose_source_is_lost_names_the_source(
    address: ServerAddress, wire: servers.Wire, cli: Callable[..., Ran]
) -> None:
    """Both are servers, and nothing was moved."""
    target = servers.new_address()
    for store in (open_store(address), open_store(target)):
        store.create(started(), AT)
    wire.loses_question = b"from events"
    ran = cli("store", "move", wire.address(address).secret, target.secret)
    assert ran.status == 2
    assert f"127.0.0.1:{wire.port}/postgres does not answer" in ran.err
    assert "Nothing was saved." in ran.err
    assert check_store(target) == (1, ())


@pytest.mark.parametrize("statement", [b"delete from same_players", b"COMMIT"])
def test_a_merge_is_undone_whichever_answer_was_lost(
    statement: bytes, address: ServerAddress, store: Store, wire: servers.Wire
) -> None:
    """Undone a second time there is nothing left, but there was."""
    store.put_together("benny", "Ben")
    far = open_store(wire.address(address))
    assert far.same_players() == {"benny": "Ben"}
    wire.loses_answer_to = statement
    assert far.take_apart("benny")
    assert wire.loses_answer_to == b""
    assert store.same_players() == {}
    assert not far.take_apart("benny")


@pytest.mark.parametrize(
    ("computer", "way_back"),
    [
        ("club-laptop", "on the computer club-laptop, scorekeeper restore {before} brings the game back."),
        (None, "scorekeeper restore lists the other backups."),
    ],
)
def test_a_backup_at_another_computer_is_not_named_as_if_it_were_here(
    computer: str | None,
    way_back: str,
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is said where it is, where that is known; a store of an older version does not know it."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "other"))
    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.storage.server_store.here", lambda: Origin("Ben", computer))
        store.create(started(), AT)
        keep_copy(store.place, AT)
        gone = store.create(started(), AT)
        before = restore_backup(store.place, "last", AT).backup
    with pytest.raises(NotFound, match=f"scorekeeper restore {before} brings") as refused:
        store.game(gone.id)
    assert "on the computer" not in str(refused.value)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "mine"))
    with pytest.raises(NotFound) as refused:
        store.game(gone.id)
    assert str(refused.value).endswith(f"stays here; {way_back.format(before=before)}")


@pytest.mark.parametrize(
    ("name", "person", "shown"),
    [("ben\0", "Ben", "ben␀"), ("benny", "B\0en", "benny"), ("b\udce4", "Ben", "b?")],
)
def test_a_merged_name_that_no_server_can_keep_is_named(
    name: str, person: str, shown: str, address: ServerAddress, home: Path, cli: Callable[..., Ran]
) -> None:
    """Nothing is moved, and the check of the store says it as well."""
    file = open_store(home / "games.db")
    file.create(started(), AT)
    file.put_together("anna", "Ana")
    execute = f"update same_players set name = {_sql(name)}, person = {_sql(person)}"
    servers.execute(file, execute)
    file.close()
    said = f"The merged name {shown} is damaged"
    ran = cli("store", "move", "sqlite", address.secret)
    assert (ran.status, open_store(address).count()) == (2, 0)
    assert said in ran.err
    assert "Nothing was moved." in ran.err
    ran = cli("store", "check", "sqlite")
    assert ran.status == 1
    assert said in ran.out


def _sql(text: str) -> str:
    """Return an expression for text that has letters which no statement can have."""
    return f"cast(x'{text.encode(errors='surrogateescape').hex()}' as text)"


def unanswered(*_words: object) -> Mapping[int, Origin]:
    """Ask a server that is away again. Raises Away."""
    raise Away


def test_leaving_waits_for_a_server_as_long_as_it_may(
    address: ServerAddress, wire: servers.Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the terminal is gone as well, that is a moment."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    evening = Evening.at(wire.address(address))
    evening.start(started())
    wire.open = False
    wire.cut()
    evening.keep(scored(1, Ana="11"))
    slept = list[float]()
    monkeypatch.setattr("scorekeeper.session.evening.sleep", slept.append)
    monkeypatch.setattr("scorekeeper.session.evening.monotonic", lambda: sum(slept))
    with pytest.raises(Locked, match="1 change waits"):
        evening.save_at_last(if_away=0.12)
    assert slept == [0.05] * 3
    evening.store.close()


def test_others_entries_are_noticed(address: ServerAddress, store: Store) -> None:
    """At once, without a question to the server, and its own are not taken for others'."""
    kept = store.create(started(), AT)
    eventually(lambda: not store.others_wrote())
    store.changed(kept)
    kept = store.append(kept, scored(1, "Ana"), AT)
    time.sleep(0.2)
    assert not store.others_wrote()
    assert not store.may_have_changed(kept)
    open_store(address).append(kept, scored(2, "Ana"), AT)
    eventually(lambda: store.may_have_changed(kept), most=2)
    assert store.others_wrote()
    assert store.changed(kept)


def test_what_came_while_a_connection_was_lost_is_noticed(
    address: ServerAddress, store: Store, wire: servers.Wire
) -> None:
    """Everything is looked at again once the connection is there again."""
    far = open_store(wire.address(address), wait=0.05)
    kept = far.create(started(), AT)
    eventually(lambda: not far.others_wrote())
    eventually(
        lambda: not (far.may_have_changed(kept) and far.changed(kept)) and not far.may_have_changed(kept)
    )
    wire.open = False
    wire.cut()
    eventually(lambda: far.may_have_changed(kept))
    with pytest.raises(Away):
        far.changed(kept)
    store.append(kept, scored(1, "Ana"), AT)
    wire.open = True

    def has_changed() -> bool:
        try:
            return far.changed(kept)
        except Away:
            return False

    eventually(has_changed)
    with pytest.raises(Overtaken, match="Another window made 1 change"):
        open_store(address).append(kept, scored(2, "Ana"), AT)


def test_a_newer_schema_is_refused_also_while_the_program_runs(store: Store) -> None:
    """An open window neither reads nor writes what a newer program has changed."""
    kept = store.create(started(), AT)
    servers.execute(store, "update scorekeeper set version = version + 1")
    for window in (store, open_store(store.place)):
        deeds: list[Callable[[], object]] = [
            lambda window=window: window.append(kept, scored(1, "Ana"), AT),
            lambda window=window: window.game(kept.id),
            lambda window=window: window.create(started(), AT),
            lambda window=window: window.delete(kept.id),
            window.list,
            window.same_players,
        ]
        for deed in deeds:
            with pytest.raises(Unavailable, match="newer scorekeeper"):
                deed()


@pytest.mark.parametrize("statement", ["update scorekeeper set version = 0", "delete from scorekeeper"])
def test_a_schema_without_a_version_is_refused_at_once(store: Store, statement: str) -> None:
    """One sentence says what happened and what would be right, also while the program runs."""
    store.create(started(), AT)
    servers.execute(store, statement)
    for window in (store, open_store(store.place)):
        with pytest.raises(Unavailable, match="have no version; restore that database") as refused:
            window.list()
        assert not isinstance(refused.value, Locked)


def test_what_fails_where_the_tables_are_looked_at_is_no_server_that_is_away(address: ServerAddress) -> None:
    """Waiting does not heal that somebody else's table has the name of ours."""
    servers.execute(address, "create table scorekeeper (diary text)")
    with pytest.raises(Unavailable, match="cannot do that") as refused:
        open_store(address).list()
    assert not isinstance(refused.value, Locked)


def test_a_screen_goes_on_where_the_server_ends_idle_connections(
    address: ServerAddress, store: Store
) -> None:
    """A new connection is made at once, and nobody learns of it."""
    few = "%20-cidle_session_timeout%3D200ms%20-capplication_name%3Didle"
    idle = open_store(ServerAddress(address.secret + few), wait=0.05)
    kept = idle.create(started(), AT)
    eventually(lambda: not connections_called(store, "idle"))
    kept = idle.append(kept, scored(1, "Ana", Ben="4"), AT)
    eventually(lambda: not connections_called(store, "idle"))
    assert len(idle.list()) == 1
    assert store.game(kept.id) == kept
    idle.close()


def connections_called(store: Store, name: str) -> int:
    """Return how many connections to a server have a name."""
    query = f"select count(*) from pg_stat_activity where application_name = '{name}'"
    return int(servers.execute(store, query)[0][0])


def test_an_older_schema_is_brought_up_to_date_once(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several new programs one does it and the others wait; an open window of the old one then refuses."""
    old = open_store(address)
    kept = old.create(started(), AT)
    step = "create table extra (text text); select pg_sleep(0.2)"
    with monkeypatch.context() as patch:
        patch.setattr(server_schema, "STEPS", (*server_schema.STEPS, step))
        windows = [open_store(address) for _window in range(4)]
        with ThreadPoolExecutor(4) as pool:
            assert [len(found) for found in pool.map(lambda window: window.list(), windows)] == [1] * 4
    with pytest.raises(Unavailable, match="newer scorekeeper"):
        old.append(kept, scored(1, "Ana"), AT)


def test_tables_are_made_once_by_many_at_once(address: ServerAddress) -> None:
    """Several programs that begin with an empty database make its tables once."""
    with ThreadPoolExecutor(5) as pool:
        kept = list(pool.map(lambda _window: open_store(address).create(started(), AT), range(5)))
    assert len({one.id for one in kept}) == len(open_store(address).list()) == 5


@pytest.mark.parametrize("first", ["club", "ana"])
def test_the_tables_belong_to_the_club_whoever_comes_first(first: str) -> None:
    """A member with an own role makes them for the owner of the database, so that all members may use them."""
    club, ana = servers.new_club("club", "ana")
    mine, other = (open_store(one) for one in ((club, ana) if first == "club" else (ana, club)))
    kept = mine.create(started(), AT)
    after = other.append(other.game(kept.id), scored(1, "Ana", Ben="4"), AT)
    assert mine.game(kept.id) == after
    owners = servers.execute(club, "select distinct tableowner from pg_tables where tablename = 'games'")
    assert ServerAddress(club.secret).shown.startswith(f"postgresql://{owners[0][0]}@")


def test_whoever_may_not_use_the_tables_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting heals that: neither before the owner has made the tables nor after."""
    club, guest = servers.new_club("club", "guest", member=False)
    tried = connecting(monkeypatch)
    for deed in (lambda: None, lambda: open_store(club).create(started(), AT)):
        deed()
        tried.clear()
        with pytest.raises(Unavailable, match="owner of the database must connect first") as refused:
            open_store(guest).list()
        assert not isinstance(refused.value, Away)
        assert len(tried) == 1


def connecting(monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    """Return a list that grows with every attempt to connect."""
    connect, tried = Server.connect, list[Server]()

    def noted(server: Server) -> "psycopg.Connection[tuple[object, ...]]":
        tried.append(server)
        return connect(server)

    monkeypatch.setattr(Server, "connect", noted)
    return tried


REFUSED = [
    ("sslmode=require", "ask its owner to turn ssl on, or leave sslmode out"),
    ("host=nosuch.invalid", "cannot be found .* check its name and the network"),
    ("service=nosuch", "refuses the connection"),
    ("dbname=nosuch", "refuses the connection"),
]


@pytest.mark.parametrize(("fault", "sentence"), REFUSED)
def test_what_waiting_cannot_heal_is_refused_at_once(
    fault: str,
    sentence: str,
    address: ServerAddress,
    wire: servers.Wire,
    cli: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One sentence says what would be right, and no word of games that come back by themselves."""
    place = ServerAddress(f"{wire.address(address).secret.replace('sslmode=disable&', '')}&{fault}")
    monkeypatch.setenv(STORE_VARIABLE, place.secret)
    tried = connecting(monkeypatch)
    ran = cli("games")
    assert len(tried) == 1
    assert (ran.status, "when it is" in ran.err) == (2, False)
    assert re.search(sentence, ran.err)


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("fe_sendauth: no password supplied", "write it into ~/.pgpass"),
        ('root certificate file "/root.crt" does not exist\nEither provide', "needs its certificate in"),
        ('server certificate for "club" does not match host name "c"', "needs its certificate in"),
        ("SSL error: certificate verify failed", "needs its certificate in"),
        ("FATAL:  no pg_hba.conf entry for host", "refuses the connection"),
        ("FATAL:  the database system is starting up", "the games are there again"),
        ("Connection refused", "the games are there again"),
    ],
)
def test_each_fault_of_a_connection_is_explained(
    why: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a restart or a network heals is waited for; with all else it is said what would be right."""

    def fails(*_words: object, **_options: object) -> None:
        raise psycopg.OperationalError(f"connection failed: connection to server at “c” failed: {why}")

    monkeypatch.setattr("scorekeeper.storage.server.WAIT", 0.1)
    monkeypatch.setattr(psycopg, "connect", fails)
    with pytest.raises(Unavailable, match=sentence) as refused:
        open_store(ServerAddress("postgresql://c/games")).list()
    assert isinstance(refused.value, Away) == ("again" in sentence)


def test_a_network_that_is_lost_is_waited_for(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of a server that was reached is right, so that it is not found only for a while."""
    server = Server(address)
    server.connect().close()

    def fails(*_words: object, **_options: object) -> None:
        raise psycopg.OperationalError("failed to resolve host 'club': [Errno -3] Temporary failure")

    monkeypatch.setattr(psycopg, "connect", fails)
    with pytest.raises(Away, match="the games are there again"):
        server.connect()


def test_another_programs_tables_are_left_alone(address: ServerAddress) -> None:
    """A database with tables of other programs by the same names is refused, and not changed."""
    servers.execute(address, "create table games (diary text)")
    with pytest.raises(Unavailable, match="another program's tables"):
        open_store(address).create(started(), AT)
    assert servers.execute(address, "select to_regclass('scorekeeper'), to_regclass('events')") == [
        (None, None)
    ]


@pytest.mark.parametrize(
    "place",
    [
        "postgresql://ana:gehe%21m@127.0.0.1:1/games",
        "postgresql://ana:ge@he!m@127.0.0.1:1/games",
        "postgres://ana:gehe!m@127.0.0.1:1/games?sslmode=nonsense",
        "postgresql://127.0.0.1:1/games?user=ana&password=gehe!m&nonsense=1",
    ],
)
def test_no_message_shows_a_password(
    place: str, cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither errors nor `where` nor the name of the folder for backups have a part of it."""
    monkeypatch.setattr("scorekeeper.storage.server.WAIT", 0.1)
    monkeypatch.setenv(STORE_VARIABLE, place)
    found = usual_place()
    assert isinstance(found, ServerAddress)
    shown = [
        str(cli(*words))
        for words in (["where"], ["games"], ["store", "check"], ["store", "move", place, place])
    ]
    for text in (repr(found), str(found), str(found.folder), *shown):
        assert "gehe" not in text
        assert "he!m" not in text


def test_a_password_among_the_words_of_a_command_is_warned_of(
    cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others on the same computer can read the words of a command while it runs."""
    monkeypatch.setattr("scorekeeper.storage.server.WAIT", 0.1)
    assert "~/.pgpass" in cli("store", "check", "postgresql://ana:geheim@127.0.0.1:1/games").err


def test_the_environment_names_the_store_before_the_settings(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings name it otherwise, and what is no store is refused with the choices."""
    home.mkdir()
    assert usual_place() == home / "games.db"
    (home / "settings.toml").write_text('store = "/tmp/club.db"')
    assert usual_place() == Path("/tmp/club.db")
    monkeypatch.setenv(STORE_VARIABLE, "sqlite")
    assert usual_place() == home / "games.db"
    monkeypatch.setenv(STORE_VARIABLE, "mysql://ana:geheim@club")
    with pytest.raises(Malformed, match="A store is sqlite, a path, or an address") as refused:
        usual_place()
    assert "geheim" not in str(refused.value)


def test_an_address_without_its_beginning_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be right is in the sentence; no part of a password is. A file may have such a name in a folder."""
    monkeypatch.setenv(STORE_VARIABLE, "club:ge@heim@127.0.0.1:5432")
    with pytest.raises(Malformed, match=r"write postgresql://…@127.0.0.1:5432/scorekeeper, or ./") as refused:
        usual_place()
    assert "he" not in str(refused.value).replace("neither", "").replace("the", "")
    assert parse_place("./club@host") == Path("club@host").absolute()


@pytest.mark.parametrize(
    "name",
    [
        "postgresql:/club:gehe!m@127.0.0.1/db",
        "postgresql:club:gehe!m@127.0.0.1/db",
        " postgresql://club:gehe!m@127.0.0.1/db",
        "host=127.0.0.1 password=gehe!m",
        "club:gehe!m@127.0.0.1/db",
        "club@127.0.0.1?password=gehe!m",
        "postgresql://club@127.0.0.1/db&password=gehe!m",
        "postgresql://127.0.0.1/db?user=club?password=gehe!m",
        "postgresql://club/gehe!m@127.0.0.1/db",
    ],
)
def test_a_mistyped_address_is_no_file_and_shows_no_password(
    name: str, cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is a file of that name made, nor is any part of it in a message."""
    monkeypatch.setenv(STORE_VARIABLE, name)
    for words in (["where"], ["new", "--players", "Ana,Ben"], ["store", "move", name, "sqlite"]):
        ran = cli(*words)
        assert ran.status == 2
        assert "write postgresql://ana@club.example/games, or ./ before a file" in ran.err
        assert not any(part in ran.out + ran.err for part in ("gehe", "he!m"))


def test_a_crash_screen_shows_no_password() -> None:
    """What prints the locals of a program asks a value how it is written."""
    address = ServerAddress("postgresql://ana:geheim@club/games")
    assert "geheim" not in pretty_repr(address) + pretty_repr({"place": address})
    assert "ana@club/games" in pretty_repr(address)


def test_where_says_whether_the_server_answers(
    address: ServerAddress, wire: servers.Wire, cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The places are shown in any case; the exit status is 1 if it does not answer."""
    monkeypatch.setenv(STORE_VARIABLE, wire.address(address).secret)
    open_store(address).create(started(), AT)
    ran = cli("where")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "The server answers; it has 1 game.")
    wire.open = False
    wire.cut()
    monkeypatch.setattr("scorekeeper.storage.server.WAIT", 0.1)
    ran = cli("where", "--json")
    assert ran.status == 1
    assert '"games": "postgresql://' in ran.out
    assert "does not answer" in ran.err


def test_damaged_settings_that_name_a_store_are_not_passed_over(home: Path) -> None:
    """Otherwise entries would go to the usual file without a word."""
    home.mkdir()
    (home / "settings.toml").write_text("theme = \n")
    assert usual_place() == home / "games.db"
    (home / "settings.toml").write_text('store = "postgresql://club"\ntheme = \n')
    with pytest.raises(Malformed):
        usual_place()


def test_without_the_extra_one_sentence_says_how_to_install_it(
    address: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else fails because of it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unavailable, match=rf'{re.escape(sys.executable)} -m pip install "psycopg\[binary\]"'):
        open_store(address).list()


def test_the_address_may_be_a_service_or_have_parameters() -> None:
    """What is shown of an address is the server and the database."""
    assert str(parse_place("postgresql://?service=club&password=x")) == "postgresql://?service=club"
    assert str(parse_place("postgresql://ana:x@h1:5432,h2/games")) == "postgresql://ana@h1:5432,h2/games"


def test_entries_have_the_person_and_the_computer(store: Store) -> None:
    """The name that was given, or else the account; both stores agree."""
    kept = store.append(store.create(started(), AT), scored(1, "Ana"), AT, "Ben")
    origins = store.origins(kept.id)
    assert origins[2].person == "Ben"
    assert origins[1].person
    assert origins[1].computer == origins[2].computer


def test_the_server_runs_while_one_user_may_only_read(store: Store) -> None:
    """Where the server refuses to write, that is told, and games are still read."""
    kept = store.create(started(), AT)
    assert isinstance(store, ServerStore)
    schema = servers.execute(store.place, "select current_schema()")[0][0]
    servers.execute(
        store.place,
        f"create role reader_{schema} login; grant usage on schema {schema} to reader_{schema};"
        f"grant select on all tables in schema {schema} to reader_{schema}",
    )
    reader = open_store(ServerAddress(store.place.secret.replace("postgres:@", f"reader_{schema}@")))
    assert reader.game(kept.id) == kept
    with pytest.raises(Unavailable, match="does not allow that"):
        reader.append(kept, scored(1, "Ana"), AT)
    assert store.game(kept.id) == kept
    reader.close()


def test_two_windows_number_the_events_of_one_game(address: ServerAddress) -> None:
    """Whoever enters at the same moment, every event has its own number and all windows show the same game."""
    kept = open_store(address).create(started(), AT)

    def enter(window: int) -> None:
        store = open_store(address)
        mine = store.game(kept.id)
        for number in range(10):
            while True:
                try:
                    mine = store.append(mine, scored(1, Ben=str(number)), AT, f"w{window}")
                    break
                except Overtaken as overtaken:
                    mine = overtaken.kept
        store.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter, range(4)))
    events = open_store(address).game(kept.id).log.events
    assert [event.number for event in events] == list(range(1, 42))


def test_psycopg_is_not_loaded_for_a_file(tmp_path: Path) -> None:
    """A program on a SQLite file loads nothing of it."""
    assert psycopg is not None
    import subprocess

    source = (
        "import sys; from pathlib import Path; from scorekeeper.storage import open_store;"
        f"open_store(Path({str(tmp_path / 'games.db')!r})).list();"
        "print([name for name in sys.modules if 'psycopg' in name or 'server' in name.split('.')[-1]])"
    )
    ran = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_whoever_was_overtaken_is_next(
    address: ServerAddress, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others wait in line until the slower window has entered; if it enters nothing, for a moment only."""
    monkeypatch.setattr("scorekeeper.storage.server._GRACE", 2)
    kept = store.create(started(), AT)
    ahead = store.append(kept, scored(1, Ben="1"), AT)
    slow = open_store(address)
    with pytest.raises(Overtaken, match="made 1 change") as refused:
        slow.append(kept, scored(1, Ben="2"), AT)
    assert refused.value.kept == ahead
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.append, ahead, scored(1, Ben="3"), AT)
        mine = slow.append(refused.value.kept, scored(1, Ben="2"), AT)
        with pytest.raises(Overtaken):
            waiting.result()
    assert slow.game(kept.id) == mine
    with pytest.raises(Overtaken):
        slow.append(kept, scored(1, Ben="4"), AT)
    store.append(mine, scored(1, Ben="5"), AT)  # Locked if nobody were let in
