"""The stored club nights: each is kept as a game is, and changes together with the games of its tables.

A game that no table has any more, because of a draw or an undo, is hidden in the same step, and comes back with redo.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from scorekeeper.club import ClubEvent, ClubEventKind, ClubLog, SittingDrawn, replay_club
from scorekeeper.errors import Damaged, Impossible, NotFound
from scorekeeper.game import GameLog, replay_events
from scorekeeper.storage.database import (
    IDS,
    OF_CLUBS,
    UNREADABLE,
    check_last,
    read_events,
    rows_in_order,
    why_unreadable,
)
from scorekeeper.storage.store import LATEST, KeptClub, Store, only_match
from scorekeeper.text import N_, _

_HIDE = "update games set hidden = ? where id = ?"
_what = msgspec.json.Decoder(ClubEventKind)


class ClubOvertaken(Impossible):
    """Others changed the night first, or a table that was to go."""


def keep_club(
    store: Store, log: ClubLog, club_id: str = "", games: Mapping[str, GameLog] = MappingProxyType({})
) -> KeptClub:
    """Store a club night, under its id if it has one, with the games of its tables by theirs; all or nothing.

    Raises Impossible if there is one of that id.
    """
    with store.database.writing() as connection:
        taken = {game_id for (game_id,) in connection.execute(IDS)}
        if not taken.isdisjoint((club_id, *games)):
            raise Impossible(_("The event {id} is here already; scorekeeper club list shows it.", id=club_id))
        for game_id, game in games.items():
            store.insert(connection, game, game_id)
            connection.execute(_HIDE, (game_id not in log.club.game_ids, game_id))
        return KeptClub(store.insert(connection, log, club_id), log)


def change_club(
    store: Store, kept: KeptClub, what: ClubEventKind, at: datetime,
    new: Sequence[GameLog], seen: Mapping[str, GameLog],
) -> KeptClub:  # fmt: skip
    """Add to a club night; it is on disk when this returns, with `new`, the games of tables that have none yet.

    A table whose game is given in `seen` goes only if nobody has entered anything there since. Raises
    ScorekeeperError if it cannot be, ClubOvertaken if others were faster, and Unavailable if it cannot be written.
    """
    games = [*store.coloured(new)]
    overtaken = ClubOvertaken(_("A table has begun meanwhile; look at the event and draw again."))
    with store.database.writing() as connection:
        if isinstance(what, SittingDrawn):
            ids = iter([store.insert(connection, log) for log in games])
            tables = (table if table.game else replace(table, game=next(ids)) for table in what.tables)
            what = replace(what, tables=tuple(tables))
        log = kept.log.after(what, at)
        before, after = {*kept.club.game_ids}, {*log.club.game_ids}
        for game_id in sorted(before ^ after):
            number = f"select number from games where id = ? {store.database.lock_row}"
            row = connection.execute(number, (game_id,)).fetchone()
            if game_id in before and game_id in seen and row != (len(seen[game_id].events),):
                raise overtaken
            connection.execute(_HIDE, (game_id in before, game_id))
        if not store.add(connection, kept, log):
            raise overtaken
    return KeptClub(kept.id, log)


def kept_club(store: Store, club_id: str) -> KeptClub:
    """Return a stored club night by its full id. Raises NotFound, or Damaged if it cannot be read."""
    with store.database.reading() as connection:
        rows = connection.execute(
            "select events.number, at, by, what, games.number, changed from games left join events on game = id"
            f" where id = ? and {OF_CLUBS} order by events.number",
            (club_id,),
        ).fetchall()
    if not rows:
        raise _unknown_club(club_id)
    try:
        changes = rows_in_order(row[:4] for row in rows)
        log = replay_club(ClubEvent(number, at, by, _what.decode(what)) for number, at, by, what in changes)
        last, (number, changed) = log.events[-1], rows[0][4:]
        check_last(last.number, number)
        check_last(last.at.isoformat(), changed)
    except UNREADABLE as error:
        raise Damaged(why_unreadable(club_id, error, is_club=True)) from None
    return KeptClub(club_id, log)


def club_games(store: Store, game_ids: Iterable[str]) -> dict[str, GameLog]:
    """Return the games of tables by id, deleted ones too, without those that are damaged."""
    wanted, games = [*game_ids], dict[str, GameLog]()
    marks = ", ".join("?" * len(wanted)) or "null"
    with store.database.reading() as connection:
        rows = connection.execute(
            f"select game, number, at, by, what from events where game in ({marks}) order by game, number",
            wanted,
        ).fetchall()
    for game_id, game_rows in groupby(rows, itemgetter(0)):
        with suppress(*UNREADABLE):
            games[game_id] = replay_events(read_events(row[1:] for row in game_rows))
    return games


def find_club(store: Store, name: str) -> str:
    """Return a club night's id for a prefix or `last`. Raises NotFound if none matches, Ambiguous if several do."""
    clubs = store.list_clubs()
    matches = clubs[:1] if name == LATEST else [club for club in clubs if name and club.id.startswith(name)]
    return only_match(name, matches, _unknown_club(name))


def _unknown_club(name: str) -> NotFound:
    sentence = N_("There is no event “{name}”; scorekeeper club list shows them, and club new starts one.")
    return NotFound(_(sentence, name=name))
