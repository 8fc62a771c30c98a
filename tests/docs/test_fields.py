"""The pages of formats list exactly the fields that the program reads and prints."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.checks.findings import Finding
from scorekeeper.engine.result import RoundResult
from scorekeeper.formats import disputes, game_file
from scorekeeper.game.progress import Progress
from scorekeeper.game.ranking import Standing, Standings
from scorekeeper.game.round import Call, KeptRuling, Overruled
from scorekeeper.history import statistics
from scorekeeper.judge.questions import QUESTIONS
from scorekeeper.judge.ruling import PrintedRuling
from scorekeeper.judge.situation import Question
from scorekeeper.rules import key_types
from scorekeeper.simulate import figures
from scorekeeper.system import paths, settings
from tests.conftest import Cli, case_file
from tests.markdown import ROOT, page

PAGES = ("formats", "game-file", "records", "settings", "json")
FORMATS = page("docs/formats.md", "\n".join(page(f"docs/{name}.md").text for name in PAGES))
"""The pages that describe files and output, read as one."""

TABLES: dict[str, tuple[type[Any], ...]] = {
    "Fields of a game": (game_file.GameTable,),
    "Fields of a round": (game_file.RoundTable,),
    "Fields of a call": (Call,),
    "Fields of a kept ruling": (KeptRuling,),
    "Fields of an overruled warning": (Overruled,),
    "Fields of `joined`": (game_file.JoinedTable,),
    "Fields of `left`": (game_file.LeftTable,),
    "Fields of a record": (disputes.RecordFile,),
    "Fields of a situation": (disputes.SituationFile,),
    "Fields of `table`": (disputes.OnTable,),
    "Fields of the settings": (settings.Settings,),
    "Fields of `print`": (settings.Printing,),
    "Fields of a standing": (Standings,),
    "Fields of a place": (Standing, Progress),
    "Fields of a finding": (Finding,),
    "Fields of a ruling": (PrintedRuling,),
    "Fields of a record of games": (statistics.PlayerRecord,),
    "Fields of a best or worst game": (statistics.Feat,),
    "Fields of a pair": (statistics.Faced,),
    "Fields of a period": (statistics.Period,),
    "Fields of a result": (RoundResult,),
    "Fields of a simulation": (figures.Simulation,),
    "Fields of a simulated book": (figures.BookFigures,),
    "Fields of a way of playing": (figures.PolicyFigures,),
}
"""The headings under which fields stand in a table, and the code that has them."""

QUESTION_FIELDS = "Fields of `question`"

BESIDE = {"Fields of a standing": {"hidden"}, "Fields of a finding": {"overruled"}}
"""Fields that `--json` adds to those of the code."""


@pytest.mark.parametrize("heading", TABLES)
def test_the_fields_are_those_of_the_code(heading: str) -> None:
    """A table of fields has exactly the fields of the code."""
    known = {name for kind in TABLES[heading] for name in getattr(kind, "__struct_encode_fields__", ())}
    known |= {name for kind in TABLES[heading] for name in getattr(kind, "_fields", ())}
    assert FORMATS.fields(heading) == known | BESIDE.get(heading, set())


def _file_fields(kind: Question, needed: bool) -> set[str]:
    """Return the names of the fields that a question needs, or may have; some may name the hands."""
    hands = {"hands"} if kind.names_hands and not needed else set()
    return hands | {field.key for field in disputes.file_fields(kind) if field.needed == needed}


def test_the_fields_of_a_question_are_those_of_all_questions() -> None:
    """The table has every field that a question may have, and `ask`."""
    known = {
        name for kind in QUESTIONS.values() for needed in (True, False) for name in _file_fields(kind, needed)
    }
    assert FORMATS.fields(QUESTION_FIELDS) == known | {"ask"}


def test_every_table_of_fields_is_held_to_the_code() -> None:
    """These tests cover every table of fields."""
    headings = set(re.findall(r"^##+ (Fields .*)$", FORMATS.text, re.MULTILINE))
    assert headings == TABLES.keys() | {QUESTION_FIELDS}


def test_a_standing_is_printed_with_the_fields_that_are_documented(cli: Cli) -> None:
    """`standings --json` prints every field of its table, except those of a place that do not apply."""
    cli("new", "--players", "Ana,Ben")
    printed = json.loads(cli("standings", "last", "--json").out)
    assert set(printed) == FORMATS.fields("Fields of a standing")
    assert set(printed["standings"][0]) == FORMATS.fields("Fields of a place") - {
        "joined",
        "began_with",
        "left",
        "fewer_rounds",
    }


def test_a_ruling_is_printed_with_the_fields_that_are_documented(cli: Cli, tmp_path: Path) -> None:
    """`judge --json` prints the fields of its table and no other, under one rule book and under all."""
    path = tmp_path / "dispute.toml"
    path.write_text(SITUATION, encoding="utf-8")
    one, of_all = (json.loads(cli("judge", path, *every, "--json").out) for every in ((), ("--all",)))
    assert set(one) == FORMATS.fields("Fields of a ruling")
    assert {frozenset(each) for each in of_all["rulings"]} <= {frozenset(one), frozenset({"rules", "error"})}


def test_each_question_has_its_fields() -> None:
    """The table of questions has the required and the optional fields of each."""
    rows = re.findall(r"^\| `([a-z-]+)` \|(.*?)\|(.*?)\|", FORMATS.text, re.MULTILINE)
    documented = {ask: tuple(map(codes, cells)) for ask, *cells in rows if ask in QUESTIONS}
    assert documented == {
        ask: tuple(_file_fields(kind, needed) for needed in (True, False)) for ask, kind in QUESTIONS.items()
    }


def test_every_fact_is_documented() -> None:
    """The table of facts has exactly those of the checks."""
    given: set[str] = set()
    for path in (ROOT / "scorekeeper").rglob("*.py"):
        given |= set(re.findall(r'"([CDT]\d+)"', path.read_text(encoding="utf-8")))
    assert FORMATS.fields("What `check` finds") == given


SITUATION = next(block.text for block in FORMATS.blocks if block.file == "dispute.toml")
HOUSE = 'format = "scorekeeper-rules/1"\nid = "odd"\ntitle = "Odd"\n[set]\nplayers = { 6 = [2, 9] }\n'

PRINTED: dict[str, list[str]] = case_file("printed_json.toml")
"""The commands whose JSON is documented in one line, with arguments that print it."""


@pytest.mark.parametrize("command", PRINTED)
def test_json_has_the_fields_that_are_documented(
    command: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The output of `--json` has exactly the fields of its line, at any depth."""
    monkeypatch.chdir(tmp_path)
    Path("dispute.toml").write_text(SITUATION, encoding="utf-8")
    Path("odd.toml").write_text(HOUSE, encoding="utf-8")
    paths.house_rules_folder().mkdir(parents=True)
    (paths.house_rules_folder() / "broken.toml").touch()
    cli("new", "--players", "Ana,Ben")
    cli("round", "last", "Ana=900", "--points")
    printed = cli(*PRINTED[command], "--json").out
    said = re.search(rf"^\| `{re.escape(command)}` \| (.*) \|$", FORMATS.text, re.MULTILINE)
    assert said is not None
    assert codes(said[1]) == names(json.loads(printed))


APART = ("value", "choices", "rulings")
"""Fields that are not searched: values of rules, and rulings, which have their own table."""


def codes(text: str) -> set[str]:
    """Return the words between backticks."""
    return set(re.findall(r"`(.+?)`", text))


def names(value: Any) -> set[str]:
    """Return all names of fields in a JSON value, without those of `APART` and without names that are data."""
    if isinstance(value, list):
        return set.union(set(), *map(names, value))
    if not isinstance(value, dict):
        return set()
    found = set(value)
    for name, row in value.items():
        if name == "says":  # by rule book
            found |= names(list(row.values()))
        elif name not in APART:
            found |= names(row)
    return found


def test_every_decision_names_a_rule() -> None:
    """Each decision of `docs/decisions.md` stands beside keys that rules have."""
    rows = re.findall(r"^\| (`.*?) \|", page("docs/decisions.md").text, re.MULTILINE)
    keys = {key for row in rows for key in codes(row)}
    assert len(rows) > 30
    assert keys <= set(key_types())
