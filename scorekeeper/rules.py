"""Rules: every key on which the rule books differ, as one typed, frozen value.

The keys and their words are those of `rules/README.md`; `rules.scoring.double_blank` is the key
`scoring.double_blank`. A rule book is such a value together with what its source says and leaves
unsaid. Nothing here knows what a rule does, and nothing asks which book it came from.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from scorekeeper.errors import Malformed, nearest
from scorekeeper.words import _

Value: TypeAlias = Any
"""A rule's value: a word, an integer, a truth, a list of words or a table."""

SetSize = Literal[6, 9, 12, 15, 18]
Toes = Literal[3, 4, 6, 8, "per-player"]
Starter = Literal["double-holder", "high-draw", "double-finder", "random"]
LaterStarter = Literal[
    "double-holder", "high-draw", "double-finder", "random", "rotate-left", "previous-winner"
]
TieBreak = Literal["most-rounds-won", "lowest-nonzero-round", "best-next-round", "draw-a-tile", "share"]

ANY = "any"
"""The row of a table that serves every set size or number of players without one of its own."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Some rules that belong together. Tables are frozen when read."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, Mapping):
                msgspec.structs.force_setattr(self, name, _frozen(value))


class SetRules(Section, frozen=True, kw_only=True):
    """`set`: the dominoes and who may play."""

    sizes: tuple[SetSize, ...]
    default: SetSize
    players: Mapping[str, tuple[int, int]]
    teams: bool


class RoundRules(Section, frozen=True, kw_only=True):
    """`rounds`: which doubles start rounds, in what order, and when the game ends."""

    order: Literal["descending", "ascending", "down-and-up"]
    length: Literal["all-doubles", "fixed", "target-score"]
    count: int | None = None
    target: int | None = None


class DealRules(Section, frozen=True, kw_only=True):
    """`deal`: tiles drawn per player."""

    hand_size: Mapping[str, int | str | Mapping[str, int]]


class StartRules(Section, frozen=True, kw_only=True):
    """`start`: the starting double and who begins."""

    source: Literal["preplaced", "prefind", "held"]
    missing: Literal[
        "all-draw",
        "draw-in-turn",
        "draw-in-turn-left-of-shuffler",
        "draw-in-turn-high-first",
        "next-lower",
        "reshuffle",
        "agree",
    ]
    next_double: Literal["schedule", "schedule-then-next-lower", "highest-unused", "relative"]
    first_starter: Starter
    later_starter: LaterStarter
    turn: Literal["double-is-turn", "toe-first"]
    toes: Toes | Mapping[str, Toes]


class FootRules(Section, frozen=True, kw_only=True):
    """`foot`: later doubles and what they ask for."""

    toes: Literal[1, 3]
    lock: Literal["strict", "doubler-must-cover"]
    again: Literal["none", "must-play-again"]
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


class LittleRules(Section, frozen=True, kw_only=True):
    """`little`: the call on the last tile."""

    mode: Literal["off", "courtesy", "penalty"]
    signal: Literal["any", "say", "tap", "noise"]
    announce: Literal[
        "before-next-play", "before-next-turn-ends", "before-hand-leaves-table", "before-called"
    ]
    challenge: Literal["one-circuit", "automatic", "before-next-turn"]
    penalty: Literal["none", "draw-1", "draw-1-and-skip"]
    again: Literal["skip"] | None = None
    points: int


class ScoringRules(Section, frozen=True, kw_only=True):
    """`scoring`: what is left in a hand, in points."""

    double_blank: int
    blank_half: int
    blank_tile: int | None = None
    out: int
    blocked: Literal["all-score", "low-hand-zero"]
    open_foot: int


class WinningRules(Section, frozen=True, kw_only=True):
    """`winning`: who wins, and what decides a tie."""

    winner: Literal["lowest-total"]
    ties: tuple[TieBreak, ...]


class ConductRules(Section, frozen=True, kw_only=True):
    """`conduct`: what happens after a mistake at the table."""

    misplay: Literal["take-back-before-next-action", "stands", "exposed"]
    able_pass: Literal["take-back", "stands"]
    overdraw: Literal["return-unseen", "keep"]


class TrainRules(Section, frozen=True, kw_only=True):
    """`trains`: lines that belong to one player."""

    ownership: Literal["none", "own-and-public"]
    branching: bool


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every rule in force at a table; there is no default outside `rules/packs/classic.toml`."""

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


Basis = Literal["stated", "inferred", "ambiguous", "unstated"]


class RuleBook(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book: its rules, and which of them its source really states."""

    id: str
    title: str
    summary: str
    peculiar: str
    sources: tuple[str, ...]
    rules: Rules
    stated: frozenset[str]
    inferred: frozenset[str]
    ambiguous: frozenset[str]
    choices: Mapping[str, tuple[Value, ...]]
    """Keys that the table agrees on before the game, and the values its source offers."""

    def basis(self, key: str) -> Basis:
        """Return how the source supports this book's value of a key."""
        if key in self.ambiguous:
            return "ambiguous"
        if key in self.inferred:
            return "inferred"
        return "stated" if key in self.stated else "unstated"


SIZED_TABLES = frozenset({"set.players", "deal.hand_size", "start.toes"})
"""Keys whose tables have set sizes as rows; the rows of other tables are numbers of players."""


def _frozen(table: Mapping[str, Value]) -> Mapping[str, Value]:
    rows = {name: _frozen(row) if isinstance(row, Mapping) else row for name, row in table.items()}
    return MappingProxyType(rows)


@cache
def key_types() -> Mapping[str, Any]:
    """Return every key with the type of its values, in the order of `Rules`."""
    sections = get_type_hints(Rules)
    return {
        f"{section}.{name}": hint
        for section, struct in sections.items()
        for name, hint in get_type_hints(struct).items()
    }


def value_of(rules: Rules, key: str) -> Value:
    """Return the value of one key; None where an optional key is absent."""
    section, _dot, name = key.partition(".")
    return getattr(getattr(rules, section), name)


def values(rules: Rules) -> dict[str, Value]:
    """Return all keys that have a value, flat, as files write them."""
    return {key: plain(found) for key in key_types() if (found := value_of(rules, key)) is not None}


def plain(value: Value) -> Value:
    """Return a rule's value in the types that TOML and JSON write."""
    return msgspec.to_builtins(value, enc_hook=dict)


def choices(key: str) -> tuple[str | int, ...]:
    """Return the words or fixed numbers that a key accepts; empty where it takes any value of a type.

    >>> choices("turn.must_play")
    ('must', 'may-draw-and-pass')
    """
    return tuple(dict.fromkeys(_literals(key_types()[key])))


def _literals(hint: Any) -> Iterator[str | int]:
    origin = get_origin(hint)
    if origin is Literal:
        yield from get_args(hint)
    elif origin in (Union, UnionType, tuple):
        for part in get_args(hint):
            yield from _literals(part)


def check_key(key: str) -> None:
    """Raise Malformed, naming the nearest key, if there is no such key."""
    if key not in key_types():
        raise Malformed(_("there is no rule {key!r}; {hint}").format(key=key, hint=nearest(key, key_types())))


def flatten(tables: Mapping[str, Value]) -> dict[str, Value]:
    """Turn TOML tables (`[scoring] out = 0`) into keys (`scoring.out`).

    Raises Malformed for anything that is no table of keys.
    """
    flat: dict[str, Value] = {}
    for section, rows in tables.items():
        if "." in section:
            flat[section] = rows
        elif isinstance(rows, Mapping):
            flat |= {f"{section}.{name}": value for name, value in rows.items()}
        else:
            check_key(section)
    return flat


def nested(changes: Mapping[str, Value]) -> dict[str, dict[str, Value]]:
    """Turn keys (`scoring.out`) into tables (`{"scoring": {"out": 0}}`), as files write them."""
    tables: dict[str, dict[str, Value]] = {}
    for key, value in changes.items():
        section, _dot, name = key.partition(".")
        tables.setdefault(section, {})[name] = plain(value)
    return tables


def read_changes(tables: Mapping[str, Value]) -> dict[str, Value]:
    """Read keys and values as files and `--house` give them; the values come back typed.

    Raises Malformed that names the key, what is wrong with it and what would be right.
    """
    changes = {}
    for key, value in flatten(tables).items():
        check_key(key)
        changes[key] = read_value(key, value)
    return changes


def read_value(key: str, value: Value) -> Value:
    """Read one value of a known key, strictly.

    >>> read_value("winning.ties", ["share"])
    ('share',)
    """
    try:
        typed = msgspec.convert(value, key_types()[key])
    except msgspec.ValidationError as error:
        raise Malformed(_value_fault(key, value, str(error)), key) from None
    if typed is None:
        raise Malformed(_("this rule needs a value"), key)
    if isinstance(typed, Mapping):
        check_rows(key, typed)
        return _frozen(typed)
    if isinstance(typed, int) and not isinstance(typed, bool):
        check_number(key, typed)
    return typed


def _value_fault(key: str, value: Value, told: str) -> str:
    accepted = [str(choice) for choice in choices(key)]
    if accepted and isinstance(value, str):
        return _("{value!r} is not one of its words; {hint}").format(
            value=value, hint=nearest(value, accepted)
        )
    if accepted:
        return _("{value!r} is not one of its values; known are {choices}").format(
            value=value, choices=", ".join(accepted)
        )
    return _("{value!r} does not fit ({told})").format(
        value=value, told=told.replace(" - at `$`", "").replace("`", "")
    )


def check_number(key: str, number: int) -> None:
    """Raise Malformed for a number that no table could mean."""
    least = {"rounds.count": 1, "rounds.target": 1}.get(key, -1000 if key == "scoring.out" else 0)
    if not least <= number <= 10_000:
        raise Malformed(
            _("{number} is out of range; {least} to 10000 would do").format(number=number, least=least),
            key,
        )


def check_rows(key: str, table: Mapping[str, Value]) -> None:
    """Raise Malformed for a table with a row that is no set size, no number of players, or nonsense."""
    sized = key in SIZED_TABLES
    known = [ANY, "6", "9", "12", "15", "18"] if sized else [ANY, *map(str, range(2, 13))]
    for row, value in table.items():
        if row not in known:
            raise Malformed(
                _("{row!r} is not a row of this table; {hint}").format(row=row, hint=nearest(row, known)),
                key,
            )
        _check_row(f"{key}.{row}", value)


def _check_row(place: str, value: Value) -> None:
    if isinstance(value, Mapping):
        for players, tiles in value.items():
            if players != ANY and not (players.isdecimal() and 2 <= int(players) <= 12):
                raise Malformed(
                    _("{players!r} is not a number of players; 2 to 12 or any").format(players=players),
                    place,
                )
            check_number(f"{place}.{players}", tiles)
    elif isinstance(value, tuple) and not 1 <= value[0] <= value[1] <= 99:
        raise Malformed(_("{value} is not [least, most]").format(value=list(value)), place)
    elif isinstance(value, int):
        check_number(place, value)
    elif place.startswith("deal.") and isinstance(value, str):
        formula_tiles(value, 2, place)


def formula_tiles(formula: str, players: int, place: str = "deal.hand_size") -> int:
    """Return the tiles per hand by a formula such as `42/n`, rounded to nearest, halves up.

    Source: the one-page club sheet's `round(42/n)` with 10.5 going up to 11.

    >>> [formula_tiles("42/n", n) for n in range(2, 10)]
    [21, 14, 11, 8, 7, 6, 5, 5]
    """
    pool, slash, rest = formula.partition("/")
    if not (slash and rest == "n" and pool.isdecimal() and len(pool) < 4):
        raise Malformed(
            _('{formula!r} is not a number of tiles; 7 or "42/n" would do').format(formula=formula), place
        )
    return (2 * int(pool) + players) // (2 * players)


def complete(changes: Mapping[str, Value]) -> Rules:
    """Build rules from keys and typed values.

    Raises Malformed if a key that every table needs is missing, or two keys contradict each other.
    """
    missing = [key for key in key_types() if key not in changes and not _optional(key)]
    if missing:
        raise Malformed(_("these rules are not complete; missing are {keys}").format(keys=", ".join(missing)))
    rules = msgspec.convert(nested(changes), Rules)
    if rules.rounds.length == "fixed" and rules.rounds.count is None:
        raise Malformed(_("a game of fixed length needs the number of rounds"), "rounds.count")
    if rules.rounds.length == "target-score" and rules.rounds.target is None:
        raise Malformed(_("a game to a target score needs the target"), "rounds.target")
    return rules


def _optional(key: str) -> bool:
    return type(None) in get_args(key_types()[key])


def with_changes(rules: Rules, changes: Mapping[str, Value]) -> Rules:
    """Return these rules with some keys (typed, as `read_changes` gives them) changed."""
    return complete(values(rules) | dict(changes)) if changes else rules


def differences(rules: Rules, base: Rules) -> dict[str, Value]:
    """Return the keys of `rules`, with their values, that are not as in `base`."""
    there = values(base)
    return {key: value for key, value in values(rules).items() if there.get(key) != value}


def for_set(table: Value, set_size: int) -> Value:
    """Return a table's row for a set size, else its `any` row; a value that is no table is itself.

    Raises Malformed if neither row is there.
    """
    return _row(table, str(set_size), _("a double-{row} set"))


def for_players(table: Value, players: int) -> Value:
    """Return a table's row for a number of players, else its `any` row; else as `for_set`."""
    return _row(table, str(players), _("{row} players"))


def _row(table: Value, row: str, what: str) -> Value:
    if not isinstance(table, Mapping):
        return table
    found = table.get(row, table.get(ANY))
    if found is None:
        raise Malformed(
            _("these rules give no number for {what}, and no row any").format(what=what.format(row=row))
        )
    return found
