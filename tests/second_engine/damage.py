"""Spoils records, each in one random way; what comes of it may be legal all the same."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tests.second_engine.notation import Hand, Move, Tile, all_tiles, hand_of, move_of

Record = dict[str, Any]
Moves = list[Move]


class Spoiler:
    """A record taken apart, so that one thing in it can be changed."""

    def __init__(self, record: Record, random: Random) -> None:
        self.random = random
        self.highest: int = record["set"]
        self.start = Tile(record["round"], record["round"])
        self.names: list[str] = record["players"]
        self.hands = {name: hand_of(text) for name, text in record["hands"].items()}
        self.moves = [move_of(text, self.names) for text in record["actions"]]

    @property
    def at(self) -> int:
        """Some action."""
        return self.random.randrange(len(self.moves))

    @property
    def seat(self) -> int:
        """Some player."""
        return self.random.randrange(len(self.names))

    @property
    def tile(self) -> Tile:
        """Some tile of the set."""
        return self.random.choice(all_tiles(self.highest))

    def change(self, kinds: str, **changes: object) -> None:
        """Change one action of these kinds, if there is any."""
        places = [at for at, move in enumerate(self.moves) if move.kind in kinds.split()]
        if places:
            at = self.random.choice(places)
            self.moves[at] = replace(self.moves[at], **changes)  # type: ignore[arg-type]

    def swap_neighbours(self) -> None:
        """Exchange two actions in a row."""
        at = self.random.randrange(max(1, len(self.moves) - 1))
        self.moves[at : at + 2] = reversed(self.moves[at : at + 2])

    def swap(self) -> None:
        """Exchange two actions."""
        one, other = self.at, self.at
        self.moves[one], self.moves[other] = self.moves[other], self.moves[one]

    def drop(self) -> None:
        """Leave an action out."""
        del self.moves[self.at]

    def duplicate(self) -> None:
        """Do an action twice."""
        at = self.at
        self.moves.insert(at, self.moves[at])

    def other_tile(self) -> None:
        """Lay or draw another tile."""
        self.change("lay", tile=self.tile)

    def other_tile_drawn(self) -> None:
        """Draw another tile."""
        self.change("draw", tile=self.tile)

    def unseen_draw(self) -> None:
        """Draw a tile that nobody sees."""
        self.change("draw", tile=None)

    def other_place(self) -> None:
        """Name the place of another tile, laid or not."""
        laid = [move.tile for move in self.moves if move.kind == "lay"]
        self.change("lay", place=self.random.choice([*laid, self.tile, "start"]))

    def no_place(self) -> None:
        """Name no place."""
        self.change("lay", place=None)

    def pass_instead(self) -> None:
        """Pass instead of playing or drawing."""
        self.change("lay draw", kind="pass", tile=None, place=None)

    def draw_instead(self) -> None:
        """Draw instead of playing or passing."""
        self.change("lay pass", kind="draw", tile=None, place=None)

    def other_player(self) -> None:
        """Let another player do it."""
        self.change("lay draw pass little challenge", seat=self.seat)

    def other_starter(self) -> None:
        """Let another player begin."""
        self.moves[0] = replace(self.moves[0], seat=self.seat)

    def go_on(self) -> None:
        """Do one more thing after the end."""
        kind = self.random.choice(["pass", "draw", "little", "lay"])
        self.moves.append(Move(self.seat, kind, self.tile if kind == "lay" else None))

    def stop_early(self) -> None:
        """Leave out the end."""
        del self.moves[self.at + 1 :]

    def insert(self) -> None:
        """Do one more thing in between."""
        kind = self.random.choice(["pass", "draw", "lay"])
        self.moves.insert(self.at, Move(self.seat, kind, self.tile if kind == "lay" else None))

    def insert_call(self) -> None:
        """Call Chickenlittle, or object, at any time."""
        kind = self.random.choice(["little", "challenge"])
        whom = self.seat if kind == "challenge" else None
        self.moves.insert(self.at + 1, Move(self.seat, kind, whom=whom))

    def drop_call(self) -> None:
        """Leave out a call or an objection."""
        calls = [at for at, move in enumerate(self.moves) if move.kind in ("little", "challenge")]
        if calls:
            del self.moves[self.random.choice(calls)]

    def drop_draw(self) -> None:
        """Leave out a draw."""
        draws = [at for at, move in enumerate(self.moves) if move.kind == "draw"]
        if draws:
            del self.moves[self.random.choice(draws)]

    def swap_tiles(self) -> None:
        """Exchange a tile of one hand for a tile of another, or for any tile of the set."""
        shown = [(name, tile) for name, hand in self.hands.items() for tile in hand.tiles]
        if not shown:
            return
        _, one = self.random.choice(shown)
        other = self.random.choice([self.random.choice(shown)[1], self.tile])
        if other == self.start:
            return
        turned = {one: other, other: one}
        for name, hand in self.hands.items():
            self.hands[name] = Hand(tuple(turned.get(tile, tile) for tile in hand.tiles), hand.hidden)

    def hide_tile(self) -> None:
        """Show one tile less of a hand."""
        shown = [name for name, hand in self.hands.items() if hand.tiles]
        if shown:
            name = self.random.choice(shown)
            tiles, hidden = self.hands[name]
            self.hands[name] = Hand(tiles[1:], hidden + 1)


WAYS: tuple[Callable[[Spoiler], None], ...] = (
    Spoiler.swap_neighbours, Spoiler.swap, Spoiler.drop, Spoiler.duplicate, Spoiler.other_tile,
    Spoiler.other_tile_drawn, Spoiler.unseen_draw, Spoiler.other_place, Spoiler.no_place, Spoiler.pass_instead,
    Spoiler.draw_instead, Spoiler.other_player, Spoiler.other_starter, Spoiler.go_on, Spoiler.stop_early,
    Spoiler.insert, Spoiler.insert_call, Spoiler.drop_call, Spoiler.drop_draw, Spoiler.swap_tiles, Spoiler.hide_tile,
)  # fmt: skip


def damaged(record: Record, random: Random) -> Record:
    """Return the record, changed in one random way, if there is any action in it."""
    if not record["actions"]:
        return record
    spoiler = Spoiler(record, random)
    random.choice(WAYS)(spoiler)
    hands = {name: str(hand) for name, hand in spoiler.hands.items()}
    actions = [move.written(spoiler.names) for move in spoiler.moves]
    return {**record, "hands": hands, "actions": actions}
