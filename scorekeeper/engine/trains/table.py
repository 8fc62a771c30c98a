"""The table of a round of trains: what may be laid on which, and what a tile brings about."""

from collections.abc import Iterable, Sequence

from scorekeeper.drawing import OPEN_END, URGENT, draw_line, draw_trains
from scorekeeper.engine.actions import IN_TURN, NONE, PUBLIC, Action, Train, lay_tile, train_word
from scorekeeper.engine.base_state import BaseState, Joint, Outcome
from scorekeeper.engine.bits import BIT, BITS, DOUBLES, FITS, PIPS, SUIT, TILE_OF, every_tile, tiles_of
from scorekeeper.engine.explorer import explore, surely
from scorekeeper.engine.reasons import Reason, Refusal, train_in_words
from scorekeeper.engine.setup import Setup
from scorekeeper.engine.trains import access
from scorekeeper.engine.trains.lines import TURNED, OpenDouble, Tip, Trains, lays_on_trains
from scorekeeper.engine.turns import verify_at_hand
from scorekeeper.tiles import Tile


class TrainsTable(Trains):
    """The trains with the rules about them."""

    def __init__(self, setup: Setup, seen: Iterable[Tile] | None = None) -> None:
        super().__init__(setup, seen)
        marker, dead = setup.rules.trains.marker_on, setup.rules.foot.uncloseable
        self.simple = self.one and marker != "own-blocked" and dead != "ends-round"
        """Whether a plain tile, if no double lies before it, does no more than end a later turn than the first."""
        if not self.plan.free:
            self.plan.rows = [lays_on_trains(seat, self.seats, setup.set_size) for seat in range(self.seats)]
            self.plan.free = [access.FreeTrains(self, seat) for seat in range(self.seats)]

    def let_lie(self, state: BaseState, tile: Tile, name: Train) -> None:
        """Let a tile lie on a train that shows one of its numbers, whatever the rules say of that."""
        train = self.number(name)
        number = next((end for end in self.ends(train) or () if end in tile), NONE)
        if number != NONE and train <= len(self.begun):
            self.begin_train(train, begun=True)
            self.lay(state, lay_tile(NONE, tile, name), (number, train), settles=False)

    def fits_any(self, state: BaseState, seat: int, tiles: int) -> bool | None:
        shown = self._bits_of(way.number for way in access.ways(state, self, seat))
        if self._fitting(state, seat, tiles, shown):
            return True
        return None if self.untold(state, seat, tiles) else False

    def surely_fitting(self, state: BaseState, seat: int) -> int:
        shown = self._bits_of(way.number for way in access.ways(state, self, seat))
        return self._fitting(state, seat, every_tile(self.set_size), shown)

    def untold(self, state: BaseState, seat: int, tiles: int) -> tuple[Reason, ...]:
        if self.all_told:
            return ()
        questions: list[Reason] = []
        for train in access.untold_trains(state, self, seat):
            ends = self.ends(train)
            perhaps = self._bits_of(range(self.set_size + 1) if ends is None else ends)
            if self._fitting(state, seat, tiles, perhaps):
                questions += self._untold_of(state, seat, train)
        return tuple(questions)

    def _untold_of(self, state: BaseState, seat: int, train: int) -> tuple[Reason, ...]:
        """Return the questions about one train: whether the seat may use it, and for what."""
        questions: tuple[Reason, ...] = ()
        if train in access.unsure_trains(state, self, seat):
            facts = {"player": state.name(seat), "owner": state.name(train)}
            questions += (Reason("trains.marker_on", "needs-marker", facts),)
        if self.ends(train) is None:
            shown = {"train": train_in_words(train, state.setup.players)}
            questions += (Reason("conduct.misplay", "needs-train", shown),)
        return questions

    def _fitting(self, state: BaseState, seat: int, tiles: int, numbers: int) -> int:
        """Return those of the tiles that show one of the numbers, and are no double that may not be laid."""
        fits = tiles & FITS[numbers]
        sure = access.without_barred_doubles(state, self, seat, fits)
        if sure is not None:
            return sure
        for tile in tiles_of(fits & DOUBLES):
            trains = {way.train for way in access.possible_ways(state, self, seat, tile)} or {seat}
            if not any(surely(access.verify_double, state, (seat, tile, train)) for train in trains):
                fits ^= BIT[tile]
        return fits

    def fitting(self, state: BaseState, seat: int, tiles: int) -> int:
        return self._fitting(state, seat, tiles, self._shown_to(state, seat))

    def wanted(self, state: BaseState, seat: int) -> tuple[int, ...]:
        numbers = self._shown_to(state, seat)
        return tuple(number for number in range(self.set_size + 1) if numbers >> number & 1)

    def _shown_to(self, state: BaseState, seat: int) -> int:
        """Return the numbers at the ends that the seat may use, as bits; each that could be where nobody told."""
        usable = access.usable_trains(state, self, seat)
        if self.several is not None or not self.all_told:
            shown = [way.number for way in access.ways(state, self, seat)]
            untold = any(self.ends(train) is None for train in usable)
            return self._bits_of(range(self.set_size + 1) if untold else shown)
        return self._bits_of(self.heads[train] for train in usable)

    @staticmethod
    def _bits_of(numbers: Iterable[int]) -> int:
        bits = 0
        for number in numbers:
            bits |= 1 << number
        return bits

    def check(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        seat, on = action.seat, action.on
        if state.drawn or not state.hands[seat].knows(tile):
            verify_at_hand(state, seat, tile)
        train, number = access.find_way(state, self, seat, tile, on)
        if not self.all_told:
            for question in self._untold_of(state, seat, train):
                if not state.ask(question, helps=True):
                    raise Refusal("conduct.misplay", "no-match", tile=tile, number=number)
        if tile[0] == tile[1]:
            access.verify_double(state, (seat, tile, train))
        return number, train

    def joint(self, state: BaseState, action: Action) -> Joint | None:
        seat, on, bit, heads = action.seat, action.on, action.bit, self.heads
        if not (on is None or isinstance(on, Train)) or self.several is not None or not self.all_told:
            return None
        if bit & DOUBLES and access.without_barred_doubles(state, self, seat, bit) != bit:
            return None
        usable = access.usable_trains(state, self, seat)
        if on is None:
            fits = [train for train in usable if bit & SUIT[heads[train]]]
            return (heads[fits[0]], fits[0]) if len(fits) == 1 else None
        train = on.owner if on.owner != PUBLIC else self.seats + on.number - 1
        return (heads[train], train) if train in usable and bit & SUIT[heads[train]] else None

    def lays(self, state: BaseState, seat: int, tiles: int) -> list[Action]:
        if (self.chain or not self.turns[seat]) and tiles & DOUBLES:
            sure = access.without_barred_doubles(state, self, seat, tiles)
            if sure is None:
                return self._lays_of_each(state, seat, tiles)
            tiles = sure
        if self.several is not None or not self.all_told:
            return self._lays_of_each(state, seat, tiles)
        plan, heads = self.plan, self.heads
        rows = plan.rows[seat]
        usable: Sequence[int] | None = None
        if self.run or self.own_started or (self.open and (state.strict or state.again)):
            usable = access.bound_trains(state, self, seat)
        if usable is None:
            usable = plan.free[seat][self.signs]
        lays: list[Action] = []
        for train in usable:
            if fits := tiles & SUIT[heads[train]]:
                row = rows[train]
                while fits:
                    index = fits.bit_length() - 1
                    lays.append(row[index])
                    fits ^= BITS[index]
        return lays

    def _lays_of_each(self, state: BaseState, seat: int, tiles: int) -> list[Action]:
        """Return how the seat may lay tiles, asked of the rules tile by tile."""
        lays: list[Action] = []
        for tile in tiles_of(self.fitting(state, seat, tiles)):
            possible = access.possible_ways(state, self, seat, tile)
            allowed = access.allowed_ways(state, seat, tile, possible, certain=True)
            lays += [Action(seat, "lay", tile, access.name_end(self, way, allowed)) for way in allowed]
        return lays

    def lay(self, state: BaseState, action: Action, joint: Joint | None, settles: bool = True) -> None:
        seat, bit, on = action.seat, action.bit, action.on
        if joint is not None:
            number, train = joint
        elif self.several is not None:
            train, number = access.find_way(state, self, seat, TILE_OF[bit], on)
        else:
            train = on.owner if on.owner != PUBLIC else self.seats + on.number - 1  # type: ignore[union-attr]
            number = self.heads[train]
        outer = PIPS[bit] - number
        double = outer == number
        self.lying |= bit
        if double or self.open or self.several is not None:
            self._open_and_cover(bit, double, train, number)
        line = self.lines[train]
        if not line:
            self.begin_train(train, begun=True)
        line.append(bit)
        self.heads[train] = outer
        if not settles:
            return
        if self.marks[seat] is not False and (train == seat or self.rules.trains.marker_off == "any-play"):
            self.mark(seat, False)
        if self.simple and not (double or self.doubles) and self.turns[seat] > 1 and state.hands[seat].mask:
            state.end_turn(seat)
            return
        if train != seat:
            self.on_own = False
        self.run, self.due = False, None
        if double:
            self.chain += 1
            self.doubles.append(OpenDouble(train, number))
            self.due = self.open_on(train, number)
        else:
            self.chain = 0
        self.settle(state, seat, double)

    def _open_and_cover(self, bit: int, double: bool, train: int, number: int) -> None:
        """Note which doubles are open once a tile lies on a number, and the ends of a train that branches."""
        if covered := self.open_on(train, number):
            index, left = self.open.index(covered), covered.left - 1
            self.open[index : index + 1] = [OpenDouble(train, number, left)] if left else []
        toes = self.rules.foot.toes if double and self.several is not None else 1
        if double:
            self.open.append(OpenDouble(train, number, toes))
        if self.several is not None:
            tips = list(self.tips(train) or (Tip(number),))
            del tips[[tip.number for tip in tips].index(number)]
            self.several[train] = (*tips, *[Tip(PIPS[bit] - number, TILE_OF[bit])] * toes)
        if self.open:
            self.drop_dead()

    def drop_dead(self) -> None:
        """Let doubles go that nobody can cover any more, for all that the table shows."""
        uncloseable = self.rules.foot.uncloseable
        if uncloseable == "exhaust":
            return
        for double in tuple(self.open):
            if self.set_size - self.laid_of(double.number) < double.left:
                self.open.remove(double)
                self.given_up = uncloseable == "ends-round"
                if self.due == double:
                    self.due = None

    def settle(self, state: BaseState, seat: int, double: bool) -> None:
        rules = self.rules
        if not state.played:
            if rules.start.turn == "double-is-turn":  # the first turn of who laid the engine is still to come
                self.end_turn(state, seat)
                self.turns[seat] = 0
                self.signs ^= 1 << TURNED + seat
            return
        last = state.hands[seat].empty
        if last:
            still_open = (owed for owed in reversed(self.doubles) if self.open_on(owed.train, owed.number))
            self.due = next(still_open, None) if rules.ending.double_out == "must-cover" else None
            if self.due is None:
                self._go_out(state, seat, double)
                return
        if self.given_up:
            state.outcome = Outcome("blocked", "foot.uncloseable")
        elif self.due is not None and (last or rules.foot.again != "none"):
            state.again = True
            self._forget_draw(state)
        else:
            self.due, first = None, not self.turns[seat]
            state.again = double and access.must_lead_on(state, self, seat)
            if first and rules.trains.first_turn == "run" and self.on_own:
                self.run = True
                self._forget_draw(state)
            elif first or self.one or state.drawn:
                self.end_turn(state, seat)

    def _forget_draw(self, state: BaseState) -> None:
        """Let older tiles of the hand be laid again, although a tile was drawn in this turn."""
        state.drew = state.drew or state.drawn > 0
        state.drawn, state.drawn_tile = 0, None

    def _go_out(self, state: BaseState, seat: int, double: bool) -> None:
        waiting = any(not turns for other, turns in enumerate(self.turns) if other != seat)
        if self.rules.ending.first_turn == "all-finish-first-turn" and waiting:
            first = Outcome("out", "ending.first_turn", out=seat, on_double=double)
            self.finishing = self.finishing or first
            self.end_turn(state, seat)
        else:
            rule = "ending.double_out" if double else "scoring.out"
            state.outcome = self.finishing or Outcome("out", rule, out=seat, on_double=double)

    def verify_mark(self, state: BaseState, action: Action) -> None:
        seat, up = action.seat, action.kind == "marks"
        marked, facts = self.marks[seat], {"player": state.name(seat)}
        if marked is None:
            marked = state.ask(Reason("trains.marker_on", "needs-own-marker", facts), helps=up)
        if marked is up:
            return
        if up:
            raise Refusal("trains.marker_on", "is-down", **facts)
        turns = (past for past in reversed(state.history) if past.seat == seat and past.kind in IN_TURN)
        last = next(turns, None)
        closed = last and (last.on == Train(seat) or last.bit in self.lines[seat])
        raise Refusal("trains.marker_off", "up-again" if closed else "is-up", **facts)

    def stuck(self, seat: int) -> bool:
        marked = self.marks[seat]
        if not marked:
            self.mark(seat, True)
        return not marked

    def gives_way(self, state: BaseState) -> bool:
        return self.run and not state.again

    def must_follow(self, state: BaseState, seat: int) -> str | None:
        if state.again and self.chain > 1 and self.rules.foot.chain == "if-covered":
            return "foot.chain"
        return "trains.first_turn_double" if state.again and access.must_lead_on(state, self, seat) else None

    def end_turn(self, state: BaseState, seat: int) -> None:
        state.end_turn(seat)
        turns = self.turns[seat]
        if self.doubles or turns < 2:
            self.run, self.due, self.on_own, self.chain = False, None, True, 0
            self.doubles.clear()
            self.turns[seat] = min(turns + 1, 2)
            if not turns:
                self.end_first_turn(seat)
                if self.finishing is not None and all(self.turns):
                    state.outcome = self.finishing
        if not (self.simple or self.marks[seat]) and self.rules.trains.marker_on == "own-blocked":
            ends = self.ends(seat)
            holds = None if ends is None else state.holds((seat,), FITS[self._bits_of(ends)])
            blocked = None if holds is None else not holds
            self.mark(seat, blocked if self.marks[seat] is False else blocked or None)

    def spent(self, state: BaseState, seat: int, tile: Tile | None, due: str) -> Refusal:
        facts = {"player": state.name(seat), "due": due}
        if self.turns[seat] == 1 and self.rules.trains.first_turn == "one":
            return Refusal("trains.first_turn", "one", **facts)
        return Refusal("turn.plays", "one", **facts)

    def show(self, players: tuple[str, ...]) -> list[str]:
        """Draw the engine and every train; nothing before the engine lies or where tiles are unknown."""
        if self.double < 0 or not self.whole:
            return []
        rows = []
        for train, line in enumerate(self.lines[: len(self.begun)]):
            words = train_word(train, players)
            marked = train < self.seats and self.marks[train]
            open_double = any(double.train == train for double in self.open)
            tiles = [TILE_OF[bit] for bit in line]
            drawn = draw_line(tiles, self.double, URGENT if open_double else OPEN_END)
            rows.append((f"{words}, marked" if marked else words, drawn))
        return draw_trains(str(self.double), rows)

    def name(self, state: BaseState, action: Action, tile: Tile) -> str | None:
        if action.on is None:
            return None
        train = explore(lambda state, tile: self.check(state, action, tile), state, tile)[0][1]
        if self.rules.trains.branching and isinstance(action.on, Tile) and self.lies(action.on):
            return str(action.on)
        return train_word(train, state.setup.players, action.seat)


def trains_of(state: BaseState) -> TrainsTable:
    """Return the table of a round of trains."""
    assert isinstance(state.table, TrainsTable)
    return state.table
