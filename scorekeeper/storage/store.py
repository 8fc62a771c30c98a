"""The stored games: an append-only log of events for each game, in SQL that every database here understands.

An event is stored for good when `append` returns. Nothing is ever changed or removed; a deleted game is only hidden.
Two windows may open one game: an append names the last event that it follows, and the database takes it only if that
is still the last one. If the other window was faster, `Overtaken` has its events.
"""

import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Ambiguous, Damaged, NotFound, ScorekeeperError, Unavailable
from scorekeeper.game import (
    Event,
    EventKind,
    Game,
    GameLog,
    Started,
    begin_game,
    name_key,
    player_colours,
    replay_events,
)
from scorekeeper.history import (
    SUMMARY_VERSION,
    Past,
    Summary,
    merge_people,
    past_games,
    people_colours,
    person_of,
    summarise,
)
from scorekeeper.storage.database import (
    OF_CLUBS,
    OF_GAMES,
    UNREADABLE,
    Database,
    Listed,
    Origin,
    SqlConnection,
    as_json,
    check_last,
    dropped,
    here,
    read_events,
    read_listed,
    why_unchangeable,
    why_unreadable,
)
from scorekeeper.storage.places import StorePlace, local_file
from scorekeeper.system import forget_shared
from scorekeeper.text import N_, _, escaped, join_or, ngettext

if TYPE_CHECKING:
    from scorekeeper.club import Club, ClubEvent, ClubLog

    AnyLog: TypeAlias = GameLog | ClubLog

LATEST = "last"
"""The name that stands for the game that changed last."""

_ALPHABET = "abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 6
_ALL = 2**31
_TRIES = 20
"""How many new ids may be taken: so many never are."""

_LATEST_FIRST = "hidden = ? order by turn desc limit ?"
_LINE = "id, title, players, started, changed, complete"
_summary = msgspec.json.Decoder(Summary)


class KeptGame(msgspec.Struct, frozen=True):
    """A stored game with all its events."""

    id: str
    log: GameLog

    @property
    def game(self) -> Game:
        """The state of the game."""
        return self.log.game

    def events_since(self, earlier: "KeptGame") -> tuple[Event, ...] | None:
        """Return what was added to an earlier version; None if this one does not continue it, but was restored."""
        known = earlier.log.events
        return self.log.events[len(known) :] if self.log.events[: len(known)] == known else None


class KeptClub(msgspec.Struct, frozen=True):
    """A stored club night with all that happened at it."""

    id: str
    log: "ClubLog"

    @property
    def club(self) -> "Club":
        """Where the event stands."""
        return self.log.club


class Overtaken(ScorekeeperError):
    """Another window changed the game first; `kept` is the game as it is now, `came` the new events."""

    def __init__(self, kept: KeptGame, came: tuple[Event, ...]) -> None:
        sentence = ngettext(
            "Another window made {count} change to this game first; look at it and enter yours again.",
            "Another window made {count} changes to this game first; look at them and enter yours again.",
            len(came),
        )
        super().__init__(sentence if came else restored_sentence())
        self.kept = kept
        self.came = came


def restored_sentence() -> str:
    """Return what happened to a game that does not continue the version that was known."""
    return _("This game was restored from a backup; check it and enter yours again.")


def open_store(place: StorePlace, wait: float | None = None) -> "Store":
    """Return the store of a place, which is opened with the first use.

    It waits so many seconds for other programs and the server, or as long as a command may.
    """
    return Store(open_database(place, wait))


def open_database(place: StorePlace, wait: float | None = None) -> Database:
    """Return the database of a place; as `open_store`."""
    if isinstance(place, Path):
        from scorekeeper.storage.sqlite import SqliteFile

        return SqliteFile(place, wait)
    try:
        from scorekeeper.storage.postgres import PostgresServer
    except ImportError:
        sentence = N_(
            'A store on a server needs psycopg; install it with: {python} -m pip install "psycopg[binary]".'
        )
        raise Unavailable(_(sentence, python=sys.executable)) from None
    return PostgresServer(place, wait)


class Store:
    """The games of one place; `open_store` opens one. Every method raises Unavailable if the place cannot be used."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @property
    def place(self) -> StorePlace:
        """Where it is."""
        return self.database.place

    @property
    def wrote(self) -> bool:
        """Whether anything was written through this store."""
        return self.database.wrote

    def close(self) -> None:
        """Let go of the place; the store may be used again."""
        self.database.close()

    def others_wrote(self) -> bool:
        """Whether others may have written since this was asked last; never waits."""
        return self.database.others_wrote()

    # writing

    def create(self, started: Started, at: datetime, by: str | None = None) -> KeptGame:
        """Store a new game. Raises ScorekeeperError if it cannot be played or stored."""
        return self.bring_in([begin_game(started, at, by)])[0]

    def bring_in(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Store games in which people have their colours of earlier games, or are given one; all of them or none."""
        return self.add_games([*self.coloured(logs)])

    def add_games(self, logs: Iterable[GameLog]) -> tuple[KeptGame, ...]:
        """Store games as they are with all their events, under new ids; all of them or none."""
        with self.database.writing() as connection:
            return tuple(KeptGame(self.insert(connection, log), log) for log in logs)

    def coloured(self, logs: Iterable[GameLog]) -> Iterator[GameLog]:
        """Yield new games in which people have their colours of earlier games, or are given one."""
        same, known = self.same_players(), people_colours(self.past())
        for log in logs:
            first, *others = log.events
            if isinstance(first.what, Started) and not first.what.colours:
                colours = player_colours(log.game.players, _at_table(known, log.game.players, same))
                for name, colour in colours.items():
                    known.setdefault(name_key(person_of(name, same)), colour)
                log = replay_events([replace(first, what=replace(first.what, colours=colours)), *others])
            yield log

    def insert(self, connection: SqlConnection, log: "AnyLog", known_id: str = "") -> str:
        """Store a game or a club night in an open transaction, and return its id."""
        values = ", ".join("?" * 7)
        for _try in range(_TRIES):
            game_id = known_id or new_id()
            new = connection.execute(
                f"insert into games (id, started, {_STATE}, turn) values ({values}, {self.database.next_turn})"
                " on conflict (id) do nothing returning id",
                (game_id, log.events[0].at.isoformat(), *_state(log)),
            )
            if new.fetchone() is not None:
                _insert_events(connection, game_id, log.events)
                self._check_stored(connection, game_id, log)
                return game_id
        raise dropped(self.place)

    def _check_stored(self, connection: SqlConnection, game_id: str, log: "AnyLog") -> None:
        """Raise Unavailable, so that nothing is saved, unless the database has the game and all its events."""
        last = log.events[-1]
        stored = connection.execute(
            "select number, changed, (select count(*) from events where game = games.id) from games where id = ?",
            (game_id,),
        ).fetchone()
        if stored is None or tuple(stored) != (last.number, last.at.isoformat(), last.number):
            raise dropped(self.place)

    def append(
        self, kept: KeptGame, changes: Iterable[EventKind], at: datetime, by: str | None = None,
        games: Iterable[Game] = (),
    ) -> KeptGame:  # fmt: skip
        """Add events to a game, all of them or none; they are on disk when this returns.

        `games` are the game after each of them, if it is known. Raises ScorekeeperError if an event is impossible,
        Overtaken if another window was faster, NotFound if the game was deleted, and Unavailable if they cannot be
        written; the game is then unchanged. After Unanswered they may be stored or not, and may be added again to the
        same version: they are stored once.
        """
        log = kept.log
        for what, game in zip_longest(changes, games):
            log = log.after(what, at, by, game)
        new = log.events[len(kept.log.events) :]
        with self.database.writing() as connection:
            if self.add(connection, kept, log):
                return KeptGame(kept.id, log)
        changed, now = self.changed(kept), self.game(kept.id, to_change=True)
        if not changed:
            raise Overtaken(kept, ())  # it was deleted and brought back just now
        came = now.events_since(kept) or ()
        if came == new:
            return now  # the answer to the first attempt was lost
        raise Overtaken(now, came)

    def add(self, connection: SqlConnection, kept: "KeptGame | KeptClub", log: "AnyLog") -> bool:
        """Store the events by which a log is longer, in an open transaction; return false if others were faster."""
        there = connection.execute(
            "select number, changed, hidden, (select count(*) from events where game = games.id) from games"
            f" where id = ? {self.database.lock_row}",
            (kept.id,),
        ).fetchone()
        if there is None or tuple(there) != (*_last(kept), False, len(kept.log.events)):
            return False
        assignments = ", ".join(f"{column} = ?" for column in _STATE.split(", "))
        connection.execute(
            f"update games set {assignments}, summary = null, turn = {self.database.next_turn} where id = ?",
            (*_state(log), kept.id),
        )
        _insert_events(connection, kept.id, log.events[len(kept.log.events) :])
        self._check_stored(connection, kept.id, log)
        return True

    def delete(self, game_id: str, deleted: bool = True, together: bool = False) -> int:
        """Hide a game from every list, damaged or not, or with `deleted` false bring it back; its events stay.

        With `together` all games that were imported with it are hidden or brought back in one step: they were all
        stored as begun at one moment. Returns how many games changed.
        What phones knew of it is forgotten, unless it is still open to them. Raises NotFound for an unknown game.
        """
        with self.database.writing() as connection:
            which = (
                "started = (select started from games where id = ?) and hidden <> ?" if together else "id = ?"
            )
            values = (deleted, game_id, deleted) if together else (deleted, game_id)
            hiding = connection.execute(
                f"update games set hidden = ? where {which} returning id", values
            ).fetchall()
        if not hiding:
            self.listed(game_id)  # which says if it is not there
            raise dropped(self.place)
        for (gone,) in hiding if deleted else ():
            forget_shared(local_file(self.place), gone)
        return len(hiding)

    # reading

    def game(self, game_id: str, to_change: bool = False) -> KeptGame:
        """Return a stored game by its full id.

        Raises Damaged if it cannot be read, or, with `to_change`, if nothing could be added to it.
        """
        with self.database.reading() as connection:
            rows = connection.execute(
                "select events.number, at, by, what, games.number, changed from games"
                " left join events on game = id where id = ? order by events.number",
                (game_id,),
            ).fetchall()
        if not rows:
            raise unknown_game(game_id)
        try:
            kept = KeptGame(game_id, replay_events(read_events(row[:4] for row in rows)))
            last, (number, changed) = kept.log.events[-1], rows[0][4:]
            check_last(last.number, number)
        except UNREADABLE as error:
            raise Damaged(why_unreadable(game_id, error)) from None
        if to_change and changed != last.at.isoformat():
            raise Damaged(why_unchangeable(game_id, last, changed))
        return kept

    def changed(self, kept: "KeptGame | KeptClub") -> bool:
        """Whether another window has added to this game or event. Raises NotFound if it was deleted."""
        with self.database.reading() as connection:
            row = connection.execute(
                "select number, changed, hidden from games where id = ?", (kept.id,)
            ).fetchone()
        if row is not None and row[2]:
            raise NotFound(
                _("This game was deleted meanwhile; bring it back from the list of games to go on.")
            )
        return row is None or tuple(row[:2]) != _last(kept)

    def find(self, name: str, deleted: bool = False) -> str:
        """Return the id for a prefix or `last`; `deleted` searches the deleted games instead.

        Raises NotFound if no game matches, Ambiguous if several do.
        """
        if name == LATEST:
            if newest := self.list(1):
                return newest[0].id
            if gone := self.list(1, deleted=True):
                raise NotFound(
                    _("All games are deleted; scorekeeper undo {id} brings the last one back.", id=gone[0].id)
                )
            raise NotFound(_("There are no saved games yet; start one with scorekeeper new."))
        matches: Sequence[Listed] = ()
        if name.isascii() and name.isprintable() and name:
            matches = self.lines(
                f"{OF_GAMES} and hidden = ? and substr(id, 1, ?) = ? order by id limit 5",
                deleted,
                len(name),
                name,
            )
        return only_match(name, matches, unknown_game(name))

    def listed(self, game_id: str) -> Listed:
        """Return the line of a game in the list, even if its events cannot be read."""
        lines = self.lines("id = ?", game_id)
        if not lines:
            raise unknown_game(game_id)
        return lines[0]

    def list(self, most: int = 50, deleted: bool = False) -> tuple[Listed, ...]:
        """Return the stored games, or the deleted ones, the one changed last first; with -1 all of them."""
        most = _ALL if most < 0 else most
        return tuple(self.lines(f"{OF_GAMES} and {_LATEST_FIRST}", deleted, most))

    def list_clubs(self, deleted: bool = False) -> tuple[Listed, ...]:
        """Return the club nights, as `list` does the games."""
        return tuple(self.lines(f"{OF_CLUBS} and {_LATEST_FIRST}", deleted, _ALL))

    def lines(self, which: str, *values: Any) -> Sequence[Listed]:
        """Return the lines of the list for which a condition in SQL holds."""
        with self.database.reading() as connection:
            rows = connection.execute(f"select {_LINE} from games where {which}", values).fetchall()
        return [read_listed(row) for row in rows]

    def versions(self) -> dict[str, tuple[Listed, Sequence[object]]]:
        """Return all games, the one changed last first: the line in the list, and what is stored of its events."""
        with self.database.reading() as connection:
            games = connection.execute(
                f"select number, {_LINE} from games where not hidden order by turn desc"
            ).fetchall()
            rows = connection.execute(
                "select game, number, at, by, what from events order by game, number"
            ).fetchall()
        events = {
            game_id: [event for _id, *event in group] for game_id, group in groupby(rows, itemgetter(0))
        }
        lines = [(read_listed(line), number) for number, *line in games]
        return {listed.id: (listed, [number, *events.get(listed.id, ())]) for listed, number in lines}

    def change_count(self) -> int:
        """Return how many changes were made to all games, deleted ones too."""
        with self.database.reading() as connection:
            return int(connection.execute("select coalesce(sum(number), 0) from games").fetchone()[0])

    def count(self, hidden: bool = False) -> int:
        """Return how many games there are; with `hidden` deleted ones and club nights too."""
        with self.database.reading() as connection:
            which = f"(not hidden and {OF_GAMES}) or ?"
            cursor = connection.execute(f"select count(*) from games where {which}", (hidden,))
            return int(cursor.fetchone()[0])

    # what is derived from the events, and merged names

    def summaries(self, most: int = -1) -> dict[str, Summary]:
        """Return the summaries by game id, of all games or the latest, the one changed last first.

        Those that are missing are counted; damaged games are left out.
        """
        known = self._stored_summaries(most)
        counted = self.count_up(game_id for game_id, summary in known.items() if summary is None)
        summaries = {game_id: summary or counted.get(game_id) for game_id, summary in known.items()}
        return {game_id: summary for game_id, summary in summaries.items() if summary is not None}

    def _stored_summaries(self, most: int = -1) -> dict[str, Summary | None]:
        with self.database.reading() as connection:
            rows = connection.execute(
                "select id, case when summary_version = ? then summary end from games"
                f" where not hidden and {OF_GAMES} order by turn desc limit ?",
                (SUMMARY_VERSION, _ALL if most < 0 else most),
            ).fetchall()
        return {game_id: None if text is None else _parsed(text) for game_id, text in rows}

    def uncounted(self) -> tuple[str, ...]:
        """Return the ids of the games without a current summary; `past` would count them all at once."""
        return tuple(game_id for game_id, summary in self._stored_summaries().items() if summary is None)

    def count_up(self, game_ids: Iterable[str]) -> dict[str, Summary]:
        """Return the summaries of these games, computed from their events, and store them if possible.

        Damaged and missing games are left out.
        """
        summaries: list[tuple[KeptGame, Summary]] = []
        for game_id in game_ids:
            with suppress(ScorekeeperError):
                kept = self.game(game_id)
                summaries.append((kept, summarise(kept.game)))
        if summaries:
            with suppress(Unavailable):
                self.keep_summaries(summaries)
        return {kept.id: summary for kept, summary in summaries}

    def past(self) -> tuple[Past, ...]:
        """Return all games, the one begun last first, with merged names; damaged games are left out."""
        summaries = self.summaries()
        latest = sorted(self.list(-1), key=lambda listed: listed.started, reverse=True)
        whole = [
            (listed.id, summary) for listed in latest if (summary := summaries.get(listed.id)) is not None
        ]
        return past_games(whole, self.same_players())

    def keep_summaries(self, summaries: Iterable[tuple[KeptGame, Summary]]) -> None:
        """Store summaries of games, except of those that have changed since."""
        with self.database.writing() as connection:
            connection.executemany(
                "update games set summary_version = ?, summary = ? where id = ? and number = ? and changed = ?",
                [(SUMMARY_VERSION, as_json(summary), kept.id, *_last(kept)) for kept, summary in summaries],
            )

    def stamp(self) -> tuple[object, ...]:
        """Return a value that changes whenever a game or a merged name changes."""
        with self.database.reading() as connection:
            games = (
                "select max(turn), count(*), sum(number), sum(case when hidden then 1 else 0 end) from games"
            )
            people = "select name, person from same_players order by name"
            return *connection.execute(games).fetchall(), *connection.execute(people).fetchall()

    def same_players(self) -> Mapping[str, str]:
        """Return the person for each merged name, by the key of the name."""
        with self.database.reading() as connection:
            return dict(connection.execute("select name, person from same_players").fetchall())

    def known_players(self) -> tuple[str, ...]:
        """Return who played in the latest hundred games, the most recent first, each under one name."""
        same, names = self.same_players(), dict[str, str]()
        for name in (name for listed in self.list(100) for name in listed.players):
            meant = person_of(name, same)
            names.setdefault(name_key(meant), meant)
        return tuple(names.values())

    def colours(self, players: Iterable[str]) -> dict[str, int]:
        """Return everybody's place in a palette by the key of the name, who has one longest first.

        `players` are names under which people sit at a table, merged with others or not.
        """
        return _at_table(people_colours(self.past()), players, self.same_players())

    def put_together(self, name: str, person: str) -> str:
        """Count a player's games as another one's, and return how that one's name is spelled.

        No game is changed. Raises ScorekeeperError if the two cannot be one person.
        """
        alias, meant = merge_people(name, person, self.past(), self.same_players())
        with self.database.writing() as connection:
            stored = connection.execute(
                "insert into same_players values (?, ?) on conflict (name) do update set person = excluded.person"
                " returning person",
                (alias, meant),
            ).fetchone()
            if stored is None:
                raise dropped(self.place)
        return meant

    def take_apart(self, name: str) -> None:
        """Undo a merge. Raises NotFound if the name was not merged."""
        with self.database.writing() as connection:
            gone = connection.execute(
                "delete from same_players where name = ? returning name", (name_key(name),)
            ).fetchone()
        if gone is None and name_key(name) in self.same_players():
            raise dropped(self.place)
        if gone is None:
            raise NotFound(_("{name} is not merged with anybody.", name=name))

    # who entered what

    def origins(self, game_id: str) -> Mapping[int, Origin]:
        """Return who entered each event of a game at which computer, by number; older events may lack it."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "select number, person, computer from events where game = ?", (game_id,)
            ).fetchall()
        return {number: Origin(*origin) for number, *origin in rows if any(origin)}

    def elsewhere(self, game_id: str) -> Mapping[int, str]:
        """Return who entered the events of a game that came from another account or computer, by number."""
        return {
            number: _(
                "{person} at {computer}",
                person=escaped(origin.person or _("somebody")),
                computer=escaped(origin.computer),
            )
            for number, origin in self.origins(game_id).items()
            if origin.computer and origin != here()
        }


_STATE = "title, players, changed, complete, number"
"""The columns of a game that follow from its events."""


def _state(log: "AnyLog") -> tuple[object, ...]:
    last = log.events[-1]
    if isinstance(log, GameLog):
        game = log.game
        return game.title, as_json(game.players), last.at.isoformat(), game.over, last.number
    return log.club.started.title, as_json(None), last.at.isoformat(), False, last.number


def _at_table(known: Mapping[str, int], players: Iterable[str], same: Mapping[str, str]) -> dict[str, int]:
    """Return the places of people in a palette, of those who play by the names that they have at this table."""
    seated = {name_key(person_of(name, same)): name_key(name) for name in players}
    return {seated.get(key, key): colour for key, colour in known.items()}


def _last(kept: "KeptGame | KeptClub") -> tuple[int, str]:
    """Return number and time of the last known event."""
    return kept.log.events[-1].number, kept.log.events[-1].at.isoformat()


def _insert_events(connection: SqlConnection, game_id: str, events: "Sequence[Event | ClubEvent]") -> None:
    person, computer = here()
    connection.executemany(
        "insert into events (game, number, at, by, what, person, computer) values (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                game_id, event.number, event.at.isoformat(), event.by, as_json(event.what),
                event.by or person, computer,
            )
            for event in events
        ],
    )  # fmt: skip


def new_id() -> str:
    """Return an id for a game, which is hardly ever taken."""
    return "".join(secrets.choice(_ALPHABET) for _letter in range(_ID_LENGTH))


def _parsed(text: str) -> Summary | None:
    try:
        return _summary.decode(text)
    except (msgspec.DecodeError, ValueError, TypeError):
        return None


def with_titles(games: Iterable[Listed]) -> list[str]:
    """Return the ids of games as a sentence lists them, each with what tells people which one it is."""
    return [_("{id} ({title})", id=game.id, title=game.title or ", ".join(game.players)) for game in games]


def only_match(name: str, matches: Sequence[Listed], unknown: NotFound) -> str:
    """Return the id of the only game, or club night, that a name can mean. Raises `unknown` if none, or Ambiguous."""
    if not matches:
        raise unknown
    if len(matches) == 1:
        return matches[0].id
    sentence = N_("“{name}” could be {games}; type one more letter.")
    raise Ambiguous(_(sentence, name=name, games=join_or(with_titles(matches))))


def unknown_game(name: str) -> NotFound:
    """Return what to say of a name that no game has."""
    return NotFound(_("There is no saved game “{name}”; scorekeeper games lists them.", name=name))
