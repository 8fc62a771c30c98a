"""A real browser for tests: Playwright with the system's Chromium."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from scorekeeper.web.visit import cookie_name
from tests.web.served import Served, Thread

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
"""The browser of the tests: best the one that has no windows, which takes half as long."""

SANDBOX = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
"""Chromium has no sandbox for the administrator."""

QUICK = ("--disable-gpu", "--renderer-process-limit=1")
"""What makes it start pages sooner: all share one process."""

PATIENCE = 60_000
"""Milliseconds after which what does not come counts as missing, on a busy machine too."""
expect.set_options(timeout=PATIENCE)

PHONE, SMALL, TABLET, BIG = (390, 844), (320, 640), (820, 1180), (1920, 1080)


@contextmanager
def playing() -> Iterator[Playwright]:
    """Start what drives browsers; without Chromium, skip the test and say how to install it, or fail in CI."""
    if CHROMIUM is None:
        how = "there is no Chromium; install chromium-headless-shell, Chromium or Google Chrome"
        if os.environ.get("CI"):
            pytest.fail(how)
        pytest.skip(how)
    with sync_playwright() as playwright:
        yield playwright


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start the system's Chromium; it ends with all its pages, killed where it does not within half a minute."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUICK, *SANDBOX])
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def closed_after(browser: Browser) -> Iterator[Browser]:
    """Close all pages of a browser in the end, before the server that they look at ends."""
    try:
        yield browser
    finally:
        for context in browser.contexts:
            context.close()


def device(browser: Browser, size: tuple[int, int] = PHONE, **options: Any) -> Page:
    """Return an empty page of a phone or a screen; a fault of a script on it fails the test."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def scripts(page: Page, allowed: bool) -> None:
    """Let a page run scripts from its next address on, or let it run none."""
    page.context.new_cdp_session(page).send("Emulation.setScriptExecutionDisabled", {"value": not allowed})


def seated(
    browser: Browser,
    server: Thread,
    player: str,
    size: tuple[int, int] = PHONE,
    path: str = "/hand",
    **options: Any,
) -> Page:
    """Return the phone of a player who has joined before, with their hand or another page."""
    page, address = device(browser, size, **options), server.found["address"]
    secret = server.host.devices.join("player", player)
    name = cookie_name(server.host.devices.code)
    page.context.add_cookies([{"name": name, "value": secret, "url": address, "sameSite": "Strict"}])
    page.goto(address + path)
    return page


def join(page: Page, server: Served, player: str) -> Page:
    """Join the table with the PIN."""
    page.goto(server.found["table"])
    page.fill("#pin", server.found["pin"])
    page.get_by_role("button", name=player, exact=True).click()
    page.wait_for_url("**/hand")
    return page
