"""A kept game goes on: enter a round, note a call, step back and forth, read the log."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from scorekeeper.checks import Finding, round_findings
from scorekeeper.chronicle import Told, chronicle
from scorekeeper.cli.common import json_option, names_file, now, open_kept, parse_house, store
from scorekeeper.cli.hands import Entered, read_hands
from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.cli.result import say_standings
from scorekeeper.errors import Impossible, NotFound
from scorekeeper.events import CallMade, Redone, RoundScored, RulesChanged, Undone, What
from scorekeeper.game import Call, Game, Round
from scorekeeper.ranking import standings
from scorekeeper.store import KeptGame, Store
from scorekeeper.words import _

round_option = click.option("--round", "number", type=int, help="The round by its number, from 1.")
double_option = click.option(
    "--double", type=int, help="The round by its double; without it, the current one."
)


@click.command("round", epilog='Example: scorekeeper round last --out Ana "Ben=5-0 3-2" "Carla=23"')
@click.argument("game")
@click.argument("hands", nargs=-1, metavar="[NAME=HAND]…")
@double_option
@round_option
@click.option("--out", multiple=True, metavar="NAME", help="Who went out.")
@click.option("--blocked", is_flag=True, help="Nobody could play any more.")
@click.option("--open-foot", type=int, metavar="DOUBLE", help="The double that was short of toes.")
@click.option("--started-with", type=int, metavar="DOUBLE", help="The double that really started the round.")
@click.option("--points", is_flag=True, help="Numbers are points as the table counted them, not pips.")
@click.option("--note", help="A note on the round.")
@click.option("--reason", help="Why an entry is corrected.")
@click.option(
    "--from",
    "record",
    type=click.Path(path_type=Path),
    metavar="RECORD",
    help="Take hands and ending from a round that was written down.",
)
@json_option
def enter(
    game: str,
    hands: tuple[str, ...],
    double: int | None,
    number: int | None,
    record: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Enter or correct a round.

    A hand is tiles (`5-0 3-2`), pips (`23`, `12+7+4`, with 0-0 among them `23+0-0`), points as
    counted (`=60`), `out`, or nothing, which takes an entry out again.
    """
    kept_games, kept = open_kept(game)
    if record is None:
        played = chosen_round(kept.game, number, double)
        changes: list[RoundScored | CallMade]
        changes = [read_hands(kept.game, played, hands, Entered(**options))]
    else:
        changes = _recorded(kept.game, record, number, double, hands, options)
    kept = _entered(kept_games, kept, changes)
    if as_json:
        say_json(standings(kept.game))
    else:
        for told in chronicle(kept.log)[-len(changes) :]:
            say(told.sentence)
        say_standings(standings(kept.game))
        _say_next(kept.game)


def _recorded(
    game: Game,
    record: Path,
    number: int | None,
    double: int | None,
    hands: tuple[str, ...],
    options: dict[str, Any],
) -> list[RoundScored | CallMade]:
    """Read a round from a record, which says everything but the reason itself."""
    from scorekeeper.cli.recorded import read_recorded, recorded_double

    reason = options.pop("reason")
    if hands or any(options.values()):
        raise click.UsageError(_("--from takes hands and ending from the record; leave the others out."))
    wanted = recorded_double(record) if number is None and double is None else double
    return read_recorded(game, chosen_round(game, number, wanted).number, record, reason)


def _entered(kept_games: Store, kept: KeptGame, changes: Sequence[RoundScored | CallMade]) -> KeptGame:
    """Add an entry and the calls that came with it; complain of what is odd, but keep it."""
    for what in changes:
        warnings = _checked(kept, what) if isinstance(what, RoundScored) else []
        kept = kept_games.append(kept, what, now())
        for warning in warnings:
            complain(warning.message)
    return kept


def chosen_round(game: Game, number: int | None, double: int | None) -> Round:
    """Return the round meant: by number, by double, else the current one.

    Raises Impossible if there is none, or more than one double of that number still to be played.
    """
    if number is not None:
        played = game.round(number)
        if double not in (None, played.double):
            raise Impossible(
                _("Round {number} is {due}-{due}, not {double}-{double}.").format(
                    number=number, due=played.double, double=double
                )
            )
        return played
    if double is not None:
        return _round_of(game, double)
    if game.current is None:
        raise Impossible(_("Every round is entered; name the one to correct with --double or --round."))
    return game.current


def _round_of(game: Game, double: int) -> Round:
    last = len(game.rounds) + len(game.ahead)
    found = [played for played in map(game.round, range(1, last + 1)) if played.double == double]
    open_rounds = [played for played in found if game.lacks(played)]
    if not found:
        raise Impossible(
            _("This game has no round {double}-{double}; its rounds are {doubles}.").format(
                double=double,
                doubles=", ".join(f"{game.round(each).double}" for each in range(1, last + 1)),
            )
        )
    if len(found) > 1 and not open_rounds:
        raise Impossible(
            _("The rounds {numbers} all start with {double}-{double}; say which with --round.").format(
                double=double, numbers=", ".join(str(played.number) for played in found)
            )
        )
    return open_rounds[0] if len(found) > 1 else found[0]


def _checked(kept: KeptGame, what: RoundScored) -> list[Finding]:
    """Return the warnings that this entry brings. Raises Impossible if it cannot be true."""
    before, after = kept.game, kept.log.after(what, now()).game
    known = set(round_findings(before, before.round(what.round)))
    brought = [one for one in round_findings(after, after.round(what.round)) if one not in known]
    for finding in brought:
        if finding.level == "error":
            raise Impossible(finding.message)
    return brought


def _say_next(game: Game) -> None:
    current = game.current
    if current is None:
        say(standings(game).explanation)
    elif current.begun:
        say(
            _("Round {double}-{double} still lacks {names}.").format(
                double=current.double, names=", ".join(game.lacks(current))
            )
        )
    else:
        say(_("Next: round {double}-{double}.").format(double=current.double))


@click.command(epilog="Example: scorekeeper call last Ben --by Ana --effect draw-1")
@click.argument("game")
@click.argument("player")
@click.option("--kind", default="chickenlittle", show_default=True, help="What was called.")
@click.option("--by", metavar="NAME", help="Who caught the player.")
@click.option("--effect", help="What was imposed, such as draw-1.")
@click.option("--note", help="A note on the call.")
@double_option
@round_option
def call(
    game: str,
    player: str,
    kind: str,
    by: str | None,
    effect: str | None,
    note: str | None,
    double: int | None,
    number: int | None,
) -> None:
    """Note a call or a penalty in the current round."""
    kept_games, kept = open_kept(game)
    complete = number is None and double is None and kept.game.current is None
    played = kept.game.rounds[-1] if complete else chosen_round(kept.game, number, double)
    noted = Call(kind=kind, player=player, caught_by=by, effect=effect or None, note=note or None)
    _append(kept_games, kept, CallMade(played.number, noted))


@click.command(epilog="Example: scorekeeper rule last scoring.double_blank=25 --reason 'agreed by all'")
@click.argument("game")
@click.argument("changes", nargs=-1, required=True, metavar="KEY=VALUE…")
@click.option("--reason", help="Why the table changes it.")
@click.option("--count-again", is_flag=True, help="Count earlier rounds by it too.")
def rule(game: str, changes: tuple[str, ...], reason: str | None, count_again: bool) -> None:
    """Change rules in the middle of a game.

    They hold from the next round on. Earlier rounds stay as they were counted; with --count-again
    those entered as tiles or pips are counted anew.
    """
    changed = parse_house(changes, "KEY=VALUE")
    _append(*open_kept(game), RulesChanged(changes=changed, reason=reason, count_again=count_again))


def _append(kept_games: Store, kept: KeptGame, what: What) -> None:
    """Add one event to a kept game and print the sentence it is told in."""
    say(chronicle(kept_games.append(kept, what, now()).log)[-1].sentence)


@click.command(epilog="Example: scorekeeper undo last")
@click.argument("game")
def undo(game: str) -> None:
    """Take back the last change; on the id of a deleted game, bring that game back."""
    if not names_file(game) and _brought_back(game):
        return
    _append(*open_kept(game), Undone())


def _brought_back(name: str) -> bool:
    """Bring back a deleted game, unless the name means one that is not deleted."""
    kept_games = store()
    try:
        kept_games.find(name)
    except NotFound as unknown:
        try:
            deleted = kept_games.find(name, deleted=True)
        except NotFound:
            raise unknown from None
        kept_games.delete(deleted, deleted=False)
        say(_("{id} is back.").format(id=deleted))
        return True
    return False


@click.command(epilog="Example: scorekeeper redo last")
@click.argument("game")
def redo(game: str) -> None:
    """Make the last change taken back once more."""
    _append(*open_kept(game), Redone())


@click.command(epilog="Example: scorekeeper log last")
@click.argument("game")
@json_option
def log(game: str, as_json: bool) -> None:
    """Show every change with its time; those taken back are marked."""
    lines = chronicle(open_kept(game)[1].log)
    if as_json:
        say_json(lines)
    else:
        say_table(list(map(_row, lines)), right="><<<<")


def _row(told: Told) -> tuple[str, ...]:
    mark = "" if told.in_force else _("taken back")
    return str(told.number), f"{told.at:%Y-%m-%d %H:%M:%S}", mark, told.by or "", told.sentence
