"""Events as whole sentences: entries, corrections, calls, rulings, overruled warnings.

What stood there before a correction stays visible. `describe_events` describes a whole game, or its end.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from scorekeeper.dates import show_day
from scorekeeper.game import events
from scorekeeper.game.game import Game, round_scores
from scorekeeper.game.log import GameLog
from scorekeeper.game.notation import show_entry
from scorekeeper.game.ranking import ended_early
from scorekeeper.game.roster import first_round, is_back, last_closed
from scorekeeper.game.round import Blocked, Call, KeptRuling, Out, Overruled, Pips, Round, SitsOut
from scorekeeper.rules import Score, TableLayout, Wording, rule_differences, value_of
from scorekeeper.text import N_, _, escaped, join_and, join_with_commas, ngettext
from scorekeeper.tiles import set_name

_CHICKENLITTLE = "chickenlittle"
"""The usual kind of a call; any other is a table's own word."""


def with_reason(sentence: str, reason: str | None) -> str:
    """Return a sentence with the reason that was given, if any."""
    return _("{sentence} ({reason})", sentence=sentence, reason=reason) if reason else sentence


def describe_round(what: events.RoundScored, before: Game, after: Game) -> str:
    """Return what was entered or corrected, from the game before it and the game after it."""
    then, now = before.round(what.round), after.round(what.round)
    changes = [*_describe_course(then, now), *_describe_hands(before, after, then, now)]
    if not changes and not what.overruled:
        changes.append(_("Nothing changed."))
    sentence = with_reason(naming_round(now, " ".join(changes)), what.reason) if changes else ""
    return " ".join(filter(None, [sentence, *map(_overruled_sentence, what.overruled)]))


def _overruled_sentence(overruled: Overruled) -> str:
    """Return a warning that was kept against, with who and why."""
    sentence = {
        (True, True): N_("{name} overruled a warning ({why}): {message}"),
        (True, False): N_("{name} overruled a warning: {message}"),
        (False, True): N_("A warning was overruled ({why}): {message}"),
        (False, False): N_("A warning was overruled: {message}"),
    }[(bool(overruled.by), bool(overruled.why))]
    return _(sentence, name=overruled.by, why=overruled.why, message=overruled.message or overruled.fact)


def naming_round(played: Round, sentences: str) -> str:
    """Return whole sentences about a round, with the round named before them."""
    return _("Round {double}-{double}: {sentences}", double=played.double, sentences=sentences)


def _describe_course(then: Round, now: Round) -> Iterator[str]:
    """Yield how the round began and ended, and its note, where that is new; what was there stays."""
    if now.began_with != then.began_with:
        sentence = N_("{double}-{double} started the round.")
        if then.started_with is not None:
            sentence = N_("{double}-{double} started the round, not {old}-{old}.")
        yield _(sentence, double=now.began_with, old=then.began_with)
    if now.began != then.began:
        sentence = (
            N_("It is open again who began the round; it was {old}.")
            if now.began is None
            else N_("{name} began the round.")
            if then.began is None
            else N_("{name} began the round, not {old}.")
        )
        yield _(sentence, name=now.began, old=then.began)
    if now.ending != then.ending:
        yield _ending_words(then, now)
    if now.out_on_double != then.out_on_double:
        yield _("The last tile was a double.") if now.out_on_double else _("The last tile was no double.")
    if now.marked != then.marked:
        yield (
            ngettext(
                "The train of {names} was marked at the end.",
                "The trains of {names} were marked at the end.",
                len(now.marked),
                names=join_and(now.marked),
            )
            if now.marked
            else _("No train was marked at the end.")
        )
    if now.note != then.note and not then.note:
        yield _("The note is “{note}”.", note=now.note)
    elif now.note != then.note:
        sentence = (
            N_("The note is “{new}”; it was “{old}”.") if now.note else N_("The note “{old}” was removed.")
        )
        yield _(sentence, old=then.note, new=now.note)


def _ending_words(then: Round, now: Round) -> str:
    """Return how the round ended, and what it was thought to have been before."""
    match then.ending, now.ending:
        case None, Out(player):
            return _("{name} went out.", name=player)
        case Out(old), Out(player):
            return _("{name} went out, not {old}.", name=player, old=old)
        case _blocked, Out(player):
            return _("{name} went out; the round was not blocked.", name=player)
        case Out(old), None:
            return _("{name} did not go out after all.", name=old)
        case Out(old), Blocked():
            return f"{_blocked_words(now)} {_('{name} did not go out after all.', name=old)}"
        case None, _blocked:
            return _blocked_words(now)
        case _blocked, None:
            return _("The round was not blocked after all.")
    return _("{sentence} Before: {earlier}", sentence=_blocked_words(now), earlier=_blocked_words(then))


def _blocked_words(played: Round) -> str:
    if played.open_foot is None:
        return _("The round was blocked.")
    return _("The round was blocked, with {double}-{double} short of toes.", double=played.open_foot)


def _describe_hands(before: Game, after: Game, then: Round, now: Round) -> Iterator[str]:
    """Yield the hands that were entered or changed, then those that were taken out, player by player."""
    changed = [name for name in after.players if then.entries.get(name) != now.entries.get(name)]
    if not changed:
        return
    earlier, points = round_scores(before, then), round_scores(after, now)
    sitting, counted, gone = list[str](), list[str](), list[str]()
    for name in changed:
        old, new = then.entries.get(name), now.entries.get(name)
        if isinstance(old, SitsOut) or isinstance(new, SitsOut):
            sitting += _describe_sitting_out(now, name, earlier.get(name), points.get(name))
        elif new is None:
            gone.append(_("{name}'s {points} was removed.", name=name, points=earlier[name].total))
        elif old is None:
            counted.append(_("{name} {points}", name=name, points=points[name].total))
        elif isinstance(old, Pips) and new == replace(old, double_blank=True) != old:
            old_points, new_points = earlier[name].total, points[name].total
            counted.append(_("{name} {old} → {new} with 0-0", name=name, old=old_points, new=new_points))
        elif earlier[name].total != points[name].total:
            counted.append(
                _("{name} {old} → {new}", name=name, old=earlier[name].total, new=points[name].total)
            )
        else:
            counted.append(_("{name} {old} → {new}", name=name, old=show_entry(old), new=show_entry(new)))
    yield from sitting
    if counted:
        yield _("{hands}.", hands=join_with_commas(counted))
    yield from gone


def _describe_sitting_out(
    now: Round, name: str, earlier: Score | None, points: Score | None
) -> Iterator[str]:
    """Yield that a player sits out the round, or plays it after all, with what counted before or counts now."""
    if name in now.sits_out and earlier is not None:
        yield _("{name} sits out; before that: {points}.", name=name, points=earlier.total)
    elif name in now.sits_out:
        yield _("{name} sits out.", name=name)
    elif points is None:
        yield _("{name} does not sit out after all.", name=name)
    elif name != now.out:
        yield _("{name} plays after all: {points}.", name=name, points=points.total)


def _call_sentence(game: Game, played: Round, call: Call) -> str:
    """Return a call of a round, with what came of it."""
    sentences = [_describe_call(call, game.rules_of(played.number).layout)]
    if call.effect not in (None, "none"):
        penalties = {
            "draw-1": N_("The penalty is to draw 1 tile."),
            "draw-1-and-skip": N_("The penalty is to draw 1 tile and miss a turn."),
            "draw-2": N_("The penalty is to draw 2 tiles."),
            "draw-2-and-skip": N_("The penalty is to draw 2 tiles and miss a turn."),
            "skip": N_("The penalty is to miss a turn."),
        }
        penalty = penalties.get(call.effect or "", N_("The penalty is “{effect}”."))
        sentences.append(_(penalty, effect=call.effect))
    return with_reason(naming_round(played, " ".join(sentences)), call.note)


def _describe_call(call: Call, layout: TableLayout) -> str:
    """Return who called, or who was caught."""
    usual = call.kind == _CHICKENLITTLE
    caught = "by" if call.caught_by is not None else "caught" if call.caught and usual else ""
    sentence = {
        ("announcement", ""): N_("{name} announced the last tile."),
        ("announcement", "caught"): N_("{name} did not announce the last tile."),
        ("announcement", "by"): N_("{by} caught {name}, who had not announced the last tile."),
        ("chickenlittle", ""): N_("{name} called Chickenlittle."),
        ("chickenlittle", "caught"): N_("{name} did not call Chickenlittle."),
        ("chickenlittle", "by"): N_("{by} caught {name}, who had not called Chickenlittle."),
        ("other", ""): N_("“{kind}” was noted for {name}."),
        ("other", "by"): N_("“{kind}” was noted for {name}, caught by {by}."),
    }[layout.last_tile_call if usual else "other", caught]
    return _(sentence, kind=call.kind, name=call.player, by=call.caught_by)


def _ruling_sentence(played: Round, ruling: KeptRuling) -> str:
    """Return a ruling that the table keeps, with its reason and the facts it rests on."""
    sentence = (
        N_("The judge was asked: {question} {answer}. {reason} ({book}) Facts: {facts}.")
        if ruling.told
        else N_("The judge was asked: {question} {answer}. {reason} ({book})")
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


def describe_backwards(
    log: GameLog,
    wording: Callable[[], Wording],
    who: Mapping[int, str] = MappingProxyType({}),
    title_of: Callable[[str], str] = str,
) -> Iterator[Sentence]:
    """Yield every event of a game, last to first; each is described when it is asked for.

    `who` names who entered an event at another computer, by number, where no name was given. The rule
    book's `wording` is asked for only where a rule was changed. Without `title_of` a rule book is named by its id.
    """
    in_force = {step.number for step in log.standing}
    for event, step in zip(reversed(log.events), reversed(log.steps), strict=True):
        made = log.events[step.number - 1]
        author, by = (who.get(entry.number) if entry.by is None else entry.by for entry in (event, made))
        sentence = describe_change(step.what, step.before, step.after, wording, title_of)
        if isinstance(event.what, events.Undone) and by not in (None, author):
            sentence = _("Undone, an entry by {name}: {sentence}", name=escaped(str(by)), sentence=sentence)
        elif isinstance(event.what, events.Undone):
            sentence = _("Undone: {sentence}", sentence=sentence)
        elif isinstance(event.what, events.Redone):
            sentence = _("Redone: {sentence}", sentence=sentence)
        yield Sentence(
            number=event.number,
            at=event.at,
            by=None if event.by is None else escaped(event.by),
            sentence=sentence,
            in_force=isinstance(event.what, events.Undone | events.Redone) or event.number in in_force,
        )


def describe_events(
    log: GameLog,
    wording: Callable[[], Wording],
    latest: int | None = None,
    who: Mapping[int, str] = MappingProxyType({}),
    title_of: Callable[[str], str] = str,
) -> tuple[Sentence, ...]:
    """Return every event of a game, first to last; or only so many of the latest. The rest as above."""
    return tuple(islice(describe_backwards(log, wording, who, title_of), latest))[::-1]


def describe_change(
    what: events.Change,
    before: Game,
    after: Game,
    wording: Callable[[], Wording],
    title_of: Callable[[str], str],
) -> str:
    """Return one change as a sentence, from the game before it and the game after it."""
    match what:
        case events.Started():
            return _(
                "The game began: {players}, {set_name}, rules {book}.",
                players=join_and(after.players),
                set_name=set_name(after.set_size),
                book=title_of(after.book),
            )
        case events.RoundScored():
            return describe_round(what, before, after)
        case events.RoundCleared():
            cleared = _("Round {double}-{double} was cleared.", double=before.round(what.round).double)
            return with_reason(cleared, what.reason)
        case events.CallMade():
            played = after.round(what.round)
            return _call_sentence(after, played, played.calls[-1])
        case events.RulesChanged():
            return _describe_rules(what, before, after, wording().under(after.rules))
        case events.PenaltyServed():
            played = after.round(what.round)
            served = _("{name} has served the penalty.", name=played.calls[what.call].player)
            return naming_round(played, served)
        case events.RulingKept():
            played = after.round(what.round)
            return _ruling_sentence(played, played.rulings[-1])
        case events.TieDrawn():
            return _("Tiles were drawn for the place; best first: {names}.", names=join_and(after.tie_draw))
    return _describe_table(what, before, after)


def _describe_table(what: events.Change, before: Game, after: Game) -> str:
    """Return a change of who sits at the table, or of what is shown of the game."""
    match what:
        case events.PlayerJoined():
            return _describe_joining(what, before, after)
        case events.PlayerLeft():
            name = after.player(what.player)
            sentence = N_("{name} left, and plays no round from round {number} on.")
            return with_reason(_(sentence, name=name, number=after.stay(name).left), what.reason)
        case events.PlayerRenamed(old, new):
            return _("{old} is now called {new}.", old=before.player(old), new=after.player(new))
        case events.SeatsChanged():
            return _("New seats, clockwise: {names}.", names=join_and(after.at_table))
        case events.DayChanged(day):
            sentence = N_("The game was played on {day}; before, its day was {old}.")
            return _(sentence, day=show_day(day), old=show_day(before.date))
        case events.ColourChosen(player):
            return _("{name} has another colour.", name=after.player(player))
        case events.Finished(reason):
            return with_reason(ended_early(after) or _("The game was finished."), reason)
        case events.Reopened(reason):
            return with_reason(_("The game was opened again."), reason)
        case events.TotalsHidden(True):
            return _("Totals are hidden until the end.")
    return _("Totals are shown again.")


def _describe_joining(what: events.PlayerJoined, before: Game, after: Game) -> str:
    """Return who plays from which round on, and with how many points unless totals are hidden."""
    name = after.player(what.player)
    number = first_round(before, what)
    sentences = {
        "before": N_("{name} plays again from round {number} with {points}."),
        "zero": N_("{name} joined in round {number} and begins with nothing."),
        "highest": N_(
            "{name} joined in round {number} with {points}, the highest total of the table up to round {last}."
        ),
        "average": N_(
            "{name} joined in round {number} with {points}, the average of the table up to round {last}."
        ),
        "given": N_("{name} joined in round {number} with {points}, as the table decided."),
    }
    hiding = {
        "before": N_("{name} plays again from round {number} with as many points as before."),
        "highest": N_(
            "{name} joined in round {number} with the highest total of the table up to round {last}."
        ),
        "average": N_("{name} joined in round {number} with the average of the table up to round {last}."),
    }
    word = "before" if is_back(what, before) else what.begins
    sentence = hiding.get(word, sentences[word]) if after.hides_totals else sentences[word]
    points, last = after.total(name, number - 1), last_closed(before, number)
    return _(sentence, name=name, number=number, points=points, last=last)


def _describe_length(before: Game, after: Game) -> str:
    """Return after how many rounds the game ends, and after how many it did before, if that was known."""
    count, total = after.rules.rounds.count or 0, before.rounds_total
    if total in (None, count):
        return ngettext(
            "The game ends after {count} round.", "The game ends after {count} rounds.", count, count=count
        )
    return ngettext(
        "The game ends after {count} round, no longer after {total}.",
        "The game ends after {count} rounds, no longer after {total}.",
        count,
        count=count,
        total=total,
    )


def _describe_rules(what: events.RulesChanged, before: Game, after: Game, words: Wording) -> str:
    changed = rule_differences(after.rules, before.rules) or what.changes
    if changed.keys() <= {"rounds.length", "rounds.count"} and after.rules.rounds.length == "fixed":
        return with_reason(_describe_length(before, after), what.reason)
    if what.count_again:
        sentence = _("The rules were changed, and earlier rounds counted again.")
    elif before.rounds:
        sentence = _("The rules were changed after round {double}-{double}.", double=before.rounds[-1].double)
    else:
        sentence = _("The rules were changed.")
    sentences = [sentence]
    for key in changed:
        was, now = (" ".join(words.sentences(key, value_of(game.rules, key))) for game in (before, after))
        sentences.append(_("{rule}: {now} Before: {was}", rule=words.keys[key].name, now=now, was=was))
    return with_reason(" ".join(sentences), what.reason)
