"""One game in short: who finished where, with how many points, in how many rounds.

It follows from the game alone; all figures over many games are computed from it.
"""

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from scorekeeper.game import Game, Round, standings

SUMMARY_VERSION = 2
"""Raised whenever a summary says something else than before; older ones are then counted anew."""


class SummarySeat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One player's part in one game: the place, and points in all and by the round."""

    player: str
    rank: int
    won: bool
    total: int
    rounds: int
    """Rounds in which the player was entered; `points` were made in these."""
    rounds_won: int
    points: int
    best_round: int | None
    """The lowest round other than zero."""
    worst_round: int | None


class Summary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game in short; `seats` are the players, the first place first."""

    title: str
    date: date
    set_size: int
    book: str
    finished: bool
    rounds: int
    rounds_total: int | None
    seats: tuple[SummarySeat, ...]
    ahead: tuple[str, ...] = ()
    """Who at the table has the fewest points in the rounds with everybody entered; nobody before the first."""
    ahead_with: int = 0
    """The points of those who are ahead."""
    ahead_since: int | None = None
    """The round since which one player alone has been ahead; None where nobody is."""
    hidden: bool = False
    """Whether the table wants to see no totals yet."""


def summarise(game: Game) -> Summary:
    """Return a game in short."""
    table = standings(game)
    seats = []
    for place in table.standings:
        entered = [points for points in place.by_round if points is not None]
        seats.append(
            SummarySeat(
                player=place.player,
                rank=place.rank,
                won=place.player in table.winners,
                total=place.total,
                rounds=len(entered),
                rounds_won=place.rounds_won,
                points=sum(entered),
                best_round=place.lowest_nonzero,
                worst_round=max(entered, default=None),
            )
        )
    *_before, (_last, totals) = _running(game)
    ahead = _ahead(totals) if table.rounds_played else ()
    return Summary(
        title=game.title,
        date=game.date,
        set_size=game.set_size,
        book=game.book,
        finished=bool(table.winners),
        rounds=table.rounds_played,
        rounds_total=table.rounds_total,
        seats=tuple(seats),
        ahead=ahead,
        ahead_with=min(totals.values(), default=0),
        ahead_since=_ahead_since(game, ahead),
        hidden=game.hides_totals,
    )


def _running(game: Game) -> Iterator[tuple[Round | None, dict[str, int]]]:
    """Yield the totals of those at the table before the first round, and after each of the others.

    A round half entered counts nothing.
    """
    totals = {name: game.total(name, 0) for name in game.at_table}
    yield None, dict(totals)
    for played, points in zip(game.rounds, game.points, strict=True):
        if not game.lacks(played):
            totals = {name: total + points.get(name, 0) for name, total in totals.items()}
        for stay in game.stays:
            if stay.joined == played.number + 1 and stay.player in totals:
                totals[stay.player] += stay.points
        yield played, dict(totals)


def _ahead(totals: Mapping[str, int]) -> tuple[str, ...]:
    least = min(totals.values(), default=0)
    return tuple(name for name, points in totals.items() if points == least)


def _ahead_since(game: Game, ahead: tuple[str, ...]) -> int | None:
    """Return the round since which the same player alone is ahead."""
    since = None
    for played, totals in _running(game) if len(ahead) == 1 else ():
        if _ahead(totals) != ahead:
            since = None
        elif since is None and played is not None and not game.lacks(played):
            since = played.number
    return since
