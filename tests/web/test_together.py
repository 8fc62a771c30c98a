"""Phones, the app and the command line enter at the same time, on a real server: nothing is lost or doubled."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.checks import game_findings
from scorekeeper.errors import ScorekeeperError
from scorekeeper.game.round import TileEntry
from scorekeeper.session import Session, parse_line
from scorekeeper.storage import open_store
from scorekeeper.web.host import Host
from scorekeeper.web.visit import cookie_name
from tests.build import AT
from tests.waiting import PATIENCE
from tests.web.table import PLAYERS, new_game

TILES = ("6-4", "5-5", "3-3", "2-1", "9-0", "7-7")
hands = st.lists(st.sampled_from(TILES), min_size=1, max_size=3, unique=True).map(" ".join)
several = st.lists(hands, min_size=1, max_size=4)

Enter = Callable[[Sequence[str]], list[str]]
"""Enters hands one after the other, and returns those that were stored."""


def by_phone(host: Host, player: str) -> Enter:
    """Enter at a player's phone."""
    cookies, headers = (
        {cookie_name(host.devices.code): host.devices.join("player", player)},
        {"origin": host.origin},
    )

    def enter(typed: Sequence[str]) -> list[str]:
        with httpx.Client(base_url=host.origin, cookies=cookies, headers=headers, timeout=PATIENCE) as phone:
            return [one for one in typed if _posted(phone, host.game_id, player, one)]

    return enter


def _posted(phone: httpx.Client, game_id: str, player: str, typed: str) -> bool:
    sent = {"game": game_id, "round": "1", "player": player, "typed": typed, "sure": typed}
    status = phone.post("/hand", data=sent).status_code
    assert status in (303, 422)
    return status == 303


def in_the_app(games: Path, game_id: str, player: str) -> Enter:
    """Enter in a session that stays open, as the app's does."""

    def enter(typed: Sequence[str]) -> list[str]:
        session, stored = Session(open_store(games), lambda: AT), []
        session.open(game_id)
        for one in typed:
            with suppress(ScorekeeperError):
                session.keep(parse_line(session.game, 1, player, one), overrule="")
                stored.append(one)
        session.store.close()
        return stored

    return enter


def on_the_command_line(home: Path, player: str) -> Enter:
    """Enter with commands, each in a process of its own."""
    environment = {**os.environ, "SCOREKEEPER_HOME": str(home)}

    def run(typed: str) -> int:
        words = [
            sys.executable,
            "-m",
            "scorekeeper",
            "round",
            "last",
            f"{player}={typed}",
            "--overrule",
            "seen",
        ]
        return subprocess.run(words, env=environment, capture_output=True, check=False, timeout=60).returncode

    return lambda typed: [one for one in typed if run(one) == 0]


EVENINGS = st.tuples(several, several, several, hands.map(lambda hand: [hand]))


@settings(max_examples=2)
@given(EVENINGS)
def test_nothing_is_lost_and_no_tile_is_in_two_hands(typed: tuple[list[str], ...]) -> None:
    """Whoever was told that a hand is saved finds it in the game, and the game has no error."""
    check_evening(typed)


@pytest.mark.full
@settings(max_examples=100)
@given(EVENINGS)
def test_nothing_is_lost_in_a_hundred_evenings(typed: tuple[list[str], ...]) -> None:
    """The same, for long."""
    check_evening(typed)


def check_evening(typed: tuple[list[str], ...]) -> None:
    """Let everybody enter at once, and compare what is stored with what each was told."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        games, game_id = new_game(home)
        host = Host(games, game_id, "127.0.0.1", 0)
        host.start()
        enters = [
            by_phone(host, "Ana"),
            by_phone(host, "Ben"),
            in_the_app(games, game_id, "Carla"),
            on_the_command_line(home, "Dot"),
        ]
        with ThreadPoolExecutor(len(enters)) as people:
            stored = list(people.map(lambda enter, hands: enter(hands), enters, typed))
        host.stop()
        store = open_store(games)
        kept = store.game(game_id)
        store.close()
        held = {player: _tiles(entry) for player, entry in kept.game.round(1).entries.items()}
        last = {player: one[-1] for player, one in zip(PLAYERS, stored, strict=True) if one}
        assert held == {player: Counter(hand.split()) for player, hand in last.items()}
        assert max(sum(held.values(), Counter()).values(), default=0) <= 1
        assert not [one for one in game_findings(kept.game) if one.level == "error"]


def _tiles(entry: object) -> Counter[str]:
    assert isinstance(entry, TileEntry)
    return Counter(str(tile) for tile in entry.tiles)
