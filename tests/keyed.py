"""A sheet as text, read into a game as `key` reads the file."""

from scorekeeper.formats.table_cells import sheets_of
from scorekeeper.formats.table_games import KeyedSheet
from scorekeeper.formats.table_games import read_sheet as read_table
from scorekeeper.game.game import Game
from scorekeeper.reading.tables import only_table


def read_sheet(text: str, game: Game) -> KeyedSheet:
    """Read the one table of a CSV text into a game."""
    return read_table(only_table(sheets_of(text.encode()), game.players), game)
