"""One browser for all tests of pages, and a table of four."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.pages.browser import chromium
from tests.web.served import Thread


@pytest.fixture(scope="package")
def started() -> Iterator[Browser]:
    """Return the browser."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Thread]:
    """Return a table of Ana, Ben, Carla and Dot with two rounds to play."""
    house = ("--house", "rounds.length=fixed", "--house", "rounds.count=2")
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", *house) as server:
        yield server


@pytest.fixture
def browser(server: Thread, started: Browser) -> Iterator[Browser]:
    """Return a browser whose pages are closed before the server ends."""
    yield started
    for context in started.contexts:
        context.close()
