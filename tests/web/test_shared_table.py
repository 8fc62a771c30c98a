"""One game as everybody at a shared table sees it: rounds wait to be closed, and other programs are noticed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from scorekeeper.errors import Impossible
from scorekeeper.game import Finished, PlayerJoined, PlayerLeft, PlayerRenamed, Undone
from scorekeeper.game.events import EventKind
from scorekeeper.session import Session
from scorekeeper.storage.store import Store
from scorekeeper.web.entries import storing_hand
from scorekeeper.web.shared_table import LOOKS_SPARED, SharedTable
from tests.build import scored
from tests.web.table import Table, at_keyboard, new_game, open_table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Return a new game of Ana, Ben, Carla and Dot that is open to phones."""
    async with open_table(tmp_path) as table:
        yield table


async def keyed(table: Table, *changes: EventKind) -> None:
    """Enter something at the keyboard, and let the shared table notice."""
    at_keyboard(table.games, table.game_id, lambda session: [session.keep(change) for change in changes])
    await table.shared.look()


def at(shared: SharedTable) -> int | None:
    """Return the number of the round at the table."""
    return None if shared.round is None else shared.round.number


ALL_IN = {"Ana": "o", "Ben": "4", "Carla": "5", "Dot": "6"}


async def test_a_complete_round_waits_to_be_closed(table: Table) -> None:
    """Hands from phones never lead to the next round; closing does."""
    await table.enter(**ALL_IN)
    assert at(table.shared) == 1
    await table.shared.close_round(1)
    assert at(table.shared) == 2


WAITING = [
    ({"Ana": "4", "Ben": "5"}, 1, None, "The hands of Carla and Dot are missing"),
    ({"Ana": "1", "Ben": "4", "Carla": "5", "Dot": "6"}, 1, None, "Nobody has said who went out"),
    (ALL_IN, 1, "Ben", "Only the player who went out"),
    (ALL_IN, 2, None, "Round 2 is closed already"),
]


@pytest.mark.parametrize(("hands", "number", "player", "why"), WAITING, ids=lambda value: str(value)[:20])
async def test_a_round_is_closed_only_when_it_can_be(
    table: Table, hands: dict[str, str], number: int, player: str | None, why: str
) -> None:
    """A round stays open, with the reason, while hands are missing, nobody is out, or the wrong phone asks."""
    await table.enter(**hands)
    with pytest.raises(Impossible, match=why):
        await table.shared.close_round(number, player)
    assert (at(table.shared), table.devices.closed) == (1, 0)


async def test_the_player_who_went_out_may_close(table: Table) -> None:
    """Who went out closes the round."""
    await table.enter(**ALL_IN)
    await table.shared.close_round(1, "Ana")
    assert at(table.shared) == 2


async def test_a_round_completed_at_the_keyboard_is_closed(table: Table) -> None:
    """Whoever keeps score at the keyboard has seen the round; nobody is asked to close it."""
    await table.enter(Ben="4-0", Carla="5")
    await keyed(table, scored(1, out="Ana", Dot="6+0-0"))
    assert at(table.shared) == 2


async def test_a_counted_round_from_another_program_waits_for_the_question_about_0_0(table: Table) -> None:
    """Nobody knows here whether it was asked who had 0-0; naming it at the keyboard closes the round."""
    await keyed(table, scored(1, out="Ana", Ben="4", Carla="5", Dot="6"))
    assert at(table.shared) == 1
    await keyed(table, scored(1, Dot="6+0-0"))
    assert at(table.shared) == 2


async def test_a_round_at_this_computer_is_closed_when_everything_was_asked(tmp_path: Path) -> None:
    """While whoever keeps score is busy with it, no round is closed and no result is to be read."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        await table.shared.hold()
        await keyed(table, scored(1, out="Ana", Ben="4", Carla="5", Dot="6+0-0"))
        assert (at(table.shared), table.shared.covered) == (1, True)
        await table.shared.release(1)
        assert (at(table.shared), table.shared.covered) == (None, False)


async def test_looking_at_a_round_that_phones_completed_does_not_close_it(table: Table) -> None:
    """Only what was completed at this computer is closed with it, and no other round than that."""
    await table.enter(**ALL_IN)
    await table.shared.hold()
    await table.shared.release(1)
    assert at(table.shared) == 1
    await table.shared.close_current()
    await table.shared.hold()
    await keyed(table, scored(2, out="Ana", Ben="0-0", Carla="5", Dot="6"))
    await table.shared.release(1)
    assert at(table.shared) == 2


async def test_rounds_from_before_the_first_phone_are_closed(tmp_path: Path) -> None:
    """What was complete when a game is first opened to phones does not wait."""
    games, game_id = new_game(tmp_path)
    complete = scored(1, out="Ana", Ben="4", Carla="5", Dot="6")
    at_keyboard(games, game_id, lambda session: session.keep(complete))
    async with Table(tmp_path, games, game_id) as table:
        assert at(table.shared) == 2


async def test_other_changes_at_the_keyboard_close_nothing(table: Table) -> None:
    """A round that phones completed waits, whatever else is done at the keyboard."""
    await table.enter(**ALL_IN)
    await keyed(table, PlayerRenamed(player="Ben", name="Bo"))
    assert at(table.shared) == 1
    await keyed(table, scored(1, Dot="7"))
    assert at(table.shared) == 1


async def test_an_entry_from_a_phone_is_never_taken_for_one_at_the_keyboard(table: Table) -> None:
    """Even if the watching server meets it first, a round that a phone completes waits."""
    await table.enter(Ana="o", Ben="4", Carla="5")
    shared = table.shared
    await shared._in_worker(lambda: storing_hand(1, "Dot", "6", None)(shared._session))
    await shared.look()
    assert (at(shared), shared.game.lacks(shared.game.round(1))) == (1, ())


async def test_a_round_that_lacks_a_hand_again_waits_again(table: Table) -> None:
    """A closed round whose hand was undone is at the table again, and a phone does not close it."""
    await table.enter(**ALL_IN)
    await table.shared.close_round(1)
    await keyed(table, Undone())
    assert at(table.shared) == 1
    await table.enter(Dot="6")
    assert at(table.shared) == 1
    await table.shared.close_round(1)
    assert at(table.shared) == 2


async def test_the_last_round_waits_too_and_then_the_game_is_over(tmp_path: Path) -> None:
    """After the last round is closed there is no round; until then it is at the table."""
    async with open_table(tmp_path, "rounds.length=fixed", "rounds.count=1") as table:
        await table.enter(**ALL_IN)
        assert at(table.shared) == 1
        await table.shared.close_current()
        assert at(table.shared) is None
        with pytest.raises(Impossible, match="no round to close"):
            await table.shared.close_current()


async def test_a_game_that_the_table_called_over_has_no_round(table: Table) -> None:
    """Nothing is entered any more once the game is finished."""
    await table.enter(**ALL_IN)
    await keyed(table, Finished())
    assert at(table.shared) is None


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


async def test_a_name_that_somebody_else_took_is_not_mixed_up(table: Table) -> None:
    """Who takes a name that another had before keeps the seat through a restart."""
    await keyed(table, PlayerRenamed(player="Ben", name="Bo"), PlayerJoined(player="Ben"))
    table.devices.join("player", "Ben")
    async with Table(table.file.parent.parent, table.games, table.game_id) as again:
        assert again.devices.all[0].player == "Ben"


async def test_a_player_who_was_never_there_only_watches(table: Table) -> None:
    """A phone whose player's joining is undone is a watcher's."""
    await keyed(table, PlayerJoined(player="Eve"))
    table.devices.join("player", "Eve")
    await keyed(table, Undone())
    assert [(one.role, one.player) for one in table.devices.all] == [("watcher", None)]


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


@pytest.mark.sqlite
async def test_a_server_at_rest_reads_the_game_every_two_seconds(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nobody writes, a look asks only whether somebody did; now and then all is checked all the same."""
    read = list[str]()
    kind = Store
    changed = kind.changed
    monkeypatch.setattr(kind, "changed", lambda store, kept: [read.append(kept.id), changed(store, kept)][1])
    await table.shared.look()
    read.clear()
    for _look in range(2 * (LOOKS_SPARED + 1)):
        await table.shared.look(sparing=True)
    assert read == [table.game_id] * 2


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
        await table.shared.do(storing_hand(1, "Ben", "7", None), "Ben's phone")
    assert set(table.shared.game.round(1).entries) == {"Ben"}


async def test_hands_at_the_same_moment_are_checked_one_by_one(table: Table) -> None:
    """Of four phones that send the same tile at once, one is stored."""
    deeds: list[Callable[[Session], None]] = [
        storing_hand(1, player, "6-4", None) for player in ("Ana", "Ben", "Carla", "Dot")
    ]
    ended = await asyncio.gather(
        *(table.shared.do(deed, "a phone") for deed in deeds), return_exceptions=True
    )
    assert [one is None for one in ended].count(True) == 1
    assert len(table.shared.game.round(1).entries) == 1
