"""`scorekeeper round`: enters or corrects a round, from words such as `Ben=5-0 3-2` or from a record.

What an entry prints is here too: the warnings, the standings, and what comes next.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec
from msgspec import UNSET

from scorekeeper.checks import game_findings, round_findings
from scorekeeper.cli import options
from scorekeeper.cli.common import chosen_round, open_kept
from scorekeeper.cli.output import complain, is_aloud, say, say_json
from scorekeeper.cli.standings import say_standings, standings_fields
from scorekeeper.errors import Impossible, Malformed, ScorekeeperError
from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    OUT,
    CallMade,
    EventKind,
    Game,
    Out,
    Round,
    RoundScored,
    apply_event,
    as_points,
    describe_events,
    fewer_rounds,
    standings_so_far,
    understood,
)
from scorekeeper.rules import double_is_held
from scorekeeper.session import Rejected, Session, ending_of, hands_of, lacks_ending, shelf
from scorekeeper.session import overrule as overrule_warnings
from scorekeeper.system import Source
from scorekeeper.text import N_, _
from scorekeeper.tiles import set_name


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """What the options said of a round."""

    out: tuple[str, ...] = ()
    blocked: bool = False
    open_foot: int | None = None
    started_with: int | None = None
    began: str | None = None
    last_tile: str | None = None
    marked: tuple[str, ...] = ()
    points: bool = False
    note: str | None = None
    reason: str | None = None


def read_hands(game: Game, played: Round, words: Iterable[str], told: Entered) -> RoundScored:
    """Return the entry of a round from the words and options given.

    Raises Malformed that names the word and its fault, Impossible if they contradict each other.
    """
    entries, out = hands_of(game, (_split(game, word) for word in words))
    if told.points:
        entries = {player: entry and as_points(entry) for player, entry in entries.items()}
    foot = told.open_foot
    if foot is not None and not game.rules_of(played.number).layout.open_foot:
        raise Impossible(_("With trains no double is short of toes; leave out --open-foot."))
    blocked = told.blocked or (foot is not None and played.blocked)
    if foot is not None and not blocked:
        raise Impossible(_("--open-foot goes with --blocked: a round that ended by going out needs none."))
    ending = ending_of(list(dict.fromkeys(map(game.player, [*told.out, *out]))), blocked, foot)
    unsaid = None if played.out in entries else UNSET  # whose hand is entered did not go out
    entered = RoundScored(
        round=played.number,
        entries=entries,
        ending=ending or unsaid,
        started_with=UNSET if told.started_with is None else told.started_with,
        began=UNSET if told.began is None else told.began or None,
        note=UNSET if told.note is None else told.note,
        out_on_double=UNSET if told.last_tile is None else told.last_tile == "double",
        marked=tuple(filter(None, told.marked)) if told.marked else UNSET,
        reason=told.reason,
    )
    if entered == RoundScored(round=played.number, reason=told.reason):
        raise Malformed(_('Nothing was entered; say for instance --out Ana "Ben=5-0 3-2" "Carla=23".'))
    return entered


def _split(game: Game, word: str) -> tuple[str, str]:
    """Split `Ben=5-0` at the last `=` that leaves a player's name; names may hold `=` themselves."""
    before, equals, text = word.rpartition("=")
    if not equals:
        raise Malformed(_('“{word}” names no player; write it like "Ben=5-0 3-2".', word=word))
    while True:
        try:
            return game.player(before), text
        except Malformed as error:
            before, equals, more = before.rpartition("=")
            if not equals:
                raise error.marking(None) from None
        text = f"{more}={text}"


@click.command("round", epilog='scorekeeper round last --out Ana "Ben=5-0 3-2" "Carla=23"')
@options.game
@click.argument("hands", nargs=-1, metavar="[NAME=HAND]…")
@options.double
@options.round_number
@click.option("--out", multiple=True, metavar="NAME", help="Who went out.")
@click.option("--blocked", is_flag=True, help="The round was blocked: nobody could play.")
@click.option("--open-foot", type=options.DOUBLE, help="With feet: the double that was short of toes.")
@click.option("--started-with", type=options.DOUBLE, help="The double that actually started the round.")
@click.option("--began", metavar="NAME", help="Who laid the starting double.")
@click.option(
    "--last-tile", type=click.Choice(["double", "plain"]), help="With trains: what the player went out with."
)
@click.option(
    "--marked", multiple=True, metavar="NAME", help="With trains: whose train had a marker at the end."
)
@click.option("--points", is_flag=True, help="Numbers are points as counted by the table, not pips.")
@click.option("--note", help="A note on the round.")
@click.option("--reason", help="Why the entry is corrected.")
@click.option("--overrule", metavar="WHY", help="Keep the entry despite warnings, with a reason.")
@options.by
@click.option(
    "--from",
    "record",
    type=options.InputFile(),
    metavar="RECORD",
    help="Take hands and ending from a recorded round.",
)
@options.json
def enter(
    game: str,
    hands: tuple[str, ...],
    double: int | None,
    number: int | None,
    record: Source | None,
    overrule: str | None,
    by: str | None,
    as_json: bool,
    **told: Any,
) -> None:
    """Enter or correct a round.

    A hand is tiles (`5-0 3-2`), pips (`23`, `12+7+4`, with 0-0 among them `23+0-0`), points as
    counted (`=60`), `out`, `-` for a player who sits out the round, or nothing, which deletes the entry.
    The app asks who had 0-0 after the last hand; this command does not, so add it to the pips.
    """
    session = open_kept(game, by)
    if record is None:
        entered = Entered(**told)
        waiting = _waiting(session.game, hands, entered) if (number, double) == (None, None) else None
        played = waiting or chosen_round(session.game, number, double)
        changes: list[RoundScored | CallMade]
        changes = [_read(session.game, played, hands, entered, by, overrule)]
    else:
        reason = told.pop("reason")
        if hands or any(told.values()):
            raise click.UsageError(_("--from takes hands and ending from the record; leave the others out."))
        changes = _recorded(session.game, record, number, double, reason)
    before = session.game
    changes = [new for new in changes if apply_event(new, before).round(new.round) != before.round(new.round)]
    for player, typed in (_split(before, word) for word in hands):
        if not as_json and (hand := understood(typed, before.set_size)) and hand != OUT:
            say(f"{player}: {hand}")
    keep_entries(session, changes, overrule)
    report_entries(session, len(changes), as_json, nothing=_("Nothing changed, so nothing was saved."))


def _waiting(game: Game, hands: tuple[str, ...], entered: Entered) -> Round | None:
    """Return the round that waits for its ending, if this entry tells it, with no hand but those of that round.

    Raises Impossible if it says only that somebody went out who has a hand there: it may be of the next round.
    """
    waiting = lacks_ending(game)
    if waiting is None:
        return None
    try:
        change = read_hands(game, waiting, hands, entered)
    except ScorekeeperError:  # it is refused below, for the round that it is of
        return None
    same = [entry == waiting.entries.get(player) for player, entry in change.entries.items()]
    if not change.ending or not all(same):
        return None
    if isinstance(change.ending, Out) and not hands and game.current is not None:
        sentence = N_(
            "Did {name} go out in round {before}-{before}, or in {due}-{due}? Add --double {before} or "
            "--double {due}."
        )
        facts = {"name": change.ending.player, "before": waiting.double, "due": game.current.double}
        raise Impossible(_(sentence, **facts))
    return waiting


def _read(
    game: Game, played: Round, hands: tuple[str, ...], entered: Entered, by: str | None, overrule: str | None
) -> RoundScored:
    """Read an entry from words and options; with nothing but --overrule, the warnings that stand."""
    if overrule is None or hands or entered != Entered():
        return read_hands(game, played, hands, entered)
    warnings = [
        finding
        for finding in game_findings(game)
        if (finding.level, finding.round) == ("warning", played.number)
    ]
    if not warnings:
        sentence = N_("There is no warning to overrule in round {double}-{double}.")
        raise Impossible(_(sentence, double=played.double))
    return overrule_warnings(RoundScored(round=played.number), warnings, by, overrule)


def _recorded(
    game: Game, path: Source, number: int | None, double: int | None, reason: str | None
) -> list[RoundScored | CallMade]:
    """Return what a record says of a round: who began it, the ending, the hands left, what costs points, the calls.

    It is replayed under the game's rules. Raises Impossible if it has other players, if an action breaks a rule, or
    if it stops early.
    """
    from scorekeeper.engine import Refusal, played_round, reason_sentence
    from scorekeeper.formats import read_record
    from scorekeeper.round_record import open_record, replay

    record = read_record(path, shelf().book)
    due = chosen_round(game, number, record.double if number is None and double is None else double)
    if (record.set_size, record.double) != (game.set_size, due.double):
        sentence = N_(
            "The record is of {found}-{found} in a {found_set} set, the round is {double}-{double}."
        )
        found_set = set_name(record.set_size)
        raise Impossible(_(sentence, found=record.double, found_set=found_set, double=due.double))
    if {game.player(name) for name in record.players} != set(game.dealt_in(due.number)):
        raise Impossible(_("The record must name all players of this game."))
    state, actions = open_record(record, game.rules)
    try:
        replay(state, actions)
    except Refusal as refusal:
        at, why = len(state.history), reason_sentence(shipped_wording(), refusal.reason)
        sentence = N_("Action {at} ({action}) cannot stand, so nothing was entered. {why}")
        raise Impossible(_(sentence, at=at + 1, action=record.actions[at], why=why)) from None
    if state.outcome is None:
        raise Impossible(_("The record stops before the round is over, so nothing was entered."))
    played, scoring = played_round(state, due.number), state.rules.scoring
    held = double_is_held(state.rules)  # else the starting double was laid out before the first turn
    began = next(action.seat for action in state.history if action.kind == "lay" or not held)
    entered = RoundScored(
        round=due.number,
        entries=dict(played.entries),
        ending=played.ending,
        started_with=played.started_with,
        began=state.name(began),
        out_on_double=played.out_on_double if scoring.out_on_double == "doubled" else UNSET,
        marked=played.marked if scoring.marker else UNSET,
        reason=reason,
    )
    return [entered, *(CallMade(due.number, call) for call in played.calls)]


def say_next(game: Game) -> None:
    """Print which round comes next, whom it lacks, or how the game ended."""
    current, waiting = game.current, lacks_ending(game)
    if current is None:
        say(standings_so_far(game).explanation)
    elif current.under_way:
        names = ", ".join(game.missing_in(current))
        say(_("Round {double}-{double}: still missing {names}.", double=current.double, names=names))
    elif waiting is not None and all(overruled.fact != "D1" for overruled in waiting.overruled):
        sentence = N_("Round {double}-{double}: still missing who went out, or that it was blocked.")
        say(_(sentence, double=waiting.double))
    else:
        say(_("Next: round {double}-{double}.", double=current.double))


def keep_entries(
    session: Session, changes: Sequence[EventKind], overrule: str | None, source: str = ""
) -> None:
    """Store entries, all of them or none, and complain of what is unusual about them.

    Where they come from a `source` of several rounds, what is wrong or unusual is named with it and the round.
    """
    if not changes:
        return
    try:
        warned = session.keep(*changes, overrule=overrule)
    except Rejected as error:
        raise error.within(_location(session.game, error.round, source)) if source else error from None
    for change in changes:
        if isinstance(change, RoundScored) and change.out_on_double is False:
            session.answers.note(no_last_double=change.round)
    if source and overrule is None:  # later rounds may show what was not known of an earlier one
        rounds = {change.round for change in changes if isinstance(change, RoundScored)}
        for number in sorted(rounds):
            location = _location(session.game, number, source)
            findings = round_findings(session.game, session.game.round(number))
            complain(*(f"{location}: {finding.message}" for finding in findings))
        return
    for review, finding in ((entry, finding) for entry in warned for finding in entry.warnings):
        if finding.fact != "D1":
            complain(review.sentence(finding))
        elif not is_aloud():  # it is asked next
            complain(_("This is saved. Still missing is how the round ended: add --out NAME or --blocked."))


def _location(game: Game, number: int, source: str) -> str:
    return _("{file}: round {double}-{double}", file=source, double=game.round(number).double)


def report_entries(session: Session, count: int, as_json: bool, nothing: str) -> None:
    """Print the last entries as sentences (`nothing` where there are none), the standings, and what comes next."""
    if as_json:
        say_json(standings_fields(session.game))
        return
    for sentence in describe_events(session.kept.log, shipped_wording, count):
        say(sentence.sentence)
    if not count:
        say(nothing)
    if not session.game.hides_totals:
        table = standings_so_far(session.game)
        say_standings(table)
        if session.game.current is not None:
            say(*fewer_rounds(table.standings))
    say_next(session.game)
