"""What a player may do in a turn: lay this tile, draw, end the turn, keep a drawn tile.

Each question puts its facts before the engine and reports the verdict. No rule is decided here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from msgspec.structs import force_setattr, replace

from scorekeeper.engine import (
    Action,
    Dealt,
    Place,
    Reason,
    Refusal,
    State,
    Train,
    draw_tile,
    feet_of,
    options_on_turn,
    pass_turn,
    verify,
)
from scorekeeper.judge.because import (
    may_hold,
    why_able_by_choice,
    why_complete,
    why_draws_by_choice,
    why_kept,
    why_laid,
    why_short,
    why_unable,
    why_unfit,
)
from scorekeeper.judge.earlier_draws import draw_taken_back, instead_of_drawing, verify_draws
from scorekeeper.judge.facts import (
    DRAWN,
    DRAWN_TILE,
    DREW,
    HAND,
    HANDS,
    LAID,
    ON,
    PLAYED,
    PLAYER,
    TILE,
    YARD,
    AskedFact,
    Words,
    never,
)
from scorekeeper.judge.position import in_notation, opens_round, turn_of
from scorekeeper.judge.situation import Answer, AskedTile, Count, Flag, Location, Question, Seat, Situation
from scorekeeper.judge.train_facts import LAID_NOW, ON_TRAIN, OWN
from scorekeeper.judge.train_position import (
    TABLE,
    anywhere,
    let_fit,
    trains_can_die,
)
from scorekeeper.judge.train_reasons import on_train, why_closed_to, why_first
from scorekeeper.rules import Rules
from scorekeeper.text import N_
from scorekeeper.tiles import Tile


def _verified(state: State, action: Action, stands: Callable[[], Answer]) -> Answer:
    """Return the engine's verdict on an action; `stands` gives the answer where it stands."""
    try:
        needs = verify(state, action)
    except Refusal as refusal:
        own = options_on_turn(state)
        instead, also = in_notation(state, own), why_instead(state, own)
        return Answer(
            "illegal",
            refusal.reason.key,
            reason=refusal.reason,
            instead=instead,
            perhaps=may_hold(state, action.seat, own),
            also=also,
        )
    return Answer("depends", needs[0].key, needs=needs) if needs else stands()


def why_instead(state: State, actions: Sequence[Action]) -> tuple[Reason | str, ...]:
    """Return why a player may draw or pass, where that is among all that may be done instead of something wrong.

    That is the reason, or the reason and the key of the rule that leaves the choice.
    """
    seats, kinds = {action.seat for action in actions}, {action.kind for action in actions}
    if not state.started or len(seats) != 1 or kinds == {"lay"}:
        return ()
    (seat,) = seats
    if tiles := tuple(action.tile for action in actions if action.tile is not None):
        return why_able_by_choice(state, seat, tiles), rule_of_choice(state)
    reason = (may_pass if "pass" in kinds else may_draw)(state, seat).reason
    return () if reason is None else (reason,)


def rule_of_choice(state: State) -> str:
    """Return the rule that leaves it to a player on turn whether to lay a tile that fits."""
    if state.table.gives_way(state):
        return "trains.first_turn"
    return "turn.drawn_tile" if state.drawn else "turn.must_play"


def _after_draws(state: State, seat: int, answer: Answer) -> Answer:
    """Return the answer about what follows a draw, or that the draw itself was wrong."""
    if state.outcome is not None:
        return answer
    try:
        needs = verify_draws(state, seat)
    except Refusal as refusal:
        return _drew_wrongly(state, seat, refusal.reason)
    if not needs or answer.verdict == "illegal":
        return answer
    return Answer("depends", needs[0].key, needs=(*needs, *answer.needs))


def _if_drawn_rightly(state: State, seat: int, answer: Answer) -> Answer:
    """Return the answer about a drawn tile, or that the draw is known to have been wrong."""
    after = _after_draws(state, seat, answer)
    return after if after.verdict == "illegal" else answer


def _drew_wrongly(state: State, seat: int, reason: Reason) -> Answer:
    """Return that the last draw was wrong, and how that is mended."""
    if reason.key == "turn.draws":
        follows = Reason("conduct.overdraw", "return-unseen", {"player": state.name(seat)})
        return Answer("illegal", reason.key, reason=reason, also=(follows,))
    instead, follows = instead_of_drawing(state, seat), draw_taken_back(state, seat)
    also = (follows, "conduct.able_pass")
    return Answer("illegal", reason.key, reason=reason, also=also, instead=instead)


class Play(Question, frozen=True, kw_only=True):
    """Whether the tile may be laid there."""

    ask: ClassVar[str] = "play"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(TILE, needed=True),
        AskedFact(ON),
        AskedFact(ON_TRAIN),
        *TABLE,
        AskedFact(LAID_NOW),
        AskedFact(HAND),
        AskedFact(DRAWN),
        AskedFact(DREW, under=never),
        AskedFact(PLAYED),
        AskedFact(LAID, under=lambda rules: rules.foot.uncloseable != "exhaust"),
        AskedFact(YARD, under=never),
        AskedFact(HANDS, under=never),
    )
    turns_on_ends: ClassVar[bool] = True
    assumes: ClassVar[bool] = True

    seat: Seat
    tile: AskedTile
    on: Location | None = None
    drawn: Flag = False
    """Whether the tile was drawn in this turn."""
    drew: Count = 0
    played: Count = 0
    drawn_tile: Tile | None = None
    """In no file: it is the tile, or each of the hand is tried."""

    def __post_init__(self) -> None:
        if self.drawn:
            force_setattr(self, "drawn_tile", self.tile)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Return the question, the player's own train by its owner. Raises Malformed."""
        if facts.get("on_train") == Train(OWN):
            facts = {**facts, "on_train": Train(facts["player"])}
        return super().from_facts(facts)

    @property
    def before_start(self) -> bool:
        """A double may be the one that begins the round."""
        return self.tile.is_double

    @property
    def lays(self) -> Tile:
        """The tile."""
        return self.tile

    @property
    def draws_made(self) -> int:
        """How many tiles were drawn: one at least where it is this one."""
        return max(self.drew, int(self.drawn))

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Return the verdict on laying the tile; that the draw before it was wrong is only added.

        Nobody asks about the draw here, and catalogue E3 lets a drawn tile be laid under a book that would
        not have let its player draw.
        """
        state = turn_of(situation, rules)
        if self.tile in situation.on_table() and not opens_round(situation):
            facts = {"player": situation.name(self.seat), "tile": self.tile}
            return Answer("illegal", "conduct.misplay", reason=Reason("conduct.misplay", "on-table", facts))
        on: Place = self.on
        if on is None and state.table.bound < 0 and state.table.takes(self.tile.high):
            on = self.tile.high
        if on is None and rules.layout.owned_ends:
            on = anywhere(state, self.seat, self.tile)
        action = Action(self.seat, "lay", self.tile, on)
        if rules.has_trains:
            if opens_round(situation):
                return _verified(state, action, lambda: opening(state, self.tile))
            return _verified(state, action, lambda: self._on_train(situation, state, action))
        answer = _verified(state, action, lambda: self._allowed_by(situation, rules, state, on))
        drew = _if_drawn_rightly(state, self.seat, answer).reason if answer.verdict == "legal" else None
        if drew is None or drew == answer.reason:
            return answer
        apart = Reason("turn.must_play", "draw-apart", {"player": situation.name(self.seat)})
        return answer._replace(also=(*answer.also, apart, drew, "conduct.able_pass"))

    def _on_train(self, situation: Situation, state: State, action: Action) -> Answer:
        """Return why the tile may be laid on a train, and what becomes of a double that is the last tile."""
        answer = on_train(state, action, self.tile)
        last = self.tile.is_double and situation.hands[self.seat] in (Dealt((self.tile,)), Dealt((), 1))
        return answer._replace(also=(*answer.also, "ending.double_out")) if last else answer

    def _allowed_by(self, situation: Situation, rules: Rules, state: State, on: Place) -> Answer:
        """Return the rule by which the tile may be laid, the most telling one first, and what shows it."""
        hand, double = situation.hands[self.seat], Tile(situation.began_with, situation.began_with)
        player = situation.name(self.seat)
        facts = {"player": player, "tile": self.tile, "double": double}
        if opens_round(situation):
            return opening(state, self.tile)
        fits = why_laid(state, self.seat, self.tile, on if isinstance(on, int) else None)
        if self.played and situation.toes == 0:
            return Answer(
                "legal", "start.turn", reason=Reason("start.turn", "goes-on", facts), also=("start.turn",)
            )
        if self.played and situation.foot:
            open_double = Tile(situation.foot.double, situation.foot.double)
            again = Reason("foot.again", "goes-on", {**facts, "double": open_double})
            return Answer("legal", "foot.again", reason=again, also=("foot.again",))
        if self.played:
            return Answer("legal", "turn.plays", reason=Reason("turn.plays", "goes-on", facts))
        if situation.foot is not None:
            beside = _beside_a_foot(situation, rules, state, fits)
            return beside._replace(also=(*beside.also, "turn.drawn_tile")) if self.drawn else beside
        if self.drawn:
            drawn = Reason("turn.drawn_tile", "fits", facts)
            return Answer("legal", "turn.drawn_tile", reason=drawn, also=("turn.drawn_tile",))
        if self.tile.is_double and hand in (Dealt((self.tile,)), Dealt((), 1)):
            last = Reason("ending.double_out", "last", {**facts, "number": self.tile.high})
            return Answer("legal", "ending.double_out", reason=last, also=("ending.double_out",))
        return on_open_end(state, fits, situation.toes is not None)


def on_open_end(state: State, fits: Reason, toes_told: bool) -> Answer:
    """Return by which rule a tile may be laid where it fits; the toes of the start only where they were told."""
    if fits.id == "end" and toes_told:
        return Answer("legal", "start.toes", reason=fits, also=(why_complete(state),))
    return Answer("legal", fits.key, reason=fits)


def opening(state: State, tile: Tile) -> Answer:
    """Return why a double may start the round."""
    if state.rules.start.source == "highest-held":
        return Answer(
            "legal", "start.source", reason=Reason("start.source", "starts-highest", {"tile": tile})
        )
    if tile.high == state.double:
        return Answer("legal", "start.source", reason=Reason("start.source", "starts", {"tile": tile}))
    lower = Reason("start.missing", "lower", {"tile": tile})
    return Answer("legal", "start.missing", reason=lower, also=("start.missing",))


def _beside_a_foot(situation: Situation, rules: Rules, state: State, fits: Reason) -> Answer:
    """Return why a tile may be laid while a foot is open: as its toe, or elsewhere where it binds nobody."""
    foot = situation.foot
    if foot is None or feet_of(state).foot >= 0:
        return Answer("legal", "foot.lock", reason=fits)
    if state.strict:
        also = (why_short(situation, rules, foot), "foot.uncloseable")
        return Answer("legal", "foot.uncloseable", reason=fits, also=also)
    free = Reason("foot.lock", "binds-one", {**fits.facts, "double": Tile(foot.double, foot.double)})
    return Answer("legal", "foot.lock", reason=free)


class DrawNow(Question, frozen=True, kw_only=True):
    """Whether the player may draw."""

    ask: ClassVar[str] = "draw"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(HAND),
        *TABLE,
        AskedFact(YARD),
        AskedFact(LAID_NOW),
        AskedFact(DREW),
        AskedFact(LAID, under=trains_can_die, layout="trains"),
    )
    turns_on_yard: ClassVar[bool] = True
    turns_on_ends: ClassVar[bool] = True
    assumes: ClassVar[bool] = True

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
        state = turn_of(situation, rules)
        answer = _verified(state, draw_tile(self.seat), lambda: may_draw(state, self.seat))
        after = _after_draws(state, self.seat, answer)
        hand = situation.hands[self.seat]
        return after if len(hand.known) + (hand.hidden or 0) == 1 else _unnamed(after)


_UNNAMED = {"one-seen": "one", "unfit": "unfit-unseen"}
"""Sentences that name the drawn tile, and those that do not."""


def _unnamed(answer: Answer) -> Answer:
    """Return the answer without the drawn tile's name: nobody told it, and each tile of the hand is tried."""

    def of(reason: Reason) -> Reason:
        facts = {name: fact for name, fact in reason.facts.items() if name != "tile"}
        return replace(reason, id=_UNNAMED[reason.id], facts=facts) if reason.id in _UNNAMED else reason

    also = tuple(each if isinstance(each, str) else of(each) for each in answer.also)
    return answer._replace(reason=answer.reason and of(answer.reason), also=also)


def may_draw(state: State, seat: int) -> Answer:
    """Return why a player may draw, where that is so."""
    if state.drawn:
        return _unfit(state, seat)
    if state.fits(seat) is not False:
        return Answer(
            "legal", "turn.must_play", reason=why_draws_by_choice(state, seat), also=("turn.must_play",)
        )
    if state.table.drawable == 1:
        last = Reason("yard.reserve", "last", {"player": state.name(seat)})
        return Answer("legal", "yard.reserve", reason=last, also=("yard.reserve",))
    unable = why_unable(state, seat)
    return Answer("legal", "turn.draws", reason=unable, also=(*why_first(state, seat), unable.key))


def _unfit(state: State, seat: int) -> Answer:
    """Return that the drawn tile does not fit, with the rule that makes it so."""
    unfit = why_unfit(state, seat)
    dry = state.rules.turn.draws == "until-playable" and not state.table.yard
    empty = (Reason("yard.empty", "nothing-left", {}),) if dry else ()
    closed = why_closed_to(state, seat) if state.rules.has_trains and unfit.key == "turn.draws" else ()
    return Answer("legal", "turn.draws", reason=unfit, also=(*closed, *empty, unfit.key))


class EndTurn(Question, frozen=True, kw_only=True, rename={"seat": "player", "drawn_tile": "tile"}):
    """Whether the player may pass."""

    ask: ClassVar[str] = "pass"
    facts: ClassVar[tuple[AskedFact, ...]] = (*DrawNow.facts, AskedFact(DRAWN_TILE))
    turns_on_yard: ClassVar[bool] = True
    turns_on_ends: ClassVar[bool] = True
    assumes: ClassVar[bool] = True

    seat: Seat
    drew: Count = 0
    drawn_tile: AskedTile | None = None

    @property
    def draws_made(self) -> int:
        """How many tiles were drawn: one at least where it is known which."""
        return max(self.drew, int(self.drawn_tile is not None))

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Return the verdict; who should not have drawn may not pass either, nor may anybody end a turn twice."""
        state = turn_of(situation, rules)
        answer = _verified(state, pass_turn(self.seat), lambda: may_pass(state, self.seat))
        if answer.reason is not None and state.outcome is None and state.turn != self.seat:
            ended = Reason("turn.plays", "ended-already", {"player": situation.name(self.seat)})
            return answer._replace(reason=ended, also=(answer.reason,))
        return _after_draws(state, self.seat, answer)


def may_pass(state: State, seat: int) -> Answer:
    """Return why a player may end the turn without a tile, where that is so."""
    if state.ended_by_draw == seat:
        ended = Reason("turn.drawn_tile", "ended", {"player": state.name(seat)})
        return Answer("legal", "turn.drawn_tile", reason=ended, also=("turn.drawn_tile",))
    if state.table.gives_way(state):
        stops = Reason("trains.first_turn", "may-stop", {"player": state.name(seat)})
        return Answer("legal", stops.key, reason=stops, also=(stops.key,))
    if not state.drawn:
        return _nothing_to_draw(state, seat)
    if state.fits(seat, "newest") is not False:
        return Answer("legal", "turn.drawn_tile", reason=why_kept(state, seat), also=("turn.drawn_tile",))
    if state.rules.turn.must_play != "must" and state.fits(seat, "older"):
        return Answer(
            "legal", "turn.must_play", reason=why_draws_by_choice(state, seat), also=("turn.must_play",)
        )
    return _unfit(state, seat)


def _nothing_to_draw(state: State, seat: int) -> Answer:
    """Return that no tile fits and none is left that may be drawn."""
    unable, tiles = why_unable(state, seat), state.table.yard
    if tiles:
        kept = Reason("yard.reserve", "kept", {"tiles": tiles})
        return Answer("legal", "yard.reserve", reason=unable, also=(kept,))
    return Answer("legal", "yard.empty", reason=unable, also=(Reason("yard.empty", "nothing-left", {}),))


_DRAWN_TILE_WORDS: Words = (N_("The drawn tile"), N_("Such as 8-0."))


class Keep(Question, frozen=True, kw_only=True):
    """Whether a drawn tile that fits may be kept."""

    ask: ClassVar[str] = "keep"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True),
        AskedFact(TILE, needed=True, words=_DRAWN_TILE_WORDS),
        *TABLE,
        AskedFact(LAID_NOW),
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
        state = turn_of(situation, rules)
        known = situation.ends is not None or situation.foot is not None or bool(situation.trains)
        if not known and rules.layout.owned_ends:
            let_fit(state, self.seat, self.tile.high)
        elif not known:
            feet_of(state).set_ends(self.tile.high, 1)
        answer = _verified(state, pass_turn(self.seat), lambda: may_pass(state, self.seat))
        return _if_drawn_rightly(state, self.seat, answer) if known else answer
