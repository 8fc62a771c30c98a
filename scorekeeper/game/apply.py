"""What each kind of event does: from a game and an event to the next game.

Raises ScorekeeperError for an event that is impossible. `log` stores events and undoes them; `roster`
handles who sits where.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from scorekeeper.errors import Impossible
from scorekeeper.game import events
from scorekeeper.game.badges import ON_DARK, player_marks
from scorekeeper.game.game import Game
from scorekeeper.game.limits import check_round, with_round
from scorekeeper.game.names import (
    LONGEST_TEXT,
    check_reason,
    clean_note,
    clean_players,
    clean_title,
    typed_name,
)
from scorekeeper.game.roster import (
    check_beginning,
    joined,
    left,
    new_name,
    player_in_round,
    renamed,
    reseated,
)
from scorekeeper.game.round import Call, KeptRuling, Out, Overruled, Round, SitsOut
from scorekeeper.game.seating import check_stays, rounds_reseated
from scorekeeper.rules import amend_periods, check_periods, deal, read_changes, with_changes
from scorekeeper.text import N_, _
from scorekeeper.tiles import check_set


class PenaltyDue(NamedTuple):
    """A penalty that is still to be served: the round's number, the call's place in it, the call."""

    round: int
    place: int
    call: Call


def penalties_due(game: Game) -> tuple[PenaltyDue, ...]:
    """Return the penalties that the round which goes on still waits for, the earliest first."""
    played = game.current
    if game.finished or played is None or played.ending is not None:
        return ()
    return tuple(
        PenaltyDue(played.number, place, call)
        for place, call in enumerate(played.calls)
        if call.effect not in (None, "none") and not call.served
    )


def start_game(started: events.Started) -> Game:
    """Return the game at its start. Raises ScorekeeperError if it cannot be played."""
    players = clean_players(started.players)
    check_set(started.set_size)
    check_periods(started.earlier)
    check_stays(started.stays, players)
    settled = {
        "title": clean_title(started.title),
        "players": players,
        "book": started.book,
        "first_starter": None,
    }
    game = Game(**_taken_over(started, Game, settled))
    deal(game.rules, game.set_size, len(game.players_of(rounds_reseated(started.stays)[-1])))
    first = started.first_starter
    return replace(game, first_starter=game.player(first)) if first is not None else game


_AT_ANY_TIME = events.Reopened | events.DayChanged | events.ColourChosen
"""What can be changed of a finished game."""


def apply_event(what: events.Change, game: Game) -> Game:
    """Return the game after a change. Raises ScorekeeperError if it cannot be."""
    if game.finished and not isinstance(what, _AT_ANY_TIME):
        raise Impossible(_("This game is finished; reopen it to change it."))
    if isinstance(what, events.Started):
        raise Impossible(_("A game that goes on cannot start again."))
    return _APPLIED[type(what)](what, game)


def check_new_change(what: events.EventKind, game: Game) -> None:
    """Raise ScorekeeperError for what a stored game may have, but nobody may add to one.

    That is a change that would not do what it says, a name that cannot be seen, and a call of somebody who does
    not play.
    """
    if (name := new_name(what, game)) is not None:
        typed_name(name)
    if isinstance(what, events.PlayerJoined):
        check_beginning(what, game)
    if isinstance(what, events.CallMade):
        for name in filter(None, (what.call.player, what.call.caught_by)):
            player_in_round(game, name, what.round, game.dealt_in(what.round))
    if isinstance(what, events.RulesChanged) and isinstance(count := what.changes.get("rounds.count"), int):
        _check_length(count, game)
    if isinstance(what, events.Finished) and not game.rounds_played:
        raise Impossible(
            _("No round is complete yet, so there is no result. Complete a round first, or delete the game.")
        )


def _check_length(count: int, game: Game) -> None:
    """Raise Impossible if a game would have fewer rounds than have begun."""
    if count < (begun := len(game.rounds)):
        sentence = N_("{begun} rounds have begun, so the game cannot end after {count}.")
        raise Impossible(_(sentence, begun=begun, count=count))


def _finish(what: events.Finished, game: Game) -> Game:
    check_reason(what.reason)
    return replace(game, finished=True)


def _reopen(what: events.Reopened, game: Game) -> Game:
    check_reason(what.reason)
    if not game.finished:
        raise Impossible(_("This game is not finished, so there is nothing to reopen."))
    return replace(game, finished=False)


def _change_day(what: events.DayChanged, game: Game) -> Game:
    if what.date == game.date:
        raise Impossible(_("This is the day of the game already."))
    return replace(game, date=what.date)


def _choose_colour(what: events.ColourChosen, game: Game) -> Game:
    """Return the game with another colour for a player; all others keep theirs."""
    name, marks = game.player(what.player), player_marks(game)
    if not 0 <= what.colour < len(ON_DARK):
        sentence = N_("There is no colour {number}; the palette has 0 to {last}.")
        raise Impossible(_(sentence, number=what.colour, last=len(ON_DARK) - 1))
    owner = next((other for other, mark in marks.items() if mark.place == what.colour), None)
    if owner is not None:
        raise Impossible(_("{name} has this colour at this table; choose another one.", name=owner))
    colours = {other: mark.place for other, mark in marks.items()} | {name: what.colour}
    return replace(game, colours=colours, chosen=tuple(dict.fromkeys((*game.chosen, name))))


def _change_rules(what: events.RulesChanged, game: Game) -> Game:
    check_reason(what.reason)
    changes = read_changes(what.changes)
    changed = replace(
        game,
        rules=with_changes(game.rules, changes),
        earlier=amend_periods(game.earlier, game.rules, changes, len(game.rounds), what.count_again),
        house={**game.house, **changes},
    )
    if (changed.rules, changed.earlier) == (game.rules, game.earlier):
        raise Impossible(_("These rules are in force already."))
    deal(changed.rules, game.set_size, len(game.players_of(len(game.rounds) + 1)))
    for played in game.rounds:
        check_round(changed, played)
    return changed


def _draw_tie(what: events.TieDrawn, game: Game) -> Game:
    order = tuple(game.player(name) for name in what.order)
    if len(set(order)) < len(order):
        raise Impossible(_("A player draws one tile for the place, not two."))
    return replace(game, tie_draw=order)


def _score_round(what: events.RoundScored, game: Game) -> Game:
    check_reason(what.reason)
    played = game.round(what.round)
    ending = played.ending if what.ending is UNSET else what.ending
    began = played.began if what.began is UNSET else what.began
    on_double = what.out_on_double
    if on_double is UNSET:  # what was said of another ending no longer holds
        on_double = played.out_on_double and ending == played.ending
    entered = {player_in_round(game, name, what.round): entry for name, entry in what.entries.items()}
    entries = dict(played.entries) | entered
    if isinstance(ending, Out):
        ending = Out(player_in_round(game, ending.player, what.round))
        if (entry := entered.get(ending.player)) is not None:
            sentence = (
                N_("{name} sits out this round, so {name} cannot have gone out.")
                if isinstance(entry, SitsOut)
                else N_("{name} went out, so nothing can be left in that hand.")
            )
            raise Impossible(_(sentence, name=ending.player))
        entries.pop(ending.player, None)
    elif on_double:
        raise Impossible(_("Nobody went out, so nobody went out with a double."))
    settled = {
        "ending": ending,
        "out_on_double": on_double,
        "began": None if began is None else player_in_round(game, began, what.round),
        "marked": _marked(what, game, played),
        "entries": {
            name: entries[name] for name in game.players_of(what.round) if entries.get(name) is not None
        },
    }
    changed = replace(played, **_taken_over(what, Round, settled))
    changed = replace(changed, overruled=_overruled(what, game, played, changed))
    check_round(game, changed, played)
    return with_round(game, changed)


def _marked(what: events.RoundScored, game: Game, played: Round) -> tuple[str, ...]:
    """Return who had a marker at the end, in the order of the seats."""
    if what.marked is UNSET:
        return played.marked
    named = {player_in_round(game, name, what.round) for name in what.marked}
    return tuple(name for name in game.players if name in named)


def _taken_over(
    what: events.Started | events.RoundScored, kind: type[Game | Round], settled: dict[str, Any]
) -> dict[str, Any]:
    """Return the fields that an event sets in a game or a round: as they were settled, else as it has them.

    Raises Malformed as `clean_note` for a text that is not settled.
    """
    taken = {
        name: clean_note(field) if isinstance(field, str) else field
        for name, field in events.shared_fields(what, kind).items()
        if name not in settled
    }
    return taken | settled


def _overruled(what: events.RoundScored, game: Game, before: Round, after: Round) -> tuple[Overruled, ...]:
    """Return the warnings that stay overruled; those about an entry that changed do not."""
    same_frame = (before.ending, before.began_with) == (after.ending, after.began_with)
    touched = {game.player(name) for name in what.entries} | ({None} if not same_frame else set[str | None]())
    untouched = (overruled for overruled in before.overruled if overruled.player not in touched)
    kept = {(overruled.fact, overruled.player): overruled for overruled in untouched}
    for overruled in what.overruled:
        clean_note(overruled.fact, _("The fact of a warning"))
        clean_note(overruled.message, _("The message of a warning"))
        clean_note(overruled.by or "", _("The name of the person who makes this entry"))
        clean_note(overruled.why or "", _("The reason for overruling a warning"))
        player = None if overruled.player is None else game.player(overruled.player)
        by, why = overruled.by or None, overruled.why or None
        kept[overruled.fact, overruled.player] = replace(overruled, player=player, by=by, why=why)
    return tuple(kept.values())


def _clear_round(what: events.RoundCleared, game: Game) -> Game:
    check_reason(what.reason)
    played = game.round(what.round)
    return with_round(game, Round(played.number, played.double, calls=played.calls, rulings=played.rulings))


def _note_call(what: events.CallMade, game: Game) -> Game:
    call, played = what.call, game.round(what.round)
    named = replace(
        call,
        player=game.player(call.player),
        caught_by=None if call.caught_by is None else game.player(call.caught_by),
        kind=clean_note(call.kind, _("The kind of a call")),
        effect=None if call.effect is None else clean_note(call.effect, _("The effect of a call")),
        note=None if call.note is None else clean_note(call.note),
    )
    if not named.kind:
        raise Impossible(_("A call needs a kind, such as chickenlittle."))
    return with_round(game, replace(played, calls=(*played.calls, named)))


def _serve_penalty(what: events.PenaltyServed, game: Game) -> Game:
    played = game.round(what.round)
    calls = [*played.calls]
    if not 0 <= what.call < len(calls) or calls[what.call].served:
        raise Impossible(_("Nobody has a penalty to serve there."))
    calls[what.call] = replace(calls[what.call], served=True)
    return with_round(game, replace(played, calls=tuple(calls)))


def _keep_ruling(what: events.RulingKept, game: Game) -> Game:
    ruling, played = what.ruling, game.round(what.round)
    kept = KeptRuling(
        question=clean_note(ruling.question, _("The question of a ruling")),
        answer=clean_note(ruling.answer, _("The answer of a ruling")),
        reason=clean_note(ruling.reason, _("The reason of a ruling"), LONGEST_TEXT),
        told=tuple(clean_note(line, _("A fact of a ruling")) for line in ruling.told),
        rule=ruling.rule or None,
        book=clean_note(ruling.book, _("The rule book of a ruling")),
    )
    if not (kept.question and kept.answer):
        raise Impossible(_("A ruling needs a question and an answer."))
    return with_round(game, replace(played, rulings=(*played.rulings, kept)))


_APPLIED: Mapping[type[events.Change], Callable[[Any, Game], Game]] = {
    events.RoundScored: _score_round,
    events.RoundCleared: _clear_round,
    events.CallMade: _note_call,
    events.PenaltyServed: _serve_penalty,
    events.RulingKept: _keep_ruling,
    events.RulesChanged: _change_rules,
    events.TieDrawn: _draw_tie,
    events.PlayerJoined: joined,
    events.PlayerLeft: left,
    events.PlayerRenamed: renamed,
    events.SeatsChanged: reseated,
    events.DayChanged: _change_day,
    events.ColourChosen: _choose_colour,
    events.TotalsHidden: lambda what, game: replace(game, hidden=what.hidden),
    events.Finished: _finish,
    events.Reopened: _reopen,
}
"""What each kind of change does to a game."""
