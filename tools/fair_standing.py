"""Plays tables of five and six equal players, and says how fair each way to score is between them: `docs/club.md`."""

from random import Random
from statistics import mean
from typing import get_args

from scorekeeper.club import ScoredBy
from scorekeeper.club.results import table_scores
from scorekeeper.rules import changes_for_length, read_changes, with_changes
from scorekeeper.session import shelf
from scorekeeper.simulate.evening import POLICIES, play_evening

SET, ROUNDS, EVENINGS, EVENTS, SITTINGS = 12, 4, 2_000, 2_000, 3
SIZES = (5, 6)
SEATS = 30
"""How many sit at each kind of table, always at the same."""

WAYS = (*get_args(ScoredBy), "plain place", "less mean")
Scores = dict[str, float]


def scored(totals: tuple[int, ...]) -> list[Scores]:
    """Return everybody's score at a table by each way, and by two that the program does not have."""
    scores = table_scores({str(seat): total for seat, total in enumerate(totals)})
    return [
        {score: float(getattr(own, score)) for score in get_args(ScoredBy)}
        | {
            "plain place": sum(other < total for other in totals) + totals.count(total) / 2,
            "less mean": total - mean(totals),
        }
        for total, own in zip(totals, scores.values(), strict=True)
    ]


def tables(size: int) -> list[list[Scores]]:
    """Return the scores of many evenings of one table."""
    rules = shelf().book("classic").rules
    rules = with_changes(rules, read_changes(changes_for_length(rules, SET, ROUNDS)))
    lay = POLICIES["heaviest"]
    return [
        scored(play_evening(rules, SET, size, lay, Random(f"1:heaviest:{size}:{number}").random).totals)
        for number in range(EVENINGS)
    ]


def event(played: dict[int, list[list[Scores]]], luck: Random) -> list[tuple[int, Scores]]:
    """Return everybody's sums after all sittings, with the size of their tables."""
    people: list[tuple[int, Scores]] = []
    for size, evenings in played.items():
        sums = [dict.fromkeys(WAYS, 0.0) for _seat in range(SEATS)]
        for _sitting in range(SITTINGS):
            luck.shuffle(sums)
            for first in range(0, SEATS, size):
                scores = luck.sample(luck.choice(evenings), size)
                for own, more in zip(sums[first : first + size], scores, strict=True):
                    for score in WAYS:
                        own[score] += more[score]
        people += [(size, own) for own in sums]
    return people


def main() -> None:
    """Print how the people at tables of five do, by each way."""
    played, luck = {size: tables(size) for size in SIZES}, Random(1)
    best, behind = dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0.0)
    for _event in range(EVENTS):
        people = event(played, luck)
        for score in WAYS:
            luck.shuffle(people)
            sizes = [size for size, _own in sorted(people, key=lambda person: person[1][score])]
            best[score] += sizes[: SEATS // 5].count(SIZES[0])
            ranks = {size: mean(rank for rank, at in enumerate(sizes) if at == size) for size in SIZES}
            behind[score] += (ranks[SIZES[0]] - ranks[SIZES[1]]) / (2 * SEATS)
    for score in WAYS:
        share, worse = best[score] / EVENTS / (SEATS // 5), behind[score] / EVENTS
        print(f"{score:12} {share:6.1%} of the best tenth, {worse:6.1%} of the field behind")


if __name__ == "__main__":
    main()
