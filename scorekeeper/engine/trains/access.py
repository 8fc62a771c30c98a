"""Which trains a player may use now, which rule keeps the player off another, and which doubles may be laid (E.2).

Of doubles, not every one may follow another, or be the last tile of a first turn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.engine.actions import NONE, lay_tile
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.bits import BIT
from scorekeeper.engine.reasons import Reason, Refusal
from scorekeeper.engine.trains.lines import Mark, OpenDouble, Trains, train_in_words
from scorekeeper.tiles import Tile


class Way(NamedTuple):
    """A train that a player may use, and the one number that takes a tile there; NONE where each end does."""

    train: int
    number: int = NONE


def ways(state: BaseState, trains: Trains, seat: int) -> Sequence[tuple[int, int]]:
    """Return each `Way` that the seat surely may use, its own train first; plain pairs, which are made fastest."""
    rules, tracks, marks = trains.rules.trains, trains.tracks, trains.marks
    if trains.open or trains.run or rules.elsewhere == "own-started":
        bound = bound_ways(state, trains, seat)
        if bound is not None:
            return bound
    found, first_turn = [tracks[seat]], not trains.turns[seat]
    if not first_turn or rules.first_turn_place != "own-only":
        found += tracks[trains.seats :]
        if trains.full or not _may_begin(state, trains, seat):
            found.pop()
    if True in marks and (not first_turn or rules.first_turn_place == "any-open"):
        begun_only = rules.unstarted != "open"
        for train, marked in enumerate(marks):
            if marked and train != seat and not (begun_only and not trains.tips[train]):
                found.append(tracks[train])
    return found


def number_on(state: BaseState, trains: Trains, seat: int, train: int, tile: Tile) -> int:
    """Return the number to which the seat surely may join a tile on one train, NONE where it may not."""
    bound = bound_ways(state, trains, seat)
    if bound is not None:
        for only, number in bound:
            if only == train and (number == NONE or number in tile):
                return trains.end_for(train, tile) if number == NONE else number
        return NONE
    if train == seat:
        free: Mark = True
    elif train < trains.seats:
        free = _open(state, trains, seat, train)
    elif train < len(trains.tips):
        free = trains.turns[seat] > 0 or state.rules.trains.first_turn_place != "own-only"
    else:
        free = any(train == other for other, _number in ways(state, trains, seat))
    if not free:
        return NONE
    number = trains.tracks[train][1]
    return number if number != NONE and number in tile else trains.end_for(train, tile)


def unsure_ways(state: BaseState, trains: Trains, seat: int) -> list[Way]:
    """Return what the seat may or may not use, because nobody told whether it is marked or begun."""
    if trains.all_told or bound_ways(state, trains, seat) is not None:
        return []
    return [Way(train) for train in range(trains.seats) if _open(state, trains, seat, train) is None]


def bound_ways(state: BaseState, trains: Trains, seat: int) -> list[tuple[int, int]] | None:
    """Return the only train that is left to the seat, None where it may choose."""
    if own_first(state, trains, seat):
        return [trains.tracks[seat]]
    on_turn = seat == state.turn
    if on_turn and state.again and (due := trains.due) is not None:
        return [(due.train, due.number)] if state.rules.foot.again == "must-cover" else None
    runs = on_turn and trains.run
    if trains.open and bound_by_double(state, trains, seat):
        first = first_to_cover(state, trains)
        return [(double.train, double.number) for double in first if not runs or double.train == seat]
    return [trains.tracks[seat]] if runs else None


def owed_double(state: BaseState, trains: Trains, seat: int) -> OpenDouble | None:
    """Return the double of this turn for which the seat owes an extra tile."""
    return trains.due if state.again and seat == state.turn else None


def own_first(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether the seat has to begin its own train before it lays on any other, even to cover a double."""
    return state.rules.trains.elsewhere == "own-started" and trains.begun(seat) is False


def doubles_to_cover(state: BaseState, trains: Trains, seat: int) -> list[OpenDouble]:
    """Return the doubles of which the seat has to cover one now: its own, or the one that binds everybody."""
    if own_first(state, trains, seat):
        return []
    due = owed_double(state, trains, seat)
    if due is not None:
        return [due] if state.rules.foot.again == "must-cover" else []
    return first_to_cover(state, trains) if bound_by_double(state, trains, seat) else []


def bound_by_double(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether an open double binds a seat that owes no extra tile."""
    if not trains.open or not state.strict or owed_double(state, trains, seat) is not None:
        return False
    return not (state.rules.trains.first_turn_double == "waits" and not trains.turns[seat])


def first_to_cover(state: BaseState, trains: Trains) -> list[OpenDouble]:
    """Return the open doubles of which one must be covered first."""
    order = state.rules.foot.order
    if order == "any":
        return trains.open
    return trains.open[:1] if order == "oldest-first" else trains.open[-1:]


def _why_not_begin(state: BaseState, trains: Trains, seat: int) -> Refusal | None:
    """Return why the seat may not begin a public train."""
    rules, facts = state.rules.trains, {"player": state.name(seat), "count": trains.public}
    if rules.ownership != "own-and-public":
        return Refusal("trains.ownership", "no-public", **facts)
    if trains.full:
        return Refusal("trains.public_count", "enough", **facts)
    if _may_begin(state, trains, seat):
        return None
    return Refusal("trains.public_start", rules.public_start, **facts)


def _may_begin(state: BaseState, trains: Trains, seat: int) -> bool:
    start = state.rules.trains.public_start
    if start == "after-first-turn":
        return trains.turns[seat] > 0
    if start == "after-own-start":
        return trains.begun(seat) is True
    if start == "after-all-first-turns":
        return all(trains.turns)
    return start == "any-turn" or all(trains.begun(train) for train in range(trains.seats))


def _open(state: BaseState, trains: Trains, seat: int, train: int) -> Mark:
    """Whether the seat may use the train of another player; None where nobody can tell."""
    if trains.marks[train] is False or train == seat or not _visits(state, trains, seat):
        return False
    return _takes_others(state, trains, train)


def _visits(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether the seat may use trains of other players that are open: in its first turn perhaps not."""
    return trains.turns[seat] > 0 or state.rules.trains.first_turn_place == "any-open"


def _takes_others(state: BaseState, trains: Trains, train: int) -> Mark:
    """Whether a train with its marker, known or not, takes other players' tiles; None where nobody can tell."""
    marked = trains.marks[train]
    if state.rules.trains.unstarted == "open":
        return marked
    begun = trains.begun(train)
    return begun if marked or begun is False else None


def barred(state: BaseState, trains: Trains, seat: int, tile: Tile, way: Way) -> Refusal | None:
    """Return why the seat may not lay the tile on a train, None where it may: the first rule that forbids it.

    That the tile fits there is not asked.
    """
    train = way.train
    facts: dict[str, object] = {
        "player": state.name(seat),
        "tile": tile,
        "train": train_in_words(train, state.setup.players),
    }
    if trains.run and seat == state.turn and train != seat:
        return Refusal("trains.first_turn", "own-run", **facts)
    if (refusal := _kept_by_double(state, trains, seat, way, facts)) or train == seat:
        return refusal
    if not _has_to_cover(state, trains, seat) and (refusal := _closed(state, trains, seat, train, facts)):
        return refusal
    return Refusal("trains.elsewhere", "own-first", **facts) if own_first(state, trains, seat) else None


def _kept_by_double(
    state: BaseState, trains: Trains, seat: int, way: Way, facts: dict[str, object]
) -> Refusal | None:
    """Return that an open double comes first, the player's own of this turn or anybody's."""
    due = owed_double(state, trains, seat)
    if due is not None:
        if state.rules.foot.again == "must-cover" and not _on_double(way, due):
            return Refusal("foot.again", "cover-own", double=Tile(due.number, due.number), **facts)
        return None
    if not bound_by_double(state, trains, seat):
        return None
    first = first_to_cover(state, trains)
    if any(_on_double(way, double) for double in first):
        return None
    facts |= {
        "double": Tile(first[0].number, first[0].number),
        "on": train_in_words(first[0].train, state.setup.players),
        "doubles": tuple(Tile(double.number, double.number) for double in trains.open),
    }
    if any(_on_double(way, double) for double in trains.open):
        return Refusal("foot.order", state.rules.foot.order, **facts)
    return Refusal("foot.lock", "cover-first", **facts)


def _on_double(way: Way, double: OpenDouble) -> bool:
    return way.train == double.train and way.number in (double.number, NONE)


def _has_to_cover(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether the seat has to cover a double, so that a tile not refused so far does, on whosever train."""
    due = owed_double(state, trains, seat)
    if due is not None:
        return state.rules.foot.again == "must-cover"
    return bound_by_double(state, trains, seat)


def _closed(
    state: BaseState, trains: Trains, seat: int, train: int, facts: dict[str, object]
) -> Refusal | None:
    """Return why a train that is not the seat's own is closed to it: in a first turn, not begun, or not marked."""
    rules, public = state.rules.trains, train >= trains.seats
    place = rules.first_turn_place
    if not trains.turns[seat] and place != "any-open" and not (public and place == "own-or-public"):
        return Refusal("trains.first_turn_place", state.rules.trains.first_turn_place, **facts)
    if (begins := train - len(trains.tips)) >= 0:
        in_order = Refusal("trains.public_count", "in-order", player=state.name(seat)) if begins else None
        return _why_not_begin(state, trains, seat) or in_order
    if public:
        return None
    owner = {"owner": state.name(train), **facts}
    if trains.begun(train) is False and rules.unstarted == "reserved":
        return Refusal("trains.unstarted", "reserved", **owner)
    return Refusal("trains.ownership", "no-marker", **owner) if trains.marks[train] is False else None


def any_double(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether the seat may lay every double that fits."""
    if trains.chain and _is_second(state, trains, seat):
        return False
    return trains.turns[seat] > 0 or not must_lead_on(state, trains, seat)


def _is_second(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether a double laid now would follow another one, where that is not free."""
    return trains.chain > 0 and seat == state.turn and state.rules.foot.chain != "any"


def must_lead_on(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether a double laid now may not be the last tile of a first turn."""
    return not trains.turns[seat] and state.rules.trains.first_turn_double == "not-last"


def verify_double(state: BaseState, trains: Trains, seat: int, double: Tile, train: int) -> None:
    """Raise Refusal if a double may not be laid on a train.

    Only a second one before a plain tile, and the last of a first turn, can be forbidden.
    """
    facts = {"player": state.name(seat), "tile": double}
    if _is_second(state, trains, seat):
        if state.rules.foot.chain == "none":
            raise Refusal("foot.chain", "none", **facts)
        if state.hands[seat].size != 1:
            _verify_followed(state, seat, double, train, Refusal("foot.chain", "not-covered", **facts))
            return
    if must_lead_on(state, trains, seat):
        refusal = Refusal("trains.first_turn_double", "not-last", **facts)
        _verify_followed(state, seat, double, train, refusal)


def _verify_followed(state: BaseState, seat: int, double: Tile, train: int, refusal: Refusal) -> None:
    """Raise the Refusal unless another tile of the hand can follow a double."""
    after = state.copy()
    hand, table = after.hands[seat], after.table
    if hand.may_hold(double):
        hand.give_up(double, newest=after.drawn > 0)
    after.turn, after.played = seat, True
    table.lay(after, lay_tile(seat, double), BIT[double], (double.high, train))
    if after.turn != seat or after.outcome is not None:
        raise refusal
    if table.fitting(after, seat, hand.mask):
        return
    facts = {**refusal.reason.facts, "numbers": table.wanted(after, seat)}
    if not (hand.hidden and state.ask(Reason(refusal.rule, "needs-plain", facts), helps=True)):
        raise refusal
