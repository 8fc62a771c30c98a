"""Turns a round that was written down play by play into the entries of a game's round.

Replays the record under the game's rules. Stores nothing.
"""

from pathlib import Path

from msgspec import UNSET

from scorekeeper.engine import Refusal, open_record, played_round, reason_sentence, replay
from scorekeeper.errors import Impossible
from scorekeeper.formats import read_record
from scorekeeper.game import CallMade, Game, RoundScored
from scorekeeper.rules import double_is_held
from scorekeeper.session.library import shelf, shipped_wording
from scorekeeper.text import _
from scorekeeper.tiles import set_name


def recorded_double(path: Path) -> int:
    """Return the double that a record's round belongs to."""
    return read_record(path, shelf().book).double


def read_recorded(game: Game, number: int, path: Path, reason: str | None) -> list[RoundScored | CallMade]:
    """Return what a record says of a round: who began it, the ending, the hands left, what costs points, the calls.

    Raises Impossible if the record has other players, if an action breaks a rule, or if it stops early.
    """
    record = read_record(path, shelf().book)
    due = game.round(number).double
    if (record.set_size, record.double) != (game.set_size, due):
        raise Impossible(
            _(
                "The record is of {found}-{found} in a {found_set} set, the round is {double}-{double}.",
                found=record.double,
                found_set=set_name(record.set_size),
                double=due,
            )
        )
    if {game.player(name) for name in record.players} != set(game.dealt_in(number)):
        raise Impossible(_("The record must name all players of this game."))
    state, actions = open_record(record, game.rules)
    try:
        replay(state, actions)
    except Refusal as refusal:
        at = len(state.history)
        raise Impossible(
            _(
                "Action {at} ({action}) cannot stand, so nothing was entered. {why}",
                at=at + 1,
                action=record.actions[at],
                why=reason_sentence(shipped_wording(), refusal.reason),
            )
        ) from None
    if state.outcome is None:
        raise Impossible(_("The record stops before the round is over, so nothing was entered."))
    played, scoring = played_round(state, number), state.rules.scoring
    held = double_is_held(state.rules)  # else the starting double was laid out before the first turn
    began = next(action.seat for action in state.history if action.kind == "lay" or not held)
    entered = RoundScored(
        round=number,
        entries=dict(played.entries),
        ending=played.ending,
        started_with=played.started_with,
        began=state.name(began),
        out_on_double=played.out_on_double if scoring.out_on_double == "doubled" else UNSET,
        marked=played.marked if scoring.marker else UNSET,
        reason=reason,
    )
    return [entered, *(CallMade(number, call) for call in played.calls)]
