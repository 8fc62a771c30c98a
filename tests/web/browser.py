"""A real server and a real browser for tests: Playwright with the system's Chromium."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SANDBOX = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
"""Chromium has no sandbox for the administrator."""

PATIENCE = 10_000
"""Milliseconds after which what does not come counts as missing, on a busy machine too."""

PHONE, SMALL, TABLET, BIG = (390, 844), (320, 640), (820, 1180), (1920, 1080)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium; without one, skip the test and say how to install it, or fail in CI."""
    if CHROMIUM is None:
        how = "there is no Chromium; install it with `apt-get install chromium`, or Google Chrome"
        if os.environ.get("CI"):
            pytest.fail(how)
        pytest.skip(how)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu", *SANDBOX])
        try:
            yield browser
        finally:
            browser.close()


class Server:
    """A program that shares a game, with a home of its own."""

    def __init__(self, home: Path, players: str = "Ana,Ben,Carla,Dot", *options: str) -> None:
        self.environment = {**os.environ, "SCOREKEEPER_HOME": str(home), "LC_ALL": "C.UTF-8"}
        self.command("new", "--players", players, "--title", "Sunday", *options)
        self.port = "0"
        self.start()

    def command(self, *words: str) -> str:
        """Run a command line beside the server; return what it printed."""
        ran = subprocess.run(
            [sys.executable, "-m", "scorekeeper", *words],
            env=self.environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return ran.stdout

    def start(self) -> None:
        """Start sharing; after a stop at the same port."""
        words = ("share", "--json", "--port", self.port, "--address", "127.0.0.1")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", *words],
            env=self.environment, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.found: dict[str, str] = json.loads(self.process.stdout.readline())
        self.port = self.found["address"].rpartition(":")[2]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop sharing."""
        self.process.send_signal(how)
        with self.process:
            self.process.wait(30)

    def __enter__(self) -> Self:
        """Serve."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop, unless it was stopped."""
        if self.process.poll() is None:
            self.stop()


def device(browser: Browser, size: tuple[int, int] = PHONE, **options: Any) -> Page:
    """Return an empty page of a phone or a screen; a fault of a script on it fails the test."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def join(page: Page, server: Server, player: str) -> Page:
    """Join the table with the PIN."""
    page.goto(server.found["table"])
    page.fill("#pin", server.found["pin"])
    page.get_by_role("button", name=player, exact=True).click()
    page.wait_for_url("**/hand")
    return page
