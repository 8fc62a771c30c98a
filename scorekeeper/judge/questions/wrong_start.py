"""Whether a round began with the right double, and what becomes of one that began with another."""

from scorekeeper.engine import (
    IN_TURN,
    Action,
    Dealt,
    FeetTable,
    Reason,
    Refusal,
    State,
    lay_tile,
    state_of_table,
    verify,
)
from scorekeeper.errors import Malformed
from scorekeeper.judge.position import PLENTY, situation_setup
from scorekeeper.judge.questions.conduct import STANDS, taken_back
from scorekeeper.judge.questions.plays import opening
from scorekeeper.judge.situation import Answer, Situation
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.text import _
from scorekeeper.tiles import Tile


def lays_round_double(
    situation: Situation, rules: Rules, actions: tuple[Action, ...], place: int | None
) -> bool:
    """Whether the first event, the disputed one, is a double for the round, on a table of which nothing is told."""
    if place != 0 or actions[0].kind != "lay" or actions[0].tile is None or situation.begun:
        return False
    tile = actions[0].tile
    return tile.high == tile.low == situation.double or (
        tile.is_double and rules.start.source == "highest-held"
    )


def judge_start(situation: Situation, rules: Rules, actions: tuple[Action, ...], place: int | None) -> Answer:
    """Return whether the round began with the right double, and what is done if it did not."""
    laid = None if place is None else actions[place]
    double = _began(situation, laid)
    wanted = Tile(situation.double, situation.double)
    since = actions[place or 0 :]
    seat = None if laid is None else laid.seat
    highest = rules.start.source == "highest-held"
    key = "start.source" if double == wanted or highest else "start.missing"
    if not double_is_held(rules):
        own = Reason("start.source", "own-round", {"double": wanted})
        if double == wanted:
            return Answer("legal", key, reason=own, seat=seat, also=(key,))
        return _began_wrongly(situation, rules, seat, double, since, own)
    state = _before_start(situation, rules, seat or 0, double, since)
    try:
        needs = verify(state, lay_tile(seat or 0, double))
    except Refusal as refusal:
        return _began_wrongly(situation, rules, seat, double, since, refusal.reason)
    return Answer("depends", key, needs=needs) if needs else opening(state, double)._replace(seat=seat)


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
    setup = situation_setup(situation, rules)._replace(double=situation.double, hands=tuple(hands))
    setup = setup._replace(yard=setup.reserve + PLENTY)
    return state_of_table(setup, FeetTable(setup, 0, drawn), seat)


def _began_wrongly(
    situation: Situation, rules: Rules, seat: int | None, double: Tile, later: tuple[Action, ...], why: Reason
) -> Answer:
    """Return what becomes of a wrong starting double."""
    key, word = "conduct.misplay", rules.conduct.misplay
    if word == STANDS:
        return Answer("legal", key, word, seat=seat, also=(why,))
    others = any(action.seat != seat and action.kind in IN_TURN for action in later)
    if others or situation.lies_besides(double) or seat is None:
        since = Reason("conduct.misplay", "start-too-late", {"tile": double})
        return Answer("legal", key, STANDS, since, seat, also=(why, key))
    return taken_back(
        key, word, seat, why, Reason("conduct.misplay", "start-taken-back", {"tile": double}), assumed=False
    )
