"""What cannot be true of the entries of a round, and what is odd.

Each finding carries the number of its fact in the rule catalogue's section of consistency facts.
Findings are told, never enforced here: a file with an impossible hand can still be read and mended.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from scorekeeper.game import Entry, Game, Hand, Pips, Round
from scorekeeper.tiles import DOUBLE_BLANK, Tile, full_set, repeated, set_name
from scorekeeper.words import _, listed


class Finding(msgspec.Struct, frozen=True):
    """One thing that cannot be (`error`) or is odd (`warning`), in one sentence."""

    level: Literal["error", "warning"]
    fact: str
    round: int
    player: str | None
    message: str


def round_findings(game: Game, played: Round) -> tuple[Finding, ...]:
    """Return every finding about one round's entries."""
    return (
        *_more_than_the_set(game, played),
        *_starting_double_held(played),
        *_tile_in_two_hands(played),
        *_double_blank_twice(played),
        *_zero_without_going_out(game, played),
        *_nobody_out(game, played),
    )


def _more_than_the_set(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D2: all pips left in hands are at most those of the set without the starting double."""
    left = sum(tile.pips for tile in full_set(game.set_size)) - 2 * played.began_with
    counted = {name: _pips(entry) for name, entry in played.entries.items()}
    for name, pips in counted.items():
        if pips > left:
            told = _("{name} cannot hold {pips} pips; a {set_name} set has {left} besides {double}-{double}.")
            yield Finding(
                "error",
                "D2",
                played.number,
                name,
                told.format(
                    name=name,
                    pips=pips,
                    set_name=set_name(game.set_size),
                    left=left,
                    double=played.began_with,
                ),
            )
            return
    if sum(counted.values()) > left:
        told = _(
            "All hands together hold {pips} pips, but only {left} are in the set besides {double}-{double}."
        )
        total = sum(counted.values())
        yield Finding(
            "error", "D2", played.number, None, told.format(pips=total, left=left, double=played.began_with)
        )


def _pips(entry: Entry) -> int:
    if isinstance(entry, Hand):
        return sum(tile.pips for tile in entry.tiles)
    return entry.count if isinstance(entry, Pips) else 0


def _hands(played: Round) -> dict[str, tuple[Tile, ...]]:
    return {name: entry.tiles for name, entry in played.entries.items() if isinstance(entry, Hand)}


def _starting_double_held(played: Round) -> Iterator[Finding]:
    """Fact D4, first half; and D3 in the round that 0-0 started."""
    started = Tile(played.began_with, played.began_with)
    for name, entry in played.entries.items():
        held = started in entry.tiles if isinstance(entry, Hand) else _claims_double_blank(entry, started)
        if held:
            told = _("{tile} started this round, so it cannot be in {name}'s hand.")
            fact = "D3" if started == DOUBLE_BLANK else "D4"
            yield Finding("error", fact, played.number, name, told.format(tile=started, name=name))


def _claims_double_blank(entry: object, started: Tile) -> bool:
    return isinstance(entry, Pips) and entry.double_blank and started == DOUBLE_BLANK


def _tile_in_two_hands(played: Round) -> Iterator[Finding]:
    """Fact D4, second half."""
    hands = _hands(played)
    for tile in repeated(hands.values()):
        names = [name for name, tiles in hands.items() if tile in tiles]
        told = _("{tile} cannot be in two hands ({names}).").format(tile=tile, names=listed(names))
        yield Finding("error", "D3" if tile == DOUBLE_BLANK else "D4", played.number, names[-1], told)


def _double_blank_twice(played: Round) -> Iterator[Finding]:
    """Fact D3, where one hand names 0-0 as a tile and another was said to hold it."""
    named = [name for name, tiles in _hands(played).items() if DOUBLE_BLANK in tiles]
    said = [name for name, entry in played.entries.items() if isinstance(entry, Pips) and entry.double_blank]
    if named and said:
        told = _("0-0 cannot be in two hands ({names}).").format(names=listed([*named, *said]))
        yield Finding("error", "D3", played.number, said[0], told)


def _zero_without_going_out(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D5."""
    rules = game.rules_of(played.number)
    for name, entry in played.entries.items():
        worthless = rules.scoring.double_blank == 0 or getattr(entry, "double_blank", False)
        empty = entry.tiles == () if isinstance(entry, Hand) else entry.count == 0 and not worthless
        if empty:
            told = _("{name} has nothing left; mark {name} as the one who went out.").format(name=name)
            yield Finding("warning", "D5", played.number, name, told)


def _nobody_out(game: Game, played: Round) -> Iterator[Finding]:
    """Fact D1: a round that is over ended by going out or blocked."""
    if played.ending is None and not played.missing(game.players):
        told = _("Nobody went out; mark who did, or that the round was blocked.")
        yield Finding("warning", "D1", played.number, None, told)
