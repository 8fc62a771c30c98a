"""Facts: every one that a dispute can tell, the field of a situation that it fills, and when it is asked for.

What facts are called on a form is in `rules/questions.toml`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from scorekeeper.judge import kinds
from scorekeeper.judge.kinds import NONE_AT_ALL, FactKind
from scorekeeper.rules import AnyLayout, Rules


class Fact(NamedTuple):
    """One fact, which is a field of a situation."""

    name: str
    kind: FactKind
    layout: AnyLayout = ""
    """The rounds that have it."""
    fills: str = ""
    """The field of a situation that it fills, where that has another name."""
    key: str | None = ""
    """What a file calls it, where that is another name; None where it tells the fact in another way."""
    flag: str = ""
    """What a command calls it, where that is another name than a file has for it."""
    none: str = ""
    """What stands for none of them, where that is not the same as an empty line."""
    each: bool = False
    """Whether every player has a line for it."""
    many: bool = False
    """Whether there are as many lines as are needed, in order."""
    empty_counts: bool = False
    """Whether an empty line is an answer: that nothing happened, that there were none.

    A rule book that looks at such a fact cannot be asked before the person was.
    """
    settles: tuple[str, ...] = ()
    """The rules that depend on it, each by its key, or by the key and a value; the others depend on a hand."""

    @property
    def field(self) -> str:
        """The field of a situation that it fills."""
        return self.fills or self.name


_BY_DRAWING = ("start.first_starter", "start.later_starter")
_BY_TRAINS = ("conduct.misplay", "scoring.marker", "trains.marker_on", "trains.ownership")

FACTS: Mapping[str, Fact] = {
    fact.name: fact._replace(
        key=fact.name if fact.key == "" else fact.key,
        flag=(fact.flag or fact.key or fact.name).replace("_", "-"),
    )
    for fact in (
        Fact("player", kinds.SEAT, fills="seat"),
        Fact("tile", kinds.TILE, settles=("scoring.out_on_double",)),
        Fact("on_train", kinds.ON_TRAIN, "trains", fills="on", key="on"),
        Fact("on", kinds.NUMBER, "feet"),
        Fact("on_start", kinds.YES_OR_NO, key="on"),
        Fact("double", kinds.DOUBLE, fills="asked_double"),
        Fact("hand", kinds.HAND, key=None, none="0"),
        Fact("hands", kinds.HAND, key=None, flag="hand", none="0", each=True, settles=("scoring.blocked",)),
        Fact("ends", kinds.ENDS, "feet", none=NONE_AT_ALL, settles=("conduct.misplay",)),
        Fact("toes", kinds.TOES, "feet", key="start", flag="toes", settles=("start.toes",)),
        Fact(
            "on_double", kinds.TOE_COUNT, "feet", key=None, flag="toes", settles=("foot.toes", "start.toes")
        ),
        Fact("foot", kinds.FOOT, "feet", settles=("foot.toes",)),
        Fact("laid", kinds.TILE_LIST, settles=("foot.uncloseable",)),
        Fact("trains", kinds.TRAINS, "trains", flag="train", settles=_BY_TRAINS),
        Fact("open_doubles", kinds.OPEN, "trains", key="open", none=NONE_AT_ALL),
        Fact("first_turn", kinds.SEATS, "trains", none=NONE_AT_ALL),
        Fact("laid_now", kinds.LAID, "trains", none=NONE_AT_ALL),
        Fact("yard", kinds.COUNT, settles=("yard.empty",)),
        Fact("drew", kinds.COUNT),
        Fact("drawn", kinds.YES_OR_NO, settles=("turn.drawn_tile",)),
        Fact("drawn_tile", kinds.TILE, key="tile", settles=("turn.drawn_tile",)),
        Fact("draws", kinds.TILE, key="drawn", each=True, settles=_BY_DRAWING),
        Fact("played", kinds.COUNT, "feet"),
        Fact("held", kinds.DOUBLES, none=NONE_AT_ALL, each=True, settles=("start.missing",)),
        Fact("earlier", kinds.NUMBERS, empty_counts=True),
        Fact("yard_has", kinds.DOUBLES),
        Fact("began", kinds.SEAT),
        Fact("out_last", kinds.SEAT, settles=("start.later_starter=previous-winner",)),
        Fact("began_last", kinds.SEAT, settles=("start.later_starter=rotate-left",)),
        Fact("totals", kinds.POINTS, each=True, settles=("start.later_starter=lowest-total",)),
        Fact("events", kinds.EVENT, flag="event", many=True, empty_counts=True),
        Fact("turn", kinds.SEAT),
        Fact("out", kinds.SEAT),
        Fact("blocked", kinds.YES_OR_NO),
    )
}
"""Every fact, by its name, in the order in which a command lists its flags."""


IsYes: TypeAlias = Callable[[str], bool]
"""Whether a fact was answered with a yes, by its name."""
Matters: TypeAlias = Callable[[Rules], bool]
"""Whether a fact matters under these rules."""


def always(_rules_or_answers: object) -> bool:
    """Return that a fact matters whatever the rules are, and whatever else was answered."""
    return True


def never(_rules: Rules) -> bool:
    """Return that a fact is asked for only by those who want to give all that they know."""
    return False


class AskedFact(NamedTuple):
    """A fact that a question asks for."""

    fact: Fact
    needed: bool = False
    """Whether the question cannot be put without it."""
    under: Matters = always
    """Under which rules it matters."""
    later: Matters | None = None
    """Under which rules it matters in rounds after the first, where that is not the same."""
    when: Callable[[IsYes], bool] = always
    """By what else was answered with a yes: whether it is `needed`, or whether each player has a line for it."""


def asking(*facts: str | AskedFact, needed: bool = False, under: Matters = always) -> tuple[AskedFact, ...]:
    """Return that a question asks for these facts; the names are those of facts that are asked for like this."""
    return tuple(AskedFact(FACTS[fact], needed, under) if isinstance(fact, str) else fact for fact in facts)
