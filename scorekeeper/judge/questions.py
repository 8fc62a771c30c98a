"""The eleven questions about a situation: each puts its facts before the engine and reports the answer.

A finding names rules and reasons, no words: `judge` makes a ruling of it. No rule is decided here.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from scorekeeper.engine import (
    Action,
    Dealt,
    State,
    TableCounts,
    do,
    draw_tile,
    find_start,
    highest_drawn,
    options,
    pass_turn,
    settle_tile,
    show_action,
    starter_key,
    state_of_table,
    verify,
)
from scorekeeper.errors import Reason, Refusal
from scorekeeper.game import Blocked, Round, TileEntry, score_round
from scorekeeper.judge.episodes import chickenlittle, misplay
from scorekeeper.judge.finding import Answer
from scorekeeper.judge.position import opens_round, situation_setup, state_of
from scorekeeper.judge.situation import Foot, Situation
from scorekeeper.rules import PIPS, Rules, Score, score_tiles, wanted_double
from scorekeeper.tiles import Tile

PLENTY = 30
"""More yard tiles than are drawn while a double is looked for."""


Answering: TypeAlias = Callable[[Situation, Rules], Answer]


def _verified(state: State, action: Action, key: str) -> Answer:
    """Return the engine's verdict on an action; `key` is the rule by which it stands."""
    try:
        needs = verify(state, action)
    except Refusal as refusal:
        instead = dict.fromkeys(show_action(state, each) for each in options(state))
        return Answer("illegal", refusal.reason.key, reason=refusal.reason, instead=tuple(instead))
    return Answer("depends", needs[0].key, needs=needs) if needs else Answer("legal", key)


def play(situation: Situation, rules: Rules) -> Answer:
    """Whether the tile may be laid there."""
    state = state_of(situation, rules)
    question = situation.question
    if question.tile in situation.on_table() and not opens_round(situation):
        told = {"player": situation.name(question.seat or 0), "tile": question.tile}
        return Answer("illegal", "conduct.misplay", reason=Reason("conduct.misplay", "on-table", told))
    on = question.on
    if (
        on is None
        and question.tile is not None
        and state.table.bound < 0
        and state.table.ends[question.tile.high]
    ):
        on = question.tile.high
    return _verified(
        state, Action(question.seat or 0, "lay", question.tile, on), _played_by(situation, state)
    )


def _played_by(situation: Situation, state: State) -> str:
    """Return the rule by which a tile may be laid, the most telling one first."""
    question = situation.question
    tile, hand = question.tile, situation.hands[question.seat or 0]
    if opens_round(situation):
        return "start.source"
    if question.played:
        return "start.turn" if situation.toes == 0 else "foot.again" if situation.foot else "turn.plays"
    if situation.foot is not None:
        return "foot.uncloseable" if state.table.foot < 0 and state.strict else "foot.lock"
    if question.drawn:
        return "turn.drawn_tile"
    if tile is not None and tile.is_double and hand in (Dealt((tile,)), Dealt((), 1)):
        return "ending.double_out"
    return "start.toes"


def draw_now(situation: Situation, rules: Rules) -> Answer:
    """Whether the player may draw."""
    state = state_of(situation, rules)
    seat = situation.question.seat or 0
    if state.table.drawable == 1:
        key = "yard.reserve"
    elif state.drawn or state.can_play(seat) is False:
        key = "turn.draws"
    else:
        key = "turn.must_play"
    return _verified(state, draw_tile(seat), key)


def end_turn(situation: Situation, rules: Rules) -> Answer:
    """Whether the player may pass."""
    state = state_of(situation, rules)
    key = "turn.drawn_tile" if state.drawn else "yard.empty"
    return _verified(state, pass_turn(situation.question.seat or 0), key)


def keep(situation: Situation, rules: Rules) -> Answer:
    """Whether a drawn tile may be kept; on a table of which nothing was said it fits."""
    state = state_of(situation, rules)
    tile = situation.question.tile
    if situation.ends is None and situation.foot is None and tile is not None:
        state.table.ends[tile.high] += 1
    return _verified(state, pass_turn(situation.question.seat or 0), "turn.drawn_tile")


def closed(situation: Situation, rules: Rules) -> Answer:
    """Whether a double has all its toes, or counts as if it had."""
    double = situation.question.double
    state = state_of(situation, rules)
    if double == situation.double:
        return Answer("legal", "start.toes", "open" if state.table.start_left else "closed")
    foot = situation.foot
    if foot is None or foot.double != double:
        return Answer("legal", "foot.toes", "closed")
    still = state.table.foot == double if state.strict else (foot.toes or 0) < rules.foot.toes
    answer = "round-over" if state.outcome is not None else "open" if still else "closed"
    if short_of_tiles(situation, rules):
        return Answer("legal", "foot.uncloseable", answer, _too_few(situation, rules, foot, answer))
    return Answer("legal", "foot.toes", answer)


def _too_few(situation: Situation, rules: Rules, foot: Foot, answer: str) -> Reason:
    """Return why the open foot cannot be finished; where it stays open, also what to ask next."""
    table = _foot_alone(situation, rules, foot)
    told = {
        "double": Tile(foot.double, foot.double),
        "missing": table.foot_left,
        "toes": rules.foot.toes,
        "left": table.set_size - table.plain[foot.double],
    }
    if answer == "open":
        return Reason("foot.uncloseable", "short-open", told)
    return Reason("foot.uncloseable", "short", told)


def short_of_tiles(situation: Situation, rules: Rules) -> bool:
    """Whether the table alone shows that the open foot cannot be finished."""
    foot = situation.foot
    return foot is not None and not _foot_alone(situation, rules, foot).closeable


def _foot_alone(situation: Situation, rules: Rules, foot: Foot) -> TableCounts:
    """Return the open foot among the tiles that lie there, with no end beside it."""
    table = TableCounts(situation.set_size, 0, rules.foot.toes, 0, 0)
    table.recall(
        situation.double, situation.set_size, (foot.double, foot.toes or 0), (), situation.on_table()
    )
    return table


def round_over(situation: Situation, rules: Rules) -> Answer:
    """Whether the round is over when this player is to move."""
    state = state_of(situation, rules)
    seat = situation.question.seat or 0
    foot = situation.foot
    for other, hand in enumerate(state.hands):
        if hand.empty and state.outcome is None:
            settle_tile(state, other, foot is not None and foot.toes == 0)
    last = Answer(
        "legal", "foot.uncloseable" if short_of_tiles(situation, rules) else "yard.empty", "goes-on"
    )
    if state.outcome is None:
        state.turn = seat
        last = _circuit(state, last)
    if state.outcome is None:
        return last
    if state.doubts:
        needs = tuple(reason for _at, reasons in state.doubts for reason in reasons)
        return Answer("depends", state.outcome.rule, needs=needs)
    return Answer("legal", state.outcome.rule, "over")


def _circuit(state: State, goes_on: Answer) -> Answer:
    """Let everybody pass in turn; the first who may not keeps the round going."""
    for _seat in range(state.seats):
        if state.outcome is None:
            try:
                do(state, pass_turn(state.turn))
            except Refusal as refusal:
                return goes_on._replace(reason=refusal.reason)
    return goes_on


def starting_double(situation: Situation, rules: Rules) -> Answer:
    """Return which double starts the round, and who lays it."""
    question = situation.question
    double = wanted_double(rules, situation.set_size, situation.double, question.earlier)
    setup = situation_setup(situation, rules)._replace(double=double, hands=_doubles_held(situation))
    table = TableCounts(situation.set_size, 0, 0, situation.yard or PLENTY, setup.reserve)
    state = state_of_table(setup, table, 0, question.yard_has)
    doubles = [Tile(number, number) for number in range(situation.set_size + 1)]
    for seat in question.held:
        state.hands[seat].rule_out(doubles)
    found = find_start(state)
    key = "start.source"
    if rules.start.source == "held":
        key = "start.next_double" if question.earlier else "start.missing"
        key = key if question.earlier or found.answer != double else "start.source"
    if found.needs:
        return Answer("depends", key, needs=found.needs)
    also = ("start.missing",) if key == "start.next_double" and found.answer != double else ()
    return Answer("legal", key, found.answer, seat=found.seat, also=also)


def _doubles_held(situation: Situation) -> tuple[Dealt, ...]:
    """Return the hands: what a player is said to hold of doubles is all of them."""
    held = situation.question.held
    return tuple(
        Dealt(held[seat], None) if seat in held else hand for seat, hand in enumerate(situation.hands)
    )


def starter(situation: Situation, rules: Rules) -> Answer:
    """Return who begins after everybody drew a tile."""
    key = starter_key(rules, situation.set_size, situation.double)
    rule = rules.start.first_starter if key == "start.first_starter" else rules.start.later_starter
    if rule != "high-draw":
        return Answer("no-rule", key)
    first = highest_drawn(situation.question.draws)
    if len(first) == 1:
        return Answer("legal", key, situation.name(first[0]), seat=first[0])
    names = tuple(situation.name(seat) for seat in first)
    reason = Reason(key, "redraw", {"players": names})
    return Answer("legal", key, "redraw", reason, instead=tuple(f"{name} draw" for name in names))


def score(situation: Situation, rules: Rules) -> Answer:
    """Return what a hand counts."""
    question = situation.question
    if question.blocked and question.seat is not None:
        return _score_blocked(situation, rules, question.seat)
    tiles = question.hand if question.seat is None else situation.hands[question.seat].known
    if question.seat is not None and situation.hands[question.seat].hidden != 0:
        return _unseen_hand(situation, question.seat)
    found = score_tiles(tiles, rules)
    keys = tuple(dict.fromkeys(line.rule for line in found.lines if line.rule != PIPS))
    first = "scoring.double_blank" if "scoring.double_blank" in keys or not keys else keys[0]
    reason = _sum(found) if len(found.lines) > 1 else None
    return Answer("legal", first, found.total, reason, also=tuple(key for key in keys if key != first))


def _sum(found: Score) -> Reason:
    """Return the parts of a score, each with its tile."""
    parts = " + ".join(f"{line.tile} {line.points}" for line in found.lines)
    return Reason("scoring.double_blank", "sum", {"parts": parts, "total": found.total})


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
    played = Round(number=1, double=situation.double, ending=Blocked(foot), entries=entries)
    scores = score_round(rules, situation.players, played)
    return Answer("legal", "scoring.blocked", scores[situation.name(seat)].total)


def _unseen_hand(situation: Situation, *seats: int) -> Answer:
    needs = tuple(Reason("scoring.blocked", "needs-hand", {"player": situation.name(seat)}) for seat in seats)
    return Answer("depends", "scoring.blocked", needs=needs)


ANSWERS: Mapping[str, Answering] = {
    "play": play,
    "draw": draw_now,
    "pass": end_turn,
    "keep": keep,
    "closed": closed,
    "round-over": round_over,
    "starting-double": starting_double,
    "starter": starter,
    "chickenlittle": chickenlittle,
    "score": score,
    "misplay": misplay,
}
