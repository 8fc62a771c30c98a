"""The sections of the rules: every key on which rule books differ, as typed, frozen values.

The keys and their values are those of `rules/README.md`: the field `double_blank` of `ScoringRules` is
the key `scoring.double_blank`. Nothing here reads a file, and nothing knows what a rule does.

A key without a default was there from the first version. A newer one has the value of `rules/packs/classic.toml` as
its default, so that rules saved before it existed can still be read.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import msgspec

Value: TypeAlias = Any
"""A rule's value: a word, an integer, a truth, a list of words or a table."""

SetSize = Literal[6, 9, 12, 15, 18]
Toes = Literal[3, 4, 6, 8, "per-player"]
_Starter = Literal["double-holder", "high-draw", "double-finder", "random", "highest-engine-tile"]
LaterStarter = Literal[_Starter, "rotate-left", "previous-winner", "lowest-total"]
TieBreak = Literal["most-rounds-won", "lowest-nonzero-round", "best-next-round", "draw-a-tile", "share"]

ANY = "any"
"""The row of a table that serves every set size or number of players without one of its own."""


def frozen(value: Value) -> Value:
    """Return the value with its tables, and theirs, made unchangeable."""
    if isinstance(value, Mapping):
        return MappingProxyType({name: frozen(row) for name, row in value.items()})
    return value


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Some rules that belong together. Tables are frozen when read."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            msgspec.structs.force_setattr(self, name, frozen(getattr(self, name)))


class SetRules(Section, frozen=True, kw_only=True):
    """`set`: the dominoes and who may play."""

    sizes: tuple[SetSize, ...]
    default: SetSize
    players: Mapping[str, tuple[int, int]]
    teams: bool


class RoundRules(Section, frozen=True, kw_only=True):
    """`rounds`: which doubles start rounds, in what order, and when the game ends."""

    order: Literal["descending", "ascending", "down-and-up"]
    first_double: int | None = None
    length: Literal["all-doubles", "fixed", "target-score"]
    count: int | None = None
    target: int | None = None


class DealRules(Section, frozen=True, kw_only=True):
    """`deal`: tiles drawn per player."""

    hand_size: Mapping[str, int | str | Mapping[str, int]]
    shuffler: Literal["anybody", "in-turn"] = "anybody"
    wrong_count: Literal["before-first-play", "any-time", "redeal"] = "before-first-play"
    exposed: Literal["mixed-back", "kept", "reshuffle"] = "mixed-back"
    search_tiles: Literal["back", "kept"] = "back"
    twice: Literal["taken-out", "redeal"] = "taken-out"


class StartRules(Section, frozen=True, kw_only=True):
    """`start`: the starting double and who begins."""

    source: Literal["preplaced", "prefind", "held", "highest-held"]
    missing: Literal[
        "all-draw",
        "draw-in-turn",
        "draw-in-turn-left-of-shuffler",
        "draw-in-turn-high-first",
        "next-lower",
        "reshuffle",
        "agree",
    ]
    none_held: Literal["all-draw", "draw-in-turn"] = "all-draw"
    next_double: Literal["schedule", "schedule-then-next-lower", "highest-unused", "relative"]
    first_starter: _Starter
    later_starter: LaterStarter
    turn: Literal["double-is-turn", "toe-first"]
    toes: Toes | Mapping[str, Toes]


class FootRules(Section, frozen=True, kw_only=True):
    """`foot`: later doubles and what they ask for."""

    toes: Literal[1, 3]
    lock: Literal["strict", "doubler-must-cover"]
    again: Literal["none", "must-play-again", "must-cover"]
    chain: Literal["none", "if-covered", "any"] = "none"
    order: Literal["oldest-first", "newest-first", "any"] = "oldest-first"
    draw: Literal["per-tile", "per-turn"] = "per-tile"
    layout: Literal["cross-and-diagonals", "long-side", "tilted-away"]
    call: str
    uncloseable: Literal["exhaust", "closed", "ends-round"]


class TurnRules(Section, frozen=True, kw_only=True):
    """`turn`: what a player may and must do."""

    must_play: Literal["must", "may-draw-and-pass"]
    plays: Literal["one", "many"]
    draws: Literal["one", "until-playable"]
    drawn_tile: Literal["must-play", "may-play", "may-not-play"]


class YardRules(Section, frozen=True, kw_only=True):
    """`yard`: the tiles left face down."""

    reserve: int | Mapping[str, int]
    empty: Literal["pass", "round-ends"]


class EndingRules(Section, frozen=True, kw_only=True):
    """`ending`: how a round may end."""

    double_out: Literal["allowed", "must-cover"]
    first_turn: Literal["at-once", "all-finish-first-turn"] = "at-once"


class LittleRules(Section, frozen=True, kw_only=True):
    """`little`: the call on the last tile."""

    mode: Literal["off", "courtesy", "penalty"]
    signal: Literal["any", "say", "tap", "noise"]
    announce: Literal[
        "before-next-play", "before-next-turn-ends", "before-hand-leaves-table", "before-called"
    ]
    challenge: Literal["one-circuit", "automatic", "before-next-turn"]
    penalty: Literal["none", "draw-1", "draw-1-and-skip", "draw-2", "draw-2-and-skip"]
    again: Literal["skip"] | None = None
    points: int
    caller: Literal["player", "anybody"] = "player"
    early: Literal["repeat", "stands"] = "repeat"
    other_signal: Literal["counts", "void"] = "counts"


class ScoringRules(Section, frozen=True, kw_only=True):
    """`scoring`: what is left in a hand, in points."""

    double_blank: int
    blank_half: int
    blank_tile: int | None = None
    out: int
    blocked: Literal["all-score", "low-hand-zero"]
    open_foot: int
    out_on_double: Literal["plain", "doubled"] = "plain"
    marker: int = 0


class WinningRules(Section, frozen=True, kw_only=True):
    """`winning`: who wins, and what decides a tie."""

    winner: Literal["lowest-total"]
    ties: tuple[TieBreak, ...]


class ConductRules(Section, frozen=True, kw_only=True):
    """`conduct`: what happens after a mistake at the table."""

    misplay: Literal["take-back-before-next-action", "stands", "exposed"]
    able_pass: Literal["take-back", "stands"]
    overdraw: Literal["return-unseen", "keep"]
    take_back: Literal["laid-is-played", "until-next-action"] = "laid-is-played"
    later_tiles: Literal["stay", "undone"] = "stay"
    forgot_draw: Literal["until-next-action", "any-time", "lost"] = "until-next-action"
    peeked: Literal["mixed-back", "draws-it"] = "mixed-back"


class TrainRules(Section, frozen=True, kw_only=True):
    """`trains`: lines that belong to one player."""

    ownership: Literal["none", "own-and-public", "own-only"]
    first_turn: Literal["one", "run"] = "one"
    first_turn_place: Literal["own-only", "own-or-public", "any-open"] = "any-open"
    first_turn_double: Literal["as-usual", "waits", "not-last"] = "as-usual"
    public_start: Literal[
        "any-turn", "after-first-turn", "after-own-start", "after-all-first-turns", "after-all-started"
    ] = "any-turn"
    public_count: int | Literal["any"] = 1
    elsewhere: Literal["free", "own-started"] = "free"
    unstarted: Literal["open", "reserved"] = "open"
    marker_on: Literal["stuck", "own-blocked"] = "stuck"
    marker_off: Literal["own-play", "any-play"] = "own-play"
    wild_blanks: bool = False
    branching: bool
    """The last of all keys, and without a default: the rules of a file that was cut off lack it."""


LayoutName: TypeAlias = Literal["feet", "trains"]
AnyLayout: TypeAlias = Literal["", LayoutName]
"""What is about one layout only, or about all."""


class TableLayout(msgspec.Struct, frozen=True, kw_only=True):
    """How tiles lie on the table: what differs between the games, as capabilities that everybody else asks for."""

    name: LayoutName
    words: str = ""
    """The section of the files of words with what is said otherwise; empty where the usual words are meant."""
    start_toes: bool = False
    """Whether the starting double needs its toes before anything else is laid."""
    open_foot: bool = False
    """Whether a blocked round can name the double that was short of toes."""
    owned_ends: bool = False
    """Whether an end is a player's or public; if not, all are open to everybody."""
    starting_double: Literal["start", "engine"] = "start"
    """What sheets call the double that starts a round."""
    last_tile_call: Literal["chickenlittle", "announcement"] = "announcement"
    """What a player says on the last tile."""
    sheet_columns: tuple[str, ...] = ()
    """What a sheet has room for besides points: who began a round, how it ended. It has boxes to tick, too."""

    def has(self, *named: str) -> bool:
        """Whether something belongs to this layout that names its layouts; one that names none is of all."""
        return all(name in ("", self.name) for name in named)


FEET = TableLayout(name="feet", start_toes=True, open_foot=True, last_tile_call="chickenlittle")
TRAINS = TableLayout(
    name="trains",
    words="with_trains",
    owned_ends=True,
    starting_double="engine",
    sheet_columns=("starter", "ended"),
)

LAYOUTS: Mapping[str, TableLayout] = MappingProxyType({layout.name: layout for layout in (FEET, TRAINS)})


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every rule in force at a table."""

    set: SetRules
    rounds: RoundRules
    deal: DealRules
    start: StartRules
    foot: FootRules
    turn: TurnRules
    yard: YardRules
    ending: EndingRules
    little: LittleRules
    scoring: ScoringRules
    winning: WinningRules
    conduct: ConductRules
    trains: TrainRules

    @property
    def layout(self) -> TableLayout:
        """How tiles lie on the table. Files tell it by who owns trains: where nobody does, there are feet."""
        return FEET if self.trains.ownership == "none" else TRAINS


SIZED_TABLES = frozenset({"set.players", "deal.hand_size", "start.toes"})
"""Keys whose tables have set sizes as rows; the rows of other tables are numbers of players."""
