"""One game as everybody at a shared table sees it: rounds close by themselves, and other programs are noticed."""

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from scorekeeper.game import PlayerLeft, PlayerRenamed, Undone
from scorekeeper.game.events import EventKind
from scorekeeper.game.round import Pips
from scorekeeper.session import AnswersFile
from scorekeeper.web.entries import store_hand
from scorekeeper.web.shared_table import SharedTable
from tests.build import scored
from tests.session.test_session import APART, MET
from tests.web.table import Phone, Table, at_keyboard, new_game, open_table


async def keyed(table: Table, *changes: EventKind) -> None:
    """Enter something at the keyboard, and let the shared table notice."""
    at_keyboard(table.games, table.game_id, lambda session: [session.keep(change) for change in changes])
    await table.shared.look()


def at(shared: SharedTable) -> int | None:
    """Return the number of the round at the table."""
    return None if shared.round is None else shared.round.number


MET_CHANGES = {name: what for name, (what, _told) in MET.items()}
ALL_IN = {"Ana": "o", "Ben": "4", "Carla": "5", "Dot": "6"}


ORDERS = {
    "hands first, ending last": [
        scored(1, Ana="3", Ben="4", Carla="5", Dot="6"),
        scored(1, out="blocked"),
    ],
    "ending first, hands last": [scored(1, out="Ana"), scored(1, Ben="4"), scored(1, Carla="5", Dot="6")],
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
async def test_a_round_closes_by_itself(table: Table, order: list[EventKind]) -> None:
    """The table is at the next round once every hand and the ending are in, in whichever order they came."""
    for change in order:
        assert at(table.shared) == 1
        await keyed(table, change)
    assert at(table.shared) == 2


async def test_a_hand_that_is_taken_out_opens_the_round_again(table: Table) -> None:
    """Undone or removed, it is missing; once it is in again, the table goes on where it was."""
    await table.enter(**ALL_IN)
    await keyed(table, Undone())
    assert at(table.shared) == 1
    await table.enter(Dot="6")
    await table.enter(2, Ana="7")
    await table.enter(1, Ben="")
    assert at(table.shared) == 1
    await table.enter(1, Ben="4")
    assert (at(table.shared), [*table.shared.game.round(2).entries]) == (2, ["Ana"])


async def test_an_early_ending_that_is_taken_out_opens_no_earlier_round(table: Table) -> None:
    """Only the last round asks how it ended; sheets that were keyed from paper often do not say it."""
    await table.enter(Ana="3", Ben="4", Carla="5", Dot="6")
    assert at(table.shared) == 1
    await keyed(table, scored(2, Ben="4"))
    assert at(table.shared) == 2


async def test_a_table_from_before_rounds_closed_by_themselves_goes_on(tmp_path: Path) -> None:
    """A round that waited to be closed is closed when the table is opened, and phones keep their seats."""
    games, game_id = new_game(tmp_path)
    at_keyboard(games, game_id, lambda one: one.keep(scored(1, out="Ana", Ben="4", Carla="5", Dot="6")))
    async with Table(tmp_path, games, game_id) as before:
        secret = before.secret("player", "Ben")
        joined = json.loads(before.file.read_text())
    (tmp_path / "shared" / f"{game_id}.announced").unlink()
    before.file.write_text(json.dumps({**joined, "closed": 0}))
    async with Table(tmp_path, games, game_id) as table:
        assert at(table.shared) == 2
        phone = Phone(table, secret)
        assert (await phone.post("/hand", round="2", player="Ben", typed="3")).status_code == 303


async def test_a_game_that_ended_earlier_is_shown_at_once(tmp_path: Path) -> None:
    """Nothing is covered of a game that was over before it was open to phones, however its last round ended."""
    games, game_id = new_game(tmp_path, "rounds.length=fixed", "rounds.count=1")
    at_keyboard(games, game_id, lambda one: one.keep(scored(1, Ana="3", Ben="4", Carla="5", Dot="6")))
    async with Table(tmp_path, games, game_id) as table:
        assert (at(table.shared), table.shared.covered) == (None, ())


async def test_the_places_stay_covered_when_the_server_is_started_again(tmp_path: Path) -> None:
    """What was shown is kept beside the game; a correction covers nothing again, undoing the last hand does."""
    games, game_id = new_game(tmp_path, "rounds.length=fixed", "rounds.count=1")
    async with Table(tmp_path, games, game_id) as table:
        assert table.shared.covered == ()
        await table.enter(**ALL_IN)
        assert table.shared.covered == (1, 2, 3, 4)
        await table.shared.change_answers(lambda one: one.show_next_place(table.shared.game, 0))
    async with Table(tmp_path, games, game_id) as table:
        assert table.shared.covered == (1, 2, 3)
        await table.shared.change_answers(lambda one: one.note(places=None))
        await keyed(table, scored(1, Ben="9"))
        assert table.shared.covered == ()
        await keyed(table, Undone())
        await keyed(table, Undone())
        assert (at(table.shared), table.shared.covered) == (1, ())
        await table.enter(Dot="6")
        assert table.shared.covered == (1, 2, 3, 4)


async def test_the_app_and_a_server_agree_on_what_is_shown(tmp_path: Path) -> None:
    """A place that another program shows is told to everybody who follows."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        await table.enter(**ALL_IN)
        version = table.shared.version
        AnswersFile(table.games, table.game_id).show_next_place(table.shared.game, 0)
        await table.shared.look()
        assert (table.shared.covered, table.shared.version > version) == ((1, 2, 3), True)


async def test_names_are_followed_while_the_server_runs(table: Table) -> None:
    """A phone whose player is renamed at the keyboard is still that player's."""
    table.devices.join("player", "Ben")
    await keyed(table, PlayerRenamed(player="Ben", name="Bo"))
    assert table.devices.all[0].player == "Bo"


async def test_names_are_followed_while_the_server_rests(table: Table) -> None:
    """A phone whose player was renamed between two evenings' servers is still that player's."""
    table.devices.join("player", "Ben")
    at_keyboard(table.games, table.game_id, lambda one: one.keep(PlayerRenamed(player="Ben", name="Bo")))
    async with Table(table.file.parent.parent, table.games, table.game_id) as again:
        assert again.devices.all[0].player == "Bo"


async def test_a_player_who_left_keeps_the_seat(table: Table) -> None:
    """Leaving frees no seat: the player's hands are still in the game."""
    table.devices.join("player", "Dot")
    await keyed(table, PlayerLeft(player="Dot"))
    assert table.devices.all[0].player == "Dot"


async def test_everybody_is_told_of_an_entry(table: Table) -> None:
    """Whoever waits wakes up with the new version; where nothing happens they wait as long as they wanted."""
    version = table.shared.version
    assert not await table.shared.newer(version, 0.01)
    waiting = [asyncio.create_task(table.shared.newer(version, 5)) for _one in range(3)]
    await table.enter(Ben="4")
    assert await asyncio.gather(*waiting) == [True, True, True]


async def test_a_watching_server_notices_the_keyboard(table: Table) -> None:
    """What the keyboard enters wakes whoever waits at the server."""
    watching = asyncio.create_task(table.shared.watch())
    version = table.shared.version
    at_keyboard(table.games, table.game_id, lambda session: session.keep(scored(1, Ben="4")))
    assert await table.shared.newer(version, 10)
    assert set(table.shared.game.round(1).entries) == {"Ben"}
    watching.cancel()


async def test_a_deleted_game_is_told_and_comes_back(table: Table) -> None:
    """While the game cannot be read, the pages say why; the server goes on, and so do they when it is back."""
    before = table.shared.version
    at_keyboard(table.games, table.game_id, lambda session: session.store.delete(table.game_id))
    await table.shared.look()
    assert "deleted" in str(table.shared.trouble)
    at_keyboard(table.games, table.game_id, lambda session: session.store.delete(table.game_id, False))
    await table.shared.look()
    assert table.shared.trouble is None
    assert table.shared.version == before + 2


async def test_a_refused_deed_shows_what_came_meanwhile(table: Table) -> None:
    """Who loses against the keyboard is refused, and sees at once what the keyboard entered."""
    at_keyboard(table.games, table.game_id, lambda session: session.keep(scored(1, Ben="4")))
    with pytest.raises(Exception, match="Ben 4"):
        await table.shared.do(
            partial(store_hand, number=1, player="Ben", typed="7", sure=None), "Ben's phone"
        )
    assert set(table.shared.game.round(1).entries) == {"Ben"}


@pytest.mark.parametrize("name", [*APART, *MET])
async def test_a_phone_sends_a_hand_right_after_a_change_at_the_keyboard(table: Table, name: str) -> None:
    """With no pause for the phone to see it: saved where it does not concern the hand, else refused with the text."""
    await keyed(table, PlayerRenamed("Dot", "Eve"), scored(1, Eve="1"))
    ben = table.phone("player", "Ben")
    at_keyboard(table.games, table.game_id, lambda session: session.keep((APART | MET_CHANGES)[name]))
    answer = await ben.post("/hand", round="1", player="Ben", typed="7", held="", do="save")
    seat = "Bo" if "Bo" in table.shared.game.players else "Ben"
    entry = table.shared.game.rounds and table.shared.game.round(1).entries.get(seat)
    if name in APART:
        assert (answer.status_code, entry) == (303, Pips(7)), answer.text
    else:
        assert answer.status_code == 422
        assert entry != Pips(7)
        assert 'value="7"' in answer.text


async def test_hands_at_the_same_moment_are_checked_one_by_one(table: Table) -> None:
    """Of four phones that send the same tile at once, one is stored."""
    deeds = [
        partial(store_hand, number=1, player=player, typed="6-4", sure=None)
        for player in ("Ana", "Ben", "Carla", "Dot")
    ]
    ended = await asyncio.gather(
        *(table.shared.do(deed, "a phone") for deed in deeds), return_exceptions=True
    )
    assert ended.count(False) == 1
    assert len(table.shared.game.round(1).entries) == 1
