"""One evening: all rounds of a game under one rule book, played in one way, and what is counted of it.

A way of playing picks one of the actions that a player may do, and so is legal under every rule book.
Points are those of the engine, places and the next double those of a game that is kept.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from scorekeeper.engine import Action, RoundResult, State, Train
from scorekeeper.game import Call, Game, Out, Points, Round, next_starter, standings
from scorekeeper.rules import Rules, double_is_held, score_tile
from scorekeeper.tiles import DOUBLE_BLANK, Tile

FORGOTTEN = 0.25
"""How many of the calls on a last tile are forgotten, where that costs something; somebody always notices."""

NAMES = tuple("ABCDEFGHIJKL")
"""The players, by seats."""


Chance: TypeAlias = Callable[[], float]
"""A random number from 0 to below 1, such as `random.Random(7).random`."""

Policy: TypeAlias = Callable[[Sequence[Action], Chance], Action]
"""Picks one of the actions that `State.legal_actions` lists."""


def any_action(actions: Sequence[Action], chance: Chance) -> Action:
    """Pick any action, each as likely as the others: also a draw or a pass where it is a choice."""
    return actions[int(chance() * len(actions))]


_DOUBLE = 10_000
"""More than any tile weighs."""


def _weight(action: Action, double: int = 0) -> int:
    """Return what counts: the dots of a tile, its higher number, then its place: that number, or one's own train."""
    tile, on = action.tile, action.on
    if tile is None:
        return -2 * _DOUBLE
    liked = on.owner == action.seat if isinstance(on, Train) else on == tile.high
    return tile.pips * 100 + tile.high * 2 + liked + double * tile.is_double


def heaviest(actions: Sequence[Action], _chance: Chance) -> Action:
    """Lay the heaviest tile; draw or pass only where none can be laid."""
    return max(actions, key=_weight)


def doubles_first(actions: Sequence[Action], _chance: Chance) -> Action:
    """Lay a double as soon as it fits, else the heaviest tile."""
    return max(actions, key=lambda action: _weight(action, _DOUBLE))


def keep_doubles(actions: Sequence[Action], _chance: Chance) -> Action:
    """Lay the heaviest tile that is no double, and a double only where nothing else fits."""
    return max(actions, key=lambda action: _weight(action, -_DOUBLE))


POLICIES: Mapping[str, Policy] = {
    "random": any_action,
    "heaviest": heaviest,
    "doubles-first": doubles_first,
    "keep-doubles": keep_doubles,
}
"""Every way of playing, by its word. How people play matters more than chance: no figure comes from one alone."""


class Evening(NamedTuple):
    """What was counted in one evening."""

    rounds: int
    blocked: int
    """Rounds in which nobody went out."""
    turns: int
    totals: tuple[int, ...]
    """Points of each player at the end, the winner's first."""
    leader_won: bool
    """Whether somebody who led after half of the rounds won."""
    double_blank: int
    """Points that 0-0 cost those who were left with it."""
    by_call: int
    """Rounds in which somebody else would have gone out, or nobody, had no call been forgotten."""


class _Played(NamedTuple):
    """A round that was played."""

    result: RoundResult
    began_with: int
    turns: int
    by_call: bool


class _Calls:
    """The calls of a round under rules where it costs something to forget one; others always notice."""

    def __init__(self, state: State, chance: Chance, forgotten: float) -> None:
        self.state, self.chance, self.forgotten = state, chance, forgotten
        self.forgot: set[int] = set()
        self.caught: set[int] = set()
        self.twin: State | None = None
        """The round as it would have gone on, had the first call that was forgotten been made."""

    @property
    def cost(self) -> bool:
        """Whether somebody had to pay; where that needs no challenge, a lost turn is seen by nobody."""
        return bool(self.caught) or self.state.rules.little.challenge == "automatic"

    def hear(self, seat: int) -> None:
        """Let players call, challenge and pay after an action of a seat, until nothing of it is due."""
        self.forgot.discard(seat)
        if self.forgot or self._on_last_tile(seat):
            while (due := next(filter(self._is_due, self.state.interrupts()), None)) is not None:
                self.state.do(due)

    def _on_last_tile(self, seat: int) -> bool:
        return len(self.state.hands[seat].known) == 1

    def _is_due(self, action: Action) -> bool:
        """Whether a call, a challenge or a draw that may be made now is made."""
        seat = action.seat
        if action.kind == "little":
            return seat not in self.forgot and self._on_last_tile(seat) and not self._forgets(action)
        blamed = action.other if action.kind == "challenge" else seat
        if blamed in self.forgot and action.kind in ("challenge", "draw"):
            self.forgot.remove(blamed)
            self.caught.add(blamed)
            return True
        return action.kind == "draw" and seat in self.caught

    def _forgets(self, call: Action) -> bool:
        if self.chance() >= self.forgotten:
            return False
        if self.twin is None:
            self.twin = self.state.copy()
            self.twin.do(call)
        self.forgot.add(call.seat)
        return True


def play_evening(rules: Rules, set_size: int, players: int, policy: Policy, chance: Chance) -> Evening:
    """Play all rounds of a game, every player in the same way.

    Raises ScorekeeperError for a table that cannot be set up.
    """
    names, held = NAMES[:players], double_is_held(rules)
    game = Game(title="", date=dt.date.min, set_size=set_size, players=names, book="", rules=rules)
    played: list[_Played] = []

    def shuffle(tiles: list[Tile]) -> None:
        tiles.sort(key=lambda _tile: chance())

    while game.ahead:
        number, double = len(played) + 1, game.ahead[0]
        starter = None if held else next_starter(game, number) or names[int(chance() * players)]
        state = State.deal(rules, names, shuffle, set_size=set_size, double=double, starter=starter)
        one = _play_out(state, None if held else double, policy, chance, FORGOTTEN)
        if one is not None:  # else the tiles are shuffled again
            game = replace(game, rounds=(*game.rounds, _as_kept(rules, number, double, one)))
            played.append(one)
    return _counted(game, played)


def _play_out(
    state: State, began_with: int | None, policy: Policy, chance: Chance, forgotten: float
) -> _Played | None:
    """Play to the end; `began_with` is the starting double that lies there. None where nobody can begin."""
    calls = _Calls(state, chance, forgotten) if state.rules.little.mode == "penalty" else None
    turns, seat = 0, -1
    while (result := state.result) is None:
        actions = state.legal_actions()
        if not actions:
            return None
        action = policy(actions, chance)
        if began_with is None and action.tile is not None:
            began_with = action.tile.high
        if action.seat != seat and began_with is not None:
            turns, seat = turns + 1, action.seat
        state.do(action)
        if calls is not None:
            calls.hear(action.seat)
    assert began_with is not None
    by_call = False
    if calls is not None and calls.twin is not None and calls.cost:
        otherwise = _play_out(calls.twin, began_with, policy, chance, forgotten=0)
        by_call = otherwise is None or otherwise.result.out != result.out
    return _Played(result, began_with, turns, by_call)


def _as_kept(rules: Rules, number: int, double: int, one: _Played) -> Round:
    """Return a round as a game keeps it: the points as they came out, and what calls cost who went out."""
    out, points, charge = one.result.out, one.result.points, rules.little.points
    times = (points[out] - rules.scoring.out) // charge if out is not None and charge else 0
    calls = (Call("chickenlittle", out or "", effect=rules.little.penalty),) * times
    entries = {name: Points(count) for name, count in points.items() if name != out}
    ending = None if out is None else Out(out)
    return Round(number, double, started_with=one.began_with, ending=ending, entries=entries, calls=calls)


def _counted(game: Game, played: Sequence[_Played]) -> Evening:
    table, half = standings(game), len(played) // 2
    before = {name: game.total(name, half) for name in game.players}
    leaders = {name for name, total in before.items() if total == min(before.values())}
    cost, mark = score_tile(DOUBLE_BLANK, game.rules).points, str(DOUBLE_BLANK)
    left = [  # in a hand that did not go free with it
        one
        for one in played
        if any(mark in hand.split() and one.result.points[name] for name, hand in one.result.hands.items())
    ]
    return Evening(
        rounds=len(played),
        blocked=sum(one.result.ended == "blocked" for one in played),
        turns=sum(one.turns for one in played),
        totals=tuple(place.total for place in table.standings),
        leader_won=not leaders.isdisjoint(table.winners),
        double_blank=cost * len(left),
        by_call=sum(one.by_call for one in played),
    )
