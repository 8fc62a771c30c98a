"""Who begins a round: the table's own rule, and what was told of draws, hands, totals and the last round.

Compares what the table told. No rule is decided here.
"""

from collections.abc import Container, Iterable
from typing import ClassVar

from scorekeeper.engine import Reason, highest_drawn, starter_key
from scorekeeper.judge.facts import BEGAN, BEGAN_LAST, DRAWS, OUT_LAST, TOTALS, AskedFact, Fact, never
from scorekeeper.judge.situation import (
    NO_RULE,
    Answer,
    PointsOfEach,
    Question,
    Seat,
    Situation,
    TileOfEach,
)
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.tiles import Tile, full_set


def _where(fact: Fact, *words: str) -> AskedFact:
    """Return that a fact is asked for where one of these words says who begins."""
    return AskedFact(
        fact,
        under=lambda rules: rules.start.first_starter in words,
        later=lambda rules: rules.start.later_starter in words,
    )


class Starter(Question, frozen=True, kw_only=True, rename={"draws": "drawn"}):
    """Who begins a round."""

    ask: ClassVar[str] = "starter"
    facts: ClassVar[tuple[AskedFact, ...]] = (
        AskedFact(BEGAN, under=never),
        _where(BEGAN_LAST, "rotate-left"),
        _where(OUT_LAST, "previous-winner"),
        _where(DRAWS, "high-draw", "highest-engine-tile"),
        _where(TOTALS, "lowest-total"),
    )

    began: Seat | None = None
    """Who begins this round, as the table noted it."""
    began_last: Seat | None = None
    """Who laid the starting double of the last round, or should have."""
    out_last: Seat | None = None
    """Who went out in the last round."""
    draws: TileOfEach = {}
    """What each seat drew to see who begins."""
    totals: PointsOfEach = {}
    """The points of each seat in all rounds so far."""

    @property
    def starter_draws(self) -> tuple[Tile, ...]:
        """The tiles of all seats."""
        return tuple(self.draws.values())

    @property
    def before_start(self) -> bool:
        """Nothing lies on the table yet."""
        return True

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the player, `redraw`, or the rule's own word where nobody has said which player that means."""
        key = starter_key(rules, situation.set_size, situation.double)
        if self.began_last is not None or self.out_last is not None:
            key = "start.later_starter"
        rule = rules.start.first_starter if key == "start.first_starter" else rules.start.later_starter
        if self.began is not None:
            name = situation.name(self.began)
            return Answer("legal", NO_RULE, name, Reason("start.first_starter", "noted", {}), self.began)
        match rule:
            case "high-draw":
                return self._highest_draw(situation, key)
            case "highest-engine-tile":
                return self._highest_with_number(situation, rules, key)
            case "rotate-left":
                return self._left_of_last(situation)
            case "previous-winner":
                return self._last_out(situation)
            case "lowest-total":
                return self._lowest_total(situation)
        return self._holder(situation, key, rule)

    def _holder(self, situation: Situation, key: str, rule: str) -> Answer:
        """Answer who holds the starting double, or the rule's word."""
        if rule != "double-holder":
            return Answer("legal", key, rule)
        double = situation.starting_double
        seat = next((seat for seat, hand in enumerate(situation.hands) if double in hand.known), None)
        if seat is not None:
            name = situation.name(seat)
            return Answer("legal", key, name, Reason(key, "holds", {"player": name, "double": double}), seat)
        return Answer("legal", key, rule, Reason(key, "lays", {"double": double}), also=("start.missing",))

    def _left_of_last(self, situation: Situation) -> Answer:
        """Answer who sits to the left of the player who began the last round."""
        key, last = "start.later_starter", self.began_last
        if last is None:
            return Answer("depends", key, needs=(Reason("start.later_starter", "needs-last", {}),))
        seat = (last + 1) % len(situation.players)
        facts = {"last": situation.name(last), "player": situation.name(seat)}
        return Answer("legal", key, facts["player"], Reason("start.later_starter", "left-of", facts), seat)

    def _last_out(self, situation: Situation) -> Answer:
        """Answer who went out in the last round."""
        key, out = "start.later_starter", self.out_last
        if out is None:
            return Answer("depends", key, needs=(Reason("start.later_starter", "needs-out", {}),))
        name = situation.name(out)
        return Answer("legal", key, name, Reason("start.later_starter", "went-out", {"player": name}), out)

    def _highest_draw(self, situation: Situation, key: str) -> Answer:
        """Answer who drew the most dots."""
        waiting = _names_without(situation, self.draws)
        needs = tuple(Reason(key, "needs-draw", {"player": name}) for name in waiting)
        if not self.draws:
            return Answer("depends", key, needs=needs)
        first = highest_drawn(self.draws)
        most = self.draws[first[0]]
        if needs and self._can_still_win(situation, most):
            return Answer("depends", key, needs=needs)
        facts = {"pips": most.pips, "tile": most}
        if len(first) == 1:
            name = situation.name(first[0])
            return Answer("legal", key, name, Reason(key, "most", {**facts, "player": name}), first[0])
        names = tuple(situation.name(seat) for seat in first)
        reason = Reason(key, "redraw", {**facts, "players": names})
        return Answer("legal", key, "redraw", reason, instead=tuple(f"{name} draw" for name in names))

    def _can_still_win(self, situation: Situation, most: Tile) -> bool:
        """Whether somebody who has not drawn can have as many dots."""
        left = set(full_set(situation.set_size)).difference(self.draws.values())
        return max(tile.pips for tile in left) >= most.pips

    def _highest_with_number(self, situation: Situation, rules: Rules, key: str) -> Answer:
        """Answer who holds the highest tile with the number of the starting double, drawn or in a hand."""
        number = situation.began_with
        tiles = {
            tile: seat
            for seat, hand in enumerate(situation.hands)
            for tile in (*hand.known, *self._drawn_by(seat))
            if tile.shows(number)
        }
        held = max(tiles, default=None, key=lambda tile: tile.pips)
        if held is None or held.pips < _highest_untold(situation, rules, tiles):
            told = {seat for seat, hand in enumerate(situation.hands) if hand.hidden == 0} | self.draws.keys()
            waiting = _names_without(situation, told)
            if needs := tuple(
                Reason(key, "needs-tile", {"player": name, "number": number}) for name in waiting
            ):
                return Answer("depends", key, needs=needs)
        if held is None:
            return Answer("no-rule", key, reason=Reason(key, "none-held", {"number": number}), also=(key,))
        name = situation.name(tiles[held])
        reason = Reason(key, "highest", {"player": name, "tile": held, "number": number})
        return Answer("legal", key, name, reason, tiles[held])

    def _drawn_by(self, seat: int) -> tuple[Tile, ...]:
        return (self.draws[seat],) if seat in self.draws else ()

    def _lowest_total(self, situation: Situation) -> Answer:
        """Answer who has the fewest points; where several have, no rule goes on."""
        key = "start.later_starter"
        waiting = _names_without(situation, self.totals)
        if needs := tuple(Reason("start.later_starter", "needs-total", {"player": name}) for name in waiting):
            return Answer("depends", key, needs=needs)
        points = min(self.totals.values())
        first, *others = (seat for seat, total in self.totals.items() if total == points)
        if others:
            names = tuple(situation.name(seat) for seat in (first, *others))
            reason = Reason("start.later_starter", "same-total", {"players": names, "points": points})
            return Answer("no-rule", key, reason=reason, also=(key,))
        facts = {"player": situation.name(first), "points": points}
        reason = Reason("start.later_starter", "lowest-total", facts)
        return Answer("legal", key, situation.name(first), reason, first)


def _names_without(situation: Situation, told: Container[int]) -> list[str]:
    """Return the players of whom nobody told."""
    return [name for seat, name in enumerate(situation.players) if seat not in told]


def _highest_untold(situation: Situation, rules: Rules, told: Iterable[Tile]) -> int:
    """Return the dots of the highest tile with the number of the starting double that may be in a hand unseen."""
    number = situation.began_with
    known = {*told, *situation.laid} | (set() if double_is_held(rules) else {situation.starting_double})
    left = (tile for tile in full_set(situation.set_size) if tile.shows(number) and tile not in known)
    return max((tile.pips for tile in left), default=0)
