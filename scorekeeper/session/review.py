"""What an entry brings to light, and warnings that the table keeps it against, with who and why.

A screen or a command asks `brought` before it adds an entry, refuses errors, and puts the warnings that
were overruled into the event with `overruling`. Nothing here decides for the table.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from scorekeeper.checks.findings import Finding
from scorekeeper.checks.round import round_findings
from scorekeeper.game.apply import apply
from scorekeeper.game.events import RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.round import Overruled


def brought(game: Game, what: RoundScored) -> tuple[Finding, ...]:
    """Return every finding that is there once the entry is made and was not before.

    Where another double turns out to have started the round, the rounds after it are looked at too.
    Raises ScorekeeperError if the entry cannot be made.
    """
    after = apply(what, game)
    began = game.round(what.round).began_with != after.round(what.round).began_with
    numbers = range(what.round, (len(after.rounds) if began else what.round) + 1)
    return tuple(
        finding
        for number in numbers
        for known in [round_findings(game, game.round(number))]
        for finding in round_findings(after, after.round(number))
        if finding not in known
    )


def overruling(
    what: RoundScored, findings: Iterable[Finding], by: str | None = None, why: str | None = None
) -> RoundScored:
    """Return the entry with the warnings of its round that the table keeps it against."""
    kept = tuple(
        Overruled(finding.fact, finding.player, finding.message, by, why)
        for finding in findings
        if finding.level == "warning" and finding.round == what.round
    )
    return replace(what, overruled=(*what.overruled, *kept))


def overruled(game: Game, finding: Finding) -> Overruled | None:
    """Return what the table said to a finding, if it was overruled."""
    if finding.level == "error":
        return None
    told = (one for one in game.round(finding.round).overruled)
    return next((one for one in told if (one.fact, one.player) == (finding.fact, finding.player)), None)
