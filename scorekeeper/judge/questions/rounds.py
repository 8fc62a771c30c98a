"""How a round begins, where it stands and what is left: who starts with what, what is finished, what a hand counts.

Each question puts its facts before the engine and the scoring and reports the answer. No rule is decided here.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from scorekeeper.engine import (
    DOUBLES,
    Dealt,
    FeetTable,
    Opening,
    Outcome,
    Reason,
    Refusal,
    RoundResult,
    State,
    do,
    feet_of,
    find_start,
    options_on_turn,
    pass_turn,
    state_of_table,
    trains_of,
)
from scorekeeper.errors import Malformed
from scorekeeper.game import Blocked, Out, Round, TileEntry, score_round
from scorekeeper.judge import because, position
from scorekeeper.judge.situation import NO_RULE, Answer, Situation, decide, depending
from scorekeeper.rules import Rules, Score, ScorePart, double_is_held, wanted_double
from scorekeeper.text import _, join_and
from scorekeeper.tiles import Tile

NOT_DOTS = (
    *("scoring.open_foot", "scoring.out_on_double", "scoring.marker"),
    *("scoring.blank_half", "scoring.blank_tile", "scoring.double_blank"),
)
"""Rules that add to the dots of a hand, or replace them, the most telling one first."""


def is_closed(situation: Situation, rules: Rules) -> Answer:
    """Answer `closed`, `open` or `round-over`."""
    state, number, foot = position.state_of(situation, rules), situation.asked_double, situation.foot
    double = Tile(number or 0, number or 0)
    if rules.layout.owned_ends:
        return _covered(situation, state, double)
    if number == situation.began_with:
        lacking = because.why_bound(state) if feet_of(state).start_left else None
        return decide(lacking or because.why_complete(state), answer="open" if lacking else "closed")
    if foot is None:
        return Answer("legal", "foot.toes", "closed")
    if foot.double != number and rules.foot.lock != "strict":
        return depending("foot.toes", Reason("foot.toes", "needs-toes", {"double": double}))
    if foot.double != number:
        return decide(Reason("foot.toes", "other-open", {"open": foot.tile}), "foot.lock", answer="closed")
    if foot.toes == rules.foot.toes:
        return decide(because.why_toes(foot, rules), answer="closed")
    still = feet_of(state).foot == number if state.strict else (foot.toes or 0) < rules.foot.toes
    answer = "round-over" if state.outcome is not None else "open" if still else "closed"
    settled = answer != "open" or rules.foot.uncloseable == "exhaust"
    if settled and not position.foot_alone(situation, rules, foot).closeable:
        return decide(because.why_short(situation, rules, foot), "foot.uncloseable", answer=answer)
    left, missing = situation.off_table(foot.double), rules.foot.toes - (foot.toes or 0)
    held = tuple(tile for tile in left if tile in situation.elsewhere)
    if settled or (len(held) < missing and len(left) > rules.foot.toes):
        return decide(because.why_toes(foot, rules), answer=answer)
    facts = {"double": foot.tile, "tiles": held if len(held) >= missing else left, "missing": missing}
    enough = Reason("foot.uncloseable", "enough-held" if len(held) >= missing else "enough-named", facts)
    return decide(enough, answer=answer)._replace(key="foot.toes")


def _covered(situation: Situation, state: State, double: Tile) -> Answer:
    """Answer whether a double on a train still takes a tile."""
    number = double.high
    if number == state.double:
        return decide(Reason("foot.toes", "begins-all", {"double": double}), answer="closed")
    if any(open_double.number == number for open_double in trains_of(state).open):
        return decide(Reason("foot.toes", "uncovered", {"double": double}), answer="open")
    if state.table.laid_of(number) >= state.table.set_size:
        dead = Reason("foot.uncloseable", "all-laid", {"double": double, "number": number})
        return decide(dead, "foot.uncloseable", answer="closed")
    if situation.open_doubles is None:
        return depending("foot.toes", Reason("foot.toes", "needs-cover", {"double": double}))
    return decide(Reason("foot.toes", "covered", {"double": double}), answer="closed")


def is_over(situation: Situation, rules: Rules) -> Answer:
    """Answer `over` or `goes-on`, when this player is to move."""
    state, foot = position.turn_of(situation, rules), situation.foot
    owing = next((seat for seat, hand in enumerate(state.hands) if hand.empty), None)
    if state.outcome is None and owing is not None:
        reason = _why_not_out(state, owing)
        return decide(reason, reason.key, answer="goes-on")
    if state.outcome is None:
        state.turn = situation.seat or 0
        if goes_on := _circuit(state):
            if state.setup.hands[situation.seat or 0].hidden is None:
                goes_on = *goes_on, Reason("scoring.out", "none-told", {})
            if foot is None or position.foot_alone(situation, rules, foot).closeable:
                return decide(*goes_on, answer="goes-on")
            dead = because.why_short(situation, rules, foot)
            return decide(*goes_on, dead, dead.key, answer="goes-on")._replace(key=dead.key)
    assert state.outcome is not None
    if state.doubts:
        answer = depending(state.outcome.rule, *(doubt for _at, reasons in state.doubts for doubt in reasons))
        return answer._replace(also=(Reason("yard.empty", "opens-in-time", {}),) * rules.layout.owned_ends)
    reason = _why_over(situation, rules, state, state.outcome)
    if state.outcome.rule == "yard.empty" and state.table.yard:
        return decide(Reason("yard.reserve", "kept", {"tiles": state.table.yard}), reason, answer="over")
    return decide(reason, reason.key, answer="over")


def _why_not_out(state: State, seat: int) -> Reason:
    """Return that others have yet to take a first turn, or that a player without a tile owes one on a double."""
    facts = {"player": state.name(seat)}
    if waiting := position.yet_to_begin(state, seat):
        return Reason("ending.first_turn", "waits", {**facts, "players": tuple(map(state.name, waiting))})
    return Reason("ending.double_out", "uncovered" if state.table.drawable else "uncovered-dry", facts)


def _circuit(state: State) -> tuple[Reason, ...]:
    """Let everybody pass in turn until the round is over; return what the first who may not pass can do, and why."""
    while state.outcome is None:
        try:
            do(state, pass_turn(state.turn))
        except Refusal as refusal:
            player, reason = state.name(state.turn), refusal.reason
            if "tiles" in reason.facts:
                return _can_lay(state)
            sure = reason.id == "surely-able"
            return (Reason("yard.empty", "can-play" if sure else "can-draw", {"player": player}),)
    return ()


def _can_lay(state: State) -> tuple[Reason, ...]:
    """Return a tile that the player on turn can lay and where, and why it may lie there."""
    action, tile = next((option, option.tile) for option in options_on_turn(state) if option.tile is not None)
    owned = state.rules.layout.owned_ends
    why = because.on_train(state, action, tile).reason if owned else None
    why = why or because.why_laid(state, action.seat, tile, None)
    facts = {"player": state.name(action.seat), "tile": tile, "train": why.facts.get("train", "")}
    return Reason("yard.empty", "can-lay-on" if owned else "can-lay", facts), why


def _why_over(situation: Situation, rules: Rules, state: State, outcome: Outcome) -> Reason:
    """Return what ended the round."""
    foot = situation.foot
    if outcome.out is not None:
        facts = {"out": state.name(outcome.out)}
        waiting = tuple(state.name(seat) for seat in situation.first_turn if seat != outcome.out)
        if waiting and outcome.rule == "scoring.out":
            return Reason("ending.first_turn", "at-once", {**facts, "players": waiting})
        if (outcome.rule, rules.ending.double_out) == ("ending.double_out", "must-cover"):
            return Reason("ending.double_out", "went-out-dry", facts)
        return Reason(outcome.rule, "went-out", facts)
    if outcome.rule == "foot.uncloseable" and foot is not None:
        return because.why_short(situation, rules, foot)
    state.turn = state.history[-1].seat
    return because.why_stuck(state, state.turn, rules.yard.empty == "round-ends")


def starting_double(situation: Situation, rules: Rules) -> Answer:
    """Answer the number of the double, or the word of `start.missing` if it must be looked for, and who lays it."""
    held, earlier = situation.held, situation.earlier
    double = wanted_double(rules, situation.set_size, situation.double, earlier)
    hands = (Dealt(held[seat], None) if seat in held else hand for seat, hand in enumerate(situation.hands))
    setup = position.situation_setup(situation, rules)._replace(double=double, hands=tuple(hands))
    setup = setup._replace(yard=situation.yard or position.PLENTY)
    state = state_of_table(setup, FeetTable(setup, 0, situation.yard_has), 0)
    for seat in held:  # the doubles that are known of a player are all that the player has
        state.hands[seat].rule_out(DOUBLES)
    opening = find_start(state)
    if situation.known and rules.start.missing != "next-lower":  # nobody holds it, as was just said
        opening = opening._replace(needs=())
    if not double_is_held(rules):
        own = Reason("start.source", "own-round", {"double": Tile(double, double)})
        return decide(own, "start.source", answer=opening.answer, seat=opening.seat)
    if rules.start.source == "highest-held" and opening.seat is not None:
        highest = Reason("start.source", "highest", {})
        decided = decide(highest, "start.source", answer=opening.answer, seat=opening.seat)
        return depending("start.source", *opening.needs) if opening.needs else decided
    if any(so for _need, so in situation.known) and rules.start.missing != "agree":
        asked: list[Any] = [need.facts["doubles"] for need, _so in situation.known]
        return Answer("legal", "start.missing", "held", phrase="one" if len(set().union(*asked)) == 1 else "")
    if opening.reason is not None:
        return decide(opening.reason, opening.reason.key, answer=opening.answer)
    missing = opening.answer != double
    key = "start.next_double" if earlier else "start.missing" if missing else "start.source"
    if opening.needs:
        return depending(key, *opening.needs)
    reason = _why_starts(state, double, opening)
    if double != situation.double and not missing:
        began = tuple(Tile(number, number) for number in earlier)
        reason = Reason("start.next_double", "wants", {**reason.facts, "tiles": began})
    also = (key,) if earlier or missing else ()
    return Answer("legal", key, opening.answer, reason, opening.seat, also=also)


def _why_starts(state: State, wanted: int, opening: Opening) -> Reason:
    """Return who holds the double that starts the round, or which doubles nobody holds."""
    hands = ((tile, state.name(seat)) for seat, hand in enumerate(state.hands) for tile in hand.known)
    held = sorted(holding for holding in hands if holding[0].is_double)
    if opening.seat is None or not isinstance(opening.answer, int):
        wants = {"doubles": (Tile(wanted, wanted),)}
        if opening.answer == "agree" and held and held[0][0].low < wanted:
            lower, player = max(holding for holding in held if holding[0].low < wanted)
            return Reason("start.missing", "agree-on", {**wants, "player": player, "double": lower})
        return Reason("start.missing", "nobody-holds" if opening.answer == "agree" else "alone", wants)
    double = Tile(opening.answer, opening.answer)
    facts = {"player": state.name(opening.seat), "double": double}
    if opening.answer == wanted:
        return Reason("start.source", "holds", facts)
    facts["doubles"] = tuple(Tile(number, number) for number in range(wanted, opening.answer, -1))
    tile, holder = held[-1]
    facts |= {"holder": holder, "tile": tile}
    return Reason("start.missing", "next-lower-above" if tile.low > wanted else "next-lower", facts)


def check_hand(situation: Situation) -> None:
    """Raise Malformed where there is no hand, or more than one."""
    if (situation.hand is None) == (situation.seat is None):
        raise Malformed(_("A score needs a hand, or else a player whose hand is given."), "hand")


def hand_score(situation: Situation, rules: Rules) -> Answer:
    """Answer the points of a hand of tiles, or that of a player; in a blocked round it may take all hands."""
    seat, key = situation.seat, "scoring.blocked"
    if needs := _untold_charges(situation, rules, () if seat is None else (seat,)):
        return depending(needs[0].key, *needs)
    if seat is None:  # a hand that is nobody's in particular counts what it would count for anybody
        hands = Dealt(situation.hand or (), 0), *situation.hands[1:]
        situation = replace(situation, blocked=False, trains=None, hands=hands)
    name, scores = situation.name(seat or 0), _scores(situation, rules)
    if name not in scores:
        unseen = [at for at, hand in enumerate(situation.hands) if hand.hidden != 0]
        names = tuple(map(situation.name, unseen if situation.blocked else (seat or 0,)))
        return depending(key, Reason("scoring.blocked", "needs-hand", {"players": names}))
    score, tiles = scores[name], situation.hands[seat or 0].known
    keys = tuple(sorted({line.rule for line in score.lines} & set(NOT_DOTS), key=NOT_DOTS.index))[:1]
    if situation.blocked:
        free = tuple(player for player in scores if any(line.rule == key for line in scores[player].lines))
        reason = Reason("scoring.blocked", "lowest", {"player": name}) if name in free else _sum(score)
        other = Reason("scoring.blocked", "of-another", {"players": free})
        lowest = (other,) if free and name not in free else ()
        return Answer("legal", key, score.total, reason, seat, also=(*lowest, key, *keys))
    spare = {} if keys else dict(_priced_at_nothing(situation, rules))
    dots = (Reason("scoring.double_blank", "dots", {}),) if any(tile.is_double for tile in tiles) else ()
    also = keys or tuple(spare)[:1]
    reason = _sum(score, *spare.values())
    return Answer("legal", (*also, NO_RULE)[0], score.total, reason, seat, also=also or dots)


def _priced_at_nothing(situation: Situation, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield each rule under which something that was told adds nothing, though it does at other tables, and that."""
    if rules.layout.owned_ends and situation.tile is not None and situation.tile.is_double:
        yield "scoring.out_on_double", _("a double as the last tile changes nothing")
    if any(train.marked for train in (situation.trains or {}).values()):
        yield "scoring.marker", _("the marker adds nothing")


def _untold_charges(situation: Situation, rules: Rules, seats: Iterable[int]) -> tuple[Reason, ...]:
    """Return what has to be told besides the hands: which tile was laid last, and whose trains are marked."""
    doubles = rules.scoring.out_on_double == "doubled" and not situation.blocked and situation.tile is None
    of_last = (Reason("scoring.out_on_double", "needs-last", {}),) if doubles and not situation.known else ()
    untold = (seat for seat in seats if rules.scoring.marker and seat not in (situation.trains or {}))
    names = map(situation.name, untold)
    return (*of_last, *(Reason("scoring.marker", "needs-marker", {"player": name}) for name in names))


def _sum(score: Score, *besides: str) -> Reason:
    """Return the parts of a score, each with its tile."""
    parts = (*map(_part_in_words, score.lines), *besides)
    return Reason("scoring.double_blank", "sum" if parts else "empty", {"parts": parts})


def _part_in_words(line: ScorePart) -> str:
    """Return what a tile, or the open foot, counts."""
    if line.rule == "scoring.marker":
        return _("the marker counts {points}", points=line.points)
    if line.rule == "scoring.out_on_double":
        return _("the double that was laid last adds {points}", points=line.points)
    if line.tile is None:
        return _("the open foot counts {points}", points=line.points)
    tile, pips = line.tile, line.tile.pips
    if line.rule == "scoring.blank_half":
        blank = {"tile": tile, "points": line.points, "pips": pips, "more": line.points - pips}
        return _("{tile} counts {points} ({pips} and {more} for its blank)", **blank)
    if tile.is_double and line.points == pips == 0:
        return _("without a special price {tile} counts 0", tile=tile)
    both = f"{tile.high} + {tile.low} = " if tile.is_double and line.points == pips else ""
    return _("{tile} counts {points}", tile=tile, points=f"{both}{line.points}")


def _open_foot(situation: Situation) -> int | None:
    return None if situation.foot is None else situation.foot.double


def check_ending(situation: Situation) -> None:
    """Raise Malformed where somebody went out of a blocked round, or nobody out of another."""
    if situation.blocked and situation.out is not None:
        raise Malformed(_("In a blocked round nobody went out; leave out one of the two."), "out")
    if not situation.blocked and situation.out is None:
        raise Malformed(_("Say who went out, or that the round was blocked."), "out")


def who_won(situation: Situation, rules: Rules) -> Answer:
    """Answer the player who went out, or nobody; the result has the points."""
    out, hands = situation.out, enumerate(situation.hands)
    untold = _untold_charges(situation, rules, range(len(situation.players)))
    scores = {} if untold else _scores(situation, rules)
    result = RoundResult(
        ended="blocked" if out is None else "out",
        out=None if out is None else situation.name(out),
        open_foot=_open_foot(situation),
        hands={situation.name(seat): "" if seat == out else str(hand) for seat, hand in hands},
        points={name: score.total for name, score in scores.items()},
        yard=situation.yard,
    )
    if out is None:
        parts = tuple(_counts(name, score) for name, score in scores.items())
        counts = (Reason("scoring.blocked", "counts", {"parts": parts}),) if parts else ()
        answer = decide(Reason("scoring.blocked", "blocked", {}), *counts, answer="nobody")
    else:
        name = situation.name(out)
        on_double = ("ending.double_out",) if situation.tile is not None and situation.tile.is_double else ()
        zero = next((player for player, score in scores.items() if player != name and score.total == 0), None)
        facts = {"out": name, "player": zero}
        went_out = Reason("scoring.out", "alone-for-nothing" if zero else "alone", facts)
        answer = decide(went_out, *on_double, answer=name, seat=out)
    return answer._replace(result=result)


def _scores(situation: Situation, rules: Rules) -> dict[str, Score]:
    """Return what everybody counts whose hand is known, as far as it is certain."""
    names, out = situation.players, situation.out
    seats = (seat for seat, hand in enumerate(situation.hands) if hand.hidden == 0 and seat != out)
    entries = {names[seat]: TileEntry(situation.hands[seat].known) for seat in seats}
    ending = Blocked(_open_foot(situation)) if situation.blocked else None if out is None else Out(names[out])
    if situation.blocked and rules.scoring.blocked != "all-score" and len(entries) < len(names):
        return {}
    last, trains = situation.tile, (situation.trains or {}).items()
    on_double = (last is not None and last.is_double) or any(so for _need, so in situation.known)
    played = Round(
        number=1,
        double=situation.began_with,
        ending=ending,
        entries=entries,
        out_on_double=on_double and not situation.blocked,
        marked=tuple(names[seat] for seat, train in trains if train.marked),
    )
    return score_round(rules, names, played)


def _counts(player: str, score: Score) -> str:
    """Return what a player counts; part by part where that is not just the dots."""
    if not any(line.rule in NOT_DOTS and line.points for line in score.lines):
        return _("{player} counts {points}", player=player, points=score.total)
    parts = join_and([_part_in_words(line) for line in score.lines])
    return _("{player} counts {points} ({parts})", player=player, points=score.total, parts=parts)
