"""Where one round stands: the table, the hands as far as they are known, whose turn it is.

Only what stands, the questions that every rule asks of it, and those that the tables of feet and of trains each
answer in their own way. `opening`, `turns` and `chickenlittle` decide what may be done, `play` puts them together.
All of them take the class here; the one in `state`, which others use, stands above them because it asks `play`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from typing import Literal, NamedTuple, Self, TypeAlias

from scorekeeper.engine.actions import NONE, Action
from scorekeeper.engine.bits import BIT, TOES, every_tile, mask_of, tiles_of
from scorekeeper.engine.chickenlittle import Calls
from scorekeeper.engine.explorer import Run, Unsure
from scorekeeper.engine.hands import NEWEST, HeldHand, Later, Showing, Unseen, unseen
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.setup import Setup, plan_of
from scorekeeper.tiles import Tile


class Outcome(NamedTuple):
    """How a round ended."""

    ended: Literal["out", "blocked"]
    rule: str
    """The key of the rule that ended it."""
    out: int | None = None
    open_foot: int | None = None
    on_double: bool = False
    """Whether the last tile of the player who went out was a double."""


Which: TypeAlias = Literal["held", "newest", "older"]
"""Which tiles of a hand are meant: all, the one drawn last, or all but that."""

Joint: TypeAlias = tuple[int, int]
"""The number that a tile is joined to, and the train; NONE where there is none."""

UNJOINED: Joint = (NONE, NONE)
"""How the starting double lies, which is joined to nothing."""


class Table(ABC):
    """The places for tiles, and the yard. Mutable: it changes with every tile."""

    bound = NONE
    """The number of the double that must have a toe before anything else, or NONE."""

    def __init__(self, setup: Setup, seen: Iterable[Tile] | None = None) -> None:
        """Begin an empty table, or one that is told: of that no more is known than `seen` tiles, and what follows."""
        self.rules = setup.rules
        self.set_size = setup.set_size
        self.plan = plan_of(setup.rules, setup.players, setup.set_size)
        self.one = setup.rules.turn.plays == "one"
        """Whether a turn ends with a plain tile."""
        self.yard = setup.yard
        """Tiles face down, the reserve among them."""
        self.reserve = setup.reserve
        self.double = NONE
        """The number of the starting double, once it lies."""
        self.whole = seen is None
        """Whether every tile that lies here is known."""
        self.all_told = True
        """Whether everything is known about the places."""
        self.lying = mask_of(seen or ())
        """The tiles that are known to lie here, as bits."""
        self.unnamed: dict[int, int] = {}
        """For some numbers, how many toes more than those known lie here."""

    def copy(self) -> Self:
        """Return a table that goes its own way from here."""
        twin = copy(self)
        for name, kept in vars(self).items():
            if isinstance(kept, list | dict):
                setattr(twin, name, kept.copy())
        return twin

    def laid_of(self, number: int) -> int:
        """Return how many tiles with a number lie here, its double not counted."""
        return (self.lying & TOES[number]).bit_count() + self.unnamed.get(number, 0)

    def lies(self, tile: Tile) -> bool:
        """Whether the tile is known to lie here."""
        return bool(self.lying & BIT[tile])

    @property
    def drawable(self) -> int:
        """Tiles of the yard that may be drawn."""
        return self.yard - self.reserve if self.yard > self.reserve else 0

    @abstractmethod
    def begin(self, double: int) -> None:
        """Lay the starting double."""

    @abstractmethod
    def fitting(self, state: "BaseState", seat: int, tiles: int) -> int:
        """Return those of the tiles that the seat surely may lay now, if it holds them, as bits."""

    @abstractmethod
    def wanted(self, state: "BaseState", seat: int) -> tuple[int, ...]:
        """Return the numbers that a tile of the seat must show to be laid now."""

    @abstractmethod
    def check(self, state: "BaseState", action: Action, tile: Tile) -> Joint:
        """Return how a tile is joined by a seat that may lay one. Raises Refusal where it may not lie there.

        Raises Malformed if several places could be meant.
        """

    @abstractmethod
    def lays(self, state: "BaseState", seat: int, tiles: int) -> list[Action]:
        """Return how the seat may lay tiles: each on one of all places that make no difference."""

    @abstractmethod
    def joint(self, state: "BaseState", action: Action) -> Joint | None:
        """Return how a tile is joined of which it can be seen at once that it may be laid; None where it cannot.

        The seat may lay a tile now and holds this one.
        """

    @abstractmethod
    def lay(self, state: "BaseState", action: Action, joint: Joint | None) -> None:
        """Put a tile here, out of the hand already, and settle what that brings about.

        A tile whose `joint` is not passed has just been listed.
        """

    @abstractmethod
    def settle(self, state: "BaseState", seat: int, double: bool) -> None:
        """Settle what the last tile brings about: the end of the round, another tile, or the next turn."""

    @abstractmethod
    def spent(self, state: "BaseState", seat: int, tile: Tile | None, due: str) -> Refusal:
        """Return why the seat, which has just laid a tile, may not lay another; `due` is who plays instead."""

    @abstractmethod
    def show(self, players: tuple[str, ...]) -> list[str]:
        """Return what lies here, line by line, for whoever writes a program."""

    @abstractmethod
    def name(self, state: "BaseState", action: Action, tile: Tile) -> str | None:
        """Return how a record names the place of a tile about to be laid; None where it need not be named."""

    def fits_any(self, state: "BaseState", seat: int, tiles: int) -> bool | None:
        """Whether the seat may lay one of the tiles now, if it holds it; None where nobody can tell."""
        return bool(self.fitting(state, seat, tiles))

    def surely_fitting(self, state: "BaseState", seat: int) -> int:
        """Return every tile of the set that fits a place of which somebody told what it shows, as bits."""
        return state.fitting(seat)

    def untold(self, state: "BaseState", seat: int, tiles: int) -> tuple[Reason, ...]:
        """Return the questions about places where one of the tiles, laid by the seat, would or might fit."""
        return ()

    def takes(self, number: int) -> bool:
        """Whether an open end that is everybody's shows a number."""
        return False

    def verify_mark(self, state: "BaseState", action: Action) -> None:
        """Raise Refusal unless the seat's marker is up, or down, as the action says."""
        raise Refusal("trains.ownership", "no-trains")

    def stuck(self, seat: int) -> bool:
        """Note that the seat ends its turn without a tile that was due; whether that changes what others may do."""
        return False

    def gives_way(self, state: "BaseState") -> bool:
        """Whether the turn ends by itself as soon as the next player acts."""
        return False

    def must_follow(self, state: "BaseState", seat: int) -> str | None:
        """Return the rule by which the seat has to lay another tile now, if it can, instead of a draw by choice."""
        return None

    def end_turn(self, state: "BaseState", seat: int) -> None:
        """Let the turn go to the next seat, and settle what that brings about."""
        state.end_turn(seat)


class BaseState:
    """What a round is made of while it is played. Mutable, and changed by `play.do` alone."""

    turn: int
    """The seat whose turn it is."""
    drawn: int
    """Tiles drawn in this turn."""
    drew: bool
    """Whether the player drew before the last tile of this turn, so that older tiles may be laid again."""
    drawn_tile: Tile | None
    """The last tile drawn in this turn, where it was seen."""
    played: bool
    """Whether the player on turn has laid a tile in it."""
    again: bool
    """Whether the player on turn has to lay another tile after a double."""

    def __init__(self, setup: Setup, table: Table) -> None:
        self.setup = setup
        self.table = table
        self.rules = setup.rules
        self.seats = len(setup.players)
        highest_held = setup.rules.start.source == "highest-held"
        self.double = setup.set_size if highest_held else setup.double
        self.started = table.double >= 0
        """Whether the starting double lies."""
        self.must = setup.rules.turn.must_play == "must"
        """Whether a player who can lay a tile has to."""
        self.strict = setup.rules.foot.lock == "strict"
        """Whether an open foot binds everybody."""
        self.hands = [HeldHand(dealt.known, dealt.hidden) for dealt in setup.hands]
        self.pile: list[Tile] = []
        """The tiles of the yard, the next to be drawn last; none where nobody knows them."""
        self.give_turn(setup.starter)
        self.ended_by_draw: int | None = None
        """The seat whose turn has just ended with a draw, so that saying pass adds nothing."""
        self.passed = 0
        """Seats that passed with nothing to draw since the last tile was laid, as bits."""
        self.sought: list[int] = []
        """Seats that drew while the starting double was looked for, in order."""
        penalty = setup.rules.little.mode == "penalty"
        self.calls = Calls(setup.rules, self.seats) if penalty else None
        self.history: list[Action] = []
        self.later: Later | None = None
        """What the record tells about tiles before they show, where a record is replayed."""
        self.legal: Sequence[Action] = ()
        """What the player on turn may do, once somebody asked and until something is done."""
        self.moments = table.plan.moments
        """At each kind of moment of a turn that there was under these rules, the draw or the pass that is left."""
        self.before: list[BaseState] = []
        """The states to which `pop` goes back."""
        self.run: Run | None = None
        """Who answers what nobody can tell, while an explorer runs a rule."""
        self.doubts: list[tuple[int, tuple[Reason, ...]]] = []
        """Actions that may or may not have been right, counted from 1, with the questions on which that turns."""
        self.outcome: Outcome | None = None

    def copy(self) -> Self:
        """Return a state that goes its own way from here."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.legal, twin.before, twin.table = (), [], self.table.copy()
        twin.calls = None if self.calls is None else self.calls.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.sought = list(self.sought)
        twin.pile, twin.history, twin.doubts = list(self.pile), list(self.history), list(self.doubts)
        return twin

    __copy__ = copy

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.players[seat]

    def give_turn(self, seat: int) -> None:
        """Let a seat begin its turn."""
        self.turn, self.drawn, self.drawn_tile = seat, 0, None
        self.played = self.again = self.drew = False

    def end_turn(self, seat: int) -> None:
        """Let the turn go to the next seat; `Table.end_turn` settles what that brings about on the table."""
        self.give_turn((seat + 1) % self.seats)
        if self.calls is not None:
            self.calls.after_turn(seat, self.hands[seat])

    def take(self, seat: int, tile: Tile | None) -> None:
        """Move a tile from the yard to a hand; None where nobody else saw it."""
        self.table.yard -= 1
        if self.pile and tile is not None:
            if tile is self.pile[-1]:
                self.pile.pop()
            else:
                self.pile.remove(tile)
        self.hands[seat].draw(tile)
        if self.calls is not None:
            self.calls.after_draw(seat)

    def unseen(self, later: Later | None = None) -> Unseen:
        """Return the tiles that nobody has seen, and where they can lie."""
        table = self.table
        return unseen(table.set_size, table.lying, self.hands, table.yard, table.whole, later or Later())

    def ask(self, question: Reason, helps: bool, settled: Callable[[], bool] | None = None) -> bool:
        """Return the answer to what nobody can tell; the one that `helps` lets an action sooner stand.

        `settled` says whether that one is told later.
        """
        for asked, answer in self.setup.answers:
            if asked == question:
                return answer
        if self.run is not None:
            return self.run.helps(question, settled) is helps
        if settled is not None and settled():
            return helps
        raise Unsure

    def ask_held(self, question: Reason, seats: Sequence[int], tiles: int, helps: bool = False) -> bool:
        """Ask whether a seat holds one of the tiles, as bits; NEWEST stands for what the seat on turn drew last.

        The rest is as for `ask`. What the record tells later is the answer where it helps.
        """
        later = self.later
        if later is None:
            return self.ask(question, helps)

        def settled() -> bool:
            known = self.unseen(later.after(len(self.history)))
            if NEWEST in seats:
                known = known.newest_of(self.turn)
            return known.holds(seats, tiles) is helps

        return self.ask(question, helps, settled)

    def _unseen_at(self, action: Action | None) -> Unseen:
        """Return `unseen`, with what an action itself tells of its tile: that it was in the yard, or in the hand."""
        if action is None or action.tile is None:
            return self.unseen()
        holder = action.seat if action.kind == "lay" else self.seats
        return self.unseen(Later({action.tile: Showing(holder, 0)}))

    def holds(self, seats: Collection[int], tiles: int, action: Action | None = None) -> bool | None:
        """Whether one of the seats holds one of the tiles, as bits; None where nobody can tell.

        `action` is the one on whose behalf this is asked: it tells something of its tile.
        """
        if any(self.hands[seat].mask & tiles for seat in seats):
            return True
        if not any(self.hands[seat].hidden for seat in seats):
            return False
        return self._unseen_at(action).holds(seats, tiles)

    def known(self, seat: int, which: Which = "held") -> int:
        """Return those of these tiles of the seat that are known, as bits."""
        mask, newest = self.hands[seat].mask, 0 if self.drawn_tile is None else BIT[self.drawn_tile]
        return mask if which == "held" else newest if which == "newest" else mask & ~newest

    def is_told(self, seat: int, which: Which = "held") -> bool:
        """Whether each of these tiles of the seat is known."""
        return self.drawn_tile is not None if which == "newest" else not self.hands[seat].hidden

    def fits(self, seat: int, which: Which = "held", action: Action | None = None) -> bool | None:
        """Whether one of these tiles of the seat fits now; None where nobody can tell. `action` is as for `holds`."""
        table = self.table
        fits = table.fits_any(self, seat, self.known(seat, which))
        if fits or self.is_told(seat, which):
            return fits
        unseen, holder = self._unseen_at(action), NEWEST if which == "newest" else seat
        if which != "held" and self.drawn_tile is None:
            unseen = unseen.newest_of(seat)
        fitting = self.fitting(seat)
        fits = unseen.holds((holder,), fitting)
        if table.all_told or fits is None:
            return fits
        if fits:  # what would fit anything is no place where this tile fits for certain
            return unseen.holds((holder,), table.surely_fitting(self, seat)) or None
        # another tile may fit a place that nobody is sure of
        return table.fits_any(self, seat, every_tile(table.set_size) & ~fitting)

    def fitting(self, seat: int) -> int:
        """Return every tile of the set that would surely fit now, laid by this seat, as bits."""
        return self.table.fitting(self, seat, every_tile(self.table.set_size))

    def fitting_held(self, seat: int) -> tuple[Tile, ...]:
        """Return the known tiles of the seat that surely fit now, highest first."""
        return tuple(tiles_of(self.table.fitting(self, seat, self.hands[seat].mask)))
