"""`scorekeeper score`: what a hand counts, part by part. Needs no game and no store."""

import re

import click

from scorekeeper.cli.common import asked_set, json_option, rules_options, set_option
from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.errors import Impossible
from scorekeeper.game import Hand, TileEntry, parse_hand, score_entry
from scorekeeper.rules import PIPS
from scorekeeper.session import book_and_rules
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import DOUBLE_BLANK, Tile, parse_tile

_LONE_TILE = re.compile(r"[0-9]{2}")
ONE_DIGIT = 9
"""The largest set whose tiles may be written without a stroke."""


@click.command(epilog='scorekeeper score "6-5 0-0" --house scoring.double_blank=25')
@click.argument("hand")
@set_option
@rules_options
@click.option("--double", type=int, help="The double that started the round.")
@click.option("--round", "started_with", type=int, hidden=True, help="The same as --double.")
@json_option
def score(
    hand: str,
    set_size: str | None,
    book: str | None,
    house: tuple[str, ...],
    double: int | None,
    started_with: int | None,
    as_json: bool,
) -> None:
    """Count a hand, piece by piece."""
    rules = book_and_rules(book, house)[0].rules
    highest = asked_set(set_size, rules)
    entry = read_entry(hand, highest)
    double = started_with if double is None else double
    if double is not None:
        if not 0 <= double <= highest:
            raise Impossible(
                _(
                    "There is no round {double}-{double}; this set has 0-0 to {highest}-{highest}.",
                    double=double,
                    highest=highest,
                )
            )
        started = Tile(double, double)
        if isinstance(entry, TileEntry) and started in entry.tiles:
            raise Impossible(_("{tile} started this round, so it cannot be in a hand.", tile=started))
    counted = score_entry(entry, rules)
    if as_json:
        lines = [
            {"tile": line.tile and str(line.tile), "points": line.points, "rule": line.rule}
            for line in counted.lines
        ]
        say_json({"total": counted.total, "lines": lines})
        return
    if counted.lines:
        rows = []
        for line in counted.lines:
            rule = "" if line.rule == PIPS else line.rule
            piece = str(line.tile) if line.tile else "" if rule else _("pips")
            rows.append((piece, str(line.points), rule))
        say_table(rows, right="<><")
    say(ngettext("{total} point", "{total} points", counted.total, total=counted.total))


def read_entry(typed: str, highest: int) -> Hand:
    """Read a hand: tiles, `64` in sets up to nine among them; else pips or a sum, as `round` takes them."""
    word = typed.strip()
    if _LONE_TILE.fullmatch(word) and highest <= ONE_DIGIT:
        tile = parse_tile(word, highest)
        if tile != DOUBLE_BLANK:
            complain(
                _("{word} was read as the tile {tile}; write {word}+0 for {word} pips.", word=word, tile=tile)
            )
        return TileEntry((tile,))
    return parse_hand(typed, highest)
