"""The question what becomes of something that was perhaps wrong: whether it was, and what is done about it.

What happened before it is put before the engine one action after the other, then the engine is asked about it. What
becomes of a wrong action, which no play can show, is told by the rules of conduct.
"""

from collections.abc import Iterator
from typing import NamedTuple

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
from scorekeeper.judge.questions import turns
from scorekeeper.judge.situation import UNKNOWN, Answer, Situation, decide, depending
from scorekeeper.rules import Rules, double_is_held, yard_reserve
from scorekeeper.text import N_, _
from scorekeeper.tiles import Tile

_OFTEN = 3
"""How often each number shows on a table of which nobody told the open ends."""
_DOUBTFUL = {"lay": "conduct.misplay", "draw": "conduct.able_pass", "pass": "conduct.able_pass"}
"""The rule about an action of which nobody can tell whether it was wrong."""

TAKE_BACK, STANDS = "take-back-before-next-action", "stands"


class _Act(NamedTuple):
    """The disputed action, and what happened before and after it."""

    before: tuple[Action, ...]
    disputed: Action
    after: tuple[Action, ...]

    @property
    def followed_by(self) -> int | None:
        """The first other player who acted since; None where nobody did."""
        since = (each.seat for each in self.after if each.kind in IN_TURN)
        return next((seat for seat in since if seat != self.disputed.seat), None)


def check_events(situation: Situation) -> None:
    """Raise Malformed where there is not one disputed event."""
    marked = sum(event.wrong for event in situation.events)
    if marked != 1 and not (situation.on_start and not marked):
        raise Malformed(_("Exactly one event is marked with ! as the disputed one."), "events")


def misplayed(situation: Situation, rules: Rules) -> Answer:
    """Answer nothing if the marked event was not wrong, else a word of the rule of conduct that applies."""
    actions = tuple(event.action for event in situation.events)
    at = next((at for at, event in enumerate(situation.events) if event.wrong), None)
    laid = None if at is None else actions[at]
    if situation.on_start or (at == 0 and _lays_round_double(situation, rules, actions[0])):
        return _judge_start(situation, rules, laid, actions[at or 0 :])
    assert at is not None
    act = _Act(actions[:at], actions[at], actions[at + 1 :])
    if _tells_start(situation, act):
        situation = replace(situation, ends=())
    found = [_found(table, rules, act) for table in _tables(situation, rules, act)]
    first, *others = found
    untold = situation.ends is None and any(each.reason != first.reason for each in others)
    if all(each.verdict == "illegal" for each in found) and (rules.layout.owned_ends or not untold):
        if any((each.instead, each.perhaps) != (first.instead, first.perhaps) for each in others):
            needs = _needs(situation, rules, found)
            first = first._replace(needs=needs, instead=(), perhaps=None, also=())
        return _wrong_action(situation, rules, act, first)
    if all(each.verdict == "legal" for each in found):
        stays = ("conduct.take_back",) if act.disputed.kind == "lay" else ()
        return first._replace(also=(*first.also, *stays))
    told = situation.begun or situation.ends is not None or situation.yard is not None
    if act.disputed.kind in IN_TURN and not told and all(hand == UNKNOWN for hand in situation.hands):
        return _of_nothing_told(situation, rules, act)
    needs, kind = _needs(situation, rules, found), act.disputed.kind
    key = "trains.marker_on" if kind in MARKING else _DOUBTFUL.get(kind, "little.mode")
    doubtful = depending(key, *needs)
    if len(needs) > 1 or len(found) != 2 or any(each.needs for each in found):
        return doubtful
    shows = position.YARD_SHOWS
    answers = [
        each if each.verdict == "legal" else _wrong_action(situation, rules, act, each) for each in found
    ]
    if needs[0].id == "needs-ends":
        answers = [each if each.answer == STANDS else each._replace(reason=None) for each in answers]
        shows = position.END_SHOWS
    conditions = (_("With {value}", value=_(show)) for show in shows)
    usual = tuple(also for each in answers if each.verdict == "no-rule" for also in each.also)
    return doubtful._replace(outcomes=tuple(zip(conditions, answers, strict=True)), also=usual)


def _of_nothing_told(situation: Situation, rules: Rules, act: _Act) -> Answer:
    """Return that a tile did not fit, as it is disputed, or on what it depends that a draw or a pass was right."""
    kind, seat = act.disputed.kind, act.disputed.seat
    facts = {"player": situation.name(seat), "tile": act.disputed.tile}
    why = Reason("turn.must_play", "able-anyway", {})
    if kind == "lay":
        number, tile = act.disputed.on, act.disputed.tile
        told = isinstance(number, int)
        if told and tile is not None and number in tile:  # who lays a tile on a six shows that an end had one
            return decide(Reason("trains.ownership", "end", {"number": number}), seat=seat)._replace(
                phrase=kind
            )
        why = Reason("conduct.misplay", "no-match" if told else "assumed", {**facts, "number": number})
    wrong = _wrong_action(situation, rules, act, Answer("illegal", why.key, reason=why, seat=seat))
    if kind == "lay":
        return wrong
    drew = any((action.seat, action.kind) == (seat, "draw") for action in act.before)
    yard = () if kind == "draw" or drew else (Reason("yard.empty", "needs-yard", {}),)
    right = Answer("legal", "turn.must_play", seat=seat, phrase=kind)
    some = _("If one of these is so") if yard else _("If so")
    none = _("If none of these is so") if yard else _("If not")
    doubtful = depending(_DOUBTFUL[kind], *yard, Reason("turn.must_play", "needs-fits", facts))
    wrong = wrong._replace(reason=None, also=tuple(each for each in wrong.also if each != why))
    return doubtful._replace(outcomes=((some, wrong), (none, right)))


def _tells_start(situation: Situation, act: _Act) -> bool:
    """Whether the events begin with the starting double, so that they tell all that lies on the table."""
    double = situation.starting_double
    told = situation.lies_besides(double) or bool(situation.trains)
    return not told and any(action.kind == "lay" and action.tile == double for action in act.before)


def _tables(situation: Situation, rules: Rules, act: _Act) -> Iterator[Situation]:
    """Yield the situation with all that nobody told of the table, as each way that can be."""
    every = tuple(range(situation.set_size + 1)) * _OFTEN
    kept = yard_reserve(rules, len(situation.players))
    yards = (kept + position.PLENTY, kept) if act.disputed.kind == "pass" else (kept + position.PLENTY,)
    untold = situation.ends is None and not rules.layout.owned_ends
    if situation.finished is not None and act.disputed.on == Tile(situation.finished, situation.finished):
        situation, untold = replace(situation, ends=()), False
    for ends in (every, ()) if untold else (situation.ends,):
        for yard in yards if situation.yard is None else (situation.yard,):
            yield replace(situation, ends=ends, yard=yard)


def _found(situation: Situation, rules: Rules, act: _Act) -> Answer:
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
        if action.kind == "lay" and action.tile is not None:
            _verify_only_one(state, action.seat, action.tile)
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
    return right._replace(seat=action.seat, phrase=action.kind)


def _check_turn(state: State, act: _Act, turn: int) -> None:
    """Raise Impossible where it is told to be the turn of somebody whose turn has just ended with a tile."""
    last = next((action for action in reversed(act.before) if action.kind in IN_TURN), None)
    if last is not None and (last.seat, last.kind) == (turn, "lay"):
        sentence = N_(
            "{deed}, so the next turn was {next}'s and not {player}'s; correct whose turn it was, or add what "
            "happened in between."
        )
        facts = {"deed": describe_action(last, state.setup.players), "player": state.name(turn)}
        raise Impossible(_(sentence, next=state.name(state.turn), **facts))


def _verify_only_one(state: State, seat: int, tile: Tile) -> None:
    """Raise Refusal for a tile that is told to be elsewhere, on the table or in another hand."""
    facts = {"player": state.name(seat), "tile": tile}
    if state.table.lies(tile):
        raise Refusal("conduct.misplay", "twice", **facts)
    for holder, hand in enumerate(state.hands):
        if holder != seat and hand.knows(tile):
            raise Refusal("conduct.misplay", "told-elsewhere", holder=state.name(holder), **facts)


def _judged_wrong(state: State, action: Action, why: Reason) -> Answer:
    """Return that an action was wrong, and what can be done once it, and a wrong draw before it, are taken back.

    It also names that draw, and what is done about it; or why a draw or a pass comes next.
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
        if hand.hidden and not before.table.lies(tile) and not any(each.knows(tile) for each in before.hands):
            position.one_fewer(hand)
            hand.draw(tile)
    drew = _drew_though_able(before)
    if drew is None:
        own = options_on_turn(before)
        again = [before.table.check(before, each, tile)[0] for each in own if each.tile == tile is not None]
        places = {"tile": tile, "numbers": tuple(again)}
        elsewhere = (Reason("conduct.misplay", "elsewhere", places),) if again else ()
        also = (*elsewhere, *turns.why_instead(before, own, why))
        if action.kind == "lay" and before.turn == seat and not again and before.hands[seat].size == 1:
            also = (Reason("conduct.misplay", "not-out", {"player": before.name(seat)}),)
        instead, perhaps = position.in_notation(before, own), because.may_hold(before, own)
        return wrong._replace(instead=instead, perhaps=perhaps, also=also)
    back = Reason("conduct.able_pass", "back-too", {"player": before.name(before.turn)})
    also = (back,) if drew == why else (drew, back)
    instead, perhaps = turns.instead_of_drawing(before, before.turn)
    return wrong._replace(instead=instead, perhaps=perhaps, also=also)


def _drew_though_able(state: State) -> Reason | None:
    """Return why the draw that the player on turn has made was wrong, where a tile would have fitted instead."""
    if state.outcome is not None or not state.drawn:
        return None
    try:
        turns.verify_draws(state, state.turn)
    except Refusal as refusal:
        return refusal.reason if refusal.rule == "turn.must_play" else None
    return None


def _check_draw(state: State, action: Action) -> None:
    """Raise Impossible for a drawn tile that was not in the yard."""
    if action.kind != "draw" or action.tile is None:
        return
    facts = {"player": state.name(action.seat), "tile": action.tile}
    if state.table.lies(action.tile):
        raise Impossible(_("{player} cannot have drawn {tile}: it is on the table.", **facts))
    if any(action.tile in hand.known for seat, hand in enumerate(state.hands) if seat != action.seat):
        raise Impossible(_("{player} cannot have drawn {tile}: another hand has it.", **facts))


def _state(situation: Situation, rules: Rules, act: _Act) -> State:
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


def _hands(situation: Situation, act: _Act) -> tuple[Dealt, ...]:
    """Return the hands before the first event: with tiles laid later, without those drawn later.

    Whether the player had the disputed tile is for the engine to say.
    """
    hands, drew = list(situation.hands), set[int]()
    for action in (*act.before, act.disputed, *act.after):
        known, hidden = hands[action.seat]
        tile = action.tile
        if action.kind == "draw":
            drew.add(action.seat)
            hands[action.seat] = Dealt(tuple(each for each in known if each != tile), hidden)
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
    if action.kind in IN_TURN:
        before = state.drawn if state.turn == seat else 0
        state.give_turn(seat if drew else (seat + 1) % state.seats)
        if drew:
            state.drawn, state.drawn_tile = before + 1, action.tile
    if drew:
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
    return replace(action, on=tile.high) if table.bound < 0 and table.takes(tile.high) else action


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


def _needs(situation: Situation, rules: Rules, found: list[Answer]) -> tuple[Reason, ...]:
    """Return what would settle whether the action was wrong."""
    needs = tuple(reason for each in found for reason in each.needs)
    others = tuple(each for each in needs if "numbers" not in each.facts)
    if needs == others and all(each.needs for each in found):
        return needs  # neither the ends nor the yard make a difference to these
    if situation.ends is None and not rules.layout.owned_ends:
        return (Reason("conduct.misplay", "needs-ends", {}), *others)
    if situation.yard is None and len(found) > 1:
        return (Reason("yard.empty", "needs-yard", {}), *needs)
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
        return _began_wrongly(situation, rules, seat, double, since, own)
    state = _before_start(situation, rules, seat or 0, double, since)
    try:
        needs = verify(state, lay_tile(seat or 0, double))
    except Refusal as refusal:
        wrong = _began_wrongly(situation, rules, seat, double, since, refusal.reason)
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


def _before_start(
    situation: Situation, rules: Rules, seat: int, double: Tile, later: tuple[Action, ...]
) -> State:
    """Return the round before the seat laid the double; a tile that somebody drew later was in the yard."""
    drawn = tuple({action.tile for action in later if action.kind == "draw" and action.tile is not None})
    hands = [
        Dealt(tuple(tile for tile in hand.known if tile not in (*drawn, double)), hand.hidden)
        for hand in situation.hands
    ]
    hands[seat] = Dealt((*hands[seat].known, double), hands[seat].hidden)
    setup = position.situation_setup(situation, rules)._replace(double=situation.double, hands=tuple(hands))
    setup = setup._replace(yard=setup.reserve + position.PLENTY)
    return state_of_table(setup, FeetTable(setup, 0, drawn), seat)


def _wrong_action(situation: Situation, rules: Rules, act: _Act, judged: Answer) -> Answer:
    """Return what is done about an action that was wrong, by the rule of conduct that is about it."""
    why, kind, seat = judged.reason, act.disputed.kind, act.disputed.seat
    assert why is not None
    player = {"player": situation.name(seat)}
    if kind == "lay":
        answer = _tile_misplayed(situation, rules, act, why, judged.seat)
    elif why.key == "turn.must_play" or (kind == "pass" and why.key == "turn.drawn_tile"):
        back = Reason("conduct.able_pass", "take-back-pass" if kind == "pass" else "take-back", player)
        answer = _undone(situation, act, back.key, rules.conduct.able_pass, why, back)
    elif kind == "draw" or why.id == "drew-more":
        word, overdraw = rules.conduct.overdraw, "conduct.overdraw"
        answer = _taken_back(overdraw, word, seat, why)
        if word == "keep":
            answer = Answer("legal", overdraw, word, also=(why, *_broken(why)))
    elif kind in MARKING:
        shows = Reason("trains.marker_on", "marker-shows", {})
        return Answer("no-rule", why.key, also=(why, shows), seat=seat, phrase=kind)
    else:
        facts = {**player, **why.facts}
        usual = Reason("conduct.misplay", "usual-pass" if kind == "pass" else "usual-call", facts)
        if judged.seat is None:
            usual = Reason("conduct.misplay", "usual-over", facts)
        mends = "conduct.forgot_draw" if why.key == "turn.draws" else usual
        return Answer("no-rule", why.key, reason=why, also=(mends,), seat=seat, phrase="wrong")
    answer = answer._replace(seat=seat, phrase=answer.phrase or kind)
    if answer.answer in (STANDS, "keep") or act.followed_by is not None:
        return answer
    reasons = tuple(sorted((*answer.also, *judged.also), key=lambda each: isinstance(each, str)))
    return answer._replace(needs=judged.needs, instead=judged.instead, perhaps=judged.perhaps, also=reasons)


def _tile_misplayed(situation: Situation, rules: Rules, act: _Act, why: Reason, due: int | None) -> Answer:
    """Return what becomes of a wrong tile, and whose turn it is then."""
    key, word, seat = "conduct.misplay", rules.conduct.misplay, act.disputed.seat
    facts = {**why.facts, "player": situation.name(seat), "tile": act.disputed.tile}
    if word != TAKE_BACK or due == seat:
        exposed = word == "exposed"
        back = Reason("conduct.misplay", "exposed" if exposed else "take-back-before-next-action", facts)
    elif due is None:
        back = Reason("conduct.misplay", "take-back-over", facts)
    else:
        back = Reason("conduct.misplay", "take-back-out-of-turn", {**facts, "due": situation.name(due)})
    return _undone(situation, act, key, word, why, back)


def _undone(situation: Situation, act: _Act, key: str, word: str, why: Reason, back: Reason) -> Answer:
    """Return what becomes of a wrong action by the word of a rule: it stands, or is taken back while it can be."""
    seat = act.disputed.seat
    if word == STANDS:
        return _agreed(key, act.disputed.kind, seat, why)
    if word == "exposed" or act.followed_by is None:
        return _taken_back(key, word, seat, why, back)
    laid = next((each.tile for each in act.after if (each.seat, each.kind) == (act.followed_by, "lay")), None)
    facts = {"player": situation.name(seat), "by": situation.name(act.followed_by), "laid": laid}
    since = Reason("conduct.misplay", "acted-since" if laid is None else "laid-since", facts)
    return Answer("legal", key, STANDS, since, seat, also=(_as_it_was(why), *_broken(why), key))


def _agreed(key: str, kind: str, seat: int | None, why: Reason) -> Answer:
    """Return that a wrong action stands by a rule, which is the last thing that is said."""
    return Answer("legal", key, STANDS, why, seat, also=(*_broken(why), key), phrase=f"{kind}-agreed")


def _as_it_was(why: Reason) -> Reason:
    """Return why an action was wrong, told of the past where the table has changed since."""
    if why.id == "not-on-turn":
        return Reason("turn.plays", "was-not-on-turn", why.facts)
    if why.id in ("bare", "incomplete"):
        return Reason(why.key, "was-bare" if why.id == "bare" else "was-incomplete", why.facts)
    return why


def _taken_back(key: str, word: str, seat: int, why: Reason, *back: Reason) -> Answer:
    """Return that a wrong action is taken back, and what follows."""
    return Answer("legal", key, word, why, seat, also=(*back, *_broken(why), key))


def _broken(why: Reason) -> tuple[str, ...]:
    """Return the rule against which something was, where a table may doubt it: nobody doubts turns and tiles."""
    if why.id == "held-by":
        return ("start.source",)
    return () if why.key.startswith("conduct.") or why.id.endswith("not-on-turn") else (why.key,)


def _began_wrongly(
    situation: Situation, rules: Rules, seat: int | None, double: Tile, later: tuple[Action, ...], why: Reason
) -> Answer:
    """Return what becomes of a wrong starting double."""
    key, word = "conduct.misplay", rules.conduct.misplay
    if word == STANDS:
        return _agreed(key, "start" if seat is None else "lay", seat, why)
    others = any(action.seat != seat and action.kind in IN_TURN for action in later)
    if others or situation.lies_besides(double) or seat is None:
        since = Reason("conduct.misplay", "start-too-late" if others else "start-long-ago", {"tile": double})
        phrase = "start" if seat is None else "lay"
        return Answer("legal", key, STANDS, since, seat, also=(why, *_broken(why), key), phrase=phrase)
    return _taken_back(key, word, seat, why, Reason("conduct.misplay", "start-taken-back", {"tile": double}))
