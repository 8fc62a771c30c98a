"""An evening of four people in a real browser: on phones, with and without scripts, and on the big screen."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.game import Pips
from scorekeeper.storage import open_store
from scorekeeper.web.host import Host
from tests.conftest import by_cases
from tests.web.pages.browser import BIG, SMALL, TABLET, device, join, scripts, seated
from tests.web.served import Thread


def save(page: Page, typed: str) -> None:
    """Type a hand and save it."""
    page.fill("#typed", typed)
    page.locator("button.main[name=do]").click()


def refused(page: Page, words: str) -> None:
    """Expect a hand to be refused with these words."""
    expect(page.locator("#counts .fault, #counts.fault")).to_contain_text(words)


def saved(page: Page, words: str) -> None:
    """Expect a hand to be saved."""
    expect(page.locator("#counts")).to_contain_text(f"Saved: {words}")


def tap(page: Page, *tiles: str) -> None:
    """Tap tiles of the pad."""
    for tile in tiles:
        page.get_by_role("button", name=tile, exact=True).tap()


@dataclass
class Evening:
    """Four people with their phones, whoever keeps score, and the big screen."""

    server: Thread
    players: dict[str, Page]
    keeper: Page
    screen: Page

    def turn_to(self, path: str, *pages: Page) -> None:
        """Open a page anew on phones: those without scripts do not follow by themselves."""
        for page in pages:
            page.goto(self.server.found["address"] + path)

    def play(self, mistaken: str, *, follows: bool) -> None:
        """Play a round: typed, tapped, refused, asked about, out, which closes it; corrected by the keeper."""
        first, second, third, last = self.players.values()
        save(first, "12+7")
        saved(first, "19 points")
        tap(second, "6-4", "5-5")
        expect(second.locator("#typed")).to_have_value("6-4 5-5")
        expect(second.locator("#counts")).to_contain_text("20 points.")
        second.locator("button.main[name=do]").click()
        saved(second, "20 points.")

        save(third, "6-4 3-3")
        refused(third, "6-4 cannot be in two hands")
        expect(third.locator("#typed")).to_have_value("6-4 3-3")
        save(third, "205")
        expect(third.locator(".questions")).to_contain_text("is it right?")
        save(third, "3-3")
        saved(third, "6 points.")
        last.get_by_role("button", name="I went out").click()
        expect(last.locator("main")).to_contain_text("Who had 0-0?")
        last.get_by_role("button", name="Nobody, or it is already counted").click()

        if not follows:
            self.turn_to("/keeper", self.keeper)
        self.keeper.get_by_role("link", name="All rounds").click()
        self.keeper.get_by_role("link", name=re.compile(f"^{mistaken} ")).first.click()
        self.keeper.fill("#reason", "misread")
        save(self.keeper, "18")
        expect(self.keeper.locator("main")).to_contain_text("18")

    def somebody_leaves_and_somebody_comes(self, leaves: str, comes: str) -> None:
        """Let the keeper's phone do it."""
        keeper = self.keeper
        keeper.get_by_role("link", name="Players").click()
        keeper.get_by_role("link", name=f"{leaves}: Leaves").click()
        keeper.get_by_role("button", name=f"{leaves} leaves").click()
        expect(keeper.locator("main")).to_contain_text("left before round 2")
        keeper.fill("#name", comes)
        keeper.get_by_role("button", name="Join").click()
        keeper.get_by_label("Nothing: 0").check()
        keeper.get_by_role("button", name="Save").click()
        expect(keeper.locator("main")).to_contain_text(f"{comes} 0 · since round 2")


def test_an_evening_of_four(browser: Browser, server: Thread) -> None:
    """Four people play a round without scripts and one with them; one leaves, one comes; somebody wins."""
    players = {name: device(browser) for name in ("Ana", "Ben", "Carla", "Dot")}
    keeper, screen = device(browser), device(browser, BIG)
    for page in (*players.values(), keeper):
        scripts(page, False)
    for name, page in players.items():
        join(page, server, name)
    keeper.goto(server.found["keeper"])
    screen.goto(server.found["screen"])
    expect(screen.locator(".qr")).to_be_visible()
    evening = Evening(server, players, keeper, screen)

    expect(screen.locator(".clock")).to_have_text(re.compile(r"This round: \d+:\d\d"))

    evening.play("Ana", follows=False)
    expect(screen.locator("main")).to_contain_text("Round 2")
    expect(screen.locator("tbody tr").nth(2)).to_contain_text(re.compile("3.*Ana.*18"))
    evening.somebody_leaves_and_somebody_comes("Dot", "Eve")

    dot = players.pop("Dot")
    evening.turn_to("/hand", dot)
    expect(dot.locator("main")).to_contain_text("You have left the table.")
    dot.context.clear_cookies()
    players["Eve"] = join(dot, server, "Eve")
    for page in (*players.values(), keeper):
        scripts(page, True)
    evening.turn_to("/keeper", keeper)
    evening.turn_to("/hand", *players.values())
    evening.play("Carla", follows=True)
    evening.turn_to("/keeper", keeper)
    for covered in (5, 4, 3, 2):
        for page in (screen, keeper):
            expect(page.locator(".covered")).to_have_count(covered)
        expect(screen.locator(".moment:not(.covering)")).to_have_count(0)
        with keeper.expect_navigation():  # while it is under way, a press counts for nothing
            keeper.get_by_role("button", name="Show the next place").click()
    keeper.get_by_role("button", name="Show who won").click()
    expect(keeper.locator("main")).to_contain_text("The game is over: Eve wins.")
    expect(screen.locator(".moment:not(.board *)")).to_have_attribute("aria-label", "Eve wins")
    server.command("check", "last")


def test_a_typed_hand_survives(browser: Browser, server: Thread) -> None:
    """What is typed outlasts a reload, a restarted server and a lost connection; what was sent is sent again."""
    ana = seated(browser, server, "Ana")
    banner = ana.locator("#offline")
    ana.fill("#typed", "6-4 5-")
    ana.reload()
    expect(ana.locator("#typed")).to_have_value("6-4 5-")

    server.stop()
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("No connection")
    ana.fill("#typed", "6-4 5-5")
    expect(ana.locator("#typed")).to_have_value("6-4 5-5")
    server.start()
    expect(banner).to_be_hidden()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5")

    ana.context.set_offline(True)
    expect(banner).to_be_visible()
    ana.fill("#typed", "6-4 5-5 3-")
    ana.locator("button.main[name=do]").click()
    expect(ana.locator("#unsaved")).to_be_visible()
    ana.context.set_offline(False)
    refused(ana, "3-")
    expect(banner).to_be_hidden()
    expect(ana.locator("#unsaved")).to_be_hidden()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5 3-")
    save(ana, "6-4 5-5 3-3")
    saved(ana, "26 points.")
    ana.reload()
    expect(ana.locator("#typed")).to_have_value("6-4 5-5 3-3")


def sent_while_lost(server: Thread, phones: dict[Page, str]) -> None:
    """Press buttons while there is no connection."""
    server.stop()
    for phone, button in phones.items():
        expect(phone.locator("#offline")).to_be_visible()
        phone.get_by_role("button", name=button).click()
        expect(phone.locator("#unsaved")).to_be_visible()


def test_nobody_needs_to_act_once_there_is_a_connection_again(browser: Browser, server: Thread) -> None:
    """What was pressed meanwhile is sent by itself and once; what was typed since stays, and no link leads away."""
    ana, ben, keeper = seated(browser, server, "Ana"), seated(browser, server, "Ben"), device(browser)
    keeper.goto(server.found["keeper"])
    for page in (ana, ben):
        page.fill("#typed", "17")
    sent_while_lost(server, {ana: "Save", ben: "I went out"})
    ana.fill("#typed", "171")
    ben.get_by_role("link", name="Standing").click()
    server.start()
    saved(ben, "Ben went out.")
    expect(ana.locator("#offline")).to_be_hidden()
    expect(ana.locator("#unsaved")).to_be_hidden()
    expect(keeper.locator("main")).to_contain_text("17")
    expect(ana.locator("#typed")).to_have_value("171")
    played = server.host.share.table.game.round(1)
    assert (played.entries, played.out) == ({"Ana": Pips(17)}, "Ben")


def test_the_keyboard_that_opens_has_digits(browser: Browser, server: Thread) -> None:
    """A finger finds dash, plus, space and letters below the field; each goes to the cursor, the field in hand."""
    keeper = device(browser)
    keeper.goto(server.found["keeper"])
    keeper.get_by_role("link", name="Ana").first.click()
    for page in (seated(browser, server, "Ben", SMALL), keeper):
        field, keys = page.locator("#typed"), page.locator(".keys")
        expect(keys).to_be_hidden()
        field.tap()
        expect(field).to_have_js_property("inputMode", "numeric")
        expect(keys).to_be_visible()
        for typed, key in (("6", "dash"), ("4", "space"), ("5", "dash"), ("5", "space"), ("127", "")):
            page.keyboard.type(typed)
            if key:
                page.get_by_role("button", name=key, exact=True).tap()
                expect(field).to_be_focused()
        expect(field).to_have_value("6-4 5-5 127")
        page.keyboard.press("ArrowLeft")
        page.get_by_role("button", name="plus", exact=True).tap()
        expect(field).to_have_value("6-4 5-5 12+7")
        field.fill("12+7")
        expect(page.locator("#counts")).to_contain_text("19 points")
        for shown in ("text", "numeric"):
            page.get_by_role("button", name="letters").tap()
            expect(field).to_have_js_property("inputMode", shown)
            expect(field).to_be_focused()
        for key in keys.get_by_role("button").all():
            assert min((key.bounding_box() or {}).get(side, 0) for side in ("width", "height")) >= 44


def test_a_mouse_needs_no_keys(browser: Browser, server: Thread) -> None:
    """Where there is a keyboard, the row of characters does not come."""
    ana = seated(browser, server, "Ana")
    page = browser.new_page()
    page.context.add_cookies(ana.context.cookies())
    page.goto(ana.url)
    page.locator("#typed").click()
    expect(page.locator("#hand.typing")).to_have_count(1)
    expect(page.locator(".keys")).to_be_hidden()


COVERED = """() => {
  const banner = document.querySelector("#offline");
  const seen = [...document.querySelectorAll("td, th, h1, .status, .clock, .address, .pin, .hero, .all li")];
  const middle = (box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const inside = (box) => box.x + box.width / 2 < innerWidth && box.y + box.height / 2 < innerHeight;
  const boxes = seen.map((one) => one.getBoundingClientRect()).filter((box) => box.width && inside(box));
  const height = (one) => one ? parseFloat(getComputedStyle(one).fontSize) : 0;
  return {
    boxes: boxes.length,
    bare: boxes.filter((box) => middle(box) !== banner).length,
    letters: height(banner),
    total: Math.max(...[...document.querySelectorAll(".total, .figure text")].map(height), 0),
    whole: banner.scrollWidth <= innerWidth && banner.scrollHeight <= innerHeight,
  };
}"""


SCREENS = {
    BIG: ("en-US", "No connection."),
    TABLET: ("es-MX", "No hay conexión."),
    (640, 400): ("es-MX", "No hay conexión."),
}
"""The sizes of screens, the language of each, and what it says without a connection."""


@pytest.mark.parametrize(
    ("rounds", "screens"), [(1, SCREENS), (2, {(960, 540): ("en-US", "No connection.")})]
)
def test_the_big_screen_covers_what_may_be_true_no_longer(
    browser: Browser, server: Thread, rounds: int, screens: dict[tuple[int, int], tuple[str, str]]
) -> None:
    """Without a connection all that it says is that, in letters as high as a total, until it comes by itself."""
    pages = {device(browser, size, locale=locale): said for size, (locale, said) in screens.items()}
    for screen in pages:
        screen.goto(server.found["screen"])
    for _round in range(rounds):
        server.command("round", "last", "--out", "Ana", "Ben=111", "Carla=20", "Dot=30")
    for screen in pages:
        expect(screen.locator("tbody tr, .moment").first).to_be_visible()
    server.stop()
    for screen, said in pages.items():
        expect(screen.locator("#offline")).to_be_visible()
        expect(screen.locator("#offline")).to_have_text(said)
        found = screen.evaluate(COVERED)
        assert (found["boxes"] > 3, found["bare"], found["whole"]) == (True, 0, True), said
        assert (found["letters"] >= found["total"], found["total"] > 0) == (True, rounds == 1), found
    server.start()
    for screen in pages:
        expect(screen.locator("#offline")).to_be_hidden()


def test_an_old_form_is_refused_with_its_text(browser: Browser, server: Thread) -> None:
    """A hand typed before a new name is shown again, in the field in hand, and survives a reload."""
    ana = seated(browser, server, "Ana")
    ana.fill("#typed", "7")
    server.command("rename", "last", "Ana", "Anna")
    expect(ana.locator("#status")).to_contain_text("Anna")
    save(ana, "7")
    refused(ana, "now has the seat of Anna")
    expect(ana.locator("#typed")).to_have_value("7")
    expect(ana.locator("#typed")).to_be_focused()
    ana.reload()
    expect(ana.locator("#typed")).to_have_value("7")


def next_game(server: Thread) -> None:
    """Let the same table begin another game, as the app does."""
    server.command("new", "--players", "Ana,Ben,Carla,Dot", "--title", "Sunday, again")
    store = open_store(server.home / "games.db")
    game_id = store.find("last")
    store.close()
    server.host = Host(server.home / "games.db", game_id, "127.0.0.1", server.port, before=server.host)
    server.host.start()


def test_nothing_of_the_last_game_is_saved_in_the_next(browser: Browser, server: Thread) -> None:
    """A phone goes on to the next game; what was typed and not saved stays, and is refused with its text."""
    ana, ben = seated(browser, server, "Ana"), seated(browser, server, "Ben")
    ana.fill("#typed", "5-4")
    next_game(server)
    expect(ana.locator("#status")).to_contain_text("The table has moved on")
    expect(ana.locator("#typed")).to_have_value("5-4")
    ana.locator("button.main[name=do]").click()
    refused(ana, "That was for the last game")
    expect(ana.locator("main")).to_contain_text("You typed: 5-4")
    expect(ana.locator("#typed")).to_have_value("")
    assert server.host.share.table.game.round(1).entries == {}
    save(ana, "5-4")
    saved(ana, "9 points.")
    expect(ben.locator("#status")).to_contain_text("Still to come: Ben, Carla and Dot")
    save(ben, "3")
    saved(ben, "3 points.")


def test_a_hand_follows_what_is_stored(browser: Browser, server: Thread) -> None:
    """After undo and a correction at the computer a phone shows what is stored; what is being typed stays."""
    ana = seated(browser, server, "Ana")
    save(ana, "5")
    saved(ana, "5 points.")
    server.command("undo", "last")
    expect(ana.locator("#typed")).to_have_value("")
    expect(ana.locator("#counts")).not_to_contain_text("Saved")
    server.command("round", "last", "Ana=12")
    saved(ana, "12 points")
    expect(ana.locator("#typed")).to_have_value("12")
    ana.fill("#typed", "6")
    expect(ana.locator("#counts")).to_contain_text("6 points")
    server.command("round", "last", "Ana=7")
    expect(ana.locator("#counts.fault")).to_contain_text("Meanwhile Ana's hand was saved as 7.")
    expect(ana.locator("#typed")).to_have_value("6")
    ana.locator("button.main[name=do]").click()
    saved(ana, "6 points.")


def test_who_has_read_what_was_saved_meanwhile_saves_at_once(browser: Browser, server: Thread) -> None:
    """After an entry elsewhere, its undo and another one; on the player's phone and the keeper's."""
    ben, keeper = seated(browser, server, "Ben"), device(browser)
    keeper.goto(server.found["keeper"])
    keeper.get_by_role("link", name=re.compile("^Ben ")).click()
    changes = (
        (("round", "last", "Ben=15"), "Meanwhile Ben's hand was saved as 15."),
        (("undo", "last"), "Meanwhile Ben's hand was removed."),
        (("round", "last", "Ben=16"), "Meanwhile Ben's hand was saved as 16."),
    )
    for phone in (ben, keeper):
        follows(phone, server)
        expect(phone.locator("input[name=held]")).to_have_value("")
        phone.fill("#typed", "20")
        expect(phone.locator("#counts")).to_contain_text("20 points")
        for words, told in changes:
            server.command(*words)
            refused(phone, told)
            expect(phone.locator("#typed")).to_have_value("20")
        server.command("round", "last", "Dot=3")  # which concerns nobody else, and hides no sentence
        follows(phone, server)
        refused(phone, "Meanwhile Ben's hand was saved as 16.")
        phone.locator("button.main[name=do]").click()
        saved(ben, "20 points")
        for _change in range(3):
            server.command("undo", "last")


def follows(phone: Page, server: Thread) -> None:
    """Wait until a phone with a hand knows of the last change that is stored."""
    store = open_store(server.home / "games.db")
    changes = len(store.game(server.host.game_id).log.events)
    store.close()
    expect(phone.locator("section [data-change]")).to_have_attribute("data-change", str(changes))


@by_cases
def test_a_reason_is_told_as_long_as_it_is_true(
    browser: Browser, server: Thread, others: tuple[str, ...], typed: str, reason: str
) -> None:
    """What others enter shows up in what is said of a hand, typed or sent, and goes when they take it back."""
    ben = seated(browser, server, "Ben")
    ben.fill("#typed", typed)
    for sent in (False, True):
        expect(ben.locator("#counts")).to_contain_text("points")
        server.command("round", "last", *others)
        refused(ben, reason)
        if sent:
            with ben.expect_response(lambda response: response.status == 422):
                ben.locator("button.main[name=do]").click()
            refused(ben, reason)
        server.command("undo", "last")
        expect(ben.locator("#counts")).to_contain_text("points")
        expect(ben.locator("#counts")).not_to_contain_text(reason)
        expect(ben.locator("#typed")).to_have_value(typed)


def test_enter_behind_the_pin_chooses_no_name(browser: Browser, server: Thread) -> None:
    """Whoever presses Enter there is asked for their name, with scripts and without; a second one joins nobody."""
    for allowed in (True, False):
        guest = device(browser)
        scripts(guest, allowed)
        guest.goto(server.found["table"])
        guest.fill("#pin", server.found["pin"])
        guest.keyboard.press("Enter")
        expect(guest.get_by_role("alert")).to_have_text("Press your name, or “I only watch”.")
        expect(guest.locator("#pin")).to_have_value(server.found["pin"])
        expect(guest.locator("fieldset")).to_be_focused()
        guest.keyboard.press("Enter")
        assert server.host.devices.taken == ()
    guest.get_by_role("button", name="Dot", exact=True).click()
    guest.wait_for_url("**/hand")


def test_the_keepers_form_of_a_hand_follows_it(browser: Browser, server: Thread) -> None:
    """It shows what another phone saves, in the field and on the pad; what the keeper types stays."""
    ben, keeper = seated(browser, server, "Ben"), device(browser)
    keeper.goto(server.found["keeper"])
    keeper.get_by_role("link", name=re.compile("^Ben ")).click()
    six_four = keeper.get_by_role("region", name="Tiles").get_by_role("button", name="6-4", exact=True)
    expect(six_four).to_have_attribute("aria-pressed", "false")
    save(ben, "6-4 5-5")
    saved(keeper, "20 points.")
    expect(keeper.locator("#typed")).to_have_value("6-4 5-5")
    expect(six_four).to_have_attribute("aria-pressed", "true")
    server.command("round", "last", "Ana=7-4")
    expect(keeper.locator("button[value='7-4']")).to_have_accessible_name("7-4, taken")
    keeper.fill("#typed", "6-4")
    save(ben, "5-5")
    expect(keeper.locator("#counts.fault")).to_contain_text("Meanwhile Ben's hand was saved as 5-5.")
    expect(keeper.locator("#typed")).to_have_value("6-4")
    keeper.locator("button.main[name=do]").click()
    saved(ben, "10 points.")


def test_a_late_count_does_not_hide_what_was_changed_meanwhile(browser: Browser, server: Thread) -> None:
    """What a hand counts, asked before somebody else changed it, is not shown over the sentence about that."""
    ana, asked = seated(browser, server, "Ana"), list[Route]()
    ana.route("**/counts?*", lambda route: asked.append(route))
    with ana.expect_request("**/counts?*"):
        ana.fill("#typed", "6")
    server.command("round", "last", "Ana=7")
    told = ana.locator("#counts.fault")
    expect(told).to_contain_text("Meanwhile Ana's hand was saved as 7.")
    with ana.expect_response("**/counts?*"):
        asked[0].continue_()
    ana.evaluate("new Promise((done) => setTimeout(done))")  # the script has read the answer by then
    expect(told).to_contain_text("Meanwhile Ana's hand was saved as 7.")


def test_a_hand_that_was_not_answered_is_in_doubt_until_it_is_saved(browser: Browser, server: Thread) -> None:
    """Something that is no page of ours, a lost connection, a lost answer: the text stays until it is saved."""
    ana = seated(browser, server, "Ana")
    ana.route("**/hand", lambda route: route.fulfill(status=413, body="This is too long."), times=1)
    save(ana, "x")
    expect(ana.get_by_role("alert")).to_contain_text("Not saved")
    expect(ana.locator("#typed")).to_have_value("x")
    save(ana, "x")
    refused(ana, "“x”")
    expect(ana.locator("#unsaved")).to_be_hidden()

    for what in ("hand", "icon.svg"):
        ana.route(f"**/{what}", lambda route: route.abort("connectionreset"))
    save(ana, "4")
    expect(ana.get_by_role("alert")).to_have_text(
        "It is not known whether that was saved; it is sent again by itself."
    )
    expect(ana.locator("#offline")).to_be_visible()
    ana.unroute_all(behavior="wait")
    saved(ana, "4 points.")
    expect(ana.locator("#offline")).to_be_hidden()

    def unanswered(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort("connectionreset")

    ana.route("**/hand", unanswered, times=1)
    save(ana, "5")
    saved(ana, "5 points.")
    expect(ana.locator("#unsaved")).to_be_hidden()


def test_what_is_typed_while_a_hand_is_sent_stays(browser: Browser, server: Thread) -> None:
    """A slow answer replaces no hand that is being typed, and a second press counts, also after many refusals."""
    ana = seated(browser, server, "Ana")

    def slowly(route: Route) -> None:
        ana.wait_for_timeout(300)
        route.continue_()

    ana.route("**/hand", slowly)
    save(ana, "x0")
    ana.fill("#typed", "x0 4")
    refused(ana, "“x0”")
    expect(ana.locator("#typed")).to_have_value("x0 4")
    save(ana, "6-4 5-")
    save(ana, "6-4 5-5")
    saved(ana, "20 points.")
    ana.unroute_all(behavior="wait")
    for number in range(8):
        save(ana, f"x{number}")
        refused(ana, f"“x{number}”")
    save(ana, "4")
    saved(ana, "4 points.")


def test_an_answer_that_never_comes_is_waited_for_no_longer_than_five_seconds(
    browser: Browser, server: Thread
) -> None:
    """Then the phone says that nobody knows, and sends what was pressed again meanwhile."""
    ana = seated(browser, server, "Ana")
    ana.clock.install()
    ana.route("**/hand", lambda _route: None, times=1)
    save(ana, "6-4 5-")
    ana.fill("#typed", "6-4 5-5")
    ana.clock.run_for(5000)
    expect(ana.locator("#unsaved")).to_contain_text("not known")
    ana.locator("button.main[name=do]").click()
    saved(ana, "20 points.")


def test_a_removed_phone_is_told(browser: Browser, server: Thread) -> None:
    """Who left reads so at once, until they come back; a phone that the keeper removes has to join again, and can."""
    ana, keeper = seated(browser, server, "Ana"), device(browser)
    server.command("leave", "last", "Ana")
    expect(ana.locator("main")).to_contain_text("You have left the table.")
    expect(ana.locator("#hand")).to_have_count(0)
    server.command("undo", "last")
    expect(ana.locator("#typed")).to_be_visible()
    keeper.goto(server.found["keeper"])
    keeper.get_by_role("link", name="Phones").click()
    keeper.get_by_role("button", name="Remove Ana's phone").click()
    expect(ana.locator("main")).to_contain_text("Join the table first.")
    ana.get_by_role("link", name="Join the table").click()
    ana.fill("#pin", server.found["pin"])
    ana.get_by_role("button", name="Ana", exact=True).click()
    ana.wait_for_url("**/hand")


def test_a_round_closes_by_itself_and_the_last_hand_is_asked_who_had_0_0(
    browser: Browser, server: Thread
) -> None:
    """The last hand, which a reload does not lose, closes the round; what others typed for it stays."""
    ana, ben = seated(browser, server, "Ana"), seated(browser, server, "Ben")
    ana.get_by_role("button", name="I went out").click()
    saved(ana, "Ana went out.")
    save(ben, "4")
    saved(ben, "4 points.")
    server.command("round", "last", "Carla=5")
    keeper = device(browser)
    keeper.goto(server.found["keeper"])
    keeper.get_by_role("link", name=re.compile("^Dot ")).click()
    keeper.fill("#typed", "6")
    keeper.reload()
    expect(keeper.locator("#typed")).to_have_value("6")
    ben.fill("#typed", "41")
    keeper.locator("button.main[name=do]").dblclick()
    expect(keeper.locator("main")).to_contain_text("Who had 0-0?")
    expect(ana.locator("header")).to_contain_text("Round 2")
    expect(ana.locator("main")).to_contain_text("Round 1: who had 0-0?")
    keeper.get_by_role("button", name="Dot: 6 becomes 56").click()
    expect(ana.locator("main")).not_to_contain_text("who had 0-0?")
    expect(ben.locator("#typed")).to_have_value("41")
    ben.locator("button.main[name=do]").click()
    expect(ben.locator("header")).to_contain_text("Round 2")
    ben.get_by_role("link", name="Correct your hand of round 1").click()
    expect(ben.locator("header")).to_contain_text("Round 1")
    expect(ben.locator("#typed")).to_have_value("41")
    ben.fill("#typed", "17")
    save(ana, "3")
    expect(ben.locator("#status")).to_contain_text("The table has moved on")
    ben.locator("button.main[name=do]").click()
    refused(ben, "now it is Round 2")
    expect(ben.locator("main")).to_contain_text("You typed: 17")
    game = server.host.share.table.game
    assert (game.points[0]["Ben"], game.points[0]["Dot"], [*game.round(2).entries]) == (41, 56, ["Ana"])


def test_a_phone_goes_on_by_itself(browser: Browser, server: Thread) -> None:
    """Where nothing is typed that was not saved, the hand of the next round comes, and after the last who won."""
    ben, waits = seated(browser, server, "Ben"), seated(browser, server, "Carla")
    save(ben, "4-0")
    saved(ben, "4 points.")
    server.command("round", "last", "Ana=out", "Carla=5", "Dot=6+0-0")
    for page in (ben, waits):
        expect(page.locator("header")).to_contain_text("Round 2")
        expect(page.locator("#typed")).to_have_value("")
    server.command("finish", "last")
    expect(ben.locator("h1")).to_contain_text("The game is over")
    keeper = device(browser)
    keeper.goto(server.found["keeper"])
    for covered in (4, 3, 2, 1):
        for page in (ben, keeper):
            expect(page.locator(".covered")).to_have_count(covered)
        expect(ben.locator("main")).not_to_contain_text("Ana wins")
        with keeper.expect_navigation():  # while it is under way, a press counts for nothing
            keeper.get_by_role("button", name="Show").click()
    expect(ben.locator("main")).to_contain_text("Ana wins")


def test_what_is_needed_is_in_sight(browser: Browser, server: Thread) -> None:
    """Field, sum and buttons are above a phone's keyboard; sum and Save stay however far the tiles are scrolled."""
    ana = seated(browser, server, "Ana", (390, 844 - 400))
    for part in ("#typed", "#counts", "button.main[name=do]", "button[value=out]"):
        expect(ana.locator(part)).to_be_in_viewport(ratio=1)
    ana.set_viewport_size({"width": 390, "height": 844})
    ana.locator("button[value='2-1']").tap()
    expect(ana.locator("#counts")).to_have_text("3 points.")
    for part in ("#counts", "button.main[name=do]", "#chips button[value='2-1']"):
        expect(ana.locator(part)).to_be_in_viewport(ratio=1)
