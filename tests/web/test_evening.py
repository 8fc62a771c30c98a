"""An evening of four people in a real browser: on phones, with and without scripts, and on the big screen."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browser import BIG, PATIENCE, Server, chromium, device, join

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def started() -> Iterator[Browser]:
    """Return a browser for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def browser(server: Server, started: Browser) -> Iterator[Browser]:
    """Return a browser whose pages are closed before the server ends."""
    yield started
    for context in started.contexts:
        context.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Return a table of Ana, Ben, Carla and Dot with two rounds to play."""
    house = ("--house", "rounds.length=fixed", "--house", "rounds.count=2")
    with Server(tmp_path, "Ana,Ben,Carla,Dot", *house) as server:
        yield server


def save(page: Page, typed: str) -> None:
    """Type a hand and save it."""
    page.fill("#typed", typed)
    page.locator("button.main[name=do]").click()


def refused(page: Page, words: str) -> None:
    """Expect a hand to be refused with these words."""
    expect(page.locator("#counts .fault")).to_contain_text(words)


def saved(page: Page, words: str) -> None:
    """Expect a hand to be saved."""
    expect(page.locator("#counts")).to_contain_text(f"Saved: {words}")


def tap(page: Page, *tiles: str) -> None:
    """Tap tiles of the pad."""
    for tile in tiles:
        page.get_by_role("button", name=tile, exact=True).tap()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_evening_of_four(browser: Browser, server: Server, scripts: bool) -> None:
    """Four people join, enter, are refused, asked and corrected; one leaves, one comes; somebody wins."""
    ana, ben, carla, dot = (
        join(device(browser, java_script_enabled=scripts), server, name)
        for name in ("Ana", "Ben", "Carla", "Dot")
    )
    keeper, screen = (device(browser, java_script_enabled=scripts), device(browser, BIG))
    keeper.goto(server.found["keeper"])
    screen.goto(server.found["screen"])
    expect(screen.locator(".qr")).to_be_visible()

    save(ana, "12+7")
    saved(ana, "19 points.")
    tap(ben, "6-4", "5-5")
    expect(ben.locator("#typed")).to_have_value("6-4 5-5")
    expect(ben.locator("#counts")).to_contain_text("20 points.")
    ben.locator("button.main[name=do]").click()
    saved(ben, "20 points.")

    save(carla, "6-4 3-3")
    refused(carla, "6-4 cannot be in two hands")
    expect(carla.locator("#typed")).to_have_value("6-4 3-3")
    save(carla, "205")
    expect(carla.locator(".questions")).to_contain_text("is it right?")
    save(carla, "3-3")
    saved(carla, "6 points.")
    dot.get_by_role("button", name="I went out").click()
    saved(dot, "Dot went out.")

    if not scripts:
        keeper.goto(server.found["address"] + "/keeper")
        dot.reload()
    keeper.get_by_role("link", name="Ana", exact=True).click()
    keeper.fill("#reason", "misread")
    save(keeper, "18")
    expect(keeper.locator("main")).to_contain_text("Every hand is in; the round waits to be closed.")
    expect(screen.locator("main")).to_contain_text("Every hand is in")
    dot.get_by_role("button", name="Close the round").click()
    expect(screen.locator("main")).to_contain_text("Round 2")
    expect(screen.locator("tbody tr").nth(2)).to_contain_text(re.compile("3.*Ana.*18"))

    server.command("leave", "last", "Dot")
    server.command("join", "last", "Eve", "--score", "zero")
    eve = join(device(browser, java_script_enabled=scripts), server, "Eve")
    dot.goto(server.found["address"] + "/hand")
    expect(dot.locator("main")).to_contain_text("You do not play in this round.")
    if not scripts:
        for page in (ana, ben, carla):
            page.reload()
    for page, typed in ((ana, "1"), (ben, "2"), (carla, "30"), (eve, "o")):
        page.goto(server.found["address"] + "/hand")
        save(page, typed)
        expect(page.locator("#counts")).to_contain_text("Saved:")
    keeper.goto(server.found["address"] + "/keeper")
    keeper.get_by_role("button", name="Close the round").click()
    expect(keeper.locator("main")).to_contain_text("The game is over.")
    expect(screen.locator(".winner")).to_have_text("Eve wins")
    server.command("check", "last")


def test_the_standing_follows_within_a_quarter_second(browser: Browser, server: Server) -> None:
    """What one phone saves stands on another at once, and what is being typed there is not disturbed."""
    ana, ben = join(device(browser), server, "Ana"), join(device(browser), server, "Ben")
    ana.fill("#typed", "half a li")
    expect(ana.locator("#status")).to_contain_text("Still missing: Ana, Ben, Carla and Dot.")
    ana.evaluate(
        "new MutationObserver(() => { window.changed = Date.now(); })"
        ".observe(document.querySelector('#status'), {childList: true, subtree: true})"
    )
    save(ben, "4")
    saved(ben, "4 points.")
    expect(ana.locator("#status")).to_contain_text("Still missing: Ana, Carla and Dot.")
    expect(ana.locator("#typed")).to_have_value("half a li")
    sent = ben.evaluate("performance.timeOrigin")  # Ben's page was loaded anew when the hand was stored
    assert ana.evaluate("window.changed") - sent < 250


def test_a_typed_hand_survives(browser: Browser, server: Server) -> None:
    """What is typed and not saved is there after a reload, a restarted server, and a lost connection."""
    ana = join(device(browser), server, "Ana")
    banner = ana.locator("#offline")
    ana.fill("#typed", "6-4 5-")
    ana.reload()
    expect(ana.locator("#typed")).to_have_value("6-4 5-")

    server.stop()
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("No connection")
    ana.fill("#typed", "6-4 5-5")
    ana.locator("button.main[name=do]").click()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5")
    server.start()
    expect(banner).to_be_hidden()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5")

    ana.context.set_offline(True)
    expect(banner).to_be_visible()
    ana.fill("#typed", "6-4 5-5 3-")
    ana.locator("button.main[name=do]").click()
    ana.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5 3-")
    save(ana, "6-4 5-5 3-3")
    saved(ana, "26 points.")
    ana.reload()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5 3-3")


def test_an_old_form_is_refused_with_its_text(browser: Browser, server: Server) -> None:
    """A hand typed before a new name or for a round that is closed is shown again, and survives a reload."""
    ana = join(device(browser), server, "Ana")
    ana.fill("#typed", "7")
    server.command("rename", "last", "Ana", "Anna")
    expect(ana.locator("#status")).to_contain_text("Anna")
    save(ana, "7")
    refused(ana, "now has the seat of Anna")
    expect(ana.locator("#typed")).to_have_value("7")
    expect(ana.locator("#typed")).to_be_focused()
    ana.reload()
    expect(ana.locator("#typed")).to_have_value("7")
    server.command("round", "last", "--out", "Anna", "Ben=4", "Carla=5", "Dot=6")
    expect(ana.locator("#status")).to_contain_text("The table has moved on")
    save(ana, "8")
    refused(ana, "typed for another round; now it is Round 2")
    expect(ana.locator("#typed")).to_have_value("8")
    ana.locator("button.main[name=do]").click()
    saved(ana, "8 points.")


def test_what_is_typed_while_a_hand_is_sent_stays(browser: Browser, server: Server) -> None:
    """On a slow network the answer to one hand does not replace the next one, which is already being typed."""
    ana = join(device(browser), server, "Ana")

    def slowly(route: Route) -> None:
        ana.wait_for_timeout(300)
        route.continue_()

    ana.route("**/hand", slowly)
    save(ana, "x0")
    ana.fill("#typed", "x0 4")
    refused(ana, "“x0”")
    expect(ana.locator("#typed")).to_have_value("x0 4")


def test_refusals_do_not_use_up_the_connections(browser: Browser, server: Server) -> None:
    """After a dozen refused hands the page still follows and still saves."""
    ana = join(device(browser), server, "Ana")
    for number in range(12):
        save(ana, f"x{number}")
        refused(ana, f"“x{number}”")
    save(ana, "4")
    saved(ana, "4 points.")


def test_a_removed_phone_is_told(browser: Browser, server: Server) -> None:
    """A phone that the keeper removes shows by itself that it has to join again, and can."""
    ana, keeper = join(device(browser), server, "Ana"), device(browser)
    keeper.goto(server.found["keeper"])
    keeper.get_by_role("link", name="Phones").click()
    keeper.get_by_role("button", name="Remove Ana’s phone").click()
    expect(ana.locator("main")).to_contain_text("Join the table first.")
    join(ana, server, "Ana")


def test_the_round_is_closed_where_it_is_seen(browser: Browser, server: Server) -> None:
    """The button to close the round comes by itself to who went out, and one press closes it for all."""
    ana, ben = join(device(browser), server, "Ana"), join(device(browser), server, "Ben")
    ana.get_by_role("button", name="I went out").click()
    saved(ana, "Ana went out.")
    save(ben, "4")
    saved(ben, "4 points.")
    close = ana.get_by_role("button", name="Close the round")
    expect(close).to_be_hidden()
    keeper = device(browser)
    keeper.goto(server.found["keeper"])
    for name, typed in (("Carla", "5"), ("Dot", "6")):
        keeper.get_by_role("link", name=name, exact=True).click()
        save(keeper, typed)
        keeper.wait_for_url("**/keeper")
    close.dblclick()
    expect(ben.locator("#status")).to_contain_text("The table has moved on")
    ben.get_by_role("link", name="The table has moved on").click()
    expect(ben.locator("header")).to_contain_text("Round 2")


def test_everything_needed_is_above_the_keyboard(browser: Browser, server: Server) -> None:
    """With half of the screen taken by a phone's keyboard, the field, what it counts and the buttons are seen."""
    ana = join(device(browser, (390, 844 - 400)), server, "Ana")
    for part in ("#typed", "#counts", "button.main[name=do]", "button[value=out]"):
        box = ana.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844 - 400, part


def test_a_page_is_there_quickly(browser: Browser, server: Server) -> None:
    """A hand's page is there within a second, pips and all."""
    ana = join(device(browser), server, "Ana")
    started = time.monotonic()
    ana.reload()
    expect(ana.locator("#typed")).to_be_visible()
    assert time.monotonic() - started < 1
