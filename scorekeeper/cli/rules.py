"""Rule books: `rules` lists, shows, compares and checks them; `simulate` says what they do to an evening.

Only fetches and prints; the text of a rule book comes from `rules`, the figures from `simulate`. How far a simulation
is goes to stderr.
"""

import csv
import shutil
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import click

from scorekeeper.cli.common import CommandGroup, complete_book, json_option, set_option
from scorekeeper.cli.output import complain, say, say_json, say_table
from scorekeeper.formats import BASE_BOOK, wording
from scorekeeper.rules import (
    Wording,
    book_cautions,
    book_data,
    check_same_game,
    compare_books,
    comparison_data,
    list_books,
    listing_data,
    show_book,
    with_changes,
)
from scorekeeper.session import parse_house, playing, shelf
from scorekeeper.simulate import (
    POLICIES,
    Part,
    Plan,
    PlannedBook,
    Simulation,
    compared,
    figure_rows,
    figure_table,
    plot,
    simulation,
    usual_players,
)
from scorekeeper.system import shipped_folder
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import set_name

WIDEST = 100
"""Longer lines than this are hard to read, however wide the terminal."""

INTERRUPTED = 130
"""The exit status where Ctrl+C came before the last evening."""


@click.group(
    "rules",
    cls=CommandGroup,
    invoke_without_command=True,
    epilog="scorekeeper rules compare hastings tedmontgomery",
)
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
    say(*list_books(found, at_hand.games(), _width()).splitlines())
    for fault in broken:
        complain(_("A rule book cannot be used: {fault}", fault=fault.message))


@rules.command("show", epilog="scorekeeper rules show hastings")
@click.argument("pack", metavar="BOOK", shell_complete=complete_book)
@json_option
def show(pack: str, as_json: bool) -> None:
    """Show one rule book, rule by rule."""
    book, words = shelf().book(pack), _words()
    if as_json:
        say_json(book_data(book, words))
    else:
        say(*show_book(book, words, min(_width(), WIDEST)).splitlines())


@rules.command("compare", epilog="scorekeeper rules compare hastings tedmontgomery")
@click.argument("packs", nargs=-1, required=True, metavar="BOOK BOOK…", shell_complete=complete_book)
@json_option
def compare(packs: tuple[str, ...], as_json: bool) -> None:
    """Show where rule books of one game differ."""
    if len(set(packs)) < 2:
        raise click.UsageError(_("Name at least two rule books."))
    at_hand, words = shelf(), _words()
    found = [at_hand.book(pack) for pack in dict.fromkeys(packs)]
    check_same_game(found)
    if as_json:
        say_json(comparison_data(found, words))
    else:
        say(*compare_books(found, words, _width()).splitlines())


@rules.command("check", epilog="scorekeeper rules check ours.toml")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def check(file: Path, as_json: bool) -> int:
    """Check a rule pack of your own."""
    book, faults = shelf().examine(file)
    cautions = book_cautions(book) if book else ()
    if as_json:
        findings = [{"level": "error", "message": fault} for fault in faults]
        findings += [{"level": "warning", "message": found} for found in cautions]
        say_json({"ok": book is not None, "findings": findings})
    else:
        say(*faults, *cautions, _verdict(file, len(faults), len(cautions)))
    return 0 if book else 1


def _verdict(file: Path, faults: int, cautions: int) -> str:
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


def _words() -> Wording:
    return wording(shipped_folder("rules"))


def _width() -> int:
    return shutil.get_terminal_size().columns


@click.command(epilog="scorekeeper simulate --rules classic --house scoring.double_blank=25")
@click.option(
    "--rules",
    "books",
    metavar="BOOK",
    multiple=True,
    shell_complete=complete_book,
    help="A book; repeatable.",
)
@click.option(
    "--house", metavar="KEY=VALUE", multiple=True, help="A rule to change beside each book; repeatable."
)
@set_option
@click.option("--players", type=int, metavar="NUMBER", help="How many play; usually 4.")
@click.option("--evenings", type=int, default=1000, show_default=True, help="How many evenings of each kind.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same figures.")
@click.option(
    "--policy",
    "policies",
    type=click.Choice([*POLICIES]),
    multiple=True,
    help="How all play; usually each way.",
)
@click.option("--cores", type=click.IntRange(1), help="How many cores to use; usually all.")
@click.option(
    "--turn-seconds", type=click.FloatRange(1), metavar="SECONDS", help="How long a turn takes you."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
def simulate(cores: int | None, as_csv: bool, as_json: bool, **asked: Any) -> int:
    """Show what rules do to an evening, as ranges over several ways of playing.

    Whole games are played. Ctrl+C shows the figures of the evenings played so far.
    """
    if as_csv and as_json:
        raise click.UsageError(_("Choose either --csv or --json."))
    plan, parts = _plan(**asked), list[Part]()
    try:
        parts.extend(_played(plan, cores))
    except KeyboardInterrupt:
        if not parts:
            raise
    found = simulation(plan, parts)
    if as_json:
        say_json(found)
    else:
        (_say_csv if as_csv else _say_figures)(plan, found)
    return 0 if found.evenings == plan.evenings else INTERRUPTED


def _plan(books: tuple[str, ...], house: tuple[str, ...], set_size: str | None, **asked: Any) -> Plan:
    at_hand, changes, found = shelf(), parse_house(house), list[PlannedBook]()
    for book in map(at_hand.book, dict.fromkeys(books or (BASE_BOOK,))):
        found.append(PlannedBook(book.id, book.title, book.rules))
        if changes:
            title = _("{book}, changed", book=book.title)
            found.append(PlannedBook(book.id, title, with_changes(book.rules, changes), changes))
    asked["set_size"] = size = int(set_size or found[0].rules.set.default)
    if asked["players"] is None:
        asked["players"] = usual_players(found[0].rules, size)
    asked["policies"] = tuple(dict.fromkeys(asked["policies"] or POLICIES))
    return Plan(tuple(found), **asked)


def _played(plan: Plan, cores: int | None) -> Iterator[Part]:
    """Yield the parts as they are played, with a bar on a terminal that says how far it is."""
    with playing(plan, cores) as futures:
        if not sys.stderr.isatty():
            yield from (future.result() for future in futures)
            return
        with click.progressbar(futures, file=sys.stderr) as shown:
            yield from (future.result() for future in shown)


def _say_csv(_plan: Plan, found: Simulation) -> None:
    """Print a row for each figure; those of places are numbered."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["rules", "house", "policy", "figure", "mean", "spread"])
    for book in found.books:
        house = " ".join(f"{key}={value}" for key, value in book.house.items())
        for row in figure_rows(book.policies):
            name = f"{row.name}_{row.place}" if row.place else row.name
            for one, figure in zip(book.policies, row.figures, strict=True):
                rows.writerow([book.rules, house, one.policy, name, figure.mean, figure.spread])
    click.echo(text.getvalue().encode(), nl=False)


def _say_figures(plan: Plan, found: Simulation) -> None:
    """Print the figures of each book, what differs from the first, and on a terminal a plot."""
    facts = {"set_name": set_name(found.set), "players": found.players, "seed": found.seed}
    head = _(
        "{set_name} · {players} players · {all} evenings of each kind · seed {seed}",
        all=found.evenings,
        **facts,
    )
    say(head)
    titles = [book.title for book in plan.books]
    for title, book in zip(titles, found.books, strict=True):
        say("", title)
        say_table(figure_table(book), "<" + ">" * (len(book.policies) + 1))
    for at, book in enumerate(found.books[1:], start=1):
        other = at - 1 if book.house else 0
        say("", _("{book}, compared with {other}:", book=titles[at], other=titles[other]))
        say(*compared(found.books[other], book))
    if sys.stdout.isatty():
        width = min(_width(), WIDEST)
        say("", *(line for line, _by_policy in plot(found.books, titles, width)))
