"""The score table as CSV and Markdown, and the report."""

import csv
from collections.abc import Callable
from pathlib import Path

from scorekeeper.events import Undone
from scorekeeper.export import show_csv, show_markdown, show_report
from tests.build import AT, new_log, scored
from tests.conftest import CASES, Ran


def test_csv_has_a_row_per_round_then_totals_and_ranks() -> None:
    """The table reads back as rows; who was not entered has an empty cell."""
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
    """Marks in names make no markup and no further column."""
    game = new_log(players=("a|b", "*c*", "<i>")).game
    assert show_markdown(game).splitlines()[:4] == [
        "# Friday night",
        "",
        r"| round | ended | a\|b | \*c\* | \<i\> |",
        "| :-- | :-- | --: | --: | --: |",
    ]


def test_report_tells_every_correction() -> None:
    """What was corrected, taken back or still missing is in the report."""
    log = new_log().after(scored(1, "Ana", Ben="7", Cy="12"), AT).after(scored(1, Ben="9"), AT, "Cy")
    log = log.after(scored(2, Ben="5"), AT).after(Undone(), AT)
    told = show_report(log)
    assert "9-9, Ben: now 9\n" in told
    assert "3. 2026-11-20 20:00 (Cy) Round 9-9: Ben 7 → 9\n" in told
    assert "4. 2026-11-20 20:00 [taken back] Round 8-8: Ben 5\n" in told
    assert "1. Ana: 0\n" in told


def test_report_without_corrections_says_so() -> None:
    """An untouched game has nothing corrected; an open foot is told."""
    told = show_report(new_log().after(scored(1, "blocked", Ben="7"), AT))
    assert "Corrected\nnothing\n" in told.replace("\n\n", "\n")


def test_export_command_writes_each_format(cli: Callable[..., Ran], game: str, tmp_path: Path) -> None:
    """`export --format` prints or writes each format, of a kept game and of a file."""
    cli("round", game, "--blocked", "--open-foot", "4", "Ben=19")
    assert cli("export", game, "--format", "csv").out.splitlines()[1] == '9-9,"blocked, 4-4 open",,19,'
    assert "Carla" in cli("export", game, "--format", "report").out
    path = tmp_path / "f2.md"
    assert cli("export", CASES / "games" / "f2.toml", "--format", "markdown", "-o", path).out == ""
    assert path.read_text(encoding="utf-8").startswith("# F2\n")
    assert "Ana: 124" in cli("export", CASES / "games" / "f2.toml", "--format", "report").out
