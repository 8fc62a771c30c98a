"""`scorekeeper judge` asked about a situation: what it prints and how it ends."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli.judge import judge
from scorekeeper.cli.language import in_language
from tests.paper import page_texts, squeezed

CORPUS = Path(__file__).parents[1] / "situations"
BLANKS = str(CORPUS / "scenarios" / "12-counting-blanks.toml")


def typed(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(in_language(judge), words, standalone_mode=False)


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_a_ruling_is_printed_on_a_page(cli, tmp_path, form) -> None:
    """The kind of file follows from its name, and the ruling is told all the same."""
    page = tmp_path / f"ruling.{form}"
    ran = cli("judge", CORPUS / "scenarios" / "15-start-complete-or-not.toml", "-o", page)
    assert ran.status == 1
    assert "4 of its 6 toes" in ran.out
    assert page.stat().st_size > 1000


def test_a_page_about_trains_speaks_of_trains(cli, tmp_path) -> None:
    """Emblem, picture and sentences are those of the game, with a train that is named as the place of a tile."""
    page = tmp_path / "ruling.pdf"
    ran = cli("judge", CORPUS / "scenarios" / "an-open-double-of-another-player.toml", "-o", page)
    (text,) = page_texts(page.read_bytes())
    for told in (
        "Mexican Train",
        "On which train: Ben's train",
        "Ana, marked",
        "every player in turn must cover it",
    ):
        assert squeezed(told) in squeezed(text)
    for feet in ("toe", "foot", "chicken"):
        assert feet not in (text + ran.out).replace("foot.lock", "").lower()


def test_a_page_says_what_other_books_say(cli, tmp_path) -> None:
    """Question, answer, reason, what was told, who says so and who says otherwise."""
    page = tmp_path / "ruling.pdf"
    cli("judge", CORPUS / "scenarios" / "15-start-complete-or-not.toml", "-o", page)
    (text,) = page_texts(page.read_bytes())
    for told in (
        "May this tile be laid there?",
        "No: Xan may not lay 6-4 there",
        "4 of its 6 toes",
        "Xan lays 9-0",
        "Tile: 6-4",
        "Yes: Classic",
    ):
        assert squeezed(told) in squeezed(text)
