"""From evenings to figures: a mean and its spread for each way of playing, and the range over all of them.

Sums are exact and in the order of the evenings, so the same evenings give the same figures on every machine.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, sqrt
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import msgspec

from scorekeeper.engine import State
from scorekeeper.errors import Impossible
from scorekeeper.rules import Rules, Value, deal, playable
from scorekeeper.simulate.evening import POLICIES, Chance, Evening, play_evening
from scorekeeper.text import N_, _

USUAL_PLAYERS = 4

MOST_EVENINGS = 100_000
"""So many leave a spread of less than a hundredth of what one evening has, and take some cores an hour."""

DIGITS = 6
"""Digits behind the point of a figure, far more than its spread leaves room for."""

Part: TypeAlias = tuple[tuple[tuple[Evening, ...], ...], ...]
"""Evenings of a plan, by rule book and by way of playing."""


class PlannedBook(NamedTuple):
    """Rules that are asked about: the id of their book, what to call them, and what the table changed."""

    id: str
    title: str
    rules: Rules
    house: Mapping[str, Value] = MappingProxyType({})


class Plan(NamedTuple):
    """What is simulated."""

    books: tuple[PlannedBook, ...]
    set_size: int
    players: int
    evenings: int = 1000
    seed: int = 1
    policies: tuple[str, ...] = tuple(POLICIES)
    turn_seconds: float | None = None

    def check(self) -> None:
        """Raise ScorekeeperError, with the reason, for what cannot be played."""
        if self.evenings < 2:
            sentence = N_("Simulate at least two evenings, not {count}; one alone shows only chance.")
            raise Impossible(_(sentence, count=self.evenings))
        if self.evenings > MOST_EVENINGS:
            raise Impossible(_("Simulate at most {most} evenings; more show no more.", most=MOST_EVENINGS))
        for book in self.books:
            deal(book.rules, self.set_size, self.players)
            players = [f"P{seat}" for seat in range(self.players)]
            State.deal(book.rules, players, lambda _tiles: None, set_size=self.set_size)


class Figure(msgspec.Struct, frozen=True):
    """A mean over evenings, and how far chance alone may put it off: twice its standard error."""

    mean: float
    spread: float


class PolicyFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What one way of playing gives under one rule book. Shares are from 0 to 1, points are of one player."""

    policy: str
    blocked: Figure
    turns: Figure
    points: Figure
    points_by_place: tuple[Figure, ...]
    leader_holds: Figure
    double_blank_cost: Figure
    decided_by_call: Figure
    minutes: Figure | None


class BookFigures(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one rule book gives, and between which means each figure lies."""

    rules: str
    policies: tuple[PolicyFigures, ...]
    range: Mapping[str, object]
    house: dict[str, Value] = {}


class Simulation(msgspec.Struct, frozen=True):
    """The answer, as JSON has it; `evenings` is how many were played of each kind."""

    set: int
    players: int
    evenings: int
    seed: int
    books: tuple[BookFigures, ...]


class FigureRow(NamedTuple):
    """One figure of a rule book in all ways of playing."""

    name: str
    place: int
    """The place in the standing, counted from 1; 0 where it is no figure of a place."""
    figures: tuple[Figure, ...]

    @property
    def range(self) -> tuple[float, float]:
        """Return the lowest mean and the highest."""
        means = [figure.mean for figure in self.figures]
        return min(means), max(means)


def usual_players(rules: Rules, set_size: int) -> int:
    """Return how many usually play, or the nearest number for which the tiles suffice."""
    able = playable(rules, set_size)
    return min(able, key=lambda players: abs(players - USUAL_PLAYERS), default=USUAL_PLAYERS)


def part_of(plan: Plan, numbers: Iterable[int], chances: Callable[[int], Chance]) -> Part:
    """Play the evenings of these numbers under every rule book in every way.

    `chances` makes the random numbers of an evening from its number alone.
    """
    size, players, asked = plan.set_size, plan.players, tuple(numbers)

    def evenings(rules: Rules, name: str) -> tuple[Evening, ...]:
        return tuple(play_evening(rules, size, players, POLICIES[name], chances(number)) for number in asked)

    return tuple(tuple(evenings(book.rules, name) for name in plan.policies) for book in plan.books)


def simulation(plan: Plan, parts: Sequence[Part]) -> Simulation:
    """Return the figures of the evenings that were played, which stand in the order of their numbers."""
    books = []
    for at, book in enumerate(plan.books):
        played = [
            [evening for part in parts for evening in part[at][which]] for which in range(len(plan.policies))
        ]
        policies = tuple(_figures(name, some, plan) for name, some in zip(plan.policies, played, strict=True))
        house, spans = dict(book.house), _ranges(policies)
        books.append(BookFigures(rules=book.id, policies=policies, range=spans, house=house))
    count = sum(len(part[0][0]) for part in parts)
    return Simulation(plan.set_size, plan.players, count, plan.seed, tuple(books))


def _figures(policy: str, evenings: Sequence[Evening], plan: Plan) -> PolicyFigures:
    players, seconds = plan.players, plan.turn_seconds
    return PolicyFigures(
        policy=policy,
        blocked=_figure(evening.blocked / evening.rounds for evening in evenings),
        turns=_figure(evening.turns / evening.rounds for evening in evenings),
        points=_figure(sum(evening.totals) / evening.rounds / players for evening in evenings),
        points_by_place=tuple(
            _figure(evening.totals[place] / evening.rounds for evening in evenings)
            for place in range(players)
        ),
        leader_holds=_figure(float(evening.leader_won) for evening in evenings),
        double_blank_cost=_figure(evening.double_blank / evening.rounds for evening in evenings),
        decided_by_call=_figure(evening.by_call / evening.rounds for evening in evenings),
        minutes=None if seconds is None else _figure(evening.turns * seconds / 60 for evening in evenings),
    )


def _figure(values: Iterable[float]) -> Figure:
    numbers = tuple(values)
    count = len(numbers)
    mean = fsum(numbers) / count
    variance = fsum((value - mean) ** 2 for value in numbers) / max(count - 1, 1)
    return Figure(round(mean, DIGITS), round(2 * sqrt(variance / count), DIGITS))


def _ranges(policies: Sequence[PolicyFigures]) -> dict[str, object]:
    """Return the range of each figure, as JSON has it; those by place as a list."""
    rows = figure_rows(policies)
    by_name = {row.name: [other.range for other in rows if other.name == row.name] for row in rows}
    return {row.name: by_name[row.name] if row.place else row.range for row in rows}


def figure_rows(policies: Sequence[PolicyFigures]) -> list[FigureRow]:
    """Return every figure in all ways of playing, in the order of `PolicyFigures`; minutes only where asked for."""
    rows = []
    for name in PolicyFigures.__struct_fields__[1:]:
        values = [getattr(policy, name) for policy in policies]
        if isinstance(values[0], tuple):
            rows += [
                FigureRow(name, place, row) for place, row in enumerate(zip(*values, strict=True), start=1)
            ]
        elif values[0] is not None:
            rows.append(FigureRow(name, 0, tuple(values)))
    return rows
