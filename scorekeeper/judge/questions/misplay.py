"""The question what becomes of something that was perhaps wrong: whether it was, and what is done about it.

What happened before it is put before the engine in `course`, then the engine is asked about it. What becomes of a
wrong action, which no play can show, is in `conduct`.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from scorekeeper.engine import (
    IN_TURN,
    MARKING,
    Action,
    Reason,
    Refusal,
    State,
    lay_tile,
    options_on_turn,
    verify,
)
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.judge import because, position
from scorekeeper.judge.gaps import END_SHOWS
from scorekeeper.judge.questions import beginning, course, turns
from scorekeeper.judge.questions.conduct import STANDS, Act, draw_forgotten, put_right
from scorekeeper.judge.situation import UNKNOWN, Answer, Outcomes, Situation, decide, depending
from scorekeeper.rules import Rules, yard_reserve
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile

_OFTEN = 3
"""How often each number shows on a table of which nobody told the open ends."""
_DOUBTFUL = {"lay": "conduct.misplay", "draw": "conduct.able_pass", "pass": "conduct.able_pass"}
"""The rule about an action of which nobody can tell whether it was wrong."""
_OF_DRAWING = ("needs-fits", "needs-match", "needs-older", "needs-drawn", "needs-yard")
"""What asks whether a player had a tile that fitted, and whether the yard had any."""


def check_events(situation: Situation) -> None:
    """Raise Malformed where there is not one disputed event."""
    marked = sum(event.wrong for event in situation.events)
    if marked != 1 and not (situation.on_start and not marked):
        raise Malformed(_("Exactly one event is marked with ! as the disputed one."), "events")


def misplayed(situation: Situation, rules: Rules) -> Answer:
    """Answer nothing if the marked event was not wrong, else a word of the rule of conduct that applies."""
    actions = tuple(event.action for event in situation.events)
    at = next((at for at, event in enumerate(situation.events) if event.wrong), None)
    if situation.on_start or (at == 0 and beginning.lays_round_double(situation, rules, actions[0])):
        return beginning.began_rightly(
            situation, rules, None if at is None else actions[at], actions[at or 0 :]
        )
    assert at is not None
    act = Act(actions[:at], actions[at], actions[at + 1 :])
    if course.tells_start(situation, act):
        situation = replace(situation, ends=())
    answers = [_judge_on_table(table, rules, act) for table in _tables(situation, rules, act)]
    first, *others = answers
    untold = situation.ends is None and any(answer.reason != first.reason for answer in others)
    if all(answer.verdict == "illegal" for answer in answers) and (rules.layout.owned_ends or not untold):
        if any((answer.instead, answer.perhaps) != (first.instead, first.perhaps) for answer in others):
            first = first._replace(instead=(), perhaps=None, also=())
        return put_right(situation, rules, act, first)
    if all(answer.verdict == "legal" for answer in answers):
        if act.disputed.kind != "lay":
            return first
        stays = "stays" if rules.conduct.take_back == "laid-is-played" else "right"
        return first._replace(also=(*first.also, "conduct.take_back"), phrase=stays)
    return _doubtful(situation, rules, act, answers)


def _doubtful(situation: Situation, rules: Rules, act: Act, answers: list[Answer]) -> Answer:
    """Return on what it depends that an action was wrong, and what follows, where that is soon said.

    Of a table of which nothing is told a tile is taken not to have fitted, as it is disputed.
    """
    kind, seat, shows = act.disputed.kind, act.disputed.seat, END_SHOWS
    known = situation.begun or situation.ends is not None or situation.yard is not None
    if known or kind not in IN_TURN or any(hand != UNKNOWN for hand in situation.hands):
        needs = _needs(situation, rules, answers)
    elif kind == "lay":
        why = Reason("conduct.misplay", "assumed", {"tile": act.disputed.tile})
        return put_right(situation, rules, act, Answer("illegal", why.key, reason=why, seat=seat))
    else:
        yard = () if kind == "draw" or act.drew else (Reason("yard.empty", "needs-yard", {}),)
        needs = (Reason("turn.must_play", "needs-fits", {"player": situation.name(seat)}), *yard)
    key = "trains.marker_on" if kind in MARKING else _DOUBTFUL.get(kind, "little.mode")
    doubtful = depending(key, *needs)
    first, *others = (need.id for need in doubtful.needs)
    if kind in ("draw", "pass") and first in _OF_DRAWING and set(others) <= {"needs-yard"}:
        return doubtful._replace(outcomes=_draw_or_pass(situation, rules, act, doubtful.needs))
    unclear = len(answers) > len(shows) or any(answer.needs for answer in answers)
    if first != "needs-ends" or others or unclear:
        return doubtful
    answers = [
        answer if answer.verdict == "legal" else put_right(situation, rules, act, answer)
        for answer in answers
    ]
    answers = [answer if answer.answer == STANDS else answer._replace(reason=None) for answer in answers]
    conditions = (_("With {value}", value=_(show)) for show in shows)
    return doubtful._replace(outcomes=tuple(zip(conditions, answers, strict=True)))


def _draw_or_pass(situation: Situation, rules: Rules, act: Act, needs: tuple[Reason, ...]) -> Outcomes:
    """Return what follows if a tile fitted, if only the yard had one, and if neither is so."""
    why, kind, seat = Reason("turn.must_play", "able-anyway", {}), act.disputed.kind, act.disputed.seat
    wrong = put_right(situation, rules, act, Answer("illegal", why.key, reason=why, seat=seat))
    wrong, forgot = wrong._replace(reason=None), draw_forgotten(situation, rules, act)
    right = Answer("legal", "turn.must_play", seat=seat, phrase=kind)
    if len(needs) > 1:
        conditions = _("If the first is so"), _("If only the second is so"), _("If neither is so")
        return tuple(zip(conditions, (wrong, forgot, right), strict=True))
    return (_("If so"), forgot if needs[0].id == "needs-yard" else wrong), (_("If not"), right)


def _tables(situation: Situation, rules: Rules, act: Act) -> Iterator[Situation]:
    """Yield the situation with all that nobody told of the table, as each way that can be."""
    every = tuple(range(situation.set_size + 1)) * _OFTEN
    kept = yard_reserve(rules, len(situation.players))
    passes = act.disputed.kind == "pass" and not (act.drew and rules.turn.draws == "one")
    yards = (kept + position.PLENTY, kept) if passes else (kept + position.PLENTY,)
    untold = situation.ends is None and not rules.layout.owned_ends
    if situation.finished is not None and act.disputed.on == Tile(situation.finished, situation.finished):
        situation, untold = replace(situation, ends=()), False
    if untold and isinstance(act.disputed.on, int):  # who lays a tile on a six shows that an end had one
        situation, untold = replace(situation, ends=(act.disputed.on,)), False
    for ends in (every, ()) if untold else (situation.ends,):
        for yard in yards if situation.yard is None else (situation.yard,):
            yield replace(situation, ends=ends, yard=yard)


def _judge_on_table(situation: Situation, rules: Rules, act: Act) -> Answer:
    """Return what the engine says of the disputed action on a table that is known.

    Where it was wrong, the seat is that of whose turn it is without it; None where the round is over.
    """
    state = course.state_at(situation, rules, act)
    action = course.placed(state, act.disputed)
    course.check_draw(state, action)
    try:
        if action.kind == "lay" and action.tile is not None and state.table.lies(action.tile):
            raise Refusal("conduct.misplay", "twice", tile=action.tile)
        needs = verify(state, action)
        if action.kind in ("draw", "pass"):
            needs = (*turns.verify_draws(state, action.seat), *needs)
    except Refusal as refusal:
        if refusal.rule == "yard.empty" and refusal.reason.id == "nothing-left":
            sentence = N_("{player} cannot have drawn: the yard is said to be empty.")
            raise Impossible(_(sentence, player=state.name(action.seat))) from None
        full = refusal.rule == "conduct.misplay" and because.why_full(situation, rules, action.tile)
        return _judged_wrong(state, action, full or refusal.reason)
    if needs:
        return depending(needs[0].key, *needs)
    right = _why_right(state, action, situation.toes is not None)
    untold = "-untold" if action.kind in ("draw", "pass") and state.hands[action.seat].hidden else ""
    return right._replace(seat=action.seat, phrase=f"{action.kind}{untold}")


def _judged_wrong(state: State, action: Action, why: Reason) -> Answer:
    """Return that an action was wrong, and what can be done once it, and a wrong draw before it, are taken back.

    Tiles that nobody has seen are offered only beside one that is known to fit: the turn itself is for the ruling.
    """
    seat, tile = action.seat, action.tile
    if why.id == "up-again":
        why = because.why_marked(state, seat)
    if why.id == "not-held":
        why = Reason("conduct.misplay", "not-told", why.facts)
    before = state.copy()
    before.turn = seat if state.turn < 0 else state.turn  # whoever is asked about may begin
    wrong = Answer("illegal", why.key, reason=why, seat=None if state.outcome is not None else before.turn)
    if action.kind == "lay" and tile is not None:
        hand = before.hands[seat]
        unseen = not (before.table.lies(tile) or any(other.knows(tile) for other in before.hands))
        if hand.hidden and unseen:
            position.one_fewer(hand)
            hand.draw(tile)
    drew = turns.wrong_draws(before, before.turn)
    if drew is not None and drew.key == "turn.must_play" and drew.reason is not None:
        back = Reason("conduct.able_pass", "back-too", {"player": before.name(before.turn)})
        first = () if drew.reason == why else (drew.reason,)
        return wrong._replace(instead=drew.instead, perhaps=drew.perhaps, also=(*first, back))
    own = options_on_turn(before)
    perhaps = because.may_hold(before, own)
    if perhaps is None or any(option.kind == "lay" for option in own):
        wrong = wrong._replace(instead=position.in_notation(before, own), perhaps=perhaps)
    if tile is None or action.kind != "lay":
        return wrong
    again = tuple(before.table.check(before, option, tile)[0] for option in own if option.tile == tile)
    if again and not state.rules.layout.owned_ends:
        elsewhere = Reason("conduct.misplay", "elsewhere", {"tile": tile, "numbers": again})
        return wrong._replace(also=(elsewhere,))
    if before.turn == seat and not again and before.hands[seat].size == 1:
        return wrong._replace(also=(Reason("conduct.misplay", "not-out", {"player": before.name(seat)}),))
    return wrong


def _why_right(state: State, action: Action, toes_told: bool) -> Answer:
    """Return that the action stood, with what shows it."""
    seat, tile = action.seat, action.tile
    if action.kind in ("draw", "pass"):
        return (turns.may_draw if action.kind == "draw" else turns.may_pass)(state, seat)
    if action.kind == "marks":
        return decide(Reason("trains.marker_on", "marker-due", {"player": state.name(seat)}))
    if action.kind == "unmarks":
        return decide(because.why_closed(state, seat, None))
    if tile is None:
        return Answer("legal", "little.mode")
    if state.drawn:
        return decide(Reason("turn.drawn_tile", "fits", {"tile": tile}), "turn.drawn_tile")
    if state.history and lay_tile(seat, Tile(state.double, state.double)) == state.history[-1]:
        return decide(because.why_more_than_double(state), "start.turn")
    if state.rules.layout.owned_ends:
        return because.on_train(state, action, tile)
    reason = because.why_laid(state, seat, tile, action.on if isinstance(action.on, int) else None)
    return turns.on_open_end(state, reason, toes_told)


def _needs(situation: Situation, rules: Rules, answers: list[Answer]) -> tuple[Reason, ...]:
    """Return what would settle whether the action was wrong."""
    needs = tuple(reason for answer in answers for reason in answer.needs)
    others = tuple(need for need in needs if "numbers" not in need.facts)
    # whatever the ends and the yard are
    settled = needs == others and all(answer.needs for answer in answers)
    if not settled and situation.ends is None and not rules.layout.owned_ends:
        return (Reason("conduct.misplay", "needs-ends", {}), *others)
    if not settled and situation.yard is None and len(answers) > 1:
        return (*needs, Reason("yard.empty", "needs-yard", {}))
    return needs
