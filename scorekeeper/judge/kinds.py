"""What a fact can be: how each kind of value is typed, shown in words, and written as text again.

A fact is typed as a short text: `2 7` for an open foot, `f` for Fay, `a7*b-p4` for three trains. What cannot be
parsed is Malformed and describes what would be right. Nothing here knows a rule, a screen or a file.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from scorekeeper import reading
from scorekeeper.engine import (
    Dealt,
    Train,
    named_first,
    number_of_train,
    parse_train,
    train_in_words,
    train_word,
)
from scorekeeper.errors import Malformed
from scorekeeper.game import find_player
from scorekeeper.judge.actions import describe_action
from scorekeeper.judge.told import OWN, Deed, FactContext, Foot, OnTrain, TrainTold
from scorekeeper.text import (
    N_,
    _,
    folded,
    join_and,
    language,
    ngettext,
    number_name,
    pgettext,
    typed_words,
    whole_number,
)
from scorekeeper.tiles import Tile, parse_tile, parse_tiles, show_tiles

NONE_AT_ALL = "-"
"""Typed where a player is known to hold none."""
MOST_TILES, MOST_POINTS = 200, 999_999
"""More tiles than any table has, and more points than anybody has or is short of."""
LONGEST_FACT = 2000
"""Letters in which every tile of the largest set can be named."""

_DEEDS = {
    "draw": N_("draw"),
    "pass": N_("pass"),
    "little": N_("called"),
    "challenge": N_("caught"),
    "marks": N_("marks"),
    "unmarks": N_("unmarks"),
}
"""What a player does other than laying a tile, as people type it."""


def deed_word(deed: str) -> str:
    """Return the word to write for a deed, such as “draw” or “challenge”, in the language in use."""
    return _(_DEEDS[deed])


class FactKind(NamedTuple):
    """The values that a fact can have: how they are parsed, written as they are typed, and shown in words."""

    name: str
    parse: Callable[[str, FactContext], Any]
    """Raises Malformed that describes what would be right."""
    show: Callable[[Any, FactContext], str] = lambda value, _around: str(value)
    write: Callable[[Any, FactContext], str] = lambda value, _around: str(value)
    repeats: bool = True
    """Whether a value is shown even where the same was typed."""
    single: bool = False
    """Whether it is a single value, so that what is typed takes its place; to the others it is added."""
    place: str = ""
    """As what `reading` reads a text of this kind; empty for names, points and a yes."""
    one: "FactKind | None" = None
    """The kind of each value, where there are several."""
    metavar: str = ""
    """What stands for it in the help of a command, where that is not its name in capitals."""

    def parse_typed(self, text: str, around: FactContext) -> Any:
        """Parse a text as people type it. Raises Malformed that describes what would be right."""
        typed = text.strip()
        if len(typed) > LONGEST_FACT:
            facts = {"length": len(typed), "most": LONGEST_FACT}
            raise Malformed(_("This has {length} letters; {most} fit.", **facts))
        if self.place:
            typed = reading.heard(
                self.place, typed, reading.Around(around.highest, around.players, language().codes[-1])
            )
            if not typed:
                raise Malformed(_("Nothing is written here."))
        return self.parse(typed, around)


def _several(name: str, one: FactKind, between: str | None, **more: Any) -> FactKind:
    """Return the kind of several values with this between them, None for spaces, or of none at all."""

    def parse(text: str, around: FactContext) -> tuple[Any, ...]:
        return () if text == NONE_AT_ALL else tuple(one.parse(part, around) for part in text.split(between))

    def write(values: Iterable[Any], around: FactContext) -> str:
        return (between or " ").join(one.write(value, around) for value in values) or NONE_AT_ALL

    return FactKind(name, parse, write=write, one=one, **more)


def parse_seat(text: str, around: FactContext) -> int:
    """Return the seat of the player whose name this is, or begins with this as no other does."""
    try:
        return around.players.index(find_player(around.players, text, begun=True))
    except Malformed as error:
        begun = any(folded(name).startswith(folded(text)) for name in around.players)
        if begun or reading.is_word(text, language().codes[-1]) or not text[:1].isalpha():
            raise
        raise reading.Stranger(text, error) from None


def _name(seat: int, around: FactContext) -> str:
    return around.players[seat]


def _show_tiles(tiles: tuple[Tile, ...], _around: FactContext) -> str:
    return show_tiles(tiles) or pgettext("tiles", "none")


def _parse_hand(text: str, around: FactContext) -> Dealt:
    """Parse a hand as it is dealt: its tiles, then `2?` for two that are not shown."""
    known, _space, last = text.rpartition(" ")
    if not last.endswith("?"):
        return Dealt(parse_tiles("" if text == "0" else text, around.highest))
    return Dealt(parse_tiles(known, around.highest), check_count(int(last[:-1])))


def _show_hand(hand: Dealt, _around: FactContext) -> str:
    known, hidden = hand.known, hand.hidden or 0
    if not known:
        count = ngettext("{count} tile, not shown", "{count} tiles, not shown", hidden)
        return count if hidden else _("no tile")
    if hidden:
        return _("{tiles} and {count} not shown", tiles=show_tiles(known), count=hidden)
    return ngettext("{tiles}, and no other", "{tiles}, and no others", len(known), tiles=show_tiles(known))


def _parse_number(text: str, around: FactContext) -> int:
    return check_number(int(text[:9]), around)


def check_number(number: int, around: FactContext) -> int:
    """Return a number that tiles of a set show. Raises Malformed."""
    if not 0 <= number <= around.highest:
        sentence = N_("No tile of this set shows {number}; use 0 to {highest}.")
        raise Malformed(_(sentence, number=number, highest=around.highest))
    return number


def _parse_double(text: str, around: FactContext) -> Tile:
    number = _parse_number(text, around)
    return Tile(number, number)


def _show_numbers(numbers: tuple[int, ...], _around: FactContext) -> str:
    return " ".join(map(str, numbers)) or pgettext("numbers", "none")


def _show_ends(numbers: tuple[int, ...], _around: FactContext) -> str:
    return join_and([number_name(number) for number in numbers]) or _("no open end")


def _parse_count(text: str, _around: FactContext) -> int:
    if (count := whole_number(text)) is None:
        raise Malformed(_("“{text}” is not a number; type one such as 2.", text=text))
    return check_count(count)


def check_count(count: int) -> int:
    """Return a number of tiles. Raises Malformed for one that no table has."""
    if not 0 <= count <= MOST_TILES:
        raise Malformed(_("{count} is not a number of tiles; use 0 to {most}.", count=count, most=MOST_TILES))
    return count


def _parse_points(text: str, _around: FactContext) -> int:
    if (points := whole_number(text)) is None:
        raise Malformed(_("“{text}” is not a number; type one such as 124.", text=text))
    if abs(points) > MOST_POINTS:
        sentence = N_("Nobody has {points} points; use {least} to {most}.")
        raise Malformed(_(sentence, points=points, least=-MOST_POINTS, most=MOST_POINTS))
    return points


def _show_points(points: int, _around: FactContext) -> str:
    return ngettext("{count} point", "{count} points", points)


def _parse_foot(text: str, around: FactContext) -> Foot | None:
    """Parse an open foot: its double, and how many toes it has where that is known; None where none is open."""
    if text == "none":
        return None
    double, _space, toes = text.partition(" ")
    return Foot(_parse_number(double, around), _parse_count(toes, around) if toes else None)


def _show_foot(foot: Foot | None, _around: FactContext) -> str:
    if foot is None:
        return _("no open foot")
    if foot.toes is None:
        return _("{double}, toes not known", double=foot.tile)
    if not foot.toes:
        return _("{double} without a toe", double=foot.tile)
    facts = {"double": foot.tile, "toes": foot.toes}
    return ngettext("{double} with {toes} toe", "{double} with {toes} toes", foot.toes, **facts)


def _write_foot(foot: Foot, _around: FactContext) -> str:
    return str(foot.double) if foot.toes is None else f"{foot.double} {foot.toes}"


def _parse_yes(text: str, _around: FactContext) -> bool:
    if (answer := reading.answered(text)) not in ("y", "n"):
        raise Malformed(_("Type y for yes, n for no."))
    return answer == "y"


_NO_DEEDS = {
    "silent": N_("“{deed}”: that nothing was said is no event; write who objected, such as Joe caught Hank."),
    "out": N_("“{deed}”: write with which tile; that somebody is out follows from that."),
    "train": N_("“{deed}”: tell what a train shows under Trains."),
}
"""What may be told among events and is none, by its first or last word, and where it belongs."""


def _parse_deed(text: str, around: FactContext) -> Deed:
    for word in (text.split()[0], text.split()[-1]):
        if word in _NO_DEEDS:
            raise Malformed(_(_NO_DEEDS[word], deed=text))
    return Deed.parse(text, around)


def _show_deed(deed: Deed, around: FactContext) -> str:
    shown = describe_action(deed.action, around.players)
    return _("{deed} (this was wrong)", deed=shown) if deed.wrong else shown


def train_number(text: str, around: FactContext) -> int:
    """Return the number of a train that is named from the view of the player who is asked about. Raises Malformed."""
    return number_of_train(parse_train(text, around.own, around.players), len(around.players))


def _the_train(train: int, around: FactContext) -> str:
    return _("the own train") if train == OWN else str(train_in_words(train, around.players))


def _train_word(train: int, around: FactContext) -> str:
    return train_word(train, around.players, OWN)


def _parse_train_told(text: str, around: FactContext) -> tuple[int, TrainTold]:
    """Parse how a train stands: with its end, or - where it has no tile, and whether it is marked."""
    words = text.removesuffix(" marked")
    name, _space, end = words.rpartition(" ")
    train, marked = train_number(name, around), words != text
    if marked and train >= len(around.players):
        raise Malformed(_("A public train is open to all and has no marker."))
    return train, TrainTold(None if end == NONE_AT_ALL else _parse_number(end, around), marked)


def _show_train_told(told: tuple[int, TrainTold], around: FactContext) -> str:
    number, train = told
    bare = N_("{train}: no tile, marked") if train.marked else N_("{train}: no tile")
    laid = N_("{train}: {end}, marked") if train.marked else N_("{train}: {end}")
    return _(bare if train.end is None else laid, train=_the_train(number, around), end=train.end)


def _write_train_told(told: tuple[int, TrainTold], around: FactContext) -> str:
    number, train = told
    end = NONE_AT_ALL if train.end is None else train.end
    return f"{_train_word(number, around)} {end}{' marked' * train.marked}"


def _parse_open(text: str, around: FactContext) -> OnTrain:
    """Parse an open double such as `Ana 7` or `public 4`."""
    name, _space, number = text.rpartition(" ")
    if not name or (shown := whole_number(number)) is None:
        sentence = N_("“{line}” is not an open double; write the train and the number, such as Ana 7.")
        raise Malformed(_(sentence, line=text))
    train = train_number(name, around)
    return OnTrain(Tile(check_number(shown, around), shown), train)


def _parse_laid(text: str, around: FactContext) -> OnTrain:
    """Parse a tile and its train, such as `7-7 on own`."""
    tile, _on, train = " ".join(text.split()).partition(" on ")
    if not train:
        raise Malformed(_("“{line}” needs a tile and its train, such as 7-7 on own.", line=text))
    return OnTrain(parse_tile(tile, around.highest), train_number(train, around))


def _show_on_trains(tiles: tuple[OnTrain, ...], around: FactContext) -> str:
    """Return tiles with the trains that they lie on."""
    named = (_("{double} on {train}", double=tile, train=_the_train(train, around)) for tile, train in tiles)
    return join_and(list(named))


def _parse_seats(text: str, around: FactContext) -> tuple[int, ...]:
    """Parse players, each once, in seating order."""
    if folded(text) in typed_words(N_("all full complete closed finished everybody everyone")):
        return tuple(range(len(around.players)))
    if folded(text) in typed_words(N_("none no nothing empty without nobody")) | {NONE_AT_ALL}:
        return ()
    seats, rest = set[int](), re.sub(r"[\s,;]+", " ", text).strip()
    while rest:
        first, _space, after = rest.partition(" ")
        match = named_first(rest, around.players)
        if match is None and seats and folded(first) in typed_words(N_("and &")):
            rest = after
            continue
        seats.add(around.players.index(match.name) if match else parse_seat(first, around))
        rest = (match.rest if match else after).strip()
    return tuple(sorted(seats))


def _parse_on_train(text: str, around: FactContext) -> int | Train:
    """Parse where a tile is laid: a train, or the number that it shows."""
    if text.isdecimal():
        return _parse_number(text, around)
    return parse_train(text, OWN, around.players)


def _show_on_train(place: int | Train, around: FactContext) -> str:
    if isinstance(place, int):
        return _("the train that shows {number}", number=place)
    return _the_train(number_of_train(place, len(around.players)), around)


def _write_on_train(place: int | Train, around: FactContext) -> str:
    if isinstance(place, int):
        return str(place)
    return _train_word(number_of_train(place, len(around.players)), around)


SEAT = FactKind("player", parse_seat, _name, _name, single=True, metavar="NAME")
TILE = FactKind("tile", lambda text, around: parse_tile(text, around.highest), single=True, place="tile")
TILE_LIST = _several("tiles", TILE, None, show=_show_tiles, place="tiles")
DOUBLES = _several("doubles", FactKind("double", _parse_double), None, show=_show_tiles, place="doubles")
HAND = FactKind("hand", _parse_hand, _show_hand, lambda hand, _around: str(hand) or "0", place="jhand")
NUMBER = FactKind(
    "number", _parse_number, lambda number, _around: number_name(number), single=True, place="number"
)
DOUBLE = NUMBER._replace(show=lambda number, _around: str(Tile(number, number)))
NUMBERS = _several("numbers", NUMBER, None, show=_show_numbers, repeats=False, place="ends")
ENDS = NUMBERS._replace(show=_show_ends, repeats=True)
FOOT = FactKind("foot", _parse_foot, _show_foot, _write_foot, place="foot")
COUNT = FactKind("count", _parse_count, repeats=False, single=True, place="count")
TOE_COUNT = COUNT._replace(name="toes", metavar="COUNT")
TOES = TOE_COUNT._replace(
    parse=lambda text, around: None if text == "all" else _parse_count(text, around),
    show=lambda count, _around: _("all that it needs") if count is None else str(count),
)
POINTS = FactKind("points", _parse_points, _show_points, single=True)
YES_OR_NO = FactKind(
    "yes",
    _parse_yes,
    lambda yes, _around: _("yes") if yes else _("no"),
    lambda yes, _around: "y" if yes else "n",
    single=True,
    metavar="y|n",
)
ENDED = YES_OR_NO._replace(name="ended", metavar="blocked")
EVENT = _several(
    "event",
    FactKind("deed", _parse_deed, write=lambda deed, around: deed.written(around.players)),
    "; ",
    show=lambda deeds, around: "; ".join(_show_deed(deed, around) for deed in deeds),
    place="event",
)
TRAINS = FactKind(
    "trains",
    lambda text, around: dict(
        _parse_train_told(part, around) for part in text.split(", ") if part != NONE_AT_ALL
    ),
    lambda trains, around: "; ".join(_show_train_told(told, around) for told in trains.items()),
    lambda trains, around: ", ".join(_write_train_told(told, around) for told in trains.items()),
    place="trains",
    metavar="TRAIN",
)
OPEN = _several(
    "open doubles",
    FactKind(
        "open double",
        _parse_open,
        write=lambda lay, around: f"{_train_word(lay.train, around)} {lay.tile.high}",
    ),
    ", ",
    show=lambda doubles, around: _show_on_trains(doubles, around) or _("no open double"),
    place="open",
    metavar="TRAIN",
)
SEATS = _several(
    "players",
    SEAT,
    ", ",
    show=lambda seats, around: join_and([around.players[seat] for seat in seats]) or _("nobody"),
    metavar="NAMES",
)._replace(parse=_parse_seats)
LAID = _several(
    "laid now",
    FactKind(
        "laid tile", _parse_laid, write=lambda lay, around: f"{lay.tile} on {_train_word(lay.train, around)}"
    ),
    ", ",
    show=lambda tiles, around: _show_on_trains(tiles, around) or _("nothing"),
    place="laid",
    metavar="TILES",
)
ON_TRAIN = FactKind(
    "train", _parse_on_train, _show_on_train, _write_on_train, single=True, place="on", metavar="PLACE"
)
