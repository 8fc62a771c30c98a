"""Reads a fact as people type it.

`2 7` for an open foot, `f` for Fay, `5 2 8` for the open ends. What is read has the form that situation
files have; what cannot be read is Malformed and says what would be right. No rule is known here.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.engine import CHALLENGES, parse_action, split_mark
from scorekeeper.errors import Malformed, nearest
from scorekeeper.text import _, join_and
from scorekeeper.tiles import Tile, parse_tile, show_tiles, tokens

YES, NO = ("y", "yes", "true"), ("n", "no", "false")
NONE_AT_ALL = "-"
"""Typed where a player is known to hold none."""
NOTHING = (NONE_AT_ALL, "none", "no", "nothing", "empty")
ALL_OF_THEM = ("all", "full", "complete", "closed", "finished")
AND = ("and", "&")

MOST = 999
_UNSEEN = re.compile(r"\d{0,3}\?")
_COUNTED = re.compile(r"(\d+) *(?:tiles?|toes?)", re.IGNORECASE)
_DID = {
    "little": ("little", "called", "calls", "chickenlittle"),
    "draw": ("draw", "drew", "draws"),
    "pass": ("pass", "passed", "passes"),
}
_LAID = ("laid", "lays", "lay", "plays", "played")
_CAUGHT = ("challenges", "caught", "catches", "challenged")


class Around(NamedTuple):
    """What a text is read by: the highest double of the set, and who sits at the table."""

    highest: int
    players: tuple[str, ...]


Reader: TypeAlias = Callable[[str, Around], Any]


def read_fact(name: str, text: str, around: Around) -> Any:
    """Read the text of a fact. Raises Malformed that says what would be right."""
    return _READERS[name](text.strip(), around)


def _player(text: str, around: Around) -> str:
    """Return the player whose name this is, or begins with this as no other does."""
    folded = text.casefold()
    same = [name for name in around.players if name.casefold() == folded]
    found = same or [name for name in around.players if name.casefold().startswith(folded)]
    if len(found) == 1 and text:
        return found[0]
    if found and text:
        raise Malformed(_("this could be {names}; type one more letter").format(names=join_and(found)))
    raise Malformed(
        _("nobody called {name!r} sits at this table; {hint}").format(
            name=text, hint=nearest(text, around.players)
        )
    )


def _tile(text: str, around: Around) -> str:
    return str(parse_tile(text, around.highest))


def _tiles(text: str, around: Around) -> str:
    return "" if _is(text, NOTHING) else show_tiles(_each_once(_words(text), around))


def _each_once(words: Sequence[str], around: Around) -> list[Tile]:
    """Read tiles, each of which there is one."""
    tiles: list[Tile] = []
    for word in words:
        tile = parse_tile(word, around.highest)
        if tile in tiles:
            raise Malformed(_("{tile} is named twice").format(tile=tile))
        tiles.append(tile)
    return tiles


def _is(text: str, words: Sequence[str]) -> bool:
    return text.casefold() in words


def _words(text: str) -> list[str]:
    """Return the words apart by spaces or commas, without any "and" between them."""
    return [word for _place, word in tokens(text) if not _is(word, AND)]


def _doubles(text: str, around: Around) -> str:
    """Read doubles, each as a tile or as its number alone."""
    alone = 1 if around.highest <= 9 else 2
    words = _words(text)
    tiles = " ".join(f"{word}-{word}" if word.isdecimal() and len(word) <= alone else word for word in words)
    return _tiles(tiles, around)


def _hand(text: str, around: Around) -> str | int:
    """Read a hand: tiles, with `2?` for two that are not shown, or a number of tiles alone."""
    if _is(text, NOTHING):
        return 0
    if _COUNTED.fullmatch(text) or (text.isdecimal() and (len(text) == 1 or around.highest > 9)):
        return _count(text, around)
    words = _words(text)
    known = _each_once([word for word in words if not _UNSEEN.fullmatch(word)], around)
    return " ".join([*map(str, known), *(word for word in words if _UNSEEN.fullmatch(word))])


def _number(text: str, around: Around) -> int:
    """Read what an end or a double shows: `7`, or `7-7`."""
    if not text.isdecimal():
        tile = parse_tile(text, around.highest)
        if not tile.is_double:
            raise Malformed(_("{tile} is no double; type its number").format(tile=tile))
        return tile.high
    if len(text) > 3 or int(text) > around.highest:
        raise Malformed(
            _("no tile of this set shows {number}; 0 to {highest} would do").format(
                number=text, highest=around.highest
            )
        )
    return int(text)


def _numbers(text: str, around: Around) -> list[int]:
    """Read numbers apart by spaces or commas; up to double-nine they may stand together."""
    words = [] if _is(text, NOTHING) else _words(text)
    if around.highest <= 9:
        words = [part for word in words for part in (word if word.isdecimal() else [word])]
    if any(not word[:1].isdecimal() for word in words):
        raise Malformed(_("type numbers such as 5 7 2 8; - where there are none"))
    return [_number(word, around) for word in words]


def _toes(text: str, around: Around) -> int | None:
    """Read toes on the starting double; None where it has all that it needs."""
    return None if _is(text, ALL_OF_THEM) else _count(text, around)


def _count(text: str, _around: Around) -> int:
    if _is(text, NOTHING):
        return 0
    text = _COUNTED.sub(r"\1", text)
    if not (text.isascii() and text.isdecimal() and int(text[:4]) <= MOST):
        raise Malformed(_("{text!r} is no number; type one such as 2").format(text=text))
    return int(text)


def _foot(text: str, around: Around) -> dict[str, int] | None:
    """Read an open foot: its double, and how many toes it has where that is known; None where none is open."""
    if _is(text, NOTHING):
        return None
    words = [token for _place, token in tokens(text)]
    if len(words) == 1 and around.highest <= 9 and words[0].isdecimal():
        words = list(words[0])
    if not 1 <= len(words) <= 2:
        raise Malformed(_("type the double and its toes: 7 2 is 7-7 with two toes"))
    foot = {"double": _number(words[0], around)}
    return foot if len(words) == 1 else foot | {"toes": _count(words[1], around)}


def _yes(text: str, _around: Around) -> bool:
    if text.casefold() not in YES + NO:
        raise Malformed(_("type y for yes, n for no"))
    return text.casefold() in YES


def _event(text: str, around: Around) -> str:
    """Read something that happened, in a player's words: `max 6-4`, `Oli caught Max`, `Max called`."""
    action, wrong = split_mark(text)
    name, rest = _who(action, around)
    first, _space, other = rest.partition(" ")
    done = first.casefold()
    word = next((word for word, said in _DID.items() if done in said), None)
    if word is not None:
        told = f"{name} {word} {other}".strip()
    elif done in _CAUGHT:
        told = name + CHALLENGES + _player(other.strip(), around)
    else:
        told = f"{name} {other if done in _LAID else rest}"
    read = parse_action(told, around.players, around.highest)
    if read.kind == "lay" and read.on is None:
        told = f"{name} {read.tile}"
    return told + "!" if wrong else told


def _who(text: str, around: Around) -> tuple[str, str]:
    """Return the player whom a text begins with, and the rest of it."""
    for name in sorted(around.players, key=len, reverse=True):
        if text.casefold().startswith(name.casefold() + " "):
            return name, text[len(name) :].strip()
    first, _space, rest = text.partition(" ")
    name = _player(first, around)
    if not rest.strip():
        raise Malformed(_("say what {player} did: 6-4, draw, pass, called, caught Ben").format(player=name))
    return name, rest.strip()


_READERS: Mapping[str, Reader] = {
    "player": _player,
    "tile": _tile,
    "drawn_tile": _tile,
    "draws": _tile,
    "on": _number,
    "double": _number,
    "foot": _foot,
    "ends": _numbers,
    "earlier": _numbers,
    "toes": _toes,
    "on_double": _count,
    "yard": _count,
    "drew": _count,
    "played": _count,
    "laid": _tiles,
    "held": _doubles,
    "yard_has": _doubles,
    "hand": _hand,
    "hands": _hand,
    "drawn": _yes,
    "blocked": _yes,
    "events": _event,
}
