"""The rules of earlier rounds, in a game whose rules were changed on the way.

A round keeps the rules that it was played by; the table may ask for earlier rounds to be counted again.
Knows a round only by its number.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.schedule import doubles_to_come
from scorekeeper.rules.schema import Rules, Value
from scorekeeper.text import _

LAST_ROUND = 999
"""No game has more rounds."""


class RulePeriod(msgspec.Struct, frozen=True):
    """The rules of all rounds up to `until` that no earlier ones were in force for."""

    until: int
    rules: Rules


RulePeriods = tuple[RulePeriod, ...]


def rules_of_round(earlier: RulePeriods, rules: Rules, number: int) -> Rules:
    """Return the rules of a round, where `rules` are those in force now."""
    return next((period.rules for period in earlier if number <= period.until), rules)


def bears_on_points(key: str) -> bool:
    """Return whether a rule bears on what a round that was played counts.

    >>> bears_on_points("scoring.double_blank"), bears_on_points("winning.ties")
    (True, False)
    """
    return key.startswith("scoring.") or key == "little.points"


def amend_periods(
    earlier: RulePeriods, rules: Rules, changes: Mapping[str, Value], rounds: int, count_again: bool
) -> RulePeriods:
    """Return the earlier rules once keys (typed) of the rules in force change after so many rounds.

    With `count_again` the rounds before are counted by what changed too; how they were played stays.
    """
    now = RulePeriod(rounds, rules_of_round(earlier, rules, rounds))
    earlier = (*(period for period in earlier if period.until < rounds), *((now,) if rounds else ()))
    if count_again:
        recounted = {key: value for key, value in changes.items() if bears_on_points(key)}
        earlier = tuple(replace(period, rules=with_changes(period.rules, recounted)) for period in earlier)
    return _joined(earlier, with_changes(rules, changes))


def _joined(earlier: RulePeriods, rules: Rules) -> RulePeriods:
    """Leave out what differs in nothing from the rules that follow."""
    kept: list[RulePeriod] = []
    following = rules
    for period in reversed(earlier):
        if period.rules != following:
            kept.append(period)
            following = period.rules
    return tuple(reversed(kept))


def check_periods(earlier: RulePeriods) -> None:
    """Raise Impossible unless the rounds that earlier rules end with are rounds, and follow each other."""
    ends = [0, *(period.until for period in earlier)]
    if ends != sorted(set(ends)) or ends[-1] > LAST_ROUND:
        raise Impossible(
            _(
                "Earlier rules each end with a later round than those before them, at most round {last}.",
                last=LAST_ROUND,
            )
        )


def rounds_to_come(
    earlier: RulePeriods, rules: Rules, set_size: int, started: Sequence[int]
) -> tuple[int, ...]:
    """Return the doubles of the rounds to be played, as `schedule.to_come` does, each by its own rules."""
    due: list[int] = []
    for number in range(len(started) + 1, (earlier[-1].until if earlier else 0) + 1):
        doubles = doubles_to_come(rules_of_round(earlier, rules, number), set_size, [*started, *due])
        if not doubles:
            return tuple(due)
        due.append(doubles[0])
    return (*due, *doubles_to_come(rules, set_size, [*started, *due]))
