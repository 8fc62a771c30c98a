"""Actions and rounds as text.

Actions: `Ana 9-4`, `Ben 4-4 on 9-4`, `Cy draw`, `Cy pass`, `Ana little`, `Cy challenges Ben`.

In a round of trains a place is a train: `Ben 4-4 on Ana`, `on own`, `on public`; `Ben marks` says that Ben's
marker is up.

Reading an action needs the players and the set, not the state of the round; printing needs the round, because a
place is left out where there is only one. A round is one line: what was dealt, and what has been done since.
"""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from scorekeeper.engine.actions import PUBLIC, START, Action, ActionKind, LayingPlace, Train
from scorekeeper.engine.base_state import BaseState
from scorekeeper.engine.play import as_found
from scorekeeper.engine.setup import Dealt, Setup
from scorekeeper.errors import Impossible, Malformed, Position, nearest
from scorekeeper.game import find_player
from scorekeeper.rules import Rules
from scorekeeper.text import N_, _, folded
from scorekeeper.tiles import Tile, parse_tile, parse_tiles, show_tiles, tokens

CHALLENGES = " challenges "
_KINDS: dict[str, ActionKind] = {"pass": "pass", "little": "little", "marks": "marks", "unmarks": "unmarks"}
_BY_SEATS = re.compile(r"challenges (\d+)|(\S+) on (train )?(\d+)")
"""What a seat does where `str` writes it otherwise than records do."""
_STRANGER = N_("“{word}” (position {position}) is not at this table; {hint}")


def parse_action(text: str, players: Sequence[str], highest: int) -> Action:
    """Read one action of one of the players.

    Raises Malformed that names what is wrong and its position, counted from 1.
    """
    return actions_at(tuple(players), highest)[text]


class _Actions(dict[str, Action]):
    """The actions of texts, by these players with this set: each text is read once."""

    def __init__(self, players: tuple[str, ...], highest: int) -> None:
        self.players, self.highest = players, highest

    def __missing__(self, text: str) -> Action:
        match = named_first(text, self.players)
        if match is None:
            raise _fault(_STRANGER, text.split(" ")[0], 1, self.players)
        seat, position = self.players.index(match.name), match.letters + 2
        action = self[text] = _parse_rest(match.rest, seat, self.players, self.highest, position)
        return action


actions_at = lru_cache(maxsize=100)(_Actions)


def parse_by_seats(text: str, players: tuple[str, ...], highest: int) -> Action:
    """Read an action as `str` writes it, by seats; raises as `parse_action`."""
    seat, _space, rest = text.partition(" ")
    match, position = _BY_SEATS.fullmatch(rest), len(seat) + 2
    if match is None:
        return _parse_rest(rest, int(seat), players, highest, position)
    other, tile, train, number = match.groups()
    if other:
        return Action(int(seat), "challenge", other=int(other))
    place = Train(int(number)) if train else int(number)
    return Action(int(seat), "lay", parse_tile(tile, highest, position), place)


def _parse_rest(rest: str, seat: int, players: tuple[str, ...], highest: int, position: int) -> Action:
    """Read what a seat does, `position` being where it begins in the whole text."""
    if rest.startswith("challenges"):
        at = position + len("challenges ")
        other = _whole_name(rest.removeprefix("challenges").strip(), players, _STRANGER, at, players)
        return Action(seat, "challenge", other=other)
    words = [(word, position + at - 1) for at, word in tokens(rest)]
    if not words:
        raise _fault(N_("What is done is missing (position {position})."), "", position)
    first, at = words[0]
    if first == "draw":
        _no_more(words, 2)
        return Action(seat, "draw", parse_tile(words[1][0], highest, words[1][1]) if words[1:] else None)
    if first in _KINDS:
        _no_more(words, 1)
        return Action(seat, _KINDS[first])
    if first[0].isalpha():
        known = ("draw", "challenges", *_KINDS)
        raise _fault(N_("“{word}” (position {position}) is not an action; {hint}"), first, at, known)
    tile = parse_tile(first, highest, at)
    return Action(seat, "lay", tile, _place(words, seat, players, highest) if words[1:] else None)


def _place(
    words: Sequence[tuple[str, int]], seat: int, players: tuple[str, ...], highest: int
) -> LayingPlace:
    """Read `on T`, `on start` or `on TRAIN` behind the tile."""
    if words[1][0] != "on" or len(words) == 2:
        raise _fault(N_("Only “on” and a place can follow the tile (position {position})."), *words[1])
    word, at = words[2]
    if word[0].isalpha() and word != "start":
        return parse_train(" ".join(word for word, _at in words[2:]), seat, players, at)
    _no_more(words, 3)
    if word.isdecimal():
        return int(word)
    return START if word == "start" else parse_tile(word, highest, at)


def parse_train(words: str, seat: int, players: Sequence[str], position: int = 1) -> Train:
    """Read the train of an action of a seat: `own`, `public`, `public 2` or a player's name.

    Raises Malformed with the position, counted from 1, where the words begin.
    """
    first, _space, number = words.partition(" ")
    if words == "own":
        return Train(seat)
    if first == "public" and (not number or (number.isdecimal() and int(number) > 0)):
        return Train(PUBLIC, int(number or 1))
    sentence = N_("“{word}” (position {position}) is not a train; write own, public or a player; {hint}")
    return Train(_whole_name(words, players, sentence, position, ("own", "public", *players)))


def _whole_name(
    words: str, players: Sequence[str], sentence: str, position: int, known: Collection[str]
) -> int:
    """Return the seat of the player whom the words name; raise Malformed with the sentence if they name nobody."""
    match = named_first(words, players)
    if match is None or match.rest:
        raise _fault(sentence, words, position, known)
    return players.index(match.name)


def _no_more(words: Sequence[tuple[str, int]], count: int) -> None:
    if words[count:]:
        raise _fault(N_("“{word}” is one word too many (position {position})."), *words[count])


def _fault(sentence: str, word: str, position: int, known: Collection[str] = ()) -> Malformed:
    """Return the error at a word, with a hint at the known words where there are some."""
    hint = nearest(word, known) if known else ""
    return Malformed(_(sentence, word=word, position=position, hint=hint), at=Position(position, len(word)))


def split_mark(text: str) -> tuple[str, bool]:
    """Return an action's text without the `!` of a wrong one, and whether it had that.

    >>> split_mark("Ana 6-4!"), split_mark("Ana pass")
    (('Ana 6-4', True), ('Ana pass', False))
    """
    return text.strip("! "), "!" in (text.strip()[:1], text.strip()[-1:])


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
        if typed in players or any(folded(player) == folded(typed) for player in players):
            return NamedFirst(find_player(players, typed), len(typed), " ".join(words[count:]))
    return None


def show_action(state: BaseState, action: Action) -> str:
    """Write an action that is about to be done, with its place where there is more than one."""
    place = None
    if action.kind == "lay" and action.tile is not None:
        before = as_found(state, action)
        place = before.table.name(before, action, action.tile) if before.started else None
    return write_action(action, state.setup.players, place)


def write_action(action: Action, players: Sequence[str], place: str | None) -> str:
    """Write an action with the name of its place, if it has one."""
    if action.kind == "challenge" and action.other is not None:
        return players[action.seat] + CHALLENGES + players[action.other]
    kind = None if action.kind == "lay" else action.kind
    words = (players[action.seat], kind, action.tile, place and f"on {place}")
    return " ".join(str(word) for word in words if word is not None)


class WrittenRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of the text, which is JSON; rules are not among them."""

    set: int
    double: int
    players: tuple[str, ...]
    hands: tuple[str, ...]
    """As dealt: the tiles, then how many are hidden, such as `6-4 3?`; `?` alone where nobody knows."""
    yard: str | int
    """Its tiles as dealt, the next to be drawn last; how many where nobody knows which."""
    reserve: int
    starter: int
    actions: tuple[str, ...]
    """By seats, as `str` writes them."""


def show_position(state: BaseState) -> str:
    """Write a round. Raises Impossible where it did not begin with a deal."""
    if not state.table.whole:
        raise Impossible(_("Only a round that began with a deal can be written down."))
    setup = state.setup
    drawn = [action.tile for action in reversed(state.history) if action.kind == "draw" and action.tile]
    yard = [*state.pile, *drawn]
    hands = (Dealt(tuple(sorted(known, reverse=True)), hidden) for known, hidden in setup.hands)
    return msgspec.json.encode(
        WrittenRound(
            set=setup.set_size,
            double=setup.double,
            players=setup.players,
            hands=tuple(map(str, hands)),
            yard=show_tiles(yard) if len(yard) == setup.yard else setup.yard,
            reserve=setup.reserve,
            starter=setup.starter,
            actions=tuple(map(str, state.history)),
        )
    ).decode()


def read_position(rules: Rules, text: str) -> tuple[Setup, list[Tile], tuple[str, ...]]:
    """Read a round: its setup, the tiles of the yard where they are known, and the actions.

    Raises Malformed for what `show_position` does not write.
    """
    try:
        read = msgspec.json.decode(text, type=WrittenRound)
    except msgspec.MsgspecError as error:
        raise Malformed(_("This is not the position of a round: {fault}", fault=error)) from None
    pile = list(parse_tiles(read.yard, read.set)) if isinstance(read.yard, str) else []
    yard = read.yard if isinstance(read.yard, int) else len(pile)
    hands = tuple(_read_hand(hand, read.set) for hand in read.hands)
    setup = Setup(rules, read.set, read.players, read.double, hands, yard, read.reserve, read.starter)
    return setup, pile, read.actions


def _read_hand(text: str, highest: int) -> Dealt:
    known, _space, last = text.rpartition(" ")
    hidden = last.removesuffix("?")
    if hidden == last or hidden.strip("0123456789"):
        return Dealt(parse_tiles(text, highest))
    return Dealt(parse_tiles(known, highest), int(hidden) if hidden else None)
