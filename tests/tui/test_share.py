"""The open game is open to phones: the screen with the QR code, and entries that come from phones."""

from pathlib import Path

import httpx
import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, Static

from scorekeeper.errors import Unavailable
from scorekeeper.game import RoundScored
from scorekeeper.game.round import Pips
from scorekeeper.session import AnswersFile, Session
from scorekeeper.storage import open_store
from scorekeeper.tui.app import ScorekeeperApp
from scorekeeper.tui.base.screen import KeyLine
from scorekeeper.tui.entry.round import WhoHadDoubleBlank
from scorekeeper.tui.table.result import ResultScreen
from scorekeeper.tui.table.table import TableScreen
from scorekeeper.tui.widgets.letters import large
from scorekeeper.tui.widgets.moment import Moment
from scorekeeper.web.host import Host, qr_text
from scorekeeper.web.visit import cookie_name
from tests.build import scored, started
from tests.conftest import by_cases
from tests.tui.conftest import NOON, covered, drawn, strips, told, until
from tests.tui.test_company import KEYS
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _reached(own_address: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open tables as if others could reach them, and look often for what came."""
    monkeypatch.setattr("scorekeeper.web.host.is_alone", lambda _address: False)
    monkeypatch.setattr("scorekeeper.tui.base.screen.LOOK_EVERY", 0.02)


def shown(pilot: Pilot[None], part: str) -> str:
    """Return the words of a part of the screen."""
    return str(pilot.app.screen.query_one(part, Static).content)


def phones(pilot: Pilot[None]) -> list[str]:
    """Return who has joined and who has not, as the screen lists them."""
    listed = pilot.app.screen.query_one("#devices", DataTable)
    cells = (str(cell) for row in range(listed.row_count) for cell in listed.get_row_at(row))
    return [" ".join(cell.split()) for cell in cells if cell.strip()]


async def opened(pilot: Pilot[None]) -> Host:
    """Open the table to phones with its key; return the server."""
    assert isinstance(pilot.app, ScorekeeperApp)
    session = pilot.app.session
    await pilot.press("o")
    await until(pilot, lambda: bool(phones(pilot)))
    assert isinstance(session.shared, Host)
    return session.shared


async def enter(host: Host, secret: str, player: str, typed: str) -> None:
    """Enter a hand at a phone that has joined."""
    async with httpx.AsyncClient(
        base_url=host.origin, cookies={cookie_name(host.devices.code): secret}, timeout=PATIENCE
    ) as phone:
        sent = {"game": host.game_id, "round": "1", "player": player, "typed": typed}
        answer = await phone.post("/hand", data=sent, headers={"origin": host.origin})
        assert answer.status_code == 303


async def test_the_keeper_sees_who_joined_and_can_send_them_away(app, keep) -> None:
    """O shows the QR code, the address and the PIN, then who comes; keys remove a phone and renew the PIN."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await drawn()
        assert "share" in {key.action for key in pilot.app.screen.query_one(KeyLine).shown_keys()}
        host = await opened(pilot)
        assert shown(pilot, "#qr") == qr_text(host.table_address)
        assert f"\nPhones: {host.table_address[7:].upper()}\n" in shown(pilot, "#addresses")
        host.devices.join("player", "Ana")
        host.devices.join("player", "Ben")
        joined = ["no phone yet · 2", "○ C Carla", "○ D Dan", "joined · 2", "✓ A Ana", "✓ B Ben"]
        await until(pilot, lambda: phones(pilot) == joined)
        await pilot.press(*["down"] * 5, "x")  # from who is missing
        await until(pilot, lambda: phones(pilot)[4:] == ["joined · 1", "✓ A Ana"])
        before = host.devices.pin
        await pilot.press("z")
        assert f"2 Type this PIN\n\n{large(host.devices.pin, 40)}\n" in shown(pilot, "#addresses")
        host.renew_pin()
        await until(pilot, lambda: large(host.devices.pin, 40) in shown(pilot, "#addresses"))
        assert before != host.devices.pin
        await pilot.press("o")
        link = shown(pilot, "#addresses").partition("\n\n")[2].replace("\n", "")
        assert shown(pilot, "#qr") == qr_text(link, secret=True)
        assert not httpx.get(link, timeout=PATIENCE).is_error
        await until(pilot, lambda: shown(pilot, "#qr") == qr_text(host.table_address))
        assert {"keeper", "new_pin"} <= {
            key.action for key in pilot.app.screen.query_one(KeyLine).shown_keys()
        }
        style = pilot.app.screen.query_one("#qr").styles
        assert (style.color.hex, style.background.hex) == ("#FFFFFF", "#000000")
        await pilot.press("f", "y")
        assert pilot.app.session.shared is None
        with pytest.raises(httpx.HTTPError):
            httpx.get(host.screen_address, timeout=PATIENCE)


async def test_a_table_that_is_open_to_phones_says_so(app, keep) -> None:
    """Enter leads back to it before anybody has joined; its footer and home say that phones can join."""
    async with app(keep()).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, TableScreen)
        await until(pilot, lambda: "o Phones on" in strips(pilot.app.screen)[-1].text)
        await pilot.press("escape")
        await until(pilot, lambda: shown(pilot, "#more").startswith("Open to phones: "))


async def test_twelve_fit_without_scrolling(app, keep) -> None:
    """However many have joined, everybody is in sight in the usual terminal, whatever is to be told of the port."""
    players = tuple(f"{letter}nna" for letter in "ABCDEFGHIJKL")
    async with app(keep(players)).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        host.moved = True
        for joined in (0, 1, 10, 11, 12):
            for name in players[len(host.devices.all) : joined]:
                host.devices.join("player", name)
            await until(pilot, lambda: len([one for one in phones(pilot) if "✓" in one]) == joined)  # noqa: B023
            listed = pilot.app.screen.query_one("#devices", DataTable)
            await until(pilot, lambda: listed.max_scroll_y == 0)  # noqa: B023
            assert sum(one.count("nna") for one in phones(pilot)) == len(players)


@pytest.mark.parametrize(("size", "scale"), [((80, 24), 1), ((120, 36), 2), ((200, 50), 3)])
async def test_the_code_is_as_large_as_there_is_room_for(app, keep, size, scale) -> None:
    """At every size the PIN in large letters and the addresses stand beside it; where none can join there is none."""
    async with app(keep()).run_test(size=size) as pilot:
        host = await opened(pilot)
        assert shown(pilot, "#qr") == qr_text(host.table_address, scale=scale)
        for one in ("#qr", "#addresses", "#devices"):
            assert pilot.app.screen.region.contains_region(pilot.app.screen.query_one(one).region)
        await pilot.resize_terminal(80, 24)
        assert shown(pilot, "#qr") == qr_text(host.table_address)
        host.alone = True
        host.renew_pin()
        await until(pilot, lambda: not pilot.app.screen.query_one("#code").display)


async def test_an_entry_from_a_phone_comes_with_its_name(app, keep) -> None:
    """It is told where the keeper is, leaves a half-typed line as it is, and undo says whose entry it undoes."""
    async with app(keep()).run_test(notifications=True) as pilot:
        host = await opened(pilot)
        dan, ben = host.devices.join("player", "Dan"), host.devices.join("player", "Ben")
        await enter(host, dan, "Dan", "4")
        await until(pilot, lambda: "Dan's phone: Round 9-9: Dan 4." in told(pilot.app))
        await pilot.press("escape", "enter", *"6-4 5")
        await enter(host, ben, "Ben", "8")
        await until(pilot, lambda: "Ben's phone: Round 9-9: Ben 8." in told(pilot.app))
        field = pilot.app.focused
        assert (isinstance(field, Input), getattr(field, "value", "")) == (True, "6-4 5")
        await pilot.press(*["backspace"] * 5, "escape", "u")
        assert "Undone, an entry by Ben's phone: Round 9-9: Ben 8." in told(pilot.app)


@by_cases
async def test_a_last_hand_from_a_phone_is_told_on_the_entry_screen(app, keep, last: bool, said: str) -> None:
    """Whoever has the round open reads that it is closed, and is offered no last hand to save, nor who won."""
    kept = keep(("Ana", "Ben"), happened=[scored(1, "Ana")], **(LAST_ROUND if last else {}))
    async with app(kept).run_test(size=(160, 40), notifications=True) as pilot:
        host = await opened(pilot)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: "Save the last hand" in on_screen(pilot))
        await enter(host, host.devices.join("player", "Ben"), "Ben", "44")
        await until(pilot, lambda: said in told(pilot.app))
        await until(pilot, lambda: "Save the last hand" not in on_screen(pilot))
        assert "· 9-9 · complete" in shown(pilot, "#title")
        assert "Result" not in on_screen(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, ResultScreen if last else TableScreen)
        assert not last or covered(pilot) == 2


LAST_ROUND = {"rounds.length": "fixed", "rounds.count": 1}


async def test_the_places_are_shown_together_at_the_computer_and_on_phones(app, keep) -> None:
    """A last hand typed at the computer names nobody on phones; each key shows one place more on both."""
    kept = keep(("Ana", "Ben"), happened=(), **LAST_ROUND)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        await pilot.press("escape", "enter", "2", "3", "enter", "o", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, WhoHadDoubleBlank))
        table = host.share.table
        await until(pilot, lambda: table.covered == (1, 2))
        await pilot.press("enter")
        await until(pilot, lambda: covered(pilot))
        assert table.covered == (1, 2)
        await until(pilot, lambda: table.answers.no_double_blank == 1)
        await pilot.press("space")
        await until(pilot, lambda: table.covered == (1,))
        pilot.app.session.answers.show_next_place(pilot.app.session.game, 1)  # on the keeper's phone
        await until(pilot, lambda: not covered(pilot))
        assert isinstance(pilot.app.screen, ResultScreen)
        await until(pilot, lambda: table.covered == ())


async def test_a_last_hand_from_a_phone_begins_the_places_at_the_computer(app, keep) -> None:
    """Where the table is in front, the places come by themselves; left in the middle, the result's key goes on."""
    kept = keep(("Ana", "Ben"), happened=(), **LAST_ROUND)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        ana, ben = host.devices.join("player", "Ana"), host.devices.join("player", "Ben")
        await pilot.press("escape")
        await enter(host, ana, "Ana", "o")
        await enter(host, ben, "Ben", "4")
        await until(pilot, lambda: covered(pilot))
        await pilot.press("space")
        await until(pilot, lambda: host.share.table.covered == (1,))
        pilot.app.screen.dismiss()
        await pilot.pause()
        assert shown(pilot, "#over") == "The game is over. Press Enter for the result."
        await pilot.press("s")
        assert covered(pilot) == 1
        await pilot.press("escape")
        await until(pilot, lambda: host.share.table.covered == ())


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_table_shows_no_place_while_places_are_covered(size, app, keep) -> None:
    """A last hand undone and redone covers them again on the table, too: no place, no total, no star."""
    kept = keep(("Ana", "Ben"), happened=[scored(1, "Ana")], **LAST_ROUND)
    async with app(kept).run_test(size=size) as pilot:
        host = await opened(pilot)
        await pilot.press("escape")
        await enter(host, host.devices.join("player", "Ben"), "Ben", "44")
        await until(pilot, lambda: covered(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: not covered(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: "★" in on_screen(pilot))
        await pilot.press("u")
        await until(pilot, lambda: pilot.app.session.answers.read().places == 0)
        await pilot.press("r")
        await until(pilot, lambda: "The game is over." in shown(pilot, "#over"))
        assert not [word for word in ("★", "behind", "total") if word in on_screen(pilot)]
        await pilot.press("g", "b")
        assert isinstance(pilot.app.screen, TableScreen)  # neither chart nor board tells before the places do


HAD, LAST = scored(1, "blocked", Ana="113", Ben="58"), scored(2, "blocked", Ana="24", Ben="60")
NEW_TOTALS = ("137", "118")


def totals_read(pilot: Pilot[None]) -> list[str]:
    """Return the new totals that can be read while places are covered; the result shows them one by one."""
    if covered(pilot) or pilot.app.session.answers.read().places is None:
        return []
    return [total for total in NEW_TOTALS if total in on_screen(pilot)]


IN_TURN = [
    pytest.param(first, key, marks=() if (place + turn) % 2 else pytest.mark.full)
    for place, key in enumerate(KEYS)
    for turn, first in enumerate(("screen", "hand"))
]
"""Each key that opens something with what comes first; always with one of both."""


@pytest.mark.parametrize(("first", "opens"), IN_TURN)
async def test_no_screen_shows_the_new_totals_while_places_are_covered(first, opens, app, keep) -> None:
    """Whatever the table has opened when the last hand comes from a phone, or opens then: the places come first."""
    kept, faults = keep(("Ana", "Ben"), happened=[HAD], **{**LAST_ROUND, "rounds.count": 2}), set[str]()
    async with app(kept).run_test(size=(140, 44)) as pilot:
        session = Session(open_store(pilot.app.session.store.place), lambda: NOON, "Ben's phone")
        session.open(kept.id)
        session.answers.note(places=0)  # as while the game is open to phones
        if first == "screen":
            await pilot.press(opens)
        session.keep(LAST)
        if first == "hand":
            await until(pilot, lambda: covered(pilot) == 2)
            pilot.app.screen.dismiss()
            await pilot.press(opens)
        for escape in (False, True, True, True):
            if escape and not isinstance(pilot.app.screen, TableScreen | ResultScreen):
                await pilot.press("escape")
            for _look in range(8):
                await pilot.pause(0.02)
                faults.update(totals_read(pilot))
        assert first == "hand" or isinstance(pilot.app.screen, ResultScreen)
        session.store.close()
    assert not faults


async def test_a_game_opened_in_the_middle_of_the_places_goes_on_there(app, keep, home: Path) -> None:
    """After a restart the computer shows the places where they stood, and not the result."""
    kept = keep(("Ana", "Ben"), happened=[scored(1, "Ana", Ben="4")], **LAST_ROUND)
    AnswersFile(home / "games.db", kept.id).note(places=1)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: covered(pilot))


def on_screen(pilot: Pilot[None]) -> str:
    """Return all that can be read on the screen."""
    return "\n".join(strip.text for strip in strips(pilot.app.screen))


def places(pilot: Pilot[None]) -> list[tuple[str, int]]:
    """Return who stands where with how many points, covered or not."""
    return [(place.player, place.total) for place in pilot.app.screen.query_one(Moment).shown.places]


async def test_the_places_and_the_result_follow_who_had_the_double_blank(app, keep) -> None:
    """What a phone says after the last hand changes who won, at the computer, too; taking the hand out ends it."""
    kept = keep(("Ana", "Ben", "Carla"), happened=[scored(1, "Carla", Ana="5")], **LAST_ROUND)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        ben = host.devices.join("player", "Ben")
        await pilot.press("escape")
        await enter(host, ben, "Ben", "60")
        await until(pilot, lambda: covered(pilot))
        await until(pilot, lambda: "who had 0-0?" in pilot.app.screen.query_one(Moment).shown.why)
        session = Session(open_store(pilot.app.session.store.place), lambda: NOON)
        session.open(kept.id)
        session.keep(RoundScored(round=1, entries={"Ana": Pips(5, double_blank=True), "Ben": Pips(2)}))
        await until(pilot, lambda: places(pilot) == [("Carla", 0), ("Ben", 2), ("Ana", 55)])
        session.keep(RoundScored(round=1, entries={"Ben": None}))
        await until(pilot, lambda: not covered(pilot))
        assert isinstance(pilot.app.screen, ResultScreen)
        session.keep(RoundScored(round=1, entries={"Ben": Pips(70)}))
        await until(pilot, lambda: pilot.app.session.game.total("Ben") == 70)
        session.store.close()


async def test_home_names_no_winner_before_everybody_may_know(app, keep) -> None:
    """While places are covered the game stands there without who won; afterwards with it."""
    kept = keep(("Ana", "Ben"), happened=(), **LAST_ROUND)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        await pilot.press("escape", "escape")
        await enter(host, host.devices.join("player", "Ana"), "Ana", "o")
        await enter(host, host.devices.join("player", "Ben"), "Ben", "4")
        games = pilot.app.screen.query_one("#games", OptionList)

        def listed() -> str:
            return str(games.get_option(kept.id).prompt)

        await until(pilot, lambda: "Finished" in str(games.get_option_at_index(0).prompt))
        assert "won" not in listed()
        pilot.app.session.open(kept.id)
        pilot.app.session.answers.note(places=None)
        pilot.app.screen.refresh_games()
        assert "Ana    0" in listed()


async def test_the_table_asks_what_phones_ask(app, keep) -> None:
    """Who began, who went out, once every hand is in, and who had 0-0, until the next round has a hand."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24), notifications=True) as pilot:
        host = await opened(pilot)
        ana, ben = host.devices.join("player", "Ana"), host.devices.join("player", "Ben")
        await pilot.press("escape")
        await enter(host, ana, "Ana", "3")
        await enter(host, ben, "Ben", "4")
        asked = "Round 1: who went out, or was it blocked?"
        await until(pilot, lambda: asked in shown(pilot, "#question"))
        await enter(host, ana, "Ana", "o")
        both = "Round 1: who began? Round 1: who had 0-0? Press Enter on the round to answer."
        await until(pilot, lambda: shown(pilot, "#question") == both)
        await pilot.press("enter")
        await until(pilot, lambda: "round 2" in str(pilot.app.screen.query_one("#title").content))
        await pilot.press("7", "enter", "escape")
        await until(pilot, lambda: not pilot.app.screen.query_one("#question").display)


async def test_the_mark_is_on_the_round_that_is_due(app, keep) -> None:
    """Phones end the round under the mark while the QR code is shown: Enter opens the next one, not a correction."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "7", "enter", "escape")
        host = await opened(pilot)
        await enter(host, host.devices.join("player", "Ben"), "Ben", "o")
        await until(pilot, lambda: pilot.app.session.game.is_closed(pilot.app.session.game.round(1)))
        await pilot.press("escape", "enter")
        await until(pilot, lambda: "round 2" in str(pilot.app.screen.query_one("#title").content))


async def test_phones_come_along_to_the_next_game(app, keep) -> None:
    """The new game is at the same address with the same PIN, and who plays again has their seat."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        ana, ben = host.devices.join("player", "Ana"), host.devices.join("player", "Ben")
        session = pilot.app.session
        again = started(players=("Ana", "Cy"), title="Again")
        await pilot.press("escape")
        session.start(again)
        await pilot.press("o")
        await until(pilot, lambda: session.shared not in (None, host))
        new = session.shared
        assert (new.table_address, new.devices.pin) == (host.table_address, host.devices.pin)
        for secret, path, words in ((ana, "/hand", "Round 1"), (ben, "/standing", "Again")):
            async with httpx.AsyncClient(
                base_url=new.origin, cookies={cookie_name(new.devices.code): secret}, timeout=PATIENCE
            ) as phone:
                answer = await phone.get(path)
                assert (answer.status_code, words in answer.text) == (200, True)
        assert [one.role for one in new.devices.all] == ["player", "watcher"]


async def test_phones_are_at_a_rematch_at_once(app, keep) -> None:
    """Where phones are at the game, its rematch is open to them without another key; otherwise it is not."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24), notifications=True) as pilot:
        session = pilot.app.session
        await pilot.press("s", "n", "y")
        await until(pilot, lambda: len(session.kept.log.events) == 1)
        assert session.shared is None
        host = await opened(pilot)
        ana = host.devices.join("player", "Ana")
        await pilot.press("escape", "s", "n", "y")
        await until(pilot, lambda: "The phones of the last game are at this one now." in told(pilot.app))
        new = session.shared
        assert (new.game_id, new.game_id != host.game_id) == (session.kept.id, True)
        assert (new.table_address, host.is_open) == (host.table_address, False)
        await enter(new, ana, "Ana", "4")
        await until(pilot, lambda: "Ana's phone: Round 9-9: Ana 4." in told(pilot.app))


async def test_a_rematch_says_why_phones_did_not_come_along(app, keep, monkeypatch) -> None:
    """Where the next game cannot be opened to phones, the table says so and goes on."""
    async with app(keep(("Ana", "Ben"))).run_test(size=(80, 24), notifications=True) as pilot:
        host = await opened(pilot)

        def taken(*_place: object) -> None:
            raise Unavailable("There is no free port.")

        monkeypatch.setattr("scorekeeper.web.host.bound_socket", taken)
        await pilot.press("escape", "s", "n", "y")
        await until(pilot, lambda: "There is no free port." in told(pilot.app))
        assert (pilot.app.session.shared, host.is_open) == (None, False)


def left_words(pilot: Pilot[None]) -> str:
    """Return what the table says about phones that were open when the app ended."""
    line = pilot.app.screen_stack[1].query_one("#left", Static)
    return str(line.content) if line.display else ""


LEFT = "Phones were open: o opens them again at the same address, Esc puts this away."


@pytest.mark.parametrize("key", ["o", "escape"])
async def test_a_table_whose_app_was_ended_says_that_phones_were_open(app, keep, key) -> None:
    """It says so until they are open again, at the same address with the same phones, or until it is put away."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test(size=(80, 24)) as pilot:
        assert not left_words(pilot)
        host = await opened(pilot)
        ana, address = host.devices.join("player", "Ana"), host.table_address
        assert not left_words(pilot)
    async with app(kept).run_test(size=(80, 24)) as pilot:  # ended as when its window is closed
        assert left_words(pilot) == LEFT
    async with app(kept).run_test(size=(80, 24)) as pilot:
        assert left_words(pilot) == LEFT
        if key == "o":
            host = await opened(pilot)
            assert (host.table_address, host.devices.of(ana) is not None) == (address, True)
            await pilot.press("escape")
            assert not left_words(pilot)
            await pilot.press("o", "f", "y")
        else:
            await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen) and not left_words(pilot))
    async with app(kept).run_test(size=(80, 24)) as pilot:
        assert not left_words(pilot)


@pytest.mark.parametrize(
    ("leads_there", "key"),
    [((), "f10"), (("escape",), "ctrl+q"), (("escape", "enter"), "f10"), (("escape", "escape"), "ctrl+q")],
)
async def test_quitting_asks_while_phones_are_open(app, keep, key, leads_there) -> None:
    """From every screen; after yes nothing is said of phones the next time, and without them nothing is asked."""
    kept = keep(("Ana", "Ben"))
    async with app(kept).run_test(size=(80, 24)) as pilot:
        host = await opened(pilot)
        await pilot.press(*leads_there, key)
        assert "Quit all the same?" in on_screen(pilot)
        await pilot.press("n")
        assert host.is_open
        await pilot.press(key, "y")
        await until(pilot, lambda: not host.is_open)
    async with app(kept).run_test(size=(80, 24)) as pilot:
        assert not left_words(pilot)
        await pilot.press(key)
        assert "Quit all the same?" not in on_screen(pilot)
