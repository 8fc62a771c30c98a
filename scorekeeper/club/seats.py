"""Draws who sits at which table: as few as can be meet again, and what people asked for is kept.

Companions who meet again cost the square of how often they did before. A tabu search (Glover) swaps two people, even
for the worse, and none back at once. It ends where nothing costs anything, so that no other seats are better; else
after so much work, with the best seats that it saw. Chance comes in from outside.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.club.events import FEWEST_SEATS, Club, ClubTable
from scorekeeper.errors import Impossible
from scorekeeper.text import N_, _, join_and, ngettext

ASKED = 10_000
"""What it costs to part those who asked to sit together, or not to part those who asked for that."""

WORK, WORK_EACH = 3_000_000, 2_000
"""How many swaps are weighed before the best seats so far are taken, at most and for each pair of people."""

Weights = Sequence[Sequence[int]]
"""What it costs that two people share a table, by their numbers."""


class DrawnSitting(NamedTuple):
    """The tables of a sitting, those that had begun too; and the pairs at a table who met before."""

    tables: tuple[ClubTable, ...]
    repeated: int
    problems: tuple[str, ...]


def table_sizes(people: int, most: int) -> tuple[int, ...]:
    """Return how many sit at each table: as few tables as can be, as equal as can be, the larger ones first.

    >>> table_sizes(70, 6), table_sizes(4, 3), table_sizes(2, 6)
    ((6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 5, 5), (4,), ())
    """
    tables = min(-(-people // most), people // FEWEST_SEATS)
    if not tables:
        return ()
    least, larger = divmod(people, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def draw_sitting(
    club: Club, sitting: int, begun: Sequence[ClubTable], chance: Callable[[], float]
) -> DrawnSitting:
    """Draw the tables of a sitting of which some may have begun, which stay.

    Raises Impossible if too few are there for a table.
    """
    seated = {name for table in begun for name in table.players}
    people = [person for person in club.people.values() if person.here and person.name not in seated]
    sizes = table_sizes(len(people), club.started.most)
    if not sizes and not begun:
        raise Impossible(
            ngettext(
                "{count} person is here; a table needs {least}.",
                "{count} people are here; a table needs {least}.",
                len(people),
                least=FEWEST_SEATS,
            )
        )
    taken = {table.number for table in begun}
    free = [number for number in range(1, len(taken) + len(sizes) + 1) if number not in taken]
    people.sort(key=lambda _person: chance())
    places = dict(zip(free, range(len(sizes)), strict=False))
    fixed = [None if person.table is None else places.get(person.table) for person in people]
    names = [person.name for person in people]
    seats = _Search(_weights(club, sitting, names), sizes, fixed, chance).best() if sizes else []
    drawn = [
        ClubTable(free[place], tuple(name for name, at in zip(names, seats, strict=True) if at == place))
        for place in range(len(sizes))
    ]
    tables = tuple(sorted([*begun, *drawn], key=lambda table: table.number))
    return as_drawn(club, sitting, tables)


def as_drawn(club: Club, sitting: int, tables: tuple[ClubTable, ...]) -> DrawnSitting:
    """Return the tables of a sitting with what is not ideal about them."""
    return DrawnSitting(
        tables, len(_meeting_again(club, sitting, tables)), tuple(_problems(club, sitting, tables))
    )


def _met(club: Club, sitting: int) -> dict[tuple[str, str], int]:
    """Return how often two people share a table in the other sittings, by their names in order."""
    met: dict[tuple[str, str], int] = {}
    for number, tables in enumerate(club.sittings, start=1):
        for table in tables if number != sitting else ():
            for pair in combinations(sorted(table.players), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def _weights(club: Club, sitting: int, names: Sequence[str]) -> Weights:
    number = {name: place for place, name in enumerate(names)}
    weights = [[0] * len(names) for _name in names]

    def add(one: str, other: str, cost: int) -> None:
        if one in number and other in number:
            weights[number[one]][number[other]] += cost
            weights[number[other]][number[one]] += cost

    for (one, other), times in _met(club, sitting).items():
        add(one, other, 2 * times - 1)
    for person in club.people.values():
        for other in person.apart:
            add(person.name, other, ASKED)
        for other in person.together:
            add(person.name, other, -ASKED)
    return weights


class _Search:
    """Seats of people at tables, by numbers, and what they cost; swaps two people until nothing costs anything."""

    def __init__(
        self, weights: Weights, sizes: Sequence[int], fixed: Sequence[int | None], chance: Callable[[], float]
    ) -> None:
        self.weights, self.chance, self.work = weights, chance, 0
        self.people = range(len(weights))
        room = list(sizes)
        self.seats = [-1] * len(weights)
        self.free: list[int] = []
        """Who may be swapped: those without a table of their own."""
        self.gains = [sum(min(weight, 0) for weight in row) for row in weights]
        """The least that each person can cost: all who are to sit beside are there, and nobody else who costs."""
        for person, place in enumerate(fixed):
            if place is not None and room[place]:
                self.seats[person] = place
                room[place] -= 1
            else:
                self.free.append(person)
        self.costs = [[0] * len(sizes) for _person in self.people]
        """What each person would cost at each table."""
        for person in self.people:
            if self.seats[person] >= 0:
                self._sit(person, self.seats[person])
        for person in self.free:
            place = min((at for at, left in enumerate(room) if left), key=self.costs[person].__getitem__)
            room[place] -= 1
            self._sit(person, place)

    def _sit(self, person: int, place: int, by: int = 1) -> None:
        self.seats[person] = place
        for other, weight in enumerate(self.weights[person]):
            if weight:
                self.costs[other][place] += by * weight

    @property
    def cost(self) -> int:
        """What all seats cost."""
        return sum(self.costs[person][self.seats[person]] for person in self.people) // 2

    def best(self) -> list[int]:
        """Return the best seats that are found."""
        goal = sum(self.gains) // 2
        least, best = self.cost, self.seats[:]
        cost, step, barred = least, 0, dict[int, int]()
        enough = min(WORK, WORK_EACH * len(self.free) ** 2)
        while least > goal and self.work < enough:
            step += 1
            self.work += len(self.free) + 1
            swap = self._swap(step, barred, least - cost)
            if swap is None:  # all who might are barred for a while
                continue
            change, one, other = swap
            here, there = self.seats[one], self.seats[other]
            for person, place in ((one, here), (other, there)):
                self._sit(person, place, -1)
            self._sit(one, there)
            self._sit(other, here)
            barred[one] = barred[other] = step + 3 + int(self.chance() * 7)
            cost += change
            if cost < least:
                least, best = cost, self.seats[:]
        return best

    def _swap(self, step: int, barred: dict[int, int], wanted: int) -> tuple[int, int, int] | None:
        """Return the best swap of somebody who sits badly: by how much the cost changes, and who swap."""
        costs, seats, weights = self.costs, self.seats, self.weights
        found: tuple[int, int, int] | None = None
        ties = 1
        for one in self.free:
            here = seats[one]
            mine, row = costs[one], weights[one]
            if mine[here] <= self.gains[one]:
                continue
            self.work += len(self.free)
            for other in self.free:
                there = seats[other]
                if there == here:
                    continue
                change = mine[there] - mine[here] + costs[other][here] - costs[other][there] - 2 * row[other]
                if found is not None and change > found[0]:
                    continue
                if (barred.get(one, -1) >= step or barred.get(other, -1) >= step) and change >= wanted:
                    continue
                ties = ties + 1 if found is not None and change == found[0] else 1
                if ties == 1 or self.chance() * ties < 1:
                    found = (change, one, other)
        return found


def _meeting_again(club: Club, sitting: int, tables: Sequence[ClubTable]) -> list[tuple[str, str, int]]:
    """Return the pairs at a table who met before, and not because they asked for it, each with the table."""
    met = _met(club, sitting)
    asked = {frozenset((person.name, other)) for person in club.people.values() for other in person.together}
    return [
        (one, other, table.number)
        for table in tables
        for one, other in combinations(sorted(table.players), 2)
        if (one, other) in met and frozenset((one, other)) not in asked
    ]


def _problems(club: Club, sitting: int, tables: Sequence[ClubTable]) -> Iterator[str]:
    yield from _wishes(club, {name: table.number for table in tables for name in table.players})
    yield from _sizes(club, tables)
    for one, other, table in _meeting_again(club, sitting, tables):
        yield _("{names} meet again, at table {table}.", names=join_and([one, other]), table=table)


def _sizes(club: Club, tables: Sequence[ClubTable]) -> Iterator[str]:
    fewest, most = club.started.fewest, club.started.most
    sentence = N_("Table {table} has {count} people; the event asks for {fewest} to {most}.")
    for table in tables:
        count = len(table.players)
        if not fewest <= count <= most:
            yield _(sentence, table=table.number, count=count, fewest=fewest, most=most)


def _wishes(club: Club, seats: dict[str, int]) -> Iterator[str]:
    """Yield who has no seat, and what people asked for and do not have."""
    fixed = N_("{name} is to sit at table {table}, and sits at {at}.")
    apart = N_("{names} are to sit apart, and both sit at table {table}.")
    together = N_("{names} are to sit together, and sit at two tables.")
    for person in club.people.values():
        name, at = person.name, seats.get(person.name)
        if at is None:
            if person.here:
                yield _("{name} is here and has no seat.", name=name)
            continue
        if person.table not in (None, at):
            yield _(fixed, name=name, table=person.table, at=at)
        beside = {other for other in (*person.apart, *person.together) if seats.get(other) == at}
        yield from (
            _(apart, names=join_and([name, other]), table=at) for other in person.apart if other in beside
        )
        parted = [other for other in person.together if other in seats and other not in beside]
        yield from (_(together, names=join_and([name, other])) for other in parted)
