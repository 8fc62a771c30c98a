"""What is left of a hand: tiles, pips, points, how many tiles; or that somebody went out or sits out.

Words are few here, and what is ambiguous is arithmetic: `12 14` can be pips that add up, or two tiles.
"""

from collections.abc import Sequence

from scorekeeper.reading import faults
from scorekeeper.reading.faults import Reading, Unread, not_read, unread
from scorekeeper.reading.tokens import Around, Token, two_digits
from scorekeeper.tiles import DOUBLE_BLANK, Tile

_MOST_HELD = 20
"""More tiles than this nobody holds, so such a number is no number of tiles."""
_APART = ("SEP", "AND", "PLUS", "BANG")
_ALONE = ("OUT", "HAND_OUT", "AWAY", "NONE", "DASH", "NOT")
_DENIED = ("TILES", "TILE_WORD", "ANY")
"""What a hand without tiles does not have."""


class _Held:
    """What stands in a hand: its tiles, numbers that stand alone, and what is said of them."""

    def __init__(self, text: str, tokens: Sequence[Token], place: str, around: Around) -> None:
        self.text, self.place, self.around = text, place, around
        self.tokens = _sums(tokens)
        self.tiles, self.numbers, self.units = list[Token](), list[Token](), list[Token]()
        self.hidden, self.blanks = list[int](), list[int]()
        self.announced = 0
        """How many tiles there are, as said before they are named."""
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
        elif self._is_total(token, then):
            self.total = then
            return 2 + (len(rest) > 1 and rest[1].is_a("PIPS"))
        elif token.is_a("B"):
            self.blanks.append(token.number)
        elif token.is_a(*_ALONE) and self._is_alone(token):
            self.alone = next(kind for kind in _ALONE if token.is_a(kind))
            return len(rest) + 1
        elif size := self._unseen(token, rest):
            return size
        elif self._means_nothing(token, rest):
            pass
        elif not token.is_a(*_APART):
            fault = faults.LONELY if token.is_a("EQ") and token.text else faults.UNKNOWN
            at = len(self.tokens) - len(rest) - 1
            shown = _touching(self.tokens, at) if token.is_a("DASH") else [token]
            self.wrong.append(unread(self.text, shown, fault))
        return 1

    def _unseen(self, token: Token, rest: Sequence[Token]) -> int:
        """Take tiles that nobody names, such as “another” or “otras dos”; return how many tokens that is."""
        if token.is_a("MORE") and rest and rest[0].is_a("NUM"):
            self.hidden.append(rest[0].number)
            return 2 + (len(rest) > 1 and rest[1].is_a("TILES"))
        if token.is_a("TILE_WORD") and rest and rest[0].is_a("TILE"):
            return 1
        if token.is_a("HIDDEN", "ANOTHER", "TILE_WORD"):
            self.hidden.append(1)
            return 1
        return 0

    def _is_total(self, token: Token, then: Token) -> bool:
        """Whether the sum of what was told follows: `= 10`, “that's 10”, or `(10)`."""
        sign = token.is_a("EQ") and bool(token.text)
        return token.is_a("EQ", "ASIDE") and then.is_a("NUM") and self.total is None and (sign or self.counts)

    def _means_nothing(self, token: Token, rest: Sequence[Token]) -> bool:
        """Whether a word only leads up to a hand, such as “left with”, or follows it, such as “in hand”."""
        begun = bool(self.counts or self.hidden)
        ends = not rest or rest[0].is_a("SEP", "BANG")
        joined = token.is_a("WITH") and begun and bool(rest)
        joins = joined and (rest[0].is_a("TILE") or (len(rest) > 1 and rest[1].is_a("BLANKS")))
        return (token.is_a("OVER") and begun and ends) or (self._leads_up(token, rest) and not begun) or joins

    def _leads_up(self, token: Token, rest: Sequence[Token]) -> bool:
        """Whether a word stands before a hand and says nothing of it, such as “my tiles add up to”."""
        says_sum = token.is_a("EQ") and token.spelled
        names = token.is_a("TILES") and bool(rest) and rest[0].is_a("HELD", "EQ")
        return bool(rest) and (token.is_a("HELD", "OVER", "PIPS") or says_sum or names)

    def _counted(self, number: Token, rest: Sequence[Token]) -> int:
        """Take a number with what it counts; return how many tokens that is, 0 if nothing is counted."""
        what = rest[0]
        if what.is_a("BLANKS"):
            self.blanks.append(number.number)
        elif what.is_a("TILES", "MORE", "HIDDEN", "TILE_WORD"):
            self.announced = 0 if self.counts or self.hidden else number.number
            self.hidden.append(number.number)
            return 2 + (len(rest) > 1 and rest[1].is_a("TILES", "MORE"))
        elif what.is_a("PIPS"):
            self.numbers.append(number)
            self.units.append(what)
        else:
            return 0
        return 2

    def _is_alone(self, token: Token) -> bool:
        """Whether nothing else is said but words that lead up to it or follow it."""
        others = [other for other in self.tokens if other is not token and not other.is_a("SEP", "BANG")]
        if not others:  # a “no” alone denies nothing
            return not token.is_a("NONE", "NOT") or token.is_a("ANY", "OUT")
        if token.is_a("OUT", "AWAY"):
            zero = {other.at for other in others if other.is_a("NUM", "PIPS") and not other.number}
            return all(other.at in zero or other.is_a("HELD", "OVER", "THEN") for other in others)
        return token.is_a("NONE", "NOT") and self._is_denied(token, others)

    def _is_denied(self, token: Token, others: Sequence[Token]) -> bool:
        """Whether it is tiles that nobody has: “not a bone left”, “no me queda nada”."""
        again = [other for other in others if other.is_a("NONE", "NOT")]
        twice = [other.at for other in again if other.is_a("ANY")]
        between = bool(twice) and any(
            token.at < other.at < twice[0] for other in others if other.is_a("HELD")
        )
        around = all(other.is_a("HELD", "OVER", *_DENIED) and not other.is_a("OUT") for other in others)
        return around and any(other.is_a(*_DENIED) for other in (token, *others)) and (not again or between)

    def _check(self) -> None:
        """Note what cannot be: words that fit nowhere, tiles twice or of no set, and a sum that is none."""
        first = self.numbers[0] if len(self.numbers) == 1 else None
        if self.announced and self.announced == len(self.tiles):
            self.hidden.pop(0)  # two tiles, 6-4 and 5-5
        elif first and first.spelled and self.tiles and not self.units and first.at < self.tiles[0].at:
            self.numbers = self.numbers[first.number == len(self.tiles) :]  # just one, the 6-4
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
        if self.total and self.counts and self.total.number != self.pips:
            self.wrong.append(unread(self.text, [self.total], faults.WRONG_SUM))
        if self.total and (self.hidden or self.place in ("jhand", "tiles")):
            self.wrong.append(unread(self.text, [self.total], faults.MIXED))

    def _loose(self) -> list[Token]:
        """Return each + without a number on either side, and each number without a + before it."""
        edge = Token(frozenset({"PLUS"}), 0, 0)
        tokens = [token for token in self.tokens if not token.is_a("EQ")]
        beside = zip([edge, *tokens], tokens, [*tokens[1:], edge], strict=False)
        return [
            token
            for before, token, then in beside
            if (token.is_a("PLUS") and (before.is_a("PLUS") or then.is_a("PLUS")))
            or (token.is_a("NUM") and before.is_a("NUM") and token is not self.total)
        ]

    @property
    def counts(self) -> bool:
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
        between = any(first.at < token.at < second.at for token in self.tokens for first, second in pairs)
        digits = all(token.text for token in numbers)
        if not small or not ((digits and not between) or blank):
            return [(0, None)]
        return [(first.at, Tile(first.number, second.number)) for first, second in pairs]

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


def _touching(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """Return a dash with what stands beside it without a space, such as `-5` or `5-`."""
    first = last = at
    while first and tokens[first - 1].end == tokens[first].at:
        first -= 1
    while last + 1 < len(tokens) and tokens[last].end == tokens[last + 1].at:
        last += 1
    return tokens[first : last + 1]


def _sums(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens in which a word for both “plus” and “more” is the first before a number, else the second."""
    parts = list(tokens)
    for at, token in enumerate(tokens):
        if token.is_a("PLUS") and token.is_a("MORE"):
            kind = "PLUS" if at + 1 < len(tokens) and tokens[at + 1].is_a("NUM", "TILE") else "MORE"
            parts[at] = token._replace(kinds=frozenset({kind}))
    return parts


def read_hand(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read a hand that counts."""
    held = _Held(text, tokens, place, around)
    if held.wrong:
        return Reading(unread=tuple(held.wrong))
    if tokens and all(token.is_a("SEP") for token in tokens):
        return Reading()
    if held.alone:
        return Reading("-" if held.alone in ("AWAY", "DASH") else "o")
    if held.total and not held.counts:
        return Reading(f"={held.total.number}")
    if held.hidden:
        what = [token for token in tokens if token.is_a("TILES", "MORE", "HIDDEN", "TILE_WORD", "ANOTHER")]
        return not_read(text, what[:1], faults.NEEDS_TILES)
    # a tile with a blank may count more than its pips
    blank = any(token.tile and not token.tile.low for token in held.tiles)
    if blank and len(held.tiles) > 1 and all(token.is_a("PAIR") for token in held.tokens):
        return Reading(choices=(str(held.pips), held.shown))  # six four five blank
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
    shown = sum(token.tile.pips for token in held.tiles if token.tile)
    if tiles and held.tiles and held.numbers[-1].at > held.tiles[-1].at and held.sum == shown:
        return Reading(choices=(held.shown, tiles))  # 6-4 10
    too_many = any(token.number > 2 * held.around.highest for token in held.numbers)
    if tiles and pips and (held.tiles or too_many) and not asks:
        pips = ""  # no tile has so many pips
    if tiles and pips:
        return Reading(choices=(pips, tiles))
    if hand := tiles or pips:
        return Reading(f"={hand}" if held.place == "cell" and hand.isdecimal() else hand)
    stray = [*held.numbers[:1], *held.units[:1]] or [
        token for token in held.tokens if token.is_a("B", "BLANKS")
    ]
    fault = faults.MIXED if held.tiles else faults.NO_PIPS if held.blanks else faults.UNKNOWN
    return not_read(held.text, stray[:1], fault)


def read_dealt(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read a hand as the judge has it: tiles, and how many are not shown."""
    held = _Held(text, tokens, place, around)
    if held.wrong:
        return Reading(unread=tuple(held.wrong))
    if held.units or held.blanks or (held.adds and held.numbers) or (place == "tiles" and held.hidden):
        return not_read(text, held.units or held.tokens, faults.NEEDS_TILES)
    if held.alone or held.hidden == [0]:
        empty = held.alone in ("NONE", "NOT", "DASH") or not held.alone
        said = Reading("0" if place == "jhand" else "-")
        return said if empty else not_read(text, held.tokens, faults.NEEDS_TILES)
    hidden = f" {sum(held.hidden)}?" if held.hidden else ""
    if held.announced and held.hidden and held.tiles:
        return _announced(held, hidden)
    if not held.numbers:
        return Reading(f"{held.shown}{hidden}".strip())
    tiles, count = held.as_tiles(), _how_many(held)
    ways = [reading for reading in (count, f"{tiles}{hidden}" if tiles else "") if reading]
    if not ways:
        typed = [token.text for token in held.numbers]
        again = [token for at, token in enumerate(held.numbers) if token.text in typed[:at]]
        return not_read(text, again[:1] or held.numbers, faults.TWICE if again else faults.NEEDS_TILES)
    return Reading(ways[0]) if len(ways) == 1 else Reading(choices=tuple(ways))


def _announced(held: _Held, hidden: str) -> Reading:
    """Read “three tiles, the 6-4”: the tile is one of them, or beside them."""
    left = sum(held.hidden) - len(held.tiles)
    if left < 0 or held.numbers:
        return not_read(held.text, held.tiles, faults.NEEDS_TILES)
    return Reading(choices=(f"{held.shown} {left}?", f"{held.shown}{hidden}"))


def _how_many(held: _Held) -> str:
    """Return how many tiles a number alone says; "" where it cannot be that."""
    single = len(held.numbers) == 1 and not held.tiles and not held.hidden and held.place == "jhand"
    if not single or held.sum > _MOST_HELD:
        return ""
    return f"{held.sum}?" if held.sum else "0"
