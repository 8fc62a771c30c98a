"""Every page can be read and used: by axe's rules, with fingers, on the smallest phone, by light and by dark."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from scorekeeper.session import AnswersFile
from tests.waiting import eventually
from tests.web.pages.browser import BIG, PHONE, SMALL, TABLET, closed_after, device, seated
from tests.web.served import Thread
from tests.web.table import PAGES as ADDRESSES
from tests.web.table import not_toured

LONG = "Maximiliana-Theodora von Hohenzollern"
PLAYERS = ("Ana", "Ben", LONG, "Dot")

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
  .filter((one) => one.tagName !== 'INPUT' && getComputedStyle(one).textOverflow !== 'ellipsis')
  .map((one) => one.outerHTML.slice(0, 90))"""
"""Whose content is cut off without a sign."""


AXE = Axe().axe_script
VIOLATIONS = """(options) => axe.run(options)
  .then(({violations}) => violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`))"""
"""What axe finds; the much that it finds in order stays in the browser."""


class Stage:
    """A table at some point of an evening, and the pages of a visitor, a player and the keeper."""

    def __init__(self, browser: Browser, server: Thread) -> None:
        self.server = server
        self.pages = {
            "visitor": device(browser), "player": seated(browser, server, LONG), "keeper": device(browser)
        }  # fmt: skip
        self.pages["keeper"].goto(server.found["keeper"])

    def opened(self, who: str, path: str) -> Page:
        """Open a page as somebody sees it; `wrong` and `asked` are what a hand says that is not saved."""
        page, found, sent = self.pages[who], self.server.found, {"wrong": "<12", "asked": "205"}.get(path)
        address = found["address"] + ("/hand" if sent else path)
        game = f"&game={self.server.host.game_id}" if "?" in path else ""
        answer = page.goto(found["table"] if path == "table" else address + game)
        assert answer is not None
        assert answer.ok or who == "visitor", path
        if sent is not None:
            page.fill("#typed", sent)
            page.locator("button.main[name=do]").click()
            page.locator({"wrong": "#counts .fault", "asked": ".questions"}[path]).wait_for()
        return page


HAPPENED = {
    "open": (("--out", "Ana", "Ben=6-4 5-5", f"{LONG}=123", "Dot=7"), ("Ben=6-4 5-5",)),
    "asked": (
        ("--out", "Ana", "Ben=6-4 5-5", f"{LONG}=123", "Dot=7"),
        ("Ben=6-4 5-5", "Ana=3", f"{LONG}=12", "Dot=7"),
    ),
    "over": (
        ("--out", "Ana", "Ben=6-4 5-5", f"{LONG}=123", "Dot=7"),
        ("--out", "Ana", "Ben=4", f"{LONG}=12", "Dot=7"),
    ),
}
"""The two rounds of a table in the middle of one, of one whose last lacks its ending, and of one that is over."""


@pytest.fixture
def stage(request: pytest.FixtureRequest, started: Browser, tmp_path: Path) -> Iterator[Stage]:
    """Return a table at some point of an evening, with all places shown where the game is over."""
    house = ("--house", "rounds.length=fixed", "--house", "rounds.count=2")
    with Thread(tmp_path, ",".join(PLAYERS), *house) as server, closed_after(started) as browser:
        for words in HAPPENED[request.param]:
            server.command("round", "last", *words)
        table = server.host.share.table
        if request.param == "over":
            eventually(lambda: table.game.over, "the end of the game")
            AnswersFile(server.home / "games.db", table.id).note(places=None)
            eventually(lambda: not table.covered, "all the places")
        yield Stage(browser, server)


ASKED = f"/keeper/hand?round=1&player={LONG}", f"/keeper/leave?name={LONG}", f"/keeper/join?name={LONG}e"
OPEN = [
    ("visitor", "table"), ("visitor", "/hand"), ("visitor", "/screen"), ("player", "/hand"), ("player", "wrong"),
    ("player", "asked"), ("keeper", "/ending?round=1"), *(("keeper", path) for path in ASKED),
]  # fmt: skip
ASKED_OF_ALL = [
    ("visitor", "/screen"), ("player", "/hand"), ("player", "/ending?round=2"), ("player", "/double-blank?round=2"),
    ("player", "/began?round=2"), ("player", "/last-tile?round=2"),
]  # fmt: skip
"""The pages once the last hand is in, and nobody has said how the round ended: all places are covered."""

OVER = [("visitor", "/screen"), ("player", "/hand"), ("keeper", "/keeper")]
"""The pages that another point of an evening changes."""

UNOPENED = {"/", "/j/{code}", "/J/{code}", "/k/{secret}", "/counts", "/photo"}
"""Addresses that lead to a page that is opened, or answer a page without being one."""

OTHERS = [
    ("player" if "player" in ADDRESSES[path] else "keeper", path)
    for path in sorted(not_toured([path.partition("?")[0] for _who, path in OPEN + ASKED_OF_ALL]) - UNOPENED)
]
"""The pages that need nothing more than their address, each as one of those sees it who may."""

PAGES = {"open": OPEN + OTHERS, "over": OVER, "asked": ASKED_OF_ALL}


def axe(page: Page) -> list[str]:
    """Return what axe finds by light, and what it says of the other colours by dark."""
    found: list[str] = []
    page.evaluate(AXE)
    for colours, rules in (("light", None), ("dark", ["color-contrast"])):
        page.emulate_media(color_scheme=colours)
        options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
        found += [f"{colours}: {fault}" for fault in page.evaluate(VIOLATIONS, options)]
    return found


@pytest.mark.parametrize(("stage", "pages"), PAGES.items(), ids=PAGES, indirect=["stage"])
def test_a_page_can_be_used_by_everybody(stage: Stage, pages: list[tuple[str, str]]) -> None:
    """Axe finds nothing by light and by dark; all is in reach of a finger at every width; nobody else is asked."""
    found = list[str]()
    address = stage.server.found["address"]
    for one in stage.pages.values():
        one.on("request", lambda asked: asked.url.startswith(f"{address}/") or found.append(asked.url))
    for who, path in pages:
        page = stage.opened(who, path)
        faults = axe(page)
        for width, height in (SMALL, TABLET, BIG, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            faults += [
                f"{width}: {fault}" for rule in (SMALLEST, OUTSIDE, CUT) for fault in page.evaluate(rule)
            ]
        if page.locator("h1").count() != 1:
            faults.append("not one heading")
        found += [f"{who} {path}: {fault}" for fault in faults]
    assert found == []


TWELVE = ("Ana", "Ben", LONG, "Dot", "Eva", "Finn", "Gus", "Hanna", "Ivan", "Julia", "Karl", "Lea")
TALL = """() => document.documentElement.scrollHeight > innerHeight ? ['the page scrolls'] :
  [...document.querySelectorAll('.who > *')].filter((one) => one.textContent.length < 16)
  .filter((one) => one.offsetHeight > 1.6 * parseFloat(getComputedStyle(one).fontSize)).map((one) => one.outerHTML)"""
"""What keeps the standing from being seen at one glance: a page that scrolls, a short name on two lines."""
NAMES = """() => [...new Set([...document.querySelectorAll('bdi, .rows strong')].map((name) => getComputedStyle(name))
  .map((style) => `${style.textOverflow} ${style.whiteSpace} ${style.fontSize}`))]"""
"""How names end that are too long, where they may be broken, and how large they are, each once."""
SIZED = """() => [...document.querySelector('.rows').querySelectorAll('a')]
  .map((row) => [row.getBoundingClientRect(), row.closest('.rows').getBoundingClientRect()])
  .filter(([row, all]) => row.height < 55.5 || row.width !== all.width - 2).map(([row]) => [row.width, row.height])"""
"""The rows that are lower than a finger or not as wide as all of them."""
ROWS = """() => [...document.querySelectorAll('.rows a')]
  .map((row) => [getComputedStyle(row).textDecorationLine, getComputedStyle(row, '::after').content])
  .filter((row, at, rows) => at === 0 || row.join() !== rows[0].join())"""


@pytest.mark.parametrize("names", [TWELVE[:4], TWELVE])
def test_the_standing_on_the_big_screen_is_seen_at_one_glance(
    tmp_path: Path, started: Browser, names: tuple[str, ...]
) -> None:
    """With the PIN to join by, totals of three digits, a long name and somebody who left."""
    with Thread(tmp_path, ",".join(names), "--set", "12") as server:
        for _round in range(2):
            server.command("round", "last", "--out", "Ana", *(f"{name}=61" for name in names[1:]))
        server.command("leave", "last", "Dot")
        with closed_after(started) as browser:
            page = device(browser, BIG)
            for width, height in (BIG, (1280, 720)):
                page.set_viewport_size({"width": width, "height": height})
                page.goto(server.found["screen"])
                assert page.locator(".pin").is_visible()
                assert page.evaluate(TALL) == []
                assert [name.split()[:2] for name in page.evaluate(NAMES)] == [["ellipsis", "nowrap"]]


def test_the_keepers_rows_lead_on_as_a_whole(tmp_path: Path, started: Browser) -> None:
    """A row is a link as wide as the page and as high as a finger, without a line below it, and ends in a chevron."""
    with Thread(tmp_path, ",".join(TWELVE), "--set", "12") as server, closed_after(started) as browser:
        server.command("round", "last", "--out", "Ana", *(f"{name}=61" for name in TWELVE[1:]))
        page = device(browser)
        page.goto(server.found["keeper"])
        for path in ("/keeper", "/keeper/rounds"):
            page.goto(server.found["address"] + path)
            expect(page.locator(".rows").first.get_by_role("link")).to_have_count(len(TWELVE) + 1)
            for width in (320, 390, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate(SIZED) == [], f"rows of {path} {width} wide are too low or too narrow"
                assert page.evaluate(ROWS) == [["none", '"\u203a"']]
                assert [name.split()[:2] for name in page.evaluate(NAMES)] == [["ellipsis", "nowrap"]]
