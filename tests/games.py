"""Games for tests: made of nothing but a number of players, a set and how far they got."""

from datetime import date
from random import Random

from msgspec.structs import replace

from scorekeeper.formats.rule_packs import Shelf
from scorekeeper.game.game import Game
from scorekeeper.game.round import Blocked, Call, Out, Pips, Round
from scorekeeper.rules.rulebook import read_changes, with_changes

PEOPLE = "Ana, Ben, Carla, Dan, Eve, Finn, Grandma Jo, Hal, Uncle Theodore, Zoë, Kit, Lou"
NAMES = tuple(PEOPLE.split(", "))
DAY = date(2026, 11, 20)


def new_game(shelf: Shelf, set_size: int, players: tuple[str, ...], **house: object) -> Game:
    """Return a game of small hands, so that every number of players can play with every set."""
    book = shelf.book("tedmontgomery")
    small = {"deal.hand_size": {"any": 2}, "start.toes": 4}
    changes = read_changes({key.replace("__", "."): value for key, value in house.items()})
    rules = with_changes(book.rules, read_changes(small) | changes)
    return Game(
        title="Friday night",
        date=DAY,
        set_size=set_size,
        players=players,
        book=book.id,
        rules=rules,
        house=changes,
    )


def played(game: Game, rounds: int | None = None, seed: int = 9) -> Game:
    """Return the game after so many rounds, or all; the last player lacks an entry where it goes on."""
    random, ahead = Random(seed), game.ahead
    count = len(ahead) if rounds is None else rounds
    done = []
    for number, double in enumerate(ahead[:count], 1):
        out = random.choice(game.players) if random.random() < 0.8 else None
        entries = {name: Pips(random.choice((3, 7, 12, 25, 40, 61))) for name in game.players if name != out}
        if number == count < len(ahead):
            entries.pop(game.players[-1], None)
        ending = Blocked(double) if out is None else Out(out)
        calls = (Call("chickenlittle", random.choice(game.players), effect="draw-1"),) * (number % 3 == 0)
        done.append(Round(number, double, ending=ending, entries=entries, calls=calls))
    return replace(game, rounds=tuple(done))
