"""What a person types for one hand, read and written back.

    23            pips, blanks worth nothing
    12+7+4        the same, added up
    6-4 0-0 55    the tiles themselves
    23+0-0        pips, and 0-0 was among the tiles
    23 b2         pips, and two of the tiles have one blank
    =60           points as the table counted them
    o, out        this player went out
    -             this player sits out the round

All this in any words that `reading` understands.

Nothing here knows what an entry counts (`rules.scoring`) or whether it can be true (`checks`).
"""

import re
from collections.abc import Sequence

import msgspec

from scorekeeper import reading
from scorekeeper.errors import Malformed, Position
from scorekeeper.game.limits import MOST_POINTS
from scorekeeper.game.round import Entry, Hand, Pips, Points, SitsOut, TileEntry
from scorekeeper.text import N_, _, language, ngettext
from scorekeeper.tiles import DOUBLE_BLANK, SET_SIZES, Tile, parse_tiles, show_tiles


class WentOut(msgspec.Struct, frozen=True):
    """Stands where the entry of a player would, for the player who went out."""


_PIPS = re.compile(r"(\d+)(\+0-0)?(?: b(\d+))?")
_TWO_DIGITS = re.compile(r"[0-9]{2}")
OUT = "o"
"""What is typed for a player who went out."""

SITS_OUT = "-"
"""What is typed for a player who sits out a round."""

_HALF_TILE = re.compile(r"(?:^|[\s,])\[?(\d{1,2})[-|:](\d{0,2})$")


def parse_entry(text: str, highest: int, place: str = "hand") -> Entry | WentOut | None:
    """Read what was typed for one hand of a double-`highest` set, or in the `cell` of a sheet.

    Returns None for nothing typed, WentOut for a player who went out, else the entry. Raises Malformed
    that names what is wrong, or the two things that a text can mean.

    >>> parse_entry("12+7+4", 9)
    Pips(count=23, double_blank=False, blank_halves=0)
    >>> parse_entry("64", 9).count, parse_entry("64 5-5", 9).tiles
    (64, (Tile(6, 4), Tile(5, 5)))
    """
    words = reading.heard(place, text, _around(highest))
    if words in ("", OUT, SITS_OUT):
        return {"": None, OUT: WentOut(), SITS_OUT: SitsOut()}[words]
    if words.startswith("="):
        return Points(_possible(int(words[1:]), text))
    if counted := _PIPS.fullmatch(words):
        return Pips(_possible(int(counted[1]), text), counted[2] is not None, int(counted[3] or 0))
    return TileEntry(parse_tiles(words, highest))


def _around(highest: int) -> reading.Around:
    return reading.Around(highest, language=language().codes[-1])


def parse_hand(text: str, highest: int, place: str = "hand") -> Hand:
    """Read a hand of which something is left. Raises Malformed as `parse_entry`, and for anything else."""
    entry = parse_entry(text, highest, place)
    if entry is None or isinstance(entry, WentOut | SitsOut):
        raise Malformed(
            _("“{hand}” is not a hand; write its tiles or its pips, such as 6-5 0-0 or 23.", hand=text)
        )
    return entry


def says_out(typed: str) -> bool:
    """Whether what was typed says that the player went out."""
    return reading.read("hand", typed, _around(max(SET_SIZES))).said == OUT


def says_sits_out(typed: str) -> bool:
    """Whether what was typed says that the player sits out."""
    return reading.read("hand", typed, _around(max(SET_SIZES))).said == SITS_OUT


def understood(typed: str, highest: int) -> str:
    """Return what was understood of a typed hand, as files have it; empty where it was typed so, or is a number.

    >>> understood("64 00", 9), understood("6-4 0-0", 9), understood("twelve plus 7", 9)
    ('6-4 0-0', '', '')
    """
    words = reading.read("hand", typed, _around(highest)).said
    return "" if words == typed.strip() or words.isdecimal() else words


def _possible(count: int, typed: str) -> int:
    """Return the pips or points of a typed hand. Raises Malformed for a number that no hand counts."""
    if not 0 <= count <= MOST_POINTS:
        sentence = N_("{count} is not a possible score of a hand; use 0 to {most}.")
        at = Position(len(typed) - len(typed.lstrip()) + 1, len(typed.strip()))
        raise Malformed(_(sentence, count=count, most=MOST_POINTS), at=at)
    return count


def numbers_added(text: str) -> tuple[int, ...]:
    """Return the numbers that somebody added up with +, in the order typed; none where nothing was added.

    >>> numbers_added("12+7+4+0-0"), numbers_added("23"), numbers_added("6-4 5-5")
    ((12, 7, 4), (), ())
    """
    terms = [term.strip() for term in reading.plain(text).split("+")]
    numbers = [int(term) for term in terms if term.isdecimal() and term != "00"]  # 00 is a tile
    return tuple(numbers) if len(terms) > 1 else ()


def not_a_tile(typed: str, points: int, highest: int) -> str:
    """Return that a number which reads like a tile without its dash was taken as points; empty for any other text.

    >>> not_a_tile("54", 54, 9), not_a_tile("98", 98, 6), not_a_tile("5-4", 9, 9)
    ('54 points (a tile is 5-4)', '', '')
    """
    if not _TWO_DIGITS.fullmatch(typed) or typed == "00" or int(max(typed)) > highest:
        return ""
    return ngettext(
        "{count} point (a tile is {tile})",
        "{count} points (a tile is {tile})",
        points,
        tile=Tile(int(typed[0]), int(typed[1])),
    )


def tiles_typed(typed: str, highest: int) -> tuple[Tile, ...]:
    """Return the tiles that a line names; none where it is counted, or cannot be read."""
    try:
        entry = parse_entry(typed, highest)
    except Malformed:
        return ()
    return entry.tiles if isinstance(entry, TileEntry) else ()


def could_become(typed: str, tiles: Sequence[Tile], highest: int) -> tuple[Tile, ...] | None:
    """Return the tiles that a half-typed one at the end of a line could become; None if there is none.

    >>> [str(tile) for tile in could_become("6-4 5-", [Tile(6, 5), Tile(5, 4), Tile(4, 4)], 9)]
    ['6-5', '5-4']
    """
    half = _HALF_TILE.search(typed)
    if half is None or (half[2] and not (highest > 9 and half[2] == "1")):
        return None
    named = tiles_typed(typed[: half.start()], highest)
    number = int(half[1])
    return tuple(
        tile
        for tile in tiles
        if tile.shows(number) and tile not in named and str(tile.other(number)).startswith(half[2])
    )


def show_entry(entry: Entry) -> str:
    """Return the entry as it would be typed.

    >>> show_entry(Pips(23, double_blank=True, blank_halves=2)), show_entry(Points(60))
    ('23+0-0 b2', '=60')
    """
    if isinstance(entry, SitsOut):
        return SITS_OUT
    if isinstance(entry, TileEntry):
        return show_tiles(entry.tiles)
    if isinstance(entry, Points):
        return f"={entry.count}"
    blanks = f" b{entry.blank_halves}" if entry.blank_halves else ""
    return f"{entry.count}{f'+{DOUBLE_BLANK}' if entry.double_blank else ''}{blanks}"
