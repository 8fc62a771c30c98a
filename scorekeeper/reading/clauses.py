"""What is said with names and verbs: events, trains, feet, numbers.

A clause is the pattern of a place that takes most tokens; what no pattern takes is not understood.
"""

import re
from collections.abc import Sequence
from itertools import islice, product
from typing import NamedTuple

from scorekeeper.reading import faults
from scorekeeper.reading.faults import Reading, Unread, not_read, unread
from scorekeeper.reading.tokens import Around, Token, two_digits
from scorekeeper.reading.words import Slot, first_word, patterns_from
from scorekeeper.text import folded

_MOST_CHOICES = 8
_MOST_TIMES = 20
"""Nobody draws so many tiles in one turn that it is not a slip."""


class Clause(NamedTuple):
    """What one pattern made of its tokens."""

    effect: str
    tokens: Sequence[Token]

    def values(self, kind: str) -> list[str]:
        """Return what its tokens of a kind say."""
        return [_value(token) for token in self.tokens if token.is_a(kind)]

    def last(self, kind: str, default: str = "") -> str:
        """Return what its last token of a kind says."""
        return (self.values(kind) or [default])[-1]


def _value(token: Token) -> str:
    return str(token.tile) if token.tile else token.text or str(token.number)


def _matched(slots: Sequence[Slot], tokens: Sequence[Token]) -> int:
    """Return how many tokens a pattern takes, as many as it can; -1 if it does not fit."""
    if not slots:
        return 0
    slot, rest = slots[0], slots[1:]
    if tokens and not slot.kinds.isdisjoint(tokens[0].kinds):
        taken = _matched(rest, tokens[1:])
        if taken >= 0:
            return taken + 1
    return _matched(rest, tokens) if slot.optional else -1


def _clause(tokens: Sequence[Token], place: str) -> Clause:
    """Return what the pattern says that takes most of the tokens; one without tokens where none fits."""
    effect, taken = "", 0
    for pattern in patterns_from(place, tokens[0].kinds) if tokens else ():
        count = _matched(pattern.slots, tokens)
        if count > taken:
            effect, taken = pattern.effect, count
    return Clause(effect, tokens[:taken])


def _with_places(tokens: Sequence[Token], place: str) -> list[Token]:
    """Return tokens with where a tile is laid, and which train is meant, as one."""
    parts, rest = list[Token](), tokens
    while rest:
        if rest[0].is_a("ON_HIS") and place in ("event", "laid"):
            rest = [rest[0]._replace(kinds=frozenset({"ON_HIS", "PLACE"}), text="own"), *rest[1:]]
        on = rest[0].is_a("ON") and len(rest) > 1
        after_on = rest[on:]
        skip = len(after_on) > 1 and after_on[0].is_a("TRAIN") and after_on[1].is_a("WHO", "PUBLIC", "OWN")
        named, size = _place(after_on[skip:], place, on or skip)  # el tren de Ana
        size += on + skip
        if on and parts and parts[-1].is_a("OUT") and rest[1].is_a("TILE"):
            parts, rest = [*parts, rest[0], rest[1]], rest[2:]  # went out on 3-2
            continue
        after_number = bool(parts) and parts[-1].is_a("NUM", "TILE")
        if on and place in ("trains", "open") and rest[1].is_a("NUM", "TILE") and not after_number:
            rest = rest[1:]  # el de Rosa en 9
            continue
        kind = frozenset({"PLACE" if on else "LINE"})
        parts.append(Token(kind, rest[0].at, rest[size - 1].end, named) if named else rest[0])
        rest = rest[size if named else 1 :]
    return parts


def _place(tokens: Sequence[Token], place: str, sure: bool) -> tuple[str, int]:
    """Return where a tile is laid, or which train is meant, as records write it, and how many tokens say so."""
    head = tokens[0]
    if sure and head.is_a("START"):
        return "start", 1
    if sure and head.is_a("NUM", "TILE"):
        return _value(head), 1
    size = 1 + (len(tokens) > 1 and tokens[1].is_a("TRAIN"))
    named = head.is_a("WHO") and size > 1
    if not head.is_a("WHO", "OWN", "PUBLIC") or not (sure or named or place not in ("event", "laid")):
        return "", 0
    word = "own" if head.is_a("OWN") else "public" if head.is_a("PUBLIC") else head.text
    if word == "public" and _numbered(tokens[size:], place):
        return f"public {tokens[size].number}", size + 1
    return word, size


def _numbered(tokens: Sequence[Token], place: str) -> bool:
    """Whether a number behind “public” tells which train, not what it shows."""
    if not tokens or not tokens[0].is_a("NUM") or not tokens[0].number:
        return False
    return place not in ("trains", "open") or (len(tokens) > 1 and tokens[1].is_a("NUM", "SHOWS"))


class _Story:
    """What is told, clause after clause; who does something goes on until another is named."""

    def __init__(self, text: str, around: Around, who: str = "") -> None:
        self.text, self.around, self.who = text, around, who
        self.other = self.tile = self.place = ""
        self.steps = list[tuple[str, ...]]()
        self.unread = list[Unread]()
        self.unable = 0
        """How much was told when the last word was that somebody could not play."""
        self.in_words = False
        """Whether the last word is none that records write, so that a `!` behind it is perhaps a cry."""
        self.marked = False
        """Whether the text begins with a `!`, which marks what is told first."""
        self.fits: Sequence[Token] = ()
        """What said that a tile would have fit, as long as nobody passed all the same."""

    def read(self, tokens: Sequence[Token]) -> Reading:
        while tokens:
            tokens = self._next(tokens)
        self._end_turn()
        if self.unread or not self.steps:
            return Reading(unread=tuple(self.unread) or (Unread(self.text, 0, faults.UNKNOWN),))
        if self.marked and not any(deeds[0].endswith("!") for deeds in self.steps):
            self.steps[0] = tuple(f"{deed}!" for deed in self.steps[0])
        choices = tuple("; ".join(chosen) for chosen in islice(product(*self.steps), _MOST_CHOICES))
        return Reading(choices[0]) if len(choices) == 1 else Reading(choices=choices)

    def _end_turn(self) -> None:
        if self.fits:
            self.unread.append(unread(self.text, self.fits, faults.NO_EVENT))
        self.fits = ()

    def _next(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Read one clause, and return what follows it."""
        first = tokens[0]
        if first.is_a("BANG") and len(tokens) > 1 and tokens[1].is_a("BANG"):
            return tokens[2:]  # “Ben went out!!” is a cry
        if first.is_a("BANG") and self.steps:
            wrong = tuple(deed.removesuffix("!") + "!" for deed in self.steps[-1])
            self.steps[-1] = tuple(dict.fromkeys(self.steps[-1] + wrong)) if self.in_words else wrong
        elif first.is_a("BANG"):
            self.marked = True
        if first.is_a("SEP", "THEN", "BANG"):
            return tokens[1:]
        named = first.is_a("WHO")
        if named and first.text != self.who:
            self._end_turn()
            self.other, self.who = self.who, first.text
        rest = tokens[named:]
        begun = next((at for at, token in enumerate(rest) if not token.is_a("SEP", "THEN")), 0)
        if named and not _ends_clause(rest[begun:]):
            rest = rest[begun:]  # Ann, who had drawn the 5-3, played it
        return self._tell(tokens, rest, named)

    def _tell(self, tokens: Sequence[Token], rest: Sequence[Token], named: bool) -> Sequence[Token]:
        """Add what the clause says that stands behind a name, and return what follows it."""
        clause = _clause(rest, "event")
        left = rest[len(clause.tokens) :]
        says_whom = (
            bool(clause.tokens) and clause.tokens[-1].is_a("SAY") and bool(left) and left[0].is_a("WHO")
        )
        open_end = says_whom or not _ends_clause(left)
        if fault := self._fault(clause, open_end):
            shown = [*tokens[: named and not open_end], *clause.tokens, *left[:open_end]]
            if open_end and (denied := [token for token in clause.tokens if token.is_a("NOT")]):
                shown, fault = denied, faults.DOUBT
            if fault == faults.NOT_IN_SET:
                shown = [
                    token for token in clause.tokens if token.tile and token.tile.high > self.around.highest
                ]
            self.unread.append(unread(self.text, shown or tokens[:1], fault))
            return _past_clause(left if len(left) < len(tokens) else left[1:])
        self._do(clause)
        return left

    def _fault(self, clause: Clause, open_end: bool) -> str:
        """Return what is wrong with a clause; empty for one that can be written."""
        if not self.who and not clause.last("LINE"):
            return faults.WHO
        if open_end or not clause.tokens:
            return faults.UNKNOWN if open_end else faults.WHAT
        if any(token.tile and token.tile.high > self.around.highest for token in clause.tokens):
            return faults.NOT_IN_SET
        if clause.effect.startswith("?"):
            return faults.BY_NAME[clause.effect[2:]]
        if clause.effect.startswith("* ") and not 0 < int(clause.last("NUM", "1")) <= _MOST_TIMES:
            return faults.TOO_OFTEN
        if "{last}" in clause.effect and not self.tile:
            return faults.WHICH_TILE
        if "{on}" in clause.effect and not self.place:
            return faults.NO_EVENT
        if "{other}" in clause.effect and not (clause.values("WHO") or self.other):
            return faults.WHO
        return ""

    def _do(self, clause: Clause) -> None:
        """Add what a clause says."""
        self.in_words = not self._is_notation(clause)
        self.tile = clause.last("TILE", self.tile)
        self.place = clause.last("PLACE", self.place)
        if clause.effect == "fits":  # whoever passed all the same did wrong
            self.fits = clause.tokens
            if self.steps[-1:] in ([(f"{self.who} pass",)], [(f"{self.who} pass!",)]):
                self._add(self.steps.pop())
            return
        if clause.effect == "unable":
            self._add((f"{self.who} pass",))
            self.unable = len(self.steps)
            return
        tiles = clause.values("TILE")
        facts = {
            "tile": self.tile,
            "first": tiles[0] if tiles else "",
            "place": clause.last("PLACE"),
            "num": clause.last("NUM"),
            "last": self.tile,
            "on": self.place,
            "line": clause.last("LINE"),
            "who": self.who,
            "other": clause.last("WHO", self.other),
        }
        times = int(facts["num"] or 1) if clause.effect.startswith("* ") else 1
        if clause.effect == "got {tile}":  # which tile was drawn, or that one was
            if self.steps[-1:] == [(f"{self.who} draw",)]:
                self.steps.pop()
            self._add((f"{self.who} draw {self.tile}",))
            return
        for step in clause.effect.removeprefix("* ").split("; "):
            deeds = tuple(option.format(**facts) for option in step.split(" | "))
            self.steps += [deeds] * (times - 1)
            self._add(tuple(f"{deed}!" for deed in deeds) if times > 1 else deeds)

    def _is_notation(self, clause: Clause) -> bool:
        """Whether a clause ends as records write it, in English or with the first word that a language has."""
        last = clause.tokens[-1]
        word = folded(self.text[last.at : last.end])
        return (
            last.is_a("TILE", "NUM", "PLACE", "LINE", "WHO")
            or word in clause.effect.split()
            or any(word == first_word(kind, self.around.language) for kind in last.kinds)
        )

    def _add(self, deeds: tuple[str, ...]) -> None:
        """Add a deed with the things that it can be; who passes says so once, and does wrong if a tile fits."""
        passed, wrongly = (f"{self.who} pass",), (f"{self.who} pass!",)
        if deeds == passed and self.fits:
            deeds, self.fits = wrongly, ()
        if deeds[0].startswith(f"{self.who} draw") and self.unable == len(self.steps) and self.unable:
            self.steps.pop()  # who could not play, and so drew, has not passed yet
        if deeds in (passed, wrongly) and self.steps and {*passed, *wrongly} & {*self.steps[-1]}:
            deeds = wrongly if wrongly in (deeds, self.steps.pop()) else passed
        self.steps.append(deeds)
        if deeds[0].removeprefix(self.who).strip()[0].isdecimal():
            self.fits = ()


_ENDS = ("SEP", "THEN", "BANG", "WHO", "LINE")


def _ends_clause(tokens: Sequence[Token]) -> bool:
    return not tokens or tokens[0].is_a(*_ENDS)


def _past_clause(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return what follows the clause that could not be read."""
    return tokens[next((at for at, token in enumerate(tokens) if token.is_a(*_ENDS)), len(tokens)) :]


def read_events(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read what happened, in the order in which it is told."""
    tokens = _subject_first(_tidied(tokens))
    return _Story(text, around).read(_for_each(_with_places(tokens, place)))


_VERBS = ("DRAW", "LAY", "PASS", "OUT", "KNOCK", "SILENT", "LAY_IT")
_ORDER = (
    (_VERBS, "v"),
    (("TILE",), "t"),
    (("WHO",), "w"),
    (("ON",), "o"),
    (("NUM",), "n"),
    (("IT",), "i"),
    (("SHOWS", "GOT"), "s"),
    (("JOIN",), "b"),
    (("PUBLIC", "OWN", "TRAIN"), "p"),
    (("SEP", "THEN", "BANG"), ","),
)
_SUBJECT_LAST = re.compile(
    r"(?<![^,])(?P<on>(?:o[tn])?)(?P<tile>t?)i?s?(?P<verb>v?)(?P<place>(?:o(?:[tn]|p+)(?=b))?)b?(?P<who>w)(?P<rest>[^,]*)"
)
"""A clause whose subject does not come first: “el 6-4 lo puso Ana”, “on the double nine Cy put the 9-1”."""


def _subject_first(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return each clause with its subject first, then what is done, the tile and the place."""
    letters = "".join(next((sign for kinds, sign in _ORDER if token.is_a(*kinds)), "-") for token in tokens)
    ordered, end = list[Token](), 0
    for clause in _SUBJECT_LAST.finditer(letters):
        if clause["verb"] or (clause["on"] and clause["rest"].startswith("v")):
            ordered += tokens[end : clause.start()]
            for part in ("who", "verb", "tile", "rest", "on", "place"):
                ordered += tokens[clause.start(part) : clause.end(part)]
            end = clause.end()
    return [*ordered, *tokens[end:]]


def _tidied(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without the comma of “her last tile, the 6-4”, and without the words of “it was Ann's turn”."""
    edge = Token(frozenset({"SEP"}), 0, 0)
    beside = zip([edge, *tokens], tokens, [*tokens[1:], edge], strict=False)
    return [
        token
        for before, token, then in beside
        if not (token.is_a("SEP") and before.is_a("LAST", "TILE_WORD") and then.is_a("TILE"))
        and not (token.is_a("ON", "TURN") and before.is_a("SEP", "THEN") and then.is_a("WHO"))
        and not (token.is_a("TURN") and before.is_a("WHO") and then.is_a(*_ENDS))
    ]


def _for_each(tokens: Sequence[Token]) -> list[Token]:
    """Return “Ann and Ben passed” as what each of them did; a tile or a number belongs to one player alone."""
    parts, rest = list[Token](), tokens
    while rest:
        begins = not parts or parts[-1].is_a("SEP", "THEN", "BANG")
        if begins and len(rest) > 2 and rest[0].is_a("WHO") and rest[1].is_a("THEN") and rest[2].is_a("WHO"):
            clause = rest[3 : len(rest) - len(_past_clause(rest[3:]))]
            if not any(token.is_a("TILE", "NUM", "PLACE") for token in clause):
                parts += [rest[0], *clause, rest[1]] if clause else [rest[0], rest[1]]
                rest = rest[2:]
                continue
        parts.append(rest[0])
        rest = rest[1:]
    return parts


def read_laid(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read what the player who is asked about has laid, without the name."""
    tokens = _with_places(tokens, place)
    if len(tokens) == 1 and tokens[0].is_a("NONE", "DASH"):
        return Reading("-")
    story = _Story(text, around, "\t").read(tokens)
    laid = [deed.removeprefix("\t ") for deed in story.said.split("; ") if deed]
    return story._replace(said=", ".join(deed if " on " in deed else f"{deed} on own" for deed in laid))


class _Lines:
    """Trains, one after the other; what is told belongs to the one that was named last."""

    def __init__(self, text: str, place: str, around: Around) -> None:
        self.text, self.place, self.around = text, place, around
        self.named = dict[str, Sequence[Token]]()
        """Where each train was named."""
        self.facts = dict[str, dict[str, str]]()
        """The end and the mark of each."""
        self.name = ""
        self.unread = list[Unread]()

    def read(self, tokens: Sequence[Token]) -> Reading:
        while tokens:
            tokens = tokens[1:] if tokens[0].is_a("SEP", "THEN") else self._next(tokens)
        for name, facts in self.facts.items():
            if "end" not in facts and not self.unread:
                self.unread.append(unread(self.text, self.named[name], faults.NO_END))
        if self.unread:
            return Reading(unread=tuple(self.unread))
        trains = (f"{name} {facts['end']}{facts.get('mark', '')}" for name, facts in self.facts.items())
        return Reading(", ".join(trains))

    def _next(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Read one clause, and return what follows it."""
        clause = _clause(tokens, self.place)
        self.name = next(iter(clause.values("LINE") + clause.values("PLACE")), self.name)
        if fault := self._fault(clause):
            self.unread.append(unread(self.text, clause.tokens or tokens[:1], fault))
            return _past_clause(tokens[1:])
        self.named.setdefault(self.name, clause.tokens)
        facts = self.facts.setdefault(self.name, {})
        if clause.effect == "end":
            facts["end"] = next(
                (str(_half(token)) for token in clause.tokens if token.is_a("NUM", "TILE")), "-"
            )
        elif clause.effect != "line":
            facts["mark"] = " marked" if clause.effect == "marked" else ""
        return tokens[len(clause.tokens) :]

    def _fault(self, clause: Clause) -> str:
        if not clause.tokens or not self.name:
            return faults.WHOSE if clause.tokens else faults.UNKNOWN
        if clause.effect.startswith("?"):
            return faults.BY_NAME[clause.effect[2:]]
        facts = self.facts.get(self.name)
        what = "mark" if clause.effect.endswith("marked") else clause.effect
        if facts is not None and (what == "line" or what in facts):
            return faults.ONE_END
        return next(filter(None, (_misfit(token, self.around) for token in clause.tokens)), "")


def _half(token: Token) -> int:
    return token.tile.high if token.tile else token.number


def _misfit(token: Token, around: Around) -> str:
    """Return why a number, or a double that stands for one, is none of this set; empty if it is one."""
    if _half(token) > around.highest:
        return faults.NOT_IN_SET
    return faults.NO_DOUBLE if token.tile and not token.tile.is_double else ""


def read_trains(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read how trains stand: each with its end or its open double, and whether it is marked."""
    if len(tokens) == 1 and tokens[0].is_a("NONE", "DASH"):
        return Reading("-")
    it = frozenset({"IT"})  # Joe's marker is up and his train ends in a nought
    tokens = [
        token._replace(kinds=it) if at and token.is_a("HIS_TRAIN") else token
        for at, token in enumerate(tokens)
    ]
    return _Lines(text, place, around).read(_with_places(tokens, place))


def read_whole(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read a text that one pattern of its place has to fit as a whole."""
    if place == "foot" and len(tokens) == 1 and two_digits(tokens[0], around):
        return Reading(" ".join(tokens[0].text))
    clause = _clause(tokens, place)
    left = tokens[len(clause.tokens) :]
    numbers = [token for token in clause.tokens if token.is_a("NUM", "TILE")]
    fault = faults.UNKNOWN if left or not tokens else ""
    if clause.effect.startswith("?"):
        fault = fault or faults.BY_NAME[clause.effect[2:]]
    elif place == "foot" and numbers:
        fault = fault or _misfit(numbers[0], around)
    if fault:
        return not_read(text, left[:1] or tokens[:1], fault)
    first, second, *_rest = [*map(_half, numbers), 0, 0]
    return Reading(clause.effect.format(first=first, second=second))


def read_numbers(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read numbers that ends or doubles show; “two eights” are two of them."""
    rest = [token for token in tokens if not token.is_a("ON")]
    single = place in ("number", "round")
    if len(rest) == 1 and rest[0].is_a("NONE", "DASH") and not single:
        return Reading("-")
    numbers, wrong = list[int](), list[Unread]()
    while rest:
        token, *rest = rest
        many = token.number if token.is_a("NUM") and rest and rest[0].is_a("NUMS") else 0
        if many:
            token, *rest = rest
        shown = _shown(token, place, around)
        fault = "" if shown else faults.UNKNOWN
        if len(shown) == 1 or token.tile:
            fault = _misfit(token._replace(number=shown[0]), around)
        if place == "doubles" and shown and shown[0] in numbers:
            fault = faults.TWICE
        if fault or many > around.highest + 1:
            wrong.append(unread(text, [token], fault or faults.UNKNOWN))
        else:
            numbers += [*shown] * (many or 1)
    if not numbers or wrong or (single and len(numbers) > 1):
        return Reading(unread=tuple(wrong) or (unread(text, tokens, faults.UNKNOWN),))
    return Reading(" ".join(map(str, numbers)))


def _shown(token: Token, place: str, around: Around) -> Sequence[int]:
    """Return the numbers of ends that stand together, as `528` up to double-nine; `66` as one double."""
    if not token.is_a("NUM", "NUMS", "TILE"):
        return ()
    if place == "doubles" and two_digits(token, around) and len(set(token.text)) == 1:
        return (token.number % 10,)
    apart = token.text and around.highest <= 9 and place == "ends" and token.is_a("NUM")
    return tuple(map(int, token.text)) if apart else (_half(token),)


def read_train(text: str, tokens: Sequence[Token], place: str, around: Around) -> Reading:
    """Read where a tile is laid: a train, or the number that it shows."""
    tokens = _with_places(tokens, place)
    whole = len(tokens) == 1 and tokens[0].is_a("LINE", "PLACE", "NUM")
    fault = _misfit(tokens[0], around) if whole else faults.UNKNOWN
    return not_read(text, tokens[1:] or tokens, fault) if fault else Reading(_value(tokens[0]))


def read_tile(text: str, tokens: Sequence[Token], _place: str, around: Around) -> Reading:
    """Read one tile."""
    tokens = [token for token in tokens if not token.is_a("TILE_WORD")]
    if len(tokens) == 1 and (tile := tokens[0].tile):
        fault = faults.NOT_IN_SET if tile.high > around.highest else ""
        return not_read(text, tokens, fault) if fault else Reading(str(tile))
    other = [token for token in tokens if not token.is_a("TILE")] or tokens[1:]
    return not_read(text, other[:1], faults.UNKNOWN)
