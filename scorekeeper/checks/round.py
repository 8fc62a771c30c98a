"""Checks a round and a game: runs every check there is, in order, and holds all that are not about one hand.

Those are how a round went, and what the hands left prove about the table: facts D4, D11, D12 and D14 of feet, T1 to
T4 of trains, C1 of calls. A round of feet blocks because a double is short of toes; without one, hardly ever. A round
of trains blocks when nobody can play anywhere: by then every train is open to all, so no tile in any hand fits any
end. What follows from the hands holds only where all of them are named, the yard was used up, and nobody may hold
back a tile.

Facts that ask for the yard, the layout or every pip on the table cannot be checked by entries; how many toes a start
can have, the rules check. Findings are returned, never enforced here: a file with an impossible hand can still be
read and mended.
"""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.checks import hands
from scorekeeper.checks.findings import (
    Check,
    CheckedRound,
    Finding,
    Hands,
    Remark,
    Scope,
    check,
    checked_round,
    checks_in,
)
from scorekeeper.game import Game, Out, Points, Round, rising_steps, seem_running
from scorekeeper.rules import double_is_held, hand_size, start_toes, trains_at_table, yard_reserve
from scorekeeper.text import N_, _, join_and, ngettext
from scorekeeper.tiles import Tile


@check("D1", level="warning")
def nobody_out(checked: CheckedRound) -> Iterator[Remark]:
    """Find a round that is over, with nobody out and not blocked."""
    if checked.played.ending is None and not checked.played.missing(checked.players):
        yield Remark(None, _("Nobody went out; mark who did, or that the round was blocked."))


@check("C1", level="warning")
def called_and_caught(checked: CheckedRound) -> Iterator[Remark]:
    """Find a player who called in time and was caught silent in the same round."""
    played = checked.played
    for name in dict.fromkeys(call.player for call in played.calls if played.contradicts(call)):
        yield Remark(name, both_ways(name))


def both_ways(name: str) -> str:
    """Return the question about somebody who called in time and was caught as well."""
    return _("{name} called in time and was caught in the same round; is it right?", name=name)


@check("D16", level="warning")
def other_double(checked: CheckedRound) -> Iterator[Remark]:
    """Find another starting double than the one due, where the rules do not let it start the round."""
    start, due, began = checked.rules.start, checked.played.double, checked.played.began_with
    if start.source == "highest-held":  # whatever the schedule wants
        return
    looked_for = not double_is_held(checked.rules) or start.missing.startswith(("all-draw", "draw-in-turn"))
    if (looked_for and began != due) or (start.missing == "next-lower" and began > due):
        sentence = N_("By these rules {due}-{due} starts this round, not {began}-{began}; check the double.")
        yield Remark(None, _(sentence, due=due, began=began))


@check("D18", level="warning")
def totals_add_up(checked: CheckedRound) -> Iterator[Remark]:
    """Find totals in place of points: nobody's is below the total before, and somebody's is the same.

    Nor is it taken for granted that the rounds around are right: they may hold totals as well.
    """
    number, now = checked.played.number, _points_written(checked.played)
    rows = [_points_written(played) for played in checked.game.rounds]
    totals = {name: checked.game.total(name, number - 1) for name in now}
    unended = number > 2 or (number == 2 and checked.played.ending is None)
    risen = len(now) == len(checked.players) and (
        (number > 2 and _has_risen(totals, now))
        or (unended and 0 not in now.values() and _has_risen(rows[number - 2], now))
    )
    if risen or (now and number in _running(checked.game, rows, number, 3 * len(checked.players))):
        yield Remark(
            None, _("These look like running totals; enter what each hand counts in this round alone.")
        )


def _running(game: Game, rows: Sequence[Mapping[str, int]], number: int, least: int) -> range:
    """Return the rounds around one in which running totals were entered, in `least` steps without a fall at least.

    The first of them has no less than the points of all rounds before; points may have risen before that by chance.
    """
    first = last = number
    while first > 1 and rising_steps(rows[first - 2 : last]) is not None:
        first -= 1
    while last < len(rows) and rising_steps(rows[first - 1 : last + 1]) is not None:
        last += 1
    if not seem_running(rows[first - 1 : last], least=least):
        return range(0)
    begun = (
        later
        for later in range(max(first, 2), last + 1)
        if all(game.total(name, later - 1) <= points for name, points in rows[later - 1].items())
    )
    return range(next(begun, first + 1), last + 1)


def _points_written(played: Round) -> dict[str, int]:
    """Return the points that were entered as such, by player."""
    return {name: entry.count for name, entry in played.hands.items() if isinstance(entry, Points)}


def _has_risen(before: Mapping[str, int], now: Mapping[str, int]) -> bool:
    """Whether nobody has less than before, and somebody has the same, which is more than nothing."""
    pairs = [(before.get(name, 0), points) for name, points in now.items()]
    return all(then <= points for then, points in pairs) and any(then == points > 0 for then, points in pairs)


@check("D17", level="warning", scope="game")
def zero_not_won(checked: CheckedRound) -> Iterator[Remark]:
    """Find a zero of somebody who did not go out, where rounds won settle a tie."""
    game, played = checked.game, checked.played
    if played.ending is None or "most-rounds-won" not in game.rules.winning.ties:
        return
    for name, points in game.points[played.number - 1].items():
        if points == 0 and name != played.out:
            yield Remark(
                name, _("{name} counts zero but did not go out, so this is not a round won.", name=name)
            )


@check("D12", level="warning", scope="blocked", layout="feet")
def open_foot_unknown(checked: CheckedRound) -> Iterator[Remark]:
    """Find that nobody named the double that was short of toes."""
    if checked.open_foot is None:
        yield Remark(None, _("Which double was short of toes? Nearly every blocked round has one."))


@check("D11", level="warning", scope="blocked", layout="feet")
def end_that_shows(checked: CheckedRound) -> Iterator[Remark]:
    """Find an end that a hand could play on: an odd number of plain tiles of its suit lies on the table."""
    if checked.open_foot is not None or not _everybody_passed(checked):
        return
    set_size, start = checked.game.set_size, checked.played.began_with
    toes = start_toes(checked.rules, set_size, len(checked.players))
    for number in sorted(_held_numbers(checked), reverse=True):
        # as many lie there as are neither held nor toes, and adding is as odd as taking away
        if sum((set_size, _plain_tiles(checked.hands, number), toes if number == start else 0)) % 2:
            yield Remark(
                None,
                _(
                    "Unless some double was short of toes, an end showed {number}, "
                    "and {names} could have played on it.",
                    number=number,
                    names=join_and(_holders(checked.hands, number)),
                ),
            )
            return


@check("D4", level="error", scope="blocked")
def foot_in_a_hand(checked: CheckedRound) -> Iterator[Remark]:
    """Find the double that was short of toes in a hand; it lies on the table."""
    foot = checked.open_foot
    if foot is None or foot == checked.played.began_with:
        return
    for name, tiles in checked.hands.items():
        if Tile(foot, foot) in tiles:
            sentence = N_("{foot}-{foot} was short of toes on the table, so it cannot be in {name}'s hand.")
            yield Remark(name, _(sentence, foot=foot, name=name))


@check("D14", level="error", scope="blocked")
def nowhere_to_lie(checked: CheckedRound) -> Iterator[Remark]:
    """Find all plain tiles of the open foot's suit in hands; a later double lies on one of them."""
    foot = checked.open_foot
    if foot is None or foot == checked.played.began_with:
        return
    if _plain_tiles(checked.hands, foot) == checked.game.set_size:
        yield Remark(
            None, _("{foot}-{foot} lies on a tile with {foot}, but all of these are in hands.", foot=foot)
        )


@check("D14", level="warning", scope="blocked", unless=nowhere_to_lie)
def toe_in_a_hand(checked: CheckedRound) -> Iterator[Remark]:
    """Find a tile in a hand that would have been a toe."""
    foot = checked.open_foot
    if foot is None or not _everybody_passed(checked):
        return
    for name, tiles in checked.hands.items():
        toe = next((tile for tile in tiles if tile.shows(foot) and not tile.is_double), None)
        if toe is not None:
            sentence = N_("{name} held {tile}, a toe for {foot}-{foot}, so the round was not blocked.")
            yield Remark(name, _(sentence, name=name, tile=toe, foot=foot))


def _everybody_passed(checked: CheckedRound) -> bool:
    """Whether all tiles not on the table are in named hands, by these rules of players who could lay none."""
    return _all_are_told(checked) and checked.rules.foot.uncloseable == "exhaust"


def _all_are_told(checked: CheckedRound) -> bool:
    """Whether all hands are named, and by these rules a round is blocked only once the yard is used up."""
    seats, rules = len(checked.players), checked.rules
    return len(checked.hands) == seats and rules.yard.empty == "pass" and yard_reserve(rules, seats) == 0


def _holders(hands: Hands, number: int) -> list[str]:
    """Return who holds a tile with this number."""
    return [name for name, tiles in hands.items() if any(tile.shows(number) for tile in tiles)]


def _plain_tiles(hands: Hands, number: int) -> int:
    """Return how many tiles with this number, its double left aside, are in hands."""
    return sum(tile.shows(number) and not tile.is_double for tiles in hands.values() for tile in tiles)


@check("T1", level="warning", scope="blocked", layout="trains")
def train_end_that_shows(checked: CheckedRound) -> Iterator[Remark]:
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
        laid = checked.game.set_size - _plain_tiles(checked.hands, number)
        if laid < begun or (laid - begun) % 2:
            sentence = N_("An end showed {number}, and {names} could have played on it; check the hands.")
            yield Remark(None, _(sentence, number=number, names=join_and(_holders(checked.hands, number))))
            return


@check("T2", level="warning", scope="blocked", unless=train_end_that_shows, layout="trains")
def every_number_held(checked: CheckedRound) -> Iterator[Remark]:
    """Find every number of the set in some hand: whatever the ends showed, somebody could have played."""
    if _nobody_could_play(checked) and len(_held_numbers(checked)) > checked.game.set_size:
        yield Remark(
            None,
            _("Every number is in some hand, so somebody could have played on any train; check the hands."),
        )


@check("T3", level="error", layout="trains")
def no_train_begun(checked: CheckedRound) -> Iterator[Remark]:
    """Find every tile that can begin a train in hands, though somebody laid all tiles."""
    engine, ending = checked.played.began_with, checked.played.ending
    if checked.rules.trains.wild_blanks or not isinstance(ending, Out):
        return
    if _plain_tiles(checked.hands, engine) == checked.game.set_size:
        yield Remark(
            None,
            _(
                "Every train starts with a tile with {engine}, but all of these are in hands, so {name} cannot "
                "have gone out.",
                engine=engine,
                name=ending.player,
            ),
        )


@check("T4", level="warning", layout="trains")
def out_before_all_had_a_turn(checked: CheckedRound) -> Iterator[Remark]:
    """Find a player out while all others hold as many tiles as were dealt, as if they had had no turn.

    Only a first turn of many tiles can be so long.
    """
    ending, rules = checked.played.ending, checked.rules
    if not isinstance(ending, Out) or rules.trains.first_turn == "run":
        return
    dealt = hand_size(rules, checked.game.set_size, len(checked.players))
    others = [len(checked.hands.get(name, ())) for name in checked.players if name != ending.player]
    if dealt > 1 and all(held == dealt for held in others):
        yield Remark(
            ending.player,
            ngettext(
                "{name} went out, but all others still have the {count} tile drawn at the start; check the hands.",
                "{name} went out, but all others still have the {count} tiles drawn at the start; check the hands.",
                dealt,
                name=ending.player,
            ),
        )


def _nobody_could_play(checked: CheckedRound) -> bool:
    """Whether all tiles not on the table are in named hands, none of which fitted an end by these rules.

    Everybody can play on every train once all are marked, no dead double keeps anybody off, each train has one
    end, and it is known how many there can be.
    """
    rules, trains = checked.rules, checked.rules.trains
    lines = not trains.branching and not trains.wild_blanks and trains.public_count == 1
    open_to_all = trains.elsewhere == "free" and rules.foot.uncloseable == "closed"
    return _all_are_told(checked) and rules.turn.must_play == "must" and open_to_all and lines


def _held_numbers(checked: CheckedRound) -> frozenset[int]:
    return frozenset(number for tiles in checked.hands.values() for tile in tiles for number in tile)


CHECKS = (*checks_in(vars(hands)), *checks_in(globals()))
"""Every check, in the order in which people read what they find."""


def game_findings(game: Game) -> tuple[Finding, ...]:
    """Return every finding about the entries of a game, round by round."""
    findings: list[Finding] = []
    for played in game.rounds:
        checked = checked_round(game, played)
        of_round = _run(checked, "round", "blocked")
        findings += of_round
        if not any(finding.level == "error" for finding in of_round):
            findings += _run(checked, "game")
    return tuple(findings)


def round_findings(game: Game, played: Round) -> tuple[Finding, ...]:
    """Return every finding about one round's entries."""
    return tuple(_run(checked_round(game, played), "round", "blocked"))


def _run(checked: CheckedRound, *scopes: Scope) -> list[Finding]:
    """Return what checks find, in their order; a check is left out where its `unless` found something."""
    findings: list[Finding] = []
    successful: list[Check] = []
    for search in CHECKS:
        if (
            search.scope in scopes
            and search.unless not in successful
            and (search.scope != "blocked" or checked.played.blocked)
        ):
            of_search = search.findings(checked)
            if of_search:
                successful.append(search)
                findings += of_search
    return findings
