"""`scorekeeper round`: enters or corrects a round, from words such as `Ben=5-0 3-2` or from a record."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import UNSET

from scorekeeper.cli.common import by_option, game_argument, json_option, open_kept
from scorekeeper.cli.report import keep_entries, report_entries
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.game import CallMade, Game, Round, RoundScored, apply_event, as_points
from scorekeeper.text import _


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


def read_hands(game: Game, played: Round, words: Iterable[str], options: Entered) -> RoundScored:
    """Return the entry of a round from the words and options given.

    Raises Malformed that names the word and its fault, Impossible if they contradict each other.
    """
    from scorekeeper.session import ending_of, hands_of

    entries, out = hands_of(game, (_split(game, word) for word in words))
    if options.points:
        entries = {player: entry and as_points(entry) for player, entry in entries.items()}
    foot = options.open_foot
    if foot is not None and not game.rules_of(played.number).layout.open_foot:
        raise Impossible(_("With trains no double is short of toes; leave out --open-foot."))
    blocked = options.blocked or (foot is not None and played.blocked)
    if foot is not None and not blocked:
        raise Impossible(_("--open-foot goes with --blocked: a round that ended by going out needs none."))
    ending = ending_of(list(dict.fromkeys(map(game.player, [*options.out, *out]))), blocked, foot)
    unsaid = None if played.out in entries else UNSET  # whose hand is entered did not go out
    entered = RoundScored(
        round=played.number,
        entries=entries,
        ending=ending or unsaid,
        started_with=UNSET if options.started_with is None else options.started_with,
        began=UNSET if options.began is None else options.began or None,
        note=UNSET if options.note is None else options.note,
        out_on_double=UNSET if options.last_tile is None else options.last_tile == "double",
        marked=tuple(filter(None, options.marked)) if options.marked else UNSET,
        reason=options.reason,
    )
    if entered == RoundScored(round=played.number, reason=options.reason):
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


round_option = click.option("--round", "number", type=int, help="The round by its number, from 1.")
double_option = click.option(
    "--double", type=int, help="The round by its double; the current round if left out."
)


@click.command("round", epilog='scorekeeper round last --out Ana "Ben=5-0 3-2" "Carla=23"')
@game_argument
@click.argument("hands", nargs=-1, metavar="[NAME=HAND]…")
@double_option
@round_option
@click.option("--out", multiple=True, metavar="NAME", help="Who went out.")
@click.option("--blocked", is_flag=True, help="The round was blocked: nobody could play.")
@click.option("--open-foot", type=int, metavar="DOUBLE", help="With feet: the double that was short of toes.")
@click.option(
    "--started-with", type=int, metavar="DOUBLE", help="The double that actually started the round."
)
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
@by_option
@click.option(
    "--from",
    "record",
    type=click.Path(path_type=Path),
    metavar="RECORD",
    help="Take hands and ending from a recorded round.",
)
@json_option
def enter(
    game: str,
    hands: tuple[str, ...],
    double: int | None,
    number: int | None,
    record: Path | None,
    overrule: str | None,
    by: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Enter or correct a round.

    A hand is tiles (`5-0 3-2`), pips (`23`, `12+7+4`, with 0-0 among them `23+0-0`), points as
    counted (`=60`), `out`, `-` for a player who sits out the round, or nothing, which deletes the entry.
    The app asks who had 0-0 after the last hand; this command does not, so add it to the pips.
    """
    session = open_kept(game, by)
    if record is None:
        from scorekeeper.session import lacks_ending

        only_blocked = options["blocked"] and (number, double, hands) == (None, None, ())
        waiting = lacks_ending(session.game) if only_blocked else None
        played = waiting or chosen_round(session.game, number, double)
        changes: list[RoundScored | CallMade]
        changes = [_read(session.game, played, hands, Entered(**options), by, overrule)]
    else:
        changes = _recorded(session.game, record, number, double, hands, options)
    game_now = session.game
    changes = [
        change
        for change in changes
        if apply_event(change, game_now).round(change.round) != game_now.round(change.round)
    ]
    keep_entries(session, changes, overrule)
    report_entries(session, len(changes), as_json, nothing=_("Nothing changed, so nothing was saved."))


def _read(
    game: Game, played: Round, hands: tuple[str, ...], entered: Entered, by: str | None, overrule: str | None
) -> RoundScored:
    """Read an entry from words and options; with nothing but --overrule, the warnings that stand."""
    from scorekeeper.checks import game_findings
    from scorekeeper.session import overrule as overruled_entry

    if overrule is None or hands or entered != Entered():
        return read_hands(game, played, hands, entered)
    warnings = [one for one in game_findings(game) if (one.level, one.round) == ("warning", played.number)]
    if not warnings:
        raise Impossible(
            _("There is no warning to overrule in round {double}-{double}.", double=played.double)
        )
    return overruled_entry(RoundScored(round=played.number), warnings, by, overrule)


def _recorded(
    game: Game,
    record: Path,
    number: int | None,
    double: int | None,
    hands: tuple[str, ...],
    options: dict[str, Any],
) -> list[RoundScored | CallMade]:
    """Read a round from a record, which says everything but the reason itself."""
    from scorekeeper.session import read_recorded, recorded_double

    reason = options.pop("reason")
    if hands or any(options.values()):
        raise click.UsageError(_("--from takes hands and ending from the record; leave the others out."))
    wanted = recorded_double(record) if number is None and double is None else double
    return read_recorded(game, chosen_round(game, number, wanted).number, record, reason)


def chosen_round(game: Game, number: int | None, double: int | None) -> Round:
    """Return the round meant: by number, by double, else the current one.

    Raises Impossible if there is none, or more than one double of that number still to be played.
    """
    if number is not None:
        played = game.round(number)
        if double not in (None, played.double):
            raise Impossible(
                _(
                    "Round {number} is {due}-{due}, not {double}-{double}.",
                    number=number,
                    due=played.double,
                    double=double,
                )
            )
        return played
    if double is None:
        if game.current is None:
            raise Impossible(_("Every round is entered; name the one to correct with --double or --round."))
        return game.current
    numbers = range(1, game.last_number + 1)
    found = [played for played in map(game.round, numbers) if played.double == double]
    if not found:
        raise Impossible(
            _(
                "This game has no round {double}-{double}; its rounds are {doubles}.",
                double=double,
                doubles=", ".join(f"{game.round(each).double}" for each in numbers),
            )
        )
    if len(found) == 1:
        return found[0]
    if missing := [played for played in found if game.lacks(played)]:
        return missing[0]
    raise Impossible(
        _(
            "The rounds {numbers} all start with {double}-{double}; say which with --round.",
            double=double,
            numbers=", ".join(str(played.number) for played in found),
        )
    )
