"""What the tables of a club night have, counted from their games, and the one standing over all of them.

The lowest score leads, whatever it adds up. Scores are fractions until they are shown, so that ties are ties.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple, get_args

import msgspec

from scorekeeper.club.events import Club, ClubTable, ScoredBy
from scorekeeper.dates import show_decimal
from scorekeeper.game import GameLog, called_now, name_key, replay_events
from scorekeeper.text import N_, _, join_and


class TableResult(NamedTuple):
    """What a table has in a sitting: totals once it is done, and whether anything at all was entered."""

    sitting: int
    table: ClubTable
    totals: Mapping[str, int] | None
    begun: bool


class ClubPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standing; the scores that it would have otherwise stand beside the one that counts."""

    rank: int
    player: str
    score: int | float
    points: int
    place: int | float
    mean: int | float
    places: tuple[int | None, ...]
    """The place at the table in each sitting; None where the player has no result."""
    sittings: int
    decided_by: str | None
    """What put the player ahead of the next one: `score`, `tables-won`, `points`, or `share` for the same rank."""


class TableOut(msgspec.Struct, frozen=True):
    """A table that has no result yet."""

    sitting: int
    table: int


class ClubStanding(msgspec.Struct, frozen=True):
    """Everybody with a result, the leader first; the tables still out; what decided ties."""

    standing: tuple[ClubPlace, ...]
    missing: tuple[TableOut, ...]
    explanation: str


def still_out(missing: Sequence[TableOut]) -> list[str]:
    """Return which tables are still out, a sentence for each sitting."""
    sentence = N_("Tables still out in sitting {sitting}: {tables}.")
    return [
        _(sentence, sitting=sitting, tables=join_and([str(table_out.table) for table_out in out]))
        for sitting, out in groupby(missing, key=lambda table_out: table_out.sitting)
    ]


def table_results(club: Club, games: Mapping[str, GameLog]) -> tuple[TableResult, ...]:
    """Return the results of all tables by sitting; `games` are theirs by id, and one may be missing."""
    return tuple(
        _result(club, sitting, table, games.get(table.game))
        for sitting, tables in enumerate(club.sittings, start=1)
        for table in tables
    )


def _result(club: Club, sitting: int, table: ClubTable, log: GameLog | None) -> TableResult:
    totals = club.totals.get((sitting, table.number))
    begun = totals is not None or (log is not None and (bool(log.game.rounds) or log.game.finished))
    if log is not None and log.game.over:
        names = called_now(replay_events(log.events[:1]), log)  # some may have been renamed since
        others = {name_key(name): name for name in log.game.players if name not in names.values()}
        names |= {person.name: others[key] for key, person in club.people.items() if key in others}
        totals = {person: log.game.total(name) for person, name in names.items()}
    return TableResult(sitting, table, totals, begun)


class TableScore(NamedTuple):
    """What somebody has at a table, by each of the ways; the rank among the table's totals is `rank`."""

    points: Fraction
    place: Fraction
    """How much of the table is ahead, from 0 for the first to 100 for the last; who share one share that."""
    mean: Fraction
    """In percent of the table's mean."""
    rank: int


def table_scores(totals: Mapping[str, int]) -> dict[str, TableScore]:
    """Return everybody's scores at a table."""
    points, scores = [*totals.values()], dict[str, TableScore]()
    for name, total in totals.items():
        ahead, level = sum(other < total for other in points), points.count(total) - 1
        place = Fraction(50 * (2 * ahead + level), len(points) - 1)
        mean = Fraction(100 * total * len(points), sum(points)) if sum(points) else Fraction(100)
        scores[name] = TableScore(Fraction(total), place, mean, ahead + 1)
    return scores


def club_standing(
    club: Club, games: Mapping[str, GameLog], by: ScoredBy | None = None, after: int | None = None
) -> ClubStanding:
    """Return the standing, after all sittings or the first `after` of them, by the night's own score or another."""
    by = by or club.started.by
    results = [row for row in table_results(club, games) if after is None or row.sitting <= after]
    missing = tuple(TableOut(row.sitting, row.table.number) for row in results if row.totals is None)
    done = [row for row in results if row.totals]
    sittings = [dict[str, TableScore]() for _sitting in range(max((row.sitting for row in done), default=0))]
    for row in done:
        sittings[row.sitting - 1] |= table_scores(row.totals or {})
    own = {name: [scores.get(name) for scores in sittings] for scores in sittings for name in scores}
    worst = {
        field: [max((getattr(score, field) for score in scores.values()), default=0) for scores in sittings]
        for field in get_args(ScoredBy)
    }

    def summed(name: str, field: str) -> Fraction:
        played = [getattr(score, field) for score in own[name] if score]
        missed = [least for score, least in zip(own[name], worst[field], strict=True) if score is None]
        if club.started.missed == "average":
            missed = [Fraction(sum(played), len(played))] * len(missed)
        return Fraction(sum(played) + sum(missed))

    sums = {field: {name: summed(name, field) for name in own} for field in worst}
    points = {name: sum(int(score.points) for score in scores if score) for name, scores in own.items()}
    places = {name: tuple(score and score.rank for score in scores) for name, scores in own.items()}
    keys = {name: (sums[by][name], -places[name].count(1), points[name]) for name in own}
    order = sorted(own, key=lambda name: (keys[name], name_key(name)))
    ranks = {keys[name]: len(order) - index for index, name in enumerate(reversed(order))}
    lines = [
        ClubPlace(
            rank=ranks[keys[name]],
            player=name,
            score=_shown(sums[by][name]),
            points=points[name],
            place=_shown(sums["place"][name]),
            mean=_shown(sums["mean"][name]),
            places=places[name],
            sittings=len(places[name]) - places[name].count(None),
            decided_by=following and _decided(keys[name], keys[following]),
        )
        for name, following in zip(order, [*order, None][1:], strict=True)
    ]
    return ClubStanding(tuple(lines), missing, " ".join(_explained(lines)))


def _shown(score: Fraction) -> int | float:
    return score.numerator if score.denominator == 1 else round(float(score), 1)


def _decided(key: tuple[object, ...], other: tuple[object, ...]) -> str:
    pairs = zip(("score", "tables-won", "points"), key, other, strict=True)
    return next((word for word, mine, theirs in pairs if mine != theirs), "share")


def _explained(places: Sequence[ClubPlace]) -> Iterator[str]:
    """Yield who leads, and what decided every tie."""
    if places and places[0].decided_by in ("score", None):
        yield _("{name} leads with {score}.", name=places[0].player, score=show_decimal(places[0].score))
    won = N_("{names} both have {score}; {name} won more tables.")
    fewer = N_("{names} both have {score}, and won as many tables; {name} has fewer points.")
    sentences = {"tables-won": won, "points": fewer}
    for place, other in pairwise(places):
        if place.decided_by in sentences:
            both, score = join_and([place.player, other.player]), show_decimal(place.score)
            yield _(sentences[place.decided_by], names=both, name=place.player, score=score)
    for rank, sharing in groupby(places, key=lambda place: place.rank):
        names = [place.player for place in sharing]
        if len(names) > 1:
            yield _("{names} share rank {rank}.", names=join_and(names), rank=rank)
