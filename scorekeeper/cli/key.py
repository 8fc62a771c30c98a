"""`scorekeeper key`: a whole sheet keyed back from a CSV file; and such a file compared with a game."""

from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.cli.common import by_option, game_argument, json_option, open_kept
from scorekeeper.cli.output import complain
from scorekeeper.cli.report import keep_entries, report_entries
from scorekeeper.errors import Impossible, Malformed
from scorekeeper.formats import KeyedSheet, read_game, read_sheet
from scorekeeper.game import (
    SITS_OUT,
    CellValue,
    Difference,
    Game,
    RoundScored,
    SitsOut,
    WentOut,
    keyed_rounds,
    keying_differences,
    takeover_change,
)
from scorekeeper.session import shelf
from scorekeeper.system import read_stdin, read_text
from scorekeeper.text import _, pgettext

STDIN = "-"


@click.command(epilog="scorekeeper key last friday.csv")
@game_argument
@click.argument("file", metavar="FILE")
@click.option("--reason", help="Why entries are corrected; needed to correct any.")
@click.option("--overrule", metavar="WHY", help="Keep the entries despite warnings, with a reason.")
@by_option
@json_option
def key(
    game: str, file: str, reason: str | None, overrule: str | None, by: str | None, as_json: bool
) -> None:
    """Enter a whole sheet from paper; if an entry is wrong, nothing is entered.

    FILE is CSV, `-` for stdin: a line per round (`round,ended,Ana,Ben`), as `export --format
    csv` writes it, or a line per player (`player,9-9,8-8`). Numbers are points as they stand on paper,
    `out` marks who went out; an empty cell is not entered. Entries the game already has may be on the sheet again.
    A total that does not match the rounds is reported; the rounds are entered all the same.
    """
    session = open_kept(game, by)
    sheet = read_keyed(file, session.game)
    try:
        changes = list(_changes(session.game, sheet.game, reason))
    except Impossible as error:
        raise error.within(_source(file)) from None
    keep_entries(session, changes, overrule, _source(file))
    for sentence in _miscounted(session.game, sheet):
        complain(sentence)
    report_entries(session, len(changes), as_json, nothing=_("Everything on this sheet is already entered."))


def read_keyed(file: str, game: Game) -> KeyedSheet:
    """Read a CSV file, standard input for `-`, or a game file, as a sheet of this game."""
    if Path(file).suffix == ".toml":
        other = read_game(Path(file), shelf().book)
        if set(other.players) != set(game.players):
            raise Malformed(_("This game has other players."), file)
        return KeyedSheet(other, {})
    text = read_stdin() if file == STDIN else read_text(Path(file))
    try:
        return read_sheet(text, game)
    except (Malformed, Impossible) as error:
        raise error.within(_source(file)) from None


def _source(file: str) -> str:
    return _("standard input") if file == STDIN else file


def _changes(game: Game, second: Game, reason: str | None) -> Iterator[RoundScored]:
    """Yield a change for every round of which the sheet says something new."""
    for number in keyed_rounds(second):
        if reason is None:
            _refuse_corrections(game, second, number)
        what = takeover_change(game, second, number, reason)
        if what is not None:
            yield what


def _refuse_corrections(game: Game, second: Game, number: int) -> None:
    for one in keying_differences(game, second, [number]):
        if one.first is not None and one.second is not None:
            raise Impossible(
                _(
                    "Round {double}-{double}, {name}: {first} is entered, the sheet says {second}; "
                    "--reason corrects it.",
                    double=game.round(number).double,
                    name=one.player,
                    first=show_cell(one.first),
                    second=show_cell(one.second),
                )
            )


def _miscounted(game: Game, sheet: KeyedSheet) -> Iterator[str]:
    for name, total in wrong_totals(game, sheet).items():
        yield _(
            "The sheet's total for {name} is {written}; its rounds make {counted}.",
            name=name,
            written=total,
            counted=game.total(name),
        )


def wrong_totals(game: Game, sheet: KeyedSheet) -> dict[str, int]:
    """Return the totals at the foot of a sheet that are not those of the game."""
    return {name: total for name, total in sheet.totals.items() if total != game.total(name)}


def show_cell(value: CellValue) -> str:
    """Return what a cell says, in words."""
    if value is None:
        return pgettext("a cell of a sheet", "nothing")
    if isinstance(value, SitsOut):
        return _("sits out")
    return _("went out") if isinstance(value, WentOut) else str(value)


def _difference_data(one: Difference) -> dict[str, object]:
    """Return a difference as `--json` prints it: "out" for who went out, "-" for who sits out."""
    return one._asdict() | {"first": _cell_data(one.first), "second": _cell_data(one.second)}


def _cell_data(value: CellValue) -> str | int | None:
    if isinstance(value, SitsOut):
        return SITS_OUT
    return "out" if isinstance(value, WentOut) else value


def against(game: Game, file: str) -> tuple[list[str], dict[str, object]]:
    """Return what a sheet keyed a second time says otherwise: as sentences, and as `--json` prints it."""
    sheet = read_keyed(file, game)
    keyed = keyed_rounds(sheet.game)
    found = keying_differences(game, sheet.game, keyed)
    absent = [number for number in keyed_rounds(game) if number not in keyed]
    totals = wrong_totals(game, sheet)
    lines = [
        _(
            "Differs, round {double}-{double}, {name}: {first} here, {second} on the sheet.",
            double=game.round(one.round).double,
            name=one.player,
            first=show_cell(one.first),
            second=show_cell(one.second),
        )
        for one in found
    ]
    lines += [
        _("Differs, round {double}-{double}: not on the sheet.", double=game.round(number).double)
        for number in absent
    ]
    lines += [
        _(
            "Differs, total of {name}: {first} here, {second} on the sheet.",
            name=name,
            first=game.total(name),
            second=count,
        )
        for name, count in totals.items()
    ]
    return lines, {
        "agree": not lines,
        "differences": [_difference_data(one) for one in found],
        "rounds_missing": absent,
        "totals": {name: {"first": game.total(name), "second": count} for name, count in totals.items()},
    }
