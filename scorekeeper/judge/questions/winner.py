"""Who is credited with a round, and what everybody counts for it.

The scoring counts the hands. No rule is decided here.
"""

from collections.abc import Mapping
from typing import ClassVar

from scorekeeper.engine import Dealt, Reason, RoundResult
from scorekeeper.errors import Malformed
from scorekeeper.game import Blocked, Out, TileEntry, score_round
from scorekeeper.judge.facts import BLOCKED, FOOT, HANDS, OUT, AskedFact
from scorekeeper.judge.questions.rounds import (
    LAST_AND_MARKERS,
    NOT_DOTS,
    part_in_words,
    round_told,
    untold_charges,
)
from scorekeeper.judge.situation import Answer, AskedTile, Flag, Question, Seat, Situation
from scorekeeper.rules import Rules, Score, score_tiles
from scorekeeper.text import _, join_and
from scorekeeper.tiles import Tile, show_tiles

NOBODY = "nobody"
"""The answer for a round that nobody won."""


class RoundWinner(Question, frozen=True, kw_only=True):
    """Who won the round."""

    ask: ClassVar[str] = "who-won"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(OUT),
        AskedFact(BLOCKED),
        AskedFact(HANDS),
        AskedFact(FOOT, under=lambda rules: rules.scoring.open_foot != 0),
        *LAST_AND_MARKERS,
    )
    names_hands: ClassVar[bool] = True

    out: Seat | None = None
    blocked: Flag = False
    tile: AskedTile | None = None
    """The last tile of whoever went out."""

    def __post_init__(self) -> None:
        if self.blocked and self.out is not None:
            raise Malformed(_("In a blocked round nobody went out; leave out one of the two."), "out")
        if not self.blocked and self.out is None:
            raise Malformed(_("Say who went out, or that the round was blocked."), "out")

    @property
    def went_out(self) -> int | None:
        """Who went out."""
        return self.out

    @property
    def was_blocked(self) -> bool:
        """Whether nobody went out."""
        return self.blocked

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the player who went out, or nobody; the result has the points."""
        seats = range(len(situation.players))
        untold = untold_charges(situation, rules, seats, self.tile, self.blocked)
        scores = {} if untold else _scores(situation, rules, self.out, self.tile)
        result = _result(situation, self.out, scores)
        doubtful = tuple(Reason(each.key, "untold", each.facts) for each in untold)
        counted = doubtful or _counted(situation, scores)
        if self.out is None:
            also = (*_lowest(situation, rules), *counted)
            nobody = Reason("scoring.blocked", "blocked", {})
            return Answer("legal", nobody.key, NOBODY, nobody, also=also, result=result)
        name = situation.name(self.out)
        reason = Reason("scoring.out", "went-out", {"out": name})
        on_double = ("ending.double_out",) if self.tile is not None and self.tile.is_double else ()
        return Answer("legal", reason.key, name, reason, self.out, also=(*on_double, *counted), result=result)


def _scores(situation: Situation, rules: Rules, out: int | None, last: Tile | None) -> dict[str, Score]:
    """Return what everybody counts whose hand is known, as far as it is certain."""
    names = situation.players
    entries = {
        name: TileEntry(hand.known)
        for seat, (name, hand) in enumerate(zip(names, situation.hands, strict=True))
        if hand.hidden == 0 and seat != out
    }
    ending = Blocked(_open_foot(situation)) if out is None else Out(names[out])
    played = round_told(situation, ending, entries, last)
    certain = out is not None or rules.scoring.blocked == "all-score" or len(entries) == len(names)
    return score_round(rules, names, played) if certain else {}


def _open_foot(situation: Situation) -> int | None:
    return None if situation.foot is None else situation.foot.double


def _result(situation: Situation, out: int | None, scores: Mapping[str, Score]) -> RoundResult:
    """Return how the round ended, with the points of everybody whose hand is known."""
    names = situation.players
    return RoundResult(
        ended="blocked" if out is None else "out",
        out=None if out is None else names[out],
        open_foot=_open_foot(situation),
        hands={
            name: _hand(hand, seat == out)
            for seat, (name, hand) in enumerate(zip(names, situation.hands, strict=True))
        },
        points={name: score.total for name, score in scores.items()},
        yard=situation.yard,
    )


def _hand(hand: Dealt, out: bool) -> str:
    """Return a hand as records write it; of one that nobody saw nothing but that."""
    if out:
        return ""
    hidden = "?" if hand.hidden is None else f"{hand.hidden}?" if hand.hidden else ""
    return " ".join(filter(None, (show_tiles(hand.known), hidden)))


def _lowest(situation: Situation, rules: Rules) -> tuple[Reason, ...]:
    """Return who has the lowest hand, where every hand is known."""
    if any(hand.hidden != 0 for hand in situation.hands):
        return ()
    points = [score_tiles(hand.known, rules).total for hand in situation.hands]
    lowest = min(points)
    names = tuple(name for name, each in zip(situation.players, points, strict=True) if each == lowest)
    facts = {"players": names, "points": lowest, "lowest": len(names)}
    return (Reason("scoring.blocked", "lowest-hand", facts),)


def _counted(situation: Situation, scores: Mapping[str, Score]) -> tuple[Reason | str, ...]:
    """Return what everybody counts and why it is not the dots, and whose hand would have to be known for it."""
    parts = tuple(_counts(name, score) for name, score in scores.items())
    unseen = tuple(name for name in situation.players if name not in scores)
    used = {line.rule for score in scores.values() for line in score.lines}
    counts = (Reason("scoring.blocked", "counts", {"parts": parts}),) if parts else ()
    hidden = (Reason("scoring.blocked", "unseen", {"players": unseen}),) if unseen else ()
    return (*counts, *(key for key in NOT_DOTS if key in used), *hidden)


def _counts(player: str, score: Score) -> str:
    """Return what a player counts; part by part where that is not just the dots."""
    if not any(line.rule in NOT_DOTS for line in score.lines):
        return _("{player} counts {points}", player=player, points=score.total)
    parts = join_and([part_in_words(line) for line in score.lines])
    return _("{player} counts {points} ({parts})", player=player, points=score.total, parts=parts)
