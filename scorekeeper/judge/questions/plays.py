"""What a player may do in a turn: lay this tile, draw, end the turn, keep a drawn tile.

Each question puts its facts before the engine and reports the verdict. No rule is decided here.
"""

from typing import ClassVar

from scorekeeper.engine import (
    Action,
    Dealt,
    Reason,
    Refusal,
    State,
    draw_tile,
    options,
    pass_turn,
    show_action,
    verify,
)
from scorekeeper.judge.earlier_draws import instead_of_drawing, verify_draws
from scorekeeper.judge.facts import (
    DRAWN,
    DRAWN_TILE,
    DREW,
    ENDS,
    FOOT,
    HAND,
    HANDS,
    LAID,
    ON,
    PLAYED,
    PLAYER,
    TILE,
    TOES,
    YARD,
    AskedFact,
    Words,
    never,
)
from scorekeeper.judge.position import opens_round, state_of
from scorekeeper.judge.situation import Answer, AskedTile, Count, Flag, Number, Question, Seat, Situation
from scorekeeper.rules import Rules
from scorekeeper.text import N_
from scorekeeper.tiles import Tile


def _verified(state: State, action: Action, key: str) -> Answer:
    """Return the engine's verdict on an action; `key` is the rule by which it stands."""
    try:
        needs = verify(state, action)
    except Refusal as refusal:
        instead = dict.fromkeys(show_action(state, each) for each in options(state))
        return Answer("illegal", refusal.reason.key, reason=refusal.reason, instead=tuple(instead))
    return Answer("depends", needs[0].key, needs=needs) if needs else Answer("legal", key)


def _after_draws(state: State, seat: int, answer: Answer) -> Answer:
    """Return the answer about what follows a draw, or that the draw itself was wrong."""
    try:
        needs = verify_draws(state, seat)
    except Refusal as refusal:
        return _drew_wrongly(state, seat, refusal.reason)
    if not needs or answer.verdict == "illegal":
        return answer
    return Answer("depends", needs[0].key, needs=(*needs, *answer.needs))


def _drew_wrongly(state: State, seat: int, reason: Reason) -> Answer:
    """Return that the last draw was wrong, and how that is mended."""
    facts = {"player": state.name(seat)}
    if reason.key == "turn.draws":
        follows = Reason("conduct.overdraw", "return-unseen", facts)
        return Answer("illegal", reason.key, reason=reason, follows=follows)
    follows = Reason("conduct.able_pass", "take-back", facts)
    instead = instead_of_drawing(state, seat)
    return Answer("illegal", reason.key, reason=reason, follows=follows, instead=instead)


class Play(Question, frozen=True, kw_only=True):
    """Whether the tile may be laid there."""

    ask: ClassVar[str] = "play"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(TILE, needed=True),
        AskedFact(ON),
        AskedFact(FOOT),
        AskedFact(TOES),
        AskedFact(ENDS),
        AskedFact(HAND),
        AskedFact(DRAWN),
        AskedFact(PLAYED),
        AskedFact(LAID, under=lambda rules: rules.foot.uncloseable != "exhaust"),
        AskedFact(HANDS, under=never),
    )
    turns_on_ends: ClassVar[bool] = True
    mentions_start: ClassVar[bool] = True

    seat: Seat
    tile: AskedTile
    on: Number | None = None
    drawn: Flag = False
    """Whether the tile was drawn in this turn."""
    played: Count = 0

    @property
    def before_start(self) -> bool:
        """A double may be the one that begins the round."""
        return self.tile.is_double

    @property
    def lays(self) -> Tile:
        """The tile."""
        return self.tile

    @property
    def drawn_tile(self) -> Tile | None:
        """The tile, if it was drawn."""
        return self.tile if self.drawn else None

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Return the verdict."""
        state = state_of(situation, rules)
        if self.tile in situation.on_table() and not opens_round(situation):
            facts = {"player": situation.name(self.seat), "tile": self.tile}
            return Answer("illegal", "conduct.misplay", reason=Reason("conduct.misplay", "on-table", facts))
        on = self.on
        if on is None and state.table.bound < 0 and state.table.ends[self.tile.high]:
            on = self.tile.high
        action = Action(self.seat, "lay", self.tile, on)
        return _verified(state, action, self._allowed_by(situation, state))

    def _allowed_by(self, situation: Situation, state: State) -> str:
        """Return the rule by which the tile may be laid, the most telling one first."""
        hand = situation.hands[self.seat]
        if opens_round(situation):
            return "start.source"
        if self.played:
            return "start.turn" if situation.toes == 0 else "foot.again" if situation.foot else "turn.plays"
        if situation.foot is not None:
            return "foot.uncloseable" if state.table.foot < 0 and state.strict else "foot.lock"
        if self.drawn:
            return "turn.drawn_tile"
        if self.tile.is_double and hand in (Dealt((self.tile,)), Dealt((), 1)):
            return "ending.double_out"
        return "start.toes"


class DrawNow(Question, frozen=True, kw_only=True):
    """Whether the player may draw."""

    ask: ClassVar[str] = "draw"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(HAND),
        AskedFact(FOOT),
        AskedFact(TOES),
        AskedFact(ENDS),
        AskedFact(YARD),
        AskedFact(DREW),
    )
    turns_on_yard: ClassVar[bool] = True
    turns_on_ends: ClassVar[bool] = True
    mentions_start: ClassVar[bool] = True

    seat: Seat
    drew: Count = 0
    drawn_tile: Tile | None = None
    """In no file: it is one of the hand, and each is tried."""

    @property
    def draws_made(self) -> int:
        """How many tiles were drawn."""
        return self.drew

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Return the verdict."""
        state = state_of(situation, rules)
        if state.table.drawable == 1:
            key = "yard.reserve"
        elif state.drawn or state.can_play(self.seat) is False:
            key = "turn.draws"
        else:
            key = "turn.must_play"
        return _after_draws(state, self.seat, _verified(state, draw_tile(self.seat), key))


class EndTurn(Question, frozen=True, kw_only=True, rename={"seat": "player", "drawn_tile": "tile"}):
    """Whether the player may pass."""

    ask: ClassVar[str] = "pass"
    facts: ClassVar[tuple[AskedFact, ...]] = (*DrawNow.facts, AskedFact(DRAWN_TILE))
    turns_on_yard: ClassVar[bool] = True
    turns_on_ends: ClassVar[bool] = True
    mentions_start: ClassVar[bool] = True

    seat: Seat
    drew: Count = 0
    drawn_tile: AskedTile | None = None

    @property
    def draws_made(self) -> int:
        """How many tiles were drawn: one at least where it is known which."""
        return max(self.drew, int(self.drawn_tile is not None))

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Return the verdict; who should not have drawn may not pass either."""
        state = state_of(situation, rules)
        key = "turn.drawn_tile" if state.drawn else "yard.empty"
        return _after_draws(state, self.seat, _verified(state, pass_turn(self.seat), key))


_DRAWN_TILE_WORDS: Words = (N_("The drawn tile"), N_("Such as 8-0."))


class Keep(Question, frozen=True, kw_only=True):
    """Whether a drawn tile that fits may be kept."""

    ask: ClassVar[str] = "keep"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(TILE, needed=True, words=_DRAWN_TILE_WORDS),
        AskedFact(FOOT),
        AskedFact(TOES),
        AskedFact(ENDS),
        AskedFact(YARD, under=never),
        AskedFact(HAND, under=never),
    )

    seat: Seat
    tile: AskedTile

    @property
    def drawn_tile(self) -> Tile:
        """The tile."""
        return self.tile

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Return the verdict; on a table of which nothing is known the tile fits."""
        state = state_of(situation, rules)
        if situation.ends is None and situation.foot is None:
            state.table.ends[self.tile.high] += 1
        return _verified(state, pass_turn(self.seat), "turn.drawn_tile")
