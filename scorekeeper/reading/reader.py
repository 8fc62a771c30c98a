"""Reads a text by the place where it was typed: the one ear of the program."""

import re
from collections.abc import Callable, Mapping, Sequence

from scorekeeper.errors import Malformed, Position
from scorekeeper.reading import faults
from scorekeeper.reading.clauses import (
    read_events,
    read_laid,
    read_numbers,
    read_tile,
    read_train,
    read_trains,
    read_whole,
)
from scorekeeper.reading.faults import Reading, Unread, not_read, words_of
from scorekeeper.reading.hands import read_dealt, read_hand
from scorekeeper.reading.letters import plain
from scorekeeper.reading.tokens import NAMED, SAME_WORDS, Around, Token, Tokens, with_numbers, with_tiles
from scorekeeper.text import language

_TOGETHER = frozenset({"tile", "foot", "count", "answer", "last", "ends", "number", "doubles", "round"})
"""Places where commas and “and” mean nothing."""
_SENTENCES = frozenset({"hand", "cell", "score", "jhand", "tiles", "event", "laid", "trains", "open"})
"""Places with a grammar of their own for the words that lead up to what is told."""
_JOINING = frozenset({"SEP", "THEN", "TEN_AND"})
_READERS: Mapping[str, Callable[[str, Sequence[Token], str, Around], Reading]] = {
    **dict.fromkeys(("hand", "cell", "score"), read_hand),
    **dict.fromkeys(("jhand", "tiles"), read_dealt),
    **dict.fromkeys(("ends", "number", "doubles", "round"), read_numbers),
    **dict.fromkeys(("foot", "count", "answer", "last"), read_whole),
    **dict.fromkeys(("trains", "open"), read_trains),
    "event": read_events,
    "laid": read_laid,
    "on": read_train,
    "tile": read_tile,
}


def read(place: str, text: str, around: Around) -> Reading:
    """Read a text that was typed at a place; words that nobody knows are named before anything else.

    >>> read("hand", "twelve plus 7", Around(9)), read("hand", "12 14", Around(9)).choices
    (Reading(said='19', choices=(), unread=()), ('26', '2-1 4-1'))
    """
    if place == "pin":
        return _pin(text)
    if not plain(text).strip():
        return Reading()
    tokens = Tokens(text, place, around).read()
    before = (None, *tokens)
    if any(token.kinds <= _UNSURE for token in tokens):
        named = (*_UNSURE, "NOT") if SAME_WORDS.get(place, place) in ("hand", "jhand") else _UNSURE
        unsure = [pair for pair in zip(tokens, before, strict=False) if pair[0].kinds <= {*named}]
        parts = [_unsure(token, behind, text, place) for token, behind in unsure]
        ends = [0, *(part.at + len(part.text) for part in parts)]
        return Reading(unread=tuple(part for part, end in zip(parts, ends, strict=False) if part.at >= end))
    if place in _TOGETHER:
        tokens = [token for token in tokens if not token.kinds <= _JOINING]
    tokens = with_numbers(tokens)
    while len(tokens) > 1 and tokens[0].is_a("LEAD", "ROUND_WORD", "TILE_WORD") and place not in _SENTENCES:
        tokens = tokens[1:]  # there are 31, my 6-4, the round of 9-9
    return _READERS[place](text, with_tiles(tokens, place, around), place, around)


def heard(place: str, text: str, around: Around) -> str:
    """Return what a text says, as files write it. Raises Malformed for what has no meaning, or more than one."""
    reading = read(place, text, around)
    if not reading.unread and not reading.choices:
        return reading.said
    first = next(iter(reading.unread), Unread(text, 0, ""))
    fault = Malformed(words_of(reading, text, place, around), at=Position(first.at + 1, len(first.text)))
    if reading.choices:
        raise Unclear(reading.choices, fault)
    raise Stranger(first.text, fault) if first.why == faults.STRANGER else fault


def answered(typed: str, place: str = "answer") -> str:
    """Return what an answer says: y, n, b for blocked, o for out; empty for anything else."""
    return read(place, typed, Around(0, language=language().codes[-1])).said


class Unclear(Malformed):
    """A text with two meanings; each choice is one of them, in the notation of files."""

    def __init__(self, choices: tuple[str, ...], fault: Malformed) -> None:
        super().__init__(fault.message, fault.where, fault.at)
        self.choices = choices


class Stranger(Malformed):
    """A name that nobody at the table has."""

    def __init__(self, name: str, fault: Malformed) -> None:
        super().__init__(fault.message, fault.where, fault.at)
        self.name = name


def _pin(text: str) -> Reading:
    digits = "".join(plain(text).split())
    if not digits:
        return Reading()
    return Reading(digits) if digits.isdecimal() else not_read(text, (), faults.NO_PIN)


_UNSURE = frozenset({"UNKNOWN", "DOUBT", "EITHER"})


def _unsure(token: Token, behind: Token | None, text: str, place: str) -> Unread:
    """Return a word that nobody knows, or that leaves things open; one where a name belongs is a stranger."""
    spelled = plain(text)  # of the whole word that the token is part of, such as `9-x`
    before, after = _BEHIND.search(spelled[: token.at]), _AFTER.match(spelled[token.end :])
    at, end = token.at - len(before[0] if before else ""), token.end + len(after[0] if after else "")
    word = text[at:end]
    begins = behind is None or behind.is_a(*_BEFORE_NAMES)
    if token.is_a("DOUBT", "EITHER"):
        why = faults.DOUBT if token.is_a("DOUBT") else faults.EITHER
    elif place in NAMED and word.isalpha() and begins:
        why = faults.STRANGER
    else:
        why = faults.UNKNOWN
    return Unread(word, at, why)


_BEHIND, _AFTER = re.compile(r"[^\s,;+=]*$"), re.compile(r"[^\s,;+=]*")
_BEFORE_NAMES = ("SEP", "THEN", "BANG", "ON", "TRAIN", "CATCH", "MARK", "DASH")
