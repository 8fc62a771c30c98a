"""Who is credited with a round, and what everybody counts for it.

The scoring counts the hands. No rule is decided here.
"""

from typing import ClassVar

from scorekeeper.engine import Dealt, Reason, RoundResult
from scorekeeper.errors import Malformed
from scorekeeper.game import Blocked, Out, Round, TileEntry, score_round
from scorekeeper.judge.facts import BLOCKED, FOOT, HANDS, OUT, AskedFact
from scorekeeper.judge.situation import Answer, Flag, Question, Seat, Situation
from scorekeeper.rules import Rules
from scorekeeper.text import _
from scorekeeper.tiles import show_tiles

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
    )
    names_hands: ClassVar[bool] = True

    out: Seat | None = None
    blocked: Flag = False

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
        result = _result(situation, rules, self.out)
        counted = _counted(situation, result)
        if self.out is None:
            key = "scoring.blocked"
            return Answer(
                "legal",
                key,
                NOBODY,
                Reason("scoring.blocked", "blocked", {}),
                also=(*counted, key),
                result=result,
            )
        key, name = "scoring.out", situation.name(self.out)
        reason = Reason("scoring.out", "went-out", {"out": name})
        return Answer("legal", key, name, reason, self.out, also=(*counted, key), result=result)


def _result(situation: Situation, rules: Rules, out: int | None) -> RoundResult:
    """Return how the round ended, with the points of everybody whose hand is known."""
    names, foot = situation.players, None if situation.foot is None else situation.foot.double
    entries = {
        name: TileEntry(hand.known)
        for seat, (name, hand) in enumerate(zip(names, situation.hands, strict=True))
        if hand.hidden == 0 and seat != out
    }
    ending = Blocked(foot) if out is None else Out(names[out])
    played = Round(number=1, double=situation.began_with, ending=ending, entries=entries)
    certain = out is not None or rules.scoring.blocked == "all-score" or len(entries) == len(names)
    scores = score_round(rules, names, played) if certain else {}
    return RoundResult(
        ended="blocked" if out is None else "out",
        out=played.out,
        open_foot=foot,
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


def _counted(situation: Situation, result: RoundResult) -> tuple[Reason, ...]:
    """Return what everybody counts, and whose hand would have to be known for it."""
    parts = tuple(
        _("{player} counts {points}", player=name, points=points) for name, points in result.points.items()
    )
    unseen = tuple(name for name in situation.players if name not in result.points)
    counts = (Reason("scoring.blocked", "counts", {"parts": parts}),) if parts else ()
    return (*counts, Reason("scoring.blocked", "unseen", {"players": unseen})) if unseen else counts
