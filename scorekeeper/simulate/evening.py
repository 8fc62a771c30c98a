"""One evening: all rounds of a game under one rule book, played in one way, and what is counted of it.

A way of playing picks one of the actions that a player may do, and so is legal under every rule book.
Points are those of the engine, places and the next double those of a game that is kept.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from scorekeeper.engine import Action, State, Train, played_round
from scorekeeper.game import Game, Round, TileEntry, next_starter, standings
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


def heaviest(actions: Sequence[Action], _chance: Chance, double: int = 0) -> Action:
    """Lay the heaviest tile, where a double weighs so much more; draw or pass only where none can be laid.

    What counts are the dots, then the higher number, then a place of that number, or one's own train.
    """

    def weight(action: Action) -> int:
        tile, on = action.tile, action.on
        if tile is None:
            return -2 * _DOUBLE
        liked = on.owner == action.seat if isinstance(on, Train) else on == tile.high
        return tile.pips * 100 + tile.high * 2 + liked + double * tile.is_double

    return max(actions, key=weight)


POLICIES: Mapping[str, Policy] = {
    "random": any_action,
    "heaviest": heaviest,
    "doubles-first": partial(heaviest, double=_DOUBLE),
    "keep-doubles": partial(heaviest, double=-_DOUBLE),
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

    round: Round
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
    results: list[_Played] = []

    def shuffle(tiles: list[Tile]) -> None:
        tiles.sort(key=lambda _tile: chance())

    while game.ahead:
        number, double = len(results) + 1, game.ahead[0]
        starter = None if held else next_starter(game, number) or names[int(chance() * players)]
        state = State.deal(rules, names, shuffle, set_size=set_size, double=double, starter=starter)
        result = _play_out(state, number, policy, chance, FORGOTTEN)
        if result is not None:  # else the tiles are shuffled again
            game = replace(game, rounds=(*game.rounds, result.round))
            results.append(result)
    return _counted(game, results)


def _play_out(state: State, number: int, policy: Policy, chance: Chance, forgotten: float) -> _Played | None:
    """Play a round to the end; None where nobody can begin."""
    calls = _Calls(state, chance, forgotten) if state.rules.little.mode == "penalty" else None
    turns, seat = 0, -1
    while state.outcome is None:
        actions = state.legal_actions()
        if not actions:
            return None
        action = policy(actions, chance)
        state.do(action)
        if action.seat != seat and state.started:
            turns, seat = turns + 1, action.seat
        if calls is not None:
            calls.hear(action.seat)
    by_call, played = False, played_round(state, number)
    # Where no challenge is needed, a lost turn is paid unseen.
    paid = calls is not None and (calls.caught or state.rules.little.challenge == "automatic")
    if calls is not None and calls.twin is not None and paid:
        otherwise = _play_out(calls.twin, number, policy, chance, forgotten=0)
        by_call = otherwise is None or otherwise.round.out != played.out
    return _Played(played, turns, by_call)


def _counted(game: Game, results: Sequence[_Played]) -> Evening:
    table, half = standings(game), len(results) // 2
    before = {name: game.total(name, half) for name in game.players}
    leaders = {name for name, total in before.items() if total == min(before.values())}
    left = [  # in a hand that did not go free with it
        name
        for played, points in zip(game.rounds, game.points, strict=True)
        for name, hand in played.entries.items()
        if isinstance(hand, TileEntry) and DOUBLE_BLANK in hand.tiles and points[name]
    ]
    return Evening(
        rounds=len(results),
        blocked=sum(played.blocked for played in game.rounds),
        turns=sum(result.turns for result in results),
        totals=tuple(place.total for place in table.standings),
        leader_won=not leaders.isdisjoint(table.winners),
        double_blank=score_tile(DOUBLE_BLANK, game.rules).points * len(left),
        by_call=sum(result.by_call for result in results),
    )
