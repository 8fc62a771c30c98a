"""Laying tiles in a round of trains, and what a tile brings about (catalogue of Mexican Train, E.3)."""

from collections.abc import Iterable, Set

from scorekeeper.engine.actions import IN_TURN, NONE, PUBLIC, Action, Train
from scorekeeper.engine.base_state import BaseState, Joint, Outcome, Places
from scorekeeper.engine.drawing import OPEN_END, URGENT, draw_line, draw_trains
from scorekeeper.engine.explorer import explore, surely
from scorekeeper.engine.play import end_turn
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.trains.access import Way, number_on, unsure_ways, ways
from scorekeeper.engine.trains.doubles import any_double, must_lead_on, verify_double
from scorekeeper.engine.trains.joining import allowed_ways, find_way, name_end, possible_ways, unsure_number
from scorekeeper.engine.trains.lines import Trains
from scorekeeper.engine.trains.names import train_in_words, train_word
from scorekeeper.engine.trains.reach import Open, opened, reached
from scorekeeper.engine.turns import verify_at_hand
from scorekeeper.tiles import Tile


class TrainPlaces(Places):
    """The ends of the trains, which are not the same for everybody."""

    __slots__ = ("_any_double", "_asked", "_open", "trains")

    def __init__(self, trains: Trains) -> None:
        self.trains = trains
        self._open = Open((), frozenset())
        self._any_double = True
        """Whether every double may be laid that fits."""
        self._asked: tuple[int, int, bool] | None = None
        """For whom both were found, and what else they rest on but the trains; none once these have changed."""

    def copy(self) -> "TrainPlaces":
        return TrainPlaces(self.trains.copy())

    def begin(self, state: BaseState, double: Tile) -> None:
        self._asked = None
        state.table.double = double.high
        self.trains.begin(double.high)

    def tell(self, train: int, number: int) -> None:
        """Let a train show a number, and no double be open."""
        self.trains.tell(train, number)
        self.trains.open, self.trains.due, self._asked = [], None, None

    def let_lie(self, state: BaseState, tile: Tile, name: Train) -> None:
        """Let a tile lie on a train that shows one of its numbers, whatever the rules say of that."""
        trains, table, rules = self.trains, state.table, state.rules
        train = trains.number(name)
        number = next((end for end in trains.ends(train) or () if end in tile), NONE)
        if number == NONE or train > len(trains.tips):
            return
        trains.lay(tile, train, number, rules.foot.toes if rules.trains.branching else 1)
        if not tile.is_double:
            table.plain[tile.high] += 1
            table.plain[tile.low] += 1
        self.drop_dead(state)

    def laid(self, state: BaseState) -> tuple[Tile, ...] | None:
        laid = self.trains.laid
        if laid is None:
            return None
        return (Tile(state.table.double, state.table.double), *laid) if state.started else tuple(laid)

    def lies(self, state: BaseState, tile: Tile) -> bool:
        laid = self.trains.laid
        if laid is None:
            return tile in state.seen
        return tile in laid or tile[0] == tile[1] == self.trains.engine

    def fits_any(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> bool | None:
        trains = self.trains
        if trains.laid is None or None in trains.marks:
            return self._perhaps_fits_any(state, seat, tuple(tiles))
        return self._fits(state, seat, tiles, self._found(state, seat).numbers)

    def _perhaps_fits_any(self, state: BaseState, seat: int, held: tuple[Tile, ...]) -> bool | None:
        told: list[Way] = []
        unsure = unsure_ways(state, self.trains, seat)
        for train, number in ways(state, self.trains, seat):
            known = number != NONE or self.trains.ends(train) is not None
            (told if known else unsure).append(Way(train, number))
        if self._fits(state, seat, held, opened(state, self.trains, told).numbers):
            return True
        return (
            None
            if unsure and self._fits(state, seat, held, opened(state, self.trains, unsure).numbers)
            else False
        )

    def untold(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> tuple[Reason, ...]:
        if self.trains.all_told:
            return ()
        held, questions = tuple(tiles), list[Reason]()
        told = (Way(train, number) for train, number in ways(state, self.trains, seat))
        for way in (*told, *unsure_ways(state, self.trains, seat)):
            doubts = self._untold_of(state, seat, way.train)
            if doubts and self._fits(state, seat, held, opened(state, self.trains, [way]).numbers):
                questions += doubts
        return tuple(questions)

    def _untold_of(self, state: BaseState, seat: int, train: int) -> tuple[Reason, ...]:
        """Return the questions about one train: whether the seat may use it, and for what."""
        questions: tuple[Reason, ...] = ()
        if Way(train) in unsure_ways(state, self.trains, seat):
            facts = {"player": state.name(seat), "owner": state.name(train)}
            questions += (Reason("trains.marker_on", "needs-marker", facts),)
        if self.trains.ends(train) is None:
            shown = {"train": train_in_words(train, state.setup.players)}
            questions += (Reason("conduct.misplay", "needs-train", shown),)
        return questions

    def _fits(self, state: BaseState, seat: int, tiles: Iterable[Tile], wanted: Set[int]) -> bool:
        for tile in tiles:
            high, low = tile
            if (high in wanted or low in wanted) and (high != low or self._may_be_double(state, seat, tile)):
                return True
        return False

    def fitting(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> list[Tile]:
        wanted = self._found(state, seat).numbers
        fits = [tile for tile in tiles if tile[0] in wanted or tile[1] in wanted]
        if self._any_double:
            return fits
        return [tile for tile in fits if tile[0] != tile[1] or self._may_be_double(state, seat, tile)]

    def wanted(self, state: BaseState, seat: int) -> tuple[int, ...]:
        return tuple(sorted(self._found(state, seat).numbers))

    def _found(self, state: BaseState, seat: int) -> Open:
        """Return what the seat may use, found once for as long as nothing changes."""
        asked = (seat, state.turn, state.again)
        if self._asked != asked:
            self._open, self._asked = reached(state, self.trains, seat), asked
            self._any_double = any_double(state, self.trains, seat)
        return self._open

    def _may_be_double(self, state: BaseState, seat: int, double: Tile) -> bool:
        """Whether the tiles of the hand that are known allow a double on some train now."""
        found = self._found(state, seat)
        if self._any_double:
            return True
        trains = {way.train for way in possible_ways(found, double)} or {seat}
        return any(surely(self._verify_double, state, (seat, double, train)) for train in trains)

    def _verify_double(self, state: BaseState, laid: tuple[int, Tile, int]) -> None:
        seat, double, train = laid
        verify_double(state, self.trains, seat, double, train)

    def check(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        seat, on, trains = action.seat, action.on, self.trains
        if state.drawn or tile not in state.hands[seat].known:
            verify_at_hand(state, seat, tile)
        if isinstance(on, Train):
            train = on.owner if on.owner != PUBLIC else trains.number(on)
            number = number_on(state, trains, seat, train, tile)
            if number == NONE:
                number = unsure_number(state, trains, seat, tile, train)
        else:
            train, number = find_way(state, trains, self._found(state, seat), seat, tile, on)
        if trains.laid is None or None in trains.marks:
            for question in self._untold_of(state, seat, train):
                if not state.ask(question, helps=True):
                    raise Refusal("conduct.misplay", "no-match", tile=tile, number=number)
        if tile[0] == tile[1]:
            verify_double(state, trains, seat, tile, train)
        return tile, number, None, train

    def listed_joint(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        train = self.trains.number(action.on) if isinstance(action.on, Train) else NONE
        number = self.trains.shown[train] if train != NONE else NONE
        return self.check(state, action, tile) if number == NONE else (tile, number, None, train)

    def lays(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> list[Action]:
        trains, found, one_end = self.trains, self._found(state, seat), not state.rules.trains.branching
        every = one_end and self._any_double
        lays = []
        for tile in tiles:
            if every or (one_end and tile[0] != tile[1]):
                for train, number in found.ends:
                    if number in tile:
                        lays.append(Action(seat, "lay", tile, trains.name(train)))
            else:
                allowed = allowed_ways(state, trains, found, seat, tile, certain=True)
                lays += [Action(seat, "lay", tile, name_end(trains, way, allowed)) for way in allowed]
        return lays

    def join(self, state: BaseState, action: Action, joint: Joint) -> None:
        tile, number, _place, train = joint
        trains, rules, seat = self.trains, state.rules, action.seat
        high, low = tile
        trains.lay(tile, train, number, rules.foot.toes if rules.trains.branching else 1)
        if high != low:
            plain = state.table.plain
            plain[high] += 1
            plain[low] += 1
            trains.chain, trains.due = 0, None
        else:
            trains.chain += 1
            trains.due = trains.open[-1]
            trains.doubles.append(trains.due)
        if train != seat:
            trains.on_own = False
        if train == seat or rules.trains.marker_off == "any-play":
            trains.marks[seat] = False
        trains.run = False
        if trains.open:
            self.drop_dead(state)

    def drop_dead(self, state: BaseState) -> None:
        """Let doubles go that nobody can cover any more, for all that the table shows (catalogue G4, GT16)."""
        trains, table, uncloseable = self.trains, state.table, state.rules.foot.uncloseable
        if uncloseable == "exhaust":
            return
        for double in tuple(trains.open):
            if table.set_size - table.plain[double.number] < double.left:
                trains.open.remove(double)
                trains.given_up = uncloseable == "ends-round"
                if trains.due == double:
                    trains.due = None

    def settle(self, state: BaseState, seat: int, double: bool) -> None:
        trains, rules = self.trains, state.rules
        self._asked = None
        if not state.played:
            self._settle_engine(state, seat)
            return
        last = state.hands[seat].empty
        if last:
            trains.due = trains.still_open() if rules.ending.double_out == "must-cover" else None
            if trains.due is None:
                self._go_out(state, seat, double)
                return
        if trains.given_up:
            state.outcome = Outcome("blocked", "foot.uncloseable")
        elif trains.due is not None and (last or rules.foot.again != "none"):
            state.again = True
            self._forget_draw(state)
        else:
            trains.due, first = None, not trains.turns[seat]
            state.again = double and must_lead_on(state, self.trains, seat)
            if first and rules.trains.first_turn == "run" and trains.on_own:
                trains.run = True
                self._forget_draw(state)
            elif first or rules.turn.plays == "one" or state.drawn:
                end_turn(state, seat)

    def _settle_engine(self, state: BaseState, seat: int) -> None:
        """Settle the engine, which the seat has just laid: its first turn is still to come, or begins now."""
        if state.rules.start.turn == "double-is-turn":
            end_turn(state, seat)
            self.trains.turns[seat] -= 1

    def _forget_draw(self, state: BaseState) -> None:
        """Let older tiles of the hand be laid again, although a tile was drawn in this turn."""
        state.drew = state.drew or state.drawn > 0
        state.drawn, state.drawn_tile = 0, None

    def _go_out(self, state: BaseState, seat: int, double: bool) -> None:
        trains = self.trains
        waiting = any(not turns for other, turns in enumerate(trains.turns) if other != seat)
        if state.rules.ending.first_turn == "all-finish-first-turn" and waiting:
            if trains.finishing == NONE:
                trains.finishing, trains.out_on_double = seat, double
            end_turn(state, seat)
        elif trains.finishing != NONE:
            self._let_first_win(state)
        else:
            rule = "ending.double_out" if double else "scoring.out"
            state.outcome = Outcome("out", rule, out=seat, on_double=double)

    def _let_first_win(self, state: BaseState) -> None:
        """End the round for the player who was out first, as everybody has had a first turn."""
        out, double = self.trains.finishing, self.trains.out_on_double
        state.outcome = Outcome("out", "ending.first_turn", out=out, on_double=double)

    def verify_mark(self, state: BaseState, action: Action) -> None:
        seat, up = action.seat, action.kind == "marks"
        marked, facts = self.trains.marks[seat], {"player": state.name(seat)}
        if marked is None:
            marked = state.ask(Reason("trains.marker_on", "needs-own-marker", facts), helps=up)
        if marked is up:
            return
        if up:
            raise Refusal("trains.marker_on", "is-down", **facts)
        if self._left_own_closed(state, seat):
            raise Refusal("trains.marker_off", "up-again", **facts)
        raise Refusal("trains.marker_off", "is-up", **facts)

    def _left_own_closed(self, state: BaseState, seat: int) -> bool:
        """Whether the last thing that the seat did in its turn was to lay a tile on its own train."""
        done = [action for action in state.history if action.seat == seat and action.kind in IN_TURN]
        last = done[-1] if done else None
        if last is None or last.kind != "lay" or last.tile is None:
            return False
        return last.on == Train(seat) or (self.trains.laid or {}).get(last.tile) == seat

    def stuck(self, state: BaseState, seat: int) -> bool:
        marked = self.trains.marks[seat]
        self.trains.marks[seat], self._asked = True, None
        return not marked

    def gives_way(self, state: BaseState) -> bool:
        return self.trains.run and not state.again

    def must_follow(self, state: BaseState, seat: int) -> str | None:
        if state.again and self.trains.chain > 1 and state.rules.foot.chain == "if-covered":
            return "foot.chain"
        return "trains.first_turn_double" if state.again and must_lead_on(state, self.trains, seat) else None

    def end_turn(self, state: BaseState, seat: int) -> None:
        trains = self.trains
        trains.turns[seat] += 1
        self._asked = None
        trains.run, trains.due, trains.on_own, trains.chain = False, None, True, 0
        if trains.doubles:
            trains.doubles.clear()
        marked = trains.marks[seat]
        if state.rules.trains.marker_on == "own-blocked" and not marked:
            blocked = self._own_blocked(state, seat)
            trains.marks[seat] = blocked if marked is False else blocked or None
        if trains.finishing != NONE and all(trains.turns):
            self._let_first_win(state)

    def _own_blocked(self, state: BaseState, seat: int) -> bool | None:
        """Whether no tile of the hand fits the seat's own train; None where nobody can tell."""
        hand, ends = state.hands[seat], self.trains.ends(seat)
        if ends is None:
            return None
        if any(high in ends or low in ends for high, low in hand.known):
            return False
        if not hand.hidden:
            return True
        fits = [tile for tile in state.tiles() if tile[0] in ends or tile[1] in ends]
        holds = state.unseen().holds((seat,), fits)
        return None if holds is None else not holds

    def spent(self, state: BaseState, seat: int, tile: Tile | None, due: str) -> Refusal:
        facts = {"player": state.name(seat), "due": due}
        if self.trains.turns[seat] == 1 and state.rules.trains.first_turn == "one":
            return Refusal("trains.first_turn", "one", **facts)
        return Refusal("turn.plays", "one", **facts)

    def show(self, state: BaseState) -> list[str]:
        """Draw the engine and every train; nothing before the engine lies or where tiles are unknown."""
        trains, lines = self.trains, self.trains.lines
        if not state.started or lines is None:
            return []
        rows = []
        for train, line in enumerate(lines):
            words = train_word(train, state.setup.players)
            marked = train < trains.seats and trains.marks[train]
            open_double = any(double.train == train for double in trains.open)
            tiles = draw_line(line, state.table.double, URGENT if open_double else OPEN_END)
            rows.append((f"{words}, marked" if marked else words, tiles))
        return draw_trains(str(state.table.double), rows)

    def name(self, state: BaseState, action: Action, tile: Tile) -> str | None:
        if action.on is None:
            return None
        train = explore(lambda state, tile: self.check(state, action, tile), state, tile)[0][3]
        if state.rules.trains.branching and isinstance(action.on, Tile) and self.lies(state, action.on):
            return str(action.on)
        return train_word(train, state.setup.players, action.seat)

    def marked(self, state: BaseState, seat: int) -> bool | None:
        return self.trains.marks[seat]
