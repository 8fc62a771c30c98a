"""A phone whose server stands still for longer than anybody waits, and then goes on."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.game.events import RoundScored
from scorekeeper.game.round import Pips
from scorekeeper.storage import open_store
from tests.web.pages.browser import closed_after, device, join
from tests.web.served import Process

SAVE = "button.main[name=do]"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP here")


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """Return a table of three in a process of its own."""
    with Process(tmp_path, "Ana,Ben,Carla") as process:
        yield process
        process.process.send_signal(signal.SIGCONT)  # else a test that failed would wait for its end


def stored(process: Process) -> list[object]:
    """Return the hands of Ana in the order in which they were stored."""
    store = open_store(process.home / "games.db")
    changes = [event.what for event in store.game(store.find("last")).log.events]
    store.close()
    return [change.entries["Ana"] for change in changes if isinstance(change, RoundScored)]


def test_a_hand_sent_to_a_server_that_stands_still_is_stored_once(process: Process, started: Browser) -> None:
    """The phone says that nobody knows, not that it failed; it is sent again by itself, and there once."""
    with closed_after(started) as browser:
        ana = join(device(browser), process, "Ana")
        ana.fill("#typed", "23")
        expect(ana.locator("#counts")).to_contain_text("23 points")
        process.process.send_signal(signal.SIGSTOP)
        ana.locator(SAVE).click()
        ana.locator(SAVE).click()
        unsaved = ana.locator("#unsaved:visible")
        expect(unsaved).to_have_text("It is not known whether that was saved; it is sent again by itself.")
        process.process.send_signal(signal.SIGCONT)
        expect(ana.locator("#offline")).to_be_hidden()
        expect(ana.locator("#counts")).to_contain_text("Saved: 23 points")
        expect(ana.locator("#unsaved")).to_be_hidden()
    assert stored(process) == [Pips(23)]
