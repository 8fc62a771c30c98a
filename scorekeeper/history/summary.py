"""The summary of one game: who finished where, with how many points, in how many rounds.

It is computed from the game alone; all figures over many games are computed from summaries.
"""

import datetime as dt
from collections.abc import Mapping

import msgspec

from scorekeeper.game import Game, complete_rounds_only, player_marks, standings, standings_so_far

SUMMARY_VERSION = 7
"""Increased whenever the content of summaries changes, so that older ones are computed again."""


class SummarySeat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One player's part in one game: the place, the total and the points of each round."""

    player: str
    rank: int
    won: bool
    total: int
    rounds: int
    """The number of rounds in which the player was entered and made the `points`."""
    rounds_won: int
    """Complete rounds in which the player went out."""
    points: int
    best_round: int | None
    """The lowest round other than zero."""
    worst_round: int | None
    colour: int
    """The place in a palette."""
    letter: str
    """What stands for the player in this game."""
    chosen: bool = False
    """Whether the player chose it in this game."""


class Summary(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game; `seats` are the players, in the order of the standing after the complete rounds."""

    title: str
    date: dt.date
    set_size: int
    book: str
    finished: bool
    rounds: int
    rounds_total: int | None
    seats: tuple[SummarySeat, ...]
    ahead: tuple[str, ...] = ()
    """Who at the table has the fewest points in the complete rounds; nobody before the first one."""
    ahead_with: int = 0
    """The points of the players who are ahead."""
    ahead_since: int | None = None
    """The round since which one player alone has been ahead; None if nobody is."""
    hidden: bool = False
    """Whether the table hides the totals."""


def summarise(game: Game) -> Summary:
    """Return the summary of a game."""
    table, marks, seats = standings(game), player_marks(game), list[SummarySeat]()
    places = {place.player: place for place in table.standings}
    for so_far in standings_so_far(game).standings:
        place = places[so_far.player]
        entered = [points for points in place.by_round if points is not None]
        seats.append(
            SummarySeat(
                player=place.player,
                rank=place.rank,
                won=place.player in table.winners,
                total=place.total,
                rounds=len(entered),
                rounds_won=so_far.rounds_won,
                points=sum(entered),
                best_round=place.lowest_nonzero,
                worst_round=max(entered, default=None),
                colour=marks[place.player].place,
                letter=marks[place.player].letter,
                chosen=place.player in game.chosen,
            )
        )
    totals = _totals(game, len(game.rounds))
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


def _totals(game: Game, number: int) -> dict[str, int]:
    """Return the totals after a round of those at the table now, by the complete rounds."""
    shown = complete_rounds_only(game)
    return {name: shown.total(name, number) for name in game.at_table}


def _ahead(totals: Mapping[str, int]) -> tuple[str, ...]:
    least = min(totals.values(), default=0)
    return tuple(name for name, points in totals.items() if points == least)


def _ahead_since(game: Game, ahead: tuple[str, ...]) -> int | None:
    """Return the round since which the same player alone is ahead of all who played in it."""
    since = None
    for played in reversed(game.rounds) if len(ahead) == 1 else ():
        here = game.players_of(played.number)
        totals = _totals(game, played.number)
        if _ahead({name: total for name, total in totals.items() if name in here}) != ahead:
            break
        if not game.missing_in(played):
            since = played.number
    return since
