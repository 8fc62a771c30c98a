"""What lies on the scorekeeper's session while the app runs: the kept games, the rule books, one game.

Screens change the game through `Desk.change` only; what it returns for is on the disk.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.formats import PackHead, Shelf, house_book_id, house_book_text, save_house_book, wording
from scorekeeper.game import (
    Event,
    EventKind,
    Game,
    PlayerRenamed,
    RoundScored,
    Started,
    apply_event,
    tell_events,
    without_entries,
)
from scorekeeper.rules import RuleBook, Value, Wording
from scorekeeper.session.conflicts import independent
from scorekeeper.session.review import all_new_findings
from scorekeeper.storage import Archive, KeptGame, Overtaken, Store
from scorekeeper.system import Memory, Settings, house_rules_folder, settings_file, shipped_folder
from scorekeeper.text import _

if TYPE_CHECKING:  # the judge is loaded when somebody asks it
    from scorekeeper.judge import Draft, FormLine

LOOK_EVERY = 2.0
"""Seconds between looks at what another window may have entered."""

TRIES = 5
"""How often a change is added anew to what other windows did before it."""

MOST_TOLD = 3
"""Changes of another window that are told one by one."""


def _shelf() -> Shelf:
    return Shelf(shipped_folder("rules"), house_rules_folder())


class Session:
    """The store and shelf in use, and the game that is open."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.archive = Archive(store)
        self.shelf = _shelf()
        self.disputes: dict[tuple[str, int], Mapping[FormLine, str]] = {}
        """What was typed for the judge, by game and round."""
        self.judged: Draft | None = None
        """The table that the judge was last asked about from Home; another game started takes its place."""
        self._kept: KeptGame | None = None
        self._memory = Memory(settings_file())
        self._told_forgetful = False
        self._read_out: tuple[str, ...] = ()
        self._seconds: dict[str, Game] = {}
        self.keys_by_player = True
        """Whether a sheet is keyed in down the players, else along the rounds."""
        self.came = ""
        """What another window did before the last change or look, in sentences."""

    @classmethod
    def at(cls, path: Path) -> "Session":
        """Return a session with the games kept in a file."""
        return cls(Store(path))

    @property
    def settings(self) -> Settings:
        """What is remembered of earlier evenings."""
        return self._memory.settings

    def recall(self) -> None:
        """Take over the settings kept in the file. Raises ScorekeeperError; all is then as usual."""
        self._or_tell_once(self._memory.read)

    def remember(self, **changes: object) -> None:
        """Use other settings, and keep them for the next evening.

        Raises ScorekeeperError if they cannot be kept, once; they are in use all the same.
        """
        self._or_tell_once(lambda: self._memory.keep(**changes))

    def _or_tell_once(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except ScorekeeperError:
            if not self._told_forgetful:
                self._told_forgetful = True
                raise

    @property
    def kept(self) -> KeptGame:
        """The game that is open."""
        assert self._kept is not None, "a screen of a game is shown without a game"
        return self._kept

    @property
    def last_kept(self) -> KeptGame | None:
        """The game that is open, or was last; None before the first."""
        return self._kept

    @property
    def game(self) -> Game:
        """Where the open game stands."""
        return self.kept.game

    def open(self, game_id: str) -> None:
        """Take a kept game onto the session."""
        self._kept = self.store.game(game_id)

    def start(self, started: Started) -> None:
        """Keep a new game and take it onto the session."""
        self.judged = None
        self._kept = self.store.create(started, self.now())

    def change(self, what: EventKind) -> None:
        """Add an event to the open game. Raises ScorekeeperError if it is refused.

        Where another window was faster, its changes are on the session afterwards; the event is added to
        them if it touches nothing that they touched, and `came` says what came.
        """
        self.came = ""
        for _try in range(TRIES):
            try:
                self._kept = self.store.append(self.kept, what, self.now())
            except Overtaken as overtaken:
                self._kept = overtaken.kept
                self.came = self._told(overtaken.came)
                if not independent(what, overtaken.came) or _wrong(self.game, what):
                    break
            else:
                return
        told = _("{came} Yours is not kept yet; do it again if it still holds.")
        raise Impossible(told.format(came=self.came))

    def look_again(self) -> str:
        """Take over what another window added, and return it as sentences; nothing where it did not.

        Raises NotFound if the game was deleted meanwhile.
        """
        self.came = ""
        if self.store.changed(self.kept):
            known = len(self.kept.log.events)
            self.open(self.kept.id)
            self.came = self._told(self.kept.log.events[known:])
        return self.came

    def _told(self, came: Sequence[Event]) -> str:
        """Return what another window did, in sentences; where that was much, how much it was."""
        if len(came) > MOST_TOLD:
            return _("Another window made {count} changes to this game.").format(count=len(came))
        told = " ".join(one.sentence for one in tell_events(self.kept.log)[-len(came) :])
        return _("Another window: {told}").format(told=told)

    @property
    def second_keying(self) -> Game:
        """What was keyed a second time of the open game; kept until the app is left."""
        return self._seconds[self.kept.id]

    def begin_second_keying(self) -> None:
        """Go on with the second keying of the open game, or begin it where its players are others now."""
        before = self._seconds.get(self.kept.id)
        if before is None or before.players != self.game.players or before.stays != self.game.stays:
            self._seconds[self.kept.id] = without_entries(self.game)

    def key_second(self, second: Game) -> None:
        """Take over what was keyed a second time."""
        self._seconds[self.kept.id] = second

    def rename_second(self, names: Mapping[str, str]) -> None:
        """Give the players of the second keying the names that they have by now."""
        for old, new in names.items():
            second = self._seconds.get(self.kept.id)
            if second is not None and old != new and old in second.players:
                self.key_second(apply_event(PlayerRenamed(old, new), second))

    def reading_order(self, number: int) -> tuple[str, ...]:
        """Return who plays in a round, in the order that hands are read out this evening, newcomers last."""
        order = [*self._read_out, *self.game.players]
        return tuple(sorted(self.game.players_of(number), key=order.index))

    def read_in(self, players: Sequence[str]) -> None:
        """Take the order in which hands are read out from now on."""
        self._read_out = tuple(players)

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

    def save_book(
        self, base: RuleBook, title: str, changes: Mapping[str, Value], kept: PackHead | None
    ) -> str:
        """Write a house book into the user's folder and return its id. Raises ScorekeeperError.

        A book that was edited takes its own place; one that is in the way is not written over.
        """
        book_id = house_book_id(title, kept)
        text = house_book_text(base, title, changes, self.wording, kept)
        same = kept is not None and kept.id == book_id
        save_house_book(self.shelf, house_rules_folder(), text, book_id, base=base.id, replace=same)
        self.shelf = _shelf()
        return book_id

    @cached_property
    def wording(self) -> Wording:
        """The rule book's words."""
        return wording(shipped_folder("rules"))

    @staticmethod
    def now() -> datetime:
        """Return the time, with its zone."""
        return datetime.now(UTC)


def _wrong(game: Game, what: EventKind) -> bool:
    """Whether an entry cannot be true of the game as it is now."""
    return isinstance(what, RoundScored) and any(one.level == "error" for one in all_new_findings(game, what))
