"""Actions as text: `Ana 9-4`, `Ben 4-4 on 9-4`, `Cy draw`, `Cy pass`, `Ana little`, `Cy challenges Ben`.

In a round of trains a place is a train: `Ben 4-4 on Ana`, `on own`, `on public`; `Ben marks` says that Ben's
marker is up.

Reading needs the players and the set, not the state of the round; printing needs the round, because a
place is left out where there is only one.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.engine.actions import PUBLIC, START, Action, ActionKind, Place, Train, train_of
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.play import as_found
from scorekeeper.errors import Malformed, Position, nearest
from scorekeeper.game import find_player
from scorekeeper.text import _, folded
from scorekeeper.tiles import Tile, parse_tile, tokens

CHALLENGES = " challenges "
MOST_TEXTS = 8192
_WORDS = ("draw", "pass", "little", "challenges", "marks", "unmarks")
_KINDS: Mapping[str, ActionKind] = {
    "pass": "pass",
    "little": "little",
    "marks": "marks",
    "unmarks": "unmarks",
}


def parse_action(text: str, players: Sequence[str], highest: int) -> Action:
    """Read one action of one of the players.

    Raises Malformed that names what is wrong and its position, counted from 1.
    """
    return texts_of(tuple(players), highest)[text]


class Texts(dict[str, Action]):
    """The actions of texts, each read once, at a table of players and a set."""

    def __init__(self, players: tuple[str, ...], highest: int) -> None:
        self.players, self.highest = players, highest

    def __missing__(self, text: str) -> Action:
        name, _space, rest = text.partition(" ")
        seat, letters = _seats(self.players).get(name), len(name)
        if seat is None:
            name, letters, rest = _split(text, self.players)
            seat = self.players.index(name)
        if len(self) == MOST_TEXTS:
            self.clear()
        self[text] = action = _parse_rest(rest, seat, self.players, self.highest, letters + 2)
        return action


@lru_cache(maxsize=64)
def texts_of(players: tuple[str, ...], highest: int) -> Texts:
    """Return the actions of texts; it raises as `parse_action`."""
    return Texts(players, highest)


def _parse_rest(rest: str, seat: int, players: tuple[str, ...], highest: int, position: int) -> Action:
    """Read what a seat does, `position` being where it begins in the whole text."""
    if rest.startswith("challenges"):
        return _challenge(seat, rest, players, position)
    words = list(tokens(rest))
    if not words:
        raise Malformed(
            _("What is done is missing (position {position}).", position=position),
            at=Position(position, 0),
        )
    first = words[0][1]
    if first == "draw":
        _no_more(words, 2, position)
        return Action(seat, "draw", _tile(words[1], highest, position) if len(words) > 1 else None)
    if first in _KINDS:
        _no_more(words, 1, position)
        return Action(seat, _KINDS[first])
    if first[0].isalpha():
        raise Malformed(
            _(
                "“{word}” (position {position}) is not an action; {hint}",
                word=first,
                hint=nearest(first, _WORDS),
                position=position,
            ),
            at=Position(position, len(first)),
        )
    tile = _tile(words[0], highest, position)
    return Action(seat, "lay", tile, _place(words, seat, players, highest, position))


def parse_by_seats(text: str, players: tuple[str, ...], highest: int) -> Action:
    """Read an action as `str` writes it, by seats; raises as `parse_action`."""
    words = text.split(" ")
    seat = int(words[0])
    if words[1:2] == ["challenges"] and len(words) == 3 and words[2].isdecimal():
        return Action(seat, "challenge", other=int(words[2]))
    place: Place = None
    if words[2:3] == ["on"] and words[-1].isdecimal():
        number = int(words[-1])
        place = number if len(words) == 4 else train_of(number) if words[3:4] == ["train"] else None
    if place is None:
        return _parse_rest(" ".join(words[1:]), seat, players, highest, len(words[0]) + 2)
    return Action(seat, "lay", parse_tile(words[1], highest, len(words[0]) + 2), place)


def split_mark(text: str) -> tuple[str, bool]:
    """Return an action's text without the `!` of a wrong one, and whether it had that.

    >>> split_mark("Ana 6-4!"), split_mark("Ana pass")
    (('Ana 6-4', True), ('Ana pass', False))
    """
    return text.strip("! "), "!" in (text.strip()[:1], text.strip()[-1:])


@lru_cache(maxsize=64)
def _seats(players: tuple[str, ...]) -> dict[str, int]:
    """Return the seats of the players whose name no other name begins with."""
    return {
        name: seat
        for seat, name in enumerate(players)
        if not any(player.startswith(name + " ") for player in players)
    }


class NamedFirst(NamedTuple):
    """A player whom a text begins with: the name, how many letters of the text name it, and what follows them."""

    name: str
    letters: int
    rest: str


def named_first(text: str, players: Sequence[str]) -> NamedFirst | None:
    """Return the longest name that the text begins with, None where it begins with nobody's.

    Capitals and accents may be missing, as for `find_player`. Raises Malformed if several players could be meant.
    """
    words = text.split(" ")
    for count in sorted({len(player.split(" ")) for player in players}, reverse=True):
        typed = " ".join(words[:count])
        if any(folded(player) == folded(typed) for player in players):
            return NamedFirst(find_player(players, typed), len(typed), " ".join(words[count:]))
    return None


def _split(text: str, players: Sequence[str]) -> NamedFirst:
    """Return the longest name that the text begins with. Raises Malformed if it begins with none."""
    if found := named_first(text, players):
        return found
    name = text.split(" ")[0]
    raise Malformed(
        _("“{name}” (position 1) is not at this table; {hint}", name=name, hint=nearest(name, players)),
        at=Position(1, len(name)),
    )


def _challenge(seat: int, rest: str, players: Sequence[str], position: int) -> Action:
    other = rest.removeprefix("challenges").strip()
    found = named_first(other, players)
    if found is None or found.rest:
        place = position + len("challenges ")
        raise Malformed(
            _(
                "“{name}” (position {position}) is not a player who can be challenged; {hint}",
                name=other,
                hint=nearest(other, players),
                position=place,
            ),
            at=Position(place, len(other)),
        )
    return Action(seat, "challenge", other=players.index(found.name))


def _place(
    words: Sequence[tuple[int, str]], seat: int, players: tuple[str, ...], highest: int, position: int
) -> Place:
    """Read `on T`, `on start` or `on TRAIN` behind the tile."""
    if len(words) == 1:
        return None
    at, word = words[1]
    if word != "on" or len(words) == 2:
        raise Malformed(
            _(
                "Only “on” and a place can follow the tile (position {position}).",
                position=position + at - 1,
            ),
            at=Position(position + at - 1, len(word)),
        )
    at, word = words[2]
    if word[0].isalpha() and word != "start":
        return parse_train(" ".join(word for _at, word in words[2:]), seat, players, position + at - 1)
    _no_more(words, 3, position)
    return START if word == "start" else _tile(words[2], highest, position)


def parse_train(words: str, seat: int, players: Sequence[str], position: int = 1) -> Train:
    """Read the train of an action of a seat: `own`, `public`, `public 2` or a player's name.

    Raises Malformed with the position, counted from 1, where the words begin.
    """
    if words == "own":
        return train_of(seat)
    first, _space, number = words.partition(" ")
    if first == "public" and (not number or (number.isdecimal() and int(number) > 0)):
        return train_of(PUBLIC, int(number or 1))
    owner = _seats(tuple(players)).get(words)
    if owner is not None:
        return train_of(owner)
    found = named_first(words, players)
    if found is None or found.rest:
        raise Malformed(
            _(
                "“{words}” (position {position}) is not a train; write own, public or a player; {hint}",
                words=words,
                hint=nearest(words, ("own", "public", *players)),
                position=position,
            ),
            at=Position(position, len(words)),
        )
    return train_of(players.index(found.name))


def _tile(word: tuple[int, str], highest: int, position: int) -> Tile:
    at, token = word
    return parse_tile(token, highest, position + at - 1)


def _no_more(words: Sequence[tuple[int, str]], count: int, position: int) -> None:
    if len(words) > count:
        at, word = words[count]
        raise Malformed(
            _("“{word}” is one word too many (position {position}).", word=word, position=position + at - 1),
            at=Position(position + at - 1, len(word)),
        )


def show_action(state: BaseState, action: Action) -> str:
    """Write an action that is about to be done, with its place where there is more than one."""
    name, tile = state.name(action.seat), action.tile
    if action.kind == "challenge" and action.other is not None:
        return name + CHALLENGES + state.name(action.other)
    if action.kind != "lay" or tile is None:
        return f"{name} {action.kind}" if tile is None else f"{name} draw {tile}"
    found = as_found(state, action)
    place = found.table.name(found, action, tile) if found.started else None
    return f"{name} {tile}" if place is None else f"{name} {tile} on {place}"
