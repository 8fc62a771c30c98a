"""`scorekeeper simulate`: what rules do to an evening, as figures, in words, as a plot, CSV or JSON.

Only fetches and prints; the figures come from `simulate`. How far a simulation is goes to stderr.
"""

import csv
import signal
import sys
from io import StringIO
from typing import Any

import click

from scorekeeper.cli import INTERRUPTED, options
from scorekeeper.cli.output import WIDEST, columns, complain, say, say_json, say_table
from scorekeeper.formats import BASE_BOOK, shipped_wording
from scorekeeper.rules import with_changes
from scorekeeper.session import parse_house, playing, shelf
from scorekeeper.simulate import (
    POLICIES,
    Part,
    Plan,
    PlannedBook,
    Simulation,
    change_sentences,
    changed_title,
    compared,
    figure_rows,
    figure_table,
    how_to_read,
    plot,
    simulation,
    usual_players,
)
from scorekeeper.text import N_, _
from scorekeeper.tiles import set_name

MOST_CORES = 1024


@click.command(epilog="scorekeeper simulate --rules classic --house scoring.double_blank=25")
@click.option("--rules", "books", type=options.BOOK, multiple=True, help="A book; repeatable.")
@click.option(
    "--house",
    metavar="KEY=VALUE",
    multiple=True,
    help="A rule to change beside each book; repeatable. rules show BOOK --json lists the keys.",
)
@options.set_size
@click.option("--players", type=int, metavar="NUMBER", help="How many play; usually 4.")
@click.option(
    "--evenings", type=int, default=1000, show_default=True, help="How many evenings in each way of playing."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same figures.")
@click.option(
    "--policy", "policies", type=click.Choice(POLICIES), multiple=True, help="How all play; usually each way."
)
@click.option("--cores", type=click.IntRange(1, MOST_CORES), help="How many cores to use; usually all.")
@click.option(
    "--turn-seconds", type=click.IntRange(1, 3600), metavar="SECONDS", help="How long a turn takes you."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.json
def simulate(cores: int | None, as_csv: bool, as_json: bool, **asked: Any) -> int:
    """Show what rules do to an evening, as ranges over several ways of playing.

    Whole games are played. Ctrl+C shows the figures of the evenings played so far.
    """
    if as_csv and as_json:
        raise click.UsageError(_("Choose either --csv or --json."))
    if hasattr(signal, "SIGPIPE"):  # a process that it ended would leave semaphores behind
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    plan, parts = _plan(**asked), list[Part]()
    err = sys.stderr
    try:
        with playing(plan, cores) as run, click.progressbar(run, file=err, hidden=not err.isatty()) as bar:
            parts.extend(future.result() for future in bar)
    except KeyboardInterrupt:
        if not parts:
            raise
    result = simulation(plan, parts)
    if as_json:
        say_json(result)
    else:
        (_say_csv if as_csv else _say_figures)(plan, result)
    return 0 if result.evenings == plan.evenings else INTERRUPTED


def _plan(books: tuple[str, ...], house: tuple[str, ...], set_size: int | None, **asked: Any) -> Plan:
    at_hand, changes, planned = shelf(), parse_house(house), list[PlannedBook]()
    for book in map(at_hand.book, dict.fromkeys(books or (BASE_BOOK,))):
        planned.append(PlannedBook(book.id, book.title, book.rules))
        changed = with_changes(book.rules, changes)
        if changed != book.rules:
            planned.append(PlannedBook(book.id, changed_title(book.title, changes), changed, changes))
        elif changes:
            complain(_("{book} already says this; nothing is changed.", book=book.title))
    asked["set_size"] = size = set_size or planned[0].rules.set.default
    if asked["players"] is None:
        asked["players"] = usual_players(planned[0].rules, size)
    asked["policies"] = tuple(dict.fromkeys(asked["policies"] or POLICIES))
    return Plan(tuple(planned), **asked)


def _say_csv(_plan: Plan, result: Simulation) -> None:
    """Print a row for each figure; those of places are numbered."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["rules", "house", "policy", "figure", "mean", "spread"])
    for book in result.books:
        house = " ".join(f"{key}={value}" for key, value in book.house.items())
        for row in figure_rows(book.policies):
            name = f"{row.name}_{row.place}" if row.place else row.name
            for policy, figure in zip(book.policies, row.figures, strict=True):
                rows.writerow([book.rules, house, policy.policy, name, figure.mean, figure.spread])
    click.echo(text.getvalue().encode(), nl=False)


def _say_figures(plan: Plan, result: Simulation) -> None:
    """Print the figures of each book, what differs from the first, and on a terminal a plot."""
    head = N_("{set_name} · {players} players · {all} evenings in each way of playing · seed {seed}")
    facts = {"players": result.players, "all": result.evenings, "seed": result.seed}
    say(_(head, set_name=set_name(result.set), **facts))
    titles = [book.title for book in plan.books]
    words = shipped_wording().under(plan.books[0].rules)
    for title, book in zip(titles, result.books, strict=True):
        say("", title, *change_sentences(book.house, words))
        say_table(figure_table(book), "<" + ">" * (len(book.policies) + 1))
    say("", *how_to_read(plan.policies))
    if sys.stdout.isatty():
        say("", *(line for line, _by_policy in plot(result.books, titles, min(columns(), WIDEST))))
    for at, book in enumerate(result.books[1:], start=1):
        other = at - 1 if book.house else 0
        say("", _("{book}, compared with {other}:", book=titles[at], other=titles[other]))
        say(*compared(result.books[other], book))
