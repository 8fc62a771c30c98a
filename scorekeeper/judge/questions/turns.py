"""What a player may do in a turn: lay this tile, draw, end the turn, keep a drawn tile; or every action at once.

In a round of trains also whether a train is open to others, and which double must be covered. Each question puts its
facts before the engine and reports the verdict. No rule is decided here.
"""

from collections.abc import Sequence
from typing import Any

from scorekeeper.engine import (
    MARKING,
    Action,
    Reason,
    Refusal,
    State,
    do,
    doubles_to_cover,
    draw_tile,
    explore,
    feet_of,
    fits,
    lay_tile,
    options,
    options_on_turn,
    pass_turn,
    tiles_of,
    train_word,
    trains_of,
    verify,
)
from scorekeeper.judge import because, position
from scorekeeper.judge.actions import describe_action
from scorekeeper.judge.situation import Answer, Situation, decide, depending
from scorekeeper.judge.told import Foot
from scorekeeper.rules import Rules
from scorekeeper.text import _
from scorekeeper.tiles import Tile


def may_lay(situation: Situation, rules: Rules) -> Answer:
    """Return the verdict on laying the tile; whether a draw before it was right is another question."""
    state, seat, tile = position.turn_of(situation, rules), situation.seat or 0, situation.tile
    assert tile is not None
    if tile in situation.on_table and not situation.opens_round:
        facts = {"player": situation.name(seat), "tile": tile}
        return Answer("illegal", "conduct.misplay", reason=Reason("conduct.misplay", "on-table", facts))
    place = position.anywhere(state, seat, tile)
    action = lay_tile(seat, tile, place if situation.on is None else situation.on)
    answer = _not_standing(state, action) or _why_lays(situation, state, action, tile)
    if answer.key == "foot.lock" and situation.foot:
        answer = _beside_bound(situation, rules, situation.foot, answer)
    if answer.key == "conduct.misplay" and (full := because.why_full(situation, rules, tile)):
        untold: dict[str, Any] = {"also": (), "instead": ()} if situation.ends is None else {}
        answer = answer._replace(key=full.key, reason=full, **untold)
    if situation.opens_round and tile != situation.starting_double:
        begins = Reason("start.source", "taken-to-begin", {"tile": tile})
        answer = answer._replace(also=(*answer.also, begins))
    lay = lay_tile(seat, tile, place)
    if answer.verdict == "illegal" and not (answer.instead or place is None or _not_standing(state, lay)):
        answer = answer._replace(instead=position.in_notation(state, [lay]), perhaps=None)
    answer = _for_tile(tile, answer)
    return answer if situation.on is None else answer._replace(phrase="there")


def _for_tile(tile: Tile, answer: Answer) -> Answer:
    """Return the answer with what is said of blanks and doubles, where the tile is one."""
    reason = answer.reason
    if reason and reason.id in ("no-match", "no-match-train", "no-match-start") and 0 in tile:
        blank = Reason("trains.wild_blanks", "no-match-blank", reason.facts)
        answer = answer._replace(key=blank.key, reason=blank)
    if reason and reason.id in ("bare", "incomplete") and tile.is_double:
        return answer._replace(reason=Reason(reason.key, "bars-double", reason.facts))
    return answer


def _beside_bound(situation: Situation, rules: Rules, foot: Foot, answer: Answer) -> Answer:
    """Return why a tile may not lie beside an open foot, with what is left for its toes where that was told."""
    if not position.foot_alone(situation, rules, foot).closeable:
        return answer._replace(reason=because.why_short(situation, rules, foot), also=())
    left, missing = situation.off_table(foot.double), rules.foot.toes - (foot.toes or 0)
    if len(left) == situation.set_size or rules.foot.uncloseable == "exhaust":
        return answer
    out = Reason("foot.uncloseable", "enough-named", {"tiles": left, "missing": missing})
    return answer._replace(also=(out, *answer.also))


def may_draw_now(situation: Situation, rules: Rules) -> Answer:
    """Return the verdict on drawing."""
    state = position.turn_of(situation, rules)
    answer = _after_draws(situation, state, draw_tile(situation.seat or 0))
    again = state.drawn and state.outcome is None
    return answer._replace(phrase=f"{answer.phrase}-again".lstrip("-")) if again else answer


def may_end(situation: Situation, rules: Rules) -> Answer:
    """Return the verdict; who should not have drawn may not pass either, nor may anybody end a turn twice."""
    state, seat = position.turn_of(situation, rules), situation.seat or 0
    answer = _after_draws(situation, state, pass_turn(seat))
    if answer.reason is not None and state.outcome is None and state.turn != seat:
        ended = Reason("turn.plays", "ended-already", {"player": situation.name(seat)})
        return answer._replace(reason=ended, also=(answer.reason,))
    return answer


def may_keep(situation: Situation, rules: Rules) -> Answer:
    """Return the verdict on keeping a drawn tile; where nobody said what the table shows, whether it fits decides."""
    tile = situation.drawn_tile
    assert tile is not None
    if situation.ends is not None or situation.foot is not None or situation.trains:
        return _keeps(situation, rules)
    shown = (tile.high, next(number for number in range(situation.set_size + 1) if number not in tile))
    fits, unfit = (_keeps(position.showing(situation, rules, number), rules) for number in shown)
    if fits.verdict == "legal" or fits == unfit:
        return fits
    if fits.decision == unfit.decision:
        return fits._replace(reason=None, instead=(), also=(*fits.also, unfit.key))
    fits, unfit = (
        fits._replace(reason=None, phrase="must"),
        unfit._replace(reason=None),
    )  # the condition says why
    facts = {"player": situation.name(situation.seat or 0), "numbers": tuple(dict.fromkeys(tile))}
    need = Reason("turn.drawn_tile", "needs-train" if rules.layout.owned_ends else "needs-end", facts)
    return depending(need.key, need)._replace(outcomes=((_("If so"), fits), (_("If not"), unfit)))


def _keeps(situation: Situation, rules: Rules) -> Answer:
    state, seat = position.turn_of(situation, rules), situation.seat or 0
    wrong = wrong_draws(state, seat)
    answer = wrong if wrong and wrong.reason else _draws_or_passes(situation, state, pass_turn(seat))
    if answer.phrase != "must":
        return answer
    if answer.reason and answer.reason.key == "turn.draws":
        unfit = _why_unfit(state, seat)
        answer = decide(unfit, unfit.key)
    return answer._replace(phrase="kept")


def _draws_or_passes(situation: Situation, state: State, action: Action) -> Answer:
    """Return the verdict on a draw or a pass, and whether it is all that the player can do."""
    if (unsound := _not_standing(state, action)) is not None:
        return unsound
    seat = action.seat
    answer = (may_draw if action.kind == "draw" else may_pass)(state, seat)
    ended = answer.reason is not None and answer.reason.id == "ended"
    choice = not ended and (state.turn != seat or len(options_on_turn(state)) > 1)
    if not (ended or choice or situation.known):
        fits = state.fits(seat, "newest" if state.drawn else "held")
        choice = answer.key == "turn.must_play" or fits is not False
    return answer if choice else answer._replace(phrase="must")


def all_options(situation: Situation, rules: Rules) -> Answer:
    """Answer the actions in notation that the player may take for certain."""
    state, seat = position.turn_of(situation, rules), situation.seat or 0
    try:
        needs = () if state.outcome is not None else verify_draws(state, seat)
    except Refusal as refusal:
        before, unseen_too = instead_of_drawing(state, seat)
        wrong = decide(refusal.reason, *_mended(refusal.reason), answer=before, seat=seat)
        fits = unseen_too and _lay_such(state, seat, bool(before))
        return wrong._replace(perhaps=fits, phrase="must" if len(before) + bool(fits) < 2 else "")
    own, doubted = [action for action in options(state) if action.seat == seat], bool(needs)
    sure, refused = position.in_notation(state, own), list[Reason]()
    for action in (action for action in (draw_tile(seat), pass_turn(seat)) if action not in own):
        try:
            needs = (*needs, *verify(state, action))
        except Refusal as refusal:
            refused.append(refusal.reason)
    unseen, known = _unseen(state, seat, needs), {answer: need for need, answer in situation.known}
    if needs := tuple(need for need in (*needs, *unseen) if need not in known.values()):
        return _depending(state, needs)._replace(answer=() if doubted else sure, seat=seat)
    fits = _lay_such(state, seat) if unseen and True in known else None
    if not own:
        return decide(refused[-1], answer=(), seat=seat)._replace(perhaps=fits, phrase="must" if fits else "")
    phrase = "must" if len(sure) == 1 and fits is None else ""
    return _listed(state, seat, own)._replace(answer=sure, seat=seat, perhaps=fits, phrase=phrase)


def is_marked(situation: Situation, rules: Rules) -> Answer:
    """Answer `open` or `closed`, or that one of the events was against the rules."""
    state, seat = position.state_of(situation, rules), situation.seat or 0
    was_marked = trains_of(state).marks[seat]
    phrase = "" if was_marked is None else "was-up" if was_marked else "was-down"
    for action in (event.action for event in situation.events if event.action.kind not in MARKING):
        state.turn = action.seat if not state.history else state.turn
        try:
            do(state, action)
        except Refusal as refusal:
            facts = {"deed": describe_action(action, situation.players)}
            why, facts = Reason("trains.marker_on", "not-allowed", facts), {"player": situation.name(seat)}
            stays = trains_of(state).marks[seat]
            until = Reason("trains.marker_on", "stays-open" if stays else "stays-closed", facts)
            return Answer("illegal", refusal.rule, reason=why, also=(refusal.reason, until))
    marked = trains_of(state).marks[seat]
    if marked is None:
        need = because.why_unsure(state, seat, was_marked)
        for _need, yes in situation.known:
            marked = yes == (need.key == "trains.marker_on")
            return Answer("legal", need.key, "open" if marked else "closed", phrase=phrase)
        return depending("trains.marker_on", need)
    if not marked:
        reason = because.why_closed(state, seat, was_marked)
    elif was_marked is True and not because.played_on_own(state, seat):
        reason = Reason("trains.marker_off", "is-up", {"player": situation.name(seat)})
    else:
        reason = because.why_marked(state, seat)
    answer = decide(reason, reason.key, answer="open" if marked else "closed")
    if phrase:
        return answer._replace(phrase=phrase)
    return answer._replace(also=(Reason("trains.marker_on", "belongs" if marked else "belongs-not", {}),))


def to_cover(situation: Situation, rules: Rules) -> Answer:
    """Answer the train whose double the player must cover now, or `nobody-bound`."""
    state, seat = position.turn_of(situation, rules), situation.seat or 0
    trains, binds = trains_of(state), because.why_must_cover(state, seat)
    if binds is None:
        free = because.why_unbound(state, seat) if trains.open else because.why_none_open(situation, state)
        return decide(free, free.key, answer="nobody-bound")._replace(phrase="free" if trains.open else "")
    doubles = doubles_to_cover(state, trains, seat)
    named = tuple(dict.fromkeys(train_word(double.train, situation.players) for double in doubles))
    facts = {"double": binds.facts["double"]}
    own = Reason("foot.again", "cover-own", facts)
    why = own if binds.key == own.key else Reason("foot.lock", "falls-to", facts)
    reason = next(iter(because.why_first(state, seat)), why)
    answer = named[0] if len(named) == 1 else named
    return decide(reason, reason.key, answer=answer)._replace(phrase="train")


def _not_standing(state: State, action: Action) -> Answer | None:
    """Return that the engine refuses an action, or on what it depends; None where the action stands."""
    try:
        needs = verify(state, action)
    except Refusal as refusal:
        own, reason = options_on_turn(state), refusal.reason
        instead, perhaps = position.in_notation(state, own), because.may_hold(state, own)
        must, ends = reason.id in ("able", "able-several"), state.rules.layout.owned_ends
        bound = because.why_bound(state) if must and ends else None
        why = decide(bound, reason) if bound else decide(reason, *why_instead(state, own, reason))
        wrong = why._replace(verdict="illegal", instead=instead, perhaps=perhaps)
        return first_double_instead(state, reason, wrong)
    return _depending(state, needs) if needs else None


def first_double_instead(state: State, why: Reason, answer: Answer) -> Answer:
    """Return the answer with the double to lay in place of a wrong one, if nobody holds a higher one still."""
    if why.id not in ("held-by", "higher-held-by"):
        return answer
    double: Any = why.facts["double"]
    action = lay_tile(state.setup.players.index(str(why.facts["player"])), double)
    for need in verify(state, action):
        return answer._replace(perhaps=Reason("start.missing", "begins-unless", {**need.facts, **why.facts}))
    return answer._replace(instead=position.in_notation(state, [action]))


def _depending(state: State, needs: Sequence[Reason]) -> Answer:
    """Return that it depends on these facts, and which double makes them count, where one comes first."""
    bound = because.why_bound(state) if state.started and state.outcome is None else None
    first = () if bound is None else because.why_first(state, state.turn) or (bound,)
    return depending(needs[0].key, *needs)._replace(also=(*first, *(reason.key for reason in first)))


def why_instead(state: State, actions: Sequence[Action], wrong: Reason) -> tuple[Reason | str, ...]:
    """Return which double wants a tile that fits, or why a player may draw or pass instead of something wrong.

    Where the player has a choice, the key of the rule that leaves it comes last.
    """
    seats, kinds = {action.seat for action in actions}, {action.kind for action in actions}
    if wrong.id in ("able", "able-several", "able-dry") and (bound := because.why_bound(state)):
        return (bound,)
    if not state.started or len(seats) != 1 or kinds == {"lay"}:
        return because.why_open(state, actions)
    (seat,) = seats
    if tiles := tuple(action.tile for action in actions if action.tile is not None):
        choice = "turn.drawn_tile" if state.drawn else "turn.must_play"
        able = because.why_able(state, seat, tiles, by_choice=True)
        return able, "trains.first_turn" if state.table.gives_way(state) else choice
    reason = (may_pass if "pass" in kinds else may_draw)(state, seat).reason
    assert reason is not None
    reason = because.why_unable(state, seat) if reason.key == "yard.reserve" else reason
    if reason.id == "ended" or (wrong.key == reason.key == "turn.draws" and state.drawn):
        return ()  # the draw was just named
    if reason.key == wrong.key and reason.id in ("bound-unable", "cover-unable"):
        reason = Reason("turn.draws", "unable", {**reason.facts, "numbers": (reason.facts["number"],)})
    return (reason,)


def verify_draws(state: State, seat: int) -> tuple[Reason, ...]:
    """Return the questions on which it depends that the draws of this turn were right; none where they were.

    Raises Refusal where they were not, unless the rules of conduct let such a draw stand.
    """
    return explore(_verify_draws, state, seat)[1]


def _verify_draws(state: State, seat: int) -> None:
    player, rules = state.name(seat), state.rules
    if rules.turn.draws == "one" and state.drawn > 1 and rules.conduct.overdraw != "keep":
        raise Refusal("turn.draws", "drew-more", player=player, drew=state.drawn)
    if not state.drawn or rules.turn.must_play != "must" or rules.conduct.able_pass == "stands":
        return
    if fits(state, seat, "older", lambda facts: Reason("turn.must_play", "needs-older", facts)):
        if tiles := tuple(tiles_of(state.table.fitting(state, seat, state.known(seat, "older")))):
            raise Refusal("turn.must_play", "drew-though-able", player=player, tiles=tiles)
        raise Refusal("turn.must_play", "drew-though-surely-able", player=player)


def instead_of_drawing(state: State, seat: int) -> tuple[tuple[str, ...], Reason | None]:
    """Return what a player who drew though able may do once the last draw is taken back, in notation.

    That is to lay a tile and nothing else, so the yard makes no difference; perhaps also one that nobody has seen.
    """
    before = state.copy()
    hand, unseen = before.hands[seat], state.drawn_tile is None
    hand.mask, hand.hidden = state.known(seat, "older"), hand.hidden[: -1 if unseen else None]
    before.drawn, before.drawn_tile = 0, None
    actions = options_on_turn(before)
    return position.in_notation(before, actions), because.may_hold(before, actions)


def _after_draws(situation: Situation, state: State, action: Action) -> Answer:
    """Return the verdict on a draw or a pass, or that a draw before it was wrong, and how that is mended."""
    wrong = wrong_draws(state, action.seat)
    if wrong and wrong.reason:
        return wrong
    answer = _draws_or_passes(situation, state, action)
    if wrong is None or answer.verdict == "illegal":
        return answer
    return depending(wrong.key, *wrong.needs, *answer.needs)


def wrong_draws(state: State, seat: int) -> Answer | None:
    """Return why a draw of this turn was wrong, and how that is mended; without a reason where that depends."""
    if state.outcome is not None:
        return None
    try:
        needs = verify_draws(state, seat)
    except Refusal as refusal:
        instead, perhaps = ((), None) if refusal.rule == "turn.draws" else instead_of_drawing(state, seat)
        wrong = decide(refusal.reason, *_mended(refusal.reason))
        return wrong._replace(verdict="illegal", instead=instead, perhaps=perhaps)
    return depending(needs[0].key, *needs) if needs else None


def _lay_such(state: State, seat: int, other: bool = False) -> Reason:
    """Return that the player lays a tile that nobody has seen, with the numbers that fit."""
    facts = {"numbers": state.table.wanted(state, seat)}
    other = other or bool(not state.drawn and state.fitting_held(seat))
    return Reason("turn.must_play", "lay-other" if other else "lay-such", facts)


def _mended(why: Reason) -> tuple[Reason | str, ...]:
    """Return what becomes of a tile that should not have been drawn."""
    if why.key == "turn.draws":
        return ("conduct.overdraw",)
    return Reason("conduct.able_pass", "take-back", {}), "conduct.able_pass"


def _why_lays(situation: Situation, state: State, action: Action, tile: Tile) -> Answer:
    """Return the rule by which the tile may be laid, the most telling one first, and what shows it."""
    if situation.opens_round:
        return opening(state, tile)
    last = tile.is_double and situation.lays_last
    if state.rules.layout.owned_ends:
        answer = because.on_train(state, action, tile)
        first = because.why_unhindered(situation, state, action)
        if first is not None and answer.reason is not None and answer.key == "trains.ownership":
            answer = decide(first, *(answer.reason,) * (first.id != "all-laid"), first.key)
        return answer._replace(also=(*answer.also, "ending.double_out")) if last else answer
    foot, facts = situation.foot, {"player": situation.name(action.seat), "tile": tile}
    fits_there = because.why_laid(state, action.seat, tile, action.on if isinstance(action.on, int) else None)
    if situation.played and situation.toes == 0:
        return decide(because.why_more_than_double(state), "start.turn")
    if situation.played and foot:
        return decide(Reason("foot.again", "goes-on", {**facts, "double": foot.tile}), "foot.again")
    if situation.played:
        return decide(Reason("turn.plays", "goes-on", facts))
    if foot is not None:
        beside = _beside_a_foot(situation, state, foot, fits_there)
        return beside._replace(also=(*beside.also, "turn.drawn_tile")) if situation.drawn else beside
    if situation.drawn:
        return decide(Reason("turn.drawn_tile", "fits", facts), "turn.drawn_tile")
    if last:
        out = Reason("ending.double_out", "last", {"number": tile.high})
        return decide(out, "ending.double_out")
    return on_open_end(state, fits_there, situation.toes is not None)


def _beside_a_foot(situation: Situation, state: State, foot: Foot, reason: Reason) -> Answer:
    """Return why a tile may be laid while a foot is open: as its toe, or elsewhere where it binds nobody."""
    if feet_of(state).foot >= 0:
        return Answer("legal", "foot.lock", reason=reason)
    if state.strict:
        return decide(because.why_short(situation, state.rules, foot), "foot.uncloseable")
    return decide(Reason("foot.lock", "binds-one", {**reason.facts, "double": foot.tile}))


def on_open_end(state: State, reason: Reason, toes_told: bool) -> Answer:
    """Return by which rule a tile may be laid where it fits; the toes of the start only where they were told."""
    return decide(because.why_complete(state) if reason.id == "end" and toes_told else reason)


def opening(state: State, tile: Tile) -> Answer:
    """Return why a double may start the round."""
    highest = state.rules.start.source == "highest-held"
    if highest or tile.high == state.double:
        return decide(Reason("start.source", "starts-highest" if highest else "starts", {"tile": tile}))
    return decide(Reason("start.missing", "lower", {"tile": tile}), "start.missing")


def may_draw(state: State, seat: int) -> Answer:
    """Return why a player may draw, where that is so."""
    answer = _may_draw(state, seat)
    if not state.drew:
        return answer
    again = Reason("foot.draw", "its-own", {"double": str(state.history[-1].tile)})
    others = (ground for ground in (answer.reason, *answer.also) if ground and ground != answer.key)
    return decide(again, *others, again.key)


def _may_draw(state: State, seat: int) -> Answer:
    if state.drawn:
        return decide(Reason("turn.draws", "draws-on", {}), _why_unfit(state, seat), "turn.draws")
    if state.fits(seat) is not False:
        return decide(because.why_draws_by_choice(state, seat), "turn.must_play")
    unable = because.why_unable(state, seat)
    if state.table.drawable == 1:
        last = Reason("yard.reserve", "last", {})
        return decide(last, unable, last.key)
    closed = because.why_closed_to(state, seat, state.hands[seat].known)
    first = (*because.why_first(state, seat), *closed)
    return decide(unable, *first, *(reason.key for reason in first), unable.key)._replace(key="turn.draws")


def _why_unfit(state: State, seat: int) -> Reason:
    """Return why the tile just drawn cannot be laid."""
    closed = because.why_closed_to(state, seat, filter(None, (state.drawn_tile,)))
    return next(iter(closed), None) or because.why_unfit(state, seat)


def may_pass(state: State, seat: int) -> Answer:
    """Return why a player may end the turn without a tile, where that is so."""
    player = {"player": state.name(seat)}
    if state.ended_by_draw == seat:
        return decide(Reason("turn.drawn_tile", "ended", player), "turn.drawn_tile")
    if state.table.gives_way(state):
        return decide(Reason("trains.first_turn", "may-stop", {}), "trains.first_turn")
    kept = Reason("yard.reserve", "kept", {"tiles": state.table.yard})
    left = kept if state.table.yard else Reason("yard.empty", "nothing-left", {})
    if not state.drawn:
        return decide(left, because.why_unable(state, seat))
    if state.fits(seat, "newest") is not False:
        return decide(because.why_kept(state, seat), "turn.drawn_tile")
    if state.rules.turn.must_play != "must" and state.fits(seat, "older"):
        return decide(because.why_draws_by_choice(state, seat), "turn.must_play")
    marks = state.rules.layout.owned_ends and not trains_of(state).marks[seat]
    lost = ("conduct.able_pass",) * bool(state.fits(seat, "older"))
    goes_up = (Reason("turn.draws", "marks", player),) * marks
    unfit, hand = _why_unfit(state, seat), state.hands[seat]
    if state.rules.turn.draws != "one":
        return decide(unfit, left, *goes_up, "turn.draws", *lost)
    drew = Reason("turn.draws", "drew", player)
    if hand.known and not hand.hidden and not state.fitting_held(seat):
        drew = Reason("turn.draws", "drew-unable", {**player, "tiles": hand.known, "held": len(hand.known)})
    return decide(drew, unfit, *goes_up, drew.key, *lost)


def _unseen(state: State, seat: int, needs: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return what would show the hidden tiles that the player may be able to lay, unless that is needed anyway."""
    if state.outcome is not None or state.turn != seat or not state.hands[seat].hidden:
        return ()
    facts = {"player": state.name(seat), "numbers": state.table.wanted(state, seat)}
    if not state.drawn:
        need = Reason("turn.must_play", "needs-more" if state.fitting_held(seat) else "needs-match", facts)
        holds = need in needs or state.unseen().holds((seat,), state.fitting(seat)) is not False
        return (need,) if holds else ()
    if state.rules.turn.drawn_tile == "may-not-play" or state.drawn_tile is not None:
        return ()
    return () if state.fits(seat, "newest") is False else (Reason("turn.drawn_tile", "needs-drawn", facts),)


def _listed(state: State, seat: int, own: list[Action]) -> Answer:
    """Return the rule that leaves these actions and no others, and the facts."""
    tiles = tuple(action.tile for action in own if action.tile is not None)
    if not state.started:
        return decide(Reason("start.source", "holds", {"player": state.name(seat), "double": tiles[0]}))
    answer = _why_listed(state, seat, own, tiles)
    bound = because.why_bound(state)
    barred = because.why_barred(state, seat) if tiles and not state.drawn else bound
    if barred is None:
        return answer
    closed = because.why_closed_to(state, seat, set(state.hands[seat].known).difference(tiles))
    by_choice = answer.reason is not None and answer.reason.id == "able-by-choice"
    key = answer.key if by_choice or bound is None else barred.key
    grounds = (answer.reason, *answer.also)
    if any(isinstance(ground, Reason) and ground.key == barred.key for ground in grounds):
        return answer._replace(key=key)  # it names the double that comes first
    return answer._replace(key=key, also=(barred, *closed, *answer.also))


def _why_listed(state: State, seat: int, own: list[Action], tiles: tuple[Tile, ...]) -> Answer:
    """Return the rule and the facts that allow these actions."""
    if state.drawn and tiles:
        return decide(Reason("turn.drawn_tile", "fits", {"tile": tiles[0]}), "turn.drawn_tile")
    able = because.why_able(state, seat, tiles, by_choice=True)
    if tiles and state.table.gives_way(state):
        return Answer("legal", "trains.first_turn", reason=able)
    if tiles and any(action.kind == "draw" for action in own):
        return decide(able, "turn.drawn_tile")
    if tiles:
        return decide(because.why_able(state, seat, tiles, by_choice=False), "turn.must_play")
    passes = any(action.kind == "pass" for action in own)
    return may_pass(state, seat) if passes else may_draw(state, seat)
