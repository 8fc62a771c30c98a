"""What happened in a round, in whole sentences: entries, corrections, calls, rulings, overruled warnings.

What stood there before a correction stays visible. `chronicle` tells all of a game with them.
"""

from collections.abc import Iterator

from scorekeeper.game.events import RoundScored
from scorekeeper.game.game import Game
from scorekeeper.game.notation import show_entry
from scorekeeper.game.round import Blocked, Call, KeptRuling, Out, Overruled, Round
from scorekeeper.text import _


def with_reason(sentence: str, reason: str | None) -> str:
    """Return a sentence with the reason that was given, if any."""
    return _("{sentence} ({reason})").format(sentence=sentence, reason=reason) if reason else sentence


def round_told(what: RoundScored, before: Game, after: Game) -> str:
    """Return what was entered or corrected, from the game before it and the game after it."""
    then, now = before.round(what.round), after.round(what.round)
    parts = [", ".join(told) for told in (_how_told(then, now), _hands_told(before, after, then, now))]
    changes = "; ".join(filter(None, parts)) or ("" if what.overruled else _("nothing changed"))
    told = with_reason(in_round(now, changes), what.reason) if changes else ""
    return " ".join(filter(None, [told, *(overruled_told(one) for one in what.overruled)]))


def overruled_told(one: Overruled) -> str:
    """Return a warning that was kept against, with who and why."""
    sentence = {
        (True, True): _("Kept against a warning by {name} ({why}): {message}"),
        (True, False): _("Kept against a warning by {name}: {message}"),
        (False, True): _("Kept against a warning ({why}): {message}"),
        (False, False): _("Kept against a warning: {message}"),
    }[(bool(one.by), bool(one.why))]
    return sentence.format(name=one.by, why=one.why, message=one.message or one.fact)


def in_round(played: Round, told: str) -> str:
    """Return what is told of a round, with the round named before it."""
    return _("Round {double}-{double}: {told}").format(double=played.double, told=told)


def _how_told(then: Round, now: Round) -> list[str]:
    """Return what was said of the round itself: how it began and ended, and its note; what was there stays."""
    told = []
    if now.began_with != then.began_with:
        told.append(_started_told(then, now))
    if now.ending != then.ending:
        ended = _ending_told(now)
        told.append(ended if then.ending is None else _changed(_ending_told(then), ended))
    if now.note != then.note:
        told.append(_note_told(then.note, now.note))
    return told


def _changed(old: object, new: object) -> str:
    return _("{old} → {new}").format(old=old, new=new)


def _started_told(then: Round, now: Round) -> str:
    if then.started_with is None:
        return _("started with {double}-{double}").format(double=now.began_with)
    return _("started with {old}-{old} → {new}-{new}").format(old=then.began_with, new=now.began_with)


def _note_told(old: str, new: str) -> str:
    if not old:
        return _("note “{note}”").format(note=new)
    return (_("note “{old}” → “{new}”") if new else _("note “{old}” taken out")).format(old=old, new=new)


def _ending_told(now: Round) -> str:
    match now.ending:
        case Out(player):
            return _("{name} went out").format(name=player)
        case Blocked(None):
            return _("blocked")
        case Blocked(double):
            return _("blocked, {double}-{double} short of toes").format(double=double)
    return _("not over")


def _hands_told(before: Game, after: Game, then: Round, now: Round) -> Iterator[str]:
    """Yield what was entered, changed or taken out, player by player."""
    for name in after.players:
        old, new = then.entries.get(name), now.entries.get(name)
        if old == new:
            continue
        if new is None:
            told = _("{name} {points} → out") if name == now.out else _("{name} {points} taken out")
            yield told.format(name=name, points=_points(before, then, name))
        elif old is None:
            told = _("{name} out → {points}") if name == then.out else _("{name} {points}")
            yield told.format(name=name, points=_points(after, now, name))
        elif (earlier := _points(before, then, name)) != (points := _points(after, now, name)):
            yield _("{name} {old} → {new}").format(name=name, old=earlier, new=points)
        else:
            yield _("{name} {old} → {new}").format(name=name, old=show_entry(old), new=show_entry(new))


def _points(game: Game, played: Round, name: str) -> int:
    return game.points[played.number - 1][name]


def call_told(played: Round, call: Call) -> str:
    """Return a call of a round, with what came of it."""
    parts = [_("{kind} of {name}").format(kind=call.kind, name=call.player)]
    if call.caught_by is not None:
        parts.append(_("caught by {name}").format(name=call.caught_by))
    if call.effect is not None:
        parts.append(call.effect)
    return with_reason(in_round(played, ", ".join(parts)), call.note)


def ruling_told(played: Round, ruling: KeptRuling) -> str:
    """Return a ruling that the table keeps, with its reason and the facts it rests on."""
    sentence = (
        _("ruling: {question} {answer}. {reason} ({book}) What was told: {facts}.")
        if ruling.told
        else _("ruling: {question} {answer}. {reason} ({book})")
    )
    told = sentence.format(
        question=ruling.question,
        answer=ruling.answer,
        reason=ruling.reason,
        book=ruling.book,
        facts="; ".join(ruling.told),
    )
    return in_round(played, told)
