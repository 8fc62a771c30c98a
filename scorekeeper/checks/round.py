"""Checks a round and a game: runs every check there is, in order, and holds those about how a round went.

A check is written in the module of its subject, with its facts, level and scope. Facts that ask for the yard, the
layout or every pip on the table cannot be checked by entries; how many toes a start can have, the rules check.

Findings are returned, never enforced here: a file with an impossible hand can still be read and mended.
"""

from collections.abc import Iterator

from scorekeeper.checks import hands, table
from scorekeeper.checks.findings import (
    Check,
    CheckedRound,
    Finding,
    Found,
    Scope,
    check,
    checked_round,
    checks_in,
)
from scorekeeper.game import Game, Points, Round
from scorekeeper.rules import double_is_held
from scorekeeper.text import _


@check("D1", level="warning")
def nobody_out(checked: CheckedRound) -> Iterator[Found]:
    """Find a round that is over, with nobody out and not blocked."""
    if checked.played.ending is None and not checked.played.missing(checked.players):
        yield Found(None, _("Nobody went out; mark who did, or that the round was blocked."))


@check("D16", level="warning")
def other_double(checked: CheckedRound) -> Iterator[Found]:
    """Find another starting double than the one due, where the rules do not let it start the round."""
    start, due, began = checked.rules.start, checked.played.double, checked.played.began_with
    if start.source == "highest-held":  # whatever the schedule wants
        return
    looked_for = not double_is_held(checked.rules) or start.missing.startswith(("all-draw", "draw-in-turn"))
    if (looked_for and began != due) or (start.missing == "next-lower" and began > due):
        yield Found(
            None,
            _(
                "By these rules {due}-{due} starts this round, not {began}-{began}; check the double.",
                due=due,
                began=began,
            ),
        )


@check("D18", level="warning")
def totals_add_up(checked: CheckedRound) -> Iterator[Found]:
    """Find totals in place of points: none is below the total before, and somebody's is the same."""
    game, played = checked.game, checked.played
    pairs = [
        (game.total(name, played.number - 1), entry.count)
        for name, entry in played.hands.items()
        if isinstance(entry, Points)
    ]
    if len(pairs) < len(checked.players) or played.number < 3:
        return
    if all(now >= then for then, now in pairs) and any(now == then > 0 for then, now in pairs):
        yield Found(
            None, _("These look like running totals; enter what each hand counts in this round alone.")
        )


@check("D17", level="warning", scope="game")
def zero_not_won(checked: CheckedRound) -> Iterator[Found]:
    """Find a zero of somebody who did not go out, where rounds won settle a tie."""
    game, played = checked.game, checked.played
    if played.ending is None or "most-rounds-won" not in game.rules.winning.ties:
        return
    for name, points in game.points[played.number - 1].items():
        if points == 0 and name != played.out:
            yield Found(
                name, _("{name} counts zero but did not go out, so this is not a round won.", name=name)
            )


CHECKS = (*checks_in(vars(hands)), *checks_in(globals()), *checks_in(vars(table)))
"""Every check, in the order in which people read what they find."""


def game_findings(game: Game) -> tuple[Finding, ...]:
    """Return every finding about the entries of a game, round by round."""
    found: list[Finding] = []
    for played in game.rounds:
        checked = checked_round(game, played)
        of_round = _run(checked, "round", "blocked")
        found += of_round
        if not any(finding.level == "error" for finding in of_round):
            found += _run(checked, "game")
    return tuple(found)


def round_findings(game: Game, played: Round) -> tuple[Finding, ...]:
    """Return every finding about one round's entries."""
    return tuple(_run(checked_round(game, played), "round", "blocked"))


def _run(checked: CheckedRound, *scopes: Scope) -> list[Finding]:
    """Return what checks find, in their order; a check is left out where its `unless` found something."""
    findings: list[Finding] = []
    successful: list[Check] = []
    for one in CHECKS:
        if (
            one.scope in scopes
            and one.unless not in successful
            and (one.scope != "blocked" or checked.played.blocked)
        ):
            found = one.findings(checked)
            if found:
                successful.append(one)
                findings += found
    return findings
