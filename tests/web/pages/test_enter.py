"""Enter, or Go on a phone's keyboard: in every field of every form it does what the form's main button does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Playwright, Request, Route
from playwright.sync_api import TimeoutError as NothingSent

from scorekeeper.photo import can_read_photos
from scorekeeper.web.host import Host
from scorekeeper.web.server import ROUTES
from scorekeeper.web.visit import cookie_name
from tests.web.pages.browser import chromium, device, scripts
from tests.web.served import Thread, free_port
from tests.web.table import new_game

FIELD = "input:not([type=hidden], [type=file])"
"""What people type into, tick or choose; in a list that opens, Enter is the list's, and so it is with files."""

HAS_MAIN = "(form) => form.querySelector('.main') !== null || form.querySelectorAll('button').length === 1"
"""Whether a form has one button that is the usual one; of names at the table none is."""

TYPED = {"typed": "5-0 3-2", "reason": "misread", "name": "Eva", "points": "12", "pin": "123456"}
"""What is typed into the fields; the tiles are drawn above the pad then."""

Sent = tuple[str, str, dict[str, str]]
"""How and where a form is sent, and what."""


def is_form(request: Request) -> bool:
    """Whether a form is sent, and no page or count asked for."""
    return request.method == "POST" or (request.is_navigation_request() and "/keeper/join?" in request.url)


def swallow(route: Route) -> None:
    """Let what a form sends come to nothing."""
    if is_form(route.request):
        route.fulfill(status=204)
    else:
        route.fallback()


def sent_by(page: Page, act: Callable[[], None]) -> Sent | None:
    """Return what an act sends; None if it sends nothing."""
    page.route("**/*", swallow)
    try:
        with page.expect_response(lambda response: is_form(response.request), timeout=3000) as caught:
            act()  # once it is answered, no form gets past `swallow`
    except NothingSent:
        return None
    finally:
        page.unroute("**/*", swallow)
    request, address = caught.value.request, urlsplit(caught.value.url)
    sent = request.post_data if request.method == "POST" else address.query
    return request.method, address.path, dict(parse_qsl(sent or "", keep_blank_values=True))


@dataclass(frozen=True)
class Form:
    """A form of a page, and how the page is opened anew, which one without scripts need not be."""

    page: Page
    show: Callable[[], object]
    number: int
    changes: bool

    @property
    def here(self) -> Locator:
        """The form as it is on the page now."""
        return self.page.locator("form").nth(self.number)

    def filled(self) -> Locator:
        """Open the page anew, if it may have changed, and type into every field that takes text."""
        if self.changes:
            self.show()
        for name, text in TYPED.items():
            for field in self.here.locator(f"input[name={name}]:not([type=hidden])").all():
                field.fill(text)
        return self.here

    def faults(self) -> Iterator[str]:
        """Yield each field in which Enter does not send what the main button sends; without one, all but a choice."""
        if not self.filled().locator(FIELD).count():
            return
        has_main = self.here.evaluate(HAS_MAIN)
        wanted = ("POST", urlsplit(self.page.url).path, {"pin": TYPED["pin"]})
        if has_main:
            main = self.here.locator("button.main, button:only-of-type").first
            wanted = sent_by(self.page, main.click)
        for place in range(self.here.locator(FIELD).count()):
            field = self.filled().locator(FIELD).nth(place)
            name = field.evaluate("(one) => `${one.type} ${one.name}`")
            if name.startswith("radio"):
                field.focus()
            found = sent_by(self.page, lambda field=field: field.press("Enter"))
            if found != wanted:
                yield f"{self.page.url} {name}: Enter sends {found}, the main button {wanted}"


def faults_of(page: Page, show: Callable[[], object], actions: set[str], changes: bool = True) -> list[str]:
    """Return the fields of all forms of a page in which Enter goes wrong, and note where its forms lead."""
    show()
    forms = page.locator("form")
    actions |= {urlsplit(form.get_attribute("action") or "").path for form in forms.all()}
    actions |= {
        button.get_attribute("formaction") or "" for button in page.locator("button[formaction]").all()
    }
    return [fault for number in range(forms.count()) for fault in Form(page, show, number, changes).faults()]


def refused(page: Page, address: str, typed: str) -> None:
    """Open a hand and save what is refused, or asked about."""
    page.goto(address)
    page.fill("#typed", typed)
    page.locator("button.main").click()
    page.locator(".fault, .questions").first.wait_for()


def seat(page: Page, server: Thread, role: str) -> None:
    """Let a device in that nobody has a name for, or Ben's."""
    devices = server.host.devices
    secret = devices.join("player", "Ben") if role == "player" else devices.join("watcher")
    cookie = {"name": cookie_name(devices.code), "value": secret, "url": server.found["address"]}
    page.context.add_cookies([{**cookie, "sameSite": "Strict"}])  # type: ignore[list-item]


HOUSE = ("rounds.length=fixed", "rounds.count=3", "scoring.out_on_double=doubled")
OF_KEEPER = (
    "/keeper", "/keeper/hand?round=1&player=Ben", "/keeper/hand?round=2&player=Ben", "/ending?round=1",
    "/began?round=1", "/last-tile?round=1", "/double-blank?round=1", "/keeper/players", "/keeper/join?name=Eva",
    "/keeper/leave?name=Ben", "/keeper/devices",
)  # fmt: skip


@pytest.mark.parametrize("allowed", [True, False], ids=["with scripts", "without scripts"])
def test_enter_does_what_the_main_button_does(tmp_path: Path, playwright: Playwright, allowed: bool) -> None:
    """On every page with a form, in every field, a hand with tiles, one that is refused and one asked about too."""
    house = [word for one in HOUSE for word in ("--house", one)]
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", *house) as server, chromium(playwright) as browser:
        server.command("round", "last", "--out", "Ana", "Ben=5", "Carla=3", "Dot=7")
        address, game = server.found["address"], f"game={server.host.game_id}"
        pages = {who: device(browser) for who in ("visitor", "watcher", "player", "keeper")}
        seat(pages["watcher"], server, "watcher")
        seat(pages["player"], server, "player")
        pages["keeper"].goto(server.found["keeper"])
        shown = [("visitor", server.found["table"]), ("watcher", server.found["table"])]
        shown += [("player", f"{address}/hand"), ("player", f"{address}/hand?round=1&{game}")]
        shown += [("keeper", f"{address}{path}{'&' if '?' in path else '?'}{game}") for path in OF_KEEPER]
        actions, faults = set[str](), list[str]()
        for page in pages.values():
            scripts(page, allowed)
            page.add_init_script("localStorage.clear()")
        for who, where in shown:
            faults += faults_of(pages[who], partial(pages[who].goto, where), actions, allowed)
        for typed in ("<12", "205"):
            again = partial(refused, pages["player"], f"{address}/hand", typed)
            faults += faults_of(pages["player"], again, actions, allowed)
        forms = {
            access.path.replace("{code}", server.host.devices.code)
            for access in ROUTES
            if access.method == "POST"
        }
        photos = set() if can_read_photos() else {"/hand/photo", "/keeper/hand/photo"}
        assert forms - actions == photos | {
            "/keeper/next-place"
        }  # of a game that is over, with a button alone
    assert not faults, "\n".join(faults)


def test_enter_behind_the_pin_of_a_private_table_goes_on(tmp_path: Path, playwright: Playwright) -> None:
    """Where the PIN is asked for first, Enter sends it as the button below does."""
    host = Host(*new_game(tmp_path), "127.0.0.1", free_port(), private=True)
    host.start()
    try:
        with chromium(playwright) as browser:
            visitor = device(browser)
            assert faults_of(visitor, lambda: visitor.goto(host.table_address), set()) == []
    finally:
        host.stop()
