"""The boxes of a game's rounds: for every round what each player counted, and what that comes to.

Somebody who was not at the table has a box that says so, with the total beside it where the table gave
some points on coming, so that every column of totals adds up. Nothing here knows words or paper.
"""

from collections.abc import Collection, Sequence
from itertools import accumulate

from scorekeeper.game.game import Game
from scorekeeper.game.round import Round
from scorekeeper.game.seating import stays_of
from scorekeeper.sheets.cells import Cell, Row

Corrected = Collection[tuple[int, str]]
"""Entries that were corrected, as number of the round and player."""


def rows_of(game: Game, corrected: Corrected) -> tuple[Row, ...]:
    """Return a row for every round, those to come too, with a box for everybody who ever played."""
    begun = len(game.rounds)
    to_come = (Round(begun + 1 + ahead, double) for ahead, double in enumerate(game.ahead))
    running = {name: _running(game, name) for name in game.players}
    return tuple(
        Row(
            number=played.number,
            double=played.double,
            began_with=played.began_with,
            blocked=played.blocked,
            cells=tuple(_cell(game, played, name, running[name], corrected) for name in game.players),
        )
        for played in (*game.rounds, *to_come)
    )


def _running(game: Game, name: str) -> tuple[int, ...]:
    """Return the totals before the first round, after it, and so on, as `Game.total` has them."""
    given = [0] * (len(game.rounds) + 1)
    for stay in stays_of(game.stays, name):
        if stay.joined <= len(given):
            given[stay.joined - 1] += stay.points
    points = (points.get(name, 0) for points in game.points)
    return tuple(accumulate((sum(both) for both in zip(points, given[1:], strict=True)), initial=given[0]))


def _cell(game: Game, played: Round, name: str, running: Sequence[int], corrected: Corrected) -> Cell | None:
    number, begun = played.number, played.number <= len(game.rounds)
    if name not in game.players_of(number):
        changed = begun and running[number] != running[number - 1]
        return Cell(None, running[number] if changed else None, away=True)
    if not begun or name not in game.points[number - 1]:
        return None
    return Cell(
        points=game.points[number - 1][name],
        total=running[number],
        out=played.out == name,
        little=any(call.player == name and call.caught for call in played.calls),
        called=any(call.player == name and not call.caught for call in played.calls),
        corrected=(number, name) in corrected,
    )
