"""Enter, or Go on a phone's keyboard: in every field of every form it does what the form's main button does."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route
from playwright.sync_api import TimeoutError as NothingSent

from scorekeeper.photo import can_read_photos
from scorekeeper.web.host import Host
from scorekeeper.web.server import ROUTES
from scorekeeper.web.visit import cookie_name
from tests.web.pages.browser import closed_after, device, scripts
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

CATCH = """() => { window.caught = []; addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  event.preventDefault();
  event.stopImmediatePropagation();
  caught.push([form.method.toUpperCase(), button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
    [...new URLSearchParams(new FormData(form, button))]]);
}, true); }"""
"""What notes the forms that are sent from a page with scripts, before its own script sends them."""


def is_form(request: Request) -> bool:
    """Whether a form is sent, and no page or count asked for."""
    return request.method == "POST" or (request.is_navigation_request() and "/keeper/join?" in request.url)


def swallow(route: Route) -> None:
    """Let what a form sends come to nothing."""
    if is_form(route.request):
        route.fulfill(status=204)
    else:
        route.fallback()


def sent_by(page: Page, act: Callable[[], None], allowed: bool) -> Sent | None:
    """Return what an act sends, with scripts or without; None if it sends nothing. The page stays as it is."""
    if allowed:
        page.evaluate("() => { caught.length = 0; }")
        act()
        for method, address, sent in page.evaluate("() => caught"):
            return method, urlsplit(urljoin(page.url, address)).path, dict(sent)
        return None
    try:
        with page.expect_response(lambda response: is_form(response.request), timeout=3000) as caught:
            act()
    except NothingSent:
        return None
    request, address = caught.value.request, urlsplit(caught.value.url)
    sent = request.post_data if request.method == "POST" else address.query
    return request.method, address.path, dict(parse_qsl(sent or "", keep_blank_values=True))


def filled(form: Locator) -> Locator:
    """Type into every field of a form that takes text."""
    for name, text in TYPED.items():
        for field in form.locator(f"input[name={name}]:not([type=hidden])").all():
            field.fill(text)
    return form


def faults_of_form(form: Locator, allowed: bool) -> Iterator[str]:
    """Yield each field in which Enter does not send what the main button sends; without one, all but a choice."""
    page, fields = form.page, filled(form).locator(FIELD)
    count = fields.count()
    if not count:
        return
    wanted: Sent | None = ("POST", urlsplit(page.url).path, {"pin": TYPED["pin"]})
    if form.evaluate(HAS_MAIN):
        wanted = sent_by(page, form.locator("button.main, button:only-of-type").first.click, allowed)
        if wanted is None:
            yield f"{page.url}: the main button sends nothing"
    for field in map(fields.nth, range(count)):
        name = field.evaluate("(one) => `${one.type} ${one.name}`")
        if name.startswith("radio"):
            field.focus()
        found = sent_by(page, partial(field.press, "Enter"), allowed)
        if found != wanted:
            yield f"{page.url} {name}: Enter sends {found}, the main button {wanted}"


def faults_of(page: Page, show: Callable[[], object], actions: set[str], allowed: bool = True) -> list[str]:
    """Return the fields of all forms of a page in which Enter goes wrong, and note where its forms lead."""
    show()
    forms = page.locator("form")
    actions |= {urlsplit(form.get_attribute("action") or "").path for form in forms.all()}
    actions |= {
        button.get_attribute("formaction") or "" for button in page.locator("button[formaction]").all()
    }
    if allowed:
        page.evaluate(CATCH)
    else:
        page.route("**/*", swallow)
    faults = [fault for form in forms.all() for fault in faults_of_form(form, allowed)]
    page.unroute_all()
    return faults


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
def test_enter_does_what_the_main_button_does(tmp_path: Path, started: Browser, allowed: bool) -> None:
    """On every page with a form, in every field, a hand with tiles, one that is refused and one asked about too."""
    house = [word for one in HOUSE for word in ("--house", one)]
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", *house) as server, closed_after(started) as browser:
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


def test_enter_behind_the_pin_of_a_private_table_goes_on(tmp_path: Path, started: Browser) -> None:
    """Where the PIN is asked for first, Enter sends it as the button below does."""
    host = Host(*new_game(tmp_path), "127.0.0.1", free_port(), private=True)
    host.start()
    try:
        with closed_after(started) as browser:
            visitor = device(browser)
            assert faults_of(visitor, lambda: visitor.goto(host.table_address), set()) == []
    finally:
        host.stop()
