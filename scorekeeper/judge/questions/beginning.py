"""The question whether a round began with the right double, as a part of what becomes of something wrong."""

from scorekeeper.engine import Action, FeetTable, Reason, Refusal, State, lay_tile, state_of_table, verify
from scorekeeper.errors import Malformed
from scorekeeper.judge import position
from scorekeeper.judge.questions import turns
from scorekeeper.judge.questions.conduct import STANDS, began_wrongly
from scorekeeper.judge.situation import Answer, Situation, depending
from scorekeeper.rules import Rules, double_is_held
from scorekeeper.text import _
from scorekeeper.tiles import Tile


def lays_round_double(situation: Situation, rules: Rules, first: Action) -> bool:
    """Whether the first event is a double that is laid for the round, on a table of which nothing else is told."""
    if first.kind != "lay" or first.tile is None or not first.tile.is_double:
        return False
    if situation.started_with == first.tile.high and not situation.lies_besides(first.tile):
        return True
    fits = first.tile.high == situation.double or rules.start.source == "highest-held"
    return fits and not situation.begun


def began_rightly(
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
