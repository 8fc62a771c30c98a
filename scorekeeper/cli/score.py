"""`scorekeeper score`: counts a hand by a rule book, part by part, from its tiles or from a photo of them.

Only fetches and prints; `rules` counts, and `photo` sees the tiles.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import options
from scorekeeper.cli.common import asked_set, write_files
from scorekeeper.cli.output import is_aloud, say, say_json, say_table
from scorekeeper.errors import Impossible, at_place
from scorekeeper.game import TileEntry, parse_hand, score_entry
from scorekeeper.rules import PIPS, Rules, Score, score_tiles
from scorekeeper.session import book_and_rules
from scorekeeper.system import read_bytes, typed_picture
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import Tile

if TYPE_CHECKING:
    from scorekeeper.photo import SeenTile


@click.command(epilog='scorekeeper score "6-5 0-0" --house scoring.double_blank=25')
@click.argument("hand")
@options.set_size
@options.rules
@click.option("--double", "--round", "double", type=int, help="The double that started the round.")
@click.option("--show", type=options.OutputFile(), help="Where to write a photo with a frame on each tile.")
@click.option(
    "--tiles",
    "count",
    type=click.IntRange(1),
    metavar="N",
    help="How many tiles a photo shows, if you counted them.",
)
@options.force
@options.json
def score(
    hand: str,
    set_size: int | None,
    book: str | None,
    house: tuple[str, ...],
    double: int | None,
    show: Path | None,
    count: int | None,
    force: bool,
    as_json: bool,
) -> None:
    """Count a hand, piece by piece.

    HAND is what is left, such as "6-5 0-0", or the file of a photo that shows it.
    """
    rules = book_and_rules(book, house)[0].rules
    highest = asked_set(set_size, rules)
    if double is not None and not 0 <= double <= highest:
        sentence = N_("There is no round {double}-{double}; this set has 0-0 to {highest}-{highest}.")
        raise Impossible(_(sentence, double=double, highest=highest))
    started = None if double is None else Tile(double, double)
    if file := typed_picture(hand):
        from scorekeeper.photo import MOST_BYTES, frame_tiles, read_tiles  # not needed to count a hand

        image = read_bytes(file, MOST_BYTES)
        with at_place(str(file)):
            seen = read_tiles(image, highest, [started] if started else [], count)
        if show is not None:
            write_files({show: frame_tiles(image, seen)}, force)
        _say_seen(seen, rules, as_json)
        return
    if option := "--show" if show is not None else "--tiles" if count is not None else "":
        raise click.UsageError(_("{option} is for photos; “{word}” is none.", option=option, word=hand))
    entry = parse_hand(hand, highest, "score")
    if started is not None and isinstance(entry, TileEntry) and started in entry.tiles:
        raise Impossible(_("{tile} started this round, so it cannot be in a hand.", tile=started))
    counted = score_entry(entry, rules)
    if as_json:
        lines = [line._asdict() | {"tile": line.tile and str(line.tile)} for line in counted.lines]
        say_json({"total": counted.total, "lines": lines})
    else:
        _say_score(counted, [""] * len(counted.lines))


def _say_score(counted: Score, marks: Sequence[str]) -> None:
    """Print what each part of a score counts, with a mark behind some."""
    rows = []
    for line, mark in zip(counted.lines, marks, strict=True):
        rule = "" if line.rule == PIPS else line.rule
        piece = str(line.tile) if line.tile else "" if rule else _("pips")
        rows.append((piece + mark, str(line.points), "" if is_aloud() else rule))
    if rows:
        say_table(rows, right="<><")
    say(ngettext("{total} point", "{total} points", counted.total, total=counted.total))


def _say_seen(seen: Sequence["SeenTile"], rules: Rules, as_json: bool) -> None:
    """Print what the tiles in a photo count, and which need a second look."""
    counted = score_tiles([tile.tile for tile in seen], rules)
    doubtful = sum(not tile.sure for tile in seen)
    if as_json:
        fields = ("sure", "confidence", "outline")
        tiles = [{"tile": str(tile.tile), **{name: getattr(tile, name) for name in fields}} for tile in seen]
        say_json({"total": counted.total, "tiles": tiles, "doubtful": doubtful})
        return
    _say_score(counted, ["" if tile.sure else " ?" for tile in seen])
    say(
        ngettext(
            "I see {n} tile. Is that all?", "I see {n} tiles. Is that all of them?", len(seen), n=len(seen)
        )
    )
    if doubtful:
        say(
            ngettext(
                "{n} tile with a question mark needs a second look.",
                "{n} tiles with a question mark need a second look.",
                doubtful,
                n=doubtful,
            )
        )
