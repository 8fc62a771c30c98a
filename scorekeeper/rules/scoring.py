"""What is left in a hand -> points, with the parts that make them up.

Every surface shows these parts, so a score always explains itself. Rules come in as a value.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.errors import Impossible
from scorekeeper.rules.schema import Rules
from scorekeeper.text import N_, _
from scorekeeper.tiles import DOUBLE_BLANK, Tile

PIPS = "pips"
"""Stands where a line rests on no rule that books differ on: a dot counts one point."""


class ScorePart(NamedTuple):
    """One part of a score: a tile, or dots counted together where the tiles are not known."""

    tile: Tile | None
    points: int
    rule: str


class Score(NamedTuple):
    """Points with the lines that make them up."""

    total: int
    lines: tuple[ScorePart, ...]


def score_tiles(tiles: Iterable[Tile], rules: Rules) -> Score:
    """Score a hand whose tiles are known.

    Sources: dots, all books; `scoring.double_blank`, `scoring.blank_half`, `scoring.blank_tile`.
    """
    return _score(score_tile(tile, rules) for tile in tiles)


def score_tile(tile: Tile, rules: Rules) -> ScorePart:
    """Score one tile."""
    scoring = rules.scoring
    if tile == DOUBLE_BLANK:
        return ScorePart(tile, scoring.double_blank, "scoring.double_blank")
    if tile.one_blank and scoring.blank_tile is not None:
        return ScorePart(tile, scoring.blank_tile, "scoring.blank_tile")
    if tile.one_blank and scoring.blank_half:
        return ScorePart(tile, tile.pips + scoring.blank_half, "scoring.blank_half")
    return ScorePart(tile, tile.pips, PIPS)


def score_pips(pips: int, double_blank: bool, blank_halves: int, rules: Rules) -> Score:
    """Score a hand of which only the dots were counted.

    `blank_halves` is how many of its tiles have exactly one blank. Raises Impossible where the rules
    count such a tile flat: then its dots must be known.
    """
    scoring = rules.scoring
    if blank_halves and scoring.blank_tile is not None:
        sentence = N_(
            "A tile with one blank counts {points} in all here, so the tiles themselves are needed."
        )
        raise Impossible(_(sentence, points=scoring.blank_tile))
    lines = [ScorePart(None, pips, PIPS)] if pips or not double_blank else []
    if double_blank:
        lines.append(ScorePart(DOUBLE_BLANK, scoring.double_blank, "scoring.double_blank"))
    if blank_halves and scoring.blank_half:
        lines.append(ScorePart(None, blank_halves * scoring.blank_half, "scoring.blank_half"))
    return _score(lines)


def _score(lines: Iterable[ScorePart]) -> Score:
    parts = tuple(lines)
    return Score(sum(line.points for line in parts), parts)
