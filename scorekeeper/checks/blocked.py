"""What the hands left in a blocked round of feet prove about the table: facts D4, D11, D12 and D14.

A round blocks because a double is short of toes; without one, hardly ever. What follows from the hands
holds only where all of them are named, the yard was used up, and nobody may hold back a tile. Nothing
here looks at a round that ended by going out.
"""

from collections.abc import Iterator

from scorekeeper.checks.findings import Check, CheckedRound, Found, Hands, check
from scorekeeper.rules import start_toes, yard_reserve
from scorekeeper.text import _, join_and
from scorekeeper.tiles import Tile


@check("D12", level="warning", scope="blocked", layout="feet")
def open_foot_unknown(checked: CheckedRound) -> Iterator[Found]:
    """Find that nobody named the double that was short of toes."""
    if checked.open_foot is None:
        yield Found(None, _("Which double was short of toes? Hardly any other round blocks."))


@check("D11", level="warning", scope="blocked", layout="feet")
def end_that_shows(checked: CheckedRound) -> Iterator[Found]:
    """Find an end that a hand could play on: an odd number of plain tiles of its suit lies on the table."""
    if checked.open_foot is not None or not _everybody_passed(checked):
        return
    set_size, start = checked.game.set_size, checked.played.began_with
    toes = start_toes(checked.rules, set_size, len(checked.players))
    held = {number for tiles in checked.hands.values() for tile in tiles for number in tile}
    for number in sorted(held, reverse=True):
        # as many lie there as are neither held nor toes, and adding is as odd as taking away
        if sum((set_size, plain_tiles(checked.hands, number), toes if number == start else 0)) % 2:
            yield Found(
                None,
                _(
                    "Unless some double was short of toes, an end showed {number}, "
                    "and {names} could have played on it.",
                    number=number,
                    names=join_and(holders(checked.hands, number)),
                ),
            )
            return


@check("D4", level="error", scope="blocked")
def foot_in_a_hand(checked: CheckedRound) -> Iterator[Found]:
    """Find the double that was short of toes in a hand; it lies on the table."""
    foot = checked.open_foot
    if foot is None or foot == checked.played.began_with:
        return
    for name, tiles in checked.hands.items():
        if Tile(foot, foot) in tiles:
            yield Found(
                name,
                _(
                    "{foot}-{foot} was short of toes on the table, so it cannot be in {name}'s hand.",
                    foot=foot,
                    name=name,
                ),
            )


@check("D14", level="error", scope="blocked")
def nowhere_to_lie(checked: CheckedRound) -> Iterator[Found]:
    """Find all plain tiles of the open foot's suit in hands; a later double lies on one of them."""
    foot = checked.open_foot
    if foot is None or foot == checked.played.began_with:
        return
    if plain_tiles(checked.hands, foot) == checked.game.set_size:
        yield Found(
            None, _("{foot}-{foot} lies on a tile with {foot}, but all of these are in hands.", foot=foot)
        )


@check("D14", level="warning", scope="blocked", unless=nowhere_to_lie)
def toe_in_a_hand(checked: CheckedRound) -> Iterator[Found]:
    """Find a tile in a hand that would have been a toe."""
    foot = checked.open_foot
    if foot is None or not _everybody_passed(checked):
        return
    for name, tiles in checked.hands.items():
        toe = next((tile for tile in tiles if tile.shows(foot) and not tile.is_double), None)
        if toe is not None:
            yield Found(
                name,
                _(
                    "{name} held {tile}, a toe for {foot}-{foot}, so the round was not blocked.",
                    name=name,
                    tile=toe,
                    foot=foot,
                ),
            )


def _everybody_passed(checked: CheckedRound) -> bool:
    """Whether all tiles not on the table are in named hands, by these rules of players who could lay none."""
    rules, seats = checked.rules, len(checked.players)
    return (
        len(checked.hands) == seats
        and rules.yard.empty == "pass"
        and yard_reserve(rules, seats) == 0
        and rules.foot.uncloseable == "exhaust"
    )


def holders(hands: Hands, number: int) -> list[str]:
    """Return who holds a tile with this number."""
    return [name for name, tiles in hands.items() if any(tile.shows(number) for tile in tiles)]


def plain_tiles(hands: Hands, number: int) -> int:
    """Return how many tiles with this number, its double left aside, are in hands."""
    return sum(tile.shows(number) and not tile.is_double for tiles in hands.values() for tile in tiles)


BLOCKED_CHECKS: tuple[Check, ...] = (
    open_foot_unknown,
    end_that_shows,
    foot_in_a_hand,
    nowhere_to_lie,
    toe_in_a_hand,
)
