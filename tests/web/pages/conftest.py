"""A browser for each test of pages, and a table of four."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from tests.web.pages.browser import chromium, playing
from tests.web.served import Thread


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Return what drives browsers."""
    with playing() as playwright:
        yield playwright


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Thread]:
    """Return a table of Ana, Ben, Carla and Dot with two rounds to play, or as many as a test asks for."""
    house = ("--house", "rounds.length=fixed", "--house", f"rounds.count={getattr(request, 'param', 2)}")
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", *house) as server:
        yield server


@pytest.fixture
def browser(server: Thread, playwright: Playwright) -> Iterator[Browser]:
    """Return a browser of the test's own, whose pages are closed before the server ends."""
    with chromium(playwright) as browser:
        yield browser
