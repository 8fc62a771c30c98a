"""Reads a text by the place where it was typed: the one ear of the program."""

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
from scorekeeper.reading.faults import Reading, Unread, words_of
from scorekeeper.reading.hands import read_dealt, read_hand
from scorekeeper.reading.letters import plain
from scorekeeper.reading.tokens import NAMED, Around, Token, tokens_of, with_numbers, with_tiles

_TOGETHER = frozenset({"tile", "foot", "count", "answer", "ends", "number", "doubles", "round"})
"""Places where commas and “and” mean nothing."""
_JOINING = frozenset({"SEP", "THEN", "TEN_AND"})
_READERS: Mapping[str, Callable[[str, Sequence[Token], str, Around], Reading]] = {
    **dict.fromkeys(("hand", "cell", "score"), read_hand),
    **dict.fromkeys(("jhand", "tiles"), read_dealt),
    **dict.fromkeys(("ends", "number", "doubles", "round"), read_numbers),
    **dict.fromkeys(("foot", "count", "answer"), read_whole),
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
    if not plain(text).strip(" ,;"):
        return Reading()
    tokens = tokens_of(text, place, around)
    if unsure := [token for token in tokens if token.kinds <= _UNSURE]:
        return Reading(unread=tuple(_unsure(token, text, place) for token in unsure))
    if place in _TOGETHER:
        tokens = [token for token in tokens if not token.kinds <= _JOINING]
    return _READERS[place](text, with_tiles(with_numbers(tokens), place, around), place, around)


def heard(place: str, text: str, around: Around) -> str:
    """Return what a text says, as files write it. Raises Malformed for what has no meaning, or more than one."""
    reading = read(place, text, around)
    if not reading.unread and not reading.choices:
        return reading.said
    first = next(iter(reading.unread), Unread(text, 0, ""))
    raise Malformed(words_of(reading, text, place, around), at=Position(first.at + 1, len(first.text)))


def _pin(text: str) -> Reading:
    digits = "".join(plain(text).split())
    if not digits:
        return Reading()
    return (
        Reading(digits) if digits.isdecimal() else Reading(unread=(Unread(text.strip(), 0, faults.NO_PIN),))
    )


_UNSURE = frozenset({"UNKNOWN", "DOUBT"})


def _unsure(token: Token, text: str, place: str) -> Unread:
    """Return a word that nobody knows, or that leaves things open; one where a name belongs is a stranger."""
    if token.is_a("DOUBT"):
        return Unread(text[token.at : token.end], token.at, faults.DOUBT)
    word, before = text[token.at : token.end], plain(text[: token.at]).rstrip()
    begins = not before or before[-1] in ",;!" or place in ("trains", "open")
    strange = place in NAMED and word.isalpha() and begins
    return Unread(word, token.at, faults.STRANGER if strange else faults.UNKNOWN)
