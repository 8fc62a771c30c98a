"""`scorekeeper rules`: list, show, compare and check rule books.

Only fetches and prints; what a book says is put into text by `books`.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import click

from scorekeeper import books, folders
from scorekeeper.packs import Shelf, wording
from scorekeeper.rulebook import Wording
from scorekeeper.words import _, ngettext

WIDEST = 100
"""Longer lines than this are hard to read, however wide the terminal."""

as_json = click.option("--json", "as_json", is_flag=True, help="Print data for other programs.")


@click.group("rules")
def rules() -> None:
    """Read, compare and check rule books."""


@rules.command("list")
@as_json
def list_books(as_json: bool) -> None:
    """List the rule books at hand."""
    shelf = _shelf()
    found = [shelf.book(book_id) for book_id in shelf.ids()]
    broken = shelf.unusable()
    if as_json:
        faulty = [{"path": str(fault.path), "message": fault.message} for fault in broken]
        _print_json({"books": books.listing_data(found), "unusable": faulty})
        return
    click.echo(books.listing(found, _width()))
    for fault in broken:
        click.echo(_("Cannot be used: {fault}").format(fault=fault.message), err=True)


@rules.command("show")
@click.argument("pack")
@as_json
def show(pack: str, as_json: bool) -> None:
    """Read out one rule book."""
    book, words = _shelf().book(pack), _words()
    if as_json:
        _print_json(books.show_data(book, words))
    else:
        click.echo(books.show(book, words, min(_width(), WIDEST)))


@rules.command("compare")
@click.argument("packs", nargs=-1, required=True, metavar="PACK PACK…")
@as_json
def compare(packs: tuple[str, ...], as_json: bool) -> None:
    """Show what rule books differ on."""
    if len(set(packs)) < 2:
        raise click.UsageError(_("Name at least two different rule books."))
    shelf, words = _shelf(), _words()
    found = [shelf.book(pack) for pack in dict.fromkeys(packs)]
    if as_json:
        _print_json(books.compare_data(found, words))
    else:
        click.echo(books.compare(found, words, _width()))


@rules.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
@click.pass_context
def check(context: click.Context, file: Path, as_json: bool) -> None:
    """Check a rule pack of your own."""
    book, faults = _shelf().examine(file)
    cautions = books.cautions(book) if book else ()
    if as_json:
        findings = [{"level": "error", "message": fault} for fault in faults]
        findings += [{"level": "warning", "message": told} for told in cautions]
        _print_json({"ok": book is not None, "findings": findings})
    else:
        for told in (*faults, *cautions):
            click.echo(told)
        click.echo(_verdict(file, len(faults), len(cautions)))
    context.exit(0 if book else 1)


def _verdict(file: Path, faults: int, cautions: int) -> str:
    if faults:
        return ngettext(
            "{file} cannot be used: {n} fault.", "{file} cannot be used: {n} faults.", faults
        ).format(file=file, n=faults)
    if cautions:
        return ngettext(
            "{file} can be used; mind the {n} remark above.",
            "{file} can be used; mind the {n} remarks above.",
            cautions,
        ).format(file=file, n=cautions)
    return _("{file} can be used.").format(file=file)


def _shelf() -> Shelf:
    return Shelf(folders.shipped("rules"), folders.house_packs())


def _words() -> Wording:
    return wording(folders.shipped("rules"))


def _width() -> int:
    return shutil.get_terminal_size().columns


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))
