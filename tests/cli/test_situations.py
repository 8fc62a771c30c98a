"""`scorekeeper judge` asked about a situation: what it prints and how it ends."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import run
from scorekeeper.cli.judge import judge
from scorekeeper.cli.language import in_language
from tests.paper import page_texts, squeezed

CORPUS = Path(__file__).parents[1] / "situations"
BLANKS = str(CORPUS / "scenarios" / "12-counting-blanks.toml")


def typed(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(in_language(judge), words, standalone_mode=False)


def test_an_impossible_position_ends_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    """There is no ruling but status 2, and all reasons are on standard error."""
    file = CORPUS / "impossible" / "many-things-at-once.toml"
    assert run(["judge", str(file)]) == 2
    assert "check the facts" in capsys.readouterr().err


def test_rule_books_are_grouped_by_their_answer() -> None:
    """Each answer stands once, over the books that give it; those that cannot be played stand apart."""
    told = typed(BLANKS, "--all").output
    headings = [line for line in told.splitlines() if line.endswith("):")]
    assert sorted(headings) == [
        "10 points (4):",
        "35 points (1):",
        "60 points (11):",
        "85 points (2):",
        "It depends (1):",
    ]


def test_books_that_agree_are_marked_as_agreeing() -> None:
    """With a flat count for the double blank and blanks alone, all books agree."""
    told = typed(str(CORPUS / "scenarios" / "13-blocked-sam.toml"), "--all", "--json")
    data = json.loads(told.output)
    assert (told.return_value, data["agree"]) == (0, True)
    assert all(ruling.get("answer") == 12 for ruling in data["rulings"])


def test_a_table_may_ask_about_its_own_rules() -> None:
    """A house rule is applied, and the table itself is its source."""
    ruling = json.loads(typed(BLANKS, "--house", "scoring.double_blank=25", "--json").output)
    assert (ruling["answer"], ruling["source"]) == (35, "What this table agreed.")


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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("scenarios/15-start-complete-or-not.toml", "-o", "ruling.doc"), ".doc"),
        (("scenarios/15-start-complete-or-not.toml", "-o", "ruling.pdf", "--all"), "--all"),
        (("../records/valid/goes-out.toml", "-o", "ruling.pdf"), "this is a record"),
    ],
)
def test_what_has_no_page_is_refused(cli, words, says) -> None:
    """Another kind of file, every rule book at once, a record: refused before anything is printed."""
    file, *rest = words
    ran = cli("judge", CORPUS / file, *rest)
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
