"""Random games by the engine, their hands entered as tiles, as pips and as points."""

from collections.abc import Callable
from datetime import date
from itertools import count
from random import Random

from msgspec.structs import replace

from scorekeeper.checks.findings import Finding
from scorekeeper.checks.round import game_findings
from scorekeeper.engine.play import can, do
from scorekeeper.engine.result import played_round
from scorekeeper.engine.setup import Setup
from scorekeeper.engine.state import State, begin_round
from scorekeeper.errors import Impossible
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Entry, Pips, Points, Round, TileEntry, score_entry
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.rules.schedule import doubles_to_come
from scorekeeper.system import paths
from scorekeeper.tiles import DOUBLE_BLANK, Tile
from tests.random_player import any_action, dealt, quick_action

Way = Callable[[Game, TileEntry], Entry]
NEVER = ("D4", "D8", "D11", "D14", "D16")
"""Facts whose warnings the engine cannot bring about either."""


def books() -> list[RuleBook]:
    """Return the rule books that the engine plays."""
    shelf = Shelf(paths.shipped_folder("rules"))
    found = [shelf.book(name) for name in shelf.ids()]
    return [book for book in found if not book.rules.has_trains]


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


def ways(game: Game) -> dict[str, Game]:
    """Return the same game with its hands as tiles, as pips, as points, and each hand another way."""
    turns = count()
    kinds = {"tiles": tiles, "pips": pips, "points": points}
    mixed = [tiles, pips, points]
    found = {
        name: replace(game, rounds=tuple(entered(game, done, [way]) for done in game.rounds))
        for name, way in kinds.items()
    }
    found["mixed"] = replace(
        game, rounds=tuple(entered(game, done, mixed[next(turns) % 3 :] + mixed) for done in game.rounds)
    )
    return found


def entered(game: Game, done: Round, how: list[Way]) -> Round:
    """Return the round with its hands entered in these ways, in turn."""
    entries = {
        name: how[seat % len(how)](game, hand)
        for seat, (name, hand) in enumerate(done.entries.items())
        if isinstance(hand, TileEntry)
    }
    return replace(done, entries=entries)


def tiles(_game: Game, hand: TileEntry) -> Entry:
    """Return the hand as its tiles."""
    return hand


def pips(game: Game, hand: TileEntry) -> Entry:
    """Return the hand as a careful table counts its dots, with what the rules charge for."""
    blanks = sum(tile.one_blank for tile in hand.tiles) if game.rules.scoring.blank_tile is None else 0
    return Pips(sum(tile.pips for tile in hand.tiles), DOUBLE_BLANK in hand.tiles, blanks)


def points(game: Game, hand: TileEntry) -> Entry:
    """Return the hand as the points it counts."""
    return Points(score_entry(hand, game.rules).total)


def false_alarms(game: Game) -> list[Finding]:
    """Return what is found in a game that was really played."""
    return [one for one in game_findings(game) if one.level == "error" or one.fact in NEVER]
