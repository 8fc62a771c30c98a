"""The facts of a round of trains: how each stands, open doubles, first turns, what was laid in this turn.

Typed as people say it: `Ana 7 marked, Ben -, public 4`, or with the fewest keys `a7*b-p4`. Nothing here knows a rule.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from scorekeeper.engine import (
    Train,
    named_first,
    number_of_train,
    train_in_words,
    train_of_number,
    train_word,
)
from scorekeeper.errors import Malformed
from scorekeeper.judge.facts import (
    NONE_AT_ALL,
    Around,
    Fact,
    FactKind,
    is_one_of,
    parse_number,
    parse_seat,
    words_for_all,
    words_for_none,
)
from scorekeeper.text import N_, _, folded, join_and, typed_words
from scorekeeper.tiles import Tile, parse_tile

Item = TypeVar("Item")

OWN = -2
"""Stands for the train of the player who is asked about, as long as nobody said who that is."""

_APART = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r" *(\d+(?:-\d+)?)")
_WORD = re.compile(r" *([^\W\d_]+|\*|-)")


class TrainTold(NamedTuple):
    """How a train stands, as people remember it."""

    end: int | None = None
    """The number that it shows; None while it has no tile."""
    marked: bool = False


class LaidNow(NamedTuple):
    """A tile that the player who is asked about has laid in this turn."""

    tile: Tile
    train: int


class OpenOn(NamedTuple):
    """An open double: the train that it lies on and its number."""

    train: int
    number: int


Rest: TypeAlias = str
"""What is left of a text after its first part."""


def _words_for_marked() -> frozenset[str]:
    return typed_words("marked mark m open up") | {"*"}


def _words_for_closed() -> frozenset[str]:
    return typed_words("closed unmarked down")


def _words_for_public() -> frozenset[str]:
    return typed_words("public mexican")


def _words_for_train() -> frozenset[str]:
    return typed_words("train shows has is")


def _words_for_own() -> frozenset[str]:
    return typed_words("own mine my")


def _words_for_and() -> frozenset[str]:
    return typed_words("and")


def _words_for_on() -> frozenset[str]:
    return typed_words("on")


def _first_train(text: str, around: Around, alone: bool = False) -> tuple[int, Rest]:
    """Return the number of the train that a text begins with; `alone`, nothing but the train is there.

    A number after “public” tells which one where another number follows it, or nothing.
    """
    train, rest = _named_train(text, around, alone)
    return train, _past_filling(rest)


def _past_filling(rest: Rest) -> Rest:
    """Return what follows a train's name, without a possessive ending, the word “train” and a colon."""
    words = "|".join(map(re.escape, _words_for_train()))
    return re.sub(rf"^(['’]s)?( *({words})\b)*( *[:=])?", "", rest, flags=re.IGNORECASE)


def _named_train(text: str, around: Around, alone: bool) -> tuple[int, Rest]:
    word = _WORD.match(text)
    if word and is_one_of(word[1], _words_for_public()):
        return _public_train(text[word.end() :], around, alone)
    if word and is_one_of(word[1], _words_for_own()):
        return OWN, text[word.end() :]
    if found := named_first(text.lstrip(), around.players):
        return around.players.index(found.name), found.rest
    if word is None or word[1] in ("*", NONE_AT_ALL):
        raise Malformed(_("Name the train first: a player, or public."))
    if not _begins_name(word[1], around) and _begins(word[1], _words_for_public()):
        return _public_train(text[word.end() :], around, alone)
    return parse_seat(word[1], around), text[word.end() :]


def _public_train(rest: Rest, around: Around, alone: bool) -> tuple[int, Rest]:
    rest = _past_filling(rest)
    which = re.match(r" *([1-9]\d?)(?=$)" if alone else r" *([1-9]\d?)(?= +\d| *[:=])", rest)
    if which is None:
        return len(around.players), rest
    return len(around.players) + int(which[1]) - 1, rest[which.end() :]


def _begins(word: str, words: frozenset[str]) -> bool:
    return any(each.startswith(folded(word)) for each in words)


def _begins_name(word: str, around: Around) -> bool:
    return _begins(word, frozenset(map(folded, around.players)))


def _each_of(text: str, around: Around, read: Callable[[str, Around], tuple[Item, Rest]]) -> tuple[Item, ...]:
    """Read one item after the other; none where that is said."""
    if is_one_of(text, words_for_none()):
        return ()
    found, rest = list[Item](), _APART.sub(" ", text).strip()
    while rest:
        word = _WORD.match(rest)
        if found and word and is_one_of(word[1], _words_for_and()):
            rest = rest[word.end() :].strip()
        item, rest = read(rest, around)
        found.append(item)
        rest = rest.strip()
    return tuple(found)


def _parse_trains(text: str, around: Around) -> dict[int, TrainTold]:
    """Parse how trains stand: each with its end, or - where it has no tile, and whether it is marked."""
    trains: dict[int, TrainTold] = {}
    for train, told in _each_of(text, around, _read_train):
        if train in trains:
            raise Malformed(_("{train} is named twice.", train=_the_train(train, around)))
        trains[train] = told
    return trains


def _read_train(text: str, around: Around) -> tuple[tuple[int, TrainTold], Rest]:
    end, marked = None, False
    if number := _NUMBER.match(text):
        end, text = parse_number(number[1], around), _past_on(text[number.end() :])
    train, rest = _first_train(text, around)
    while rest:
        if number := _NUMBER.match(rest):
            if end is not None:
                raise Malformed(
                    _(
                        "{train} shows one number; name the next train.",
                        train=_the_train(train, around),
                    )
                )
            end, rest = parse_number(number[1], around), rest[number.end() :]
            continue
        word = _WORD.match(rest)
        if word is None or not _tells_state(word[1], rest[word.end() :], around):
            break
        marked = marked or is_one_of(word[1], _words_for_marked())
        rest = rest[word.end() :]
    if marked and train >= len(around.players):
        raise Malformed(_("A public train is open to all and has no marker."))
    return (train, TrainTold(end, marked)), rest


def _tells_state(word: str, rest: Rest, around: Around) -> bool:
    """Whether a word tells how a train stands, and does not begin the next one."""
    known = _words_for_marked() | _words_for_closed() | words_for_none()
    names_train = _begins_name(word, around) and (_NUMBER.match(rest) or rest.startswith(NONE_AT_ALL))
    return is_one_of(word, known) and not names_train


def _show_trains(trains: Mapping[int, TrainTold], around: Around) -> str:
    return "; ".join(_show_train(train, told, around) for train, told in trains.items())


def _show_train(train: int, told: TrainTold, around: Around) -> str:
    """Return how a train stands."""
    facts = {"train": _the_train(train, around), "end": told.end}
    if told.end is None:
        sentence = N_("{train}: no tile, marked") if told.marked else N_("{train}: no tile")
    else:
        sentence = N_("{train}: {end}, marked") if told.marked else N_("{train}: {end}")
    return _(sentence, **facts)


def _write_trains(trains: Mapping[int, TrainTold], around: Around) -> str:
    return ", ".join(
        " ".join(
            (
                train_word(train, around.players, OWN),
                NONE_AT_ALL if told.end is None else str(told.end),
                *(["marked"] if told.marked else []),
            )
        )
        for train, told in trains.items()
    )


def _parse_open(text: str, around: Around) -> tuple[OpenOn, ...]:
    """Parse open doubles, each the train and the number, in either order."""
    return _each_of(text, around, _read_open)


def _read_open(text: str, around: Around) -> tuple[OpenOn, Rest]:
    if number := _NUMBER.match(text):
        train, rest = _first_train(_past_on(text[number.end() :]), around)
        return OpenOn(train, parse_number(number[1], around)), rest
    train, rest = _first_train(text, around)
    number = _NUMBER.match(rest)
    if number is None:
        raise Malformed(_("Type the train and the number of its double: Ana 7."))
    return OpenOn(train, parse_number(number[1], around)), rest[number.end() :]


def _past_on(text: str) -> Rest:
    """Return what follows the word for “on”, if the text begins with it."""
    word = _WORD.match(text)
    return text[word.end() :].strip() if word and is_one_of(word[1], _words_for_on()) else text


def _show_open(doubles: tuple[OpenOn, ...], around: Around) -> str:
    named = [
        _(
            "{double} on {train}",
            double=Tile(one.number, one.number),
            train=_the_train(one.train, around),
        )
        for one in doubles
    ]
    return join_and(named) or _("no open double")


def _write_open(doubles: tuple[OpenOn, ...], around: Around) -> str:
    return (
        ", ".join(f"{train_word(one.train, around.players, OWN)} {one.number}" for one in doubles)
        or NONE_AT_ALL
    )


def _parse_seats(text: str, around: Around) -> tuple[int, ...]:
    """Parse players, each once, in seating order."""
    if is_one_of(text, words_for_all()):
        return tuple(range(len(around.players)))
    return tuple(sorted(set(_each_of(text, around, _read_seat))))


def _read_seat(text: str, around: Around) -> tuple[int, Rest]:
    if found := named_first(text, around.players):
        return around.players.index(found.name), found.rest
    first, _space, rest = text.partition(" ")
    return parse_seat(first, around), rest


def _show_seats(seats: tuple[int, ...], around: Around) -> str:
    return join_and([around.players[seat] for seat in seats]) or _("nobody")


def _write_seats(seats: tuple[int, ...], around: Around) -> str:
    return ", ".join(around.players[seat] for seat in seats) or NONE_AT_ALL


def _parse_laid_now(text: str, around: Around) -> tuple[LaidNow, ...]:
    """Parse tiles with the trains that they were laid on; without one it is the player's own."""
    return _each_of(text, around, _read_laid_now)


def _read_laid_now(text: str, around: Around) -> tuple[LaidNow, Rest]:
    first, _space, rest = text.partition(" ")
    tile = parse_tile(first, around.highest)
    rest = _past_on(rest)
    word = _WORD.match(rest)
    if word is None:
        return LaidNow(tile, OWN), rest
    if _says_own(word[1], around):
        return LaidNow(tile, OWN), rest[word.end() :]
    train, rest = _first_train(rest, around)
    return LaidNow(tile, train), rest


def _says_own(word: str, around: Around) -> bool:
    """Whether a word means the player's own train: the word itself, or its beginning if nobody's name begins so."""
    own = _words_for_own()
    return is_one_of(word, own) or (_begins(word, own) and not _begins_name(word, around))


def _show_laid_now(tiles: tuple[LaidNow, ...], around: Around) -> str:
    named = [_("{double} on {train}", double=one.tile, train=_the_train(one.train, around)) for one in tiles]
    return join_and(named) or _("nothing")


def _the_train(train: int, around: Around) -> str:
    return _("the own train") if train == OWN else str(train_in_words(train, around.players))


def _write_laid_now(tiles: tuple[LaidNow, ...], around: Around) -> str:
    written = (f"{one.tile} on {train_word(one.train, around.players, OWN)}" for one in tiles)
    return ", ".join(written) or NONE_AT_ALL


def _parse_on_train(text: str, around: Around) -> int | Train:
    """Parse where a tile is laid: a train, or the number that it shows."""
    if text.isdecimal():
        return parse_number(text, around)
    word = _WORD.match(text)
    if word and _says_own(word[1], around) and not _past_filling(text[word.end() :]).strip():
        return Train(OWN)
    train, rest = _first_train(_APART.sub(" ", text).strip(), around, alone=True)
    if rest.strip():
        raise Malformed(_("Name one train: own, public, or a player."))
    return train_of_number(train, len(around.players))


def _show_on_train(place: int | Train, around: Around) -> str:
    if isinstance(place, int):
        return _("the train that shows {number}", number=place)
    return _the_train(number_of_train(place, len(around.players)), around)


def _write_on_train(place: int | Train, around: Around) -> str:
    if isinstance(place, int):
        return str(place)
    return train_word(number_of_train(place, len(around.players)), around.players, OWN)


_TRAINS = FactKind("trains", _parse_trains, _show_trains, _write_trains, articles=N_("the"))
_OPEN = FactKind("open doubles", _parse_open, _show_open, _write_open, articles=N_("the"))
_SEATS = FactKind("players", _parse_seats, _show_seats, _write_seats, articles=None)
_LAID_NOW = FactKind("laid now", _parse_laid_now, _show_laid_now, _write_laid_now, articles=N_("the"))
_ON_TRAIN = FactKind(
    "train", _parse_on_train, _show_on_train, _write_on_train, single=True, articles=N_("the")
)

ON_TRAIN = Fact(
    "on_train",
    _ON_TRAIN,
    (
        N_("On which train"),
        N_("own, public or {two}, or first letters; empty: where it fits."),
    ),
    fills="on",
    layout="trains",
)
TRAINS = Fact(
    "trains",
    _TRAINS,
    (
        N_("Trains"),
        N_("What each shows, and its marker: {one} 7 marked, {two} -, public 4; - has no tile yet."),
    ),
    layout="trains",
)
OPEN_DOUBLES = Fact(
    "open_doubles",
    _OPEN,
    (N_("Open doubles"), N_("Those with no tile on them yet, the oldest first: {one} 7, public 4.")),
    none=NONE_AT_ALL,
    layout="trains",
)
FIRST_TURN = Fact(
    "first_turn",
    _SEATS,
    (N_("First turn"), N_("Whose first turn is still to come, or now: {one}, {two}; empty: nobody's.")),
    none=NONE_AT_ALL,
    layout="trains",
)
LAID_NOW = Fact(
    "laid_now",
    _LAID_NOW,
    (N_("Laid this turn"), N_("Tiles already laid in it: 7-7 on own, 4-3 on public; empty: none.")),
    none=NONE_AT_ALL,
    layout="trains",
)
