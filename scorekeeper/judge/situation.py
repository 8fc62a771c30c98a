"""A situation: a position as people remember it, a question about it, and what a question is.

Frozen values. Whatever nobody knows is None, which means unknown and never zero. The questions themselves are in
`plays`, `rounds` and `events`; nothing here asks the engine.
"""

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, get_args

import msgspec

from scorekeeper.engine import Dealt, Reason, RoundResult, Train
from scorekeeper.judge.facts import AskedFact, Foot
from scorekeeper.judge.train_facts import LaidNow, OpenOn, TrainTold
from scorekeeper.rules import FEET, LAYOUTS, TRAINS, LayoutName, Rules, TableLayout, Value
from scorekeeper.tiles import Tile

UNKNOWN = Dealt((), None)
"""A hand of which nothing is known."""

Verdict = Literal["legal", "illegal", "depends", "no-rule"]

Seat = Annotated[int, "player"]
"""A field of a question that names a player in a file; here and below the text is what a file holds there."""
AskedTile = Annotated[Tile, "tile"]
AskedTiles = Annotated[tuple[Tile, ...], "tiles"]
Number = Annotated[int, "number"]
"""What an end or a double shows."""
Numbers = Annotated[tuple[int, ...], "numbers"]
Count = Annotated[int, "count"]
Flag = Annotated[bool, "flag"]
TileOfEach = Annotated[Mapping[int, Tile], "tile of each"]
PointsOfEach = Annotated[Mapping[int, int], "points of each"]
TilesOfEach = Annotated[Mapping[int, tuple[Tile, ...]], "tiles of each"]
Events = Annotated[tuple[str, ...], "events"]
"""Actions in the form of a record, one that was wrong with a `!`."""
Location = Annotated[int | Train, "place"]
"""Where a tile is laid: a number that an end shows, or a train."""
OnStart = Annotated[bool, "start"]
"""Whether it is about the starting double."""
Ending = Annotated[bool, "ending"]
"""Whether the round was blocked."""


AnswerWord: TypeAlias = str | int | tuple[str, ...] | None
"""What a question is answered with besides the verdict: a word, a number, actions in notation; or nothing."""


NO_RULE = ""
"""Stands for the key of a rule where none decides, as in a hand that counts its dots."""


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
    others: tuple[Reason, ...] = ()
    """Other reasons, of which any may be the right one: the answer is the same."""
    result: RoundResult | None = None
    """How the round ended, where that is what was asked."""
    way: str = ""
    """Which of several sentences the answer has, where it has more than one."""


class FileField(NamedTuple):
    """A field of `[question]` in a file."""

    name: str
    attribute: str
    """What the field is called in the question's class."""
    kind: str
    needed: bool
    default: Any
    """What it holds where a file has no such field."""


class Question(msgspec.Struct, frozen=True, kw_only=True, rename={"seat": "player"}):
    """A question about a position. Each kind is a class; its fields are those of `[question]` in a file.

    A field that an annotation above gives a kind is read from files, under its own name or that of `rename`; it is
    needed where it has no default. A question that cannot be asked is refused when it is made, with Malformed.
    """

    ask: ClassVar[str]
    """The word that names the question in files."""
    facts: ClassVar[tuple[AskedFact, ...]]
    """The facts that it can turn on, in the order in which they are asked."""
    settled_by: ClassVar[tuple[str, ...]] = ()
    """Facts of its own that would settle it before any other."""
    turns_on_yard: ClassVar[bool] = False
    """Whether it can turn on the tiles left in the yard."""
    turns_on_ends: ClassVar[bool] = False
    """Whether it can turn on the open ends and the toes of the starting double."""
    turns_on_suit: ClassVar[bool] = False
    """Whether it can turn on how many tiles of the open foot's number are on the table."""
    assumes: ClassVar[bool] = False
    """Whether what nobody told of the toes and of the open foot's number is taken as usual, and the ruling says so.

    The start then has all its toes, and of that number only the tiles that were named are on the table.
    """

    layout: ClassVar[Literal["", LayoutName]] = ""
    """The only layout under which it can be asked."""
    yes_and_no: ClassVar[tuple[str, ...]] = ()
    """The two answers that mean yes and no, where a word means that and no verdict; else none."""
    names_hands: ClassVar[bool] = False
    """Whether its table in a file can name the hands, as `[hands]` does."""

    @abstractmethod
    def answer(self, situation: "Situation", rules: Rules) -> Answer:
        """Answer the question about a position without gaps, which holds this question."""

    @property
    def seat(self) -> int | None:
        """The seat it is about, counted from 0."""
        return None

    @property
    def lays(self) -> Tile | None:
        """The tile that is to be laid."""
        return None

    @property
    def drawn_tile(self) -> Tile | None:
        """The tile that was drawn last in this turn, where it is known."""
        return None

    @property
    def draws_made(self) -> int:
        """How many tiles were counted as drawn in this turn."""
        return 0

    @property
    def played(self) -> int:
        """How many tiles the player has laid in this turn."""
        return 0

    @property
    def double(self) -> int | None:
        """The number of the double it is about."""
        return None

    @property
    def before_start(self) -> bool:
        """Whether it can be asked before the starting double lies on the table."""
        return False

    def opens(self, _situation: "Situation") -> bool:
        """Whether it is about laying a double with which a round can begin."""
        return self.lays is not None and self.lays.is_double

    @property
    def hand(self) -> tuple[Tile, ...] | None:
        """The tiles of a hand that is nobody's in particular."""
        return None

    @property
    def held(self) -> Mapping[int, tuple[Tile, ...]]:
        """All doubles that a seat holds."""
        return {}

    @property
    def went_out(self) -> int | None:
        """The seat that ended the round by laying its last tile."""
        return None

    @property
    def was_blocked(self) -> bool:
        """Whether the round ended although nobody went out."""
        return False

    @property
    def starter_draws(self) -> tuple[Tile, ...]:
        """The tiles that were drawn for who begins."""
        return ()

    @property
    def yard_has(self) -> tuple[Tile, ...]:
        """Tiles that are known to be in the yard."""
        return ()

    @classmethod
    def file_fields(cls) -> tuple[FileField, ...]:
        """Return the fields of `[question]` in a file, the needed ones first."""
        return _file_fields(cls)

    @classmethod
    def asked(cls, name: str) -> AskedFact:
        """Return one of its facts. Raises KeyError where it has no such fact."""
        return {asked.fact.name: asked for asked in cls.facts}[name]

    @classmethod
    def has_fact(cls, name: str) -> bool:
        """Whether it asks for a fact."""
        return any(asked.fact.name == name for asked in cls.facts)

    @classmethod
    def facts_under(
        cls, rules: Rules | None, layout: TableLayout, later: bool = False
    ) -> tuple[AskedFact, ...]:
        """Return the facts of a table of this layout that matter under these rules; None: under any.

        `later` is about a round after the first.
        """
        return tuple(
            asked
            for asked in cls.facts
            if layout.has(asked.layout, asked.fact.layout)
            and (rules is None or ((later and asked.later) or asked.under)(rules))
        )

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Return the question that facts make, given by their names. Raises Malformed."""
        fields = {asked.fact.name: asked.fact.fills or asked.fact.name for asked in cls.facts}
        return cls(
            **{
                field: facts[name]
                for name, field in fields.items()
                if field in cls.__struct_fields__ and name in facts
            }
        )

    @classmethod
    def facts_to_table(cls, facts: Mapping[str, Any], _double: int) -> Mapping[str, Any]:
        """Return facts with those of the table under their usual names, in a round of this double."""
        return facts

    def facts_from_table(self, facts: Mapping[str, Any], _double: int) -> Mapping[str, Any]:
        """Return facts with those of the table under the names by which the question asks for them."""
        return facts


@cache
def _file_fields(kind: type[Question]) -> tuple[FileField, ...]:
    found = [
        FileField(field.encode_name, field.name, file_kind, field.required, _default(field))
        for field in msgspec.structs.fields(kind)
        if (file_kind := _file_kind(field.type)) is not None
    ]
    return tuple(sorted(found, key=lambda field: not field.needed))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _file_kind(annotation: Any) -> str | None:
    """Return what a file holds in a field, None where the field is in no file."""
    kinds = [
        part.__metadata__[0] for part in (annotation, *get_args(annotation)) if hasattr(part, "__metadata__")
    ]
    return str(kinds[0]) if kinds else None


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """A position and a question."""

    set_size: int
    double: int
    """The double that the round belongs to."""
    started_with: int | None = None
    """The double that really started it, where that is another."""
    players: tuple[str, ...]
    rules: str
    """The id of a rule book."""
    house: Mapping[str, Value] = {}
    toes: int | None = None
    """Toes on the starting double."""
    foot: Foot | None = None
    ends: tuple[int, ...] | None = None
    """Numbers that open ends show; one that several show may be named once."""
    laid: tuple[Tile, ...] = ()
    trains: Mapping[int, TrainTold] | None = None
    """How the trains stand, by their numbers, those of the seats first; None where it is not about trains."""
    open_doubles: tuple[OpenOn, ...] = ()
    """Oldest first."""
    first_turn: tuple[int, ...] = ()
    """Seats whose first turn is still to come or running."""
    laid_now: tuple[LaidNow, ...] = ()
    yard: int | None = None
    hands: tuple[Dealt, ...]
    question: Question

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.players[seat]

    @property
    def began_with(self) -> int:
        """The number of the double that really started the round."""
        return self.double if self.started_with is None else self.started_with

    @property
    def starting_double(self) -> Tile:
        """The double that really started the round."""
        return Tile(self.began_with, self.began_with)

    @property
    def open_now(self) -> tuple[OpenOn, ...]:
        """Every open double, oldest first: at last those of this turn on whose train nothing was laid since."""
        last = {laid.train: laid.tile for laid in self.laid_now}
        of_turn = (
            OpenOn(train, tile.high)
            for tile, train in self.laid_now
            if tile.is_double and last[train] == tile
        )
        return tuple(dict.fromkeys((*self.open_doubles, *of_turn)))

    @property
    def layout(self) -> TableLayout:
        """The layout that the question or the table is of; feet where neither says it."""
        return LAYOUTS.get(self.question.layout, FEET if self.trains is None else TRAINS)

    def on_table(self) -> tuple[Tile, ...]:
        """Return every tile that lies on the table for certain, highest first."""
        begun = self.begun or not self.question.before_start
        doubles = {self.starting_double} if begun else set()
        if self.foot is not None:
            doubles.add(Tile(self.foot.double, self.foot.double))
        doubles |= {Tile(double.number, double.number) for double in self.open_doubles}
        return tuple(sorted(doubles.union(self.laid, (laid.tile for laid in self.laid_now)), reverse=True))

    def lies_besides(self, double: Tile) -> bool:
        """Whether anything is known to lie on the table besides the double that began the round."""
        on_trains = any(told.end is not None for told in (self.trains or {}).values()) or self.open_now
        return bool(self.ends or self.foot or self.toes or on_trains or set(self.laid) - {double})

    @property
    def begun(self) -> bool:
        """Whether anything is known of the table."""
        told = self.toes is not None or self.started_with is not None
        return bool(self.laid or self.ends or self.foot or self.trains or told)
