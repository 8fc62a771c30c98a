"""What is left of a hand: tiles, pips, points, how many tiles; or that somebody went out or sits out.

Words are few here, and what is ambiguous is arithmetic: `12 14` can be pips that add up, or two tiles.
"""

from collections.abc import Sequence

from scorekeeper.reading import faults
from scorekeeper.reading.faults import Reading, Unread, unread
from scorekeeper.reading.tokens import Around, Token, two_digits
from scorekeeper.tiles import DOUBLE_BLANK, Tile

_MOST_HELD = 20
"""More tiles than this nobody holds, so such a number is no number of tiles."""
_APART = ("SEP", "THEN", "PLUS", "BANG")
_ALONE = ("OUT", "HAND_OUT", "AWAY", "NONE", "DASH")


class _Held:
    """What stands in a hand: its tiles, numbers that stand alone, and what is said of them."""

    def __init__(self, text: str, tokens: Sequence[Token], place: str, around: Around) -> None:
        self.text, self.place, self.around = text, place, around
        self.tokens = _sums(tokens)
        self.tiles, self.numbers, self.units = list[Token](), list[Token](), list[Token]()
        self.hidden, self.blanks = list[int](), list[int]()
        self.total: Token | None = None
        self.alone = ""
        self.wrong = list[Unread]()
        self.adds = any(token.is_a("PLUS") for token in self.tokens)
        rest: Sequence[Token] = self.tokens
        while rest:
            rest = rest[self._take(rest[0], rest[1:]) :]
        self._check()

    def _take(self, token: Token, rest: Sequence[Token]) -> int:
        """Take what stands first; return how many tokens that is."""
        then = rest[0] if rest else token
        if token.is_a("TILE"):
            self.tiles.append(token)
        elif token.is_a("NUM") and rest and (size := self._counted(token, rest)):
            return size
        elif token.is_a("NUM"):
            self.numbers.append(token)
        elif token.is_a("EQ") and then.is_a("NUM") and self.total is None and (token.text or self.told):
            self.total = then
            return 2 + (len(rest) > 1 and rest[1].is_a("PIPS"))
        elif token.is_a("B"):
            self.blanks.append(token.number)
        elif token.is_a("HIDDEN"):
            self.hidden.append(1)
        elif token.is_a(*_ALONE) and self._is_alone(token, rest):
            self.alone = next(kind for kind in _ALONE if token.is_a(kind))
            return len(rest) + 1
        elif self._means_nothing(token, rest):
            pass
        elif not token.is_a(*_APART):
            fault = faults.LONELY if token.is_a("EQ") and token.text else faults.UNKNOWN
            below_zero = token.is_a("DASH") and then.is_a("NUM") and then.at == token.end
            self.wrong.append(unread(self.text, [token, then] if below_zero else [token], fault))
        return 1

    def _means_nothing(self, token: Token, rest: Sequence[Token]) -> bool:
        """Whether a word only leads up to a hand, such as “left with”, or follows it, such as “in hand”."""
        if token.is_a("TILE_WORD"):
            return bool(rest) and rest[0].is_a("TILE")
        begun = bool(self.told or self.hidden)
        return (token.is_a("OVER") and begun and not rest) or (
            token.is_a("HELD") and not begun and bool(rest)
        )

    def _counted(self, number: Token, rest: Sequence[Token]) -> int:
        """Take a number with what it counts; return how many tokens that is, 0 if nothing is counted."""
        what = rest[0]
        if what.is_a("BLANKS"):
            self.blanks.append(number.number)
        elif what.is_a("TILES", "MORE", "HIDDEN", "TILE_WORD"):
            self.hidden.append(number.number)
            return 2 + (len(rest) > 1 and rest[1].is_a("TILES", "MORE"))
        elif what.is_a("PIPS"):
            self.numbers.append(number)
            self.units.append(what)
        else:
            return 0
        return 2

    def _is_alone(self, token: Token, rest: Sequence[Token]) -> bool:
        """Whether nothing else is said; “no” needs the tiles that it denies."""
        quiet = all(other is token or other.is_a("SEP", "BANG") for other in self.tokens)
        return quiet or (
            token.is_a("NONE") and token is self.tokens[0] and len(rest) == 1 and rest[0].is_a("TILES")
        )

    def _check(self) -> None:
        """Note what cannot be: words that fit nowhere, tiles twice or of no set, and a sum that is none."""
        for token in self._loose() if self.adds else ():
            fault = faults.LONELY if token.is_a("PLUS") else faults.NO_PLUS
            self.wrong.append(unread(self.text, [token], fault))
        seen = set[Tile | None]()
        for token in self.tiles:
            if token.tile and token.tile.high > self.around.highest:
                self.wrong.append(unread(self.text, [token], faults.NOT_IN_SET))
            elif token.tile in seen:
                self.wrong.append(unread(self.text, [token], faults.TWICE))
            seen.add(token.tile)
        if self.total and self.told and self.total.number != self.pips:
            self.wrong.append(unread(self.text, [self.total], faults.WRONG_SUM))
        if self.total and (self.hidden or self.place in ("jhand", "tiles")):
            self.wrong.append(unread(self.text, [self.total], faults.MIXED))

    def _loose(self) -> list[Token]:
        """Return each + without a number on either side, and each number without a + before it."""
        edge = Token(frozenset({"PLUS"}), 0, 0)
        told = [token for token in self.tokens if not token.is_a("EQ")]
        beside = zip([edge, *told], told, [*told[1:], edge], strict=False)
        return [
            token
            for before, token, then in beside
            if (token.is_a("PLUS") and (before.is_a("PLUS") or then.is_a("PLUS")))
            or (token.is_a("NUM") and before.is_a("NUM") and token is not self.total)
        ]

    @property
    def told(self) -> bool:
        """Whether there are tiles or numbers."""
        return bool(self.tiles or self.numbers)

    @property
    def sum(self) -> int:
        """What the numbers add up to."""
        return sum(token.number for token in self.numbers)

    @property
    def pips(self) -> int:
        """What the numbers and the tiles add up to."""
        return self.sum + sum(token.tile.pips for token in self.tiles if token.tile)

    @property
    def shown(self) -> str:
        """The tiles as files write them."""
        return " ".join(str(token.tile) for token in self.tiles)

    def as_tiles(self) -> str:
        """Return the tiles that the numbers can be: `64 55`, or `9 9 4 5` by halves; "" if none."""
        if self.adds or self.units or self.blanks or self.total or not self.numbers:
            return ""
        tiles = [(token.at, two_digits(token, self.around)) for token in self.numbers]
        if not all(tile for _at, tile in tiles):
            tiles = self._halves()
        tiles += [(token.at, token.tile) for token in self.tiles]
        named = [tile for _at, tile in sorted(tiles, key=lambda placed: placed[0])]
        return " ".join(map(str, named)) if len(set(named)) == len(named) and None not in named else ""

    def _halves(self) -> list[tuple[int, Tile | None]]:
        """Return numbers as halves of tiles, two by two with nothing but a blank's “and” between them."""
        numbers = self.numbers
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
        small = len(numbers) % 2 == 0 and all(token.number <= self.around.highest for token in numbers)
        blank = len(numbers) == 2 and any(token.spelled and not token.number for token in numbers)
        between = any(one.at < token.at < two.at for token in self.tokens for one, two in pairs)
        digits = all(token.text for token in numbers)
        if not small or not ((digits and not between) or blank):
            return [(0, None)]
        return [(one.at, Tile(one.number, two.number)) for one, two in pairs]

    def as_pips(self) -> str:
        """Return the pips that the numbers add up to; "" where they cannot be pips."""
        if not self.numbers:
            return ""
        blank_tiles = [token for token in self.tiles if token.tile == DOUBLE_BLANK]
        odd_blank = any(token.spelled and not token.number for token in self.numbers)
        if len(self.tiles) > len(blank_tiles) or (odd_blank and len(self.numbers) > 2):
            return ""
        blanks = f" b{sum(self.blanks)}" if self.blanks else ""
        return f"{self.sum}{f'+{DOUBLE_BLANK}' if blank_tiles else ''}{blanks}"


def _sums(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens in which a word for both “plus” and “more” is the first before a number, else the second."""
    found = list(tokens)
    for at, token in enumerate(tokens):
        if token.is_a("PLUS") and token.is_a("MORE"):
            kind = "PLUS" if at + 1 < len(tokens) and tokens[at + 1].is_a("NUM", "TILE") else "MORE"
            found[at] = token._replace(kinds=frozenset({kind}))
    return found


def read_hand(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read a hand that counts."""
    held = _Held(text, tokens, place, around)
    if held.wrong:
        return Reading(unread=tuple(held.wrong))
    if tokens and all(token.is_a("SEP") for token in tokens):
        return Reading()
    if held.alone:
        return Reading("o" if held.alone in ("OUT", "HAND_OUT", "NONE") else "-")
    if held.total and not held.told:
        return Reading(f"={held.total.number}")
    if held.hidden:
        what = [token for token in tokens if token.is_a("TILES", "MORE", "HIDDEN", "TILE_WORD")]
        return Reading(unread=(unread(text, what[:1], faults.NEEDS_TILES),))
    if held.tiles and not held.numbers and not held.blanks:
        return Reading(held.shown)
    return _counted(held)


def _counted(held: _Held) -> Reading:
    """Read a hand with numbers in it as pips, as tiles, or as either."""
    tiles, pips = held.as_tiles(), held.as_pips()
    asks = held.place == "score" and not held.tiles
    single = len(held.numbers) == 1 and not asks
    if tiles and pips and single and (not held.tiles or held.tiles[0].spelled):
        tiles = ""  # a number alone is pips; the echo names the tile
    too_many = any(token.number > 2 * held.around.highest for token in held.numbers)
    if tiles and pips and (held.tiles or too_many) and not asks:
        pips = ""  # no tile has so many pips
    if tiles and pips:
        return Reading(choices=(pips, tiles))
    if said := tiles or pips:
        return Reading(f"={said}" if held.place == "cell" and said.isdecimal() else said)
    stray = [*held.numbers[:1], *held.units[:1]] or [
        token for token in held.tokens if token.is_a("B", "BLANKS")
    ]
    fault = faults.MIXED if held.tiles else faults.NO_PIPS if held.blanks else faults.UNKNOWN
    return Reading(unread=(unread(held.text, stray[:1], fault),))


def read_dealt(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read a hand as the judge has it: tiles, and how many are not shown."""
    held = _Held(text, tokens, place, around)
    if held.wrong:
        return Reading(unread=tuple(held.wrong))
    if held.units or held.blanks or (held.adds and held.numbers) or (place == "tiles" and held.hidden):
        return Reading(unread=(unread(text, held.units or held.tokens, faults.NEEDS_TILES),))
    if held.alone or held.hidden == [0]:
        empty = held.alone in ("NONE", "DASH") or not held.alone
        return (
            Reading("0" if place == "jhand" else "-")
            if empty
            else Reading(unread=(unread(text, held.tokens, faults.NEEDS_TILES),))
        )
    hidden = f" {sum(held.hidden)}?" if held.hidden else ""
    if not held.numbers:
        return Reading(f"{held.shown}{hidden}".strip())
    tiles, count = held.as_tiles(), _how_many(held)
    ways = [way for way in (count, f"{tiles}{hidden}" if tiles else "") if way]
    if not ways:
        typed = [token.text for token in held.numbers]
        again = [token for at, token in enumerate(held.numbers) if token.text in typed[:at]]
        return Reading(
            unread=(unread(text, again[:1] or held.numbers, faults.TWICE if again else faults.NEEDS_TILES),)
        )
    return Reading(ways[0]) if len(ways) == 1 else Reading(choices=tuple(ways))


def _how_many(held: _Held) -> str:
    """Return how many tiles a number alone says; "" where it cannot be that."""
    single = len(held.numbers) == 1 and not held.tiles and not held.hidden and held.place == "jhand"
    if not single or held.sum > _MOST_HELD:
        return ""
    return f"{held.sum}?" if held.sum else "0"
