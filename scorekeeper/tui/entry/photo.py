"""A hand whose line names a photo: terminals write the name of a file that is dropped on them."""

from collections.abc import Sequence
from pathlib import Path

from scorekeeper.errors import at_place
from scorekeeper.game import Game, Round, tiles_elsewhere
from scorekeeper.photo import MOST_BYTES, SeenTile, read_tiles
from scorekeeper.system import read_bytes
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import show_tiles


def see_hand(file: Path, game: Game, played: Round, player: str) -> tuple[SeenTile, ...]:
    """Return the tiles in a photo of a player's hand; it takes seconds. Raises ScorekeeperError if there are none."""
    elsewhere = [tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles]
    with at_place(file.name):
        return read_tiles(read_bytes(file, MOST_BYTES), game.set_size, elsewhere)


def seen_words(seen: Sequence[SeenTile]) -> str:
    """Return how many tiles are seen in a photo, and which ones are doubtful."""
    words = ngettext(
        "I see {n} tile. Is that all?", "I see {n} tiles. Is that all of them?", len(seen), n=len(seen)
    )
    doubtful = [tile.tile for tile in seen if not tile.sure]
    return " ".join([_("Look again: {tiles}.", tiles=show_tiles(doubtful)), words]) if doubtful else words
