"""A browser for all tests of pages, and a table of four."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.pages.browser import chromium, closed_after, playing
from tests.web.served import Thread


@pytest.fixture(scope="package")
def started() -> Iterator[Browser]:
    """Return the browser: to start one takes longer than most tests."""
    with playing() as playwright, chromium(playwright) as browser:
        yield browser


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Thread]:
    """Return a table of Ana, Ben, Carla and Dot with two rounds to play, or as many as a test asks for."""
    house = ("--house", "rounds.length=fixed", "--house", f"rounds.count={getattr(request, 'param', 2)}")
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", *house) as server:
        yield server


@pytest.fixture
def browser(server: Thread, started: Browser) -> Iterator[Browser]:
    """Return the browser without a page; those of the test are closed before the server ends."""
    with closed_after(started) as browser:
        yield browser
