"""What is noted beside the scores of a round: calls, penalties served, rulings that the table keeps.

From a game and what is to be noted to the game with the note in it; `events` says when.
"""

from typing import NamedTuple

from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game.game import Game
from scorekeeper.game.names import LONGEST_TEXT, clean_note
from scorekeeper.game.round import Call, KeptRuling
from scorekeeper.game.rounds import with_round
from scorekeeper.text import _


def note_call(game: Game, number: int, call: Call) -> Game:
    """Note a call in a round. Raises ScorekeeperError for a name that nobody has, or words that are none."""
    played = game.round(number)
    caught_by = None if call.caught_by is None else game.player(call.caught_by)
    named = replace(
        call,
        player=game.player(call.player),
        caught_by=caught_by,
        kind=clean_note(call.kind, _("the kind of a call")),
        effect=None if call.effect is None else clean_note(call.effect, _("the effect of a call")),
        note=None if call.note is None else clean_note(call.note),
    )
    if not call.kind.strip():
        raise Impossible(_("A call needs a kind, such as chickenlittle."))
    return with_round(game, replace(played, calls=(*played.calls, named)))


def serve_penalty(game: Game, number: int, call: int) -> Game:
    """Note that what a call imposed has been done. Raises Impossible where there is nothing to do."""
    played = game.round(number)
    calls = [*played.calls]
    if not 0 <= call < len(calls) or calls[call].served:
        raise Impossible(_("Nobody has a penalty to serve there."))
    calls[call] = replace(calls[call], served=True)
    return with_round(game, replace(played, calls=tuple(calls)))


class Due(NamedTuple):
    """A penalty that is still to be served: the round's number, the call's place in it, the call."""

    round: int
    place: int
    call: Call


def due(game: Game) -> tuple[Due, ...]:
    """Return the penalties that the round which goes on still waits for, the earliest first."""
    played = game.current
    if game.finished or played is None or played.ending is not None:
        return ()
    return tuple(
        Due(played.number, place, call)
        for place, call in enumerate(played.calls)
        if call.effect not in (None, "none") and not call.served
    )


def keep_ruling(game: Game, number: int, ruling: KeptRuling) -> Game:
    """Keep a ruling in a round. Raises ScorekeeperError for words that cannot be shown, or none."""
    played = game.round(number)
    kept = KeptRuling(
        question=clean_note(ruling.question, _("the question of a ruling")),
        answer=clean_note(ruling.answer, _("the answer of a ruling")),
        reason=clean_note(ruling.reason, _("the reason of a ruling"), LONGEST_TEXT),
        told=tuple(clean_note(line, _("a fact of a ruling")) for line in ruling.told),
        rule=ruling.rule,
        book=clean_note(ruling.book, _("the rule book of a ruling")),
    )
    if not (kept.question and kept.answer):
        raise Impossible(_("A ruling needs a question and an answer."))
    return with_round(game, replace(played, rulings=(*played.rulings, kept)))
