"""Random games by the engine."""

from datetime import date
from random import Random

from scorekeeper.engine.play import can, do
from scorekeeper.engine.result import played_round
from scorekeeper.engine.setup import Setup
from scorekeeper.engine.state import State, begin_round
from scorekeeper.errors import Impossible
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Round
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.rules.schedule import doubles_to_come
from scorekeeper.system import paths
from scorekeeper.tiles import Tile
from tests.random_player import any_action, dealt, quick_action


def books() -> list[RuleBook]:
    """Return the rule books that the engine plays."""
    shelf = Shelf(paths.shipped_folder("rules"))
    found = [shelf.book(name) for name in shelf.ids()]
    return [book for book in found if book.rules.layout.name == "feet"]


def random_game(book: RuleBook, set_size: int, players: int, rng: Random) -> Game:
    """Play a whole game, every round as the schedule has it. Raises Impossible if it cannot be dealt."""
    rounds: list[Round] = []
    names: tuple[str, ...] = ()
    while len(rounds) <= set_size:
        due = doubles_to_come(book.rules, set_size, [done.began_with for done in rounds])
        if not due:
            break
        setup, yard = dealt(book.rules, set_size, players, due[0], rng)
        names = setup.players
        rounds.append(played_round(_played(setup, yard, rng), len(rounds) + 1))
    return Game(
        title="",
        date=date(2026, 11, 20),
        set_size=set_size,
        players=names,
        book=book.id,
        rules=book.rules,
        rounds=tuple(rounds),
    )


def _played(setup: Setup, yard: list[Tile], rng: Random) -> State:
    """Play a round to its end: as fast as can be where that is legal, else by any legal action."""
    state = begin_round(setup)
    while state.outcome is None:
        action = quick_action(state, list(yard), rng) if state.started else None
        if action is None or action.kind == "draw" or not can(state, action):
            action = any_action(state, yard, rng)
        if action is None:
            raise Impossible("nobody can find the double")
        do(state, action)
    return state
