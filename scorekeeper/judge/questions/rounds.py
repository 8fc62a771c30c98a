"""How a round begins, where it stands and what is left: who starts with what, what is finished, what a hand counts.

Each question puts its facts before the engine and the scoring and reports the answer. No rule is decided here.
"""

from collections.abc import Iterable, Mapping

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
    pass_turn,
    state_of_table,
    trains_of,
)
from scorekeeper.errors import Malformed
from scorekeeper.game import Blocked, Out, Round, TileEntry, score_round
from scorekeeper.judge import because, position
from scorekeeper.judge.kinds import Foot
from scorekeeper.judge.situation import NO_RULE, Answer, Situation, decide, depending
from scorekeeper.rules import PIPS, Rules, Score, ScorePart, double_is_held, wanted_double
from scorekeeper.text import _, join_and
from scorekeeper.tiles import Tile

NOT_DOTS = (
    *("scoring.blank_half", "scoring.blank_tile", "scoring.double_blank"),
    *("scoring.open_foot", "scoring.out_on_double", "scoring.marker"),
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
    if position.foot_alone(situation, rules, foot).closeable:
        lacks = because.why_toes(foot, rules)
        if answer == "open" and len(position.tiles_off_table(situation, number)) <= rules.foot.toes:
            few = decide(_enough(situation, rules, foot), lacks, "foot.uncloseable", answer=answer)
            return few._replace(key=lacks.key)
        taken = answer == "open" and rules.foot.uncloseable != "exhaust"
        enough = (_enough(situation, rules, foot), "foot.uncloseable") if taken else ()
        return decide(lacks, *enough, answer=answer)
    short = because.why_short(situation, rules, foot)
    if answer == "open":
        toes = decide(because.why_toes(foot, rules), short, "foot.uncloseable", answer=answer)
        return toes._replace(key="foot.uncloseable")
    return decide(short, "foot.uncloseable", answer=answer)


def _enough(situation: Situation, rules: Rules, foot: Foot) -> Reason:
    """Return that the open foot can still be finished: with tiles in hands, or for all the tiles that were named."""
    seen = {tile for hand in situation.hands for tile in hand.known}
    left, missing = position.tiles_off_table(situation, foot.double), rules.foot.toes - (foot.toes or 0)
    held = tuple(tile for tile in left if tile in seen)
    if len(held) < missing:
        return Reason("foot.uncloseable", "enough-named", {"tiles": left, "missing": missing})
    return Reason("foot.uncloseable", "enough-held", {"double": foot.tile, "tiles": held, "missing": missing})


def _covered(situation: Situation, state: State, double: Tile) -> Answer:
    """Answer whether a double on a train still takes a tile."""
    number = double.high
    if number == state.double:
        return decide(Reason("foot.toes", "begins-all", {"double": double}), answer="closed")
    if any(one.number == number for one in trains_of(state).open):
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
    last = Answer("legal", "yard.empty", "goes-on")
    if foot is not None and not position.foot_alone(situation, rules, foot).closeable:
        also = (because.why_short(situation, rules, foot), "foot.uncloseable")
        last = Answer("legal", "foot.uncloseable", "goes-on", also=also)
    owing = next((seat for seat, hand in enumerate(state.hands) if hand.empty), None)
    if any(hand.hidden is None for hand in state.setup.hands):
        last = last._replace(also=(*last.also, Reason("scoring.out", "none-told", {})))
    if state.outcome is None and owing is not None:
        reason = _why_not_out(state, owing)
        return decide(reason, reason.key, answer="goes-on")
    if state.outcome is None:
        state.turn = situation.seat or 0
        if (goes_on := _circuit(state)) is not None:
            return last._replace(reason=goes_on)
    assert state.outcome is not None
    if state.doubts:
        return depending(state.outcome.rule, *(reason for _at, reasons in state.doubts for reason in reasons))
    reason, tiles = _why_over(situation, rules, state, state.outcome), state.table.yard
    stays = state.outcome.rule == "yard.empty" and tiles > 0
    kept = (Reason("yard.reserve", "kept", {"tiles": tiles}),) if stays else ()
    counts = ("scoring.blocked",) if reason.key == "yard.empty" else ()
    return decide(reason, *kept, reason.key, *counts, answer="over")


def _why_not_out(state: State, seat: int) -> Reason:
    """Return that others have yet to take a first turn, or that a player without a tile owes one on a double."""
    facts = {"player": state.name(seat)}
    if waiting := position.yet_to_begin(state, seat):
        return Reason("ending.first_turn", "waits", {**facts, "players": tuple(map(state.name, waiting))})
    return Reason("ending.double_out", "uncovered" if state.table.drawable else "uncovered-dry", facts)


def _circuit(state: State) -> Reason | None:
    """Let everybody pass in turn until the round is over; return what the first who may not can do instead."""
    while state.outcome is None:
        try:
            do(state, pass_turn(state.turn))
        except Refusal as refusal:
            player, reason = state.name(state.turn), refusal.reason
            if "tiles" in reason.facts:
                return Reason("yard.empty", "can-lay", {"player": player, "choices": reason.facts["tiles"]})
            sure = reason.id == "surely-able"
            return Reason("yard.empty", "can-play" if sure else "can-draw", {"player": player})
    return None


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
    found = find_start(state)
    if situation.known and rules.start.missing != "next-lower":  # nobody holds it, as was just said
        found = found._replace(needs=())
    if not double_is_held(rules):
        own = Reason("start.source", "own-round", {"double": Tile(double, double)})
        return decide(own, "start.source", answer=found.answer, seat=found.seat)
    if rules.start.source == "highest-held" and found.seat is not None:
        facts = {"player": state.name(found.seat), "double": f"{found.answer}-{found.answer}"}
        highest = decide(Reason("start.source", "highest", facts), "start.source", answer=found.answer)
        return depending("start.source", *found.needs) if found.needs else highest._replace(seat=found.seat)
    if any(so for _need, so in situation.known) and rules.start.missing != "agree":
        return Answer("legal", "start.missing", "held")
    kept = (Reason("start.missing", "kept", {}),) * str(found.answer).startswith(("all-draw", "draw-in-turn"))
    if found.reason is not None:
        return decide(found.reason, *kept, found.reason.key, answer=found.answer)
    missing = found.answer != double
    key = "start.next_double" if earlier else "start.missing" if missing else "start.source"
    if found.needs:
        return depending(key, *found.needs)
    also = (*kept, *(("start.next_double",) if earlier else ()), *(("start.missing",) if missing else ()))
    reason = _why_starts(state, double, found)
    if double != situation.double and not missing:
        began = tuple(Tile(number, number) for number in earlier)
        reason = Reason("start.next_double", "wants", {**reason.facts, "tiles": began})
    return Answer("legal", key, found.answer, reason, found.seat, also=also)


def _why_starts(state: State, wanted: int, found: Opening) -> Reason:
    """Return who holds the double that starts the round, or which doubles nobody holds."""
    if found.seat is None or not isinstance(found.answer, int):
        wants = {"doubles": (Tile(wanted, wanted),)}
        alone = found.answer != "agree" and any(hand.known for hand in state.hands)
        return Reason("start.missing", "alone" if alone else "nobody-holds", wants)
    double = Tile(found.answer, found.answer)
    facts = {"player": state.name(found.seat), "double": double}
    if found.answer == wanted:
        return Reason("start.source", "holds", facts)
    higher = tuple(Tile(number, number) for number in range(wanted, found.answer, -1))
    return Reason("start.missing", "next-lower", {**facts, "doubles": higher})


def check_hand(situation: Situation) -> None:
    """Raise Malformed where there is no hand, or more than one."""
    if (situation.hand is None) == (situation.seat is None):
        raise Malformed(_("A score needs a hand, or else a player whose hand is given."), "hand")


def hand_score(situation: Situation, rules: Rules) -> Answer:
    """Answer the points of a hand of tiles, or that of a player."""
    seat = situation.seat
    if needs := _untold_charges(situation, rules, () if seat is None else (seat,)):
        return depending(needs[0].key, *needs)
    if seat is not None and situation.blocked:
        return _score_blocked(situation, rules, seat)
    if seat is not None and situation.hands[seat].hidden != 0:
        return _unseen_hand(situation, seat)
    tiles = situation.hand or () if seat is None else situation.hands[seat].known
    name = "" if seat is None else situation.name(seat)
    found = score_round(rules, (name,), _round_told(situation, None, {name: TileEntry(tiles)}))[name]
    keys = {line.rule for line in found.lines if line.rule != PIPS}
    also = tuple(sorted(keys, key=NOT_DOTS.index))
    dots = (Reason("scoring.double_blank", "dots", {}),) if found.lines and not also else ()
    return Answer("legal", (*also, NO_RULE)[0], found.total, _sum(found), seat, also=(*also, *dots))


def _round_told(
    situation: Situation, ending: Blocked | Out | None, entries: Mapping[str, TileEntry], dry: bool = False
) -> Round:
    """Return a round as it is counted, with the markers that were told, and the tile that was laid last."""
    last, told = situation.tile, (situation.trains or {}).items()
    return Round(
        number=1,
        double=situation.began_with,
        ending=ending,
        entries=entries,
        out_on_double=last is not None and last.is_double and not dry,
        marked=tuple(situation.name(seat) for seat, train in told if train.marked),
    )


def _untold_charges(situation: Situation, rules: Rules, seats: Iterable[int]) -> tuple[Reason, ...]:
    """Return what has to be told besides the hands: which tile was laid last, and whose trains are marked."""
    doubles = rules.scoring.out_on_double == "doubled" and not situation.blocked and situation.tile is None
    of_last = (Reason("scoring.out_on_double", "needs-last", {}),) if doubles else ()
    untold = [seat for seat in seats if rules.scoring.marker and seat not in (situation.trains or {})]
    facts = ({"player": situation.name(seat)} for seat in untold)
    return (*of_last, *(Reason("scoring.marker", "needs-marker", each) for each in facts))


def _sum(found: Score) -> Reason:
    """Return the parts of a score, each with its tile."""
    parts = tuple(_part_in_words(line) for line in found.lines)
    return Reason("scoring.double_blank", "sum" if parts else "empty", {"parts": parts})


def _part_in_words(line: ScorePart) -> str:
    """Return what a tile, or the open foot, counts."""
    if line.rule == "scoring.marker":
        return _("the marker counts {points}", points=line.points)
    if line.rule == "scoring.out_on_double":
        return _("the double that was laid last adds {points}", points=line.points)
    if line.tile is None:
        return _("the open foot counts {points}", points=line.points)
    both = f"{line.tile.high} + {line.tile.high} = " * (line.tile.is_double and line.points == line.tile.pips)
    return _("{tile} counts {points}", tile=line.tile, points=both + str(line.points))


def _open_foot(situation: Situation) -> int | None:
    return None if situation.foot is None else situation.foot.double


def _score_blocked(situation: Situation, rules: Rules, seat: int) -> Answer:
    """Return what a hand counts in a blocked round, for which all hands must be known."""
    key, name, hands = "scoring.blocked", situation.name(seat), tuple(enumerate(situation.hands))
    hidden = [other for other, hand in hands if hand.hidden != 0]
    if seat in hidden or (hidden and rules.scoring.blocked != "all-score"):
        return _unseen_hand(situation, *hidden)
    entries = {situation.name(other): TileEntry(hand.known) for other, hand in hands if other not in hidden}
    played = _round_told(situation, Blocked(_open_foot(situation)), entries, dry=True)
    scores = score_round(rules, situation.players, played)
    free = tuple(each for each in scores if any(line.rule == key for line in scores[each].lines))
    also = (Reason("scoring.blocked", "of-another", {"players": free}),) if free and name not in free else ()
    reason = Reason("scoring.blocked", "lowest", {"player": name}) if name in free else _sum(scores[name])
    prices = sorted({line.rule for line in scores[name].lines} & set(NOT_DOTS), key=NOT_DOTS.index)
    return Answer("legal", key, scores[name].total, reason, seat, also=(*also, key, *prices))


def _unseen_hand(situation: Situation, *seats: int) -> Answer:
    players = tuple(map(situation.name, seats))
    return depending("scoring.blocked", Reason("scoring.blocked", "needs-hand", {"players": players}))


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
    counted = tuple(Reason(each.key, "untold", each.facts) for each in untold) or _counted(situation, scores)
    if out is None:
        found = decide(Reason("scoring.blocked", "blocked", {}), *counted, answer="nobody")
    else:
        name = situation.name(out)
        on_double = ("ending.double_out",) if situation.tile is not None and situation.tile.is_double else ()
        went_out = Reason("scoring.out", "went-out", {"out": name})
        found = decide(went_out, *on_double, *counted, answer=name, seat=out)
    return found._replace(result=result)


def _scores(situation: Situation, rules: Rules) -> dict[str, Score]:
    """Return what everybody counts whose hand is known, as far as it is certain."""
    names, out = situation.players, situation.out
    told = (seat for seat, hand in enumerate(situation.hands) if hand.hidden == 0 and seat != out)
    entries = {names[seat]: TileEntry(situation.hands[seat].known) for seat in told}
    ending = Blocked(_open_foot(situation)) if out is None else Out(names[out])
    certain = out is not None or rules.scoring.blocked == "all-score" or len(entries) == len(names)
    return score_round(rules, names, _round_told(situation, ending, entries)) if certain else {}


def _counted(situation: Situation, scores: Mapping[str, Score]) -> tuple[Reason | str, ...]:
    """Return what everybody counts and why it is not the dots, and whose hand would have to be known for it."""
    parts = tuple(_counts(name, score) for name, score in scores.items())
    held = zip(situation.players, situation.hands, strict=True)
    unseen = tuple(name for name, hand in held if name not in scores and hand.hidden != 0)
    used = {line.rule for score in scores.values() for line in score.lines}
    counts = (Reason("scoring.blocked", "counts", {"parts": parts}),) if parts else ()
    hidden = (Reason("scoring.blocked", "unseen", {"players": unseen}),) if unseen else ()
    return (*counts, *(key for key in NOT_DOTS if key in used), *hidden)


def _counts(player: str, score: Score) -> str:
    """Return what a player counts; part by part where that is not just the dots."""
    if not any(line.rule in NOT_DOTS for line in score.lines):
        return _("{player} counts {points}", player=player, points=score.total)
    parts = join_and([_part_in_words(line) for line in score.lines])
    return _("{player} counts {points} ({parts})", player=player, points=score.total, parts=parts)
