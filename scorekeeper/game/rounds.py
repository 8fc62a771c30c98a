"""A round put into its game: rounds skipped before it, and the doubles of those after it.

What may be said of a round is settled by `events` and `bounds` before it comes here.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game.game import Game
from scorekeeper.game.round import Round
from scorekeeper.rules.schedule import to_come
from scorekeeper.text import _


def with_round(game: Game, changed: Round) -> Game:
    """Return the game with one round as it is now; empty rounds at the end are dropped."""
    before, after = game.rounds[: changed.number - 1], game.rounds[changed.number :]
    skipped = tuple(game.round(number) for number in range(len(before) + 1, changed.number))
    rounds = [*before, *skipped, changed, *after]
    while rounds and not rounds[-1].begun:
        rounds.pop()
    if after and changed.began_with != game.round(changed.number).began_with:
        rounds = _rescheduled(game, rounds)
    return replace(game, rounds=tuple(rounds))


def _rescheduled(game: Game, rounds: Iterable[Round]) -> list[Round]:
    """Give every round the double it is due, after an earlier one turned out to have begun otherwise."""
    due: list[Round] = []
    for played in rounds:
        rules = game.rules_of(played.number)
        doubles = to_come(rules, game.set_size, [before.began_with for before in due])
        if not doubles:
            raise Impossible(
                _("Round {number} has been entered, and would have no double left.").format(
                    number=played.number
                )
            )
        due.append(replace(played, double=doubles[0]))
    return due
