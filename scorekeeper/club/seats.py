"""Draws who sits at which table: as few as can be meet again, and what people asked for is kept.

Companions who meet again cost the square of how often they did before. A tabu search (Glover) swaps two people, even
for the worse, and none back at once. It ends where nothing costs anything, so that no other seats are better; else
after so much work, with the best seats that it saw. Every table has as many seats, and an empty one is swapped as
people are: so the search chooses the larger tables too. Chance comes in from outside.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from scorekeeper.club.events import FEWEST_SEATS, Club, ClubTable
from scorekeeper.errors import Impossible
from scorekeeper.game import name_key
from scorekeeper.text import N_, _, join_and

ASKED, EMPTY = 10_000, 1_000_000
"""What it costs not to do what somebody asked for, and that two seats at a table are empty."""

WORK, WORK_EACH = 1_500_000, 800
"""How many swaps are weighed before the best seats so far are taken, at most and for each pair of people."""

Costs = list[list[int]]


class DrawnSitting(msgspec.Struct, frozen=True):
    """The tables of a sitting, those that had begun too; and how many pairs at a table met before."""

    sitting: int
    tables: tuple[ClubTable, ...]
    repeated: int
    problems: tuple[str, ...]


def table_sizes(people: int, most: int) -> tuple[int, ...]:
    """Return how many sit at each table: as few tables as can be, as equal as can be, the larger ones first.

    >>> table_sizes(70, 6), table_sizes(4, 3), table_sizes(2, 6)
    ((6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 5, 5), (4,), ())
    """
    tables = min(-(-people // most), people // FEWEST_SEATS)
    return tuple((people + index) // tables for index in reversed(range(tables)))


def draw_sitting(
    club: Club, sitting: int, begun: Sequence[ClubTable], chance: Callable[[], float]
) -> DrawnSitting:
    """Draw the tables of a sitting of which some may have begun, which stay.

    Raises Impossible if it is not due, or too few are there for a table.
    """
    club.check_due(sitting)
    tables = {table.number: table for table in begun}
    seated = {name for table in begun for name in table.players}
    names = [person.name for person in club.people.values() if person.here and person.name not in seated]
    sizes = table_sizes(len(names), club.started.most)
    if not sizes and not begun:
        sentence = N_("A table needs {least} people; so many are here: {count}.")
        raise Impossible(_(sentence, least=FEWEST_SEATS, count=len(names)))
    free = [number for number in range(1, len(begun) + len(sizes) + 1) if number not in tables][: len(sizes)]
    if sizes:
        names.sort(key=lambda _name: chance())
        names[:0] = [""] * (sizes[0] * len(sizes) - len(names))  # the empty seats
        asked = [club.people[name_key(name)].table if name else None for name in names]
        costs = [[ASKED * (table in free and table != number) for number in free] for table in asked]
        seats = _best_seats(_weights(club, sitting, names), costs, sizes[0], chance)
        for index, number in enumerate(free):
            players = (name for name, at in zip(names, seats, strict=True) if name and at == index)
            tables[number] = ClubTable(number, tuple(players))
    return as_drawn(club, sitting, tuple(tables[number] for number in sorted(tables)))


def _met(club: Club, sitting: int) -> Mapping[tuple[str, str], int]:
    """Return how often two people share a table in the other sittings, in the order of their names.

    Those who asked for it are not among them.
    """
    asked = {(person.name, other) for person in club.people.values() for other in person.together}
    met = Counter(
        pair
        for number, tables in enumerate(club.sittings, start=1)
        for table in tables
        for pair in combinations(sorted(table.players), 2)
        if number != sitting
    )
    return {pair: times for pair, times in met.items() if not asked & {pair, pair[::-1]}}


def _weights(club: Club, sitting: int, names: Sequence[str]) -> Costs:
    """Return what it costs that two people share a table, by their places; an empty seat has no name."""
    number = {name: index for index, name in enumerate(names)}
    weights = [[0 if name or other else EMPTY for other in names] for name in names]
    pairs = [(pair, 2 * times - 1) for pair, times in _met(club, sitting).items()]
    for person in club.people.values():
        pairs += [((person.name, other), ASKED) for other in person.apart]
        pairs += [((person.name, other), -ASKED) for other in person.together]
    for (name, other), cost in pairs:
        if name in number and other in number:
            weights[number[name]][number[other]] += cost
            weights[number[other]][number[name]] += cost
    return weights


def _best_seats(weights: Costs, costs: Costs, room: int, chance: Callable[[], float]) -> list[int]:
    """Return the best seats that are found: a table for each person.

    `costs` says what each person costs at each table; what those cost who sit there is added to it.
    """
    people, left, seats = range(len(weights)), [room] * len(costs[0]), [0] * len(weights)
    gains = [sum(min(weight, 0) for weight in row) for row in weights]

    def sit(person: int, table: int, by: int = 1) -> None:
        seats[person] = table
        for other, weight in enumerate(weights[person]):
            if weight and other != person:
                costs[other][table] += by * weight

    for person in people:
        table = min((table for table, free in enumerate(left) if free), key=costs[person].__getitem__)
        left[table] -= 1
        sit(person, table)
    best, cost, least, step, work, barred = seats[:], 0, 0, 0, 0, [0] * len(weights)
    enough = min(WORK, WORK_EACH * len(people) ** 2) if len(left) > 1 else 0

    def swap(who: int, other: int) -> tuple[bool, int, float]:
        """Return whether two may not swap yet, unless nothing was ever better, and how the cost would change."""
        mine, theirs, here, there = costs[who], costs[other], seats[who], seats[other]
        gain = mine[there] - mine[here] + theirs[here] - theirs[there] - 2 * weights[who][other]
        return max(barred[who], barred[other]) > step and gain >= least - cost, gain, chance()

    while work < enough and (bad := [who for who in people if costs[who][seats[who]] > gains[who]]):
        step += 1
        work += (len(bad) + 1) * len(people)
        pairs = ((who, other) for who in bad for other in people if seats[who] != seats[other])
        (_barred, gain, _chance), (who, other) = min((swap(*pair), pair) for pair in pairs)
        here, there = seats[who], seats[other]
        for person, table, by in ((who, here, -1), (other, there, -1), (who, there, 1), (other, here, 1)):
            sit(person, table, by)
        barred[who] = barred[other] = step + 4 + int(chance() * 7)
        cost += gain
        if cost < least:
            least, best = cost, seats[:]
    return best


def as_drawn(club: Club, sitting: int, tables: tuple[ClubTable, ...]) -> DrawnSitting:
    """Return the tables of a sitting with what is not ideal about them."""
    met, fewest, most = _met(club, sitting), club.started.fewest, club.started.most
    sizes = N_("Table {table} has {count} people; the event asks for {fewest} to {most}.")
    again = [
        _("{names} meet again, at table {table}.", names=join_and([person, other]), table=table.number)
        for table in tables
        for person, other in combinations(sorted(table.players), 2)
        if (person, other) in met
    ]
    unequal = [
        _(sizes, table=table.number, count=len(table.players), fewest=fewest, most=most)
        for table in tables
        if not fewest <= len(table.players) <= most
    ]
    wishes = _wishes(club, {name: table.number for table in tables for name in table.players})
    return DrawnSitting(sitting, tables, len(again), (*wishes, *unequal, *again))


def _wishes(club: Club, seats: Mapping[str, int]) -> Iterator[str]:
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
        both = [other for other in person.apart if seats.get(other) == at]
        yield from (_(apart, names=join_and([name, other]), table=at) for other in both)
        parted = [other for other in person.together if seats.get(other, at) != at]
        yield from (_(together, names=join_and([name, other])) for other in parted)
