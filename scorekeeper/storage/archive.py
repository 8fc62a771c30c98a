"""The past games of a store: a summary of each, and which names belong to one person.

Everything here is derived from the events, but for who is who. Events are read, never written.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from scorekeeper.errors import NotFound, ScorekeeperError, Unavailable
from scorekeeper.history import Past, Summary, merge_people, past_games, person_key, person_of, summarise
from scorekeeper.storage import summaries
from scorekeeper.storage.store import Store
from scorekeeper.text import _


class Archive:
    """What the kept games of a store come to."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def summaries(self, most: int = -1) -> dict[str, Summary | None]:
        """Return all kept games in short, or the latest, by id, the one changed last first.

        None is a game that has to be counted first.
        """
        with self._store.disk.reading() as connection:
            return summaries.all_kept(connection, most)

    def uncounted(self) -> tuple[str, ...]:
        """Return the games that have to be counted first; `past_games` would do all of them at once."""
        with self._store.disk.reading() as connection:
            return summaries.uncounted(connection)

    def stamp(self) -> tuple[object, ...]:
        """Return something that is another as soon as a game, or who is who, changed."""
        with self._store.disk.reading() as connection:
            return summaries.summary_stamp(connection)

    def count(self, game_ids: Iterable[str]) -> dict[str, Summary]:
        """Return these games in short, counted from their events, and keep that where it can be written.

        A game that is damaged or gone is left out.
        """
        found: dict[str, tuple[int, Summary]] = {}
        for game_id in game_ids:
            with suppress(ScorekeeperError):
                with self._store.disk.reading() as connection:
                    turn = summaries.turn_of(connection, game_id)
                found[game_id] = turn, summarise(self._store.game(game_id).game)
        if found:
            with suppress(Unavailable), self._store.disk.writing() as connection:
                summaries.make_tables(connection)
                for game_id, (turn, summary) in found.items():
                    summaries.keep(connection, game_id, turn, summary)
        return {game_id: summary for game_id, (_turn, summary) in found.items()}

    def past(self) -> tuple[Past, ...]:
        """Return all kept games in short, the latest first, with who is who; damaged games are left out."""
        found = self.summaries()
        counted = self.count([game_id for game_id, summary in found.items() if summary is None])
        whole = {game_id: summary or counted.get(game_id) for game_id, summary in found.items()}
        return past_games(
            [(game_id, summary) for game_id, summary in whole.items() if summary is not None], self.same()
        )

    def same(self) -> Mapping[str, str]:
        """Return which names stand for another: the person, by the key of the name."""
        with self._store.disk.reading() as connection:
            return summaries.same_players(connection)

    def known_players(self) -> tuple[str, ...]:
        """Return who played in the latest games, the most recent first, each under one name."""
        same, found = self.same(), dict[str, str]()
        for name in self._store.known_players():
            meant = person_of(name, same)
            found.setdefault(person_key(meant), meant)
        return tuple(found.values())

    def put_together(self, name: str, person: str) -> str:
        """Let a player's name stand for another one's in every figure; return how that one is spelled.

        No game is changed. Raises ScorekeeperError if the two cannot be one person.
        """
        alias, meant = merge_people(name, person, self.past(), self.same())
        with self._store.disk.writing() as connection:
            summaries.put_together(connection, alias, meant)
        return meant

    def take_apart(self, name: str) -> None:
        """Let a name stand for itself again. Raises NotFound if it stands for nobody else."""
        with self._store.disk.writing() as connection:
            if not summaries.take_apart(connection, person_key(name)):
                raise NotFound(_("{name} stands for nobody else.", name=name))
