"""Who begins a round: whoever drew the most dots, holds the highest tile with a number, or has the lowest total.

Compares what the table told. No rule is decided here.
"""

from collections.abc import Container, Iterable
from typing import ClassVar

from scorekeeper.engine import Reason, highest_drawn, starter_key
from scorekeeper.errors import Malformed
from scorekeeper.judge.facts import DRAWS, TOTALS, AskedFact
from scorekeeper.judge.situation import Answer, PointsOfEach, Question, Situation, TileOfEach
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.text import _
from scorekeeper.tiles import Tile, full_set


def _by_total(rules: Rules) -> bool:
    return rules.start.later_starter == "lowest-total"


class Starter(Question, frozen=True, kw_only=True, rename={"draws": "drawn"}):
    """Who begins a round."""

    ask: ClassVar[str] = "starter"
    facts: ClassVar[tuple[AskedFact, ...]] = (AskedFact(DRAWS), AskedFact(TOTALS, under=_by_total))

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

    def __post_init__(self) -> None:
        if not self.draws and not self.totals:
            raise Malformed(_('Who drew which tile is missing; write { Ana = "6-4" }.'), "drawn")

    def answer(self, situation: Situation, rules: Rules) -> Answer:
        """Answer the player, or `redraw`."""
        key = starter_key(rules, situation.set_size, situation.double)
        rule = rules.start.first_starter if key == "start.first_starter" else rules.start.later_starter
        if rule == "high-draw":
            return self._highest_draw(situation, key)
        if rule == "highest-engine-tile":
            return self._highest_with_number(situation, rules, key)
        if rule == "lowest-total":
            return self._lowest_total(situation)
        return Answer("no-rule", key, reason=Reason(key, "not-drawn", {}), also=(key,))

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
