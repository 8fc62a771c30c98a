"""The past games of a store: a summary of each, and which names belong to one person.

Everything here except merged names is derived from the events. Reads events, never writes them.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from scorekeeper.errors import NotFound, ScorekeeperError, Unavailable
from scorekeeper.history import Past, Summary, merge_people, past_games, person_key, person_of, summarise
from scorekeeper.storage.event_rows import Origin, here
from scorekeeper.storage.store import KeptGame, Store
from scorekeeper.text import _, escaped


class Archive:
    """The summaries of a store's games, and its merged names."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def summaries(self, most: int = -1) -> dict[str, Summary | None]:
        """Return the summaries by game id, of all games or the latest, the one changed last first.

        None means that the game must be counted first.
        """
        return self._store.summaries(most)

    def uncounted(self) -> tuple[str, ...]:
        """Return the ids of the games without a current summary; `past` would count them all at once."""
        return tuple(game_id for game_id, summary in self.summaries().items() if summary is None)

    def stamp(self) -> tuple[object, ...]:
        """Return a value that changes whenever a game or a merged name changes."""
        return self._store.stamp()

    def count(self, game_ids: Iterable[str]) -> dict[str, Summary]:
        """Return the summaries of these games, computed from their events, and store them if possible.

        Damaged and missing games are left out.
        """
        found: list[tuple[KeptGame, Summary]] = []
        for game_id in game_ids:
            with suppress(ScorekeeperError):
                kept = self._store.game(game_id)
                found.append((kept, summarise(kept.game)))
        if found:
            with suppress(Unavailable):
                self._store.keep_summaries(found)
        return {kept.id: summary for kept, summary in found}

    def past(self) -> tuple[Past, ...]:
        """Return all games, the latest first, with merged names; damaged games are left out."""
        found = self.summaries()
        counted = self.count([game_id for game_id, summary in found.items() if summary is None])
        whole = {game_id: summary or counted.get(game_id) for game_id, summary in found.items()}
        return past_games(
            [(game_id, summary) for game_id, summary in whole.items() if summary is not None], self.same()
        )

    def same(self) -> Mapping[str, str]:
        """Return the merged names: the person by the key of the name."""
        return self._store.same_players()

    def known_players(self) -> tuple[str, ...]:
        """Return who played in the latest games, the most recent first, each under one name."""
        same, found = self.same(), dict[str, str]()
        for name in self._store.known_players():
            meant = person_of(name, same)
            found.setdefault(person_key(meant), meant)
        return tuple(found.values())

    def put_together(self, name: str, person: str) -> str:
        """Count a player's games as another one's, and return how that one's name is spelled.

        No game is changed. Raises ScorekeeperError if the two cannot be one person.
        """
        alias, meant = merge_people(name, person, self.past(), self.same())
        self._store.put_together(alias, meant)
        return meant

    def take_apart(self, name: str) -> None:
        """Undo a merge. Raises NotFound if the name was not merged."""
        if not self._store.take_apart(person_key(name)):
            raise NotFound(_("{name} is not merged with anybody.", name=name))


def elsewhere(store: Store, game_id: str) -> Mapping[int, str]:
    """Return who entered the events of a game that came from another account or computer, by number."""
    return {
        number: _named(origin)
        for number, origin in store.origins(game_id).items()
        if origin.computer and _is_other(origin)
    }


def _is_other(origin: Origin) -> bool:
    return origin.computer != here().computer or origin.person != here().person


def _named(origin: Origin) -> str:
    return _(
        "{person} at {computer}",
        person=escaped(origin.person or _("somebody")),
        computer=escaped(origin.computer or ""),
    )
