"""What a check is and what it finds: a level, the fact it rests on, the round, the player, one sentence.

The numbers of facts are those of `docs/formats.md`. Nothing here knows
any check or looks at an entry.

A check looks at the entries of its own round alone: others may be as wrong, and whatever stands there, it finds the
same. Only running totals (`totals_add_up`) cannot be told without the other rounds.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from scorekeeper.game import Game, Overruled, Round, TileEntry
from scorekeeper.rules import AnyLayout, Rules
from scorekeeper.tiles import Tile

Level: TypeAlias = Literal["error", "warning"]
"""What cannot be, and what is odd but may be true all the same."""

Scope: TypeAlias = Literal["round", "blocked", "game"]
"""Where a check looks: at every round; at blocked rounds; or, once a game is checked, at rounds without an error."""

Hands: TypeAlias = Mapping[str, tuple[Tile, ...]]
"""The hands whose tiles were named, by player."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that cannot be (`error`) or is odd (`warning`), in one sentence."""

    level: Level
    fact: str
    round: int
    player: str | None
    message: str


class CheckedRound(NamedTuple):
    """A round with what most checks ask of it."""

    game: Game
    played: Round
    rules: Rules
    """The rules this round is played by."""
    players: tuple[str, ...]
    """Who plays in this round."""
    hands: Hands

    @property
    def open_foot(self) -> int | None:
        """The double that was short of toes; None where nobody named one, or no double can be."""
        return self.played.open_foot if self.rules.layout.open_foot else None


def checked_round(game: Game, played: Round) -> CheckedRound:
    """Return a round of a game with what checks ask of it."""
    return CheckedRound(
        game=game,
        played=played,
        rules=game.rules_of(played.number),
        players=game.dealt_in(played.number),
        hands={name: entry.tiles for name, entry in played.hands.items() if isinstance(entry, TileEntry)},
    )


class Remark(NamedTuple):
    """What a check yields: the player it is about (None for the whole round) and one sentence."""

    player: str | None
    message: str
    fact: str | None = None
    """Which of the check's facts it is; None where the check has only one."""


Find: TypeAlias = Callable[[CheckedRound], Iterator[Remark]]


class Check(msgspec.Struct, frozen=True):
    """A search for one kind of finding."""

    facts: tuple[str, ...]
    level: Level
    scope: Scope
    unless: "Check | None"
    """A check that makes this one needless in a round where it finds something."""
    find: Find
    layout: AnyLayout = ""
    """The only layout that it is about."""

    def findings(self, checked: CheckedRound) -> list[Finding]:
        """Return what this check finds in a round."""
        number = checked.played.number
        if not checked.rules.layout.has(self.layout):
            return []
        return [
            Finding(self.level, remark.fact or next(iter(self.facts)), number, remark.player, remark.message)
            for remark in self.find(checked)
        ]


def check(
    *facts: str, level: Level, scope: Scope = "round", unless: Check | None = None, layout: AnyLayout = ""
) -> Callable[[Find], Check]:
    """Make a check of the function below, which yields what it finds about one of these facts."""
    return lambda find: Check(facts, level, scope, unless, find, layout)


def checks_in(names: Mapping[str, object]) -> Iterator[Check]:
    """Yield the checks among a module's names, in the order in which they are written."""
    yield from (value for value in names.values() if isinstance(value, Check))


def overruled_by(game: Game, finding: Finding) -> Overruled | None:
    """Return what the table said to a finding, if it was overruled."""
    if finding.level == "error":
        return None
    kept = game.round(finding.round).overruled
    about = finding.fact, finding.player
    return next((overruled for overruled in kept if (overruled.fact, overruled.player) == about), None)
