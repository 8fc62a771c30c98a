"""The deal: tiles per hand, tiles left in the yard, toes on the start, and what cannot be played.

What a rule book merely does not name (another set, one player more) is no matter of this module;
what cannot physically be done is refused, with the numbers.
"""

from typing import NamedTuple

from scorekeeper.errors import Impossible
from scorekeeper.rules import Rules, at_table, for_players
from scorekeeper.sections import ANY
from scorekeeper.tiles import full_set, set_name
from scorekeeper.words import _, ngettext

FEWEST_PLAYERS, MOST_PLAYERS = SEATS = 2, 12


class Deal(NamedTuple):
    """What lies where once the hands are drawn, in tiles."""

    hand: int
    yard: int
    """Face down, the reserve among them; the starting double too while nobody has laid it."""
    reserve: int
    toes: int


def hand_size(rules: Rules, set_size: int, players: int) -> int:
    """Return the tiles that each player draws."""
    return int(at_table("deal.hand_size", rules.deal.hand_size, set_size, players))


def start_toes(rules: Rules, set_size: int, players: int) -> int:
    """Return the toes that the starting double needs before anything else may be played."""
    toes = at_table("start.toes", rules.start.toes, set_size, players)
    return players if toes == "per-player" else int(toes)


def reserve(rules: Rules, players: int) -> int:
    """Return the yard tiles that may never be drawn."""
    return int(for_players(rules.yard.reserve, players))


def deal(rules: Rules, set_size: int, players: int) -> Deal:
    """Return the deal of a round.

    Raises Impossible, with the numbers, if the tiles or the suit do not suffice (facts D8, D13).
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise Impossible(
            _("{players} cannot play; a table seats {least} to {most}").format(
                players=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS
            )
        )
    toes = check_toes(rules, set_size, players)
    return _dealt(rules, set_size, players, toes)


def check_toes(rules: Rules, set_size: int, players: int) -> int:
    """Return the toes on the start. Raises Impossible if the suit has fewer tiles (fact D13)."""
    toes = start_toes(rules, set_size, players)
    if toes > set_size:
        raise Impossible(
            _(
                "The starting double needs {toes} toes, but a {name} set has only {tiles} other tiles "
                "with its number; choose fewer toes or a larger set."
            ).format(toes=toes, name=set_name(set_size), tiles=set_size)
        )
    return toes


def _dealt(rules: Rules, set_size: int, players: int, toes: int) -> Deal:
    hand, kept = hand_size(rules, set_size, players), reserve(rules, players)
    laid_first = 0 if rules.start.source == "held" else 1
    tiles = len(full_set(set_size))
    yard = tiles - laid_first - hand * players
    if hand < 1 or yard < kept:
        raise Impossible(
            _(
                "{players} hands of {hand} need {need} tiles, but a {name} set has {free} to draw "
                "(starting double laid first: {laid}, kept in the yard: {kept}); "
                "draw fewer or take a larger set."
            ).format(
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


def outside_book(rules: Rules, set_size: int, players: int) -> tuple[str, ...]:
    """Return what the rule book does not provide for, as sentences; the table may play it all the same."""
    told = []
    name = set_name(set_size)
    if set_size not in rules.set.sizes:
        told.append(_("This rule book does not mention a {name} set.").format(name=name))
    least, most = rules.set.players.get(str(set_size), rules.set.players.get(ANY, SEATS))
    if least == most != players:
        told.append(_("This rule book is for {most} players with a {name} set.").format(most=most, name=name))
    elif not least <= players <= most:
        told.append(
            _("This rule book is for {least} to {most} players with a {name} set.").format(
                least=least, most=most, name=name
            )
        )
    return tuple(told)


def cautions(rules: Rules, set_size: int, players: int) -> tuple[str, ...]:
    """Return all that a table should know before it plays, as sentences.

    What the rule book does not provide for, and a yard so small that one draw each empties it.
    Raises Impossible as `deal` does.
    """
    dealt = deal(rules, set_size, players)
    told = outside_book(rules, set_size, players)
    if dealt.yard < players + 1:
        told += (
            ngettext(
                "Only {yard} tile is left in the yard after the deal.",
                "Only {yard} tiles are left in the yard after the deal.",
                dealt.yard,
            ).format(yard=dealt.yard),
        )
    return told
