"""`scorekeeper judge` as people type it: its output and its exit status."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import run
from scorekeeper.cli.judge import judge
from scorekeeper.cli.language import in_language
from scorekeeper.judge import Ruling
from tests.conftest import FOOT_BOOKS

CORPUS = Path(__file__).parents[1] / "records"
STANDS = str(CORPUS / "valid" / "goes-out.toml")
FALLS = str(CORPUS / "illegal" / "start.toes--six-needed.toml")
DEPENDS = str(CORPUS / "valid" / "hands-unknown-and-must-play.toml")


def typed(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(in_language(judge), words, standalone_mode=False)


@pytest.mark.parametrize(("file", "status"), [(STANDS, 0), (FALLS, 1), (DEPENDS, 3)])
def test_the_exit_status_is_the_verdict(file: str, status: int) -> None:
    """The status is 0 if the play stands, 1 if not, and 3 if it depends."""
    assert typed(file).return_value == status


def test_a_faulty_file_is_named_with_the_place_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    """An unusable record ends with status 2 and one sentence on stderr."""
    file = CORPUS / "malformed" / "tile-outside-the-set.toml"
    assert run(["judge", str(file)]) == 2
    assert f"{file}: actions[1]: “12-2” (position 5) is not in a double-nine set" in capsys.readouterr().err


def test_a_ruling_is_read_out() -> None:
    """A ruling has the reason, the alternatives and the rule."""
    told = typed(FALLS).output.splitlines()
    assert told[:3] == [
        "classic: Not legal",
        "Action 6: Ben 6-1.",
        "The starting double 9-9 has 4 of its 6 toes.",
    ]
    assert (
        "Rule: Toes on the starting double (start.toes). The starting double needs six toes, "
        "three on each long side, before anything else may be played. This table agreed on it." in told
    )


def test_a_round_that_is_over_shows_the_hands_left() -> None:
    """Every hand is listed with its points."""
    assert typed(STANDS).output.splitlines()[-3:] == ["Ana: 7-4 (11)", "Ben: - (0)", "Cy: 9-8 8-8 (33)"]


def test_what_would_settle_it_is_listed() -> None:
    """A ruling that depends on a fact names the fact."""
    assert "To decide, it would help to know: whether Cy holds a nine" in typed(DEPENDS).output


def test_other_rules_may_be_asked_about() -> None:
    """With four toes, by a house rule or by another book, the same play stands."""
    assert typed(FALLS, "--house", "start.toes=4").return_value == 0
    assert typed(FALLS, "--rules", "classic").return_value == 0


def test_all_rule_books_are_compared() -> None:
    """One ruling per rule book of the game, and whether they agree."""
    told = typed(FALLS, "--all", "--json")
    data = json.loads(told.output)
    assert (told.return_value, data["agree"]) == (3, False)
    assert [ruling["rules"] for ruling in data["rulings"]] == [book.id for book in FOOT_BOOKS]
    assert {ruling["verdict"] for ruling in data["rulings"]} == {"legal", "illegal"}


def test_books_that_name_different_players_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer about Ana and about Ben is two answers."""
    rulings = tuple(
        Ruling(rules=name, verdict="legal", answer=9, player=name, source="", reason="")
        for name in ("Ana", "Ben")
    )
    monkeypatch.setattr("scorekeeper.cli.judge.under_every_book", lambda *_asked: rulings)
    told = typed(FALLS, "--all", "--json")
    assert (told.return_value, json.loads(told.output)["agree"]) == (3, False)


def test_a_book_that_cannot_be_played_here_says_why() -> None:
    """Eight toes on double-six give an error in place of a ruling."""
    told = typed(str(CORPUS / "valid" / "foot-ends-the-round.toml"), "--all")
    assert "\nymi: The starting double needs 8 toes" in told.output


def test_a_rule_book_without_a_ruling_says_so() -> None:
    """If blanks fit every number, there is no ruling."""
    told = typed(STANDS, "--rules", "mexican-train", "--house", "trains.wild_blanks=true")
    assert (told.return_value, "blanks fit every number" in told.output) == (3, True)


def test_a_record_that_no_book_can_be_played_with_ends_badly() -> None:
    """With --all, hands that are impossible under every rule book end with status 2."""
    file = CORPUS / "malformed" / "more-tiles-than-the-set-has.toml"
    told = typed(str(file), "--all", "--house", "trains.ownership=none")
    assert told.return_value == 2


def test_a_place_that_is_missing_is_named_with_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    """An error that shows only in the play has its file and place like any other."""
    file = CORPUS / "malformed" / "place-left-out-though-it-matters.toml"
    assert run(["judge", str(file)]) == 2
    assert f"{file}: actions[5]: 2-1 fits on 2 and on 1" in capsys.readouterr().err
