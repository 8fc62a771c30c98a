"""A situation in a round of trains as a state of the engine.

No rule is known here; the engine is asked.
"""

from itertools import takewhile

from scorekeeper.engine import (
    BIT,
    Action,
    OpenDouble,
    Outcome,
    Place,
    Setup,
    State,
    Tip,
    Train,
    TrainsTable,
    state_of_table,
    trains_of,
)
from scorekeeper.judge.facts import ENDS, FOOT, TOES, AskedFact
from scorekeeper.judge.situation import Situation
from scorekeeper.judge.train_facts import FIRST_TURN, OPEN_DOUBLES, TRAINS
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.tiles import Tile


def first_turn_differs(rules: Rules) -> bool:
    """Whether a first turn has rules of its own, or a public train or the end of the round has to wait for it."""
    trains = rules.trains
    waits = trains.public_start in ("after-first-turn", "after-all-first-turns")
    waits = waits or rules.ending.first_turn == "all-finish-first-turn"
    as_any = (trains.first_turn, trains.first_turn_place, trains.first_turn_double) == (
        "one",
        "any-open",
        "as-usual",
    )
    return rules.has_trains and (waits or not as_any)


def trains_can_die(rules: Rules) -> bool:
    """Whether a double on a train may be left open once all tiles of its number are laid."""
    return rules.has_trains and rules.foot.uncloseable != "exhaust"


TABLE = (
    AskedFact(FOOT),
    AskedFact(TOES),
    AskedFact(ENDS),
    AskedFact(TRAINS),
    AskedFact(OPEN_DOUBLES),
    AskedFact(FIRST_TURN, under=first_turn_differs),
)
"""The facts of the table that most questions ask for; each layout has some of them."""


def trains_told(situation: Situation, setup: Setup, seen: tuple[Tile, ...] = ()) -> TrainsTable:
    """Return the trains as people remember them; of those that nobody named, only their open doubles are known."""
    seats, told, doubles = len(situation.players), situation.trains or {}, situation.open_now
    shown = {train: [Tip(number)] for train, number in doubles}
    trains, rules = TrainsTable(setup, seen), setup.rules
    for seat in range(seats):
        found = told.get(seat)
        trains.marks[seat] = None if found is None else found.marked
        if found is None:
            trains.tips[seat] = shown.get(seat)
        elif found.end is not None:
            trains.tips[seat] = [Tip(found.end)]
        trains.turns[seat] = 0 if seat in situation.first_turn else 1
    shown |= {train: [Tip(found.end)] for train, found in told.items() if found.end is not None}
    trains.tips += [shown[train] for train in sorted(shown) if train >= seats]
    toes = rules.foot.toes if rules.trains.branching else 1
    trains.open = [OpenDouble(train, number, toes) for train, number in doubles]
    trains.begin(setup.double)
    trains.drop_dead()
    return trains


def train_state(situation: Situation, setup: Setup) -> State:
    """Return the table as it was told, the player who is asked about on turn."""
    trains = trains_told(situation, setup, situation.on_table())
    return state_of_table(setup, trains, situation.question.seat or 0)


def trains_at_start(setup: Setup, turn: int) -> State:
    """Return the round before anything was laid; the engine lies where it is laid out beforehand."""
    trains = TrainsTable(setup)
    if not double_is_held(setup.rules):
        trains.begin(setup.double)
    return state_of_table(setup, trains, turn)


def after_laying(situation: Situation, state: State, seat: int) -> None:
    """Let the turn go on as it does after the tiles that the player has laid in it.

    As many draws as there were doubles among them lie before the last of these, and all of them before a plain tile
    that was laid last; a tile that is told was drawn last.
    """
    laid, trains = situation.laid_now, trains_of(state)
    if not laid:
        return
    last = laid[-1]
    trains.on_own = all(train == seat for _tile, train in laid)
    doubles = [one for one in laid if one.tile.is_double]
    trains.doubles = [
        found for tile, train in doubles if (found := trains.open_on(train, tile.high)) is not None
    ]
    trains.chain = len(list(takewhile(lambda one: one.tile.is_double, reversed(laid))))
    trains.due = trains.open_on(last.train, last.tile.high) if last.tile.is_double else None
    state.played = True
    state.history.append(Action(seat, "lay", last.tile, trains.place_of(last.train)))
    draws, drawn_tile = state.drawn, state.drawn_tile
    state.table.settle(state, seat, last.tile.is_double)
    if state.turn == seat:
        since = draws - len(doubles) if last.tile.is_double else 0
        state.drawn = max(int(drawn_tile is not None), since)
        state.drawn_tile = drawn_tile


def anywhere(state: State, seat: int, tile: Tile) -> Place:
    """Return a train that takes the tile, the player's own first; None where none does for certain."""
    lays = state.table.lays(state, seat, BIT[tile]) if state.started else []
    return lays[0].on if lays else None


def let_fit(state: State, seat: int, number: int) -> None:
    """Let the seat's own train show a number, and no double come first."""
    trains_of(state).tell(seat, number)
    state.again = False


def let_lie(state: State, action: Action) -> None:
    """Let a tile that was laid on a train against the rules lie there, where it shows the train's end."""
    if action.kind == "lay" and action.tile is not None and isinstance(action.on, Train):
        trains_of(state).let_lie(action.tile, action.on)


def yet_to_begin(state: State, out: int) -> tuple[int, ...]:
    """Return the seats whose first turn is still due although a player is out; none where nobody waits for it."""
    if state.rules.ending.first_turn == "at-once":
        return ()
    return tuple(seat for seat, turns in enumerate(trains_of(state).turns) if not turns and seat != out)


def out_of_tiles(state: State) -> None:
    """End the round where somebody has no tile left, owes none, and nobody has yet to take a first turn.

    Where whoever is on turn covers an open double, and a last double too, the one that is open was the last tile.
    """
    rules = state.rules
    bound = state.strict and (rules.foot.again, rules.ending.double_out) == ("must-cover", "must-cover")
    left_open = bound and bool(trains_of(state).open)
    for seat, hand in enumerate(state.hands):
        owes = left_open or (state.again and seat == state.turn) or bool(yet_to_begin(state, seat))
        if hand.empty and state.outcome is None and not owes:
            state.outcome = Outcome("out", "scoring.out", out=seat)
