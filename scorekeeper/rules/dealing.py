"""The deal: tiles per hand, tiles left in the yard, toes on the start, and set-ups that cannot be played.

A set or a number of players that a rule book merely does not mention is allowed. What is physically
impossible is refused, with the numbers.
"""

import msgspec

from scorekeeper.errors import Impossible, ScorekeeperError
from scorekeeper.rules.schema import ANY, Rules, Value
from scorekeeper.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS, SEATS, for_players, row_for_table
from scorekeeper.text import N_, _
from scorekeeper.tiles import SET_SIZES, full_set, set_name


class Deal(msgspec.Struct, frozen=True):
    """What lies where once the hands are drawn, in tiles."""

    hand: int
    yard: int
    """Face down, the reserve among them; the starting double too while nobody has laid it."""
    reserve: int
    toes: int


def double_is_held(rules: Rules) -> bool:
    """Whether the starting double is dealt with the other tiles, and the player who holds it lays it."""
    return rules.start.source in ("held", "highest-held")


def hand_size(rules: Rules, set_size: int, players: int) -> int:
    """Return the tiles that each player draws."""
    return int(row_for_table("deal.hand_size", rules.deal.hand_size, set_size, players))


def changes_for_hand(rules: Rules, set_size: int, players: int, tiles: int) -> dict[str, Value]:
    """Return what to change in the rules so that each player draws so many tiles; nothing where each does."""
    if hand_size(rules, set_size, players) == tiles:
        return {}
    return {"deal.hand_size": {"any": tiles}}


def start_toes(rules: Rules, set_size: int, players: int) -> int:
    """Return the toes that the starting double needs before anything else may be played."""
    toes = row_for_table("start.toes", rules.start.toes, set_size, players)
    return players if toes == "per-player" else int(toes)


def yard_reserve(rules: Rules, players: int) -> int:
    """Return the yard tiles that may never be drawn."""
    return int(for_players(rules.yard.reserve, players))


def deal(rules: Rules, set_size: int, players: int) -> Deal:
    """Return the deal of a round.

    Raises Impossible, with the numbers, if the tiles or the suit do not suffice.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        sentence = N_("{players} cannot play; a table seats {least} to {most}.")
        raise Impossible(_(sentence, players=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS))
    toes = check_toes(rules, set_size, players)
    hand, kept = hand_size(rules, set_size, players), yard_reserve(rules, players)
    laid_first = 0 if double_is_held(rules) else 1
    tiles = len(full_set(set_size))
    yard = tiles - laid_first - hand * players
    if hand < 1 or yard < kept:
        raise Impossible(
            _(
                "{players} hands of {hand} need {need} tiles, but a {name} set has {free} to draw "
                "(starting double laid first: {laid}, kept in the yard: {kept}); "
                "deal fewer tiles, take a larger set, or play with fewer people.",
                players=players,
                hand=hand,
                need=hand * players,
                name=set_name(set_size),
                free=tiles - laid_first - kept,
                laid=laid_first,
                kept=kept,
            )
        )
    return Deal(hand, yard, kept, toes)


def check_toes(rules: Rules, set_size: int, players: int) -> int:
    """Return the toes on the start. Raises Impossible if the suit has fewer tiles."""
    toes = start_toes(rules, set_size, players)
    if toes > set_size and rules.layout.start_toes:
        raise Impossible(
            _(
                "The starting double needs {toes} toes, but a {name} set has only {tiles} other tiles "
                "with its number; choose fewer toes or a larger set.",
                toes=toes,
                name=set_name(set_size),
                tiles=set_size,
            )
        )
    return toes


def book_players(rules: Rules, set_size: int) -> tuple[int, int]:
    """Return the fewest and the most players that a rule book names for a set."""
    return rules.set.players.get(str(set_size), rules.set.players.get(ANY, SEATS))


def outside_book(rules: Rules, set_size: int, players: int) -> tuple[str, ...]:
    """Return what the rule book does not provide for, as sentences; the table may play it all the same."""
    sentences = []
    name = set_name(set_size)
    if set_size not in rules.set.sizes:
        sentences.append(_("This rule book does not mention a {name} set.", name=name))
    least, most = book_players(rules, set_size)
    if least == most != players:
        sentences.append(_("This rule book is for {most} players with a {name} set.", most=most, name=name))
    elif not least <= players <= most:
        sentence = N_("This rule book is for {least} to {most} players with a {name} set.")
        sentences.append(_(sentence, least=least, most=most, name=name))
    if trains_at_table(rules, players) > set_size:
        sentences.append(
            _(
                "A {name} set has only {tiles} other tiles with the number of the starting double, so not every "
                "train can be started.",
                name=name,
                tiles=set_size,
            )
        )
    return tuple(sentences)


def trains_at_table(rules: Rules, players: int) -> int:
    """Return how many trains a table has, one of them public where there is any."""
    return {"none": 0, "own-only": players, "own-and-public": players + 1}[rules.trains.ownership]


def tiles_drawn(rules: Rules, set_size: int, players: int) -> int | None:
    """Return how many tiles each player draws; None where the rules do not say, or the tiles do not suffice."""
    try:
        return deal(rules, set_size, players).hand
    except ScorekeeperError:
        return None


def why_unplayable(rules: Rules, set_size: int, players: int) -> str | None:
    """Return why a game cannot be played, with the numbers; None if it can."""
    try:
        deal(rules, set_size, players)
    except ScorekeeperError as error:
        return str(error)
    return None


def playable(rules: Rules, set_size: int) -> tuple[int, ...]:
    """Return the numbers of players for which the tiles of a set suffice."""
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    return tuple(players for players in seats if why_unplayable(rules, set_size, players) is None)


def unplayable_in_book(rules: Rules) -> tuple[tuple[int, tuple[int, ...], str], ...]:
    """Return what a book names but the tiles do not allow: set, numbers of players, why the first cannot."""
    unplayable = []
    for set_size in rules.set.sizes:
        least, most = book_players(rules, set_size)
        seats = range(max(least, FEWEST_PLAYERS), min(most, MOST_PLAYERS) + 1)
        refused = {players: why for players in seats if (why := why_unplayable(rules, set_size, players))}
        if refused:
            unplayable.append((set_size, tuple(refused), next(iter(refused.values()))))
    return tuple(unplayable)


def lost_seats(rules: Rules, base: Rules) -> tuple[tuple[int, int], ...]:
    """Return each set and number of players that could play by `base` and cannot by `rules`."""
    return tuple(
        (set_size, players)
        for set_size in SET_SIZES
        for players in playable(base, set_size)
        if players not in playable(rules, set_size)
    )


def newly_impossible(rules: Rules, base: Rules) -> dict[int, list[int]]:
    """Return the numbers of players, by set, that rules exclude though the base or they themselves name them."""
    lost = {*lost_seats(rules, base), *_named_in_vain(rules) - _named_in_vain(base)}
    sizes = sorted({size for size, _seats in lost})
    return {size: sorted(seats for other, seats in lost if other == size) for size in sizes}


def _named_in_vain(rules: Rules) -> set[tuple[int, int]]:
    return {(size, seats) for size, refused, _why in unplayable_in_book(rules) for seats in refused}
