"""The facts that a dispute can turn on: what each is called, what to type for it, and what was understood.

A fact is typed as a short text: `2 7` for an open foot, `f` for Fay, `5 2 8` for the open ends. It is parsed into a
value of the game, shown in words, and written as text again. What cannot be parsed is Malformed and describes what
would be right. Nothing here knows a rule, a screen or a file.
"""

import re
from collections.abc import Callable, Sequence, Set
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from scorekeeper.engine import (
    CHALLENGES,
    Action,
    Dealt,
    Train,
    TrainFact,
    named_first,
    parse_action,
    split_mark,
)
from scorekeeper.errors import Malformed, Position
from scorekeeper.game import find_player
from scorekeeper.rules import LayoutName, Rules
from scorekeeper.text import N_, _, folded, join_and, join_or, ngettext, number_name, pgettext, typed_words
from scorekeeper.tiles import Tile, parse_tile, show_tiles, tokens

Parsed = TypeVar("Parsed")

NONE_AT_ALL = "-"
"""Typed where a player is known to hold none."""

MOST_TYPED, MOST_TILES = 999, 200
"""Numbers beyond the first are no numbers to us, those beyond the second no numbers of tiles."""
_UNSEEN = re.compile(r"\d{0,3}\?")
_POINTS = re.compile(r"[-−]?\d{1,6}", re.ASCII)
_COUNTED = re.compile(r"(\d+|[^\W\d_]+(?= )) *([^\W\d_]+)")


def yes_words() -> frozenset[str]:
    """Return what may be typed for yes."""
    return typed_words("y yes true")


def _no_words() -> frozenset[str]:
    return typed_words("n no false")


def words_for_none() -> frozenset[str]:
    """Return what may be typed for none."""
    return typed_words("none no nothing empty without nobody") | {NONE_AT_ALL}


def words_for_all() -> frozenset[str]:
    """Return what may be typed for all of them."""
    return typed_words("all full complete closed finished everybody everyone")


def _words_for_and() -> frozenset[str]:
    return typed_words("and &")


def _words_for_tiles() -> frozenset[str]:
    return typed_words("tile tiles toe toes with left")


def _words_for_keeping() -> frozenset[str]:
    return typed_words("not didn't without kept keeps passed")


def _words_for_laying() -> frozenset[str]:
    return typed_words("laid lays lay plays played")


_DEEDS = {
    "draw": N_("draw drew draws"),
    "pass": N_("pass passed passes"),
    "little": N_("called calls little chickenlittle"),
    "challenge": N_("caught catches challenges challenged"),
    "marks": N_("marks marked"),
    "unmarks": N_("unmarks unmarked"),
}
"""What a player does other than laying a tile: what may be typed for it, first what is written."""


def _deed(word: str) -> str | None:
    """Return which of the deeds somebody typed."""
    return next((deed for deed, words in _DEEDS.items() if is_one_of(word, typed_words(words))), None)


def deed_word(deed: str) -> str:
    """Return the word to write for a deed, such as “draw” or “challenge”, in the language in use."""
    return _(_DEEDS[deed]).split()[0]


_SLASHED = re.compile(r"(\d+) *[/\u2013] *(\d+)")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_BETWEEN = re.compile(r"([\s,;]+|(?<=[^\W\d_])-(?=[^\W\d_]))")
_DIGITS = re.compile(r"\d+")


def in_digits(text: str, around: "Around", articles: str = N_("the a an on")) -> str:
    """Return a text with its numbers and tiles in digits; what begins a player's name stays.

    >>> in_digits("double six, one toe", Around(9, ())), in_digits("the 5/3", Around(9, ()))
    ('6-6, 1 toe', '5-3')
    """
    text = _SLASHED.sub(r"\1-\2", text)
    if not _LETTERS.search(text):
        return text
    names = [folded(player) for player in around.players]
    numbers = {folded(number_name(number)).split()[-1]: str(number) for number in range(19)}
    words = _BETWEEN.split(text)
    found: list[str] = []
    for word, gap in zip(words[::2], [*words[1::2], ""], strict=True):
        named = any(name.startswith(folded(word)) for name in names)
        said = word if named else numbers.get(folded(word), word)
        if _DIGITS.fullmatch(said) and found[-2:-1] and is_one_of(found[-2], typed_words("double")):
            found[-2:] = [f"{said}-{said}", gap]
        elif not is_one_of(word, typed_words(articles)) or not gap.isspace():
            found += [said, gap]
    return "".join(found)


class Stranger(Malformed):
    """A name that nobody at the table has."""

    def __init__(self, name: str, fault: Malformed) -> None:
        super().__init__(fault.message, fault.where, fault.at)
        self.name = name


class Foot(NamedTuple):
    """The open foot: the number of its double, and the toes on it (None: nobody knows)."""

    double: int
    toes: int | None = None


class Around(NamedTuple):
    """What a text is parsed by: the highest double of the set, and who sits at the table."""

    highest: int
    players: tuple[str, ...]


Words: TypeAlias = tuple[str, str]
"""A label, and a hint: what to type, with an example; translated when they are shown.

{one}, {two} and {player} stand for players.
"""


class FactKind(NamedTuple):
    """The values that a fact can have: how they are parsed, written as they are typed, and shown in words."""

    name: str
    parse: Callable[[str, Around], Any]
    """Raises Malformed that describes what would be right."""
    show: Callable[[Any, Around], str]
    write: Callable[[Any, Around], str]
    repeats: bool = True
    """Whether a value is shown even where the same was typed."""
    single: bool = False
    """Whether it is a single value, so that what is typed takes its place; to the others it is added."""
    articles: str | None = N_("the a an on")
    """Words that may stand before a number and mean nothing; None where nothing but names is typed."""


class Fact(NamedTuple):
    """One fact."""

    name: str
    kind: FactKind
    words: Words
    each: bool = False
    """Whether every player has a line for it."""
    many: bool = False
    """Whether there are as many lines as are needed, in order."""
    empty_counts: bool = False
    """Whether an empty line is an answer: that nothing happened, that there were none.

    A rule book that looks at such a fact cannot be asked before the person was.
    """
    none: str = ""
    """What stands for none of them, where that is not the same as an empty line."""
    fills: str = ""
    """The field of a question that it fills, where that has another name."""
    layout: Literal["", LayoutName] = ""
    """The rounds that have it: of feet, of trains, or all."""

    def parse(self, text: str, around: Around) -> Any:
        """Parse a text. Raises Malformed that describes what would be right."""
        typed, articles = text.strip(), self.kind.articles
        plain = typed if articles is None else in_digits(typed, around, articles)
        try:
            return self.kind.parse(plain, around)
        except Stranger:
            raise
        except Malformed as error:
            raise error if plain == typed else error.marking(None) from None

    def show(self, text: str, around: Around) -> str:
        """Show a text in words, as it was understood; empty where the text itself is all there is to show."""
        shown = self.kind.show(self.parse(text, around), around)
        return "" if shown == text.strip() and not self.kind.repeats else shown

    def write(self, value: Any, around: Around) -> str:
        """Write a value as people type it."""
        return self.kind.write(value, around)


def always(_rules: Rules) -> bool:
    """Return that a fact matters whatever the rules are."""
    return True


def never(_rules: Rules) -> bool:
    """Return that a fact is asked for only by those who want to give all that they know."""
    return False


class AskedFact(NamedTuple):
    """A fact that a question asks for."""

    fact: Fact
    needed: bool = False
    """Whether the question cannot be put without it."""
    under: Callable[[Rules], bool] = always
    """Under which rules it matters."""
    later: Callable[[Rules], bool] | None = None
    """Under which rules it matters in rounds after the first, where that is not the same."""
    layout: Literal["", LayoutName] = ""
    """The rounds in which the question asks for it, where it is not asked in all that have the fact."""
    words: Words | None = None
    """The question's own words for the fact, where the usual ones do not fit."""
    shown_if: str = ""
    """The fact that must be a yes before there is a line for this one."""
    needed_if: str = ""
    """The fact that, being a yes, makes this one needed."""
    needed_unless: str = ""
    """The fact that has to be a yes where this one is not given."""

    @property
    def label(self) -> str:
        """What the fact is called, before it is translated."""
        return (self.words or self.fact.words)[0]

    @property
    def hint(self) -> str:
        """What to type, before it is translated."""
        return (self.words or self.fact.words)[1]


def is_one_of(text: str, words: Set[str]) -> bool:
    """Whether a text is one of these words, however it is capitalised."""
    return folded(text) in words


def _words(text: str) -> list[str]:
    """Return the words between spaces or commas, without any "and" between them."""
    return [word for _place, word in tokens(text) if not is_one_of(word, _words_for_and())]


def parse_seat(text: str, around: Around) -> int:
    """Return the seat of the player whose name this is, or begins with this as no other does."""
    try:
        return around.players.index(find_player(around.players, text, begun=True))
    except Malformed as error:
        begun = any(folded(name).startswith(folded(text)) for name in around.players)
        said = (
            _words_for_tiles() | _words_for_laying() | _words_for_and() | words_for_none() | words_for_all()
        )
        if begun or not text[:1].isalpha() or _deed(text) is not None or is_one_of(text, said):
            raise
        raise Stranger(text, error) from None


def _name(seat: int, around: Around) -> str:
    return around.players[seat]


def _parse_tile(text: str, around: Around) -> Tile:
    """Parse a tile; its two halves may stand apart."""
    paired = _paired(_words(text), around)
    return parse_tile(paired[0] if len(paired) == 1 else text, around.highest)


def _paired(words: Sequence[str], around: Around) -> Sequence[str]:
    """Return words as tiles, where each is a half; else as they are."""
    digits = 1 if around.highest <= 9 else 2
    if len(words) % 2 or not all(word.isdecimal() and len(word) <= digits for word in words):
        return words
    return [f"{one}-{other}" for one, other in zip(words[::2], words[1::2], strict=True)]


def _write_tile(tile: Tile, _around: Around) -> str:
    return str(tile)


def _parse_tiles(text: str, around: Around) -> tuple[Tile, ...]:
    return (
        () if is_one_of(text, words_for_none()) else _each_once(_paired(_words(text), around), text, around)
    )


def _parse_word(parse: Callable[[str, Around], Parsed], word: str, text: str, around: Around) -> Parsed:
    """Parse one word of a text; an error marks the word where it stands in the text."""
    try:
        return parse(word, around)
    except Malformed as error:
        place = next((place for place, token in tokens(text) if token == word), None)
        raise error.marking(None if place is None else Position(place, len(word))) from None


def _each_once(words: Sequence[str], text: str, around: Around) -> tuple[Tile, ...]:
    """Parse tiles, the words of a text, each of which there is one."""
    tiles: list[Tile] = []
    for word in words:
        tile = _parse_word(_parse_tile, word, text, around)
        if tile in tiles:
            raise Malformed(_("{tile} is named twice.", tile=tile))
        tiles.append(tile)
    return tuple(tiles)


def _show_tiles(tiles: tuple[Tile, ...], _around: Around) -> str:
    return show_tiles(tiles) or pgettext("tiles", "none")


def _write_tiles(tiles: tuple[Tile, ...], _around: Around) -> str:
    return show_tiles(tiles) or NONE_AT_ALL


def _parse_doubles(text: str, around: Around) -> tuple[Tile, ...]:
    """Parse doubles, each as a tile or as its number alone."""
    alone = 1 if around.highest <= 9 else 2
    words = _words(text)
    tiles = [f"{word}-{word}" if word.isdecimal() and len(word) <= alone else word for word in words]
    return () if is_one_of(text, words_for_none()) else _each_once(tiles, text, around)


def _parse_hand(text: str, around: Around) -> Dealt:
    """Parse a hand: tiles, with `2?` for two that are not shown, or a number of tiles alone."""
    if is_one_of(_counted(text), words_for_none()):
        return Dealt()
    if _counted(text) != text or (text.isdecimal() and (len(text) == 1 or around.highest > 9)):
        return Dealt((), _parse_count(text, around))
    words = _paired(_words(text), around)
    known = _each_once([word for word in words if not _UNSEEN.fullmatch(word)], text, around)
    return Dealt(known, sum(int(word[:-1] or 1) for word in words if _UNSEEN.fullmatch(word)))


def _show_hand(hand: Dealt, _around: Around) -> str:
    known, hidden = hand.known, hand.hidden or 0
    if not known:
        count = ngettext("{count} tile, not shown", "{count} tiles, not shown", hidden)
        return count if hidden else _("no tile")
    if not hidden:
        return ngettext(
            "{tiles}, and no other", "{tiles}, and no others", len(known), tiles=show_tiles(known)
        )
    return _("{tiles} and {count} not shown", tiles=show_tiles(known), count=hidden)


def _write_hand(hand: Dealt, _around: Around) -> str:
    hidden = f"{hand.hidden}?" if hand.hidden else ""
    return " ".join(filter(None, (show_tiles(hand.known), hidden))) or "0"


def parse_number(text: str, around: Around) -> int:
    """Parse what an end or a double shows: `7`, or `7-7`."""
    if not text.isdecimal():
        tile = parse_tile(text, around.highest)
        if not tile.is_double:
            raise Malformed(_("{tile} is not a double; type its number.", tile=tile))
        return tile.high
    if len(text) > 3 or int(text) > around.highest:
        raise Malformed(
            _(
                "No tile of this set shows {number}; use 0 to {highest}.",
                number=text,
                highest=around.highest,
            )
        )
    return int(text)


def _show_number(number: int, _around: Around) -> str:
    return number_name(number)


def _show_double(number: int, _around: Around) -> str:
    return str(Tile(number, number))


def _write_plain(value: Any, _around: Around) -> str:
    return str(value)


def _parse_numbers(text: str, around: Around) -> tuple[int, ...]:
    """Parse numbers between spaces or commas; up to double-nine they may stand together."""
    words = [] if is_one_of(text, words_for_none()) else _words(text)
    if around.highest <= 9:
        words = [part for word in words for part in (word if word.isdecimal() else [word])]
    if any(not word[:1].isdecimal() for word in words):
        raise Malformed(_("Type numbers such as 5 7 2 8; - where there are none."))
    return tuple(_parse_word(parse_number, word, text, around) for word in words)


def _show_numbers(numbers: tuple[int, ...], _around: Around) -> str:
    return " ".join(map(str, numbers)) or pgettext("numbers", "none")


def _show_ends(numbers: tuple[int, ...], _around: Around) -> str:
    return join_and([number_name(number) for number in numbers]) or _("no open end")


def _write_numbers(numbers: tuple[int, ...], _around: Around) -> str:
    return " ".join(map(str, numbers)) or NONE_AT_ALL


def _counted(text: str) -> str:
    """Return the number of `3 tiles`, or the word for none in `no toe`; any other text as it is."""
    found = _COUNTED.fullmatch(text)
    return found[1] if found and is_one_of(found[2], _words_for_tiles()) else text


def _parse_count(text: str, _around: Around) -> int:
    text = _counted(text)
    if is_one_of(text, words_for_none()):
        return 0
    if not (text.isascii() and text.isdecimal() and int(text[:4]) <= MOST_TYPED):
        raise Malformed(_("“{text}” is not a number; type one such as 2.", text=text))
    if int(text) > MOST_TILES:
        raise Malformed(_("{count} is not a number of tiles.", count=int(text)))
    return int(text)


def _parse_points(text: str, _around: Around) -> int:
    if not _POINTS.fullmatch(text):
        raise Malformed(_("“{text}” is not a number; type one such as 124.", text=text))
    return int(text.replace("−", "-"))


def _show_points(points: int, _around: Around) -> str:
    return ngettext("{count} point", "{count} points", points)


def _parse_toes(text: str, around: Around) -> int | None:
    """Parse toes on the starting double; None where it has all that it needs."""
    return None if is_one_of(text, words_for_all()) else _parse_count(text, around)


def _show_count(count: int | None, _around: Around) -> str:
    return _("all that it needs") if count is None else str(count)


def _parse_foot(text: str, around: Around) -> Foot | None:
    """Parse an open foot: its double, and how many toes it has where that is known; None where none is open."""
    if is_one_of(text, words_for_none()):
        return None
    words = [word for word in _words(text) if not is_one_of(word, _words_for_tiles())]
    if len(words) == 1 and around.highest <= 9 and words[0].isdecimal():
        words = list(words[0])
    if not 1 <= len(words) <= 2:
        raise Malformed(_("Type the double and its toes: 7 2 is 7-7 with 2 toes."))
    double = parse_number(words[0], around)
    return Foot(double) if len(words) == 1 else Foot(double, _parse_count(words[1], around))


def _show_foot(foot: Foot | None, _around: Around) -> str:
    if foot is None:
        return _("no open foot")
    double = Tile(foot.double, foot.double)
    if foot.toes is None:
        return _("{double}, toes not known", double=double)
    if not foot.toes:
        return _("{double} without a toe", double=double)
    return ngettext(
        "{double} with {toes} toe",
        "{double} with {toes} toes",
        foot.toes,
        double=double,
        toes=foot.toes,
    )


def _write_foot(foot: Foot, _around: Around) -> str:
    return str(foot.double) if foot.toes is None else f"{foot.double} {foot.toes}"


def _parse_yes(text: str, _around: Around) -> bool:
    if not is_one_of(text, yes_words() | _no_words()):
        raise Malformed(_("Type y for yes, n for no."))
    return is_one_of(text, yes_words())


def _show_yes(value: bool, _around: Around) -> str:
    return _("yes") if value else _("no")


def _write_yes(value: bool, _around: Around) -> str:
    return "y" if value else "n"


_PLACES = ("start", "own", "public")
"""Places that are named by a word, and not by a tile or a player."""


def _parse_events(text: str, around: Around) -> tuple[str, ...]:
    """Parse what happened in a player's words: an event, or several with semicolons between them.

    Each has the form of a record.
    """
    parts = [part for part in text.split(";") if part.strip()] or [text]
    return tuple(event for part in parts for event in _parse_event(part.strip(), around))


def _parse_event(text: str, around: Around) -> tuple[str, ...]:
    """Parse an event such as `max 6-4`, `Oli caught Max` or `Max called`; what was drawn can be several."""
    action, wrong = split_mark(text)
    name, rest = _actor(action, around)
    first, _space, other = rest.partition(" ")
    deed, after = _deed(first), list[str]()
    if deed == "challenge":
        event = name + CHALLENGES + around.players[parse_seat(other.strip(), around)]
    elif deed == "draw":
        event, *after = _draws(name, other, around)
    elif deed is not None:
        event = f"{name} {deed} {other}".strip()
    else:
        event = f"{name} {_in_full(other if is_one_of(first, _words_for_laying()) else rest, around)}"
    parsed = _parse_action(event, action, name, around)
    if parsed.kind == "lay" and parsed.on is None:
        event = f"{name} {parsed.tile}"
    *before, last = (event, *after)
    return (*before, last + "!" if wrong and not after else last)


def _draws(name: str, text: str, around: Around) -> list[str]:
    """Return what a player did who drew what a text says.

    Whoever is said to have kept the tile has passed as well, and that was wrong; of several tiles the last one was.
    """
    words = [word for _at, word in tokens(text) if not is_one_of(word, typed_words("a tile tiles"))]
    kept = any(is_one_of(word.replace("\u2019", "'"), _words_for_keeping()) for word in words)
    tiles = _paired([word for word in words if word[0].isdecimal()] if kept else words, around)
    if list(tiles) in (["2"], ["3"]):
        return [*[f"{name} draw"] * (int(tiles[0]) - 1), f"{name} draw!"]
    return [" ".join((name, "draw", *tiles)), *([f"{name} pass!"] if kept else [])]


def _parse_action(event: str, action: str, name: str, around: Around) -> Action:
    """Parse an event that has the form of a record. Raises Malformed that says what to write."""
    try:
        return parse_action(event, around.players, around.highest)
    except Malformed:
        for word in action.split():
            if word[0].isdecimal():
                _parse_word(_parse_tile, word, action, around)
        raise Malformed(
            _(
                "“{text}” is not understood; write one thing a line, such as {player} 6-4, "
                "{player} draw 5-2 or {player} pass.",
                text=action,
                player=name,
            )
        ) from None


def _in_full(laid: str, around: Around) -> str:
    """Return a tile and its place in full: its halves together, and whose train it is where the name was begun."""
    tile, on, place = laid.partition(" on ")
    tile = " ".join(_paired(tile.split(), around))
    if not place[:1].isalpha() or place.split()[0] in _PLACES or named_first(place, around.players):
        return tile + on + place
    return tile + on + around.players[parse_seat(place, around)]


def _actor(text: str, around: Around) -> tuple[str, str]:
    """Return the player whom a text begins with, and the rest of it."""
    if found := named_first(text, around.players):
        name, rest = found.name, found.rest
    else:
        first, _space, rest = text.partition(" ")
        name = around.players[parse_seat(first, around)]
    if not rest.strip():
        raise Malformed(_("Say what {player} did: 6-4, draw, pass, called, caught Ben.", player=name))
    return name, rest.strip()


def _show_events(events: tuple[str, ...], around: Around) -> str:
    return "; ".join(_show_event(event, around) for event in events)


def _write_events(events: tuple[str, ...], _around: Around) -> str:
    return "; ".join(events)


def _show_event(event: str, around: Around) -> str:
    action, wrong = split_mark(event)
    shown = describe_action(parse_action(action, around.players, around.highest), around.players)
    return _("{deed} (this was wrong)", deed=shown) if wrong else shown


def describe_action(action: Action, players: Sequence[str]) -> str:
    """Return what a player does as a sentence without its full stop."""
    name = players[action.seat]
    if action.kind == "challenge" and action.other is not None:
        return _("{player} says that {other} forgot to call", player=name, other=players[action.other])
    if action.kind == "lay" and isinstance(action.on, Tile) and action.on.high >= 0:
        return _("{player} lays {tile} on {place}", player=name, tile=action.tile, place=action.on)
    if isinstance(action.on, Train):
        owner = "" if action.on.owner < 0 else players[action.on.owner]
        train = TrainFact(owner, action.on.number)
        return _("{player} lays {tile} on {place}", player=name, tile=action.tile, place=train)
    sentences = {
        "lay": N_("{player} lays {tile}"),
        "draw": N_("{player} draws {tile}") if action.tile else N_("{player} draws a tile"),
        "pass": N_("{player} passes"),
        "little": N_("{player} announces the last tile"),
        "marks": N_("{player} says that the marker is up"),
        "unmarks": N_("{player} says that the marker is down"),
    }
    return _(sentences[action.kind], player=name, tile=action.tile)


def choices_in_words(actions: Sequence[str]) -> str:
    """Return actions in notation as what a player may do, any one of them.

    >>> choices_in_words(("Ana 6-4", "Ana draw", "Ana pass"))
    'lay 6-4, draw a tile or pass'
    """
    return join_or([_deed_in_words(action) for action in actions])


def _deed_in_words(action: str) -> str:
    deed, on, place = action.rpartition(" on ")
    if on:
        trains = {"own": _("the own train"), "public": _("the public train")}
        return _("lay {tile} on {train}", tile=deed.rpartition(" ")[2], train=trains.get(place, place))
    words = {"draw": _("draw a tile"), "pass": _("pass")}
    word = action.rpartition(" ")[2]
    return words.get(word) or _("lay {tile}", tile=word)


_PLAYER = FactKind("player", parse_seat, _name, _name, single=True, articles=None)
_TILE = FactKind("tile", _parse_tile, _write_tile, _write_tile, single=True)
_TILES = FactKind("tiles", _parse_tiles, _show_tiles, _write_tiles)
_DOUBLES = FactKind("doubles", _parse_doubles, _show_tiles, _write_tiles)
_HAND = FactKind("hand", _parse_hand, _show_hand, _write_hand)
_NUMBER = FactKind("number", parse_number, _show_number, _write_plain, single=True)
_DOUBLE = FactKind("number", parse_number, _show_double, _write_plain, single=True)
_NUMBERS = FactKind("numbers", _parse_numbers, _show_numbers, _write_numbers, repeats=False)
_ENDS = FactKind("numbers", _parse_numbers, _show_ends, _write_numbers)
_FOOT = FactKind("foot", _parse_foot, _show_foot, _write_foot)
_COUNT = FactKind("count", _parse_count, _show_count, _write_plain, repeats=False, single=True)
_TOTAL = FactKind("points", _parse_points, _show_points, _write_plain, single=True)
_TOES = FactKind("toes", _parse_toes, _show_count, _write_plain, repeats=False, single=True)
_TOE_COUNT = FactKind("toes", _parse_count, _show_count, _write_plain, repeats=False, single=True)
_YES = FactKind("yes", _parse_yes, _show_yes, _write_yes, single=True)
_EVENT = FactKind("event", _parse_events, _show_events, _write_events, articles=N_("the"))


PLAYER = Fact(
    "player",
    _PLAYER,
    (N_("Player"), N_("Whose turn it is; the first letters of the name will do.")),
    fills="seat",
)
TILE = Fact("tile", _TILE, (N_("Tile"), N_("Such as 6-4.")))
ON = Fact(
    "on",
    _NUMBER,
    (N_("On which number"), N_("The number it is to touch; empty: wherever it fits.")),
    layout="feet",
)
FOOT = Fact(
    "foot",
    _FOOT,
    (
        N_("Open foot"),
        N_("The double that must get its toes first, then how many it has: 7 2. Empty: no foot is open."),
    ),
    layout="feet",
)
TOES = Fact(
    "toes",
    _TOES,
    (
        N_("Toes on the start"),
        N_("How many tiles touch the starting double. Empty: it has all that it needs."),
    ),
    layout="feet",
)
ENDS = Fact(
    "ends",
    _ENDS,
    (N_("Open ends"), N_("The numbers that open ends show, such as 5 2 8; - for none.")),
    none=NONE_AT_ALL,
    layout="feet",
)
LAID = Fact(
    "laid",
    _TILES,
    (N_("Tiles on the table"), N_("Those you can name, such as 9-6 6-1; doubles too.")),
)
YARD = Fact(
    "yard",
    _COUNT,
    (N_("Left in the yard"), N_("How many tiles are face down; 0 where it is empty.")),
)
DRAWN = Fact("drawn", _YES, (N_("Just drawn?"), N_("y if the tile was drawn in this very turn.")))
DRAWN_TILE = Fact("drawn_tile", _TILE, (N_("The drawn tile"), N_("If it may be seen, such as 5-2.")))
DREW = Fact(
    "drew",
    _COUNT,
    (
        N_("Drawn this turn"),
        N_("How many tiles the player has drawn in this turn; empty: none."),
    ),
)
PLAYED = Fact(
    "played",
    _COUNT,
    (
        N_("Laid this turn"),
        N_("How many tiles the player has laid in it already; empty: none."),
    ),
    layout="feet",
)
DOUBLE = Fact("double", _DOUBLE, (N_("Which double"), N_("Its number: 6 is the foot on 6-6.")))
ON_DOUBLE = Fact(
    "on_double",
    _TOE_COUNT,
    (N_("Toes on it"), N_("How many toes it has; the tile it was laid on is none.")),
    layout="feet",
)
EARLIER = Fact(
    "earlier",
    _NUMBERS,
    (
        N_("Doubles used before"),
        N_("Those that began earlier rounds, such as 9 7; empty: none."),
    ),
    empty_counts=True,
)
YARD_HAS = Fact(
    "yard_has",
    _DOUBLES,
    (N_("Seen in the yard"), N_("Doubles known to be face down, such as 9-9 8-8.")),
)
HAND = Fact(
    "hand",
    _HAND,
    (
        N_("The whole hand"),
        N_("All tiles: 5-3 9-6; or 5-3 2? with two unseen; or how many: 4."),
    ),
    none="0",
)
HANDS = Fact(
    "hands",
    _HAND,
    (
        N_("Hand of {player}"),
        N_("Tiles 5-3 9-6, with 2? for two unseen, or how many; 0: none."),
    ),
    each=True,
    none="0",
)
HELD = Fact(
    "held",
    _DOUBLES,
    (
        N_("Doubles of {player}"),
        N_("All doubles in that hand, such as 7-7 3-3; - for none; empty: unknown."),
    ),
    each=True,
    none=NONE_AT_ALL,
)
BEGAN = Fact(
    "began",
    _PLAYER,
    (N_("As noted"), N_("Who begins this round, as the table noted it; empty: nobody noted it.")),
)
BEGAN_LAST = Fact(
    "began_last",
    _PLAYER,
    (N_("Began last round"), N_("Who laid the last round's starting double, or should have.")),
)
OUT_LAST = Fact("out_last", _PLAYER, (N_("Went out last"), N_("Who went out in the last round.")))
DRAWS = Fact(
    "draws",
    _TILE,
    (N_("{player} drew"), N_("Which tile this player drew to see who begins.")),
    each=True,
)
TOTALS = Fact(
    "totals",
    _TOTAL,
    (N_("Total of {player}"), N_("The points of this player in all rounds so far, such as 124.")),
    each=True,
)
BLOCKED = Fact(
    "blocked",
    _YES,
    (N_("Blocked round?"), N_("y if nobody went out; then the other hands may count too.")),
)
OUT = Fact(
    "out",
    _PLAYER,
    (N_("Who went out"), N_("Who laid the last tile; empty where the round was blocked.")),
)
EVENTS = Fact(
    "events",
    _EVENT,
    (
        N_("What happened"),
        N_("One thing a line, what went wrong first: {one} 6-4; next line, what came since: {two} draw."),
    ),
    many=True,
    empty_counts=True,
)

ON_START = Fact(
    "on_start",
    _YES,
    (N_("Starting double?"), N_("y if it is about the double with which the round began.")),
    fills="on",
)
TURN = Fact(
    "turn",
    _PLAYER,
    (N_("Whose turn"), N_("Whose turn it was when that happened; empty: as the events before it say.")),
)
