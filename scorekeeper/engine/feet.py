"""The table of a round of feet: tiles go on any open end, but first of all on the start and on an open foot."""

from collections.abc import Iterable
from typing import TypeAlias

from scorekeeper.engine.actions import NONE, START, Action, Train, lays_on_numbers
from scorekeeper.engine.base_state import BaseState, Joint, Outcome, Table
from scorekeeper.engine.bits import BIT, BITS, DOUBLE_OF, FITS, PIPS, TILE_OF, TOES
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.setup import Setup
from scorekeeper.engine.turns import verify_at_hand
from scorekeeper.errors import Malformed, ScorekeeperError
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile

_Laid: TypeAlias = tuple[Action, int, int]
"""How a tile was laid, the number that it was joined to, and that of the double that bound everybody, or NONE."""


class OpenEnds:
    """Which tiles on the table offer an open end, as players name a place. Mutable; knows no rule.

    A plain tile offers one end, a double its empty toes. Where nobody said on which of several equal places a tile
    lies, each of them may be the one that it left free.
    """

    def __init__(self, start: Tile, toes: int, set_size: int) -> None:
        self.shows = {start: start.high}
        """The number that each tile shows outwards, the starting double first."""
        self.offered: list[list[Tile]] = [[] for _number in range(set_size + 1)]
        """For each number the places showing it, first laid first, but for those on which a tile is known to lie."""
        self.offered[start.high] = [start] * toes
        self.unnamed: list[list[int]] = [[] for _number in range(set_size + 1)]
        """For each tile of which nobody said the place, by its number, how many of these were there already."""

    def free(self, number: int) -> list[Tile]:
        """Return the places with a number that may be empty: without each, every other tile still finds one."""
        counts, offered = self.unnamed[number], self.offered[number]
        if not counts:
            return offered
        return [
            place
            for at, place in enumerate(offered)
            if all(count - (at < count) > others for others, count in enumerate(counts))
        ]

    def lay(self, tile: Tile, number: int, on: Tile | None, toes: int) -> None:
        """Join a tile to a number, on a place that may be empty, or on any; a double offers so many toes."""
        offered, unnamed = self.offered[number], self.unnamed[number]
        if on is None:
            unnamed.append(len(offered))
        else:
            at = offered.index(on)
            del offered[at]
            for nth, count in enumerate(unnamed) if unnamed else ():
                unnamed[nth] = count - (at < count)
        high, low = tile
        if high == low:
            self.shows[tile] = high
            offered += [tile] * toes
        else:
            outer = self.shows[tile] = low if number == high else high
            self.offered[outer].append(tile)


class FeetTable(Table):
    """The start, the open foot and the open ends, which are the same for everybody."""

    def __init__(self, setup: Setup, start_toes: int, seen: Iterable[Tile] | None = None) -> None:
        super().__init__(setup, seen)
        self.foot_toes = setup.rules.foot.toes
        """Toes that a later double asks for."""
        self.start_toes = start_toes
        """Toes that the starting double asks for."""
        self.left = 0
        """Toes that the double still lacks that is `bound`: the starting double, or after it an open foot."""
        self.ends = [0] * (setup.set_size + 1)
        """For each number, the open ends that show it; toe places that bind nobody are among them."""
        self._open = 0
        """The numbers that open ends show, as bits."""
        self.shown = 0
        """The numbers that take a tile now, as bits."""
        self.fit = 0
        """The tiles that may be laid now, as bits."""
        self.laid: list[_Laid] = []
        """What was laid, the starting double left out."""
        self._open_ends: OpenEnds | None = None
        self.ways = lays_on_numbers(len(setup.players), setup.set_size)
        """For each seat, how it lays each tile."""

    @property
    def start_left(self) -> int:
        """Toes that the starting double still lacks."""
        return self.left if self.bound == self.double else 0

    @property
    def foot(self) -> int:
        """The number of the open foot, or NONE."""
        return NONE if self.bound == self.double else self.bound

    @property
    def closeable(self) -> bool:
        """Whether the table alone leaves enough tiles to complete the open foot."""
        return self.set_size - self.laid_of(self.bound) >= self.left

    @property
    def open_ends(self) -> OpenEnds | None:
        """What was laid, where somebody names a place; None where only the numbers are known."""
        if not self.whole or self.double < 0:
            return None
        if self._open_ends is None:
            self._open_ends = OpenEnds(DOUBLE_OF[self.double], self.start_toes, self.set_size)
        open_ends = self._open_ends
        for action, number, bound in self.laid[len(open_ends.shows) - 1 :]:
            on = action.on
            if bound >= 0 or (on is not None and on == START):
                on = DOUBLE_OF[number]
            elif isinstance(on, int):
                on = open_ends.free(number)[0]
            open_ends.lay(TILE_OF[action.bit], number, on, self.foot_toes)  # type: ignore[arg-type]
        return open_ends

    def copy(self) -> "FeetTable":
        twin = super().copy()
        twin._open_ends = None
        return twin

    def begin(self, double: int) -> None:
        self.double, self.left = double, self.start_toes
        self.bound = double if self.left else NONE
        self.lying |= BIT[DOUBLE_OF[double]]
        self._see()

    def recall(self, double: int, toes: int, foot: tuple[int, int] | None, ends: Iterable[int]) -> None:
        """Take the table as people remember it, instead of tile by tile.

        `toes` lie on the starting double, and `foot` is an open foot with the toes that it has.
        """
        self.double, self.bound, self.left = double, double, self.start_toes - toes
        if self.left <= 0:
            self.bound, self.left = (NONE, 0) if foot is None else (foot[0], self.foot_toes - foot[1])
        for number in ends:
            self._add_ends(number, 1)
        self._see()

    def takes(self, number: int) -> bool:
        return self.ends[number] > 0

    def set_ends(self, number: int, count: int) -> None:
        """Let so many open ends show a number."""
        self._add_ends(number, count - self.ends[number])
        self._see()

    def _add_ends(self, number: int, count: int) -> None:
        self.ends[number] += count
        self._open &= ~(1 << number)
        if self.ends[number]:
            self._open |= 1 << number

    def release(self) -> None:
        """Let the open foot bind nobody any more; its empty toe places become open ends."""
        self._add_ends(self.bound, self.left)
        self.bound, self.left = NONE, 0
        self._see()

    def give_up(self, state: BaseState) -> None:
        """Settle an open foot that, for all the table shows, cannot be finished any more."""
        uncloseable = self.rules.foot.uncloseable
        if self.foot >= 0 and uncloseable != "exhaust" and not self.closeable:
            if uncloseable == "ends-round":
                state.outcome = Outcome("blocked", "foot.uncloseable", open_foot=self.bound)
            else:
                self.release()

    def _see(self) -> None:
        """See what fits now: the toes of the double that binds everybody, or what the open ends show."""
        if self.bound >= 0:
            self.shown, self.fit = 1 << self.bound, TOES[self.bound]
        else:
            self.shown, self.fit = self._open, FITS[self._open]

    def fitting(self, state: BaseState, seat: int, tiles: int) -> int:
        return tiles & self.fit

    def wanted(self, state: BaseState, seat: int) -> tuple[int, ...]:
        return tuple(number for number in range(self.set_size + 1) if self.shown >> number & 1)

    def lays(self, state: BaseState, seat: int, tiles: int) -> list[Action]:
        tiles &= self.fit
        lays: list[Action] = []
        ways, shown = self.ways[seat], self.shown
        while tiles:
            bit, on_high, on_low, high, low = ways[tiles.bit_length()]
            if shown & on_high:
                lays.append(high)
            if shown & on_low:
                lays.append(low)
            tiles ^= bit
        return lays

    def joint(self, state: BaseState, action: Action) -> Joint | None:
        tile, on, shown = TILE_OF[action.bit], action.on, self.shown
        if on is None:
            number, other = tile
            if not shown >> number & 1:
                return (other, NONE) if shown >> other & 1 else None
            return None if number != other and shown >> other & 1 else (number, NONE)
        if isinstance(on, Tile):
            place, number, free = self._at(on)
            if not free or (self.bound >= 0 and place != (number, number)):
                return None
        else:
            number = on if isinstance(on, int) else NONE
        return (number, NONE) if number in tile and shown >> number & 1 else None

    def _at(self, on: Tile) -> tuple[Tile, int, bool]:
        """Return a place that is named, the number it shows, NONE where nothing lies, and whether it takes a tile."""
        place, open_ends = DOUBLE_OF[self.double] if on == START else on, self.open_ends
        number = NONE if open_ends is None else open_ends.shows.get(place, NONE)
        return place, number, open_ends is not None and number >= 0 and place in open_ends.free(number)

    def check(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        joint = self.joint(state, action)
        if joint is None:
            raise self._misplaced(state, action, tile)
        if state.drawn or not state.hands[action.seat].knows(tile):
            verify_at_hand(state, action.seat, tile)
        return joint

    def _misplaced(self, state: BaseState, action: Action, tile: Tile) -> ScorekeeperError:
        """Return why a tile may not lie where it was laid, or that the place has to be named."""
        on, bound, shown = action.on, self.bound, self.wanted(state, action.seat)
        if isinstance(on, Train):
            return Refusal("trains.ownership", "no-trains")
        if on is None:
            if tile.high in shown:
                verify_at_hand(state, action.seat, tile)
                words = N_("{tile} fits on {one} and on {other}; add the place, such as: {tile} on {place}")
                places = () if self.open_ends is None else self.open_ends.free(tile.high)
                place = next(iter(places), tile.high)
                return Malformed(_(words, tile=tile, one=tile.high, other=tile.low, place=place))
            if bound >= 0:
                return self.bound_elsewhere()
            if shown:
                return Refusal("conduct.misplay", "fits-nowhere", tile=tile, numbers=shown)
            return Refusal("conduct.misplay", "no-end-at-all", tile=tile)
        number = on if isinstance(on, int) else self._number_at(tile, on)
        if bound >= 0 and (number != bound or (isinstance(on, Tile) and on not in (START, (bound, bound)))):
            return self.bound_elsewhere()
        if number not in shown:
            return Refusal("conduct.misplay", "no-end", number=number)
        return Refusal("conduct.misplay", "no-match", tile=tile, number=number)

    def _number_at(self, tile: Tile, on: Tile) -> int:
        """Return the number that a tile on the table shows, where it can take another."""
        place, number, free = self._at(on)
        if number < 0:
            raise Refusal("conduct.misplay", "no-such-place", tile=tile, place=on)
        if free:
            return number
        start = place.high == place.low == self.double
        rule = "start.toes" if start else "foot.toes" if place.is_double else "conduct.misplay"
        raise Refusal(rule, "taken", tile=tile, place=place)

    def bound_elsewhere(self) -> Refusal:
        """Return why nothing may be laid but a toe of the starting double or of the open foot."""
        rule, toes = ("start.toes", self.start_toes) if self.start_left else ("foot.lock", self.foot_toes)
        laid = toes - self.left
        double = Tile(self.bound, self.bound)
        return Refusal(rule, "incomplete" if laid else "bare", double=double, laid=laid, toes=toes)

    def lay(self, state: BaseState, action: Action, joint: Joint | None) -> None:
        number: int = action.on if joint is None else joint[0]  # type: ignore[assignment]
        seat, bit = action.seat, action.bit
        bound, ends, outer = self.bound, self.ends, PIPS[bit] - number
        self.lying |= bit
        self.laid.append((action, number, bound))
        if bound >= 0:
            self.left -= 1
            if not self.left:
                self.bound = NONE
        else:
            left = ends[number] = ends[number] - 1
            if not left:
                self._open ^= BITS[number]
        if outer != number:
            ends[outer] += 1
            self._open |= BITS[outer]
        elif state.strict:
            self.bound, self.left = number, self.foot_toes
        else:
            self._add_ends(number, self.foot_toes)
        now = self.bound
        if now < 0:
            self.shown, self.fit = self._open, FITS[self._open]
        elif now != bound:
            self.shown, self.fit = BITS[now], TOES[now]
        if outer != number and self.one and state.hands[seat].mask:
            state.end_turn(seat)
        else:
            self.settle(state, seat, outer == number)

    def settle(self, state: BaseState, seat: int, double: bool) -> None:
        hand, rules = state.hands[seat], self.rules
        last = not hand.mask and not hand.hidden
        if last and not (double and rules.ending.double_out == "must-cover" and self.drawable):
            rule = "ending.double_out" if double else "scoring.out"
            state.outcome = Outcome("out", rule, out=seat, on_double=double)
            return
        if double:
            self.give_up(state)
            if state.outcome is not None:
                return
        if not state.played:
            if rules.start.turn == "double-is-turn":
                state.end_turn(seat)
        elif double and (not state.strict or rules.foot.again == "must-play-again" or last):
            state.again, state.drawn, state.drawn_tile = True, 0, None
        elif self.one or state.drawn:
            state.end_turn(seat)
        else:
            state.again = False

    def spent(self, state: BaseState, seat: int, tile: Tile | None, due: str) -> Refusal:
        facts = {"player": state.name(seat), "due": due}
        if tile is None or not tile.is_double:
            return Refusal("turn.plays", "one", **facts)
        if tile.high != self.double:
            return Refusal("foot.again", "no-more", double=tile, **facts)
        if self.rules.start.turn == "toe-first":
            return Refusal("turn.plays", "not-on-turn", **facts)
        return Refusal("start.turn", "no-more", double=tile, **facts)

    def show(self, players: tuple[str, ...]) -> list[str]:
        start = ("Start", self.double, self.start_left, self.start_toes)
        foot = ("Open foot", self.foot, self.left, self.foot_toes)
        lines = []
        for words, number, left, toes in (start, foot):
            if number >= 0:
                lines.append(f"{words}: {number}-{number} with {toes - left} of {toes} toes")
        ends = [str(number) for number, count in enumerate(self.ends) for _end in range(count)]
        return [*lines, f"Open ends: {' '.join(ends) or 'none'}"]

    def name(self, state: BaseState, action: Action, tile: Tile) -> str | None:
        on = action.on
        if on is None or self.bound >= 0 or self.lies(tile):
            return None
        if isinstance(on, int) and (tile.is_double or not self.takes(sum(tile) - on)):
            return None  # all places that it fits leave the same ends
        open_ends = self.open_ends
        if open_ends is None:
            return None
        if isinstance(on, int):
            return str(open_ends.free(on)[0])
        free = [place for number in tile for place in open_ends.free(number)]
        return None if free == [on] else str(DOUBLE_OF[self.double] if on == START else on)


def feet_of(state: BaseState) -> FeetTable:
    """Return the table of a round of feet."""
    assert isinstance(state.table, FeetTable)
    return state.table
