"""The rounds of a game, each known by its number: which double it wants, and by which rules it is played.

The doubles are computed round by round, because in some rule books the doubles that really started earlier rounds
move the later ones. `started` is always those doubles, first round first. A round keeps the rules that it was played
by; the table may ask for earlier rounds to be counted again.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.rules.rulebook import with_changes
from scorekeeper.rules.schema import Rules, Value
from scorekeeper.text import N_, _


def double_order(rules: Rules, set_size: int) -> tuple[int, ...]:
    """Return the doubles of one pass through the set.

    Sources: `rounds.order`; down-and-up plays 0-0 once, in the middle. The double of
    `rounds.first_double` starts the first round, or the highest where the set has no such double.
    """
    first = rules.rounds.first_double
    if rules.rounds.order == "ascending":
        return tuple(range(0 if first is None else min(first, set_size), set_size + 1))
    down = tuple(range(set_size if first is None else min(first, set_size), -1, -1))
    return down if rules.rounds.order == "descending" else down + down[-2::-1]


def starter_key(rules: Rules, set_size: int, double: int) -> str:
    """Return the rule that says who begins the round of this double."""
    first = double == double_order(rules, set_size)[0]
    return "start.first_starter" if first else "start.later_starter"


def planned_doubles(rules: Rules, set_size: int) -> tuple[int, ...]:
    """Return the doubles of a whole game whose rounds all start as they should.

    A game of fixed length plays the first doubles of the order, and begins again where it is longer.
    A game to a target score may end earlier, or begin the order again.
    """
    doubles = double_order(rules, set_size)
    if rules.rounds.length != "fixed" or rules.rounds.count is None:
        return doubles
    repeats = -(-rules.rounds.count // len(doubles))
    return (doubles * repeats)[: rules.rounds.count]


LENGTHS = {"rounds.count": "fixed", "rounds.target": "target-score"}
"""The number that each length of a game counts by, with that length."""


def changes_for_length(rules: Rules, set_size: int, count: int) -> dict[str, Value]:
    """Return what to change in the rules for a game of so many rounds; nothing where it has as many already."""
    if rules.rounds.length != "target-score" and len(planned_doubles(rules, set_size)) == count:
        return {}
    return {"rounds.length": "fixed", "rounds.count": count}


def doubles_to_come(rules: Rules, set_size: int, started: Sequence[int]) -> tuple[int, ...]:
    """Return the doubles that the rounds still to be played want, the next one first.

    Empty when all have been played. A game to a target score always has a next one.
    Sources: `start.next_double`; under `schedule` a double may start two rounds.
    """
    doubles, endless = planned_doubles(rules, set_size), rules.rounds.length == "target-score"
    if rules.start.next_double == "relative":
        left = doubles
        for double in started:
            left = left[left.index(double) + 1 :] if double in left else left[1:]
            if endless and not left:
                left = doubles
        return left
    if endless:
        doubles *= len(started) // len(doubles) + 1
    if rules.start.next_double == "highest-unused":
        unused = list(doubles)
        for double in started:
            if double in unused:
                unused.remove(double)
        return tuple(unused[: max(0, len(doubles) - len(started))])
    return doubles[len(started) :]


def wanted_double(rules: Rules, set_size: int, scheduled: int, started: Sequence[int]) -> int:
    """Return the double that a round wants, once others than the scheduled ones began earlier rounds."""
    if not started or rules.start.next_double not in ("highest-unused", "relative"):
        return scheduled
    return next(iter(doubles_to_come(rules, set_size, started)), scheduled)


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
    kept: list[RulePeriod] = []
    following = with_changes(rules, changes)
    for period in reversed(earlier):  # what differs in nothing from the rules that follow is left out
        if period.rules != following:
            kept.insert(0, period)
            following = period.rules
    return tuple(kept)


def check_periods(earlier: RulePeriods) -> None:
    """Raise Impossible unless the rounds that earlier rules end with are rounds, and follow each other."""
    ends = [0, *(period.until for period in earlier)]
    if ends != sorted(set(ends)) or ends[-1] > LAST_ROUND:
        sentence = N_(
            "Earlier rules each end with a later round than those before them, at most round {last}."
        )
        raise Impossible(_(sentence, last=LAST_ROUND))


def doubles_in_periods(
    earlier: RulePeriods, rules: Rules, set_size: int, started: Sequence[int]
) -> tuple[int, ...]:
    """Return the doubles of the rounds to be played, as `doubles_to_come` does, each by its own rules."""
    due: list[int] = []
    for number in range(len(started) + 1, (earlier[-1].until if earlier else 0) + 1):
        doubles = doubles_to_come(rules_of_round(earlier, rules, number), set_size, [*started, *due])
        if not doubles:
            return tuple(due)
        due.append(doubles[0])
    return (*due, *doubles_to_come(rules, set_size, [*started, *due]))
