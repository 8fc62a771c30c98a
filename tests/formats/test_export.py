"""The score table as CSV and Markdown, and the report."""

import csv
from pathlib import Path

import click
import pytest
from msgspec.structs import replace

from scorekeeper.cli.exchange import export as command
from scorekeeper.formats.export import EXPORTS, show_csv, show_markdown, show_report
from scorekeeper.formats.score_sheet_csv import read_sheet
from scorekeeper.game.events import CallMade, PlayerJoined, RoundCleared, RoundScored, RulingKept, Undone
from scorekeeper.game.log import begin_game
from scorekeeper.game.round import Blocked, Call, KeptRuling, Overruled
from scorekeeper.game.sample import SAMPLE_BOOK, sample_game
from scorekeeper.text import spoken
from tests.build import AT, new_log, scored, started
from tests.catalogues import language_of
from tests.conftest import SHELF, Cli, Ran


def test_csv_has_a_row_per_round_then_totals_and_ranks() -> None:
    """The CSV table reads back as rows; a missing entry is an empty cell."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(2, "blocked", Ben="5"), AT)
    assert list(csv.reader(show_csv(log.game).splitlines())) == [
        ["round", "ended", "Ana", "Ben", "Cy"],
        ["9-9", "Ana out", "0", "7", "12"],
        ["8-8", "blocked", "", "5", ""],
        ["total", "", "0", "12", "12"],
        ["rank", "", "1", "2", "3"],
    ]


def test_csv_computes_nothing() -> None:
    """A name that begins like a formula is text in every spreadsheet."""
    game = new_log(players=('=HYPERLINK("x")', "+1", "Cy")).game
    assert next(csv.reader(show_csv(game).splitlines()))[2:] == ['\'=HYPERLINK("x")', "'+1", "Cy"]


def test_markdown_shows_names_as_they_are() -> None:
    """Special characters in names make no markup and no extra column."""
    game = new_log(players=("a|b", "*c*", "<i>")).game
    assert show_markdown(game).splitlines()[:4] == [
        "# Friday night",
        "",
        r"| round | ended | a\|b | \*c\* | \<i\> |",
        "| :-- | :-- | --: | --: | --: |",
    ]


def test_points_given_on_coming_are_in_the_table() -> None:
    """A latecomer's column adds up: what somebody began with stands in the first row, if there is any."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT)
    log = log.after(PlayerJoined(player="Dora", begins="highest"), AT).after(scored(2, Dora="5"), AT)
    assert list(csv.reader(show_csv(log.game).splitlines()))[1:] == [
        ["start", "", "", "", "", "12"],
        ["9-9", "Ana out", "0", "7", "12", ""],
        ["8-8", "", "", "", "", "5"],
        ["total", "", "0", "7", "12", "17"],
        ["rank", "", "1", "2", "3", "4"],
    ]


def test_report_tells_every_correction() -> None:
    """The report lists each change of a complete round with who and why, and marks undone ones."""
    log = new_log().after(scored(1, "Ana", Ben="7"), AT).after(scored(1, Cy="12"), AT)
    log = log.after(replace(scored(1, Ben="9"), reason="miscounted"), AT, "Cy")
    log = log.after(scored(1, "Ben", Ana="3"), AT).after(scored(2, Ben="5"), AT)
    told = show_report(log.after(Undone(), AT))
    assert section(told, "Corrected") == [
        "4. 2026-11-20 20:00 (Cy) Round 9-9: Ben 7 → 9. (miscounted)",
        "5. 2026-11-20 20:00 Round 9-9: Ben went out. Before: Ana went out. Ana 3. Ben's 9 was removed.",
    ]
    assert "6. 2026-11-20 20:00 [undone] Round 8-8: Ben 5.\n" in told
    assert "1. Ben: 0\n" in told


def test_report_tells_a_round_cleared_and_entered_anew() -> None:
    """Clearing a complete round is a correction; a note or a call is not."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT)
    log = log.after(RoundScored(round=1, note="late"), AT).after(
        CallMade(1, Call("chickenlittle", "Ben")), AT
    )
    assert section(show_report(log), "Corrected") == ["nothing"]
    told = show_report(log.after(RoundCleared(1, "wrong sheet"), AT))
    assert section(told, "Corrected") == ["5. 2026-11-20 20:00 Round 9-9 was cleared. (wrong sheet)"]


def test_report_tells_what_was_noted() -> None:
    """Notes, calls, rulings and overruled warnings each have their own section, if there are any."""
    ruling = KeptRuling(question="May I?", answer="No", reason="7-7 is open.", book="Ours says so.")
    odd = Overruled("D12", message="Which double?", by="Ben", why="nobody knows")
    log = new_log()
    for what in (
        replace(scored(1, "blocked", Ben="7"), overruled=(odd,), note="late"),
        CallMade(1, Call("chickenlittle", "Cy", "Ana", "draw-1")),
        RulingKept(1, ruling),
    ):
        log = log.after(what, AT)
    told = show_report(log)
    assert section(told, "Notes") == ["Round 9-9: late"]
    assert section(told, "Calls") == [
        "Round 9-9: Ana caught Cy, who had not called Chickenlittle. The penalty is to draw 1 tile."
    ]
    assert section(told, "Rulings") == [
        "Round 9-9: The judge was asked: May I? No. 7-7 is open. (Ours says so.)"
    ]
    assert section(told, "Warnings") == ["Round 9-9: Ben overruled a warning (nobody knows): Which double?"]
    assert "Notes\n" not in show_report(new_log())


def section(told: str, title: str) -> list[str]:
    """Return the lines of a part of the report."""
    (part,) = [part for part in told.rstrip().split("\n\n") if part.splitlines()[0] == title]
    return part.splitlines()[1:]


def test_report_without_a_title_names_the_day_once() -> None:
    """The heading of an untitled game is its date, set and rule book."""
    told = show_report(begin_game(replace(started(), title=""), AT))
    assert told.splitlines()[0] == "2026-11-20 · double-nine · classic"


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("f.TOML", "format = "),
        ("f.csv", "round,ended,"),
        ("f.md", "# "),
        ("f.txt", "Friday"),
        ("f", "format"),
    ],
)
def test_the_ending_decides_what_is_exported(
    name: str, begins: str, cli: Cli, game: str, tmp_path: Path
) -> None:
    """Without `--format`, a name that ends as one of the formats gets that format; the name is printed."""
    path = tmp_path / name
    assert cli("export", game, "-o", path) == Ran(0, f"{path}\n", "")
    assert path.read_text(encoding="utf-8").startswith(begins)


def test_the_command_offers_every_form() -> None:
    """`export --format` takes the registered forms, the game file first, and its help explains each."""
    (option,) = (one for one in command.params if one.name == "kind")
    assert isinstance(option, click.Option)
    assert [*option.to_info_dict()["type"]["choices"]] == [*EXPORTS]
    assert next(iter(EXPORTS)) == "toml"
    assert all(f"{name}: {form.purpose}" in str(option.help) for name, form in EXPORTS.items())


def test_every_form_shows_a_whole_game() -> None:
    """Each export names every player and ends with a newline."""
    log = sample_game(SHELF.book(SAMPLE_BOOK))
    for form in EXPORTS.values():
        text = form.show(log)
        assert text.endswith("\n")
        assert all(name in text for name in log.game.players)


def test_csv_is_the_same_in_every_language() -> None:
    """What is written under one language is read under another, by the same words."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(2, "blocked", Ben="5"), AT)
    log = log.after(RoundScored(round=3, ending=Blocked(4)), AT)
    game = log.after(PlayerJoined(player="Dora", begins="highest"), AT).game
    written, read = show_csv(game), read_sheet(show_csv(game), game)
    with spoken(OTHER_WORDS):
        assert show_csv(game) == written
        assert read_sheet(written, game) == read
        assert show_markdown(game).splitlines()[2] == "| RUNDE | ENDE | Ana | Ben | Cy | Dora |"
        assert "RUNDE  ENDE" in show_report(log)


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
