"""`scorekeeper sheet`: score sheets on paper, blank or filled, for one table or a whole event."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec.structs import replace

from scorekeeper.cli.common import (
    complete_game,
    force_option,
    names_file,
    open_game,
    open_kept,
    rules_options,
    set_option,
    store,
    write_files,
)
from scorekeeper.cli.output import complain, say
from scorekeeper.errors import Impossible, Malformed, NotFound, ScorekeeperError
from scorekeeper.formats import wording
from scorekeeper.game import clean_title, file_name, parse_players
from scorekeeper.rules import deal
from scorekeeper.session import book_and_rules
from scorekeeper.session import shelf as rule_books
from scorekeeper.sheets import (
    Look,
    Sheet,
    blank_sheet,
    confusing_names,
    keys_in_small_print,
    says_every_rule,
    shipped_templates,
    typeset,
)
from scorekeeper.system import (
    Format,
    Orientation,
    Paper,
    format_of,
    page_paths,
    read_text,
    settings_file,
    shipped_folder,
    usual_paper,
    write_new,
)
from scorekeeper.text import _, ngettext

if TYPE_CHECKING:
    from scorekeeper.game import EntryCell, Game
    from scorekeeper.rules import RuleBook, Value, Wording

USUAL_SEATS = 4
SHEET, TABLES, RULINGS = "classic", "tournament", "ruling"
"""The templates for a table, for a whole event, and for rulings alone."""

SLOW = 1.0
"""Seconds after which people want to know that something is going on."""


class Blank(msgspec.Struct, frozen=True):
    """What is asked for on a sheet to be filled by hand."""

    book: "RuleBook"
    house: "dict[str, Value]"
    set_size: int
    title: str
    words: "Wording"


@click.command(epilog='scorekeeper sheet --set 9 --players "Ana,Ben,Carla" -o tonight.pdf')
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=complete_game)
@click.option(
    "--all-since",
    "since",
    metavar="DATE",
    help="All saved games since a day, a month or a year, such as 2026-11-20 or 2026.",
)
@set_option
@click.option("--players", metavar="NAMES|NUMBER", help="Names separated by commas, or how many seats.")
@rules_options
@click.option("--title", help="The heading of a blank sheet.")
@click.option(
    "--tables", type=click.Path(path_type=Path), metavar="FILE", help="A page for each table of a CSV file."
)
@click.option(
    "--paper",
    type=click.Choice(["letter", "a4"], case_sensitive=False),
    help="The paper; if left out, the one last chosen in the app, or your country's.",
)
@click.option(
    "--orientation",
    type=click.Choice(["auto", "portrait", "landscape"], case_sensitive=False),
    default="auto",
    show_default=True,
    help="The orientation of the page.",
)
@click.option(
    "--template",
    metavar="NAME",
    help=f"What kind of sheet: {', '.join(shipped_templates())}, or your own.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["pdf", "svg", "png"], case_sensitive=False),
    help="The file format; if left out, by the name's ending.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write it; - for stdout.")
@force_option
def sheet(
    games: tuple[str, ...],
    since: str | None,
    set_size: str | None,
    players: str | None,
    book: str | None,
    house: tuple[str, ...],
    title: str | None,
    tables: Path | None,
    paper: Paper | None,
    orientation: Orientation,
    template: str | None,
    form: Format | None,
    output: str | None,
    force: bool,
) -> None:
    """Print the sheets of games, or a blank one, and show where the file is.

    The sheets of several games are pages of one PDF file; SVG and PNG take a file for each page.
    """
    look = Look(
        template=template if template is not None else TABLES if tables else SHEET,
        paper=paper or _usual_paper(),
        orientation=orientation,
    )
    if games or since is not None:
        _refuse_beside_game({"--set": set_size, "--players": players, "--title": title, "--tables": tables})
        wanted = _wanted(games, since)
        sheets = [_filled(game, book, house, look) for game in wanted]
        if look.template == RULINGS and not (sheets := [sheet for sheet in sheets if sheet.rulings]):
            raise NotFound(_("There is no ruling to print: nobody saved one in the log of a game."))
        name = "" if len(sheets) == 1 else ngettext("{count} game", "{count} games", len(sheets))
    else:
        _refuse_blank_ruling(look)
        chosen, changes = book_and_rules(book, house)
        asked = Blank(
            chosen,
            changes,
            int(set_size or chosen.rules.set.default),
            clean_title(title or ""),
            _words(look, changes),
        )
        sheets, name = _blanks(asked, players, tables), tables.stem if tables else ""
        for warning in confusing_names(sheets):
            complain(warning)
    kind = _form(form, output or "")
    usual = Path(f"{name or _usual_name(sheets[0], look)}.{kind}")
    pages = _pages(sheets, look, kind)
    if output == "-":
        _to_standard_output(pages)
    elif output:
        _to_files(pages, Path(output), force)
    else:
        say(*map(str, write_new(usual, pages)))


def _form(asked: Format | None, output: str) -> Format:
    """Return the kind of file that is asked for. Raises Malformed where the name ends as another kind."""
    named = format_of(output)
    if asked and named and asked != named:
        raise Malformed(_("This ends as a .{named} file, not as .{asked}.", named=named, asked=asked), output)
    return asked or named or "pdf"


def _usual_paper() -> Paper:
    """Return the paper that was chosen last, else that of the country."""
    return _chosen_paper() or usual_paper()


def _chosen_paper() -> Paper | None:
    if not os.path.lexists(settings_file()):
        return None
    from scorekeeper.system import read_settings

    try:
        return read_settings(settings_file()).print.paper
    except ScorekeeperError as error:
        complain(str(error))
        return None


def _refuse_beside_game(options: "dict[str, object]") -> None:
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise click.UsageError(
            _("A game has its own players, set and title; leave out {options}.", options=", ".join(given))
        )


def _refuse_blank_ruling(look: Look) -> None:
    if look.template == RULINGS:
        raise click.UsageError(
            _(
                "There is no blank page of rulings. Name a game that has rulings, "
                "or use scorekeeper judge FILE -o ruling.pdf to print a new one."
            )
        )


def _wanted(games: tuple[str, ...], since: str | None) -> Sequence[str]:
    """Return the games that are named, or the saved games since a date, the oldest first."""
    if since is None:
        return games
    if games:
        raise click.UsageError(_("Name games, or print all since a day with --all-since; not both."))
    from scorekeeper.history import GameFilter, filter_games, parse_since
    from scorekeeper.storage import Archive

    try:
        span = parse_since(since)
    except Malformed as error:
        raise error.within("--all-since") from None
    found = filter_games(Archive(store()).past(), GameFilter(span=span))
    if not found:
        raise NotFound(_("No saved game was played on {date} or later.", date=since))
    return [one.id for one in reversed(found)]


def _filled(name: str, book_id: str | None, house: tuple[str, ...], look: Look) -> Sheet:
    from scorekeeper.rules import rule_differences
    from scorekeeper.session import under_other_rules
    from scorekeeper.sheets import filled_sheet

    game, marks = _game(name)
    counted = under_other_rules(game, book_id, house)
    later = (key for period in counted.earlier for key in rule_differences(period.rules, counted.rules))
    words = _words(look, [*counted.house, *later])
    otherwise = (counted.rules, counted.earlier) != (game.rules, game.earlier)
    return filled_sheet(
        counted, _book_title(counted.book), wording=words, corrected=marks, otherwise=otherwise
    )


def _words(look: Look, changed: "Iterable[str]") -> "Wording":
    """Return the rule book's words, or as many as the template can print: reading all takes longer."""
    only = None if says_every_rule(look.template) else keys_in_small_print(changed)
    return wording(shipped_folder("rules"), only=only)


def _game(name: str) -> "tuple[Game, frozenset[EntryCell]]":
    """Return a game and which of its entries were corrected; a file does not know that."""
    if names_file(name):
        return open_game(name), frozenset()
    from scorekeeper.game import corrected_cells

    kept = open_kept(name).kept
    return kept.game, corrected_cells(kept.log)


def _book_title(book_id: str) -> str:
    """Return a rule book's title; its id where the book is gone."""
    try:
        return rule_books().book(book_id).title
    except (NotFound, Malformed):
        return book_id


def _blanks(asked: Blank, players: str | None, tables: Path | None) -> list[Sheet]:
    if tables is None:
        seats = parse_players(players) if players is not None else USUAL_SEATS
        _warn(asked, {seats if isinstance(seats, int) else len(seats)})
        return [_blank(asked, seats)]
    if players is not None:
        raise click.UsageError(_("The file of tables names the players; leave out --players."))
    from scorekeeper.sheets import read_seating

    try:
        seatings = read_seating(read_text(tables))
    except Malformed as error:
        raise error if error.where.startswith(str(tables)) else error.within(str(tables)) from None
    _warn(asked, {len(table.players) for table in seatings})
    sheets = []
    for table in seatings:
        page = _blank(asked, table.players)
        sheets.append(replace(page, table=table.table, event_round=table.round, starts_at=table.start))
    return sheets


def _warn(asked: Blank, tables: set[int]) -> None:
    """Say which numbers of players the rules cannot deal to; they may have rules of their own."""
    for players in sorted(tables):
        try:
            deal(asked.book.rules, asked.set_size, players)
        except Impossible as error:
            complain(str(error))


def _blank(asked: Blank, seats: int | Sequence[str]) -> Sheet:
    return blank_sheet(
        asked.book, asked.set_size, seats, title=asked.title, house=asked.house, wording=asked.words
    )


def _usual_name(one: Sheet, look: Look) -> str:
    parts = (one.title or one.words["game"], one.day, "" if look.template == SHEET else look.template)
    return file_name(" ".join(filter(None, parts)))


def _pages(sheets: Sequence[Sheet], look: Look, form: Format) -> Sequence[bytes]:
    """Return the pages as files have them, after saying what is odd about them."""
    with _patience(len(sheets)):
        done = typeset(sheets, look, form)
    for warning in done.warnings:
        complain(warning)
    return done.pages


@contextmanager
def _patience(pages: int) -> Iterator[None]:
    """Say that pages are being set where that takes long."""
    sentence = ngettext("Setting {count} page…", "Setting {count} pages…", pages)
    timer = Timer(SLOW, complain, [sentence])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _to_standard_output(pages: Sequence[bytes]) -> None:
    if len(pages) > 1:
        raise Malformed(
            _(
                "Stdout takes one picture, not {count}; name a file, or print a PDF.",
                count=len(pages),
            ),
            "-o",
        )
    click.echo(pages[0], nl=False)


def _to_files(pages: Sequence[bytes], path: Path, force: bool) -> None:
    places = page_paths(path, len(pages))
    write_files(dict(zip(places, pages, strict=True)), force, lasting=False)
    say(*map(str, places))
