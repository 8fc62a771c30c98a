"""Events as whole sentences: entries, corrections, calls, rulings, overruled warnings.

What stood there before a correction stays visible. `describe_events` describes a whole game.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from scorekeeper.game.apply import apply_event, start_game
from scorekeeper.game.events import (
    CallMade,
    Change,
    Finished,
    PenaltyServed,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    Reopened,
    RoundCleared,
    RoundScored,
    RulesChanged,
    RulingKept,
    SeatsChanged,
    Started,
    TieDrawn,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.game import Game
from scorekeeper.game.log import Event, GameLog
from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import Blocked, Call, KeptRuling, Out, Overruled, Round
from scorekeeper.game.seating import stays_of
from scorekeeper.rules import Value, rule_differences, value_of
from scorekeeper.text import N_, _, escaped, join_and
from scorekeeper.tiles import set_name


def with_reason(sentence: str, reason: str | None) -> str:
    """Return a sentence with the reason that was given, if any."""
    return _("{sentence} ({reason})", sentence=sentence, reason=reason) if reason else sentence


def describe_round(what: RoundScored, before: Game, after: Game) -> str:
    """Return what was entered or corrected, from the game before it and the game after it."""
    then, now = before.round(what.round), after.round(what.round)
    parts = [
        ", ".join(sentence)
        for sentence in (_describe_ending_change(then, now), _describe_hands(before, after, then, now))
    ]
    changes = "; ".join(filter(None, parts)) or ("" if what.overruled else _("nothing changed"))
    sentence = with_reason(naming_round(now, changes), what.reason) if changes else ""
    return " ".join(filter(None, [sentence, *(overruled_sentence(one) for one in what.overruled)]))


def overruled_sentence(one: Overruled) -> str:
    """Return a warning that was kept against, with who and why."""
    sentence = {
        (True, True): N_("Kept against a warning by {name} ({why}): {message}"),
        (True, False): N_("Kept against a warning by {name}: {message}"),
        (False, True): N_("Kept against a warning ({why}): {message}"),
        (False, False): N_("Kept against a warning: {message}"),
    }[(bool(one.by), bool(one.why))]
    return _(sentence, name=one.by, why=one.why, message=one.message or one.fact)


def naming_round(played: Round, sentence: str) -> str:
    """Return what is told of a round, with the round named before it."""
    return _("Round {double}-{double}: {told}", double=played.double, told=sentence)


def _describe_ending_change(then: Round, now: Round) -> list[str]:
    """Return what was said of the round itself: how it began and ended, and its note; what was there stays."""
    sentences = []
    if now.began_with != then.began_with:
        sentences.append(_describe_start(then, now))
    if now.ending != then.ending:
        ended = _describe_ending(now)
        sentences.append(ended if then.ending is None else _changed(_describe_ending(then), ended))
    if now.note != then.note:
        sentences.append(_describe_note(then.note, now.note))
    return sentences


def _changed(old: object, new: object) -> str:
    return _("{old} → {new}", old=old, new=new)


def _describe_start(then: Round, now: Round) -> str:
    if then.started_with is None:
        return _("started with {double}-{double}", double=now.began_with)
    return _("started with {old}-{old} → {new}-{new}", old=then.began_with, new=now.began_with)


def _describe_note(old: str, new: str) -> str:
    if not old:
        return _("note “{note}”", note=new)
    return _(N_("note “{old}” → “{new}”") if new else N_("note “{old}” taken out"), old=old, new=new)


def _describe_ending(now: Round) -> str:
    match now.ending:
        case Out(player):
            return _("{name} went out", name=player)
        case Blocked(None):
            return _("blocked")
        case Blocked(double):
            return _("blocked, {double}-{double} short of toes", double=double)
    return _("not over")


def _describe_hands(before: Game, after: Game, then: Round, now: Round) -> Iterator[str]:
    """Yield what was entered, changed or taken out, player by player."""
    for name in after.players:
        old, new = then.entries.get(name), now.entries.get(name)
        if old == new:
            continue
        if new is None:
            sentence = N_("{name} {points} → out") if name == now.out else N_("{name} {points} taken out")
            yield _(sentence, name=name, points=_points(before, then, name))
        elif old is None:
            sentence = N_("{name} out → {points}") if name == then.out else N_("{name} {points}")
            yield _(sentence, name=name, points=_points(after, now, name))
        elif (earlier := _points(before, then, name)) != (points := _points(after, now, name)):
            yield _("{name} {old} → {new}", name=name, old=earlier, new=points)
        else:
            yield _("{name} {old} → {new}", name=name, old=show_entry(old), new=show_entry(new))


def _points(game: Game, played: Round, name: str) -> int:
    return game.points[played.number - 1][name]


def call_sentence(played: Round, call: Call) -> str:
    """Return a call of a round, with what came of it."""
    parts = [_("{kind} of {name}", kind=call.kind, name=call.player)]
    if call.caught_by is not None:
        parts.append(_("caught by {name}", name=call.caught_by))
    if call.effect is not None:
        parts.append(call.effect)
    return with_reason(naming_round(played, ", ".join(parts)), call.note)


def ruling_sentence(played: Round, ruling: KeptRuling) -> str:
    """Return a ruling that the table keeps, with its reason and the facts it rests on."""
    sentence = (
        N_("ruling: {question} {answer}. {reason} ({book}) What was told: {facts}.")
        if ruling.told
        else N_("ruling: {question} {answer}. {reason} ({book})")
    )
    text = _(
        sentence,
        question=ruling.question,
        answer=ruling.answer,
        reason=ruling.reason,
        book=ruling.book,
        facts="; ".join(ruling.told),
    )
    return naming_round(played, text)


class Sentence(msgspec.Struct, frozen=True):
    """One event as a sentence. `in_force` is false for a change that was taken back; `by` can be shown."""

    number: int
    at: datetime
    by: str | None
    sentence: str
    in_force: bool


class _Step(msgspec.Struct, frozen=True):
    """A change, by its number, with the sentence it was told in and the game after it."""

    number: int
    sentence: str
    game: Game


def describe_events(log: GameLog) -> tuple[Sentence, ...]:
    """Return every event of a game, first to last."""
    standing: list[_Step] = []
    taken_back: list[_Step] = []
    lines = [(event, _follow(event, standing, taken_back)) for event in log.events]
    in_force = {step.number for step in standing}
    return tuple(
        Sentence(
            number=event.number,
            at=event.at,
            by=None if event.by is None else escaped(event.by),
            sentence=sentence,
            in_force=isinstance(event.what, Undone | Redone) or event.number in in_force,
        )
        for event, sentence in lines
    )


def _follow(event: Event, standing: list[_Step], taken_back: list[_Step]) -> str:
    """Move on by one event, and return its sentence."""
    if isinstance(event.what, Undone):
        taken_back.append(standing.pop())
        return _("Undone: {sentence}", sentence=taken_back[-1].sentence)
    if isinstance(event.what, Redone):
        standing.append(taken_back.pop())
        return _("Redone: {sentence}", sentence=standing[-1].sentence)
    before = standing[-1].game if standing else None
    after = apply_event(event.what, before) if before is not None else start_game(_first(event.what))
    sentence = describe_change(event.what, before or after, after)
    standing.append(_Step(event.number, sentence, after))
    taken_back.clear()
    return sentence


def _first(what: Change) -> Started:
    assert isinstance(what, Started)
    return what


def describe_change(what: Change, before: Game, after: Game) -> str:
    """Return one change as a sentence, from the game before it and the game after it."""
    match what:
        case Started():
            return _(
                "The game began: {players}, {set_name}, rules {book}.",
                players=join_and(after.players),
                set_name=set_name(after.set_size),
                book=after.book,
            )
        case RoundScored():
            return describe_round(what, before, after)
        case RoundCleared():
            cleared = _("Round {double}-{double} was cleared", double=before.round(what.round).double)
            return with_reason(cleared, what.reason)
        case CallMade():
            played = after.round(what.round)
            return call_sentence(played, played.calls[-1])
        case RulesChanged():
            return _describe_rules(what, before, after)
        case PenaltyServed():
            played = after.round(what.round)
            served = _("{name} has served the penalty", name=played.calls[what.call].player)
            return naming_round(played, served)
        case RulingKept():
            played = after.round(what.round)
            return ruling_sentence(played, played.rulings[-1])
        case TieDrawn():
            return _("Tiles were drawn for the place; best first: {names}.", names=join_and(after.tie_draw))
        case PlayerJoined() | PlayerLeft() | PlayerRenamed() | SeatsChanged():
            return _describe_roster(what, before, after)
    return _describe_setting(what)


def _describe_setting(what: Change) -> str:
    match what:
        case Finished(reason):
            return with_reason(_("The game was finished."), reason)
        case Reopened(reason):
            return with_reason(_("The game was opened again."), reason)
        case TotalsHidden(True):
            return _("Totals are hidden until the end.")
    return _("Totals are shown again.")


def _describe_roster(
    what: PlayerJoined | PlayerLeft | PlayerRenamed | SeatsChanged, before: Game, after: Game
) -> str:
    match what:
        case PlayerJoined():
            return _describe_joining(after, after.player(what.player))
        case PlayerLeft():
            name = after.player(what.player)
            sentence = _(
                "{name} left, and plays no round from round {number} on.",
                name=name,
                number=after.stay(name).left,
            )
            return with_reason(sentence, what.reason)
        case PlayerRenamed():
            return _(
                "{old} is now called {new}.", old=before.player(what.player), new=after.player(what.name)
            )
    return _("New seats, clockwise: {names}.", names=join_and(after.at_table))


def _describe_joining(game: Game, name: str) -> str:
    stay = game.stay(name)
    sentences = {
        "zero": N_("{name} joined in round {number} and begins with nothing."),
        "highest": N_("{name} joined in round {number} with {points}, the highest total of the table."),
        "average": N_("{name} joined in round {number} with {points}, the average of the table."),
        "given": N_("{name} joined in round {number} with {points}, as the table gave."),
    }
    if len(stays_of(game.stays, name)) > 1:
        sentence = N_("{name} came back in round {number}, and stands at {points}.")
    else:
        sentence = sentences[stay.begins]
    return _(sentence, name=name, number=stay.joined, points=game.total(name, stay.joined - 1))


def _describe_rules(what: RulesChanged, before: Game, after: Game) -> str:
    changed = rule_differences(after.rules, before.rules) or what.changes
    text = ", ".join(
        _(
            "{key} {old} → {new}",
            key=key,
            old=_show_value(value_of(before.rules, key)),
            new=_show_value(value_of(after.rules, key)),
        )
        for key in changed
    )
    if what.count_again:
        sentence = _("Rules changed, and earlier rounds counted again: {changes}", changes=text)
    elif before.rounds:
        sentence = _(
            "Rules changed after round {double}-{double}: {changes}",
            double=before.rounds[-1].double,
            changes=text,
        )
    else:
        sentence = _("Rules changed: {changes}", changes=text)
    return with_reason(sentence, what.reason)


def _show_value(value: Value) -> str:
    if value is None:
        return _("without")
    if isinstance(value, Mapping):
        rows = (f"{row}: {_show_value(text)}" for row, text in value.items())
        return f"({', '.join(rows)})"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
