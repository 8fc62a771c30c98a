"""Two hundred disputes from rule pages and tables, each with the answer written down before the judge was asked."""

import shlex
from pathlib import Path

import pytest

from tests.conftest import Cli

TOLD = Path(__file__).parents[1] / "cases" / "disputes.tsv"
"""The dispute in people's words, what the judge is asked, the exit status, what it says first, and the source."""


@pytest.mark.parametrize(
    "line", TOLD.read_text(encoding="utf-8").splitlines()[1:], ids=lambda line: line.split("\t")[1][:60]
)
def test_a_dispute_is_settled_as_its_source_settles_it(cli: Cli, line: str) -> None:
    """The verdict, and where there is one the answer, are those of the rule page; a missing fact is asked for."""
    dispute, asked, status, says, source = line.split("\t")
    ran = cli("judge", *shlex.split(asked))
    printed = ran.out + ran.err
    assert ran.status == int(status), f"{dispute} ({source})\n{printed}"
    assert says in printed.replace("\n", " "), f"{dispute} ({source}): “{says}” is not in\n{printed}"
