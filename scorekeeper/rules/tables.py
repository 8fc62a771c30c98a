"""Rules that are tables: a row per set size or number of players, checked and looked up.

A table's rows are named `6` to `18` (sets) or `2` to `12` (players); `any` serves the rest. Nothing here
knows what the numbers are for.
"""

from collections.abc import Mapping

from scorekeeper.errors import Malformed, nearest, short
from scorekeeper.rules.schema import ANY, SIZED_TABLES, Value
from scorekeeper.text import N_, _
from scorekeeper.tiles import SET_SIZES, set_name

FEWEST_PLAYERS, MOST_PLAYERS = SEATS = 2, 12
HIGHEST_NUMBER = 10_000
LEAST = {"rounds.count": 1, "rounds.target": 1, "trains.public_count": 1, "scoring.out": -1000}
"""The least number of a key where that is not 0."""
MOST = {"rounds.first_double": max(SET_SIZES)}
"""The highest number of a key where it is lower than `HIGHEST_NUMBER`."""


def check_number(path: str, number: int) -> None:
    """Raise Malformed for a number that no table could mean."""
    least, most = LEAST.get(path, 0), MOST.get(path, HIGHEST_NUMBER)
    if not least <= number <= most:
        sentence = N_("{number} is out of range; use {least} to {most}.")
        raise Malformed(_(sentence, number=short(number), least=least, most=most), path)


_SETS, _SEATS = ([ANY, *map(str, rows)] for rows in (SET_SIZES, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)))
"""What the rows of tables are called."""


def check_rows(key: str, table: Mapping[str, Value]) -> None:
    """Raise Malformed for a table with a row that is no set size, no number of players, or nonsense."""
    _check_names(key, table, _SETS if key in SIZED_TABLES else _SEATS)
    for row, value in table.items():
        path = f"{key}.{row}"
        if isinstance(value, Mapping):
            _check_names(path, value, _SEATS)
            for players, tiles in value.items():
                check_number(f"{path}.{players}", tiles)
        elif isinstance(value, tuple) and not 1 <= value[0] <= value[1] <= 99:
            raise Malformed(_("{value} is not [least, most].", value=short(list(value))), path)
        elif isinstance(value, int):
            check_number(path, value)
        elif path.startswith("deal.") and isinstance(value, str):
            formula_tiles(value, 2, path)


def _check_names(path: str, table: Mapping[str, Value], known: list[str]) -> None:
    if not table:
        raise Malformed(_("A table needs at least one row."), path)
    for row in table:
        if row not in known:
            raise Malformed(
                _("{row} is not a row of this table; {hint}", row=short(row), hint=nearest(row, known)),
                path,
            )


def formula_tiles(formula: str, players: int, path: str = "deal.hand_size") -> int:
    """Return the tiles per hand by a formula such as `42/n`, rounded to nearest, halves up.

    Source: the one-page club sheet's `round(42/n)` with 10.5 going up to 11.

    >>> [formula_tiles("42/n", n) for n in range(2, 10)]
    [21, 14, 11, 8, 7, 6, 5, 5]
    """
    pool, slash, rest = formula.partition("/")
    if not (slash and rest == "n" and pool.isdecimal() and len(pool) < 4):
        raise Malformed(
            _('{formula} is not a number of tiles; use 7 or "42/n".', formula=short(formula)),
            path,
        )
    return (2 * int(pool) + players) // (2 * players)


def for_players(table: Value, players: int) -> Value:
    """Return a table's row for a number of players, else its `any` row; a value that is no table is itself.

    Raises Malformed if neither row is there.
    """
    row = _row(table, players)
    if row is None and table is not None:
        raise Malformed(
            _("These rules give no number for {players} players and have no row “any”.", players=players)
        )
    return row


def _row(table: Value, row: int) -> Value:
    return table.get(str(row), table.get(ANY)) if isinstance(table, Mapping) else table


def row_for_table(key: str, value: Value, set_size: int, players: int) -> Value:
    """Return the row of a rule that holds for a set and a number of players; formulas worked out.

    A set's own table without this number of players falls back to the outer row `any`.

    >>> row_for_table("deal.hand_size", {"9": {"2": 20}, "any": "42/n"}, 9, 3)
    14
    """
    if key not in SIZED_TABLES:
        return for_players(value, players)
    row = _row(value, set_size)
    if row is None:
        name = set_name(set_size)
        raise Malformed(_("These rules give no number for a {name} set and have no row “any”.", name=name))
    if isinstance(row, Mapping) and _row(row, players) is None:
        row = value.get(ANY, row)
    row = for_players(row, players)
    return formula_tiles(row, players) if key == "deal.hand_size" and isinstance(row, str) else row
