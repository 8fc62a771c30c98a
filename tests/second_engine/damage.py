"""Spoils records of feet, where tiles may be hidden and calls be forgotten."""

from random import Random

from tests.damage import Record, Spoiler
from tests.second_engine.notation import Hand


class FeetSpoiler(Spoiler):
    """A record in which tiles are drawn unseen."""

    calls = ("little", "challenges")
    ways = (*Spoiler.ways, "hide_draw", "hide_tile")
    drawn = ""

    def hide_draw(self) -> None:
        """Draw a tile that nobody sees."""
        self.change("draw", what="")

    def hide_tile(self) -> None:
        """Show one tile less of a hand."""
        shown = [name for name, hand in self.hands.items() if hand.tiles]
        if shown:
            name = self.random.choice(shown)
            tiles, hidden = self.hands[name]
            self.hands[name] = Hand(tiles[1:], hidden + 1)


def damaged(record: Record, random: Random) -> Record:
    """Return the record, changed in one random way, if there is any action in it."""
    return FeetSpoiler(record, random).spoiled() if record["actions"] else record
