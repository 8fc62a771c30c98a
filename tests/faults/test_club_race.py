"""Two programs at one event at the same time: nothing that either was told is saved is lost."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.session import ClubSession
from scorekeeper.storage import kept_club, open_store
from tests import servers
from tests.build import AT
from tests.clubs import club_started
from tests.faults.test_killed import ROOT

MANY = 25
"""So many people each program puts on the roster."""


@pytest.mark.parametrize("kind", servers.KINDS)
def test_two_programs_host_one_event(kind: str, tmp_path: Path) -> None:
    """Whoever is overtaken looks again: all people of both are on the roster, each change once."""
    place = servers.KINDS[kind](tmp_path / "games.db")
    with closing(open_store(place)) as store:
        session = ClubSession(store, lambda: AT)
        session.begin(club_started())
        club_id = session.kept.id
        words = [sys.executable, "-m", "tests.faults.club_host", servers.named(place), club_id]
        names = ("Ana", "Ben")
        hosts = [subprocess.Popen([*words, name, str(MANY)], cwd=ROOT) for name in names]
        assert [host.wait() for host in hosts] == [0, 0]
        kept = kept_club(store, club_id)
    assert set(kept.club.names) == {f"{name} {number}" for name in names for number in range(MANY)}
    assert len(kept.log.events) == 1 + 2 * MANY
