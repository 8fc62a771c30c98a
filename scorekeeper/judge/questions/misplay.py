"""The question what becomes of something that was perhaps wrong: whether it was, and what is done about it.

What happened before it is put before the engine one action after the other, then the engine is asked about it. What
becomes of a wrong action, which no play can show, is in `conduct`.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from scorekeeper.engine import (
    BIT,
    IN_TURN,
    MARKING,
    Action,
    Dealt,
    FeetTable,
    Reason,
    Refusal,
    State,
    Train,
    do,
    lay_tile,
    options_on_turn,
    state_of_table,
    trains_of,
    verify,
)
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.judge import because, position
from scorekeeper.judge.actions import describe_action
from scorekeeper.judge.gaps import END_SHOWS
from scorekeeper.judge.questions import turns
from scorekeeper.judge.questions.conduct import STANDS, Act, began_wrongly, draw_forgotten, put_right
from scorekeeper.judge.situation import UNKNOWN, Answer, Outcomes, Situation, decide, depending
from scorekeeper.rules import Rules, double_is_held, yard_reserve
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
    if situation.on_start or (at == 0 and _lays_round_double(situation, rules, actions[0])):
        return _judge_start(situation, rules, None if at is None else actions[at], actions[at or 0 :])
    assert at is not None
    act = Act(actions[:at], actions[at], actions[at + 1 :])
    if _tells_start(situation, act):
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


def _tells_start(situation: Situation, act: Act) -> bool:
    """Whether the events begin with the starting double, so that they tell all that lies on the table."""
    double = situation.starting_double
    known = situation.lies_besides(double) or bool(situation.trains)
    return not known and any(action.kind == "lay" and action.tile == double for action in act.before)


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
    state = _state(situation, rules, act)
    for action in act.before:
        _let_happen(state, action)
    if situation.turn not in (None, state.turn):
        _check_turn(state, act, situation.turn or 0)
        state.give_turn(situation.turn or 0)
    action = _placed(state, act.disputed)
    _check_draw(state, action)
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


def _check_turn(state: State, act: Act, turn: int) -> None:
    """Raise Impossible where it is told to be the turn of somebody whose turn has just ended with a tile."""
    last = next((action for action in reversed(act.before) if action.kind in IN_TURN), None)
    if last is not None and (last.seat, last.kind) == (turn, "lay"):
        sentence = N_(
            "{deed}, so the next turn was {next}'s and not {player}'s; correct whose turn it was, or add what "
            "happened in between."
        )
        facts = {"deed": describe_action(last, state.setup.players), "player": state.name(turn)}
        raise Impossible(_(sentence, next=state.name(state.turn), **facts))


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


def _check_draw(state: State, action: Action) -> None:
    """Raise Impossible for a drawn tile that was not in the yard."""
    if action.kind != "draw" or action.tile is None:
        return
    facts = {"player": state.name(action.seat), "tile": action.tile}
    if state.table.lies(action.tile):
        raise Impossible(_("{player} cannot have drawn {tile}: it is on the table.", **facts))
    if any(action.tile in hand.known for seat, hand in enumerate(state.hands) if seat != action.seat):
        raise Impossible(_("{player} cannot have drawn {tile}: another hand has it.", **facts))


def _state(situation: Situation, rules: Rules, act: Act) -> State:
    """Return the round as it was before the first event."""
    actions, at_start = (*act.before, act.disputed), _tells_start(situation, act)
    first = next((action.seat for action in actions if action.kind in IN_TURN), act.disputed.seat)
    setup = position.situation_setup(situation, rules)._replace(hands=_hands(situation, act))
    if at_start and not rules.layout.owned_ends and not double_is_held(rules):
        first = setup.starter  # the double is laid out beforehand, and any player may begin
    if at_start:
        return position.at_start(setup, first)
    if rules.layout.owned_ends:
        return state_of_table(setup, position.trains_told(situation, setup, situation.on_table), first)
    table = position.table_of(situation, setup)
    state = state_of_table(setup, table, first)
    table.give_up(state)
    return state


def _hands(situation: Situation, act: Act) -> tuple[Dealt, ...]:
    """Return the hands before the first event: with tiles laid later, without those drawn later.

    Whether the player had the disputed tile is for the engine to say.
    """
    hands, drew = list(situation.hands), set[int]()
    for action in (*act.before, act.disputed, *act.after):
        known, hidden = hands[action.seat]
        tile = action.tile
        if action.kind == "draw":
            drew.add(action.seat)
            hands[action.seat] = Dealt(tuple(held for held in known if held != tile), hidden)
        elif action is act.disputed or tile is None:
            continue
        elif action.kind == "lay" and tile not in known and action.seat not in drew:
            hands[action.seat] = Dealt((*known, tile), max(0, hidden - 1) if hidden else hidden)
    return tuple(hands)


def _let_happen(state: State, action: Action) -> None:
    """Do what nobody disputes; where the rules forbid it, at least whose turn it is."""
    trains, laid = state.rules.layout.owned_ends, action.tile if action.kind == "lay" else None
    if trains and state.started and laid == Tile(state.double, state.double):
        state.history.append(action)  # it was laid out before the deal
        return
    table = state.table
    double = laid if laid is not None and laid.is_double and state.started else None
    if double is not None and isinstance(table, FeetTable) and table.bound < 0 and not table.lies(double):
        table.set_ends(double.high, max(1, table.ends[double.high]))  # it finds an end, and needs its toes
    try:
        do(state, _placed(state, action))
    except (Refusal, Malformed):
        _let_turn_pass(state, action)
        if trains and laid is not None and isinstance(action.on, Train):
            trains_of(state).let_lie(state, laid, action.on)
    if laid is not None:
        state.hands[action.seat].mask &= ~BIT[laid]
        state.table.lying |= BIT[laid]


def _let_turn_pass(state: State, action: Action) -> None:
    """Do of a forbidden action that happened what is certain: whose turn it is then, and what was drawn."""
    seat, drew = action.seat, action.kind == "draw"
    if action.kind not in IN_TURN:
        return
    before = state.drawn if state.turn == seat else 0
    goes_on = drew and state.rules.turn.drawn_tile != "may-not-play"
    state.give_turn(seat if goes_on else (seat + 1) % state.seats)
    if drew:
        state.drawn, state.drawn_tile = before + 1, action.tile
        state.hands[seat].draw(action.tile)


def _placed(state: State, action: Action) -> Action:
    """Return the action with the number on which its tile is laid, as far as that is known."""
    tile, table = action.tile, state.table
    if action.kind != "lay" or tile is None:
        return action
    if state.rules.layout.owned_ends and action.on is None:
        return replace(action, on=position.anywhere(state, action.seat, tile))
    if isinstance(action.on, Tile):
        high, low = action.on.high, action.on.low
        joined = low if tile.shows(low) and not tile.shows(high) else high
        return replace(action, on=table.double if high < 0 else joined)
    free = action.on is None and table.bound < 0
    return replace(action, on=tile.high) if free and table.takes(tile.high) else action


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


def _lays_round_double(situation: Situation, rules: Rules, first: Action) -> bool:
    """Whether the first event is a double that is laid for the round, on a table of which nothing else is told."""
    if first.kind != "lay" or first.tile is None or not first.tile.is_double:
        return False
    if situation.started_with == first.tile.high and not situation.lies_besides(first.tile):
        return True
    fits = first.tile.high == situation.double or rules.start.source == "highest-held"
    return fits and not situation.begun


def _judge_start(
    situation: Situation, rules: Rules, laid: Action | None, since: tuple[Action, ...]
) -> Answer:
    """Return whether the round began with the right double, and what is done if it did not."""
    double, wanted = _began(situation, laid), Tile(situation.double, situation.double)
    seat = None if laid is None else laid.seat
    key = "start.source" if double == wanted or rules.start.source == "highest-held" else "start.missing"
    if not double_is_held(rules):
        own = Reason("start.source", "own-round", {"double": wanted})
        if double == wanted:
            return Answer("legal", key, reason=own, seat=seat, also=(key,), phrase="lay" if laid else "")
        return began_wrongly(situation, rules, seat, double, since, own)
    lay = lay_tile(seat or 0, double)
    state = _before_start(situation, rules, lay, since)
    try:
        needs = verify(state, lay)
    except Refusal as refusal:
        wrong = began_wrongly(situation, rules, seat, double, since, refusal.reason)
        return wrong if wrong.answer == STANDS else turns.first_double_instead(state, refusal.reason, wrong)
    right = turns.opening(state, double)._replace(seat=seat, phrase="lay" if laid else "")
    return depending(key, *needs) if needs else right


def _began(situation: Situation, laid: Action | None) -> Tile:
    """Return the double that began the round. Raises Malformed where nobody said which."""
    if laid is not None and laid.kind == "lay" and laid.tile is not None and laid.tile.is_double:
        return laid.tile
    if laid is None and situation.started_with is not None:
        return situation.starting_double
    raise Malformed(_("Mark the event in which a player laid the double that began the round."), "events")


def _before_start(situation: Situation, rules: Rules, lay: Action, later: tuple[Action, ...]) -> State:
    """Return the round before its double was laid; a tile that somebody drew later was in the yard."""
    drawn, seat = {action.tile for action in later if action.kind == "draw" and action.tile}, lay.seat
    hands = [hand._replace(known=tuple({*hand.known} - drawn - {lay.tile})) for hand in situation.hands]
    assert lay.tile is not None
    hands[seat] = hands[seat]._replace(known=(*hands[seat].known, lay.tile))
    setup = position.situation_setup(situation, rules)._replace(double=situation.double, hands=tuple(hands))
    setup = setup._replace(yard=setup.reserve + position.PLENTY)
    return state_of_table(setup, FeetTable(setup, 0, tuple(drawn)), seat)
