"""What commands that change a game share: storing entries, and printing the standings and what comes next."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import to_builtins
from msgspec.structs import asdict

from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.game import (
    EventKind,
    Game,
    Progress,
    Standings,
    TieBreaker,
    fewer_rounds,
    game_progress,
    standings_so_far,
)
from scorekeeper.game import standings as ranked
from scorekeeper.text import _, pgettext

if TYPE_CHECKING:
    from scorekeeper.session import Session


def standings_fields(game: Game) -> dict[str, object]:
    """Return what `--json` prints: the standings, and beside each place how its player is doing."""
    table = ranked(game)
    doing = {
        one.player: {name: getattr(one, name) for name in one.__struct_fields__}
        for one in game_progress(game)
    }
    places = [{**to_builtins(place), **doing[place.player]} for place in table.standings]
    return {**asdict(table), "standings": places, "hidden": game.hides_totals}


def say_standings(table: Standings, doing: Sequence[Progress] = ()) -> None:
    """Print places, totals, points behind the first, what decided ties; and how players are doing, if given."""
    best = table.standings[0].total
    rows = [
        (
            str(place.rank),
            place.player if place.left is None else _("{name} (left)", name=place.player),
            str(place.total),
            f"+{place.total - best}" if place.total > best else "",
            str(place.rounds_won),
            _(place.decider.tie_label) if isinstance(place.decider, TieBreaker) else "",
        )
        for place in table.standings
    ]
    head = (
        "",
        pgettext("a column", "player"),
        pgettext("a column", "total"),
        pgettext("head of a column", "behind"),
        pgettext("a column", "won"),
        pgettext("a column", "tie decided by"),
    )
    lines: list[tuple[str, ...]] = [head if any(row[5] for row in rows) else (*head[:5], ""), *rows]
    if doing:
        more = [(_("moved"), _("best"), _("worst"))]
        for one in doing:
            moved = f"{'▲' if one.moved > 0 else '▼'}{abs(one.moved)}" if one.moved else ""
            best_round, worst_round = (
                "" if found is None else str(found.points) for found in (one.best_round, one.worst_round)
            )
            more.append((moved, best_round, worst_round))
        lines = [(*line[:5], *extra, line[5]) for line, extra in zip(lines, more, strict=True)]
    say_table(lines, right="><>>>" + ">>>" * bool(doing) + "<")


def say_next(game: Game) -> None:
    """Print which round comes next, whom it lacks, or how the game ended."""
    from scorekeeper.session import lacks_ending

    current, waiting = game.current, lacks_ending(game)
    if current is None:
        say(standings_so_far(game).explanation)
    elif current.under_way:
        say(
            _(
                "Round {double}-{double}: still missing {names}.",
                double=current.double,
                names=", ".join(game.lacks(current)),
            )
        )
    elif waiting is not None and not waiting.overruled:
        say(
            _(
                "Round {double}-{double}: still missing who went out, or that it was blocked.",
                double=waiting.double,
            )
        )
    else:
        say(_("Next: round {double}-{double}.", double=current.double))


def keep_entries(
    session: "Session", changes: Sequence[EventKind], overrule: str | None, source: str = ""
) -> None:
    """Store entries, all of them or none, and complain of what is unusual about them.

    Where they come from a `source` of several rounds, what is wrong or unusual is named with it and the round.
    """
    from scorekeeper.session import Rejected

    if not changes:
        return
    try:
        stored = session.keep(*changes, overrule=overrule)
    except Rejected as error:
        raise error.within(_place(session.game, error.round, source)) if source else error from None
    for warning in stored.warnings:
        place = _place(session.game, warning.round, source)
        if source:
            complain(f"{place}: {warning.sentence}")
        elif warning.fact == "D1":
            complain(_("This is saved. Still missing is how the round ended: add --out NAME or --blocked."))
        else:
            complain(warning.sentence)


def _place(game: Game, number: int, source: str) -> str:
    return _("{file}: round {double}-{double}", file=source, double=game.round(number).double)


def report_entries(session: "Session", count: int, as_json: bool, nothing: str) -> None:
    """Print the last entries as sentences (`nothing` where there are none), the standings, and what comes next."""
    if as_json:
        say_json(standings_fields(session.game))
        return
    from scorekeeper.formats import words_of
    from scorekeeper.game import describe_events

    for one in describe_events(session.kept.log, words_of, count):
        say(one.sentence)
    if not count:
        say(nothing)
    if not session.game.hides_totals:
        table = standings_so_far(session.game)
        say_standings(table)
        if session.game.current is not None:
            say(*fewer_rounds(table.standings))
    say_next(session.game)
