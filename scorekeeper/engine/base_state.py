"""Where one round stands: the table, the hands as far as they are known, whose turn it is.

Only what stands, the questions that every rule asks of it, and what rounds of feet and of trains each answer
in their own way. `opening`, `turns` and `chickenlittle`
decide what may be done, `play` puts them together, and `state` has the class that others use.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from typing import Literal, NamedTuple, Self, TypeAlias

from scorekeeper.engine.actions import NONE, Action
from scorekeeper.engine.counts import TableCounts
from scorekeeper.engine.explorer import Run, Unsure
from scorekeeper.engine.hands.knowledge import HeldHand
from scorekeeper.engine.hands.unseen import NEWEST, Later, Showing, Unseen, unseen
from scorekeeper.engine.layout import Layout
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import Setup
from scorekeeper.tiles import Tile, full_set

Joint: TypeAlias = tuple[Tile, int, Tile | None, int]
"""A tile, the number it is joined to, the tile on the table that shows it, the train.

Feet have no train and trains need no tile. Where the tile is joined to nothing, there is neither, nor a number.
"""


class Outcome(NamedTuple):
    """How a round ended."""

    ended: Literal["out", "blocked"]
    rule: str
    """The key of the rule that ended it."""
    out: int | None = None
    open_foot: int | None = None
    on_double: bool = False
    """Whether the last tile of the player who went out was a double."""


class Places(ABC):
    """The places on the table of one round, with the rules about them.

    What is not abstract is so where nothing on the table belongs to one player.
    """

    __slots__ = ()

    def copy(self) -> "Places":
        """Return places that go their own way from here."""
        return self

    @abstractmethod
    def begin(self, state: "BaseState", double: Tile) -> None:
        """Lay the starting double."""

    @abstractmethod
    def laid(self, state: "BaseState") -> tuple[Tile, ...] | None:
        """Return every tile on the table; None where not all of them are known."""

    @abstractmethod
    def lies(self, state: "BaseState", tile: Tile) -> bool:
        """Whether the tile is known to lie on the table."""

    @abstractmethod
    def fits_any(self, state: "BaseState", seat: int, tiles: Iterable[Tile]) -> bool | None:
        """Whether the seat may lay one of the tiles now, if it holds it; None where nobody can tell."""

    def untold(self, state: "BaseState", seat: int, tiles: Iterable[Tile]) -> tuple[Reason, ...]:
        """Return the questions about places where one of the tiles, laid by the seat, would or might fit."""
        return ()

    @abstractmethod
    def fitting(self, state: "BaseState", seat: int, tiles: Iterable[Tile]) -> list[Tile]:
        """Return those of the tiles that the seat may lay now, if it holds them."""

    @abstractmethod
    def wanted(self, state: "BaseState", seat: int) -> tuple[int, ...]:
        """Return the numbers that a tile of the seat must show to be laid now."""

    @abstractmethod
    def check(self, state: "BaseState", action: Action, tile: Tile) -> Joint:
        """Return how a tile is joined by a seat that may lay one. Raises Refusal where it may not lie there.

        Raises Malformed if several places could be meant.
        """

    @abstractmethod
    def listed_joint(self, state: "BaseState", action: Action, tile: Tile) -> Joint:
        """Return how a tile is joined that `lays` has just listed with its place."""

    @abstractmethod
    def lays(self, state: "BaseState", seat: int, tiles: Iterable[Tile]) -> list[Action]:
        """Return how the seat may lay tiles that fit: each on one of all places that make no difference."""

    @abstractmethod
    def join(self, state: "BaseState", action: Action, joint: Joint) -> None:
        """Put a tile on the table, out of the hand already."""

    @abstractmethod
    def settle(self, state: "BaseState", seat: int, double: bool) -> None:
        """Settle what a tile brings about: the end of the round, another tile, or the next turn."""

    @abstractmethod
    def spent(self, state: "BaseState", seat: int, tile: Tile | None, due: str) -> Refusal:
        """Return why the seat, which has just laid a tile, may not lay another; `due` is who plays instead."""

    def marked(self, state: "BaseState", seat: int) -> bool | None:
        """Whether the seat's train has its marker; None where nobody can tell."""
        return False

    def verify_mark(self, state: "BaseState", action: Action) -> None:
        """Raise Refusal unless the seat's marker is up, or down, as the action says."""
        raise Refusal("trains.ownership", "no-trains")

    def stuck(self, state: "BaseState", seat: int) -> bool:
        """Note that the seat ends its turn without a tile that was due; whether that changes what others may do."""
        return False

    def gives_way(self, state: "BaseState") -> bool:
        """Whether the turn ends by itself as soon as the next player acts."""
        return False

    def must_follow(self, state: "BaseState", seat: int) -> str | None:
        """Return the rule by which the seat has to lay another tile now, if it can, instead of a draw by choice."""
        return None

    @abstractmethod
    def end_turn(self, state: "BaseState", seat: int) -> None:
        """Settle what the end of the seat's turn brings about."""

    @abstractmethod
    def show(self, state: "BaseState") -> list[str]:
        """Return what lies on the table, line by line, for whoever writes a program."""

    @abstractmethod
    def name(self, state: "BaseState", action: Action, tile: Tile) -> str | None:
        """Return how a record names the place of a tile about to be laid; None where it need not be named."""


class BaseState:
    """What a round is made of while it is played. Mutable, and changed by `play.do` alone."""

    __slots__ = (
        "again",
        "before",
        "calls",
        "double",
        "doubts",
        "drawn",
        "drawn_tile",
        "drew",
        "ended_by_draw",
        "hands",
        "history",
        "later",
        "layout",
        "legal",
        "outcome",
        "passed",
        "pile",
        "places",
        "played",
        "rules",
        "run",
        "seats",
        "seen",
        "setup",
        "sought",
        "started",
        "strict",
        "table",
        "turn",
    )

    def __init__(
        self,
        setup: Setup,
        table: TableCounts,
        places: Places,
        layout: Layout | None,
        seen: tuple[Tile, ...] = (),
    ) -> None:
        self.setup = setup
        self.places = places
        """What may lie where, and what a tile brings about."""
        self.rules = setup.rules
        self.seats = len(setup.players)
        highest_held = setup.rules.start.source == "highest-held"
        self.double = setup.set_size if highest_held else setup.double
        self.table = table
        self.started = table.double >= 0
        """Whether the starting double lies."""
        self.strict = setup.rules.foot.lock == "strict"
        """Whether an open foot binds everybody."""
        self.layout = layout
        """Where every tile lies in a round of feet; None where only the table in numbers is known."""
        self.seen = seen
        """In a situation, the tiles that are known to be on the table."""
        self.hands = [HeldHand(dealt.known, dealt.hidden) for dealt in setup.hands]
        self.pile: list[Tile] = []
        """The tiles of the yard, the next to be drawn last; none where nobody knows them."""
        self.turn = setup.starter
        self.drawn = 0
        """Tiles drawn in this turn."""
        self.drew = False
        """Whether the player drew before the last tile of this turn, so that older tiles may be laid again."""
        self.drawn_tile: Tile | None = None
        """The last tile drawn in this turn, where it was seen."""
        self.played = False
        """Whether the player on turn has laid a tile in it."""
        self.again = False
        """Whether the player on turn has to lay another tile after a double."""
        self.ended_by_draw = NONE
        """The seat whose turn has just ended with a draw, so that saying pass adds nothing."""
        self.passed: set[int] = set()
        """Seats that passed with nothing to draw since the last tile was laid."""
        self.sought: list[int] = []
        """Seats that drew while the starting double was looked for, in order."""
        self.calls: Calls | None = Calls(self.seats) if self.rules.little.mode == "penalty" else None
        self.history: list[Action] = []
        self.later: Later | None = None
        """What the record tells about tiles before they show, where a record is replayed."""
        self.legal: list[Action] | None = None
        """What the player on turn may do, once somebody asked and until something is done."""
        self.before: list[BaseState] = []
        """The states to which `pop` goes back."""
        self.run: Run | None = None
        """Who answers what nobody can tell, while an explorer runs a rule."""
        self.doubts: list[tuple[int, tuple[Reason, ...]]] = []
        """Actions that may or may not have been right, counted from 1, with the questions on which that turns."""
        self.outcome: Outcome | None = None

    def for_next_turn(self) -> Self:
        """Return a state whose turn can end without this one's; nothing else may be done to it."""
        twin = type(self).__new__(type(self))
        for name in BaseState.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.legal, twin.before = None, []
        twin.places = self.places.copy()
        twin.calls = None if self.calls is None else self.calls.copy()
        return twin

    def copy(self) -> Self:
        """Return a state that goes its own way from here."""
        twin = self.for_next_turn()
        twin.table = self.table.copy()
        twin.layout = None if self.layout is None else self.layout.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.passed, twin.sought = set(self.passed), list(self.sought)
        twin.pile, twin.history, twin.doubts = list(self.pile), list(self.history), list(self.doubts)
        return twin

    __copy__ = copy

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.players[seat]

    def next_seat(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return (seat + 1) % self.seats

    def take(self, seat: int, tile: Tile | None) -> None:
        """Move a tile from the yard to a hand; None where nobody else saw it."""
        self.table.yard -= 1
        if tile is not None and self.pile:
            self.pile.remove(tile)
        self.hands[seat].draw(tile)

    def give_up(self, seat: int, tile: Tile) -> None:
        """Take a tile out of a hand that holds it, known or hidden."""
        hand = self.hands[seat]
        if tile in hand.known:
            hand.known.remove(tile)
        else:
            hand.reveal(tile, newest=self.drawn > 0)

    def unseen(self, later: Later | None = None) -> Unseen:
        """Return the tiles that nobody has seen, and where they can lie."""
        laid = self.places.laid(self)
        seen = self.seen if laid is None else laid
        return unseen(self.setup.set_size, seen, self.hands, self.table.yard, laid is not None, later)

    def ask(self, question: Reason, helps: bool, settled: Callable[[], bool] | None = None) -> bool:
        """Return the answer to what nobody can tell; the one that `helps` lets an action sooner stand.

        `settled` says whether that one is told later.
        """
        if self.run is not None:
            return self.run.helps(question, settled) is helps
        if settled is not None and settled():
            return helps
        raise Unsure

    def ask_held(
        self,
        question: Reason,
        seat: int | None,
        tiles: Iterable[Tile],
        newest: bool = False,
        helps: bool = False,
    ) -> bool:
        """Ask whether the seat, or any where none is named, holds one of the tiles; the rest is as for `ask`.

        What the record tells later is the answer where it helps.
        """
        later = self.later
        if later is None:
            return self.ask(question, helps)

        def settled() -> bool:
            known = self.unseen(later.after(len(self.history)))
            seats: tuple[int, ...] = tuple(range(self.seats)) if seat is None else (seat,)
            if newest and seat is not None:
                known, seats = known.newest_of(seat), (NEWEST,)
            return known.holds(seats, tiles) is helps

        return self.ask(question, helps, settled)

    def _unseen_at(self, action: Action | None) -> Unseen:
        """Return `unseen`, with what an action itself tells of its tile: that it was in the yard, or in the hand."""
        if action is None or action.tile is None:
            return self.unseen()
        return self.unseen(
            Later({action.tile: Showing(action.seat if action.kind == "lay" else self.seats, 0)})
        )

    def holds(
        self, seats: Iterable[int], tiles: Collection[Tile], action: Action | None = None
    ) -> bool | None:
        """Whether one of the seats holds one of the tiles; None where nobody can tell.

        `action` is the one on whose behalf this is asked: it tells something of its tile.
        """
        asked = tuple(seats)
        hidden = False
        for seat in asked:
            hand = self.hands[seat]
            if not hand.known.isdisjoint(tiles):
                return True
            hidden = hidden or bool(hand.hidden)
        if not hidden:
            return False
        return self._unseen_at(action).holds(asked, [tile for tile in self.tiles() if tile in tiles])

    def can_play(self, seat: int, action: Action | None = None) -> bool | None:
        """Whether the seat holds a tile that fits now; None where nobody can tell. `action` is as for `holds`."""
        hand = self.hands[seat]
        fits = self.places.fits_any(self, seat, hand.known)
        if fits or not hand.hidden:
            return fits
        return self._perhaps(seat, self._unseen_at(action).holds((seat,), self.fitting(seat)))

    def _perhaps(self, seat: int, fits: bool | None) -> bool | None:
        """Return whether something fits, None where another tile may fit a place that nobody is sure of."""
        if fits is not False:
            return fits
        surely = set(self.fitting(seat))
        return self.places.fits_any(self, seat, [tile for tile in self.tiles() if tile not in surely])

    def drawn_fits(self, seat: int, action: Action | None = None) -> bool | None:
        """Whether the tile that was drawn last fits now; None where nobody can tell. `action` is as for `holds`."""
        if self.drawn_tile is not None:
            return self.places.fits_any(self, seat, (self.drawn_tile,))
        return self._perhaps(
            seat, self._unseen_at(action).newest_of(seat).holds((NEWEST,), self.fitting(seat))
        )

    def older_fits(self, seat: int) -> bool | None:
        """Whether a tile that the seat held before its last draw fits now; None where nobody can tell."""
        hand = self.hands[seat]
        fits = self.places.fits_any(self, seat, hand.known - {self.drawn_tile})
        if fits or not hand.hidden:
            return fits
        unseen = self.unseen() if self.drawn_tile is not None else self.unseen().newest_of(seat)
        return self._perhaps(seat, unseen.holds((seat,), self.fitting(seat)))

    def fitting(self, seat: int) -> list[Tile]:
        """Return every tile of the set that would fit now, laid by this seat."""
        return self.places.fitting(self, seat, self.tiles())

    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile of the set."""
        return full_set(self.setup.set_size)


class Calls:
    """Chickenlittle: who has to call, who forgot, who owes what. Used where forgetting costs something."""

    __slots__ = ("challenged", "forgotten", "owed", "pending", "repeated", "said", "skips", "times", "told")

    def __init__(self, seats: int) -> None:
        self.pending: set[int] = set()
        """Seats that are on one tile and may still call in time."""
        self.repeated: set[int] = set()
        """Seats of these that have to call again after a lost turn (catalogue G7)."""
        self.said: set[int] = set()
        """Seats that called in time."""
        self.forgotten: set[int] = set()
        """Seats that did not, and can be challenged."""
        self.told: set[int] = set()
        """Seats that were caught for their present last tile, or whom the penalty met by itself."""
        self.challenged: set[int] = set()
        """Seats of these about whom somebody said so."""
        self.owed: dict[int, int] = {}
        """Seats that have to draw before they do anything else, and how many tiles."""
        self.skips: dict[int, bool] = {}
        """Seats that lose their next turn; True where a draw belongs to it."""
        self.times = [0] * seats
        """How often each seat was caught."""

    def copy(self) -> "Calls":
        """Return calls that go their own way from here."""
        twin = Calls(0)
        for name in Calls.__slots__:
            setattr(twin, name, getattr(self, name).copy())
        return twin


def place_start(state: BaseState, double: Tile) -> None:
    """Put the starting double on the table."""
    state.started = True
    state.places.begin(state, double)
