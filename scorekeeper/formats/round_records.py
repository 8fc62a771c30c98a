"""Reads round records (`scorekeeper-record/1`) from TOML files.

Reads strictly: an unknown key is refused with its place in the file and the nearest valid key. Whether the actions
are legal is up to `judge`.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from scorekeeper.engine import Dealt
from scorekeeper.errors import Malformed, NotFound, Position, nearest
from scorekeeper.game import clean_players
from scorekeeper.round_record import RoundRecord, read_actions
from scorekeeper.rules import RuleBook, read_changes
from scorekeeper.system import read_at, read_table, read_toml
from scorekeeper.text import _
from scorekeeper.tiles import Tile, check_set, parse_tile, tokens

RECORD_FORMAT = "scorekeeper-record/1"
MOST_ACTIONS = 5000

_Read = TypeVar("_Read")


class RecordFile(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a record file."""

    format: str
    set: int
    round: int
    players: tuple[str, ...]
    rules: str
    yard: int | None = None
    actions: tuple[str, ...]
    hands: dict[str, str] = {}
    house: dict[str, Any] = {}


def read_record(path: Path, book: Callable[[str], RuleBook]) -> RoundRecord:
    """Read a record; `book` finds a rule book by its id.

    Raises Malformed with the file and the place in it, Unavailable if it cannot be read.
    """
    return read_file(path, lambda data: as_record(data, book))


def read_file(path: Path, turned: Callable[[dict[str, Any]], _Read]) -> _Read:
    """Read a file's tables and convert them; errors name the file."""
    data = read_toml(path)
    try:
        return turned(data)
    except (Malformed, NotFound) as error:
        fault = error if isinstance(error, Malformed) else Malformed(str(error), "rules")
        raise fault.within(str(path)) from None


def as_record(data: dict[str, Any], book: Callable[[str], RuleBook]) -> RoundRecord:
    """Convert the tables of a file to a record. Raises Malformed, or NotFound for an unknown rule book."""
    if data.get("format") != RECORD_FORMAT:
        raise Malformed(
            _(
                "The format is “{found}”; a round record says “{right}”.",
                found=data.get("format", ""),
                right=RECORD_FORMAT,
            ),
            "format",
        )
    record = read_table(RecordFile, data)
    check_table(record.set, record.round, record.yard, record.players)
    if len(record.actions) > MOST_ACTIONS:
        raise Malformed(_("No round has more than {most} actions.", most=MOST_ACTIONS), "actions")
    book(record.rules)
    read_at("hands", check_keys, record.hands, record.players)
    hands = (
        read_at(f"hands.{name}", read_hand, record.hands[name], record.set) if name in record.hands else None
        for name in record.players
    )
    found = RoundRecord(
        record.set,
        record.round,
        record.players,
        record.rules,
        read_at("house", read_changes, record.house),
        record.yard,
        tuple(hands),
        record.actions,
    )
    read_actions(found)
    return found


def check_keys(data: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise Malformed for an unknown key, naming the nearest valid one."""
    for key in data:
        if key not in known:
            raise Malformed(_("“{key}” does not belong here; {hint}", key=key, hint=nearest(key, known)))


def check_table(set_size: int, double: int, yard: int | None, players: tuple[str, ...]) -> None:
    """Raise Malformed for an impossible set, round, yard or list of players."""
    read_at("set", check_set, set_size)
    if not 0 <= double <= set_size:
        raise Malformed(
            _("No round starts with {round}-{round}; use 0 to {set}.", round=double, set=set_size), "round"
        )
    if yard is not None and yard < 0:
        raise Malformed(_("{yard} is not a number of tiles.", yard=yard), "yard")
    cleaned = read_at("players", clean_players, players)
    for place, (name, right) in enumerate(zip(players, cleaned, strict=True)):
        if name != right:
            raise Malformed(_("Write this name without surplus spaces."), f"players[{place}]")


def read_hand(text: str, highest: int) -> Dealt:
    """Read a hand as dealt: tiles, `?` for an unknown tile, `7?` for seven of them."""
    known: list[Tile] = []
    hidden = 0
    for position, token in tokens(text):
        at = Position(position, len(token))
        if token.endswith("?"):
            count = token.removesuffix("?")
            if count and not (count.isascii() and count.isdecimal() and len(count) < 4):
                raise Malformed(
                    _(
                        "“{token}” is not a number of tiles; 7? means seven tiles not shown (position {position}).",
                        token=token,
                        position=position,
                    ),
                    at=at,
                )
            hidden += int(count or 1)
            continue
        tile = parse_tile(token, highest, position)
        if tile in known:
            raise Malformed(
                _("{tile} is named twice, again at position {position}.", tile=tile, position=position), at=at
            )
        known.append(tile)
    return Dealt(tuple(known), hidden)
