"""One `[[rounds]]` of a game file, read strictly into the changes that make it.

Each change comes with its place in the file (rounds and calls counted from 0, as TOML tools do). Which
changes can be is not settled here.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from scorekeeper.errors import Malformed, nearest
from scorekeeper.game.events import CallMade, Change, RoundScored, RulingKept
from scorekeeper.game.game import Game
from scorekeeper.game.limits import check_entry
from scorekeeper.game.names import spelled
from scorekeeper.game.round import (
    Blocked,
    Call,
    Ending,
    Entry,
    Hand,
    KeptRuling,
    Out,
    Overruled,
    Pips,
    Points,
)
from scorekeeper.system.fields import at, table, typed
from scorekeeper.text import _
from scorekeeper.tiles import parse_tiles


class CallTable(msgspec.Struct, kw_only=True):
    """`[[rounds.calls]]`."""

    kind: str
    player: str
    caught_by: str | None = None
    effect: str | None = None
    note: str | None = None
    served: bool = False


class RulingTable(msgspec.Struct, kw_only=True):
    """`[[rounds.rulings]]`."""

    question: str
    answer: str
    reason: str = ""
    told: tuple[str, ...] = ()
    rule: str | None = None
    book: str = ""


class OverruledTable(msgspec.Struct, kw_only=True):
    """`[[rounds.overruled]]`."""

    fact: str
    player: str | None = None
    message: str = ""
    by: str | None = None
    why: str | None = None


class RoundTable(msgspec.Struct, kw_only=True):
    """`[[rounds]]`."""

    double: int
    started_with: int | None = None
    ended: str | None = None
    out: str | None = None
    open_foot: int | None = None
    note: str = ""
    overruled: tuple[Any, ...] = ()
    hands: dict[str, Any] = {}
    pips: dict[str, Any] = {}
    double_blank: str | None = None
    blank_halves: dict[str, Any] = {}
    points: dict[str, Any] = {}
    calls: tuple[Any, ...] = ()
    rulings: tuple[Any, ...] = ()


def round_changes(game: Game, index: int, rows: Any) -> Iterator[tuple[str, Change]]:
    """Yield the changes of one `[[rounds]]`, each with its place in the file."""
    place, number = f"rounds[{index}]", index + 1
    told = table(RoundTable, rows, place)
    wanted = at(place, game.round, number).double
    if told.double != wanted:
        raise Malformed(
            _("round {number} is {wanted}-{wanted} in this game's schedule, not {double}-{double}").format(
                number=number, wanted=wanted, double=told.double
            ),
            f"{place}.double",
        )
    scored = RoundScored(
        round=number,
        entries=_entries(game, number, told, place),
        ending=_ending(told, place),
        started_with=told.started_with,
        note=told.note,
        overruled=tuple(_overruled(told, place)),
    )
    if scored != RoundScored(round=number, ending=None, started_with=None, note=""):
        yield place, scored
    for position, row in enumerate(told.calls):
        where = f"{place}.calls[{position}]"
        yield where, CallMade(number, Call(**msgspec.structs.asdict(table(CallTable, row, where))))
    for position, row in enumerate(told.rulings):
        where = f"{place}.rulings[{position}]"
        yield where, RulingKept(number, KeptRuling(**msgspec.structs.asdict(table(RulingTable, row, where))))


def _overruled(told: RoundTable, place: str) -> Iterator[Overruled]:
    for position, row in enumerate(told.overruled):
        where = f"{place}.overruled[{position}]"
        yield Overruled(**msgspec.structs.asdict(table(OverruledTable, row, where)))


def _ending(told: RoundTable, place: str) -> Ending | None:
    ended = ("out", "blocked")
    if told.ended is not None and told.ended not in ended:
        raise Malformed(
            _("{word!r} is not how a round ends; {hint}").format(
                word=told.ended, hint=nearest(told.ended, ended)
            ),
            f"{place}.ended",
        )
    if (told.ended == "out") != (told.out is not None):
        raise Malformed(_('`out` names who went out, and goes with ended = "out"'), f"{place}.out")
    if told.open_foot is not None and told.ended != "blocked":
        raise Malformed(_('`open_foot` goes with ended = "blocked"'), f"{place}.open_foot")
    if told.ended is None:
        return None
    return Blocked(told.open_foot) if told.out is None else Out(told.out)


def _entries(game: Game, number: int, told: RoundTable, place: str) -> dict[str, Entry]:
    """Return what was entered for every hand, by player."""
    entries: dict[str, Entry] = {}
    for where, name, entry in _each_entry(game, told, place):
        player = at(where, game.player, name)
        if player in entries:
            raise Malformed(_("{name} is entered twice in this round").format(name=player), where)
        if told.out is not None and player == at(f"{place}.out", game.player, told.out):
            raise Malformed(
                _("{name} went out, so nothing can be left in that hand").format(name=player), where
            )
        at(where, check_entry, game, number, player, entry)
        entries[player] = entry
    return entries


def _each_entry(game: Game, told: RoundTable, place: str) -> Iterator[tuple[str, str, Entry]]:
    _check_pips(told, place)
    for name, text in told.hands.items():
        where = f"{place}.hands.{name}"
        tiles = at(where, parse_tiles, typed(str, text, where), game.set_size)
        yield where, name, Hand(tiles)
    for name, count in told.pips.items():
        where = f"{place}.pips.{name}"
        own = [key for key in told.blank_halves if _same(key, name)]
        blanks = sum(typed(int, told.blank_halves[key], f"{place}.blank_halves.{key}") for key in own)
        yield where, name, Pips(typed(int, count, where), _same(told.double_blank, name), blanks)
    for name, count in told.points.items():
        where = f"{place}.points.{name}"
        yield where, name, Points(typed(int, count, where))


def _same(name: str | None, other: str) -> bool:
    """Whether two names are one player's, however they are capitalised."""
    return name is not None and spelled(name).casefold() == spelled(other).casefold()


def _check_pips(told: RoundTable, place: str) -> None:
    """Raise Malformed where a blank is told of somebody whose pips are not given."""
    holder = [] if told.double_blank is None else [("double_blank", told.double_blank)]
    for key, name in [*holder, *(("blank_halves", name) for name in told.blank_halves)]:
        if not any(_same(name, counted) for counted in told.pips):
            raise Malformed(
                _("{name!r} has no pips in this round, so no blanks beside them; {hint}").format(
                    name=name, hint=nearest(name, told.pips)
                ),
                f"{place}.{key}",
            )
