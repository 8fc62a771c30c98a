"""What a fact can be: how each kind of value is typed, shown in words, and written as text again.

A fact is typed as a short text: `2 7` for an open foot, `f` for Fay, `a7*b-p4` for three trains. What cannot be
parsed is Malformed and describes what would be right. Nothing here knows a rule, a screen or a file.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from scorekeeper.engine import (
    CHALLENGES,
    Action,
    Dealt,
    Train,
    named_first,
    number_of_train,
    parse_action,
    split_mark,
    train_in_words,
    train_of_number,
    train_word,
    write_action,
)
from scorekeeper.errors import Malformed, Position
from scorekeeper.game import find_player
from scorekeeper.judge.actions import describe_action
from scorekeeper.text import (
    N_,
    _,
    folded,
    join_and,
    ngettext,
    number_name,
    pgettext,
    typed_words,
    whole_number,
)
from scorekeeper.tiles import Tile, parse_tile, repeated, show_tiles, tokens

Parsed = TypeVar("Parsed")
Rest: TypeAlias = str
"""What is left of a text after its first part."""

NONE_AT_ALL = "-"
"""Typed where a player is known to hold none."""
OWN = -2
"""Stands for the train of the player who is asked about, as long as nobody said who that is."""
MOST_TILES, MOST_POINTS = 200, 999_999
"""More tiles than any table has, and more points than anybody has or is short of."""

LONGEST_FACT = 2000
"""Letters in which every tile of the largest set can be named."""

_UNSEEN = re.compile(r"\d{0,3}\?")
_COUNTED = re.compile(r"(\d+|[^\W\d_]+(?= )) *([^\W\d_]+)")
_SLASHED = re.compile(r"(\d+) *[/\u2013] *(\d+)")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_BETWEEN = re.compile(r"([\s,;]+|(?<=[^\W\d_])-(?=[^\W\d_]))")
_APART = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r" *(\d+(?:-\d+)?)")
_WORD = re.compile(r" *([^\W\d_]+|\*|-)")

YES, NO = N_("y yes true"), N_("n no false")
NONE = N_("none no nothing empty without nobody")
ALL = N_("all full complete closed finished everybody everyone")
AND, ALSO, TILES = N_("and &"), N_("and"), N_("tile tiles toe toes with left")
KEEPING, LAYING = N_("not didn't without kept keeps"), N_("laid lays lay plays played")
MARKED, UNMARKED = N_("marked mark marker m open up"), N_("closed unmarked down")
TO = N_("to")
"""What may stand before the name of who was caught; needed in other languages."""
PUBLIC, OWN_WORDS = N_("public mexican"), N_("own mine my")
TRAIN, ON, START = N_("train shows has is"), N_("on"), N_("start starting")
FILLING, AN, THE = N_("and with is has shows a the"), N_("a an"), N_("the")
"""Words that mean nothing: before how a train stands, before a number in the middle of what is told, anywhere."""

_SIGNS = {NONE: frozenset(NONE_AT_ALL), MARKED: frozenset("*")}
"""Signs that are typed for these words."""

_DEEDS = {
    "draw": N_("draw drew draws"),
    "pass": N_("pass passed passes"),
    "little": N_("called calls little chickenlittle"),
    "challenge": N_("caught catches challenges challenged"),
    "marks": N_("marks marked"),
    "unmarks": N_("unmarks unmarked"),
}
"""What a player does other than laying a tile: what may be typed for it, first what is written."""


def says(text: str, *meanings: str) -> bool:
    """Whether a text is one of the words with these meanings, however it is capitalised."""
    return any(folded(text) in typed_words(words) | _SIGNS.get(words, frozenset()) for words in meanings)


def _begins(word: str, words: str) -> bool:
    return any(each.startswith(folded(word)) for each in typed_words(words))


def _deed(word: str) -> str | None:
    """Return which of the deeds somebody typed."""
    return next((deed for deed, words in _DEEDS.items() if says(word, words)), None)


def deed_word(deed: str) -> str:
    """Return the word to write for a deed, such as “draw” or “challenge”, in the language in use."""
    return _(_DEEDS[deed]).split()[0]


class Stranger(Malformed):
    """A name that nobody at the table has."""

    def __init__(self, name: str, fault: Malformed) -> None:
        super().__init__(fault.message, fault.where, fault.at)
        self.name = name


class Foot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open foot: the number of its double, and the toes on it (None: nobody knows)."""

    double: int
    toes: int | None = None

    @property
    def tile(self) -> Tile:
        """The double."""
        return Tile(self.double, self.double)


class TrainTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a train stands, as people remember it."""

    end: int | None = None
    """The number that it shows; None while it has no tile."""
    marked: bool = msgspec.field(default=False, name="marker")


class LaidNow(NamedTuple):
    """A tile that the player who is asked about has laid in this turn."""

    tile: Tile
    train: int


class OpenOn(NamedTuple):
    """An open double: the train that it lies on and its number."""

    train: int
    number: int


class Deed(NamedTuple):
    """What somebody did, and whether it is marked as wrong."""

    action: Action
    wrong: bool = False

    @classmethod
    def parse(cls, text: str, around: "Around") -> "Deed":
        """Parse the form of a record, with a `!` where it is marked. Raises Malformed."""
        said, wrong = split_mark(text)
        return cls(parse_action(said, around.players, around.highest), wrong)

    def written(self, players: Sequence[str]) -> str:
        """Return the form of a record, as far as it does not need the state of the round."""
        on = self.action.on
        place = None if on is None else "start" if isinstance(on, Tile) and on.high < 0 else str(on)
        if isinstance(on, Train):
            place = train_word(number_of_train(on, len(players)), players, self.action.seat)
        return write_action(self.action, players, place) + "!" * self.wrong


class Around(NamedTuple):
    """What a text is parsed by: the highest double of the set, and who sits at the table."""

    highest: int
    players: tuple[str, ...]
    own: int = OWN
    """Whose train the own one is."""

    def is_half(self, word: str) -> bool:
        """Whether a word is as many digits as one half of a tile can have."""
        return word.isdecimal() and len(word) <= (1 if self.highest <= 9 else 2)


class FactKind(NamedTuple):
    """The values that a fact can have: how they are parsed, written as they are typed, and shown in words."""

    name: str
    parse: Callable[[str, Around], Any]
    """Raises Malformed that describes what would be right."""
    show: Callable[[Any, Around], str] = lambda value, _around: str(value)
    write: Callable[[Any, Around], str] = lambda value, _around: str(value)
    repeats: bool = True
    """Whether a value is shown even where the same was typed."""
    single: bool = False
    """Whether it is a single value, so that what is typed takes its place; to the others it is added."""
    articles: str | None = N_("the a an on")
    """Words that may stand before a number and mean nothing; None where nothing but names is typed."""

    def parse_typed(self, text: str, around: Around) -> Any:
        """Parse a text as people type it. Raises Malformed that describes what would be right."""
        typed = text.strip()
        if len(typed) > LONGEST_FACT:
            facts = {"length": len(typed), "most": LONGEST_FACT}
            raise Malformed(_("This has {length} letters; {most} fit.", **facts))
        plain = typed if self.articles is None else in_digits(typed, around, self.articles)
        try:
            return self.parse(plain, around)
        except Stranger:
            raise
        except Malformed as error:
            raise error if plain == typed else error.marking(None) from None


def in_digits(text: str, around: Around, articles: str = N_("the a an on")) -> str:
    """Return a text with its numbers and tiles in digits; what begins a player's name stays.

    >>> in_digits("double six, one toe", Around(9, ())), in_digits("the 5/3", Around(9, ()))
    ('6-6, 1 toe', '5-3')
    """
    text = _SLASHED.sub(r"\1-\2", text)
    if not _LETTERS.search(text):
        return text
    numbers = {folded(number_name(number)).split()[-1]: str(number) for number in range(19)}
    words = _BETWEEN.split(text)
    found: list[str] = []
    for word, gap, then in zip(words[::2], [*words[1::2], ""], [*words[2::2], ""], strict=True):
        said = word if _begins_name(word, around) else numbers.get(folded(word), word)
        if said.isdecimal() and found[-2:-1] and says(found[-2], N_("double")):
            found[-2:] = [f"{said}-{said}", gap]
        elif (
            says(word, AN) and found and found[-1].isspace() and (then.isdecimal() or folded(then) in numbers)
        ):
            continue  # of a name, somebody would type more in the middle of a sentence
        elif not says(word, articles) or not gap.isspace():
            found += [said, gap]
    return "".join(found)


def _words(text: str) -> list[str]:
    """Return the words between spaces or commas, without any "and" between them."""
    return [word for _at, word in tokens(text) if not says(word, AND)]


def parse_seat(text: str, around: Around) -> int:
    """Return the seat of the player whose name this is, or begins with this as no other does."""
    try:
        return around.players.index(find_player(around.players, text, begun=True))
    except Malformed as error:
        known = says(text, TILES, LAYING, AND, NONE, ALL) or _deed(text) is not None
        if _begins_name(text, around) or known or not text[:1].isalpha():
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
    if len(words) % 2 or not all(map(around.is_half, words)):
        return words
    return [f"{one}-{other}" for one, other in zip(words[::2], words[1::2], strict=True)]


def _parse_tiles(text: str, around: Around) -> tuple[Tile, ...]:
    return () if says(text, NONE) else _each_once(_paired(_words(text), around), text, around)


def _parse_word(parse: Callable[[str, Around], Parsed], word: str, text: str, around: Around) -> Parsed:
    """Parse one word of a text; an error marks the word where it stands in the text."""
    try:
        return parse(word, around)
    except Malformed as error:
        at = next((at for at, token in tokens(text) if token == word), None)
        raise error.marking(None if at is None else Position(at, len(word))) from None


def _each_once(words: Sequence[str], text: str, around: Around) -> tuple[Tile, ...]:
    """Parse tiles, the words of a text, each of which there is one."""
    tiles = tuple(_parse_word(_parse_tile, word, text, around) for word in words)
    for tile in repeated([tiles]):
        raise Malformed(_("{tile} is named twice.", tile=tile))
    return tiles


def _show_tiles(tiles: tuple[Tile, ...], _around: Around) -> str:
    return show_tiles(tiles) or pgettext("tiles", "none")


def _write_each(values: tuple[object, ...], _around: Around) -> str:
    return " ".join(map(str, values)) or NONE_AT_ALL


def _parse_doubles(text: str, around: Around) -> tuple[Tile, ...]:
    """Parse doubles, each as a tile or as its number alone."""
    tiles = [f"{word}-{word}" if around.is_half(word) else word for word in _words(text)]
    return () if says(text, NONE) else _each_once(tiles, text, around)


def _parse_hand(text: str, around: Around) -> Dealt:
    """Parse a hand: tiles, with `2?` for two that are not shown, or a number of tiles alone."""
    if says(_counted(text), NONE):
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
    if hidden:
        return _("{tiles} and {count} not shown", tiles=show_tiles(known), count=hidden)
    return ngettext("{tiles}, and no other", "{tiles}, and no others", len(known), tiles=show_tiles(known))


def _parse_number(text: str, around: Around) -> int:
    """Parse what an end or a double shows: `7`, or `7-7`."""
    if not text.isdecimal():
        tile = parse_tile(text, around.highest)
        if not tile.is_double:
            raise Malformed(_("{tile} is not a double; type its number.", tile=tile))
        return tile.high
    return check_number(int(text[:9]), around)


def check_number(number: int, around: Around) -> int:
    """Return a number that tiles of a set show. Raises Malformed."""
    if not 0 <= number <= around.highest:
        sentence = N_("No tile of this set shows {number}; use 0 to {highest}.")
        raise Malformed(_(sentence, number=number, highest=around.highest))
    return number


def _parse_numbers(text: str, around: Around) -> tuple[int, ...]:
    """Parse numbers between spaces or commas; up to double-nine they may stand together."""
    words = [] if says(text, NONE) else _words(text)
    if around.highest <= 9:
        words = [part for word in words for part in (word if word.isdecimal() else [word])]
    if any(not word[:1].isdecimal() for word in words):
        raise Malformed(_("Type numbers such as 5 7 2 8; - where there are none."))
    return tuple(_parse_word(_parse_number, word, text, around) for word in words)


def _show_numbers(numbers: tuple[int, ...], _around: Around) -> str:
    return " ".join(map(str, numbers)) or pgettext("numbers", "none")


def _show_ends(numbers: tuple[int, ...], _around: Around) -> str:
    return join_and([number_name(number) for number in numbers]) or _("no open end")


def _counted(text: str) -> str:
    """Return the number of `3 tiles`, or the word for none in `no toe`; any other text as it is."""
    found = _COUNTED.fullmatch(text)
    return found[1] if found and says(found[2], TILES) else text


def _parse_count(text: str, _around: Around) -> int:
    text = _counted(text)
    if says(text, NONE):
        return 0
    if (count := whole_number(text)) is None:
        raise Malformed(_("“{text}” is not a number; type one such as 2.", text=text))
    return check_count(count)


def check_count(count: int) -> int:
    """Return a number of tiles. Raises Malformed for one that no table has."""
    if not 0 <= count <= MOST_TILES:
        raise Malformed(_("{count} is not a number of tiles; use 0 to {most}.", count=count, most=MOST_TILES))
    return count


def _parse_points(text: str, _around: Around) -> int:
    if (points := whole_number(text)) is None:
        raise Malformed(_("“{text}” is not a number; type one such as 124.", text=text))
    if abs(points) > MOST_POINTS:
        sentence = N_("Nobody has {points} points; use {least} to {most}.")
        raise Malformed(_(sentence, points=points, least=-MOST_POINTS, most=MOST_POINTS))
    return points


def _show_points(points: int, _around: Around) -> str:
    return ngettext("{count} point", "{count} points", points)


def _parse_toes(text: str, around: Around) -> int | None:
    """Parse toes on the starting double; None where it has all that it needs."""
    return None if says(text, ALL) else _parse_count(text, around)


def _show_toes(count: int | None, _around: Around) -> str:
    return _("all that it needs") if count is None else str(count)


def _parse_foot(text: str, around: Around) -> Foot | None:
    """Parse an open foot: its double, and how many toes it has where that is known; None where none is open."""
    if says(text, NONE):
        return None
    words = [word for word in _words(text) if not says(word, TILES, FILLING, N_("only open"))]
    if len(words) == 1 and around.highest <= 9 and words[0].isdecimal():
        words = list(words[0])
    if not 1 <= len(words) <= 2:
        raise Malformed(_("Type the double and its toes: 7 2 is 7-7 with 2 toes."))
    double = _parse_number(words[0], around)
    return Foot(double) if len(words) == 1 else Foot(double, _parse_count(words[1], around))


def _show_foot(foot: Foot | None, _around: Around) -> str:
    if foot is None:
        return _("no open foot")
    if foot.toes is None:
        return _("{double}, toes not known", double=foot.tile)
    if not foot.toes:
        return _("{double} without a toe", double=foot.tile)
    facts = {"double": foot.tile, "toes": foot.toes}
    return ngettext("{double} with {toes} toe", "{double} with {toes} toes", foot.toes, **facts)


def _write_foot(foot: Foot, _around: Around) -> str:
    return str(foot.double) if foot.toes is None else f"{foot.double} {foot.toes}"


def _parse_yes(text: str, _around: Around) -> bool:
    if not says(text, YES, NO):
        raise Malformed(_("Type y for yes, n for no."))
    return says(text, YES)


def _show_yes(value: bool, _around: Around) -> str:
    return _("yes") if value else _("no")


def _parse_events(text: str, around: Around) -> tuple[Deed, ...]:
    """Parse what happened in a player's words: an event, or several with semicolons between them."""
    parts = [part for part in text.split(";") if part.strip()] or [text]
    return tuple(event for part in parts for event in _parse_event(part.strip(), around))


def _parse_event(text: str, around: Around) -> tuple[Deed, ...]:
    """Parse an event such as `max 6-4`, `Oli caught Max` or `Max called`; what was drawn can be several."""
    said, wrong = split_mark(text)
    seat, rest = _read_seat(said, around)
    name, rest = around.players[seat], rest.strip()
    if not rest:
        raise Malformed(_("Say what {player} did: 6-4, draw, pass, called, caught Ben.", player=name))
    first, _space, other = rest.partition(" ")
    deed, after = _deed(first), tuple[Deed, ...]()
    if deed == "challenge":
        before, _space, whom = other.strip().partition(" ")
        caught = whom if whom and says(before, TO) else other
        written = name + CHALLENGES + around.players[parse_seat(caught.strip(), around)]
    elif deed == "draw":
        written, *more = _draws(name, other, around)
        after = tuple(Deed.parse(each, around) for each in more)
    elif deed is not None:  # `called chickenlittle` says one thing twice
        written = f"{name} {deed} {'' if says(other.strip(), _DEEDS[deed]) else other}".strip()
    else:
        written = f"{name} {_in_full(other if says(first, LAYING) else rest, around)}"
    try:
        event = Deed.parse(written, around)
    except Malformed:
        # a tile that is none is named first; half a tile may be a number that was typed in words
        for word in (word for word in said.split() if word[0].isdecimal() and not around.is_half(word)):
            _parse_word(_parse_tile, word, said, around)
        sentence = N_(
            "“{text}” is not understood; write one thing a line, such as {player} 6-4, "
            "{player} draw 5-2 or {player} pass."
        )
        raise Malformed(_(sentence, text=said, player=name)) from None
    return (event._replace(wrong=event.wrong or (wrong and not after)), *after)


def _draws(name: str, text: str, around: Around) -> list[str]:
    """Return what a player did who drew what a text says.

    Whoever is said to have kept the tile has passed as well, and that was wrong; of several tiles the last one was.
    That somebody passed is no complaint.
    """
    words = [word for _at, word in tokens(text) if not says(word, N_("a tile tiles"))]
    passed = any(_deed(word) == "pass" for word in words)
    kept = passed or any(says(word.replace("\u2019", "'"), KEEPING) for word in words)
    tiles = _paired([word for word in words if word[0].isdecimal()] if kept else words, around)
    if list(tiles) in (["2"], ["3"]):
        return [*[f"{name} draw"] * (int(tiles[0]) - 1), f"{name} draw!"]
    return [" ".join((name, "draw", *tiles)), *([f"{name} pass{'' if passed else '!'}"] if kept else [])]


def _in_full(laid: str, around: Around) -> str:
    """Return a tile and its place as records write them: its halves together, the train in full."""
    words = laid.split()
    on = next((at for at, word in enumerate(words) if says(word, ON)), len(words))
    tile, place = " ".join(_paired(words[:on], around)), " ".join(words[on + 1 :])
    if says(place, START):
        place = "start"
    elif place[:1].isalpha():
        place = _write_on_train(_parse_on_train(place, around), around)
    return f"{tile} on {place}" if on < len(words) else tile


def _show_events(events: tuple[Deed, ...], around: Around) -> str:
    shown = ((describe_action(event.action, around.players), event.wrong) for event in events)
    return "; ".join(_("{deed} (this was wrong)", deed=deed) if wrong else deed for deed, wrong in shown)


def _write_events(events: tuple[Deed, ...], around: Around) -> str:
    return "; ".join(event.written(around.players) for event in events)


def _first_train(text: str, around: Around, alone: bool = False) -> tuple[int, Rest]:
    """Return the number of the train that a text begins with; `alone`, nothing but the train is there.

    A number after “public” tells which one where another number follows it, or nothing.
    """
    word = _WORD.match(text)
    rest = text[word.end() :] if word else ""
    if word and says(word[1], PUBLIC):
        train, rest = _public_train(rest, around, alone)
    elif word and _says_own(word[1], around):
        train = OWN
    elif found := named_first(text.lstrip(), around.players):
        train, rest = around.players.index(found.name), found.rest
    elif word is None or word[1] in ("*", NONE_AT_ALL):
        raise Malformed(_("Name the train first: a player, or public."))
    elif not _begins_name(word[1], around) and _begins(word[1], PUBLIC):
        train, rest = _public_train(rest, around, alone)
    else:
        train = parse_seat(word[1], around)
    return train, _past_filling(rest)


def _past_filling(rest: Rest) -> Rest:
    """Return what follows a train's name, without a possessive ending, the word “train” and a colon."""
    words = "|".join(map(re.escape, typed_words(TRAIN)))
    return re.sub(rf"^(['’]s)?( *({words})\b)*( *[:=])?", "", rest, flags=re.IGNORECASE)


def _public_train(rest: Rest, around: Around, alone: bool) -> tuple[int, Rest]:
    rest = _past_filling(rest)
    which = re.match(r" *([1-9]\d?)(?=$)" if alone else r" *([1-9]\d?)(?= +\d| *[:=])", rest)
    if which is None:
        return len(around.players), rest
    return len(around.players) + int(which[1]) - 1, rest[which.end() :]


def _begins_name(word: str, around: Around) -> bool:
    return any(folded(name).startswith(folded(word)) for name in around.players)


def _each_of(
    text: str, around: Around, read: Callable[[str, Around], tuple[Parsed, Rest]]
) -> tuple[Parsed, ...]:
    """Read one item after the other; none where that is said."""
    if says(text, NONE):
        return ()
    found, rest = list[Parsed](), _APART.sub(" ", text).strip()
    while rest:
        word = _WORD.match(rest)
        if found and word and says(word[1], ALSO):
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
    end, marked, denied, untold = None, False, False, True
    if number := _NUMBER.match(text):
        end, text = _parse_end(number[1], around), _past_on(text[number.end() :])
    train, rest = _first_train(text, around)
    while rest:
        rest = _past_filling_words(rest, around)
        if number := _NUMBER.match(rest):
            if end is not None:
                sentence = N_("{train} shows one number; name the next train.")
                raise Malformed(_(sentence, train=_the_train(train, around)))
            end, rest = _parse_end(number[1], around), rest[number.end() :]
            continue
        word = _WORD.match(rest)
        if word is None or not _tells_state(word[1], rest[word.end() :], around):
            break
        marked = marked or (says(word[1], MARKED) and not denied)
        denied = says(word[1], NO)
        untold = untold and not says(word[1], NONE)
        rest = rest[word.end() :]
    if end is None and untold:
        sentence = N_("Tell what {train} shows, such as 7, or - where it has no tile yet.")
        raise Malformed(_(sentence, train=_the_train(train, around)))
    if marked and train >= len(around.players):
        raise Malformed(_("A public train is open to all and has no marker."))
    return (train, TrainTold(end, marked)), rest


def _parse_end(text: str, around: Around) -> int:
    """Parse what a train shows: a number, since a double there is open and told as such."""
    if not text.isdecimal():
        sentence = N_("A double that ends a train is open; tell {double} under Open doubles.")
        raise Malformed(_(sentence, double=text))
    return _parse_number(text, around)


def _past_filling_words(rest: Rest, around: Around) -> Rest:
    """Return what follows words that mean nothing, where that tells how a train stands."""
    past, word = rest, _WORD.match(rest)
    while word and says(word[1], FILLING):
        past = past[word.end() :]
        word = _WORD.match(past)
    tells = word and _tells_state(word[1], past[word.end() :], around)
    return past if tells or _NUMBER.match(past) else rest


def _tells_state(word: str, rest: Rest, around: Around) -> bool:
    """Whether a word tells how a train stands, and does not begin the next one."""
    names_train = _begins_name(word, around) and (_NUMBER.match(rest) or rest.startswith(NONE_AT_ALL))
    return says(word, MARKED, UNMARKED, NONE) and not names_train


def _show_trains(trains: Mapping[int, TrainTold], around: Around) -> str:
    shown = list[str]()
    for train, told in trains.items():
        bare = N_("{train}: no tile, marked") if told.marked else N_("{train}: no tile")
        laid = N_("{train}: {end}, marked") if told.marked else N_("{train}: {end}")
        shown.append(_(bare if told.end is None else laid, train=_the_train(train, around), end=told.end))
    return "; ".join(shown)


def _write_trains(trains: Mapping[int, TrainTold], around: Around) -> str:
    return ", ".join(
        f"{_train_word(train, around)} {NONE_AT_ALL if told.end is None else told.end}{' marked' * told.marked}"
        for train, told in trains.items()
    )


def _read_open(text: str, around: Around) -> tuple[OpenOn, Rest]:
    """Read an open double: the train and the number, in either order."""
    if number := _NUMBER.match(text):
        train, rest = _first_train(_past_on(text[number.end() :]), around)
        return OpenOn(train, _parse_number(number[1], around)), rest
    train, rest = _first_train(text, around)
    number = _NUMBER.match(rest)
    if number is None:
        raise Malformed(_("Type the train and the number of its double: Ana 7."))
    return OpenOn(train, _parse_number(number[1], around)), rest[number.end() :]


def _past_on(text: str) -> Rest:
    """Return what follows the word for “on”, if the text begins with it."""
    word = _WORD.match(text)
    return text[word.end() :].strip() if word and says(word[1], ON) else text


def _show_open(doubles: tuple[OpenOn, ...], around: Around) -> str:
    tiles = [(Tile(one.number, one.number), one.train) for one in doubles]
    return _on_trains(tiles, around) or _("no open double")


def _on_trains(tiles: Sequence[tuple[Tile, int]], around: Around) -> str:
    """Return tiles with the trains that they lie on."""
    named = (_("{double} on {train}", double=tile, train=_the_train(train, around)) for tile, train in tiles)
    return join_and(list(named))


def _write_open(doubles: tuple[OpenOn, ...], around: Around) -> str:
    return ", ".join(f"{_train_word(one.train, around)} {one.number}" for one in doubles) or NONE_AT_ALL


def _parse_seats(text: str, around: Around) -> tuple[int, ...]:
    """Parse players, each once, in seating order."""
    if says(text, ALL):
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


def _read_laid_now(text: str, around: Around) -> tuple[LaidNow, Rest]:
    """Read a tile with the train that it was laid on; without one it is the player's own."""
    first, _space, rest = text.partition(" ")
    tile = parse_tile(first, around.highest)
    rest = _past_on(rest)
    word = _WORD.match(rest)
    if word is None:
        return LaidNow(tile, OWN), rest
    train, rest = _first_train(rest, around)
    return LaidNow(tile, train), rest


def _says_own(word: str, around: Around) -> bool:
    """Whether a word means the player's own train: the word itself, or its beginning if nobody's name begins so.

    Raises Malformed for a beginning that the word for public has as well.
    """
    if says(word, OWN_WORDS):
        return True
    begun = _begins(word, OWN_WORDS) and not _begins_name(word, around)
    if begun and _begins(word, PUBLIC):
        raise Malformed(_("“{word}” may mean own or public; type more of the word.", word=word))
    return begun


def _show_laid_now(tiles: tuple[LaidNow, ...], around: Around) -> str:
    return _on_trains(tiles, around) or _("nothing")


def _the_train(train: int, around: Around) -> str:
    return _("the own train") if train == OWN else str(train_in_words(train, around.players))


def _train_word(train: int, around: Around) -> str:
    return train_word(train, around.players, OWN)


def _write_laid_now(tiles: tuple[LaidNow, ...], around: Around) -> str:
    return ", ".join(f"{one.tile} on {_train_word(one.train, around)}" for one in tiles) or NONE_AT_ALL


def _parse_on_train(text: str, around: Around) -> int | Train:
    """Parse where a tile is laid: a train, or the number that it shows."""
    if text.isdecimal():
        return _parse_number(text, around)
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
    return _train_word(number_of_train(place, len(around.players)), around)


SEAT = FactKind("player", parse_seat, _name, _name, single=True, articles=None)
TILE = FactKind("tile", _parse_tile, single=True)
TILE_LIST = FactKind("tiles", _parse_tiles, _show_tiles, _write_each)
DOUBLES = FactKind("doubles", _parse_doubles, _show_tiles, _write_each)
HAND = FactKind("hand", _parse_hand, _show_hand, lambda hand, _around: str(hand) or "0")
NUMBER = FactKind("number", _parse_number, lambda number, _around: number_name(number), single=True)
DOUBLE = NUMBER._replace(show=lambda number, _around: str(Tile(number, number)))
NUMBERS = FactKind("numbers", _parse_numbers, _show_numbers, _write_each, repeats=False)
ENDS = NUMBERS._replace(show=_show_ends, repeats=True)
FOOT = FactKind("foot", _parse_foot, _show_foot, _write_foot)
COUNT = FactKind("count", _parse_count, repeats=False, single=True)
TOE_COUNT = COUNT._replace(name="toes")
TOES = TOE_COUNT._replace(parse=_parse_toes, show=_show_toes)
POINTS = FactKind("points", _parse_points, _show_points, single=True)
YES_OR_NO = FactKind("yes", _parse_yes, _show_yes, lambda yes, _around: "y" if yes else "n", single=True)
EVENT = FactKind("event", _parse_events, _show_events, _write_events, articles=THE)
TRAINS = FactKind("trains", _parse_trains, _show_trains, _write_trains, articles=THE)
OPEN = FactKind("open doubles", partial(_each_of, read=_read_open), _show_open, _write_open, articles=THE)
SEATS = FactKind("players", _parse_seats, _show_seats, _write_seats, articles=None)
LAID = FactKind(
    "laid now", partial(_each_of, read=_read_laid_now), _show_laid_now, _write_laid_now, articles=THE
)
ON_TRAIN = FactKind("train", _parse_on_train, _show_on_train, _write_on_train, single=True, articles=THE)
