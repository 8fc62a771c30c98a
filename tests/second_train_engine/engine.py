"""Rounds of Mexican Train, action by action: what is legal, what it does, and how a round ends.

Every function takes a state and returns the next one, or raises `Illegal`. Seats are numbered from 0 in seating
order; trains have the numbers of their owners, and the public ones follow.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.second_engine.notation import Tile

Keys = dict[str, Any]


class Illegal(Exception):
    """Raised for an action that a rule forbids, or that is wrong without one: not their turn, not their tile."""

    def __init__(self, rule: str | None = None) -> None:
        super().__init__(rule)
        self.rule = rule


@dataclass(frozen=True)
class Train:
    """A line of tiles from the engine outwards; `end` is the number that takes the next one."""

    end: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Turn:
    """What a player has done in the turn that runs.

    `drawn` is the tile drawn since the last one was laid, `due` the train of the double that needs an extra tile.
    A turn that owes no tile is a run: the player may go on with it, or stop.
    """

    seat: int | None = None
    laid: tuple[tuple[Tile, int], ...] = ()
    drawn: Tile | None = None
    draws: int = 0
    due: int | None = None
    owed: bool = True

    @property
    def chain(self) -> int:
        """How many doubles were laid since the last plain tile."""
        plain = [place for place, (tile, _) in enumerate(self.laid, 1) if not tile.double]
        return len(self.laid) - max(plain, default=0)


@dataclass(frozen=True)
class State:
    """A round, as it stands; `engine` is None until its holder has laid it.

    `open` holds the trains that end in an open double, the oldest first; `dry` counts passes with an empty yard;
    `spent` is who ended a turn with the last action, and the rule that allows no more tiles; `rested` is who ended it
    with a draw, so that saying pass adds nothing.
    """

    keys: Keys
    highest: int
    hands: tuple[frozenset[Tile], ...]
    yard: frozenset[Tile]
    engine: int | None = None
    trains: tuple[Train, ...] = ()
    marked: frozenset[int] = frozenset()
    open: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()
    turn: Turn = Turn()
    dry: int = 0
    spent: tuple[int, str] | None = None
    rested: int | None = None
    out: int | None = None
    out_on_double: bool = False
    ended: str | None = None

    @property
    def seats(self) -> range:
        """All players, in seating order."""
        return range(len(self.hands))

    @property
    def seat(self) -> int:
        """Who is on turn."""
        assert self.turn.seat is not None
        return self.turn.seat

    @property
    def first_turn(self) -> bool:
        """Whether this is the first turn of the player."""
        return self.turns[self.seat] == 0

    @property
    def spare(self) -> int:
        """How many tiles of the yard may be drawn."""
        return len(self.yard) - int(self.keys["yard.reserve"])


def begin(
    keys: Keys, highest: int, engine: int, hands: tuple[frozenset[Tile], ...], yard: frozenset[Tile]
) -> State:
    """Return the round as dealt, with the engine on the table if nobody is dealt it."""
    state = State(keys, highest, hands, yard, turns=(0,) * len(hands))
    return _with_engine(state, engine) if keys["start.source"] == "preplaced" else state


def _with_engine(state: State, number: int) -> State:
    return replace(state, engine=number, trains=tuple(Train(number) for _ in state.hands))


def lay_engine(state: State, seat: int, tile: Tile, named: int) -> State:
    """Lay the engine: the double that the round is named after, or the highest one in any hand."""
    if tile not in state.hands[seat]:
        raise Illegal
    wanted = Tile(named, named)
    if state.keys["start.source"] == "highest-held":
        wanted = max((held for hand in state.hands for held in hand if held.double), default=wanted)
    if tile != wanted:
        raise Illegal("start.source")
    state = _with_engine(_without(state, seat, tile), tile.high)
    state = replace(state, turn=Turn(seat))
    if state.keys["start.turn"] == "toe-first":
        return state
    return replace(_next_turn(state), turns=state.turns)


def barred(state: State, train: int) -> str | None:
    """Return the rule that closes a train to the player on turn, or None."""
    goes_on = state.turn.laid and state.turn.due is None
    if goes_on and train != state.seat:
        return "trains.first_turn"
    unstarted = not state.trains[state.seat].tiles
    if state.keys["trains.elsewhere"] == "own-started" and unstarted:
        return None if train == state.seat else _barred_by_double(state, train) or "trains.elsewhere"
    return _barred_by_double(state, train)


def _barred_by_double(state: State, train: int) -> str | None:
    keys = state.keys
    if state.turn.due is not None and keys["foot.again"] == "must-cover":
        return None if train == state.turn.due else "foot.again"
    waits = keys["trains.first_turn_double"] == "waits" and state.first_turn
    if state.turn.due is None and state.open and keys["foot.lock"] == "strict" and not waits:
        if train not in state.open:
            return "foot.lock"
        return None if train in _to_cover(state) else "foot.order"
    return _closed(state, train)


def _to_cover(state: State) -> tuple[int, ...]:
    orders = {"oldest-first": state.open[:1], "newest-first": state.open[-1:], "any": state.open}
    return orders[state.keys["foot.order"]]


def _closed(state: State, train: int) -> str | None:
    keys, seat, public = state.keys, state.seat, train >= len(state.hands)
    if train == seat:
        return None
    places = {"own-only": False, "own-or-public": public, "any-open": True}
    if state.first_turn and not places[keys["trains.first_turn_place"]]:
        return "trains.first_turn_place"
    if public:
        return None if train < len(state.trains) else _no_public_train(state, train)
    if keys["trains.unstarted"] == "reserved" and not state.trains[train].tiles:
        return "trains.unstarted"
    return None if train in state.marked else "trains.ownership"


def _no_public_train(state: State, train: int) -> str | None:
    """Return why the player may not begin this public train, or None."""
    keys, players = state.keys, len(state.hands)
    if keys["trains.ownership"] == "own-only":
        return "trains.ownership"
    started = [bool(own.tiles) for own in state.trains[:players]]
    count = keys["trains.public_count"]
    most = state.highest if count == "any" else players + count
    if len(state.trains) >= most:
        return "trains.public_count"
    may_start = {
        "any-turn": True,
        "after-first-turn": not state.first_turn,
        "after-own-start": started[state.seat],
        "after-all-first-turns": all(state.turns),
        "after-all-started": all(started),
    }
    if not may_start[keys["trains.public_start"]]:
        return "trains.public_start"
    return None if train == len(state.trains) else "trains.public_count"


def lay(state: State, seat: int, tile: Tile, train: int) -> State:
    """Lay a tile at the end of a train."""
    spent = state.spent if state.spent and state.spent[0] == seat and not state.ended else None
    if spent is None:
        state = on_turn(state, seat)
    if tile not in state.hands[seat]:
        raise Illegal
    if spent is not None:
        raise Illegal(spent[1])
    drawn = state.turn.drawn
    if drawn is not None and (rule := _wrong_after_draw(state, drawn, tile)):
        raise Illegal(rule)
    if rule := barred(state, train):
        raise Illegal(rule)
    if _end(state, train) not in tile:
        raise Illegal
    if rule := _barred_tile(state, tile, train):
        raise Illegal(rule)
    return _laid(state, tile, train)


def _end(state: State, train: int) -> int:
    assert state.engine is not None
    return state.trains[train].end if train < len(state.trains) else state.engine


def _barred_tile(state: State, tile: Tile, train: int) -> str | None:
    """Return the rule that forbids a tile that fits the train, or None."""
    return _leads_nowhere(state, _laid(state, tile, train), tile) if tile.double else None


def _wrong_after_draw(state: State, drawn: Tile, tile: Tile) -> str | None:
    """Return the rule that forbids this tile because of the one just drawn, or None."""
    allowed = tile == drawn and state.keys["turn.drawn_tile"] != "may-not-play"
    return None if allowed else "turn.drawn_tile"


def _leads_nowhere(before: State, after: State, tile: Tile) -> str | None:
    """Return the rule that forbids a double because of what would have to follow it, or None."""
    seat, chain = before.seat, before.keys["foot.chain"]
    goes_on = after.ended is None and after.turn.seat == seat and after.turn.owed and bool(playable(after))
    if before.turn.chain and chain != "any" and (chain == "none" or (after.hands[seat] and not goes_on)):
        return "foot.chain"
    last = before.first_turn and before.keys["trains.first_turn_double"] == "not-last" and not goes_on
    return "trains.first_turn_double" if last else None


def _laid(state: State, tile: Tile, train: int) -> State:
    """Return the state after a tile was laid, legal or not."""
    seat, trains = state.seat, list(state.trains)
    grown = trains[train] if train < len(trains) else Train(_end(state, train))
    trains[train : train + 1] = [Train(tile.across(grown.end), (*grown.tiles, tile))]
    takes_off = train == seat or state.keys["trains.marker_off"] == "any-play"
    covered = tuple(place for place in state.open if place != train)
    turn = replace(state.turn, laid=(*state.turn.laid, (tile, train)), drawn=None, due=None)
    state = replace(
        _without(state, seat, tile),
        trains=tuple(trains),
        marked=state.marked - {seat} if takes_off else state.marked,
        open=(*covered, train) if tile.double else covered,
        turn=turn,
        dry=0,
        spent=None,
    )
    return _after_tile(without_dead_doubles(state), tile, train)


def _without(state: State, seat: int, tile: Tile) -> State:
    hands = list(state.hands)
    hands[seat] -= {tile}
    return replace(state, hands=tuple(hands))


def without_dead_doubles(state: State) -> State:
    """Drop the open doubles whose number lies wholly on the table, or end the round for them."""
    on_table = [tile for train in state.trains for tile in train.tiles]
    engine = state.engine

    def dead(train: int) -> bool:
        number = state.trains[train].end
        return sum(number in tile for tile in on_table) + (number == engine) == state.highest + 1

    live = tuple(train for train in state.open if not dead(train))
    if live == state.open or state.keys["foot.uncloseable"] == "exhaust":
        return state
    over = state.keys["foot.uncloseable"] == "ends-round"
    return replace(state, open=live, ended="blocked" if over else None)


def _after_tile(state: State, tile: Tile, train: int) -> State:
    """Return the state with the extra tile owed, the round over, the run going on, or the next player on turn."""
    keys, seat = state.keys, state.seat
    if not state.hands[seat]:
        uncovered = [place for place in state.open if place in {place for _, place in state.turn.laid}]
        if keys["ending.double_out"] != "must-cover" or not uncovered:
            return _gone_out(state, tile)
        return replace(state, turn=replace(state.turn, due=uncovered[0], owed=True))
    if state.ended:
        return state
    if tile.double and train in state.open and keys["foot.again"] != "none":
        return replace(state, turn=replace(state.turn, due=train, owed=True))
    if (
        state.first_turn
        and keys["trains.first_turn"] == "run"
        and {place for _, place in state.turn.laid} == {seat}
    ):
        owed = tile.double and keys["trains.first_turn_double"] == "not-last"
        return replace(state, turn=replace(state.turn, owed=owed))
    return _next_turn(state, "trains.first_turn" if state.first_turn else "turn.plays")


def _gone_out(state: State, tile: Tile) -> State:
    seat = state.seat
    if state.out is None:
        state = replace(state, out=seat, out_on_double=tile.double)
    waiting = any(not state.turns[other] for other in state.seats if other != seat)
    if state.keys["ending.first_turn"] == "all-finish-first-turn" and waiting and not state.ended:
        return _next_turn(state, "trains.first_turn")
    return replace(state, ended="out")


def draw(state: State, seat: int, tile: Tile) -> State:
    """Draw a tile from the yard; where it may not be laid, that ends the turn."""
    if tile not in state.yard:
        raise Illegal
    if state.engine is None and not state.ended:
        raise Illegal("start.missing")
    state = on_turn(state, seat)
    if state.spare <= 0:
        raise Illegal("yard.reserve")
    if not state.turn.owed:
        raise Illegal("trains.first_turn")
    if _drawn_enough(state):
        raise Illegal("turn.draws")
    if playable(state) and (rule := _must_lay(state)):
        raise Illegal(rule)
    hands = list(state.hands)
    hands[seat] |= {tile}
    turn = replace(state.turn, drawn=tile, draws=state.turn.draws + 1)
    state = replace(state, hands=tuple(hands), yard=state.yard - {tile}, turn=turn, dry=0, spent=None)
    if state.keys["turn.drawn_tile"] != "may-not-play":
        return state
    return replace(_next_turn(_marked(state), "turn.drawn_tile"), rested=seat)


def _marked(state: State) -> State:
    return replace(state, marked=state.marked | {state.seat})


def _must_lay(state: State) -> str | None:
    """Return the rule by which a player who can lay may not draw, or None."""
    keys, chain = state.keys, state.turn.chain
    if keys["turn.must_play"] == "must":
        return "turn.must_play"
    if chain > 1 and keys["foot.chain"] == "if-covered":
        return "foot.chain"
    last = chain and state.first_turn and keys["trains.first_turn_double"] == "not-last"
    return "trains.first_turn_double" if last else None


def _drawn_enough(state: State) -> bool:
    """Whether the player may not draw any more in this turn, even with nothing to lay."""
    drawn, keys = state.turn.drawn, state.keys
    if drawn is not None:
        return keys["turn.draws"] == "one" or drawn in playable(state, {drawn})
    return bool(state.turn.draws) and keys["foot.draw"] == "per-turn"


def pass_turn(state: State, seat: int) -> State:
    """Pass: end the turn, with the marker up if a tile was owed."""
    if state.rested == seat and not state.ended:
        return replace(state, rested=None)
    state = on_turn(state, seat)
    if not state.turn.owed:
        return _next_turn(state)
    fitting = playable(state)
    if state.turn.drawn in fitting and state.keys["turn.drawn_tile"] == "must-play":
        raise Illegal("turn.drawn_tile")
    if fitting and state.turn.drawn is None and (rule := _must_lay(state)):
        raise Illegal(rule)
    enough = _drawn_enough(state)
    if state.spare > 0 and not enough:
        raise Illegal("turn.draws")
    if fitting - {state.turn.drawn}:
        raise Illegal("turn.must_play")
    drew, after = state.turn.drawn is not None, _next_turn(_marked(state))
    return _maybe_blocked(after, newly=seat not in state.marked, refused=not drew and not enough)


def _maybe_blocked(state: State, newly: bool, refused: bool) -> State:
    """Count a pass; with an empty yard it may end the round."""
    if state.spare > 0 or state.ended:
        return state
    dry = 1 if newly else state.dry + 1
    over = dry == len(state.hands) or (state.keys["yard.empty"] == "round-ends" and refused)
    return replace(state, dry=dry, ended="blocked" if over else None)


def on_turn(state: State, seat: int) -> State:
    """Return the state with this player on turn, who may end the run of the one before by acting."""
    if state.ended:
        raise Illegal
    if state.engine is None:
        raise Illegal("start.source")
    state = replace(state, rested=None)
    if state.turn.seat is None:
        return replace(state, turn=Turn(seat))
    if not state.turn.owed and seat != state.seat:
        state = _next_turn(state)
    if seat != state.turn.seat or state.ended:
        raise Illegal
    return state


def _next_turn(state: State, rule: str | None = None) -> State:
    """End the turn; `rule` is what allows no further tile, if the last action laid one."""
    seat, players = state.seat, len(state.hands)
    end = state.trains[seat].end
    blocked = not any(end in tile for tile in state.hands[seat])
    if state.keys["trains.marker_on"] == "own-blocked" and blocked:
        state = replace(state, marked=state.marked | {seat})
    turns = tuple(count + (other == seat) for other, count in enumerate(state.turns))
    over = state.out is not None and all(turns)
    return replace(
        state,
        turns=turns,
        turn=Turn((seat + 1) % players),
        spent=(seat, rule) if rule else None,
        ended="out" if over else state.ended,
    )


def playable(state: State, tiles: frozenset[Tile] | set[Tile] | None = None) -> set[Tile]:
    """Return the tiles of the player on turn, or those of these, that can be laid somewhere."""
    return {tile for tile, _ in plays(state, tiles)}


def plays(state: State, tiles: frozenset[Tile] | set[Tile] | None = None) -> Iterator[tuple[Tile, int]]:
    """Yield each tile of the player on turn, or of these, with each train on which it can be laid."""
    held = state.hands[state.seat] if tiles is None else tiles
    drawn = state.turn.drawn
    if drawn is not None:
        held = {tile for tile in held if not _wrong_after_draw(state, drawn, tile)}
    for train in range(len(state.trains) + 1):
        end = _end(state, train)
        fitting = [tile for tile in held if end in tile]
        if fitting and not barred(state, train):
            yield from ((tile, train) for tile in fitting if not _barred_tile(state, tile, train))
