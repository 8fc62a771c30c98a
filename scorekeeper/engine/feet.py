"""Laying tiles in a round of feet: on any open end, but first of all on the start and on an open foot."""

from collections.abc import Iterable

from scorekeeper.engine.actions import NONE, START, Action, Place, Train
from scorekeeper.engine.base_state import BaseState, Joint, Outcome, Places
from scorekeeper.engine.explorer import explore
from scorekeeper.engine.layout import Layout
from scorekeeper.engine.play import end_turn
from scorekeeper.engine.reasons import Refusal
from scorekeeper.engine.turns import verify_at_hand
from scorekeeper.errors import Malformed
from scorekeeper.text import _
from scorekeeper.tiles import Tile


class FeetPlaces(Places):
    """The open ends, which are the same for everybody; `state.table` and `state.layout` know them."""

    __slots__ = ()

    def begin(self, state: BaseState, double: Tile) -> None:
        state.table.begin(double.high)
        if state.layout is not None:
            state.layout.begin(double, state.table.start_toes)

    def laid(self, state: BaseState) -> tuple[Tile, ...] | None:
        return None if state.layout is None else state.layout.tiles()

    def lies(self, state: BaseState, tile: Tile) -> bool:
        return tile in state.seen or (state.layout is not None and tile in state.layout.shows)

    def fits_any(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> bool:
        return state.table.fits_any(tiles)

    def fitting(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> list[Tile]:
        return state.table.fitting(tiles)

    def wanted(self, state: BaseState, seat: int) -> tuple[int, ...]:
        return state.table.wanted()

    def check(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        seat, on = action.seat, action.on
        number, place = _implied(state, seat, tile) if on is None else _named(state, tile, on)
        if state.drawn or tile not in state.hands[seat].known:
            verify_at_hand(state, seat, tile)
        return tile, number, place, NONE

    def listed_joint(self, state: BaseState, action: Action, tile: Tile) -> Joint:
        on = action.on
        if state.layout is None or not isinstance(on, Tile):
            return self.check(state, action, tile)
        return tile, state.layout.shows[on], on, NONE

    def lays(self, state: BaseState, seat: int, tiles: Iterable[Tile]) -> list[Action]:
        bound = state.table.bound
        if bound >= 0:
            place = first_place(state, bound)
            return [Action(seat, "lay", tile, bound if place is None else place) for tile in tiles]
        ends, places = state.table.ends, None if state.layout is None else state.layout.places
        found = []
        for tile in tiles:
            high, low = tile
            if ends[high]:
                found.append(Action(seat, "lay", tile, high if places is None else places[high][0]))
            if ends[low] and low != high:
                found.append(Action(seat, "lay", tile, low if places is None else places[low][0]))
        return found

    def join(self, state: BaseState, action: Action, joint: Joint) -> None:
        tile, number, place, _train = joint
        if state.layout is not None and place is not None:
            guessed = action.on is None and (place[0] != place[1] or state.table.bound < 0)
            state.layout.lay(tile, place, state.table.foot_toes, guessed)
        state.table.join(tile, number, state.strict)

    def settle(self, state: BaseState, seat: int, double: bool) -> None:
        rules = state.rules
        if state.hands[seat].empty and not _uncovered(state, double):
            rule = "ending.double_out" if double else "scoring.out"
            state.outcome = Outcome("out", rule, out=seat, on_double=double)
            return
        if state.table.foot >= 0:
            give_up_foot(state)
            if state.outcome is not None:
                return
        if not state.played:
            if rules.start.turn == "double-is-turn":
                end_turn(state, seat)
        elif double or rules.turn.plays != "one":
            _next_turn(state, seat, double)
        else:
            end_turn(state, seat)

    def spent(self, state: BaseState, seat: int, tile: Tile | None, due: str) -> Refusal:
        facts = {"player": state.name(seat), "due": due}
        if tile is None or not tile.is_double:
            return Refusal("turn.plays", "one", **facts)
        if tile.high != state.table.double:
            return Refusal("foot.again", "no-more", double=tile, **facts)
        if state.rules.start.turn == "toe-first":
            return Refusal("turn.plays", "not-on-turn", **facts)
        return Refusal("start.turn", "no-more", double=tile, **facts)

    def end_turn(self, state: BaseState, seat: int) -> None:
        pass

    def show(self, state: BaseState) -> list[str]:
        table, lines = state.table, []
        if state.started:
            laid = table.start_toes - table.start_left
            lines.append(f"Start: {table.double}-{table.double} with {laid} of {table.start_toes} toes")
        if table.foot >= 0:
            laid = table.foot_toes - table.foot_left
            lines.append(f"Open foot: {table.foot}-{table.foot} with {laid} of {table.foot_toes} toes")
        ends = [str(number) for number, count in enumerate(table.ends) for _end in range(count)]
        return [*lines, f"Open ends: {' '.join(ends) or 'none'}"]

    def name(self, state: BaseState, action: Action, tile: Tile) -> str | None:
        layout = state.layout
        if layout is None or state.table.bound >= 0 or tile in layout or action.on is None:
            return None
        place = explore(lambda state, tile: self.check(state, action, tile), state, tile)[0][2]
        free = [place for number in set(tile) for place in layout.places[number]]
        return None if free == [place] else str(place)


FEET = FeetPlaces()


def joints(state: BaseState, tile: Tile) -> tuple[int, ...]:
    """Return each number that the tile can be joined to now."""
    bound, ends = state.table.bound, state.table.ends
    if bound >= 0:
        return (bound,) if bound in tile else ()
    high, low = tile
    if not ends[low] or high == low:
        return (high,) if ends[high] else ()
    return (high, low) if ends[high] else (low,)


def first_place(state: BaseState, number: int) -> Tile | None:
    """Return the tile that shows a number to join to, the first laid; the open double where one is open."""
    layout = state.layout
    if layout is None:
        return None
    return layout.places[number][0 if state.table.bound < 0 else -1]


def _implied(state: BaseState, seat: int, tile: Tile) -> tuple[int, Tile | None]:
    """Return the number that the tile is joined to, and the tile on the table that shows it.

    Raises Refusal if it fits nowhere, or must not be laid wherever it fits; Malformed if it fits on
    different numbers.
    """
    numbers = joints(state, tile)
    if not numbers:
        if state.table.bound >= 0:
            raise bound_elsewhere(state)
        if shown := state.table.wanted():
            raise Refusal("conduct.misplay", "fits-nowhere", tile=tile, numbers=shown)
        raise Refusal("conduct.misplay", "no-end-at-all", tile=tile)
    if len(numbers) > 1:
        verify_at_hand(state, seat, tile)
        raise Malformed(_ambiguous(tile, state.layout))
    (number,) = numbers
    return number, first_place(state, number)


def _ambiguous(tile: Tile, layout: Layout | None) -> str:
    """Return the sentence that asks for the place."""
    places = () if layout is None else layout.places[tile.high]
    return _(
        "{tile} fits on {one} and on {other}; add the place, such as: {tile} on {place}",
        tile=tile,
        one=tile.high,
        other=tile.low,
        place=next(iter(places), tile.high),
    )


def _named(state: BaseState, tile: Tile, on: Place) -> tuple[int, Tile | None]:
    """Return the same for a place that was named. Raises Refusal if the tile may not lie there."""
    table = state.table
    bound = table.bound
    if isinstance(on, Train):
        raise Refusal("trains.ownership", "no-trains")
    number, place = (on, None) if isinstance(on, int) else _place(state, tile, on)
    if bound >= 0:
        if number != bound or (place is not None and place != (bound, bound)):
            raise bound_elsewhere(state)
    elif not table.ends[number]:
        raise Refusal("conduct.misplay", "no-end", number=number)
    if number not in tile:
        raise Refusal("conduct.misplay", "no-match", tile=tile, number=number)
    return number, place


def _place(state: BaseState, tile: Tile, on: Tile | None) -> tuple[int, Tile]:
    """Return the number that a tile on the table shows, and that tile."""
    layout = state.layout
    place = layout.start if on == START and layout is not None else on
    if place is None or layout is None or place not in layout.shows:
        raise Refusal("conduct.misplay", "no-such-place", tile=tile, place=on)
    number = layout.shows[place]
    if place not in layout.places[number] and not layout.could_offer(place):
        raise _taken(layout, tile, place)
    return number, place


def _taken(layout: Layout, tile: Tile, place: Tile) -> Refusal:
    if place == layout.start:
        return Refusal("start.toes", "taken", tile=tile, place=place)
    if place.high == place.low:
        return Refusal("foot.toes", "taken", tile=tile, place=place)
    return Refusal("conduct.misplay", "taken", tile=tile, place=place)


def bound_elsewhere(state: BaseState) -> Refusal:
    """Return why nothing may be laid but a toe of the starting double or of the open foot."""
    table = state.table
    double = Tile(table.bound, table.bound)
    if table.start_left:
        toes, left = table.start_toes, table.start_left
        if left == toes:
            return Refusal("start.toes", "bare", double=double, toes=toes)
        return Refusal("start.toes", "incomplete", double=double, laid=toes - left, toes=toes)
    toes, left = table.foot_toes, table.foot_left
    if left == toes:
        return Refusal("foot.lock", "bare", double=double)
    return Refusal("foot.lock", "incomplete", double=double, laid=toes - left, toes=toes)


def give_up_foot(state: BaseState) -> None:
    """Settle an open foot that, for all the table shows, cannot be finished any more (G4, G18)."""
    rules, table = state.rules, state.table
    if table.foot >= 0 and rules.foot.uncloseable != "exhaust" and not table.closeable:
        if rules.foot.uncloseable == "ends-round":
            state.outcome = Outcome("blocked", "foot.uncloseable", open_foot=table.foot)
        else:
            table.release()


def _uncovered(state: BaseState, double: bool) -> bool:
    """Whether going out has to wait until a double is covered, with tiles left to cover it."""
    return double and state.rules.ending.double_out == "must-cover" and state.table.drawable > 0


def _next_turn(state: BaseState, seat: int, double: bool) -> None:
    """Keep the turn with the seat if it has or may have another tile to lay, else pass it on."""
    rules = state.rules
    extra = not state.strict or rules.foot.again == "must-play-again"
    if double and (extra or state.hands[seat].empty):
        state.again, state.drawn, state.drawn_tile = True, 0, None
    elif rules.turn.plays == "many" and not state.drawn:
        state.again = False
    else:
        end_turn(state, seat)
