"""Every page can be read and used: by axe's rules, with fingers, on the smallest phone, by light and by dark."""

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.browser import BIG, PHONE, SMALL, TABLET, Server, chromium, device, join

LONG = "Maximiliana-Theodora von Hohenzollern"
PLAYERS = ("Ana", "Ben", LONG, "Dot")

COLOURS: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

SMALLEST = """() => [...document.querySelectorAll('a, button, input, select, summary')]
  .filter((one) => one.type !== 'hidden' && one.checkVisibility())
  .map((one) => [one.closest('label') ?? one, one])
  .map(([target, one]) => [one.outerHTML.slice(0, 90), target.getBoundingClientRect()])
  .filter(([_html, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([html, box]) => `${html}: ${box.width} x ${box.height}`)"""
"""What is to be touched and smaller than 44 pixels."""

OUTSIDE = """() => document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] :
  [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.closest('svg'))
  .filter((one) => one.getBoundingClientRect().left < -0.5 || one.getBoundingClientRect().right > innerWidth + 0.5)
  .map((one) => one.outerHTML.slice(0, 90))"""
"""What reaches out of the screen."""

CUT = """() => [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.closest('svg'))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible')
  .filter((one) => one.tagName !== 'INPUT').map((one) => one.outerHTML.slice(0, 90))"""
"""Whose content is cut off."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module", params=["open", "over"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a table in the middle of a round, and one whose game is over."""
    house = ("--house", "rounds.length=fixed", "--house", "rounds.count=2")
    with Server(tmp_path_factory.mktemp("home"), ",".join(PLAYERS), *house) as server:
        server.command("round", "last", "--out", "Ana", "Ben=6-4 5-5", f"{LONG}=123", "Dot=7")
        server.command("round", "last", "Ben=6-4 5-5")
        if request.param == "over":
            server.command("round", "last", "--out", "Ana", f"{LONG}=12", "Dot=7")
        yield server


@pytest.fixture(scope="module")
def devices(browser: Browser, server: Server) -> Iterator[dict[str, Page]]:
    """Return the pages of a visitor, a player and the keeper."""
    visitor, player, keeper = device(browser), join(device(browser), server, LONG), device(browser)
    keeper.goto(server.found["keeper"])
    yield {"visitor": visitor, "player": player, "keeper": keeper}
    for page in (visitor, player, keeper):
        page.context.close()


HAND = f"/keeper/hand?round=1&player={LONG}"
PAGES = [
    ("visitor", "table"), ("visitor", "/nothing"), ("visitor", "/screen"),
    ("player", "/hand"), ("player", "wrong"), ("player", "asked"), ("player", "/standing"),
    ("keeper", "/keeper"), ("keeper", HAND), ("keeper", "/keeper/ending?round=1"), ("keeper", "/keeper/rounds"),
    ("keeper", "/keeper/devices"),
]  # fmt: skip


def opened(devices: dict[str, Page], server: Server, who: str, path: str) -> Page:
    """Open a page as somebody sees it; `wrong` and `asked` are what a hand says that is not saved."""
    page, sent = devices[who], {"wrong": "<12", "asked": "205"}.get(path)
    address = server.found["table"] if path == "table" else server.found["address"] + path
    page.goto(address if sent is None else server.found["address"] + "/hand")
    if sent is not None and page.locator("#typed").count():
        page.fill("#typed", sent)
        page.locator("button.main[name=do]").click()
        page.locator({"wrong": "#counts .fault", "asked": ".questions"}[path]).wait_for()
    return page


@pytest.mark.parametrize(("who", "path"), PAGES)
def test_a_page_can_be_used_by_everybody(
    devices: dict[str, Page], server: Server, who: str, path: str
) -> None:
    """Axe finds nothing by light and by dark; at every width all is on the screen and can be hit with a finger."""
    page = opened(devices, server, who, path)
    found: list[tuple[object, str]] = []
    for colours in COLOURS:
        page.emulate_media(color_scheme=colours)
        faults = Axe().run(page).response["violations"]
        found += [(colours, f"{fault['id']}: {json.dumps(fault['nodes'][0]['html'])}") for fault in faults]
    for width, height in (PHONE, SMALL, TABLET, BIG):
        page.set_viewport_size({"width": width, "height": height})
        found += [(width, fault) for rule in (SMALLEST, OUTSIDE, CUT) for fault in page.evaluate(rule)]
    assert found == []
    assert page.locator("h1").count() == 1


def test_nobody_but_the_browser_is_asked(devices: dict[str, Page], server: Server) -> None:
    """A page loads from the table's own address alone."""
    page, asked = devices["player"], []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.found["address"] + "/standing")
    assert asked
    assert all(url.startswith(server.found["address"] + "/") for url in asked)
