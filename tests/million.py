"""A million random legal actions under every rule book, with every set and every number of players.

Run by hand: `python -m tests.million [ACTIONS]`. Prints what was played and ends with status 1 at
the first law that is broken.
"""

import sys
from collections import Counter
from itertools import count
from random import Random

from scorekeeper.engine.play import do
from scorekeeper.engine.state import State, begin_round
from scorekeeper.errors import Impossible
from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.rules.rulebook import RuleBook
from scorekeeper.system import paths
from scorekeeper.tiles import SET_SIZES
from tests.laws import broken, replays
from tests.random_player import any_action, dealt

SEATS = range(2, 13)


def books() -> list[RuleBook]:
    """Return the rule books that the engine rules on."""
    shelf = Shelf(paths.shipped_folder("rules"))
    found = [shelf.book(name) for name in shelf.ids()]
    return [book for book in found if not book.rules.has_trains]


def play_round(book: RuleBook, set_size: int, players: int, rng: Random) -> State:
    """Play one round to its end and check the laws on the way; ends the program where one is broken."""
    setup, yard = dealt(book.rules, set_size, players, rng.randrange(set_size + 1), rng)
    state = begin_round(setup)
    while state.outcome is None:
        action = any_action(state, yard, rng)
        if action is None:
            sys.exit(f"stuck: {book.id} {set_size} {players} {state.history}")
        do(state, action)
        faults = broken(state, yard) if rng.random() < 0.05 or state.outcome is not None else []
        if faults:
            sys.exit(f"broken: {faults} {book.id} {set_size} {players} {state.history}")
    if rng.random() < 0.1 and not replays(state):
        sys.exit(f"replays differently: {book.id} {set_size} {players} {state.history}")
    return state


def main(wanted: int) -> None:
    """Play until so many actions are done."""
    rng, kept = Random(20), books()
    actions, endings, unplayable = 0, Counter[str](), 0
    tables = [(book, size, seats) for book in kept for size in SET_SIZES for seats in SEATS]
    for number in count():
        if actions >= wanted:
            break
        book, size, seats = tables[number % len(tables)]
        try:
            state = play_round(book, size, seats, rng)
        except Impossible:
            unplayable += 1
            continue
        actions += len(state.history)
        if state.outcome is not None:
            endings[f"{state.outcome.ended} ({state.outcome.rule})"] += 1
    print(f"{actions:,} actions in {endings.total():,} rounds, no law broken; {len(kept)} rule books,")
    print(f"{len(tables):,} tables, of which {unplayable:,} rounds could not be dealt")
    for ending, times in endings.most_common():
        print(f"  {times:7,}  {ending}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
