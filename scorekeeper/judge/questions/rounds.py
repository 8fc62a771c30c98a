"""How a round begins, where it stands and what is left: who starts with what, what is finished, what a hand counts.

Each question puts its facts before the engine and the scoring and reports the answer. No rule is decided here.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from scorekeeper.engine import (
    Dealt,
    FeetTable,
    Opening,
    Outcome,
    Reason,
    Refusal,
    State,
    do,
    feet_of,
    find_start,
    pass_turn,
    state_of_table,
    trains_of,
)
from scorekeeper.errors import Malformed
from scorekeeper.game import Blocked, Out, Round, TileEntry, score_round
from scorekeeper.judge.because import why_complete, why_incomplete, why_short, why_stuck, why_toes
from scorekeeper.judge.facts import (
    BLOCKED,
    DOUBLE,
    EARLIER,
    ENDS,
    FOOT,
    HAND,
    HANDS,
    HELD,
    LAID,
    ON_DOUBLE,
    PLAYER,
    TILE,
    YARD,
    YARD_HAS,
    AskedFact,
    Foot,
    Words,
    never,
)
from scorekeeper.judge.position import PLENTY, foot_alone, situation_setup, state_of, tiles_off_table, turn_of
from scorekeeper.judge.situation import (
    NO_RULE,
    Answer,
    AskedTile,
    AskedTiles,
    Ending,
    Number,
    Numbers,
    Question,
    Seat,
    Situation,
    TilesOfEach,
)
from scorekeeper.judge.train_facts import LAID_NOW, OPEN_DOUBLES, TRAINS
from scorekeeper.judge.train_position import TABLE, yet_to_begin
from scorekeeper.rules import PIPS, Rules, Score, ScorePart, double_is_held, wanted_double
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile

NOT_DOTS = (
    *("scoring.double_blank", "scoring.blank_half", "scoring.blank_tile"),
    *("scoring.open_foot", "scoring.out_on_double", "scoring.marker"),
)
"""Rules that add to the dots of a hand, or replace them, the most telling one first."""


class Closed(Question, frozen=True, kw_only=True):
    """Whether a double has all its toes, or counts as if it had."""

    ask: ClassVar[str] = "closed"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(DOUBLE, needed=True),
        AskedFact(ON_DOUBLE),
        AskedFact(OPEN_DOUBLES),
        AskedFact(LAID),
        AskedFact(TRAINS, under=never),
        AskedFact(FOOT, under=never),
        AskedFact(ENDS, under=never),
        AskedFact(YARD, under=never),
        AskedFact(HANDS, under=never),
    )
    settled_by: ClassVar[tuple[str, ...]] = ("on_double",)
    turns_on_suit: ClassVar[bool] = True
    yes_and_no: ClassVar[tuple[str, ...]] = ("closed", "open")

    double: Number

    @classmethod
    def facts_to_table(cls, facts: Mapping[str, Any], double: int) -> Mapping[str, Any]:
        """Give the toes of the double to the start, or to an open foot."""
        asked, toes = facts.get("double"), facts.get("on_double")
        if toes is None or asked is None:
            return facts
        return {**facts, "toes": toes} if asked == double else {**facts, "foot": Foot(asked, toes)}

    def facts_from_table(self, facts: Mapping[str, Any], double: int) -> Mapping[str, Any]:
        """Take the toes of the double from the start, or from the open foot."""
        foot = facts["foot"]
        if self.double == double:
            return {**facts, "on_double": facts["toes"]}
        if foot is not None and foot.double == self.double:
            return {**facts, "on_double": foot.toes}
        return facts

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer `closed`, `open` or `round-over`."""
        state = state_of(situation, rules)
        if rules.has_trains:
            return _covered(state, self.double)
        if self.double == situation.began_with:
            if feet_of(state).start_left:
                return Answer("legal", "start.toes", "open", why_incomplete(state))
            return Answer("legal", "start.toes", "closed", why_complete(state))
        foot = situation.foot
        if foot is None or foot.double != self.double:
            return Answer("legal", "foot.toes", "closed", None if foot is None else _another_open(foot))
        if foot.toes == rules.foot.toes:
            return Answer("legal", "foot.toes", "closed", why_toes(foot, rules))
        still = feet_of(state).foot == self.double if state.strict else (foot.toes or 0) < rules.foot.toes
        answer = "round-over" if state.outcome is not None else "open" if still else "closed"
        if not _short_of_tiles(situation, rules):
            taken = answer == "open" and rules.foot.uncloseable != "exhaust"
            enough = (_enough(situation, rules, foot),) if taken else ()
            return Answer("legal", "foot.toes", answer, why_toes(foot, rules), also=enough)
        short = why_short(situation, rules, foot)
        if answer == "open":
            also = (short, "foot.uncloseable")
            return Answer("legal", "foot.uncloseable", answer, why_toes(foot, rules), also=also)
        return Answer("legal", "foot.uncloseable", answer, short, also=("foot.uncloseable",))


def _covered(state: State, number: int) -> Answer:
    """Answer whether a double on a train still takes a tile."""
    double = Tile(number, number)
    if number == state.double:
        return Answer("legal", "foot.toes", "closed", Reason("foot.toes", "begins-all", {"double": double}))
    if any(one.number == number for one in trains_of(state).open):
        return Answer("legal", "foot.toes", "open", Reason("foot.toes", "uncovered", {"double": double}))
    dead = state.table.laid_of(number) >= state.table.set_size
    if dead:
        reason = Reason("foot.uncloseable", "all-laid", {"double": double, "number": number})
        return Answer("legal", "foot.uncloseable", "closed", reason, also=("foot.uncloseable",))
    return Answer("legal", "foot.toes", "closed", Reason("foot.toes", "covered", {"double": double}))


def _enough(situation: Situation, rules: Rules, foot: Foot) -> Reason:
    """Return that the open foot can still be finished: with tiles in hands, or for all the tiles that were named."""
    seen = {tile for hand in situation.hands for tile in hand.known}
    held = tuple(tile for tile in tiles_off_table(situation, foot.double) if tile in seen)
    missing = rules.foot.toes - (foot.toes or 0)
    if len(held) < missing:
        return Reason("foot.uncloseable", "enough", {"number": foot.double})
    facts = {"double": Tile(foot.double, foot.double), "tiles": held, "missing": missing}
    return Reason("foot.uncloseable", "enough-held", facts)


def _another_open(foot: Foot) -> Reason:
    return Reason("foot.toes", "other-open", {"open": Tile(foot.double, foot.double)})


def _short_of_tiles(situation: Situation, rules: Rules) -> bool:
    """Whether the table alone shows that the open foot cannot be finished."""
    foot = situation.foot
    return foot is not None and not foot_alone(situation, rules, foot).closeable


_MOVER_WORDS: Words = (N_("Whose turn"), N_("Who is to move now; the first letters of the name will do."))


class RoundOver(Question, frozen=True, kw_only=True):
    """Whether the round is over when this player is to move."""

    ask: ClassVar[str] = "round-over"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(PLAYER, needed=True, words=_MOVER_WORDS),
        *TABLE,
        AskedFact(YARD),
        AskedFact(LAID_NOW),
        AskedFact(LAID),
        AskedFact(HANDS),
    )
    turns_on_yard: ClassVar[bool] = True
    turns_on_ends: ClassVar[bool] = True
    turns_on_suit: ClassVar[bool] = True
    yes_and_no: ClassVar[tuple[str, ...]] = ("over", "goes-on")

    seat: Seat

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer `over` or `goes-on`."""
        state = turn_of(situation, rules)
        foot = situation.foot
        last = Answer("legal", "yard.empty", "goes-on")
        if foot is not None and _short_of_tiles(situation, rules):
            also = (why_short(situation, rules, foot), "foot.uncloseable")
            last = Answer("legal", "foot.uncloseable", "goes-on", also=also)
        if state.outcome is None and (owing := _without_tiles(state)) is not None:
            reason = _why_not_out(state, owing)
            return Answer("legal", reason.key, "goes-on", reason, also=(reason.key,))
        if state.outcome is None:
            state.turn = self.seat
            if (goes_on := _circuit(state)) is not None:
                return last._replace(reason=goes_on)
        assert state.outcome is not None
        if state.doubts:
            needs = tuple(reason for _at, reasons in state.doubts for reason in reasons)
            return Answer("depends", state.outcome.rule, needs=needs)
        reason, tiles = _why_over(situation, rules, state, state.outcome), state.table.yard
        stays = state.outcome.rule == "yard.empty" and tiles > 0
        kept = (Reason("yard.reserve", "kept", {"tiles": tiles}),) if stays else ()
        return Answer("legal", reason.key, "over", reason, also=(*kept, reason.key))


def _without_tiles(state: State) -> int | None:
    """Return the seat that has no tile left although the round is not over, None where there is none."""
    return next((seat for seat, hand in enumerate(state.hands) if hand.empty), None)


def _why_not_out(state: State, seat: int) -> Reason:
    """Return that others have yet to take a first turn, or that a player without a tile owes one on a double."""
    facts = {"player": state.name(seat)}
    if waiting := yet_to_begin(state, seat):
        players = tuple(state.name(other) for other in waiting)
        return Reason("ending.first_turn", "waits", {**facts, "players": players})
    if state.table.drawable:
        return Reason("ending.double_out", "uncovered", facts)
    return Reason("ending.double_out", "uncovered-dry", facts)


def _circuit(state: State) -> Reason | None:
    """Let everybody pass in turn until the round is over; return what the first who may not can do instead."""
    while state.outcome is None:
        try:
            do(state, pass_turn(state.turn))
        except Refusal as refusal:
            return _why_on(state.name(state.turn), refusal.reason)
    return None


def _why_on(player: str, reason: Reason) -> Reason:
    """Return what a player can still do, given why that player may not pass."""
    if "tiles" in reason.facts:
        return Reason("yard.empty", "can-lay", {"player": player, "choices": reason.facts["tiles"]})
    return Reason("yard.empty", "can-play" if reason.id == "surely-able" else "can-draw", {"player": player})


def _why_over(situation: Situation, rules: Rules, state: State, outcome: Outcome) -> Reason:
    """Return what ended the round."""
    foot = situation.foot
    if outcome.out is not None:
        dry = (outcome.rule, rules.ending.double_out) == ("ending.double_out", "must-cover")
        facts = {"out": state.name(outcome.out)}
        waiting = tuple(state.name(seat) for seat in situation.first_turn if seat != outcome.out)
        if waiting and outcome.rule == "scoring.out":
            return Reason("ending.first_turn", "at-once", {**facts, "players": waiting})
        return (
            Reason("ending.double_out", "went-out-dry", facts)
            if dry
            else Reason(outcome.rule, "went-out", facts)
        )
    if outcome.rule == "foot.uncloseable" and foot is not None:
        return why_short(situation, rules, foot)
    state.turn = state.history[-1].seat
    return why_stuck(state, state.turn, rules.yard.empty == "round-ends")


class StartingDouble(Question, frozen=True, kw_only=True):
    """Which double starts the round, and who lays it."""

    ask: ClassVar[str] = "starting-double"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(HELD, under=lambda rules: double_is_held(rules)),
        AskedFact(YARD_HAS, under=lambda rules: double_is_held(rules)),
        AskedFact(EARLIER, under=lambda rules: rules.start.next_double != "schedule"),
    )

    held: TilesOfEach = {}
    earlier: Numbers = ()
    yard_has: AskedTiles = ()

    @property
    def before_start(self) -> bool:
        """Nothing lies on the table yet."""
        return True

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the number of the double, or the word of `start.missing` if it must be looked for."""
        double = wanted_double(rules, situation.set_size, situation.double, self.earlier)
        setup = situation_setup(situation, rules)._replace(double=double, hands=self._hands(situation))
        setup = setup._replace(yard=situation.yard or PLENTY)
        state = state_of_table(setup, FeetTable(setup, 0, self.yard_has), 0)
        doubles = [Tile(number, number) for number in range(situation.set_size + 1)]
        for seat in self.held:
            state.hands[seat].rule_out(doubles)
        found = find_start(state)
        if not double_is_held(rules):
            reason = Reason("start.source", "own-round", {"double": Tile(double, double)})
            return Answer("legal", "start.source", found.answer, reason, found.seat, also=("start.source",))
        if rules.start.source == "highest-held" and found.seat is not None:
            return _highest_held(state, found)
        if found.reason is not None:
            return Answer("legal", found.reason.key, found.answer, found.reason, also=(found.reason.key,))
        key = "start.missing" if found.answer != double else "start.source"
        key = "start.next_double" if self.earlier else key
        if found.needs:
            return Answer("depends", key, needs=found.needs)
        also = ("start.missing",) if found.answer != double else ()
        also = ("start.next_double", *also) if self.earlier else also
        return Answer("legal", key, found.answer, _why_starts(state, double, found), found.seat, also=also)

    def _hands(self, situation: Situation) -> tuple[Dealt, ...]:
        """Return the hands: the doubles that are known of a player are all that the player has."""
        return tuple(
            Dealt(self.held[seat], None) if seat in self.held else hand
            for seat, hand in enumerate(situation.hands)
        )


def _highest_held(state: State, found: Opening) -> Answer:
    """Answer with the highest double in any hand, which starts whatever round it is."""
    if found.needs:
        return Answer("depends", "start.source", needs=found.needs)
    player = "" if found.seat is None else state.name(found.seat)
    reason = Reason("start.source", "highest", {"player": player, "double": f"{found.answer}-{found.answer}"})
    return Answer("legal", "start.source", found.answer, reason, found.seat, also=("start.source",))


def _why_starts(state: State, wanted: int, found: Opening) -> Reason:
    """Return who holds the double that starts the round, or which doubles nobody holds."""
    if found.seat is None or not isinstance(found.answer, int):
        return Reason("start.missing", "nobody-holds", {"doubles": (Tile(wanted, wanted),)})
    double = Tile(found.answer, found.answer)
    facts = {"player": state.name(found.seat), "double": double}
    if found.answer == wanted:
        return Reason("start.source", "holds", facts)
    higher = tuple(Tile(number, number) for number in range(wanted, found.answer, -1))
    return Reason("start.missing", "next-lower", {**facts, "doubles": higher})


_LEFT_WORDS: Words = (N_("Tiles left"), N_("All tiles left in the hand, such as 0-0 5-0 3-2."))


_WHOSE_WORDS: Words = (N_("Whose hand"), N_("Needed only for a blocked round."))
_LAST_WORDS: Words = (N_("The last tile"), N_("The tile with which somebody went out, such as 3-3."))

LAST_AND_MARKERS = (
    AskedFact(TILE, words=_LAST_WORDS, under=lambda rules: rules.scoring.out_on_double == "doubled"),
    AskedFact(TRAINS, under=lambda rules: rules.scoring.marker != 0),
)
"""What can add to the points of a hand beside its tiles."""


class HandScore(Question, frozen=True, kw_only=True, rename={"seat": "player", "blocked": "ended"}):
    """What a hand counts: a hand of tiles, or that of a player."""

    ask: ClassVar[str] = "score"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(HAND, needed=True, words=_LEFT_WORDS),
        AskedFact(PLAYER, words=_WHOSE_WORDS, needed_if="blocked"),
        AskedFact(BLOCKED),
        AskedFact(HANDS, shown_if="blocked"),
        *LAST_AND_MARKERS,
    )

    hand: AskedTiles | None = None
    seat: Seat | None = None
    blocked: Ending = False
    tile: AskedTile | None = None
    """The last tile of whoever went out."""

    def __post_init__(self) -> None:
        if (self.hand is None) == (self.seat is None):
            raise Malformed(_("A score needs a hand, or else a player whose hand is given."), "hand")

    @property
    def before_start(self) -> bool:
        """A hand without a tile says nothing of the table."""
        return self.hand == ()

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Return the question; a hand is a player's where the player is known. Raises Malformed."""
        if "player" in facts:
            return cls(seat=facts["player"], blocked=facts.get("blocked", False), tile=facts.get("tile"))
        hand = facts.get("hand", Dealt())
        if hand.hidden:
            raise Malformed(_("Name every tile of the hand, such as 5-0 3-2."), "hand")
        return cls(hand=hand.known, tile=facts.get("tile"))

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the points."""
        seats = () if self.seat is None else (self.seat,)
        if needs := untold_charges(situation, rules, seats, self.tile, self.blocked):
            return Answer("depends", needs[0].key, needs=needs)
        if self.seat is not None:
            if self.blocked:
                return _score_blocked(situation, rules, self.seat)
            if situation.hands[self.seat].hidden != 0:
                return _unseen_hand(situation, self.seat)
        tiles = situation.hands[self.seat].known if self.seat is not None else self.hand or ()
        name = "" if self.seat is None else situation.name(self.seat)
        played = round_told(situation, None, {name: TileEntry(tiles)}, self.tile)
        found = score_round(rules, (name,), played)[name]
        keys = {line.rule for line in found.lines if line.rule != PIPS}
        first, *more = sorted(keys, key=NOT_DOTS.index) or (NO_RULE,)
        also = tuple(filter(None, (first, *more)))
        return Answer("legal", first, found.total, _sum(found), self.seat, also=also)


def round_told(
    situation: Situation, ending: Blocked | Out | None, entries: Mapping[str, TileEntry], last: Tile | None
) -> Round:
    """Return a round as it is counted, with the markers that were told, and the tile that was laid last."""
    return Round(
        number=1,
        double=situation.began_with,
        ending=ending,
        entries=entries,
        out_on_double=last is not None and last.is_double,
        marked=tuple(situation.name(seat) for seat, told in (situation.trains or {}).items() if told.marked),
    )


def untold_charges(
    situation: Situation, rules: Rules, seats: Iterable[int], last: Tile | None, blocked: bool
) -> tuple[Reason, ...]:
    """Return what has to be told besides the hands: which tile was laid last, and whose trains are marked."""
    doubles = rules.scoring.out_on_double == "doubled" and not blocked and last is None
    of_last = (Reason("scoring.out_on_double", "needs-last", {}),) if doubles else ()
    untold = [seat for seat in seats if rules.scoring.marker and seat not in (situation.trains or {})]
    facts = ({"player": situation.name(seat)} for seat in untold)
    return (*of_last, *(Reason("scoring.marker", "needs-marker", each) for each in facts))


def _sum(found: Score) -> Reason:
    """Return the parts of a score, each with its tile."""
    parts = tuple(part_in_words(line) for line in found.lines)
    return Reason("scoring.double_blank", "sum" if parts else "empty", {"parts": parts})


def part_in_words(line: ScorePart) -> str:
    """Return what a tile, or the open foot, counts."""
    if line.rule == "scoring.marker":
        return _("the marker counts {points}", points=line.points)
    if line.rule == "scoring.out_on_double":
        return _("the double that was laid last adds {points}", points=line.points)
    if line.tile is None:
        return _("the open foot counts {points}", points=line.points)
    return _("{tile} counts {points}", tile=line.tile, points=line.points)


def _score_blocked(situation: Situation, rules: Rules, seat: int) -> Answer:
    """Return what a hand counts in a blocked round, for which all hands must be known."""
    hidden = [other for other, hand in enumerate(situation.hands) if hand.hidden != 0]
    if seat in hidden or (hidden and rules.scoring.blocked != "all-score"):
        return _unseen_hand(situation, *hidden)
    entries = {
        situation.name(other): TileEntry(hand.known)
        for other, hand in enumerate(situation.hands)
        if other not in hidden
    }
    foot = None if situation.foot is None else situation.foot.double
    played = round_told(situation, Blocked(foot), entries, None)
    name = situation.name(seat)
    scores = score_round(rules, situation.players, played)
    free = tuple(
        each for each in scores if any(line.rule == "scoring.blocked" for line in scores[each].lines)
    )
    also = (Reason("scoring.blocked", "of-another", {"players": free}),) if free and name not in free else ()
    reason = Reason("scoring.blocked", "lowest", {"player": name}) if name in free else _sum(scores[name])
    key, lines = "scoring.blocked", scores[name].lines
    prices = sorted({line.rule for line in lines} & set(NOT_DOTS), key=NOT_DOTS.index)
    return Answer("legal", key, scores[name].total, reason, seat, also=(*also, key, *prices))


def _unseen_hand(situation: Situation, *seats: int) -> Answer:
    needs = tuple(Reason("scoring.blocked", "needs-hand", {"player": situation.name(seat)}) for seat in seats)
    return Answer("depends", "scoring.blocked", needs=needs)
