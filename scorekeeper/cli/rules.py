"""`scorekeeper rules`: lists, shows, compares and checks rule books. Needs no game and no store.

Only fetches and prints; the text of a rule book comes from `rules`.
"""

from pathlib import Path

import click

from scorekeeper.cli import options
from scorekeeper.cli.output import WIDEST, columns, complain, is_aloud, say, say_json
from scorekeeper.formats import shipped_wording
from scorekeeper.rules import (
    book_cautions,
    book_data,
    check_same_game,
    compare_books,
    comparison_data,
    list_books,
    listing_data,
    show_book,
)
from scorekeeper.session import shelf
from scorekeeper.system import Source, house_rules_folder
from scorekeeper.text import N_, _, ngettext


@click.group("rules", invoke_without_command=True, epilog="scorekeeper rules compare hastings tedmontgomery")
@click.pass_context
def rules(ctx: click.Context) -> None:
    """Read, compare and check rule books."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@rules.command("list", epilog="scorekeeper rules list")
@options.json
def list_command(as_json: bool) -> None:
    """List all rule books, game by game."""
    at_hand = shelf()
    books = [at_hand.book(book_id) for book_id in at_hand.ids()]
    broken = at_hand.unusable()
    if as_json:
        faulty = [{"path": str(fault.path), "message": fault.message} for fault in broken]
        say_json({"books": listing_data(books), "unusable": faulty})
        return
    say(*list_books(books, at_hand.games(), columns()).splitlines())
    for fault in broken:
        complain(_("A rule book cannot be used: {fault}", fault=fault.message))


@rules.command("show", epilog="scorekeeper rules show hastings")
@click.argument("pack", type=options.BOOK, metavar="BOOK")
@options.json
def show(pack: str, as_json: bool) -> None:
    """Show one rule book, rule by rule."""
    book, words = shelf().book(pack), shipped_wording()
    if as_json:
        say_json(book_data(book, words))
    else:
        text = show_book(book, words, columns() if is_aloud() else min(columns(), WIDEST))
        if is_aloud():
            text = text.rpartition("\n\n")[0]  # what the marks mean, which are not heard
        say(*text.splitlines())


@rules.command("compare", epilog="scorekeeper rules compare hastings tedmontgomery")
@click.argument("packs", type=options.BOOK, nargs=-1, required=True, metavar="BOOK BOOK…")
@options.json
def compare(packs: tuple[str, ...], as_json: bool) -> None:
    """Show where rule books of one game differ."""
    if len(set(packs)) < 2:
        raise click.UsageError(_("Name at least two rule books."))
    at_hand, words = shelf(), shipped_wording()
    books = [at_hand.book(pack) for pack in dict.fromkeys(packs)]
    check_same_game(books)
    if as_json:
        say_json(comparison_data(books, words))
    else:
        say(*compare_books(books, words, columns()).splitlines())


@rules.command("check", epilog=N_("scorekeeper rules check ours.toml"))
@click.argument("file", type=options.InputFile())
@options.json
def check(file: Source, as_json: bool) -> int:
    """Check a rule pack of your own."""
    book, faults = shelf().examine(file)
    cautions = book_cautions(book) if book else ()
    if as_json:
        findings = [{"level": "error", "message": fault} for fault in faults]
        findings += [{"level": "warning", "message": caution} for caution in cautions]
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
            "{file} cannot be used: {count} fault.",
            "{file} cannot be used: {count} faults.",
            faults,
            file=file,
        )
    if cautions:
        return ngettext(
            "{file} can be used; see the {count} remark above.",
            "{file} can be used; see the {count} remarks above.",
            cautions,
            file=file,
        )
    return _("{file} can be used.", file=file)
