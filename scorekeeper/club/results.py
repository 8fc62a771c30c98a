"""What the tables of an event have, counted from their games, and the one standing over all of them.

The lowest score leads, whatever it adds up. Scores are fractions until they are shown, so that ties are ties.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple, get_args

import msgspec

from scorekeeper.club.events import Club, ClubTable, ScoredBy
from scorekeeper.game import GameLog, PlayerRenamed, name_key
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


def table_results(club: Club, games: Mapping[str, GameLog]) -> tuple[TableResult, ...]:
    """Return the results of all tables by sitting; `games` are theirs by id, and one may be missing."""
    return tuple(
        _result(club, sitting, table, games.get(table.game))
        for sitting in range(1, len(club.sittings) + 1)
        for table in club.sittings[sitting - 1]
    )


def _result(club: Club, sitting: int, table: ClubTable, log: GameLog | None) -> TableResult:
    totals = club.totals.get((sitting, table.number))
    begun = totals is not None or (log is not None and (bool(log.game.rounds) or log.game.finished))
    if log is not None and log.game.over:
        names = _names_in_game(club, sitting, table, log)
        totals = {person: log.game.total(name) for person, name in names.items()}
    return TableResult(sitting, table, totals, begun)


def _names_in_game(club: Club, sitting: int, table: ClubTable, log: GameLog) -> Mapping[str, str]:
    """Return the name in the game of everybody who plays there: renamed since, or come from no other table."""
    names = {name: name for name in table.players}
    for step in log.standing:
        if isinstance(step.what, PlayerRenamed):
            now = dict(zip(step.before.players, step.after.players, strict=True))
            names = {person: now[name] for person, name in names.items()}
    seated = {name for other in club.sittings[sitting - 1] for name in other.players}
    for name in log.game.players:
        person = club.people.get(name_key(name))
        if name not in names.values() and person is not None and person.name not in seated:
            names[person.name] = name
    return names


class _Course(NamedTuple):
    """What somebody has, sitting by sitting; None for a missed one."""

    scores: Mapping[ScoredBy, Sequence[Fraction | None]]
    points: int
    places: tuple[int | None, ...]


def club_standing(
    club: Club, games: Mapping[str, GameLog], by: ScoredBy | None = None, after: int | None = None
) -> ClubStanding:
    """Return the standing, after all sittings or the first `after` of them, by the event's own score or another."""
    by = by or club.started.by
    results = [one for one in table_results(club, games) if after is None or one.sitting <= after]
    missing = tuple(TableOut(one.sitting, one.table.number) for one in results if one.totals is None)
    courses = _courses(results)
    worst = {way: _worst_scores(courses, way) for way in get_args(ScoredBy)}
    sums = {
        name: {way: _summed(club, course.scores[way], worst[way]) for way in worst}
        for name, course in courses.items()
    }

    def key(name: str) -> tuple[Fraction, int, int]:
        return sums[name][by], -courses[name].places.count(1), courses[name].points

    order = sorted(courses, key=lambda name: (key(name), name_key(name)))
    behind = [*map(key, order), None][1:]
    places: list[ClubPlace] = []
    for number, (name, following) in enumerate(zip(order, behind, strict=True), start=1):
        shared = places and places[-1].decided_by == "share"
        course, scores = courses[name], {way: _shown(score) for way, score in sums[name].items()}
        places.append(
            ClubPlace(
                rank=places[-1].rank if shared else number,
                player=name,
                score=scores[by],
                points=course.points,
                place=scores["place"],
                mean=scores["mean"],
                places=course.places,
                sittings=sum(place is not None for place in course.places),
                decided_by=None if following is None else _decided(key(name), following),
            )
        )
    return ClubStanding(tuple(places), missing, " ".join(_explained(places)))


def _courses(results: Sequence[TableResult]) -> dict[str, _Course]:
    last = max((one.sitting for one in results if one.totals is not None), default=0)
    scores: dict[str, dict[ScoredBy, list[Fraction | None]]] = {}
    places: dict[str, list[int | None]] = {}
    points: dict[str, int] = {}
    for one in results:
        for name, table_scores in _table_scores(one.totals or {}).items():
            own = scores.setdefault(name, {way: [None] * last for way in table_scores})
            for way, score in table_scores.items():
                own[way][one.sitting - 1] = score
            total = (one.totals or {})[name]
            points[name] = points.get(name, 0) + total
            rank = 1 + sum(other < total for other in (one.totals or {}).values())
            places.setdefault(name, [None] * last)[one.sitting - 1] = rank
    return {name: _Course(scores[name], points[name], tuple(places[name])) for name in scores}


def _table_scores(totals: Mapping[str, int]) -> dict[str, dict[ScoredBy, Fraction]]:
    """Return everybody's scores at a table by each of the ways; by the mean, 100 is as much as the table's."""
    mean = Fraction(sum(totals.values()), len(totals) or 1)
    return {
        name: {
            "points": Fraction(total),
            "place": _place_score(total, tuple(totals.values())),
            "mean": Fraction(100 * total) / mean if mean else Fraction(100),
        }
        for name, total in totals.items()
    }


def _place_score(total: int, totals: Sequence[int]) -> Fraction:
    """Return how much of the table is ahead, from 0 for the first to 100 for the last; who share one share that."""
    ahead, level = (sum(other < total for other in totals), totals.count(total) - 1)
    return Fraction(100 * (2 * ahead + level), 2 * (len(totals) - 1))


def _worst_scores(courses: Mapping[str, _Course], way: ScoredBy) -> list[Fraction]:
    columns = zip(*(course.scores[way] for course in courses.values()), strict=True)
    return [max((score for score in column if score is not None), default=Fraction(0)) for column in columns]


def _summed(club: Club, scores: Sequence[Fraction | None], worst: Sequence[Fraction]) -> Fraction:
    own = [score for score in scores if score is not None]
    if club.started.missed == "average":
        return sum(own, Fraction(0)) * len(scores) / len(own)
    return sum(
        (least if score is None else score for score, least in zip(scores, worst, strict=True)), Fraction(0)
    )


def _shown(score: Fraction) -> int | float:
    return score.numerator if score.denominator == 1 else round(float(score), 1)


def _decided(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    words = ("score", "tables-won", "points")
    return next(
        (word for word, mine, theirs in zip(words, one, other, strict=True) if mine != theirs), "share"
    )


def _explained(places: Sequence[ClubPlace]) -> Iterator[str]:
    """Yield who leads, and what decided every tie."""
    if places and places[0].decided_by in ("score", None):
        yield _("{name} leads with {score}.", name=places[0].player, score=places[0].score)
    sentences = {
        "tables-won": N_("{name} and {other} both have {score}; {name} won more tables."),
        "points": N_(
            "{name} and {other} both have {score}, and won as many tables; {name} has fewer points."
        ),
    }
    for one, other in pairwise(places):
        if one.decided_by in sentences:
            yield _(sentences[one.decided_by], name=one.player, other=other.player, score=one.score)
    for rank, sharing in groupby(places, key=lambda place: place.rank):
        names = [place.player for place in sharing]
        if len(names) > 1:
            yield _("{names} share rank {rank}.", names=join_and(names), rank=rank)
