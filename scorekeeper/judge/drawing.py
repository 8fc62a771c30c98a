"""A position from memory as a picture in text, drawn as the engine draws a table of which every tile is known.

```
‹5··─┏9┳─··2›
     ┃ ┃    ╭7┬─7:?
     ┃ ┣─··─┤ ┼─7:?
     ┗9┛    ╰7┴─○
```
`··` stands for tiles that nobody named, `?` for a number that nobody knows, `○` for a toe still wanted.
"""

from collections.abc import Iterator

from scorekeeper.engine import EMPTY, OPEN_END, URGENT, Block, draw_foot, draw_start, join_before
from scorekeeper.judge.facts import Around
from scorekeeper.judge.situation import Situation
from scorekeeper.judge.train_facts import train_called
from scorekeeper.judge.train_position import about_trains
from scorekeeper.rules import Rules, start_toes
from scorekeeper.text import _

SOME_TILES, UNKNOWN_NUMBER = "··", "?"
MOST_DRAWN = 40
"""Empty places beyond this are those of a slip of the finger."""


def sketch(situation: Situation, rules: Rules, width: int = 80) -> str:
    """Return the table as far as it is known; empty where nothing is known of it."""
    if not situation.begun:
        return ""
    if about_trains(rules):
        return "\n".join(_trains(situation))
    needed = start_toes(rules, situation.set_size, len(situation.players))
    if situation.toes is not None and situation.toes < needed:
        arms = _toes_of_start(situation, situation.toes, needed)
    else:
        arms = _arms(situation, rules)
    for spread in (True, False):
        drawn = draw_start(str(situation.began_with), arms, spread)
        if max(map(len, drawn)) <= width:
            break
    return "\n".join(line.rstrip() for line in drawn)


def _trains(situation: Situation) -> Iterator[str]:
    """Yield a line for each train: whose it is, its end or its open double, and its marker."""
    around, told = Around(situation.set_size, situation.players), situation.trains or {}
    open_ends = dict(situation.open_doubles)
    trains = sorted({*range(len(situation.players)), *told, *open_ends})
    names = {train: str(train_called(train, around)) for train in trains}
    widest = max(map(len, names.values()))
    for train in trains:
        line = f"{names[train]:{widest}}  {situation.starting_double}{_end(train, situation)}"
        marked = train in told and told[train].marked
        yield _("{train}  marked", train=line) if marked else line


def _end(train: int, situation: Situation) -> str:
    """Return how a train goes on behind the engine."""
    told, open_ends = situation.trains or {}, dict(situation.open_doubles)
    if train in open_ends:
        return f"{SOME_TILES}{open_ends[train]}-{open_ends[train]}{URGENT}"
    if train not in told:
        return SOME_TILES + UNKNOWN_NUMBER
    return "" if (end := told[train].end) is None else f"{SOME_TILES}{end}{OPEN_END}"


def _toes_of_start(situation: Situation, toes: int, needed: int) -> list[Block]:
    """Return the toes of a starting double that lacks some: every open end is the far half of one."""
    number = situation.began_with
    far = [*(situation.ends or ())]
    named = (tile.other(number) for tile in situation.laid if tile.shows(number) and not tile.is_double)
    far += [other for other in named if other not in far]
    shown = [*map(str, far), *[UNKNOWN_NUMBER] * max(0, toes - len(far))][:MOST_DRAWN]
    laid = [Block([f"{number}:{other}{OPEN_END}"], 0) for other in shown]
    return laid + [Block([URGENT], 0)] * min(needed - toes, MOST_DRAWN)


def _arms(situation: Situation, rules: Rules) -> list[Block]:
    """Return the lines that lead away from a complete start: the open foot, and an arm for each open end."""
    ends = (
        [UNKNOWN_NUMBER]
        if situation.ends is None
        else [str(number) for number in situation.ends[:MOST_DRAWN]]
    )
    arms = [Block([SOME_TILES + number + OPEN_END], 0) for number in ends]
    if situation.foot is None:
        return arms
    number, toes = str(situation.foot.double), situation.foot.toes
    if toes is None:
        below = [Block([UNKNOWN_NUMBER], 0)]
    else:
        empty = URGENT if rules.foot.lock == "strict" else EMPTY
        below = [Block([f"{number}:{UNKNOWN_NUMBER}"], 0)] * min(toes, MOST_DRAWN)
        below += [Block([empty], 0)] * max(0, rules.foot.toes - toes)
    return [*arms, join_before(SOME_TILES, draw_foot(number, below))]
