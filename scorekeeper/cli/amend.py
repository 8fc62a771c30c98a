"""Changes to a stored game other than its rounds, and to the people at its table; and its `log`."""

import datetime as dt
from typing import get_args

import click
from msgspec.structs import asdict, replace

from scorekeeper.cli import options
from scorekeeper.cli.common import Unchosen, chosen_round, open_kept, settle_names, store
from scorekeeper.cli.output import complain, is_aloud, say, say_json, say_table
from scorekeeper.errors import Impossible, Malformed, NotFound
from scorekeeper.formats import shipped_wording
from scorekeeper.game import (
    Begins,
    Call,
    CallMade,
    DayChanged,
    EventKind,
    Finished,
    Game,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    Reopened,
    RulesChanged,
    SeatsChanged,
    TotalsHidden,
    Undone,
    apply_event,
    beginnings,
    describe_events,
    new_deal,
    new_lookalikes,
    split_names,
)
from scorekeeper.rules import outside_book, with_changes
from scorekeeper.session import Session, check_length, parse_house, shelf
from scorekeeper.text import N_, _, whole_number


@click.command(epilog="scorekeeper call last Ben --by Ana --effect draw-1")
@options.game
@click.argument("player")
@click.option("--kind", default="chickenlittle", show_default=True, help="What was called.")
@click.option("--by", metavar="NAME", help="Who caught the player.")
@click.option("--effect", help="The penalty, such as draw-1.")
@click.option("--note", help="A note on the call.")
@click.option("--again", is_flag=True, help="Note the same call once more.")
@options.double
@options.round_number
def call(
    game: str,
    player: str,
    kind: str,
    by: str | None,
    effect: str | None,
    note: str | None,
    again: bool,
    double: int | None,
    number: int | None,
) -> None:
    """Note a call or a penalty in the current round."""
    session = open_kept(game)
    complete = number is None and double is None and session.game.current is None
    played = session.game.rounds[-1] if complete else chosen_round(session.game, number, double)
    noted = Call(kind=kind, player=player, caught_by=by, effect=effect or None, note=note or None)
    change = CallMade(played.number, noted)
    *before, last = apply_event(change, session.game).round(played.number).calls
    if last in before and not again:
        raise Impossible(_("This call is already noted; add --again if it was made once more."))
    if played.contradicts(last) and not again:
        sentence = N_(
            "{name} would have called in time and been caught in the same round; undo the other call, "
            "or add --again if both are right."
        )
        raise Impossible(_(sentence, name=last.player))
    keep_change(session, change)


@click.command(epilog=N_("scorekeeper rule last scoring.double_blank=25 --reason 'agreed by all'"))
@options.game
@click.argument("changes", nargs=-1, required=True, metavar="KEY=VALUE…")
@click.option("--reason", help="Why the table changes the rule.")
@click.option("--count-again", is_flag=True, help="Also count earlier rounds by the new rule.")
def rule(game: str, changes: tuple[str, ...], reason: str | None, count_again: bool) -> None:
    """Change rules in the middle of a game.

    They apply from the next round on. Earlier rounds stay as they were counted; with --count-again,
    rounds entered as tiles or pips are counted again.
    """
    where = _("KEY=VALUE")
    changed = parse_house(changes, where)
    session = open_kept(game)
    check_length(changed, with_changes(session.game.rules, changed), where)
    keep_change(session, RulesChanged(changes=changed, reason=reason, count_again=count_again))


def keep_change(session: Session, change: EventKind, similar: bool = False) -> None:
    """Add one event to a kept game and print the sentence that describes it.

    Raises Impossible for a new name that looks like another one, unless it is to be `similar`.
    """
    before = session.game
    settle_names(new_lookalikes(change, before), similar)
    session.keep(change)
    now = session.game
    say(*filter(None, (session.last_sentence(), _new_rules(before, now), new_deal(before, now))))


def _new_rules(before: Game, now: Game) -> str:
    """Return that the round under way is counted by the rules before; "" where it is not, or none is under way."""
    due, length = now.open_round, now.rules.rounds  # a number of rounds counts at once
    if due is None or now.rules in (
        replace(before.rules, rounds=length),
        replace(now.rules_of(due.number), rounds=length),
    ):
        return ""
    sentence = N_("That counts from round {next} on; round {number} is counted as before.")
    return _(sentence, next=due.number + 1, number=due.number)


@click.command(epilog="scorekeeper undo last")
@options.game
@click.option("--import", "together", is_flag=True, help="Bring back all games that were imported with it.")
def undo(game: str, together: bool) -> None:
    """Undo the last change; with the id of a deleted game, bring that game back."""
    try:
        session = open_kept(game)
    except NotFound as unknown:
        try:
            deleted = store().find(game, deleted=True)
        except NotFound:
            raise unknown from None
        store().delete(deleted, deleted=False, together=together)
        say(_("{id} is back.", id=deleted))
    else:
        if together:
            sentence = N_("{id} is not deleted, so there is no import to bring back.")
            raise Impossible(_(sentence, id=session.kept.id))
        keep_change(session, Undone())


@click.command(epilog="scorekeeper redo last")
@options.game
def redo(game: str) -> None:
    """Redo the last undone change."""
    keep_change(open_kept(game), Redone())


@click.command(epilog="scorekeeper log last")
@options.game
@options.json
def log(game: str, as_json: bool) -> None:
    """Show every change with its time; undone changes are marked."""
    session = open_kept(game)
    lines = describe_events(session.kept.log, shipped_wording, title_of=shelf().title)
    if as_json:
        origins = session.store.origins(session.kept.id)
        known = {
            number: {name: value for name, value in origin._asdict().items() if value is not None}
            for number, origin in origins.items()
        }
        say_json([asdict(line) | known.get(line.number, {}) for line in lines])
    else:
        who, rows = session.store.elsewhere(session.kept.id), []
        for line, event in zip(lines, session.kept.log.events, strict=True):
            if is_aloud() and isinstance(event.what, Undone | Redone):
                continue  # what was undone says so itself
            undone, by = "" if line.in_force else _("undone"), line.by or who.get(line.number, "")
            at = f"{line.at:%H:%M}" if is_aloud() else f"{line.at:%Y-%m-%d %H:%M:%S}"
            rows.append((str(line.number), at, undone, by, line.sentence))
        say_table(rows, right="><<<<")


reason_option = click.option("--reason", help="Why.")


@click.command(epilog="scorekeeper join last Dan --score highest")
@options.game
@click.argument("player")
@click.option("--score", metavar="before|zero|highest|average|POINTS", help="What the player begins with.")
@click.option("--round", "number", type=int, metavar="NUMBER", help="The first round to play.")
@options.similar
@options.by
def join(
    game: str, player: str, score: str | None, number: int | None, similar: bool, by: str | None
) -> None:
    """Add a player who joins late or comes back, from the next round on.

    A latecomer begins with zero, the highest or the average total of the table, or points that you give.
    Somebody who comes back has the points of before, unless you say otherwise.
    """
    session = open_kept(game, by)
    usual = beginnings(session.game, player)[0]
    if score is None and session.game.last_under_way and usual.begins == "zero":
        why = _("Say what {name} begins with: --score zero, highest, average, or a number.", name=player)
        question = N_(
            "What does {name} begin with? zero, highest, average, or a number; Enter: {name} does not join."
        )
        raise Unchosen(why, "--score", _(question, name=player))
    begins, points = read_score(score or usual.begins)
    due = session.game.last_under_way + 1 if number is None else number
    keep_change(session, PlayerJoined(player=player, round=due, begins=begins, points=points), similar)
    complain(*outside_book(session.game.rules, session.game.set_size, len(session.game.at_table)))


def read_score(word: str) -> tuple[Begins, int | None]:
    """Read what a latecomer begins with. Raises Malformed for anything else.

    >>> read_score("highest"), read_score("87")
    (('highest', None), ('given', 87))
    """
    typed = word.strip().casefold()
    for begins in get_args(Begins):
        if typed.removeprefix("the ") == begins != "given":
            return begins, None
    if (points := whole_number(typed)) is not None:
        return "given", points
    sentence = N_("“{word}” is not a way to begin; use before, zero, highest, average or a number.")
    raise Malformed(_(sentence, word=word), "--score")


@click.command(epilog=N_("scorekeeper leave last Ben --reason 'last bus'"))
@options.game
@click.argument("player")
@click.option("--round", "number", type=int, metavar="NUMBER", help="The first round without them.")
@reason_option
@options.by
def leave(game: str, player: str, number: int | None, reason: str | None, by: str | None) -> None:
    """Mark that a player leaves; their rounds are kept, and no more are expected."""
    keep_change(open_kept(game, by), PlayerLeft(player=player, round=number, reason=reason or None))


@click.command(epilog="scorekeeper rename last Ben Benedict")
@options.game
@click.argument("player")
@click.argument("name", metavar="NEW_NAME")
@options.similar
@options.by
def rename(game: str, player: str, name: str, similar: bool, by: str | None) -> None:
    """Give a player another name, in all rounds."""
    keep_change(open_kept(game, by), PlayerRenamed(player, name), similar)


@click.command(epilog='scorekeeper seats last "Carla,Ana,Ben"')
@options.game
@click.argument("players", metavar="NAMES")
@options.by
def seats(game: str, players: str, by: str | None) -> None:
    """Change the seats: all names, clockwise, separated by commas."""
    session = open_kept(game, by)
    keep_change(session, SeatsChanged(tuple(split_names(players, session.game.players))))


@click.command(epilog="scorekeeper date last 2025-01-31")
@options.game
@click.argument("day", type=options.DAY, metavar="DAY")
@options.by
def date(game: str, day: dt.date, by: str | None) -> None:
    """Change the day on which a game was played."""
    keep_change(open_kept(game, by), DayChanged(day))


@click.command(epilog="scorekeeper hide last")
@options.game
@click.option("--off", is_flag=True, help="Show totals again.")
@options.by
def hide(game: str, off: bool, by: str | None) -> None:
    """Hide the totals until the game is over."""
    keep_change(open_kept(game, by), TotalsHidden(not off))


@click.command(epilog=N_("scorekeeper finish last --reason 'too late for another round'"))
@options.game
@reason_option
@options.by
def finish(game: str, reason: str | None, by: str | None) -> None:
    """End the game and lock it; `reopen` continues it."""
    keep_change(open_kept(game, by), Finished(reason or None))


@click.command(epilog=N_("scorekeeper reopen last --reason 'round 7 was counted wrong'"))
@options.game
@reason_option
@options.by
def reopen(game: str, reason: str | None, by: str | None) -> None:
    """Reopen a finished game, to correct it or to play on."""
    keep_change(open_kept(game, by), Reopened(reason or None))
