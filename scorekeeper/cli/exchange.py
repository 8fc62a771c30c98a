"""Whole games as files: `export` writes one, `key` enters a whole sheet from a CSV file."""

from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path

import click

from scorekeeper.cli import options
from scorekeeper.cli.common import STDOUT, chosen_form, open_game, open_kept, store, write_files
from scorekeeper.cli.language import Listing
from scorekeeper.cli.output import complain, say
from scorekeeper.errors import Damaged, Impossible, Malformed
from scorekeeper.formats import EXPORTS
from scorekeeper.game import (
    CellValue,
    EventKind,
    Game,
    RoundScored,
    SitsOut,
    WentOut,
    apply_event,
    sheet_corrections,
    takeover_change,
)
from scorekeeper.system import Source, make_folder
from scorekeeper.text import N_, _


@click.command(epilog=N_("scorekeeper key last friday.csv"))
@options.game
@click.argument("file", type=options.InputFile(), metavar="FILE")
@click.option("--reason", help="Why entries are corrected; needed to correct any.")
@click.option("--overrule", metavar="WHY", help="Keep the entries despite warnings, with a reason.")
@options.by
@options.json
def key(
    game: str, file: Source, reason: str | None, overrule: str | None, by: str | None, as_json: bool
) -> None:
    """Enter a whole sheet from paper; if an entry is wrong, nothing is entered.

    FILE is CSV, `-` for stdin: a line per round (`round,ended,Ana,Ben`), as `export --format
    csv` writes it, or a line per player (`player,9-9,8-8`). Numbers are points as they stand on paper,
    `out` marks who went out; an empty cell is not entered. Entries the game already has may be on the sheet again.
    A total that does not match the rounds is reported; the rounds are entered all the same.

    In a game of which nothing is entered yet, unknown names are new players, an empty cell in a round that
    others have played past means that the player was not there, and a first line `start` has the points of
    latecomers. Calls and markers are in the game file alone, which `import` reads.
    """
    from scorekeeper.cli.round import keep_entries, report_entries  # not needed to export

    session = open_kept(game, by)
    changes, totals = _read(file, session.game, reason)
    keep_entries(session, changes, overrule, str(file))
    for name, written in totals.items():
        if written != (counted := session.game.total(name)):
            sentence = N_("The sheet's total for {name} is {written}; its rounds make {counted}.")
            complain(_(sentence, name=name, written=written, counted=counted))
    report_entries(session, len(changes), as_json, nothing=_("Everything on this sheet is already entered."))


def _read(file: Source, game: Game, reason: str | None) -> tuple[list[EventKind], Mapping[str, int]]:
    """Read a file with a table; return what it changes, who joins and leaves first, and the totals as written."""
    from scorekeeper.formats import read_company, read_sheet, read_sheets  # not needed to export
    from scorekeeper.reading import only_table

    sheets = read_sheets(file)
    try:
        table = only_table(sheets, game.players)
        company = read_company(table, game)
        seated = reduce(lambda before, change: apply_event(change, before), company, game)
        sheet = read_sheet(table, seated)
        return [*company, *_changes(seated, sheet.game, reason)], sheet.totals
    except (Malformed, Impossible) as error:
        raise error.within(str(file)) from None


def _changes(game: Game, sheet: Game, reason: str | None) -> Iterator[RoundScored]:
    """Yield a change for every round of which the sheet says something new."""
    sentence = N_(
        "Round {double}-{double}, {name}: {first} is entered, the sheet says {second}; --reason corrects it."
    )
    for number in range(1, len(sheet.rounds) + 1):
        for cell in sheet_corrections(game, sheet, number) if reason is None else ():
            first, second = _cell_words(cell.entered), _cell_words(cell.written)
            facts = {"double": game.round(number).double, "name": cell.player}
            raise Impossible(_(sentence, **facts, first=first, second=second))
        if (change := takeover_change(game, sheet, number, reason)) is not None:
            yield change


def _cell_words(value: CellValue) -> str:
    if isinstance(value, SitsOut):
        return _("sits out")
    return _("went out") if isinstance(value, WentOut) else str(value)


def _form_words(name: str) -> str:
    return f"{name}: {_(EXPORTS[name].purpose)} ({EXPORTS[name].ending})"


@click.command(epilog=N_("scorekeeper export last -o friday.csv"))
@click.argument("game", required=False, shell_complete=options.complete_game)
@click.option("--all", "everything", is_flag=True, help="Write all games: one .xlsx, or a folder of files.")
@click.option(
    "--format",
    "kind",
    type=click.Choice([*EXPORTS]),
    cls=Listing,
    words=lambda: _(
        "{forms}. If left out, the name's ending decides, or else it is toml.",
        forms="; ".join(map(_form_words, EXPORTS)),
    ),
)
@options.json
@options.output
@options.force
def export(
    game: str | None, everything: bool, kind: str | None, as_json: bool, output: Path | None, force: bool
) -> int:
    """Write a game as a file, or to stdout if no file is named.

    With --all a spreadsheet has every game that is not deleted on a sheet of its own, a list of results and one of
    people; in any other format each game is a file in a folder. import reads all of these. Damaged games are named
    and left out; the exit status is 1 then.
    """
    if everything == bool(game):
        raise click.UsageError(_("Name a game, or write all of them with --all."))
    usual = next(name for name, form in EXPORTS.items() if form.show_all) if everything else None
    asked = "json" if as_json else kind or usual
    form = chosen_form(asked, output, {name: form.ending for name, form in EXPORTS.items()})
    export, target, faults = EXPORTS[form or next(iter(EXPORTS))], output or STDOUT, list[str]()
    if game:
        files = {target: export.show(open_game(game))}
    elif export.show_all is None and target == STDOUT:
        raise Malformed(_("Standard output takes one file, not a folder of them; name a folder."), "-o")
    else:
        games, faults = _all_games()
        if not games:
            missing = _("There are no saved games yet; start one with scorekeeper new.")
            raise Impossible("\n".join(faults) or missing)
        if export.show_all is not None:
            files = {target: export.show_all([*games.values()])}
        else:
            make_folder(target)
            files = {target / f"{name}{export.ending}": export.show(saved) for name, saved in games.items()}
    say(*write_files(files, force))
    complain(*faults)
    return 1 if faults else 0


def _all_games() -> tuple[dict[str, Game], list[str]]:
    """Return the saved games that are not deleted, the oldest first, and what is wrong with damaged ones."""
    kept, games, faults = store(), dict[str, Game](), list[str]()
    for listed in reversed(kept.list(-1)):
        try:
            games[listed.id] = kept.game(listed.id).game
        except Damaged as damage:
            faults.append(str(damage))
    return games, faults
