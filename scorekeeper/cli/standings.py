"""Where a game stands and what is wrong with it: `standings` and `check`."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import click
from msgspec import to_builtins
from msgspec.structs import asdict

from scorekeeper.checks import Finding, game_findings, overruled_by
from scorekeeper.cli import options
from scorekeeper.cli.common import open_game
from scorekeeper.cli.output import is_aloud, say, say_json, say_table
from scorekeeper.game import (
    Game,
    Overruled,
    Progress,
    Standings,
    TieBreaker,
    complete_rounds_only,
    explain_places,
    game_progress,
    standings_so_far,
)
from scorekeeper.game import standings as ranked
from scorekeeper.session import shelf, under_other_rules
from scorekeeper.text import N_, _, join_and, ngettext, pgettext
from scorekeeper.tiles import set_name


def standings_fields(game: Game) -> dict[str, object]:
    """Return what `--json` prints: the standings, and beside each place how its player is doing."""
    table = ranked(game)
    doing = {progress.player: asdict(progress) for progress in game_progress(game)}
    places = [{**to_builtins(place), **doing[place.player]} for place in table.standings]
    return {**asdict(table), "standings": places, "hidden": game.hides_totals}


def spoken_standings(table: Standings) -> Iterator[str]:
    """Yield who is ahead, or has won, and how far behind the others are, as one says it."""
    for rank, group in groupby(table.standings, key=lambda place: place.rank):
        places = list(group)
        total, gap = places[0].total, places[0].total - table.standings[0].total
        if places[0].left is not None:
            yield from (_("{name} left with {total}.", name=place.player, total=total) for place in places)
            continue
        sentences = (
            (N_("{names} won with {total}."), N_("{names} share the win with {total}."))
            if places[0].player in table.winners
            else (N_("{names} {total}, {gap} behind."), N_("{names} {total} each, {gap} behind."))
            if gap
            else (N_("{names} {total}, level on points."), N_("{names} {total} each, level on points."))
            if rank > 1
            else (N_("{names} {total}, ahead."), N_("{names} share the lead with {total}."))
        )
        names = join_and([place.player for place in places])
        yield _(sentences[len(places) > 1], names=names, total=total, gap=gap)


def say_standings(table: Standings, doing: Sequence[Progress] = ()) -> None:
    """Print places, totals, points behind the first, what decided ties; and how players are doing, if given.

    Aloud, it is who is ahead and how far behind the others are.
    """
    if is_aloud():
        say(" ".join(spoken_standings(table)) if table.rounds_played else _("No round is complete yet."))
        return
    left = pgettext("in the column of points behind the leader", "left")
    places, played = table.standings, table.rounds_played
    gaps = [table.gap(place) if place.left is None else left for place in places]
    ties = [
        _(place.decider.tie_label) if played and isinstance(place.decider, TieBreaker) else ""
        for place in places
    ]
    columns = [
        ["", *map(table.rank, places)],
        [pgettext("a column", "player"), *(place.player for place in places)],
        [pgettext("a column", "total"), *(str(place.total) for place in places)],
        [pgettext("head of a column", "behind"), *gaps],
        [pgettext("a column", "won"), *(str(place.rounds_won) for place in places)],
    ]
    if doing:
        moved = [f"{progress.arrow}{abs(progress.moved)}" if progress.moved else "" for progress in doing]
        best = [str(progress.best_round.points) if progress.best_round else "" for progress in doing]
        worst = [str(progress.worst_round.points) if progress.worst_round else "" for progress in doing]
        columns += [[_("moved"), *moved], [_("best"), *best], [_("worst"), *worst]]
    columns.append([pgettext("a column", "tie decided by") if any(ties) else "", *ties])
    say_table(zip(*columns, strict=True), right="><>>>" + ">>>" * bool(doing) + "<")


@click.command(epilog="scorekeeper standings last --rules hastings")
@options.game
@options.rules
@click.option("--open", "opened", is_flag=True, help="Show totals even if the table hides them.")
@options.json
def standings(game: str, book: str | None, house: tuple[str, ...], opened: bool, as_json: bool) -> None:
    """Show who is ahead, who moved up or down, who can still win, and what decided each tie.

    With --rules, the game is counted by that rule book as written, without this table's own changes;
    with --house alone, the changes given are added to the table's own.
    """
    recount = under_other_rules(open_game(game), book, house)
    if as_json:
        say_json(standings_fields(recount))
        return
    table = standings_so_far(recount)
    if not is_aloud():
        say(_headline(recount, table))
    if recount.hides_totals and not opened:
        say(_("Totals are hidden until the end; --open shows them."))
        return
    doing = game_progress(complete_rounds_only(recount))
    say_standings(table, doing)
    say(*filter(None, [explain_places(recount, table) if is_aloud() else table.explanation]))
    unable = [
        progress.player for progress in doing if not progress.can_win and progress.player in recount.at_table
    ]
    if unable and not recount.over:
        say(_("{names} can no longer win.", names=join_and(unable)))


def _headline(game: Game, table: Standings) -> str:
    facts = {
        "title": game.title or game.date.isoformat(),
        "set_name": set_name(game.set_size),
        "book": shelf().title(game.book),
        "played": table.rounds_played,
        "total": table.rounds_total,
    }
    if table.complete:
        return _("{title} · {set_name} · {book} · complete", **facts)
    if game.over:
        return _("{title} · {set_name} · {book} · finished", **facts)
    if table.rounds_total is None:
        return _("{title} · {set_name} · {book} · {played} rounds played", **facts)
    return _("{title} · {set_name} · {book} · {played} of {total} rounds played", **facts)


@click.command(epilog="scorekeeper check last")
@options.game
@options.rules
@options.json
def check(game: str, book: str | None, house: tuple[str, ...], as_json: bool) -> int:
    """Show every entry that is impossible or unusual; exit status 1 if one is impossible."""
    recount = under_other_rules(open_game(game), book, house)
    findings = [(finding, overruled_by(recount, finding)) for finding in game_findings(recount)]
    errors = [finding for finding, _overruled in findings if finding.level == "error"]
    if as_json:
        rows = [
            asdict(finding) | ({"overruled": {"by": overruled.by, "why": overruled.why}} if overruled else {})
            for finding, overruled in findings
        ]
        say_json({"ok": not errors, "findings": rows})
    else:
        for finding, overruled in findings:
            _say_finding(recount, finding, overruled)
        counted = ngettext("{count} finding.", "{count} findings.", len(findings))
        say(counted if findings else _("No errors or warnings."))
    return 1 if errors else 0


def _say_finding(game: Game, finding: Finding, overruled: Overruled | None) -> None:
    """Print a finding, and what the table said to it where it was overruled."""
    sentence = N_("Error {fact}, round {double}-{double}: {message}")
    if finding.level == "warning":
        sentence = N_("Warning {fact}, round {double}-{double}: {message}")
    double = game.round(finding.round).double
    say(_(sentence, fact=finding.fact, double=double, message=finding.message))
    if overruled is not None:
        alone, with_why = N_("Overruled."), N_("Overruled: {why}")
        if overruled.by:
            alone, with_why = N_("Overruled by {name}."), N_("Overruled by {name}: {why}")
        sentence = with_why if overruled.why else alone
        say(f"  {_(sentence, name=overruled.by, why=overruled.why)}")
