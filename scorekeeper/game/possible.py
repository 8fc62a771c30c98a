"""Which tiles a hand may still hold, and what a half-typed tile could become."""

import re
from collections.abc import Sequence

from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.game import Game
from scorekeeper.game.notation import parse_entry
from scorekeeper.game.round import Blocked, Pips, Round, TileEntry
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set

_HALF = re.compile(r"(?:^|[\s,])\[?(\d{1,2})[-|:](\d{0,2})$")


def tiles_left(game: Game, played: Round, player: str) -> tuple[Tile, ...]:
    """Return the tiles that a player's hand may hold, highest first.

    Not among them: what is on the table, and what other hands of the round name.
    """
    gone = {tile for tiles in tiles_elsewhere(played, player).values() for tile in tiles}
    return tuple(tile for tile in reversed(full_set(game.set_size)) if tile not in gone)


def tiles_elsewhere(played: Round, player: str) -> dict[str | None, tuple[Tile, ...]]:
    """Return the tiles that a player's hand cannot hold, by the player who has them; None is for the table."""
    on_table = {played.began_with}
    if isinstance(played.ending, Blocked) and played.ending.open_foot is not None:
        on_table.add(played.ending.open_foot)
    gone: dict[str | None, tuple[Tile, ...]] = {None: tuple(Tile(double, double) for double in on_table)}
    for name, entry in played.entries.items():
        if name != player and isinstance(entry, TileEntry):
            gone[name] = entry.tiles
        elif name != player and isinstance(entry, Pips) and entry.double_blank:
            gone[name] = (DOUBLE_BLANK,)
    return gone


def tiles_typed(typed: str, highest: int) -> tuple[Tile, ...]:
    """Return the tiles that a line names; none where it is counted, or cannot be read."""
    try:
        entry = parse_entry(typed, highest)
    except ScorekeeperError:
        return ()
    return entry.tiles if isinstance(entry, TileEntry) else ()


def could_become(typed: str, tiles: Sequence[Tile], highest: int) -> tuple[Tile, ...] | None:
    """Return the tiles that a half-typed one at the end of a line could become; None if there is none.

    >>> [str(tile) for tile in could_become("6-4 5-", [Tile(6, 5), Tile(5, 4), Tile(4, 4)], 9)]
    ['6-5', '5-4']
    """
    half = _HALF.search(typed)
    if half is None or (half[2] and not (highest > 9 and half[2] == "1")):
        return None
    named = tiles_typed(typed[: half.start()], highest)
    number = int(half[1])
    return tuple(
        tile
        for tile in tiles
        if tile.shows(number) and tile not in named and str(tile.other(number)).startswith(half[2])
    )
