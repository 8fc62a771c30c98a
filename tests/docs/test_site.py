"""The site of the documentation: its navigation, its links, and the check of what was built."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import by_cases, cases
from tests.web.pages.browser import chromium, device, playing
from tools import site
from tools.site import build, config, site_faults, staged


def test_every_page_has_a_place() -> None:
    """Each page of the project stands once in the navigation."""
    named = re.findall(r'"([\w./-]+\.md)"', config())
    assert len(named) == len(set(named)) > 70


def test_a_page_without_a_place_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that no section names is named."""
    monkeypatch.setitem(site.SECTIONS, "Build on it", "python.md")
    with pytest.raises(ValueError, match=r"api\.md"):
        site.config()


@pytest.mark.parametrize("case", cases("site_links"), ids=lambda case: case["claim"])
def test_links_follow_their_pages(case: dict[str, str]) -> None:
    """A link of the project is a link of the site."""
    assert staged(case["text"], case["source"], case["page"]) == case["becomes"]


def test_what_is_broken_on_a_site_is_found(tmp_path: Path) -> None:
    """A missing page, a missing heading and a request to another host are named; what is there is not."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<h1 id="top">A</h1>')
    (tmp_path / "index.html").write_text(
        '<a href="a/">1</a><a href="a/#top">2</a><a href="b/">3</a><a href="a/#end">4</a>'
        '<a href="https://else.example/">5</a><link rel="canonical" href="https://else.example/">'
        '<script src="https://else.example/x.js"></script>'
    )
    assert list(site_faults(tmp_path)) == [
        "index.html: loads https://else.example/x.js",
        "index.html: b/: no such page",
        "index.html: a/#end: no such heading",
    ]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built anew."""
    pytest.importorskip("zensical", reason="what builds the site is not installed; `make site` installs it")
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    """Return the address at which the site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module", params=[(390, 844), (1440, 900)], ids=["phone", "desk"])
def page(request: pytest.FixtureRequest, address: str) -> Iterator[Page]:
    """Return a page of a browser, as wide as a phone or a desk's screen."""
    with playing() as playwright, chromium(playwright) as browser:
        yield device(browser, request.param, base_url=address)


def test_the_site_has_no_faults(built: Path) -> None:
    """No link of the built site is broken, and no page loads anything from another host."""
    assert list(site_faults(built)) == []


def test_only_spanish_pages_say_that_they_are_spanish(built: Path) -> None:
    """A screen reader is told the language of each page."""
    told = {
        path.relative_to(built).parent.as_posix(): re.findall(
            r"<html lang=\"(\w+)\"", path.read_text("utf-8")
        )
        for path in built.rglob("*.html")
    }
    spanish = {page: languages for page, languages in told.items() if languages != ["en"]}
    assert spanish == {"es": ["es"], "first-evening.es": ["es"]}


def test_every_guide_leads_to_the_next(built: Path) -> None:
    """From the first page a reader comes through all pages, and then through the Spanish ones."""
    here, seen = built / "index.html", []
    while here not in seen:
        seen.append(here)
        following = re.search(
            r'href="([^"]+)" class="md-footer__link md-footer__link--next"', here.read_text("utf-8")
        )
        here = (here.parent / following[1] / "index.html").resolve() if following else here
    assert set(built.rglob("index.html")) == {*seen}


@by_cases
def test_a_search_finds_the_guides_first(page: Page, address: str, words: str, first: list[str]) -> None:
    """What a player types leads to a guide, before formats and commands; these are found by their names."""
    page.goto(address)
    page.locator(".md-search__button:visible, label[for=__search]:visible").first.click()
    page.get_by_role("combobox").fill(words)
    links = page.locator("ol a")
    expect(links.first).to_be_visible()
    found = [str(links.nth(place).get_attribute("href")) for place in range(len(first))]
    assert [re.sub(r"\?[^#]*", "", link.removeprefix(address)) for link in found] == first


@pytest.mark.parametrize("name", ["", "es/"])
def test_the_first_page_shows_an_evening(page: Page, name: str) -> None:
    """It begins with a game under way, has three cards and an install tab for each way, and nothing is too wide."""
    page.goto(name)
    shown = str(page.locator("article img").first.get_attribute("src"))
    assert shown.endswith(f"pictures/table{'.es' if name else ''}.svg")
    assert page.locator(".cards > ul > li").count() == 3
    assert page.locator(".tabbed-labels label").all_inner_texts() == ["uv", "pipx", "make", "Windows"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_is_asked_of_another_host(page: Page, address: str) -> None:
    """Not even a script asks another host, wherever the code is kept."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("phones/", wait_until="networkidle")
    assert page.locator("[data-md-component=source]").count() == 0
    assert asked
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


def test_phones_stand_beside_the_text(page: Page) -> None:
    """On a wide screen the text stands beside the phones; on a phone the pictures stand beside each other."""
    page.goto("phones/")
    hand, keeper = (
        page.locator(f"main img[src*={name}]").bounding_box() for name in ("phone-hand", "phone-keeper")
    )
    text = page.locator("main h2").first.bounding_box()
    assert hand
    assert keeper
    assert text
    if hand["x"] == keeper["x"]:
        assert hand["y"] <= text["y"] <= keeper["y"]
    else:
        assert hand["y"] == keeper["y"]
        assert hand["x"] + hand["width"] <= keeper["x"]
