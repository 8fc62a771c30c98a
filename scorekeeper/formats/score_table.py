"""The score table of a game as rows of cells, for CSV and spreadsheets; `table_games` reads them back."""

from collections.abc import Iterator

from scorekeeper.formats.game_file import inline
from scorekeeper.game import (
    AWAY,
    NOT_ENTERED,
    SITS_OUT,
    Blocked,
    Game,
    Out,
    Round,
    rounds_reseated,
    standings_so_far,
    stays_of,
)
from scorekeeper.rules import plain_value


def table_rows(game: Game) -> Iterator[list[str | int]]:
    """Yield the rows of the table, in the words that `import` and `key` read.

    They are the head, rounds with what latecomers are given, totals, ranks, and what the game is. What the first
    latecomers are given stands first, and what somebody is given who comes back above that round.
    """
    given = dict[int, dict[str, int]]()
    for name in game.players:
        for place, stay in enumerate(stays_of(game.stays, name)):
            if stay.points:
                given.setdefault(stay.joined if place else 0, {})[name] = stay.points
    other_doubles = any(played.started_with is not None for played in game.rounds)
    yield ["round", "ended", *game.players, *["started with"] * other_doubles]
    entered = [played.number for played in game.rounds if played.entries or played.ending]
    last = max([*entered[-1:], *rounds_reseated(game.stays)]) if entered or game.stays else 0
    for number in range(last + 1):
        if points := given.get(number):
            yield ["start", "", *(points.get(name, "") for name in game.players)]
        if number:
            yield _round_row(game, game.round(number), last, other_doubles)
    yield ["total", "", *map(game.total, game.players)]
    ranks = {one.player: one.rank for one in standings_so_far(game).standings}
    yield ["rank", "", *(ranks[name] for name in game.players)]
    yield ["date", game.date.isoformat()]
    yield ["game", game.title]
    yield ["set", game.set_size]
    yield ["rules", game.book]
    for key, value in game.house.items():
        yield ["house", f"{key}={inline(False if value is None else plain_value(value))}"]
    if game.finished:
        yield ["finished"]


def _round_row(game: Game, played: Round, last: int, other_doubles: bool) -> list[str | int]:
    number = played.number
    shown: dict[str, str | int] = dict.fromkeys(played.sits_out, SITS_OUT)
    shown |= game.points[number - 1] if number <= len(game.rounds) else {}
    cells = (shown[name] if name in shown else _no_points(game, number, last, name) for name in game.players)
    began = "" if played.started_with is None else f"{played.started_with}-{played.started_with}"
    return [f"{played.double}-{played.double}", _ended(played), *cells, *[began] * other_doubles]


def _no_points(game: Game, number: int, last: int, name: str) -> str:
    """Return what stands for somebody without points: nothing where an empty cell means what it is.

    It means that the player was away, and in the last round that nobody entered a player who was there before.
    """
    *before, there = (name in game.players_of(each) for each in range(1, number + 1))
    means_there = number == last and (before[-1] if any(before) else None if before else True)
    return "" if there is means_there else NOT_ENTERED if there else AWAY


def _ended(played: Round) -> str:
    match played.ending:
        case Out(player):
            return f"{player} out"
        case Blocked(None):
            return "blocked"
        case Blocked(foot):
            return f"blocked, {foot}-{foot} open"
    return ""
