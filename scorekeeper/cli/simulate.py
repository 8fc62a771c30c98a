"""`scorekeeper simulate`: what rules do to an evening.

Figures go to stdout as a table, JSON or CSV; how far it is, to stderr.
"""

import csv
import shutil
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import click

from scorekeeper.cli.common import complete_book, json_option, set_option
from scorekeeper.cli.output import say, say_json, say_table
from scorekeeper.formats import BASE_BOOK
from scorekeeper.rules import with_changes
from scorekeeper.session import parse_house, playing, shelf
from scorekeeper.simulate import (
    POLICIES,
    Book,
    Part,
    Question,
    Simulation,
    compared,
    figure_rows,
    figure_table,
    plot,
    simulation,
    usual_players,
)
from scorekeeper.text import _, ngettext
from scorekeeper.tiles import set_name

INTERRUPTED = 130
WIDEST = 100
"""A plot is no broader than this, however wide the terminal."""


@click.command(epilog="scorekeeper simulate --rules classic --house scoring.double_blank=25")
@click.option(
    "--rules",
    "books",
    metavar="BOOK",
    multiple=True,
    shell_complete=complete_book,
    help="A rule book; can be repeated.",
)
@click.option(
    "--house",
    metavar="KEY=VALUE",
    multiple=True,
    help="A rule to change: each book is played as written and as changed; can be repeated.",
)
@set_option
@click.option(
    "--players", type=int, metavar="NUMBER", help="How many play; if left out, 4 or the nearest that can."
)
@click.option("--evenings", type=int, default=1000, show_default=True, help="How many evenings of each kind.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same number gives the same figures."
)
@click.option(
    "--policy",
    "policies",
    type=click.Choice(list(POLICIES)),
    multiple=True,
    help="A way of playing; can be repeated; if left out, all of them.",
)
@click.option("--cores", type=click.IntRange(1), help="How many cores to use; if left out, all.")
@click.option(
    "--turn-seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="How long a turn takes, for minutes.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
def simulate(
    books: tuple[str, ...],
    house: tuple[str, ...],
    cores: int | None,
    as_csv: bool,
    as_json: bool,
    **asked: Any,
) -> int:
    """Show what rules do to an evening, as ranges over several ways of playing.

    Whole games are played. Ctrl+C shows the figures of the evenings played so far.
    """
    if as_csv and as_json:
        raise click.UsageError(_("Choose either --csv or --json."))
    question = _question(books, house, **asked)
    parts: list[Part] = []
    try:
        parts.extend(_played(question, cores))
    except KeyboardInterrupt:
        if not parts:
            raise
    found = simulation(question, parts)
    if as_json:
        say_json(found)
    elif as_csv:
        _say_csv(found)
    else:
        _say_figures(question, found)
    return 0 if found.evenings == question.evenings else INTERRUPTED


def _question(
    books: tuple[str, ...],
    house: tuple[str, ...],
    set_size: str | None,
    players: int | None,
    policies: tuple[str, ...],
    **asked: Any,
) -> Question:
    at_hand, changes = shelf(), parse_house(house)
    found: list[Book] = []
    for book_id in dict.fromkeys(books or (BASE_BOOK,)):
        book = at_hand.book(book_id)
        found.append(Book(book.id, book.title, book.rules))
        if changes:
            title = _("{book}, changed", book=book.title)
            found.append(Book(book.id, title, with_changes(book.rules, changes), changes))
    first = found[0].rules
    size = int(set_size) if set_size else first.set.default
    seats = usual_players(first, size) if players is None else players
    return Question(
        tuple(found), size, seats, policies=tuple(dict.fromkeys(policies)) or tuple(POLICIES), **asked
    )


def _played(question: Question, cores: int | None) -> Iterator[Part]:
    """Yield the parts as they are played, with a bar on a terminal that says how far it is."""
    with playing(question, cores) as futures:
        bar = (
            click.progressbar(length=len(futures), file=sys.stderr) if sys.stderr.isatty() else nullcontext()
        )
        with bar as shown:
            for future in futures:
                yield future.result()
                if shown is not None:
                    shown.update(1)


def _say_csv(found: Simulation) -> None:
    """Print a row for each figure; those of places are numbered."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["rules", "house", "policy", "figure", "mean", "spread"])
    for book in found.books:
        house = " ".join(f"{key}={value}" for key, value in book.house.items())
        for row in figure_rows(book):
            name = f"{row.name}_{row.place}" if row.place else row.name
            for one, figure in zip(book.policies, row.figures, strict=True):
                rows.writerow([book.rules, house, one.policy, name, figure.mean, figure.spread])


def _say_figures(question: Question, found: Simulation) -> None:
    """Print the figures of each book, what differs from the first, and on a terminal a plot."""
    facts = {"set_name": set_name(found.set), "players": found.players, "seed": found.seed}
    say(
        ngettext(
            "{set_name} · {players} players · {count} evening of each kind · seed {seed}",
            "{set_name} · {players} players · {count} evenings of each kind · seed {seed}",
            found.evenings,
            **facts,
        )
    )
    titles = [book.title for book in question.books]
    for title, book in zip(titles, found.books, strict=True):
        say("", title)
        table = figure_table(book)
        say_table(table, "<" + ">" * (len(table[0]) - 1))
    for at, book in enumerate(found.books[1:], start=1):
        other = at - 1 if book.house else 0
        say("", _("{book}, compared with {other}:", book=titles[at], other=titles[other]))
        say(*compared(found.books[other], book))
    if sys.stdout.isatty():
        say("")
        for line, _by_policy in plot(found.books, titles, min(shutil.get_terminal_size().columns, WIDEST)):
            say(line)
