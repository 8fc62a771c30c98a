"""What a person types for one hand, read and written back.

    23            pips, blanks worth nothing
    12+7+4        the same, added up
    6-4 0-0 55    the tiles themselves
    23+0-0        pips, and 0-0 was among the tiles
    23 b2         pips, and two of the tiles have one blank
    =60           points as the table counted them
    o, out        this player went out
    -             this player sits out the round

Nothing here knows what an entry counts (`rules.scoring`) or whether it can be true (`checks`).
"""

import re
from collections.abc import Sequence

import msgspec

from scorekeeper.errors import Malformed, Position
from scorekeeper.game.limits import MOST_POINTS
from scorekeeper.game.round import Entry, Hand, Pips, Points, SitsOut, TileEntry
from scorekeeper.text import N_, _, folded, ngettext, typed_words, whole_number
from scorekeeper.tiles import DOUBLE_BLANK, Tile, parse_tiles, show_tiles, tokens


class WentOut(msgspec.Struct, frozen=True):
    """Stands where the entry of a player would, for the player who went out."""


_NUMBER = re.compile(r"\d{1,4000}")
_TWO_DIGITS = re.compile(r"[0-9]{2}")
_BLANKS = re.compile(r"b(\d{1,2})", re.IGNORECASE)
_DOUBLE_BLANK = re.compile(r"\[?0[-|:]0\]?|00")
OUT = "o"
"""What is typed for a player who went out."""

SITS_OUT = "-"
"""What is typed for a player who sits out a round."""

_TERM = re.compile(r"[^\s+,]+|\+")
_HALF_TILE = re.compile(r"(?:^|[\s,])\[?(\d{1,2})[-|:](\d{0,2})$")


def parse_entry(text: str, highest: int) -> Entry | WentOut | None:
    """Read what was typed for one hand of a double-`highest` set.

    Returns None for nothing typed, WentOut for a player who went out, else the entry. Raises Malformed
    that names what is wrong and its position, counted from 1.

    >>> parse_entry("12+7+4", 9)
    Pips(count=23, double_blank=False, blank_halves=0)
    >>> parse_entry("64", 9).count, parse_entry("64 5-5", 9).tiles
    (64, (Tile(6, 4), Tile(5, 5)))
    """
    typed = text.strip()
    if typed == SITS_OUT:
        return SitsOut()
    if not any(tokens(typed)):
        return None
    if says_out(typed):
        return WentOut()
    if typed.startswith("="):
        return Points(_points(text))
    counted, _space, unit = text.rstrip().rpartition(" ")
    if counted.strip() and folded(unit) in typed_words("pip pips point points"):
        text = counted
    terms = [(match.start() + 1, match[0]) for match in _TERM.finditer(text)]
    words = [term for _position, term in terms if not _BLANKS.fullmatch(term)]
    if "+" in words or (len(words) == 1 and _NUMBER.fullmatch(words[0])):
        return _pips(text, terms, highest)
    try:
        return TileEntry(parse_tiles(text, highest))
    except Malformed as error:
        numbers = [match[0] for match in _NUMBER.finditer(text)]
        if len(numbers) < 2 or set(text) - set("0123456789, "):
            raise
        sentence = N_("{fault} Numbers are added with +, as in {sum}.")
        raise Malformed(_(sentence, fault=error.message, sum="+".join(numbers)), at=error.at) from None


def parse_hand(text: str, highest: int) -> Hand:
    """Read a hand of which something is left. Raises Malformed as `parse_entry`, and for anything else."""
    entry = parse_entry(text, highest)
    if entry is None or isinstance(entry, WentOut | SitsOut):
        raise Malformed(
            _("“{hand}” is not a hand; write its tiles or its pips, such as 6-5 0-0 or 23.", hand=text)
        )
    return entry


def says_out(typed: str) -> bool:
    """Whether what was typed says that the player went out, in a word or as the program says it."""
    said = {folded("went out"), folded(_("went out"))}
    return folded(typed.strip("¡! ")) in typed_words("o out") | said


def _pips(text: str, terms: Sequence[tuple[int, str]], highest: int) -> Hand:
    """Read pips: numbers separated by +, with 0-0 and blanks beside them; or tiles separated by +."""
    _check_plus(terms)
    words = [(position, term) for position, term in terms if term != "+"]
    if not any(_NUMBER.fullmatch(term) and not _is_blank_tile(term) for _position, term in words):
        return TileEntry(parse_tiles(text.replace("+", " "), highest))
    count, blanks, holds = 0, 0, False
    for position, term in words:
        if blank := _BLANKS.fullmatch(term):
            blanks += int(blank[1])
        elif _is_blank_tile(term):
            if holds:
                raise Malformed(
                    _("0-0 is named twice, again at position {position}.", position=position),
                    at=Position(position, len(term)),
                )
            holds = True
        elif _NUMBER.fullmatch(term):
            count += int(term)
        else:
            raise Malformed(
                _(
                    "“{term}” is not a number of pips (position {position}); type 23, 12+7+4 or tiles such as 6-4.",
                    term=term,
                    position=position,
                ),
                at=Position(position, len(term)),
            )
    return Pips(_possible(count), holds, blanks)


def _possible(count: int) -> int:
    """Return the pips or points of a hand. Raises Malformed for a number that no hand counts."""
    if not 0 <= count <= MOST_POINTS:
        sentence = N_("{count} is not a possible score of a hand; use 0 to {most}.")
        raise Malformed(_(sentence, count=count, most=MOST_POINTS))
    return count


def numbers_added(text: str) -> tuple[int, ...]:
    """Return the numbers that somebody added up with +, in the order typed; none where nothing was added.

    >>> numbers_added("12+7+4+0-0"), numbers_added("23"), numbers_added("6-4 5-5")
    ((12, 7, 4), (), ())
    """
    terms = _TERM.findall(text)
    numbers = [int(term) for term in terms if _NUMBER.fullmatch(term) and not _is_blank_tile(term)]
    return tuple(numbers) if "+" in terms and len(numbers) > 1 else ()


def not_a_tile(typed: str, points: int, highest: int) -> str:
    """Return that a number which reads like a tile without its dash was taken as points; empty for any other text.

    >>> not_a_tile("54", 54, 9), not_a_tile("98", 98, 6), not_a_tile("5-4", 9, 9)
    ('54 points (a tile is 5-4)', '', '')
    """
    if not _TWO_DIGITS.fullmatch(typed) or _is_blank_tile(typed) or int(max(typed)) > highest:
        return ""
    return ngettext(
        "{count} point (a tile is {tile})",
        "{count} points (a tile is {tile})",
        points,
        tile=Tile(int(typed[0]), int(typed[1])),
    )


def _is_blank_tile(term: str) -> bool:
    return _DOUBLE_BLANK.fullmatch(term) is not None


def _check_plus(terms: Sequence[tuple[int, str]]) -> None:
    """Raise Malformed for a + without a number on either side, or numbers without a + between."""
    before = "+"
    for position, term in [*terms, (0, "+")]:
        if term == "+" and before == "+":
            where = position or terms[-1][0]
            raise Malformed(
                _("A number is missing beside the + at position {position}; write 12+7.", position=where),
                at=Position(where),
            )
        if _NUMBER.fullmatch(term) and _NUMBER.fullmatch(before):
            raise Malformed(
                _(
                    "{one} and {other} have no + between them (position {position}).",
                    one=before,
                    other=term,
                    position=position,
                ),
                at=Position(position, len(term)),
            )
        before = term


def _points(text: str) -> int:
    """Read the points after the =."""
    before, _equals, behind = text.partition("=")
    word = behind.strip()
    if (points := whole_number(word)) is not None:
        return _possible(points)
    if not word:
        raise Malformed(_("No points follow the =; type them, as in =60."), at=Position(len(before) + 1))
    begins = len(before) + 1 + behind.index(word)
    raise Malformed(
        _("“{word}” is not a number of points; type one after the =, as in =60.", word=word),
        at=Position(begins + 1, len(word)),
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
