"""A situation: a position as people remember it and a question about it. And what questions and answers are.

Frozen values. Whatever nobody knows is None, which means unknown and never zero. The questions themselves are in
`questions`; nothing here asks the engine.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from scorekeeper.engine import Dealt, Reason, RoundResult, Train
from scorekeeper.judge.facts import AskedFact
from scorekeeper.judge.told import Deed, Foot, OnTrain, TrainTold
from scorekeeper.rules import FEET, LAYOUTS, TRAINS, AnyLayout, Rules, TableLayout, Value
from scorekeeper.tiles import Tile, full_set

UNKNOWN = Dealt((), None)
"""A hand of which nothing is known."""

Verdict = Literal["legal", "illegal", "depends", "no-rule"]

AnswerWord: TypeAlias = str | int | tuple[str, ...] | None
"""What a question is answered with besides the verdict: a word, a number, actions in notation; or nothing."""

NO_RULE = ""
"""Stands for the key of a rule where none decides, as in a hand that counts its dots."""

OF_THE_TABLE = "conduct.misplay"
"""The rule under which a ruling stands where the tiles themselves, and no rule, do not fit."""


class Answer(NamedTuple):
    """What the engine answers to a question: a value without words; `ruling` makes a ruling of it."""

    verdict: Verdict
    key: str
    """The rule that decides, or NO_RULE."""
    answer: AnswerWord = None
    reason: Reason | None = None
    """The facts that decide; None where the rule's own sentence is the reason."""
    seat: int | None = None
    """The player who is the answer, or goes with it."""
    needs: tuple[Reason, ...] = ()
    instead: tuple[str, ...] = ()
    perhaps: Reason | None = None
    """What else may be done instead with tiles that nobody has seen."""
    also: tuple[str | Reason, ...] = ()
    """What else had a part in it or follows from it: further facts, and the keys of rules."""
    result: RoundResult | None = None
    """How the round ended, where that is what was asked."""
    phrase: str = ""
    """Which of several sentences the answer has, where it has more than one."""
    outcomes: "Outcomes" = ()
    """Where it depends: each answer that there can be, after the condition on which it is that."""

    @property
    def decision(self) -> tuple[Verdict, AnswerWord]:
        """What is the same in answers that agree."""
        return self.verdict, self.answer


Outcomes: TypeAlias = tuple[tuple[str, Answer], ...]


def decide(reason: Reason, *also: str | Reason, answer: AnswerWord = None, seat: int | None = None) -> Answer:
    """Return that a reason decides, by its own rule; what is not answered with a word is allowed."""
    return Answer("legal", reason.key, answer, reason, seat, also=also)


def depending(key: str, *needs: Reason) -> Answer:
    """Return that it depends on facts that nobody told."""
    once = tuple(need for at, need in enumerate(needs) if need not in needs[:at])
    return Answer("depends", key, needs=once)


class Question(NamedTuple):
    """A question about a position."""

    ask: str
    """The word that names the question in files."""
    answer: Callable[["Situation", Rules], Answer]
    """Answers it about a position without gaps."""
    facts: tuple[AskedFact, ...]
    """The facts that it can turn on, in the order in which they are asked."""
    layout: AnyLayout = ""
    """The only layout under which it can be asked."""
    turns_on: frozenset[str] = frozenset()
    """What it can turn on though nobody told.

    That is the tiles left in the `yard`, the open `ends` with the toes of the start, or how many tiles of the open
    foot's number (its `suit`) are on the table.
    """
    assumes: bool = False
    """Whether what nobody told of the toes and of the open foot's number is taken as usual, and the ruling says so.

    The start then has all its toes, and of that number only the tiles that were named are on the table.
    """
    before_start: bool = False
    """Whether it can be asked before the starting double lies on the table, whatever was told."""
    lays: bool = False
    """Whether it is about a tile that is to be laid."""
    yes_and_no: tuple[str, ...] = ()
    """The two answers that mean yes and no, where a word means that and no verdict; else none."""
    names_hands: bool = False
    """Whether its table in a file can name the hands, as `[hands]` does."""
    counts: tuple[str, ...] = ()
    """Which rules it turns on of those that say how a game is counted: `rounds`, `scoring`, `winning`."""
    states: str = ""
    """The key of the rule that it asks for, where it is about no round."""
    check: Callable[["Situation"], None] = lambda _situation: None
    """Raises Malformed, with the name of a field, for a situation that cannot be asked about like this."""

    def has_fact(self, name: str) -> bool:
        """Whether it asks for a fact."""
        return any(asked.fact.name == name for asked in self.facts)

    def turns_on_rule(self, key: str) -> bool:
        """Whether a rule can make any difference to its answer."""
        if self.states:
            return key == self.states
        chapter = key.partition(".")[0]
        return chapter in self.counts or chapter not in ("rounds", "scoring", "winning")

    def facts_under(
        self, rules: Rules | None, layout: TableLayout, later: bool = False
    ) -> tuple[AskedFact, ...]:
        """Return the facts of a table of this layout that matter under these rules; None: under any.

        `later` is about a round after the first.
        """
        here = tuple(asked for asked in self.facts if layout.has(asked.fact.layout))
        if rules is None:
            return here
        return tuple(asked for asked in here if ((later and asked.later) or asked.under)(rules))


class DisputedRound(msgspec.Struct, frozen=True, kw_only=True):
    """The round that a dispute is about, and whose rules hold in it."""

    set_size: int
    double: int
    """The double that the round belongs to."""
    started_with: int | None = None
    """The double that really started it, where that is another."""
    players: tuple[str, ...]
    rules: str
    """The id of a rule book."""
    house: Mapping[str, Value] = {}

    @property
    def began_with(self) -> int:
        """The number of the double that really started the round."""
        return self.double if self.started_with is None else self.started_with


class Situation(DisputedRound, frozen=True, kw_only=True, dict=True):
    """A position and a question."""

    toes: int | None = None
    """Toes on the starting double."""
    foot: Foot | None = None
    finished: int | None = None
    """The number of a foot that was told with all its toes, where the rules make that of it."""
    ends: tuple[int, ...] | None = None
    """Numbers that open ends show; one that several show may be named once."""
    laid: tuple[Tile, ...] = ()
    trains: Mapping[int, TrainTold] | None = None
    """How the trains stand, by their numbers, those of the seats first; None where it is not about trains."""
    open_doubles: tuple[OnTrain, ...] | None = None
    """Oldest first."""
    first_turn: tuple[int, ...] = ()
    """Seats whose first turn is still to come or running."""
    laid_now: tuple[OnTrain, ...] = ()
    yard: int | None = None
    hands: tuple[Dealt, ...]
    told_late: bool = False
    """Whether the number of tiles in a hand can be that after all events, not only that before the first."""
    known: tuple[tuple[Reason, bool], ...] = ()
    """What the engine would ask about hidden tiles, and the answer."""

    question: Question
    seat: int | None = None
    """The seat that is asked about, counted from 0."""
    tile: Tile | None = None
    """The tile that is asked about; of a round that is over, the one that was laid last."""
    on: int | Train | None = None
    """Where it is laid: a number that an end shows, or a train."""
    drawn: bool = False
    """Whether the tile was drawn in this turn."""
    drawn_tile: Tile | None = None
    drew: int = 0
    """How many tiles were drawn in this turn."""
    drawn_since: int | None = None
    """How many of them were drawn after the last tile that was laid in this turn, where that is settled."""
    played: int = 0
    """How many tiles were laid in this turn."""
    asked_double: int | None = None
    hand: tuple[Tile, ...] | None = None
    """The tiles of a hand that is nobody's in particular."""
    held: Mapping[int, tuple[Tile, ...]] = {}
    """All doubles that a seat holds."""
    earlier: tuple[int, ...] = ()
    """Doubles that began earlier rounds."""
    yard_has: tuple[Tile, ...] = ()
    """Tiles that are known to be in the yard."""
    began: int | None = None
    """Who begins this round, as the table noted it."""
    began_last: int | None = None
    """Who laid the starting double of the last round, or should have."""
    out_last: int | None = None
    """Who went out in the last round."""
    draws: Mapping[int, Tile] = {}
    """What each seat drew to see who begins."""
    totals: Mapping[int, int] = {}
    """The points of each seat in all rounds so far."""
    events: tuple[Deed, ...] = ()
    on_start: bool = False
    """Whether it is about the double with which the round began."""
    turn: int | None = None
    """Whose turn it was when the marked event happened, where that is told."""
    out: int | None = None
    """Who went out."""
    blocked: bool = False

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.players[seat]

    @cached_property
    def starting_double(self) -> Tile:
        """The double that really started the round."""
        return Tile(self.began_with, self.began_with)

    @property
    def last_drawn(self) -> Tile | None:
        """The tile that was drawn last in this turn, where it is known."""
        return self.tile if self.drawn else self.drawn_tile

    @cached_property
    def draws_made(self) -> int:
        """How many tiles were counted as drawn in this turn: one at least where it is known which."""
        made = max(self.drew, int(self.last_drawn is not None))
        return made if made and self.question.has_fact("drew") else 0

    @property
    def lays(self) -> Tile | None:
        """The tile that is to be laid."""
        return self.tile if self.question.lays else None

    @property
    def lays_last(self) -> bool:
        """Whether the tile that is to be laid is all that is left of the hand."""
        return self.lays is not None and self.hands[self.seat or 0] in (Dealt((self.lays,)), Dealt((), 1))

    @property
    def opens_round(self) -> bool:
        """Whether it is about laying the double with which the round begins, on a table of nothing."""
        if self.question.before_start and self.seat is not None:
            return not self.begun and self.starting_double in self.hands[self.seat].known
        other = self.on is not None and self.lays != self.starting_double
        return not self.begun and self.lays is not None and self.lays.is_double and not other

    @cached_property
    def open_now(self) -> tuple[OnTrain, ...]:
        """Every open double, oldest first: at last those of this turn on whose train nothing was laid since."""
        last = {lay.train: lay.tile for lay in self.laid_now}
        of_turn = (lay for lay in self.laid_now if lay.tile.is_double and last[lay.train] == lay.tile)
        return tuple(dict.fromkeys((*(self.open_doubles or ()), *of_turn)))

    @property
    def layout(self) -> TableLayout:
        """The layout that the question or the table is of; feet where neither says it."""
        return LAYOUTS.get(self.question.layout, FEET if self.trains is None else TRAINS)

    @cached_property
    def on_table(self) -> tuple[Tile, ...]:
        """Every tile that lies on the table for certain, highest first."""
        may_wait = self.question.before_start or self.on_start or self.hand == ()
        may_wait = may_wait if self.lays is None else self.lays.is_double
        tiles = {*self.laid, *(lay.tile for lay in (*self.laid_now, *(self.open_doubles or ())))}
        tiles |= {self.starting_double} if self.begun or not may_wait else set()
        tiles |= {self.foot.tile} if self.foot is not None else set()
        return tuple(sorted(tiles, reverse=True))

    @cached_property
    def elsewhere(self) -> frozenset[Tile]:
        """The tiles that are known to be in the yard or in hands."""
        return frozenset(self.yard_has).union(*(hand.known for hand in self.hands))

    def suit(self, number: int) -> tuple[Tile, ...]:
        """Return the tiles with a number that can be toes of its double."""
        return tuple(tile for tile in full_set(self.set_size) if number in tile and not tile.is_double)

    def off_table(self, number: int) -> tuple[Tile, ...]:
        """Return the tiles of a suit that nobody named as lying on the table."""
        return tuple(tile for tile in self.suit(number) if tile not in self.on_table)

    def lies_besides(self, double: Tile) -> bool:
        """Whether anything is known to lie on the table besides the double that began the round."""
        on_trains = any(train.end is not None for train in (self.trains or {}).values()) or self.open_now
        return bool(self.ends or self.foot or self.toes or on_trains or set(self.laid) - {double})

    @property
    def begun(self) -> bool:
        """Whether anything is known of the table."""
        start_known = self.toes is not None or self.started_with is not None
        return bool(self.laid or self.ends or self.foot or self.trains or start_known)


UNTOLD: Mapping[str, Any] = {
    field.name: {} if field.default is msgspec.NODEFAULT else field.default
    for field in msgspec.structs.fields(Situation)
}
"""What a situation holds of which nothing was told, by its field."""
