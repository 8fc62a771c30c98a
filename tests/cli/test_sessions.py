"""Sessions at a terminal, line by line: each heading under `cases/sessions` is a claim, and what follows shows it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.conftest import CASES, Cli
from tests.docs.test_examples import faults, run
from tests.markdown import page

__all__ = ["run"]

SESSIONS = {
    section.partition("\n")[0]: section
    for path in sorted((CASES / "sessions").glob("*.md"))
    for section in path.read_text(encoding="utf-8").split("\n## ")[1:]
}


@pytest.mark.parametrize("claim", SESSIONS)
def test_a_session_goes_as_it_is_told(claim: str, run: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command ends with its status and prints what stands below it."""
    for module in ("games", "common", "imports", "club"):
        at = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
        monkeypatch.setattr(f"scorekeeper.cli.{module}.now", lambda at=at: at)
    text = SESSIONS[claim].replace("TESTS", str(CASES.parent))
    assert "\n".join(faults(page(str(Path("sessions") / claim), text), run)) == ""
