"""The table of a round of feet: tiles go on any open end, but first of all on the start and on an open foot."""

from collections.abc import Iterable
from typing import TypeAlias

from scorekeeper.engine.actions import NONE, START, Action, Train, lays_on_numbers
from scorekeeper.engine.base_state import BaseState, Joint, Outcome, Table
from scorekeeper.engine.bits import BIT, DOUBLE_OF, DOUBLES, FITS, NUMBERS, PIPS, TOES
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.setup import Setup
from scorekeeper.engine.turns import verify_at_hand
from scorekeeper.errors import Malformed
from scorekeeper.text import _
from scorekeeper.tiles import Tile

_Laid: TypeAlias = tuple[Action, int, bool]
"""How a tile was laid, the number that it was joined to, and whether a double bound everybody."""


class Layout:
    """The tiles on the table as a tree, in the order in which they were laid. Mutable; knows no rule: `lay` obeys.

    Every tile but the starting double lies on exactly one other. A place is named by the tile that offers
    it: a plain tile offers one open end, a double its empty toes. Where nobody said on which of several equal
    places a tile lies, one is taken, and left again if a later tile lies there.
    """

    def __init__(self, set_size: int) -> None:
        self.set_size = set_size
        self.start: Tile | None = None
        self.shows: dict[Tile, int] = {}
        """The number that each tile shows outwards."""
        self.lies_on: dict[Tile, Tile] = {}
        """For every tile but the starting double, the one that it was joined to."""
        self.guessed: dict[Tile, None] = {}
        """Tiles that might lie on another place with the same number, for nobody said on which."""
        self.room: dict[Tile, int] = {}
        """The empty toes of every double."""
        self.places: list[list[Tile]] = [[] for _number in range(set_size + 1)]
        """For each number, the tiles that offer a place showing it, first laid first."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return (self.start, self.lies_on, self.room) == (other.start, other.lies_on, other.room)

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, tile: Tile) -> bool:
        return tile in self.shows

    def begin(self, double: Tile, toes: int) -> None:
        """Lay the starting double with so many places for toes."""
        self.start = double
        self.shows[double] = double.high
        self.room[double] = toes
        self.places[double.high].append(double)

    def could_offer(self, place: Tile) -> bool:
        """Whether a tile on the table offers a place, or could if those of which nobody said it lay elsewhere."""
        return place in self.places[self.shows[place]] or bool(self._moves_off(place, set()))

    def lay(self, tile: Tile, on: Tile, toes: int, guessed: bool = False) -> None:
        """Lay a tile on a place that could be offered; a double offers so many places for toes.

        `guessed` says that it may as well be another place with the same number.
        """
        number = self.shows[on]
        if on not in self.places[number]:
            for other, place in self._moves_off(on, set()):
                self._offer(self.lies_on[other])
                self._take(place)
                self.lies_on[other] = place
        self._take(on)
        outer = sum(tile) - number
        if outer == number:
            self.room[tile] = toes
        if guessed:
            self.guessed[tile] = None
        self.shows[tile] = outer
        self.lies_on[tile] = on
        self.places[outer].append(tile)

    def _take(self, place: Tile) -> None:
        """Use up one of the places that a tile offers."""
        if place[0] == place[1]:
            self.room[place] -= 1
            if self.room[place]:
                return
        self.places[self.shows[place]].remove(place)

    def _offer(self, place: Tile) -> None:
        """Offer a place again that was used up."""
        if place[0] == place[1]:
            self.room[place] += 1
        self.places[self.shows[place]].append(place)

    def _moves_off(self, place: Tile, tried: set[Tile]) -> list[tuple[Tile, Tile]]:
        """Return which tiles go where, so that the place is free; none where that cannot be.

        A tile goes to a place that was there before it, which may have to be left by another.
        """
        tried.add(place)
        laid, number = self.tiles(), self.shows[place]
        for tile in (tile for tile in self.guessed if self.lies_on[tile] == place):
            before = [other for other in laid[: laid.index(tile)] if self.shows[other] == number]
            for other in before:
                if other in self.places[number]:
                    return [(tile, other)]
            for other in before:
                if other not in tried and (moves := self._moves_off(other, tried)):
                    return [*moves, (tile, other)]
        return []

    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile on the table, the starting double first."""
        return tuple(self.shows)


class FeetTable(Table):
    """The start, the open foot and the open ends, which are the same for everybody."""

    all_told = True

    def __init__(self, setup: Setup, start_toes: int, seen: Iterable[Tile] | None = None) -> None:
        super().__init__(setup, seen)
        self.start_toes = start_toes
        """Toes that the starting double asks for."""
        self.left = 0
        """Toes that the double still lacks that is `bound`: the starting double, or after it an open foot."""
        self.ends = [0] * (setup.set_size + 1)
        """For each number, the open ends that show it; toe places that bind nobody are among them."""
        self._open = 0
        """The numbers that open ends show, as bits."""
        self.strict = setup.rules.foot.lock == "strict"
        self.one = setup.rules.turn.plays == "one"
        """Whether a turn ends with a plain tile."""
        self.gives_up = setup.rules.foot.uncloseable != "exhaust"
        """Whether a foot is given up that cannot be finished any more."""
        self.shown = 0
        """The numbers that take a tile now, as bits."""
        self.fit = 0
        """The tiles that may be laid now, as bits."""
        self.laid: list[_Laid] = []
        """What was laid, the starting double left out."""
        self._layout: Layout | None = None
        self.ways = [lays_on_numbers(seat, setup.set_size) for seat in range(len(setup.players))]
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
    def layout(self) -> Layout | None:
        """The tiles as a tree, made of what was laid where somebody asks; None where only the numbers are known."""
        if not self.whole or self.double < 0:
            return None
        if self._layout is None:
            self._layout = Layout(self.set_size)
            self._layout.begin(Tile(self.double, self.double), self.start_toes)
        layout = self._layout
        for action, number, bound in self.laid[len(layout.shows) - 1 :]:
            on, tile = action.on, action.tile
            assert tile is not None
            if isinstance(on, Tile) and on != START:
                place = on
            elif bound or on == START:
                place = DOUBLE_OF[number]
            else:
                place = layout.places[number][0]
            layout.lay(tile, place, self.foot_toes, on is None and not bound)
        return layout

    def copy(self) -> "FeetTable":
        twin = super().copy()
        twin._layout = None
        return twin

    def begin(self, double: int) -> None:
        self.double, self.left = double, self.start_toes
        self.bound = double if self.left else NONE
        self.lying |= BIT[Tile(double, double)]
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
        if self.foot >= 0 and self.gives_up and not self.closeable:
            if self.rules.foot.uncloseable == "ends-round":
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
        found: list[Action] = []
        ways, shown = self.ways[seat], self.shown
        while tiles:
            place = tiles.bit_length() - 1
            found += ways[place][shown & NUMBERS[place]]
            tiles ^= 1 << place
        return found

    def joint(self, state: BaseState, action: Action, tile: Tile, bit: int) -> Joint | None:
        if not self.fit & bit:
            return None
        on, number = action.on, NONE
        if on is None:
            one, other = tile
            number = one if self.shown >> one & 1 else other
            if one != other and number == one and self.shown >> other & 1:
                return None
        elif isinstance(on, Tile):
            layout = self.layout
            shown = NONE if layout is None else layout.shows.get(on, NONE)
            if layout is not None and shown != NONE and on in layout.places[shown]:
                number = shown
        elif isinstance(on, int):
            number = on
        if number not in tile or not self.shown >> number & 1:
            return None
        if isinstance(on, Tile) and self.bound >= 0 and on != (number, number):
            return None
        return number, NONE

    def check(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        seat = action.seat
        number = self._implied(state, seat, tile) if action.on is None else self._named(tile, action.on)
        if state.drawn or not state.hands[seat].knows(tile):
            verify_at_hand(state, seat, tile)
        return number, NONE

    def _implied(self, state: BaseState, seat: int, tile: Tile) -> int:
        """Return the number that the tile is joined to where no place is named.

        Raises Refusal if it fits nowhere, or must not be laid wherever it fits; Malformed if it fits on
        different numbers.
        """
        numbers = [number for number in set(tile) if self.shown >> number & 1]
        if not numbers:
            if self.bound >= 0:
                raise self.bound_elsewhere()
            if shown := self.wanted(state, seat):
                raise Refusal("conduct.misplay", "fits-nowhere", tile=tile, numbers=shown)
            raise Refusal("conduct.misplay", "no-end-at-all", tile=tile)
        if len(numbers) > 1:
            verify_at_hand(state, seat, tile)
            raise Malformed(self._ambiguous(tile))
        return numbers[0]

    def _ambiguous(self, tile: Tile) -> str:
        """Return the sentence that asks for the place."""
        places = () if self.layout is None else self.layout.places[tile.high]
        return _(
            "{tile} fits on {one} and on {other}; add the place, such as: {tile} on {place}",
            tile=tile,
            one=tile.high,
            other=tile.low,
            place=next(iter(places), tile.high),
        )

    def _named(self, tile: Tile, on: Tile | Train | int) -> int:
        """Return the number at a place that was named. Raises Refusal if the tile may not lie there."""
        if isinstance(on, Train):
            raise Refusal("trains.ownership", "no-trains")
        number = on if isinstance(on, int) else self._number_at(tile, on)
        bound = self.bound
        if bound >= 0:
            if number != bound or (isinstance(on, Tile) and on not in (START, (bound, bound))):
                raise self.bound_elsewhere()
        elif not self.ends[number]:
            raise Refusal("conduct.misplay", "no-end", number=number)
        if number not in tile:
            raise Refusal("conduct.misplay", "no-match", tile=tile, number=number)
        return number

    def _number_at(self, tile: Tile, on: Tile) -> int:
        """Return the number that a tile on the table shows, where it can take another."""
        layout = self.layout
        place = layout.start if on == START and layout is not None else on
        if place is None or layout is None or place not in layout.shows:
            raise Refusal("conduct.misplay", "no-such-place", tile=tile, place=on)
        if layout.could_offer(place):
            return layout.shows[place]
        if place == layout.start:
            raise Refusal("start.toes", "taken", tile=tile, place=place)
        if place.is_double:
            raise Refusal("foot.toes", "taken", tile=tile, place=place)
        raise Refusal("conduct.misplay", "taken", tile=tile, place=place)

    def bound_elsewhere(self) -> Refusal:
        """Return why nothing may be laid but a toe of the starting double or of the open foot."""
        double = Tile(self.bound, self.bound)
        if self.start_left:
            toes, laid = self.start_toes, self.start_toes - self.start_left
            if not laid:
                return Refusal("start.toes", "bare", double=double, toes=toes)
            return Refusal("start.toes", "incomplete", double=double, laid=laid, toes=toes)
        toes, laid = self.foot_toes, self.foot_toes - self.left
        if not laid:
            return Refusal("foot.lock", "bare", double=double)
        return Refusal("foot.lock", "incomplete", double=double, laid=laid, toes=toes)

    def lay(self, state: BaseState, action: Action, bit: int, joint: Joint | None) -> None:
        number: int = action.on if joint is None else joint[0]  # type: ignore[assignment]
        bound, ends, double = self.bound, self.ends, bit & DOUBLES
        self.lying |= bit
        self.laid.append((action, number, bound >= 0))
        if bound >= 0:
            self.left -= 1
            if not self.left:
                self.bound = NONE
        else:
            ends[number] -= 1
            if not ends[number]:
                self._open ^= 1 << number
        if not double:
            outer = PIPS[bit] - number
            ends[outer] += 1
            self._open |= 1 << outer
        elif self.strict:
            self.bound, self.left = number, self.foot_toes
        else:
            self._add_ends(number, self.foot_toes)
        now = self.bound
        if now < 0:
            self.shown, self.fit = self._open, FITS[self._open]
        elif now != bound:
            self.shown, self.fit = 1 << now, TOES[now]
        if self.one and not double and state.hands[action.seat].mask:
            state.end_turn(action.seat)
        else:
            self.settle(state, action.seat, double > 0)

    def settle(self, state: BaseState, seat: int, double: bool) -> None:
        hand, rules = state.hands[seat], self.rules
        last = not hand.mask and not hand.hidden
        if last and not (double and rules.ending.double_out == "must-cover" and self.drawable):
            rule = "ending.double_out" if double else "scoring.out"
            state.outcome = Outcome("out", rule, out=seat, on_double=double)
            return
        if double and self.gives_up:
            self.give_up(state)
            if state.outcome is not None:
                return
        if not state.played:
            if rules.start.turn == "double-is-turn":
                state.end_turn(seat)
        elif double and (not self.strict or rules.foot.again == "must-play-again" or last):
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
        lines = []
        if self.double >= 0:
            laid = self.start_toes - self.start_left
            lines.append(f"Start: {self.double}-{self.double} with {laid} of {self.start_toes} toes")
        if self.foot >= 0:
            laid = self.foot_toes - self.left
            lines.append(f"Open foot: {self.foot}-{self.foot} with {laid} of {self.foot_toes} toes")
        ends = [str(number) for number, count in enumerate(self.ends) for _end in range(count)]
        return [*lines, f"Open ends: {' '.join(ends) or 'none'}"]

    def name(self, state: BaseState, action: Action, tile: Tile) -> str | None:
        on = action.on
        if on is None or self.bound >= 0 or self.lies(tile):
            return None
        if isinstance(on, int) and (tile.is_double or not self.takes(sum(tile) - on)):
            return None  # all places that it fits leave the same ends
        layout = self.layout
        if layout is None:
            return None
        if isinstance(on, int):
            return str(layout.places[self._named(tile, on)][0])
        free = [place for number in set(tile) for place in layout.places[number]]
        return None if free == [on] else str(layout.start if on == START else on)


def feet_of(state: BaseState) -> FeetTable:
    """Return the table of a round of feet."""
    assert isinstance(state.table, FeetTable)
    return state.table
