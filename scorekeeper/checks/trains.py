"""What the hands left prove about the trains on the table: facts T1 to T4.

A round blocks when nobody can play anywhere. By then every train is open to all, so no tile in any hand fits
any end. The first tile of every train has the number of the double that began the round.
"""

from collections.abc import Iterator

from scorekeeper.checks.blocked import holders, plain_tiles
from scorekeeper.checks.findings import Check, CheckedRound, Found, check
from scorekeeper.game import Out
from scorekeeper.rules import Rules, hand_size, trains_at_table, yard_reserve
from scorekeeper.text import _, join_and, ngettext


@check("T1", level="warning", scope="blocked", layout="trains")
def train_end_that_shows(checked: CheckedRound) -> Iterator[Found]:
    """Find an end that a hand could play on: the plain tiles of its number on the table are odd in number.

    Each train begins with the number of the starting double, and whoever has a tile of it can begin one.
    """
    if not _nobody_could_play(checked):
        return
    engine = checked.played.began_with
    for number in sorted(_held_numbers(checked), reverse=True):
        begun = trains_at_table(checked.rules, len(checked.players)) if number == engine else 0
        if number == engine and checked.rules.trains.unstarted != "open":
            continue
        laid = checked.game.set_size - plain_tiles(checked.hands, number)
        if laid < begun or (laid - begun) % 2:
            yield Found(
                None,
                _(
                    "An end showed {number}, and {names} could have played on it; check the hands.",
                    number=number,
                    names=join_and(holders(checked.hands, number)),
                ),
            )
            return


@check("T2", level="warning", scope="blocked", unless=train_end_that_shows, layout="trains")
def every_number_held(checked: CheckedRound) -> Iterator[Found]:
    """Find every number of the set in some hand: whatever the ends showed, somebody could have played."""
    if _nobody_could_play(checked) and len(_held_numbers(checked)) > checked.game.set_size:
        yield Found(
            None,
            _("Every number is in some hand, so somebody could have played on any train; check the hands."),
        )


@check("T3", level="error", layout="trains")
def no_train_begun(checked: CheckedRound) -> Iterator[Found]:
    """Find every tile that can begin a train in hands, though somebody laid all tiles."""
    engine, ending = checked.played.began_with, checked.played.ending
    if checked.rules.trains.wild_blanks or not isinstance(ending, Out):
        return
    if plain_tiles(checked.hands, engine) == checked.game.set_size:
        yield Found(
            None,
            _(
                "Every train starts with a tile with {engine}, but all of these are in hands, so {name} cannot "
                "have gone out.",
                engine=engine,
                name=ending.player,
            ),
        )


@check("T4", level="warning", layout="trains")
def out_before_all_had_a_turn(checked: CheckedRound) -> Iterator[Found]:
    """Find a player out while all others hold as many tiles as were dealt, as if they had had no turn.

    Only a first turn of many tiles can be so long.
    """
    ending, rules = checked.played.ending, checked.rules
    if not isinstance(ending, Out) or rules.trains.first_turn == "run":
        return
    dealt = hand_size(rules, checked.game.set_size, len(checked.players))
    others = [len(checked.hands.get(name, ())) for name in checked.players if name != ending.player]
    if dealt > 1 and all(held == dealt for held in others):
        yield Found(
            ending.player,
            ngettext(
                "{name} went out, but all others still have the {count} tile drawn at the start; check the hands.",
                "{name} went out, but all others still have the {count} tiles drawn at the start; check the hands.",
                dealt,
                name=ending.player,
            ),
        )


def _nobody_could_play(checked: CheckedRound) -> bool:
    """Whether all tiles not on the table are in named hands, none of which fitted an end by these rules."""
    rules = checked.rules
    return (
        len(checked.hands) == len(checked.players)
        and yard_reserve(rules, len(checked.players)) == 0
        and rules.yard.empty == "pass"
        and rules.turn.must_play == "must"
        and _every_end_is_open(rules)
        and _trains_are_lines(rules)
    )


def _every_end_is_open(rules: Rules) -> bool:
    """Whether everybody can play on every train once all are marked, and no dead double keeps anybody off."""
    return rules.trains.elsewhere == "free" and rules.foot.uncloseable == "closed"


def _trains_are_lines(rules: Rules) -> bool:
    """Whether each train has one end, and it is known how many there can be."""
    trains = rules.trains
    return not trains.branching and not trains.wild_blanks and trains.public_count == 1


def _held_numbers(checked: CheckedRound) -> frozenset[int]:
    return frozenset(number for tiles in checked.hands.values() for tile in tiles for number in tile)


TRAIN_CHECKS: tuple[Check, ...] = (
    train_end_that_shows,
    every_number_held,
    no_train_begun,
    out_before_all_had_a_turn,
)
