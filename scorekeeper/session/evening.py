"""An evening with the app: the open game, and everything that is remembered until the app is closed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from time import monotonic, sleep
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scorekeeper.errors import Away, Locked, ScorekeeperError, Unavailable
from scorekeeper.formats import (
    PackHead,
    Shelf,
    house_book_id,
    house_book_text,
    save_house_book,
    wording,
    words_of,
)
from scorekeeper.game import (
    EntryCell,
    EventKind,
    Game,
    Pips,
    PlayerRenamed,
    Round,
    Started,
    apply_event,
    describe_events,
    numbers_added,
    without_entries,
)
from scorekeeper.rules import RuleBook, Value, Wording
from scorekeeper.session.session import Session, Stored
from scorekeeper.storage import WAIT, Archive, KeptGame, Place, Store, open_store
from scorekeeper.system import Memory, Settings, house_rules_folder, settings_file, shipped_folder
from scorekeeper.text import _, language, ngettext

if TYPE_CHECKING:  # the judge is loaded with the first question
    from scorekeeper.judge import Draft, FormLine

LOOK_EVERY = 0.2
"""Seconds between two checks for changes by another window or a phone."""

_STILL = 0.05
"""Seconds that the screen may stand still because another program has locked the store."""


def _shelf() -> Shelf:
    return Shelf(shipped_folder("rules"), house_rules_folder())


DisputedTable: TypeAlias = tuple[str, int, int, int, tuple[str, ...]]
"""What a dispute is about: game and round, the set, the double that the round began with, and the players."""


class Shared(Protocol):
    """A game that is open to phones, as long as the app runs."""

    @property
    def game_id(self) -> str:
        """The id of the game."""

    @property
    def waiting(self) -> int | None:
        """The round whose hands are all in and that waits to be closed; None if none does."""

    def hold(self) -> None:
        """Close no round that is completed at this computer, and name no winner, until `release`."""

    def release(self, number: int | None = None) -> None:
        """Close this round if it was completed at this computer since `hold`; the winner may be named."""

    def stop(self) -> None:
        """Close it to phones."""


class Evening(Session):
    """An open game with the available rule books, the settings, and what was typed but not stored."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, _utc)
        self._wordings: dict[str, Wording] = {}
        self.archive = Archive(store)
        self._waiting: tuple[tuple[EventKind, ...], ...] = ()
        """The changes to the open game that are not saved yet, each with what belongs to it."""
        self._saved: KeptGame | None = None
        """The open game without the changes that wait."""
        self._is_away = False
        """Whether they wait for a server that does not answer."""
        self._refusal = ""
        """Why the store refuses them, which no waiting heals by itself; empty if it does not."""
        self.shelf = _shelf()
        self.disputes: dict[DisputedTable, Mapping[FormLine, str]] = {}
        """What was typed for the judge and is not settled yet, by table."""
        self.judged: Draft | None = None
        """The table that the judge was last asked about on the home screen; a new game replaces it."""
        self._memory = Memory(settings_file())
        self._reported_unsaved = False
        self._read_out: tuple[str, ...] = ()
        self._seconds: dict[str, Game] = {}
        self._added: dict[tuple[str, EntryCell], tuple[int, ...]] = {}
        self.shared: Shared | None = None
        """The game that is open to phones, if one is."""
        self.keys_by_player = True
        """Whether a sheet is keyed in player by player instead of round by round."""

    @classmethod
    def at(cls, place: Place) -> "Evening":
        """Return a session with the games of a store."""
        return cls(open_store(place, wait=_STILL))

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return self._memory.settings

    def recall(self) -> None:
        """Read the settings file. Raises ScorekeeperError, and the defaults apply."""
        self._report_once(self._memory.read)

    def remember(self, **changes: object) -> None:
        """Change settings, and save them.

        Raises ScorekeeperError the first time that they cannot be saved; they apply in any case.
        """
        self._report_once(lambda: self._memory.keep(**changes))

    def _report_once(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except ScorekeeperError:
            if not self._reported_unsaved:
                self._reported_unsaved = True
                raise

    def start(self, started: Started) -> None:
        """Store a new game and open it; the judge forgets the table of the home screen."""
        self._refuse_waiting()
        super().start(started)
        self.judged = None

    def open(self, game_id: str) -> None:
        """Open a stored game; the one that is open stays as it is while changes to it wait. Raises Locked."""
        if self._saved is None or game_id != self._saved.id:
            self._refuse_waiting()
            super().open(game_id)

    def _refuse_waiting(self) -> None:
        if self._saved is not None:
            raise Locked(self.waiting)

    @property
    def waiting(self) -> str:
        """How many changes are not saved yet, and why; empty if all are saved."""
        if not self._waiting:
            return ""
        if self._refusal:
            return ngettext(
                "{why} {count} change of this game is not saved.",
                "{why} {count} changes of this game are not saved.",
                len(self._waiting),
                why=self._refusal,
            )
        if self._is_away:
            return ngettext(
                "The server of the saved games does not answer; {count} change waits to be saved.",
                "The server of the saved games does not answer; {count} changes wait to be saved.",
                len(self._waiting),
            )
        return ngettext(
            "Another program is using the saved games; {count} change waits to be saved.",
            "Another program is using the saved games; {count} changes wait to be saved.",
            len(self._waiting),
        )

    @property
    def saved_game(self) -> Game:
        """The state of the open game without the changes that wait."""
        return self.game if self._saved is None else self._saved.game

    def keep(self, *changes: EventKind, overrule: str | None = None) -> Stored:
        """Review, apply and store changes; if another program has locked the store, they wait to be saved.

        The open game already has the changes that wait; `save_waiting` tries again. Raises as Session.keep, and
        Unavailable while the store refuses what waits.
        """
        if self._refusal:
            raise Unavailable(self.waiting)
        if not self._waiting:
            try:
                return super().keep(*changes, overrule=overrule)
            except Locked as locked:
                self._saved, self._is_away = self.kept, isinstance(locked, Away)
        return self._let_wait(changes, overrule)

    def _let_wait(self, changes: Sequence[EventKind], overrule: str | None = None) -> Stored:
        stored = self._reviewed_to_store(changes, overrule)
        log = self.kept.log
        for what in stored.changes:
            log = log.after(what, self.now(), self.by)
        self._kept = KeptGame(self.kept.id, log)
        self._waiting = (*self._waiting, stored.changes)
        return stored

    def save_waiting(self) -> str:
        """Save the changes that wait, in their order; return in sentences what was refused, and what others did.

        A change stays in line while the store cannot be written; one that others made impossible is dropped. A
        store that refuses is asked again, and until it takes a change that refusal is why they wait.
        """
        if self._saved is None:
            return ""
        waiting, sentences, told = self._waiting, self._waiting_sentences(), list[str]()
        self._kept, self._saved, self._waiting = self._saved, None, ()
        for changes, sentence in zip(waiting, sentences, strict=True):
            try:
                if self.waiting:
                    self._let_wait(changes)
                else:
                    super().keep(*changes)
                    told += [self.came] if self.came else []
                    self._refusal = ""
            except Unavailable as error:
                self._saved, self._is_away = self.kept, isinstance(error, Away)
                if not isinstance(error, Locked):
                    self._refusal = str(error)
                self._let_wait(changes)
            except ScorekeeperError as error:
                told.append(_("Not saved: {change} {why}", change=sentence, why=error))
        if not self._waiting:
            self._refusal = ""
        return " ".join(told)

    def _waiting_sentences(self) -> tuple[str, ...]:
        """Return what each change that waits did to the game."""
        counts = [len(changes) for changes in self._waiting]
        described = iter(describe_events(self.kept.log, words_of, sum(counts)))
        return tuple(" ".join(one.sentence for one in islice(described, count)) for count in counts)

    def save_at_last(self, if_away: float = WAIT) -> None:
        """Save the changes that wait, for as long as a command would wait, or so long for a server that is away.

        Raises Locked if that is too short.
        """
        begun = monotonic()
        while self._waiting and monotonic() < begun + (if_away if self._is_away else WAIT):
            self.save_waiting()
            sleep(_STILL)
        self._refuse_waiting()

    def look_again(self) -> str:
        """Take over what others added, as Session does; while changes wait, saving them does that."""
        if self._waiting or not self.store.may_have_changed(self.kept):
            self.came = ""
            return ""
        return super().look_again()

    @property
    def second_keying(self) -> Game:
        """The second keying of the open game; it is lost when the app is closed."""
        return self._seconds[self.kept.id]

    def begin_second_keying(self) -> None:
        """Continue the second keying of the open game, or begin it again if the players have changed."""
        before = self._seconds.get(self.kept.id)
        if before is None or before.players != self.game.players or before.stays != self.game.stays:
            self._seconds[self.kept.id] = without_entries(self.game)

    def key_second(self, second: Game) -> None:
        """Set the second keying of the open game."""
        self._seconds[self.kept.id] = second

    def rename_second(self, names: Mapping[str, str]) -> None:
        """Give the players of the second keying their current names."""
        for old, new in names.items():
            second = self._seconds.get(self.kept.id)
            if second is not None and old != new and old in second.players:
                self.key_second(apply_event(PlayerRenamed(old, new), second))

    def reading_order(self, number: int) -> tuple[str, ...]:
        """Return the players of a round in the order in which hands are read out this evening, newcomers last."""
        order = [*self._read_out, *self.game.players]
        return tuple(sorted(self.game.players_of(number), key=order.index))

    def read_in(self, players: Sequence[str]) -> None:
        """Set the order in which hands are read out from now on."""
        self._read_out = tuple(players)

    def note_sum(self, cell: EntryCell, typed: str) -> None:
        """Remember the numbers that were added up for a hand of the open game."""
        self._added[self.kept.id, cell] = numbers_added(typed)

    def numbers_of(self, played: Round) -> dict[str, tuple[int, ...]]:
        """Return the numbers that the pips of a round were added up from this evening, by player."""
        numbers = {
            name: self._added.get((self.kept.id, EntryCell(played.number, name)), ())
            for name in played.entries
        }
        return {
            name: added
            for name, added in numbers.items()
            if isinstance(entry := played.entries[name], Pips) and entry.count == sum(added)
        }

    @property
    def title(self) -> str:
        """The title of the open game, or where it has none the name of what is played."""
        return self.game.title or self.game_name

    @property
    def game_name(self) -> str:
        """The name of what is played in the open game, such as Chickenfoot."""
        return self.shelf.games()[self.shelf.game_of(self.game.rules)]

    def book_title(self) -> str:
        """Return the title of the rule book in force, or its id if the book is gone."""
        try:
            return self.book(self.game.book).title
        except ScorekeeperError:
            return self.game.book

    def book(self, book_id: str) -> RuleBook:
        """Return a rule book."""
        return self.shelf.book(book_id)

    def books(self) -> tuple[RuleBook, ...]:
        """Return every usable rule book."""
        return tuple(self.book(book_id) for book_id in self.shelf.ids())

    def books_of_game(self, book_id: str) -> tuple[RuleBook, ...]:
        """Return every usable rule book for the game of this one; every book if it is gone."""
        try:
            ids = self.shelf.same_game(book_id)
        except ScorekeeperError:
            ids = self.shelf.ids()
        return tuple(map(self.book, ids))

    def save_book(
        self, base: RuleBook, title: str, changes: Mapping[str, Value], kept: PackHead | None
    ) -> str:
        """Write a house book into the user's folder and return its id. Raises ScorekeeperError.

        An edited book replaces itself; another book of the same id is never overwritten.
        """
        book_id = house_book_id(title, kept)
        text = house_book_text(base, title, changes, self.wording, kept)
        same = kept is not None and kept.id == book_id
        save_house_book(self.shelf, house_rules_folder(), text, book_id, base=base.id, replace=same)
        self.shelf = _shelf()
        return book_id

    @property
    def wording(self) -> Wording:
        """The rule book's words, in the language in use."""
        code = language().code
        if code not in self._wordings:
            self._wordings[code] = wording(shipped_folder("rules"))
        return self._wordings[code]


def _utc() -> datetime:
    return datetime.now(UTC)
