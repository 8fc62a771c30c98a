"""The schedule of doubles: which double each round wants.

Computed round by round, because in some rule books the doubles that really started earlier rounds move
the later ones. `started` is always those doubles, first round first.
"""

from collections.abc import Sequence

from scorekeeper.rules.schema import Rules, Value


def double_order(rules: Rules, set_size: int) -> tuple[int, ...]:
    """Return the doubles of one pass through the set.

    Sources: `rounds.order`; down-and-up plays 0-0 once, in the middle (catalogue G26). The double of
    `rounds.first_double` starts the first round, or the highest where the set has no such double.
    """
    first = rules.rounds.first_double
    if rules.rounds.order == "ascending":
        return tuple(range(0 if first is None else min(first, set_size), set_size + 1))
    down = tuple(range(set_size if first is None else min(first, set_size), -1, -1))
    return down if rules.rounds.order == "descending" else down + down[-2::-1]


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


def changes_for_length(rules: Rules, set_size: int, count: int) -> dict[str, Value]:
    """Return what to change in the rules for a game of so many rounds; nothing where it has as many already."""
    if rules.rounds.length != "target-score" and len(planned_doubles(rules, set_size)) == count:
        return {}
    return {"rounds.length": "fixed", "rounds.count": count}


def doubles_to_come(rules: Rules, set_size: int, started: Sequence[int]) -> tuple[int, ...]:
    """Return the doubles that the rounds still to be played want, the next one first.

    Empty when all have been played. A game to a target score always has a next one.
    Sources: `start.next_double`; a double may start two rounds under `schedule` (catalogue G12).
    """
    doubles, endless = planned_doubles(rules, set_size), rules.rounds.length == "target-score"
    if rules.start.next_double == "relative":
        return _after(doubles, started, endless)
    if endless:
        doubles *= len(started) // len(doubles) + 1
    if rules.start.next_double == "highest-unused":
        return _unused(doubles, started)
    return doubles[len(started) :]


def _unused(doubles: tuple[int, ...], started: Sequence[int]) -> tuple[int, ...]:
    left = list(doubles)
    for double in started:
        if double in left:
            left.remove(double)
    return tuple(left[: max(0, len(doubles) - len(started))])


def _after(doubles: tuple[int, ...], started: Sequence[int], endless: bool) -> tuple[int, ...]:
    left = doubles
    for double in started:
        left = left[left.index(double) + 1 :] if double in left else left[1:]
        if endless and not left:
            left = doubles
    return left


def wanted_double(rules: Rules, set_size: int, scheduled: int, started: Sequence[int]) -> int:
    """Return the double that a round wants, once others than the scheduled ones began earlier rounds."""
    if not started or rules.start.next_double not in ("highest-unused", "relative"):
        return scheduled
    return next(iter(doubles_to_come(rules, set_size, started)), scheduled)
