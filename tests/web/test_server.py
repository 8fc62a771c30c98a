"""What each page and form of a shared table answers."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from scorekeeper.errors import Unanswered, Unavailable
from scorekeeper.game import (
    Change,
    ColourChosen,
    Finished,
    PlayerJoined,
    PlayerLeft,
    RoundScored,
    TotalsHidden,
    Undone,
)
from scorekeeper.game.badges import ON_DARK, player_marks
from scorekeeper.game.round import Blocked, Out, Pips
from scorekeeper.session import Session
from scorekeeper.sheets import moment, moment_picture
from scorekeeper.storage import open_store
from scorekeeper.storage.store import KeptGame, Store
from scorekeeper.system import named_language
from scorekeeper.tui.base.colours import DARK, badges
from scorekeeper.web.devices import PER_ADDRESS, Role
from scorekeeper.web.entries import held_text
from scorekeeper.web.live import REGIONS
from scorekeeper.web.server import ROUTES
from scorekeeper.web.shared_table import SharedTable
from scorekeeper.web.visit import cookie_name
from tests.build import AT, scored
from tests.catalogues import Translate, speaking
from tests.paper import colours
from tests.web.table import PLAYERS, Phone, Table, at_keyboard, open_table, said

ALL_IN = {"Ana": "o", "Ben": "4", "Carla": "5", "Dot": "6"}
HOME: list[tuple[Role, str]] = [("player", "/hand"), ("keeper", "/keeper")]


@pytest.mark.parametrize(("role", "page"), HOME)
async def test_every_device_is_led_to_its_page(table: Table, role: Role, page: str) -> None:
    """The table's address, in capital letters too, and `/` lead whoever has joined to their page."""
    phone = table.phone(role, "Ana" if role == "player" else None)
    for path in ("/", f"/j/{table.devices.code}", f"/J/{table.devices.code.upper()}"):
        answer = await phone.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert (await phone.get(page)).status_code == 200


async def test_a_player_joins(table: Table) -> None:
    """With the PIN and a name a phone has the seat; the cookie lasts the evening and no script can read it."""
    page = said(await table.phone().get(f"/j/{table.devices.code}"))
    assert "A Ana B Ben C Carla D Dot I only watch" in page
    answer = await table.phone().post(f"/j/{table.devices.code}", pin=table.devices.pin, player="Ana")
    assert (answer.status_code, answer.headers["location"]) == (303, "/hand")
    name, *flags = answer.headers["set-cookie"].split("; ")
    assert name.startswith(f"seat-{table.devices.code}=")
    assert sorted(flags) == ["HttpOnly", "Max-Age=64800", "Path=/", "SameSite=strict"]
    assert [one.player for one in table.devices.all] == ["Ana"]
    assert "Ana's hand" in said(await Phone(table, name.partition("=")[2]).get("/hand"))


async def test_who_watches_can_join_with_a_name(table: Table) -> None:
    """The page of a watcher leads there; the PIN is known, and one device stays one."""
    watcher, way = table.phone("watcher"), f"/j/{table.devices.code}"
    assert (await watcher.get("/")).headers["location"] == "/standing"
    assert f'href="{way}"' in (await watcher.get("/standing")).text
    page = await watcher.get(way)
    assert (f'value="{table.devices.pin}"' in page.text, "A Ana B Ben" in said(page)) == (True, True)
    assert (await watcher.post(way, watch="1", pin="")).headers["location"] == "/standing"
    joined = await watcher.post(way, pin=table.devices.pin, player="Ana")
    assert joined.headers["location"] == "/hand"
    assert [(one.role, one.player) for one in table.devices.all] == [("player", "Ana")]


async def test_a_seat_that_is_taken_says_so(table: Table) -> None:
    """On its button."""
    table.phone("player", "Ben")
    assert "A Ana B Ben taken C Carla" in said(await table.phone().get(f"/j/{table.devices.code}"))


async def test_who_goes_astray_finds_the_way(table: Table) -> None:
    """Who has not joined is asked to; the tab of the page that a page belongs to is marked."""
    assert "There is no such page. Join the table" in said(await table.phone().get("/nothing"))
    await table.enter(Ana="o")
    keeper, marked = table.phone("keeper"), re.compile(r'href="([^"]+)" aria-current="page"')
    paths = {
        "/keeper": "/keeper",
        "/keeper/hand?round=1&player=Ben": "/keeper",
        "/ending?round=1": "/keeper",
        "/keeper/rounds": "/keeper/rounds",
        "/keeper/leave?name=Ben": "/keeper/players",
    }
    found = {path: marked.findall((await keeper.get(path)).text) for path in paths}
    assert found == {path: [tab] for path, tab in paths.items()}


async def test_wrong_pins_are_limited_and_lock_out_nobody_who_is_in(table: Table) -> None:
    """After five wrong PINs the right one must wait too, from that address only; who has joined goes on."""
    joined, path = table.phone("player", "Ana", "192.168.1.66"), f"/j/{table.devices.code}"
    guesser = table.phone(address="192.168.1.66")
    for _time in range(PER_ADDRESS):
        assert (await guesser.post(path, pin="000000x", player="Ben")).status_code == 403
    answer = await guesser.post(path, pin=table.devices.pin, player="Ben")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
    assert "too many wrong PINs" in said(answer)
    assert (await joined.post("/hand", round="1", player="Ana", typed="4")).status_code == 303
    elsewhere = table.phone(address="192.168.1.67")
    assert (await elsewhere.post(path, pin=table.devices.pin, player="Ben")).status_code == 303
    table.clock.now += 61
    assert (await guesser.post(path, pin=table.devices.pin, player="Carla")).status_code == 303


async def test_the_keepers_link_works_once(table: Table) -> None:
    """The first device that opens it is the keeper's, looking at where it leads does not use it."""
    link = "/k/" + table.devices.new_keeper_link()
    looking = await table.phone().client.head(link)
    assert (looking.status_code, "set-cookie" in looking.headers) == (200, False)
    answer = await table.phone().get(link)
    assert (answer.status_code, "Keep score" in said(answer)) == (200, True)
    keeper = Phone(table, answer.cookies[cookie_name(table.devices.code)])
    assert (await keeper.get(link)).headers["location"] == "/keeper"
    other = await table.phone().get(link)
    assert (other.status_code, "used already" in said(other)) == (404, True)


async def test_a_player_who_becomes_the_keeper_frees_the_seat(table: Table) -> None:
    """The keeper's phone has no seat of its own, so it blocks none."""
    phone = table.phone("player", "Ana")
    await phone.get("/k/" + table.devices.new_keeper_link())
    assert [(one.role, one.player) for one in table.devices.all] == [("keeper", None)]


async def test_a_hand_that_was_changed_meanwhile_is_not_overwritten(table: Table) -> None:
    """A form names the hand it was made from; if another one is stored now, the text is kept and asked about."""
    ben, keeper = table.phone("player", "Ben"), table.phone("keeper")
    assert 'name="held" value=""' in (await ben.get("/hand")).text
    await ben.post("/hand", round="1", player="Ben", typed="5", held="")
    form = {"round": "1", "player": "Ben", "held": "5"}
    assert (await keeper.post("/keeper/hand", **form, typed="9")).status_code == 303
    for phone, path in ((ben, "/hand"), (keeper, "/keeper/hand")):
        late = await phone.post(path, **form, typed="6")
        assert (late.status_code, 'name="typed" value="6"' in late.text) == (409, True)
        assert "Meanwhile Ben's hand was saved as 9." in said(late)
        assert 'name="held" value="9"' in late.text
    assert held_by(table, "Ben") == "9"
    assert (await ben.post("/hand", **{**form, "held": "9"}, typed="6")).status_code == 303
    assert held_by(table, "Ben") == "6"


def held_by(table: Table, player: str) -> str:
    """Return the hand of the first round that is stored for a player."""
    return held_text(table.shared.game, 1, player)


async def test_any_player_says_how_a_round_ended_once_every_hand_is_in(table: Table) -> None:
    """Until somebody has, everybody is asked; a player neither says it earlier nor changes it later."""
    ben, screen = table.phone("player", "Ben"), table.phone()
    early = await ben.post("/ending", round="1", ending="out:Ana", held="")
    assert (early.status_code, "once every hand is in" in said(early)) == (422, True)
    await table.enter(Ana="3", Ben="4-0", Carla="5", Dot="6")
    question = "Round 1: who went out, or was it blocked?"
    watcher = table.phone("watcher")
    asked = [(ben, "/hand"), (screen, "/screen"), (watcher, "/standing"), (table.phone("keeper"), "/keeper")]
    assert [question in said(await phone.get(path)) for phone, path in asked] == [True] * 4
    assert "Say how it ended" in said(await ben.get("/hand"))
    assert "The round was blocked" in said(await ben.get("/ending?round=1"))
    assert (await ben.post("/ending", round="1", ending="blocked", held="")).headers["location"] == "/"
    assert "Round 2" in said(await ben.get("/hand"))
    late = await ben.post("/ending", round="1", ending="out:Ana", held="blocked", sure="out:Ana")
    assert (late.status_code, table.shared.game.round(1).blocked) == (422, True)
    assert (await ben.get("/ending?round=1")).headers["location"] == "/hand"


async def test_who_enters_the_last_hand_is_asked_who_had_0_0(table: Table) -> None:
    """It holds nothing up, and stays as a remark for everybody until the next round has a hand."""
    ben, ana, screen = table.phone("player", "Ben"), table.phone("player", "Ana"), table.phone()
    await table.enter(Ana="o", Carla="5", Dot="6")
    last = await ben.post("/hand", round="1", player="Ben", typed="4")
    page = await ben.client.get(last.headers["location"])
    assert "Nobody, or it is already counted B Ben: 4 becomes 54 C Carla: 5 becomes 55" in said(page)
    remark = "Round 1: who had 0-0?"
    for phone, path in ((ana, "/hand"), (screen, "/screen")):
        words = said(await phone.get(path))
        assert ("Round 2" in words, remark in words) == (True, True)
    assert "Say who had 0-0" in said(await ana.get("/hand"))
    refused = await ana.post("/double-blank", round="1", answer="had:Ana")
    assert (refused.status_code, "0-0 meanwhile" in said(refused)) == (409, True)
    answer = await ana.post("/double-blank", round="1", answer="had:Dot")
    assert (answer.headers["location"], table.shared.game.total("Dot")) == ("/", 56)
    assert remark not in said(await screen.get("/screen"))
    assert (await ana.get("/double-blank?round=1")).headers["location"] == "/"
    await table.enter(2, Ana="o", Ben="4", Carla="5", Dot="6")
    await table.enter(3, Ana="7")
    late = await ana.post("/double-blank", round="2", answer="had:Dot")
    assert (late.status_code, table.shared.game.points[1]["Dot"]) == (409, 6)
    assert "who had 0-0" not in said(await screen.get("/screen"))


async def test_who_began_is_asked_on_phones_until_somebody_says_so(table: Table) -> None:
    """From the first hand on, and with the answer a name stands on every page; a later answer changes nothing."""
    ana, ben, screen = table.phone("player", "Ana"), table.phone("player", "Ben"), table.phone()
    assert "who began?" not in said(await ana.get("/hand"))
    assert (await ana.get("/began?round=1")).headers["location"] == "/"
    await table.enter(Ana="o")
    for phone, path in ((ana, "/hand"), (screen, "/screen")):
        assert "Round 1: who began?" in said(await phone.get(path))
    assert "Say who began" in said(await ben.get("/hand"))
    assert "Round 1 · 9-9 From then on" in said(await ben.get("/began?round=1"))
    assert (await ben.post("/began", round="1", answer="began:Dot")).headers["location"] == "/"
    assert "Dot starts" in said(await screen.get("/screen"))
    assert (await ana.post("/began", round="1", answer="began:Ana")).headers["location"] == "/"
    assert table.shared.game.round(1).began == "Dot"
    await table.enter(Ben="4", Carla="5", Dot="6")
    assert "Ana starts" in said(await screen.get("/screen"))


async def test_who_began_can_be_left_open_on_a_phone(table: Table) -> None:
    """Then nobody is asked any more."""
    ben = table.phone("player", "Ben")
    await table.enter(Ana="o")
    await ben.post("/began", round="1", answer="nobody")
    assert "who began?" not in said(await ben.get("/hand"))
    assert table.shared.game.round(1).began is None


async def test_the_keeper_says_that_nobody_minds_0_0(table: Table) -> None:
    """From the next round on 0-0 counts nothing, and nobody is asked; no player may say so."""
    ben, keeper = table.phone("player", "Ben"), table.phone("keeper")
    await table.enter(Ana="o", Ben="4", Carla="5", Dot="6")
    assert "We do not mind" not in said(await ben.get("/double-blank?round=1"))
    assert "It is always counted already: ask no more We do not mind" in said(
        await keeper.get("/double-blank?round=1")
    )
    await keeper.post("/double-blank", round="1", answer="mind-not")
    assert "who had 0-0?" not in said(await ben.get("/hand"))
    await table.enter(2, Ana="o", Ben="4", Carla="5", Dot="6")
    assert "who had 0-0?" not in said(await ben.get("/hand"))
    assert table.shared.game.rules.scoring.double_blank == 0


async def test_the_keeper_says_that_0_0_is_always_counted(table: Table) -> None:
    """Then nobody is asked again, and the rules stay."""
    await table.enter(Ana="o", Ben="4", Carla="5", Dot="6")
    await table.phone("keeper").post("/double-blank", round="1", answer="always")
    await table.enter(2, Ana="o", Ben="4", Carla="5", Dot="6")
    assert "who had 0-0?" not in said(await table.phone("player", "Ben").get("/hand"))
    assert table.shared.game.rules.scoring.double_blank == 50


async def test_the_big_screen_is_named_once(table: Table) -> None:
    """Its heading is what the table is called."""
    assert "<title>Friday night</title>" in (await table.phone("screen").get("/screen")).text


async def test_nobody_had_0_0(table: Table) -> None:
    """Whoever is asked says so once, and nobody is asked again after a restart, only about other hands."""
    ben = table.phone("player", "Ben")
    await table.enter(Ana="o", Ben="4", Carla="5", Dot="6")
    assert (await ben.post("/double-blank", round="2", answer="nobody")).headers["location"] == "/"
    assert "who had 0-0?" in said(await ben.get("/hand"))
    assert (await ben.post("/double-blank", round="1", answer="nobody")).headers["location"] == "/"
    assert "who had 0-0?" not in said(await ben.get("/hand"))
    await table.enter(2, Ana="o", Ben="4", Carla="5", Dot="6")
    await ben.post("/double-blank", round="2", answer="nobody")
    for _hand in range(4):
        await table.shared.do(lambda session: session.keep(Undone()), "Ben")
    assert "who had 0-0?" not in said(await ben.get("/hand"))
    again = SharedTable(table.games, table.game_id, table.devices)
    await again.open()
    assert again.announced.no_double_blank == 1
    await again.close()


DOUBLED = ("scoring.out_on_double=doubled", "scoring.double_blank=0")


async def test_who_enters_the_last_hand_is_asked_for_the_last_tile(tmp_path: Path) -> None:
    """Where a double as the last tile counts, it is an open question until somebody answers it, by yes or by no."""
    async with open_table(tmp_path, *DOUBLED) as table:
        ben, ana, screen = table.phone("player", "Ben"), table.phone("player", "Ana"), table.phone()
        question = "Round {}: was the last tile a double?"
        await table.enter(Ana="o", Carla="5", Dot="6")
        last = await ben.post("/hand", round="1", player="Ben", typed="4")
        page = await ben.client.get(last.headers["location"])
        assert "Was Ana's last tile a double?" in said(page)
        for phone, path in ((ana, "/hand"), (screen, "/screen")):
            assert question.format(1) in said(await phone.get(path))
        assert "Say what the last tile was" in said(await ana.get("/hand"))
        assert (await ana.post("/last-tile", round="1", answer="double")).headers["location"] == "/"
        assert (table.shared.game.total("Ben"), table.shared.game.round(1).out_on_double) == (8, True)
        assert question.format(1) not in said(await screen.get("/screen"))
        assert (await ana.get("/last-tile?round=1")).headers["location"] == "/"
        await table.enter(2, Ben="4", Carla="5", Dot="6")
        last = await ana.post("/hand", round="2", player="Ana", typed="", do="out")
        assert "/last-tile" in last.headers["location"]
        assert (await ana.post("/last-tile", round="2", answer="plain")).headers["location"] == "/"
        assert question.format(2) not in said(await screen.get("/screen"))
        assert not table.shared.game.round(2).out_on_double


async def test_the_form_for_the_ending_says_what_the_last_tile_was(tmp_path: Path) -> None:
    """Whoever says there who went out is not asked again; after the last tile it is asked who had 0-0."""
    async with open_table(tmp_path, DOUBLED[0]) as table:
        ben = table.phone("player", "Ben")
        await table.enter(**ALL_IN)
        answer = await ben.post("/last-tile", round="1", answer="plain")
        assert answer.headers["location"].startswith("/double-blank?")
        await table.enter(2, Ana="0-0", Ben="4", Carla="5", Dot="6")
        await ben.post("/ending", round="2", ending="out:Ben", held="")
        words = said(await ben.get("/hand"))
        assert ("Round 3" in words, "last tile" in words) == (True, False)


OF_ANOTHER_GAME = "That was for the last game; now the table plays another one."


async def test_a_hand_typed_for_another_game_is_kept_and_not_saved(table: Table) -> None:
    """The form of an earlier game at the table is refused with its text beside the form of this one."""
    ben = table.phone("player", "Ben")
    for game in ("earlier", ""):
        answer = await ben.post("/hand", game=game, round="1", player="Ben", typed="6-4", held="")
        assert (answer.status_code, OF_ANOTHER_GAME in said(answer)) == (409, True)
        assert ('name="typed" value="6-4"' in answer.text, table.shared.game.round(1).entries) == (False, {})
        assert "You typed: 6-4" in said(answer)
        assert f'name="game" value="{table.game_id}"' in answer.text
    assert OF_ANOTHER_GAME in (await counts(ben, game="earlier", round="1", typed="6-4"))["fault"]
    await table.at_keyboard(PlayerLeft(player="Ben"))
    gone = await ben.post("/hand", game="earlier", round="1", player="Ben", typed="6-4")
    assert (gone.status_code, OF_ANOTHER_GAME in said(gone), "You typed: 6-4" in said(gone)) == (
        409,
        True,
        True,
    )


async def test_no_form_of_another_game_does_anything(table: Table) -> None:
    """Whatever writes to the game, or leads to a form of it, is refused where the game is another one now."""
    keeper, ana = table.phone("keeper"), table.phone("player", "Ana")
    await table.enter(**{**ALL_IN, "Dot": "0-0"})
    stored, sent = (
        len(table.shared.kept.log.events),
        {"round": "1", "player": "Ben", "name": "Ben", "change": "2"},
    )
    writing = [
        one
        for one in ROUTES
        if one.path in ("/ending", "/last-tile", "/double-blank") or one.path.startswith("/keeper/")
    ]
    asked = {"/keeper/hand", "/ending", "/last-tile", "/double-blank", "/keeper/join", "/keeper/leave"}
    for access in writing:
        phone = ana if "player" in access.roles else keeper
        if access.method == "GET" and access.path in asked:
            answer = await phone.get(f"{access.path}?{urlencode({**sent, 'game': 'earlier'})}")
            assert "Another game" in said(answer)
        elif access.method == "POST" and access.path not in ("/keeper/remove", "/keeper/pin"):
            answer = await phone.post(access.path, **{**sent, "game": "earlier", "typed": "6-4"})
            assert ("Not saved" in said(answer), "You typed: 6-4" in said(answer)) == (True, True)
        else:
            continue
        assert (answer.status_code, OF_ANOTHER_GAME in said(answer)) == (409, True), access
    assert len(table.shared.kept.log.events) == stored


async def test_every_form_says_of_which_game_it_is(table: Table) -> None:
    """Each form and each link to one names the game, but for those that are about phones alone."""
    keeper, ana = table.phone("keeper"), table.phone("player", "Ana")
    await table.enter(**{**ALL_IN, "Dot": "0-0"})
    pages = [await ana.get("/hand"), await ana.get("/hand?round=1"), await keeper.get("/ending?round=1")]
    keepers = "|/hand?round=1&player=Ana|/rounds|/players|/join?name=Eve|/leave?name=Ana"
    pages += [await keeper.get(f"/keeper{path}") for path in keepers.split("|")]
    for page in pages:
        for form in re.findall(r"<form.*?</form>", page.text, re.DOTALL):
            assert f'name="game" value="{table.game_id}"' in form, form
        for link in re.findall(r'href="(/keeper/[^"]*\?[^"]*)"', page.text):
            assert f"game={table.game_id}" in link


SHORT = "Nothing can be saved at the moment. Try again soon, or tell whoever keeps score."


async def test_details_of_the_store_are_for_the_keeper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store is away players read one short sentence; the keeper's phone and the log have the details."""
    log = list[str]()
    async with open_table(tmp_path, log=log.append) as table:
        ben, keeper = table.phone("player", "Ben"), table.phone("keeper")
        details = "The server club@10.0.0.7/dominoes does not answer (timeout expired)."

        def away(*_asked: object, **_more: object) -> None:
            raise Unavailable(details)

        monkeypatch.setattr(Session, "keep_review", away)
        for phone, path, words in ((ben, "/hand", SHORT), (keeper, "/keeper/hand", details)):
            answer = await phone.post(path, round="1", player="Ben", typed="4")
            assert (answer.status_code, words in said(answer), 'value="4"' in answer.text) == (
                422,
                True,
                True,
            )
        monkeypatch.setattr(Session, "look_again", away)
        monkeypatch.setattr("scorekeeper.web.shared_table.LOOKS_SPARED", 0)
        await table.shared.look()
        for phone, path, words in (
            (ben, "/hand", SHORT),
            (ben, "/screen", SHORT),
            (keeper, "/keeper", details),
        ):
            assert words in said(await phone.get(path))
        assert details in said(await keeper.get("/keeper/hand?round=1&player=Ben"))
        assert "10.0.0.7" not in said(await ben.get("/standing"))
    assert log == [details] * 3


async def test_a_player_is_told_that_it_is_not_known_whether_a_hand_was_saved(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the answer of a server was lost; what was typed is still there."""

    def lost(*_asked: object, **_more: object) -> None:
        raise Unanswered("The connection to the server was lost.")

    for name in ("keep", "keep_review"):
        monkeypatch.setattr(Session, name, lost)
    answer = await table.phone("player", "Ben").post("/hand", round="1", player="Ben", typed="4")
    assert "It is not known whether this was saved" in said(answer)
    assert 'value="4"' in answer.text
    answer = await table.phone("keeper").post("/keeper/leave", name="Dot")
    assert "<h1>Perhaps saved" in answer.text


async def test_the_keepers_change_is_sent_again_after_its_answer_was_lost(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who leaves has left once, and nobody reads that it failed."""
    keeper, append = table.phone("keeper"), Store.append

    def lost(store: Store, *what: Any) -> KeptGame:
        monkeypatch.setattr(Store, "append", append)
        append(store, *what)
        raise Unanswered("The connection to the server was lost.")

    monkeypatch.setattr(Store, "append", lost)
    answer = await keeper.post("/keeper/leave", name="Dot")
    assert "<h1>Perhaps saved" in answer.text
    await table.shared.look()
    answer = await keeper.post("/keeper/leave", name="Dot")
    assert (answer.status_code, "Not saved" in answer.text) == (303, False), said(answer)
    assert len(table.shared.kept.log.events) == 2


async def test_what_cannot_be_written_beside_the_store_is_told_shortly(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever joins or answers a question on a full disk does not read the names of files."""

    def full(*_asked: object, **_more: object) -> None:
        raise Unavailable("The file /home/ana/shared/game.json cannot be written (No space left on device).")

    ana, guest = table.phone("player", "Ana"), table.phone()
    await table.enter(**ALL_IN)
    monkeypatch.setattr("scorekeeper.web.devices.write_whole", full)
    monkeypatch.setattr("scorekeeper.session.announcements.write_whole", full)
    for answer in (
        await guest.post(f"/j/{table.devices.code}", pin=table.devices.pin, player="Ben"),
        await ana.post("/double-blank", round="1", answer="nobody"),
    ):
        assert (answer.status_code, SHORT in said(answer), "/home" in answer.text) == (409, True, False)


async def test_all_rounds_follow_the_table(table: Table) -> None:
    """The keeper's list of rounds is live: it has a hand when it is entered, and says who won."""
    keeper = table.phone("keeper")
    assert 'data-live="/live/rounds"' in (await keeper.get("/keeper/rounds")).text
    await table.enter(Ben="4")
    assert ">4</span>" in str(REGIONS["rounds"].show(table.share, "", ""))
    await table.enter(**ALL_IN)
    await table.at_keyboard(Finished())
    assert "Ana wins" not in str(REGIONS["rounds"].show(table.share, "", ""))
    await shown(table)
    assert "The game is over: Ana wins." in str(REGIONS["rounds"].show(table.share, "", ""))


async def test_a_page_of_another_game_leads_to_this_one(table: Table) -> None:
    """What stands beside a hand leads on where the round has the same number in another game, or the seat is gone."""
    here = f"{table.game_id}.1"
    for at, player in (("earlier.1", "Ana"), (here, "Zoe"), ("", "Ana")):
        assert 'class="next" href="/"' in str(REGIONS["status"].show(table.share, at, player))
    assert "Still to come" in str(REGIONS["status"].show(table.share, here, "Ana"))


async def test_a_keepers_form_of_no_hand_leads_on(table: Table) -> None:
    """What follows a hand in the keeper's form leads on where the game, the round or the name is another one."""
    here = f"{table.game_id}.1"
    for at, player in (("earlier.1", "Ana"), (here, "Zoe"), (f"{table.game_id}.99", "Ana"), ("", "Ana")):
        assert 'class="next" href="/"' in str(REGIONS["hand"].show(table.share, at, player))
    await table.enter(Ana="4-1")
    assert 'data-held="4-1"' in str(REGIONS["hand"].show(table.share, here, "Ana"))


async def test_a_phone_without_a_seat_is_led_to_the_table(tmp_path: Path) -> None:
    """There is a link to join. A private table leads nobody to its code, whatever the cookies are called."""
    async with open_table(tmp_path, private=True) as table:
        keeper, ben, stranger = table.phone("keeper"), table.phone("player", "Ben"), table.phone()
        device = next(one.id for one in table.devices.all if one.player == "Ben")
        await keeper.post("/keeper/remove", device=device)
        stranger.client.cookies[cookie_name(table.devices.code)] = "guessed"
        for path in ("/hand", "/"):
            assert table.devices.code not in (await ben.get(path)).text
            assert table.devices.code not in (await stranger.get(path)).text
    async with open_table(tmp_path) as table:
        assert f'href="/j/{table.devices.code}"' in (await table.phone().get("/hand")).text


async def test_a_correction_does_not_start_the_clock_of_the_round_again(table: Table) -> None:
    """The big screen counts from the moment at which the round before was closed."""

    async def since() -> str:
        (found,) = re.findall(r'data-since="(\d+)"', (await table.phone().get("/screen")).text)
        return found

    hands = {"Ana": Pips(4), "Ben": Pips(5), "Carla": Pips(6)}
    first = RoundScored(round=1, entries=hands, ending=Out("Dot"))
    corrected = RoundScored(round=1, entries={"Ana": Pips(7)}, reason="read again")
    for change, minutes in ((first, 1), (corrected, 9)):
        later = AT + timedelta(minutes=minutes)
        store = open_store(table.games)
        store.append(store.game(table.game_id), [change], later)
        store.close()
        await table.shared.look()
    assert await since() == str(int((AT + timedelta(minutes=1)).timestamp()))


async def test_every_phone_and_the_big_screen_say_who_starts(table: Table) -> None:
    """By name where that is known, else as the rule says it."""
    looking = [(table.phone("player", "Ana"), "/hand"), (table.phone("watcher"), "/standing")]
    looking += [(table.phone("keeper"), "/keeper"), (table.phone(), "/screen")]
    for phone, path in looking:
        assert "Round 1 of 10 · 9-9 · Whoever draws the most dots starts" in said(await phone.get(path))
    await table.at_keyboard(RoundScored(round=1, began="Carla"))
    for phone, path in looking:
        assert "Round 1 of 10 · 9-9 · Carla starts" in said(await phone.get(path))
    await table.enter(**ALL_IN)
    assert "Dot starts" in said(await looking[0][0].get("/hand"))


async def counts(phone: Phone, **sent: str) -> dict[str, str]:
    """Return what is said about a hand while it is typed."""
    answer = await phone.client.get("/counts", params={"game": phone.game_id, **sent})
    said_of: dict[str, str] = answer.json()
    return said_of


async def test_a_hand_is_counted_while_it_is_typed(table: Table) -> None:
    """A player hears about their own hand only, whatever they ask for; the keeper about any."""
    ben, keeper = table.phone("player", "Ben"), table.phone("keeper")
    await table.enter(Ana="3-3")
    assert await counts(ben, typed="6-4 5-5", player="Ana") == {"counts": "20 points.", "fault": ""}
    assert await counts(keeper, typed="3-3", player="Ana", round="1") == {"counts": "6 points.", "fault": ""}
    assert "Ana and Ben" in (await counts(ben, typed="3-3"))["fault"]


async def shown(table: Table) -> None:
    """Show all places of the result."""
    await table.shared.announce(lambda announcements: announcements.note(places=None))


async def test_nothing_is_counted_once_the_game_is_over(tmp_path: Path) -> None:
    """Where there is no round, a page that is still open hears nothing, and its form is answered."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        ben = table.phone("player", "Ben")
        await table.enter(**ALL_IN)
        await shown(table)
        await table.at_keyboard(Finished())
        assert await counts(ben, typed="4") == {"counts": "", "fault": ""}
        assert "Ana wins" in said(await ben.get("/hand"))
        late = await ben.post("/hand", round="1", player="Ben", typed="7")
        assert (late.status_code, "You have nothing to enter any more. You typed: 7" in said(late)) == (
            409,
            True,
        )
        assert "Ana wins" in said(await table.phone().get("/screen"))
        assert "The game is over: Ana wins." in said(await table.phone("keeper").get("/keeper"))


async def test_the_winner_is_hidden_until_the_last_step(tmp_path: Path) -> None:
    """The keeper shows the places one by one, last place first; no page and no stream has a name that is covered."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        ben, keeper, screen = table.phone("player", "Ben"), table.phone("keeper"), table.phone()
        watcher = table.phone("watcher")
        await table.enter(Ana="3", Ben="4-0", Carla="5", Dot="6")
        standing = [(screen, "/screen"), (watcher, "/standing"), (keeper, "/keeper")]

        async def named() -> set[str]:
            """Return the names in the source of every page and region with places; all have the same."""
            pages = [(await phone.get(path)).text for phone, path in standing]
            pages += [
                str(REGIONS[name].show(table.share, "", "")) for name in ("screen", "standing", "keeper")
            ]
            found = [{name for name in PLAYERS if f"<bdi>{name}" in page} for page in pages]
            wins = {"Ana wins" in page for page in pages}
            assert all(one == found[0] for one in found)
            assert wins == {len(found[0]) == 4}
            return found[0]

        assert await named() == set()  # every hand is in, but not how the round ended
        await keeper.post("/ending", round="1", ending="blocked")
        assert await named() == set()
        assert "Ana" not in (await screen.get("/screen")).text
        assert "Places, last one first" in said(await ben.get("/hand"))
        for phone in (ben, watcher):
            assert (await phone.post("/keeper/next-place", places="0")).status_code == 403
        for step, names in enumerate(({"Dot"}, {"Dot", "Carla"}, {"Dot", "Carla", "Ben"}, set(PLAYERS))):
            last = "Show who won" in said(await keeper.get("/keeper"))
            assert last == (step == 3)
            for _twice in range(2):  # pressed twice, it is one step
                await keeper.post("/keeper/next-place", places=str(step))
            assert await named() == names
            assert ("Your place: 2 of 4, with 4." in said(await ben.get("/hand"))) == (step >= 2)


async def test_the_tiles_of_the_first_chosen_number_are_shown(tmp_path: Path) -> None:
    """Of a large set the pad shows one number's tiles, the first chosen one's or the highest; of a small one all."""
    async with open_table(tmp_path, size=12) as large:
        await large.enter(Ben="8-2 12-1 4-3")
        page = (await large.phone("player", "Ben").get("/hand")).text
        assert re.findall(r'id="suit(\d+)" type="radio" name="suit" checked', page) == ["8"]
        assert len(re.findall(r'class="tiles of\d+"', page)) == 13


async def test_the_keeper_sends_devices_away(table: Table) -> None:
    """A removed phone is a visitor's, its seat is free; a new PIN is shown."""
    keeper, ben = table.phone("keeper"), table.phone("player", "Ben")
    page = said(await keeper.get("/keeper/devices"))
    assert ("Ben's phone Remove" in page, f"PIN {table.devices.pin}" in page) == (True, True)
    device = next(one.id for one in table.devices.all if one.player == "Ben")
    assert (await keeper.post("/keeper/remove", device=device)).headers["location"] == "/keeper/devices"
    assert (await ben.get("/hand")).status_code == 403
    table.devices.join("player", "Ben")
    assert (await keeper.post("/keeper/pin")).headers["location"] == "/keeper/devices"
    assert table.devices.pin in said(await keeper.get("/keeper/devices"))


async def test_hidden_totals_stay_hidden(table: Table) -> None:
    """No page shows a total, or what leads to one, while totals are hidden."""
    await table.enter(Ana="o", Ben="41", Carla="53", Dot="67")
    await table.at_keyboard(TotalsHidden())
    pages = [
        await table.phone().get("/screen"),
        await table.phone("watcher").get("/standing"),
        await table.phone("player", "Ana").get("/standing"),
        await table.phone("player", "Dot").get("/hand"),
    ]
    for answer in pages[:3]:
        assert "Totals are hidden until the end." in said(answer)
        assert not {"41", "53", "67"} & set(said(answer).split())
    assert "You got 67 points in round 1." in said(pages[3])
    for name, region in REGIONS.items():
        if name not in ("hand", "keeper", "rounds"):  # whoever keeps score sees every hand
            words = re.sub(r"<[^>]*>", " ", str(region.show(table.share, f"{table.game_id}.1", "Ana")))
            assert not {"41", "53", "67"} & set(re.findall(r"\d+", words)), name


async def test_names_are_never_markup(tmp_path: Path) -> None:
    """Names that look like HTML are shown as they are, on every page."""
    evil = "<b>Bo</b>\"'&amp;"
    async with open_table(tmp_path, players=("Ana", evil)) as table:
        keeper, phone = table.phone("keeper"), table.phone("player", evil)
        await phone.post("/hand", round="1", player=evil, typed="4")
        await table.enter(Ana="o")
        pages = [await table.phone().get(path) for path in (f"/j/{table.devices.code}", "/screen")]
        pages += [await phone.get(path) for path in ("/hand", "/standing")]
        for path in ("/keeper", "/keeper/rounds", "/keeper/devices", "/ending?round=1"):
            pages.append(await keeper.get(path))
        pages.append(await keeper.get(f"/keeper/hand?{urlencode({'round': '1', 'player': evil})}"))
        for answer in pages:
            assert (answer.status_code, "<b>" in answer.text) == (200, False)
            assert "&lt;b&gt;Bo" in answer.text


async def test_each_visitor_reads_their_language(tmp_path: Path, translate: Translate) -> None:
    """Pages, refusals and missing ones are in the visitor's first language that there is, else in the host's."""
    translate("de", {"Join the table first.": "Setz dich erst.", "There is no such page.": "Keine Seite."})
    async with open_table(tmp_path) as table:
        visitor = table.phone()
        german = {"accept-language": "tlh, de-AT;q=0.9, en;q=0.8"}
        assert "Setz dich erst." in said(await visitor.get("/hand", **german))
        assert "Keine Seite." in said(await visitor.get("/nothing", **german))
        assert "Join the table first." in said(await visitor.get("/hand"))
        assert '<html lang="de"' in (await visitor.get("/screen", **german)).text
        with speaking(named_language("de")):
            assert "Keine Seite." in said(await visitor.get("/nothing"))
            assert "There is no such page." in said(
                await visitor.get("/nothing", **{"accept-language": "en"})
            )


async def test_what_cannot_be_saved_at_all_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program shows a page without a traceback, and the server goes on."""
    ben = table.phone("player", "Ben")

    def broken(*_arguments: object, **_more: object) -> None:
        raise ZeroDivisionError("a secret of the program")

    monkeypatch.setattr("scorekeeper.web.hand.store_hand", broken)
    answer = await ben.post("/hand", round="1", player="Ben", typed="4")
    assert (answer.status_code, "The program has a fault here" in said(answer)) == (500, True)
    assert not any(word in answer.text for word in ("Traceback", "ZeroDivisionError", "secret of"))
    assert (await ben.get("/hand")).status_code == 200


async def test_the_end_of_a_round_with_trains_is_asked_as_its_rules_want_it(tmp_path: Path) -> None:
    """No open foot, but markers and a double as the last tile; a page that is refused shows them again."""
    house = ("trains.ownership=own-and-public", "scoring.marker=5", "scoring.out_on_double=doubled")
    async with open_table(tmp_path, *house) as table:
        keeper = table.phone("keeper")
        asked = (await keeper.get("/ending?round=1")).text
        assert "short of toes" not in asked
        assert "The last tile was a double" in asked
        refused = await keeper.post("/ending", round="1", ending="blocked", double="1", **{"marked:Ben": "1"})
        assert refused.status_code == 422
        assert refused.text.count("checked") == 3
        await keeper.post("/ending", round="1", ending="out:Ana", double="1", **{"marked:Ben": "1"})
        played = table.shared.game.round(1)
        assert (played.out, played.out_on_double, played.marked) == ("Ana", True, ("Ben",))


async def test_a_private_table_tells_nothing_before_the_pin(tmp_path: Path) -> None:
    """With `--private` no page says what the table is called and who plays, until the PIN was right."""
    async with open_table(tmp_path, private=True) as table:
        stranger, way = table.phone(), f"/j/{table.devices.code}"
        secret = {table.shared.name, *PLAYERS}
        answers = [await stranger.get(path) for path in ("/", "/nothing", "/hand", "/screen", "/j/none", way)]
        answers += [await stranger.post(way, pin="x", player="Ana"), await stranger.post(way, pin="")]
        told = {word for answer in answers for word in secret if word in answer.text}
        assert (told, {answer.status_code for answer in answers}) == (set(), {200, 403, 404})
        asked = await stranger.post(way, pin=table.devices.pin)
        assert all(word in asked.text for word in (*PLAYERS, "I only watch"))
        joined = await stranger.post(way, pin=table.devices.pin, player="Ana")
        assert joined.headers["location"] == "/hand"
        assert table.shared.name in (await table.phone("watcher").get("/standing")).text


async def test_a_wrong_code_of_a_private_table_is_a_wrong_pin(tmp_path: Path) -> None:
    """Codes cannot be tried out: after five wrong ones the right one is not told either; a table in the open says."""
    async with open_table(tmp_path, private=True) as table:
        stranger, way = table.phone(), f"/j/{table.devices.code}"
        tried = [(await stranger.get("/j/none")).status_code for _time in range(PER_ADDRESS - 1)]
        tried += [(await stranger.post("/j/none", pin="1")).status_code]
        assert tried == [404] * PER_ADDRESS
        for answer in (await stranger.get(way), await stranger.get("/j/none"), await stranger.post(way)):
            assert (answer.status_code, "too many wrong PINs" in said(answer)) == (429, True)
            assert (answer.headers["retry-after"], table.devices.code in answer.text) == ("60", False)
        assert (await table.phone(address="192.168.1.51").get(way)).status_code == 200
        assert (await table.phone("watcher").get("/j/none")).status_code == 404
    async with open_table(tmp_path) as table:
        for _time in range(PER_ADDRESS + 1):
            assert (await table.phone().get("/j/none")).status_code == 404


async def test_the_big_screen_invites_between_rounds(table: Table) -> None:
    """The QR code and the PIN stand on it until the first hand of a round is in."""
    screen = table.phone()
    assert f"PIN {table.devices.pin}" in said(await screen.get("/screen"))
    await table.enter(Ben="4")
    page = await screen.get("/screen")
    assert '<svg class="double"' in page.text
    assert table.devices.pin not in said(page)
    assert f'data-since="{int(table.shared.kept.log.events[0].at.timestamp())}"' in page.text
    await table.enter(Ana="o", Carla="5", Dot="6")
    assert f"PIN {table.devices.pin}" in said(await screen.get("/screen"))


async def test_the_big_screen_says_what_the_last_round_brought(table: Table) -> None:
    """The points of it, and who went out; before the first round there are no places."""
    assert "Name A Ana B Ben C Carla" in said(await table.phone().get("/screen"))
    await table.enter(Ana="o", Ben="4", Carla="5", Dot="6+0-0")
    page = said(await table.phone().get("/screen"))
    assert "Place Name Behind Total 1 A Ana ★ last +0 0 2 B Ben +4 last +4 4" in page


async def test_a_phone_shows_how_the_game_ended_for_its_player(tmp_path: Path) -> None:
    """Who won, the own place, all places and what broke the tie; nothing of it while the places are revealed."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        phones = {name: table.phone("player", name) for name in ("Ana", "Carla", "Dot")}
        await table.enter(Ana="o", Ben="4-0", Carla="4", Dot="6")
        covered = said(await phones["Ana"].get("/hand"))
        assert "Places, last one first" in covered
        assert "Ana" not in covered
        assert "Your place" not in covered
        assert "have won" not in covered
        assert (await phones["Ana"].get("/result.png")).status_code == 404
        await shown(table)
        pages = {name: said(await phone.get("/hand")) for name, phone in phones.items()}
        assert (
            "The game is over Friday night You have won, with 0. Ana 0 Ana wins with 0, 4 points fewer than"
            in pages["Ana"]
        )
        assert 'aria-label="Ana wins"' in (await phones["Ana"].get("/hand")).text
        assert "1 A Ana 0 ★" in pages["Ana"]
        picture = await phones["Ana"].get("/result.png")
        assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
        assert "Your place: 4 of 4, with 6." in pages["Dot"]
        assert "4 D Dot 6 +6" in pages["Dot"]
        assert "Your place: 2= of 4, with 4." in pages["Carla"]
        keeper = said(await table.phone("keeper").get("/keeper"))
        assert "The game is over: Ana wins." in keeper
        assert "1 A Ana 0 ★" in keeper


async def test_a_phone_says_that_the_win_is_shared(tmp_path: Path) -> None:
    """Who has as few points as another winner has not won alone."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        await table.at_keyboard(scored(1, "blocked", Ana="9", Ben="4", Carla="4", Dot="6"))
        await shown(table)
        page = said(await table.phone("player", "Ben").get("/hand"))
        assert "You share the win, with 4." in page
        assert "You have won" not in page
        assert "Ben 4 Carla 4 Ben and Carla share the win with 4, same rounds won, same lowest round." in page


async def test_the_wall_the_app_and_the_picture_have_the_winner_in_one_colour(tmp_path: Path) -> None:
    """The head on the wall has the class of the place in the palette that the app and the picture take."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        await table.enter(Ana="o", Ben="4-0", Carla="4", Dot="6")
        await shown(table)
        place = player_marks(table.shared.game)["Ana"].place
        wall = (await table.phone().get("/screen")).text
        assert f'class="owned part badge{place}"' in wall
        assert badges(table.shared.game, DARK)["Ana"].colour == ON_DARK[place]


async def test_a_chosen_colour_is_the_one_on_every_page_and_in_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phones and the big screen have it as soon as it is chosen; at the end the picture, too."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=2") as table:
        await table.enter(Ana="o", Ben="4-0", Carla="4", Dot="6")
        wall, phone = table.phone(), table.phone("player", "Ben")
        before = player_marks(table.shared.game)["Ana"].place
        pages = [(wall, "/screen"), (phone, "/standing"), (phone, "/hand")]
        have = [badge_of("Ana", (await page.get(path)).text) for page, path in pages]
        assert {*have} <= {before, None}
        await table.at_keyboard(ColourChosen("Ana", 9))
        assert [badge_of("Ana", (await page.get(path)).text) for page, path in pages] == [
            9 if place == before else None for place in have
        ]
        await table.enter(2, Ana="o", Ben="4-0", Carla="4", Dot="6")
        await shown(table)
        assert 'class="owned part badge9"' in (await wall.get("/screen")).text
        assert 'class="owned part badge9"' in (await phone.get("/standing")).text
        game = table.shared.game
        assert badges(game, DARK)["Ana"].colour == ON_DARK[9]
        monkeypatch.setattr(moment, "PIXELS_PER_INCH", 18)
        assert any(bytes.fromhex(ON_DARK[9][1:]) in row for row in colours(moment_picture(game, "Club")))


def badge_of(player: str, page: str) -> int | None:
    """Return the place in the palette of the badge with a player's letter on a page; None where there is none."""
    places = {int(place) for place in re.findall(rf'class="badge badge(\d+)"[^>]*>{player[0]}<', page)}
    assert len(places) < 2, "one player has two colours on a page"
    return next(iter(places), None)


async def test_a_phone_of_somebody_who_left_says_so_at_the_end(tmp_path: Path) -> None:
    """Who left has no place; the points stay."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=2") as table:
        dot = table.phone("player", "Dot")
        await table.enter(Ana="o", Ben="4", Carla="5", Dot="6")
        await table.at_keyboard(PlayerLeft(player="Dot"))
        await table.enter(2, Ana="o", Ben="4", Carla="5")
        await shown(table)
        assert "You left the table with 6." in said(await dot.get("/hand"))


async def test_the_big_screen_shows_no_points_of_a_round_that_was_not_played(table: Table) -> None:
    """Who left in between and came back has none of the last round."""
    screen, last = table.phone(), re.compile(r'class="last"[^>]*>([^<]*)</span>')
    await table.enter(Ana="o", Ben="4", Carla="5", Dot="6")
    assert last.findall((await screen.get("/screen")).text) == ["last +0", "last +4", "last +5", "last +6"]
    await table.at_keyboard(PlayerLeft(player="Ana"))
    await table.enter(2, Ben="7", Carla="8", Dot="o")
    await table.at_keyboard(PlayerJoined(player="Ana", round=3, begins="given", points=0))
    found = last.findall((await screen.get("/screen")).text)
    assert (len(found), found[0]) == (4, "")


async def test_names_written_from_right_to_left_stay_apart_from_their_sentence(tmp_path: Path) -> None:
    """On pages alone: what is stored about them is as it was typed."""
    async with open_table(tmp_path, players=("שרה", "דנה", "Ben")) as table:
        sara, keeper = table.phone("player", "שרה"), table.phone("keeper")
        waits = "Still to come: \u2068שרה\u2069, \u2068דנה\u2069 and Ben"
        assert waits in said(await sara.get("/standing"))
        await sara.post("/hand", round="1", player="שרה", typed="4")
        assert "\u2068שרה\u2069&#39;s hand</h1>" in (await sara.get("/hand")).text
        assert "Last change: שרה's phone: Round 9-9: \u2068שרה\u2069 4." in said(await keeper.get("/keeper"))
        assert "<bdi>שרה</bdi>" in (await sara.get("/standing")).text
        await keeper.post("/ending", round="1", ending="out:Ben", sure="out:Ben")
        assert not any(mark in str(table.shared.kept.log) for mark in "\u2068\u2069")


async def test_a_hand_that_is_typed_belongs_to_its_game(table: Table) -> None:
    """What a browser remembers of a hand never stands in the same round of another game at the table."""
    page = await table.phone("player", "Ana").get("/hand")
    assert f'data-keep="player.{table.game_id}.1.' in page.text


async def test_the_tiles_of_others_are_told_to_the_pad(table: Table) -> None:
    """The region that follows names what nobody else can have: the starting double, and what others entered."""
    ana = table.phone("player", "Ana")
    assert 'data-taken="9-9"' in (await ana.get("/hand")).text
    await table.enter(Ben="6-4 5-5")
    page = (await ana.get("/hand")).text
    assert re.search(r'data-taken="([^"]*)"', page)[1].split() == ["5-5", "6-4", "9-9"]
    assert 'data-words="{tile}, taken"' in page


REPLACED_MEANWHILE: dict[str, tuple[Change, Change, dict[str, str], int, str]] = {
    "/keeper/hand": (
        scored(1, Ana="4"),
        scored(1, Ana="9"),
        {"round": "1", "player": "Ana", "typed": "4", "held": ""},
        409,
        "was saved as 9",
    ),
    "/ending": (
        scored(1, "Ana", Ben="4", Carla="5", Dot="6"),
        RoundScored(round=1, entries={"Ana": Pips(9)}, ending=Blocked()),
        {"round": "1", "ending": "out:Ana", "held": "out:Ana"},
        409,
        "Meanwhile somebody saved how the round ended",
    ),
    "/keeper/leave": (
        PlayerLeft(player="Dot"),
        PlayerJoined(player="Dot", round=1),
        {"name": "Dot"},
        303,
        "",
    ),
}


@pytest.mark.parametrize("path", REPLACED_MEANWHILE)
async def test_a_form_is_compared_with_what_is_stored_now(table: Table, path: str) -> None:
    """Nobody is told as saved what another program replaced a moment ago, though the table has not seen it yet."""
    stands, replaced, form, status, words = REPLACED_MEANWHILE[path]
    await table.at_keyboard(stands)
    at_keyboard(table.games, table.game_id, lambda session: session.keep(replaced))
    answer = await table.phone("keeper").post(path, **form)
    assert answer.status_code == status, said(answer)
    assert words in said(answer)
    await table.shared.look()
    assert status == 409 or "Dot" not in table.shared.game.at_table, "told as gone, and still at the table"
