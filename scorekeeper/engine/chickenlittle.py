"""Chickenlittle: the call on the last tile, its windows, the challenge and the penalty.

The deadline is a tile laid, not a turn passed; after a lost turn the call is due again. Used only where
`little.mode` is `penalty`; knows no table and no turn, `turns` decides who may call and challenge.
"""

from copy import copy

from scorekeeper.engine.hands import HeldHand
from scorekeeper.rules import Rules

CALLED_OUT = ("before-called", "before-hand-leaves-table")
"""Announce windows that a challenge itself closes, because no tile has to be laid first."""

TILES_OWED = {"draw-1": 1, "draw-2": 2}
"""Penalties that are drawn at once, and how many tiles each costs."""

TILES_AND_TURN = {"draw-1-and-skip": 1, "draw-2-and-skip": 2}
"""Penalties that cost the next turn, and how many tiles are drawn in it."""


class Calls:
    """Who has to call, who forgot, who owes what. Mutable."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.little = rules.little
        self.pending: set[int] = set()
        """Seats that are on one tile and may still call in time."""
        self.repeated: set[int] = set()
        """Seats of these that have to call again after a lost turn."""
        self.called: set[int] = set()
        """Seats that called in time."""
        self.forgotten: set[int] = set()
        """Seats that did not, and can be challenged."""
        self.caught: dict[int, bool] = {}
        """Seats that were caught for their present last tile; True where somebody said so."""
        self.owed: dict[int, int] = {}
        """Seats that have to draw before they do anything else, and how many tiles."""
        self.skips: dict[int, int] = {}
        """Seats that lose their next turn, and how many tiles they still draw in it."""
        self.times = [0] * seats
        """How often each seat was caught."""

    def copy(self) -> "Calls":
        """Return calls that go their own way from here."""
        twin = copy(self)
        for name, kept in vars(self).items():
            if isinstance(kept, set | dict | list):
                setattr(twin, name, kept.copy())
        return twin

    def forgot(self, seat: int) -> bool:
        """Whether the seat can be challenged now."""
        return seat in self.forgotten or (seat in self.pending and self.little.announce in CALLED_OUT)

    def call(self, seat: int) -> None:
        """Note the call; one that comes too late changes nothing."""
        if seat not in self.forgotten and seat not in self.caught:
            self.called.add(seat)
            self.pending.discard(seat)

    def challenge(self, seat: int) -> None:
        """Impose the penalty on a seat, unless it fell by itself."""
        if seat not in self.caught:
            self._catch(seat)
        self.caught[seat] = True

    def _catch(self, seat: int) -> None:
        self.times[seat] += 1
        self.caught[seat] = False
        self.pending.discard(seat)
        self.forgotten.discard(seat)
        if seat in self.repeated:
            self.skips[seat] = 0
        elif tiles := TILES_OWED.get(self.little.penalty):
            self.owed[seat] = tiles
        elif tiles := TILES_AND_TURN.get(self.little.penalty):
            self.skips[seat] = tiles

    def _close(self, seat: int) -> None:
        self.pending.discard(seat)
        self.forgotten.add(seat)
        if self.little.challenge == "automatic":
            self._catch(seat)

    def before_action(self, seat: int) -> None:
        """Close the windows that an action of the seat closes by being made at all."""
        if self.pending or self.forgotten or self.repeated:
            if self.little.announce == "before-hand-leaves-table":
                for other in self.pending - {seat}:
                    self._close(other)
            for seats in (self.pending, self.forgotten, self.repeated):
                seats.discard(seat)

    def after_lay(self, seat: int, hand: HeldHand) -> None:
        """Close the windows that a tile closes, and open the one of a player who is on the last tile."""
        if self.pending and self.little.announce == "before-next-play":
            for other in tuple(self.pending):
                self._close(other)
        self.caught.pop(seat, None)
        if hand.size != 1:
            self.called.discard(seat)
        elif seat not in self.called:
            self.pending.add(seat)

    def after_draw(self, seat: int) -> None:
        """Forget what concerned a last tile that is none any more."""
        self.caught.pop(seat, None)
        for seats in (self.pending, self.called, self.forgotten, self.repeated):
            seats.discard(seat)

    def after_turn(self, seat: int, hand: HeldHand) -> None:
        """Close the windows that the end of a seat's turn closes, and forget a call with tiles to spare."""
        if seat in self.called and hand.size not in (None, 1):
            self.called.discard(seat)
        if self.pending and self.little.announce == "before-next-turn-ends":
            for before in self.pending & {(seat - 1) % len(self.times)}:
                self._close(before)

    def pay(self, seat: int) -> None:
        """Note that the seat draws one of the tiles that it owes."""
        self.owed[seat] -= 1
        if not self.owed[seat]:
            del self.owed[seat]

    def serve(self, seat: int, hand: HeldHand) -> None:
        """Note that the seat has lost its turn; on one tile still, it calls again by `little.again`."""
        del self.skips[seat]
        if self.little.again == "skip" and hand.size == 1:
            self.caught.pop(seat, None)
            self.pending.add(seat)
            self.repeated.add(seat)

    def lapse(self, seat: int) -> bool:
        """Let a tile lapse that nobody asked for before the seat played again; whether there was one."""
        if self.little.challenge != "automatic" or seat not in self.owed:
            return False
        del self.owed[seat]
        self.times[seat] -= 1
        return True
