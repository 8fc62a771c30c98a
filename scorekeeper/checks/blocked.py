"""What the hands left in a blocked round say about the table: facts D11, D12 and D14.

A round blocks because a double is short of toes; without one, hardly ever. What follows from the hands
holds only where all of them are named, the yard was used up, and nobody may hold back a tile. Nothing
here looks at a round that ended by going out.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from scorekeeper.checks.findings import Finding, error, warning
from scorekeeper.game import Blocked, Game, Round, TileEntry
from scorekeeper.rules import start_toes, yard_reserve
from scorekeeper.text import _, join_and
from scorekeeper.tiles import Tile

Hands: TypeAlias = Mapping[str, tuple[Tile, ...]]


def block_findings(game: Game, played: Round) -> Iterator[Finding]:
    """Yield every finding about a round that is said to have been blocked; nothing for any other."""
    if not isinstance(played.ending, Blocked):
        return
    hands = {name: entry.tiles for name, entry in played.entries.items() if isinstance(entry, TileEntry)}
    proves = len(hands) == len(game.players_of(played.number)) and _everybody_passed(game, played)
    foot = played.ending.open_foot
    if foot is None:
        yield warning(
            "D12", played, None, _("Which double was short of toes? Hardly any other round blocks.")
        )
        if proves:
            yield from _end_that_shows(game, played, hands)
    else:
        yield from _foot_in_a_hand(played, foot, hands)
        yield from _nowhere_to_lie(game, played, foot, hands)
        if proves:
            yield from _toe_in_a_hand(game, played, foot, hands)


def _everybody_passed(game: Game, played: Round) -> bool:
    """Whether by these rules all tiles not on the table are in hands of players who could lay none."""
    rules = game.rules_of(played.number)
    return (
        rules.yard.empty == "pass"
        and yard_reserve(rules, len(game.players_of(played.number))) == 0
        and rules.foot.uncloseable == "exhaust"
        and rules.trains.ownership == "none"
    )


def _end_that_shows(game: Game, played: Round, hands: Hands) -> Iterator[Finding]:
    """Fact D11: an odd number of plain tiles of a suit on the table leaves an end that shows it."""
    start = played.began_with
    rules, seats = game.rules_of(played.number), len(game.players_of(played.number))
    toes = start_toes(rules, game.set_size, seats)
    for number in range(game.set_size, -1, -1):
        holders = _holders(hands, number)
        laid = game.set_size - _plain(hands, number) - (toes if number == start else 0)
        if holders and laid % 2:
            told = _(
                "Unless some double was short of toes, an end showed {number}, "
                "and {names} could have played on it."
            ).format(number=number, names=join_and(holders))
            yield warning("D11", played, None, told)
            return


def _foot_in_a_hand(played: Round, foot: int, hands: Hands) -> Iterator[Finding]:
    """Fact D4: the double that was short of toes lies on the table."""
    for name, tiles in hands.items():
        if Tile(foot, foot) in tiles and foot != played.began_with:
            told = _("{foot}-{foot} was short of toes on the table, so it cannot be in {name}'s hand.")
            yield error("D4", played, name, told.format(foot=foot, name=name))


def _nowhere_to_lie(game: Game, played: Round, foot: int, hands: Hands) -> Iterator[Finding]:
    """Fact D14: a later double lies on a plain tile of its suit, which is then in no hand."""
    if foot != played.began_with and _plain(hands, foot) == game.set_size:
        told = _("{foot}-{foot} lies on a tile with {foot}, but all of these are in hands.")
        yield error("D14", played, None, told.format(foot=foot))


def _toe_in_a_hand(game: Game, played: Round, foot: int, hands: Hands) -> Iterator[Finding]:
    """Fact D14: what is left of the suit would have been a toe."""
    if foot != played.began_with and _plain(hands, foot) == game.set_size:
        return
    for name, tiles in hands.items():
        toe = next((tile for tile in tiles if tile.shows(foot) and not tile.is_double), None)
        if toe is not None:
            told = _("{name} held {tile}, a toe for {foot}-{foot}, so the round was not blocked.")
            yield warning("D14", played, name, told.format(name=name, tile=toe, foot=foot))


def _holders(hands: Hands, number: int) -> list[str]:
    return [name for name, tiles in hands.items() if any(tile.shows(number) for tile in tiles)]


def _plain(hands: Hands, number: int) -> int:
    """Return how many tiles with this number, its double left aside, are in hands."""
    return sum(tile.shows(number) and not tile.is_double for tiles in hands.values() for tile in tiles)
