"""What a player may do now: every action at once, and what would settle those that nobody can be sure of.

The facts are put before the engine, which lists the actions. No rule is decided here.
"""

from typing import ClassVar

from scorekeeper.engine import (
    Action,
    Reason,
    Refusal,
    State,
    draw_tile,
    options,
    pass_turn,
    verify,
)
from scorekeeper.judge.because import why_able, why_able_by_choice, why_barred, why_bound
from scorekeeper.judge.earlier_draws import instead_of_drawing, verify_draws
from scorekeeper.judge.facts import (
    DRAWN_TILE,
    DREW,
    HAND,
    LAID,
    PLAYED,
    PLAYER,
    YARD,
    AskedFact,
)
from scorekeeper.judge.position import in_notation, turn_of
from scorekeeper.judge.questions.plays import may_draw, may_pass
from scorekeeper.judge.situation import Answer, AskedTile, Count, Question, Seat, Situation
from scorekeeper.judge.train_facts import LAID_NOW
from scorekeeper.judge.train_position import TABLE
from scorekeeper.rules import Rules


class Options(Question, frozen=True, kw_only=True, rename={"seat": "player", "drawn_tile": "tile"}):
    """Everything that the player may do now."""

    ask: ClassVar[str] = "options"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(HAND),
        *TABLE,
        AskedFact(YARD),
        AskedFact(LAID_NOW),
        AskedFact(DREW),
        AskedFact(DRAWN_TILE),
        AskedFact(PLAYED),
        AskedFact(LAID, under=lambda rules: rules.foot.uncloseable != "exhaust"),
    )
    turns_on_yard: ClassVar[bool] = True
    turns_on_ends: ClassVar[bool] = True
    assumes: ClassVar[bool] = True

    seat: Seat
    drew: Count = 0
    drawn_tile: AskedTile | None = None
    played: Count = 0

    @property
    def draws_made(self) -> int:
        """How many tiles were drawn: one at least where it is known which."""
        return max(self.drew, int(self.drawn_tile is not None))

    @property
    def before_start(self) -> bool:
        """A hand with the starting double says that nobody has laid it."""
        return True

    def opens(self, situation: Situation) -> bool:
        """Whether the player still holds the starting double."""
        return situation.starting_double in situation.hands[self.seat].known

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the actions in notation that the player may take for certain."""
        state = turn_of(situation, rules)
        try:
            needs = () if state.outcome is not None else verify_draws(state, self.seat)
        except Refusal as refusal:
            return Answer(
                "legal",
                refusal.reason.key,
                instead_of_drawing(state, self.seat),
                refusal.reason,
                self.seat,
            )
        own = [action for action in options(state) if action.seat == self.seat]
        doubts, refused = _tried(state, self.seat)
        needs = (*needs, *doubts, *_unseen(state, self.seat))
        if needs:
            sure = in_notation(state, own)
            return Answer("depends", needs[0].key, sure, seat=self.seat, needs=needs)
        if not own:
            return Answer("legal", refused[-1].key, (), refused[-1], self.seat)
        return _listed(state, self.seat, own)


def _tried(state: State, seat: int) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Return what would settle a draw and a pass that may or may not be allowed, and why one is not."""
    needs: tuple[Reason, ...] = ()
    refused: tuple[Reason, ...] = ()
    for action in (draw_tile(seat), pass_turn(seat)):
        try:
            needs = (*needs, *verify(state, action))
        except Refusal as refusal:
            refused = (*refused, refusal.reason)
    return needs, refused


def _unseen(state: State, seat: int) -> tuple[Reason, ...]:
    """Return what would show the hidden tiles that the player may be able to lay."""
    if state.outcome is not None or state.turn != seat or not state.hands[seat].hidden:
        return ()
    facts = {"player": state.name(seat), "numbers": state.table.wanted(state, seat)}
    if not state.drawn:
        fits = state.unseen().holds((seat,), state.fitting(seat))
        return () if fits is False else (Reason("turn.must_play", "needs-match", facts),)
    if state.rules.turn.drawn_tile == "may-not-play" or state.drawn_tile is not None:
        return ()
    return () if state.fits(seat, "newest") is False else (Reason("turn.drawn_tile", "needs-drawn", facts),)


def _listed(state: State, seat: int, own: list[Action]) -> Answer:
    """Return the actions, with the rule that leaves no others and the facts."""
    sure = in_notation(state, own)
    found = _why(state, seat, own)._replace(answer=sure, seat=seat)
    if not state.started:
        return found
    lays = any(action.kind == "lay" for action in own)
    barred = why_barred(state, seat) if lays and not state.drawn else why_bound(state)
    if barred is None:
        return found
    by_choice = found.reason is not None and found.reason.id == "able-by-choice"
    key = found.key if by_choice or why_bound(state) is None else barred.key
    return found._replace(key=key, also=(barred, *found.also))


def _why(state: State, seat: int, own: list[Action]) -> Answer:
    """Return the rule and the facts that allow these actions."""
    tiles = tuple(action.tile for action in own if action.tile is not None)
    if not state.started:
        facts = {"player": state.name(seat), "double": tiles[0]}
        return Answer("legal", "start.source", reason=Reason("start.source", "holds", facts))
    if state.drawn and tiles:
        fits = Reason("turn.drawn_tile", "fits", {"tile": tiles[0]})
        return Answer("legal", "turn.drawn_tile", reason=fits, also=("turn.drawn_tile",))
    if tiles and state.table.gives_way(state):
        goes_on = why_able_by_choice(state, seat, tiles)
        return Answer("legal", "trains.first_turn", reason=goes_on, also=("trains.first_turn",))
    if tiles and any(action.kind == "draw" for action in own):
        free = why_able_by_choice(state, seat, tiles)
        return Answer("legal", "turn.must_play", reason=free, also=("turn.drawn_tile",))
    if tiles:
        able = why_able(state, seat, tiles)
        return Answer("legal", "turn.must_play", reason=able, also=("turn.must_play",))
    passes = any(action.kind == "pass" for action in own)
    return may_pass(state, seat) if passes else may_draw(state, seat)
