"""Reads round records (`scorekeeper-record/1`) from TOML files.

Reads strictly: an unknown key is refused with its place in the file and the nearest valid key. Whether the actions
are legal is up to `judge`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from scorekeeper.engine import Dealt
from scorekeeper.errors import Malformed, Position, at_place, nearest
from scorekeeper.game import clean_players
from scorekeeper.judge import check_count
from scorekeeper.round_record import RoundRecord, read_actions
from scorekeeper.rules import RuleBook, read_changes
from scorekeeper.system import Source, read_at, read_table, read_toml
from scorekeeper.text import N_, _, whole_number
from scorekeeper.tiles import check_set, parse_tiles, tokens

RECORD_FORMAT = "scorekeeper-record/1"
MOST_ACTIONS = 5000


class DisputeFile(msgspec.Struct, frozen=True, kw_only=True):
    """What a record and a situation both have."""

    format: str
    set_size: int = msgspec.field(name="set")
    double: int = msgspec.field(name="round")
    players: tuple[str, ...]
    rules: str
    house: dict[str, Any] = {}


class RecordFile(DisputeFile, frozen=True, kw_only=True):
    """The fields of a record file."""

    yard: int | None = None
    actions: tuple[str, ...]
    hands: dict[str, str] = {}


def read_record(path: Source, book: Callable[[str], RuleBook]) -> RoundRecord:
    """Read a record; `book` finds a rule book by its id.

    Raises Malformed with the file and the place in it, Unavailable if it cannot be read.
    """
    data = read_toml(path)
    with at_place(str(path)):
        return as_record(data, book)


def as_record(data: dict[str, Any], book: Callable[[str], RuleBook]) -> RoundRecord:
    """Convert the tables of a file to a record. Raises Malformed."""
    if data.get("format") != RECORD_FORMAT:
        sentence = N_("The format is “{found}”; a round record says “{right}”.")
        raise Malformed(_(sentence, found=data.get("format", ""), right=RECORD_FORMAT), "format")
    record = read_table(RecordFile, data)
    head = read_head(record, book)
    if record.yard is not None and record.yard < 0:
        raise Malformed(_("{yard} is not a number of tiles.", yard=record.yard), "yard")
    if len(record.actions) > MOST_ACTIONS:
        raise Malformed(_("No round has more than {most} actions.", most=MOST_ACTIONS), "actions")
    hands = read_hands(record, record.hands)
    found = RoundRecord(**head, yard=record.yard, hands=hands, actions=record.actions)
    read_actions(found)
    return found


def check_keys(data: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise Malformed for an unknown key, naming the nearest valid one."""
    for key in data:
        if key not in known:
            raise Malformed(_("“{key}” does not belong here; {hint}", key=key, hint=nearest(key, known)))


def read_head(file: DisputeFile, book: Callable[[str], RuleBook]) -> dict[str, Any]:
    """Return what a record and a situation have in common.

    Raises Malformed for an impossible set, round or list of players, or an unknown rule book.
    """
    read_at("set", check_set, file.set_size)
    if not 0 <= file.double <= file.set_size:
        sentence = N_("No round starts with {round}-{round}; use 0 to {set}.")
        raise Malformed(_(sentence, round=file.double, set=file.set_size), "round")
    cleaned = read_at("players", clean_players, file.players)
    for place, (name, right) in enumerate(zip(file.players, cleaned, strict=True)):
        if name != right:
            raise Malformed(_("Write this name without surplus spaces."), f"players[{place}]")
    read_at("rules", book, file.rules)
    house = read_at("house", read_changes, file.house)
    return {name: getattr(file, name) for name in ("set_size", "double", "players", "rules")} | {
        "house": house
    }


def read_hands(file: DisputeFile, told: Mapping[str, str | int]) -> tuple[Dealt | None, ...]:
    """Read the hands by the players' names: tiles, or how many; None for a hand that is not told."""
    read_at("hands", check_keys, told, file.players)
    return tuple(
        read_at(f"hands.{name}", read_hand, told[name], file.set_size) if name in told else None
        for name in file.players
    )


def read_hand(told: str | int, highest: int) -> Dealt:
    """Read a hand as dealt: tiles, `?` for an unknown tile, `7?` for seven of them; or how many tiles it is."""
    if isinstance(told, int):
        return Dealt((), check_count(told))
    shown, hidden = told, 0
    for position, token in tokens(told):
        if token.endswith("?"):
            count = token.removesuffix("?")
            if (unknown := whole_number(count or "1")) is None:
                sentence = N_(
                    "“{token}” is not a number of tiles; 7? means seven tiles not shown (position {position})."
                )
                at = Position(position, len(token))
                raise Malformed(_(sentence, token=token, position=position), at=at)
            hidden += check_count(unknown)
            start, end = Position(position, len(token)).span
            shown = shown[:start] + " " * len(token) + shown[end:]
    return Dealt(parse_tiles(shown, highest), hidden)
