"""The store of games on a PostgreSQL server: the SQL of it.

What a store does and promises is described with `Store`. The server numbers the events: an append locks the row of
its game. Each append has an id of its own, so that one whose answer was lost is asked for again and not made again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from uuid import UUID, uuid4

import msgspec

from scorekeeper.errors import Away, NotFound, ScorekeeperError, Unavailable
from scorekeeper.game import EventKind, GameLog
from scorekeeper.history import SUMMARY_VERSION, Summary, summarise
from scorekeeper.storage import event_rows, summaries
from scorekeeper.storage.event_rows import EventRow, GameRow, Listed, Origin
from scorekeeper.storage.origins import here
from scorekeeper.storage.places import ServerAddress
from scorekeeper.storage.restored import Replaced, gone_since
from scorekeeper.storage.server import Server, ServerTask
from scorekeeper.storage.server_schema import STEPS, check_version, newer
from scorekeeper.storage.store import (
    MOST_MATCHED,
    KeptGame,
    Match,
    Snapshot,
    Store,
    begin_listed,
    deleted_meanwhile,
    log_after,
    overtaken,
    random_id,
    read_rows,
    there_already,
    unknown_game,
)
from scorekeeper.text import _

if TYPE_CHECKING:
    from scorekeeper.storage.server import Line

T = TypeVar("T")

_CHANNEL = "scorekeeper"

_LINE = "id, title, players, started, changed, complete"

_EVENTS = "select number, at, by, what from events where game = %s order by number"

_SINCE = "select number, at, by, what from events where game = %s and number >= %s order by number"

_MOST_UNANSWERED = 20
"""Appends without an answer that are remembered."""

_ADD = "select add_events(%s, %s, %s, %s, %s, %s, %s, %s::text[], %s::text[], %s::text[], %s, %s, %s, %s, %s)"

_AT_ONCE = 200
"""Games that are read or written in one go where all are."""


class _Verdict(NamedTuple):
    """What became of an append; with the last known event and those that came first, if it was overtaken."""

    word: str
    came: Sequence[Sequence[Any]] = ()


class _Append(msgspec.Struct):
    """An append that was asked for, and is asked for again until there is an answer."""

    kept: KeptGame
    changes: tuple[EventKind, ...]
    by: str | None
    log: GameLog
    deed: "Callable[[Line], _Verdict]"
    job: ServerTask[_Verdict]

    def is_for(self, kept: KeptGame, changes: tuple[EventKind, ...], by: str | None) -> bool:
        """Whether this adds these changes to this version of a game."""
        return (
            self.kept.id == kept.id
            and self.by == by
            and len(self.kept.log.events) == len(kept.log.events)
            and self.kept.log.events[-1] == kept.log.events[-1]
            and self.changes == changes
        )


class ServerStore(Store):
    """The games in a PostgreSQL database, whose tables are made with the first use.

    Raises Away where the server does not answer; with `wait` soon, because a screen must not stand still.
    """

    def __init__(self, address: ServerAddress, wait: float | None = None) -> None:
        self.place: ServerAddress = address
        self.wrote = False
        self._server = Server(address, wait)
        self._server.heard, self._server.listening = self._hear, self._may_have_missed
        self._unanswered: list[_Append] = []
        self._lock = Lock()
        """For what the listening thread changes."""
        self._own: list[str] = []
        self._stirred: set[str] = set()
        """Games that others have changed since they were looked at."""
        self._looked: set[str] = set()
        """Games that were looked at since listening began."""
        self._news = True
        self._listens = False

    def close(self) -> None:
        """Let go of the connections."""
        self._server.close()
        with self._lock:
            self._looked.clear()
            self._listens = False
            self._news = True

    # what others write

    def _hear(self, payload: str) -> None:
        game_id, _space, append = payload.partition(" ")
        with self._lock:
            if append not in self._own:
                self._stirred.add(game_id)
                self._news = True

    def _may_have_missed(self) -> None:
        with self._lock:
            self._looked.clear()
            self._listens = self._news = True

    def _own_id(self) -> UUID:
        own = uuid4()
        with self._lock:
            self._own = [*self._own[-500:], str(own)]
        return own

    def others_wrote(self) -> bool:
        """Whether another window may have written anything since this was asked last; waits for nothing."""
        self._server.listen(_CHANNEL)
        with self._lock:
            wrote, self._news = self._news, not self._listens
        return wrote or self._server.is_away

    def may_have_news(self) -> bool:
        """Whether the list of games is worth reading again; never waits."""
        return self.others_wrote()

    def may_have_changed(self, kept: KeptGame) -> bool:
        """Whether `changed` is worth asking; never waits."""
        self._server.listen(_CHANNEL)
        if self._server.is_away:
            return True
        with self._lock:
            return kept.id in self._stirred or kept.id not in self._looked

    def changed(self, kept: KeptGame) -> bool:
        """Whether another window has added to this game. Raises NotFound if it was deleted."""
        with self._lock:
            self._stirred.discard(kept.id)
            listens = self._listens

        def head(line: "Line") -> tuple[Any, ...] | None:
            return line.execute(
                "select number, changed, hidden from games where id = %s", (kept.id,)
            ).fetchone()

        try:
            found = self._server.read(head)
        except ScorekeeperError:
            with self._lock:
                self._stirred.add(kept.id)
            raise
        if listens:
            with self._lock:
                self._looked.add(kept.id)
        if found is not None and found[2]:
            raise deleted_meanwhile()
        known = kept.log.events[-1]
        return found is None or found[:2] != (known.number, event_rows.stamp(known.at))

    # writing

    def keep_all(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Store several games, all of them or none."""
        logs, append = list(logs), self._own_id()
        stored: dict[str, GameLog] = {}

        def keep(line: "Line") -> None:
            with line.transaction():
                check_version(line)
                if stored and _was_stored(line, next(iter(stored)), append):
                    return
                stored.clear()
                for log in logs:
                    stored[_insert(line, log, append)] = log

        self._write(keep)
        return tuple(KeptGame(game_id, log) for game_id, log in stored.items())

    def _write(self, deed: "Callable[[Line], T]", long: bool = False) -> T:
        try:
            result = self._server.write(deed, long)
        except Away as away:
            raise Away(
                _("{why} It is not known whether that was saved: look before you do it again.", why=away)
            ) from None
        self.wrote = True
        return result

    def append_all(
        self, kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None = None
    ) -> KeptGame:
        """Add events to a game, all of them or none; the server has them on its disk when this returns."""
        append = self._asked(kept, tuple(changes), by) or self._ask(kept, tuple(changes), at, by)
        try:
            verdict = self._server.answer(append.job)
        except Away:
            raise
        except ScorekeeperError:
            self._unanswered.remove(append)
            raise
        self._unanswered.remove(append)
        match verdict.word:
            case "stored":
                self.wrote = True
                return KeptGame(kept.id, append.log)
            case "deleted":
                raise deleted_meanwhile()
            case "newer":
                raise newer()
        now = _continued(kept, verdict.came) or self.game(kept.id)  # which says if it is gone
        raise overtaken(now, kept)

    def _asked(self, kept: KeptGame, changes: tuple[EventKind, ...], by: str | None) -> _Append | None:
        """Return the append that was asked for and not answered, if it is the same; it is asked for again."""
        found = next((one for one in self._unanswered if one.is_for(kept, changes, by)), None)
        if found is not None and found.job.result.done() and isinstance(found.job.result.exception(), Away):
            found.job = self._server.begin(found.deed)
        return found

    def _ask(self, kept: KeptGame, changes: tuple[EventKind, ...], at: datetime, by: str | None) -> _Append:
        try:
            log = log_after(kept, changes, at, by)
        except ScorekeeperError:
            if self.changed(kept):
                raise overtaken(self.game(kept.id), kept) from None
            raise
        known, new = kept.log.events[-1], log.events[len(kept.log.events) :]
        game, append = log.game, self._own_id()
        values = (
            len(STEPS), kept.id, known.number, event_rows.stamp(known.at), append, *here(),
            [event_rows.stamp(one.at) for one in new], [one.by for one in new],
            [event_rows.as_json(one.what) for one in new],
            game.title, event_rows.as_json(game.players), game.over,
            SUMMARY_VERSION, summaries.as_text(summarise(game)),
        )  # fmt: skip

        def add(line: "Line") -> _Verdict:
            was_first, self._server.is_first = self._server.is_first, False
            found = line.execute(
                f"{_ADD}, pg_advisory_unlock_all()" if was_first else _ADD, values
            ).fetchone()
            if found is None or found[0] != "overtaken":
                return _Verdict("" if found is None else found[0])
            self._server.is_first = True
            came = line.execute(_SINCE, (kept.id, known.number)).fetchall()
            return _Verdict("overtaken", came)

        asked = _Append(kept, changes, by, log, add, self._server.begin(add))
        self._unanswered = [*self._unanswered[-_MOST_UNANSWERED:], asked]
        return asked

    def delete(self, game_id: str, deleted: bool = True) -> None:
        """Hide a game from every list, or bring it back."""
        own = self._own_id()

        def hide(line: "Line") -> int:
            with line.transaction():
                check_version(line)
                hiding = line.execute("update games set hidden = %s where id = %s", (deleted, game_id))
                line.execute("select announce(%s, %s)", (game_id, own))
                return hiding.rowcount

        if not self._write(hide):
            raise unknown_game(game_id)

    # reading

    def game(self, game_id: str) -> KeptGame:
        """Return a stored game by its full id."""

        def read(line: "Line") -> list[tuple[Any, ...]]:
            found = line.execute(_EVENTS, (game_id,)).fetchall()
            if not found and not line.execute("select from games where id = %s", (game_id,)).fetchone():
                last = line.execute("select made, before, computer from restored").fetchone()
                raise self._gone_since(*last) if last else unknown_game(game_id)
            return found

        return read_rows(game_id, self._server.read(read))

    def _gone_since(self, made: str, before: str, computer: str | None) -> NotFound:
        """Return what to say of a game that is gone, with the backup of the games before if it can be found."""
        from scorekeeper.storage.copying import folder_of

        if (folder_of(self.place.folder / "games.db") / f"{before}.db").exists():
            return gone_since(made, before)
        if computer is None or computer == here().computer:
            return gone_since(made, "")
        return gone_since(made, before, computer)

    def _matching(self, prefix: str, deleted: bool) -> Sequence[Match]:
        def match(line: "Line") -> list[Match]:
            found = line.execute(
                "select id, title, players from games"
                " where id >= %s and id < %s and hidden = %s order by id limit %s",
                (prefix, prefix + "\x7f", deleted, MOST_MATCHED),
            )
            return [Match(*row) for row in found]

        return self._server.read(match)

    def listed(self, game_id: str) -> Listed:
        """Return the line of a game in the list, even if its events cannot be read."""

        def read(line: "Line") -> tuple[Any, ...] | None:
            return line.execute(f"select {_LINE} from games where id = %s", (game_id,)).fetchone()

        row = self._server.read(read)
        if row is None:
            raise unknown_game(game_id)
        return self._line(row)

    def list(self, most: int = 50, skip: int = 0, deleted: bool = False) -> tuple[Listed, ...]:
        """Return the stored games, or the deleted ones, the one changed last first."""

        def read(line: "Line") -> list[tuple[Any, ...]]:
            return line.execute(
                f"select {_LINE} from games where hidden = %s order by turn desc limit %s offset %s",
                (deleted, None if most < 0 else most, skip),
            ).fetchall()

        return tuple(map(self._line, self._server.read(read)))

    def _line(self, row: Sequence[Any]) -> Listed:
        try:
            return event_rows.line(row)
        except event_rows.UNREADABLE:
            try:
                return begin_listed(row[0], self.game(row[0]).log)
            except Unavailable:
                return begin_listed(row[0], None)

    def origins(self, game_id: str) -> Mapping[int, Origin]:
        """Return who entered each event of a game at which computer, by number."""

        def read(line: "Line") -> dict[int, Origin]:
            found = line.execute("select number, person, computer from events where game = %s", (game_id,))
            return {number: Origin(*origin) for number, *origin in found if any(origin)}

        return self._server.read(read)

    # what is derived from the events, and merged names

    def summaries(self, most: int = -1) -> dict[str, Summary | None]:
        """Return the summaries by game id, the one changed last first; None where there is no current one."""

        def read(line: "Line") -> list[tuple[Any, ...]]:
            return line.execute(
                "select id, summary from games left join summaries"
                " on summaries.game = id and summaries.turn = games.turn and version = %s"
                " where not hidden order by games.turn desc limit %s",
                (SUMMARY_VERSION, None if most < 0 else most),
            ).fetchall()

        found = self._server.read(read)
        return {game_id: None if text is None else summaries.parse(text) for game_id, text in found}

    def uncounted(self) -> tuple[str, ...]:
        """Return the ids of the games without a current summary."""

        def read(line: "Line") -> tuple[str, ...]:
            found = line.execute(
                "select id from games where not hidden and not exists"
                " (select from summaries where game = id and summaries.turn = games.turn and version = %s)",
                (SUMMARY_VERSION,),
            )
            return tuple(game_id for (game_id,) in found)

        return self._server.read(read)

    def stamp(self) -> tuple[object, ...]:
        """Return a value that changes whenever a game or a merged name changes."""

        def read(line: "Line") -> tuple[object, ...]:
            # of two games that change at once, the one with the lower turn may be seen later
            games = "select max(turn), sum(turn)::text, count(*), count(*) filter (where hidden) from games"
            people = "select name, person from same_players order by name"
            return *line.execute(games).fetchall(), *line.execute(people).fetchall()

        return self._server.read(read)

    def turn_of(self, game_id: str) -> int:
        """Return the turn at which a game changed last; 0 if there is no such game."""

        def read(line: "Line") -> int:
            found = line.execute("select turn from games where id = %s", (game_id,)).fetchone()
            return 0 if found is None else int(found[0])

        return self._server.read(read)

    def keep_summaries(self, found: Mapping[str, tuple[int, Summary]]) -> None:
        """Store summaries with the turns of their games, except of games that have changed since."""
        rows = [
            (SUMMARY_VERSION, summaries.as_text(summary), game_id, turn)
            for game_id, (turn, summary) in found.items()
        ]

        def keep(line: "Line") -> None:
            with line.transaction(), line.cursor() as cursor:
                check_version(line)
                cursor.executemany(
                    "insert into summaries select id, turn, %s, %s from games where id = %s and turn = %s"
                    " on conflict (game) do update"
                    " set turn = excluded.turn, version = excluded.version, summary = excluded.summary",
                    rows,
                )

        self._server.write(keep)

    def same_players(self) -> Mapping[str, str]:
        """Return the person for each merged name, by the key of the name."""
        return self._server.read(_same_players)

    def put_together(self, name: str, person: str) -> None:
        """Store that a name means this person."""
        self._change_people(
            "insert into same_players values (%s, %s) on conflict (name) do update set person = excluded.person",
            name,
            person,
        )

    def take_apart(self, name: str) -> bool:
        """Remove a merged name; return whether there was one."""
        return self._change_people("delete from same_players where name = %s", name) > 0

    def _change_people(self, statement: str, *values: str) -> int:
        own, changed = self._own_id(), 0

        def change(line: "Line") -> int:
            nonlocal changed  # done again after a lost answer, it finds nothing left to change
            with line.transaction():
                check_version(line)
                changed = max(changed, line.execute(statement, values).rowcount)
                line.execute("select announce('', %s)", (own,))
                return changed

        return self._write(change)

    # all of it

    def holds_games(self) -> bool:
        """Whether there are any games, including deleted ones."""
        return self._server.read(_holds_games)

    def count(self) -> int:
        """Return how many games there are, without deleted ones."""

        def read(line: "Line") -> int:
            found = line.execute("select count(*) from games where not hidden").fetchone()
            return 0 if found is None else int(found[0])

        return self._server.read(read)

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Yield all that is stored, as it is at one moment, over a connection of its own."""
        with self._all_at_once() as line, line.transaction():
            line.execute("set transaction isolation level repeatable read, read only")
            check_version(line)
            yield Snapshot(self._server.reading(_rows(line), line), _same_players(line))

    def take_over(self, all_of: Snapshot, replaces: Replaced | None = None) -> Path | None:
        """Store all of another store, or nothing; what was stored is read back and compared first."""
        own, before, last, written = self._own_id(), None, "", ""
        try:
            with self._all_at_once() as line, line.transaction():
                check_version(line)
                line.execute("lock table games, same_players in exclusive mode")
                before = None if replaces is None else self._make_room(line, replaces)
                after = line.execute("select coalesce(max(turn), 0) from games").fetchone()
                assert after is not None
                taken = event_rows.Digest()
                for row in all_of.games:
                    taken.add(row)
                    _take(line, row, own)
                    last = row.id if row.events else last
                _keep_same_players(line, all_of.same_players)
                taken.compare(_rows(line, after[0]))
                _put_in_order(line, after[0])
                line.execute("select announce(id, %s) from games", (own,))
                written = last
        except Away as away:
            if not written:
                raise Away(_("{why} Nothing was saved.", why=away)) from None
            self._check_taken(written, own)
        self.wrote = True
        return before

    def _check_taken(self, game_id: str, append: UUID) -> None:
        """Look whether a game of those that were taken is there, after the connection was lost. Raises Unavailable.

        What the lost connection had begun may not have ended yet, so this waits for it.
        """

        def look(line: "Line") -> bool:
            with line.transaction():
                line.execute("set local statement_timeout = 0")
                line.execute("lock table games in row share mode")
                return _was_stored(line, game_id, append)

        if not self._write(look, long=True):
            raise Unavailable(
                _(
                    "The connection to the server {server} was lost before anything was saved; the server answers "
                    "again, so do it once more.",
                    server=self.place,
                )
            )

    @contextmanager
    def _all_at_once(self) -> "Iterator[Line]":
        """Yield a connection for what takes long. What goes wrong on the server is explained."""
        with self._server.apart() as line:
            line.execute("set statement_timeout = 0")
            yield line

    def _make_room(self, line: "Line", replaces: Replaced) -> Path | None:
        """Back up the games that are here, and remove them."""
        before = _write_copy(line, replaces.beside, replaces.at) if _holds_games(line) else None
        for table in ("summaries", "events", "games", "same_players", "restored"):
            line.execute(f"delete from {table}")  # with truncate, whoever reads meanwhile would find nothing
        line.execute(
            "insert into restored values (%s, %s, %s)",
            (replaces.made.isoformat(), before.stem if before else "", here().computer),
        )
        return before

    def write_copy(self, beside: Path, at: datetime) -> Path:
        """Write all games into a new SQLite file among the backups beside this one, whole or not at all."""
        with self._all_at_once() as line, line.transaction():
            line.execute("set transaction isolation level repeatable read, read only")
            check_version(line)
            return _write_copy(line, beside, at)


def _continued(kept: KeptGame, rows: Sequence[Sequence[Any]]) -> KeptGame | None:
    """Return a game with what came after its last known event, the first of these rows; None if it was replaced."""
    try:
        known, *came = event_rows.some_events(rows)
        log = kept.log
        for event in came:
            log = log.after(event.what, event.at, event.by)
    except (ValueError, *event_rows.UNREADABLE):
        return None
    return KeptGame(kept.id, log) if (known, *came) == log.events[len(kept.log.events) - 1 :] else None


def _was_stored(line: "Line", game_id: str, append: UUID) -> bool:
    found = line.execute("select from events where game = %s and append = %s limit 1", (game_id, append))
    return found.fetchone() is not None


def _insert(line: "Line", log: GameLog, append: UUID) -> str:
    """Insert a new game and return its id."""
    game, origin, stamps = log.game, here(), [event_rows.stamp(one.at) for one in log.events]
    values = (game.title, event_rows.as_json(game.players), stamps[0], stamps[-1], game.over, len(stamps))
    while True:
        game_id = random_id()
        found = line.execute(
            "insert into games (id, title, players, started, changed, turn, complete, number)"
            " values (%s, %s, %s, %s, %s, nextval('turns'), %s, %s) on conflict (id) do nothing returning turn",
            (game_id, *values),
        ).fetchone()
        if found is not None:
            break
    _insert_events(
        line,
        [
            (*event_rows.row_of(game_id, one), one.by or origin.person, origin.computer, append)
            for one in log.events
        ],
    )
    line.execute(
        "insert into summaries values (%s, %s, %s, %s)",
        (game_id, found[0], SUMMARY_VERSION, summaries.as_text(summarise(game))),
    )
    line.execute("select announce(%s, %s)", (game_id, append))
    return game_id


def _insert_events(line: "Line", rows: Iterable[Sequence[Any]]) -> None:
    """Insert events in one statement: after a pipeline of many the server does not notice that we stand still."""
    columns = tuple(map(list, zip(*rows, strict=True)))
    if columns:
        line.execute(
            "insert into events (game, number, at, by, what, person, computer, append) select * from unnest"
            "(%s::text[], %s::int[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::uuid[])",
            columns,
        )


def _holds_games(line: "Line") -> bool:
    return line.execute("select from games limit 1").fetchone() is not None


def _same_players(line: "Line") -> dict[str, str]:
    return dict(line.execute("select name, person from same_players").fetchall())


def _keep_same_players(line: "Line", people: Mapping[str, str]) -> None:
    """Store the merged names of another store; those that are here stay as they are."""
    line.execute(
        "insert into same_players select * from unnest(%s::text[], %s::text[]) on conflict (name) do nothing",
        (list(people), list(people.values())),
    )


def _rows(line: "Line", after: int = 0) -> Iterator[GameRow]:
    """Yield the rows of the games that changed after a turn, in the order of their changes."""
    while True:
        games = line.execute(
            "select id, title, players, started, changed, turn, complete, hidden from games"
            " where turn > %s order by turn limit %s",
            (after, _AT_ONCE),
        ).fetchall()
        if not games:
            return
        events: dict[str, list[EventRow]] = {}
        for game_id, *row in line.execute(
            "select game, number, at, by, what, person, computer from events"
            " where game = any(%s) order by game, number",
            ([game[0] for game in games],),
        ):
            events.setdefault(game_id, []).append(EventRow(*row))
        for game in games:
            yield GameRow._make((*game, tuple(events.get(game[0], ()))))
        after = games[-1][5]


def _take(line: "Line", row: GameRow, append: UUID) -> None:
    taken = line.execute(
        "insert into games values (%s, %s, %s, %s, %s, nextval('turns'), %s, %s, %s) on conflict (id) do nothing",
        (*row[:5], row.complete, row.hidden, max((one.number for one in row.events), default=0)),
    )
    if not taken.rowcount:
        raise there_already(row.id)
    _insert_events(line, [(row.id, *event, append) for event in row.events])


def _put_in_order(line: "Line", after: int) -> None:
    """Give all games their turns by their last changes: those up to a turn were here, those after it were taken."""
    own, taken = (
        line.execute(
            f"select id, changed from games where turn {which} %s order by turn", (after,)
        ).fetchall()
        for which in ("<=", ">")
    )
    if own:
        line.execute(
            "with moved as (select id, turn, nextval('turns') as next from"
            " (select id, turn from unnest(%s::text[]) with ordinality as one (id, place)"
            " join games using (id) order by place) as placed),"
            " counted as"
            " (update summaries set turn = next from moved where game = id and summaries.turn = moved.turn)"
            " update games set turn = next from moved where games.id = moved.id",
            (event_rows.by_change(own, taken),),
        )


def _write_copy(line: "Line", beside: Path, at: datetime) -> Path:
    from scorekeeper.storage.copying import write_copy_by
    from scorekeeper.storage.sqlite_store import SqliteStore

    def write(part: Path) -> None:
        copy = SqliteStore(part)
        try:
            copy.take_over(Snapshot(_rows(line), _same_players(line)))
        finally:
            copy.close()

    return write_copy_by(write, beside, at)
