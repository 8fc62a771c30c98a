"""Spoils round records, each in one random way; what comes of it may be legal all the same."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.second_engine.notation import Hand, Tile, all_tiles, hand_of

Record = dict[str, Any]


class Move(NamedTuple):
    """An action in words; it lays a tile where it has no word of its own, and `what` is a tile or a player."""

    name: str
    word: str
    what: str = ""
    place: str = ""

    def __str__(self) -> str:
        on = self.place and f"on {self.place}"
        return " ".join(part for part in (self.name, self.word, self.what, on) if part)


def move_of(text: str, names: Sequence[str]) -> Move:
    """Read one action of a record."""
    name = max((name for name in names if text.startswith(f"{name} ")), key=len)
    did, _, place = text.removeprefix(f"{name} ").partition(" on ")
    word, _, what = did.partition(" ") if did[0].isalpha() else ("", "", did)
    return Move(name, word, what, place)


class Spoiler:
    """A record taken apart, so that one thing in it can be changed."""

    calls: tuple[str, ...] = ()
    """Words that are said at any time."""
    ways: tuple[str, ...] = (
        "swap_neighbours", "swap", "drop", "drop_a_draw", "drop_a_pass", "drop_a_call", "stop_early", "go_on",
        "twice", "other_tile", "other_place", "other_player", "tile_to_come", "pass_instead", "draw_instead",
        "insert", "insert_call", "swap_tiles",
    )  # fmt: skip

    def __init__(self, record: Record, random: Random) -> None:
        self.record, self.random = record, random
        self.start = Tile(record["round"], record["round"])
        self.names: list[str] = record["players"]
        self.hands = {name: hand_of(text) for name, text in record["hands"].items()}
        self.moves = [move_of(text, self.names) for text in record["actions"]]

    def spoiled(self) -> Record:
        """Return the record, changed in one random way."""
        getattr(self, self.random.choice(self.ways))()
        hands = {name: str(hand) for name, hand in self.hands.items()}
        return {**self.record, "hands": hands, "actions": list(map(str, self.moves))}

    @property
    def places(self) -> list[str]:
        """What a place can be called beside a tile."""
        return ["start", "", ""]

    @property
    def at(self) -> int:
        """Some action."""
        return self.random.randrange(len(self.moves))

    @property
    def name(self) -> str:
        """Some player."""
        return self.random.choice(self.names)

    @property
    def tile(self) -> Tile:
        """Some tile of the set."""
        return self.random.choice(all_tiles(self.record["set"]))

    @property
    def drawn(self) -> str:
        """A tile that is drawn."""
        return str(self.tile)

    def some(self, *words: str) -> list[int]:
        """Return some action with one of these words, if there is any; the empty word is for laying."""
        places = [at for at, move in enumerate(self.moves) if move.word in words]
        return [self.random.choice(places)] if places else []

    def change(self, *words: str, **changes: str) -> None:
        """Change one action with one of these words."""
        for at in self.some(*words):
            self.change_at(at, **changes)

    def change_at(self, at: int, **changes: str) -> None:
        """Change one action."""
        self.moves[at] = self.moves[at]._replace(**changes)

    def drop(self, *words: str) -> None:
        """Leave an action out."""
        for at in self.some(*words) if words else [self.at]:
            del self.moves[at]

    def drop_a_draw(self) -> None:
        """Leave a draw out."""
        self.drop("draw")

    def drop_a_pass(self) -> None:
        """Leave a pass out."""
        self.drop("pass")

    def drop_a_call(self) -> None:
        """Leave out what was said."""
        self.drop(*self.calls)

    def swap_neighbours(self) -> None:
        """Exchange two actions in a row."""
        at = self.random.randrange(max(1, len(self.moves) - 1))
        self.moves[at : at + 2] = reversed(self.moves[at : at + 2])

    def swap(self) -> None:
        """Exchange two actions."""
        one, other = self.at, self.at
        self.moves[one], self.moves[other] = self.moves[other], self.moves[one]

    def stop_early(self) -> None:
        """Leave out the end."""
        del self.moves[self.at + 1 :]

    def go_on(self) -> None:
        """Do one more thing after the end."""
        self.moves.append(self.random.choice([Move(self.name, "pass"), self.turn(self.name), self.moves[-1]]))

    def twice(self) -> None:
        """Do an action twice."""
        at = self.at
        self.moves.insert(at, self.moves[at])

    def other_tile(self) -> None:
        """Lay or draw another tile."""
        self.change(self.random.choice(["", "draw"]), what=str(self.tile))

    def other_place(self) -> None:
        """Name another place, or none."""
        laid = [move.what for move in self.moves if not move.word][-2:]
        self.change("", place=self.random.choice([*laid, str(self.tile), *self.places]))

    def other_player(self) -> None:
        """Let another player do it."""
        at = self.random.choice([0, self.at, self.at])
        self.change_at(at, name=self.name)

    def tile_to_come(self) -> None:
        """Lay a tile that the same player lays later in the round."""
        at = self.at
        later = [move for move in self.moves[at:] if not move.word and move.name == self.moves[at].name]
        self.moves[at] = self.random.choice(later or [self.moves[at]])

    def pass_instead(self) -> None:
        """Pass instead of playing or drawing."""
        self.change("", "draw", word="pass", what="", place="")

    def draw_instead(self) -> None:
        """Draw instead of playing or passing."""
        self.change("", "pass", word="draw", what=self.drawn, place="")

    def turn(self, name: str) -> Move:
        """Return something that a player may do in a turn."""
        return self.random.choice([Move(name, "pass"), Move(name, "draw", self.drawn)])

    def insert(self) -> None:
        """Let some player, or the one of an action, do one more thing before it."""
        at = self.at
        self.moves.insert(at, self.turn(self.random.choice([self.name, self.moves[at].name])))

    def insert_call(self) -> None:
        """Say something at any time."""
        word = self.random.choice(self.calls)
        self.moves.insert(self.at + 1, Move(self.name, word, self.name if word == "challenges" else ""))

    def swap_tiles(self) -> None:
        """Exchange a tile of one hand for a tile of another, or for any tile of the set, but not the first double."""
        shown = [tile for hand in self.hands.values() for tile in hand.tiles if tile != self.start]
        others = [tile for tile in (self.tile, *shown[-1:], *shown[:1]) if tile != self.start]
        if shown and others:
            one, other = self.random.choice(shown), self.random.choice(others)
            turned = {one: other, other: one}
            for name, hand in self.hands.items():
                self.hands[name] = Hand(tuple(turned.get(tile, tile) for tile in hand.tiles), hand.hidden)
