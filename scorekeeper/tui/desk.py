"""What lies on the scorekeeper's desk while the app runs: the kept games, the rule books, one game.

Screens change the game through `Desk.change` only; what it returns for is on the disk.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from scorekeeper import folders, house
from scorekeeper.draft import Line
from scorekeeper.errors import ScorekeeperError
from scorekeeper.events import Started, What
from scorekeeper.game import Game
from scorekeeper.packs import Head, Shelf, wording
from scorekeeper.rulebook import Wording
from scorekeeper.rules import RuleBook, Value
from scorekeeper.store import KeptGame, Overtaken, Store


def _shelf() -> Shelf:
    return Shelf(folders.shipped("rules"), folders.house_packs())


class Desk:
    """The store and shelf in use, and the game that is open."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shelf = _shelf()
        self.disputes: dict[tuple[str, int], Mapping[Line, str]] = {}
        """What was typed for the judge, by game and round."""
        self._kept: KeptGame | None = None

    @classmethod
    def at(cls, path: Path) -> "Desk":
        """Return a desk with the games kept in a file."""
        return cls(Store(path))

    @property
    def kept(self) -> KeptGame:
        """The game that is open."""
        assert self._kept is not None, "a screen of a game is shown without a game"
        return self._kept

    @property
    def game(self) -> Game:
        """Where the open game stands."""
        return self.kept.game

    def open(self, game_id: str) -> None:
        """Take a kept game onto the desk."""
        self._kept = self.store.game(game_id)

    def start(self, started: Started) -> None:
        """Keep a new game and take it onto the desk."""
        self._kept = self.store.create(started, self.now())

    def change(self, what: What) -> None:
        """Add an event to the open game. Raises ScorekeeperError if it is refused.

        Where another window was faster, its changes are on the desk afterwards.
        """
        try:
            self._kept = self.store.append(self.kept, what, self.now())
        except Overtaken as overtaken:
            self._kept = overtaken.kept
            raise

    def look_again(self) -> bool:
        """Take over what another window added; say whether it did."""
        if not self.store.changed(self.kept):
            return False
        self.open(self.kept.id)
        return True

    def book_title(self) -> str:
        """Return the title of the rule book in force; its id where the book is gone."""
        try:
            return self.book(self.game.book).title
        except ScorekeeperError:
            return self.game.book

    def book(self, book_id: str) -> RuleBook:
        """Return a rule book."""
        return self.shelf.book(book_id)

    def books(self) -> tuple[RuleBook, ...]:
        """Return every rule book that can be used."""
        return tuple(self.book(book_id) for book_id in self.shelf.ids())

    def save_book(self, base: RuleBook, title: str, changes: Mapping[str, Value], kept: Head | None) -> str:
        """Write a house book into the user's folder and return its id. Raises ScorekeeperError.

        A book that was edited takes its own place; one that is in the way is not written over.
        """
        book_id = house.saved_id(title, kept)
        text = house.pack_text(base, title, changes, self.wording, kept)
        same = kept is not None and kept.id == book_id
        house.save(self.shelf, folders.house_packs(), text, book_id, base=base.id, replace=same)
        self.shelf = _shelf()
        return book_id

    @cached_property
    def wording(self) -> Wording:
        """The rule book's words."""
        return wording(folders.shipped("rules"))

    @staticmethod
    def now() -> datetime:
        """Return the time, with its zone."""
        return datetime.now(UTC)
