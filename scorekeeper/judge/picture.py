"""A position from memory as a picture in text, drawn as the engine draws a table of which every tile is known.

```
‹5··─┏9┳─··2›
     ┃ ┃    ╭7┬─│7│?│
     ┃ ┣─··─┤ ├─│7│?│
     ┗9┛    ╰7┴─○

┏7┳─ Ana, marked  ··4›
┗7┻─ Ben          ··│3│3│○
```
`··` stands for tiles that nobody named, `?` for a number that nobody knows, `○` for a toe still wanted.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.drawing import (
    EMPTY,
    OPEN_END,
    URGENT,
    Block,
    draw_foot,
    draw_start,
    draw_trains,
    join_before,
    tile_face,
)
from scorekeeper.judge.situation import Situation
from scorekeeper.judge.told import TrainTold
from scorekeeper.rules import Rules, start_toes
from scorekeeper.text import _

SOME_TILES, UNKNOWN_NUMBER = "··", "?"
MOST_DRAWN = 40
"""Empty places beyond this are those of a slip of the finger."""


def sketch(situation: Situation, rules: Rules, width: int = 80) -> str:
    """Return the table as far as it is known; empty where nothing is known of it."""
    if not situation.begun:
        return ""
    if situation.trains is not None:
        return "\n".join(draw_trains(str(situation.began_with), _trains(situation, situation.trains, rules)))
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


def _trains(situation: Situation, trains: Mapping[int, TrainTold], rules: Rules) -> list[tuple[str, str]]:
    """Return for each train whose it is and how it stands: its end, an open double, or no tile at all."""
    seats = len(situation.players)
    public = [train for train in sorted(trains) if train >= seats]
    rows = []
    for train in (*range(seats), *public):
        at = trains.get(train)
        double = next((tile.high for tile, where in situation.open_now if where == train), None)
        if double is not None:
            empty = URGENT if rules.foot.lock == "strict" else EMPTY
            drawn = f"{SOME_TILES}{tile_face(double, double)}{empty}"
        elif at is None:
            drawn = SOME_TILES + UNKNOWN_NUMBER + OPEN_END
        else:
            drawn = EMPTY if at.end is None else f"{SOME_TILES}{at.end}{OPEN_END}"
        rows.append((_train_words(situation, train, at is not None and at.marked), drawn))
    return rows


def _train_words(situation: Situation, train: int, marked: bool) -> str:
    """Return whose train it is, and whether it has its marker."""
    public = train - len(situation.players)
    if public >= 0:
        return _("public train {number}", number=public + 1) if public else _("public train")
    name = situation.players[train]
    return _("{player}, marked", player=name) if marked else name


def _toes_of_start(situation: Situation, toes: int, needed: int) -> list[Block]:
    """Return the toes of a starting double that lacks some: every open end is the far half of one."""
    number = situation.began_with
    far = [*(situation.ends or ())]
    named = (tile.other(number) for tile in situation.laid if tile.shows(number) and not tile.is_double)
    far += [other for other in named if other not in far]
    shown = [*map(str, far), *[UNKNOWN_NUMBER] * max(0, toes - len(far))][:MOST_DRAWN]
    laid = [Block([tile_face(number, other) + OPEN_END], 0) for other in shown]
    return laid + [Block([URGENT], 0)] * min(needed - toes, MOST_DRAWN)


def _arms(situation: Situation, rules: Rules) -> list[Block]:
    """Return the lines that lead away from a complete start: the open foot, and an arm for each open end."""
    ends: Sequence[object] = [UNKNOWN_NUMBER] if situation.ends is None else situation.ends[:MOST_DRAWN]
    arms = [Block([f"{SOME_TILES}{number}{OPEN_END}"], 0) for number in ends]
    if situation.foot is None:
        return arms
    number, toes = str(situation.foot.double), situation.foot.toes
    if toes is None:
        below = [Block([UNKNOWN_NUMBER], 0)]
    else:
        empty = URGENT if rules.foot.lock == "strict" else EMPTY
        below = [Block([tile_face(number, UNKNOWN_NUMBER)], 0)] * min(toes, MOST_DRAWN)
        below += [Block([empty], 0)] * max(0, rules.foot.toes - toes)
    return [*arms, join_before(SOME_TILES, draw_foot(number, below))]
