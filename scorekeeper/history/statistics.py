"""How people did over many games: who won, how well they played, and against whom.

Every figure is computed from the summaries of games, and so from their events. A game that is not over counts for
rounds and points, but not for wins or places. Only rounds in which a player was entered count for that player.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from scorekeeper.game import name_key
from scorekeeper.history.past import Past, everyone_seated
from scorekeeper.history.summary import SummarySeat


class Feat(NamedTuple):
    """A player's best or worst game: the points, and which game it was."""

    points: int
    id: str
    title: str
    date: dt.date


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One player's record; `average` is points per round, None before the first round."""

    player: str
    games: int
    finished: int
    wins: int
    shared: int
    """Wins shared with another player; they are among `wins`."""
    rounds: int
    rounds_won: int
    points: int
    average: float | None
    best_game: Feat | None
    worst_game: Feat | None
    best_round: int | None
    worst_round: int | None
    first: dt.date
    last: dt.date


class Faced(msgspec.Struct, frozen=True, kw_only=True):
    """How one player did against another, in the games that both played.

    `ahead`, `behind` and `level` count finished games by the places of the two.
    """

    player: str
    other: str
    games: int
    ahead: int
    behind: int
    level: int
    average: float | None
    other_average: float | None
    rounds_won: int
    other_rounds_won: int


class Period(msgspec.Struct, frozen=True):
    """One player's games of a `year`, a `month` or a `day`; `since` is its first day."""

    unit: str
    since: dt.date
    games: int
    wins: int
    average: float | None


def are_alike(games: Iterable[Past], game_of: Callable[[str], str]) -> bool:
    """Whether points can be compared: one game, which `game_of` names by its rule book, and one set."""
    return len({(game_of(game.summary.book), game.summary.set_size) for game in games}) < 2


def player_records(games: Iterable[Past], alike: bool = True) -> tuple[PlayerRecord, ...]:
    """Return how everybody did: most wins first, then fewest points per round, then by name.

    Where the games are not `alike`, no points are compared, and no record has any of them.
    """
    seats: dict[str, list[tuple[Past, SummarySeat]]] = defaultdict(list)
    for game in games:
        for name, seat in zip(game.people, game.summary.seats, strict=True):
            seats[name].append((game, seat))
    records = [_record(name, played, alike) for name, played in seats.items()]
    records.sort(key=lambda record: name_key(record.player))
    records.sort(key=lambda record: (-record.wins, record.average is None, record.average or 0.0))
    return tuple(records)


def player_record(games: Iterable[Past], player: str, alike: bool) -> PlayerRecord:
    """Return how one player did, who played in at least one of these games; no points where they are not `alike`."""
    return _record(player, [(game, _seat(game, player)) for game in games_together(games, player)], alike)


def _seat(game: Past, player: str) -> SummarySeat:
    return game.summary.seats[game.people.index(player)]


def _record(name: str, played: Sequence[tuple[Past, SummarySeat]], alike: bool) -> PlayerRecord:
    seats = [seat for _game, seat in played]
    over = [(game, seat) for game, seat in played if game.summary.finished]
    compared = seats if alike else []
    whole = [
        Feat(seat.total, game.id, game.summary.title, game.summary.date)
        for game, seat in over
        if alike and seat.rounds == game.summary.rounds
    ]
    return PlayerRecord(
        player=name,
        games=len(seats),
        finished=len(over),
        wins=sum([seat.won for seat in seats]),
        shared=sum(
            [seat.won and sum([other.won for other in game.summary.seats]) > 1 for game, seat in over]
        ),
        rounds=sum([seat.rounds for seat in seats]),
        rounds_won=sum([seat.rounds_won for seat in seats]),
        points=sum([seat.points for seat in seats]),
        average=_average_of(seats, alike),
        best_game=min(whole, key=lambda feat: feat.points, default=None),
        worst_game=max(whole, key=lambda feat: feat.points, default=None),
        best_round=min([seat.best_round for seat in compared if seat.best_round is not None], default=None),
        worst_round=max(
            [seat.worst_round for seat in compared if seat.worst_round is not None], default=None
        ),
        first=min([game.summary.date for game, _seat in played]),
        last=max([game.summary.date for game, _seat in played]),
    )


def _average_of(seats: Sequence[SummarySeat], alike: bool) -> float | None:
    """Return points per round; None where the games are not `alike`."""
    rounds = sum([seat.rounds for seat in seats if alike])
    return sum([seat.points for seat in seats]) / rounds if rounds else None


def faced(games: Iterable[Past], player: str, alike: bool) -> tuple[Faced, ...]:
    """Return how a player did against everybody else, the most frequent opponents first."""
    played = games_together(games, player)
    pairs = [faced_by(played, player, other, alike) for other in everyone_seated(played) if other != player]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, name_key(pair.other))))


def faced_by(games: Iterable[Past], player: str, other: str, alike: bool) -> Faced:
    """Return how two players did against each other; without averages where the games are not `alike`."""
    met = games_together(games, player, other)
    own, others = ([_seat(game, name) for game in met] for name in (player, other))
    over = [
        (mine.rank, theirs.rank)
        for game, mine, theirs in zip(met, own, others, strict=True)
        if game.summary.finished
    ]
    return Faced(
        player=player,
        other=other,
        games=len(met),
        ahead=sum([mine < theirs for mine, theirs in over]),
        behind=sum([mine > theirs for mine, theirs in over]),
        level=sum([mine == theirs for mine, theirs in over]),
        average=_average_of(own, alike),
        other_average=_average_of(others, alike),
        rounds_won=sum([seat.rounds_won for seat in own]),
        other_rounds_won=sum([seat.rounds_won for seat in others]),
    )


def played_periods(games: Iterable[Past], player: str, alike: bool) -> tuple[Period, ...]:
    """Return a player's games over time, the earliest first; by day, month or year, depending on their span.

    Where the games are not `alike`, they have no averages.
    """
    played = games_together(games, player)
    if not played:
        return ()
    days = [game.summary.date for game in played]
    first, last = min(days), max(days)
    months = (last.year - first.year) * 12 + last.month - first.month
    unit = "year" if months >= 24 else "month" if months >= 2 else "day"
    begins = {"year": {"month": 1, "day": 1}, "month": {"day": 1}, "day": {}}[unit]
    stretches: dict[dt.date, list[SummarySeat]] = defaultdict(list)
    for game in played:
        stretches[game.summary.date.replace(**begins)].append(_seat(game, player))
    return tuple(
        Period(unit, since, len(seats), sum([seat.won for seat in seats]), _average_of(seats, alike))
        for since, seats in sorted(stretches.items())
    )


def games_together(games: Iterable[Past], *players: str) -> tuple[Past, ...]:
    """Return the games in which all of these people played."""
    return tuple(game for game in games if set(players) <= set(game.people))
