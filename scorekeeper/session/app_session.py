"""The session of the app: the open game, and what is remembered until the app is closed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from msgspec.structs import replace

from scorekeeper.errors import ScorekeeperError
from scorekeeper.formats import PackHead, save_house_book
from scorekeeper.game import EntryCell, Pips, Round, Started, numbers_added
from scorekeeper.rules import LONGEST_TITLE, RuleBook, Value, value_of
from scorekeeper.session.library import shelf
from scorekeeper.session.session import Session
from scorekeeper.storage import Store, StorePlace, open_store
from scorekeeper.system import Memory, Settings, local_time, settings_file
from scorekeeper.text import _

if TYPE_CHECKING:  # the judge is loaded with the first question
    from scorekeeper.judge import Draft, FormLine, Given

LOOK_EVERY = 0.2
"""Seconds between two checks for changes by another window or a phone."""

_STILL = 1.0
"""Seconds that the screen may stand still for another program or a server."""


DisputedTable: TypeAlias = tuple[str, int, int, int, tuple[str, ...]]
"""What a dispute is about: game and round, the set, the double that the round began with, and the players."""


class Begun(NamedTuple):
    """A set-up that was left before the game was started."""

    names: tuple[str, ...]
    book: str
    set_size: int
    lines: Mapping[str, str] = {}
    """What was typed on the lines beside the names, by the line's id."""
    is_typed: bool = False
    """Whether anything was typed, besides the names of the latest game."""

    @property
    def loss(self) -> str:
        """The question whether what was typed may be lost; empty where nothing was."""
        return _("This game has not begun. Leave and discard what you typed?") if self.is_typed else ""


class Shared(Protocol):
    """A game that is open to phones, as long as the app runs."""

    @property
    def game_id(self) -> str:
        """The id of the game."""

    def stop(self, *, left: bool = False) -> None:
        """Close it to phones, or leave it to be opened to them again."""


class AppSession(Session):
    """An open game with the available rule books, the settings, and what was typed but not stored."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, partial(datetime.now, UTC))
        self.shelf = shelf()
        self.disputes: dict[tuple[DisputedTable, str], Mapping[FormLine, Given]] = {}
        """What was typed for the judge and is not settled yet, besides what the game knows, by table and question."""
        self.last_disputes: dict[DisputedTable, Draft] = {}
        """The last dispute about each table, settled or not."""
        self.judged: Draft | None = None
        """The table that the judge was last asked about on the home screen; a new game replaces it."""
        self.begun: Begun | None = None
        """The set-up of a game that was left last, until it is gone on with."""
        self._memory = Memory(settings_file())
        self._reported_unsaved = False
        self._read_out: tuple[str, ...] = ()
        self._added: dict[tuple[str, EntryCell], tuple[int, ...]] = {}
        self.shared: Shared | None = None
        """The game that is open to phones, if one is."""
        self.keys_by_player = True
        """Whether a sheet is keyed in player by player instead of round by round."""

    @classmethod
    def at(cls, place: StorePlace) -> "AppSession":
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

    def _report_once(self, action: Callable[[], None]) -> None:
        try:
            action()
        except ScorekeeperError:
            if not self._reported_unsaved:
                self._reported_unsaved = True
                raise

    def start(self, started: Started) -> None:
        """Store a new game and open it; the judge forgets the table of the home screen."""
        super().start(started)
        self.judged = None

    def start_rematch(self) -> None:
        """Start a game with the same players and rules as the open one, as long as that was to be at first."""
        game, counts = self.game, self.answers.read().counts_double_blank
        rules = replace(game.rules, rounds=game.rules_of(1).rounds)
        length = {key: value_of(rules, key) for key in game.house if key.startswith("rounds.")}
        self.start(
            Started(
                title=_("{title}, again", title=game.title)[:LONGEST_TITLE] if game.title else "",
                date=local_time(self.now()).date(),
                set_size=game.set_size,
                players=game.at_table,
                book=game.book,
                rules=rules,
                house={key: value for key, value in {**game.house, **length}.items() if value is not None},
                first_starter=game.first_starter if game.first_starter in game.at_table else None,
            )
        )
        if counts:
            self.answers.note(counts_double_blank=True)

    def look_again(self) -> str:
        """Take over what others added, as Session does, if anybody wrote."""
        self.came = ""
        return super().look_again() if self.store.others_wrote() else ""

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
        return self.game.title or self.shelf.played(self.game.rules)

    def book_title(self) -> str:
        """Return the title of the rule book in force, or its id if the book is gone."""
        return self.shelf.title(self.game.book)

    def books(self) -> tuple[RuleBook, ...]:
        """Return every usable rule book."""
        return tuple(map(self.shelf.book, self.shelf.ids()))

    def books_of_game(self, book_id: str) -> tuple[RuleBook, ...]:
        """Return every usable rule book for the game of this one; every book if it is gone."""
        try:
            ids = self.shelf.same_game(book_id)
        except ScorekeeperError:
            ids = self.shelf.ids()
        return tuple(map(self.shelf.book, ids))

    def save_book(
        self, base: RuleBook, title: str, changes: Mapping[str, Value], kept: PackHead | None
    ) -> str:
        """Write a house book into the user's folder and return its id. Raises ScorekeeperError."""
        book_id = save_house_book(self.shelf, base, title, changes, kept)
        self.shelf = shelf()
        return book_id
