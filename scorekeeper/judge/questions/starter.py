"""Who begins a round: the table's own rule, and what was told of draws, hands, totals and the last round.

Compares what the table told. No rule is decided here.
"""

from collections.abc import Container, Iterable

from msgspec.structs import replace

from scorekeeper.engine import Reason
from scorekeeper.judge.situation import NO_RULE, Answer, Situation, decide, depending
from scorekeeper.rules import Rules, double_is_held, starter_key
from scorekeeper.tiles import Tile, full_set

_LATER = "start.later_starter"


def who_begins(situation: Situation, rules: Rules) -> Answer:
    """Answer the player, `redraw`, or the rule's own word where nobody has said which player that means."""
    key = starter_key(rules, situation.set_size, situation.double)
    if situation.began_last is not None or situation.out_last is not None or situation.blocked:
        key = _LATER
    rule = rules.start.first_starter if key == "start.first_starter" else rules.start.later_starter
    if situation.began is not None:
        noted = Reason("start.first_starter", "noted", {})
        return _begins(situation, situation.began, noted)._replace(key=NO_RULE)
    match rule:
        case "high-draw":
            return _highest_draw(situation, key)
        case "highest-engine-tile":
            return _highest_with_number(situation, rules, key)
        case "rotate-left" | "previous-winner":
            return _from_last_round(situation, left=rule == "rotate-left")
        case "lowest-total":
            return _lowest_total(situation)
        case "double-holder":
            return _holder(situation, key, rule)
    why = Reason(key, "by-chance" if rule == "random" else "found", {"double": situation.starting_double})
    return decide(why, answer=rule)


def _begins(situation: Situation, seat: int, why: Reason) -> Answer:
    name = situation.name(seat)
    return decide(replace(why, facts={"player": name, **why.facts}), answer=name, seat=seat)


def _holder(situation: Situation, key: str, rule: str) -> Answer:
    """Answer who holds the starting double, or the rule's word."""
    double = situation.starting_double
    seat = next((seat for seat, hand in enumerate(situation.hands) if double in hand.known), None)
    if seat is None:
        return decide(Reason(key, "lays", {"double": double}), "start.missing", answer=rule)
    return _begins(situation, seat, Reason(key, "holds", {"double": double}))


def _from_last_round(situation: Situation, left: bool) -> Answer:
    """Answer who sits to the left of the last starter, or else who went out; after a block no rule goes further."""
    last = situation.began_last if left else situation.out_last
    if last is None and situation.blocked and not left:
        return decide(Reason("start.later_starter", "nobody-out", {}), _LATER)._replace(verdict="no-rule")
    if last is None:
        need = Reason("start.later_starter", "needs-last" if left else "needs-out", {})
        return depending(_LATER, need)._replace(also=(Reason("start.later_starter", "unremembered", {}),))
    why = Reason("start.later_starter", "left-of" if left else "went-out", {"last": situation.name(last)})
    return _begins(situation, (last + 1 if left else last) % len(situation.players), why)


def _highest_draw(situation: Situation, key: str) -> Answer:
    """Answer who drew the most dots."""
    draws = situation.draws
    waiting = _names_without(situation, draws)
    need = Reason(key, "needs-draw", {"players": waiting})
    if not draws:
        return depending(key, need)
    most = max(draws.values(), key=lambda tile: tile.pips)
    first = [seat for seat, tile in draws.items() if tile.pips == most.pips]
    left = set(full_set(situation.set_size)).difference(draws.values())
    if waiting and max(tile.pips for tile in left) >= most.pips:
        so_far = {**need.facts, "tile": most, "pips": most.pips}
        return depending(key, Reason(key, "needs-draw-still", so_far))
    if len(first) == 1:
        drawn = sorted(draws.items(), key=lambda drew: -drew[1].pips)
        parts = tuple(
            f"{situation.name(seat)} {tile.high} + {tile.low} = {tile.pips}" for seat, tile in drawn
        )
        return _begins(situation, first[0], Reason(key, "most", {"parts": parts}))
    names = tuple(map(situation.name, first))
    redraw = decide(Reason(key, "redraw", {"pips": most.pips, "players": names}), answer="redraw")
    return redraw._replace(instead=tuple(f"{name} draw" for name in names))


def _highest_with_number(situation: Situation, rules: Rules, key: str) -> Answer:
    """Answer who holds the highest tile with the number of the starting double, drawn or in a hand."""
    number, draws = situation.began_with, situation.draws
    tiles = {
        tile: seat
        for seat, hand in enumerate(situation.hands)
        for tile in (*hand.known, draws.get(seat))
        if tile is not None and tile.shows(number)
    }
    held = max(tiles, default=None, key=lambda tile: tile.pips)
    if held is None or held.pips < _highest_untold(situation, rules, tiles):
        seats = {seat for seat, hand in enumerate(situation.hands) if hand.hidden == 0} | draws.keys()
        if waiting := _names_without(situation, seats):
            return depending(key, Reason(key, "needs-tile", {"players": waiting, "number": number}))
    if held is None:
        return decide(Reason(key, "none-held", {"number": number}), key)._replace(verdict="no-rule")
    return _begins(situation, tiles[held], Reason(key, "highest", {"tile": held, "number": number}))


def _lowest_total(situation: Situation) -> Answer:
    """Answer who has the fewest points; where several have, no rule goes on."""
    if waiting := _names_without(situation, situation.totals):
        return depending(_LATER, Reason("start.later_starter", "needs-total", {"players": waiting}))
    points = min(situation.totals.values())
    first, *others = (seat for seat, total in situation.totals.items() if total == points)
    if others:
        facts = {"players": tuple(map(situation.name, (first, *others))), "points": points}
        return decide(Reason("start.later_starter", "same-total", facts), _LATER)._replace(verdict="no-rule")
    return _begins(situation, first, Reason("start.later_starter", "lowest-total", {"points": points}))


def _names_without(situation: Situation, seats: Container[int]) -> tuple[str, ...]:
    """Return the players of whom nobody told."""
    return tuple(name for seat, name in enumerate(situation.players) if seat not in seats)


def _highest_untold(situation: Situation, rules: Rules, tiles: Iterable[Tile]) -> int:
    """Return the dots of the highest tile with the number of the starting double that may be in a hand unseen."""
    number = situation.began_with
    known = {*tiles, *situation.laid} | (set() if double_is_held(rules) else {situation.starting_double})
    left = (tile for tile in full_set(situation.set_size) if tile.shows(number) and tile not in known)
    return max((tile.pips for tile in left), default=0)
