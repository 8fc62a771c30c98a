"""How the big screen and the page of a hand look: in everybody's colour, and large enough."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from scorekeeper.session import AnswersFile
from tests.web.pages.browser import BIG, PHONE, SMALL, closed_after, device, seated
from tests.web.pages.test_accessible import AXE, VIOLATIONS
from tests.web.served import Thread

PLAYERS = ("Ana", "Ben", "Carla", "Dan", "Eva", "Finn", "Grace", "Hugo", "Ida", "Jo", "Kim", "Leo")
THEMES = ("lamplight", "daylight", "contrast", "blue-orange")
SHARES = """() => [...document.querySelectorAll('.standing tbody tr')].map((row) => {
  const parts = (colour, of) => colour.match(/[0-9.]+/g).slice(0, 3).map((part) => Math.round(part * of)).join();
  const [own, ground] = [row.querySelector('.badge'), row].map((one) => getComputedStyle(one).backgroundColor);
  return [parts(own, 1), parts(ground, 255), Number(ground.split("/")[1].slice(0, -1))];
})"""
"""The colour of each player, the one that the row is tinted with, and how strongly."""

LEADING = "() => document.querySelectorAll('.standing tbody tr').forEach((row) => row.classList.add('leads'))"
SIZE = "(one) => parseFloat(getComputedStyle(one).fontSize)"
COLUMNS = """() => [...document.querySelectorAll('.tiles')].filter((one) => one.checkVisibility())
  .map((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length)"""


def played(server: Thread) -> None:
    """Play a round of twelve, and some of the next."""
    points = [f"{name}={10 + place}" for place, name in enumerate(PLAYERS[1:])]
    server.command("round", "last", "Ana=out", *points)
    server.command("round", "last", "Ben=7")


def test_rows_of_the_big_screen_have_the_colour_of_their_players(tmp_path: Path, started: Browser) -> None:
    """All have it at 17 %, the leader at 34 %, and their words can be read on it in every theme."""
    with Thread(tmp_path, ",".join(PLAYERS)) as server, closed_after(started) as browser:
        played(server)
        screen = device(browser, BIG)
        screen.goto(server.found["screen"])
        expect(screen.locator(".missing")).to_contain_text("Still to come")
        rows = screen.evaluate(SHARES)
        assert [own for own, _tint, _share in rows] == [tint for _own, tint, _share in rows]
        assert [share for _own, _tint, share in rows] == [0.34, *[0.17] * 11]
        assert screen.locator(".missing").evaluate(SIZE) >= screen.locator(".starts").evaluate(SIZE)
        screen.evaluate(AXE)
        for lead in (None, LEADING):
            screen.evaluate(lead or "() => null")
            for theme in THEMES:
                screen.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
                faults = screen.evaluate(VIOLATIONS, {"runOnly": ["color-contrast"]})
                assert not faults, f"{theme}: {faults}"


def test_a_hand_is_easy_to_enter_on_a_phone(browser: Browser, server: Thread) -> None:
    """Five tiles stand in a row, the badge before the heading, and the count is larger than a hint."""
    phone = seated(browser, server, "Ben")
    for width, height in (PHONE, SMALL):
        phone.set_viewport_size({"width": width, "height": height})
        assert set(phone.evaluate(COLUMNS)) == {5}, f"not five tiles in a row of {width}"
    expect(phone.locator("h1")).to_have_text("BBen's hand")
    expect(phone.get_by_role("heading", level=1, name="Ben's hand", exact=True)).to_be_visible()
    counts = phone.locator("#counts")
    hint = counts.locator(".hint").evaluate(SIZE)
    phone.fill("#typed", "6-4 5-5")
    expect(counts).to_have_text("20 points.")
    assert counts.evaluate(SIZE) >= 1.5 * hint


def test_the_big_screen_asks_nothing_while_places_are_shown(browser: Browser, server: Thread) -> None:
    """How the last round ended is asked before the first place is shown, and no more."""
    for number in ("1", "2"):
        server.command("round", "last", "Ana=7", f"Ben=1{number}", "Carla=20", "Dot=30")
    screen = device(browser, BIG)
    screen.goto(server.found["screen"])
    asked = screen.locator(".asked")
    expect(asked.first).to_be_visible()
    answers = AnswersFile(server.home / "games.db", server.host.share.table.id)
    for shown, name in ((1, "4 Dot"), (2, "3 Carla")):
        answers.note(places=shown)
        expect(screen.locator(".hero svg.name")).to_have_attribute("aria-label", name)
        expect(asked).to_have_count(0)
