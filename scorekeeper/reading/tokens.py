"""What a text is made of: names, tiles, numbers, signs and the expressions of a place.

Nothing is left out but fillers, which are listed with the words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.reading.letters import plain
from scorekeeper.reading.words import Kinds, Phrase, lexicon, longest, spellings
from scorekeeper.text import folded
from scorekeeper.tiles import Tile

NAMED = frozenset({"event", "laid", "trains", "open", "on"})
"""Places where players are named."""
PAIRED = frozenset({"hand", "cell", "score", "tiles", "jhand", "tile", "event", "laid"})
"""Places where two spelled numbers beside each other are a tile."""
SAME_WORDS = {
    "cell": "hand",
    "score": "hand",
    "tiles": "jhand",
    "laid": "event",
    "number": "ends",
    "doubles": "ends",
    "round": "ends",
}
"""Places with the words of another one."""

_L = r"(?:[^\W\d_][\u0300-\u036f]*)"
_RAW = re.compile(
    r"\[?(?P<one>\d{1,3})(?P<gap> ?)[-|:/](?P=gap)(?P<two>\d{1,3})\]?(?![-|:/]?\w)"
    r"|(?P<glyph>[\U0001F031-\U0001F061\U0001F063-\U0001F093])"
    r"|(?P<blanks>[bB]\d{1,2})(?!\w|[-|:/]\d)"
    rf"|(?P<many>\d+)'?s(?!\w)|(?P<odd>\d+(?:[.,]\d+)?{_L}\w*|\d+\.\d+|\d{{1,3}}(?:,\d{{3}})+(?!\d))|(?P<number>\d+)"
    rf"|(?P<word>{_L}+(?:'{_L}+)*)|(?P<sign>\S)"
)
_FIGURES = re.compile(r"[0-9 +-]*")
"""Tiles and pips in figures, which are read without a word of any language."""
_SIGNS = {
    **dict.fromkeys(",;.&)", "SEP"),
    "(": "SEP ASIDE",
    **dict.fromkeys('¡¿"“”«»…', "QUIET"),
    "+": "PLUS",
    "=": "EQ",
    "-": "DASH",
    "*": "MARK",
    "?": "HIDDEN",
    "!": "BANG",
}
_COUNTED = frozenset({"TOES", "TOO_MANY", "TILES", "MORE", "BLANKS", "TIMES"})
"""Before these, “a” is a number."""
_MOST_DIGITS = 4000
"""Python turns no more than 4300 digits into a number."""


class Around(NamedTuple):
    """What a text is read by: the highest double of the set, who sits at the table, and the language."""

    highest: int
    players: tuple[str, ...] = ()
    language: str = "en"


class Token(NamedTuple):
    """A part of a text, where it stands, and the kinds that it can be."""

    kinds: frozenset[str]
    at: int
    end: int
    text: str = ""
    """The digits as typed, a player's name or a train; empty for a number in words."""
    number: int = 0
    tile: Tile | None = None

    def is_a(self, *kinds: str) -> bool:
        """Whether it can be one of these kinds."""
        return not self.kinds.isdisjoint(kinds)

    @property
    def spelled(self) -> bool:
        """Whether it is in words rather than in digits."""
        return not self.text


Sized = tuple[Token, int]
"""A token, and how many parts of a text it takes."""


def _token(kinds: str, at: int, end: int, text: str = "", number: int = 0, tile: Tile | None = None) -> Token:
    return Token(frozenset(kinds.split()), at, end, text, number, tile)


_NOTHING_KNOWN: Mapping[Phrase, Kinds] = {}
_UNITS = frozenset({"PIPS", "TILES", "TOES"})
"""Words that may stand behind a number without a space: `17pts`."""


def _raw(text: str, place: str, known: Mapping[Phrase, Kinds] = _NOTHING_KNOWN) -> Iterator[Token]:
    """Yield each word, number, tile and sign of a text."""
    for match in _RAW.finditer(text):
        at, end = match.span()
        kind, part = match.lastgroup or "", match[0]
        if kind == "two" and part.startswith("[") == part.endswith("]"):
            yield _token("TILE", at, end, part, tile=Tile(int(match["one"]), int(match["two"])))
        elif part == "00":
            yield _token("TILE", at, end, part, tile=Tile(0, 0))
        elif kind == "glyph":
            yield _token("TILE", at, end, part, tile=Tile(*divmod((ord(part) - 0x1F031) % 50, 7)))
        elif kind == "blanks" and SAME_WORDS.get(place, place) == "hand":
            yield _token("B", at, end, part, int(part[1:]))
        elif kind == "blanks":
            yield _token("UNKNOWN", at, at + 1)
            yield _token("NUM", at + 1, end, part[1:], int(part[1:]))
        elif kind in ("number", "many") and end - at <= _MOST_DIGITS:
            digits = match[kind]
            yield _token("NUM" if kind == "number" else "NUMS", at, end, digits, int(digits))
        elif kind == "sign":
            between = text[at - 1 : at].isalpha() and text[end : end + 1].isalpha()
            joins = between and part in "-/" and place not in ("trains", "open")
            joins = joins or (part == ":" and text[at - 1 : at].isalnum())
            yield _token("QUIET" if joins else _SIGNS.get(part, "UNKNOWN"), at, end, part)
        elif kind == "odd" and end - at <= _MOST_DIGITS and _is_apart(part, place, known):
            yield from _apart(part, at, place)
        else:
            yield _token("UNKNOWN", at, end)


def _is_apart(word: str, place: str, known: Mapping[Phrase, Kinds]) -> bool:
    """Whether a word that begins with a number is told without spaces: e7p4 for two trains, 17pts for points."""
    kinds = known.get((folded(word.lstrip("0123456789")),), {})
    return place in ("trains", "open") or (bool(kinds) and kinds.keys() <= _UNITS)


def _apart(word: str, at: int, place: str) -> Iterator[Token]:
    """Yield the number with which a word begins, and what stands behind it without a space."""
    behind = word.lstrip("0123456789")
    letter = at + len(word) - len(behind)
    yield _token("NUM", at, letter, word[: letter - at], int(word[: letter - at]))
    for part in _raw(behind, place):
        yield part._replace(at=letter + part.at, end=letter + part.end)


@lru_cache(maxsize=32)
def _names(players: tuple[str, ...]) -> Mapping[str, Sequence[tuple[str, Phrase]]]:
    """Return the players by the first word of their names, each with all words; the longest name first."""
    by_first: dict[str, list[tuple[str, Phrase]]] = {}
    for name in players:
        spelled = plain(name)
        words = tuple(folded(spelled[token.at : token.end]) for token in _raw(spelled, "event"))
        by_first.setdefault("".join(words[:1]), []).append((name, words))
    return {first: sorted(names, key=lambda named: -len(named[1])) for first, names in by_first.items()}


def _owned(word: str) -> str:
    return word.removesuffix("'s").removesuffix("'")


class Tokens:
    """The parts of one text, which become tokens."""

    def __init__(self, text: str, place: str, around: Around) -> None:
        self.text, self.around, self.place = plain(text), around, SAME_WORDS.get(place, place)
        self.known = _NOTHING_KNOWN if _FIGURES.fullmatch(text) else lexicon(around.language, self.place)
        self.parts = [token for token in _raw(self.text, place, self.known) if not token.is_a("QUIET")]
        self.spelled = [self._word(token) for token in self.parts]
        self.tokens = list[Token]()

    def _word(self, part: Token) -> str:
        """Return a word as the expressions have it: “the stock's empty” without its 's."""
        word = folded(self.text[part.at : part.end])
        stem = word.removesuffix("'s")
        if stem == word or any(word in phrase for phrase in self.known):
            return word
        return stem if any(stem in phrase for phrase in self.known) else word

    def read(self) -> list[Token]:
        """Return what a text is made of, in the words of its place; a part that nobody knows is UNKNOWN."""
        at = 0
        while at < len(self.parts):
            token, size = self._here(at)
            if token.is_a("HIM") and self.tokens and self.tokens[-1].is_a("CATCH"):
                token = token._replace(kinds=frozenset({"HIM"}))
            if not token.is_a("FILLER"):
                self.tokens.append(token._replace(end=self.parts[at + size - 1].end))
            at += size
        return self.tokens

    def _here(self, at: int) -> Sized:
        token, word = self.parts[at], self.spelled[at]
        named = self.place in NAMED
        if named and (name := self._named(at)):
            return name
        to_whom = (word,) in self.known and at + 1 < len(self.parts) and self._named(at + 1)  # a Ana le faltó
        short = named and len(word) <= 2 and not to_whom and self._begins_clause(word)
        if short and (begun := self._begun(token, word)):
            return begun, 1
        if not token.is_a("UNKNOWN"):
            return token, 1
        return self._expression(at) or (self._begun(token, word) or self._begun_train(token, word), 1)

    def _expression(self, at: int) -> Sized | None:
        """Return the longest expression that begins here."""
        most = min(longest(self.around.language, self.place), len(self.parts) - at)
        for size in range(most, 0, -1):
            if kinds := self.known.get(tuple(self.spelled[at : at + size])):
                return self.parts[at]._replace(kinds=frozenset(kinds), number=max(kinds.values())), size
        return None

    def _named(self, at: int) -> Sized | None:
        """Return the longest player's name that stands here."""
        names = _names(self.around.players)
        first = self.spelled[at]
        for name, words in (*names.get(first, ()), *names.get(_owned(first), ())):
            here = tuple(self.spelled[at : at + len(words)])
            if words in (here, (*here[:-1], _owned(here[-1]))):
                return self.parts[at]._replace(kinds=frozenset({"WHO"}), text=name), len(words)
        return None

    def _begins_clause(self, word: str) -> bool:
        """Whether what comes next is where a player is named."""
        if not self.tokens or self.tokens[-1].is_a("SEP", "BANG", "MARK", "DASH"):
            return True
        loose = self.place in ("trains", "open")
        return "AN" not in self.known.get((word,), {}) and (
            loose or self.tokens[-1].is_a("THEN", "ON", "CATCH")
        )

    def _begun(self, token: Token, word: str) -> Token | None:
        """Return a word as the player whose name alone begins so."""
        if self.place not in NAMED or not word.isalpha():
            return None
        begun = [name for name in self.around.players if folded(name).startswith(word)]
        return token._replace(kinds=frozenset({"WHO"}), text=begun[0]) if len(begun) == 1 else None

    def _begun_train(self, token: Token, word: str) -> Token:
        """Return an unknown word as the beginning of “own” or “public”, unless it can be both."""
        if self.place not in NAMED or not word.isalpha():
            return token
        trains = {
            kind
            for words in spellings(self.around.language, self.place, word[0])
            if words.startswith(word)
            for kind in {"OWN", "PUBLIC"} & self.known[tuple(words.split())].keys()
        }
        return (
            token._replace(kinds=frozenset(trains if len(trains) == 1 else {"EITHER"})) if trains else token
        )


def with_numbers(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens with hundreds, tens and units as one number, and without “a” before a number.

    “Ann drew a five” is a tile with a five, and no number of tiles.
    """
    parts, rest = list[Token](), list(tokens)
    while rest:
        token, *rest = rest
        if token.is_a("TENS"):
            skip = bool(rest and rest[0].is_a("TEN_AND"))
            unit = rest[skip] if len(rest) > skip else token
            if unit.is_a("NUM") and unit.spelled and 0 < unit.number < 10:
                token = token._replace(number=token.number + unit.number, end=unit.end)
                rest = rest[skip + 1 :]
            token = token._replace(kinds=frozenset({"NUM"}))
        elif token.is_a("HUNDRED"):
            return _hundred(parts, token, with_numbers(rest))
        elif token.is_a("AN") and rest and not rest[0].is_a(*_COUNTED, *["TILE_WORD"] * token.is_a("NUM")):
            if rest[0].is_a("NUM") and parts and parts[-1].is_a("DRAW", "PICK", "LAY"):
                rest[0] = rest[0]._replace(kinds=frozenset({"SUCH"}))
            continue
        elif token.is_a("AN"):
            known = rest or (parts and token.is_a("NUM"))
            token = token._replace(kinds=frozenset({"NUM", "ONE"} if known else {"UNKNOWN"}), number=1)
        parts.append(token)
    return parts


def _hundred(before: list[Token], token: Token, rest: list[Token]) -> list[Token]:
    """Return tokens with a hundred as one number, such as “two hundred and four”."""
    counted = bool(before) and before[-1].is_a("NUM") and 0 < before[-1].number < 10
    times = before.pop() if counted else token._replace(number=1)
    skip = bool(rest and rest[0].is_a("THEN"))
    unit = rest[skip] if len(rest) > skip and _is_spelled(rest[skip], 100) else None
    number = 100 * times.number + (unit.number if unit else 0)
    end = unit.end if unit else token.end
    whole = token._replace(kinds=frozenset({"NUM"}), at=times.at, end=end, number=number)
    return [*before, whole, *rest[skip + 1 if unit else 0 :]]


def _is_spelled(token: Token, below: int) -> bool:
    return token.is_a("NUM") and token.spelled and 0 < token.number < below


def with_tiles(tokens: Sequence[Token], place: str, around: Around) -> list[Token]:
    """Return tokens with “double five”, “five three”, “5 by 3” and, where no number alone belongs, `53` as tiles."""
    parts, rest = list[Token](), list(tokens)
    while rest:
        token, *rest = rest
        then = rest[0] if rest else token
        several = then.is_a("NUMS") and bool(parts) and parts[-1].is_a("NUM")  # two double blanks
        number_after = len(rest) > 1 and rest[1].is_a("NUM", "NUMS")
        single = bool(rest) and token.is_a("NUM") and token.spelled and token.number == 1
        if single and (then.is_a("TILE") or (then.is_a("DOUBLE") and number_after)):
            continue  # one double blank
        if token.is_a("NUM") and then.is_a("DOUBLED") and not number_after:
            token, rest = _token("TILE", token.at, then.end, tile=Tile(token.number, token.number)), rest[1:]
        elif token.is_a("DOUBLE") and then.is_a("NUM", "NUMS") and not several:
            half = then.number
            token, rest = _token("TILE", token.at, then.end, tile=Tile(half, half)), rest[1:]
        elif rest and (size := _halves(token, rest, place, around)):
            tile = Tile(token.number, rest[size - 1].number)
            kinds = "TILE PAIR" if size == 1 else "TILE"
            token, rest = _token(kinds, token.at, rest[size - 1].end, tile=tile), rest[size:]
        elif place in ("event", "laid", "tile") and (tile_of_two := two_digits(token, around)):
            token = token._replace(kinds=frozenset({"TILE"}), tile=tile_of_two)
        parts.append(token)
    return parts


def two_digits(token: Token, around: Around) -> Tile | None:
    """Return the tile that a number of two digits can be."""
    if not token.is_a("NUM") or len(token.text) != 2 or around.highest > 9:
        return None
    first, second = map(int, token.text)
    return Tile(first, second) if max(first, second) <= around.highest else None


def _halves(first: Token, rest: Sequence[Token], place: str, around: Around) -> int:
    """Return how many tokens make a number the half of a tile: another number, perhaps behind “by” or a dash."""
    dash = rest[0].is_a("DASH") and not all(token.text for token in (first, *rest[1:2]))
    joined = (rest[0].is_a("JOIN") or dash) and len(rest) > 1
    second = rest[joined]
    if place not in PAIRED or not first.is_a("NUM", "SUCH") or not second.is_a("NUM"):
        return 0
    sure = joined or (first.spelled and second.spelled) or place in ("tile", "event", "laid")
    return joined + 1 if sure and max(first.number, second.number) <= around.highest else 0
