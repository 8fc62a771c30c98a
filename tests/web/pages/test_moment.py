"""The winner's moment on the big screen and on phones, as a browser draws it."""

from itertools import pairwise
from pathlib import Path
from zlib import decompress

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scorekeeper.session import AnswersFile
from tests.waiting import eventually
from tests.web.pages.browser import BIG, PHONE, closed_after, device, seated
from tests.web.served import Thread

MOVING = "() => document.querySelector('.moment') ? document.getAnimations().length : -1"
COLOURS = """() => ['.moment .part', '.moment .all li:first-child .badge', '.moment .step1 .block']
  .map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)"""
PARTS = """() => [...document.querySelectorAll('.part:not(.board *)')]
  .map((part) => getComputedStyle(part).backgroundColor)"""
AT_ITS_HEIGHT = """() => { const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet];
  sheet.replaceSync('.part { animation-play-state: paused !important; animation-delay: -.8s !important; }'); }"""
"""What stops the flood where colours have all of the page."""


def end(server: Thread, places: int | None = None) -> None:
    """Have Ana win after two rounds, and show everybody who won, or so many places."""
    for number in ("1", "2"):
        server.command("round", "last", "Ana=out", f"Ben=1{number}", "Carla=20", "Dot=30+0-0")
    announced(server, places)


def announced(server: Thread, places: int | None = None) -> None:
    """Show everybody so many places, or all; a server that looks before it knows of the end covers them again."""
    table = server.host.share.table
    answers = AnswersFile(server.home / "games.db", table.id)

    def shown() -> bool:
        if table.answers.places != places:
            answers.note(places=places)
        return table.game.over and table.answers.places == places

    answers.note(places=places)
    eventually(shown, "what is shown of the places")


def ended(page: Page) -> Page:
    """Wait until a page shows who won."""
    expect(page.locator(".moment:not(.board *)")).to_have_attribute("aria-label", "Ana wins")
    return page


MOTIONS = {"no-preference": True, "reduce": False}
"""What somebody wants of motion, and whether anything moves for them."""


def test_the_moment_moves_where_the_game_was_seen_to_end(browser: Browser, server: Thread) -> None:
    """It moves once, not for who wants no motion, and not on a page that is opened later.

    A phone that goes from its hand to the result by itself has seen the game end, too.
    """
    screens = [device(browser, BIG, reduced_motion=motion) for motion in MOTIONS]
    seats = zip(("Ben", "Carla"), MOTIONS, strict=True)
    phones = {seated(browser, server, name, reduced_motion=motion): name for name, motion in seats}
    for page in (*screens, *phones):
        page.add_init_script("window.moved = 0; addEventListener('animationstart', () => window.moved++);")
        page.goto(server.found["screen"] if page in screens else page.url)
        expect(page.locator("main" if page in screens else "#status")).to_contain_text("Dot")
        page.evaluate("() => { window.moved = 0; }")
    end(server)
    for phone, player in phones.items():
        expect(ended(phone).locator(".all .own-row:not(.board *)")).to_contain_text(player)
        expect(phone.locator("#status")).to_have_class("ends")
    for page, moves in zip((*screens, *phones), 2 * [*MOTIONS.values()], strict=True):
        if moves:
            ended(page).wait_for_function("() => window.moved")
        assert moves or not ended(page).evaluate("window.moved"), f"{page.url} moves for who wants no motion"
        page.reload()
        assert ended(page).evaluate(MOVING) == 0, f"{page.url} moves where the end was not seen"
        if page in phones:
            expect(page.locator("#status")).not_to_have_class("ends")


def test_places_come_in_one_by_one(browser: Browser, server: Thread) -> None:
    """Who is still covered is nowhere on the page; the newest place stands at the head, and its line in the chart."""
    for number in ("1", "2"):
        server.command("round", "last", "Ana=out", f"Ben=1{number}", "Carla=20", "Dot=30+0-0")
    screen = device(browser, BIG)
    screen.goto(server.found["screen"])
    moment = screen.locator(".moment")
    for shown, name in enumerate(("Who wins?", "4 Dot", "3 Carla", "2 Ben")):
        announced(server, shown)
        expect(screen.locator(".hero svg.name")).to_have_attribute("aria-label", name)
        expect(moment).to_have_attribute("aria-label", "Who wins?")
        expect(screen.locator(".covered")).to_have_count(4 - shown)
        expect(screen.locator(".totals polyline")).to_have_count(shown)
    announced(server)
    ended(screen)


def test_the_moment_is_one_colour_in_one_place(browser: Browser, server: Thread) -> None:
    """Head, badge and podium have the winner's colour; the big screen shows all of it without scrolling."""
    end(server)
    phone, wall = seated(browser, server, "Ben"), device(browser, BIG)
    wall.goto(server.found["screen"])
    for page in (phone, wall):
        assert len(set(ended(page).evaluate(COLOURS))) == 1, f"{page.url} has the winner in several colours"
    head = wall.locator(".hero").bounding_box()
    assert head is not None
    assert round(head["height"] / BIG[1], 2) == 0.34
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the big screen scrolls"
    for part in (".why", ".podium", ".all li:last-child", ".totals"):
        expect(wall.locator(part)).to_be_in_viewport(ratio=1)
    expect(phone.locator(".all .own-row:not(.board *)")).to_contain_text("Ben")
    expect(phone.locator("[data-share]:not(.board *)")).to_have_text("Share the picture")


WATCH = """() => { window.seen = []; window.watch = setInterval(() => {
  const row = [...document.querySelectorAll('.standing tbody tr')].find((one) => one.textContent.includes('Ana'));
  window.seen.push([row.getAnimations().length, Number(row.querySelector('.total').textContent)]);
}, 16); }"""


@pytest.mark.parametrize("server", [3], indirect=True)
def test_rows_glide_and_totals_count_up_when_a_round_closes(browser: Browser, server: Thread) -> None:
    """A total passes through numbers between the old and the new one; for who wants no motion it is there at once."""
    server.command("round", "last", "Ana=out", "Ben=11", "Carla=20", "Dot=30")
    pages = dict[Page, bool]()
    for player, (motion, moves) in zip(("Ben", "Carla"), MOTIONS.items(), strict=True):
        pages[wall := device(browser, BIG, reduced_motion=motion)] = moves
        wall.goto(server.found["screen"])
        pages[seated(browser, server, player, path="/standing", reduced_motion=motion)] = moves
    for page in pages:
        expect(total_of_ana(page)).to_have_text("0")
        page.evaluate(WATCH)
    server.command("round", "last", "Ana=90", "Ben=out", "Carla=1", "Dot=2")
    for page, moves in pages.items():
        expect(total_of_ana(page)).to_have_text("90")
        page.wait_for_function("() => window.seen.at(-1)[1] === 90 && !window.seen.at(-1)[0]")
        seen = page.evaluate("() => { clearInterval(window.watch); return window.seen; }")
        assert any(0 < total < 90 for _animations, total in seen) == moves, (page.url, seen)
        assert any(animations for animations, _total in seen) == moves, (page.url, seen)


def total_of_ana(page: Page) -> Locator:
    """Return where the total of Ana stands."""
    return page.locator(".standing tr", has_text="Ana").locator(".total")


@pytest.mark.parametrize("covered", [False, True])
def test_the_colour_floods_over_what_stood_there(browser: Browser, server: Thread, covered: bool) -> None:
    """Until it has all of the page the standing, or the places that were shown, stay below it; then they are gone."""
    screen = device(browser, BIG)
    screen.goto(server.found["screen"])
    expect(screen.locator("main")).to_contain_text("Dot")
    if covered:
        end(server, 3)
        expect(screen.locator(".hero svg.name")).to_have_attribute("aria-label", "2 Ben")
    screen.evaluate(AT_ITS_HEIGHT.replace(".part", ".board").replace("-.8s", "-.2s"))
    announced(server) if covered else end(server)
    board = ended(screen).locator(".board")
    expect(board.locator(".all li, .standing tbody tr")).to_have_count(4)
    expect(board).to_be_visible()
    screen.evaluate(AT_ITS_HEIGHT.replace(".part", ".board"))
    expect(board).to_be_hidden()
    screen.evaluate("() => { document.adoptedStyleSheets = []; }")
    expect(board).to_have_count(0)


def test_nothing_that_comes_after_the_flood_is_seen_before_it(browser: Browser, server: Thread) -> None:
    """Why somebody won, podium, places and chart are there once the colour has had all of the page."""
    screen = device(browser, BIG)
    screen.goto(server.found["screen"])
    expect(screen.locator("main")).to_contain_text("Dot")
    screen.evaluate(AT_ITS_HEIGHT.replace(".part", ".why, .below").replace("-.8s", "-.2s"))
    end(server)
    for part in (".why", ".podium", ".all li:last-child", ".totals"):
        expect(ended(screen).locator(f"{part}:not(.board *)")).to_be_hidden()
    screen.evaluate(AT_ITS_HEIGHT.replace(".part", ".why, .below"))
    for part in (".why", ".podium", ".all li:last-child", ".totals"):
        expect(screen.locator(f"{part}:not(.board *)")).to_be_visible()


def pixel(page: Page, x: int, y: int) -> str:
    """Return the colour of a point of a page, as style sheets have it."""
    image = page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
    parts = (part[: int.from_bytes(before[-4:])] for before, part in pairwise(image.split(b"IDAT")))
    red, green, blue = decompress(b"".join(parts))[1:4]
    return f"rgb({red}, {green}, {blue})"


def test_all_who_share_the_win_flood_the_page(tmp_path: Path, started: Browser) -> None:
    """Half of the big screen is one winner's, half the other's; on a phone the upper part and the lower one."""
    house = ("rounds.length=fixed", "rounds.count=1", 'winning.ties=["share"]')
    options = [word for rule in house for word in ("--house", rule)]
    with Thread(tmp_path, "Ana,Ben,Carla,Dot", *options) as server, closed_after(started) as browser:
        screen, phone = device(browser, BIG), seated(browser, server, "Dot")
        screen.goto(server.found["screen"])
        phone.goto(f"{server.found['address']}/standing")
        for page in (screen, phone):
            expect(page.locator("main")).to_contain_text("Dot")
            page.wait_for_selector("[data-shown]")
            page.evaluate(AT_ITS_HEIGHT)
        server.command("round", "last", "--blocked", "Ana=20", "Ben=20", "Carla=30", "Dot=40")
        announced(server)
        for page, of_ben in ((screen, (BIG[0] - 5, 5)), (phone, (5, PHONE[1] - 100))):
            expect(page.locator(".moment:not(.covering)")).to_have_attribute(
                "aria-label", "Ana and Ben share the win"
            )
            ana, ben = page.evaluate(PARTS)
            assert [pixel(page, 5, 5), pixel(page, *of_ben)] == [ana, ben]
            assert ana != ben
