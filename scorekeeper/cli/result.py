"""Where a game stands and what is wrong with it: `standings` and `check`."""

from collections.abc import Sequence

import click

from scorekeeper.checks import Finding, game_findings
from scorekeeper.cli.common import json_option, open_game, rules_options, under
from scorekeeper.cli.output import say, say_json, say_table
from scorekeeper.game import Game
from scorekeeper.ranking import LEFT, SHARE, Standing, Standings
from scorekeeper.ranking import standings as ranked
from scorekeeper.tiles import set_name
from scorekeeper.words import _, ngettext

FOUND = 1
"""The exit status where the answer is no."""


@click.command(epilog="Example: scorekeeper standings last --rules hastings")
@click.argument("game")
@rules_options
@json_option
def standings(game: str, book: str | None, house: tuple[str, ...], as_json: bool) -> None:
    """Show who is ahead, and what decided each tie.

    With --rules the game is counted by that rule book as it is written, without the changes this
    table made to its own; with --house alone those changes come on top.
    """
    found = under(open_game(game), book, house)
    table = ranked(found)
    if as_json:
        say_json(table)
        return
    say(_headline(found, table))
    say_standings(table)
    if table.explanation:
        say(table.explanation)


def _headline(game: Game, table: Standings) -> str:
    facts = {
        "title": game.title or game.date.isoformat(),
        "set_name": set_name(game.set_size),
        "book": game.book,
        "played": table.rounds_played,
        "total": table.rounds_total,
    }
    if table.complete:
        return _("{title} · {set_name} · {book} · complete").format(**facts)
    if table.rounds_total is None:
        return _("{title} · {set_name} · {book} · {played} rounds played").format(**facts)
    return _("{title} · {set_name} · {book} · {played} of {total} rounds played").format(**facts)


def say_standings(table: Standings) -> None:
    """Print places, totals, the gap to the first, and what decided ties."""
    best = table.standings[0].total
    rows = [_row(one, best, tied) for one, tied in zip(table.standings, _tied(table.standings), strict=True)]
    head = ("", _("player"), _("total"), _("gap"), _("won"), _("tie decided by"))
    say_table([head if any(row[5] for row in rows) else (*head[:5], ""), *rows], right="><>>><")


def _tied(places: Sequence[Standing]) -> list[bool]:
    """Return, place by place, whether the next player has the same total."""
    following = [*places[1:], None]
    return [
        other is not None and one.total == other.total and one.decided_by != LEFT
        for one, other in zip(places, following, strict=True)
    ]


def _row(one: Standing, best: int, tied: bool) -> tuple[str, ...]:
    gap = f"+{one.total - best}" if one.total > best else ""
    decided = _decided(one.decided_by) if tied else ""
    return str(one.rank), one.player, str(one.total), gap, str(one.rounds_won), decided


def _decided(word: str | None) -> str:
    names = {
        "most-rounds-won": _("most rounds won"),
        "lowest-nonzero-round": _("lowest round that is not zero"),
        "best-next-round": _("best next round"),
        "draw-a-tile": _("a drawn tile"),
        SHARE: _("nothing; they share"),
    }
    return names[word or SHARE]


@click.command(epilog="Example: scorekeeper check last")
@click.argument("game")
@rules_options
@json_option
@click.pass_context
def check(ctx: click.Context, game: str, book: str | None, house: tuple[str, ...], as_json: bool) -> None:
    """Show every entry that cannot be true or is odd; exit status 1 if one cannot be true."""
    found = under(open_game(game), book, house)
    findings = game_findings(found)
    errors = [finding for finding in findings if finding.level == "error"]
    if as_json:
        say_json({"ok": not errors, "findings": findings})
    else:
        say(*(_told(found, finding) for finding in findings))
        say(_summary(len(findings)))
    if errors:
        ctx.exit(FOUND)


def _told(game: Game, finding: Finding) -> str:
    sentences = {
        "error": _("error {fact}, round {double}-{double}: {message}"),
        "warning": _("warning {fact}, round {double}-{double}: {message}"),
    }
    return sentences[finding.level].format(
        fact=finding.fact, double=game.round(finding.round).double, message=finding.message
    )


def _summary(count: int) -> str:
    if not count:
        return _("Nothing is wrong with the entries.")
    return ngettext("{count} finding.", "{count} findings.", count).format(count=count)
