"""`scorekeeper sheet`: score sheets on paper, blank or filled, for one table or a whole event."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

import click

from scorekeeper.cli import options
from scorekeeper.cli.common import (
    STDOUT,
    chosen_form,
    chosen_paper,
    names_file,
    open_game,
    open_kept,
    store,
    write_files,
)
from scorekeeper.cli.language import Listing
from scorekeeper.cli.output import complain, say
from scorekeeper.errors import Malformed, NotFound, at_place
from scorekeeper.formats import shipped_wording
from scorekeeper.game import EntryCell, clean_title, file_name, parse_players
from scorekeeper.session import book_and_rules, under_other_rules
from scorekeeper.session import shelf as rule_books
from scorekeeper.sheets import (
    Look,
    Sheet,
    blank_sheet,
    blank_warnings,
    check_pages,
    shipped_templates,
    table_sheets,
    typeset,
)
from scorekeeper.system import Format, Orientation, Paper, Source, page_paths, read_text, write_new
from scorekeeper.text import N_, _, ngettext

USUAL_SEATS = 4
SHEET, TABLES, RULINGS = "classic", "tournament", "ruling"
"""The templates for a table, for a whole event, and for rulings alone."""

MANY_PAGES = 20
"""So many pages take a while to set."""


@click.command(epilog=N_('scorekeeper sheet --set 9 --players "Ana,Ben,Carla" -o tonight.pdf'))
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=options.complete_game)
@click.option(
    "--all-since",
    "since",
    metavar="DATE",
    help="All saved games since a day, a month or a year, such as 2026-11-20 or 2026.",
)
@options.set_size
@click.option("--players", metavar="NAMES|NUMBER", help="Names separated by commas, or how many seats.")
@options.rules
@click.option("--title", help="The heading of a blank sheet.")
@click.option("--tables", type=options.InputFile(), help="A page for each table of a CSV file.")
@options.paper
@click.option(
    "--orientation",
    type=click.Choice(get_args(Orientation), case_sensitive=False),
    default="auto",
    show_default=True,
    help="The orientation of the page.",
)
@click.option(
    "--template",
    metavar="NAME",
    cls=Listing,
    words=lambda: _("What kind of sheet: {names}, or your own.", names=", ".join(shipped_templates())),
)
@click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Format), case_sensitive=False),
    help="The file format; if left out, by the name's ending.",
)
@options.output
@options.force
def sheet(
    games: tuple[str, ...],
    since: str | None,
    set_size: int | None,
    players: str | None,
    book: str | None,
    house: tuple[str, ...],
    title: str | None,
    tables: Source | None,
    paper: Paper | None,
    orientation: Orientation,
    template: str | None,
    form: Format | None,
    output: Path | None,
    force: bool,
) -> None:
    """Print the sheets of games, or a blank one, and show where the file is.

    The sheets of several games are pages of one PDF file; SVG and PNG take a file for each page.
    """
    usual = TABLES if tables else SHEET
    kind = usual if template is None else template
    look = Look(template=kind, paper=paper or chosen_paper(), orientation=orientation)
    if games or since is not None:
        own = {"--set": set_size, "--players": players, "--title": title, "--tables": tables}
        if given := ", ".join(option for option, value in own.items() if value is not None):
            sentence = N_("A game has its own players, set and title; leave out {options}.")
            raise click.UsageError(_(sentence, options=given))
        check_pages(len(wanted := _wanted(games, since)))
        sheets = [filled(game, book, house) for game in wanted]
        if look.template == RULINGS and not (sheets := [sheet for sheet in sheets if sheet.rulings]):
            raise NotFound(_("There is no ruling to print: nobody saved one in the log of a game."))
        name = "" if len(sheets) == 1 else ngettext("{count} game", "{count} games", len(sheets))
    else:
        if look.template == RULINGS:
            sentence = N_(
                "There is no blank page of rulings. Name a game that has rulings, "
                "or use scorekeeper judge FILE -o ruling.pdf to print a new one."
            )
            raise click.UsageError(_(sentence))
        chosen, changes = book_and_rules(book, house)
        size, heading = set_size or chosen.rules.set.default, clean_title(title or "")
        blank = partial(blank_sheet, chosen, size, title=heading, house=changes, wording=shipped_wording())
        sheets, name = _blanks(blank, players, tables), tables.stem if isinstance(tables, Path) else ""
        complain(*blank_warnings(sheets, chosen.rules))
    write_sheets(sheets, name, look, form, output, force)


def write_sheets(
    sheets: Sequence[Sheet], name: str, look: Look, asked: Format | None, output: Path | None, force: bool
) -> None:
    """Print sheets where they are wanted, else into files named after what is on them, and say what is odd."""
    form: Format = chosen_form(asked, output, {ending: f".{ending}" for ending in get_args(Format)}) or "pdf"
    if len(sheets) > MANY_PAGES:
        complain(ngettext("Setting {count} page…", "Setting {count} pages…", len(sheets)))
    done = typeset(sheets, look, form)
    complain(*done.warnings)
    if output is None:
        first = sheets[0]
        template = "" if look.template == SHEET else look.template
        parts = filter(None, (first.title or first.words["game"], first.day, template))
        usual = Path(f"{name or file_name(' '.join(parts))}.{form}")
        say(*map(str, write_new(usual, done.pages)))
    elif output == STDOUT and len(done.pages) > 1:
        sentence = N_("Stdout takes one picture, not {count}; name a file, or print a PDF.")
        raise Malformed(_(sentence, count=len(done.pages)), "-o")
    else:
        files = page_paths(output, len(done.pages))
        say(*write_files(dict(zip(files, done.pages, strict=True)), force, lasting=False))


def _wanted(games: tuple[str, ...], since: str | None) -> Sequence[str]:
    """Return the games that are named, or the saved games since a date, the oldest first."""
    if since is None:
        return games
    if games:
        raise click.UsageError(_("Name games, or print all since a day with --all-since; not both."))
    from scorekeeper.history import GameFilter, filter_games, parse_since

    with at_place("--all-since"):
        span = parse_since(since)
    saved = filter_games(store().past(), GameFilter(span=span))
    if not saved:
        raise NotFound(_("No saved game was played on {date} or later.", date=since))
    return [game.id for game in reversed(saved)]


def filled(name: str, book_id: str | None = None, house: tuple[str, ...] = ()) -> Sheet:
    """Return the sheet of a game, which may be counted by other rules."""
    from scorekeeper.sheets import filled_sheet

    marks: Collection[EntryCell] = ()
    dealt: Mapping[int, int] = {}
    if names_file(name):  # which does not know what was corrected, or who left in the middle of a round
        game = open_game(name)
    else:
        from scorekeeper.game import corrected_cells, dealt_counts

        kept = open_kept(name).kept
        game, marks, dealt = kept.game, corrected_cells(kept.log), dealt_counts(kept.log)
    counted, words = under_other_rules(game, book_id, house), shipped_wording()
    otherwise = (counted.rules, counted.earlier) != (game.rules, game.earlier)
    title = rule_books().title(counted.book)
    return filled_sheet(counted, title, wording=words, corrected=marks, dealt=dealt, otherwise=otherwise)


def _blanks(
    blank: Callable[[int | Sequence[str]], Sheet], players: str | None, tables: Source | None
) -> list[Sheet]:
    """Return blank sheets: of one table, or of each table of a file."""
    if tables is None:
        return [blank(USUAL_SEATS if players is None else parse_players(players))]
    if players is not None:
        raise click.UsageError(_("The file of tables names the players; leave out --players."))
    text = read_text(tables)
    with at_place(str(tables)):
        return table_sheets(blank, text)
