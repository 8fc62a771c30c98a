"""The score table as CSV, and what decides how a game is exported."""

import csv
from pathlib import Path

import click

from scorekeeper.cli.exchange import export as command
from scorekeeper.cli.language import in_language
from scorekeeper.formats.export import EXPORTS, show_csv
from scorekeeper.formats.table_cells import sheets_of
from scorekeeper.game.events import PlayerJoined, RoundScored
from scorekeeper.game.round import Blocked
from scorekeeper.game.sample import SAMPLE_BOOK, sample_game
from scorekeeper.text import spoken
from tests.build import AT, new_log, scored
from tests.catalogues import language_of
from tests.conftest import SHELF, Cli, Ran, by_cases
from tests.keyed import read_sheet


def test_csv_has_a_row_per_round_then_totals_and_ranks() -> None:
    """The CSV table reads back as rows; a missing entry is an empty cell."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(2, "blocked", Ben="5"), AT)
    assert list(csv.reader(show_csv(log.game).splitlines())) == [
        ["round", "ended", "Ana", "Ben", "Cy"],
        ["9-9", "Ana out", "0", "7", "12"],
        ["8-8", "blocked", "", "5", ""],
        ["total", "", "0", "12", "12"],
        ["rank", "", "1", "2", "3"],
        ["date", "2026-11-20"],
        ["game", "Friday night"],
        ["set", "9"],
        ["rules", "classic"],
    ]


def test_csv_computes_nothing() -> None:
    """A name that begins like a formula is text in every spreadsheet."""
    game = new_log(players=('=HYPERLINK("x")', "+1", "Cy")).game
    assert next(csv.reader(show_csv(game).splitlines()))[2:] == ['\'=HYPERLINK("x")', "'+1", "Cy"]


def test_points_given_on_coming_are_in_the_table() -> None:
    """A latecomer's column adds up: what somebody began with stands in the first row, if there is any."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT)
    log = log.after(PlayerJoined(player="Dora", begins="highest"), AT).after(scored(2, Dora="5"), AT)
    assert list(csv.reader(show_csv(log.game).splitlines()))[1:6] == [
        ["start", "", "", "", "", "12"],
        ["9-9", "Ana out", "0", "7", "12", ""],
        ["8-8", "", "", "", "", "5"],
        ["total", "", "0", "7", "12", "17"],
        ["rank", "", "1", "2", "3", "4"],
    ]


@by_cases
def test_the_ending_decides_what_is_exported(
    name: str, begins: str, cli: Cli, game: str, tmp_path: Path
) -> None:
    """Without `--format`, a name that ends as one of the formats gets that format; the name is printed."""
    path = tmp_path / name
    assert cli("export", game, "-o", path) == Ran(0, f"{path}\n", "")
    assert path.read_text(encoding="utf-8").startswith(begins)


def test_the_command_offers_every_form() -> None:
    """`export --format` takes the registered forms, the game file first, and its help explains each."""
    (option,) = (one for one in in_language(command).params if one.name == "kind")
    assert isinstance(option, click.Option)
    assert [*option.to_info_dict()["type"]["choices"]] == [*EXPORTS]
    assert next(iter(EXPORTS)) == "toml"
    assert all(f"{name}: {form.purpose}" in str(option.help) for name, form in EXPORTS.items())


def test_every_form_shows_a_whole_game() -> None:
    """Each export names every player, and a text ends with a newline."""
    game = sample_game(SHELF.book(SAMPLE_BOOK)).game
    for name, form in EXPORTS.items():
        shown = form.show(game)
        if name == "xlsx":
            shown = "\n".join(
                cell.text for sheet in sheets_of(shown) for row in sheet.rows for cell in row
            ).encode()
        assert name == "xlsx" or shown.endswith(b"\n")
        assert all(player.encode() in shown for player in game.players)


def test_csv_is_the_same_in_every_language() -> None:
    """What is written under one language is read under another, by the same words."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(2, "blocked", Ben="5"), AT)
    log = log.after(RoundScored(round=3, ending=Blocked(4)), AT)
    game = log.after(PlayerJoined(player="Dora", begins="highest"), AT).game
    written, read = show_csv(game), read_sheet(show_csv(game), game)
    with spoken(OTHER_WORDS):
        assert show_csv(game) == written
        assert read_sheet(written, game) == read


OTHER_WORDS = language_of(
    "de",
    {
        f"{before}{word}": said
        for before in ("", "head of the score table\x04", "row of the score table\x04", "a round\x04")
        for word, said in {
            "round": "RUNDE",
            "ended": "ENDE",
            "player": "NAME",
            "total": "SUMME",
            "rank": "PLATZ",
            "start": "MIT",
            "blocked": "ZU",
            "{name} out": "{name} AUS",
            "blocked, {foot}-{foot} open": "ZU, {foot}-{foot}",
        }.items()
    },
)
"""A language that has another word for everything in a score table."""
