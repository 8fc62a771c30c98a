"""Commands about rule books, which need no game and no store: `scorekeeper rules` and `scorekeeper score`.

`rules` lists, shows, compares and checks books; `score` counts a hand by one, part by part.
Only fetches and prints; the text of a rule book comes from `rules`.
"""

from pathlib import Path

import click

from scorekeeper.cli.common import InputFile, asked_set, complete_book, json_option, rules_options, set_option
from scorekeeper.cli.output import WIDEST, columns, complain, say, say_json, say_table
from scorekeeper.errors import Impossible
from scorekeeper.formats import shipped_wording
from scorekeeper.game import TileEntry, parse_hand, score_entry
from scorekeeper.rules import (
    PIPS,
    book_cautions,
    book_data,
    check_same_game,
    compare_books,
    comparison_data,
    list_books,
    listing_data,
    show_book,
)
from scorekeeper.session import book_and_rules, shelf
from scorekeeper.system import Source, house_rules_folder
from scorekeeper.text import N_, _, ngettext
from scorekeeper.tiles import Tile


@click.group("rules", invoke_without_command=True, epilog="scorekeeper rules compare hastings tedmontgomery")
@click.pass_context
def rules(ctx: click.Context) -> None:
    """Read, compare and check rule books."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@rules.command("list", epilog="scorekeeper rules list")
@json_option
def list_command(as_json: bool) -> None:
    """List all rule books, game by game."""
    at_hand = shelf()
    found = [at_hand.book(book_id) for book_id in at_hand.ids()]
    broken = at_hand.unusable()
    if as_json:
        faulty = [{"path": str(fault.path), "message": fault.message} for fault in broken]
        say_json({"books": listing_data(found), "unusable": faulty})
        return
    say(*list_books(found, at_hand.games(), columns()).splitlines())
    for fault in broken:
        complain(_("A rule book cannot be used: {fault}", fault=fault.message))


@rules.command("show", epilog="scorekeeper rules show hastings")
@click.argument("pack", metavar="BOOK", shell_complete=complete_book)
@json_option
def show(pack: str, as_json: bool) -> None:
    """Show one rule book, rule by rule."""
    book, words = shelf().book(pack), shipped_wording()
    if as_json:
        say_json(book_data(book, words))
    else:
        say(*show_book(book, words, min(columns(), WIDEST)).splitlines())


@rules.command("compare", epilog="scorekeeper rules compare hastings tedmontgomery")
@click.argument("packs", nargs=-1, required=True, metavar="BOOK BOOK…", shell_complete=complete_book)
@json_option
def compare(packs: tuple[str, ...], as_json: bool) -> None:
    """Show where rule books of one game differ."""
    if len(set(packs)) < 2:
        raise click.UsageError(_("Name at least two rule books."))
    at_hand, words = shelf(), shipped_wording()
    found = [at_hand.book(pack) for pack in dict.fromkeys(packs)]
    check_same_game(found)
    if as_json:
        say_json(comparison_data(found, words))
    else:
        say(*compare_books(found, words, columns()).splitlines())


@rules.command("check", epilog="scorekeeper rules check ours.toml")
@click.argument("file", type=InputFile())
@json_option
def check(file: Source, as_json: bool) -> int:
    """Check a rule pack of your own."""
    book, faults = shelf().examine(file)
    cautions = book_cautions(book) if book else ()
    if as_json:
        findings = [{"level": "error", "message": fault} for fault in faults]
        findings += [{"level": "warning", "message": found} for found in cautions]
        say_json({"ok": book is not None, "findings": findings})
    else:
        say(*faults, *cautions, _verdict(file, len(faults), len(cautions)))
        folder = house_rules_folder()
        if book and not (isinstance(file, Path) and file.resolve().parent == folder.resolve()):
            say(_("To use it, put it into {folder}; make this folder first if it is missing.", folder=folder))
    return 0 if book else 1


def _verdict(file: Source, faults: int, cautions: int) -> str:
    if faults:
        return ngettext(
            "{file} cannot be used: {n} fault.",
            "{file} cannot be used: {n} faults.",
            faults,
            file=file,
            n=faults,
        )
    if cautions:
        return ngettext(
            "{file} can be used; see the {n} remark above.",
            "{file} can be used; see the {n} remarks above.",
            cautions,
            file=file,
            n=cautions,
        )
    return _("{file} can be used.", file=file)


@click.command(epilog='scorekeeper score "6-5 0-0" --house scoring.double_blank=25')
@click.argument("hand")
@set_option
@rules_options
@click.option("--double", type=int, help="The double that started the round.")
@click.option("--round", "started_with", type=int, hidden=True, help="The same as --double.")
@json_option
def score(
    hand: str,
    set_size: str | None,
    book: str | None,
    house: tuple[str, ...],
    double: int | None,
    started_with: int | None,
    as_json: bool,
) -> None:
    """Count a hand, piece by piece."""
    rules = book_and_rules(book, house)[0].rules
    highest = asked_set(set_size, rules)
    entry = parse_hand(hand, highest, "score")
    double = started_with if double is None else double
    if double is not None:
        if not 0 <= double <= highest:
            sentence = N_("There is no round {double}-{double}; this set has 0-0 to {highest}-{highest}.")
            raise Impossible(_(sentence, double=double, highest=highest))
        started = Tile(double, double)
        if isinstance(entry, TileEntry) and started in entry.tiles:
            raise Impossible(_("{tile} started this round, so it cannot be in a hand.", tile=started))
    counted = score_entry(entry, rules)
    if as_json:
        lines = [
            {"tile": line.tile and str(line.tile), "points": line.points, "rule": line.rule}
            for line in counted.lines
        ]
        say_json({"total": counted.total, "lines": lines})
        return
    if counted.lines:
        rows = []
        for line in counted.lines:
            rule = "" if line.rule == PIPS else line.rule
            piece = str(line.tile) if line.tile else "" if rule else _("pips")
            rows.append((piece, str(line.points), rule))
        say_table(rows, right="<><")
    say(ngettext("{total} point", "{total} points", counted.total, total=counted.total))
