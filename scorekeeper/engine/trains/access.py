"""Which trains a player may use now, which rule keeps the player off another, and which doubles may be laid.

Of doubles, not every one may follow another, or be the last tile of a first turn. At the end: to which end of which
train a tile is joined, where the player names a train, a number, a tile or nothing.
"""

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.engine.actions import NONE, START, LayingPlace, lay_tile, train_of_number, train_word
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.bits import DOUBLES
from scorekeeper.engine.explorer import Run, surely
from scorekeeper.engine.reasons import Reason, Refusal, train_in_words
from scorekeeper.engine.trains.lines import BEGUN, TURNED, OpenDouble, Trains
from scorekeeper.errors import Malformed
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile


class Way(NamedTuple):
    """A train, and a number that takes a tile there; NONE where none does."""

    train: int
    number: int


_train_of = attrgetter("train")
_once = cache(tuple)
"""Returns the same tuple for the same trains: the few that there are stay at hand for the processor."""


class FreeTrains(dict[int, tuple[int, ...]]):
    """The trains that a seat surely may use where nothing binds it, its own first: by `signs`, found when wanted."""

    def __init__(self, trains: Trains, seat: int) -> None:
        self.rules, self.most = trains.rules.trains, trains.most_public
        self.seats, self.seat = trains.seats, seat

    def __missing__(self, signs: int) -> tuple[int, ...]:
        rules, seats, seat = self.rules, self.seats, self.seat
        place = "any-open" if signs >> TURNED + seat & 1 else rules.first_turn_place
        trains = [seat]
        if place != "own-only":
            public = (signs >> BEGUN + seats).bit_count()
            more = public < self.most and _may_begin(rules.public_start, signs, seats, seat)
            trains += range(seats, seats + public + more)
        if place == "any-open":
            open_to_all = signs if rules.unstarted == "open" else signs & signs >> BEGUN
            trains += [train for train in range(seats) if open_to_all >> train & 1 and train != seat]
        self[signs] = _once(tuple(trains))
        return self[signs]


def usable_trains(state: BaseState, trains: Trains, seat: int) -> Sequence[int]:
    """Return the trains that the seat surely may use, its own first."""
    may_be_bound = trains.open or trains.run or trains.own_started
    bound = bound_trains(state, trains, seat) if may_be_bound else None
    return trains.plan.free[seat][trains.signs] if bound is None else bound


def ways(state: BaseState, trains: Trains, seat: int) -> list[Way]:
    """Return each end that is known of the trains that the seat surely may use."""
    usable = dict.fromkeys(usable_trains(state, trains, seat))
    known = [Way(train, number) for train in usable for number in dict.fromkeys(trains.ends(train) or ())]
    if covers := doubles_to_cover(state, trains, seat):
        return [way for way in known if any(_on_double(way, cover) for cover in covers)]
    return known


def unsure_trains(state: BaseState, trains: Trains, seat: int) -> list[int]:
    """Return the trains that the seat may or may not use, because nobody told whether they are marked or begun."""
    rules = state.rules.trains
    visits = trains.turns[seat] > 0 or rules.first_turn_place == "any-open"
    if trains.all_told or not visits or bound_trains(state, trains, seat) is not None:
        return []
    every = rules.unstarted == "open"
    stand = [{marked, every or begun} for marked, begun in zip(trains.marks, trains.begun, strict=False)]
    unsure = [train for train, facts in enumerate(stand) if None in facts and False not in facts]
    return [train for train in unsure if train != seat]


def untold_trains(state: BaseState, trains: Trains, seat: int) -> list[int]:
    """Return the trains that the seat may use, but nobody told for what, and those that it may or may not use."""
    usable = dict.fromkeys(usable_trains(state, trains, seat))
    return [*(train for train in usable if trains.ends(train) is None), *unsure_trains(state, trains, seat)]


def bound_trains(state: BaseState, trains: Trains, seat: int) -> list[int] | None:
    """Return the only trains that are left to the seat, None where it may choose."""
    if trains.own_started and trains.own_first(seat):
        return [seat]
    covers = [*map(_train_of, _to_cover(state, trains, seat))]
    if trains.run and seat == state.turn:
        return [seat] if not covers or seat in covers else []
    return covers or None


def owed_double(state: BaseState, trains: Trains, seat: int) -> OpenDouble | None:
    """Return the double of this turn for which the seat owes an extra tile."""
    return trains.due if seat == state.turn else None


def doubles_to_cover(state: BaseState, trains: Trains, seat: int) -> list[OpenDouble]:
    """Return the doubles of which the seat has to cover one now: its own, or the one that binds everybody."""
    return [] if trains.own_first(seat) else _to_cover(state, trains, seat)


def _to_cover(state: BaseState, trains: Trains, seat: int) -> list[OpenDouble]:
    """Return these doubles, whether or not the seat has to begin its own train before."""
    foot = state.rules.foot
    if trains.due is not None and seat == state.turn:
        return [trains.due] if foot.again == "must-cover" else []
    if not state.strict or (state.rules.trains.first_turn_double == "waits" and not trains.turns[seat]):
        return []
    if foot.order == "any" or len(trains.open) == 1:
        return trains.open
    return trains.open[:1] if foot.order == "oldest-first" else trains.open[-1:]


def _may_begin(start: str, signs: int, seats: int, seat: int) -> bool:
    """Whether the seat may begin a public train, as `trains.public_start` says, for what is to be seen."""
    everybody = (1 << seats) - 1
    if start == "after-first-turn":
        return signs >> TURNED + seat & 1 > 0
    if start == "after-own-start":
        return signs >> BEGUN + seat & 1 > 0
    if start == "after-all-first-turns":
        return signs >> TURNED & everybody == everybody
    return start == "any-turn" or signs >> BEGUN & everybody == everybody


def barred(state: BaseState, trains: Trains, seat: int, tile: Tile, way: Way) -> Refusal | None:
    """Return why the seat may not lay the tile on a train, None where it may: the first rule that forbids it.

    That the tile fits there is not asked.
    """
    train, players = way.train, state.setup.players
    shown = train_in_words(train, players)
    facts: dict[str, object] = {"player": state.name(seat), "tile": tile, "train": shown}
    if trains.run and seat == state.turn and train != seat:
        return Refusal("trains.first_turn", "own-run", **facts)
    covers = _to_cover(state, trains, seat)
    if covers and not any(_on_double(way, cover) for cover in covers):
        double = Tile(covers[0].number, covers[0].number)
        if owed_double(state, trains, seat) is not None:
            return Refusal("foot.again", "cover-own", double=double, **facts)
        doubles = tuple(Tile(open_double.number, open_double.number) for open_double in trains.open)
        facts |= {"double": double, "on": train_in_words(covers[0].train, players), "doubles": doubles}
        if any(_on_double(way, open_double) for open_double in trains.open):
            return Refusal("foot.order", state.rules.foot.order, **facts)
        return Refusal("foot.lock", "cover-first", **facts)
    if train == seat:
        return None
    if not covers and (refusal := _closed(state, trains, seat, train, facts)):
        return refusal
    return Refusal("trains.elsewhere", "own-first", **facts) if trains.own_first(seat) else None


def _on_double(way: Way, double: OpenDouble) -> bool:
    return way.train == double.train and way.number in (double.number, NONE)


def _closed(
    state: BaseState, trains: Trains, seat: int, train: int, facts: dict[str, object]
) -> Refusal | None:
    """Return why a train that is not the seat's own is closed to it: in a first turn, not begun, or not marked."""
    rules, public = state.rules.trains, train >= trains.seats
    place = rules.first_turn_place
    if not trains.turns[seat] and place != "any-open" and not (public and place == "own-or-public"):
        return Refusal("trains.first_turn_place", rules.first_turn_place, **facts)
    if train >= len(trains.begun):
        begins = {"player": state.name(seat), "count": trains.public}
        if rules.ownership != "own-and-public":
            return Refusal("trains.ownership", "no-public", **begins)
        if trains.public >= trains.most_public:
            return Refusal("trains.public_count", "enough", **begins)
        if not _may_begin(rules.public_start, trains.signs, trains.seats, seat):
            return Refusal("trains.public_start", rules.public_start, **begins)
        in_order = train == len(trains.begun)
        return None if in_order else Refusal("trains.public_count", "in-order", player=state.name(seat))
    if public:
        return None
    owner = {"owner": state.name(train), **facts}
    if trains.begun[train] is False and rules.unstarted == "reserved":
        return Refusal("trains.unstarted", "reserved", **owner)
    if trains.marks[train] is not False:
        return None
    if state.strict:
        return Refusal("trains.ownership", "no-marker-but-double", **owner)
    covers = any(double.train == train for double in trains.open)
    return Refusal("trains.ownership", "no-marker-for-double" if covers else "no-marker", **owner)


def without_barred_doubles(state: BaseState, trains: Trains, seat: int, tiles: int) -> int | None:
    """Return the tiles, as bits, but for doubles that may not be laid; None where that turns on each of them."""
    second = _is_second(state, trains, seat)
    if second and state.rules.foot.chain == "none":
        return tiles & ~DOUBLES
    turns_on_each = tiles & DOUBLES and (second or must_lead_on(state, trains, seat))
    return None if turns_on_each else tiles


def _is_second(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether a double laid now would follow another one, where that is not free."""
    return trains.chain > 0 and seat == state.turn and state.rules.foot.chain != "any"


def must_lead_on(state: BaseState, trains: Trains, seat: int) -> bool:
    """Whether a double laid now may not be the last tile of a first turn."""
    return not trains.turns[seat] and state.rules.trains.first_turn_double == "not-last"


def verify_double(state: BaseState, laid: tuple[int, Tile, int]) -> None:
    """Raise Refusal if a double may not be laid: the seat, the tile and the train.

    Only a second one before a plain tile, and the last of a first turn, can be forbidden: unless another tile of the
    hand can follow.
    """
    (seat, double, train), trains = laid, state.table
    assert isinstance(trains, Trains)
    facts = {"player": state.name(seat), "tile": double}
    second = _is_second(state, trains, seat)
    if second and state.rules.foot.chain == "none":
        raise Refusal("foot.chain", "none", **facts)
    if second and state.hands[seat].size != 1:
        refusal = Refusal("foot.chain", "not-covered", **facts)
    elif must_lead_on(state, trains, seat):
        refusal = Refusal("trains.first_turn_double", "not-last", **facts)
    else:
        return
    after = state.copy()
    hand, table = after.hands[seat], after.table
    if hand.may_hold(double):
        hand.give_up(double, newest=after.drawn > 0)
    after.turn, after.played = seat, True
    table.lay(after, lay_tile(seat, double), (double.high, train))
    if after.turn != seat or after.outcome is not None:
        raise refusal
    if table.fitting(after, seat, hand.mask):
        return
    question = Reason(refusal.rule, "needs-plain", {**facts, "numbers": table.wanted(after, seat)})
    if not (hand.hidden and state.ask(question, helps=True)):
        raise refusal


def find_way(state: BaseState, trains: Trains, seat: int, tile: Tile, on: LayingPlace) -> Way:
    """Return the train and the end to which the tile is joined.

    Raises Refusal where it must not lie there, Malformed where several trains could be meant.
    """
    if on in (START, (trains.double, trains.double)):
        on = trains.double
    if on is None:
        return _only_way(state, trains, seat, tile, tile)
    if isinstance(on, int):
        if on not in tile:
            raise Refusal("conduct.misplay", "no-match", tile=tile, number=on)
        return _only_way(state, trains, seat, tile, (on,))
    if isinstance(on, Tile):
        return _on_tile(state, trains, seat, tile, on)
    train = trains.number(on)
    for way in possible_ways(state, trains, seat, tile):
        if way.train == train:
            return way
    # a train of which nobody told may show anything
    return _on_ends(state, trains, seat, tile, train, trains.ends(train) or (tile.high,))


def _on_ends(state: BaseState, trains: Trains, seat: int, tile: Tile, train: int, ends: Sequence[int]) -> Way:
    """Return how the tile is joined to one of these ends of a train. Raises Refusal where it may not lie there."""
    way = Way(train, next((number for number in ends if number in tile), NONE))
    if refusal := barred(state, trains, seat, tile, way):
        raise refusal
    if way.number == NONE:
        shown = {"tile": tile, "number": ends[0], "train": train_in_words(train, state.setup.players)}
        raise Refusal(
            "conduct.misplay", "no-match-train" if trains.tips(train) else "no-match-start", **shown
        )
    return way


def possible_ways(state: BaseState, trains: Trains, seat: int, tile: Tile) -> list[Way]:
    """Return each way in which the tile fits, the train and the number."""
    return [way for way in ways(state, trains, seat) if way.number in tile]


def allowed_ways(state: BaseState, seat: int, tile: Tile, possible: list[Way], certain: bool) -> list[Way]:
    """Return those of the ways in which the rules on doubles allow the tile, or may allow it."""
    if not tile.is_double or len(possible) < 2:
        return possible
    run = None if certain else Run()
    return [way for way in possible if surely(verify_double, state, (seat, tile, way.train), run)]


def name_end(trains: Trains, way: Way, possible: Sequence[Way]) -> LayingPlace:
    """Return the train, or the tile or number at its end where it has several that fit."""
    if sum(other.train == way.train for other in possible) == 1:
        return train_of_number(way.train, trains.seats)
    tip = next(tip for tip in trains.tips(way.train) or () if tip.number == way.number)
    return tip.tile or way.number


def _only_way(state: BaseState, trains: Trains, seat: int, tile: Tile, numbers: Sequence[int]) -> Way:
    """Return the only way to join the tile to one of these of its numbers; where none is sure, one that may be.

    Raises Refusal with what bars a train that shows such a number, or because none does.
    """
    possible = [way for way in possible_ways(state, trains, seat, tile) if way.number in numbers]
    possible = allowed_ways(state, seat, tile, possible, certain=False) or possible[:1]
    if len(possible) > 1:
        words = N_("{tile} fits on more than one train; add which one, such as {tile} on {train}.")
        train_named = train_word(possible[0].train, state.setup.players, seat)
        raise Malformed(_(words, tile=tile, train=train_named))
    if possible:
        return possible[0]
    for train in untold_trains(state, trains, seat):
        ends = trains.ends(train)
        if fits := numbers if ends is None else [end for end in ends if end in numbers]:
            return Way(train, fits[0])
    for train in range(len(trains.begun)):
        for end in trains.ends(train) or ():
            if end in numbers and (refusal := barred(state, trains, seat, tile, Way(train, end))):
                raise refusal
    if numbers != tile:
        raise Refusal("conduct.misplay", "no-train", number=numbers[0])
    raise Refusal("conduct.misplay", "fits-nowhere", tile=tile, numbers=trains.wanted(state, seat))


def _on_tile(state: BaseState, trains: Trains, seat: int, tile: Tile, on: Tile) -> Way:
    for train in range(len(trains.begun)):
        for tip in trains.tips(train) or ():
            if tip.tile == on:
                return _on_ends(state, trains, seat, tile, train, (tip.number,))
    if trains.lies(on):
        raise Refusal("conduct.misplay", "taken", tile=tile, place=on)
    raise Refusal("conduct.misplay", "no-such-place", tile=tile, place=on)
