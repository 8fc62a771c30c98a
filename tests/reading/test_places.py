"""Whatever people type is read by the one reader; files are read strictly, and by others alone."""

import ast
import re
from pathlib import Path

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
STRICT = ("parse_tile", "parse_tiles", "parse_action", "parse_train", "typed_words")
"""Readers of one form; and the words that a text may be compared with."""
ALLOWED = {
    "engine/state.py": "actions that programs hand over as text",
    "engine/notation.py": "actions of records, and rounds that the program wrote",
    "formats/game_file.py": "files of games",
    "formats/disputes.py": "files of records and of situations",
    "game/notation.py": "the strict notation that the ear has written",
    "judge/explain.py": "the actions that a ruling names",
    "judge/kinds.py": "the strict notation that the ear has written; names",
    "judge/told.py": "the deeds of a dispute, as the ear has written them",
    "tiles.py": "the reader of tiles itself",
    "web/photos.py": "the strict notation that the ear has written, to mark the same tiles in a photo",
    "game/names.py": "the “and” between names",
    "cli/keep/wishes.py": "the words before the number of a round, or of a set; had, mine",
    "tui/new_game.py": "the word before the target of a game",
}
HEARING = {
    "cli/common.py": "yes or no",
    "cli/options.py": "days, and rounds named in commands",
    "cli/keep/commands.py": "the words of a command",
    "cli/keep/evening.py": "b, y",
    "cli/keep/wishes.py": "numbers in what is said; nobody and nothing",
    "cli/exchange.py": "the table of a sheet",
    "formats/club_file.py": "whether somebody is here, in the list of people",
    "formats/table_cells.py": "what a cell of a table is",
    "formats/export.py": "the heads of our own sheets, as they are read again",
    "formats/table_games.py": "the round of a line, the day of a game",
    "session/incoming.py": "the tables of files",
    "game/keying.py": "cells of a sheet that a spreadsheet made dates of",
    "game/notation.py": "hands and cells, in the app, commands, tables and on phones",
    "judge/draft.py": "whether a fact is a yes; strangers",
    "judge/kinds.py": "facts and events",
    "session/review.py": "how a round ended",
    "tui/entry/grid.py": "which of two meanings",
    "tui/importing.py": "the day of games without one",
    "tui/table/table.py": "the day of a game",
    "web/devices.py": "PINs",
    "web/hand.py": "which of two meanings",
}
"""Every module that asks the one reader, and what people type there."""


def modules() -> dict[str, str]:
    """Return the texts of the modules outside the reader, by their place in the package."""
    return {
        place: path.read_text("utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
        if not (place := path.relative_to(PACKAGE).as_posix()).startswith("reading/")
    }


def names_used(text: str) -> set[str]:
    """Return the names that a module uses, besides importing them."""
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def test_what_people_type_is_read_in_the_places_that_are_listed() -> None:
    """A module that begins to ask the one reader is listed with what people type there."""
    asks = re.compile(r"^ *from scorekeeper(\.reading import| import .*\breading\b)", re.MULTILINE)
    assert {place for place, text in modules().items() if asks.search(text)} == HEARING.keys()


def test_no_other_module_reads_what_people_type() -> None:
    """Strict readers, and comparisons with typed words, stand only where files and the ear's notation are read."""
    reading = {place for place, text in modules().items() if names_used(text) & {*STRICT}}
    assert reading == ALLOWED.keys()
