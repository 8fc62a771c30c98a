"""How people did over many games: who won, how well they played, and against whom.

Every figure is computed from the summaries of games, and so from their events. A game that is not over counts for
rounds and points, but not for wins or places. Only rounds in which a player was entered count for that player.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from scorekeeper.history.people import Past, person_key
from scorekeeper.history.summary import Summary, SummarySeat


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


def _seats(games: Iterable[Past]) -> dict[str, list[tuple[Past, SummarySeat]]]:
    """Return the games of every player, with the player's seat in each, the latest game first."""
    found: dict[str, list[tuple[Past, SummarySeat]]] = defaultdict(list)
    for one in games:
        for name, seat in zip(one.people, one.summary.seats, strict=True):
            found[name].append((one, seat))
    return found


def are_alike(games: Iterable[Past], game_of: Callable[[str], str]) -> bool:
    """Whether points can be compared: one game, which `game_of` names by its rule book, and one set."""
    return len({(game_of(one.summary.book), one.summary.set_size) for one in games}) < 2


def player_records(games: Iterable[Past], alike: bool = True) -> tuple[PlayerRecord, ...]:
    """Return how everybody did: most wins first, then fewest points per round, then by name.

    Where the games are not `alike`, no points are compared, and no record has any of them.
    """
    found = [_record(name, seats, alike) for name, seats in _seats(games).items()]
    return tuple(
        sorted(
            found,
            key=lambda one: (-one.wins, one.average is None, one.average or 0.0, person_key(one.player)),
        )
    )


def player_record(games: Iterable[Past], player: str) -> PlayerRecord:
    """Return how one player did, who played in at least one of these games."""
    return _record(player, _seats_of(games, player), True)


def _seats_of(games: Iterable[Past], player: str) -> list[tuple[Past, SummarySeat]]:
    """Return the games of one player, with the player's seat in each, the latest game first."""
    return [(one, one.summary.seats[one.people.index(player)]) for one in games if player in one.people]


def _record(name: str, played: Sequence[tuple[Past, SummarySeat]], alike: bool) -> PlayerRecord:
    seats = [seat for _one, seat in played]
    over = [(one, seat) for one, seat in played if one.summary.finished]
    compared = seats if alike else []
    whole = [(one, seat) for one, seat in over if alike and seat.rounds == one.summary.rounds]
    return PlayerRecord(
        player=name,
        games=len(seats),
        finished=len(over),
        wins=sum([seat.won for seat in seats]),
        shared=sum([_winners(one.summary) > 1 for one, seat in over if seat.won]),
        rounds=sum([seat.rounds for seat in seats]),
        rounds_won=sum([seat.rounds_won for seat in seats]),
        points=sum([seat.points for seat in seats]),
        average=_average_of(compared),
        best_game=_feat(min(whole, key=_total, default=None)),
        worst_game=_feat(max(whole, key=_total, default=None)),
        best_round=min([one.best_round for one in compared if one.best_round is not None], default=None),
        worst_round=max([one.worst_round for one in compared if one.worst_round is not None], default=None),
        first=min([one.summary.date for one, _seat in played]),
        last=max([one.summary.date for one, _seat in played]),
    )


def _total(one: tuple[Past, SummarySeat]) -> int:
    return one[1].total


def _feat(found: tuple[Past, SummarySeat] | None) -> Feat | None:
    if found is None:
        return None
    one, seat = found
    return Feat(seat.total, one.id, one.summary.title, one.summary.date)


def _winners(summary: Summary) -> int:
    return sum([seat.won for seat in summary.seats])


def _average_of(seats: Sequence[SummarySeat]) -> float | None:
    """Return points per round."""
    rounds = sum([seat.rounds for seat in seats])
    return sum([seat.points for seat in seats]) / rounds if rounds else None


def faced_by(games: Iterable[Past], player: str, other: str) -> Faced:
    """Return how two players did against each other."""
    met = [
        (one.summary.finished, own, one.summary.seats[one.people.index(other)])
        for one, own in _seats_of(games, player)
        if other in one.people
    ]
    return _faced(player, other, met)


def faced(games: Iterable[Past], player: str) -> tuple[Faced, ...]:
    """Return how a player did against everybody else, the most frequent opponents first."""
    met: dict[str, list[tuple[bool, SummarySeat, SummarySeat]]] = defaultdict(list)
    for one, own in _seats_of(games, player):
        for other, seat in zip(one.people, one.summary.seats, strict=True):
            if other != player:
                met[other].append((one.summary.finished, own, seat))
    found = [_faced(player, other, games_met) for other, games_met in met.items()]
    return tuple(sorted(found, key=lambda one: (-one.games, person_key(one.other))))


def _faced(player: str, other: str, met: Sequence[tuple[bool, SummarySeat, SummarySeat]]) -> Faced:
    over = [(mine.rank, theirs.rank) for finished, mine, theirs in met if finished]
    ahead, level = (
        sum([mine < theirs for mine, theirs in over]),
        sum([mine == theirs for mine, theirs in over]),
    )
    own, others = [mine for _over, mine, _theirs in met], [theirs for *_mine, theirs in met]
    return Faced(
        player=player,
        other=other,
        games=len(met),
        ahead=ahead,
        behind=len(over) - ahead - level,
        level=level,
        average=_average_of(own),
        other_average=_average_of(others),
        rounds_won=sum([seat.rounds_won for seat in own]),
        other_rounds_won=sum([seat.rounds_won for seat in others]),
    )


def played_periods(games: Iterable[Past], player: str) -> tuple[Period, ...]:
    """Return a player's games over time, the earliest first; by day, month or year, depending on their span."""
    seats = _seats_of(games, player)
    days = [one.summary.date for one, _seat in seats]
    if not days:
        return ()
    unit = _unit(min(days), max(days))
    stretches: dict[dt.date, list[SummarySeat]] = defaultdict(list)
    for one, seat in seats:
        stretches[_begins(one.summary.date, unit)].append(seat)
    return tuple(_period(unit, since, stretches[since]) for since in sorted(stretches))


def _unit(first: dt.date, last: dt.date) -> str:
    months = (last.year - first.year) * 12 + last.month - first.month
    if months >= 24:
        return "year"
    return "month" if months >= 2 else "day"


def _begins(day: dt.date, unit: str) -> dt.date:
    if unit == "year":
        return day.replace(month=1, day=1)
    return day.replace(day=1) if unit == "month" else day


def _period(unit: str, since: dt.date, seats: Sequence[SummarySeat]) -> Period:
    return Period(unit, since, len(seats), sum([seat.won for seat in seats]), _average_of(seats))


def games_together(games: Iterable[Past], *players: str) -> tuple[Past, ...]:
    """Return the games in which all of these people played."""
    return tuple(one for one in games if set(players) <= set(one.people))
